"""The check of a match's robots by anybody, once it is over, through a Discord written by strangers."""

from __future__ import annotations

import pytest

from cogs.answering.controls import Control, button
from engine.games import GAMES
from engine.matches import Status
from engine.record import read
from engine.robot_check import Checked, check_robots
from tests.cogs.simulated import Town, controls, said
from tests.cogs.test_private_tables_in_simcord import begun, press


async def over(place: Town) -> None:
    """Play the private table 1 to its end: any moves."""
    ada, matches = place.people[0], place.bot.matches
    for click in range(5000, 9000):
        await place.settle()
        situation = await matches.queries.situation(1, ada.id)
        if situation.match.status is not Status.RUNNING:
            return
        if situation.seat in situation.pending:
            move = situation.moves[0]
            await matches.held_moves.submit(1, ada.id, str(move), situation.question_number, click, seen=True)


async def here(record: str) -> Checked:
    """Check in this process, which draws as the tests do; a process of its own would draw otherwise."""
    known = read(record)
    found = check_robots(known, GAMES[known.game])
    return Checked(found.checked, found.unchecked, dict(found.players))


async def test_after_a_match_anybody_lets_the_robots_be_checked(
    place: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.matches.robot_checks._checked", here)
    ada = place.people[0]
    await begun(place, "familienbande")
    running = (await ada.slash(place.square, "match show", match=1)).response
    assert "Robot Tempo – good player" in said(running)
    message = await place.old_message(button(Control(1, "fairness"), "Fairness"))
    page = (await ada.click(message, custom_id="lt:1:0:-:fairness:")).response
    assert controls(page, "robotcheck") == [], "not while it runs"
    await over(place)
    assert "Robots at this table: seat 2: Robot Tempo – good player." in said(
        (await ada.slash(place.square, "match show", match=1)).response
    )
    page = (await ada.click(message, custom_id="lt:1:0:-:fairness:")).response
    assert "Robot Tempo – good player" in said(page)
    found = await press(ada, page, controls(page, "robotcheck")[0])
    assert "all come out as they were played" in said(found)
    assert "Who moved: Robot Tempo – good player, " in said(found)
