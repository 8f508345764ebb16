"""How often sessions may begin (documentation, "Session Start Limit Object" and "Max Concurrency")."""

from __future__ import annotations

import math
from collections.abc import Callable

from .errors import Json

__all__ = ["Starts"]

TOTAL = 1000
CONCURRENCY = 1
DAY = 86_400.0
SPACE = 5.0
"""Seconds between two sessions of shards with the same remainder by the concurrency."""
GUILDS_RECOMMENDED = 1000
"""Servers for each shard that is recommended."""


class Starts:
    """Counts what identifies. Only where it is `enforced` does anybody come too soon or too often.

    `total` sessions may begin in a day from the first one on, `concurrency` shards at once: of those with the
    same remainder one in five seconds. `shards` is what is recommended, None: by the number of servers.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self.enforced = False
        self.total, self.concurrency = TOTAL, CONCURRENCY
        self.shards: int | None = None
        self.used = 0
        self._clock = clock
        self._since = -math.inf
        self._latest: dict[int, float] = {}

    def enforce(self, total: int, concurrency: int) -> None:
        """Refuse sessions beyond `total` in a day, and more than `concurrency` shards at once."""
        self.enforced = True
        self.total, self.concurrency = total, concurrency

    def count(self) -> None:
        """Counts an identify, whatever becomes of it."""
        if self._clock() - self._since >= DAY:
            self._since, self.used = self._clock(), 0
        self.used += 1

    def exhausted(self) -> bool:
        """Whether more has begun than may in a day: Discord then takes the token away."""
        return self.enforced and self.used > self.total

    def too_soon(self, shard: int) -> bool:
        """Whether another shard of the same remainder began just now; else this one does."""
        now, key = self._clock(), shard % self.concurrency
        if self.enforced and now - self._latest.get(key, -math.inf) < SPACE:
            return True
        self._latest[key] = now
        return False

    def told(self, guilds: int) -> Json:
        """What `GET /gateway/bot` says beside the address, for a bot on so many servers."""
        left = max(0.0, self._since + DAY - self._clock())
        return {
            "shards": self.shards or max(1, math.ceil(guilds / GUILDS_RECOMMENDED)),
            "session_start_limit": {
                "total": self.total,
                "remaining": max(0, self.total - self.used) if left else self.total,
                "reset_after": round(left * 1000),
                "max_concurrency": self.concurrency,
            },
        }
