"""``make play`` on a new machine, with a Python and an index that only pretend."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PRETENDING = """#!/bin/sh
# Like Python, as far as the Makefile knows: makes environments, whose pip fails while the network is down.
here=$(pwd)
echo "$*" >> "$here/called"
case "$*" in
  "-m venv "*) mkdir -p "$3/bin"; cp "$0" "$3/bin/python"; test ! -e "$here/no-venv" ;;
  "-m pip install "*pip==*) test ! -e "$here/no-network" && touch "$here/.venv/new-pip" ;;
  "-m pip install "*--group*) test ! -e "$here/no-network" && test -e "$here/.venv/new-pip" ;;
esac
"""

pytestmark = pytest.mark.skipif(shutil.which("make") is None, reason="there is no make here")


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A checkout, as far as the Makefile knows."""
    for name in ("Makefile", "pyproject.toml", "constraints.txt"):
        shutil.copy(ROOT / name, tmp_path / name)
    pretending = tmp_path / "path" / "python3"
    pretending.parent.mkdir()
    pretending.write_text(PRETENDING)
    pretending.chmod(0o755)
    return tmp_path


def make(copy: Path, target: str) -> subprocess.CompletedProcess[str]:
    environment = {"PATH": f"{copy / 'path'}:{os.defpath}", "HOME": str(copy)}
    return subprocess.run(
        ["make", target], cwd=copy, env=environment, capture_output=True, text=True, check=False
    )


def called(copy: Path) -> list[str]:
    """Return the requests to the pretended Pythons since the last time."""
    lines = (copy / "called").read_text().splitlines()
    (copy / "called").write_text("")
    return [line.partition(" --quiet")[0] for line in lines if not line.startswith("-c ")]


def test_it_installs_once_and_plays(copy: Path) -> None:
    assert make(copy, "play").returncode == 0
    assert called(copy) == ["-m venv .venv", "-m pip install", "-m pip install", "bot.py"]
    assert make(copy, "play").returncode == 0
    assert called(copy) == ["bot.py"]


@pytest.mark.parametrize("trouble", ["no-network", "no-venv"])
def test_what_was_interrupted_is_made_again(copy: Path, trouble: str) -> None:
    (copy / trouble).touch()
    for _ in range(2):
        failed = make(copy, "play")
        assert failed.returncode != 0
        assert "try again" in failed.stdout or "apt install" in failed.stdout
        assert "bot.py" not in called(copy)
    (copy / trouble).unlink()
    assert make(copy, "play").returncode == 0
    assert called(copy)[-1] == "bot.py"


def test_an_interruption_later_on_is_made_good(copy: Path) -> None:
    """The second installation fails: the environment stands, and what goes into it is tried again."""
    assert make(copy, ".venv/made").returncode == 0
    (copy / "no-network").touch()
    assert make(copy, "play").returncode != 0
    (copy / "no-network").unlink()
    called(copy)
    assert make(copy, "play").returncode == 0
    assert called(copy) == ["-m pip install", "bot.py"]
