"""The register of games: one row each, nothing loaded unasked, parts that are not there yet."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from cogs.face.registry import load_faces
from engine.games import GAMES, ROWS, import_name, row, rules_of
from harness.trial import trial_of

ROOT = Path(__file__).parents[2]


def printed(program: str) -> str:
    """Return the output of a fresh interpreter."""
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_rows_are_in_order_and_the_rules_know_their_key() -> None:
    assert list(GAMES) == [each.key for each in ROWS]
    for key, game in GAMES.items():
        assert game.key == key
        assert rules_of(key, game.rules) is game
    assert rules_of("genial", 99) is None
    with pytest.raises(KeyError):
        GAMES["chess"]


def test_nothing_of_a_game_is_loaded_before_it_is_asked_for() -> None:
    program = (
        "import sys; from engine.games import GAMES; names = {each.split('.')[1] for each in sys.modules "
        "if each.startswith('engine.') and each.count('.') > 1}; GAMES['genesis']; "
        "print(sorted(names & set(GAMES)), 'engine.genesis' in sys.modules, 'engine.genial' in sys.modules)"
    )
    assert printed(program) == "[] True False"


def test_the_bot_never_loads_the_samples_of_the_gallery() -> None:
    program = (
        "import sys, bot; found = bot.load_faces(); "
        "print(bool(found), [each for each in sys.modules if each.startswith('render.gallery')])"
    )
    assert printed(program) == "True []"


def test_a_game_without_a_cog_is_left_out_and_named_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    """Neither the package nor its FACE needs to be there when a game is registered."""
    unwritten, begun = row("chess"), row("go", cog="cogs.text.text")
    found = load_faces((ROWS[0], unwritten, begun))
    assert list(found) == [ROWS[0].key]
    said = [record.getMessage() for record in caplog.records]
    assert len(said) == 2
    for line, key, cog in zip(said, ("chess", "go"), ("cogs.chess", "cogs.text.text"), strict=True):
        assert line.startswith(f"{key} is registered in engine/games.py, but {cog} has no FACE yet")


def test_a_cog_that_cannot_be_imported_is_a_fault_that_shows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "broken_cog.py").write_text("import no_such_library\n")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ModuleNotFoundError, match="no_such_library"):
        load_faces((row("broken", cog="broken_cog"),))


def test_every_part_that_a_row_names_is_there() -> None:
    for each in ROWS:
        for name in (each.rules, f"{each.cog}:FACE", each.gallery):
            assert import_name(name) is not None
        assert trial_of(each.key).forms
        assert not each.balance or callable(import_name(each.balance))
