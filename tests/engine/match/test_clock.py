"""Paces, calendars and seats' clocks: pure functions, tried over zones, seasons and nights."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.game import Refusal
from engine.match import clock
from engine.match.clock import (
    DAY,
    PACES,
    ZONES,
    Calendar,
    Habits,
    Leave,
    Pace,
    SeatClock,
    Span,
    midnight,
    zone_of,
)

HOUR = timedelta(hours=1)
PARIS = Habits("Europe/Paris")
NOW = datetime(2026, 11, 23, 8, tzinfo=UTC)  # a Monday


def local(zone: str, *at: int, fold: int = 0) -> datetime:
    return datetime(*at, tzinfo=zone_of(zone), fold=fold).astimezone(UTC)  # type: ignore[arg-type,misc]


def refuses(code: str) -> Any:
    return pytest.raises(Refusal, match=rf"^{code}\b")


# Paces


@pytest.mark.parametrize("name", PACES)
def test_presets_have_names(name: str) -> None:
    assert Pace.read(name) == PACES[name]
    assert str(PACES[name]) == name


def test_the_presets_are_those_of_the_design() -> None:
    assert {name: (pace.bank, pace.credit) for name, pace in PACES.items()} == {
        "open": (timedelta(), timedelta()),
        "week": (7 * DAY, 3 * DAY),
        "day": (3 * DAY, DAY),
        "lively": (24 * HOUR, 12 * HOUR),
    }
    assert [pace.is_timed for pace in PACES.values()] == [False, True, True, True]


@given(st.integers(12, 720), st.integers(12, 720), st.booleans(), st.booleans())
def test_a_pace_reads_as_it_is_written(bank: int, credit: int, weekends: bool, leave: bool) -> None:
    bank, credit = max(bank, credit), min(bank, credit)
    own = Pace.of(bank, credit)
    pace = Pace(own.bank, own.credit, weekends, leave)
    assert Pace.read(str(pace)) == pace


@pytest.mark.parametrize(("bank", "credit"), [(0, 0), (11, 11), (721, 24), (24, 0), (48, 11), (10**9, 12)])
def test_a_bank_out_of_range_is_refused(bank: int, credit: int) -> None:
    with refuses("pace"):
        Pace.of(bank, credit)


def test_a_credit_above_the_bank_is_refused() -> None:
    with refuses("pace_credit"):
        Pace.of(24, 48)


@pytest.mark.parametrize("text", ["fast", "day soon", "day weekend", "1h+", "24h-12h"])
def test_a_pace_that_is_none_is_refused(text: str) -> None:
    with refuses("pace_unknown"):
        Pace.read(text)


# Nights


def due(habits: Habits, since: datetime, left: timedelta, **given: Any) -> datetime:
    calendar = Calendar(habits, **given)
    return calendar.first_open(calendar.add(since, left))


def test_by_day_a_deadline_stays_where_it_is() -> None:
    assert due(PARIS, NOW, 7 * HOUR) == NOW + 7 * HOUR


@pytest.mark.parametrize("hour", [22, 23, 24, 31, 32, 33])
def test_in_the_night_and_early_in_the_morning_it_moves_to_ten(hour: int) -> None:
    since = local("Europe/Paris", 2026, 11, 23, 9)
    assert due(PARIS, since, (hour - 9) * HOUR) == local("Europe/Paris", 2026, 11, 24, 10)


def test_the_last_minute_of_the_evening_and_the_first_of_the_morning() -> None:
    since = local("Europe/Paris", 2026, 11, 23, 9)
    evening = due(PARIS, since, 13 * HOUR - timedelta(microseconds=1))
    assert evening == local("Europe/Paris", 2026, 11, 23, 22) - timedelta(microseconds=1)
    assert due(PARIS, since, 25 * HOUR) == local("Europe/Paris", 2026, 11, 24, 10)


def test_nights_take_nothing_off() -> None:
    since = local("Europe/Paris", 2026, 11, 23, 12)
    assert due(PARIS, since, 3 * DAY) == since + 3 * DAY


def test_without_a_zone_there_is_no_night() -> None:
    midnight = datetime(2026, 11, 24, tzinfo=UTC)
    assert due(Habits(), midnight - HOUR, HOUR) == midnight
    assert due(Habits().at("UTC"), midnight - HOUR, HOUR) == midnight + 10 * HOUR
    assert PARIS.at("Asia/Tokyo") == PARIS


def test_quiet_hours_of_ones_own() -> None:
    late = Habits("Europe/Paris", (60, 11 * 60)).check()
    assert due(late, local("Europe/Paris", 2026, 11, 23, 9), 17 * HOUR) == local(
        "Europe/Paris", 2026, 11, 24, 13
    )
    never = Habits("Europe/Paris", None).check()
    assert due(never, NOW, 17 * HOUR) == NOW + 17 * HOUR


@pytest.mark.parametrize(
    ("habits", "code"),
    [
        (Habits("Europe/Atlantis"), "zone"),
        (Habits("../../etc/passwd"), "zone"),
        (Habits(""), "zone"),
        (Habits("Europe/Paris", (22 * 60, 9 * 60)), "quiet_long"),
        (Habits("Europe/Paris", (60, 12 * 60)), "quiet_long"),
        (Habits("Europe/Paris", (22 * 60 - 1, 8 * 60)), "quiet_long"),
        (Habits("Europe/Paris", (24 * 60, 60)), "quiet_hours"),
        (Habits("Europe/Paris", (-1, 60)), "quiet_hours"),
    ],
)
def test_habits_that_cannot_be_are_refused(habits: Habits, code: str) -> None:
    with refuses(code):
        habits.check()


@pytest.mark.parametrize(
    "quiet", [(0, 10 * 60), (14 * 60, 0), (22 * 60, 8 * 60), (13 * 60 + 59, 23 * 60 + 59)]
)
def test_quiet_hours_may_be_ten_and_begin_or_end_at_midnight(quiet: tuple[int, int]) -> None:
    assert Habits("Europe/Paris", quiet).check().quiet == quiet


def test_who_sleeps_too_long_is_told_how_long_one_may() -> None:
    with refuses("quiet_long") as refused:
        Habits("Europe/Paris", (60, 12 * 60)).check()
    assert refused.value.inputs == {"most": 10}


def test_quiet_hours_begin_with_their_first_instant_and_end_before_their_last() -> None:
    begin, end = local("Europe/Paris", 2026, 11, 23, 22), local("Europe/Paris", 2026, 11, 24, 8)
    instant = timedelta(microseconds=1)
    found = [PARIS.quiet_until(at) for at in (begin - instant, begin, end - instant, end)]
    assert found == [None, end, end, None]


# Seasons, leap days, the date line


def test_a_night_in_which_the_clocks_go_forward() -> None:
    since = local("Europe/Paris", 2026, 3, 28, 20)
    assert due(PARIS, since, 6 * HOUR) == local("Europe/Paris", 2026, 3, 29, 10) == since + 13 * HOUR


def test_a_night_in_which_the_clocks_go_back() -> None:
    since = local("Europe/Paris", 2026, 10, 24, 20)
    assert due(PARIS, since, 6 * HOUR) == local("Europe/Paris", 2026, 10, 25, 10) == since + 15 * HOUR


def test_a_bank_is_in_real_hours() -> None:
    since = local("Europe/Paris", 2026, 3, 28, 12)
    assert due(PARIS, since, DAY) == local("Europe/Paris", 2026, 3, 29, 13)


def test_quiet_hours_that_begin_in_the_hour_that_is_skipped() -> None:
    habits = Habits("Europe/Paris", (2 * 60 + 30, 7 * 60))
    since = local("Europe/Paris", 2026, 3, 29, 1, 30)
    assert due(habits, since, 15 * HOUR / 60) == since + 15 * HOUR / 60
    assert due(habits, since, 2 * HOUR) == local("Europe/Paris", 2026, 3, 29, 9)


def test_quiet_hours_that_end_in_the_hour_that_comes_twice() -> None:
    habits = Habits("Europe/Paris", (22 * 60, 2 * 60 + 30))
    second = local("Europe/Paris", 2026, 10, 25, 2, 30, fold=1)
    assert due(habits, local("Europe/Paris", 2026, 10, 24, 21), 2 * HOUR) == second + 2 * HOUR


def test_half_an_hour_of_summer_time() -> None:
    habits = Habits("Australia/Lord_Howe")
    since = local("Australia/Lord_Howe", 2026, 10, 3, 21)
    assert due(habits, since, 2 * HOUR) == local("Australia/Lord_Howe", 2026, 10, 4, 10)
    assert due(habits, since, 2 * HOUR) - since == 12 * HOUR + 30 * HOUR / 60


def test_a_leap_day() -> None:
    since = local("Europe/Paris", 2028, 2, 28, 12)
    assert due(PARIS, since, 2 * DAY) == local("Europe/Paris", 2028, 3, 1, 12)
    assert due(PARIS, since, 12 * HOUR) == local("Europe/Paris", 2028, 2, 29, 10)


def test_east_and_west_of_the_date_line() -> None:
    """The same instant is noon of one day in Kiritimati and of the day before in Honolulu."""
    east, west = "Pacific/Kiritimati", "Pacific/Honolulu"
    assert local(east, 2026, 11, 24, 12) == local(west, 2026, 11, 23, 12)
    since = local(east, 2026, 11, 24, 12)
    for zone, morning in ((east, (2026, 11, 25, 10)), (west, (2026, 11, 24, 10))):
        assert due(Habits(zone), since, 12 * HOUR) == local(zone, *morning)


def test_a_day_that_a_country_left_out() -> None:
    """There was no 30 December 2011 in Apia."""
    since = local("Pacific/Apia", 2011, 12, 29, 20)
    assert due(Habits("Pacific/Apia"), since, 4 * HOUR) == local("Pacific/Apia", 2011, 12, 31, 10)


def test_a_midnight_that_is_skipped() -> None:
    """Summer time begins at midnight in Cuba: a free Sunday begins at one."""
    zone = "America/Havana"
    monday = local(zone, 2026, 3, 9)
    assert due(Habits(zone, None), local(zone, 2026, 3, 6, 23), 2 * HOUR, weekends=True) == monday + HOUR


# Weekends, leave, outages


def test_free_weekends_are_left_out() -> None:
    friday = local("Europe/Paris", 2026, 11, 27, 12)
    assert due(PARIS, friday, DAY, weekends=True) == local("Europe/Paris", 2026, 11, 30, 12)
    assert due(PARIS, friday, DAY) == friday + DAY


def test_a_deadline_at_the_end_of_friday_moves_to_monday() -> None:
    friday = local("Europe/Paris", 2026, 11, 27, 12)
    assert due(PARIS, friday, 12 * HOUR, weekends=True) == local("Europe/Paris", 2026, 11, 30, 10)


def test_a_call_on_a_free_day_begins_on_monday() -> None:
    saturday = local("Europe/Paris", 2026, 11, 28, 12)
    assert due(PARIS, saturday, 12 * HOUR, weekends=True) == local("Europe/Paris", 2026, 11, 30, 12)


def test_leave_stands_still() -> None:
    away = Span(NOW + DAY, NOW + 4 * DAY)
    assert due(Habits(), NOW, 2 * DAY, standstills=(away,)) == NOW + 5 * DAY
    assert due(Habits(), NOW, HOUR, standstills=(away,)) == NOW + HOUR
    assert Calendar(standstills=(away,)).elapsed_time(NOW, NOW + 5 * DAY) == 2 * DAY


def test_what_overlaps_is_left_out_once() -> None:
    spans = (Span(NOW + DAY, NOW + 4 * DAY), Span(NOW + 2 * DAY, NOW + 3 * DAY))
    outage = (Span(NOW + 3 * DAY, NOW + 5 * DAY),)
    assert Calendar(standstills=spans, outages=outage).add(NOW, 2 * DAY) == NOW + 6 * DAY


def test_nothing_falls_due_for_twelve_hours_after_an_outage_of_ten_minutes() -> None:
    for minutes, least in ((9.99, timedelta()), (10, 12 * HOUR)):
        outage = Span(NOW + HOUR, NOW + HOUR + timedelta(minutes=minutes))
        found = due(Habits(), NOW, HOUR + HOUR / 60, outages=(outage,))
        assert found == max(outage.end + least, NOW + HOUR + HOUR / 60 + (outage.end - outage.begin))


def test_a_week_of_downtime_takes_nothing_and_ends_in_nobodys_night() -> None:
    outage = Span(NOW + DAY, NOW + 8 * DAY)
    assert due(PARIS, NOW, 2 * DAY + HOUR, outages=(outage,)) == NOW + 9 * DAY + HOUR
    assert due(PARIS, NOW, DAY + HOUR, outages=(outage,)) == outage.end + 12 * HOUR
    later = Span(NOW + DAY, NOW + 8 * DAY + 2 * HOUR)
    assert due(PARIS, NOW, DAY + HOUR, outages=(later,)) == local("Europe/Paris", 2026, 12, 2, 10)


# Leave


def left(*days: tuple[date, date], zone: str | None = "Europe/Paris", now: datetime = NOW) -> list[Leave]:
    taken: list[Leave] = []
    for first, last in days:
        taken.append(clock.new_leave(first, last, Habits(zone), taken, now, len(taken)))
    return taken


def test_leave_is_whole_days_where_one_lives() -> None:
    (own,) = left((date(2026, 12, 1), date(2026, 12, 3)))
    assert (own.begins, own.ends) == (
        local("Europe/Paris", 2026, 12, 1),
        local("Europe/Paris", 2026, 12, 4),
    )
    assert own.days == 3


def test_leave_from_today_begins_at_once_and_does_not_use_the_day() -> None:
    (own,) = left((date(2026, 11, 23), date(2026, 11, 23)))
    assert (own.begins, own.days) == (NOW, 0)
    assert clock.days_taken([own], 2026) == 0
    assert clock.leave_in_match([own], NOW - DAY) == (Span(NOW, own.ends),)
    (longer,) = left((date(2026, 11, 23), date(2026, 12, 21)))
    assert (longer.days, clock.days_taken([longer], 2026)) == (28, 28)
    (span,) = clock.leave_in_match([longer], NOW - DAY)
    assert span == Span(NOW, local("Europe/Paris", 2026, 12, 8)), "fourteen whole days, and the rest of today"
    with refuses("leave_spent"):
        left((date(2026, 11, 23), date(2026, 12, 22)))


def test_the_rest_of_today_is_free_once_a_week() -> None:
    """A person who says each morning to be away today would otherwise never be late."""
    taken: list[Leave] = []
    for days in range(60):
        now = NOW + days * DAY
        today = now.astimezone(clock.zone_of("Europe/Paris")).date()
        try:
            taken.append(clock.new_leave(today, today, PARIS, taken, now, days))
        except Refusal:
            break
    assert [each.days for each in taken[:9]] == [0, *[1] * 8]
    assert clock.days_taken(taken, 2026) == 28
    later = NOW + 200 * DAY
    today = later.astimezone(clock.zone_of("Europe/Paris")).date()
    assert clock.new_leave(today, today, PARIS, taken, later, 99).days == 0
    weekly: list[Leave] = []
    for week in range(5):
        now = NOW + week * 7 * DAY
        weekly.append(clock.new_leave(now.date(), now.date(), PARIS, weekly, now, week))
    assert sum(each.days for each in weekly) == 0
    sooner = NOW + 34 * DAY
    assert clock.new_leave(sooner.date(), sooner.date(), PARIS, weekly, sooner, 99).days == 1


@pytest.mark.parametrize("seed", range(40))
def test_more_leave_brings_no_deadline_nearer(seed: int) -> None:
    dice = Random(seed)
    zone = dice.choice(("Europe/Paris", "America/Los_Angeles", "Pacific/Kiritimati", "Australia/Lord_Howe"))
    habits, weekends, now = Habits(zone), dice.random() < 0.5, NOW + dice.randrange(300) * DAY
    started = now - dice.randrange(9) * DAY
    own = SeatClock(dice.randrange(12, 200) * HOUR, 7, now, habits)
    taken: list[Leave] = []
    shown = now
    for click in range(30):
        calendar = Calendar(habits, weekends, clock.leave_in_match(taken, started))
        due = clock.deadline(own, calendar)
        assert due is not None
        assert due >= shown, taken
        shown = due
        now = min(now + dice.randrange(30) * HOUR, due)
        today = now.astimezone(clock.zone_of(zone)).date()
        first = today + dice.choice((0, 0, 1, 2, 4, 7, 12)) * DAY
        try:
            last = first + dice.choice((0, 0, 1, 3, 8, 13)) * DAY
            leave = clock.new_leave(first, last, habits, taken, now, click)
        except Refusal:
            continue
        taken = sorted([*taken, leave], key=lambda one: one.begins)


@pytest.mark.parametrize(
    ("first", "last", "code"),
    [
        (date(2026, 11, 22), date(2026, 11, 25), "leave_past"),
        (date(2026, 11, 25), date(2026, 11, 24), "leave_order"),
        (date(2026, 11, 25), date(2027, 11, 24), "leave_spent"),
        (date(2026, 11, 25), date(2026, 12, 23), "leave_spent"),
        (date(2026, 12, 31), date(9999, 12, 31), "leave_spent"),
    ],
)
def test_leave_that_cannot_be_is_refused(first: date, last: date, code: str) -> None:
    with refuses(code):
        left((first, last))


def test_twenty_eight_days_a_year() -> None:
    taken = left((date(2026, 12, 1), date(2026, 12, 14)), (date(2026, 12, 16), date(2026, 12, 29)))
    with refuses("leave_spent"):
        clock.new_leave(date(2026, 12, 30), date(2026, 12, 30), PARIS, taken, NOW, 9)
    new_year = clock.new_leave(date(2027, 1, 1), date(2027, 1, 28), PARIS, taken, NOW, 9)
    assert new_year.days == 28


def test_leave_over_new_year_is_of_both_years() -> None:
    taken = left((date(2026, 12, 28), date(2027, 1, 3)))
    assert [clock.days_taken(taken, year) for year in (2025, 2026, 2027, 2028)] == [0, 4, 3, 0]


def test_leave_does_not_overlap_leave() -> None:
    taken = left((date(2026, 12, 1), date(2026, 12, 14)))
    for first, last in ((14, 15), (1, 1), (5, 6)):
        with refuses("leave_overlaps"):
            clock.new_leave(date(2026, 12, first), date(2026, 12, last), PARIS, taken, NOW, 9)
    with refuses("leave_overlaps"):
        clock.new_leave(date(2026, 11, 30), date(2026, 12, 1), PARIS, taken, NOW, 9)


def test_back_early_uses_the_day_that_has_begun() -> None:
    (own,) = left((date(2026, 12, 1), date(2026, 12, 10)))
    back = own.end_early(local("Europe/Paris", 2026, 12, 3, 0, 1))
    assert (back.days, back.ends) == (3, local("Europe/Paris", 2026, 12, 3, 0, 1))


def test_fourteen_days_count_in_one_match() -> None:
    taken = left((date(2026, 12, 1), date(2026, 12, 10)), (date(2026, 12, 15), date(2026, 12, 24)))
    first, second = clock.leave_in_match(taken, NOW)
    assert (second.begin, second.end) == (
        local("Europe/Paris", 2026, 12, 15),
        local("Europe/Paris", 2026, 12, 19),
    )
    later = clock.leave_in_match(taken, local("Europe/Paris", 2026, 12, 9, 12))
    assert later == (first, Span(taken[1].begins, taken[1].ends)), "12 days since this match began"
    after = left(
        (date(2026, 12, 1), date(2026, 12, 5)),
        (date(2026, 12, 11), date(2026, 12, 20)),
        (date(2026, 12, 24), date(2026, 12, 31)),
    )
    counted = clock.leave_in_match(after, local("Europe/Paris", 2026, 12, 9, 12))
    assert counted[-1].end == local("Europe/Paris", 2026, 12, 28), (
        "leave from before takes none, and adds none"
    )


def test_the_fourteenth_day_counts() -> None:
    taken = left((date(2026, 12, 1), date(2026, 12, 13)), (date(2026, 12, 15), date(2026, 12, 17)))
    *_, last = clock.leave_in_match(taken, NOW)
    assert last == Span(local("Europe/Paris", 2026, 12, 15), local("Europe/Paris", 2026, 12, 16))


def test_the_rest_of_today_stops_no_clock_once_fourteen_days_have_counted() -> None:
    (spent,) = left((date(2026, 11, 24), date(2026, 12, 7)))
    later = local("Europe/Paris", 2026, 12, 20, 12)
    rest = clock.new_leave(date(2026, 12, 20), date(2026, 12, 20), PARIS, [spent], later, 9)
    assert rest.days == 0
    assert clock.leave_in_match([spent, rest], NOW) == (Span(spent.begins, spent.ends),)


def test_a_pause_runs_from_its_first_instant_until_its_end() -> None:
    pause = Span(NOW, NOW + DAY)
    house, instant = clock.RowState(pauses=(pause,)), timedelta(microseconds=1)
    found = [house.pause(at) for at in (NOW - instant, NOW, pause.end - instant, pause.end)]
    assert found == [None, pause, pause, None]


def test_a_match_may_sleep_again() -> None:
    before, again = Span(NOW - 9 * DAY, NOW - 8 * DAY), Span(NOW, clock.FAR)
    sleeping = [
        clock.RowState(sleeps=sleeps).is_asleep for sleeps in ((), (before,), (before, again), (again,))
    ]
    assert sleeping == [False, False, True, True]


# A seat's clock


OPEN = Calendar()


def running(left: timedelta = 3 * DAY, **given: Any) -> SeatClock:
    return SeatClock(left, 7, NOW, **given)


def test_no_clock_runs_before_the_call_was_delivered() -> None:
    waiting = clock.with_call(SeatClock(DAY), 7, None, Habits())
    assert clock.deadline(waiting, OPEN) is None
    assert clock.with_answer(waiting, PACES["day"], OPEN, NOW + 9 * DAY).left == 2 * DAY


def test_an_answer_spends_and_earns() -> None:
    pace = PACES["day"]
    assert clock.with_answer(running(), pace, OPEN, NOW + 2 * DAY).left == 2 * DAY
    assert clock.with_answer(running(), pace, OPEN, NOW + HOUR).left == 3 * DAY
    assert clock.with_answer(running(), pace, OPEN, NOW + 9 * DAY).left == DAY


def test_what_was_given_is_spent_first() -> None:
    given = running(given=DAY)
    assert clock.deadline(given, OPEN) == NOW + 4 * DAY
    assert clock.with_answer(given, PACES["day"], OPEN, NOW + 2 * DAY).left == 3 * DAY
    assert clock.with_answer(given, PACES["day"], OPEN, NOW + 3 * DAY).left == 2 * DAY


def test_the_half_hour_counts_from_the_deadline_as_it_was_shown() -> None:
    calendar = Calendar(PARIS)
    late = clock.with_call(SeatClock(DAY), 7, local("Europe/Paris", 2026, 11, 23, 23), PARIS)
    ten = local("Europe/Paris", 2026, 11, 25, 10)
    assert clock.deadline(late, calendar) == ten
    early = clock.with_look(late, calendar, ten - HOUR)
    assert clock.deadline(early, calendar) == ten
    last = clock.with_look(early, calendar, ten - HOUR / 3)
    assert clock.deadline(last, calendar) == ten + HOUR / 2
    again = clock.with_look(last, calendar, ten + HOUR / 3)
    assert clock.deadline(again, calendar) == ten + HOUR / 2


def test_the_half_hour_is_given_from_its_first_instant_until_the_deadline() -> None:
    due, instant = NOW + 3 * DAY, timedelta(microseconds=1)
    given = {
        at: clock.with_look(running(), OPEN, at).half_hour
        for at in (due - HOUR / 2 - instant, due - HOUR / 2, due - instant, due)
    }
    assert list(given.values()) == [False, True, True, False]


def test_nobody_is_reminded_in_the_day_in_reserve_or_while_a_robot_plays() -> None:
    assert clock.reminder(running(grace=DAY), OPEN) is None
    assert clock.reminder(running(turns=1), OPEN) is None
    assert clock.reminder(running(reminded=True), OPEN) is None


def test_the_reminder_comes_at_four_fifths() -> None:
    assert clock.reminder(running(), OPEN) == NOW + 2.4 * DAY
    assert clock.reminder(clock.with_look(running(), OPEN, NOW + HOUR), OPEN) is None
    night = Calendar(PARIS)
    evening = clock.with_call(SeatClock(20 * HOUR), 7, local("Europe/Paris", 2026, 11, 23, 9), PARIS)
    assert clock.reminder(evening, night) == local("Europe/Paris", 2026, 11, 23, 21)


def test_who_is_back_has_one_credit_at_least() -> None:
    absent = SeatClock(timedelta(), 7, NOW - DAY, turns=2, waited=True, grace=DAY)
    back = clock.with_return(absent, PACES["day"], OPEN, NOW, Habits())
    assert (back.left, back.turns, back.waited, back.grace) == (DAY, 0, False, timedelta())
    assert clock.deadline(back, OPEN) == NOW + DAY


def test_one_more_day_begins_now_for_who_was_held_up() -> None:
    in_time = clock.with_grace(running(), OPEN, NOW + 3 * DAY)
    assert (clock.deadline(in_time, OPEN), in_time.graces) == (NOW + 4 * DAY, 1)
    held_up = clock.with_grace(running(), OPEN, NOW + 5 * DAY)
    assert clock.deadline(held_up, OPEN) == NOW + 6 * DAY
    assert clock.with_answer(held_up, PACES["day"], OPEN, NOW + 5.5 * DAY).left == DAY


def test_a_day_that_is_given_to_who_is_late_begins_now() -> None:
    assert clock.deadline(clock.with_more_time(running(), OPEN, DAY, NOW), OPEN) == NOW + 4 * DAY
    assert clock.deadline(clock.with_more_time(running(), OPEN, DAY, NOW + 5 * DAY), OPEN) == NOW + 6 * DAY


def test_an_absent_seat_has_twelve_hours() -> None:
    absent = running(2 * DAY, turns=1, moved=True)
    assert clock.deadline(absent, OPEN) == NOW + 12 * HOUR


def test_an_open_seat_has_a_quarter_of_an_hour() -> None:
    never_moved, offered = running(turns=1), running(turns=1, moved=True, offered=True)
    for each in (never_moved, offered, running(turns=3, moved=True)):
        assert clock.deadline(each, OPEN) == NOW + HOUR / 4


def test_a_stewards_turn_is_counted_and_earns_nothing() -> None:
    played = clock.with_answer(running(playing=True), PACES["day"], OPEN, NOW + 4 * DAY)
    assert (played.turns, played.left, played.playing) == (1, timedelta(), False)


def test_a_seat_is_open_after_three_turns_or_at_once_before_a_first_move() -> None:
    assert [clock.is_open(SeatClock(DAY, turns=n, moved=True)) for n in range(5)] == [
        False,
        False,
        False,
        True,
        True,
    ]
    assert [clock.is_open(SeatClock(DAY, turns=n)) for n in range(2)] == [False, True]
    assert clock.is_open(SeatClock(DAY, offered=True))


def test_taking_back_gives_twelve_hours_at_least() -> None:
    assert clock.with_undo(SeatClock(HOUR)).left == 12 * HOUR
    assert clock.with_undo(SeatClock(DAY)).left == DAY
    assert clock.with_undo(SeatClock(DAY, had=2 * DAY)).left == DAY
    assert clock.with_undo(SeatClock(DAY, had=2 * DAY), own=True).left == 2 * DAY
    assert clock.with_undo(SeatClock(DAY, had=HOUR), own=True).left == 12 * HOUR


# What holds whatever the zone, the season, the habits


zones = st.sampled_from(sorted(ZONES))
instants = st.integers(0, 17 * 366 * 24 * 60).map(
    lambda minutes: datetime(2020, 1, 1, tzinfo=UTC) + minutes * HOUR / 60
)
spans = st.lists(
    st.tuples(st.integers(0, 40 * 24 * 60), st.integers(1, 10 * 24 * 60)).map(
        lambda given: (given[0] * HOUR / 60, given[1] * HOUR / 60)
    ),
    max_size=4,
)
quiet = st.tuples(st.integers(0, 1439), st.integers(0, 600)).map(lambda q: (q[0], (q[0] + q[1]) % 1440))


@st.composite
def calendars(draw: st.DrawFn, since: datetime) -> Calendar:
    habits = Habits(draw(st.none() | zones), draw(st.none() | quiet)).check()
    away = tuple(Span(since + begin, since + begin + length) for begin, length in draw(spans))
    outages = tuple(Span(since + begin, since + begin + length) for begin, length in draw(spans))
    return Calendar(habits, draw(st.booleans()), away, outages)


def minute_there(habits: Habits, at: datetime) -> int:
    assert habits.zone is not None
    there = at.astimezone(zone_of(habits.zone))
    return there.hour * 60 + there.minute


def is_quiet(habits: Habits, at: datetime) -> bool:
    if habits.zone is None or habits.quiet is None:
        return False
    begin, end = habits.quiet
    minute = minute_there(habits, at)
    return (begin <= minute < end) if begin <= end else (minute >= begin or minute < end)


@settings(deadline=None, max_examples=300)
@given(st.data(), instants, st.integers(0, 30 * 24 * 60))
def test_it_ends_in_nobodys_night_or_leave(data: st.DataObject, since: datetime, minutes: int) -> None:
    calendar = data.draw(calendars(since))
    found = due(calendar.habits, since, minutes * HOUR / 60, weekends=calendar.weekends,
                standstills=calendar.standstills, outages=calendar.outages)  # fmt: skip
    # At every minute of the two hours before.
    assert not any(is_quiet(calendar.habits, found - before * HOUR / 60) for before in range(1, 121)), found
    assert not is_quiet(calendar.habits, found)
    assert not any(span.begin <= found < span.end for span in (*calendar.standstills, *calendar.outages))
    for outage in calendar.outages:
        if outage.end - outage.begin >= timedelta(minutes=10):
            assert not outage.end <= found < outage.end + 12 * HOUR
    if calendar.weekends:
        assert found.astimezone(zone_of(calendar.habits.zone or "UTC")).weekday() < 5
    assert found >= since + minutes * HOUR / 60


@settings(deadline=None, max_examples=200)
@given(st.data(), instants, st.integers(0, 20 * 24 * 60), st.integers(0, 20 * 24 * 60))
def test_more_bank_never_ends_earlier(data: st.DataObject, since: datetime, less: int, more: int) -> None:
    calendar = data.draw(calendars(since))
    small, great = (
        calendar.first_open(calendar.add(since, minutes * HOUR / 60)) for minutes in sorted((less, more))
    )
    assert small <= great


@settings(deadline=None, max_examples=200)
@given(st.data(), instants, st.integers(0, 20 * 24 * 60))
def test_what_is_left_out_later_never_brings_it_nearer(
    data: st.DataObject, since: datetime, minutes: int
) -> None:
    """Another leave, another outage."""
    calendar = data.draw(calendars(since))
    more = data.draw(calendars(since))
    with_more = Calendar(
        calendar.habits,
        calendar.weekends,
        (*calendar.standstills, *more.standstills),
        (*calendar.outages, *more.outages),
    )
    shown = calendar.first_open(calendar.add(since, minutes * HOUR / 60))
    assert with_more.first_open(with_more.add(since, minutes * HOUR / 60)) >= shown


@settings(deadline=None, max_examples=200)
@given(st.data(), instants, st.integers(0, 20 * 24 * 60))
def test_time_that_has_passed_is_time_that_was_added(
    data: st.DataObject, since: datetime, minutes: int
) -> None:
    calendar = data.draw(calendars(since))
    left = minutes * HOUR / 60
    assert calendar.elapsed_time(since, calendar.add(since, left)) == left


@settings(deadline=None, max_examples=100)
@given(st.data(), instants)
def test_leave_announced_earlier_or_later_never_brings_a_deadline_nearer(
    data: st.DataObject, since: datetime
) -> None:
    """Fourteen days count in a match, whichever they are."""
    zone = data.draw(zones)
    today = since.astimezone(zone_of(zone)).date()
    taken: list[Leave] = []
    shown = since
    for number in range(3):
        first = today + DAY * data.draw(st.integers(0, 60))
        try:
            last = first + DAY * data.draw(st.integers(0, 13))
            own = clock.new_leave(first, last, Habits(zone), taken, since, number)
        except Refusal:
            continue
        taken.append(own)
        found = due(Habits(zone), since, 5 * DAY, standstills=clock.leave_in_match(taken, since))
        assert found >= shown
        assert found <= since + 5 * DAY + 14 * (DAY + 2 * HOUR) + DAY
        shown = found


@pytest.mark.parametrize(
    ("zone", "quiet", "now", "told"),
    [
        ("Europe/Paris", (22 * 60, 8 * 60), "2026-07-01T12:00", "2026-07-02T06:00"),
        ("Europe/Paris", (22 * 60, 8 * 60), "2026-07-01T05:59", "2026-07-01T06:00"),
        ("Europe/Paris", (22 * 60, 8 * 60), "2026-10-24T12:00", "2026-10-25T07:00"),
        ("Europe/Paris", (22 * 60, 8 * 60), "2026-10-24T06:30", "2026-10-25T06:30"),
        ("Europe/Paris", None, "2026-01-01T06:59", "2026-01-01T07:00"),
        (None, None, "2026-01-01T08:00", "2026-01-02T08:00"),
    ],
)
def test_calls_are_told_together_in_the_morning(
    zone: str | None, quiet: tuple[int, int] | None, now: str, told: str
) -> None:
    """Never more than a day later: the night in which clocks go back is longer."""
    hours = clock.Hours(clock.Habits(zone, quiet))
    at = datetime.fromisoformat(now).replace(tzinfo=UTC)
    assert hours.next_summary(at) == datetime.fromisoformat(told).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("zone", "minute", "now", "told"),
    [
        ("Europe/Paris", 19 * 60 + 30, "2026-07-01T12:00", "2026-07-01T17:30"),
        ("Europe/Paris", 19 * 60 + 30, "2026-07-01T17:30", "2026-07-02T17:30"),
        ("Asia/Tokyo", 12 * 60, "2026-07-01T12:00", "2026-07-02T03:00"),
        (None, 12 * 60, "2026-07-01T11:00", "2026-07-01T12:00"),
    ],
)
def test_calls_are_told_together_at_ones_own_hour(zone: str | None, minute: int, now: str, told: str) -> None:
    hours = clock.Hours(clock.Habits(zone), digest=minute)
    at = datetime.fromisoformat(now).replace(tzinfo=UTC)
    assert hours.next_summary(at) == datetime.fromisoformat(told).replace(tzinfo=UTC)


def test_one_match_may_ring_otherwise_than_all() -> None:
    own = (clock.MatchRinging(3, clock.Ringing.TURN), clock.MatchRinging(4, clock.Ringing.REMINDERS))
    hours = clock.Hours(daily=True, muted=(5,), ringing=own)
    assert [hours.ringing_in(match).value for match in (2, 3, 4, 5)] == [
        "daily",
        "turn",
        "reminders",
        "never",
    ]
    assert [match for match in (2, 3, 4, 5) if hours.has_no_calls_in(match)] == [4, 5]


def test_a_day_begins_when_it_does_in_its_zone() -> None:
    assert midnight(date(2026, 7, 1), "Europe/Paris") == datetime(2026, 6, 30, 22, tzinfo=UTC)
    assert midnight(date(2026, 7, 1), None) == midnight(date(2026, 7, 1), "No/Where")
    santiago = midnight(date(2026, 9, 6), "America/Santiago").astimezone(zone_of("America/Santiago"))
    assert santiago.hour == 1, "the hour that is left out is the day's first"


def test_a_reminder_that_would_come_after_the_night_comes_the_evening_before() -> None:
    since = local("Europe/Paris", 2026, 11, 23, 9)
    own = SeatClock(DAY, 7, since, PARIS)
    calendar = Calendar(PARIS)
    assert clock.reminder(own, calendar) == local("Europe/Paris", 2026, 11, 23, 21)
    early = SeatClock(30 * HOUR, 7, since, PARIS)  # four fifths are over at nine in the morning
    assert clock.reminder(early, calendar) == local("Europe/Paris", 2026, 11, 23, 21)
    day = SeatClock(3 * DAY, 7, since, PARIS)
    assert clock.reminder(day, calendar) == local("Europe/Paris", 2026, 11, 25, 18, 36)
    late = SeatClock(12 * HOUR, 7, local("Europe/Paris", 2026, 11, 23, 21, 30), PARIS)
    assert clock.reminder(late, calendar) == local("Europe/Paris", 2026, 11, 24, 10), "not before the call"
    at_nine = SeatClock(12 * HOUR, 7, local("Europe/Paris", 2026, 11, 23, 21), PARIS)
    assert clock.reminder(at_nine, calendar) == local("Europe/Paris", 2026, 11, 24, 10), "nor with it"
    away = Span(local("Europe/Paris", 2026, 11, 23, 20), local("Europe/Paris", 2026, 11, 23, 22))
    found = clock.reminder(own, Calendar(PARIS, standstills=(away,)))
    assert found is not None
    assert found > away.end, "not while its person is away"


def test_the_evening_is_of_the_night_and_of_the_two_hours_after_it() -> None:
    evening = local("Europe/Paris", 2026, 11, 23, 21)
    begins, morning = evening + HOUR, local("Europe/Paris", 2026, 11, 24, 10)
    instant, calendar = timedelta(microseconds=1), Calendar(PARIS)
    assert calendar.evening(begins - instant) is None
    assert calendar.evening(begins) == calendar.evening(morning - instant) == evening
    assert calendar.evening(morning) is None


@given(hours=st.integers(12, 30 * 24), minutes=st.integers(0, 24 * 60), zone=st.sampled_from(sorted(ZONES)))
@settings(max_examples=300, deadline=None)
def test_a_reminder_comes_by_day_and_before_the_deadline(hours: int, minutes: int, zone: str) -> None:
    habits, calendar = Habits(zone), Calendar(Habits(zone))
    since = NOW + timedelta(minutes=minutes)
    since = habits.quiet_until(since) or since
    own = SeatClock(hours * HOUR, 7, since, habits)
    at, due = clock.reminder(own, calendar), clock.deadline(own, calendar)
    assert at is not None
    assert due is not None
    assert habits.quiet_until(at) is None
    assert since < at <= due
