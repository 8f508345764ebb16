"""The store: what it keeps, and every way in which it refuses to open or to write."""

# ruff: noqa: ASYNC220, ASYNC240 - a test may wait for its own small files

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from engine.game import Seat
from engine.store import (
    Busy,
    Change,
    Closed,
    Conflict,
    Corrupt,
    Foreign,
    Full,
    InUse,
    Newer,
    NewNotice,
    NewTimer,
    StoreError,
    Table,
    Unwritable,
)
from engine.store.opening import MIGRATIONS, trouble
from engine.store.sqlite import SqliteStore
from engine.table import Entry, Occupant, Person, Place, Post, Status

NOW = datetime(2026, 11, 21, 8, 0, 0, 123456, tzinfo=UTC)
ANN = Occupant(2**62, "Ann", None, 2**61)
ROBOT = Occupant(None, "", "greedy", 7)


def table(**changed: Any) -> Table:
    given: dict[str, Any] = {
        "id": 0,
        "game": "auction",
        "rules": 1,
        "options": "{}",
        "size": 2,
        "status": Status.RUNNING,
        "host": 1,
        "place": Place(5, 6, "fr"),
        "occupants": (ANN, ROBOT),
        "agreed": frozenset({2**62}),
        "seed": b"s" * 32,
        "opened_at": NOW,
        "rematch_of": None,
    }
    return Table(**(given | changed))


def entry(number: int, kind: str = "move") -> Entry:
    return Entry(number, kind, Seat(1), "bid 3", (2**64 - 1, 0), NOW, 2**62, "ab" * 32)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "longtable.db"


@pytest.fixture
async def store(path: Path) -> AsyncIterator[SqliteStore]:
    async with await SqliteStore.open(path) as store:
        yield store


# What it keeps.


async def test_a_match_comes_back_as_it_was_written(store: SqliteStore) -> None:
    match = await store.commit(Change(0, table(), click=(9, "open")))
    await store.commit(Change(match, entry=entry(0, "start"), click=(10, "start")))
    assert await store.table(match) == table(id=match, entries=1)
    assert await store.entries(match) == [entry(0, "start")]
    assert await store.clicks(match) == {(9, "open"): None, (10, "start"): 0}
    assert await store.opened_by(9) == match
    assert await store.opened_by(10) is None
    assert await store.table(match + 1) is None


async def test_everything_survives_reopening(path: Path) -> None:
    async with await SqliteStore.open(path) as store:
        match = await store.commit(Change(0, table(), notices=(NewNotice("turn", Seat(1), 4, True),)))
        await store.commit(Change(match, timers=(NewTimer("player", Seat(0), 3, NOW),)))
        await store.save_person(Person(3, "Bob", "fr", "dark", True, False))
        await store.save_post(Post(match, "turn", 0, 77, 78, 4))
        await store.save_note("tree", "abc")
    async with await SqliteStore.open(path) as store:
        (notice,) = await store.take_notices(NOW, 9, ())
        assert (notice.match, notice.kind, notice.seat, notice.number) == (match, "turn", 1, 4)
        assert notice.continues
        (timer,) = await store.due_timers(NOW, 9)
        assert (timer.match, timer.kind, timer.seat, timer.number, timer.due) == (match, "player", 0, 3, NOW)
        assert await store.person(3) == Person(3, "Bob", "fr", "dark", True, False)
        assert await store.posts(match) == [Post(match, "turn", 0, 77, 78, 4)]
        assert await store.posted_in(77, "turn") == [Post(match, "turn", 0, 77, 78, 4)]
        assert await store.posted_in(77, "lobby") == []
        assert await store.note("tree") == "abc"


async def test_a_post_is_replaced_and_dropped(store: SqliteStore) -> None:
    match = await store.commit(Change(0, table()))
    await store.save_post(Post(match, "turn", 0, 1, 2, 3))
    await store.save_post(Post(match, "turn", 0, 1, 9, 5))
    assert await store.posts(match) == [Post(match, "turn", 0, 1, 9, 5)]
    await store.drop_post(match, "turn", 0)
    assert await store.posts(match) == []


async def test_matches_are_found_by_person_status_and_guild(store: SqliteStore) -> None:
    first = await store.commit(Change(0, table()))
    second = await store.commit(Change(0, table(status=Status.LOBBY, rematch_of=first)))
    await store.commit(Change(0, table(occupants=(Occupant(4, "Dan", None, 1),), agreed=frozenset())))
    both = (Status.LOBBY, Status.RUNNING)
    assert [one.id for one in await store.tables_found(2**62, both, None, (), 50)] == [second, first]
    assert [one.id for one in await store.tables_found(2**62, [Status.LOBBY], None, (), 50)] == [second]
    assert [one.id for one in await store.rematches_of(first)] == [second]
    assert await store.count(both, person=2**62) == 2
    assert await store.count([Status.RUNNING], guild=5) == 2
    assert await store.count(both, guild=6) == 0


async def test_timers_fall_due_in_order_and_go_with_their_match(store: SqliteStore) -> None:
    later = NOW + timedelta(microseconds=1)
    timers = (NewTimer("player", Seat(1), 2, later), NewTimer("player", Seat(0), 1, NOW))
    match = await store.commit(Change(0, table(), timers=timers))
    assert await store.next_timer() == NOW
    assert [one.number for one in await store.due_timers(NOW, 9)] == [1]
    assert [one.number for one in await store.due_timers(later, 9)] == [1, 2]
    assert [one.number for one in await store.due_timers(later, 1)] == [1]
    first = (await store.due_timers(NOW, 1))[0]
    await store.put_off(first.id, later + timedelta(hours=1))
    assert [one.number for one in await store.due_timers(later, 9)] == [2]
    await store.commit(Change(match, ends=True))
    assert await store.next_timer() is None


async def test_the_numbers_of_timers_are_never_given_again(store: SqliteStore) -> None:
    """Whoever still holds a timer that is gone cannot drop another one by it."""
    match = await store.commit(Change(0, table(), timers=(NewTimer("player", Seat(1), 2, NOW),)))
    (first,) = await store.timers(match)
    await store.commit(Change(match, timer_done=first.id))
    await store.commit(Change(match, timers=(NewTimer("player", Seat(0), 3, NOW),)))
    await store.put_off(first.id, None)
    assert [timer.number for timer in await store.timers(match)] == [3]


async def test_a_change_stops_the_clocks_of_a_seat(store: SqliteStore) -> None:
    timers = [NewTimer(kind, Seat(seat), 2, NOW) for kind in ("lapse", "player") for seat in (0, 1)]
    match = await store.commit(Change(0, table(), timers=tuple(timers)))
    again = NewTimer("lapse", Seat(1), 3, NOW + timedelta(hours=1))
    await store.commit(Change(match, timers=(again,), stops=(("lapse", Seat(1)),)))
    kept = [(timer.kind, timer.seat, timer.number) for timer in await store.timers(match)]
    assert kept == [("lapse", 0, 2), ("player", 0, 2), ("player", 1, 2), ("lapse", 1, 3)]


async def test_time_away_is_credited_whole_or_not_at_all(store: SqliteStore) -> None:
    minute = timedelta(minutes=1)
    timers = [NewTimer("lapse", Seat(seat), seat, NOW + seat * minute) for seat in (0, 1)]
    timers.append(NewTimer("player", Seat(1), 5, NOW + minute))
    match = await store.commit(Change(0, table(), timers=tuple(timers)))
    assert await store.alive() is None
    await store.keep_alive(NOW)
    broken: Any = ["no text"]
    with pytest.raises(StoreError):
        await store.credit("lapse", NOW, NOW + 9 * minute, broken)
    assert await store.alive() == NOW
    assert await store.credit("lapse", NOW, NOW + 9 * minute, "clock") == 1
    assert await store.alive() == NOW + 9 * minute
    due = {(timer.kind, timer.seat): timer.due for timer in await store.timers(match)}
    assert due == {("lapse", 0): NOW, ("lapse", 1): NOW + 10 * minute, ("player", 1): NOW + minute}
    (notice,) = await store.take_notices(NOW, 9, ())
    assert (notice.match, notice.kind, notice.seat, notice.number) == (match, "clock", 1, 1)


async def test_what_falls_due_is_put_back_whole_or_not_at_all(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    minute = timedelta(minutes=1)
    timers = [NewTimer(kind, Seat(0), 1, NOW + after * minute) for after, kind in enumerate(("a", "b", "c"))]
    match = await store.commit(Change(0, table(), timers=tuple(timers), notices=(NewNotice("lobby"),)))
    (notice,) = await store.take_notices(NOW, 9, ())
    await store.put_off_notice(notice.id, NOW + 3 * minute)

    async def due() -> list[datetime | None]:
        return [*(timer.due for timer in await store.timers(match)), await store.next_notice(())]

    before = await due()
    await store.keep_alive(NOW)
    with monkeypatch.context() as patch:
        patch.setattr("engine.store.sqlite._ALIVE", "INSERT INTO nowhere VALUES (?)")
        with pytest.raises(StoreError):
            await store.put_back(NOW - minute, minute)
    assert (await due(), await store.alive()) == (before, NOW)
    await store.put_back(NOW, minute)
    assert await due() == [NOW, NOW, NOW + minute, NOW + 2 * minute], "what is due stays due"
    assert await store.alive() == NOW


async def test_whom_running_matches_wait_for_is_known_without_their_logs(store: SqliteStore) -> None:
    match = await store.commit(Change(0, table()))
    await store.commit(Change(0, table(status=Status.OVER)))
    await store.commit(Change(0, table(occupants=(ROBOT, ROBOT))))
    assert await store.waiting_for(2**62) == {match: None}, "as in a database of an older version"
    await store.commit(Change(match, entry=entry(0, "start"), pending=(Seat(0), Seat(1))))
    assert await store.waiting_for(2**62) == {match: True}
    await store.commit(Change(match, entry=entry(1), pending=(Seat(1),)))
    assert await store.waiting_for(2**62) == {match: False}
    await store.commit(Change(match, table(id=match, agreed=frozenset())))
    assert await store.waiting_for(2**62) == {match: False}, "a change without an entry changes nothing of it"


# One transaction a change.


@pytest.mark.parametrize("number", [0, 2, 5])
async def test_an_entry_that_is_not_next_writes_nothing_at_all(store: SqliteStore, number: int) -> None:
    match = await store.commit(Change(0, table()))
    await store.commit(Change(match, entry=entry(0, "start")))
    after = table(id=match, status=Status.OVER)
    wrong = Change(match, after, entry(number), (8, "play"), (NewNotice("over"),))
    with pytest.raises(Conflict):
        await store.commit(wrong)
    kept = await store.table(match)
    assert kept is not None
    assert (kept.status, kept.entries) == (Status.RUNNING, 1)
    assert await store.clicks(match) == {}
    assert await store.take_notices(NOW, 9, ()) == []


async def test_a_click_that_has_acted_writes_nothing_at_all(store: SqliteStore) -> None:
    match = await store.commit(Change(0, table(), click=(8, "open")))
    await store.commit(Change(match, entry=entry(0), click=(8, "play")))
    with pytest.raises(Conflict):
        await store.commit(Change(match, entry=entry(1), click=(8, "play")))
    assert len(await store.entries(match)) == 1


async def test_a_click_opens_one_match(store: SqliteStore) -> None:
    await store.commit(Change(0, table(), click=(8, "open")))
    with pytest.raises(Conflict):
        await store.commit(Change(0, table(), click=(8, "open")))
    assert await store.count([Status.RUNNING]) == 1


async def test_many_writers_at_once_do_not_mix(store: SqliteStore) -> None:
    match = await store.commit(Change(0, table()))
    results = await asyncio.gather(
        *(store.commit(Change(match, entry=entry(0), click=(click, "play"))) for click in range(20)),
        return_exceptions=True,
    )
    assert sorted(isinstance(result, Conflict) for result in results) == [False] + [True] * 19
    assert len(await store.clicks(match)) == 1


async def test_nobody_reads_what_is_not_committed(store: SqliteStore, path: Path) -> None:
    outside = sqlite3.connect(path)
    for number in range(20):
        writing = asyncio.create_task(store.commit(Change(0, table(), notices=(NewNotice("lobby"),))))
        while await store.count([Status.RUNNING]) == number:
            pass
        # Whoever else looks sees it too: it is committed.
        assert outside.execute("SELECT count(*) FROM matches").fetchall() == [(number + 1,)]
        await writing
    outside.close()


async def test_a_cancelled_caller_leaves_a_whole_transaction(store: SqliteStore) -> None:
    for steps in range(12):
        before = await store.count([Status.RUNNING])
        change = Change(0, table(), entry(0, "start"), notices=(NewNotice("turn"),))
        task = asyncio.create_task(store.commit(change))
        for _ in range(steps):
            await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        # The next write waits for what was begun; nothing hangs half-way.
        await store.save_note("after", str(steps))
        after = await store.count([Status.RUNNING])
        notices = await store.take_notices(NOW, 99, ())
        assert after - before == len(notices)
        for notice in notices:
            assert len(await store.entries(notice.match)) == 1
            await store.put_off_notice(notice.id, None)
    assert await store.count([Status.RUNNING]) > 0


async def test_closing_finishes_what_was_begun(path: Path) -> None:
    store = await SqliteStore.open(path)
    task = asyncio.create_task(store.commit(Change(0, table())))
    await asyncio.sleep(0)
    task.cancel()
    await asyncio.sleep(0)
    await store.close()
    await store.close()
    with pytest.raises(Closed):
        await store.commit(Change(0, table()))
    with pytest.raises(Closed):
        await store.table(1)
    async with await SqliteStore.open(path) as again:
        assert await again.count([Status.RUNNING]) == 1


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
    match = await store.commit(Change(0, table(), notices=(NewNotice("lobby"),)))
    # What SQLite says when the disk is full, it says when the file may not grow.
    writer = store._writer  # pyright: ignore[reportPrivateUsage]
    ((pages,),) = await writer.execute_fetchall("PRAGMA page_count")
    await writer.execute_fetchall(f"PRAGMA max_page_count = {pages}")
    written = 0

    async def fill() -> None:
        nonlocal written
        while written < 200:
            await store.commit(Change(match, entry=entry(written), notices=(NewNotice("turn"),) * 50))
            written += 1

    for _ in range(3):
        with pytest.raises(Full, match=r"^store_full"):
            await fill()
    assert [each.code for each in told] == ["store_full"], "the host is told, once"
    await writer.execute_fetchall("PRAGMA max_page_count = 100000")
    assert len(await store.entries(match)) == written
    await store.commit(Change(match, entry=entry(written)))
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


async def test_a_missing_folder_is_made(tmp_path: Path) -> None:
    async with await SqliteStore.open(tmp_path / "a" / "b" / "longtable.db") as store:
        assert await store.table(1) is None


async def test_a_newer_database_is_refused_and_left_alone(path: Path) -> None:
    async with await SqliteStore.open(path) as store:
        await store.commit(Change(0, table()))
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
        match = await store.commit(Change(0, table()))
        for number in range(300):
            await store.commit(Change(match, entry=entry(number)))
    damaged = bytearray(path.read_bytes())
    damaged[len(damaged) // 2 : len(damaged) // 2 + 9000] = b"\xa5" * 9000
    path.write_bytes(damaged)
    with pytest.raises(Corrupt) as refused:
        await SqliteStore.open(path)
    assert refused.value.code == "store_corrupt"
    assert path.read_bytes() == bytes(damaged)


async def test_a_database_cut_short_is_refused(path: Path) -> None:
    async with await SqliteStore.open(path) as store:
        match = await store.commit(Change(0, table()))
        for number in range(300):
            await store.commit(Change(match, entry=entry(number)))
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
    assert await store.table(1) is None


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
    match = await store.commit(Change(0, table()))
    source, copy = sqlite3.connect(path), sqlite3.connect(tmp_path / "backup.db")
    source.backup(copy)
    source.close()
    copy.close()
    async with await SqliteStore.open(tmp_path / "backup.db") as backup:
        assert await backup.table(match) == table(id=match)


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
        match = await store.commit(Change(0, table()))
    steps = _copied(tmp_path)
    number = len(list(steps.iterdir())) + 1
    added = steps / f"{number:04}_more.sql"
    added.write_text("ALTER TABLE people ADD COLUMN more TEXT;\nCREATE TABLE extra (id INTEGER) STRICT;\n")
    for _ in range(2):
        async with await SqliteStore.open(path, steps) as store:
            assert await store.table(match) == table(id=match)
    with pytest.raises(Newer):
        await SqliteStore.open(path)


async def test_a_database_from_before_short_clocks_keeps_its_timers_and_posts(
    path: Path, tmp_path: Path
) -> None:
    first = tmp_path / "first"
    first.mkdir()
    (first / "0001_matches.sql").write_text((MIGRATIONS / "0001_matches.sql").read_text())
    async with await SqliteStore.open(path, first) as store:
        match = await store.commit(Change(0, table(), timers=(NewTimer("player", Seat(0), 3, NOW),)))
        (before,) = await store.timers(match)
    _execute(path, f"INSERT INTO posts VALUES ({match}, 'turn', 0, 77, 78, 4)")
    async with await SqliteStore.open(path) as store:
        assert await store.timers(match) == [before]
        assert await store.posts(match) == [Post(match, "turn", 0, 77, 78, 4)]
        assert await store.alive() is None


async def test_a_failing_migration_changes_nothing(path: Path, tmp_path: Path) -> None:
    async with await SqliteStore.open(path) as store:
        match = await store.commit(Change(0, table()))
    steps = _copied(tmp_path)
    number = len(list(steps.iterdir())) + 1
    (steps / f"{number:04}_wrong.sql").write_text("CREATE TABLE extra (id);\nDROP TABLE no_such_table;\n")
    with pytest.raises(StoreError):
        await SqliteStore.open(path, steps)
    async with await SqliteStore.open(path) as store:
        assert await store.table(match) == table(id=match)


async def test_migrations_are_numbered_without_a_gap(path: Path, tmp_path: Path) -> None:
    steps = _copied(tmp_path)
    (steps / "0099_late.sql").write_text("SELECT 1;")
    with pytest.raises(ValueError, match="0099_late"):
        await SqliteStore.open(path, steps)


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
