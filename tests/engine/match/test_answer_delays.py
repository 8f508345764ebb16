"""The delays of the house's answers: nobody can tell its answers from that person's."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import pytest

from engine.chance import SeededChance
from engine.game import Seat
from engine.genesia.model import GenesiaOptions
from engine.genesia.rules import GENESIA
from engine.match.answer_delays import (
    ENOUGH_ANSWERS,
    PROMPT,
    answer_at,
    answer_durations,
    planned_answer_at,
    prompt_answer_at,
)
from engine.match.changes import StoredMatch
from engine.match.clock import Calendar, Habits
from engine.match.fold import Fold, SeatQuestion, start_fold
from engine.match.limits import Limits
from engine.match.values import Entry, Occupant, Status, Venue

START = datetime(2026, 3, 2, 12, tzinfo=UTC)
ANN, BOB = 1, 2
PARIS = Calendar(Habits("Europe/Paris"))
EVER = Calendar()
"""The calendar of somebody who never sleeps."""
ASSAULTS = 1000
TABLES = 100
"""Compared with and without a card that could answer."""


def human(picks: random.Random, median: float) -> timedelta:
    """Return the time a person takes: mostly about so many minutes, now and then hours."""
    return timedelta(minutes=min(1000.0, picks.lognormvariate(0, 1.2) * median))


class Sitting:
    """A match in which Ann and Bob have answered before, each call at a time of the day of its own."""

    def __init__(
        self, seed: int, medians: tuple[float, float], calendar: Calendar, answers: int = 40
    ) -> None:
        self.picks = random.Random(seed)
        self.calendars = {ANN: calendar, BOB: calendar}
        self.medians = medians
        self.entries: list[Entry] = [self._entry(0, START, None, None)]
        asked: list[list[tuple[int, int]]] = [[], []]
        for number in range(2 * answers):
            seat = number % 2
            called = self.call()
            after = self.answer(Seat(seat))
            self._log(after, Seat(seat), (ANN, BOB)[seat])
            asked[seat].append((called, len(self.entries) - 1))
        fold, _ = start_fold(GENESIA, GenesiaOptions(), 2, SeededChance(b"pauses", 0))
        seats = tuple(
            own._replace(answered_calls=tuple(each)) for own, each in zip(fold.seats, asked, strict=True)
        )
        self.fold = Fold(fold.state, fold.pending, seats, fold.call_number)
        self.stored = StoredMatch(
            id=1,
            game="genesia",
            rules=1,
            size=2,
            status=Status.RUNNING,
            host=ANN,
            venue=Venue(0, 0, "en"),
            occupants=(Occupant(ANN), Occupant(BOB)),
            options="{}",
            seed=b"",
            entries=len(self.entries),
            opened_at=START,
            agreed=frozenset(),
            rematch_of=None,
        )

    def _entry(self, number: int, at: datetime, seat: Seat | None, by: int | None) -> Entry:
        return Entry(number, "move", seat, "", (), at, by, "")

    def _log(self, at: datetime, seat: Seat | None, by: int | None) -> None:
        self.entries.append(self._entry(len(self.entries), at, seat, by))

    def call(self) -> int:
        """Somebody moves some time later, while all are awake, and calls the other."""
        at = self.entries[-1].at + timedelta(minutes=self.picks.uniform(1, 600))
        self._log(self.calendars[ANN].first_open(at), None, None)
        return len(self.entries) - 1

    def answer(self, seat: Seat) -> datetime:
        """Return the instant at which the person in that seat, once awake, answers the latest call."""
        since = self.entries[-1].at
        calendar = self.calendars[ANN].waking(since, since + timedelta(days=4))
        return calendar.add(since, human(self.picks, self.medians[seat]))

    def house(self, seat: Seat) -> datetime:
        """Return the instant at which the house would answer the latest call."""
        return self.entered(seat, timedelta())

    def entered(self, seat: Seat, held: timedelta, *, short: bool = True) -> datetime:
        """Return the same instant for a person whose taps are held."""
        return answer_at(
            Limits(), self.stored, self.fold, self.entries, seat, self.calendars, held, short=short
        )


def apart(ones: Sequence[timedelta], others: Sequence[timedelta]) -> float:
    """The greatest distance between the two distributions (Kolmogorov and Smirnov)."""
    points = sorted({*ones, *others})
    left, right = sorted(ones), sorted(others)
    most, one, other = 0.0, 0, 0
    for point in points:
        while one < len(left) and left[one] <= point:
            one += 1
        while other < len(right) and right[other] <= point:
            other += 1
        most = max(most, abs(one / len(left) - other / len(right)))
    return most


ALIKE = 2.7 * (2 / ASSAULTS) ** 0.5
"""Two samples of the same distribution lie further apart than this once in a million times."""


def assaults(calendar: Calendar, seat: Seat) -> tuple[list[timedelta], list[timedelta]]:
    """Return the delays of answers at many tables: with a card that could answer, and without."""
    with_card: list[timedelta] = []
    without: list[timedelta] = []
    for number in range(TABLES):
        sitting = Sitting(number, (12.0, 90.0), calendar)
        for _ in range(ASSAULTS // TABLES):
            sitting.call()
            asked = sitting.entries[-1].at
            with_card.append(sitting.answer(seat) - asked)
            without.append(sitting.house(seat) - asked)
    return with_card, without


@pytest.mark.parametrize("seat", [Seat(0), Seat(1)])
def test_over_a_thousand_assaults_nobody_can_tell_whether_there_was_a_card(seat: Seat) -> None:
    """People answer at their own speeds, one in minutes, the other in hours, and sleep in between."""
    with_card, without = assaults(PARIS, seat)
    assert apart(with_card, without) < ALIKE


def test_what_would_tell_is_found() -> None:
    """A house that answers within ten minutes, or as the slower person would, is told from the quick one."""
    picks = random.Random(1)
    quick = [human(picks, 12) for _ in range(ASSAULTS)]
    assert apart(quick, [timedelta(minutes=picks.uniform(1, 10)) for _ in range(ASSAULTS)]) > ALIKE
    assert apart(quick, [human(picks, 90) for _ in range(ASSAULTS)]) > ALIKE
    assert apart(quick, [human(picks, 12) for _ in range(ASSAULTS)]) < ALIKE


def test_the_house_does_not_answer_in_somebodys_quiet_hours() -> None:
    sitting = Sitting(1, (600.0, 600.0), PARIS, answers=ENOUGH_ANSWERS)
    for _ in range(100):
        sitting.call()
        assert PARIS.habits.quiet_until(sitting.house(Seat(0))) is None


def test_as_long_as_little_is_known_the_house_takes_some_minutes() -> None:
    sitting = Sitting(1, (900.0, 900.0), EVER, answers=ENOUGH_ANSWERS // 2 - 1)
    sitting.call()
    waits = {sitting.house(Seat(0)) - sitting.entries[-1].at for _ in range(50)}
    assert len(waits) == 50
    assert all(timedelta(minutes=1) <= wait <= timedelta(minutes=10) for wait in waits)


def test_with_eight_answers_it_is_known_how_long_the_table_or_one_person_takes() -> None:
    slow = Sitting(1, (900.0, 900.0), EVER, answers=ENOUGH_ANSWERS // 2)
    quick = Sitting(1, (0.05, 900.0), EVER, answers=ENOUGH_ANSWERS)
    waits: list[list[timedelta]] = [[], []]
    for sitting, found in zip((slow, quick), waits, strict=True):
        sitting.call()
        found += [sitting.house(Seat(0)) - sitting.entries[-1].at for _ in range(50)]
    assert max(waits[0]) > timedelta(minutes=10)
    assert max(waits[1]) < timedelta(minutes=10)


def test_an_answer_whose_taps_are_held_is_entered_as_much_later() -> None:
    """It counts from the tap: who is quick would else seem to have answered with the question."""
    held = timedelta(minutes=2)
    sitting = Sitting(1, (0.05, 0.05), EVER)
    sitting.call()
    asked = sitting.entries[-1].at
    waits = [sitting.entered(Seat(0), held) - held - asked for _ in range(50)]
    assert timedelta() < min(waits) < timedelta(seconds=10)


@pytest.mark.parametrize("seconds", [0, 30, 120])
def test_a_plan_is_played_within_ten_minutes_and_tapped_after_its_question(seconds: int) -> None:
    held = timedelta(seconds=seconds)
    waits = [planned_answer_at(Limits(), EVER, START, held) - START for _ in range(500)]
    assert timedelta(minutes=1) <= min(waits)
    assert min(waits) - held > timedelta(seconds=30)
    assert max(waits) <= timedelta(minutes=10)


def test_a_plan_of_whose_moves_are_held_for_long_is_not_tapped_with_its_question() -> None:
    """A host may have all held for ten minutes."""
    held = timedelta(minutes=10)
    taps = {planned_answer_at(Limits(), EVER, START, held) - held - START for _ in range(50)}
    assert len(taps) == 50
    assert min(taps) > timedelta(seconds=10)


def test_what_the_house_answered_itself_is_not_how_long_people_take() -> None:
    sitting = Sitting(1, (30.0, 30.0), EVER)
    before = answer_durations(sitting.fold, sitting.entries, Seat(0), sitting.calendars)
    _, answered = sitting.fold.seats[0].answered_calls[0]
    entry = sitting.entries[answered]
    sitting.entries[answered] = Entry(entry.number, "move", entry.seat, "", (), entry.at, None, "")
    assert answer_durations(sitting.fold, sitting.entries, Seat(0), sitting.calendars) == before[1:]


def test_without_a_clock_of_the_question_nobody_waits_longer_than_one_would_allow() -> None:
    sitting = Sitting(3, (30.0, 30.0), EVER)
    long = [SeatQuestion(None, None, None, answered_calls=((0, len(sitting.entries) - 1),) * 40)] * 2
    own = sitting.fold.seats[0].answered_calls[:ENOUGH_ANSWERS]
    seats = (long[0]._replace(answered_calls=(*long[0].answered_calls, *own)), long[1])
    sitting.fold = Fold(sitting.fold.state, sitting.fold.pending, seats, 0)
    sitting.call()
    since = sitting.entries[-1].at
    for _ in range(50):
        at = sitting.entered(Seat(0), timedelta(), short=False)
        assert at - since <= Limits().reaction * 1.25


def test_a_move_named_beforehand_is_made_within_a_minute_and_leaves_time_to_change_it() -> None:
    two = {ANN: PARIS, BOB: PARIS}
    waits = [prompt_answer_at(Limits(), two, START) - START for _ in range(200)]
    assert timedelta(minutes=1) == PROMPT
    assert timedelta(seconds=5) < min(waits)
    assert max(waits) <= PROMPT
    assert prompt_answer_at(Limits(), {ANN: PARIS}, START) == START, "nobody else is there to see it"
