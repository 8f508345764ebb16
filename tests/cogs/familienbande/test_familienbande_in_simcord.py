"""Whole matches of Familienbande through a Discord written by strangers."""

from __future__ import annotations

from typing import Any

from engine.games import GAMES
from engine.matches import Status
from engine.record import read, verify
from tests.cogs.simulated import Town, controls, parts, said


async def opened(place: Town, persons: int, robots: int = 0) -> None:
    await place.open(persons, "familienbande", players=str(persons + robots))
    await place.seat_robots(robots)
    await place.start()


async def answered(person: Any, panel: Any) -> Any:
    """Take the first thing offered, from a panel to the move and on, until it is another one's turn."""
    while True:
        if picks := controls(panel, "pick"):
            menu = next(each for each in parts(panel) if each.get("custom_id") == picks[0])
            value = menu["options"][0]["value"]
            panel = (await person.select(panel.message, [value], custom_id=picks[0])).response
            continue
        steps = [*controls(panel, "menu"), *controls(panel, "go")]
        first = next((each["custom_id"] for each in parts(panel) if each.get("custom_id") in steps), None)
        if first is None:
            return panel
        panel = (await person.click(panel.message, custom_id=first)).response


async def test_a_whole_match(place: Town) -> None:
    await opened(place, persons=2, robots=1)
    calls = 0
    while controls(place.turn, "play"):
        mover, turn = place.mover(), place.turn
        assert said(turn).count("<@") == 1
        calls += 1
        if calls % 2:
            panel = (await mover.click(turn, custom_id=controls(turn, "play")[0])).response
        else:
            offers = await mover.autocomplete(place.thread, "familienbande play", "move", "")
            panel = (await mover.slash(place.thread, "familienbande play", move=offers[0]["value"])).response
        assert panel.ephemeral
        await answered(mover, panel)
        await place.settle()
    assert (await place.bot.matches.loader.get(1)).status is Status.OVER
    end = place.turn
    assert " family" not in said(end), "the card shows them"
    closer = (await place.people[0].click(end, custom_id=controls(end, "detail")[0])).response
    assert said(closer).count(" family") == 3
    verify(read(await place.bot.matches.queries.record(1)), GAMES["familienbande"])
    assert place.refusals() == []


async def test_everybody_passes_to_the_end(place: Town) -> None:
    """Hands of any size are shown and chosen from; a full round of passes with nothing to draw ends it."""
    await opened(place, persons=2)
    largest = 0
    while controls(place.turn, "play"):
        mover, turn = place.mover(), place.turn
        panel = (await mover.click(turn, custom_id=controls(turn, "play")[0])).response
        view = (await place.bot.matches.queries.situation(1, mover.id)).view
        largest = max(largest, len(view.hand))
        assert 0 < len(controls(panel, "menu")) <= 25
        await mover.slash(place.thread, "familienbande play", move="pass")
        await place.settle()
    assert largest > 20
    assert "nothing left to draw" in said(place.turn)
    assert (await place.bot.matches.loader.get(1)).status is Status.OVER
    assert place.refusals() == []
