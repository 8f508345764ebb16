"""Copying all rows of one store into another: from SQLite to PostgreSQL, or back."""

from __future__ import annotations

import hashlib
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from typing import Any

from engine.store.protocol.notes import RESTORES, UNFINISHED
from engine.store.refusals import Failed, Foreign, Occupied
from engine.store.sql.rows import Row, marks
from engine.store.sql.statements import Connection, Statements

__all__ = ["Moving"]

_OWN = ("schema", "oldest", "generation", "copy", RESTORES, UNFINISHED)
"""Keys of notes about the database itself, which are not copied."""
_FIRST = ("matches", "leagues", "seasons")
"""Tables to which others refer, and which are copied first."""
_AT_ONCE = 1000
"""Rows that are read at once."""
_DIGEST = 1 << 256


class Moving(Statements):
    """The method that copies another store's rows; it is not part of `Store`."""

    async def take_over(self, old: Moving, told: Callable[[str, int], None]) -> Mapping[str, int]:
        """Copy all rows of the old store, and its counters, in one transaction.

        All rows are read again and compared before the commit. `told` is called with each table and its
        number of rows. Raises `Occupied` if there are rows already, `Foreign` if the schemas differ.
        """
        tables = sorted(
            await old._tables(),
            key=lambda table: (_FIRST.index(table) if table in _FIRST else len(_FIRST), table),
        )
        if sorted(await self._tables()) != sorted(tables):
            raise Foreign("store_foreign", path=self.name)
        for table in tables:
            if table != "notes" and await self._read(f"SELECT 1 FROM {table} LIMIT 1"):
                raise Occupied("store_occupied", path=self.name)

        async def work(connection: Connection) -> dict[str, int]:
            rows: dict[str, int] = {}
            await connection.execute_fetchall(f"DELETE FROM notes WHERE key NOT IN ({marks(_OWN)})", _OWN)
            for table in tables:
                columns, key = await old._columns(table), await old._key(table)
                names = ", ".join(sorted(columns))
                insert = f"INSERT INTO {table} ({names}) VALUES ({marks(columns)})"
                written = rows[table] = 0
                async for batch in _batches(old._read, table, names, key):
                    written += _digest(batch)
                    await connection.executemany(insert, batch)
                    rows[table] += len(batch)
                found = 0
                async for batch in _batches(connection.execute_fetchall, table, names, key):
                    found += _digest(batch)
                if written % _DIGEST != found % _DIGEST:
                    raise Failed("store_failed", path=self.name, error=f"{table} differs")
                told(table, rows[table])
            for table, number in (await old._numbers()).items():
                if number > 0:  # SQLite counts 0 for a table into which nothing was ever written
                    await self._go_on(connection, table, number)
            await connection.execute_fetchall("DELETE FROM notes WHERE key = ?", (UNFINISHED,))
            return rows

        return await self._write_beside(work)


async def _batches(
    read: Callable[..., Any], table: str, names: str, key: Sequence[str]
) -> AsyncGenerator[list[Row]]:
    """Yield the rows in the order of their key, without notes about the database itself."""
    place = [names.split(", ").index(name) for name in key]
    order = ", ".join(key)
    where, values = "", ()
    while True:
        found = await read(f"SELECT {names} FROM {table} {where} ORDER BY {order} LIMIT {_AT_ONCE}", values)
        batch = [tuple(row) for row in found]
        if not batch:
            return
        where = f"WHERE ({order}) > ({marks(key)})"
        values = tuple(batch[-1][each] for each in place)
        if table == "notes":
            batch = [row for row in batch if row[place[0]] not in _OWN]
        yield batch


def _digest(rows: Sequence[Row]) -> int:
    """Return a digest of the rows that does not depend on their order: databases order texts differently."""
    return sum(
        int.from_bytes(hashlib.sha256(repr(row).encode("utf-8", "surrogatepass")).digest()) for row in rows
    )
