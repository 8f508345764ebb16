"""The check of an ended match's robots, in a process of its own."""

from __future__ import annotations

import asyncio

import pytest

from engine.game import Refusal
from engine.games import GAMES
from engine.matches.robot_checks import RobotChecks
from tests.engine.matches.test_matches import ANN, Table


async def record_of_a_match(table: Table) -> str:
    """Play a private table of Familienbande to its end: any moves."""
    matches, game = table.matches, GAMES["familienbande"]
    opened = await matches.lobbies.open_private(
        game.key, game.Options(), 2, ANN, "Ann", "en", table.click, "steady"
    )
    await table.finished(opened.id)
    return await matches.queries.record(opened.id)


async def test_every_move_is_chosen_again_in_a_process_of_its_own(table: Table) -> None:
    record = await record_of_a_match(table)
    found = await RobotChecks(table.matches.queries.record).check(1)
    assert (found.wrong, found.unchecked, found.players.keys()) == (None, 0, {"steady"})
    # A move of several steps is one choice.
    assert 5 < found.checked <= record.count("[steady/")
    assert found.players["steady"] == found.checked


async def test_a_match_that_runs_is_not_checked(table: Table) -> None:
    game = GAMES["familienbande"]
    await table.matches.lobbies.open_private(
        game.key, game.Options(), 2, ANN, "Ann", "en", table.click, "steady"
    )
    with pytest.raises(Refusal, match="not_over"):
        await table.matches.robot_checks.check(1)


async def test_a_move_that_comes_out_otherwise_is_told(table: Table) -> None:
    lines = (await record_of_a_match(table)).splitlines()
    made = [number for number, line in enumerate(lines) if "[steady/" in line]
    at = lines[made[3]]
    lines[made[3]] = at.replace("@", "@1", 1)

    async def bent(match: int) -> str:
        return "\n".join([*lines, ""])

    assert (await RobotChecks(bent).check(1)).wrong is not None


@pytest.mark.parametrize("given", ["", "nonsense\n", "\0" * 100])
async def test_what_is_no_record_is_said_kindly(given: str) -> None:
    async def record(match: int) -> str:
        return given

    with pytest.raises(Refusal, match="check_failed"):
        await RobotChecks(record).check(1)


async def test_a_check_that_cannot_begin_is_said_kindly(monkeypatch: pytest.MonkeyPatch) -> None:
    async def fails(*command: object, **rest: object) -> None:
        raise OSError("no more processes")

    async def record(match: int) -> str:
        return ""

    monkeypatch.setattr(asyncio, "create_subprocess_exec", fails)
    with pytest.raises(Refusal, match="check_failed"):
        await RobotChecks(record).check(1)
