"""Leases of shards, as `engine.store.protocol.shards` has them."""

from __future__ import annotations

from collections.abc import Collection

from engine.store.protocol.shards import Lease
from engine.store.sql.rows import marks
from engine.store.sql.statements import Statements

__all__ = ["SqlShardStore"]

_APART = 5_500_000
"""Microseconds between two starts of sessions with the same key: Discord's 5 s, and half a second for
different delays on the way."""


class SqlShardStore(Statements):
    """The SQL of `ShardStore`."""

    async def take_shard(self, among: Collection[int] | None = None) -> int | None:
        wanted, values = ("", ()) if among is None else (f" AND id IN ({marks(among)})", tuple(among))
        rows = await self._write_one(
            "UPDATE shards SET holder = ?, heir = NULL WHERE id = (SELECT id FROM shards WHERE holder IS NULL"
            " AND (heir IS NULL OR heir = '')"
            f" AND id < (SELECT shard_count FROM cluster){wanted} ORDER BY id LIMIT 1{self.dialect.skip})"
            " RETURNING id",
            (self.holder, *values),
        )
        return rows[0][0] if rows else None

    async def offer_shards(self, shards: Collection[int]) -> None:
        await self._write_one(
            f"UPDATE shards SET heir = '' WHERE holder = ? AND heir IS NULL AND id IN ({marks(shards)})",
            (self.holder, *shards),
        )

    async def become_heir(self) -> int | None:
        rows = await self._write_one(
            "UPDATE shards SET heir = ? WHERE id = (SELECT id FROM shards WHERE heir = '' AND holder <> ?"
            f" AND id < (SELECT shard_count FROM cluster) ORDER BY id LIMIT 1{self.dialect.skip})"
            " RETURNING id",
            (self.holder, self.holder),
        )
        return rows[0][0] if rows else None

    async def inherit(self, shard: int) -> None:
        await self._write_one(
            "UPDATE shards SET holder = ?, heir = NULL WHERE id = ? AND heir = ?",
            (self.holder, shard, self.holder),
        )

    async def leases(self) -> list[Lease]:
        rows = await self._poll(
            "SELECT id, holder, heir FROM shards WHERE (holder = ? OR heir = ?)"
            " AND id < (SELECT shard_count FROM cluster) ORDER BY id",
            (self.holder, self.holder),
        )
        return [
            Lease(shard, holds=holder == self.holder, offered=heir == "", heir=bool(heir))
            for shard, holder, heir in rows
        ]

    async def leased_shards(self) -> list[int]:
        rows = await self._read(
            "SELECT id FROM shards WHERE holder = ? AND id < (SELECT shard_count FROM cluster) ORDER BY id",
            (self.holder,),
        )
        return [row[0] for row in rows]

    async def identify(self, key: int) -> float:
        rows = await self._write_one(
            f"INSERT INTO identify (key, next) VALUES (?, {self.dialect.clock} + {_APART})"
            f" ON CONFLICT (key) DO UPDATE SET next ="
            f" {self.dialect.greatest}(identify.next, {self.dialect.clock}) + {_APART}"
            f" RETURNING next - {_APART} - {self.dialect.clock}",
            (key,),
        )
        return max(0, rows[0][0]) / 1_000_000
