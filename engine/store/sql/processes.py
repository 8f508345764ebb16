"""Processes that run on one database, as `engine.store.protocol.processes` has them.

Their times are those of the database's clock: several processes have several others.
"""

from __future__ import annotations

from engine.store.protocol.processes import Cluster
from engine.store.refusals import Foreign, Misfit
from engine.store.sql.rows import living
from engine.store.sql.statements import Connection, Statements, upsert

__all__ = ["SqlProcessStore"]


class SqlProcessStore(Statements):
    """The SQL of `ProcessStore`."""

    async def belong(self, application: int, shard_count: int) -> None:
        async def work(connection: Connection) -> None:
            # Another process that joins at the same time waits here, so that both see each other.
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
        """Return True if another process lives."""
        rows = await connection.execute_fetchall(
            f"SELECT 1 FROM processes WHERE CAST(id AS TEXT) <> ? AND {living(self.dialect.clock)} LIMIT 1",
            (self.holder,),
        )
        return bool(list(rows))

    async def cluster(self) -> Cluster:
        rows = await self._poll(
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

    async def retire(self) -> None:
        await self._write_one("UPDATE processes SET leaving = 1 WHERE CAST(id AS TEXT) = ?", (self.holder,))
