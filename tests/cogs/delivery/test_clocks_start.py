"""A seat that is asked has a running clock, or hears of its call later: no game loses a call."""

from __future__ import annotations

from datetime import timedelta
from itertools import count
from typing import Any

import pytest

from engine.match.values import Status
from engine.matches.play.thinking import choose
from engine.robots.choosing import Position
from tests.cogs.delivery.test_quiet_hours import asleep_at_a_call, others, rung, since, sleeps
from tests.cogs.simulated import Town

HOUR = timedelta(hours=1)
DAY = timedelta(days=1)


async def unstarted(place: Town, match: int) -> list[int]:
    """The seats that are asked, whose clocks do not run, and of which nothing is to be said."""
    matches = place.bot.matches
    situation = await matches.queries.situation(match, None)
    if situation.match.status is not Status.RUNNING or situation.match.is_asleep:
        return []
    to_say = {
        each.seat for each in await matches.outbox.notices((match,)) if each.kind in ("turn", "summary")
    }
    return [
        seat
        for seat in situation.pending
        if situation.times[seat].expected is not None and seat not in to_say
    ]


clicks = count(10**6)


async def some_move(place: Town, match: int, person: Any) -> tuple[str, int | None]:
    """A move that the person may make, and the question that it answers."""
    situation = await place.bot.matches.queries.situation(match, person.id)
    _, log = await place.bot.matches.loader.load_started(match)
    assert situation.seat is not None
    position = Position(log.game, log.fold.state, situation.seat, log.fold.counted, log.key)
    return (
        choose(position.question(), "steady", match) or position.any_move()
    ).text, situation.question_number


async def plays(place: Town, match: int, person: Any) -> None:
    """The person makes some move."""
    text, question = await some_move(place, match, person)
    await place.bot.matches.moves.play(match, person.id, text, question, next(clicks))
    await place.settle()


@pytest.mark.parametrize("game", ["genial", "genesis", "genesis-life", "familienbande", "genesia"])
async def test_whoever_is_asked_has_a_clock(place: Town, game: str) -> None:
    await place.open(2, game=game, pace="day")
    await place.start()
    for _ in range(60):
        assert await unstarted(place, 1) == []
        assert await place.bot.matches.upkeep.reconcile() == 0, "nothing is to be rescued"
        situation = await place.bot.matches.queries.situation(1, None)
        asked = [situation.match.occupants[seat].person for seat in situation.pending]
        people = [each for each in place.people[:2] if each.id in asked]
        if not people:
            break
        # The one who was asked first answers last, as often as not.
        await plays(place, 1, people[-1 if situation.call_number and situation.call_number % 2 else 0])
    assert place.refusals() == []


async def muted(place: Town, person: Any) -> None:
    await place.bot.matches.hours.mute(person.id, 1)


async def test_what_was_muted_before_it_rang_has_a_clock(place: Town) -> None:
    mover = await asleep_at_a_call(place)
    await muted(place, mover)
    await place.live(4 * HOUR)
    assert await since(place, 1, mover) is None, "not before it would have rung"
    await place.live(2 * HOUR)
    assert rung(place, mover) == []
    due = await since(place, 1, mover)
    assert due is not None
    assert abs((due - place.calendar()) - 3 * DAY) < 3 * HOUR
    await place.live(due - place.calendar() + HOUR, HOUR)
    assert [one.grace for one in (await place.bot.matches.queries.situation(1, mover.id)).times].count(
        True
    ) == 1


async def test_a_muted_call_at_night_counts_from_the_morning(place: Town) -> None:
    await place.open(2, pace="day")
    await place.start()
    mover = place.mover()
    other = others(place, mover)
    await muted(place, other)
    await sleeps(place, other)
    while not await place.bot.matches.queries.waiting_for(other.id):
        await plays(place, 1, mover)
    assert await since(place, 1, other) is None
    await place.live(6 * HOUR)
    assert await since(place, 1, other) is not None
    assert rung(place, other) == []


async def test_one_message_names_no_muted_match_and_starts_its_clock(place: Town) -> None:
    for person in place.people[:2]:
        await sleeps(place, person)
    for _ in range(4):
        await place.open(2, pace="day")
        await place.start()
    matches = place.bot.matches
    waits = {person: sorted(await matches.queries.waiting_for(person.id)) for person in place.people[:2]}
    person, waiting = max(waits.items(), key=lambda each: len(each[1]))
    for match in waiting[:-1]:
        await matches.hours.mute(person.id, match)
    await place.live(6 * HOUR)
    for match in waiting:
        assert await since(place, match, person) is not None
    told = rung(place, person)
    assert len(told) == min(1, len(waiting))
    assert all(f"Génial #{match}" not in told[0] for match in waiting[:-1])


async def test_a_plan_that_comes_to_nothing_in_the_morning_leaves_a_clock(place: Town) -> None:
    """A move on hold as the night ends is no answer yet: it may be dropped."""
    mover = await asleep_at_a_call(place)
    matches = place.bot.matches
    await matches.hours.set_hold(mover.id, 30 * 86_400)
    while (held := (await matches.queries.situation(1, mover.id)).held) is None:
        await matches.held_moves.submit(1, mover.id, *await some_move(place, 1, mover), next(clicks))
    await place.live(5.2 * HOUR, HOUR / 5)
    await matches.held_moves.drop(1, mover.id, held.question)
    await place.live(HOUR)
    assert await unstarted(place, 1) == []
    assert await since(place, 1, mover) is not None


async def test_who_was_not_told_before_a_match_fell_asleep_is_told_as_it_wakes(place: Town) -> None:
    """Announced leave holds a call back for as long as the match takes to fall asleep."""
    matches = place.bot.matches
    today = place.calendar().date()
    for click, person in enumerate(place.people[:2], 1):
        await matches.hours.set_habits(person.id, zone="UTC", quiet=None)
        await matches.hours.take_leave(person.id, today, today + 13 * DAY, click)
    await place.open(2, pace="day")
    await place.start()
    mover = place.mover()
    place.calendar.ahead += 32 * DAY
    assert await matches.upkeep.rest() == 1
    await place.settle()
    assert await since(place, 1, mover) is None
    await matches.presence.wake(1, others(place, mover).id, next(clicks))
    await place.settle()
    assert await unstarted(place, 1) == []
    assert await matches.upkeep.reconcile() == 0
    await place.live(DAY)
    assert await since(place, 1, mover) is not None


async def test_a_zone_that_is_changed_at_night_brings_nothing_nearer(place: Town) -> None:
    mover = await asleep_at_a_call(place)
    matches = place.bot.matches
    (seat,) = (await matches.queries.situation(1, None)).pending
    expected = (await matches.queries.situation(1, None)).times[seat].expected
    await matches.hours.set_habits(mover.id, zone="UTC", quiet=None)
    again = (await matches.queries.situation(1, None)).times[seat].expected
    assert expected is not None
    assert again is not None
    assert again >= expected - timedelta(seconds=1)
    await place.live(6 * HOUR)
    due = await since(place, 1, mover)
    assert due >= expected
