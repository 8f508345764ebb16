"""Who runs on the database, and who has a session with Discord for which shard.

All of it goes by the database's own clock: several processes have several others.
"""

from __future__ import annotations

from collections.abc import Collection

from engine.store.refusals import Foreign, Misfit
from engine.store.sql.rows import marks
from engine.store.sql.statements import Connection, Statements, upsert
from engine.store.values import Cluster, Lease, living

__all__ = ["Processes"]

_APART = 5_500_000
"""Microseconds between two sessions of the same key that begin: Discord's 5 s, and the ways there differ."""


class Processes(Statements):
    """The part of the store about processes and shards."""

    async def belong(self, application: int, shard_count: int) -> None:
        async def work(connection: Connection) -> None:
            # One who belongs at the same time waits here, so that both see each other.
            await connection.execute_fetchall(
                "INSERT INTO cluster (id, application, shard_count) VALUES (1, ?, ?) ON CONFLICT (id)"
                " DO UPDATE SET id = 1",
                (application, shard_count),
            )
            ((known, shards),) = await connection.execute_fetchall(
                "SELECT application, shard_count FROM cluster"
            )
            if known != application and not self.sole:
                raise Foreign("store_application", path=self.name, found=known, known=application)
            if shards != shard_count and await self._others(connection):
                raise Misfit("store_shards", path=self.name, found=shards, known=shard_count)
            await connection.execute_fetchall(
                upsert("cluster", "id", "id, application, shard_count"), (1, application, shard_count)
            )
            await connection.executemany(
                "INSERT INTO shards (id, served) VALUES (?, 0) ON CONFLICT (id) DO NOTHING",
                [(shard,) for shard in range(shard_count)],
            )

        await self._write(work)

    async def _others(self, connection: Connection) -> bool:
        """Whether another process lives."""
        rows = await connection.execute_fetchall(
            f"SELECT 1 FROM processes WHERE CAST(id AS TEXT) <> ? AND {living(self.dialect.clock)} LIMIT 1",
            (self.holder,),
        )
        return bool(list(rows))

    async def cluster(self) -> Cluster:
        rows = await self._read(
            "SELECT count(*), coalesce(sum(invalid), 0),"
            " (SELECT application FROM cluster), (SELECT shard_count FROM cluster),"
            " (SELECT count(*) FROM shards WHERE holder IS NULL AND id < (SELECT shard_count FROM cluster)),"
            " coalesce(sum(leaving), 0)"
            f" FROM processes WHERE {living(self.dialect.clock)}"
        )
        ((processes, invalid, application, shard_count, free, leaving),) = rows
        return Cluster(
            application=application or 0,
            shard_count=shard_count or 1,
            free=free,
            processes=max(1, processes),
            staying=max(1, processes) - leaving,
            invalid=invalid,
        )

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

    async def succeed(self) -> int | None:
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

    async def retire(self) -> None:
        await self._write_one("UPDATE processes SET leaving = 1 WHERE CAST(id AS TEXT) = ?", (self.holder,))

    async def leases(self) -> list[Lease]:
        rows = await self._read(
            "SELECT id, holder, heir FROM shards WHERE (holder = ? OR heir = ?)"
            " AND id < (SELECT shard_count FROM cluster) ORDER BY id",
            (self.holder, self.holder),
        )
        return [
            Lease(shard, holds=holder == self.holder, offered=heir == "", heir=bool(heir))
            for shard, holder, heir in rows
        ]

    async def held_shards(self) -> list[int]:
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
