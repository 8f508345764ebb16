"""A new game plays, and passes lint and contracts, before its author has written a rule."""

from __future__ import annotations

import hashlib
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from tools.newgame.writing import Unwritten, write_game

ROOT = Path(__file__).parents[2]
ROOMS = (
    "bench",
    "cogs",
    "docs",
    "engine",
    "harness",
    "locales",
    "migrations",
    "ops",
    "render",
    "sandbox",
    "soak",
    "tests",
    "tools",
)
FILES = ("bot.py", "settings.py", "pyproject.toml")
KEY, TITLE = "lamp_oil_and_shadows", "The Long Night of Lamps & Shadows"
"""A key of the greatest length, and a long title: the skeleton's lines have to bear them."""
OWN = {
    *(f"cogs/{KEY}/{name}.py" for name in ("__init__", "face")),
    *(f"engine/{KEY}/{name}.py" for name in ("__init__", "codes", "lessons", "model", "rules")),
    f"engine/{KEY}/lessons.txt",
    *(f"locales/{language}/{KEY}.po" for language in ("en", "fr")),
    *(f"render/{KEY}/{name}.py" for name in ("__init__", "pictures")),
    f"render/gallery/{KEY}.py",
    f"tests/engine/{KEY}/test_{KEY}.py",
    f"tests/games/{KEY}.py",
    *(f"tests/records/{KEY}-{seats}.txt" for seats in (2, 4)),
    f"tests/stranger/{KEY}.py",
}
HOUSE = {"docs/fairness.md", "engine/games.py"}
"""Files of the project that a new game changes: the register of games, and the page about chance."""


def house_in(folder: Path) -> Path:
    """Copy everything that a game touches or that its checks need, and return the folder."""
    for room in ROOMS:
        shutil.copytree(
            ROOT / room,
            folder / room,
            ignore=shutil.ignore_patterns("web", "golden", "clients"),
        )
    for name in FILES:
        shutil.copy(ROOT / name, folder / name)
    return folder


def files(house: Path) -> Mapping[str, str]:
    """Return a digest of every file."""
    return {
        str(path.relative_to(house)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in house.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


def run(house: Path, *command: str) -> str:
    """Run a command, which has to succeed, and return its output."""
    done = subprocess.run(
        [sys.executable, "-m", *command], cwd=house, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def named_by_the_guide() -> set[str]:
    """Return the paths that docs/adding-a-game.md names, with this game's key in them."""
    guide = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
    found = set(re.findall(r"`((?:cogs|docs|engine|locales|render|tests)/[^` ]*)`", guide))
    assert {"engine/KEY/model.py", "engine/game.py", "tests/stranger/KEY.py"} <= found
    return {name.replace("KEY", KEY).rstrip("/") for name in found}


def test_a_new_game_passes_lint_and_contracts_and_changes_two_files_of_the_house(tmp_path: Path) -> None:
    house = house_in(tmp_path)
    before = files(house)
    listed = run(house, "tools.newgame", KEY, "--title", TITLE).partition("\n\n")[0].splitlines()
    after = files(house)
    assert after.keys() - before.keys() == OWN
    assert {name for name in before if after.get(name) != before[name]} == HOUSE
    assert set(listed) == OWN | HOUSE
    assert [name for name in named_by_the_guide() if not any(house.glob(name))] == []
    run(house, "ruff", "check", "--no-cache")
    run(house, "ruff", "format", "--check", "--no-cache")
    own = [f"tests/engine/{KEY}", "tests/cogs/text/test_text.py"]
    apart = ("-p", "no:cacheprovider", "--basetemp", str(house / "its own"))
    said = run(house, "pytest", "-n", "0", *apart, "tests/contracts", *own, "-k", WANTED)
    assert " passed" in said
    assert "skipped" not in said


WANTED = f"{KEY} or page_and_known or catalogue or same_codes or typography or has_a_sentence or never_said"


@pytest.fixture
def few(tmp_path: Path) -> Path:
    """Return a house of only the files that the tool reads and changes."""
    for name in ("engine/games.py", "docs/fairness.md", "locales/en/shared.po", "locales/fr/shared.po"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    (tmp_path / "cogs" / "delivery").mkdir(parents=True)
    return tmp_path


@pytest.mark.parametrize(
    ("key", "title", "reason"),
    [
        ("Lamp", None, "'Lamp' cannot be a key"),
        ("2lamps", None, "cannot be a key"),
        ("lamp__oil", None, "cannot be a key"),
        ("../lamp", None, "cannot be a key"),
        ("lampé", None, "cannot be a key"),
        ("go", None, "3 to 20"),
        ("l" * 21, None, "3 to 20"),
        ("import", None, "no word of Python's"),
        ("genial", None, r"genial is a game already: engine/games\.py"),
        ("genesia", None, r"genesia is a game already: engine/games\.py"),
        ("lobby", None, r"locales/en/shared\.po has codes that begin with lobby: take another key"),
        ("match", None, r"codes that begin with match"),
        ("delivery", None, r"cogs/delivery is in the way: move it elsewhere, or take another key"),
        ("lamp", 'La"mp', "a title has at most 40 letters"),
        ("lamp", "{Lamp}", "a title has at most 40 letters"),
        ("lamp", "La  mp", "a title has at most 40 letters"),
        ("lamp", 41 * "l", "a title has at most 40 letters"),
        ("lamp", None, "the skeleton could not be played: .*tests"),
    ],
)
def test_what_is_refused_leaves_nothing_behind(few: Path, key: str, title: str | None, reason: str) -> None:
    """The last case fails after all files are written: this project has no tests to play a first game."""
    before = sorted(few.rglob("*")), files(few)
    with pytest.raises(Unwritten, match=reason):
        write_game(key, title, few)
    assert (sorted(few.rglob("*")), files(few)) == before


@pytest.mark.parametrize(
    "leftover",
    [
        "cogs/lamp/old.txt",
        "engine/lamp.py",
        "locales/fr/lamp.po",
        "tests/games/lamp.py",
        "tests/records/lamp-2.txt",
    ],
)
def test_what_is_left_of_another_try_is_named_and_kept(few: Path, leftover: str) -> None:
    (few / leftover).parent.mkdir(parents=True, exist_ok=True)
    (few / leftover).write_text("mine")
    before = files(few)
    with pytest.raises(Unwritten, match="is in the way") as refused:
        write_game("lamp", None, few)
    assert str(refused.value).split(" ")[0] in leftover
    assert files(few) == before


def test_a_refusal_is_one_line_and_an_exit_code() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tools.newgame", "Genial"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("Nothing was written: 'Genial' cannot be a key.")
    assert done.stderr.count("\n") == 1
