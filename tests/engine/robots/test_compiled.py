"""Compiled cores are optional: without them, or with broken ones, all is played by plain Python."""

from __future__ import annotations

import importlib
import json
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from engine.chance import SeededChance
from engine.games import GAMES
from engine.kit.random_player import RandomPlayer
from engine.robots import array_draws, compiled
from engine.robots.estimate import Thinker
from tests.engine.robots.test_estimate import Bets, imagine

SWIFT_BUDGETS = [
    (key, level) for key in ("genial", "genesis", "familienbande") for level in ("strong", "expert")
]


@pytest.fixture(autouse=True)
def fresh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let every test look anew, into a folder of its own."""
    monkeypatch.setenv(compiled.FOLDER, str(tmp_path))
    monkeypatch.delenv("ROBOT_CORES_PLAIN", raising=False)
    monkeypatch.setattr(metadata, "version", lambda name: "1.0")
    compiled.missing.cache_clear()
    yield
    compiled.missing.cache_clear()


def write_stamp(text: str) -> None:
    (compiled.folder() / "stamp.json").write_text(text, encoding="utf-8")


def test_what_was_compiled_here_is_found() -> None:
    write_stamp(json.dumps(compiled.stamp()))
    assert compiled.missing() == ""


def test_nothing_is_compiled_yet() -> None:
    assert compiled.missing() == "not compiled yet"


@pytest.mark.parametrize("text", ["", "{", "\0"])
def test_a_broken_stamp_is_said(text: str) -> None:
    write_stamp(text)
    assert compiled.missing().startswith("what was compiled cannot be read: ")


@pytest.mark.parametrize("field", ["numba", "python", "machine", "sources"])
def test_what_was_compiled_elsewhere_is_not_used(field: str) -> None:
    write_stamp(json.dumps(compiled.stamp() | {field: "another"}))
    assert compiled.missing() == "compiled for another version or machine"


def test_a_change_of_what_all_cores_call_is_seen(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("engine.robots.array_draws", *compiled.CORES.values()):
        source = tmp_path.joinpath(*name.split(".")).with_suffix(".py")
        source.parent.mkdir(parents=True, exist_ok=True)
        source.write_text("1")
    monkeypatch.setattr(compiled, "_ROOT", tmp_path)
    before = compiled.stamp()
    (tmp_path / "engine" / "robots" / "array_draws.py").write_text("12")
    assert compiled.stamp() != before


def test_the_command_compiles_all_anew(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """`numba` looks at the file of a function alone, not at those of what it calls."""
    old = tmp_path / "genial_1" / "arrays.step.nbi"
    old.parent.mkdir()
    old.touch()
    (tmp_path / "notes").touch()
    monkeypatch.setattr(compiled, "_is_compiling", False)
    monkeypatch.setattr(compiled, "CORES", {})
    assert compiled.main() == 0
    assert not old.exists()
    assert (tmp_path / "notes").exists()


def test_cores_draw_by_one_function() -> None:
    for name in compiled.CORES.values():
        module = importlib.import_module(name)
        assert module.below is array_draws.below
    now = [0]
    array_draws.sow(now, 7)
    drawn = [array_draws.below(now, 6) for _ in range(6000)]
    assert min(drawn.count(each) for each in range(6)) > 900
    array_draws.sow(now, 7)
    assert drawn[:9] == [array_draws.below(now, 6) for _ in range(9)]


def test_a_folder_that_cannot_be_read_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv(compiled.FOLDER, str(tmp_path / "file"))
    assert compiled.missing().startswith("what was compiled cannot be read: ")


def test_without_numba_the_command_says_how_to_install_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def version(name: str) -> str:
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "version", version)
    monkeypatch.setattr(compiled, "_is_compiling", False)
    assert compiled.missing() == "numba is not installed"
    assert compiled.main() == 1
    assert "make cores" in capsys.readouterr().err


def test_numba_that_is_half_installed_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    write_stamp(json.dumps(compiled.stamp()))
    monkeypatch.setattr(compiled, "_numba", lambda: None)
    assert not compiled.is_used()
    assert compiled.array([1, 2]) == [1, 2]
    assert compiled.compiled(write_stamp) is write_stamp


def test_a_compiled_function_is_written_into_the_folder_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: dict[str, Any] = {}
    write_stamp(json.dumps(compiled.stamp()))

    def njit(**settings: Any) -> Any:
        asked.update(settings)
        return lambda function: (function,)

    monkeypatch.setattr(compiled, "_numba", lambda: SimpleNamespace(njit=njit))
    assert compiled.compiled(write_stamp) == (write_stamp,)
    assert asked == {"cache": True}


def test_a_thinker_spends_what_fits_to_its_core(monkeypatch: pytest.MonkeyPatch) -> None:
    slow, swift = Bets(), Bets()
    thinker = Thinker(slow, 20, plain=RandomPlayer(), swift=(swift, 60))
    for is_used, asked, budget in ((False, slow, 20), (True, swift, 60)):
        monkeypatch.setattr(compiled, "is_used", lambda is_used=is_used: is_used)
        assert thinker.budget == budget
        assert thinker.choose(0, [1, 9], imagine, SeededChance(b"core", 0)) == 9
        assert len(asked.played) == budget


def test_a_budget_tells_how_was_thought() -> None:
    with pytest.raises(ValueError, match="tell the two outlooks apart"):
        Thinker(Bets(), 20, plain=RandomPlayer(), swift=(Bets(), 20))


@pytest.mark.parametrize(("key", "level"), SWIFT_BUDGETS)
def test_more_is_spent_with_a_compiled_core(key: str, level: str, monkeypatch: pytest.MonkeyPatch) -> None:
    player = GAMES[key].players[level]
    monkeypatch.setattr(compiled, "is_used", lambda: False)
    plain = player.budget
    monkeypatch.setattr(compiled, "is_used", lambda: True)
    assert player.budget != plain
    if level == "expert":
        assert player.budget > 3 * plain
