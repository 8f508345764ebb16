"""Transactions that run as a whole in the thread of their connection.

A transaction awaits nothing but its connection. If that answers at once, the whole transaction can be handed
to the thread. A hop to the thread and back for each statement would cost more than the statement.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Awaitable, Callable, Iterable
from pathlib import Path
from typing import Any, TypeVar

import aiosqlite

from engine.store.packing import legible
from engine.store.sql.statements import Connection

__all__ = ["Reader", "Writer", "at_once", "transaction"]

T = TypeVar("T")


class _AtOnce:
    """A connection that answers at once: its awaitables are always done."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    async def execute_fetchall(self, sql: str, parameters: Iterable[Any] = (), /) -> list[Any]:
        return self._connection.execute(sql, tuple(parameters)).fetchall()

    async def executemany(self, sql: str, parameters: Iterable[Iterable[Any]], /) -> None:
        self._connection.executemany(sql, [tuple(each) for each in parameters])


def transaction(connection: sqlite3.Connection, work: Callable[[Connection], Awaitable[T]]) -> T:
    """Run `work` as one transaction; return its result. It blocks.

    Raises `RuntimeError` if it awaits anything but the connection; then nothing is written.
    """
    try:
        connection.execute("BEGIN IMMEDIATE")
        done = _drive(work(_AtOnce(connection)))
        connection.execute("COMMIT")
    except BaseException:
        # Nothing to undo where SQLite has undone it already, or where the commit went through after all.
        with contextlib.suppress(sqlite3.Error):
            connection.execute("ROLLBACK")
        raise
    return done


def at_once(connection: sqlite3.Connection, work: Callable[[Connection], Awaitable[T]]) -> T:
    """Run `work` in the connection's present transaction, if any; return its result. It blocks."""
    return _drive(work(_AtOnce(connection)))


def _drive(work: Awaitable[T]) -> T:
    steps = work.__await__()
    try:
        next(steps)
    except StopIteration as end:
        return end.value
    steps.close()
    raise RuntimeError("a transaction has awaited something else than its connection")


def _connect(path: Path, busy: float) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None, timeout=busy)
    connection.text_factory = legible
    return connection


class Reader(aiosqlite.Connection):
    """A connection that runs single statements in its thread."""

    def __init__(self, path: Path, busy: float) -> None:
        """`busy` is the number of seconds to wait for another program's transaction."""
        super().__init__(lambda: _connect(path, busy), iter_chunk_size=64)


class Writer(aiosqlite.Connection):
    """A connection that runs whole transactions in its thread."""

    def __init__(self, path: Path, busy: float) -> None:
        """`busy` is the number of seconds to wait for another program's transaction."""
        super().__init__(lambda: _connect(path, busy), iter_chunk_size=1)

    async def transaction(self, work: Callable[[Connection], Awaitable[T]]) -> T:
        """Run `work`, which awaits nothing but the connection, as one transaction."""
        return await self._execute(transaction, self._conn, work)  # pyright: ignore[reportUnknownMemberType]
