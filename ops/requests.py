"""Requests to Discord, counted as they go, so that the bot stops well before Discord bans it."""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections import Counter, deque
from collections.abc import Callable
from types import SimpleNamespace

import aiohttp

__all__ = ["LIMIT", "Requests"]

log = logging.getLogger("longtable.requests")

LIMIT = 5_000
"""Invalid requests in `WITHIN` seconds at which what is unasked stops: half of those that earn a ban."""
WITHIN = 600.0
A_SECOND = 45
"""Unasked requests a second of all processes together. Discord takes fifty; answers are free."""
LATER = 30.0
"""Seconds until another look where it is the other processes whose requests were refused."""
_INVALID = (401, 403, 429)
_KEPT = 4096
"""Interactions remembered until they are answered."""
_ANSWER = re.compile(r"/interactions/(\d+)/[^/]+/callback")
_WITH_TOKENS = re.compile(r"/(?:interactions|webhooks)/\d+/")
"""Addresses that carry their own token: what they are refused says nothing about the bot's."""


class Requests:
    """Counts answers by status, and how long people waited for theirs."""

    def __init__(
        self,
        clock: Callable[[], float] = time.monotonic,
        answered: Callable[[float], object] = lambda seconds: None,
    ) -> None:
        """`answered` is told how many seconds a person waited for the first answer."""
        self.by_status: Counter[str] = Counter()
        """Answers by status; ``error`` for requests without one."""
        self.unauthorised = asyncio.Event()
        """Set when Discord did not know the bot's token; whoever has looked into it clears it."""
        self._clock = clock
        self._answered = answered
        self._invalid: deque[float] = deque()
        self._asked: dict[int, float] = {}
        self._told = False
        self._processes = 1
        self._others_invalid = 0
        self._sent: deque[float] = deque()
        """When this process has sent what was unasked, within the last second."""
        self._turn = asyncio.Lock()

    def among(self, processes: int, invalid: int) -> None:
        """So many processes share one bot, and so many of all their requests count against a ban."""
        self._processes = processes
        self._others_invalid = max(0, invalid - self.invalid)

    def trace(self) -> aiohttp.TraceConfig:
        """To be given to discord.py as its ``http_trace``."""
        config = aiohttp.TraceConfig()
        config.on_request_start.append(self._begins)
        config.on_request_end.append(self._ended)
        config.on_request_exception.append(self._failed)
        return config

    def note_asked(self, interaction: int) -> None:
        """A person waits for an answer from now on."""
        while len(self._asked) >= _KEPT:
            del self._asked[next(iter(self._asked))]
        self._asked[interaction] = self._clock()

    @property
    def invalid(self) -> int:
        """Requests within the last ten minutes that count against a ban."""
        oldest = self._clock() - WITHIN
        while self._invalid and self._invalid[0] <= oldest:
            self._invalid.popleft()
        return len(self._invalid)

    @property
    def pause(self) -> float:
        """Seconds for which nothing unasked is to be sent; 0 when it may."""
        own = self.invalid
        over = own + self._others_invalid - LIMIT
        if over < 0:
            return 0.0
        return max(0.0, self._invalid[over] + WITHIN - self._clock()) if over < own else LATER

    def must_pause(self) -> bool:
        """Whether what nobody asked for has to wait; answers go on."""
        paused = self.pause > 0
        if paused and not self._told:
            log.error(
                "Discord has refused %s requests in ten minutes: only answers are sent for the next %.0f s",
                len(self._invalid) + self._others_invalid,
                self.pause,
            )
        self._told = paused
        return paused

    async def _begins(
        self, session: aiohttp.ClientSession, context: SimpleNamespace, given: aiohttp.TraceRequestStartParams
    ) -> None:
        """Let a request go once this process's part of the bot's requests a second has room for it."""
        if self._processes == 1 or _WITH_TOKENS.search(given.url.path):
            return
        async with self._turn:
            part = max(1, A_SECOND // self._processes)
            while len(self._sent) >= part:
                wait = self._sent[0] + 1 - self._clock()
                if wait > 0:
                    await asyncio.sleep(wait)
                else:
                    self._sent.popleft()
            self._sent.append(self._clock())

    def _refused(self) -> None:
        self._invalid.append(self._clock())

    async def _ended(
        self, session: aiohttp.ClientSession, context: SimpleNamespace, given: aiohttp.TraceRequestEndParams
    ) -> None:
        status, path = given.response.status, given.url.path
        self.by_status[str(status)] += 1
        if status in _INVALID and given.response.headers.get("X-RateLimit-Scope") != "shared":
            self._refused()
        if status == 401 and not _WITH_TOKENS.search(path):
            self.unauthorised.set()
        answer = _ANSWER.search(path)
        since = self._asked.pop(int(answer[1]), None) if answer is not None and status < 400 else None
        if since is not None:
            self._answered(self._clock() - since)

    async def _failed(
        self,
        session: aiohttp.ClientSession,
        context: SimpleNamespace,
        given: aiohttp.TraceRequestExceptionParams,
    ) -> None:
        self.by_status["error"] += 1
