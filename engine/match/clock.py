"""Paces, banks, deadlines: pure functions over instants.

A seat's clock spends its bank from the delivery of its call until nothing is asked of it. The deadline is the
call plus what is left, leaving out what stands still: leave, pauses, outages, free weekends. It falls into
nobody's night. All instants are aware; spans are half open.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any
from zoneinfo import ZoneInfo

import msgspec

from engine.game import Refusal
from engine.match.help import Help

__all__ = [
    "ABSENT_TIME",
    "DAY",
    "FAR",
    "HALF_HOUR",
    "MAX_GRACES",
    "OPEN_SEAT_TIME",
    "PACES",
    "ZONES",
    "Calendar",
    "Habits",
    "Held",
    "Hours",
    "Leave",
    "MatchRinging",
    "Pace",
    "Plan",
    "Request",
    "Ringing",
    "RowState",
    "SeatClock",
    "Server",
    "Span",
    "UndoRequest",
    "bank_left",
    "days_taken",
    "deadline",
    "is_open",
    "leave_in_match",
    "midnight",
    "new_leave",
    "pace_of",
    "reminder",
    "with_answer",
    "with_call",
    "with_grace",
    "with_look",
    "with_more_time",
    "with_pace",
    "with_return",
    "with_undo",
    "zone_of",
]

HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
HALF_HOUR = timedelta(minutes=30)
FAR = datetime(9000, 1, 1, tzinfo=UTC)
"""The end of a span whose end nobody knows yet."""

ABSENT_TIME = 12 * HOUR
"""Time that a seat has for a call once a steward has played for it; also its least time after an undo or an
outage."""
OPEN_SEAT_TIME = timedelta(minutes=15)
"""Time that a seat has for a call once a steward has played for it and others may ask for the seat."""
MORNING_REST = 2 * HOUR
"""Time after quiet hours in which nothing falls due yet."""
LONG_OUTAGE = timedelta(minutes=10)
"""Shortest outage after which nothing falls due for twelve hours."""
MAX_GRACES = 3
"""Number of times that a seat gets one more day by itself in one match."""
WAIT_TIME = 3 * DAY
"""Time that the table gives a person by waiting."""
TURNS_UNTIL_OPEN = 3
"""Turns of a seat's steward in a row after which the seat is open to others."""
REMINDER_SHARE = 4, 5
"""Share of the time after which the reminder comes, as numerator and denominator."""
MAX_QUIET_MINUTES = 10 * 60
"""Longest quiet hours that a person may choose, in minutes."""
LEAVE_DAYS_PER_YEAR = 28
"""Days of leave that a person may take in one year."""
LEAVE_DAYS_PER_MATCH = 14
"""Days of leave that count in one match."""
LEAVE_DAYS_PER_SEASON = 5
"""Days of leave that count at the tables of a league's season, which all begin together."""
MIN_TIME_BETWEEN_RESTS = 7 * DAY
"""Least time between two leaves whose first day is only the rest of a day and uses no day of leave. Without
it, clocks could stand still for ever."""

_DATA = files("tzdata")
ZONES = frozenset(_DATA.joinpath("zones").read_text(encoding="ascii").split())
"""Names of the known time zones, such as ``"Europe/Paris"``."""


@lru_cache(maxsize=256)
def zone_of(name: str | None) -> ZoneInfo:
    """Return the zone of that name; UTC if there is no name, or none of `ZONES`.

    All zones come from the package: the machine has data of its own, which may be older.
    """
    known = name if name in ZONES else "UTC"
    with _DATA.joinpath("zoneinfo", *known.split("/")).open("rb") as data:
        return ZoneInfo.from_file(data, key=known)


def midnight(day: date, zone: str | None) -> datetime:
    """Return the instant at which that day begins in that zone."""
    return _instant(day, time(), zone_of(zone))


# Paces


@dataclass(frozen=True, slots=True)
class Pace:
    """The speed of a match; ``str`` and `read` are inverses."""

    bank: timedelta = timedelta()
    """Time that a seat begins with, and has at most; zero for a match without clocks."""
    credit: timedelta = timedelta()
    """Time that a seat gains once it has answered."""
    weekends: bool = False
    """Saturdays and Sundays are free."""
    leave: bool = True
    """Clocks stand still during leave."""

    @property
    def is_timed(self) -> bool:
        return bool(self.bank)

    @property
    def name(self) -> str | None:
        """The name of the preset with the same bank and credit; `None` if there is none."""
        for name, preset in PACES.items():
            if (preset.bank, preset.credit) == (self.bank, self.credit):
                return name
        return None

    @staticmethod
    def of(bank: int, credit: int) -> Pace:
        """Return a pace of one's own, in hours. Raises `Refusal` ``pace`` unless both are 12 hours to 30
        days, ``pace_credit`` if the credit is more than the bank.
        """
        for hours in (bank, credit):
            if not 12 <= hours <= 30 * 24:
                raise Refusal("pace", hours=hours)
        if credit > bank:
            raise Refusal("pace_credit", bank=bank, credit=credit)
        return Pace(bank * HOUR, credit * HOUR)

    def __str__(self) -> str:
        own = f"{self.bank // HOUR}h+{self.credit // HOUR}h"
        return (self.name or own) + " weekends" * self.weekends + " -leave" * (not self.leave)

    @staticmethod
    def read(text: str) -> Pace:
        """Return the pace that `str` wrote. Raises `Refusal` ``pace_unknown``, or as `of`."""
        name, *rest = text.split()
        own = re.fullmatch(r"([0-9]{1,4})h\+([0-9]{1,4})h", name)
        pace = Pace.of(int(own[1]), int(own[2])) if own else PACES.get(name)
        if pace is None or not {*rest} <= {"weekends", "-leave"}:
            raise Refusal("pace_unknown", pace=text)
        return replace(pace, weekends="weekends" in rest, leave="-leave" not in rest)


PACES: Mapping[str, Pace] = {
    "open": Pace(),
    "week": Pace(7 * DAY, 3 * DAY),
    "day": Pace(3 * DAY, DAY),
    "lively": Pace(DAY, DAY / 2),
}


@cache
def pace_of(text: str) -> Pace:
    """Return a pace from its stored text."""
    return Pace.read(text)


# People


class Habits(msgspec.Struct, frozen=True, omit_defaults=True):
    """The hours at which somebody sleeps."""

    zone: str | None = None
    """One of `ZONES`; `None` while it is not known: then there are no quiet hours."""
    quiet: tuple[int, int] | None = (22 * 60, 8 * 60)
    """The beginning and end of the quiet hours, in minutes of the day; `None` for a person without any."""

    def check(self) -> Habits:
        """Return these habits if they are valid. Raises `Refusal` ``zone``, ``quiet_hours``,
        ``quiet_long``."""
        if self.zone is not None and self.zone not in ZONES:
            raise Refusal("zone", zone=self.zone)
        if self.quiet is not None:
            if not all(0 <= minute < 24 * 60 for minute in self.quiet):
                raise Refusal("quiet_hours")
            if (self.quiet[1] - self.quiet[0]) % (24 * 60) > MAX_QUIET_MINUTES:
                raise Refusal("quiet_long", most=MAX_QUIET_MINUTES // 60)
        return self

    def at(self, server: str | None) -> Habits:
        """Return these habits with the server's zone, if they have none of their own."""
        return self if self.zone is not None else msgspec.structs.replace(self, zone=server)

    def quiet_until(self, now: datetime) -> datetime | None:
        """Return the end of the quiet hours in which `now` falls; `None` outside them."""
        return next((span.end for span in _nights_around(self, now) if span.begin <= now < span.end), None)


NO_HABITS = Habits(None, None)
"""The habits of a person of whom nothing is known."""


class Leave(msgspec.Struct, frozen=True, omit_defaults=True):
    """An absence that its person has announced: whole days where that person lives."""

    first: date
    last: date
    zone: str | None
    begins: datetime
    ends: datetime
    click: int
    """The click that announced it; of two leaves, the one with the lower click was announced first."""
    rest: bool = False
    """The first day is only the rest of the day on which the leave was announced: it uses none."""

    @property
    def first_used(self) -> date:
        """The first day that the leave uses; after `last` where it uses none."""
        return self.first + DAY if self.rest else self.first

    @property
    def days(self) -> int:
        """The number of days that the leave uses."""
        return (self.last - self.first_used).days + 1

    def end_early(self, now: datetime) -> Leave:
        """Return this leave ended early: a day begun is used."""
        today = max(self.first, now.astimezone(zone_of(self.zone)).date())
        return msgspec.structs.replace(self, last=min(self.last, today), ends=min(self.ends, now))


class Ringing(StrEnum):
    """The ways in which a person hears of turns in one match."""

    TURN = "turn"
    """At each turn."""
    DAILY = "daily"
    """Once a day, with all that waits then."""
    REMINDERS = "reminders"
    """By the reminder alone, when four fifths of the time are over."""
    NEVER = "never"
    """Not at all: the match is muted."""


class MatchRinging(msgspec.Struct, frozen=True):
    """A match for which a person wishes calls otherwise than for all."""

    match: int
    how: Ringing


class Hours(msgspec.Struct, frozen=True, omit_defaults=True):
    """The stored facts about a person's time."""

    habits: Habits = Habits()
    leaves: tuple[Leave, ...] = ()
    """Oldest first."""
    asked: bool = False
    """The person was asked for a zone."""
    daily: bool = False
    """Calls are told together once a day, except those with a deadline within 24 hours."""
    digest: int | None = None
    """The minute of the day at which calls are told together; `None` for the end of the quiet hours."""
    muted: tuple[int, ...] = ()
    """Matches in which nothing rings for the person."""
    ringing: tuple[MatchRinging, ...] = ()
    """Matches in which calls come otherwise than `daily` says; none of them is muted."""
    hold: int | None = None
    """Seconds for which a step is held before it counts for all; `None` for the usual time."""
    makes_only_moves: bool = msgspec.field(default=False, name="forced")
    """The house makes the person's move, after a while, if the person has only one."""
    robots_told: datetime | None = None
    """The instant at which the person was last told that a robot plays."""
    seen: datetime | None = None
    """The instant of the person's first action after that."""
    is_inactive: bool = msgspec.field(default=False, name="vanished")
    """The person had played nowhere for days then, and has done nothing since: only that rings, once a
    week."""
    reserved: bool = False
    """Nobody may invite the person to a table."""

    def ringing_in(self, match: int) -> Ringing:
        """Return how the person hears of turns in the match."""
        if match in self.muted:
            return Ringing.NEVER
        usual = Ringing.DAILY if self.daily else Ringing.TURN
        return next((each.how for each in self.ringing if each.match == match), usual)

    def has_no_calls_in(self, match: int) -> bool:
        """Return True if no call of the match ever rings for the person; reminders may."""
        return self.ringing_in(match) in (Ringing.REMINDERS, Ringing.NEVER)

    def next_summary(self, now: datetime, zone: str | None = None) -> datetime:
        """Return the next instant at which calls are told together: the person's hour; without one the end of
        the quiet hours, or eight o'clock for a person without any. It is at most one day away.
        """
        habits = self.habits.at(zone)
        usual = (habits.quiet or (0, 8 * 60))[1]
        hour, minute = divmod(usual if self.digest is None else self.digest, 60)
        here = now.astimezone(zone_of(habits.zone))
        today = here.replace(hour=hour, minute=minute, second=0, microsecond=0)
        day = today if today > here else today + timedelta(days=1)
        return min(day.astimezone(UTC), now + timedelta(days=1))


class Server(msgspec.Struct, frozen=True, omit_defaults=True):
    """The settings that a server's moderators have made."""

    zone: str | None = None
    pace: str | None = None
    """The usual pace of new matches, as `Pace.read` takes it."""
    locale: str | None = None
    more: dict[str, Any] = msgspec.field(default_factory=dict[str, Any])
    """Further settings that the outside world wants kept."""


def new_leave(
    first: date, last: date, habits: Habits, others: Sequence[Leave], now: datetime, click: int
) -> Leave:
    """Return a leave from `first` to `last`, if it may be taken beside the others.

    Raises `Refusal` ``leave_order``, ``leave_past``, ``leave_overlaps``, ``leave_spent`` (`n` days are left
    in `year`).
    """
    today = now.astimezone(zone_of(habits.zone)).date()
    if last < first:
        raise Refusal("leave_order")
    if first < today:
        raise Refusal("leave_past")
    for other in others:
        if other.first <= last and first <= other.last:
            raise Refusal("leave_overlaps", first=other.first.isoformat(), last=other.last.isoformat())
    begins = max(now, midnight(first, habits.zone))
    rest = begins > midnight(first, habits.zone) and all(
        other.last <= today - MIN_TIME_BETWEEN_RESTS for other in others if other.first <= today
    )
    used = first + DAY if rest else first
    for year in range(first.year, min(last.year, first.year + 1) + 1):
        left = LEAVE_DAYS_PER_YEAR - days_taken(others, year)
        if _days_in(used, last, year) > left:
            raise Refusal("leave_spent", n=left, year=year)
    return Leave(first, last, habits.zone, begins, midnight(last + DAY, habits.zone), click, rest)


def days_taken(leaves: Iterable[Leave], year: int) -> int:
    """Return the number of days of that year that are leave, taken or announced."""
    return sum(_days_in(each.first_used, each.last, year) for each in leaves)


def _days_in(first: date, last: date, year: int) -> int:
    begin, end = max(first, date(year, 1, 1)), min(last, date(year, 12, 31))
    return max(0, (end - begin).days + 1)


def leave_in_match(
    leaves: Iterable[Leave], since: datetime, most: int = LEAVE_DAYS_PER_MATCH
) -> tuple[Span, ...]:
    """Return the spans of leave that count in a match that was started then: so many days in all.

    Leave that was announced first counts first. So leave that is announced later takes no day from leave that
    counts already, and brings no deadline nearer.
    """
    left, spans = most, list[Span]()
    for each in sorted(leaves, key=lambda one: one.click):
        if each.ends <= since or left <= 0:
            continue
        first = max(each.first_used, since.astimezone(zone_of(each.zone)).date())
        days = min(left, (each.last - first).days + 1)
        left -= days
        spans.append(Span(each.begins, min(each.ends, midnight(first + days * DAY, each.zone))))
    return tuple(sorted(spans, key=lambda span: span.begin))


# Calendars


@dataclass(frozen=True, slots=True)
class Span:
    """A span of time; its end is not part of it."""

    begin: datetime
    end: datetime


@dataclass(frozen=True, slots=True)
class Calendar:
    """The spans in which a clock stands still, or in which nothing falls due."""

    habits: Habits = NO_HABITS
    weekends: bool = False
    """Saturdays and Sundays are free."""
    standstills: tuple[Span, ...] = ()
    """The spans of leave, pauses and sleep."""
    outages: tuple[Span, ...] = ()
    """The spans in which nobody could press."""

    def add(self, since: datetime, left: timedelta) -> datetime:
        """Return the instant at which `left` has passed since then; spans in which the clock stands still do
        not count.
        """
        at = since
        while (span := self._next_standstill(at)) is not None and at + left > span.begin:
            left -= max(span.begin - at, timedelta())
            at = span.end
        return at + left

    def elapsed_time(self, since: datetime, until: datetime) -> timedelta:
        """Return the time that has passed between these instants; spans in which the clock stands still do
        not count.
        """
        at, passed = since, timedelta()
        while (span := self._next_standstill(at)) is not None and span.begin < until:
            passed += max(span.begin - at, timedelta())
            at = span.end
        return passed + max(until - at, timedelta())

    def waking(self, since: datetime, until: datetime) -> Calendar:
        """Return this calendar with a clock that stands still in quiet hours too, between these instants."""
        return replace(self, standstills=(*self.standstills, *_quiet_spans(self.habits, since, until)))

    def first_open(self, at: datetime) -> datetime:
        """Return the first instant, not before `at`, at which something may fall due."""
        while at < FAR and (until := self._blocked_until(at)) is not None:
            at = until
        return min(at, FAR)

    def evening(self, at: datetime) -> datetime | None:
        """Return the beginning of the last hour before the night in which, or just after which, `at` falls.

        Return `None` if it falls in or after no night, or if something stands in the way in that hour.
        """
        nights = (
            each for each in _nights_around(self.habits, at) if each.begin <= at < each.end + MORNING_REST
        )
        night = next(nights, None)
        if night is None or self.first_open(night.begin - HOUR) > night.begin - HOUR:
            return None
        return night.begin - HOUR

    def _standstills(self) -> Iterator[Span]:
        yield from self.standstills
        yield from self.outages

    def _next_standstill(self, at: datetime) -> Span | None:
        """Return the first span in which the clock stands still that has not ended by then."""
        found = [span for span in self._standstills() if span.end > at and span.end > span.begin]
        if self.weekends:
            found.append(_weekend(zone_of(self.habits.zone), at))
        return min(found, key=lambda span: span.begin, default=None)

    def _blocked_until(self, at: datetime) -> datetime | None:
        """Return the end of the span that blocks that instant from falling due; `None` if nothing blocks
        it."""
        lulls = (
            Span(each.end, each.end + ABSENT_TIME)
            for each in self.outages
            if each.end - each.begin >= LONG_OUTAGE
        )
        nights = (Span(each.begin, each.end + MORNING_REST) for each in _nights_around(self.habits, at))
        weekends = [_weekend(zone_of(self.habits.zone), at)] if self.weekends else []
        spans = (*self._standstills(), *lulls, *nights, *weekends)
        return max((span.end for span in spans if span.begin <= at < span.end), default=None)


def _weekend(zone: ZoneInfo, at: datetime) -> Span:
    """Return the first weekend that has not ended by then."""
    today = at.astimezone(zone).date()
    saturday = today + (5 - today.weekday()) * DAY
    while (end := _instant(saturday + 2 * DAY, time(), zone)) <= at:
        saturday += 7 * DAY
    return Span(_instant(saturday, time(), zone), end)


def _nights_around(habits: Habits, at: datetime) -> Iterator[Span]:
    """Yield the quiet hours around that instant."""
    if habits.zone is None or habits.quiet is None or habits.quiet[0] == habits.quiet[1]:
        return
    zone, (begin, end) = zone_of(habits.zone), habits.quiet
    today = at.astimezone(zone).date()
    for days in range(-2, 2):
        evening = today + days * DAY
        morning = evening if begin < end else evening + DAY
        yield Span(
            _instant(evening, time(*divmod(begin, 60)), zone),
            _instant(morning, time(*divmod(end, 60)), zone, fold=1),
        )


def _quiet_spans(habits: Habits, since: datetime, until: datetime) -> tuple[Span, ...]:
    """Return all quiet hours between these instants, and around them."""
    days = range(max(0, (until - since).days) + 2)
    nights = {night for day in days for night in _nights_around(habits, since + day * DAY)}
    return tuple(sorted(nights, key=lambda night: night.begin))


@lru_cache(maxsize=4096)
def _instant(day: date, at: time, zone: ZoneInfo, fold: int = 0) -> datetime:
    """Return the instant of a local time. A time that the zone skips becomes an instant after the gap; `fold`
    picks the first or second of a time that comes twice.
    """
    local = datetime.combine(day, at).replace(tzinfo=zone, fold=fold)
    instant = local.astimezone(UTC)
    if instant.astimezone(zone).replace(tzinfo=None) != local.replace(tzinfo=None):
        # Skipped: the offset of before gives an instant after the gap, whatever the fold.
        return local.replace(fold=0).astimezone(UTC)
    return instant


# Seats


class UndoRequest(msgspec.Struct, frozen=True):
    """A request to take back the latest turn."""

    seat: int
    person: int
    to: int
    """The entry after which the match would go on."""
    call: int
    """The match's call number (`Fold.call_number`) when it was made; its buttons carry it."""
    due: datetime
    """The instant at which it lapses."""
    agreed: tuple[int, ...] = ()
    """Persons who agree."""


class Declined(msgspec.Struct, frozen=True):
    """The others' refusal to take back one turn of the seat: it is not asked for again."""

    seat: int
    to: int
    """The value of `UndoRequest.to` in the request that was declined."""


class Held(msgspec.Struct, frozen=True):
    """A move that a person has made and that is no log entry yet. Nobody else may know of it."""

    seat: int
    text: str
    """Its notation."""
    question: int
    """The number of the seat's question that it answers."""
    click: int
    """The click that made it."""
    at: datetime
    """The instant at which it was made, and counts as made."""
    due: datetime
    """The instant at which it becomes an entry."""
    planned: bool = False
    """Its person planned it before anything was asked."""


class Plan(msgspec.Struct, frozen=True, omit_defaults=True):
    """A move that a person would like to make at the seat's next question. Nobody else may know of it."""

    seat: int
    text: str
    """The move's notation."""
    click: int
    """The click that made it."""
    known: str
    """Digest of the effect that it had when it was made, as far as its person could know."""
    dropped: str = ""
    """The reason why it was not played, as long as its person is to be told: ``illegal``, ``changed`` or
    ``undone``."""
    question: int = 0
    """The number of the seat's last question when the plan was made: the plan answers a later one."""


SHORT_CALLS = 10 * DAY
"""The last part of a league's season."""
SHORT_CALL = DAY / 2
"""Time of a call that is delivered then."""


class RowState(msgspec.Struct, frozen=True, omit_defaults=True):
    """The state of a match that stands in its row (column `house`), not in its log."""

    started: datetime | None = None
    pauses: tuple[Span, ...] = ()
    """The pauses of its clocks that the players agreed on."""
    sleeps: tuple[Span, ...] = ()
    """The spans in which it slept; the last one ends at `FAR` while it sleeps."""
    pause_until: datetime | None = None
    """The end of the pause that somebody has asked for. During a pause, an end that has passed asks to end it
    at once."""
    pause_agreed: tuple[int, ...] = ()
    """Persons who agree to it."""
    pace_wish: str | None = None
    """The pace that somebody has proposed, as `Pace.read` takes it."""
    pace_agreed: tuple[int, ...] = ()
    """Persons who agree to it."""
    paced: int | None = None
    """The entry by which the match has its pace; `None` for the pace with which it began."""
    absent: tuple[int, ...] = ()
    """The seats with a steward when the match ended."""
    before_chance: bool = False
    """Nobody takes back a turn that drew or revealed anything, whoever agrees."""
    play_on: bool = False
    """The match goes on against a robot after one of two sides has resigned."""
    help: Help = Help.AS_BEFORE
    """The help with which the table was opened."""
    private: bool = False
    """The match is a private table: one person and robots, without a place on Discord. Nobody is told of it,
    and nobody is ever called."""
    season_ends: datetime | None = None
    """The end of the season whose table the match is. Such a table neither sleeps nor pauses; calls that are
    delivered in the last `SHORT_CALLS` before have half a day."""
    undo: UndoRequest | None = None
    declined: tuple[Declined, ...] = ()
    """The refused undo requests, at most one a seat."""
    held: tuple[Held, ...] = ()
    """The moves on hold, at most one a seat."""
    plans: tuple[Plan, ...] = ()
    """The planned moves, at most one a seat."""

    def pause(self, now: datetime) -> Span | None:
        """Return the pause that runs now; `None` while clocks go."""
        return next((each for each in self.pauses if each.begin <= now < each.end), None)

    @property
    def is_rated(self) -> bool:
        """True at a table that counts for ratings outside of leagues."""
        return self.help is Help.RATED

    @property
    def is_league(self) -> bool:
        """True at a table of a league."""
        return self.season_ends is not None

    def is_short(self, since: datetime | None, outages: Sequence[Span] = ()) -> bool:
        """Return True for a call delivered then, if it has only half a day because the season ends.

        `outages` are those since the match was opened: each moves the season's end.
        """
        ends = self.season_ends
        if ends is None or since is None:
            return False
        for outage in sorted(outages, key=lambda each: each.begin):
            ends += outage.end - outage.begin if outage.begin < ends else timedelta()
        return since >= ends - SHORT_CALLS

    @property
    def is_asleep(self) -> bool:
        return bool(self.sleeps) and self.sleeps[-1].end == FAR


class Request(msgspec.Struct, frozen=True):
    """Somebody's request to sit down in a seat."""

    person: int
    name: str
    click: int
    due: datetime
    """The instant at which its person sits down."""


class SeatClock(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat's clock, and the absence of its person."""

    left: timedelta
    """Time left in the bank when its call began."""
    number: int | None = None
    """The entry that called it; `None` while it is asked nothing."""
    since: datetime | None = None
    """The instant at which the call was delivered; `None` before."""
    habits: Habits = NO_HABITS
    """The person's habits at the call: changes count from the next call."""
    given: timedelta = timedelta()
    """Time that others have given it for this call."""
    grace: timedelta = timedelta()
    """The extra day that it has for this call; it begins when nothing holds it up any more."""
    half_hour: bool = False
    """The panel was opened in the last half hour of this call."""
    looked: datetime | None = None
    """The instant at which the panel was first opened since the call."""
    reminded: bool = False
    waits: bool = False
    """The table waits with this call."""
    playing: bool = False
    """The steward answers this call."""
    is_moderated: bool = msgspec.field(default=False, name="hosted")
    """A moderator lets the steward answer this call: that is no absence of its person."""
    graces: int = 0
    turns: int = 0
    """Number of turns in a row that its steward has played; a seat with any is absent."""
    waited: bool = False
    """The table has waited in this absence."""
    moved: bool = False
    """Its person has ever answered."""
    offered: bool = False
    """Its person would rather somebody else sat there."""
    givers: tuple[int, ...] = ()
    """Persons who have given it a day for this call."""
    request: Request | None = None
    objected: tuple[int, ...] = ()
    """Persons who may not ask for it again."""
    former: tuple[int, ...] = ()
    """Persons who sat there before."""
    had: timedelta | None = None
    """Time left in the bank when the previous call began: the seat gets it again when its turn is taken
    back."""

    @property
    def is_absent(self) -> bool:
        """A steward has played, or plays, because its person's time had run out."""
        return self.turns > 0 or (self.playing and not self.is_moderated)

    @property
    def is_played_for(self) -> bool:
        """A steward has played, or plays, for whatever reason."""
        return self.is_absent or self.playing

    @property
    def allowance(self) -> timedelta:
        """The time that the call has in all, without the last half hour."""
        own = self.left if not self.turns else OPEN_SEAT_TIME if is_open(self) else ABSENT_TIME
        return own + self.given + self.grace + (WAIT_TIME if self.waits else timedelta())


def is_open(clock: SeatClock) -> bool:
    """Return True if another person may ask for the seat."""
    return clock.offered or clock.turns >= TURNS_UNTIL_OPEN or (clock.turns > 0 and not clock.moved)


def with_call(clock: SeatClock, number: int, since: datetime | None, habits: Habits) -> SeatClock:
    """Return the clock of a seat that was called by that entry; `since` is when the call was delivered."""
    return msgspec.structs.replace(without_call(clock), number=number, since=since, habits=habits)


def without_call(clock: SeatClock) -> SeatClock:
    """Return the clock of a seat that is asked nothing."""
    return msgspec.structs.replace(
        clock,
        number=None,
        since=None,
        given=timedelta(),
        givers=(),
        grace=timedelta(),
        half_hour=False,
        looked=None,
        reminded=False,
        waits=False,
        playing=False,
        is_moderated=False,
    )


def deadline(clock: SeatClock, calendar: Calendar) -> datetime | None:
    """Return the instant at which the time of the seat's call runs out; `None` if no clock runs."""
    if clock.since is None:
        return None
    due = calendar.first_open(calendar.add(clock.since, clock.allowance))
    if clock.half_hour:
        due = calendar.first_open(due + HALF_HOUR)
    return due


def reminder(clock: SeatClock, calendar: Calendar) -> datetime | None:
    """Return the instant of the person's reminder; `None` if there is none, or it was sent."""
    if clock.since is None or clock.reminded or clock.looked or clock.grace or clock.is_absent:
        return None
    parts, whole = REMINDER_SHARE
    at = calendar.add(clock.since, clock.allowance * parts / whole)
    evening = calendar.evening(at)
    if evening is not None and evening > clock.since:
        return evening
    return calendar.first_open(at)


def with_look(clock: SeatClock, calendar: Calendar, now: datetime) -> SeatClock:
    """Return the clock after its person opened the panel at `now`.

    If that is in the last half hour before the deadline, the call has half an hour more, once.
    """
    due = deadline(clock, calendar)
    if due is None:
        return clock
    last = not clock.half_hour and due - HALF_HOUR <= now < due
    return msgspec.structs.replace(clock, looked=clock.looked or now, half_hour=clock.half_hour or last)


def with_more_time(clock: SeatClock, calendar: Calendar, by: timedelta, now: datetime) -> SeatClock:
    """Return the clock with so much more time for its call; for a late seat, from now on."""
    return msgspec.structs.replace(clock, given=clock.given + _extra_time(clock, calendar, by, now))


def with_grace(clock: SeatClock, calendar: Calendar, now: datetime) -> SeatClock:
    """Return the clock of a late seat with one more day from now on."""
    grace = _extra_time(clock, calendar, DAY, now)
    return msgspec.structs.replace(clock, grace=grace, graces=clock.graces + 1)


def _extra_time(clock: SeatClock, calendar: Calendar, by: timedelta, now: datetime) -> timedelta:
    passed = timedelta() if clock.since is None else calendar.elapsed_time(clock.since, now)
    return by + max(timedelta(), passed - clock.allowance)


def with_answer(clock: SeatClock, pace: Pace, calendar: Calendar, at: datetime) -> SeatClock:
    """Return the clock of a seat that has answered at `at`: the time of its call is spent, and it gains its
    credit.

    Time that was given for the call is spent first. A turn of its steward is counted, and brings no time; one
    that a moderator wished for is not counted, and takes none.
    """
    if clock.is_moderated:
        return msgspec.structs.replace(without_call(clock), had=clock.left)
    if clock.playing:
        return msgspec.structs.replace(without_call(clock), turns=clock.turns + 1, left=timedelta())
    return msgspec.structs.replace(
        without_call(clock),
        left=min(pace.bank, bank_left(clock, calendar, at) + pace.credit),
        had=clock.left,
        moved=True,
        waited=clock.waited and clock.is_absent,
    )


def bank_left(clock: SeatClock, calendar: Calendar, at: datetime) -> timedelta:
    """Return the time left in the bank at that instant."""
    spent = timedelta() if clock.since is None else calendar.elapsed_time(clock.since, at)
    return max(timedelta(), clock.left - max(timedelta(), spent - clock.given))


def with_return(clock: SeatClock, pace: Pace, calendar: Calendar, now: datetime, habits: Habits) -> SeatClock:
    """Return the clock of a person who is back: with one credit at least, and an open call begins anew.

    A person who was never absent, and keeps a seat that was on offer or answers before a moderator's robot
    does, has the time that was left.
    """
    present = msgspec.structs.replace(clock, playing=False, is_moderated=False, offered=False, request=None)
    if not clock.is_absent:
        return present
    left = max(bank_left(clock, calendar, now), pace.credit)
    present = msgspec.structs.replace(present, left=left, turns=0, waited=False)
    if clock.number is None:
        return present
    return with_call(present, clock.number, now if clock.since is not None else None, habits)


def with_pace(clock: SeatClock, before: Pace, after: Pace) -> SeatClock:
    """Return the clock of a seat of a match whose pace changes. A call that runs keeps the time that it has.

    A seat that is not called keeps the same share of its bank.
    """
    if clock.number is not None or not before.bank:
        return clock
    return msgspec.structs.replace(clock, left=min(after.bank, clock.left * (after.bank / before.bank)))


def with_undo(clock: SeatClock, *, own: bool = False) -> SeatClock:
    """Return the clock of a seat whose call is over, or asked once more, because something was taken back.

    It has the time that it had, at least twelve hours. With `own` its own turn was taken back, and it gets
    the time from the beginning of that turn.
    """
    left = clock.had if own and clock.had is not None else clock.left
    return msgspec.structs.replace(without_call(clock), left=max(left, ABSENT_TIME), had=None)
