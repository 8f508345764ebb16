"""Everything that is stored about one person. SQL: `engine/store/sql/personal.py`."""

from __future__ import annotations

from typing import Any, Protocol

__all__ = ["PersonalDataStore"]


class PersonalDataStore(Protocol):
    """Handing out one person's data, and forgetting it."""

    async def forget(self, person: int) -> set[int]:
        """Remove the person's id and name from every row; return the matches that have changed.

        The id becomes a number below 0 wherever the person sat, and the name becomes
        `engine.match.values.FORGOTTEN`. An older backup that is restored forgets the person again.
        """
        ...

    async def open_seats_of_nobody(self) -> list[tuple[int, int]]:
        """Return the open or running tables where a forgotten person still sits, with the person's number."""
        ...

    async def kept_of(self, person: int) -> dict[str, Any]:
        """Return everything stored about the person, ready for JSON; no seed, and nothing about others."""
        ...
