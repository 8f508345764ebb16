"""The interface between the SQL here and a database, and the differences between the dialects.

The statements in this folder are written once, in the SQL that SQLite and PostgreSQL share. `?` stands for a
value. `Dialect` has the expressions in which the two differ.
"""

from __future__ import annotations

import asyncio
import json
import logging
import math
import time
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple, Protocol, Self, TypeVar

import msgspec

from engine.match.clock import Hours, Server, Span
from engine.store.protocol.processes import CodeLevels
from engine.store.refusals import Closed, Conflict, StoreError
from engine.store.sql.known import Effect, Known
from engine.store.sql.remembered import Remembered
from engine.store.sql.rows import Row, number

__all__ = [
    "HELD",
    "NOBODY",
    "WRITTEN",
    "Connection",
    "Dialect",
    "Later",
    "Statement",
    "Statements",
    "one_by_one",
    "upsert",
]

T = TypeVar("T")

_logger = logging.getLogger(__name__)

NOBODY = (
    "UPDATE matches SET sayer = NULL, say_due = 0 WHERE sayer IS NOT NULL",
    "UPDATE server_lanes SET sayer = NULL, say_due = 0 WHERE sayer IS NOT NULL",
    "UPDATE timers SET taker = NULL, free_at = 0 WHERE free_at > 0",
    "UPDATE shards SET holder = NULL, heir = NULL, up = 0 WHERE holder IS NOT NULL OR heir IS NOT NULL",
)
"""Statements that free all leases of lanes, timers and shards, for a database on which no process lives."""
HOURS_KEPT = 60.0
"""Seconds for which people's hours and servers' settings are cached; other processes' changes show later."""

POLLED = 0.9
"""Seconds after which a process that shares its database looks for what others have let fall due."""
FLUSH_RETRY_DELAY = 5.0
"""Seconds until the next try, where what waited could not be written."""
AT_MOST = 1.0
"""Seconds for which a task counts on what it has read, where other processes write to the database too."""
_SINCE = ContextVar[float]("since", default=math.inf)
"""The instant at which the present task has begun to look at the database."""


WRITTEN: Row = (1, [])
"""The row that stands for that of a write that waits, until it is known."""
HELD = ":held"
"""Placeholder for a condition: the first statement of the transaction has given a row."""
_TEXTS = frozenset({"intent", "kind", "name", "payload", "player", "shown", "value"})
"""Text columns among those that `Dialect.items` reads from JSON; all others are numbers."""


class Statement(NamedTuple):
    """A statement, and the values for its `?`."""

    sql: str
    values: Sequence[Any] = ()
    gives: str = ""
    """The columns, with commas, of the rows that it returns; empty where nobody needs them."""


class Connection(Protocol):
    """A connection in a transaction."""

    def execute_fetchall(self, sql: str, parameters: Iterable[Any] = ..., /) -> Awaitable[Iterable[Any]]:
        """Run one statement; return its rows."""
        ...

    def executemany(self, sql: str, parameters: Iterable[Iterable[Any]], /) -> Awaitable[object]:
        """Run one statement once for each of these rows of parameters."""
        ...


@dataclass(frozen=True)
class Dialect:
    """The expressions of one database for what standard SQL lacks."""

    least: str
    """The function for the smaller of two values."""
    greatest: str
    """The function for the larger of two values."""
    seats: str
    """A column of a match: the JSON list of its seats' columns, in the order of seats."""
    clocks: str
    """A column of a match: the JSON list of its clocks' columns."""
    rows: str
    """The rows of `{columns}` in `{table}` for which `{where}` is true, as a JSON list."""
    contains: str
    """The condition that `{text}`, which may be a number, contains `{part}`."""
    folded: str
    """The text `{text}` with its capitals folded."""
    whole: str
    """The number that the text `{text}` writes; null or 0 if it is none."""
    leading: str
    """The join whose left side is read first."""
    listed: str
    """The items of a JSON list, as rows of one column `value`."""
    item: str
    """The item at `{place}` of the JSON list `value`."""
    columns: str
    """The names of a table's columns, in their order."""
    clock: str
    """The database's time, in microseconds since 1970."""
    lock: str
    """The end of a SELECT that locks its rows until the transaction ends."""
    skip: str
    """The end of a SELECT that locks its rows and leaves out those locked by others."""

    def items(self, columns: str) -> str:
        """Return the expressions for these columns of each item of `listed`."""
        return ", ".join(
            item if name in _TEXTS else f"CAST({item} AS BIGINT)"
            for place, name in enumerate(columns.split(", "))
            for item in (self.item.format(place=place),)
        )

    def put(
        self, table: str, columns: str, rows: Iterable[Sequence[Any]], key: str = "", gives: str = ""
    ) -> Statement:
        """Return a statement that adds these rows, in their order, if the condition `HELD` is true.

        With the names of a `key`, a row replaces the one with the same key; no two of `rows` have the same.
        The statement returns the columns `gives` of each.
        """
        return Statement(
            f"INSERT INTO {table} ({columns}) SELECT {self.items(columns)} FROM {self.listed}"
            f" WHERE {HELD}{_in_place(key, columns) if key else ''}{f' RETURNING {gives}' if gives else ''}",
            (msgspec.json.encode(list(rows)).decode(),),
            gives,
        )


class Later(NamedTuple):
    """Statements that wait for the next transaction."""

    first: Statement
    then: Sequence[Statement]
    effect: Effect
    lost: Callable[[], object]


class Statements(ABC):
    """A database as the subjects of the store use it, and the state that they share."""

    dialect: Dialect
    patience: float
    """Seconds that what may be lost waits at most for a transaction to go with."""
    calm: float = 0.0
    """Seconds without a failure after which a trouble is over: a server that comes back may fail again."""
    sole: bool

    def __init__(self, troubled: Callable[[StoreError], None] | None) -> None:
        """`troubled` is called when a trouble for the operator begins."""
        self.forgotten: set[int] = set()
        """People forgotten by this process who have not come back: posts to them that were under way are not
        written."""
        self._hours = Remembered[int, Hours](HOURS_KEPT)
        self._servers = Remembered[int, Server](HOURS_KEPT)
        kept = math.inf if self.sole else 0.0
        self._later: list[Later] = []
        self._flushing: asyncio.TimerHandle | None = None
        self._lessees: dict[int, str] = {}
        """The sayers that lease lanes, as far as this process knows, by match."""
        self._known = Known(kept, math.inf if self.sole else POLLED)
        self._jottings = Remembered[int, dict[int, str]](kept)
        """The jottings of a match by person."""
        self._outages = Remembered[int, list[Span]](0.0)
        """The outages of a shard."""
        self._troubled = troubled
        self.recovered: Callable[[], object] = lambda: None
        """Called when a trouble that was reported to the operator is over."""
        self._reported: str | None = None
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
        """The database's path or address for the operator, without secrets."""

    @property
    @abstractmethod
    def holder(self) -> str: ...

    @abstractmethod
    def is_alive(self) -> bool: ...

    @property
    @abstractmethod
    def code_levels(self) -> CodeLevels: ...

    async def close(self) -> None:
        if self._closed:
            return
        try:
            await self._flush()
        except StoreError as error:
            _logger.error("the last that was done is not noted, and will be done again: %s", error)
        self._closed = True
        try:
            if self._begun:
                await asyncio.wait(self._begun)
        finally:
            # Left open by a cancelled caller, the threads of a database would keep the process from ending.
            await self._let_go()

    def look_anew(self, *, lately: bool = False) -> None:
        """See `Store.look_anew`."""
        _SINCE.set(-math.inf if lately else time.monotonic())

    def _since(self) -> float:
        """Return the instant since when what was read counts as read by the present task."""
        return max(_SINCE.get(), time.monotonic() - AT_MOST)

    @abstractmethod
    async def _let_go(self) -> None:
        """Close all connections, and release the database for the next bot."""

    @property
    def trouble(self) -> str | None:
        return self._reported

    def _refuse_closed(self) -> None:
        if self._closed:
            raise Closed("store_closed", path=self.name)

    def _read_or(self, reading: Callable[[str], T], column: str, otherwise: T, what: str, key: int) -> T:
        """Return the column's value; `otherwise` if it cannot be read, which is logged once for each row.

        `key` is the row's. It is not logged, because the log names nobody.
        """
        try:
            return reading(column)
        except Exception as error:  # whatever is in the column, everything else goes on
            if (what, key) not in self._unreadable:
                self._unreadable.add((what, key))
                _logger.error("%s cannot be read (%s): as if nothing were there", what, type(error).__name__)
            return otherwise

    def _tell(self, refusal: StoreError) -> None:
        """Report a trouble to the operator, once until it is over."""
        self._failed_at = time.monotonic()
        if refusal.code != self._reported and not isinstance(refusal, Conflict):
            self._reported = refusal.code
            if self._troubled is not None:
                self._troubled(refusal)

    def _works(self) -> None:
        """Record that the database works: a trouble is over, unless it was felt within the last `calm`
        seconds.
        """
        if self._reported is not None and time.monotonic() - self._failed_at >= self.calm:
            self._reported = None
            self.recovered()

    async def _to_the_end(self, work: Coroutine[Any, Any, T]) -> T:
        task = asyncio.create_task(work)
        self._begun.add(task)
        task.add_done_callback(self._finish)
        return await asyncio.shield(task)

    def _finish(self, task: asyncio.Task[Any]) -> None:
        self._begun.discard(task)
        if not task.cancelled():
            task.exception()  # marks the error as seen, since a cancelled caller does not

    @abstractmethod
    async def _read(self, sql: str, values: Sequence[Any] = ()) -> list[Row]:
        """Return rows of what is committed, after what waited for a transaction is written."""

    async def _poll(self, sql: str, values: Sequence[Any] = ()) -> list[Row]:
        """Return rows like `_read`, for one who looks again soon: what waits may be missing in them."""
        return await self._read(sql, values)

    # Every write says which effect it has on the cached rows; `None` empties the cache.

    async def _take_effect(self, transaction: Awaitable[T], effect: Effect | None) -> T:
        """Await the transaction, and write its effect through to the cached rows."""
        try:
            done = await transaction
        except BaseException:  # it may be written all the same
            matches = None if effect is None else effect.matches
            if matches is None:
                self._known.forget()
            elif matches:
                self._known.forget_matches(matches)
            raise
        if effect is None:
            self._known.forget()
            self._outages.drop()
        else:
            effect.apply(done)
        return done

    @abstractmethod
    async def _write(self, work: Callable[[Connection], Awaitable[T]], effect: Effect | None = None) -> T:
        """Run `work` as one transaction, to its end even if the caller is cancelled.

        `work` must await nothing but its connection.
        """

    @abstractmethod
    async def _write_beside(
        self, work: Callable[[Connection], Awaitable[T]], effect: Effect | None = None
    ) -> T:
        """Run `work` like `_write`; it may also await something else."""

    @abstractmethod
    async def _write_lightly(
        self, work: Callable[[Connection], Awaitable[T]], effect: Effect | None = None
    ) -> T:
        """Run `work` like `_write`, without waiting for the disk: a machine that fails may lose it."""

    @abstractmethod
    async def _write_one(self, sql: str, values: Sequence[Any], effect: Effect | None = None) -> list[Row]:
        """Run one statement as a transaction; return its rows."""

    @abstractmethod
    async def _write_where(
        self, first: Statement, then: Sequence[Statement], effect: Effect | None = None
    ) -> Row | None:
        """Run `first` and, if it gives a row, the statements in `then`, as one transaction; return that row.

        One more column has the list of all rows that the statements in `then` give. Each of those statements
        has the condition `HELD`. It sees rows committed before `first`, but not always those written by the
        other statements here.
        """

    async def _write_later(
        self,
        first: Statement,
        then: Sequence[Statement],
        effect: Effect,
        lost: Callable[[], object] = lambda: None,
    ) -> None:
        """Run `first` and `then` like `_write_where`, with the next transaction or a moment later.

        It is for what may be lost and worked out again. The cached rows, and everything that is read, have it
        at once, as if `first` had given a row. `lost` is called if it gave none later, or if the statements
        could not be run.
        """
        self._refuse_closed()
        self._later.append(Later(first, then, effect, lost))
        effect.apply(WRITTEN)
        self._flush_soon(self.patience)

    def _take_later(self) -> list[Later]:
        """Return what waits; it waits no more."""
        later, self._later = self._later, []
        if self._flushing is not None:
            self._flushing.cancel()
            self._flushing = None
        return later

    def _put_back(self, later: list[Later]) -> None:
        """Let it wait again: it is not known to be written."""
        self._later = [*later, *self._later]
        self._flush_soon(FLUSH_RETRY_DELAY)

    def _settle(self, later: Sequence[Later], rows: Sequence[Row | None]) -> None:
        """Write through what was written, with the row of each; no rows mean that nothing was."""
        if not rows:
            self._known.forget()
        for each, row in zip(later, rows or [None] * len(later), strict=True):
            each.effect.apply(row)
            if row is None:
                each.lost()

    def _log_lost(self, error: BaseException) -> None:
        _logger.error("what was done is not noted, and may be done again: %s", error)

    def _flush_soon(self, seconds: float) -> None:
        if self._flushing is None:
            self._flushing = asyncio.get_running_loop().call_later(seconds, self._begin_to_flush)

    def _begin_to_flush(self) -> None:
        self._flushing = None
        task = asyncio.create_task(self._flush(), name="flush")
        self._begun.add(task)
        task.add_done_callback(self._finish)

    @abstractmethod
    async def _flush(self) -> None:
        """Write what waits for the next transaction. Raises `StoreError`."""

    async def _set_rows_aside(
        self,
        connection: Connection,
        table: str,
        rows: Sequence[Row],
        why: str,
        now: datetime,
        *,
        key: str = "id = ?",
    ) -> None:
        """Move these rows to the table `aside`; each of `rows` has the values for the condition `key`."""
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
        """Return the names of all our tables."""

    async def _columns(self, table: str) -> list[str]:
        """Return the names of a table's columns, in their order."""
        return [row[0] for row in await self._read(self.dialect.columns, (table,))]

    @abstractmethod
    async def _key(self, table: str) -> list[str]:
        """Return the columns of a table's primary key, in their order."""

    @abstractmethod
    async def _numbers(self) -> dict[str, int]:
        """Return the last number given by each table that never gives a number twice."""

    @abstractmethod
    async def _go_on(self, connection: Connection, table: str, number: int) -> None:
        """Let the table give only numbers above that one."""

    @abstractmethod
    def _write_down(self, person: int, after: int) -> int:
        """Record that the person is forgotten, so that no backup brings the person back.

        Returns a number above `after`. It blocks.
        """

    @abstractmethod
    async def _wipe(self, connection: Connection) -> None:
        """Make sure that rows deleted by this transaction leave nothing in the database's files."""

    @abstractmethod
    async def _bytes(self) -> tuple[int, int]:
        """Return the bytes of the database, and of its log if that is a separate file."""


def upsert(table: str, key: str, columns: str) -> str:
    """Return a statement that writes a row of `columns`, in place of one with the same `key`.

    Both are lists of names with commas; the columns begin with the key.
    """
    names = columns.split(", ")
    marks = ", ".join("?" * len(names))
    return f"INSERT INTO {table} ({columns}) VALUES ({marks}){_in_place(key, columns)}"


def _in_place(key: str, columns: str) -> str:
    kept = key.split(", ")
    changed = ", ".join(f"{name} = excluded.{name}" for name in columns.split(", ") if name not in kept)
    return f" ON CONFLICT ({key}) DO UPDATE SET {changed}"


async def one_by_one(connection: Connection, first: Statement, then: Iterable[Statement]) -> Row | None:
    """Run `first` and `then` like `Statements._write_where`, within a transaction, one after the other.

    Each sees the rows written by those before it.
    """
    for row in await connection.execute_fetchall(first.sql, first.values):
        given: list[Row] = []
        for each in then:
            rows = await connection.execute_fetchall(each.sql.replace(HELD, "TRUE"), each.values)
            if each.gives:
                given += [tuple(one) for one in rows]
        return (*row, given)
    return None
