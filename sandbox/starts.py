"""The limit of session starts (documentation, "Session Start Limit Object" and "Max Concurrency")."""

from __future__ import annotations

import math
from collections.abc import Callable

from .errors import Json

__all__ = ["Starts"]

TOTAL = 1000
"""Sessions that may begin in a day."""
CONCURRENCY = 1
"""Shards that may begin at once."""
DAY = 86_400.0
"""Seconds of a day."""
IDENTIFY_PAUSE = 5.0
"""Seconds between two sessions whose shards have the same remainder by the concurrency."""
GUILDS_PER_SHARD = 1000
"""Servers for which one shard is recommended."""


class Starts:
    """The count of identifies, and the limits, which refuse nobody until `enforced`.

    `total` sessions may begin in a day, which begins with the first one. Of the shards with the same
    remainder by `concurrency` one may begin in five seconds. `shards` is the recommended number; `None` lets
    the number of servers decide.
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
        """Limit sessions to `total` in a day, and to `concurrency` shards at once."""
        self.enforced = True
        self.total, self.concurrency = total, concurrency

    def count(self) -> None:
        """Count an identify with the right token, even one that is refused later."""
        if self._clock() - self._since >= DAY:
            self._since, self.used = self._clock(), 0
        self.used += 1

    def is_exhausted(self) -> bool:
        """Return `True` beyond `total` identifies in a day. Discord then withdraws the token."""
        return self.enforced and self.used > self.total

    def too_soon(self, shard: int) -> bool:
        """Return `True` if a shard of the same remainder, or this one, began just now.

        Otherwise note this start.
        """
        now, key = self._clock(), shard % self.concurrency
        if self.enforced and now - self._latest.get(key, -math.inf) < IDENTIFY_PAUSE:
            return True
        self._latest[key] = now
        return False

    def gateway_bot_fields(self, guilds: int) -> Json:
        """Return the fields of `GET /gateway/bot` beside the address, for a bot on `guilds` servers."""
        left = max(0.0, self._since + DAY - self._clock())
        return {
            "shards": self.shards or max(1, math.ceil(guilds / GUILDS_PER_SHARD)),
            "session_start_limit": {
                "total": self.total,
                "remaining": max(0, self.total - self.used) if left else self.total,
                "reset_after": round(left * 1000),
                "max_concurrency": self.concurrency,
            },
        }
