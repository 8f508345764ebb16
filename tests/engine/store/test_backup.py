"""Backups and restores: our commands do them safely, and files moved by hand are refused."""

# ruff: noqa: ASYNC221, ASYNC240 - a test may wait for its own small files

from __future__ import annotations

import errno
import io
import shutil
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from engine.game import Refusal, Seat
from engine.match.changes import Change, NewTimer
from engine.match.values import Status
from engine.matches import Limits, Matches
from engine.store import Corrupt, Failed, InUse, Newer, StoreError, Unwritable, checking
from engine.store import generation as generations
from engine.store.backup import back_up, back_up_to, copied_at, copy_of, last_backup, restore
from engine.store.generation import MARGIN
from engine.store.opening import MIGRATIONS, open_connection, prepare
from engine.store.sqlite import SqliteStore
from tests.engine.auction import AUCTION
from tests.engine.store.test_store import NOW, entry, stored_match

ROOT = MIGRATIONS.parent


@pytest.fixture
def path(tmp_path: Path) -> Path:
    (tmp_path / "bot").mkdir()
    return tmp_path / "bot" / "longtable.db"


@pytest.fixture
def backup(tmp_path: Path) -> Path:
    return tmp_path / "backup.db"


async def a_match(path: Path) -> int:
    async with await SqliteStore.open(path) as store:
        made = await store.commit(Change(0, stored_match()))
        start = Change(made.match, entry=entry(0, "start"), pending=(Seat(0), Seat(1)), version=made.version)
        return (await store.commit(start)).match


async def left_behind(path: Path) -> None:
    """Write as a bot does, and die: the rows are only in the write-ahead log."""
    program = (
        "import asyncio, os, pathlib, sys\n"
        "from engine.store.sqlite import SqliteStore\n"
        "async def write():\n"
        "    store = await SqliteStore.open(pathlib.Path(sys.argv[1]))\n"
        "    for number in range(200):\n"
        "        await store.save_note(f'late {number}', 'x' * 500)\n"
        "    os._exit(9)\n"
        "asyncio.run(write())\n"
    )
    assert subprocess.run([sys.executable, "-c", program, str(path)], cwd=ROOT, check=False).returncode == 9
    assert generations.has_log(path)


def notes(path: Path) -> set[str]:
    with closing(sqlite3.connect(path)) as connection:
        return {key for (key,) in connection.execute("SELECT key FROM notes")}


def by_hand(path: Path, copy: Path, how: str) -> None:
    """Copy the database as hosts do without our command."""
    with closing(sqlite3.connect(path)) as connection, closing(sqlite3.connect(copy)) as made:
        if how == "backup":
            connection.backup(made)
        else:
            connection.execute("VACUUM INTO ?", (str(copy.with_suffix(".vacuum")),))
    if how == "vacuum":
        copy.with_suffix(".vacuum").replace(copy)


async def test_a_place_that_is_none_is_told_as_such(path: Path, tmp_path: Path) -> None:
    """The database is not to blame, and each case needs its own advice."""
    await a_match(path)
    (tmp_path / "file").touch()
    for target in (tmp_path / "none" / "backup.db", tmp_path / "file" / "backup.db"):
        with pytest.raises(Unwritable) as refused:
            back_up(path, target)
        assert refused.value.code == "backup_nowhere"
        assert refused.value.inputs["folder"] == str(target.parent)
    ring = tmp_path / "ring"
    ring.symlink_to(ring)
    for target in (tmp_path / ("x" * 300), ring):
        with pytest.raises(Unwritable) as refused:
            back_up(path, target)
        assert refused.value.code in ("backup_unwritable", "backup_taken")
    assert last_backup(path) is None


async def test_a_folder_in_which_nobody_may_write_is_told_as_such(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await a_match(path)

    def refused_folder(*_: object, **__: object) -> object:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr("tempfile.mkstemp", refused_folder)
    with pytest.raises(Unwritable) as refused:
        back_up(path, tmp_path / "backup.db")
    assert refused.value.code == "backup_unwritable"
    assert refused.value.inputs["path"] == str(tmp_path / "backup.db")


def break_index(path: Path) -> None:
    """Make the index differ from the schema."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA writable_schema = 1")
        connection.execute(
            "UPDATE sqlite_schema SET sql = replace(sql, 'status)', 'host)') WHERE name = 'matches_by_guild'"
        )
        connection.commit()


# Backing up.


async def test_a_backup_is_made_while_a_bot_writes(path: Path, backup: Path) -> None:
    async with await SqliteStore.open(path) as store:
        match = (await store.commit(Change(0, stored_match()))).match
        back_up(path, backup)
        await store.save_note("later", "x")
    assert "later" not in notes(backup)
    assert copied_at(backup) is not None
    assert [each.name for each in backup.parent.iterdir()] in (["backup.db", "bot"], ["bot", "backup.db"])
    with closing(sqlite3.connect(backup)) as connection:
        assert connection.execute("SELECT id FROM matches").fetchall() == [(match,)]
        assert connection.execute("PRAGMA journal_mode").fetchall() == [("delete",)]
    made = last_backup(path)
    assert made is not None
    assert timedelta() <= datetime.now(UTC) - made < timedelta(minutes=5)


async def test_a_backup_takes_what_a_killed_bot_left_in_the_log(path: Path, backup: Path) -> None:
    await a_match(path)
    await left_behind(path)
    back_up(path, backup)
    assert "late 199" in notes(backup)


async def test_a_backup_goes_through_a_pipe_and_comes_back(path: Path) -> None:
    match = await a_match(path)
    stream = io.BytesIO()
    back_up_to(path, stream)
    stream.seek(0)
    restored = restore(path, stream, replacing=True)
    assert restored.running == 1
    async with await SqliteStore.open(path) as store:
        assert await store.match(match) is not None


async def test_a_backup_replaces_former_backups_alone(path: Path, backup: Path) -> None:
    await a_match(path)
    back_up(path, backup)
    back_up(path, backup)
    letter = backup.with_name("letter.txt")
    letter.write_text("Dear diary")
    for taken in (letter, path, backup.parent):
        with pytest.raises(Unwritable) as refused:
            back_up(path, taken)
        assert refused.value.code == "backup_taken"
    assert letter.read_text() == "Dear diary"


async def test_a_damaged_database_makes_no_backup(path: Path, backup: Path) -> None:
    await a_match(path)
    break_index(path)
    with pytest.raises(Corrupt):
        back_up(path, backup)
    assert not backup.exists()
    assert last_backup(path) is None


def test_there_is_nothing_to_back_up(path: Path, backup: Path) -> None:
    with pytest.raises(Failed) as refused:
        back_up(path, backup)
    assert refused.value.code == "backup_missing"


# Restoring.


async def test_a_restore_keeps_what_was_there_and_numbers_nothing_twice(path: Path, backup: Path) -> None:
    first = await a_match(path)
    back_up(path, backup)
    second = await a_match(path)
    await left_behind(path)
    with pytest.raises(Failed) as refused:
        restore(path, backup)
    assert refused.value.code == "restore_taken"
    done = restore(path, backup, replacing=True)
    assert done.kept is not None
    assert "late 199" in notes(done.kept), "with its log"
    assert done.made_at == copied_at(backup)
    async with await SqliteStore.open(path) as store:
        assert await store.match(first) is not None
        assert await store.match(second) is None
        assert (await store.commit(Change(0, stored_match()))).match == second + 1
    with pytest.raises(Failed) as refused:
        restore(path, path, replacing=True)
    assert refused.value.code == "restore_itself"


async def codes(path: Path, *matches: int) -> list[str]:
    """Return the code of the refusal for each number; a match that exists has none."""
    found: list[str] = []
    async with await SqliteStore.open(path) as store:
        for match in matches:
            try:
                await Matches(store, {}, lambda: NOW).loader.get(match)
            except Refusal as refusal:
                found.append(refusal.code)
            else:
                found.append("")
    return found


async def test_a_match_that_a_restore_has_lost_is_known_to_be_lost(path: Path, backup: Path) -> None:
    first = await a_match(path)
    assert await codes(path, first, first + 1) == ["", "no_match"]
    back_up(path, backup)
    second = await a_match(path)
    restore(path, backup, replacing=True)
    assert await codes(path, first, second, second + 1) == ["", "match_lost", "no_match"]
    third = await a_match(path)
    back_up(path, backup)
    fourth = await a_match(path)
    restore(path, backup, replacing=True)
    assert await codes(path, first, second, third, fourth, fourth + 1) == [
        *("", "match_lost", "", "match_lost", "no_match")
    ]


async def test_matches_of_a_replaced_database_are_not_lost_once_it_is_restored(
    path: Path, backup: Path
) -> None:
    back_up_of = await a_match(path)
    back_up(path, backup)
    second = await a_match(path)
    kept = restore(path, backup, replacing=True).kept
    assert kept is not None
    third = await a_match(path)
    restore(path, kept, replacing=True)
    assert await codes(path, back_up_of, second, third) == ["", "", "match_lost"]


@pytest.mark.parametrize("lost", ["damaged", "missing", "nothing"])
async def test_numbers_go_on_by_a_margin_where_nobody_can_tell_them(
    path: Path, backup: Path, lost: str
) -> None:
    match = await a_match(path)
    back_up(path, backup)
    if lost == "damaged":
        path.write_bytes(b"\xa5" * path.stat().st_size)
    elif lost == "missing":
        path.unlink()
    else:
        shutil.rmtree(path.parent)
    restore(path, backup, replacing=lost == "damaged")
    async with await SqliteStore.open(path) as store:
        assert (await store.commit(Change(0, stored_match()))).match == match + MARGIN + 1
    assert await codes(path, match + 1, match + MARGIN + 1) == ["match_lost", ""]


async def test_a_new_database_in_place_of_a_lost_one_numbers_nothing_twice(path: Path) -> None:
    match = await a_match(path)
    path.with_name("longtable.db.lock").unlink()
    path.unlink()
    for suffix in ("-wal", "-shm"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)
    async with await SqliteStore.open(path) as store:
        assert (await store.commit(Change(0, stored_match()))).match > max(match, MARGIN)


async def test_nothing_is_restored_under_a_running_bot(path: Path, backup: Path) -> None:
    async with await SqliteStore.open(path):
        back_up(path, backup)
        with pytest.raises(InUse):
            restore(path, backup, replacing=True)


@pytest.mark.parametrize("how", ["page", "index", "text", "short"])
async def test_a_damaged_backup_is_not_put_in_place(path: Path, backup: Path, how: str) -> None:
    await a_match(path)
    back_up(path, backup)
    before = path.read_bytes()
    content = bytearray(backup.read_bytes())
    if how == "page":
        content[20480:28672] = b"\xa5" * 8192
    elif how == "text":
        content = bytearray(b"Dear diary, " * 1000)
    elif how == "short":
        content = content[: len(content) // 2]
    backup.write_bytes(content)
    if how == "index":
        break_index(backup)
    with pytest.raises(Corrupt) as refused:
        restore(path, backup, replacing=True)
    assert refused.value.code == "backup_corrupt"
    assert refused.value.inputs["path"] == str(backup)
    assert path.read_bytes() == before
    assert [each for each in path.parent.iterdir() if ".re" in each.name] == []


async def test_something_fresh_is_mixed_into_running_matches_and_all_is_asked_anew(
    path: Path, backup: Path
) -> None:
    later = NOW + timedelta(hours=1)
    async with await SqliteStore.open(path) as store:
        timers = (NewTimer("lapse", Seat(0), 0, NOW), NewTimer("lapse", Seat(0), 0, later))
        start = Change(0, stored_match(), entry(0, "start"), pending=(Seat(0), Seat(1)), timers=timers)
        match = (await store.commit(start)).match
        ended = (await store.commit(Change(0, stored_match(status=Status.OVER), entry(0, "start")))).match
    back_up(path, backup)
    texts: dict[str, str] = {}
    for _ in range(2):
        assert restore(path, backup, replacing=True).running == 1
        with closing(sqlite3.connect(path)) as connection:
            ((number, kind, seat, text, drawn, by, digest),) = connection.execute(
                "SELECT number, kind, seat, text, drawn, by, hash FROM entries"
                " WHERE match = ? AND number > 0",
                (match,),
            ).fetchall()
            assert (number, kind, seat, drawn, by, digest) == (1, "fresh", None, "[]", None, entry(0).hash)
            digits, _, restores = text.partition(" ")
            assert len(bytes.fromhex(digits)) == 32
            texts[digits] = restores
            others = connection.execute("SELECT count(*) FROM entries WHERE match = ?", (ended,))
            assert others.fetchall() == [(1,)]
            called = connection.execute("SELECT called FROM matches WHERE id = ?", (match,))
            assert called.fetchall() == [(1,)]
            said = connection.execute("SELECT kind, seat, number FROM outbox WHERE number = 1").fetchall()
            assert said == [("turn", 0, 1)], "persons alone are called"
            assert connection.execute("SELECT number FROM timers ORDER BY due").fetchall() == [(0,), (1,)]
    assert list(texts.values()) == ["1", "2"]


async def test_tables_are_shown_again_as_they_are(path: Path, backup: Path) -> None:
    """The messages may show a start or an end that is lost."""
    async with await SqliteStore.open(path) as store:
        for status in Status:
            await store.commit(Change(0, stored_match(status=status)))
    back_up(path, backup)
    restore(path, backup, replacing=True)
    with closing(sqlite3.connect(path)) as connection:
        shown = connection.execute(
            "SELECT status FROM matches JOIN outbox ON match = matches.id"
            " WHERE kind = 'lobby' AND say_due = 0 ORDER BY matches.id"
        )
        assert shown.fetchall() == [("lobby",), ("running",)]


async def test_clocks_are_credited_for_the_time_since_the_backup(path: Path, backup: Path) -> None:
    limits = Limits(reaction=timedelta(hours=2))
    async with await SqliteStore.open(path) as store:
        matches = Matches(store, {"auction": AUCTION}, lambda: NOW, limits=limits)
        matches.timekeeper.attend(lambda: True)
        await matches.timekeeper.beat()
        clock = NewTimer("lapse", Seat(0), 0, NOW + timedelta(hours=2))
        match = (await store.commit(Change(0, stored_match(), timers=(clock,)))).match
    back_up(path, backup)
    restore(path, backup, replacing=True)
    later = NOW + timedelta(days=9)
    async with await SqliteStore.open(path) as store:
        matches = Matches(store, {"auction": AUCTION}, lambda: later, limits=limits)
        matches.timekeeper.attend(lambda: True)
        await matches.timekeeper.beat()
        (timer,) = await store.timers(match)
        assert timer.due == later + timedelta(hours=2)


async def test_an_older_backup_is_brought_up_to_date_and_a_newer_one_refused(
    path: Path, backup: Path, tmp_path: Path
) -> None:
    first = tmp_path / "first"
    first.mkdir()
    shutil.copy(MIGRATIONS / "0001_matches.sql", first)
    prepare(backup, first).release()
    restore(path, backup)
    async with await SqliteStore.open(path) as store:
        assert await store.match(1) is None
    with closing(sqlite3.connect(backup)) as connection:
        connection.execute("PRAGMA user_version = 99")
    with pytest.raises(Newer):
        restore(path, backup, replacing=True)


# Put in place by hand.


async def test_our_backup_put_in_place_by_hand_is_refused_and_can_be_restored_where_it_is(
    path: Path, backup: Path
) -> None:
    match = await a_match(path)
    back_up(path, backup)
    await left_behind(path)
    shutil.copy(backup, path)
    before = path.read_bytes()
    with pytest.raises(Corrupt) as refused:
        await SqliteStore.open(path)
    assert refused.value.code == "store_copy"
    assert path.read_bytes() == before
    restore(path, path)
    async with await SqliteStore.open(path) as store:
        assert await store.match(match) is not None
        assert await store.note("late 1") is None
        assert (await store.commit(Change(0, stored_match()))).match > match + 1


@pytest.mark.parametrize("how", ["backup", "vacuum"])
@pytest.mark.parametrize("log", [True, False])
async def test_another_copy_put_in_place_by_hand_is_refused_before_the_log_is_replayed(
    path: Path, backup: Path, how: str, log: bool
) -> None:
    await a_match(path)
    by_hand(path, backup, how)
    await left_behind(path)
    shutil.copy(backup, path)
    if not log:
        path.with_name("longtable.db-wal").unlink()
    before = path.read_bytes()
    with pytest.raises(Corrupt) as refused:
        await SqliteStore.open(path)
    assert refused.value.code == ("store_stale" if log else "store_replaced")
    assert path.read_bytes() == before
    restore(path, path)
    await (await SqliteStore.open(path)).close()


async def test_a_log_without_its_database_is_refused(path: Path) -> None:
    await a_match(path)
    await left_behind(path)
    path.rename(path.with_name("elsewhere.db"))
    with pytest.raises(Corrupt) as refused:
        await SqliteStore.open(path)
    assert refused.value.code == "store_stale"
    assert not path.exists()


@pytest.mark.parametrize("forgotten", [(), (".generation",), ("-shm",), (".lock",)])
async def test_a_database_that_is_moved_with_its_log_goes_on(
    path: Path, tmp_path: Path, forgotten: tuple[str, ...]
) -> None:
    """The file with the generation may be left behind or missing: then a try shows that the log fits."""
    await a_match(path)
    await left_behind(path)
    there = tmp_path / "there"
    there.mkdir()
    for file in path.parent.iterdir():
        if not file.name.endswith(forgotten or ("nothing",)):
            (there / file.name).write_bytes(file.read_bytes())
    async with await SqliteStore.open(there / path.name) as store:
        assert await store.note("late 199") is not None


async def test_a_stranger_s_log_is_found_also_where_nothing_is_written_down(
    path: Path, tmp_path: Path
) -> None:
    await a_match(path)
    await left_behind(path)
    other = tmp_path / "other.db"
    await a_match(other)
    for _ in range(40):
        await a_match(other)
    with closing(sqlite3.connect(other)) as connection:
        connection.execute("VACUUM")
    shutil.copy(other, path)
    path.with_name("longtable.db.generation").unlink()
    before = path.read_bytes()
    with pytest.raises(Corrupt) as refused:
        await SqliteStore.open(path)
    assert refused.value.code == "store_stale"
    assert path.read_bytes() == before


async def test_a_file_without_a_byte_is_refused(path: Path) -> None:
    path.touch()
    with pytest.raises(Corrupt) as refused:
        await SqliteStore.open(path)
    assert refused.value.code == "store_empty"
    assert path.stat().st_size == 0


@pytest.mark.parametrize("scenario", ["new", "play", "upgrade", "restore", "random"])
def test_killed_at_any_step_it_opens_again(tmp_path: Path, scenario: str) -> None:
    """Each run tries a few steps; ``python -m tests.engine.store.killed_files`` tries all."""
    ended = subprocess.run(
        [sys.executable, "-m", "tests.engine.store.killed_files", scenario, str(tmp_path), "37"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    assert int(ended.stdout) >= 20


# While it runs.


async def test_the_log_is_kept_short_and_each_one_has_a_generation_of_its_own(path: Path) -> None:
    async with await SqliteStore.open(path) as store:
        seen = {generations.look(path).generation}
        for number in range(3):
            for more in range(60):
                await store.save_note(f"{number} {more}", "x" * 100_000)
            assert checking.log_size(path) > 5 * 2**20, "nobody else moves it"
            with open_connection(path) as connection:
                assert generations.turn(path, connection)
            assert checking.log_size(path) == 0
            seen.add(generations.look(path).generation)
        assert len(seen) == 4


async def test_a_reader_in_the_way_delays_the_move_of_the_log(path: Path) -> None:
    async with await SqliteStore.open(path) as store:
        await store.save_note("a", "1")
        with closing(sqlite3.connect(path, isolation_level=None)) as reader:
            reader.execute("BEGIN")
            reader.execute("SELECT * FROM notes").fetchall()
            await store.save_note("b", "2")
            with open_connection(path) as connection:
                connection.execute("PRAGMA busy_timeout = 0")
                assert not generations.turn(path, connection)
                reader.execute("COMMIT")
                assert generations.turn(path, connection)
    async with await SqliteStore.open(path) as store:
        assert await store.note("b") == "2"


async def test_a_broken_index_is_found_beside_the_play(path: Path) -> None:
    async with await SqliteStore.open(path) as store:
        await store.commit(Change(0, stored_match()))
        assert checking.unsound(path, sleep=lambda seconds: None) == []
    break_index(path)
    async with await SqliteStore.open(path):
        found = checking.unsound(path, sleep=lambda seconds: None)
    assert any("matches_by_guild" in each for each in found), found


async def test_all_files_are_their_owner_s(path: Path, backup: Path) -> None:
    await a_match(path)
    for file in path.parent.iterdir():
        file.chmod(0o644)
    async with await SqliteStore.open(path) as store:
        await store.save_note("a", "1")
        back_up(path, backup)
        files = [backup, *path.parent.iterdir()]
        assert {each.name for each in files} >= {"longtable.db-wal", "longtable.db-shm", "longtable.db.lock"}
        assert [each.name for each in files if stat.S_IMODE(each.stat().st_mode) & 0o077] == []


# Upgrades.


@pytest.fixture
def steps(tmp_path: Path) -> Path:
    return shutil.copytree(MIGRATIONS, tmp_path / "migrations")


async def test_a_copy_is_kept_from_before_each_upgrade(path: Path, steps: Path) -> None:
    match = await a_match(path)
    known = len(list(steps.glob("*.sql")))
    for number in range(known + 1, known + 6):
        (steps / f"{number:04}_more.sql").write_text(f"CREATE TABLE extra{number} (id INTEGER) STRICT;\n")
        prepare(path, steps).release()
    copies = sorted(path.parent.glob("longtable.db.schema*"))
    kept = [int(each.name.split("schema")[1].split("-")[0]) for each in copies]
    assert kept == [known + 2, known + 3, known + 4]
    assert all(copied_at(each) is not None for each in copies)
    restore(path, copies[0], replacing=True, migrations=steps)
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT id FROM matches").fetchall() == [(match,)]
        assert connection.execute("PRAGMA user_version").fetchall() == [(known + 5,)]


async def test_the_schema_names_the_oldest_code_that_may_run_on_it(path: Path, steps: Path) -> None:
    match = await a_match(path)
    known = len(list(steps.glob("*.sql")))
    more = steps / f"{known + 1:04}_more.sql"
    more.write_text(f"-- A column.\n-- Oldest code: {known:04}\n\nALTER TABLE people ADD COLUMN more TEXT;\n")
    prepare(path, steps).release()
    async with await SqliteStore.open(path) as store:
        assert await store.match(match) is not None, "one version back works"
    (steps / f"{known + 2:04}_less.sql").write_text("ALTER TABLE people DROP COLUMN more;\n")
    prepare(path, steps).release()
    with pytest.raises(Newer):
        await SqliteStore.open(path)


async def test_a_renamed_backup_is_refused(path: Path, backup: Path) -> None:
    """A renamed backup is not run on by mistake either."""
    await a_match(path)
    copy_of(path, backup)
    with pytest.raises(StoreError) as refused:
        await SqliteStore.open(backup)
    assert refused.value.code == "store_copy"
    assert last_backup(path) is None, "it does not count as a backup"
