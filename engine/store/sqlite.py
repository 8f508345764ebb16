"""The store on SQLite: every SQL statement of the project but the migrations. Schema: docs/database.md.

One writing connection behind a lock, so that transactions never mix; one reading connection, which sees only
what is committed. Each is a thread of aiosqlite that ends with `close`.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import sqlite3
from collections.abc import AsyncGenerator, Awaitable, Callable, Collection, Coroutine, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, TypeVar

import aiosqlite

from engine.game import Seat
from engine.store import (
    Change,
    Closed,
    Conflict,
    StoreError,
    Table,
    Timer,
)
from engine.store.opening import BUSY_SECONDS, MIGRATIONS, Lock, prepare, trouble
from engine.table import Entry, Notice, Occupant, Person, Place, Post, Status, Wanted

__all__ = ["SqliteStore"]

T = TypeVar("T")
Row = tuple[Any, ...]

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)

_COLUMNS = """
    SELECT id, game, rules, options, size, status, host, guild, channel, locale, seed, opened_at, rematch_of,
           (SELECT coalesce(max(number) + 1, 0) FROM entries WHERE match = id),
           (SELECT json_group_array(json_array(person, name, player, click, agreed))
            FROM (SELECT person, name, player, click, agreed FROM seats WHERE match = id ORDER BY seat))
"""
_TABLE = f"{_COLUMNS} FROM matches"
_ALIVE = "INSERT OR REPLACE INTO alive (id, at) VALUES (1, ?)"
_NUMBERS = 1 << 63
"""Numbers from here on SQLite does not know."""
_SEATED = "id IN (SELECT match FROM seats WHERE person = ?)"


def _number(at: datetime) -> int:
    return (at - _EPOCH) // _MICROSECOND


def _time(number: int) -> datetime:
    return _EPOCH + number * _MICROSECOND


def _seat(number: int | None) -> Seat | None:
    return None if number is None else Seat(number)


def _marks(values: Collection[object]) -> str:
    return ", ".join("?" * len(values))


class SqliteStore:
    """A `Store` in one SQLite file. `open` makes it; `async with` or `close` ends it."""

    def __init__(
        self,
        path: Path,
        lock: Lock,
        writer: aiosqlite.Connection,
        reader: aiosqlite.Connection,
        troubled: Callable[[StoreError], None] | None,
    ) -> None:
        self._path = path
        self._lock = lock
        self._writer = writer
        self._reader = reader
        self._troubled = troubled
        self._told: str | None = None
        self._turn = asyncio.Lock()
        self._begun: set[asyncio.Task[Any]] = set()
        self._closed = False

    @classmethod
    async def open(
        cls,
        path: Path,
        migrations: Path = MIGRATIONS,
        *,
        troubled: Callable[[StoreError], None] | None = None,
    ) -> SqliteStore:
        """Open the database, made or brought up to date first. Raises `StoreError`, never takes another.

        Once it is open, `troubled` is told of a trouble for the host when it begins.
        """
        lock = await asyncio.to_thread(prepare, path, migrations)
        connections: list[aiosqlite.Connection] = []
        try:
            for pragma in ("synchronous = FULL", "query_only = ON"):
                connection = await aiosqlite.connect(path, isolation_level=None, timeout=BUSY_SECONDS)
                connections.append(connection)
                await connection.execute_fetchall("PRAGMA foreign_keys = ON")
                await connection.execute_fetchall(f"PRAGMA {pragma}")
                await _fold(connection)
        except BaseException as error:
            for connection in connections:
                await connection.close()
            lock.release()
            if isinstance(error, sqlite3.Error):
                raise trouble(error, path) from error
            raise
        return cls(path, lock, connections[0], connections[1], troubled)

    async def __aenter__(self) -> SqliteStore:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Finish what was begun, end both threads, and let the next bot in. May be called twice."""
        if self._closed:
            return
        self._closed = True
        if self._begun:
            await asyncio.wait(self._begun)
        try:
            await self._reader.close()
        finally:
            try:
                await self._writer.close()
            finally:
                self._lock.release()

    # How statements run.

    async def _read(self, sql: str, values: Sequence[Any] = ()) -> list[Row]:
        if self._closed:
            raise Closed("store_closed", path=str(self._path))
        try:
            return [tuple(row) for row in await self._reader.execute_fetchall(sql, values)]
        except sqlite3.Error as error:
            raise self._trouble(error) from error

    def _trouble(self, error: sqlite3.Error) -> StoreError:
        """What the error means; the host is told of it once, until something can be written again."""
        refusal = trouble(error, self._path)
        if refusal.code != self._told and not isinstance(refusal, Conflict):
            self._told = refusal.code
            if self._troubled is not None:
                self._troubled(refusal)
        return refusal

    async def _write(self, work: Callable[[aiosqlite.Connection], Awaitable[T]]) -> T:
        """Run `work` as one transaction, to its end even when the caller is cancelled."""
        if self._closed:
            raise Closed("store_closed", path=str(self._path))

        async def alone() -> T:
            async with self._turn, self._transaction() as connection:
                return await work(connection)

        return await self._to_the_end(alone())

    async def _to_the_end(self, work: Coroutine[Any, Any, T]) -> T:
        task = asyncio.create_task(work)
        self._begun.add(task)
        task.add_done_callback(self._ended)
        return await asyncio.shield(task)

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._begun.discard(task)
        if not task.cancelled():
            task.exception()  # a cancelled caller is not there to be told

    @contextlib.asynccontextmanager
    async def _transaction(self) -> AsyncGenerator[aiosqlite.Connection]:
        writer = self._writer
        try:
            await writer.execute_fetchall("BEGIN IMMEDIATE")
            yield writer
            await writer.execute_fetchall("COMMIT")
            self._told = None
        except BaseException as error:
            # Nothing to undo where SQLite has undone it already, or where the commit went through after all.
            with contextlib.suppress(sqlite3.Error):
                await writer.execute_fetchall("ROLLBACK")
            if isinstance(error, sqlite3.Error):
                raise self._trouble(error) from error
            raise

    async def _write_one(self, sql: str, values: Sequence[Any]) -> None:
        async def work(connection: aiosqlite.Connection) -> None:
            await connection.execute_fetchall(sql, values)

        await self._write(work)

    # Matches.

    async def commit(self, change: Change) -> int:
        async def work(connection: aiosqlite.Connection) -> int:
            match = change.match
            if change.table is not None:
                match = await _put_table(connection, match, change.table)
            if change.entry is not None and not await _put_entry(connection, match, change.entry):
                raise Conflict("store_conflict", path=str(self._path), match=match)
            if change.entry is not None:
                await connection.execute_fetchall(
                    "UPDATE matches SET pending = ? WHERE id = ?", (json.dumps(change.pending), match)
                )
            if change.click is not None:
                click, verb = change.click
                entry = None if change.entry is None else change.entry.number
                await connection.execute_fetchall(
                    "INSERT INTO clicks (click, match, verb, entry) VALUES (?, ?, ?, ?)",
                    (click, match, verb, entry),
                )
            await _put_timers(connection, match, change)
            if change.notices:
                await connection.executemany(
                    "INSERT INTO outbox (match, kind, seat, number, continues) VALUES (?, ?, ?, ?, ?)",
                    [(match, one.kind, one.seat, one.number, one.continues) for one in change.notices],
                )
            return match

        return await self._write(work)

    async def table(self, match: int) -> Table | None:
        if not 0 < match < _NUMBERS:
            return None
        tables = await self._tables("WHERE id = ?", (match,))
        return tables[0] if tables else None

    async def tables_found(
        self,
        person: int,
        statuses: Collection[Status],
        game: str | None,
        words: Sequence[Wanted],
        limit: int,
    ) -> list[Table]:
        where, values = [f"status IN ({_marks(statuses)})"], [status.value for status in statuses]
        if game is not None:
            where, values = [*where, "game = ?"], [*values, game]
        for each in words:
            where.append(
                f"(instr(id, ?) OR game IN ({_marks(each.games)}) OR EXISTS (SELECT 1 FROM seats AS other"
                " WHERE other.match = id AND (instr(casefold(other.name), ?)"
                f" OR other.name = '' AND other.player IN ({_marks(each.players)}))))"
            )
            values += [each.word, *each.games, each.word, *each.players]
        # The seats come first, in their index's order: the newest match is read first.
        rows = await self._read(
            f"{_COLUMNS} FROM seats AS mine CROSS JOIN matches ON id = mine.match"
            f" WHERE mine.person = ? AND {' AND '.join(where)} ORDER BY mine.match DESC LIMIT ?",
            (person, *values, limit),
        )
        return [_table(row) for row in rows]

    async def open_tables(self, channel: int, game: str, person: int, limit: int) -> list[Table]:
        rows = await self._read(
            f"{_TABLE} WHERE channel = ? AND game = ? AND status = 'lobby'"
            " AND (SELECT count(*) FROM seats WHERE match = id) < size"
            " AND NOT EXISTS (SELECT 1 FROM seats WHERE match = id AND person = ?)"
            " AND EXISTS (SELECT 1 FROM posts WHERE match = id AND kind = 'lobby') ORDER BY id DESC LIMIT ?",
            (channel, game, person, limit),
        )
        return [_table(row) for row in rows]

    async def waiting_for(self, person: int, game: str | None = None) -> dict[int, bool | None]:
        rows = await self._read(
            "SELECT id, pending IS NULL, seat IN (SELECT value FROM json_each(pending))"
            " FROM seats JOIN matches ON id = match"
            " WHERE person = ? AND status = ? AND game = ifnull(?, game)",
            (person, Status.RUNNING.value, game),
        )
        return {match: None if unknown else bool(waits) for match, unknown, waits in rows}

    async def rematches_of(self, match: int) -> list[Table]:
        return await self._tables("WHERE rematch_of = ?", (match,))

    async def _tables(self, where: str, values: Sequence[Any]) -> list[Table]:
        return [_table(row) for row in await self._read(f"{_TABLE} {where} ORDER BY id DESC", values)]

    async def count(
        self, statuses: Collection[Status], *, person: int | None = None, guild: int | None = None
    ) -> int:
        where, values = f"status IN ({_marks(statuses)})", [status.value for status in statuses]
        wanted: list[Any] = []
        if person is not None:
            where, wanted = f"{where} AND {_SEATED}", [*wanted, person]
        if guild is not None:
            where, wanted = f"{where} AND guild = ?", [*wanted, guild]
        rows = await self._read(f"SELECT count(*) FROM matches WHERE {where}", [*values, *wanted])
        return rows[0][0]

    async def entries(self, match: int) -> list[Entry]:
        rows = await self._read(
            "SELECT number, kind, seat, text, drawn, at, by, hash FROM entries"
            " WHERE match = ? ORDER BY number",
            (match,),
        )
        return [
            Entry(number, kind, _seat(seat), text, tuple(json.loads(drawn)), _time(at), by, digest)
            for number, kind, seat, text, drawn, at, by, digest in rows
        ]

    async def clicks(self, match: int) -> dict[tuple[int, str], int | None]:
        rows = await self._read("SELECT click, verb, entry FROM clicks WHERE match = ?", (match,))
        return {(click, verb): entry for click, verb, entry in rows}

    async def opened_by(self, click: int) -> int | None:
        rows = await self._read("SELECT match FROM clicks WHERE click = ? AND verb = 'open'", (click,))
        return rows[0][0] if rows else None

    # What falls due.

    async def timers(self, match: int) -> list[Timer]:
        return await self._timers("WHERE match = ? ORDER BY due, id", (match,))

    async def due_timers(self, now: datetime, limit: int) -> list[Timer]:
        return await self._timers("WHERE due <= ? ORDER BY due, id LIMIT ?", (_number(now), limit))

    async def _timers(self, where: str, values: Sequence[Any]) -> list[Timer]:
        rows = await self._read(
            f"SELECT id, match, kind, seat, number, due, payload FROM timers {where}", values
        )
        return [
            Timer(id, match, kind, _seat(seat), number, _time(due), payload)
            for id, match, kind, seat, number, due, payload in rows
        ]

    async def next_timer(self) -> datetime | None:
        ((due,),) = await self._read("SELECT min(due) FROM timers")
        return None if due is None else _time(due)

    async def put_off(self, timer: int, due: datetime | None) -> None:
        if due is None:
            await self._write_one("DELETE FROM timers WHERE id = ?", (timer,))
        else:
            await self._write_one("UPDATE timers SET due = ? WHERE id = ?", (_number(due), timer))

    async def alive(self) -> datetime | None:
        rows = await self._read("SELECT at FROM alive")
        return _time(rows[0][0]) if rows else None

    async def keep_alive(self, now: datetime) -> None:
        await self._write_one(_ALIVE, (_number(now),))

    async def credit(self, kind: str, since: datetime, now: datetime, notice: str | None) -> int:
        async def work(connection: aiosqlite.Connection) -> int:
            await connection.execute_fetchall(_ALIVE, (_number(now),))
            meant = (kind, _number(since))
            if notice is not None:
                await connection.execute_fetchall(
                    "INSERT INTO outbox (match, kind, seat, number) SELECT match, ?, seat, number"
                    " FROM timers WHERE kind = ? AND due > ? ORDER BY due, id",
                    (notice, *meant),
                )
            rows = await connection.execute_fetchall(
                "UPDATE timers SET due = due + ? WHERE kind = ? AND due > ? RETURNING id",
                (_number(now) - _number(since), *meant),
            )
            return len(list(rows))

        return await self._write(work)

    async def put_back(self, now: datetime, by: timedelta) -> None:
        async def work(connection: aiosqlite.Connection) -> None:
            await connection.execute_fetchall(_ALIVE, (_number(now),))
            for table in ("timers", "outbox"):
                await connection.execute_fetchall(
                    f"UPDATE {table} SET due = due - ? WHERE due > ?", (by // _MICROSECOND, _number(now))
                )

        await self._write(work)

    # The outbox.

    async def take_notices(self, now: datetime, limit: int, besides: Collection[int]) -> list[Notice]:
        rows = await self._read(
            "SELECT id, match, kind, seat, number, attempts, continues FROM outbox"
            " WHERE id IN (SELECT min(id) FROM outbox GROUP BY match)"
            f" AND due <= ? AND match NOT IN ({_marks(besides)}) ORDER BY id LIMIT ?",
            (_number(now), *besides, limit),
        )
        if rows:
            ids = [row[0] for row in rows]
            await self._write_one(
                f"UPDATE outbox SET attempts = attempts + 1 WHERE id IN ({_marks(ids)})", ids
            )
        return [
            Notice(id, match, kind, _seat(seat), number, attempts, bool(continues))
            for id, match, kind, seat, number, attempts, continues in rows
        ]

    async def next_notice(self, besides: Collection[int]) -> datetime | None:
        ((due,),) = await self._read(
            "SELECT min(due) FROM outbox WHERE id IN (SELECT min(id) FROM outbox GROUP BY match)"
            f" AND match NOT IN ({_marks(besides)})",
            tuple(besides),
        )
        return None if due is None else _time(due)

    async def put_off_notice(self, notice: int, due: datetime | None) -> None:
        if due is None:
            await self._write_one("DELETE FROM outbox WHERE id = ?", (notice,))
        else:
            await self._write_one("UPDATE outbox SET due = ? WHERE id = ?", (_number(due), notice))

    # People, posts and notes.

    async def person(self, person: int) -> Person | None:
        rows = await self._read(
            "SELECT id, name, locale, theme, dm_closed, dm_told FROM people WHERE id = ?", (person,)
        )
        for id, name, locale, theme, closed, told in rows:
            return Person(id, name, locale, theme, bool(closed), bool(told))
        return None

    async def save_person(self, person: Person) -> None:
        await self._write_one(
            "INSERT OR REPLACE INTO people (id, name, locale, theme, dm_closed, dm_told)"
            " VALUES (?, ?, ?, ?, ?, ?)",
            (person.id, person.name, person.locale, person.theme, person.dm_closed, person.dm_told),
        )

    async def posts(self, match: int) -> list[Post]:
        rows = await self._read(
            "SELECT match, kind, person, channel, message, number, shown FROM posts WHERE match = ?", (match,)
        )
        return [Post(*row) for row in rows]

    async def posts_of(self, matches: Collection[int], kind: str) -> list[Post]:
        rows = await self._read(
            "SELECT match, kind, person, channel, message, number, shown FROM posts"
            f" WHERE match IN ({_marks(matches)}) AND kind = ? AND person = 0",
            (*matches, kind),
        )
        return [Post(*row) for row in rows]

    async def posted_in(self, channel: int, kind: str) -> list[Post]:
        rows = await self._read(
            "SELECT match, kind, person, channel, message, number, shown FROM posts"
            " WHERE channel = ? AND kind = ?",
            (channel, kind),
        )
        return [Post(*row) for row in rows]

    async def save_post(self, post: Post) -> None:
        await self._write_one(
            "INSERT OR REPLACE INTO posts (match, kind, person, channel, message, number, shown)"
            " VALUES (?, ?, ?, ?, ?, ?, ?)",
            (post.match, post.kind, post.person, post.channel, post.message, post.number, post.shown),
        )

    async def drop_post(self, match: int, kind: str, person: int) -> None:
        await self._write_one(
            "DELETE FROM posts WHERE match = ? AND kind = ? AND person = ?", (match, kind, person)
        )

    async def note(self, key: str) -> str | None:
        rows = await self._read("SELECT value FROM notes WHERE key = ?", (key,))
        return rows[0][0] if rows else None

    async def save_note(self, key: str, value: str) -> None:
        await self._write_one("INSERT OR REPLACE INTO notes (key, value) VALUES (?, ?)", (key, value))


async def _fold(connection: aiosqlite.Connection) -> None:
    """Teach SQLite to fold letters: its own `lower` knows ASCII alone."""
    create: Callable[..., Awaitable[None]] = connection.create_function  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
    await create("casefold", 1, str.casefold, deterministic=True)


def _table(row: Row) -> Table:
    (
        id,
        game,
        rules,
        options,
        size,
        status,
        host,
        guild,
        channel,
        locale,
        seed,
        opened,
        rematch_of,
        entries,
    ) = row[:14]
    occupants: list[Occupant] = []
    agreed: set[int] = set()
    for person, name, player, click, agrees in json.loads(row[14]):
        occupants.append(Occupant(person, name, player, click))
        if agrees and person is not None:
            agreed.add(person)
    return Table(
        id,
        game,
        rules,
        options,
        size,
        Status(status),
        host,
        Place(guild, channel, locale),
        tuple(occupants),
        frozenset(agreed),
        seed,
        _time(opened),
        rematch_of,
        entries,
    )


async def _put_table(connection: aiosqlite.Connection, match: int, table: Table) -> int:
    if match:
        await connection.execute_fetchall(
            "UPDATE matches SET status = ?, host = ?, rules = ? WHERE id = ?",
            (table.status.value, table.host, table.rules, match),
        )
        await connection.execute_fetchall("DELETE FROM seats WHERE match = ?", (match,))
    else:
        place = table.place
        rows = await connection.execute_fetchall(
            "INSERT INTO matches (game, rules, options, size, status, host, guild, channel, locale, seed,"
            " opened_at, rematch_of) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id",
            (
                table.game,
                table.rules,
                table.options,
                table.size,
                table.status.value,
                table.host,
                place.guild,
                place.channel,
                place.locale,
                table.seed,
                _number(table.opened_at),
                table.rematch_of,
            ),
        )
        match = next(iter(rows))[0]
    await connection.executemany(
        "INSERT INTO seats (match, seat, person, name, player, click, agreed) VALUES (?, ?, ?, ?, ?, ?, ?)",
        [
            (match, seat, one.person, one.name, one.player, one.click, one.person in table.agreed)
            for seat, one in enumerate(table.occupants)
        ],
    )
    return match


async def _put_entry(connection: aiosqlite.Connection, match: int, entry: Entry) -> bool:
    """Whether the entry was next in the log."""
    rows = await connection.execute_fetchall(
        "INSERT INTO entries (match, number, kind, seat, text, drawn, at, by, hash)"
        " SELECT ?, ?, ?, ?, ?, ?, ?, ?, ? WHERE ? ="
        " (SELECT coalesce(max(number) + 1, 0) FROM entries WHERE match = ?) RETURNING number",
        (
            match,
            entry.number,
            entry.kind,
            entry.seat,
            entry.text,
            json.dumps(entry.drawn),
            _number(entry.at),
            entry.by,
            entry.hash,
            entry.number,
            match,
        ),
    )
    return bool(list(rows))


async def _put_timers(connection: aiosqlite.Connection, match: int, change: Change) -> None:
    if change.ends:
        await connection.execute_fetchall("DELETE FROM timers WHERE match = ?", (match,))
    elif change.timer_done is not None:
        await connection.execute_fetchall("DELETE FROM timers WHERE id = ?", (change.timer_done,))
    if change.stops:
        await connection.executemany(
            "DELETE FROM timers WHERE match = ? AND kind = ? AND seat = ?",
            [(match, kind, seat) for kind, seat in change.stops],
        )
    if change.timers:
        await connection.executemany(
            "INSERT INTO timers (match, kind, seat, number, due, payload) VALUES (?, ?, ?, ?, ?, ?)",
            [(match, one.kind, one.seat, one.number, _number(one.due), one.payload) for one in change.timers],
        )
