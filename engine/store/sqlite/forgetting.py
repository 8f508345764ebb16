"""Forgetting again, in a file that was put in place of the database, who was forgotten before."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from engine.store import forgotten
from engine.store.sql.personal import forget_again as again
from engine.store.sqlite.dialect import DIALECT

__all__ = ["forget_again"]


class _AtOnce:
    """A connection for which nobody waits: what is awaited is there already."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    async def execute_fetchall(self, sql: str, parameters: Iterable[Any] = (), /) -> list[Any]:
        return self._connection.execute(sql, tuple(parameters)).fetchall()

    async def executemany(self, sql: str, parameters: Iterable[Iterable[Any]], /) -> None:
        self._connection.executemany(sql, [tuple(each) for each in parameters])


def forget_again(connection: sqlite3.Connection, path: Path) -> None:
    """As one transaction; `path` is where the database is to stand. It blocks.

    Raises `Corrupt` as `forgotten.read`.
    """
    held = forgotten.read(path)
    if held is None:
        return
    connection.execute("PRAGMA secure_delete = ON").fetchall()
    connection.execute("BEGIN IMMEDIATE")
    try:
        again(_AtOnce(connection), DIALECT, held).send(None)
    except StopIteration:
        connection.execute("COMMIT")
    except BaseException:
        connection.execute("ROLLBACK")
        raise
