"""Whole matches of Génial in every form the rulebook has, by typing and by tapping, in both languages."""

from __future__ import annotations

import pytest

from cogs.text import text_for
from engine.games import GAMES
from engine.record import verify
from sandbox.people import People
from tests.whole.playing import opened_table

FORMS = {
    "2": ("ada", "basile"),
    "3": ("chloe", "dan", "ada"),
    "4": ("basile", "chloe", "dan", "ada"),
    "team": ("ada", "basile", "chloe", "dan"),
    "solo": ("chloe",),
}


@pytest.mark.parametrize("taps", [False, True], ids=["typed", "tapped"])
@pytest.mark.parametrize("players", FORMS)
async def test_a_whole_match(people: People, players: str, taps: bool) -> None:
    channel = "salon" if taps else "games"
    language = "fr" if taps else "en"
    await people.speak("fr" if taps else "en-US")
    table = await opened_table(people, FORMS[players], players, channel)
    end = await table.play_out(taps)

    record = await table.record(end)
    verify(record, GAMES["genial"])

    turns = table.told[:-1]
    text = text_for(language)
    assert end.button(text.plain("over.rematch"))
    assert all(turn.button(text.plain("turn.play")) for turn in turns), "the server's language, every time"
    await table.asking()
    assert len({message.id for message in turns}) == len(turns)
    for person in table.people:
        called = sum(1 for turn in turns if table.person(turn) is person)
        pings = [message for _, message in person.pings]
        assert len(pings) == len(set(pings)) == called, "one mention a turn, and nothing else pings"
