"""One match, and that many times over: playing them all would take days."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from engine.games import GAMES
from engine.match.values import Post
from engine.matches import Matches, Venue
from engine.store import CallOutcome, Said
from engine.store.sqlite import SqliteStore

__all__ = ["PERSON", "PERSONS", "all_said", "copy_match", "now", "one_match", "room_for"]

PERSON = 1
"""The person who opens the match."""
PERSONS = 1 << 40
"""Copies of persons are numbered from here on: each copy is played by people of its own."""
_KEYS = {"matches": "id"}
"""The column with the match's number, where it is not ``match``."""
_THREAD = 7
"""The channel of the calls."""
_OWN = ("id",)
"""Numbers that a table gives by itself."""


def now() -> datetime:
    """The time by the machine's clock."""
    return datetime.now(UTC)


async def one_match(path: Path, entries: int) -> None:
    """A database with one match of Génial between two persons, so many entries long, all of it said."""
    async with await SqliteStore.open(path) as store:
        matches = Matches(store, GAMES, now)
        options = GAMES["genial"].Options()
        match = (await matches.lobbies.open("genial", options, 2, PERSON, "Ann", Venue(5, 6, "en"), 1)).id
        await matches.lobbies.join(match, 2, "Bob", 2)
        await matches.lobbies.start(match, PERSON, 3)
        while (known := await matches.loader.get(match)).entries < entries:
            for person in known.persons:
                asked = await matches.queries.situation(match, person)
                if asked.pending and asked.seat == asked.pending[0]:
                    await matches.moves.play(
                        match, person, str(asked.moves[0]), asked.question_number, 10 + known.entries
                    )
                    break
        await all_said(matches)
        await matches.close()


def copy_match(path: Path, count: int, match: int = 1, *, strangers: bool = True, batch: int = 50_000) -> int:
    """Have the match `count` times in all; returns the number of the last copy.

    With `strangers` every copy has its own people, else the same people sit at all of them. Everything is
    copied that names the match, whatever the tables are. Clicks act once, so each copy has its own; so has it
    a guild, since that may hold so many and no more.
    """
    with closing(sqlite3.connect(path, timeout=60)) as connection:
        first = connection.execute("SELECT max(id) FROM matches").fetchone()[0] + 1
        last = first + count - 2
        for begin in range(first, last + 1, batch):
            end = min(begin + batch - 1, last)
            with connection:
                connection.execute("BEGIN")  # a bot may be running: it sees whole matches or none
                for table in _tables(connection):
                    _copy(connection, table, match, begin, end, strangers)
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    return last


def _tables(connection: sqlite3.Connection) -> list[str]:
    """The tables that name a match, `matches` first."""
    names = [row[0] for row in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
    found = [name for name in names if "match" in _columns(connection, name)]
    return ["matches", *sorted(found)]


def _columns(connection: sqlite3.Connection, table: str) -> list[str]:
    return [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]


def _copy(
    connection: sqlite3.Connection, table: str, match: int, begin: int, end: int, strangers: bool
) -> None:
    key = _KEYS.get(table, "match")
    columns = [each for each in _columns(connection, table) if each == key or each not in _OWN]

    def column_value(column: str) -> str:
        if column == key:
            return "n"
        if column == "click" and table == "clicks":
            return "click + n * 1000"
        if column == "guild":
            return "guild + n"
        if column == "person" and strangers and table in ("seats", "posts"):
            return f"CASE WHEN person > 0 THEN {PERSONS} + n * 8 + person % 8 ELSE person END"
        return column

    connection.execute(
        f"WITH RECURSIVE many(n) AS (SELECT {begin} UNION ALL SELECT n + 1 FROM many WHERE n < {end})"
        f" INSERT INTO {table} ({', '.join(columns)})"
        f" SELECT {', '.join(map(column_value, columns))} FROM many, {table} WHERE {table}.{key} = ?",
        (match,),
    )


def room_for(path: Path, size: int) -> None:
    """Refuse where the disk has not three times the room. Raises `OSError`."""
    free = shutil.disk_usage(path.parent).free
    if free < 3 * size:
        raise OSError(f"{path.parent} has {free / 1e9:.1f} GB free; {3 * size / 1e9:.1f} GB are needed")


async def all_said(matches: Matches) -> None:
    """Mark all notices as said, as by a courier: the persons who are waited for need not be called again."""
    while any(lanes := await matches.outbox.next_lanes(9, 9)):
        for lane in (*lanes[0], *lanes[1]):
            for notice in await matches.outbox.notices((lane.match,)):
                called = notice.kind == "turn" and notice.person is None
                shown = Post(notice.match, "turn", 0, _THREAD, notice.id, notice.number)
                outcomes = {notice.id: CallOutcome.RUNG}
                await matches.outbox.note_said(Said(notice, (shown,) if called else (), outcomes=outcomes))
            await matches.outbox.release_lanes((lane.match,))
