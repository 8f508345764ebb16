"""Rounds that keep the database sound and small. SQL: `engine/store/sql/upkeep.py`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from engine.match.values import Post

__all__ = ["Sizes", "Uncalled", "UpkeepStore"]


@dataclass(frozen=True, slots=True)
class Uncalled:
    """A running match that seems to wait although nobody is called and nothing falls due."""

    match: int
    called: int | None


@dataclass(frozen=True, slots=True)
class Sizes:
    """The size of the store, for its operator."""

    rows: Mapping[str, int]
    """Rows of each table; not all are counted where that takes long."""
    bytes: int
    """Bytes of the database."""
    log_bytes: int
    """Bytes of its write-ahead log."""
    oldest_notice: datetime | None
    """The instant at which the longest waiting lane fell due."""
    aside: int
    """Rows that could not be read."""


class UpkeepStore(Protocol):
    """Finding lost calls, setting rows aside, and dropping rows that nobody needs."""

    async def find_uncalled(self, after: int, limit: int) -> tuple[list[Uncalled], int | None]:
        """Return running matches above `after` that may lack a call, and the match from which to go on.

        The second value is `None` at the end. Such a match has no call in its outbox, and it waits for a
        person whom no post shows to have been called or whose clock says the same, or for an automatic
        player without a timer.
        """
        ...

    async def silent_threads(self, acted: datetime, woken: datetime, limit: int) -> list[Post]:
        """Return threads of running matches in which no person acted since `acted`, longest silent first.

        Threads that were woken since `woken` are left out.
        """
        ...

    async def set_aside_unreadable(self, now: datetime) -> list[int]:
        """Set aside timers and notices with an impossible time; return their matches.

        A notice that would wait longer than `LONGEST` is impossible.
        """
        ...

    async def set_aside_posts(self, after: int, last: int | None, now: datetime) -> list[int]:
        """Set aside posts about entries that the log does not have; return their matches.

        Only matches above `after` are looked at, up to `last` if that is given. `posts` and `find_uncalled`
        ignore such posts anyway.
        """
        ...

    async def tidy(self, before: datetime, limit: int) -> int:
        """Archive logs of ended matches, drop clicks and invitations from before then; return the rows gone.

        Invitations to tables that are still open stay. About `limit` rows go at most: call it until it
        returns 0.
        """
        ...

    async def give_digests(self, limit: int) -> bool:
        """Compute digests for up to `limit` matches whose logs have none; return True if more remain.

        Logs that older versions have written have none.
        """
        ...

    async def log_fault(self, match: int) -> str | None:
        """Return the fault that the digest shows in the match's log, or `None` (`engine.store.digests`)."""
        ...

    async def sizes(self) -> Sizes:
        """Return the size of the store."""
        ...
