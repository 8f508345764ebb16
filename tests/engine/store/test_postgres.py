"""PostgreSQL alone: opening, refusals, and lost connections."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from engine.game import Seat
from engine.match.changes import Change, NewNotice, NewTimer
from engine.match.clock import SeatClock
from engine.match.values import Status
from engine.store import (
    Closed,
    Committed,
    Conflict,
    Failed,
    Foreign,
    Newer,
    StoreError,
    TooOld,
    Unreachable,
    Unwritable,
)
from engine.store.opening import MIGRATIONS
from engine.store.opening import steps_of as steps_on_sqlite
from engine.store.postgres import PostgresStore, opening
from engine.store.postgres.connection import Unheard
from engine.store.postgres.opening import MIGRATIONS as ON_POSTGRES
from engine.store.postgres.opening import steps_of, without_password
from harness.postgres import database, when_connected
from tests.engine.store.test_store import MINUTE, NOW, entry, opened, stored_match, wrote


@pytest.fixture
async def url() -> AsyncIterator[str]:
    async with database() as made:
        yield made


async def done(url: str, *statements: str) -> None:
    connection = await asyncpg.connect(url)
    for statement in statements:
        await connection.execute(statement)
    await connection.close()


async def test_both_schemas_say_the_same(url: str) -> None:
    """Tables, columns, presence of defaults, keys, indexes and numbers are the same."""
    assert max(steps_of(ON_POSTGRES)) == len(steps_on_sqlite(MIGRATIONS))
    async with await PostgresStore.open(url):
        connection = await asyncpg.connect(url)
        there = await connection.fetch(
            "SELECT table_name, column_name, data_type, is_nullable = 'NO', column_default IS NOT NULL"
            " FROM information_schema.columns WHERE table_schema = 'public'"
        )
        keys = await connection.fetch(
            "SELECT conrelid::regclass::text, (SELECT array_agg(attname::text ORDER BY place)"
            " FROM unnest(conkey) WITH ORDINALITY AS key (number, place)"
            " JOIN pg_attribute ON attrelid = conrelid AND attnum = number)"
            " FROM pg_constraint WHERE contype = 'p' AND connamespace = 'public'::regnamespace"
        )
        indexes = await connection.fetch(
            "SELECT indexname FROM pg_indexes WHERE schemaname = 'public' AND indexname NOT LIKE '%_pkey'"
        )
        await connection.close()
    with closing(sqlite3.connect(":memory:")) as connection:
        for path in sorted(MIGRATIONS.glob("*.sql")):
            connection.executescript(path.read_text(encoding="utf-8"))
        of = {"INTEGER": "bigint", "TEXT": "text", "BLOB": "bytea"}
        names = "name NOT LIKE 'sqlite_%' AND sql IS NOT NULL"
        tables = [
            row[0]
            for row in connection.execute(f"SELECT name FROM sqlite_schema WHERE type = 'table' AND {names}")
        ]
        columns: set[tuple[Any, ...]] = set()
        primary: dict[str, list[str]] = {}
        for table in tables:
            rows = connection.execute(f"PRAGMA table_info({table})").fetchall()
            for _, name, kind, strict, default, key in rows:
                columns.add((table, name, of[kind], bool(strict or key), default is not None))
            primary[table] = [row[1] for row in sorted(rows, key=lambda row: row[5]) if row[5]]
        indexed = {
            row[0]
            for row in connection.execute(f"SELECT name FROM sqlite_schema WHERE type = 'index' AND {names}")
        }
    assert {tuple(row) for row in there} == columns
    assert {row[0]: row[1] for row in keys} == primary
    assert {row[0] for row in indexes} == indexed


async def test_rows_survive_reopening(url: str) -> None:
    async with await PostgresStore.open(url) as store:
        match = await opened(store)
        await wrote(store, match, entry=entry(0, "start"))
    with pytest.raises(Closed):
        await store.match(match)
    async with await PostgresStore.open(url) as store:
        assert await store.entries(match) == [entry(0, "start")]
        assert await opened(store) == match + 1


async def test_the_database_of_another_program_is_left_alone(url: str) -> None:
    await done(url, "CREATE TABLE notes (id int)", "CREATE TABLE songs (id int)")
    with pytest.raises(Foreign):
        await PostgresStore.open(url)
    connection = await asyncpg.connect(url)
    tables = await connection.fetchval("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'")
    await connection.close()
    assert tables == 2


async def test_a_newer_schema_is_left_alone(url: str) -> None:
    async with await PostgresStore.open(url):
        pass
    await done(url, "UPDATE notes SET value = '9999' WHERE key = 'schema'")
    with pytest.raises(Newer) as refused:
        await PostgresStore.open(url)
    assert refused.value.inputs["found"] == 9999


async def test_a_server_that_may_only_be_read_is_refused(url: str) -> None:
    await done(
        url, f"ALTER DATABASE {url.split('/')[3].split('?')[0]} SET default_transaction_read_only = on"
    )
    with pytest.raises(Unwritable, match="store_read_only"):
        await PostgresStore.open(url)


async def test_a_server_that_is_too_old_is_refused(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "OLDEST", 999)
    with pytest.raises(TooOld, match="store_too_old") as refused:
        await PostgresStore.open(url)
    known, found = refused.value.inputs["known"], refused.value.inputs["found"]
    assert known == 999
    assert isinstance(found, int)
    assert 14 <= found < 999
    connection = await asyncpg.connect(url)
    assert not await connection.fetchval("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'")
    await connection.close()


async def test_a_failing_migration_changes_nothing(url: str, tmp_path: Path) -> None:
    migrations = shutil.copytree(ON_POSTGRES, tmp_path / "migrations")
    following = max(steps_of(ON_POSTGRES)) + 1
    (migrations / f"{following:04}_x.sql").write_text("CREATE TABLE x (a int); SELECT no_such_thing();")
    with pytest.raises(StoreError):
        await PostgresStore.open(url, migrations)
    async with await PostgresStore.open(url) as store:
        assert await store.count([Status.RUNNING]) == 0


async def test_an_address_without_a_server_is_unreachable() -> None:
    with pytest.raises(Unreachable):
        await PostgresStore.open("postgresql://longtable:secret@127.0.0.1:1/longtable")


async def test_what_no_database_can_hold_is_refused_and_nothing_is_written(url: str) -> None:
    async with await PostgresStore.open(url) as store:
        for wrong in ({"host": 1 << 63}, {"options": "a\0b"}, {"options": "\ud800"}):
            with pytest.raises(Failed):
                await opened(store, stored_match(**wrong))
        assert await store.count([Status.RUNNING]) == 0


def test_no_password_is_shown() -> None:
    assert (
        without_password("postgresql://ada:hunter2@db.example:5433/games?sslmode=require")
        == "postgresql://db.example:5433/games"
    )


async def test_a_line_that_was_cut_is_taken_up_again(url: str) -> None:
    told: list[StoreError] = []
    async with await PostgresStore.open(url, troubled=told.append) as store:
        match = await opened(store)
        await done(
            url,
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()",
        )
        await when_connected(lambda: wrote(store, match, entry=entry(0, "start")))
        assert len(await when_connected(lambda: store.entries(match))) == 1
        assert {each.code for each in told} <= {"store_unreachable"}


@pytest.mark.parametrize("wrong", ["postgresql://ada:hunter2@host:none/games", "postgresql://[ada:hunter2"])
async def test_an_address_that_is_none_is_refused_without_its_password(wrong: str) -> None:
    with pytest.raises(StoreError) as refused:
        await PostgresStore.open(wrong)
    assert "hunter2" not in str(refused.value)


@pytest.mark.parametrize("written", [True, False])
@pytest.mark.parametrize("seated", [True, False])
async def test_a_commit_that_was_not_answered_is_found_out(
    url: str, written: bool, seated: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The answer is right whether the connection is lost before or after the write."""
    async with await PostgresStore.open(url) as store:
        match = await opened(store)
        again = store._again  # pyright: ignore[reportPrivateUsage]

        struck: list[Any] = []

        async def lost(transaction: Any) -> Any:
            if struck:
                return await again(transaction)
            struck.append(transaction)
            if written:
                await again(transaction)
            raise Unheard("store_unreachable", path="")

        after = await store.match(match) if seated else None
        change = Change(match, after, entry(0, "start"), click=(9, "play"), version=1, at=NOW)
        with monkeypatch.context() as patch:
            patch.setattr(store, "_again", lost)
            outcome = await asyncio.gather(store.commit(change), return_exceptions=True)
        if written:
            known = await store.match(match)
            assert known is not None
            assert outcome == [Committed(match, 2, False, known.digest)]
        else:
            assert isinstance(outcome[0], Conflict)
        assert len(await store.entries(match)) == int(written)
        if written:
            with pytest.raises(Conflict):
                await store.commit(change)


async def test_a_move_whose_answer_was_lost_is_found_out(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The statement is its own transaction: if the connection ends before the answer, it may be written."""
    async with await PostgresStore.open(url, sole=True) as store:
        match = await opened(store)
        fetch = asyncpg.Connection.fetch
        lost: list[str] = []

        async def unheard(self: Any, sql: str, *values: Any, **given: Any) -> Any:
            rows = await fetch(self, sql, *values, **given)
            if not lost and "INSERT INTO entries" in sql:
                lost.append(sql)
                self.terminate()
                raise asyncpg.ConnectionDoesNotExistError
            return rows

        monkeypatch.setattr(asyncpg.Connection, "fetch", unheard)
        change = Change(match, entry=entry(0, "start"), click=(9, "play"), version=1, at=NOW)
        done = await store.commit(change)
        known = await store.match(match)
        assert known is not None
        assert done == Committed(match, 2, False, known.digest)
        assert len(lost) == len(await store.entries(match)) == 1


async def test_two_who_stop_each_other_both_get_through(url: str) -> None:
    async with await PostgresStore.open(url) as store:
        for key in ("a", "b"):
            await store.save_note(key, "0")
        held = asyncio.Barrier(2)

        def swap(first: str, second: str) -> Any:
            tries = 0

            async def work(connection: Any) -> None:
                nonlocal tries
                tries += 1
                await connection.execute_fetchall(
                    "UPDATE notes SET value = value || ? WHERE key = ?", ("x", first)
                )
                if tries == 1:
                    await held.wait()
                await connection.execute_fetchall(
                    "UPDATE notes SET value = value || ? WHERE key = ?", ("x", second)
                )

            return work

        write = store._write  # pyright: ignore[reportPrivateUsage]
        await asyncio.gather(write(swap("a", "b")), write(swap("b", "a")))
        assert (await store.note("a"), await store.note("b")) == ("0xx", "0xx")


async def test_a_move_is_one_statement(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything that a move may write goes into it; only the membership has its own connection."""
    async with await PostgresStore.open(url, sole=True) as store:
        match = await opened(store)
        asked: list[str] = []
        for way in ("fetch", "execute", "executemany"):
            run = getattr(asyncpg.Connection, way)

            async def counted(self: Any, sql: str, *values: Any, _run: Any = run, **given: Any) -> Any:
                asked.append(sql)
                return await _run(self, sql, *values, **given)

            monkeypatch.setattr(asyncpg.Connection, way, counted)
        change = Change(
            match,
            entry=entry(0, "start"),
            click=(9, "play"),
            notices=(NewNotice("turn", Seat(0), 0), NewNotice("turn", Seat(1), 0, person=5)),
            timers=(NewTimer("lapse", Seat(0), 0, NOW), NewTimer("order", None, 0, NOW)),
            stops=(("lapse", Seat(0)), ("sit", None)),
            clocks=((Seat(1), SeatClock(MINUTE)),),
            version=1,
        )
        await store.commit(change)
        assert len(asked) == 1, asked
        assert len(await store.timers(match)) == 2, "what stops is what there was before"
        assert [each.person for each in await store.notices([match])] == [None, 5]
