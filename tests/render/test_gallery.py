"""``python -m render gallery FOLDER`` writes every kind of picture and a page that shows them."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from PIL import Image

from render.__main__ import games
from render.kit.canvas import Theme


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "render", *arguments], capture_output=True, text=True, check=False
    )


def test_gallery(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "gallery"
    done = run("gallery", str(folder))
    assert done.returncode == 0, done.stderr
    expected = sum(len(samples) * len(Theme) + len(emojis) for _, samples, emojis in games())
    files = {file.name for file in folder.iterdir()} - {"index.html"}
    assert len(files) == expected
    assert f"{expected} pictures" in done.stdout
    page = (folder / "index.html").read_text(encoding="utf-8")
    assert set(re.findall(r'src="([^"]+)"', page)) == files
    for file in files - {f"{name}.png" for _, _, emojis in games() for name in emojis}:
        with Image.open(folder / file) as image:
            width, height = image.size
        scales = (min(1, 550 / width, 350 / height), min(1, 390 / width), 1)
        shown = re.findall(rf'src="{re.escape(file)}"[^>]* width="(\d+)" height="(\d+)"', page)
        assert [(int(wide), int(tall)) for wide, tall in shown] == [
            (round(width * scale), round(height * scale)) for scale in scales
        ], file
        assert page.count(f'href="{file}"') == 3, "a click opens the original"


def test_a_folder_that_cannot_be_written_is_said_so(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    done = run("gallery", str(tmp_path / "file"))
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert "file" in done.stderr


def test_without_a_command_it_says_how_to_use_it() -> None:
    done = run()
    assert done.returncode == 2
    assert "gallery" in done.stderr
