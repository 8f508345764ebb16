"""Delays before the house answers for somebody: about the time that people at that table take.

Anybody who watches may compare. So the delay is drawn from the times that the same person has taken so far,
or if few of these are known, those of the whole table. It runs while that person is awake, and it is smeared:
no two are equal.
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

__all__ = [
    "ENOUGH_ANSWERS",
    "PROMPT",
    "answer_at",
    "answer_durations",
    "apparent_age",
    "planned_answer_at",
    "prompt_answer_at",
]

ENOUGH_ANSWERS = 8
"""Number of answers from which a person's own times are used."""
PROMPT = timedelta(minutes=1)
"""Time within which a move that was named beforehand is made."""
_SMEAR_SHARE = 0.25
"""Share by which a drawn time becomes longer or shorter at most."""
_FRACTION_STEPS = 1 << 30
"""Number of different fractions that can be drawn."""


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
    """Return the instant at which the house answers the question that the last of the entries asks a seat's
    person.

    It is at once if nobody else is there to see it. Otherwise it is as if the person had tapped, and the tap
    was held for `held`. `short`: a clock ends the question, so long times need no bound of their own. The
    time is no part of the match: it is drawn from the operating system.
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


def prompt_answer_at(limits: Limits, calendars: Mapping[int, Calendar], since: datetime) -> datetime:
    """Return the instant at which the house makes a move that was named beforehand (`Defaults.soon`).

    It leaves its person the time to change it, and no longer than a minute goes by. With nobody else to see
    it, it is at once.
    """
    if len(calendars) < 2 or not limits.order:
        return since
    return since + _draw_within(min(PROMPT, limits.order), SeededChance(new_seed(), 0))


def planned_answer_at(limits: Limits, calendar: Calendar, since: datetime, held: timedelta) -> datetime:
    """Return the instant at which a planned move is played whose question was asked at `since`.

    Its person is awake then. Its apparent tap lies `held` before that instant, but still some time after the
    question, however long an operator lets moves be held.
    """
    wait = _draw_within(max(limits.plan - held, limits.plan / 5), SeededChance(new_seed(), 0)) + held
    return calendar.waking(since, since + wait + timedelta(days=3)).add(since, wait)


def apparent_age(held: timedelta) -> timedelta:
    """Return the time since the apparent tap of a move that its person makes count at once instead of holding
    it.
    """
    return _draw_within(held, SeededChance(new_seed(), 0))


def _draw_within(most: timedelta, chance: Chance) -> timedelta:
    """Return a random time from a tenth of `most` to `most`."""
    return most / 10 + (most - most / 10) * _fraction(chance)


def _fraction(chance: Chance) -> float:
    """Return a random number from 0 to 1. People do not answer in whole seconds."""
    return chance.below(_FRACTION_STEPS) / _FRACTION_STEPS


def _table_durations(
    stored: StoredMatch,
    fold: Fold,
    entries: Sequence[Entry],
    seat: Seat,
    calendars: Mapping[int, Calendar],
) -> list[timedelta]:
    """Return the times that the seat's person took to answer; if they are too few, those of everybody at the
    table.
    """
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
    """Return the waking times from each call of that seat to the first answer by one of these people.

    Answers by the house or a robot do not count.
    """
    times: list[timedelta] = []
    for called, answered in fold.seats[seat].answered_calls:
        by = entries[answered].by
        if by is not None and by in calendars:
            since, until = entries[called].at, entries[answered].at
            times.append(calendars[by].waking(since, until).elapsed_time(since, until))
    return times
