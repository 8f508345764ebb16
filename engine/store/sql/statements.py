"""What the statements need of a database, and where the dialects of SQL part.

The statements beside this file are written once, in what SQLite and PostgreSQL have in common: `?` stands for
a value, and where the two part, `Dialect` has the words of each.
"""

from __future__ import annotations

import asyncio
import json
import logging
import math
import time
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple, Protocol, Self, TypeVar

import msgspec

from engine.match.clock import Hours, Server
from engine.match.values import Post
from engine.store.protocol.processes import Levels
from engine.store.refusals import Closed, Conflict, StoreError
from engine.store.sql.remembered import Remembered
from engine.store.sql.rows import Row, number

__all__ = ["HELD", "NOBODY", "Connection", "Dialect", "Statement", "Statements", "one_by_one", "upsert"]

T = TypeVar("T")

_logger = logging.getLogger(__name__)

NOBODY = (
    "UPDATE matches SET sayer = NULL, say_due = 0 WHERE sayer IS NOT NULL",
    "UPDATE timers SET taker = NULL, free_at = 0 WHERE free_at > 0",
    "UPDATE shards SET holder = NULL, heir = NULL, up = 0 WHERE holder IS NOT NULL OR heir IS NOT NULL",
)
"""Where no process lives: whoever said something, let something fall due, or had a session, is gone."""
HOURS_KEPT = 60.0
"""Seconds after which what another process has changed of people's and servers' hours is known."""


HELD = ":held"
"""In the condition of a statement: whether the first one of its transaction has given a row."""
_TEXTS = frozenset({"intent", "kind", "name", "payload", "player", "shown", "value"})
"""Columns of texts among those that are written several rows at once; the others are numbers."""


class Statement(NamedTuple):
    """A statement, and what its `?` stand for."""

    sql: str
    values: Sequence[Any] = ()


class Connection(Protocol):
    """A connection in a transaction."""

    def execute_fetchall(self, sql: str, parameters: Iterable[Any] = ..., /) -> Awaitable[Iterable[Any]]:
        """Run one statement; return the rows that it gives back."""
        ...

    def executemany(self, sql: str, parameters: Iterable[Iterable[Any]], /) -> Awaitable[object]:
        """Run one statement for each of these."""
        ...


@dataclass(frozen=True)
class Dialect:
    """The words of one database for what the standard leaves open."""

    least: str
    """The function that gives the smaller of two values."""
    greatest: str
    seats: str
    """A column of a match: JSON list of its seats' columns, in order of seats."""
    clocks: str
    """A column of a match: JSON list of its clocks' columns."""
    contains: str
    """Whether `{text}`, which may be a number, contains `{part}`."""
    folded: str
    """`{text}` without the difference of capitals."""
    whole: str
    """The number that the text `{text}` writes, null or 0 where it is none."""
    leading: str
    """A join whose left side is read first."""
    listed: str
    """The items of a JSON list, as rows of one column `value`."""
    item: str
    """The item at `{place}` of the JSON list `value`."""
    columns: str
    """The names of a table's columns, in their order."""
    clock: str
    """The database's time, in microseconds since 1970."""
    lock: str
    """At the end of a SELECT: nobody else changes these rows before the transaction ends."""
    skip: str
    """The same, leaving out the rows on which somebody else is."""

    def items(self, columns: str) -> str:
        """What stands for these columns in each of `listed`."""
        return ", ".join(
            item if name in _TEXTS else f"CAST({item} AS BIGINT)"
            for place, name in enumerate(columns.split(", "))
            for item in (self.item.format(place=place),)
        )

    def put(self, table: str, columns: str, rows: Iterable[Sequence[Any]], key: str = "") -> Statement:
        """A statement that adds these rows, in their order, where it is `HELD`.

        With the names of a `key` a row takes the place of one that has the same; no two of `rows` have.
        """
        return Statement(
            f"INSERT INTO {table} ({columns}) SELECT {self.items(columns)} FROM {self.listed}"
            f" WHERE {HELD}{_in_place(key, columns) if key else ''}",
            (msgspec.json.encode(list(rows)).decode(),),
        )


class Statements(ABC):
    """A database, whichever it is, as the parts of the store use it."""

    dialect: Dialect
    calm: float = 0.0
    """Seconds without a failure after which a trouble is over: a server that comes back fails some more."""
    sole: bool
    """Whether nobody else writes to the database: what was read stays, until it is changed here."""

    def __init__(self, troubled: Callable[[StoreError], None] | None) -> None:
        """`troubled` is told of a trouble for the host when it begins."""
        self.forgotten: set[int] = set()
        """Who was forgotten lately and has not come back: what was being sent then is not noted."""
        self._hours = Remembered[int, Hours](HOURS_KEPT)
        self._servers = Remembered[int, Server](HOURS_KEPT)
        kept = math.inf if self.sole else 0.0
        self._posts = Remembered[int, list[Post]](kept)
        self._jottings = Remembered[tuple[int, int], str](kept)
        self._troubled = troubled
        self.recovered: Callable[[], object] = lambda: None
        """Told when a trouble is over of which the host was told."""
        self._told: str | None = None
        self._unreadable = set[tuple[str, int]]()
        self._failed_at = 0.0
        self._begun: set[asyncio.Task[Any]] = set()
        self._closed = False

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    @property
    @abstractmethod
    def name(self) -> str:
        """What a host calls the database; no secret is in it."""

    @property
    @abstractmethod
    def holder(self) -> str:
        """By what this process takes things."""

    @abstractmethod
    def alive(self) -> bool:
        """Whether the others count on this process."""

    @property
    @abstractmethod
    def levels(self) -> Levels:
        """What the processes can do that live."""

    async def close(self) -> None:
        """Finish what was begun and let the database go. May be called twice."""
        if self._closed:
            return
        self._closed = True
        if self._begun:
            await asyncio.wait(self._begun)
        await self._let_go()

    @abstractmethod
    async def _let_go(self) -> None:
        """End all connections, and let the next bot in."""

    @property
    def trouble(self) -> str | None:
        """Code of the trouble that the host was told of last; `None` once something works again."""
        return self._told

    def _refuse_closed(self) -> None:
        if self._closed:
            raise Closed("store_closed", path=self.name)

    def _read_or(self, reading: Callable[[str], T], column: str, otherwise: T, what: str, key: int) -> T:
        """Return what the column says; `otherwise` where it cannot be read, which is logged once.

        `key` is the row's: the log names nobody.
        """
        try:
            return reading(column)
        except Exception as error:  # whatever stands there, everything else goes on
            if (what, key) not in self._unreadable:
                self._unreadable.add((what, key))
                _logger.error("%s cannot be read (%s): as if nothing were there", what, type(error).__name__)
            return otherwise

    def _tell(self, refusal: StoreError) -> None:
        """Tell the host of a trouble, once until it is over."""
        self._failed_at = time.monotonic()
        if refusal.code != self._told and not isinstance(refusal, Conflict):
            self._told = refusal.code
            if self._troubled is not None:
                self._troubled(refusal)

    def _works(self) -> None:
        """Note that the database has done something: a trouble is over, unless it was felt just before."""
        if self._told is not None and time.monotonic() - self._failed_at >= self.calm:
            self._told = None
            self.recovered()

    async def _to_the_end(self, work: Coroutine[Any, Any, T]) -> T:
        task = asyncio.create_task(work)
        self._begun.add(task)
        task.add_done_callback(self._ended)
        return await asyncio.shield(task)

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._begun.discard(task)
        if not task.cancelled():
            task.exception()  # a cancelled caller is not there to be told

    @abstractmethod
    async def _read(self, sql: str, values: Sequence[Any] = ()) -> list[Row]:
        """Read what is committed."""

    @abstractmethod
    async def _write(self, work: Callable[[Connection], Awaitable[T]]) -> T:
        """Run `work` as one transaction, to its end even when the caller is cancelled.

        It awaits nothing but the connection that it is given.
        """

    @abstractmethod
    async def _write_beside(self, work: Callable[[Connection], Awaitable[T]]) -> T:
        """The same, for `work` that also awaits something else."""

    @abstractmethod
    async def _write_lightly(self, work: Callable[[Connection], Awaitable[T]]) -> T:
        """The same as `_write`, without waiting for the disk: a machine that fails may lose it."""

    @abstractmethod
    async def _write_one(self, sql: str, values: Sequence[Any]) -> list[Row]:
        """Run one statement as a transaction; return what it gives back."""

    @abstractmethod
    async def _write_where(self, first: Statement, then: Sequence[Statement]) -> Row | None:
        """Run `first` as a transaction, and where it gives a row, `then`; return that row.

        `HELD` is a condition of each that comes then. It finds what others have committed before `first`,
        and may find nothing of what the others here have written.
        """

    async def _laid_aside(
        self,
        connection: Connection,
        table: str,
        rows: Sequence[Row],
        why: str,
        now: datetime,
        *,
        key: str = "id = ?",
    ) -> None:
        """Keep these rows apart, out of everybody's way; each is what `key` asks for."""
        if not rows:
            return
        columns = [row[0] for row in await connection.execute_fetchall(self.dialect.columns, (table,))]
        for values in rows:
            for row in await connection.execute_fetchall(f"SELECT * FROM {table} WHERE {key}", values):
                kept = dict(zip(columns, row, strict=True))
                await connection.execute_fetchall(
                    "INSERT INTO aside (what, match, row, why, at) VALUES (?, ?, ?, ?, ?)",
                    (table, kept["match"], json.dumps(kept, default=str), why, number(now)),
                )
            await connection.execute_fetchall(f"DELETE FROM {table} WHERE {key}", values)

    @abstractmethod
    async def _tables(self) -> list[str]:
        """The names of all tables of ours."""

    async def _columns(self, table: str) -> list[str]:
        """The names of a table's columns, in their order."""
        return [row[0] for row in await self._read(self.dialect.columns, (table,))]

    @abstractmethod
    async def _key(self, table: str) -> list[str]:
        """The names of the columns of a table's primary key, in their order."""

    @abstractmethod
    async def _numbers(self) -> dict[str, int]:
        """By table the last number that was given, where numbers are never given twice."""

    @abstractmethod
    async def _go_on(self, connection: Connection, table: str, number: int) -> None:
        """Let the table give only numbers above that one."""

    @abstractmethod
    def _write_down(self, person: int, after: int) -> int:
        """Write down that the person is forgotten, so that no backup brings them back.

        Returns a number above `after`. It blocks.
        """

    @abstractmethod
    async def _wipe(self, connection: Connection) -> None:
        """Let nothing of what this transaction drops be left behind in the database's files."""

    @abstractmethod
    async def _bytes(self) -> tuple[int, int]:
        """The size of the database, and of its log where that stands apart."""


def upsert(table: str, key: str, columns: str) -> str:
    """A statement that writes a row of `columns`, in place of the one with the same `key` if there is one.

    Both are names with commas between them; the columns begin with the key.
    """
    names = columns.split(", ")
    marks = ", ".join("?" * len(names))
    return f"INSERT INTO {table} ({columns}) VALUES ({marks}){_in_place(key, columns)}"


def _in_place(key: str, columns: str) -> str:
    kept = key.split(", ")
    changed = ", ".join(f"{name} = excluded.{name}" for name in columns.split(", ") if name not in kept)
    return f" ON CONFLICT ({key}) DO UPDATE SET {changed}"


async def one_by_one(connection: Connection, first: Statement, then: Iterable[Statement]) -> Row | None:
    """`Statements._write_where`, within a transaction: each finds what was written before it."""
    for row in await connection.execute_fetchall(*first):
        for sql, values in then:
            await connection.execute_fetchall(sql.replace(HELD, "TRUE"), values)
        return tuple(row)
    return None
