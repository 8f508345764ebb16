"""Saying again what was lost of a match."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace

from engine.game import Refusal, Seat
from engine.match import lobby_changes
from engine.match.changes import Change, NewNotice
from engine.match.limits import Limits
from engine.match.timer_kinds import TimerKind
from engine.match.values import Post, Status
from engine.matches.core import consequences
from engine.matches.core.cache import CachedMatch
from engine.matches.core.loader import Loader
from engine.matches.core.timekeeper import Timekeeper
from engine.matches.core.writer import Writer
from engine.store import Store, StoreError

__all__ = ["Recovery"]

_logger = logging.getLogger(__name__)


class Recovery:
    """Finds what is missing of the open questions of a match."""

    def __init__(
        self, store: Store, loader: Loader, writer: Writer, timekeeper: Timekeeper, limits: Limits
    ) -> None:
        self._store = store
        self._loader = loader
        self._writer = writer
        self._timekeeper = timekeeper
        self._limits = limits

    async def revive(self, match: int) -> bool:
        """Say again what should have been said of the open questions, and let fall due what should.

        For a running match of which both may have been lost. Returns whether anything was missing.
        """

        async def work(cached: CachedMatch) -> bool:
            stored = cached.stored
            if stored.status is Status.LOBBY:
                return await self._revive_lobby(cached)
            if stored.status is not Status.RUNNING or stored.house.asleep:
                return False
            log = await self._loader.log(cached)
            await self._timekeeper.keep_step()
            now = replace(log.entries[-1], at=self._timekeeper.now())
            notices, timers = await consequences.missing(
                self._store, self._limits, stored, log.game, log.fold, now, log.entries[:-1]
            )
            under_way = {(each.kind, each.seat, each.person) for each in await self._store.notices((match,))}
            notices = [each for each in notices if (each.kind, each.seat, each.person) not in under_way]
            if notices or timers:
                change = Change(
                    match,
                    notices=tuple(notices),
                    timers=tuple(timers),
                    call_entry=consequences.latest_call(stored, log.fold),
                )
                await self._writer.commit(cached, change)
            return bool(notices or timers)

        return await self._changed(match, work)

    async def _revive_lobby(self, cached: CachedMatch) -> bool:
        """Let fall due again what has been lost of a table that has not begun."""
        stored = cached.stored
        await self._timekeeper.keep_step()
        there = {timer.kind for timer in await self._store.timers(stored.id)}
        there |= {
            TimerKind.BEGIN for each in await self._store.notices((stored.id,)) if each.kind == "starting"
        }
        lacking = [
            timer
            for timer in lobby_changes.due_timers(stored, self._timekeeper.now())
            if timer.kind not in there
        ]
        if lacking:
            await self._writer.commit(cached, Change(stored.id, timers=tuple(lacking)))
        return bool(lacking)

    async def show_privately(self, match: int, person: int) -> bool:
        """Let the question that is open for the person be shown in private; whether there is one."""

        async def work(cached: CachedMatch) -> bool:
            stored = cached.stored
            seat = next((seat for seat, one in enumerate(stored.occupants) if one.person == person), None)
            if stored.status is not Status.RUNNING or seat is None:
                return False
            asked = (await self._loader.log(cached)).fold.seats[seat].question_entry
            if asked is None:
                return False
            notice = NewNotice("late", Seat(seat), asked, person=person)
            await self._writer.commit(cached, Change(match, notices=(notice,)))
            return True

        return await self._changed(match, work)

    async def show_again(self, match: int, message: int) -> bool:
        """Let a message show what it is to show now: it may show something older. Whether it is in use."""

        async def work(cached: CachedMatch) -> bool:
            post = next((one for one in await self._store.posts(match) if one.message == message), None)
            notice = None if post is None else await self._showing(cached, post)
            if post is None or notice is None:
                return False
            # A panel is drawn anew where its number is not that of the question.
            number = int(notice.number == 0) if post.person else post.number
            await self._store.save_post(replace(post, shown="", number=number))
            await self._writer.commit(cached, Change(match, notices=(notice,)))
            return True

        return await self._changed(match, work)

    async def _showing(self, cached: CachedMatch, post: Post) -> NewNotice | None:
        """What lets that be shown as it is now."""
        stored = cached.stored
        if post.kind == "lobby":
            return NewNotice("lobby")
        if stored.status is not Status.RUNNING or post.kind not in ("turn", "hand"):
            return None
        fold = (await self._loader.log(cached)).fold
        for seat, occupant in enumerate(stored.occupants):
            asked = fold.seats[seat].question_entry
            if occupant.person is None or (post.person and occupant.person != post.person):
                continue
            if post.kind == "turn" and asked is not None:
                return NewNotice("turn", Seat(seat), asked, True)
            if post.kind == "hand" and asked is not None:
                return NewNotice("turn", Seat(seat), asked, person=occupant.person)
            if post.kind == "hand":
                return NewNotice("settle", Seat(seat), stored.entries, person=occupant.person)
        return None

    async def _changed(self, match: int, work: Callable[[CachedMatch], Awaitable[bool]]) -> bool:
        try:
            return await self._writer.change(match, work)
        except StoreError:
            raise
        except Refusal as refusal:
            _logger.error("match %d cannot go on: %s", match, refusal)
            return False
