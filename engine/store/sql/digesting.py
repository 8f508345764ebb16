"""Digests of logs in the database: giving them, and checking them (`engine.store.digests`)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from typing import Any

from engine.store.digests import (
    digest_of_archive,
    fault_in,
    fault_in_archive,
    link_of,
    links_of,
)
from engine.store.sql.rows import ENTRY, Row
from engine.store.sql.statements import Connection

__all__ = ["digest_archive", "digest_log", "fault_of", "linked_rows"]

_LOG = (
    f"SELECT digest, {ENTRY}, link FROM matches LEFT JOIN entries ON match = id WHERE id = ? ORDER BY number"
)
_ARCHIVED = "SELECT digest, entries, start, log FROM matches JOIN archive ON match = id WHERE id = ?"


async def linked_rows(connection: Connection, match: int) -> list[Row]:
    """Return the entries of a match that is not archived, each with its link as the last column."""
    rows = await connection.execute_fetchall(
        f"SELECT {ENTRY}, link FROM entries WHERE match = ? ORDER BY number", (match,)
    )
    return [tuple(row) for row in rows]


async def digest_log(connection: Connection, match: int) -> None:
    """Give the entries of a match their links, and the match the digest of its log."""
    entries = [row[:-1] for row in await linked_rows(connection, match)]
    digests = list(links_of(match, entries))
    await connection.executemany(
        "UPDATE entries SET link = ? WHERE match = ? AND number = ?",
        [(link_of(digest), match, entry[0]) for digest, entry in zip(digests, entries, strict=True)],
    )
    if digests:
        await _put(connection, match, digests[-1])


async def digest_archive(connection: Connection, match: int) -> None:
    """Give an archived match the digest of its archived log."""
    for _, *row in await connection.execute_fetchall(_ARCHIVED, (match,)):
        await _put(connection, match, digest_of_archive(match, *row))


async def fault_of(
    read: Callable[[str, tuple[Any, ...]], Awaitable[Iterable[Any]]], match: int
) -> str | None:
    """Return the fault of a match's log; `None` if it is sound or has no digest.

    One statement reads both digest and log, because another process may be writing.
    """
    rows = [tuple(row) for row in await read(_LOG, (match,))]
    if rows and rows[0][1] is not None:
        return fault_in(match, rows[0][0], [row[1:] for row in rows])
    for digest, *archived in await read(_ARCHIVED, (match,)):
        return fault_in_archive(match, digest, *archived)
    return fault_in(match, rows[0][0], ()) if rows else None


async def _put(connection: Connection, match: int, digest: str) -> None:
    await connection.execute_fetchall("UPDATE matches SET digest = ? WHERE id = ?", (digest, match))
