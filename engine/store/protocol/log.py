"""The logs of matches, and the clicks that were acted on. SQL: `engine/store/sql/log.py`."""

from __future__ import annotations

from typing import Protocol

from engine.match.values import Entry

__all__ = ["LogStore"]


class LogStore(Protocol):
    """Reading the log of a match. `MatchStore.commit` writes it."""

    async def entries(self, match: int) -> list[Entry]:
        """Return the log, oldest entry first."""
        ...

    async def clicks(self, match: int) -> dict[tuple[int, str], int | None]:
        """Return the clicks that have acted on the match, each with its verb and the entry that it made."""
        ...

    async def opened_by(self, click: int) -> int | None:
        """Return the match that this click opened."""
        ...
