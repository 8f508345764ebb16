"""Moderation: the acts of a server's moderators on a match, each an entry that everybody sees."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

import msgspec

from engine.game import AnyGame, Refusal, Seat
from engine.match import seating
from engine.match.changes import NewNotice, NewTimer, StoredMatch
from engine.match.clock import DAY, with_more_time
from engine.match.fold import apply_ruling
from engine.match.timer_kinds import TimerKind
from engine.match.values import Entry, Status
from engine.matches.core.cache import CachedMatch
from engine.matches.core.changing import Changing, once
from engine.matches.core.deadlines import Deadlines, several_asked, spends_bank, with_clocks
from engine.matches.core.loader import Loader
from engine.matches.core.rulebook import decode_options
from engine.matches.core.writer import Step, Writer
from engine.matches.seats.seat_clocks import look_at

__all__ = ["Moderation"]

_MOST_DAYS = 14
_LATE_WITHOUT_CLOCK = 3 * DAY
"""Time after which a seat is late where no clock runs."""


class Moderation(Changing):
    """Acts of moderators: more time, a steward's turn, an end. The caller checks who is a moderator."""

    def __init__(self, loader: Loader, writer: Writer, deadlines: Deadlines) -> None:
        super().__init__(loader, writer)
        self._deadlines = deadlines

    @once("host_time")
    async def give_time(self, cached: CachedMatch, person: int, days: int, click: int) -> None:
        """Give so many days to everybody who is asked, except the moderator's own side.

        Raises `Refusal` ``host_days``, ``no_clocks``, ``asleep``, ``nothing_asked``, ``host_own_time``.
        """
        if not 1 <= days <= _MOST_DAYS:
            raise Refusal("host_days", most=_MOST_DAYS)
        stored = cached.stored
        seating.require_running(stored)
        seating.require_no_league(stored)
        if not stored.timing.is_timed:
            raise Refusal("no_clocks", match=stored.id)
        if stored.row_state.is_asleep:
            raise Refusal("asleep", match=stored.id)
        called = [Seat(seat) for seat in range(stored.size) if stored.clock(seat).number is not None]
        called = [seat for seat in called if not stored.clock(seat).playing]
        if not called:
            raise Refusal("nothing_asked", match=stored.id)
        log = await self._loader.log(cached)
        called = _without_own_side(stored, log.game, person, called)
        if not called:
            raise Refusal("host_own_time", match=stored.id)
        reckoning = await self._deadlines.reckoning(stored)
        more, now = timedelta(days=days), reckoning.now
        changed = {
            seat: with_more_time(stored.clock(seat), reckoning.calendar(seat), more, now) for seat in called
        }
        reckoning = replace(reckoning, stored=with_clocks(stored, changed))
        fold, events = apply_ruling(log.fold, "host", None, "time")
        await self._writer.append(
            cached,
            Step(log.game, fold, events, "host", None, "time", by=person),
            click=(click, "host_time"),
            notices=(NewNotice("host", None, len(log.entries)),),
            clocks=changed,
            timers=tuple(timer for seat in called for timer in look_at(reckoning, seat)),
            stops=tuple((TimerKind.CLOCK, seat) for seat in called),
        )

    @once("host_replace")
    async def replace_by_robot(
        self, cached: CachedMatch, person: int, seat: Seat, click: int, call: int | None = None
    ) -> None:
        """Let the steward answer the open question of a seat that keeps the table waiting, and no more.

        That is no absence: the seat's time stays as it is, nobody wins by it, and the seat does not open. A
        seat that is not late is played for once, until its person answers again. `call` is the value of
        `Round.call_number` when the moderator was asked. It is refused while several choose at once, as with
        `SeatClocks.give_day`. Raises `Refusal` ``host_seated``, ``host_sat``, ``asleep``, ``several_asked``,
        ``nothing_asked``, ``host_replaced_once``.
        """
        stored = cached.stored
        seating.require_never_seated(stored, person)
        seating.require_no_league(stored)
        log = await self._loader.log(cached)
        if stored.row_state.is_asleep:
            raise Refusal("asleep", match=stored.id)
        if several_asked(stored, log.fold):
            raise Refusal("several_asked", match=stored.id)
        here = 0 <= seat < stored.size and stored.robot(seat) is None
        if not here or not spends_bank(stored, log.game, log.fold, seat):
            raise Refusal("nothing_asked", match=stored.id)
        own = log.fold.seats[seat]
        assert own.question_entry is not None
        if call is not None and own.call_number != call:
            raise Refusal("nothing_asked", match=stored.id)
        if _was_replaced(log.entries, seat) and not await self._is_late(stored, log.entries, seat):
            raise Refusal("host_replaced_once", match=stored.id)
        clock = msgspec.structs.replace(
            stored.clock(seat), number=own.call_entry, playing=True, is_moderated=True
        )
        fold, events = apply_ruling(log.fold, "host", seat, "replace")
        step = Step(log.game, fold, events, "host", seat, "replace", by=person)
        await self._writer.append(
            cached,
            step,
            click=(click, "host_replace"),
            notices=(
                NewNotice("host", seat, len(log.entries)),
                NewNotice("host", seat, len(log.entries), person=stored.occupants[seat].person),
            ),
            clocks={seat: clock},
            timers=(NewTimer(TimerKind.PLAYER, seat, own.question_entry, log.entries[-1].at),),
            stops=((TimerKind.CLOCK, seat),),
        )

    async def _is_late(self, stored: StoredMatch, entries: Sequence[Entry], seat: Seat) -> bool:
        """Return whether the seat's time has run out; without clocks, if nothing has happened for days."""
        reckoning = await self._deadlines.reckoning(stored)
        clock = stored.clock(seat)
        if stored.timing.is_timed:
            return clock.is_absent or reckoning.is_late(seat)
        return entries[-1].at <= reckoning.now - _LATE_WITHOUT_CLOCK

    @once("host_end")
    async def end(self, cached: CachedMatch, person: int, click: int) -> None:
        """End the match without result. Raises `Refusal` ``host_seated``, ``host_sat``."""
        seating.require_never_seated(cached.stored, person)
        seating.require_no_league(cached.stored)
        log = await self._loader.log(cached)
        fold, events = apply_ruling(log.fold, "host", None, "end")
        step = Step(log.game, fold, events, "host", None, "end", by=person, ends=Status.CANCELLED)
        await self._writer.append(cached, step, click=(click, "host_end"))

    @once("host_end")
    async def call_off(self, cached: CachedMatch, click: int) -> None:
        """End a league's table without result: its season does without it."""
        seating.require_running(cached.stored)
        log = await self._loader.log(cached)
        fold, events = apply_ruling(log.fold, "host", None, "end")
        step = Step(log.game, fold, events, "host", None, "end", ends=Status.CANCELLED)
        await self._writer.append(cached, step, click=(click, "host_end"))


def _without_own_side(stored: StoredMatch, game: AnyGame, person: int, seats: Sequence[Seat]) -> list[Seat]:
    """Return the seats that are not on the person's side: it could otherwise give itself time for ever."""
    sides = game.sides(decode_options(game, stored.options), stored.size)
    own = [side for side in sides if any(stored.occupants[seat].person == person for seat in side)]
    return [seat for seat in seats if not any(seat in side for side in own)]


def _was_replaced(entries: Sequence[Entry], seat: Seat) -> bool:
    """Return whether a moderator has let a robot play for the seat since its person played last."""
    for entry in reversed(entries):
        if entry.seat == seat and (entry.kind, entry.text) == ("host", "replace"):
            return True
        if entry.seat == seat and entry.kind == "move" and entry.by is not None:
            return False
    return False
