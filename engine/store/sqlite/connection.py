"""Running statements on SQLite, on two connections.

One writes, behind a lock, so that transactions never mix. One reads, and sees only what is committed. Each is
a thread of aiosqlite that ends with `close`.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import sqlite3
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any, Self, TypeVar

import aiosqlite

from engine.store import CodeLevels, StoreError, forgotten
from engine.store.opening import BUSY_SECONDS, MIGRATIONS, Lock, open_connection, prepare, trouble
from engine.store.packing import legible
from engine.store.sql.known import NOTHING, Effect
from engine.store.sql.rows import Row
from engine.store.sql.statements import NOBODY, Connection, Statement, Statements, one_by_one
from engine.store.sqlite.at_once import Reader, Writer
from engine.store.sqlite.dialect import DIALECT
from engine.store.sqlite.forgetting import forget_again

__all__ = ["Connected"]

T = TypeVar("T")


class Connected(Statements):
    """The connections to one SQLite file, and how statements run on them."""

    dialect = DIALECT
    sole = True
    patience = 1.0

    def __init__(
        self,
        path: Path,
        lock: Lock,
        writer: Writer,
        reader: aiosqlite.Connection,
        troubled: Callable[[StoreError], None] | None,
    ) -> None:
        super().__init__(troubled)
        self._path = path
        self._lock = lock
        self._writer = writer
        self._reader = reader
        self._turn = asyncio.Lock()
        self._holder = secrets.token_hex(8)

    @property
    def holder(self) -> str:
        return self._holder

    def is_alive(self) -> bool:
        return True

    @property
    def code_levels(self) -> CodeLevels:
        return CodeLevels()

    @classmethod
    async def open(
        cls,
        path: Path,
        migrations: Path = MIGRATIONS,
        *,
        troubled: Callable[[StoreError], None] | None = None,
        moving: bool = False,
    ) -> Self:
        """Open the database, after creating or migrating it. Raises `StoreError` for an unsuitable one.

        `troubled` is called when a trouble for the operator begins. With `moving` another database is to be
        moved into it.
        """
        lock = await asyncio.to_thread(prepare, path, migrations, moving=moving)
        connections: list[aiosqlite.Connection] = []
        try:
            await asyncio.to_thread(_forget_again, path)
            writer = Writer(path, BUSY_SECONDS)
            reader = Reader(path, BUSY_SECONDS)
            for connection, pragma in ((writer, "synchronous = FULL"), (reader, "query_only = ON")):
                connections.append(await connection)
                await connection.execute_fetchall("PRAGMA foreign_keys = ON")
                # The log is moved into the file by `engine.store.generation.turn` alone.
                await connection.execute_fetchall("PRAGMA wal_autocheckpoint = 0")
                await connection.execute_fetchall(f"PRAGMA {pragma}")
                await _fold(connection)
            for statement in NOBODY:
                await writer.execute_fetchall(statement)
        except BaseException as error:
            for connection in connections:
                await connection.close()
            lock.release()
            if isinstance(error, sqlite3.Error):
                raise trouble(error, path) from error
            raise
        return cls(path, lock, writer, reader, troubled)

    def _write_down(self, person: int, after: int) -> int:
        return forgotten.add(self._path, person, after)

    async def _wipe(self, connection: Connection) -> None:
        await connection.execute_fetchall("PRAGMA secure_delete = ON")

    @property
    def name(self) -> str:
        return str(self._path)

    async def _let_go(self) -> None:
        try:
            await self._reader.close()
        finally:
            try:
                await self._writer.close()
            finally:
                self._lock.release()

    async def _read(self, sql: str, values: Sequence[Any] = ()) -> list[Row]:
        self._refuse_closed()
        await self._flush()
        try:
            return [tuple(row) for row in await self._reader.execute_fetchall(sql, values)]
        except sqlite3.Error as error:
            raise self._trouble(error) from error

    def _trouble(self, error: sqlite3.Error) -> StoreError:
        """Return the `StoreError` for the error; the operator is told of it once, until a write works
        again."""
        refusal = trouble(error, self._path)
        self._tell(refusal)
        return refusal

    async def _write(self, work: Callable[[Connection], Awaitable[T]], effect: Effect | None = None) -> T:
        self._refuse_closed()

        async def alone() -> T:
            async with self._turn, self._troubles():
                return await self._take_effect(self._with_later(work), effect)

        return await self._to_the_end(alone())

    async def _with_later(self, work: Callable[[Connection], Awaitable[T]]) -> T:
        """Run `work` as one transaction, after everything that waited for it."""
        later = self._take_later()
        if not later:
            return await self._writer.transaction(work)
        rows: Sequence[Row | None] = ()

        async def both(connection: Connection) -> T:
            nonlocal rows
            await connection.execute_fetchall("SAVEPOINT later")
            try:
                rows = [await one_by_one(connection, each.first, each.then) for each in later]
            except sqlite3.IntegrityError as error:  # what it is about is gone
                await connection.execute_fetchall("ROLLBACK TO later")
                self._log_lost(error)
            await connection.execute_fetchall("RELEASE later")
            return await work(connection)

        try:
            done = await self._writer.transaction(both)
        except BaseException:
            self._put_back(later)
            raise
        self._settle(later, rows)
        return done

    async def _flush(self) -> None:
        async def nothing(connection: Connection) -> None:
            pass

        if self._later and not self._closed:
            await self._write(nothing, NOTHING)

    async def _write_lightly(
        self, work: Callable[[Connection], Awaitable[T]], effect: Effect | None = None
    ) -> T:
        self._refuse_closed()

        async def alone() -> T:
            async with self._turn, self._troubles():
                # The setting cannot change within a transaction. The next write waits for this one too.
                await self._writer.execute_fetchall("PRAGMA synchronous = OFF")
                try:
                    return await self._take_effect(self._writer.transaction(work), effect)
                finally:
                    await self._writer.execute_fetchall("PRAGMA synchronous = FULL")

        return await self._to_the_end(alone())

    async def _write_one(self, sql: str, values: Sequence[Any], effect: Effect | None = None) -> list[Row]:
        async def work(connection: Connection) -> list[Row]:
            return [tuple(row) for row in await connection.execute_fetchall(sql, values)]

        return await self._write(work, effect)

    async def _write_where(
        self, first: Statement, then: Sequence[Statement], effect: Effect | None = None
    ) -> Row | None:
        return await self._write(lambda connection: one_by_one(connection, first, then), effect)

    async def _write_beside(
        self, work: Callable[[Connection], Awaitable[T]], effect: Effect | None = None
    ) -> T:
        self._refuse_closed()

        async def transaction() -> T:
            async with self._transaction() as connection:
                return await work(connection)

        async def alone() -> T:
            await self._flush()
            async with self._turn, self._troubles():
                return await self._take_effect(transaction(), effect)

        return await self._to_the_end(alone())

    @contextlib.asynccontextmanager
    async def _troubles(self) -> AsyncGenerator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise self._trouble(error) from error
        self._works()

    @contextlib.asynccontextmanager
    async def _transaction(self) -> AsyncGenerator[aiosqlite.Connection]:
        """Begin a transaction whose statements run one by one; it may await other things in between."""
        writer = self._writer
        try:
            await writer.execute_fetchall("BEGIN IMMEDIATE")
            yield writer
            await writer.execute_fetchall("COMMIT")
        except BaseException:
            with contextlib.suppress(sqlite3.Error):
                await writer.execute_fetchall("ROLLBACK")
            raise

    async def _tables(self) -> list[str]:
        sql = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
        return [row[0] for row in await self._read(sql)]

    async def _key(self, table: str) -> list[str]:
        rows = await self._read(f"PRAGMA table_info({table})")
        return [row[1] for row in sorted(rows, key=lambda row: row[5]) if row[5]]

    async def _numbers(self) -> dict[str, int]:
        return dict(await self._read("SELECT name, seq FROM sqlite_sequence"))

    async def _go_on(self, connection: Connection, table: str, number: int) -> None:
        await connection.execute_fetchall("DELETE FROM sqlite_sequence WHERE name = ?", (table,))
        await connection.execute_fetchall(
            "INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", (table, number)
        )

    async def _bytes(self) -> tuple[int, int]:
        return _size(self._path), _size(self._path.with_name(self._path.name + "-wal"))


def _size(path: Path) -> int:
    with contextlib.suppress(OSError):
        return path.stat().st_size
    return 0


def _forget_again(path: Path) -> None:
    with open_connection(path) as connection:
        connection.execute("PRAGMA wal_autocheckpoint = 0").fetchall()
        forget_again(connection, path)


def _folded(text: bytes) -> str:
    return legible(text).casefold()


async def _fold(connection: aiosqlite.Connection) -> None:
    """Give SQLite a function that folds letters: its own `lower` knows only ASCII."""
    create: Callable[..., Awaitable[None]] = connection.create_function  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
    await create("casefold", 1, _folded, deterministic=True)
