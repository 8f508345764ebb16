"""Weeks of people, on virtual time: ``python -m bench.weeks [--weeks N] [--seed S] [--write docs/weeks.md]``.

The real match service, store and courier; what is simulated are people, Discord and the clock. People have
zones, nights, weekends and leave, and move; some answer within minutes, some once an evening, some on the
last day; some forget a match for weeks, or vanish, and substitutes ask for their seats; a staller uses every
rule there is. They mute matches, hear of calls once a day, have closed inboxes, plan moves, hold them, take
back, agree to pauses and end them, let matches sleep and wake them; the bot is away now and then.

What may never be is counted as wrong, and makes the program fail: a match that stands still, a clock that
does not start, a call that the hourly rounds have to rescue, a deadline in a night, on leave, during or just
after an outage, a deadline that came nearer by itself.
"""

from __future__ import annotations

import argparse
import asyncio
import heapq
import itertools
import logging
import multiprocessing
import os
import statistics
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta, tzinfo
from pathlib import Path
from random import Random
from time import perf_counter

from cogs.answering.answers import Page
from cogs.delivery.courier import Courier
from cogs.face.drawing import Drawing
from cogs.services.services import Services
from engine.game import AnyGame, Refusal, Seat
from engine.games import GAMES, ROWS, import_name
from engine.match.clock import Pace, SeatClock, zone_of
from engine.match.values import SUMMARY, Status, Venue
from engine.matches import HeldAnswer, Limits, Matches, upkeep
from engine.matches.play.thinking import choose
from engine.robots.choosing import Position
from engine.store.sqlite import SqliteStore
from harness.paper import Paper
from harness.trial import Form, Trial, trial_of

DAY, HOUR, MINUTE = timedelta(days=1), timedelta(hours=1), timedelta(minutes=1)
BEGAN = datetime(2026, 2, 2, 9, tzinfo=UTC)
"""A Monday; both changes of the clocks and a leap of the year lie in reach."""
ZONES = (
    "Europe/Paris", "Europe/Paris", "Europe/Paris", "America/Montreal", "America/Los_Angeles", "Asia/Tokyo",
    "Australia/Lord_Howe", "Pacific/Kiritimati", "Africa/Dakar", "Asia/Kolkata",
)  # fmt: skip
PACED = (
    "day",
    "day",
    "day",
    "week",
    "week",
    "lively",
    "lively",
    "96h+24h weekends",
    "96h+24h weekends",
    "open",
)
PEOPLE = 24
MATCHES = 12
"""Matches of a world that begin together; more begin as they end."""
FIRST_DAYS = 40
"""New matches begin for so long; then all are played to their ends."""
LONGEST = 1500 * DAY
"""A match that runs for longer stands still."""
OUTAGE_EVERY, OUTAGE = 30, (20 * MINUTE, 3 * HOUR, 26 * HOUR, 7 * DAY)
AFTER_OUTAGE = 12 * HOUR
MORNING = 2 * HOUR
NIGHT = 22, 8

MEMORY = Path("/dev/shm")
"""Folder for databases in memory, if the machine has it: nothing here is about disks."""

DURATIONS = Path(__file__).parents[1] / "cogs" / "text" / "durations.csv"
"""The table of durations that lobbies quote."""

FACES = {row.key: import_name(f"{row.cog}:FACE") for row in ROWS}
CALLED = ("turn", SUMMARY)
"""Kinds of the notices that may still start a clock."""

STYLES = ("quick", "evening", "slow", "weekdays", "staller", "vanishes")
WEIGHTS = (4, 8, 4, 3, 1, 1.5)


@dataclass
class Somebody:
    """A person, and how that person plays."""

    id: int
    style: str
    zone: tzinfo
    vanishes: int
    """Number of turns after which the person vanishes, in every match."""
    leave_in: int
    """Days until leave begins; 0 for none."""
    turns: int = 0
    forgets: float = 0.0
    """The probability, at each call, that the match is forgotten for weeks."""
    holds: bool = False
    """Moves are tapped, and held before they count."""


@dataclass
class Sample:
    """The figures of one match."""

    game: str
    seats: int
    pace: str
    days: float = 0.0
    stalled: bool = False
    """A staller sat there."""
    vanished: bool = False
    ended: str = ""


@dataclass
class Figures:
    """The counts of a world."""

    samples: list[Sample] = field(default_factory=list[Sample])
    wrong: Counter[str] = field(default_factory=Counter[str])
    said: Counter[str] = field(default_factory=Counter[str])
    calls: int = 0
    pushes: int = 0
    player_days: float = 0.0
    moves: int = 0
    until_open: defaultdict[tuple[str, bool], list[float]] = field(
        default_factory=lambda: defaultdict(list[float])
    )
    """Days that a table waited for somebody who had vanished, until the seat was open: by pace, and whether
    something else stood in the way: time the table gave, a pause, leave, an outage."""
    checked: int = 0
    """Deadlines looked at."""
    examples: list[str] = field(default_factory=list[str])

    def add(self, other: Figures) -> None:
        self.samples += other.samples
        for mine, theirs in ((self.wrong, other.wrong), (self.said, other.said)):
            mine.update(theirs)
        self.calls += other.calls
        self.pushes += other.pushes
        self.player_days += other.player_days
        self.moves += other.moves
        self.checked += other.checked
        self.examples += other.examples
        for key, days in other.until_open.items():
            self.until_open[key] += days


@dataclass
class Running:
    """A match as the world follows it."""

    id: int
    sample: Sample
    pace: Pace
    began: datetime
    persons: dict[int, Seat]
    shown: dict[tuple[Seat, int], datetime] = field(default_factory=dict[tuple[Seat, int], datetime])
    """The deadline that was shown last, by seat and call."""
    waited: dict[Seat, timedelta] = field(default_factory=dict[Seat, timedelta])
    """Time that the table has waited for a vanished person, by seat."""
    since: dict[Seat, datetime] = field(default_factory=dict[Seat, datetime])
    """The instant since which the table waits for a vanished person now, by seat."""
    opened: set[Seat] = field(default_factory=set[Seat])
    given: set[Seat] = field(default_factory=set[Seat])
    """Seats to which the table gave time, for which it waited, or that were waited for meanwhile."""
    put_off: dict[tuple[Seat, int], datetime] = field(default_factory=dict[tuple[Seat, int], datetime])
    """The instant since which a call stands at the table and waits for the end of a night, by seat and call.
    """
    calls: set[tuple[Seat, int]] = field(default_factory=set[tuple[Seat, int]])
    """Calls that their persons know of, by seat and entry."""


class Words(Services):
    """The courier's services without pictures: nothing here is about them."""

    async def show(self, page: Page, drawing: Drawing | None, name: str) -> Page:
        return page


class World:
    """A server with a few dozen people and their matches."""

    def __init__(
        self, store: SqliteStore, seed: int, weeks: float, *, people: int = PEOPLE, matches: int = MATCHES
    ) -> None:
        self.size, self.at_once = people, matches
        self.dice = Random(seed)
        self.figures = Figures()
        self.time = BEGAN + timedelta(days=self.dice.randrange(365))
        self.store = store
        self.weeks = weeks
        self.paper = Paper(lambda: self.time, self._rung)
        self.matches, self.courier = self.service()
        self.venue = Venue(1, 2, "en")
        self.people: dict[int, Somebody] = {}
        self.running: dict[int, Running] = {}
        self.events: list[tuple[datetime, int, int, int]] = []
        """Instant, tie-break, person, and the match that the person looks at."""
        self.planned: set[tuple[int, int]] = set()
        self.ties = itertools.count()
        self.clicks = itertools.count(10**15)
        self.outages: list[tuple[datetime, datetime]] = []
        self.noticed: set[int] = set()
        """Ids of the notices that were counted."""
        self.forms = [
            (row.key, form)
            for row in ROWS
            for form in _forms(trial_of(row.key))
            if form.seats > 1 and form.new is not None
        ]

    def service(self) -> tuple[Matches, Courier]:
        matches = Matches(self.store, GAMES, lambda: self.time, limits=Limits(steps=timedelta()))
        return matches, Courier(self.paper, Words(matches, FACES))

    def _rung(self, person: int) -> None:
        self.figures.pushes += 1

    # People

    async def settle_in(self) -> None:
        for number in range(self.size):
            (style,) = self.dice.choices(STYLES, WEIGHTS)
            zone = self.dice.choice(ZONES)
            person = Somebody(
                1000 + number,
                style,
                zone_of(zone),
                self.dice.randrange(1, 12) if style == "vanishes" else 10**9,
                self.dice.randrange(3, 60) if self.dice.random() < 0.4 else 0,
            )
            person.forgets = self.dice.choice((0.0, 0.0, 0.004))
            person.holds = self.dice.random() < 0.3
            self.people[person.id] = person
            quiet = self.dice.choice(((22 * 60, 8 * 60), (22 * 60, 8 * 60), (23 * 60, 7 * 60), None))
            await self.matches.hours.set_habits(person.id, zone=zone, quiet=quiet)
            await self.matches.hours.set_daily(person.id, self.dice.random() < 0.2)
            if self.dice.random() < 0.1:
                self.paper.closed.add(person.id)

    def looks_at(self, person: Somebody, deadline: datetime | None) -> datetime:
        """Return the instant at which a person who was called looks at the match and plays."""
        now, dice = self.time, self.dice
        if dice.random() < person.forgets:
            return now + dice.randrange(31, 45) * DAY
        if person.style == "quick":
            return self.awake(person, now + dice.uniform(1, 40) * MINUTE)
        if person.style == "evening" or deadline is None:
            return self.evening(person, now)
        if person.style == "weekdays":
            at = self.evening(person, now)
            while at.astimezone(person.zone).weekday() > 4:
                at = self.evening(person, at + HOUR)
            return at
        # The last day: within the last tenth of the time, a staller in the last minutes.
        left = max(deadline - now, timedelta())
        share = 0.9995 if person.style == "staller" else dice.uniform(0.7, 0.98)
        return now + left * share

    def awake(self, person: Somebody, at: datetime) -> datetime:
        there = at.astimezone(person.zone)
        while not NIGHT[1] <= there.hour < NIGHT[0]:
            at += 30 * MINUTE
            there = at.astimezone(person.zone)
        return at

    def evening(self, person: Somebody, after: datetime) -> datetime:
        """Somewhere between six and ten in the evening."""
        there = after.astimezone(person.zone)
        at = there.replace(hour=18, minute=0, second=0) + self.dice.uniform(0, 3.9) * HOUR
        at = at.astimezone(UTC)
        return at if at > after else at + DAY

    def plan(self, person: int, match: int, at: datetime) -> None:
        if (person, match) not in self.planned:
            self.planned.add((person, match))
            heapq.heappush(self.events, (max(at, self.time), next(self.ties), person, match))

    # Matches

    async def begin(self) -> None:
        """A new match of people who like to."""
        key, form = self.dice.choice(self.forms)
        busy = Counter(person for each in self.running.values() for person in each.persons)
        free = [each for each in self.people.values() if busy[each.id] < 6]
        if len(free) < form.seats:
            return
        chosen = self.dice.sample(free, form.seats)
        name = self.dice.choice(PACED)
        pace = Pace.read(name)
        match = await self.matches.lobbies.open(
            key, form.options, form.seats, chosen[0].id, f"P{chosen[0].id}", self.venue, self.click, pace=pace
        )
        for each in chosen[1:]:
            await self.matches.lobbies.join(match.id, each.id, f"P{each.id}", self.click)
        started = await self.matches.lobbies.start(match.id, chosen[0].id, self.click)
        persons: dict[int, Seat] = {}
        for each in chosen:
            seat = started.seat_of(each.id)
            assert seat is not None
            persons[each.id] = seat
        sample = Sample(key, form.seats, name, stalled=any(each.style == "staller" for each in chosen))
        self.running[match.id] = Running(match.id, sample, pace, self.time, persons)

    @property
    def click(self) -> int:
        return next(self.clicks)

    async def carry(self) -> None:
        """Let the courier say what is due; whom it reaches knows of the match."""
        said = set[int]()
        while any(lanes := await self.matches.outbox.next_lanes(99, 99)):
            for lane in (*lanes[0], *lanes[1]):
                said.add(lane.match)
                for notice in await self.matches.outbox.notices((lane.match,)):
                    if notice.id not in self.noticed:
                        self.noticed.add(notice.id)
                        self.figures.said[notice.kind + (" to a person" if notice.person else "")] += 1
                await self.courier.say(lane.match)
        for match in said:
            if (running := self.running.get(match)) is not None:
                await self._heard(running)

    async def _heard(self, running: Running) -> None:
        """Plan a look at the match for every person whose clock has started."""
        situation = await self.matches.queries.situation(running.id, None)
        stored = await self.store.match(running.id)
        assert stored is not None
        if situation.match.status is not Status.RUNNING or situation.match.is_asleep:
            return
        for time in situation.times:
            seat, clock, person = time.seat, stored.clock(time.seat), stored.occupants[time.seat].person
            if time.is_open and seat not in running.opened:
                await self._opened(running, seat)
            if seat not in situation.pending or person is None or clock.playing:
                continue
            if time.expected is not None:
                running.put_off.setdefault((seat, clock.number or 0), self.time)
                if time.leave_until:
                    running.given.add(seat)
                continue
            number = clock.number or (0 if situation.round is None else situation.round.number)
            if (seat, number) not in running.calls:
                running.calls.add((seat, number))
                self._called(running, seat, number, person, time.deadline)

    def _called(
        self, running: Running, seat: Seat, number: int, person: int, deadline: datetime | None
    ) -> None:
        somebody = self.people[person]
        if somebody.turns >= somebody.vanishes and not (running.since.get(seat) or seat in running.opened):
            running.since[seat] = running.put_off.get((seat, number), self.time)
            running.sample.vanished = True
        self.plan(person, running.id, self.looks_at(somebody, deadline))

    async def _opened(self, running: Running, seat: Seat) -> None:
        """A seat is free: often somebody asks for it, and now and then the table objects."""
        if seat in running.since:
            self._stopped_waiting(running, seat)
        if seat not in running.opened:
            running.opened.add(seat)
            if seat in running.waited:
                days = running.waited[seat] / DAY
                self.figures.until_open[str(running.pace), seat in running.given].append(days)
        others = [each for each in self.people.values() if each.id not in running.persons]
        if self.dice.random() < 0.6 and others:
            asks = self.dice.choice(others)
            await self._try(
                self.matches.substitutes.ask_seat(running.id, asks.id, f"P{asks.id}", seat, self.click)
            )
            if self.dice.random() < 0.2:
                objects = self.dice.choice([*running.persons])
                await self._try(self.matches.substitutes.object(running.id, objects, seat, self.click))

    def _stopped_waiting(self, running: Running, seat: Seat) -> None:
        since = running.since.pop(seat, None)
        if since is not None:
            if any(since < end and begin < self.time for begin, end in self.outages):
                running.given.add(seat)
            running.waited[seat] = running.waited.get(seat, timedelta()) + (self.time - since)

    async def _try(self, deed: object) -> bool:
        try:
            await deed  # type: ignore[misc]
        except Refusal:
            return False
        return True

    # What people do

    async def act(self, person: int, match: int) -> None:
        """Somebody looks at a match."""
        self.planned.discard((person, match))
        somebody, running = self.people[person], self.running.get(match)
        if running is None or somebody.turns >= somebody.vanishes:
            return
        situation = await self.matches.queries.situation(match, person)
        if situation.match.status is Status.RUNNING and situation.match.is_asleep:
            await self._try(self.matches.presence.wake(match, person, self.click))
            await self.settle()
            situation = await self.matches.queries.situation(match, person)
        seat = situation.seat
        if situation.match.status is not Status.RUNNING or seat is None:
            return
        if situation.question_entry is None or seat not in situation.pending or situation.held is not None:
            return
        time = situation.times[seat]
        if somebody.style == "staller" and not await self._stall(running, somebody, seat, time.deadline):
            return
        somebody.turns += 1
        await self._plays(running, person, seat)

    async def _stall(self, running: Running, person: Somebody, seat: Seat, due: datetime | None) -> bool:
        """Use a rule that gives time and return false; return true if the staller plays instead."""
        if await self.matches.seat_clocks.note_look(running.id, person.id) and due is not None:
            self.plan(person.id, running.id, self.time + 29 * MINUTE)
            return False
        if self.dice.random() < 0.05:
            today = self.time.astimezone(person.zone).date()
            taken = self.matches.hours.take_leave(
                person.id, today, today + DAY * self.dice.randrange(4), self.click
            )
            if await self._try(taken):
                self.plan(person.id, running.id, self.time + 4 * DAY)
                return False
        # Often the day in reserve as well.
        if due is not None and self.time <= due and self.dice.random() < 0.7:
            self.plan(person.id, running.id, due + 20 * HOUR)
            return False
        return True

    async def _plays(self, running: Running, person: int, seat: Seat) -> None:
        """The whole turn: as long as nobody else is asked in between."""
        for _ in range(60):
            cached = await self.matches.queries.situation(running.id, person)
            if cached.match.status is not Status.RUNNING or seat not in cached.pending:
                break
            game = GAMES[running.sample.game]
            text = await self._move(game, running.id, seat)
            try:
                if self.people[person].holds:
                    made = await self.matches.held_moves.submit(
                        running.id, person, text, cached.question_number, self.click
                    )
                    if isinstance(made, HeldAnswer):
                        if self.dice.random() < 0.1:
                            await self._try(
                                self.matches.held_moves.drop(running.id, person, made.held.question)
                            )
                        self.plan(person, running.id, self.time + 2 * MINUTE)
                        break
                else:
                    await self.matches.moves.play(
                        running.id, person, text, cached.question_number, self.click
                    )
            except Refusal as refusal:
                self.figures.wrong[f"refused: {refusal.code}"] += 1
                break
            self.figures.moves += 1
            if self.dice.random() < 0.02:
                await self._try(self.matches.undo.undo(running.id, person, self.click))
        running.shown = {key: due for key, due in running.shown.items() if key[0] != seat}
        await self.settle()
        if seat in (await self.matches.queries.situation(running.id, None)).pending:
            self.plan(person, running.id, self.time + 5 * MINUTE)

    async def _move(self, game: AnyGame, match: int, seat: Seat) -> str:
        _, log = await self.matches.loader.load_started(match)
        position = Position(game, log.fold.state, seat, log.fold.counted, log.key)
        return (choose(position.question(), "steady", match) or position.any_move()).text

    async def something_else(self) -> None:
        """Do something else than playing, as people do."""
        if not self.running:
            return
        dice = self.dice
        running = dice.choice([*self.running.values()])
        persons = [*running.persons]
        one, other = dice.choice(persons), dice.choice(persons)
        seat = running.persons[other]
        somebody = self.people[one]
        if somebody.turns >= somebody.vanishes:
            return
        deed = dice.randrange(13)
        if deed == 0:
            if await self._try(self.matches.seat_clocks.give_day(running.id, one, seat, self.click)):
                running.given |= {seat, *running.since}
        elif deed == 1:
            if await self._try(self.matches.seat_clocks.wait(running.id, one, seat, self.click)):
                running.given |= {seat, *running.since}
        elif deed == 2:
            until: datetime | None = self.time + DAY * dice.randrange(2, 40 if dice.random() < 0.1 else 6)
            if (await self.matches.queries.situation(running.id, one)).paused_until and dice.random() < 0.5:
                until = None
            for each in self._there(running):
                if await self._try(self.matches.pauses.pause(running.id, each, until, self.click)):
                    self._agreed(running, each)
        elif deed == 3 and dice.random() < 0.1:
            await self._try(self.matches.substitutes.offer_seat(running.id, one, self.click))
        elif deed == 4:
            await self._try(
                self.matches.departures.end_absent(running.id, one, self.click, won=dice.random() < 0.5)
            )
        elif deed == 5:
            await self._try(self.matches.hours.mute(one, running.id))
        elif deed == 6:
            await self._plans(running, one)
        elif deed == 7:
            await self._answers_undo(running)
        elif deed == 8 and dice.random() < 0.1:
            somebody.zone = zone_of(zone := dice.choice(ZONES))
            await self.matches.hours.set_habits(one, zone=zone)
        elif deed == 9 and dice.random() < 0.3:
            first = self.time.astimezone(somebody.zone).date() + dice.choice((0, 0, 3, 9)) * DAY
            taken = self.matches.hours.take_leave(one, first, first + dice.randrange(5) * DAY, self.click)
            self.figures.said["leave taken"] += await self._try(taken)
        elif deed == 10 and dice.random() < 0.3:
            away = [each for each in (await self.matches.hours.hours(one)).leaves if each.ends > self.time]
            first = dice.choice(away).first if away else None
            if away and await self._try(self.matches.hours.end_leave(one, first)):
                for each in self.running.values():
                    self._agreed(each, one)
        else:
            await self._try(self.matches.seat_clocks.note_look(running.id, one))

    def _there(self, running: Running) -> list[int]:
        """Its persons who have not vanished."""
        return [each for each in running.persons if self.people[each].turns < self.people[each].vanishes]

    def _agreed(self, running: Running, person: int) -> None:
        """The person has said something that may bring the own deadline nearer."""
        seat = running.persons.get(person)
        running.shown = {key: due for key, due in running.shown.items() if key[0] != seat}

    async def _plans(self, running: Running, person: int) -> None:
        """The person plans a move, which may come to nothing."""
        try:
            outset = await self.matches.plans.outset(running.id, person)
        except Refusal:
            return
        move = self.dice.choice(list(outset.moves)[:200])
        await self._try(self.matches.plans.plan(running.id, person, str(move), self.click))

    async def _answers_undo(self, running: Running) -> None:
        """Those who are asked for it let the other take back, or not."""
        for person in self._there(running):
            match = await self.matches.loader.get(running.id)
            if match.undo is None or match.undo.person == person:
                continue
            answer = (
                self.matches.undo.agree_undo if self.dice.random() < 0.8 else self.matches.undo.decline_undo
            )
            await self._try(answer(running.id, person, match.undo.call, self.click))

    async def wakes(self) -> None:
        """Matches that sleep are woken some time, by whoever sits there: those who had vanished are back."""
        for running in [*self.running.values()]:
            if self.dice.random() < 0.1 and (await self.matches.loader.get(running.id)).is_asleep:
                for person in running.persons:
                    self.people[person].vanishes = 10**9
                    if await self._try(self.matches.presence.wake(running.id, person, self.click)):
                        running.shown.clear()
                        self.figures.said["match woken"] += 1
                    self.plan(person, running.id, self.evening(self.people[person], self.time))
                await self.settle()

    async def rounds(self) -> None:
        """The hourly rounds, once in six hours: nothing is to be rescued."""
        uncalled, _ = await self.store.find_uncalled(0, 999)
        rescued = await self.matches.upkeep.reconcile()
        for each in uncalled[:rescued]:
            if (running := self.running.get(each.match)) is not None:
                stored = await self.store.match(each.match)
                self._wrong("a call was rescued by the rounds", running, f"{each} {stored and stored.clocks}")
        self.figures.said["match asleep"] += await self.matches.upkeep.rest()
        if aside := (await self.matches.upkeep.sizes()).aside:
            self.figures.wrong["a notice was set aside"] = aside

    async def leave(self) -> None:
        """Announce the leave that begins tomorrow, for some days."""
        for person in self.people.values():
            if person.leave_in:
                person.leave_in -= 1
                if not person.leave_in:
                    first: date = self.time.astimezone(person.zone).date() + DAY
                    last = first + DAY * self.dice.randrange(2, 13)
                    if await self._try(self.matches.hours.take_leave(person.id, first, last, self.click)):
                        self.figures.said["leave taken"] += 1

    # Time

    async def settle(self) -> None:
        """Let happen what is due, say what is to be said, until nothing is left."""
        for _ in range(5000):
            fired = await self.matches.timers.run_due_timers()
            await self.carry()
            if not fired:
                return
        self.figures.wrong["never settles"] += 1

    async def check(self, running: Running) -> None:
        """Check the rules that hold at every instant."""
        situation = await self.matches.queries.situation(running.id, None)
        if situation.match.status is not Status.RUNNING:
            self._ended(running, situation.match.status)
            return
        running.persons = {
            person: seat
            for person in situation.match.persons
            if (seat := situation.match.seat_of(person)) is not None
        }
        waiting = {seat: person for person, seat in running.persons.items()}
        stands = situation.paused_until is not None or any(
            situation.times[seat].leave_until for seat in situation.pending if situation.times
        )
        for seat in [*running.since]:
            if stands:
                running.given.add(seat)
            if seat not in situation.pending:
                self._stopped_waiting(running, seat)
        for time in situation.times:
            due, person = time.deadline or time.expected, waiting.get(time.seat)
            if due is None or person is None or due <= self.time or situation.match.is_asleep:
                continue
            if time.seat not in situation.pending:
                continue
            self.figures.checked += 1
            stored = await self.store.match(running.id)
            assert stored is not None
            clock = stored.clock(time.seat)
            if clock.is_absent or (clock.since is None and time.expected is None):
                continue  # a short clock is no bank's; of who is absent a robot has the time
            self._shown(running, time.seat, clock.number or 0, due)
            if time.expected is None:
                await self._right(running, time.seat, clock, due, person)
            else:
                to_say = [
                    each.seat
                    for each in await self.matches.outbox.notices((running.id,))
                    if each.kind in CALLED
                ]
                if time.seat not in to_say and not self.may_wait(person):
                    self._wrong("a clock does not start", running, f"{time.seat} {person} {clock}")
        if self.time - running.began > LONGEST:
            self._wrong("a match stands still", running, "")
            self._ended(running, Status.RUNNING)

    def may_wait(self, person: int) -> bool:
        """Return whether a call may wait for the person without a notice of its own."""
        return False

    def _shown(self, running: Running, seat: Seat, call: int, due: datetime) -> None:
        before = running.shown.get((seat, call))
        if before is not None and due < before:
            self._wrong("a deadline has come nearer", running, f"{before} {due}")
        running.shown[seat, call] = due

    async def _right(
        self, running: Running, seat: Seat, clock: SeatClock, due: datetime, person: int
    ) -> None:
        """The deadline is none that anybody would complain of."""
        for at in (due, due - MORNING + timedelta(seconds=1)):
            if clock.habits.quiet_until(at) is not None:
                self._wrong("a deadline in a night", running, f"{due} {clock.habits}")
        hours = await self.matches.hours.hours(person)
        if running.pace.leave:
            for leave in hours.leaves:
                # Fourteen days of leave in one match: later ones do not count there.
                days = (leave.ends - max(leave.begins, running.began)) / DAY
                if leave.begins <= due < leave.ends and days <= 14 and len(hours.leaves) == 1:
                    self._wrong("a deadline on leave", running, f"{due} {leave}")
        for begin, end in self.outages:
            if begin <= due < end + AFTER_OUTAGE and end <= self.time:
                self._wrong(
                    "a deadline during or just after an outage",
                    running,
                    f"{due} {begin} {end} {seat} {clock}",
                )

    def _wrong(self, what: str, running: Running, more: str) -> None:
        self.figures.wrong[what] += 1
        if len(self.figures.examples) < 20:
            self.figures.examples.append(f"{what}: {running.sample} at {self.time}: {more}")

    def _ended(self, running: Running, status: Status) -> None:
        sample = running.sample
        sample.days, sample.ended = (self.time - running.began) / DAY, status.value
        self.figures.samples.append(sample)
        self.figures.player_days += sample.days * sample.seats
        self.figures.calls += len(running.calls)
        del self.running[running.id]

    async def outage(self, long: timedelta) -> None:
        """The bot stops; who would have played meanwhile does so when it is back."""
        await self.matches.close()
        begin = self.time
        self.time += long
        self.outages.append((begin, self.time))
        self.matches, self.courier = self.service()
        await self.matches.timekeeper.beat()
        await self.settle()

    async def until(self, end: datetime) -> None:
        """Let time pass."""
        while True:
            soon = [end, await self.store.next_timer(self.time), await self.store.next_lane()]
            if self.events:
                soon.append(self.events[0][0])
            self.time = max(self.time, min(each for each in soon if each is not None))
            await self.settle()
            while self.events and self.events[0][0] <= self.time:
                _, _, person, match = heapq.heappop(self.events)
                await self.act(person, match)
                if (running := self.running.get(match)) is not None:
                    await self.check(running)
            if self.time >= end:
                return

    async def live(self) -> Figures:
        await self.matches.timekeeper.beat()
        await self.settle_in()
        for _ in range(self.at_once):
            await self.begin()
        began, day = self.time, 0
        while self.running:
            day += 1
            for quarter in range(1, 5):
                await self.until(began + day * DAY + quarter * 6 * HOUR)
                if self.dice.random() < 0.5:
                    await self.something_else()
                    await self.settle()
                await self.rounds()
                await self.settle()
                for running in [*self.running.values()]:
                    await self.check(running)
            await self.leave()
            await self.wakes()
            if not self.dice.randrange(OUTAGE_EVERY):
                await self.outage(self.dice.choice(OUTAGE))
            if self.figures.player_days / 7 < self.weeks:
                while len(self.running) < self.at_once and self.dice.random() < 0.8:
                    await self.begin()
            elif self.time - began > LONGEST * 2:
                break
        await self.matches.close()
        return self.figures


def _forms(trial: Trial) -> tuple[Form, ...]:
    return trial.forms


async def _world(file: Path, seed: int, weeks: float) -> Figures:
    async with await SqliteStore.open(file) as store:
        return await World(store, seed, weeks).live()


def run_world(given: tuple[int, float]) -> Figures:
    """Run one world, in a process of its own."""
    logging.disable(logging.WARNING)
    upkeep.SLICE_DELAY = upkeep.REST_FACTOR = 0  # nobody else plays at the same time
    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as folder:
        return asyncio.run(_world(Path(folder) / "weeks.db", *given))


# The report


def _tenth(days: Sequence[float], part: int) -> float:
    ordered = sorted(days)
    return ordered[min(len(ordered) - 1, len(ordered) * part // 10)]


def _undisturbed(samples: Iterable[Sample]) -> Mapping[tuple[str, int, str], list[float]]:
    """Days that matches took without stallers and people who vanish, by game, seats and pace."""
    groups: dict[tuple[str, int, str], list[float]] = defaultdict(list)
    for each in samples:
        if not each.vanished and not each.stalled:
            groups[each.game, each.seats, each.pace].append(each.days)
    return groups


def _table(samples: Iterable[Sample]) -> Iterator[str]:
    yield "| game | seats | pace | matches | median days | nine of ten within |"
    yield "|---|---|---|---|---|---|"
    for (game, seats, pace), days in sorted(_undisturbed(samples).items()):
        yield (
            f"| {game} | {seats} | `{pace}` | {len(days)} | {statistics.median(days):.0f} |"
            f" {_tenth(days, 9):.0f} |"
        )


def _durations(samples: Iterable[Sample]) -> str:
    """The same for the lobby, as a file."""
    lines = ["game,seats,pace,matches,median,nine_of_ten"]
    for (game, seats, pace), days in sorted(_undisturbed(samples).items()):
        median, most = statistics.median(days), _tenth(days, 9)
        lines.append(f"{game},{seats},{pace},{len(days)},{median:.1f},{most:.1f}")
    return "\n".join([*lines, ""])


def _stalled(samples: Sequence[Sample]) -> Iterator[str]:
    """Yield a table, by pace, of how much a staller or a vanished person prolongs a match."""
    medians = {key: statistics.median(days) for key, days in _undisturbed(samples).items()}
    yield "| pace | with a staller | with somebody who vanishes |"
    yield "|---|---|---|"
    for pace in sorted({each.pace for each in samples}):
        cells: list[str] = []
        for chosen in (
            [each for each in samples if each.stalled and not each.vanished],
            [each for each in samples if each.vanished and not each.stalled],
        ):
            ratios = [
                each.days / medians[key]
                for each in chosen
                if each.pace == pace and (key := (each.game, each.seats, each.pace)) in medians
            ]
            said = (
                f"{statistics.median(ratios):.1f} (worst {max(ratios):.1f}, n = {len(ratios)})"
                if ratios
                else "–"
            )
            cells.append(said)
        yield f"| `{pace}` | {cells[0]} | {cells[1]} |"


def report(figures: Figures, seconds: float, command: str) -> str:
    """The page."""
    opened = figures.until_open
    lines = [
        "# Weeks",
        "",
        f"`{command}` lived {figures.player_days / 7:,.0f} player-weeks in {len(figures.samples):,} matches",
        f"and {figures.moves:,} moves of people, in {seconds:,.0f} s: the real service and store on virtual",
        "time. Who the people are stands at the head of `bench/weeks.py`.",
        "",
        "| what | figure | wanted |",
        "|---|---|---|",
        f"| matches stuck | {figures.wrong['a match stands still'] + figures.wrong['never settles']} | 0 |",
        f"| deadlines looked at | {figures.checked:,} | |",
    ]
    for what in (
        "a clock does not start",
        "a call was rescued by the rounds",
        "a deadline in a night",
        "a deadline on leave",
        "a deadline during or just after an outage",
        "a deadline has come nearer",
    ):
        lines.append(f"| {what} | {figures.wrong[what]} | 0 |")
    for (pace, given), days in sorted(opened.items()):
        more = ", with a pause, leave, an outage, or time that the table gave" if given else ""
        wanted = "at most 7" if pace == "day" and not given else ""
        lines.append(
            f"| days the table waited for somebody who had vanished until the seat was open, `{pace}`{more}:"
            f" median, most (n = {len(days)}) | {statistics.median(days):.1f}, {max(days):.1f} | {wanted} |"
        )
    reminders, calls = figures.said["reminder to a person"], max(1, figures.calls)
    lines += [
        f"| rings for each call ({figures.calls:,} calls), reminders and words of absence among them |"
        f" {figures.pushes / calls:.2f} | at most 1.5 |",
        f"| reminders for each call | {reminders / calls:.2f} | at most 0.2 |",
        "",
        "What else was said: "
        + ", ".join(f"{kind} {count:,}" for kind, count in sorted(figures.said.items()) if count)
        + ".",
        "",
        "## How long a match takes",
        "",
        "Without stallers and people who vanish. `cogs/text/durations.csv` has the same: a lobby says it",
        "where enough matches were measured.",
        "",
        *_table(figures.samples),
        "",
        "## What the worst cost",
        "",
        "Times as long as the median of the same game, seats and pace.",
        "",
        *_stalled(figures.samples),
        "",
    ]
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--weeks", type=int, default=10_000, help="player-weeks to live, at least")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--worlds", type=int, default=20)
    parser.add_argument("--write", type=Path, help="also write the page there, and what lobbies say")
    given = parser.parse_args(arguments)
    began, figures = perf_counter(), Figures()
    each = given.weeks / given.worlds
    work = [(given.seed * 1000 + number, each) for number in range(given.worlds)]
    with multiprocessing.Pool(os.cpu_count()) as pool:
        for number, found in enumerate(pool.imap_unordered(run_world, work), 1):
            figures.add(found)
            print(
                f"{number} of {given.worlds} worlds, {figures.player_days / 7:,.0f} player-weeks",
                file=sys.stderr,
            )
    command = f"python -m bench.weeks --weeks {given.weeks} --seed {given.seed} --worlds {given.worlds}"
    page = report(figures, perf_counter() - began, command)
    print(page)
    for example in figures.examples:
        print(example, file=sys.stderr)
    if given.write:
        given.write.write_text(page, "utf-8")
        DURATIONS.write_text(_durations(figures.samples), "ascii")
    return 1 if +figures.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
