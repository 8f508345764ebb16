"""What a server's moderators may do for a table: each is an entry that all see."""

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
from engine.match.values import Entry, Match, Status
from engine.matches.core.cache import CachedMatch
from engine.matches.core.changing import Changing, once
from engine.matches.core.deadlines import Clockwork, several_asked, spends_bank, with_clocks
from engine.matches.core.loader import Loader
from engine.matches.core.rulebook import decode_options
from engine.matches.core.writer import Step, Writer
from engine.matches.seats.seat_clocks import look_at

__all__ = ["Remedies"]

_MOST_DAYS = 14
_UNTIMED = 3 * DAY
"""Where no clock runs, nobody is late before so long."""


class Remedies(Changing):
    """More time for all, a steward for an absent seat, an end. The caller has made sure who asks for it."""

    def __init__(self, loader: Loader, writer: Writer, clockwork: Clockwork) -> None:
        super().__init__(loader, writer)
        self._clockwork = clockwork

    async def host_time(self, match: int, person: int, days: int, click: int) -> Match:
        """Give so many days to everybody who is asked, but for the moderator's own side.

        Raises `Refusal` ``host_days``, ``no_clocks``, ``asleep``, ``nothing_asked``, ``host_own_time``.
        """
        if not 1 <= days <= _MOST_DAYS:
            raise Refusal("host_days", most=_MOST_DAYS)

        async def work(cached: CachedMatch) -> Match:
            stored = cached.stored
            if (click, "host_time") in cached.clicks:
                return cached.public
            seating.require_running(stored)
            if not stored.timing.is_timed:
                raise Refusal("no_clocks", match=match)
            if stored.house.asleep:
                raise Refusal("asleep", match=match)
            called = [Seat(seat) for seat in range(stored.size) if stored.clock(seat).number is not None]
            called = [seat for seat in called if not stored.clock(seat).playing]
            if not called:
                raise Refusal("nothing_asked", match=match)
            log = await self._loader.log(cached)
            called = _without_own_side(stored, log.game, person, called)
            if not called:
                raise Refusal("host_own_time", match=match)
            reckoning = await self._clockwork.reckoning(stored)
            more, now = timedelta(days=days), reckoning.now
            changed = {
                seat: with_more_time(stored.clock(seat), reckoning.calendar(seat), more, now)
                for seat in called
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
            return cached.public

        return await self._writer.change(match, work)

    @once("host_replace")
    async def host_replace(
        self, cached: CachedMatch, person: int, seat: Seat, click: int, call: int | None = None
    ) -> None:
        """Let the steward answer at once what a seat that keeps the table waiting is asked, and no more.

        That is no absence: the seat's time stays as it is, nobody wins by it, and the seat does not open. Who
        is not late is played for once, until the person answers again. `call` is what `Round.call_number` was
        when the moderator was asked. Not while several choose at once, as with `SeatClocks.give_day`. Raises
        `Refusal` ``host_seated``, ``host_sat``, ``asleep``, ``several_asked``, ``nothing_asked``,
        ``host_replaced_once``.
        """
        stored = cached.stored
        seating.require_never_seated(stored, person)
        log = await self._loader.log(cached)
        if stored.house.asleep:
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
        clock = msgspec.structs.replace(stored.clock(seat), number=own.call_entry, playing=True, hosted=True)
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
        """Whether the seat's time has run out; where no clock runs, whether it was called days ago."""
        reckoning = await self._clockwork.reckoning(stored)
        clock = stored.clock(seat)
        if stored.timing.is_timed:
            return clock.absent or reckoning.late(seat)
        return entries[-1].at <= reckoning.now - _UNTIMED

    @once("host_end")
    async def host_end(self, cached: CachedMatch, person: int, click: int) -> None:
        """End the match without result. Raises `Refusal` ``host_seated``, ``host_sat``."""
        seating.require_never_seated(cached.stored, person)
        log = await self._loader.log(cached)
        fold, events = apply_ruling(log.fold, "host", None, "end")
        step = Step(log.game, fold, events, "host", None, "end", by=person, ends=Status.CANCELLED)
        await self._writer.append(cached, step, click=(click, "host_end"))


def _without_own_side(stored: StoredMatch, game: AnyGame, person: int, seats: Sequence[Seat]) -> list[Seat]:
    """The seats that are not of the person's side: who gave time to it would never be late."""
    sides = game.sides(decode_options(game, stored.options), stored.size)
    own = [side for side in sides if any(stored.occupants[seat].person == person for seat in side)]
    return [seat for seat in seats if not any(seat in side for side in own)]


def _was_replaced(entries: Sequence[Entry], seat: Seat) -> bool:
    """Whether a moderator has let a robot play for the seat since its person played last."""
    for entry in reversed(entries):
        if entry.seat == seat and (entry.kind, entry.text) == ("host", "replace"):
            return True
        if entry.seat == seat and entry.kind == "move" and entry.by is not None:
            return False
    return False
