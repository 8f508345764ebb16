"""The writer: every change of a match is one transaction, and the cache follows it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from typing import Any, TypeVar

import msgspec

from engine.game import AnyGame, Event, Seat
from engine.match import lobby_changes, seating, timer_kinds
from engine.match.changes import Change, Invitations, NewNotice, NewTimer, StoredMatch, Timer
from engine.match.clock import FAR, Held, SeatClock, Span
from engine.match.fold import Fold, round_calls
from engine.match.held_moves import void_moves, with_held_move, without_held_moves
from engine.match.limits import Limits
from engine.match.log import Log
from engine.match.plans import advance_plans
from engine.match.replay import key_of
from engine.match.timer_kinds import TimerKind
from engine.match.values import Entry, Match, Status
from engine.matches.core import consequences
from engine.matches.core.alarm import Alarm
from engine.matches.core.bulletins import bulletins_of
from engine.matches.core.cache import CachedMatch
from engine.matches.core.deadlines import Deadlines, Reckoning, with_clocks
from engine.matches.core.lanes import Lanes
from engine.matches.core.loader import Loader
from engine.matches.core.locks import TRIES
from engine.matches.core.timekeeper import Timekeeper
from engine.store import BulletinKind, Store

__all__ = ["Step", "Writer", "with_end"]

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Step:
    """An entry that is to be written, with its effect."""

    game: AnyGame
    fold: Fold
    """The fold after the entry."""
    events: tuple[Event, ...]
    kind: str
    seat: Seat | None
    text: str
    drawn: tuple[int, ...] = ()
    by: int | None = None
    ends: Status | None = None
    """The status with which the match ends, whatever the rules say; `None` where the rules decide."""
    at: datetime | None = None
    """The instant at which the entry counts as made; `None` for now."""
    made: str = ""
    """The value of `Entry.made`."""


def with_end(stored: StoredMatch, status: Status) -> StoredMatch:
    """Return the match with that status at its end. The seats that were absent then are kept in its row."""
    absent = tuple(seat for seat in range(len(stored.occupants)) if stored.clock(seat).is_absent)
    sleeps = _closed(stored.row_state.sleeps)
    state = msgspec.structs.replace(stored.row_state, absent=absent, sleeps=sleeps, plans=())
    return replace(stored, status=status, row_state=state)


def _closed(sleeps: tuple[Span, ...]) -> tuple[Span, ...]:
    return tuple(each for each in sleeps if each.end != FAR)


def _entry(number: int, step: Step, at: datetime) -> Entry:
    digest = step.game.hash(step.fold.state)
    return Entry(number, step.kind, step.seat, step.text, step.drawn, at, step.by, digest, step.made)


def _seats(stored: StoredMatch) -> tuple[object, ...]:
    return stored.occupants, stored.agreed


def _end(step: Step) -> Status | None:
    """Return the status with which the match ends by this step; `None` where it goes on."""
    return step.ends or (Status.OVER if step.game.result(step.fold.state) is not None else None)


def _void_move_notices(stored: StoredMatch, void: Sequence[Held]) -> tuple[NewNotice, ...]:
    """Return the notices to persons whose held moves are void."""
    return tuple(
        NewNotice("overtaken", Seat(one.seat), stored.entries, person=person)
        for one in void
        if (person := stored.occupants[one.seat].person) is not None
    )


def _missed_seat_notices(stored: StoredMatch, number: int) -> tuple[NewNotice, ...]:
    """Return the notices to persons who have asked for a seat of a match that has ended."""
    requests = [(Seat(seat), stored.clock(seat).request) for seat in range(stored.size)]
    return tuple(
        NewNotice("missed", seat, number, person=request.person)
        for seat, request in requests
        if request is not None and request.person > 0
    )


class Writer:
    """The one place that writes matches, each by one task at a time."""

    def __init__(
        self,
        store: Store,
        loader: Loader,
        lanes: Lanes,
        timekeeper: Timekeeper,
        deadlines: Deadlines,
        limits: Limits,
        timers: Alarm,
    ) -> None:
        """`timers` is set when a change sets a timer."""
        self._store = store
        self._loader = loader
        self._lanes = lanes
        self._timekeeper = timekeeper
        self._deadlines = deadlines
        self._limits = limits
        self._timers = timers

    async def change(self, match: int, work: Callable[[CachedMatch], Awaitable[T]]) -> T:
        """Load the match under its lock and let `work` change it; retry where another process was faster.

        Raises `Refusal` as `Loader.load`, `Conflict`, and what `work` raises.
        """

        async def load_and_work() -> T:
            return await work(await self._loader.load(match))

        return await self._loader.locks.alone(match, load_and_work, again=TRIES)

    async def open(
        self,
        stored: StoredMatch,
        click: tuple[int, str],
        invitations: Invitations | None = None,
        table: tuple[int, int] | None = None,
        notices: tuple[NewNotice, ...] = (),
    ) -> Match:
        """Write a new match in its lobby, as that `table` of a league's season, with these further notices.

        Raises as `Store.commit`.
        """
        await self._timekeeper.keep_step()
        now = self._timekeeper.now()
        change = lobby_changes.opening_change(stored, now)
        change = replace(
            change,
            notices=(*change.notices, *notices),
            click=click,
            at=now,
            invitations=invitations,
            table=table,
            bulletins=() if table is not None else (BulletinKind.OPENED.value,),
        )
        match = (await self._store.commit(change)).match
        self._lanes.note_change(match)
        self._timers.set()
        return await self._loader.get(match)

    async def open_running(
        self, stored: StoredMatch, options: Any, step: Step, click: tuple[int, str]
    ) -> Match:
        """Write a new match that begins with that step at once, in one transaction."""
        await self._timekeeper.keep_step()
        now = self._timekeeper.now()
        entry, none = _entry(0, step, now), CachedMatch(stored, {}, options)
        told = any(event.to is None for event in step.events)
        change = await self._consequences_of(none, stored, step, entry, (), told, now, {})
        change = self._without_notices(replace(change, after=change.after or stored, click=click, at=now))
        match = (await self._store.commit(change)).match
        self._timers.set()
        return await self._loader.get(match)

    # Methods for the work of `change`

    async def append(
        self,
        cached: CachedMatch,
        step: Step,
        *,
        earlier: Sequence[Step] = (),
        stored: StoredMatch | None = None,
        options: Any = None,
        click: tuple[int, str] | None = None,
        notices: tuple[NewNotice, ...] = (),
        clocks: Mapping[Seat, SeatClock] | None = None,
        timers: tuple[NewTimer, ...] = (),
        stops: tuple[tuple[str, Seat | None], ...] = (),
        timer: int | None = None,
    ) -> int:
        """Commit an entry with its consequences; return its number.

        The `earlier` steps are written with it, each as an entry before it, without consequences of their
        own. `stored`, `options` and `clocks` replace those of the match. `notices` and `timers` are written
        before those that follow from the entry, and after the `stops`. `timer` is the one that has caused the
        change.
        """
        await self._timekeeper.keep_step()
        stored, clocks = stored or cached.stored, clocks or {}
        first = 0 if cached.log is None else len(cached.log.entries)
        number = first + len(earlier)
        now = self._timekeeper.now()
        at = now if step.at is None else min(step.at, now)
        if cached.log is not None:
            at = max(at, cached.log.entries[-1].at)
        written = [_entry(number_, each, at) for number_, each in enumerate((*earlier, step), first)]
        entry = written[-1]
        void = void_moves(
            cached.stored, with_clocks(stored, clocks), None if _end(step) is not None else step.fold
        )
        stored = without_held_moves(stored, [one.seat for one in void])
        stored, planned = await self._advance_plans(cached, stored, step, number, clocks, now)
        log = [] if cached.log is None else cached.log.entries
        log = [*log, *written[:-1]] if earlier else log
        told = any(event.to is None for each in (*earlier, step) for event in each.events)
        # Timers count from now, even where the entry counts as made earlier.
        change = await self._consequences_of(
            cached, stored, step, replace(entry, at=now), log, told, at, clocks
        )
        change = replace(
            change,
            entry=entry,
            earlier=tuple(written[:-1]),
            click=click,
            notices=(*notices, *_void_move_notices(cached.stored, void), *change.notices),
            timers=() if change.ends else (*timers, *planned, *change.timers),
            stops=(*stops, *((TimerKind.HOLD, Seat(one.seat)) for one in void), *change.stops),
            timer_done=timer,
        )
        await self.commit(cached, change)
        cached.options = cached.options if options is None else options
        cached.stored = replace(cached.stored, entries=number + 1)
        if cached.log is None:
            key = key_of(stored.seed, [one.click for one in stored.occupants], [entry])
            cached.log = Log(step.game, step.fold, [entry], [step.events], key)
        else:
            cached.log.fold = step.fold
            cached.log.entries += written
            cached.log.events += [each.events for each in (*earlier, step)]
        return number

    async def _advance_plans(
        self,
        cached: CachedMatch,
        stored: StoredMatch,
        step: Step,
        number: int,
        clocks: Mapping[Seat, SeatClock],
        now: datetime,
    ) -> tuple[StoredMatch, tuple[NewTimer, ...]]:
        """Return the match with its plans after the entry, and timers.

        A plan whose question has come becomes a held move, with a timer.
        """
        if not stored.row_state.plans or _end(step) is not None:
            return stored, ()
        was = None if cached.log is None else cached.log.fold
        mover = step.seat if step.kind == "move" else None
        clocked = with_clocks(stored, clocks)
        after, ripe = advance_plans(cached.stored, clocked, step.game, was, step.fold, mover, step.events)
        stored, timers = replace(stored, row_state=after.row_state), list[NewTimer]()
        for plan, question, person in ripe:
            own = (Seat(plan.seat), person, plan.text)
            due = await consequences.plan_due(
                *(self._store, self._limits, stored, step.game, step.fold, number + 1, own, now)
            )
            stored = with_held_move(
                stored, Held(plan.seat, plan.text, question, plan.click, due, due, planned=True)
            )
            timers.append(NewTimer(TimerKind.HOLD, Seat(plan.seat), question, due))
        return stored, tuple(timers)

    async def _consequences_of(
        self,
        cached: CachedMatch,
        stored: StoredMatch,
        step: Step,
        entry: Entry,
        earlier: Sequence[Entry],
        told: bool,
        answered: datetime,
        clocks: Mapping[Seat, SeatClock],
    ) -> Change:
        """Return the change that an entry makes, with its consequences; `earlier` is the log before it.

        `told` is true where everybody can see some part of the entry. `answered` is the time of the seat's
        answer.
        """
        stops = () if entry.seat is None else tuple((kind, entry.seat) for kind in timer_kinds.CLOCKS)
        ends = _end(step)
        if ends is not None:
            after = with_end(with_clocks(stored, clocks), ends)
            over = (
                NewNotice(ends.value, None, entry.number),
                *_missed_seat_notices(with_clocks(stored, clocks), entry.number),
            )
            return Change(stored.id, after, entry, notices=over, stops=stops, ends=True)
        before = None if cached.log is None else cached.log.fold
        stored = with_clocks(stored, clocks)
        reckoning = await self._reckoning(stored)
        if reckoning is None:
            changes = clocks
        else:
            answer = replace(entry, at=answered)
            changes = {**clocks, **reckoning.clock_changes(step.game, before, step.fold, answer)}
        stored = with_clocks(stored, changes)
        asked = round_calls(step.fold) if step.fold.pending else {}
        latest = max(asked.values(), default=0)
        timers = await consequences.timers(
            self._store, self._limits, stored, step.game, before, step.fold, entry, earlier
        )
        late, looks = consequences.clock_timers(
            cached.stored,
            stored,
            changes,
            entry.at,
            lambda seat: reckoning is not None and replace(reckoning, stored=stored).is_late(seat),
        )
        again = consequences.robot_reminders(cached.stored, stored, entry.at)
        row, kept = replace(stored, clocks=()), replace(cached.stored, clocks=())
        return Change(
            stored.id,
            stored if row != kept else None,
            entry,
            notices=(
                *consequences.notices(self._limits, stored, step.game, before, step.fold, entry, told),
                *consequences.last_missing_call(self._limits, stored, step.game, before, step.fold, entry),
                *consequences.steward_notices(cached.stored, stored, entry),
                *consequences.late_clock_calls(cached.stored, stored, changes, entry),
            ),
            timers=(*timers, *looks, *again),
            stops=(*stops, *late, *((timer.kind, timer.seat) for timer in again)),
            pending=step.fold.pending,
            call_entry=consequences.latest_call(stored, step.fold),
            clocks=tuple(changes.items()),
            asked_seats=tuple(asked),
            asked_at=(entry if latest == entry.number else earlier[latest]).at if asked else None,
        )

    async def _reckoning(self, stored: StoredMatch) -> Reckoning | None:
        """Return the match's clocks now; `None` for a match that has none."""
        if not stored.timing.is_timed and not stored.clocks:
            return None
        return await self._deadlines.reckoning(stored)

    async def reseat(
        self,
        cached: CachedMatch,
        after: StoredMatch,
        click: tuple[int, str],
        actor: int,
        notices: tuple[NewNotice, ...] = (),
        invitations: Invitations | None = None,
    ) -> None:
        """Commit a change of the lobby's seats; the match is cancelled when nobody is left in them.

        Raises `Refusal` as `Store.commit`.
        """
        await self._timekeeper.keep_step()
        change = lobby_changes.lobby_change(cached.stored, after, actor, self._timekeeper.now())
        change = replace(change, click=click, notices=(*change.notices, *notices), invitations=invitations)
        await self.commit(cached, change)

    async def cancel(self, cached: CachedMatch, after: StoredMatch, click: tuple[int, str]) -> None:
        """Commit that the match is cancelled."""
        notices = (
            NewNotice("cancelled", None, after.entries),
            *_void_move_notices(after, after.row_state.held),
            *_missed_seat_notices(after, after.entries),
        )
        after = without_held_moves(after, range(after.size))
        after = replace(with_end(after, Status.CANCELLED), lobby=after.lobby.without_people)
        await self.commit(cached, Change(after.id, after, click=click, notices=notices, ends=True))

    async def sleep(
        self,
        cached: CachedMatch,
        kind: str,
        *,
        click: tuple[int, str] | None = None,
        timer: int | None = None,
    ) -> None:
        """Commit that the match sleeps until somebody seated wakes it.

        `kind` is the kind of the notices about it: to the table, to each person, and to persons who ask for a
        seat.
        """
        stored, now = cached.stored, self._timekeeper.now()
        state = msgspec.structs.replace(stored.row_state, sleeps=(*stored.row_state.sleeps, Span(now, FAR)))
        notices = [NewNotice(kind, None, stored.entries)]
        for number, one in enumerate(stored.occupants):
            seat, request = Seat(number), stored.clock(number).request
            notices += [
                NewNotice(kind, seat, stored.entries, person=person)
                for person in (one.person, None if request is None else request.person)
                if person is not None and person > 0
            ]
        await self.commit(
            cached,
            Change(stored.id, replace(stored, row_state=state), notices=tuple(notices), timer_done=timer),
        )

    async def let_rest(self, cached: CachedMatch, timer: Timer) -> bool:
        """Return whether a robot's timer has nothing to do because the match sleeps.

        A match in which no person is left that is there is put to sleep by this. Waking sets the timer anew.
        """
        if cached.stored.row_state.is_asleep:
            await self._store.put_off_timer(timer.id, None)
            return True
        if not seating.is_deserted(cached.stored):
            return False
        await self.sleep(cached, consequences.DESERTED, timer=timer.id)
        return True

    @staticmethod
    def _without_notices(change: Change) -> Change:
        """Return the change of a private table. This is the one place that lets nothing be said of it."""
        return replace(change, notices=())

    async def commit(
        self, cached: CachedMatch, change: Change, *, lost: Callable[[], object] | None = None
    ) -> None:
        """Commit any change. Raises `Conflict`.

        With `lost`, a change of clocks alone may be written a moment later, as `Store.commit_later` has it.
        """
        match = change.match
        if (change.after or cached.stored).row_state.private:
            change = self._without_notices(change)
        version, now = cached.stored.version, self._timekeeper.now()
        seated = change.after is not None and _seats(change.after) != _seats(cached.stored)
        change = replace(
            change,
            seats_may_change=seated,
            version=version,
            digest=cached.stored.digest,
            at=now,
            sayer=self._lanes.holder(),
        )
        change = replace(change, bulletins=bulletins_of(change.notices))
        if change.after is not None and change.after.status.has_ended and change.after.ended_at is None:
            change = replace(change, after=replace(change.after, ended_at=change.at))
        try:
            if lost is None:
                committed = await self._store.commit(change)
            else:
                committed = await self._store.commit_later(change, partial(self._lose, match, lost))
        except BaseException:
            # The state of the database is unknown: it is read again next time.
            self._loader.cache.forget(match)
            raise
        stored = with_clocks(change.after or cached.stored, dict(change.clocks))
        acted = stored.acted if change.click is None else change.at
        cached.stored = replace(stored, version=committed.version, digest=committed.digest, acted=acted)
        if change.click is not None:
            cached.clicks[change.click] = None if change.entry is None else change.entry.number
        self._loader.cache.put(match, cached)
        if committed.mine:
            self._lanes.leased.add(match)
        elif change.notices:
            self._lanes.leased.discard(match)  # another process sends its notices
        if change.notices:
            self._lanes.note_change(match)
        if change.timers:
            self._timers.set()

    def _lose(self, match: int, lost: Callable[[], object]) -> None:
        """Forget the match in memory: a change of it was not written after all."""
        self._loader.cache.forget(match)
        lost()
