"""Running statements on PostgreSQL: a pool of connections, one for each transaction.

The isolation is READ COMMITTED. Every change of a match first updates its row
(`engine.store.sql.changes.fence`), so that two changes of one match run one after the other, and the later
one finds another version.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import json
from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine, Generator, Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Self, TypeVar

import asyncpg
from asyncpg.pool import PoolAcquireContext, PoolConnectionProxy

from engine.store import StoreError
from engine.store.postgres.membership import Membership, process_name
from engine.store.postgres.opening import (
    BUSY_SECONDS,
    MIGRATIONS,
    UNREACHABLE,
    alone,
    as_store_errors,
    connect,
    leave_alone,
    prepare,
    readable,
    settings_of,
    without_password,
)
from engine.store.postgres.servers import Servers
from engine.store.protocol.notes import RESTORES
from engine.store.protocol.processes import CodeLevels
from engine.store.refusals import Unreachable
from engine.store.sql.known import Effect
from engine.store.sql.rows import Row, whole
from engine.store.sql.statements import HELD, Connection, Dialect, Later, Statement, Statements, upsert

__all__ = ["Connected", "Unheard"]

T = TypeVar("T")

TIMES = 3
"""The number of tries for a transaction that is stopped by another one."""
_AFTER = 0.05
"""Seconds before the next try. Without a delay both transactions could stop each other again."""
_POOL = 10
"""The largest number of connections in a process's pool."""
_LOOKING = {"application_name": "longtable", "default_transaction_read_only": "on"}


class Unheard(Unreachable):
    """The connection was lost during COMMIT: it is not known if anything was written."""


_LISTED = (
    "(SELECT coalesce(json_agg(json_build_array({columns}) ORDER BY seat), '[]')::text"
    " FROM {table} WHERE match = matches.id)"
)
_DIALECT = Dialect(
    least="least",
    greatest="greatest",
    seats=_LISTED.format(columns="person, name, player, click, agreed, resigned", table="seats"),
    clocks=_LISTED.format(columns="seat, since, value", table="clocks"),
    rows="(SELECT json_agg(json_build_array({columns}))::text FROM {table} WHERE {where})",
    contains="strpos({text}::text, {part}) > 0",
    folded="lower({text})",
    whole="CASE WHEN {text} ~ '^[0-9]{{1,18}}$' THEN CAST({text} AS BIGINT) END",
    leading="JOIN",
    listed="json_array_elements(CAST(? AS json)) AS listed (value)",
    item="(value ->> {place})",
    columns=(
        "SELECT column_name::text FROM information_schema.columns"
        " WHERE table_schema = current_schema() AND table_name = ? ORDER BY ordinal_position"
    ),
    clock="(extract(epoch FROM clock_timestamp()) * 1000000)::bigint",
    lock=" FOR UPDATE",
    skip=" FOR UPDATE SKIP LOCKED",
)


@functools.lru_cache(maxsize=4096)
def _numbered(sql: str) -> str:
    """Return the statement with `$1`, `$2` … in place of each `?`."""
    first, *others = sql.split("?")
    return first + "".join(f"${number}{part}" for number, part in enumerate(others, 1))


@functools.lru_cache(maxsize=4096)
def _in_one(first: str, then: tuple[tuple[str, str], ...]) -> str:
    """Return one statement that runs `then` only if `first` gives a row.

    Each of `then` has the columns that it gives; a column with those rows as JSON follows those of `first`.
    All parts read the same snapshot, except for a row for which `first` had to wait.
    """
    held = "EXISTS (SELECT 1 FROM first)"
    others = "".join(
        f", then{place} AS ({each.replace(HELD, held)})" for place, (each, _) in enumerate(then, 1)
    )
    given = " UNION ALL ".join(
        f"SELECT json_build_array({columns}) AS one FROM then{place}"
        for place, (_, columns) in enumerate(then, 1)
        if columns
    )
    rows = f"(SELECT json_agg(one)::text FROM ({given}) AS given)" if given else "NULL"
    return f"WITH first AS ({first}){others} SELECT *, {rows} FROM first"


class _Transaction:
    """A `Connection` in a transaction of PostgreSQL."""

    def __init__(self, connection: PoolConnectionProxy[Any]) -> None:
        self._connection = connection

    async def execute_fetchall(self, sql: str, parameters: Iterable[Any] = (), /) -> list[Row]:
        return [tuple(row) for row in await self._connection.fetch(_numbered(sql), *parameters)]

    async def executemany(self, sql: str, parameters: Iterable[Iterable[Any]], /) -> None:
        await self._connection.executemany(_numbered(sql), [tuple(each) for each in parameters])


class Connected(Statements):
    """The connections to one PostgreSQL database, and how statements run on them."""

    dialect = _DIALECT
    calm = 5.0
    sole = False
    patience = 0.1

    def __init__(
        self,
        url: str,
        pool: asyncpg.Pool[Any],
        guard: asyncpg.Connection[Any] | Membership,
        troubled: Callable[[StoreError], None] | None,
    ) -> None:
        """`guard` keeps all other processes out, or is this process's membership among them."""
        super().__init__(troubled)
        self._url = url
        self._pool = pool
        self._guard = guard
        self._flush_turn = asyncio.Lock()

    @classmethod
    async def open(
        cls,
        url: str,
        migrations: Path = MIGRATIONS,
        *,
        troubled: Callable[[StoreError], None] | None = None,
        sole: bool = False,
        looking: bool = False,
        moving: bool = False,
    ) -> Self:
        """Open the database, after creating or migrating it. Raises `StoreError` for an unsuitable one.

        `troubled` is called when a trouble for the operator begins. With `sole` no other process may run on
        the database, or start to. With `moving` another database is to be moved into it. With `looking`
        nothing is written or migrated, and other processes may run.
        """
        with as_store_errors(url):
            servers = Servers(url)
        process = "" if sole or looking else process_name()
        connection = await connect(servers, process)
        guard = Membership(servers, connection, process) if process else connection
        pool: asyncpg.Pool[Any] | None = None
        try:
            with as_store_errors(url):
                if looking:
                    await readable(connection, url, migrations)
                else:
                    await prepare(connection, url, migrations, moving=moving)
                if isinstance(guard, Membership):
                    await guard.begin()
                elif sole:
                    await alone(guard, url)
                pool = await asyncpg.create_pool(
                    url,
                    min_size=0,
                    max_size=_POOL,
                    timeout=BUSY_SECONDS,
                    command_timeout=BUSY_SECONDS,
                    connect=servers.connect,
                    reset=_leave,
                    server_settings=settings_of(process) if process else _LOOKING if looking else {},
                )
                servers.moved = pool.expire_connections
        except BaseException:
            if isinstance(guard, Membership):
                await guard.end()
            connection.terminate()
            raise
        return cls(url, pool, guard, troubled)

    @property
    def name(self) -> str:
        return without_password(self._url)

    @property
    def holder(self) -> str:
        return str(self._guard.id) if isinstance(self._guard, Membership) else ""

    def is_alive(self) -> bool:
        return not isinstance(self._guard, Membership) or self._guard.is_alive()

    @property
    def code_levels(self) -> CodeLevels:
        return self._guard.code_levels if isinstance(self._guard, Membership) else CodeLevels()

    def now(self) -> datetime:
        """Return the time of the database's clock, which all processes share."""
        if isinstance(self._guard, Membership):
            return self._guard.now()
        return datetime.now(UTC)

    def report(self, invalid: Callable[[], int]) -> None:
        """Report to the other processes the requests that count against a ban; `invalid` counts them."""
        if isinstance(self._guard, Membership):
            self._guard.invalid = invalid

    async def _let_go(self) -> None:
        with contextlib.suppress(*UNREACHABLE):
            await asyncio.wait_for(self._pool.close(), BUSY_SECONDS)
        self._pool.terminate()
        if isinstance(self._guard, Membership):
            await self._guard.end()
        else:
            await leave_alone(self._guard)

    async def _read(self, sql: str, values: Sequence[Any] = ()) -> list[Row]:
        if self._later or self._flush_turn.locked():
            await self._flush()
        return await self._poll(sql, values)

    async def _poll(self, sql: str, values: Sequence[Any] = ()) -> list[Row]:
        self._refuse_closed()
        with self._troubles():
            await self._ensure_heard()
            async with self._borrow() as connection:
                return [tuple(row) for row in await connection.fetch(_numbered(sql), *values)]

    async def _ensure_heard(self) -> None:
        """Make sure that the server was heard lately.

        Raises `Unreachable` at once, so that nobody waits in vain.
        """
        if isinstance(self._guard, Membership):
            await self._guard.ensure()

    def _borrow(self) -> PoolAcquireContext[Any]:
        """Return a connection of the pool within `BUSY_SECONDS`.

        The limit also holds at the end, when a command that took too long is cancelled.
        """
        return self._pool.acquire(timeout=BUSY_SECONDS)

    @contextlib.contextmanager
    def _troubles(self) -> Generator[None]:
        """Raise errors as `StoreError`. The operator is told of one once, until something works again."""
        try:
            with as_store_errors(self._url):
                yield
            self._works()
        except StoreError as refusal:
            self._tell(refusal)
            raise

    async def _write(self, work: Callable[[Connection], Awaitable[T]], effect: Effect | None = None) -> T:
        self._refuse_closed()
        return await self._to_the_end(
            self._take_effect(self._after_flush(self._again(functools.partial(self._once, work))), effect)
        )

    async def _write_lightly(
        self, work: Callable[[Connection], Awaitable[T]], effect: Effect | None = None
    ) -> T:
        async def without_waiting(connection: Connection) -> T:
            await connection.execute_fetchall("SET LOCAL synchronous_commit = off")
            return await work(connection)

        return await self._write(without_waiting, effect)

    async def _write_one(self, sql: str, values: Sequence[Any], effect: Effect | None = None) -> list[Row]:
        """Run one statement as its own transaction, without waiting for a BEGIN or COMMIT."""
        self._refuse_closed()
        return await self._to_the_end(self._take_effect(self._run(sql, values), effect))

    async def _write_where(
        self, first: Statement, then: Sequence[Statement], effect: Effect | None = None
    ) -> Row | None:
        sql = _in_one(first.sql, tuple((each.sql, each.gives) for each in then))
        values = [value for each in (first, *then) for value in each.values]

        async def transaction() -> Row | None:
            for *row, given in await self._run(sql, values):
                return (*row, [tuple(one) for one in json.loads(given)] if given else [])
            return None

        self._refuse_closed()
        return await self._to_the_end(self._take_effect(transaction(), effect))

    async def _flush(self) -> None:
        async with self._flush_turn:
            later = self._take_later()
            if later and not self._closed:
                # Matches by ascending id, so that no two processes wait for each other.
                later.sort(key=lambda each: min(each.effect.matches or (), default=0))
                await self._to_the_end(self._write_waiting(later))

    async def _write_waiting(self, later: list[Later], own: Statement | None = None) -> list[Row]:
        """Write what waited, and then the statement `own`, as one transaction; return the rows of that."""
        statements = [
            Statement(
                _in_one(each.first.sql, tuple((one.sql, one.gives) for one in each.then)),
                [value for one in (each.first, *each.then) for value in one.values],
            )
            for each in later
        ]

        async def work(connection: Connection) -> list[list[Row]]:
            return [
                [tuple(row) for row in await connection.execute_fetchall(each.sql, each.values)]
                for each in (*statements, *(() if own is None else (own,)))
            ]

        try:
            found = await self._again(functools.partial(self._once, work))
        except BaseException as error:
            is_gone = isinstance(error.__cause__, asyncpg.IntegrityConstraintViolationError)
            if own is None and is_gone:  # what it is about
                self._log_lost(error)
                self._settle(later, ())
                return []
            self._put_back(later)
            raise
        waited = found[: len(later)]
        self._settle(later, [(*rows[0][:-1], []) if rows else None for rows in waited])
        return [] if own is None else found[-1]

    async def _run(self, sql: str, values: Sequence[Any]) -> list[Row]:
        """Run one statement, and what waits for a transaction before it; return its rows."""
        if self._later or self._flush_turn.locked():
            async with self._flush_turn:
                later = self._take_later()
                if len({each.effect.matches for each in later}) == 1:
                    try:
                        return await self._write_waiting(later, Statement(sql, values))
                    except StoreError as error:
                        if not isinstance(error.__cause__, asyncpg.IntegrityConstraintViolationError):
                            raise
                elif later:
                    self._put_back(later)
            await self._flush()
        return await self._again(functools.partial(self._at_once, sql, values))

    async def _after_flush(self, transaction: Coroutine[Any, Any, T]) -> T:
        """Await the transaction, after what waited for one."""
        try:
            if self._later or self._flush_turn.locked():
                await self._flush()
        except BaseException:
            transaction.close()
            raise
        return await transaction

    async def _write_beside(
        self, work: Callable[[Connection], Awaitable[T]], effect: Effect | None = None
    ) -> T:
        return await self._write(work, effect)

    async def _again(self, transaction: Callable[[], Awaitable[T]]) -> T:
        """Run the transaction, again if another one has stopped it, `TIMES` times in all."""
        for _ in range(TIMES - 1):
            with contextlib.suppress(asyncpg.SerializationError, asyncpg.DeadlockDetectedError):
                return await transaction()
            await asyncio.sleep(_AFTER)
        with self._troubles():
            return await transaction()

    async def _once(self, work: Callable[[Connection], Awaitable[T]]) -> T:
        """Run `work` as one transaction. Deadlock and serialization errors are raised unchanged."""
        async with self._line() as connection:
            transaction = connection.transaction()
            await transaction.start()
            try:
                done = await work(_Transaction(connection))
            except BaseException:
                # If the connection is lost, the server rolls back by itself.
                with contextlib.suppress(*UNREACHABLE):
                    await transaction.rollback()
                raise
            try:
                await transaction.commit()
            except UNREACHABLE as error:
                raise Unheard("store_unreachable", path=self.name) from error
            return done

    async def _at_once(self, sql: str, values: Sequence[Any]) -> list[Row]:
        async with self._line() as connection:
            try:
                return [tuple(row) for row in await connection.fetch(_numbered(sql), *values)]
            except asyncpg.QueryCanceledError:
                raise  # nothing was written
            except UNREACHABLE as error:
                raise Unheard("store_unreachable", path=self.name) from error

    @contextlib.asynccontextmanager
    async def _line(self) -> AsyncGenerator[PoolConnectionProxy[Any]]:
        """Give a connection for writing. Deadlock and serialization errors are raised unchanged."""
        stopped: BaseException | None = None
        with self._troubles():
            await self._ensure_heard()
            async with self._borrow() as connection:
                try:
                    yield connection
                except (asyncpg.SerializationError, asyncpg.DeadlockDetectedError) as error:
                    stopped = error
        if stopped is not None:
            raise stopped

    def _write_down(self, person: int, after: int) -> int:
        """Write nothing down: copies of the database are the operator's affair."""
        return after + 1

    async def _wipe(self, connection: Connection) -> None:
        """Do nothing: the server's own upkeep removes deleted rows."""

    async def _tables(self) -> list[str]:
        rows = await self._read(
            "SELECT table_name::text FROM information_schema.tables WHERE table_schema = current_schema()"
        )
        return [row[0] for row in rows]

    async def _key(self, table: str) -> list[str]:
        rows = await self._read(
            "SELECT column_name::text FROM information_schema.table_constraints"
            " JOIN information_schema.key_column_usage USING (constraint_schema, constraint_name)"
            " WHERE constraint_type = 'PRIMARY KEY' AND constraint_schema = current_schema()"
            " AND table_constraints.table_name = ? ORDER BY ordinal_position",
            (table,),
        )
        return [row[0] for row in rows]

    async def _numbers(self) -> dict[str, int]:
        numbers: dict[str, int] = {}
        for (table,) in await self._read(
            "SELECT table_name::text FROM information_schema.columns"
            " WHERE table_schema = current_schema() AND is_identity = 'YES'"
        ):
            ((last, given),) = await self._read(f"SELECT last_value, is_called FROM {table}_id_seq")
            if given:
                numbers[table] = last
        for (restores,) in await self._read("SELECT value FROM notes WHERE key = ?", (RESTORES,)):
            numbers[RESTORES] = whole(restores)
        return numbers

    async def _go_on(self, connection: Connection, table: str, number: int) -> None:
        if table == RESTORES:  # no table is called so
            await connection.execute_fetchall(upsert("notes", "key", "key, value"), (table, str(number)))
        else:
            await connection.execute_fetchall(f"SELECT setval('{table}_id_seq', ?)", (number,))

    async def _bytes(self) -> tuple[int, int]:
        rows = await self._read("SELECT pg_database_size(current_database())")
        return rows[0][0], 0


async def _leave(connection: asyncpg.Connection[Any]) -> None:
    """Leave a connection as it is when it returns to the pool: our settings end with each transaction."""
