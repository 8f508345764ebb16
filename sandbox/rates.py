"""Rate limits: the headers of every answer, and real refusals when they are switched on."""

from __future__ import annotations

import hashlib
import re
from collections import defaultdict, deque
from collections.abc import Callable

from aiohttp import web

from .faults import rate_limited
from .ids import created_at

_ID = re.compile(r"\d{15,}")
GLOBAL_PER_SECOND = 50
"""Requests a second on all routes together, which Discord documents."""

# Method, pattern of the route, requests, seconds. Discord publishes no table; bots meet these limits.
BUCKETS = [
    ("POST", r"/channels/\d+/messages", 5, 5.0),
    ("PATCH", r"/channels/\d+/messages/\d+", 5, 5.0),
    ("DELETE", r"/channels/\d+/messages/\d+", 5, 1.0),
    ("PATCH", r"/channels/\d+", 5, 5.0),
    ("POST", r"/applications/\d+/emojis", 50, 60.0),
    ("*", r"/webhooks/\d+/.*", 5, 2.0),
]

# Edits of messages older than an hour, by channel: requests, seconds. Discord publishes none of it.
OLD_MESSAGE_SECONDS = 3600.0
OLD_EDITS = 3, 6.0
TOO_MANY_OLD_EDITS = 30046

EMOJI_WINDOW = 3600.0
"""Seconds to which `emoji_limit` applies. For servers bots met a limit of 50 (discord-api-docs#2250)."""
_EMOJIS = re.compile(r"/applications/\d+/emojis")
_EDIT = re.compile(r"/channels/(\d+)/messages/(\d+)")


class Rates:
    """The rate limits: a window for each route and major parameter, and some beside them.

    Every limit is off at first and can be set at any time. Until `enforced`, windows only fill the headers.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self.clock = clock
        self.enforced = False
        """`True` once the windows of routes refuse."""
        self.old_edits = False
        """`True` while edits of messages older than an hour are limited."""
        self.emoji_limit: int | None = None
        """Application emojis that may be made in an hour; `None` sets no limit."""
        self.per_second: int | None = None
        """Requests a second on all routes together (the global limit); `None` sets no limit."""
        self._emojis: deque[float] = deque()
        self._old_edits: defaultdict[str, deque[float]] = defaultdict(deque)
        self._windows: dict[str, tuple[float, int]] = {}
        self._second = (0, 0)

    def enforce(self) -> None:
        """Refuse as Discord does: by route, edits of old messages, and beyond the global limit."""
        self.enforced = self.old_edits = True
        self.per_second = GLOBAL_PER_SECOND

    def _limits(self, method: str, path: str) -> tuple[int, float]:
        if self.enforced:
            for verb, pattern, count, seconds in BUCKETS:
                if verb in ("*", method) and re.fullmatch(pattern, path):
                    return count, seconds
        return 1000, 1.0

    def refuse(self, method: str, path: str) -> web.Response | None:
        """Return a 429 if this request is one too many, otherwise `None`."""
        return (
            self._refuse_everywhere(path)
            or self._refuse_by_route(method, path)
            or self._refuse_old_edit(method, path)
            or self._refuse_emoji(method, path)
        )

    def _refuse_old_edit(self, method: str, path: str) -> web.Response | None:
        edit = _EDIT.fullmatch(path) if method == "PATCH" and self.old_edits else None
        now = self.clock()
        if edit is None or now - created_at(edit[2]) < OLD_MESSAGE_SECONDS:
            return None
        seconds = wait(self._old_edits[edit[1]], now, *OLD_EDITS)
        return rate_limited(seconds, code=TOO_MANY_OLD_EDITS) if seconds else None

    def _refuse_emoji(self, method: str, path: str) -> web.Response | None:
        if self.emoji_limit is None or method != "POST" or not _EMOJIS.fullmatch(path):
            return None
        seconds = wait(self._emojis, self.clock(), self.emoji_limit, EMOJI_WINDOW)
        return rate_limited(seconds) if seconds else None

    def _refuse_everywhere(self, path: str) -> web.Response | None:
        """Return a 429 beyond the global limit. Answers to interactions do not count."""
        if self.per_second is None or path.startswith(("/interactions/", "/webhooks/")):
            return None
        now = self.clock()
        second, count = int(now), self._second[1] + 1 if self._second[0] == int(now) else 1
        self._second = (second, count)
        return rate_limited(round(1.0 - now % 1.0, 3), scope="global") if count > self.per_second else None

    def _refuse_by_route(self, method: str, path: str) -> web.Response | None:
        if not self.enforced or path.startswith("/interactions/"):
            return None
        count, seconds = self._limits(method, path)
        start, used = self._window(method, path, seconds)
        if used >= count:
            return rate_limited(round(start + seconds - self.clock(), 3))
        return None

    def _key(self, method: str, path: str) -> str:
        major = re.match(r"/(channels|guilds|webhooks)/\d+(/[\w\-]{30,})?", path)
        route = _ID.sub("*", re.sub(r"/[\w\-]{30,}", "/*", path))
        return f"{method} {route} {major[0] if major else ''}"

    def _window(self, method: str, path: str, seconds: float) -> tuple[float, int]:
        now = self.clock()
        start, used = self._windows.get(self._key(method, path), (now, 0))
        return (now, 0) if now - start >= seconds else (start, used)

    def stamp(self, method: str, path: str, response: web.StreamResponse) -> None:
        """Count the request and write the X-RateLimit headers of its answer."""
        if path.startswith("/interactions/"):
            return
        count, seconds = self._limits(method, path)
        start, used = self._window(method, path, seconds)
        if response.status != 429:
            used += 1
            if len(self._windows) > 10_000:
                self._windows.clear()
            self._windows[self._key(method, path)] = (start, used)
        headers = response.headers
        if headers.get("X-RateLimit-Scope") == "global":
            return
        left = float(headers.get("X-RateLimit-Reset-After", max(0.0, start + seconds - self.clock())))
        headers["X-RateLimit-Limit"] = str(count)
        headers.setdefault("X-RateLimit-Remaining", str(max(0, count - used)))
        headers["X-RateLimit-Reset"] = f"{self.clock() + left:.3f}"
        headers["X-RateLimit-Reset-After"] = f"{left:.3f}"
        route = self._key(method, path).rsplit(" ", 1)[0]
        headers["X-RateLimit-Bucket"] = hashlib.sha256(route.encode()).hexdigest()[:32]


def wait(earlier: deque[float], now: float, count: int, seconds: float) -> float:
    """Count a request and return 0, or return the seconds to wait. At most `count` may come in `seconds`."""
    while earlier and now - earlier[0] >= seconds:
        earlier.popleft()
    if len(earlier) >= count:
        return round(earlier[0] + seconds - now, 3)
    earlier.append(now)
    return 0.0
