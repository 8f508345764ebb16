"""Threads of running matches are woken: archived ones take no command, and lie where nobody looks.

Discord archives a thread of its own accord once nothing was written there for a while, a week at most. To
take it out again counts as something new in it, needs no permission but that to write, and writes nothing. A
thread that somebody has put away sooner stays so until the match writes there next; so does a locked one.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any

import aiohttp
import discord

from cogs.answering.failures import is_refused
from cogs.delivery.messenger import in_time
from cogs.services.posts import AWAKE
from engine.matches import Matches, Post, Status
from engine.store import StoreError

__all__ = ["Waking"]

log = logging.getLogger("longtable.waking")

SILENT = timedelta(days=7)
"""Time without a move after which a thread may have been archived without the bot seeing it."""
AGAIN = timedelta(days=1)
"""Time between two looks at such a thread."""
INTERVAL = 3600.0
"""Seconds between two looks for threads that were archived unseen."""
SLICE = 100
REQUEST_DELAY = 1.0
"""Seconds between two requests: they never come in bulk."""
SLACK = timedelta(hours=1)
"""Discord is not exact about when it archives."""
_FAILURES = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError, TimeoutError)


class Waking:
    """Takes threads of running matches out of the archive."""

    def __init__(self, bot: Any, matches: Matches, is_throttled: Callable[[], bool] = lambda: False) -> None:
        """`is_throttled` returns True while nothing may be sent unasked."""
        self._bot = bot
        self._matches = matches
        self._is_throttled = is_throttled

    async def run(self, pulse: Callable[[], None] = lambda: None) -> None:
        """Look every hour for threads that were archived unseen, until cancelled. `pulse` at each turn."""
        while True:
            try:
                await self.look(pulse)
            except StoreError as error:
                log.error("threads that were archived are looked for later: %s", error)
            left = INTERVAL
            while left > 0:
                pulse()
                await asyncio.sleep(min(left, 15.0))
                left -= 15.0

    async def look(self, pulse: Callable[[], None] = lambda: None) -> int:
        """Wake what may have been archived unseen, one thread at a time; return how many that were."""
        woken, tried = 0, set[int]()
        while True:
            now = self._matches.now()
            silent = await self._matches.posts.silent_threads(now - SILENT, now - AGAIN, SLICE)
            untried = [thread for thread in silent if thread.match not in tried]
            for thread in untried:
                pulse()
                if self._is_throttled():
                    return woken
                tried.add(thread.match)
                woken += await self._wake(thread)
                await asyncio.sleep(REQUEST_DELAY)
            if not untried:
                return woken

    async def wake_if_archived(self, thread: Mapping[str, Any]) -> bool:
        """A thread has changed, as Discord tells it: wake it where it fell asleep during a match."""
        state: Mapping[str, Any] = thread.get("thread_metadata") or {}
        if not state.get("archived") or state.get("locked"):
            return False
        last = discord.utils.snowflake_time(int(thread.get("last_message_id") or thread["id"]))
        silent = self._matches.now() - last
        if silent + SLACK < timedelta(minutes=int(state.get("auto_archive_duration") or 0)):
            return False  # somebody has put it away
        woken = False
        for post in await self._matches.posts.posted_in(int(thread["id"]), "thread"):
            match = await self._matches.loader.get(post.match)
            if match.status is Status.RUNNING and not match.is_asleep:
                woken = await self._wake(post) or woken
        return woken

    async def _wake(self, thread: Post) -> bool:
        """Take a thread out of the archive; where it is not in there, nothing changes."""
        try:
            await in_time(self._bot.http.edit_channel(thread.channel, archived=False))
        except _FAILURES as error:
            log.info("match %s: its thread cannot be woken: %s", thread.match, error or type(error).__name__)
            if not is_refused(error):
                return False
            woken = False
        else:
            woken = True
        at = int(self._matches.now().timestamp())
        await self._matches.posts.save_post(Post(thread.match, AWAKE, 0, thread.channel, 0, shown=str(at)))
        return woken
