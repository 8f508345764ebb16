"""Preparing a restored backup for play: chance does not repeat, and open questions are asked again."""

from __future__ import annotations

import secrets
import sqlite3
from datetime import UTC, datetime, timedelta

import msgspec

from engine.store.digests import digest_after, link_of
from engine.store.sql.rows import NEXT_VERSION, marks

__all__ = ["rekey_running"]

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_RESTORES = 999
"""The number of restores after which they are counted from 1 again: buttons have no room for more."""


def rekey_running(
    connection: sqlite3.Connection, now: datetime, made_at: datetime | None, restores: int
) -> int:
    """Add a fresh secret and a new call of open questions to every running match; return their number.

    Every lobby and running match gets a notice to show its table as it is. `restores` is the number of
    backups ever restored into this database: each gives its own numbers to buttons.

    A person who knows the chance that followed the backup learns nothing about the chance that follows now.
    Clocks are left to the service, which gives the time since the backup back, as after any outage. The
    caller has begun the transaction.
    """
    at = (now - _EPOCH) // timedelta(microseconds=1)
    connection.execute("UPDATE shards SET holder = NULL, heir = NULL")
    if made_at is not None:
        served = (made_at - _EPOCH) // timedelta(microseconds=1)
        connection.execute("INSERT OR IGNORE INTO shards (id, served) VALUES (0, ?)", (served,))
    running = connection.execute(
        "SELECT id, number, hash, pending, digest FROM matches JOIN entries ON match = id"
        " WHERE status = 'running' AND number = (SELECT max(number) FROM entries WHERE match = id)"
    ).fetchall()
    for match, last, position, pending, digest in running:
        _rekey(connection, match, last + 1, position, at, _seats(pending), restores, digest)
    # The messages still show the tables as they became after the backup.
    shown = "status IN ('lobby', 'running')"
    connection.execute(
        f"INSERT INTO outbox (match, kind, number) SELECT id, 'lobby', 0 FROM matches WHERE {shown}"
    )
    connection.execute(f"UPDATE matches SET say_due = 0 WHERE {shown}")
    return len(running)


def _rekey(
    connection: sqlite3.Connection,
    match: int,
    number: int,
    position: str,
    at: int,
    pending: list[int],
    restores: int,
    before: str,
) -> None:
    text = f"{secrets.token_hex(32)} {restores % _RESTORES or _RESTORES}"
    entry = (number, "fresh", None, text, "[]", at, None, position)
    digest = digest_after(before, match, entry) if before else ""
    connection.execute(
        "INSERT INTO entries (match, number, kind, seat, text, drawn, at, by, hash, link)"
        f" VALUES ({marks((match, *entry, digest))})",
        (match, *entry, link_of(digest)),
    )
    persons = connection.execute(
        "SELECT seat FROM seats WHERE match = ? AND person IS NOT NULL ORDER BY seat", (match,)
    ).fetchall()
    called = [seat for (seat,) in persons if seat in pending]
    connection.executemany(
        "INSERT INTO outbox (match, kind, seat, number) VALUES (?, 'turn', ?, ?)",
        [(match, seat, number) for seat in called],
    )
    connection.execute(
        f"UPDATE matches SET version = {NEXT_VERSION}, digest = ? WHERE id = ?", (digest, match)
    )
    if called:
        connection.execute("UPDATE matches SET called = ? WHERE id = ?", (number, match))
    # The newest timer of a kind and seat is the open question's; older ones belong to closed questions.
    connection.execute(
        "UPDATE timers SET number = ? WHERE id IN"
        " (SELECT max(id) FROM timers WHERE match = ? GROUP BY kind, seat)",
        (number, match),
    )


def _seats(pending: str | None) -> list[int]:
    """Return the seats that a match waits for; none if the column cannot be read, which upkeep repairs."""
    try:
        return msgspec.json.decode(pending or "[]", type=list[int])
    except (msgspec.DecodeError, UnicodeError):
        return []
