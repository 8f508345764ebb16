"""When people sleep and when they are away; what a server's moderators have set."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from datetime import date, datetime, timedelta
from typing import Any

import msgspec

from engine.game import Refusal
from engine.match import clock as clocks
from engine.match.clock import Habits, Hours, Pace, Server
from engine.matches.core.alarm import Alarm
from engine.matches.core.deadlines import leave_until
from engine.matches.core.locks import TRIES, Locks
from engine.matches.core.timekeeper import Timekeeper
from engine.store import Store

__all__ = ["PeopleHours"]

_KEPT = timedelta(days=800)
"""Leave that ended before is forgotten: no clock that runs, and no year that counts, knows it."""
_LONGEST_HOLD = timedelta(hours=12)
_MOST_MUTED = 200
_ACTIVE = timedelta(days=2)
"""Who has moved anywhere for so long before a robot plays has not vanished."""


class PeopleHours:
    """Zones, quiet hours, leave."""

    def __init__(
        self, store: Store, locks: Locks, timekeeper: Timekeeper, timers: Alarm, outbox: Alarm
    ) -> None:
        """`timers` and `outbox` are set where something is to be looked at, or said."""
        self._store = store
        self._locks = locks
        self._timekeeper = timekeeper
        self._timers = timers
        self._outbox = outbox

    async def hours(self, person: int, *, fresh: bool = False) -> Hours:
        """The person's zone, quiet hours and leave; the usual ones where nothing is kept.

        With `fresh` as they are now; otherwise another process may have changed them in the last minute.
        """
        return (await self._store.hours((person,), fresh=fresh)).get(person, Hours())

    async def away(self, persons: Collection[int]) -> Mapping[int, datetime]:
        """Who of these persons is on leave now, and until when."""
        now = self._timekeeper.now()
        kept = await self._store.hours(persons)
        return {
            person: each.ends
            for person, own in kept.items()
            for each in own.leaves
            if each.begins <= now < each.ends
        }

    async def leave_left(self, person: int) -> int:
        """How many days of leave the person has left this year."""
        now = self._timekeeper.now()
        taken = clocks.days_taken((await self.hours(person)).leaves, now.year)
        return max(0, clocks.LEAVE_DAYS_PER_YEAR - taken)

    async def set_habits(self, person: int, **changes: Any) -> Hours:
        """Change `zone` or `quiet`, as in `Habits`; it counts from the next call.

        Raises `Refusal` ``zone``, ``quiet_hours``, ``quiet_long``.
        """

        async def work() -> Hours:
            before = await self._own(person)
            habits: Habits = msgspec.structs.replace(before.habits, **changes)
            own = msgspec.structs.replace(before, habits=habits.check())
            await self._store.save_hours(person, own, self._timekeeper.now(), before=before)
            return own

        return await self._locks.alone(("hours", person), work, again=TRIES)

    async def set_daily(self, person: int, daily: bool) -> Hours:
        """Tell the person of calls once a day together, or of each."""
        return await self._changed(person, lambda own: msgspec.structs.replace(own, daily=daily))

    async def mute(self, person: int, match: int) -> Hours:
        """Let nothing of the match ring for the person, or again. Raises `Refusal` ``too_many_muted``."""

        def change(own: Hours) -> Hours:
            others = tuple(each for each in own.muted if each != match)
            muted = match not in own.muted
            if muted and len(others) >= _MOST_MUTED:
                raise Refusal("too_many_muted", most=_MOST_MUTED)
            return msgspec.structs.replace(own, muted=(*others, match) if muted else others)

        return await self._changed(person, change)

    async def set_hold(self, person: int, seconds: int) -> Hours:
        """Hold the person's moves for so long before they count for all; 0: not at all."""
        return await self._changed(person, lambda own: msgspec.structs.replace(own, hold=seconds))

    async def set_forced(self, person: int, forced: bool) -> Hours:
        """Let the house make the person's moves where there is only one; from the next question on."""
        return await self._changed(person, lambda own: msgspec.structs.replace(own, forced=forced))

    async def _changed(self, person: int, change: Callable[[Hours], Hours]) -> Hours:
        async def work() -> Hours:
            before = await self._own(person)
            own = change(before)
            await self._store.save_hours(person, own, self._timekeeper.now(), before=before)
            return own

        return await self._locks.alone(("hours", person), work, again=TRIES)

    async def tell_of_robots(self, person: int) -> Hours:
        """Note that the person was told that a robot plays, and whether the person seems to have vanished."""
        now = self._timekeeper.now()
        gone = not await self._store.has_played(person, now - _ACTIVE)

        def change(own: Hours) -> Hours:
            # Who did something after hearing of another match just before has not vanished.
            there = own.seen is not None and own.seen > now - _ACTIVE
            vanished = own.vanished or (gone and not there)
            return msgspec.structs.replace(own, robots_told=now, vanished=vanished)

        return await self._changed(person, change)

    async def note_seen(self, person: int) -> None:
        """Note that the person has done something: calls ring again for somebody who had vanished."""
        hours, now = await self.hours(person), self._timekeeper.now()
        told = hours.robots_told
        news = told is not None and told > now - _ACTIVE and (hours.seen is None or hours.seen < told)
        if hours.vanished or news:
            await self._changed(person, lambda own: msgspec.structs.replace(own, vanished=False, seen=now))

    async def ask_zone(self, person: int) -> bool:
        """Whether the person is to be asked for a zone now: once, and not who has given one."""

        async def work() -> bool:
            own = await self._own(person)
            if own.asked or own.habits.zone is not None:
                return False
            asked = msgspec.structs.replace(own, asked=True)
            await self._store.save_hours(person, asked, self._timekeeper.now(), before=own)
            return True

        return await self._locks.alone(("hours", person), work, again=TRIES)

    async def set_reserved(self, person: int, reserved: bool) -> Hours:
        """Let nobody invite the person, or anybody again."""
        return await self._changed(person, lambda own: msgspec.structs.replace(own, reserved=reserved))

    async def take_leave(self, person: int, first: date, last: date, click: int) -> Hours:
        """Be away from the first to the last of these days, as they are where the person lives.

        Raises `Refusal` as `engine.match.clock.new_leave`.
        """

        async def work() -> Hours:
            before, now = await self._own(person), self._timekeeper.now()
            own = before
            if any(each.click == click for each in own.leaves):
                return own
            kept = [each for each in own.leaves if each.ends > now - _KEPT]
            taken = [*kept, clocks.new_leave(first, last, own.habits, kept, now, click)]
            own = msgspec.structs.replace(own, leaves=tuple(sorted(taken, key=lambda one: one.begins)))
            await self._saved(person, own, before, now, look=False)
            return own

        return await self._locks.alone(("hours", person), work, again=TRIES)

    async def end_leave(self, person: int, first: date | None = None) -> Hours:
        """Be back from leave; with `first`, call off the leave that was to begin then.

        A day begun is used. Raises `Refusal` ``not_away``.
        """

        async def work() -> Hours:
            before, now = await self._own(person), self._timekeeper.now()
            own = before
            begun = [each for each in own.leaves if each.begins <= now < each.ends]
            meant = begun if first is None else [each for each in own.leaves if each.first == first]
            meant = [each for each in meant if each.ends > now]
            if not meant:
                raise Refusal("not_away")
            (ended,) = meant
            rest = tuple(each for each in own.leaves if each != ended)
            if ended in begun:
                rest = tuple(sorted((*rest, ended.end_early(now)), key=lambda one: one.begins))
            own = msgspec.structs.replace(own, leaves=rest)
            await self._saved(person, own, before, now, look=True)
            return own

        return await self._locks.alone(("hours", person), work, again=TRIES)

    async def _own(self, person: int) -> Hours:
        """What is to be changed, as it is now."""
        return (await self._store.hours((person,), fresh=True)).get(person, Hours())

    async def _saved(self, person: int, own: Hours, before: Hours, now: datetime, *, look: bool) -> None:
        if await self._store.save_hours(person, own, now, "leave", look=look, before=before):
            self._timers.set()
            self._outbox.set()

    async def hold(
        self, person: int, guild: int = 0, at: datetime | None = None, match: int = 0
    ) -> datetime | None:
        """Until when nothing rings for the person: the end of the quiet hours, of leave; `None`, it may now.

        On a server of that `guild`, whose zone counts for who has none; leave as it counts in that `match`.
        With `at`, how it was then. After twelve hours it is to be asked anew.
        """
        now, hours = at or self._timekeeper.now(), await self.hours(person)
        own = hours.habits
        if own.zone is None and guild:
            own = own.at((await self._store.server(guild)).zone)
        away = None
        if match and hours.leaves and (stored := await self._store.match(match)) is not None:
            away = leave_until(stored, person, hours, now)
        until = own.quiet_until(away or now) or away
        return None if until is None else min(until, now + _LONGEST_HOLD)

    async def holds_call(self, person: int, match: int) -> bool:
        """Whether the person's call at the match, whose clock has not begun, may wait for a ring still.

        By the quiet hours as they were when it came: who moved them on and on would never be called.
        """
        now, stored = self._timekeeper.now(), await self._store.match(match)
        if stored is None:
            return False
        for seat, one in enumerate(stored.occupants):
            clock = stored.clock(seat)
            if one.person == person and clock.number is not None and clock.since is None:
                away = leave_until(stored, person, await self.hours(person), now)
                return away is not None or clock.habits.quiet_until(now) is not None
        return True

    async def server(self, guild: int) -> Server:
        """What the server's moderators have set."""
        return await self._store.server(guild)

    async def set_server(self, guild: int, **changes: Any) -> Server:
        """Change fields of `Server`. Raises `Refusal` ``zone``, or as `Pace.read`."""

        async def work() -> Server:
            before = await self._store.server(guild, fresh=True)
            server: Server = msgspec.structs.replace(before, **changes)
            Habits(server.zone).check()
            if server.pace is not None:
                pace = Pace.read(server.pace)
                server = msgspec.structs.replace(server, pace=str(pace))
            await self._store.save_server(guild, server, before)
            return server

        return await self._locks.alone(("server", guild), work, again=TRIES)
