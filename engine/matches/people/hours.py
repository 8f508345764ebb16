"""People's hours: zones, quiet hours and leave; and the settings of a server's moderators."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from datetime import date, datetime, timedelta
from typing import Any

import msgspec

from engine.game import Refusal
from engine.match import clock as clocks
from engine.match.clock import Habits, Hours, MatchRinging, Pace, Ringing, Server
from engine.matches.core.alarm import Alarm
from engine.matches.core.changing import alone
from engine.matches.core.deadlines import leave_until
from engine.matches.core.locks import Locks
from engine.matches.core.timekeeper import Timekeeper
from engine.store import Store

__all__ = ["PeopleHours"]

_LEAVE_KEPT = timedelta(days=800)
"""Age after which leave is forgotten: no running clock and no year that counts needs it."""
_LONGEST_HOLD = timedelta(hours=12)
_MOST_MUTED = 200
_ACTIVE_SPAN = timedelta(days=2)
"""Time before a robot's turn in which a person who has moved anywhere is not inactive."""


class PeopleHours:
    """Zones, quiet hours, leave, and settings of how calls ring."""

    def __init__(
        self, store: Store, locks: Locks, timekeeper: Timekeeper, timers: Alarm, outbox: Alarm
    ) -> None:
        """`timers` and `outbox` are set when clocks or notices have to be looked at again."""
        self._store = store
        self.locks = locks
        self._timekeeper = timekeeper
        self._timers = timers
        self._outbox = outbox

    async def hours(self, person: int, *, uncached: bool = False) -> Hours:
        """Return the person's zone, quiet hours and leave; the defaults where nothing is kept.

        With `fresh` they are read now; otherwise they may be a minute old, if another process has changed
        them.
        """
        return (await self._store.hours((person,), uncached=uncached)).get(person, Hours())

    async def leave_ends(self, persons: Collection[int]) -> Mapping[int, datetime]:
        """Return, for each of these persons who is on leave now, when that ends."""
        now = self._timekeeper.now()
        kept = await self._store.hours(persons)
        return {
            person: each.ends
            for person, own in kept.items()
            for each in own.leaves
            if each.begins <= now < each.ends
        }

    async def leave_days_left(self, person: int) -> int:
        """Return the number of days of leave that the person has left this year."""
        now = self._timekeeper.now()
        taken = clocks.days_taken((await self.hours(person)).leaves, now.year)
        return max(0, clocks.LEAVE_DAYS_PER_YEAR - taken)

    async def set_habits(self, person: int, **changes: Any) -> Hours:
        """Change `zone` or `quiet`, fields of `Habits`; the change counts from the next call.

        Raises `Refusal` ``zone``, ``quiet_hours``, ``quiet_long``.
        """

        def change(own: Hours) -> Hours:
            habits: Habits = msgspec.structs.replace(own.habits, **changes)
            return msgspec.structs.replace(own, habits=habits.check())

        return await self._change(person, change)

    async def set_daily(self, person: int, daily: bool) -> Hours:
        """Tell the person of all calls together once a day, or of each."""
        return await self._change(person, lambda own: msgspec.structs.replace(own, daily=daily))

    async def set_digest(self, person: int, minute: int | None) -> Hours:
        """Tell the person of calls together at that minute of the day; `None` for when the quiet hours end.

        Raises `Refusal` ``digest_hour`` for no time of the day, ``digest_quiet`` in the quiet hours: it would
        wait for their end.
        """

        def change(own: Hours) -> Hours:
            if minute is not None:
                if not 0 <= minute < 24 * 60:
                    raise Refusal("digest_hour")
                if own.habits.quiet is not None:
                    begins, ends = own.habits.quiet
                    if (minute - begins) % (24 * 60) < (ends - begins) % (24 * 60):
                        raise Refusal("digest_quiet")
            return msgspec.structs.replace(own, digest=minute)

        return await self._change(person, change)

    async def set_ringing(self, person: int, match: int, how: Ringing | None) -> Hours:
        """Let turns of one match ring so for the person; `None` as for all. It counts from the next call.

        Raises `Refusal` ``too_many_muted``.
        """

        def change(own: Hours) -> Hours:
            muted = tuple(each for each in own.muted if each != match)
            ringing = tuple(each for each in own.ringing if each.match != match)
            if how is Ringing.NEVER:
                muted = (*muted, match)
            elif how is not None:
                ringing = (*ringing, MatchRinging(match, how))
            if len(muted) + len(ringing) > max(_MOST_MUTED, len(own.muted) + len(own.ringing)):
                raise Refusal("too_many_muted", most=_MOST_MUTED)
            return msgspec.structs.replace(own, muted=muted, ringing=ringing)

        return await self._change(person, change)

    async def mute(self, person: int, match: int) -> Hours:
        """Silence a match for the person, or let it ring again. Raises `Refusal` ``too_many_muted``."""

        def change(own: Hours) -> Hours:
            others = tuple(each for each in own.muted if each != match)
            muted = match not in own.muted
            if muted and len(others) >= _MOST_MUTED:
                raise Refusal("too_many_muted", most=_MOST_MUTED)
            ringing = tuple(each for each in own.ringing if each.match != match)
            return msgspec.structs.replace(own, muted=(*others, match) if muted else others, ringing=ringing)

        return await self._change(person, change)

    async def set_hold(self, person: int, seconds: int) -> Hours:
        """Hold the person's moves for so many seconds before they count; 0 holds none."""
        return await self._change(person, lambda own: msgspec.structs.replace(own, hold=seconds))

    async def set_only_moves(self, person: int, makes: bool) -> Hours:
        """Let the house make the person's only moves, or not; from the next question on."""
        return await self._change(person, lambda own: msgspec.structs.replace(own, makes_only_moves=makes))

    @alone("hours")
    async def _change(self, person: int, change: Callable[[Hours], Hours]) -> Hours:
        before = await self._uncached_hours(person)
        own = change(before)
        await self._store.save_hours(person, own, self._timekeeper.now(), before=before)
        return own

    async def tell_of_robots(self, person: int) -> Hours:
        """Note that the person was told that a robot plays, and whether the person seems to be inactive."""
        now = self._timekeeper.now()
        idle = not await self._store.has_played(person, now - _ACTIVE_SPAN)

        def change(own: Hours) -> Hours:
            # A person who did something since another match told of a robot is not inactive.
            there = own.seen is not None and own.seen > now - _ACTIVE_SPAN
            inactive = own.is_inactive or (idle and not there)
            return msgspec.structs.replace(own, robots_told=now, is_inactive=inactive)

        return await self._change(person, change)

    async def note_seen(self, person: int) -> None:
        """Note that the person has done something: calls ring again for a person who had been inactive."""
        hours, now = await self.hours(person), self._timekeeper.now()
        told = hours.robots_told
        news = told is not None and told > now - _ACTIVE_SPAN and (hours.seen is None or hours.seen < told)
        if hours.is_inactive or news:
            await self._change(person, lambda own: msgspec.structs.replace(own, is_inactive=False, seen=now))

    @alone("hours")
    async def ask_zone(self, person: int) -> bool:
        """Return whether to ask the person for a zone now: once, and only a person who has none."""
        own = await self._uncached_hours(person)
        if own.asked or own.habits.zone is not None:
            return False
        asked = msgspec.structs.replace(own, asked=True)
        await self._store.save_hours(person, asked, self._timekeeper.now(), before=own)
        return True

    async def set_reserved(self, person: int, reserved: bool) -> Hours:
        """Forbid or allow invitations of the person."""
        return await self._change(person, lambda own: msgspec.structs.replace(own, reserved=reserved))

    @alone("hours")
    async def take_leave(self, person: int, first: date, last: date, click: int) -> Hours:
        """Take leave from the first to the last of these days, as the days are in the person's zone.

        Raises `Refusal` as `engine.match.clock.new_leave`.
        """
        before, now = await self._uncached_hours(person), self._timekeeper.now()
        if any(each.click == click for each in before.leaves):
            return before
        kept = [each for each in before.leaves if each.ends > now - _LEAVE_KEPT]
        taken = [*kept, clocks.new_leave(first, last, before.habits, kept, now, click)]
        own = msgspec.structs.replace(before, leaves=tuple(sorted(taken, key=lambda one: one.begins)))
        await self._save_leave(person, own, before, now, look=False)
        return own

    @alone("hours")
    async def end_leave(self, person: int, first: date | None = None) -> Hours:
        """End the person's leave now; with `first`, call off the leave that was to begin on that day.

        A day that has begun is used. Raises `Refusal` ``not_away``.
        """
        before, now = await self._uncached_hours(person), self._timekeeper.now()
        begun = [each for each in before.leaves if each.begins <= now < each.ends]
        meant = begun if first is None else [each for each in before.leaves if each.first == first]
        meant = [each for each in meant if each.ends > now]
        if not meant:
            raise Refusal("not_away")
        (ended,) = meant
        rest = tuple(each for each in before.leaves if each != ended)
        if ended in begun:
            rest = tuple(sorted((*rest, ended.end_early(now)), key=lambda one: one.begins))
        own = msgspec.structs.replace(before, leaves=rest)
        await self._save_leave(person, own, before, now, look=True)
        return own

    async def _uncached_hours(self, person: int) -> Hours:
        """Return the hours as they are now, to be changed."""
        return (await self._store.hours((person,), uncached=True)).get(person, Hours())

    async def _save_leave(self, person: int, own: Hours, before: Hours, now: datetime, *, look: bool) -> None:
        if await self._store.save_hours(person, own, now, "leave", look=look, before=before):
            self._timers.set()
            self._outbox.set()

    async def quiet_until(
        self, person: int, guild: int = 0, at: datetime | None = None, match: int = 0
    ) -> datetime | None:
        """Return when calls may ring again for the person, after quiet hours or leave; `None` for now.

        The zone of the server `guild` counts for a person without one, and leave as it counts in that
        `match`. With `at`, the answer is that of an earlier instant. It is at most twelve hours ahead, and to
        be asked again then.
        """
        now, hours = at or self._timekeeper.now(), await self.hours(person)
        own = hours.habits
        if own.zone is None and guild:
            own = own.at((await self._store.server(guild)).zone)
        leave_end = None
        if match and hours.leaves and (stored := await self._store.match(match)) is not None:
            leave_end = leave_until(stored, person, hours, now)
        until = own.quiet_until(leave_end or now) or leave_end
        return None if until is None else min(until, now + _LONGEST_HOLD)

    async def can_hold_call(self, person: int, match: int) -> bool:
        """Return whether the person's call at the match may still wait to ring; its clock has not begun.

        The quiet hours count as they were when the call came: a person who moved them on and on would never
        be called.
        """
        now, stored = self._timekeeper.now(), await self._store.match(match)
        if stored is None:
            return False
        for seat, one in enumerate(stored.occupants):
            clock = stored.clock(seat)
            if one.person == person and clock.number is not None and clock.since is None:
                leave_end = leave_until(stored, person, await self.hours(person), now)
                return leave_end is not None or clock.habits.quiet_until(now) is not None
        return True

    async def server(self, guild: int) -> Server:
        """Return the settings of the server's moderators."""
        return await self._store.server(guild)

    @alone("server")
    async def set_server(self, guild: int, **changes: Any) -> Server:
        """Change fields of `Server`. Raises `Refusal` ``zone``, or as `Pace.read`."""
        before = await self._store.server(guild, uncached=True)
        server: Server = msgspec.structs.replace(before, **changes)
        Habits(server.zone).check()
        if server.pace is not None:
            pace = Pace.read(server.pace)
            server = msgspec.structs.replace(server, pace=str(pace))
        await self._store.save_server(guild, server, before)
        return server
