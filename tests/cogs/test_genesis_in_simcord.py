"""Whole matches of Genesis (Knizia) through a Discord written by strangers, for every number of seats."""

from __future__ import annotations

import pytest

from engine.games import GAMES
from engine.matches import Status
from engine.record import read, verify
from tests.cogs.simulated import Town, controls, parts, said
from tests.cogs.test_matches_in_simcord import seat_robots, tap_through

SEATED = {"2": (2, 0), "3": (2, 1), "4": (1, 3)}
"""Persons and automatic players by number of seats."""


@pytest.mark.parametrize("players", SEATED)
async def test_a_whole_match(place: Town, players: str) -> None:
    persons, robots = SEATED[players]
    await place.open(persons, "genesis", players=players, tiles="16" if players == "3" else "13")
    await seat_robots(place, robots)
    await place.start()
    calls = 0
    while controls(place.turn, "play"):
        mover, turn = place.mover(), place.turn
        calls += 1
        if calls % 3 == 0:
            panel = (await mover.click(turn, custom_id=controls(turn, "play")[0])).response
            assert panel.ephemeral
            await tap_through(mover, panel)
        else:
            offers = await mover.autocomplete(place.thread, "genesis play", "move", "")
            played = await mover.slash(place.thread, "genesis play", move=offers[0]["value"])
            assert played.response.ephemeral
        await place.settle()
    match = await place.bot.matches.get(1)
    assert match.status is Status.OVER
    verify(read(await place.bot.matches.record(1)), GAMES["genesis"])
    end = place.turn
    assert controls(end, "rematch")
    assert "**Zones**, largest first" in said(end)
    assert sum(1 for each in parts(end) if each["type"] == 12) == 2, "the board and the scoring"
    assert place.refusals() == []


async def test_the_board_of_a_match_that_is_over(place: Town) -> None:
    """`board` shows the scoring as well, to whoever asks afterwards."""
    await place.open(1, "genesis")
    await seat_robots(place, 1)
    await place.start()
    while controls(place.turn, "play"):
        offers = await place.people[0].autocomplete(place.thread, "genesis play", "move", "")
        await place.people[0].slash(place.thread, "genesis play", move=offers[0]["value"])
        await place.settle()
    shown = (await place.people[0].slash(place.thread, "genesis board")).response
    assert "**Zones**, largest first" in said(shown)
    assert sum(1 for each in parts(shown) if each["type"] == 12) == 2


async def test_there_is_no_hand(place: Town) -> None:
    await place.open(2, "genesis")
    await place.start()
    assert controls(place.turn, "hand") == []
    for user in place.users[:2]:
        assert user.dm_channel is None or user.dm_channel.history() == []
