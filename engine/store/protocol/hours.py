"""Settings about time, of people and of servers. SQL: `engine/store/sql/hours.py`."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Protocol

from engine.match.clock import Hours, Server

__all__ = ["HoursStore"]


class HoursStore(Protocol):
    """People's zones, quiet hours and holidays, and the settings of servers' moderators."""

    async def hours(self, persons: Collection[int], *, uncached: bool = False) -> dict[int, Hours]:
        """Return the hours of those people for whom any are stored.

        The values may be a minute old, unless they are to be `fresh`.
        """
        ...

    async def save_hours(
        self,
        person: int,
        hours: Hours,
        now: datetime,
        notice: str | None = None,
        *,
        look: bool = False,
        before: Hours | None = None,
    ) -> int:
        """Store the person's hours; return the number of matches that get a notice about it.

        Raises `Conflict` if `before` is given and other hours than these are stored. A `notice` goes to all
        running matches, not asleep, in which the person sits. With `look`, the clocks of the person's seats
        and the calls that wait for the person are looked at `now`, because they may be due earlier.
        """
        ...

    async def server(self, guild: int, *, uncached: bool = False) -> Server:
        """Return the server's settings. They may be a minute old, unless they are to be `fresh`."""
        ...

    async def save_server(self, guild: int, server: Server, before: Server | None = None) -> None:
        """Store the server's settings. Raises `Conflict` if `before` is given and others are stored."""
        ...
