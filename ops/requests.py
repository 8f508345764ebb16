"""Counting requests to Discord, so that the bot stops well before Discord bans it."""

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
"""Invalid requests in `WITHIN` seconds at which unasked messages stop: half of those that earn a ban."""
WITHIN = 600.0
"""Seconds over which Discord counts invalid requests."""
A_SECOND = 45
"""Unasked requests a second of all processes together. Discord takes fifty, and does not count answers."""
LATER = 30.0
"""Seconds of a throttling that is due to invalid requests of other processes."""
_INVALID = (401, 403, 429)
_KEPT = 4096
"""The largest number of interactions that are remembered until they are answered."""
_ANSWER = re.compile(r"/interactions/(\d+)/[^/]+/callback")
_WITH_TOKENS = re.compile(r"/(?:interactions|webhooks)/\d+/")
"""Addresses with their own token: a refusal there says nothing about the bot's token."""


class Requests:
    """Counter of answers by status, and of the time for which people waited for theirs."""

    def __init__(
        self,
        clock: Callable[[], float] = time.monotonic,
        answered: Callable[[float], object] = lambda seconds: None,
    ) -> None:
        """`answered` is called with the seconds for which a person waited for the first answer."""
        self.by_status: Counter[str] = Counter()
        """The number of answers by status; ``error`` counts requests without an answer."""
        self.unauthorised = asyncio.Event()
        """Event that is set when Discord refuses the bot's token; the loop that handles it clears it."""
        self._clock = clock
        self._answered = answered
        self._invalid: deque[float] = deque()
        self._asked: dict[int, float] = {}
        self._was_throttled = False
        self._processes = 1
        self._others_invalid = 0
        self._sent: deque[float] = deque()
        """Times of this process's unasked requests within the last second."""
        self._turn = asyncio.Lock()

    def among(self, processes: int, invalid: int) -> None:
        """Set the number of processes of the bot, and of all their requests that count against a ban."""
        self._processes = processes
        self._others_invalid = max(0, invalid - self.invalid)

    def trace(self) -> aiohttp.TraceConfig:
        """Return the trace for discord.py's ``http_trace``, which counts requests."""
        config = aiohttp.TraceConfig()
        config.on_request_start.append(self._wait_for_share)
        config.on_request_end.append(self._count_answer)
        config.on_request_exception.append(self._count_error)
        return config

    def note_asked(self, interaction: int) -> None:
        """Record that a person waits for an answer from now on."""
        while len(self._asked) >= _KEPT:
            del self._asked[next(iter(self._asked))]
        self._asked[interaction] = self._clock()

    @property
    def invalid(self) -> int:
        """The number of requests within the last ten minutes that count against a ban."""
        oldest = self._clock() - WITHIN
        while self._invalid and self._invalid[0] <= oldest:
            self._invalid.popleft()
        return len(self._invalid)

    @property
    def throttled_seconds(self) -> float:
        """Seconds for which nothing unasked may be sent; 0 if it may be now."""
        own = self.invalid
        over = own + self._others_invalid - LIMIT
        if over < 0:
            return 0.0
        return max(0.0, self._invalid[over] + WITHIN - self._clock()) if over < own else LATER

    def is_throttled(self) -> bool:
        """Return True if unasked messages must wait; answers go on."""
        throttled = self.throttled_seconds > 0
        if throttled and not self._was_throttled:
            log.error(
                "Discord has refused %s requests in ten minutes: only answers are sent for the next %.0f s",
                len(self._invalid) + self._others_invalid,
                self.throttled_seconds,
            )
        self._was_throttled = throttled
        return throttled

    async def _wait_for_share(
        self, session: aiohttp.ClientSession, context: SimpleNamespace, given: aiohttp.TraceRequestStartParams
    ) -> None:
        """Delay an unasked request until this process's share of the bot's requests a second has room."""
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

    def _count_invalid(self) -> None:
        self._invalid.append(self._clock())

    async def _count_answer(
        self, session: aiohttp.ClientSession, context: SimpleNamespace, given: aiohttp.TraceRequestEndParams
    ) -> None:
        status, path = given.response.status, given.url.path
        self.by_status[str(status)] += 1
        if status in _INVALID and given.response.headers.get("X-RateLimit-Scope") != "shared":
            self._count_invalid()
        if status == 401 and not _WITH_TOKENS.search(path):
            self.unauthorised.set()
        answer = _ANSWER.search(path)
        since = self._asked.pop(int(answer[1]), None) if answer is not None and status < 400 else None
        if since is not None:
            self._answered(self._clock() - since)

    async def _count_error(
        self,
        session: aiohttp.ClientSession,
        context: SimpleNamespace,
        given: aiohttp.TraceRequestExceptionParams,
    ) -> None:
        self.by_status["error"] += 1
