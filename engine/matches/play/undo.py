"""Taking back: one's last step at once, one's latest turn with the agreement of everybody else."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import NamedTuple

import msgspec

from engine.game import Event, Refusal, Seat
from engine.match import seating
from engine.match.changes import Change, NewNotice, NewTimer, StoredMatch, Timer
from engine.match.clock import Declined, UndoRequest
from engine.match.fold import Fold, apply_undo, last_answered, round_calls
from engine.match.held_moves import drop_change, held_move_of
from engine.match.log import Log
from engine.match.replay import rebuild
from engine.match.timer_kinds import CLOCKS, TimerKind
from engine.match.values import Match, Status
from engine.matches.core.cache import CachedMatch
from engine.matches.core.changing import Changing, on_match, once, when_due
from engine.matches.core.loader import Loader
from engine.matches.core.rulebook import decode_options
from engine.matches.core.timekeeper import Timekeeper
from engine.matches.core.writer import Step, Writer
from engine.matches.seats.presence import Presence
from engine.record import undo_text

__all__ = ["UndoAnswer", "Undoing", "way_back"]

LASTS = timedelta(hours=24)
"""So long the others may agree."""


@dataclass(frozen=True, slots=True)
class UndoAnswer(Changing):
    """What came of a wish to take back."""

    match: Match
    done: bool
    """It has been taken back."""
    waiting: tuple[int, ...] = ()
    """Persons who have still to agree."""


class WayBack(NamedTuple):
    """Where a wish to take back leads."""

    to: int
    """The entry after which the match goes on."""
    alone: bool
    """A step within one's own turn, of which nobody has to be asked."""


def way_back(log: Log, seat: Seat, person: int, match: int, *, before_chance: bool) -> WayBack:
    """How far the seat's person may go back, by what that person may know and nothing else.

    Within the own turn the last step, if it neither drew nor revealed anything; else the latest turn whole.
    Raises `Refusal` ``undo_nothing``, ``undo_sealed``, ``undo_chance``.
    """
    fold = log.fold
    own = fold.seats[seat]
    last = own.last_move
    if not last or log.entries[last].by not in (None, person):
        raise Refusal("undo_nothing", match=match)
    if own.question_entry is not None and seat not in fold.pending:
        raise Refusal("undo_sealed", match=match)
    goes_on = own.question_entry is not None and own.call_entry is not None and last > own.call_entry
    if goes_on and set(round_calls(fold)) == {seat} and not _bound(log.events[last]):
        return WayBack(last - 1, alone=True)
    if before_chance and _draws(log, own.turn_start):
        raise Refusal("undo_chance", match=match)
    return WayBack(own.turn_start, alone=False)


def _bound(events: Sequence[Event]) -> bool:
    """Whether chance drew something, or something was revealed, and all could see that."""
    all_see = any(event.to is None for event in events)
    return all_see and any(event.chance or event.revealed for event in events)


class Undoing(Changing):
    """Lets people take back. Nothing is deleted: that is an entry too."""

    def __init__(self, loader: Loader, writer: Writer, presence: Presence, timekeeper: Timekeeper) -> None:
        super().__init__(loader, writer)
        self._presence = presence
        self._timekeeper = timekeeper

    async def may_undo(self, match: int, person: int) -> bool:
        """Whether the person has anything that could be taken back."""
        try:
            cached, log = await self._loader.load_started(match)
            seating.require_running(cached.stored)
            seat = seating.seat_of(cached.stored, person)
            if held_move_of(cached.stored, seat) is not None:
                return True
            way = _way(cached, log, seat, person)
        except Refusal:
            return False
        return _free(cached.stored, way, person) or not _is_declined(cached.stored, seat, way.to)

    @on_match
    async def undo(
        self, cached: CachedMatch, person: int, click: int, after: int | None = None, *, alone: bool = False
    ) -> UndoAnswer:
        """Take back the last step of one's turn, or else ask to take back one's latest turn.

        A move that is held is no step yet: it is held no more. `alone`: nobody is asked. `after` is what a
        button carries (`Situation.last_answered`): ``undo_stale`` when more was answered since.
        Against robots alone that is done at once. Once somebody has declined, that turn is not asked for
        again. Raises `Refusal` ``not_seated``, ``undo_nothing``, ``undo_sealed``, ``undo_chance``,
        ``undo_kept``, ``undo_asked``, ``undo_own``, or as `Moves.play` for a match that is not played.
        """
        if (click, "undo") in cached.clicks:
            return _answer(cached)
        seating.require_running(cached.stored)
        seat = seating.seat_of(cached.stored, person)
        log = await self._loader.log(cached)
        if after is not None and after != last_answered(log.fold.seats[seat]):
            raise Refusal("undo_stale", match=cached.stored.id)
        if (held := held_move_of(cached.stored, seat)) is not None:
            change = replace(drop_change(cached.stored, held), click=(click, "undo"))
            await self._writer.commit(cached, change)
            return UndoAnswer(cached.public, done=True)
        if alone and not _way(cached, log, seat, person).alone:
            raise Refusal("undo_stale", match=cached.stored.id)
        _way(cached, log, seat, person)
        if cached.stored.house.asleep or cached.stored.clock(seat).is_played_for:
            await self._presence.there(cached, seat, person)
            log = await self._loader.log(cached)
        way = _way(cached, log, seat, person)
        stored = cached.stored
        if _free(stored, way, person):
            await self._go_back(cached, log, seat, way.to, (), person, (click, "undo"))
            return _answer(cached)
        if _is_declined(stored, seat, way.to):
            raise Refusal("undo_kept", match=cached.stored.id)
        now = self._timekeeper.now()
        wish = stored.house.undo
        if wish is not None and _holds(stored, now):
            raise Refusal("undo_own" if wish.person == person else "undo_asked", match=cached.stored.id)
        due = now + LASTS
        wish = UndoRequest(seat, person, way.to, log.fold.call_number, due)
        change = Change(
            cached.stored.id,
            _wishing(stored, wish),
            click=(click, "undo"),
            notices=(NewNotice("undo", seat, stored.entries),),
            timers=(NewTimer(TimerKind.UNDO, seat, wish.call, due),),
            stops=tuple((TimerKind.UNDO, Seat(each)) for each in range(stored.size)),
        )
        await self._writer.commit(cached, change)
        return _answer(cached)

    @on_match
    async def agree_undo(
        self, cached: CachedMatch, person: int, call: int, click: int, seat: Seat | None = None
    ) -> UndoAnswer:
        """Agree that somebody takes back the latest turn; it is done once all other persons have.

        `call` and `seat` are what the button carries (`UndoRequest.call` and `seat`): who was asked by one
        agrees to nothing that somebody else wishes meanwhile. Raises `Refusal` ``not_seated``,
        ``undo_over``, ``undo_own``.
        """
        if (click, "agree_undo") in cached.clicks:
            return _answer(cached)
        stored = cached.stored
        wish = self._wish(stored, person, call, seat)
        if person == wish.person:
            raise Refusal("undo_own", match=stored.id)
        wish = msgspec.structs.replace(wish, agreed=tuple(sorted({*wish.agreed, person})))
        if _lacking(stored, wish):
            after = _wishing(stored, wish)
            notices = (NewNotice("undo", Seat(wish.seat), stored.entries),) if after != stored else ()
            change = Change(stored.id, after, click=(click, "agree_undo"), notices=notices)
            await self._writer.commit(cached, change)
            return _answer(cached)
        log = await self._loader.log(cached)
        agreed = tuple(seating.seat_of(stored, each) for each in wish.agreed if each in stored.persons)
        whose, all_agreed = Seat(wish.seat), tuple(sorted(agreed))
        await self._go_back(cached, log, whose, wish.to, all_agreed, person, (click, "agree_undo"))
        return _answer(cached)

    @once("decline_undo")
    async def decline_undo(
        self, cached: CachedMatch, person: int, call: int, click: int, seat: Seat | None = None
    ) -> None:
        """Somebody would rather not; or who has asked would no more. Raises as `agree_undo`."""
        stored = cached.stored
        wish = self._wish(stored, person, call, seat)
        kind = "undo" if person == wish.person else "kept"
        after = _wishing(stored, None)
        change = Change(
            stored.id,
            after if person == wish.person else _declining(after, wish),
            click=(click, "decline_undo"),
            notices=(NewNotice(kind, seating.seat_of(stored, person), stored.entries),),
            stops=((TimerKind.UNDO, Seat(wish.seat)),),
        )
        await self._writer.commit(cached, change)

    def _wish(self, stored: StoredMatch, person: int, call: int, seat: Seat | None) -> UndoRequest:
        """What is wished by the button of that call and seat. Raises as `agree_undo`."""
        seating.require_running(stored)
        seating.seat_of(stored, person)
        wish = stored.house.undo
        if wish is None or wish.call != call or seat not in (None, wish.seat):
            raise Refusal("undo_over", match=stored.id)
        if not _holds(stored, self._timekeeper.now()):
            raise Refusal("undo_over", match=stored.id)
        return wish

    async def public_steps(self, match: int) -> int:
        """How many entries the table has seen something of: what a moderator is asked about goes by it."""
        _, log = await self._loader.load_started(match)
        return _seen(log)

    @once("host_undo")
    async def host_undo(self, cached: CachedMatch, person: int, click: int, steps: int | None = None) -> None:
        """A moderator takes back the last step that all could see and that a person had a part in.

        Where several had chosen at once, all choose anew. `steps` is what `public_steps` was when the
        moderator was asked. The caller has made sure who asks for it. Raises `Refusal` ``host_seated``,
        ``host_sat``, ``asleep``, ``host_undo_stale``, ``undo_nothing_public``, ``undo_chance``.
        """
        stored = cached.stored
        seating.require_never_seated(stored, person)
        if stored.house.asleep:
            raise Refusal("asleep", match=stored.id)
        log = await self._loader.log(cached)
        if steps is not None and steps != _seen(log):
            raise Refusal("host_undo_stale", match=stored.id)
        to = await asyncio.to_thread(_last_public, cached, log)
        if to is None:
            raise Refusal("undo_nothing_public", match=stored.id)
        if stored.house.before_chance and _draws(log, to):
            raise Refusal("undo_chance", match=stored.id)
        await self._go_back(cached, log, None, to, (), person, (click, "host_undo"))

    @when_due
    async def lapse(self, cached: CachedMatch, timer: Timer) -> bool:
        """Nobody was found to agree in time; `False` where nothing is wished any more."""
        stored = cached.stored
        wish = stored.house.undo
        if stored.status is not Status.RUNNING or wish is None or wish.call != timer.number:
            return False
        notice = NewNotice("undo", Seat(wish.seat), stored.entries)
        change = Change(stored.id, _wishing(stored, None), notices=(notice,), timer_done=timer.id)
        await self._writer.commit(cached, change)
        return True

    async def _go_back(
        self,
        cached: CachedMatch,
        log: Log,
        seat: Seat | None,
        to: int,
        agreed: tuple[Seat, ...],
        by: int,
        click: tuple[int, str],
    ) -> None:
        stored, number, text = cached.stored, len(log.entries), undo_text(to, agreed)
        then = await asyncio.to_thread(_after, cached, log, to)
        fold, events = apply_undo(log.game, log.fold, then, number, seat, to, agreed, log.entries, log.events)
        if any(event.to is None for event in events):
            house = msgspec.structs.replace(stored.house, undo=None, declined=())
            stored = replace(stored, agreed=frozenset(), house=house)
        every = [Seat(each) for each in range(stored.size)]
        called = [each for each in every if fold.seats[each].call_entry != log.fold.seats[each].call_entry]
        # What was to happen for questions that are open no more does not happen.
        stops = [(kind, each) for each in every for kind in (*CLOCKS, TimerKind.ORDER, TimerKind.PLAYER)]
        stops += [(TimerKind.CLOCK, each) for each in called]
        step = Step(log.game, fold, events, "undo", seat, text, by=by)
        if seat is None:
            step = replace(step, kind="host", text=f"undo {text}")
        await self._writer.append(
            cached,
            step,
            stored=stored,
            click=click,
            notices=(NewNotice("host", None, number),) if seat is None else (),
            stops=(*stops, *((TimerKind.UNDO, each) for each in every if stored.house.undo is None)),
        )


def _after(cached: CachedMatch, log: Log, number: int) -> Fold:
    """The match as it was after that entry."""
    options, entries = decode_options(log.game, cached.stored.options), tuple(log.entries[: number + 1])
    return rebuild(log.game, options, cached.stored.size, entries)[0]


def _last_public(cached: CachedMatch, log: Log) -> int | None:
    """The entry to which a moderator goes back; `None` where nothing of persons is to be taken back."""
    for entry in reversed(log.entries):
        known = entry.kind == "move" and entry.number not in log.fold.undone_entries
        if not known or all(event.to is not None for event in log.events[entry.number]):
            continue
        called = round_calls(_after(cached, log, entry.number - 1))
        if all(cached.stored.occupants[seat].person is None for seat in called):
            continue  # robots would only do it again
        if len(called) == 1:
            return entry.number - 1
        if round_calls(_after(cached, log, entry.number)) != called:
            return min(called.values())
        # Of a round that is open nobody tells who has chosen: what came before it goes, and it goes along.
    return None


def _seen(log: Log) -> int:
    return sum(any(event.to is None for event in events) for events in log.events)


def _draws(log: Log, to: int) -> bool:
    """Whether anything that all could see was drawn or revealed since then, and was not taken back."""
    since = range(to + 1, len(log.entries))
    return any(_bound(log.events[each]) for each in since if each not in log.fold.undone_entries)


def _way(cached: CachedMatch, log: Log, seat: Seat, person: int) -> WayBack:
    stored = cached.stored
    return way_back(log, seat, person, stored.id, before_chance=stored.house.before_chance)


def _wishing(stored: StoredMatch, wish: UndoRequest | None) -> StoredMatch:
    return replace(stored, house=msgspec.structs.replace(stored.house, undo=wish))


def _declining(stored: StoredMatch, wish: UndoRequest) -> StoredMatch:
    others = tuple(each for each in stored.house.declined if each.seat != wish.seat)
    house = msgspec.structs.replace(stored.house, declined=(*others, Declined(wish.seat, wish.to)))
    return replace(stored, house=house)


def _is_declined(stored: StoredMatch, seat: Seat, to: int) -> bool:
    return Declined(seat, to) in stored.house.declined


def _free(stored: StoredMatch, way: WayBack, person: int) -> bool:
    """Whether nobody has to be asked."""
    return way.alone or stored.persons == frozenset((person,))


def _holds(stored: StoredMatch, now: datetime) -> bool:
    """Whether somebody who still sits there wishes to take back, and the others may still agree."""
    wish = stored.house.undo
    return wish is not None and wish.due > now and stored.occupants[wish.seat].person == wish.person


def _lacking(stored: StoredMatch, wish: UndoRequest) -> tuple[int, ...]:
    """The persons who have still to agree, in seat order."""
    persons = (one.person for one in stored.occupants)
    return tuple(each for each in persons if each is not None and each not in (wish.person, *wish.agreed))


def _answer(cached: CachedMatch) -> UndoAnswer:
    wish = cached.stored.house.undo
    if wish is None:
        return UndoAnswer(cached.public, done=True)
    return UndoAnswer(cached.public, done=False, waiting=_lacking(cached.stored, wish))
