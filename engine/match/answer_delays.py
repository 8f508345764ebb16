"""How long the house waits before it answers for somebody: as long as people at that table take.

Whoever watches may compare. So the time is drawn from how long the same person has taken so far, or where
that is little known, the others; it runs while that person is awake, and is smeared: none comes twice.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from engine.chance import Chance, SeededChance, new_seed
from engine.game import Seat
from engine.match.changes import StoredMatch
from engine.match.clock import Calendar
from engine.match.fold import Fold
from engine.match.limits import Limits
from engine.match.values import Entry

__all__ = ["ENOUGH_ANSWERS", "answer_at", "answer_durations", "apparent_age", "planned_answer_at"]

ENOUGH_ANSWERS = 8
"""From so many answers on it is known how long they take."""
_SMEAR_SHARE = 0.25
"""A time drawn becomes longer or shorter by at most this part of it."""
_FRACTION_STEPS = 1 << 30


def answer_at(
    limits: Limits,
    stored: StoredMatch,
    fold: Fold,
    entries: Sequence[Entry],
    seat: Seat,
    calendars: Mapping[int, Calendar],
    held: timedelta,
    *,
    short: bool,
) -> datetime:
    """When the house answers what the last of the entries asks of a seat's person.

    At once where there is nobody else to see it. Else as if the person had tapped it: `held` later than that.
    `short`: a clock ends the question, so that long times need no bound of their own. The time is no part of
    the match: it is drawn from the operating system.
    """
    since, person = entries[-1].at, stored.occupants[seat].person
    if person is None or len(calendars) < 2 or not limits.order:
        return since
    chance = SeededChance(new_seed(), 0)
    times = _table_durations(stored, fold, entries, seat, calendars)
    if not short:
        times = [each for each in times if each <= limits.reaction]
    if len(times) < ENOUGH_ANSWERS:
        wait = _draw_within(limits.order, chance)
    else:
        wait = chance.choice(times) * (1 + _SMEAR_SHARE * (2 * _fraction(chance) - 1))
    calendar = calendars[person]
    return calendar.waking(since, since + 3 * wait + timedelta(days=3)).add(since, wait) + held


def planned_answer_at(limits: Limits, calendar: Calendar, since: datetime, held: timedelta) -> datetime:
    """When a planned move is played whose question was asked then: while its person is awake.

    It is tapped `held` before, in appearance: not before the question, therefore, nor just with it, however
    long a host lets moves be held.
    """
    wait = _draw_within(max(limits.plan - held, limits.plan / 5), SeededChance(new_seed(), 0)) + held
    return calendar.waking(since, since + wait + timedelta(days=3)).add(since, wait)


def apparent_age(held: timedelta) -> timedelta:
    """How long ago somebody has tapped, in appearance, who lets count at once what would be held so long."""
    return _draw_within(held, SeededChance(new_seed(), 0))


def _draw_within(most: timedelta, chance: Chance) -> timedelta:
    """Not before a tenth of the time."""
    return most / 10 + (most - most / 10) * _fraction(chance)


def _fraction(chance: Chance) -> float:
    """From 0 to 1. People do not answer in whole seconds."""
    return chance.below(_FRACTION_STEPS) / _FRACTION_STEPS


def _table_durations(
    stored: StoredMatch,
    fold: Fold,
    entries: Sequence[Entry],
    seat: Seat,
    calendars: Mapping[int, Calendar],
) -> list[timedelta]:
    """How long the seat's person took to answer; where that is too little, everybody at the table."""
    own = answer_durations(fold, entries, seat, calendars)
    if len(own) >= ENOUGH_ANSWERS:
        return own
    return [
        each
        for other in range(stored.size)
        for each in answer_durations(fold, entries, Seat(other), calendars)
    ]


def answer_durations(
    fold: Fold, entries: Sequence[Entry], seat: Seat, calendars: Mapping[int, Calendar]
) -> list[timedelta]:
    """How long the people in that seat have taken from a call to their first answer, while awake.

    What the house or a robot has answered does not count.
    """
    times: list[timedelta] = []
    for called, answered in fold.seats[seat].answered_calls:
        by = entries[answered].by
        if by is not None and by in calendars:
            since, until = entries[called].at, entries[answered].at
            times.append(calendars[by].waking(since, until).elapsed(since, until))
    return times
