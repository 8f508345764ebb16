"""Somebody takes a turn back: the command, the button, what the others are asked, what all see then."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest

from tests.cogs.simulated import Town, controls, said


def told(place: Town, words: str) -> list[Any]:
    return [each for each in place.thread.history() if words in said(each)]


def now(place: Town, message: Any) -> Any:
    """The message as it is now."""
    return next(each for each in place.thread.history() if each.id == message.id)


def asked(place: Town) -> Any:
    """The newest message that asks somebody to play."""
    return next(each for each in reversed(place.thread.history()) if controls(each, "play"))


async def play(place: Town, person: Any) -> Any:
    """The first suggestion is played; the private answer, and all is said."""
    offers = await person.autocomplete(place.thread, "genial play", "move", "")
    answer = (await person.slash(place.thread, "genial play", move=offers[0]["value"])).response
    await place.settle()
    return answer


async def slash(place: Town, person: Any, command: str) -> Any:
    answer = (await person.slash(place.thread, command)).response
    await place.settle()
    return answer


async def click(place: Town, person: Any, message: Any, verb: str) -> Any:
    """Press what is there, or was there, with that verb."""
    answer = (await person.click(message, custom_id=verb)).response
    await place.settle()
    return answer


async def moved(place: Town) -> tuple[Any, Any, Any]:
    """Make a first move; return its person, the one who is called then, and the private answer."""
    await place.open(2)
    await place.start()
    mover = place.mover()
    other = next(each for each in place.people[:2] if each is not mover)
    answer = await play(place, mover)
    assert place.mover() is other
    return mover, other, answer


async def test_the_other_agrees(place: Town) -> None:
    mover, other, answer = await moved(place)
    before = place.turn
    (back,) = controls(answer, "undo")
    asking = await click(place, mover, answer, back)
    assert "You would like to take back your latest turn." in said(asking)
    (wish,) = told(place, "would like to take back the latest turn.")
    assert not re.search(r"<@\d+>", said(wish)), "nobody is called to that"
    await click(place, place.people[2], wish, controls(wish, "agree")[0])
    await click(place, mover, wish, controls(wish, "agree")[0])
    assert f"<@{other.id}>" in said(asked(place))
    agreed = await click(place, other, wish, controls(wish, "agree")[0])
    assert "Noted: the turn has been taken back." in said(agreed)
    assert place.mover() is mover
    assert f"<@{mover.id}> **Génial #1**: your turn" in said(place.turn)
    assert "took back the latest turn; " in said(place.turn)
    assert place.turn.id != before.id
    assert controls(now(place, wish), "agree") == []
    assert controls(now(place, before), "play") == []
    log = await slash(place, mover, "match log")
    assert "~~" in said(log)
    late = await click(place, mover, answer, back)
    assert "More has happened since." in said(late)


async def test_the_other_declines(place: Town) -> None:
    mover, other, _ = await moved(place)
    await slash(place, mover, "match undo")
    (wish,) = told(place, "would like to take back the latest turn.")
    await click(place, other, wish, controls(wish, "keepturn")[0])
    assert told(place, "would rather not: the match goes on as it stands.")
    assert controls(now(place, wish), "agree") == []
    assert f"<@{other.id}>" in said(asked(place))
    again = await slash(place, mover, "match undo")
    assert "You have asked for that already, and not all agreed: this turn stands." in said(again)
    assert len(told(place, "would like to take back the latest turn.")) == 1, "nobody is asked again"


async def test_the_panel_asks_as_well(place: Town) -> None:
    mover, other, _ = await moved(place)
    turn = place.turn
    before = await click(place, other, turn, controls(turn, "play")[0])
    assert controls(before, "agree") == []
    await slash(place, mover, "match undo")
    panel = await click(place, other, turn, controls(turn, "play")[0])
    assert "would like to take back the latest turn." in said(panel)
    await click(place, other, panel, controls(panel, "agree")[0])
    assert f"<@{mover.id}>" in said(asked(place))
    panel = await click(place, mover, asked(place), controls(asked(place), "play")[0])
    assert controls(panel, "agree") == []


async def test_playing_on_declines(place: Town) -> None:
    mover, other, _ = await moved(place)
    await slash(place, mover, "match undo")
    (wish,) = told(place, "would like to take back the latest turn.")
    assert "still has to agree, until" in said(wish)
    await play(place, other)
    assert controls(now(place, wish), "agree") == []
    assert said(now(place, wish)).endswith("would like to take back the latest turn."), "nobody has to agree"
    assert place.mover() is mover


@pytest.mark.parametrize(
    ("language", "wished", "lacking"),
    [
        ("en", "would like to take back the latest turn.", "still has to agree, until"),
        ("fr", "aimerait reprendre son dernier tour.", "doit encore donner son accord, jusqu’au"),
    ],
)
async def test_after_a_day_nobody_is_asked_any_more(
    place: Town, language: str, wished: str, lacking: str
) -> None:
    """Nobody has said no: it may be asked for again."""
    await place.open(2, language=language)
    await place.start()
    mover = place.mover()
    await play(place, mover)
    await slash(place, mover, "match undo")
    (wish,) = told(place, wished)
    assert lacking in said(wish)
    await place.live(timedelta(hours=23))
    assert controls(now(place, wish), "agree")
    await place.live(timedelta(hours=2))
    assert controls(now(place, wish), "agree") == []
    assert said(now(place, wish)).endswith(wished)
    again = await slash(place, mover, "match undo")
    assert "You would like to take back your latest turn." in said(again)
    assert len(told(place, wished)) == 2


async def test_against_a_robot_it_is_done_at_once(place: Town) -> None:
    await place.open(1)
    await place.seat_robots(1)
    await place.start()
    await place.settle()
    mover = place.mover()
    await play(place, mover)
    done = await slash(place, mover, "match undo")
    assert "It has been taken back." in said(done)
    await place.settle()
    assert "took back the latest turn." in said(place.turn)
    assert place.mover() is mover


async def test_a_table_where_chance_stays(place: Town) -> None:
    await place.open(2, undo="chance")
    assert "What was drawn or revealed is never taken back." in said(place.lobby)
    await place.start()
    mover = place.mover()
    answer = await play(place, mover)
    assert controls(answer, "undo") == [], "tiles were drawn"
    refused = await slash(place, mover, "match undo")
    assert "This table was opened so that this is never taken back." in said(refused)
