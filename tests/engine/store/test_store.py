"""The store on SQLite: writing, transactions, and every refusal to open or to write."""

# ruff: noqa: ASYNC220, ASYNC240 - a test may wait for its own small files

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from engine.game import Seat
from engine.match.changes import Change, NewNotice, NewTimer, StoredMatch, Timer
from engine.match.values import Entry, Occupant, Person, Post, Status, Venue
from engine.store import (
    Busy,
    Closed,
    Corrupt,
    Foreign,
    Full,
    InUse,
    Lane,
    Newer,
    Said,
    Store,
    StoreError,
    Unwritable,
)
from engine.store.backup import back_up
from engine.store.opening import MIGRATIONS, prepare, trouble
from engine.store.sql.rows import number as micros
from engine.store.sql.statements import Connection
from engine.store.sqlite import SqliteStore

NOW = datetime(2026, 11, 21, 8, 0, 0, 123456, tzinfo=UTC)
ANN = Occupant(2**62, "Ann", None, 2**61)
ROBOT = Occupant(None, "", "steady", 7)
MINUTE = timedelta(minutes=1)


def stored_match(**changed: Any) -> StoredMatch:
    given: dict[str, Any] = {
        "id": 0,
        "game": "auction",
        "rules": 1,
        "options": "{}",
        "size": 2,
        "status": Status.RUNNING,
        "host": 1,
        "venue": Venue(5, 6, "fr"),
        "occupants": (ANN, ROBOT),
        "agreed": frozenset({2**62}),
        "seed": b"s" * 32,
        "opened_at": NOW,
        "rematch_of": None,
        "acted": NOW,
    }
    return StoredMatch(**(given | changed))


def entry(number: int, kind: str = "move") -> Entry:
    return Entry(number, kind, Seat(1), "bid 3", (2**64 - 1, 0), NOW, 2**62, "ab" * 32)


async def wrote(store: Store, match: int, after: StoredMatch | None = None, **change: Any) -> int:
    """Write a change to the match as it is now; 0 opens one. Return its number."""
    known = await store.match(match)
    given: dict[str, Any] = {"at": NOW} | change
    if known is not None:
        given = {"version": known.version, "digest": known.digest} | given
    return (await store.commit(Change(match, after, **given))).match


async def opened(store: Store, after: StoredMatch | None = None, **change: Any) -> int:
    return await wrote(store, 0, after or stored_match(), **change)


async def kept(store: Store, match: int) -> StoredMatch | None:
    """Return the match as it was written: without version and digest."""
    found = await store.match(match)
    return None if found is None else replace(found, version=0, digest="")


async def fails(*_: Any) -> None:
    raise Full("store_full", path="")


async def said_of(store: Store, match: int) -> list[tuple[str, Seat | None, int]]:
    return [(notice.kind, notice.seat, notice.number) for notice in await store.notices((match,))]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "longtable.db"


@pytest.fixture
async def store(path: Path) -> AsyncIterator[SqliteStore]:
    async with await SqliteStore.open(path) as store:
        yield store


# One file.


async def test_everything_survives_reopening(path: Path) -> None:
    async with await SqliteStore.open(path) as store:
        match = await opened(store, notices=(NewNotice("turn", Seat(1), 4, True),))
        await wrote(store, match, timers=(NewTimer("player", Seat(0), 3, NOW),))
        await store.save_person(Person(3, "Bob", "fr", "dark", True, False, 44))
        await store.save_post(Post(match, "turn", 0, 77, 78))
        await store.save_note("tree", "abc")
    async with await SqliteStore.open(path) as store:
        assert await store.take_lanes("a", NOW, NOW + MINUTE, 9) == [Lane(match, 6)]
        (notice,) = await store.notices((match,))
        assert (notice.match, notice.kind, notice.seat, notice.number) == (match, "turn", 1, 4)
        assert notice.continues
        (timer,) = await store.timers(match)
        assert (timer.match, timer.kind, timer.seat, timer.number, timer.due) == (match, "player", 0, 3, NOW)
        assert await store.person(3) == Person(3, "Bob", "fr", "dark", True, False, 44)
        assert await store.posts(match) == [Post(match, "turn", 0, 77, 78)]
        assert await store.posted_in(77, "turn") == [Post(match, "turn", 0, 77, 78)]
        assert await store.posted_in(77, "lobby") == []
        assert await store.note("tree") == "abc"


async def test_nobody_reads_what_is_not_committed(store: SqliteStore, path: Path) -> None:
    outside = sqlite3.connect(path)
    for number in range(20):
        writing = asyncio.create_task(store.commit(Change(0, stored_match(), notices=(NewNotice("lobby"),))))
        while await store.count([Status.RUNNING]) == number:
            pass
        # Another reader sees it too: it is committed.
        assert outside.execute("SELECT count(*) FROM matches").fetchall() == [(number + 1,)]
        await writing
    outside.close()


async def test_a_cancelled_caller_leaves_a_whole_transaction(store: SqliteStore) -> None:
    for steps in range(12):
        before = await store.count([Status.RUNNING])
        change = Change(0, stored_match(), entry(0, "start"), notices=(NewNotice("turn"),))
        task = asyncio.create_task(store.commit(change))
        for _ in range(steps):
            await asyncio.sleep(0)
        if task.cancel():  # else it was written meanwhile
            with pytest.raises(asyncio.CancelledError):
                await task
        # The next write waits for the one that was begun.
        await store.save_note("after", str(steps))
        after = await store.count([Status.RUNNING])
        lanes = await store.take_lanes("a", NOW, NOW + MINUTE, 99)
        assert after - before == len(lanes)
        for lane in lanes:
            assert len(await store.entries(lane.match)) == 1
            (notice,) = await store.notices((lane.match,))
            assert await store.note_said("a", Said(notice))
        await store.release_lanes("a", [lane.match for lane in lanes])
    assert await store.count([Status.RUNNING]) > 0


async def test_posts_are_read_once_and_changes_written_through(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The cached posts of a match follow what the store itself writes."""
    change = Change(0, stored_match(), entry(0, "start"), notices=(NewNotice("turn"), NewNotice("lobby")))
    match = (await store.commit(change)).match
    await store.save_post(Post(match, "thread", 0, 1, 2))
    await store.take_lanes("a", NOW, NOW + MINUTE, 9)
    first, second = await store.notices((match,))
    asked: list[str] = []
    read = store._read  # pyright: ignore[reportPrivateUsage]

    async def noted(sql: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        asked.append(sql)
        return await read(sql, values)

    monkeypatch.setattr(store, "_read", noted)
    (thread,) = await store.posts(match)
    assert await store.note_said("a", Said(first))
    assert await store.add_notices("a", match, [NewNotice("over")])
    assert await store.posts(match) == [thread]
    assert len(asked) == 1
    turn = Post(match, "turn", 0, 1, 3)
    assert await store.note_said("a", Said(second, (turn,)))
    assert set(await store.posts(match)) == {thread, turn}
    await store.drop_post(match, "turn", 0)
    assert await store.posts(match) == [thread]
    assert len(asked) == 1


async def test_a_transaction_awaits_nothing_but_its_connection(store: SqliteStore) -> None:
    """A transaction runs as a whole in the connection's thread, where nothing else can be awaited."""

    async def work(connection: Connection) -> None:
        await connection.execute_fetchall("INSERT INTO notes (key, value) VALUES ('half', 'x')")
        await asyncio.sleep(0)

    with pytest.raises(RuntimeError, match="awaited something else"):
        await store._write(work)  # pyright: ignore[reportPrivateUsage]
    assert await store.note("half") is None
    await store.save_note("after", "x")
    assert await store.note("after") == "x", "the connection is free again"


async def test_closing_finishes_what_was_begun(path: Path) -> None:
    store = await SqliteStore.open(path)
    task = asyncio.create_task(store.commit(Change(0, stored_match())))
    await asyncio.sleep(0)
    task.cancel()
    await asyncio.sleep(0)
    await store.close()
    await store.close()
    with pytest.raises(Closed):
        await opened(store)
    with pytest.raises(Closed):
        await store.match(1)
    async with await SqliteStore.open(path) as again:
        assert await again.count([Status.RUNNING]) == 1


async def test_a_cancelled_close_lets_the_file_go(path: Path) -> None:
    """It is cancelled while it waits for a write."""
    store = await SqliteStore.open(path)
    begun, go_on = threading.Event(), threading.Event()

    async def work(_: Connection) -> None:
        begun.set()
        go_on.wait(60)

    writing = asyncio.create_task(store._write(work))  # pyright: ignore[reportPrivateUsage]
    await asyncio.to_thread(begun.wait, 60)
    closing = asyncio.create_task(store.close())
    await asyncio.sleep(0)
    closing.cancel()
    go_on.set()
    with pytest.raises(asyncio.CancelledError):
        await closing
    await writing
    try:
        async with await SqliteStore.open(path):
            pass
    finally:
        await store._let_go()  # pyright: ignore[reportPrivateUsage] - a run that fails must end, too


async def test_closing_ends_every_thread(path: Path) -> None:
    before = set(threading.enumerate())
    store = await SqliteStore.open(path)
    await store.close()
    for thread in set(threading.enumerate()) - before:
        if not thread.name.startswith("asyncio"):
            await asyncio.to_thread(thread.join, 5)
            assert not thread.is_alive()


async def test_a_full_disk_refuses_and_recovers(path: Path) -> None:
    told: list[StoreError] = []
    async with await SqliteStore.open(path, troubled=told.append) as store:
        await _fill_the_disk_of(store, told)


async def _fill_the_disk_of(store: SqliteStore, told: list[StoreError]) -> None:
    match = await opened(store, notices=(NewNotice("lobby"),))
    # SQLite reports the same error for a full disk and for a file that may not grow.
    writer = store._writer  # pyright: ignore[reportPrivateUsage]
    ((pages,),) = await writer.execute_fetchall("PRAGMA page_count")
    await writer.execute_fetchall(f"PRAGMA max_page_count = {pages}")
    written = 0

    async def fill() -> None:
        nonlocal written
        while written < 200:
            await wrote(store, match, entry=entry(written), notices=(NewNotice("turn"),) * 50)
            written += 1

    for _ in range(3):
        with pytest.raises(Full, match=r"^store_full"):
            await fill()
    assert [each.code for each in told] == ["store_full"], "the operator is told, once"
    await writer.execute_fetchall("PRAGMA max_page_count = 100000")
    assert len(await store.entries(match)) == written
    await wrote(store, match, entry=entry(written))
    assert len(await store.entries(match)) == written + 1
    await writer.execute_fetchall(f"PRAGMA max_page_count = {pages}")
    written += 1
    with pytest.raises(Full):
        await fill()
    assert [each.code for each in told] == ["store_full"] * 2, "a new trouble is told anew"


# Opening.


async def test_the_connection_is_durable(store: SqliteStore, path: Path) -> None:
    writer = store._writer  # pyright: ignore[reportPrivateUsage]
    assert list(await writer.execute_fetchall("PRAGMA journal_mode")) == [("wal",)]
    assert list(await writer.execute_fetchall("PRAGMA synchronous")) == [(2,)]
    assert list(await writer.execute_fetchall("PRAGMA foreign_keys")) == [(1,)]


async def test_every_table_is_strict(store: SqliteStore, path: Path) -> None:
    with sqlite3.connect(path) as connection:
        tables = connection.execute(
            "SELECT name, strict FROM pragma_table_list WHERE schema = 'main' AND type = 'table'"
        ).fetchall()
    connection.close()
    assert len(tables) > 8
    assert {name for name, strict in tables if not strict and not name.startswith("sqlite_")} == set()


async def test_a_database_in_a_folder_that_is_not_there_is_refused(tmp_path: Path) -> None:
    """A mistyped path would otherwise begin an empty database silently."""
    for path in (tmp_path / "a" / "longtable.db", tmp_path / "a" / "b" / "longtable.db"):
        with pytest.raises(Unwritable) as refused:
            await SqliteStore.open(path)
        assert refused.value.code == "store_nowhere"
        assert refused.value.inputs["folder"] == str(path.parent)
    assert not list(tmp_path.iterdir())


async def test_a_new_database_is_logged(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO")
    for _ in range(2):
        await (await SqliteStore.open(path)).close()
    assert [each.getMessage() for each in caplog.records] == [f"a new database begins: {path}"]


async def test_no_second_bot_by_another_name_of_the_file(path: Path, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    hard, soft = tmp_path / "other" / "hard.db", tmp_path / "other" / "soft.db"
    async with await SqliteStore.open(path) as store:
        soft.symlink_to(path)
        with pytest.raises(InUse):
            await SqliteStore.open(soft)
        os.link(path, hard)
        for each in (path, hard, soft):
            with pytest.raises(StoreError) as refused:
                await SqliteStore.open(each)
            assert refused.value.code == "store_linked"
        await opened(store)
        with pytest.raises(StoreError, match="store_linked"):
            back_up(hard, tmp_path / "backup.db")
    hard.unlink()
    async with await SqliteStore.open(soft) as store:
        assert await store.count([Status.RUNNING]) == 1


async def test_a_newer_database_is_refused_and_left_alone(path: Path) -> None:
    async with await SqliteStore.open(path) as store:
        await opened(store)
    _execute(path, "PRAGMA user_version = 9999")
    before = path.read_bytes()
    with pytest.raises(Newer) as refused:
        await SqliteStore.open(path)
    assert refused.value.inputs["found"] == 9999
    assert refused.value.inputs["known"] == len(list(MIGRATIONS.glob("*.sql")))
    assert path.read_bytes() == before


async def test_text_is_no_database(path: Path) -> None:
    path.write_text("Dear diary, " * 1000)
    with pytest.raises(Corrupt):
        await SqliteStore.open(path)
    assert path.read_text().startswith("Dear diary")


async def test_a_damaged_database_is_refused(path: Path) -> None:
    async with await SqliteStore.open(path) as store:
        match = await opened(store)
        for number in range(300):
            await wrote(store, match, entry=entry(number))
    damaged = bytearray(path.read_bytes())
    damaged[len(damaged) // 2 : len(damaged) // 2 + 9000] = b"\xa5" * 9000
    path.write_bytes(damaged)
    with pytest.raises(Corrupt) as refused:
        await SqliteStore.open(path)
    assert refused.value.code == "store_corrupt"
    assert path.read_bytes() == bytes(damaged)


async def test_a_database_cut_short_is_refused(path: Path) -> None:
    async with await SqliteStore.open(path) as store:
        match = await opened(store)
        for number in range(300):
            await wrote(store, match, entry=entry(number))
    path.write_bytes(path.read_bytes()[:20_000])
    with pytest.raises(Corrupt):
        await SqliteStore.open(path)


@pytest.mark.parametrize(
    "script", ["CREATE TABLE notes (text)", "PRAGMA application_id = 7", "PRAGMA user_version = 1"]
)
async def test_a_database_of_another_program_is_refused(path: Path, script: str) -> None:
    _execute(path, script)
    before = path.read_bytes()
    with pytest.raises(Foreign):
        await SqliteStore.open(path)
    assert path.read_bytes() == before


async def test_a_folder_is_no_database(tmp_path: Path) -> None:
    (tmp_path / "longtable.db").mkdir()
    with pytest.raises(Unwritable):
        await SqliteStore.open(tmp_path / "longtable.db")


async def test_a_file_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(Unwritable):
        await SqliteStore.open(tmp_path / "file" / "longtable.db")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everything")
@pytest.mark.parametrize("folder", [False, True])
async def test_what_may_not_be_written_is_refused(path: Path, folder: bool) -> None:
    await (await SqliteStore.open(path)).close()
    closed = path.parent if folder else path
    closed.chmod(0o555 if folder else 0o444)
    try:
        with pytest.raises(Unwritable):
            await SqliteStore.open(path)
    finally:
        closed.chmod(0o755)


async def test_writing_where_one_may_not_is_unwritable(path: Path) -> None:
    await (await SqliteStore.open(path)).close()
    readonly = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    with pytest.raises(sqlite3.OperationalError) as refused:
        readonly.execute("DELETE FROM notes")
    readonly.close()
    assert isinstance(trouble(refused.value, path), Unwritable)


async def test_only_one_bot_runs_on_a_database(path: Path, store: SqliteStore) -> None:
    with pytest.raises(InUse) as refused:
        await SqliteStore.open(path)
    assert refused.value.code == "store_in_use"
    assert await store.match(1) is None


@pytest.mark.parametrize("link", ["file", "folder"])
async def test_only_one_bot_runs_on_a_database_whichever_links_lead_to_it(tmp_path: Path, link: str) -> None:
    real, other = tmp_path / "real" / "longtable.db", tmp_path / "other" / "bot.db"
    real.parent.mkdir()
    if link == "file":
        other.parent.mkdir()
        other.symlink_to(real)
    else:
        other.parent.symlink_to(real.parent)
        other = other.parent / real.name
    for first, second in ((real, other), (other, real)):
        async with await SqliteStore.open(first):
            with pytest.raises(InUse):
                await SqliteStore.open(second)
    assert sorted(each.name for each in tmp_path.rglob("*.lock")) == ["longtable.db.lock"]


async def test_links_in_a_ring_are_no_database(tmp_path: Path) -> None:
    one, other = tmp_path / "one.db", tmp_path / "other.db"
    one.symlink_to(other)
    other.symlink_to(one)
    with pytest.raises(Unwritable):
        await SqliteStore.open(one)


async def test_a_killed_bot_leaves_the_database_free(path: Path) -> None:
    program = (
        "import asyncio, pathlib, sys\n"
        "from engine.store.sqlite import SqliteStore\n"
        "async def hold():\n"
        "    async with await SqliteStore.open(pathlib.Path(sys.argv[1])):\n"
        "        print('open', flush=True)\n"
        "        await asyncio.Event().wait()\n"
        "asyncio.run(hold())\n"
    )
    bot = subprocess.Popen(
        [sys.executable, "-c", program, str(path)], cwd=MIGRATIONS.parent, stdout=subprocess.PIPE
    )
    with bot:
        assert bot.stdout is not None
        assert await asyncio.to_thread(bot.stdout.readline) == b"open\n"
        with pytest.raises(InUse):
            await SqliteStore.open(path)
        bot.send_signal(signal.SIGKILL)
        await asyncio.to_thread(bot.wait)
    await (await SqliteStore.open(path)).close()


async def test_a_backup_can_be_taken_meanwhile(path: Path, store: SqliteStore, tmp_path: Path) -> None:
    match = await opened(store)
    source, copy = sqlite3.connect(path), sqlite3.connect(tmp_path / "backup.db")
    source.backup(copy)
    source.close()
    copy.close()
    async with await SqliteStore.open(tmp_path / "backup.db") as backup:
        assert await kept(backup, match) == stored_match(id=match)


async def test_a_database_held_by_another_program_is_busy(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await (await SqliteStore.open(path)).close()
    monkeypatch.setattr("engine.store.opening.BUSY_SECONDS", 0.05)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE").fetchall()
    try:
        with pytest.raises(Busy):
            await SqliteStore.open(path)
    finally:
        other.close()
    await (await SqliteStore.open(path)).close()


# Migrations.


async def test_migrations_run_once_in_order_and_keep_what_is_there(path: Path, tmp_path: Path) -> None:
    async with await SqliteStore.open(path) as store:
        match = await opened(store)
    steps = _copied(tmp_path)
    number = len(list(steps.iterdir())) + 1
    added = steps / f"{number:04}_more.sql"
    added.write_text("ALTER TABLE people ADD COLUMN more TEXT;\nCREATE TABLE extra (id INTEGER) STRICT;\n")
    for _ in range(2):
        async with await SqliteStore.open(path, steps) as store:
            assert await kept(store, match) == stored_match(id=match)
    with pytest.raises(Newer):
        await SqliteStore.open(path)


async def test_a_database_from_before_short_clocks_keeps_its_timers_and_posts(
    path: Path, tmp_path: Path
) -> None:
    _of_older_version(path, tmp_path, 1)
    _execute(
        path,
        _MATCH
        + f"""
        INSERT INTO timers VALUES (5, 1, 'player', 0, 3, {micros(NOW)}, '');
        INSERT INTO posts VALUES (1, 'turn', 0, 77, 78, 0);
    """,
    )
    async with await SqliteStore.open(path) as store:
        assert await store.timers(1) == [Timer(5, 1, "player", Seat(0), 3, NOW, "")]
        assert await store.posts(1) == [Post(1, "turn", 0, 77, 78)]
        assert await store.served_until(0) is None


async def test_a_database_from_before_lanes_keeps_all_that_is_to_be_said_and_was_played(
    path: Path, tmp_path: Path
) -> None:
    _of_older_version(path, tmp_path, 3)
    line = "'start', NULL, '', '[1, 2]', " + f"{micros(NOW)}, 1, 'ab'"
    _execute(
        path,
        _MATCH
        + f"""
        INSERT INTO entries VALUES (1, 0, {line});
        INSERT INTO outbox VALUES (7, 1, 'started', NULL, 0, 0, 11, {micros(NOW + MINUTE)});
        INSERT INTO outbox VALUES (8, 1, 'turn', 0, 0, 1, 0, 0);
        INSERT INTO clicks VALUES (9, 1, 'open', NULL);
        INSERT INTO alive VALUES (1, {micros(NOW)});
        INSERT INTO people VALUES (3, 'Bob', 'fr', 'dark', 1, 0);
    """,
    )
    async with await SqliteStore.open(path) as store:
        assert await store.take_lanes("a", NOW, NOW + MINUTE, 9) == [Lane(1, 6)], "attempts begin anew"
        assert [
            (one.kind, one.seat, one.continues, one.attempts, one.due, one.begun)
            for one in await store.notices((1,))
        ] == [
            ("started", None, False, 0, 0, ""),
            ("turn", 0, True, 0, 0, ""),
        ]
        assert len({one.nonce for one in await store.notices((1,))}) == 2
        assert await store.entries(1) == [Entry(0, "start", None, "", (1, 2), NOW, 1, "ab")]
        assert await store.opened_by(9) == 1
        assert await store.served_until(0) == NOW
        assert await store.person(3) == Person(3, "Bob", "fr", "dark", True, False)
        assert await wrote(store, 1, entry=replace(entry(1), kind="fresh")) == 1


async def test_a_failing_migration_changes_nothing(path: Path, tmp_path: Path) -> None:
    async with await SqliteStore.open(path) as store:
        match = await opened(store)
    steps = _copied(tmp_path)
    number = len(list(steps.iterdir())) + 1
    (steps / f"{number:04}_wrong.sql").write_text("CREATE TABLE extra (id);\nDROP TABLE no_such_table;\n")
    with pytest.raises(StoreError):
        await SqliteStore.open(path, steps)
    async with await SqliteStore.open(path) as store:
        assert await kept(store, match) == stored_match(id=match)


async def test_migrations_are_numbered_without_a_gap(path: Path, tmp_path: Path) -> None:
    steps = _copied(tmp_path)
    (steps / "0099_late.sql").write_text("SELECT 1;")
    with pytest.raises(ValueError, match="0099_late"):
        await SqliteStore.open(path, steps)


_MATCH = f"""
    INSERT INTO matches
    (id, game, rules, options, size, status, host, guild, channel, locale, seed, opened_at)
    VALUES (1, 'auction', 1, '{{}}', 2, 'running', 1, 5, 6, 'fr', zeroblob(32), {micros(NOW)});
"""


def _of_older_version(path: Path, folder: Path, version: int) -> None:
    steps = folder / "older"
    steps.mkdir()
    for one in sorted(MIGRATIONS.glob("*.sql"))[:version]:
        (steps / one.name).write_text(one.read_text())
    prepare(path, steps).release()


def _copied(folder: Path) -> Path:
    steps = folder / "migrations"
    steps.mkdir()
    for one in MIGRATIONS.glob("*.sql"):
        (steps / one.name).write_text(one.read_text())
    return steps


def _execute(path: Path, script: str) -> None:
    connection = sqlite3.connect(path)
    connection.executescript(script)
    connection.close()


async def test_the_page_on_the_database_names_every_table_and_every_refusal(
    store: SqliteStore, path: Path
) -> None:
    page = (MIGRATIONS.parent / "docs" / "database.md").read_text(encoding="utf-8")
    connection = sqlite3.connect(path)
    names = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall()
    connection.close()
    described = {row.split("`")[1] for row in page.splitlines() if row.startswith("| `")}
    assert described == {name for (name,) in names if not name.startswith("sqlite_")}
    given = ("in_use", "busy", "newer", "corrupt", "foreign", "unwritable", "full")
    assert [code for code in given if f"`store_{code}`" not in page] == []
