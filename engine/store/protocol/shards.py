"""Leases of shards, and their sessions with Discord. SQL: `engine/store/sql/shards.py`."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Protocol

__all__ = ["Lease", "ShardStore"]


@dataclass(frozen=True, slots=True)
class Lease:
    """A shard that this process holds, or whose heir it is."""

    shard: int
    holds: bool
    """True if this process holds the shard; otherwise another one does until this one's session is up."""
    offered: bool
    """True if any process may become the shard's heir."""
    heir: bool
    """True if the shard has an heir: a process that begins a session in order to hold it then."""


class ShardStore(Protocol):
    """Leases of shards. A lease ends when it is handed over or its holder is taken for dead."""

    async def take_shard(self, among: Collection[int] | None = None) -> int | None:
        """Lease to this process the lowest shard, of these, that has neither a holder nor an heir."""
        ...

    async def offer_shards(self, shards: Collection[int]) -> None:
        """Offer these shards of this process to others; it serves each until another has inherited it."""
        ...

    async def become_heir(self) -> int | None:
        """Become the heir of the lowest shard on offer; its session may begin beside the holder's.

        An heir that dies loses that place; the holder may offer the shard again.
        """
        ...

    async def inherit(self, shard: int) -> None:
        """Take over the lease of a shard of which this process is the heir, once its session is up."""
        ...

    async def leases(self) -> list[Lease]:
        """Return the shards that this process holds or inherits; none once it was taken for dead."""
        ...

    async def leased_shards(self) -> list[int]:
        """Return the shards that this process holds; none once it was taken for dead."""
        ...

    async def identify(self, key: int) -> float:
        """Reserve the next start of a session with that key (shard modulo `max_concurrency`).

        Starts are 5.5 seconds apart. Returns the seconds to wait.
        """
        ...
