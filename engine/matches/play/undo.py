"""Undo: the last step of a turn at once, the latest turn with everybody's agreement.

`engine.match.undo` has the rules: how far one may go back, and who has to agree.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from datetime import timedelta

import msgspec

from engine.game import Refusal, Seat
from engine.match import seating
from engine.match.changes import Change, NewNotice, NewTimer, StoredMatch, Timer
from engine.match.clock import UndoRequest
from engine.match.fold import apply_undo, last_answered
from engine.match.held_moves import drop_change, held_move_of
from engine.match.log import Log
from engine.match.timer_kinds import CLOCKS, TimerKind
from engine.match.undo import (
    WayBack,
    fold_after,
    has_chance_since,
    is_declined,
    is_free,
    is_request_open,
    last_public_step,
    missing_agreements,
    public_step_count,
    way_back,
    with_decline,
    with_request,
)
from engine.match.values import Match, Status
from engine.matches.core.cache import CachedMatch
from engine.matches.core.changing import Changing, on_match, once, when_due
from engine.matches.core.loader import Loader
from engine.matches.core.rulebook import decode_options
from engine.matches.core.timekeeper import Timekeeper
from engine.matches.core.writer import Step, Writer
from engine.matches.seats.presence import Presence
from engine.record import undo_text

__all__ = ["Undo", "UndoAnswer"]

REQUEST_TIME = timedelta(hours=24)
"""Time in which the others may agree to an undo."""


@dataclass(frozen=True, slots=True)
class UndoAnswer:
    """The result of an undo, or of a request for one."""

    match: Match
    done: bool
    """True where the undo has happened."""
    waiting: tuple[int, ...] = ()
    """Persons who still have to agree."""


class Undo(Changing):
    """Undoing steps and turns. Nothing is deleted: an undo is an entry too."""

    def __init__(self, loader: Loader, writer: Writer, presence: Presence, timekeeper: Timekeeper) -> None:
        super().__init__(loader, writer)
        self._presence = presence
        self._timekeeper = timekeeper

    async def has_something_to_undo(self, match: int, person: int) -> bool:
        """Return True if the person may undo something at once, or may request it."""
        try:
            cached, log = await self._loader.load_started(match)
            seating.require_running(cached.stored)
            seat = seating.seat_of(cached.stored, person)
            if held_move_of(cached.stored, seat) is not None:
                return True
            way = _way(cached, log, seat, person)
        except Refusal:
            return False
        return is_free(cached.stored, way, person) or not is_declined(cached.stored, seat, way.to)

    @on_match
    async def undo(
        self, cached: CachedMatch, person: int, click: int, after: int | None = None, *, alone: bool = False
    ) -> UndoAnswer:
        """Undo the last step of the person's turn, or request an undo of their latest turn.

        A held move is no step yet: it is dropped. Against robots alone an undo needs no request. `alone`
        forbids to request one. `after` is the number that a button carries (`Situation.last_answered`):
        ``undo_stale`` when more was answered since. Once somebody has declined, that undo cannot be requested
        again. Raises `Refusal` ``not_seated``, ``undo_nothing``, ``undo_sealed``, ``undo_chance``,
        ``undo_kept``, ``undo_asked``, ``undo_own``, or as `Moves.play` for a match that is not running.
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
        if cached.stored.row_state.is_asleep or cached.stored.clock(seat).is_played_for:
            await self._presence.prepare_to_play(cached, seat, person)
            log = await self._loader.log(cached)
        way = _way(cached, log, seat, person)
        stored = cached.stored
        if is_free(stored, way, person):
            await self._go_back(cached, log, seat, way.to, (), person, (click, "undo"))
            return _answer(cached)
        if is_declined(stored, seat, way.to):
            raise Refusal("undo_kept", match=cached.stored.id)
        now = self._timekeeper.now()
        wish = stored.row_state.undo
        if wish is not None and is_request_open(stored, now):
            raise Refusal("undo_own" if wish.person == person else "undo_asked", match=cached.stored.id)
        due = now + REQUEST_TIME
        wish = UndoRequest(seat, person, way.to, log.fold.call_number, due)
        change = Change(
            cached.stored.id,
            with_request(stored, wish),
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
        """Agree to an undo; it happens once all other persons have agreed.

        `call` and `seat` are the ones that the button carries (`UndoRequest.call` and `seat`), so that nobody
        agrees to somebody else's later request. Raises `Refusal` ``not_seated``, ``undo_over``, ``undo_own``.
        """
        if (click, "agree_undo") in cached.clicks:
            return _answer(cached)
        stored = cached.stored
        wish = self._wish(stored, person, call, seat)
        if person == wish.person:
            raise Refusal("undo_own", match=stored.id)
        wish = msgspec.structs.replace(wish, agreed=tuple(sorted({*wish.agreed, person})))
        if missing_agreements(stored, wish):
            after = with_request(stored, wish)
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
        """Decline an undo, or withdraw one's own request. Raises as `agree_undo`."""
        stored = cached.stored
        wish = self._wish(stored, person, call, seat)
        kind = "undo" if person == wish.person else "kept"
        after = with_request(stored, None)
        change = Change(
            stored.id,
            after if person == wish.person else with_decline(after, wish),
            click=(click, "decline_undo"),
            notices=(NewNotice(kind, seating.seat_of(stored, person), stored.entries),),
            stops=((TimerKind.UNDO, Seat(wish.seat)),),
        )
        await self._writer.commit(cached, change)

    def _wish(self, stored: StoredMatch, person: int, call: int, seat: Seat | None) -> UndoRequest:
        """Return the request that the button of that call and seat means. Raises as `agree_undo`."""
        seating.require_running(stored)
        seating.seat_of(stored, person)
        wish = stored.row_state.undo
        if wish is None or wish.call != call or seat not in (None, wish.seat):
            raise Refusal("undo_over", match=stored.id)
        if not is_request_open(stored, self._timekeeper.now()):
            raise Refusal("undo_over", match=stored.id)
        return wish

    async def public_steps(self, match: int) -> int:
        """Return the number of entries that were public in part.

        A moderator's question carries it, so that an answer to an outdated one is refused (`host_undo`).
        """
        _, log = await self._loader.load_started(match)
        return public_step_count(log)

    @once("host_undo")
    async def undo_as_moderator(
        self, cached: CachedMatch, person: int, click: int, steps: int | None = None
    ) -> None:
        """Undo, as a moderator, the last public step in which a person had a part.

        Where several had chosen at once, all choose anew. `steps` is the value of `public_steps` when the
        moderator was asked. The caller has made sure that the person may do this. Raises `Refusal`
        ``host_seated``, ``host_sat``, ``asleep``, ``host_undo_stale``, ``undo_nothing_public``,
        ``undo_chance``.
        """
        stored = cached.stored
        seating.require_never_seated(stored, person)
        if stored.row_state.is_asleep:
            raise Refusal("asleep", match=stored.id)
        log = await self._loader.log(cached)
        if steps is not None and steps != public_step_count(log):
            raise Refusal("host_undo_stale", match=stored.id)
        options = decode_options(log.game, stored.options)
        to = await asyncio.to_thread(last_public_step, stored, log, options)
        if to is None:
            raise Refusal("undo_nothing_public", match=stored.id)
        if stored.row_state.before_chance and has_chance_since(log, to):
            raise Refusal("undo_chance", match=stored.id)
        await self._go_back(cached, log, None, to, (), person, (click, "host_undo"))

    @when_due
    async def lapse(self, cached: CachedMatch, timer: Timer) -> bool:
        """Drop a request to which not all have agreed in time; return `False` where it is gone already."""
        stored = cached.stored
        wish = stored.row_state.undo
        if stored.status is not Status.RUNNING or wish is None or wish.call != timer.number:
            return False
        notice = NewNotice("undo", Seat(wish.seat), stored.entries)
        change = Change(stored.id, with_request(stored, None), notices=(notice,), timer_done=timer.id)
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
        options = decode_options(log.game, stored.options)
        then = await asyncio.to_thread(fold_after, log, options, stored.size, to)
        fold, events = apply_undo(log.game, log.fold, then, number, seat, to, agreed, log.entries, log.events)
        if any(event.to is None for event in events):
            state = msgspec.structs.replace(stored.row_state, undo=None, declined=())
            stored = replace(stored, agreed=frozenset(), row_state=state)
        every = [Seat(each) for each in range(stored.size)]
        called = [each for each in every if fold.seats[each].call_entry != log.fold.seats[each].call_entry]
        # The timers of questions that are no longer open stop.
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
            stops=(*stops, *((TimerKind.UNDO, each) for each in every if stored.row_state.undo is None)),
        )


def _way(cached: CachedMatch, log: Log, seat: Seat, person: int) -> WayBack:
    stored = cached.stored
    return way_back(log, seat, person, stored.id, before_chance=stored.row_state.before_chance)


def _answer(cached: CachedMatch) -> UndoAnswer:
    wish = cached.stored.row_state.undo
    if wish is None:
        return UndoAnswer(cached.public, done=True)
    return UndoAnswer(cached.public, done=False, waiting=missing_agreements(cached.stored, wish))
