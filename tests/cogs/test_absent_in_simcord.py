"""Somebody vanishes from a table with a clock, and comes back: what all see, what the person gets."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest

from tests.cogs.simulated import Calendar, Town, controls, said

DAY = timedelta(days=1)


async def test_vanished_and_back(place: Town, calendar: Calendar) -> None:
    await place.open(2, pace="day")
    assert "Clock: 3 days in hand, and each turn gives back 1 day." in said(place.lobby)
    await place.start()
    gone = place.mover()
    other = next(each for each in place.people[:2] if each is not gone)
    assert f"<@{gone.id}> **Génial #1**: your turn – " in said(place.turn)
    shown = re.search(r"Time runs out <t:(\d+):R>", said(place.turn))
    assert shown is not None
    assert int(shown[1]) == pytest.approx((calendar() + 3 * DAY).timestamp(), abs=60)

    await place.live(2.5 * DAY)
    assert len(place.got(gone, "is waiting for you, until <t:")) == 1
    await place.live(0.6 * DAY)
    (grace,) = place.told("has one more day, until <t:")
    assert len(place.got(gone, "so you have one more day")) == 1
    assert controls(grace, "wait")
    await place.live(1.1 * DAY)
    assert len(place.told("A robot has played for")) == 1
    (robot,) = place.got(gone, "A robot has played")
    assert f"Robot for {gone.name} placed **" in said(robot), "in words, not in notation"
    assert place.told(f"<@{other.id}> **Génial #1**: your turn"), "the table goes on"
    assert place.told(f"The seat of {gone.name} is open"), "at once, as its person has never played"

    user = next(each for each in place.users if each.id == gone.id)
    await user.click(robot, custom_id=controls(robot, "back")[0])
    await place.settle()
    assert len(place.told(f"**Génial #1** · {gone.name} is back.")) == 1
    situation = await place.bot.matches.queries.situation(1, None)
    assert not any(time.is_absent for time in situation.times)
    assert place.refusals() == []


async def test_a_free_seat_is_taken(place: Town, calendar: Calendar) -> None:
    """Somebody else asks for the seat after three turns of the robot, and sits down a day later."""
    await place.open(2, pace="1d 1d")
    await place.start()
    gone = place.mover()
    other = next(each for each in place.people[:2] if each is not gone)
    await place.live(2.1 * DAY)
    (opened,) = place.told(f"The seat of {gone.name} is open")
    dora = place.people[3]
    refused = (await other.click(opened, custom_id=controls(opened, "sit")[0])).response
    assert refused.ephemeral
    answer = (await dora.click(opened, custom_id=controls(opened, "sit")[0])).response
    assert "Match 1: you sit down <t:" in said(answer)
    await place.settle()
    (asked,) = place.told(f"{dora.name} would like to play on for {gone.name}")
    assert controls(asked, "object")
    await place.live(1.1 * DAY)
    assert len(place.told(f"{dora.name} has taken the free seat and plays on from here.")) == 1
    match = await place.bot.matches.loader.get(1)
    assert dora.id in match.persons
    assert gone.id not in match.persons


async def test_every_notice_of_absence_can_be_said(place: Town) -> None:
    """A kind that the announcer does not know would be set aside."""
    known = place.bot.courier._announcer.kinds  # pyright: ignore[reportPrivateUsage]
    table = {"grace", "steward", "back", "open", "asked", "objected", "substitute", "leave", "time"}
    for kind in table | {"pause", "asleep", "deserted", "woken", "host", "stays", "withdrawn", "away"}:
        assert known.has(kind, None), kind
    private = ("reminder", "grace", "steward", "away", "back", "stays", "open", "asked", "objected")
    for kind in (*private, "withdrawn", "substitute", "replaced", "asleep", "deserted"):
        assert known.has(kind, 1), kind


@pytest.mark.parametrize("how", ["button", "command", "next"])
async def test_who_opens_the_panel_is_not_reminded(place: Town, calendar: Calendar, how: str) -> None:
    await place.open(2, pace="day")
    await place.start()
    gone = place.mover()
    calendar.ahead += DAY
    if how == "button":
        await gone.click(place.turn, custom_id=controls(place.turn, "play")[0])
    elif how == "command":
        await gone.slash(place.square, "genial play")
    else:
        answer = (await gone.slash(place.square, "turns")).response
        await gone.click(answer, custom_id=controls(answer, "panel")[0])
    assert place.refusals() == []
    await place.live(1.9 * DAY)
    assert place.got(gone, "is waiting for you") == []


async def test_the_panel_in_the_last_half_hour_gives_another(place: Town, calendar: Calendar) -> None:
    await place.open(2, pace="day")
    await place.start()
    gone = place.mover()
    shown = re.search(r"Time runs out <t:(\d+):R>", said(place.turn))
    assert shown is not None
    calendar.ahead += 3 * DAY - timedelta(minutes=20)
    await gone.slash(place.square, "genial play")
    await place.settle()
    later = int(shown[1]) + 30 * 60
    assert place.told(f"Time runs out <t:{later}:R>")


async def test_a_pause_with_twelve_dates_is_one_message(place: Town, calendar: Calendar) -> None:
    """Each date that somebody proposes changes the message; so does the agreement."""
    await place.open(2, pace="day")
    await place.start()
    ada, basile = place.people[:2]
    first = calendar().date() + 2 * DAY
    for days in range(12):
        await ada.slash(place.square, "match pause", until=str(first + days * DAY), match=1)
        await place.settle()
    (asked,) = place.told("would like all clocks to stand still")
    (agree,) = controls(asked, "pause")
    await basile.click(asked, custom_id=agree)
    await place.settle()
    assert place.told("would like all clocks to stand still") == []
    (begun,) = place.told("All clocks stand still until")
    assert begun.id == asked.id
    assert ":pause:0~" in controls(begun, "pause")[0], "all may agree that it ends"
    assert place.refusals() == []
