"""Who runs on the database, and who has a session with Discord for which shard.

All of it goes by the database's own clock: several processes have several others.
"""

from __future__ import annotations

from collections.abc import Collection

from engine.store.refusals import Foreign, Misfit
from engine.store.sql.rows import marks
from engine.store.sql.statements import Connection, Statements, upsert
from engine.store.values import Cluster

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
            f"SELECT 1 FROM processes WHERE CAST(id AS TEXT) <> ? AND until >= {self.dialect.clock} LIMIT 1",
            (self.holder,),
        )
        return bool(list(rows))

    async def cluster(self) -> Cluster:
        rows = await self._read(
            "SELECT count(*), coalesce(sum(invalid), 0),"
            " (SELECT application FROM cluster), (SELECT shard_count FROM cluster),"
            " (SELECT count(*) FROM shards WHERE holder IS NULL AND id < (SELECT shard_count FROM cluster))"
            f" FROM processes WHERE until >= {self.dialect.clock}"
        )
        ((processes, invalid, application, shard_count, free),) = rows
        return Cluster(
            application=application or 0,
            shard_count=shard_count or 1,
            free=free,
            processes=max(1, processes),
            invalid=invalid,
        )

    async def take_shard(self, among: Collection[int] | None = None) -> int | None:
        wanted, values = ("", ()) if among is None else (f" AND id IN ({marks(among)})", tuple(among))
        rows = await self._write_one(
            "UPDATE shards SET holder = ? WHERE id = (SELECT id FROM shards WHERE holder IS NULL"
            f" AND id < (SELECT shard_count FROM cluster){wanted} ORDER BY id LIMIT 1{self.dialect.skip})"
            " RETURNING id",
            (self.holder, *values),
        )
        return rows[0][0] if rows else None

    async def give_shards(self, shards: Collection[int]) -> None:
        await self._write_one(
            f"UPDATE shards SET holder = NULL, up = 0 WHERE holder = ? AND id IN ({marks(shards)})",
            (self.holder, *shards),
        )

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
