"""Lanes: a lane is the outbox of one match, leased to one sayer. SQL: `engine/store/sql/lanes.py`."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

__all__ = ["Kinds", "Lane", "LaneStore"]


@dataclass(frozen=True, slots=True)
class Lane:
    """A match that has a notice due."""

    match: int
    channel: int
    """The channel in which the match is played."""


@dataclass(frozen=True, slots=True)
class Kinds:
    """Kinds of notices, apart for those to everybody (`public`) and those to one person (`private`)."""

    public: frozenset[str]
    private: frozenset[str]

    def has(self, kind: str, person: int | None) -> bool:
        """Return True if a notice of that kind is among them; it is private if it has a person."""
        return kind in (self.public if person is None else self.private)


class LaneStore(Protocol):
    """Leases of lanes. A sayer is the name under which a courier leases them."""

    async def take_lanes(
        self, sayer: str, now: datetime, until: datetime, limit: int, known: Kinds | None = None
    ) -> list[Lane]:
        """Lease to the sayer, `until` then, the lanes that are due, the longest due first.

        If `known` is given, only lanes are taken that have no notice of another kind.
        """
        ...

    async def take_lane(self, sayer: str, match: int, now: datetime, until: datetime) -> bool:
        """Lease the match's lane to the sayer; return True if it has a notice and nobody else leases it."""
        ...

    async def renew_lanes(self, sayer: str, matches: Collection[int], until: datetime) -> None:
        """Renew the sayer's leases of these lanes."""
        ...

    async def release_lanes(self, sayer: str, matches: Collection[int], due: datetime | None = None) -> None:
        """End the sayer's leases of these lanes.

        Each lane is due again with the first of its remaining notices, and never before `due`.
        """
        ...

    async def next_lane(self, known: Kinds | None = None, *, now: datetime | None = None) -> datetime | None:
        """Return the instant at which the next lane is due, of those that `take_lanes` would take.

        With `now` it may be an earlier instant that is still to come then: lanes that are emptied or put off
        cost no reading.
        """
        ...
