"""Tests of ``python -m render gallery FOLDER``, which writes pictures and a page that shows them."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Mapping, Sequence, Sized
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from engine.games import GAMES
from render.__main__ import games, main
from render.kit.canvas import Picture, Theme


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "render", *arguments], capture_output=True, text=True, check=False
    )


def test_gallery_of_one_game(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "gallery"
    done = run("gallery", str(folder), "genesis_life")
    assert done.returncode == 0, done.stderr
    shown = [each for each in games() if each[0] == "genesis_life"]
    check_folder(folder, shown, done.stdout)


def test_without_a_game_every_sample_of_every_game_has_its_own_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The pictures themselves are not drawn here: the picture contract draws each sample."""
    drawn = Picture((Path(__file__).parent / "golden" / "rack-light.png").read_bytes(), 1100, 520)
    every = [
        (key, dict.fromkeys(samples, lambda theme: drawn), dict.fromkeys(emojis, lambda: drawn))
        for key, samples, emojis in games()
    ]
    assert {key for key, _, _ in every} == {*GAMES, "cards"}
    monkeypatch.setattr("render.__main__.games", lambda: every)
    monkeypatch.setattr("sys.argv", ["render", "gallery", str(tmp_path / "gallery")])
    main()
    check_folder(tmp_path / "gallery", every, capsys.readouterr().out)


def check_folder(folder: Path, shown: Sequence[tuple[str, Sized, Mapping[str, Any]]], said: str) -> None:
    expected = sum(len(samples) * len(Theme) + len(emojis) for _, samples, emojis in shown)
    files = {file.name for file in folder.iterdir()} - {"index.html"}
    assert len(files) == expected
    assert f"{expected} pictures" in said
    page = (folder / "index.html").read_text(encoding="utf-8")
    assert set(re.findall(r'src="([^"]+)"', page)) == files
    for file in files - {f"{name}.png" for _, _, emojis in shown for name in emojis}:
        with Image.open(folder / file) as image:
            width, height = image.size
        scales = (min(1, 550 / width, 350 / height), min(1, 390 / width), 1)
        sizes = re.findall(rf'src="{re.escape(file)}"[^>]* width="(\d+)" height="(\d+)"', page)
        assert [(int(wide), int(tall)) for wide, tall in sizes] == [
            (round(width * scale), round(height * scale)) for scale in scales
        ], file
        assert page.count(f'href="{file}"') == 3, "a click opens the original"


def test_a_folder_that_cannot_be_written_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    done = run("gallery", str(tmp_path / "file"))
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert "file" in done.stderr


def test_without_a_command_it_prints_its_usage() -> None:
    done = run()
    assert done.returncode == 2
    assert "gallery" in done.stderr
