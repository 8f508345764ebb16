"""Recovery: sending notices and setting timers again that were lost."""

from __future__ import annotations

import logging
from collections.abc import Callable, Coroutine
from dataclasses import replace
from datetime import timedelta
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from engine.game import Refusal, Seat
from engine.match import lobby_changes
from engine.match.changes import Change, NewNotice
from engine.match.limits import Limits
from engine.match.timer_kinds import TimerKind
from engine.match.values import SUMMARY, Post, Status
from engine.matches.core import consequences
from engine.matches.core.cache import CachedMatch
from engine.matches.core.changing import Changing, on_match
from engine.matches.core.loader import Loader
from engine.matches.core.timekeeper import Timekeeper
from engine.matches.core.writer import Writer
from engine.store import Store, StoreError

__all__ = ["Recovery"]

_logger = logging.getLogger(__name__)


P = ParamSpec("P")
SEASON_WAIT = timedelta(days=1)
"""Time after the opening of a league's table in which calls that reached nobody are no sign of a fault."""


def _unless_refused(
    change: Callable[Concatenate[Recovery, int, P], Coroutine[Any, Any, bool]],
) -> Callable[Concatenate[Recovery, int, P], Coroutine[Any, Any, bool]]:
    """Log a refusal and return `False` in its place, so that other matches go on. `StoreError` is raised."""

    @wraps(change)
    async def attempt(part: Recovery, match: int, *given: P.args, **named: P.kwargs) -> bool:
        try:
            return await change(part, match, *given, **named)
        except StoreError:
            raise
        except Refusal as refusal:
            _logger.error("match %d cannot go on: %s", match, refusal)
            return False

    return attempt


class Recovery(Changing):
    """A search for what is missing of a match's open questions."""

    def __init__(
        self, store: Store, loader: Loader, writer: Writer, timekeeper: Timekeeper, limits: Limits
    ) -> None:
        super().__init__(loader, writer)
        self._store = store
        self._timekeeper = timekeeper
        self._limits = limits

    @_unless_refused
    @on_match
    async def revive(self, cached: CachedMatch) -> bool:
        """Send the notices of the open questions again, and set the timers that are missing.

        For a match of which both may have been lost. Return whether anything was missing.
        """
        stored = cached.stored
        if stored.status is Status.LOBBY:
            return await self._revive_lobby(cached)
        if stored.status is not Status.RUNNING or stored.row_state.is_asleep:
            return False
        log = await self._loader.log(cached)
        await self._timekeeper.keep_step()
        now = replace(log.entries[-1], at=self._timekeeper.now())
        notices, timers = await consequences.missing_consequences(
            self._store, self._limits, stored, log.game, log.fold, now, log.entries[:-1]
        )
        if stored.row_state.private:
            notices = []
        under_way = {(each.kind, each.seat, each.person) for each in await self._store.notices((stored.id,))}
        notices = [each for each in notices if (each.kind, each.seat, each.person) not in under_way]
        if notices or timers:
            change = Change(
                stored.id,
                notices=tuple(notices),
                timers=tuple(timers),
                call_entry=consequences.latest_call(stored, log.fold),
            )
            await self._writer.commit(cached, change)
        return bool(notices or timers)

    async def _revive_lobby(self, cached: CachedMatch) -> bool:
        """Set the timers again that a lobby has lost."""
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

    @_unless_refused
    @on_match
    async def show_privately(self, cached: CachedMatch, person: int) -> bool:
        """Show the person's open question in private; return whether there is one."""
        stored = cached.stored
        seat = next((seat for seat, one in enumerate(stored.occupants) if one.person == person), None)
        if stored.status is not Status.RUNNING or seat is None:
            return False
        asked = (await self._loader.log(cached)).fold.seats[seat].question_entry
        if asked is None:
            return False
        notice = NewNotice("late", Seat(seat), asked, person=person)
        await self._writer.commit(cached, Change(stored.id, notices=(notice,)))
        return True

    @_unless_refused
    async def waits_for_season(self, match: int) -> bool:
        """Return whether a match is a league's table that was opened just now.

        Its first calls wait for the message that the season has begun: until all tables of a person are open,
        or the night is over. Should that never come, they are called after `SEASON_WAIT`.
        """
        known = await self._loader.get(match)
        return known.is_league and self._timekeeper.now() - known.opened_at < SEASON_WAIT

    @_unless_refused
    @on_match
    async def ring(self, cached: CachedMatch, person: int) -> bool:
        """Let the person's open call ring, whose clock has not begun; return whether there is one."""
        stored = cached.stored
        seat = next((seat for seat, one in enumerate(stored.occupants) if one.person == person), None)
        if stored.status is not Status.RUNNING or seat is None:
            return False
        fold = (await self._loader.log(cached)).fold
        called = fold.seats[seat].call_entry
        if seat not in fold.pending or called is None or stored.clock(seat).since is not None:
            return False
        waiting = await self._store.notices((stored.id,))
        if not any(each.kind == SUMMARY and each.person == person for each in waiting):
            notice = NewNotice(SUMMARY, Seat(seat), called, person=person)
            await self._writer.commit(cached, Change(stored.id, notices=(notice,)))
        return True

    @_unless_refused
    @on_match
    async def show_again(self, cached: CachedMatch, message: int) -> bool:
        """Let a message show its current content in place of an older one; return whether it is in use.

        A panel is changed where it stands: the question's own notice would call its person again.
        """
        match = cached.stored.id
        post = next((one for one in await self._store.posts(match) if one.message == message), None)
        notice = None if post is None else await self._notice_showing(cached, post)
        if post is None or notice is None:
            return False
        if notice.kind != "chosen":
            await self._store.save_post(replace(post, shown=""))
        await self._writer.commit(cached, Change(match, notices=(notice,)))
        return True

    async def _notice_showing(self, cached: CachedMatch, post: Post) -> NewNotice | None:
        """Return the notice that lets the post show its current content; `None` without such content."""
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
                return NewNotice("chosen", Seat(seat), stored.entries, person=occupant.person)
            if post.kind == "hand":
                return NewNotice("settle", Seat(seat), stored.entries, person=occupant.person)
        return None
