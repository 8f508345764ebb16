"""Digests find every bit that has changed in a log, and name the entry."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from engine.match.values import Occupant, Person, Status
from engine.store import CodeLevels, Corrupt
from engine.store.backup import back_up, restore
from engine.store.checking import damaged_logs, damaged_logs_in
from engine.store.digests import NOTE
from engine.store.postgres import PostgresStore
from engine.store.sqlite import SqliteStore
from harness.postgres import BOTH, database
from tests.engine.store.test_store import ANN, NOW, entry, kept, opened, stored_match, wrote

Both = SqliteStore | PostgresStore
LOG = (entry(0, "start"), replace(entry(1), seat=None, by=None, text="gehört dazu: ≥ 3"), entry(2), entry(3))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "longtable.db"


@pytest.fixture
async def store(request: pytest.FixtureRequest, path: Path) -> AsyncIterator[Both]:
    if getattr(request, "param", "sqlite") == "sqlite":
        async with await SqliteStore.open(path) as store:
            yield store
    else:
        async with database() as url, await PostgresStore.open(url, sole=True) as store:
            yield store


async def played(store: Both, *, entries: int = len(LOG)) -> int:
    match = await opened(store, stored_match(occupants=(ANN, Occupant(3, "Bob", None, 7))))
    for each in LOG[:entries]:
        await wrote(store, match, entry=each)
    return match


async def ended(store: Both) -> int:
    match = await played(store)
    known = await store.match(match)
    assert known is not None
    await wrote(store, match, replace(known, status=Status.OVER, ended_at=NOW))
    await store.tidy(NOW, 1000)
    return match


async def done(store: Both, sql: str, *values: object) -> None:
    """Run a statement that no code of ours runs."""
    await store._write_one(sql, values)  # pyright: ignore[reportPrivateUsage]


def flips(value: object) -> Iterator[object]:
    """Yield the value with each of its bits flipped; a text as its bytes."""
    if isinstance(value, int):
        for bit in range(64):
            turned = (value % 2**64) ^ 1 << bit
            yield turned - 2**64 if turned >= 2**63 else turned
    elif isinstance(value, str | bytes):
        raw = value.encode() if isinstance(value, str) else value
        for bit in range(8 * len(raw)):
            turned = bytearray(raw)
            turned[bit // 8] ^= 1 << bit % 8
            yield bytes(turned)


def columns_of(raw: sqlite3.Connection, table: str) -> list[str]:
    return [row[1] for row in raw.execute(f"PRAGMA table_info({table})")]


async def test_every_bit_of_every_entry_is_missed_with_its_match_and_number(path: Path) -> None:
    async with await SqliteStore.open(path) as store:
        other, match = await played(store), await played(store)
    tried = 0
    with closing(sqlite3.connect(path, isolation_level=None)) as raw:
        raw.execute("PRAGMA ignore_check_constraints = ON")
        assert damaged_logs_in(raw) == []
        for number in range(len(LOG)):
            where = f"match = {match} AND number = {number}"
            for column in columns_of(raw, "entries"):
                ((before,),) = raw.execute(f"SELECT {column} FROM entries WHERE {where}").fetchall()
                text = isinstance(before, str)
                for value in flips(before):
                    raw.execute("BEGIN")
                    try:
                        mark = "CAST(? AS TEXT)" if text else "?"
                        raw.execute(f"UPDATE entries SET {column} = {mark} WHERE {where}", (value,))
                    except sqlite3.IntegrityError:
                        assert column in ("match", "number"), "another entry has that key"
                    else:
                        found = damaged_logs_in(raw)
                        assert any(each.startswith(f"match {match}: entry {number} ") for each in found)
                        assert column == "match" or len(found) == 1
                        tried += 1
                    raw.execute("ROLLBACK")
        assert damaged_logs_in(raw) == []
    assert other != match
    assert tried > 4900


async def test_every_bit_of_what_is_kept_of_the_log_is_missed(path: Path) -> None:
    async with await SqliteStore.open(path) as store:
        match = await ended(store)
        going = await played(store)
    with closing(sqlite3.connect(path, isolation_level=None)) as raw:
        raw.execute("PRAGMA ignore_check_constraints = ON")
        assert damaged_logs_in(raw) == []
        for table, key, column, which in (
            ("archive", "match", "entries", match),
            ("archive", "match", "start", match),
            ("archive", "match", "log", match),
            ("matches", "id", "digest", match),
            ("matches", "id", "digest", going),
        ):
            query = f"SELECT {column} FROM {table} WHERE {key} = ?"
            ((before,),) = raw.execute(query, (which,)).fetchall()
            mark = "CAST(? AS TEXT)" if isinstance(before, str) else "?"
            for value in flips(before):
                raw.execute("BEGIN")
                raw.execute(f"UPDATE {table} SET {column} = {mark} WHERE {key} = ?", (value, which))
                (found,) = damaged_logs_in(raw)
                assert found.startswith(f"match {which}: ")
                raw.execute("ROLLBACK")


async def test_every_byte_of_the_file_that_holds_a_log(path: Path) -> None:
    """Bytes are flipped on the disk.

    If SQLite can read the file, its check of pages or ours finds the damage.
    """
    async with await SqliteStore.open(path) as store:
        await played(store)
    copy = path.with_name("copy.db")
    back_up(path, copy)
    with closing(sqlite3.connect(copy)) as raw:
        ((root,),) = raw.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'entries'").fetchall()
        ((size,),) = raw.execute("PRAGMA page_size").fetchall()
    whole = copy.read_bytes()
    start = (root - 1) * size
    page = whole[start : start + size]
    # Cells fill the page from its end; nobody reads the free room between them and the header.
    content = int.from_bytes(page[5:7]) or 65536
    cells = int.from_bytes(page[3:5])
    assert cells == len(LOG)
    broken = path.with_name("broken.db")
    missed = list[int]()
    for place in (*range(8, 8 + 2 * cells), *range(content, size)):
        turned = bytearray(whole)
        turned[start + place] ^= 1 << place % 8
        broken.write_bytes(turned)
        with closing(sqlite3.connect(broken)) as raw:
            try:
                sound = raw.execute("PRAGMA integrity_check(1)").fetchall() == [("ok",)]
                if sound and not damaged_logs_in(raw):
                    missed.append(place)
            except sqlite3.DatabaseError:
                pass
    assert missed == []


@pytest.mark.parametrize("store", BOTH, indirect=True)
async def test_a_flip_is_found_on_both(store: Both) -> None:
    match = await played(store)
    rows = await store._read(  # pyright: ignore[reportPrivateUsage]
        "SELECT number, kind, seat, text, drawn, at, by, hash, link FROM entries WHERE match = ?", (match,)
    )
    names = ("number", "kind", "seat", "text", "drawn", "at", "by", "hash", "link")
    for row in rows:
        for name, before in zip(names[1:], row[1:], strict=True):
            if before is None:
                continue
            value = before ^ 4 if isinstance(before, int) else before[:-1] + chr(ord(before[-1]) ^ 1)
            where = "WHERE match = ? AND number = ?"
            await done(store, f"UPDATE entries SET {name} = ? {where}", value, match, row[0])
            assert await store.log_fault(match) == f"entry {row[0]} is not as it was written"
            await done(store, f"UPDATE entries SET {name} = ? {where}", before, match, row[0])
    assert await store.log_fault(match) is None


@pytest.mark.parametrize("store", BOTH, indirect=True)
async def test_entries_that_went_are_missed(store: Both) -> None:
    match = await played(store)
    await done(store, "DELETE FROM entries WHERE match = ? AND number = 3", match)
    assert "entry 3 is missing" in str(await store.log_fault(match))
    await done(store, "DELETE FROM entries WHERE match = ? AND number = 1", match)
    assert await store.log_fault(match) == "entry 1 is missing"


@pytest.mark.parametrize("store", BOTH, indirect=True)
async def test_a_damaged_log_stays_damaged_in_the_archive(store: Both) -> None:
    match = await played(store)
    await done(store, "UPDATE entries SET by = 5 WHERE match = ? AND number = 1", match)
    known = await store.match(match)
    assert known is not None
    await wrote(store, match, replace(known, status=Status.OVER, ended_at=NOW))
    await store.tidy(NOW, 1000)
    assert await store.log_fault(match) == "entry 1 is not as it was written"


@pytest.mark.parametrize("store", BOTH, indirect=True)
async def test_forgetting_somebody_keeps_the_digests_right(store: Both) -> None:
    going, over, damaged = await played(store), await ended(store), await played(store)
    await done(store, "UPDATE entries SET at = at + 1 WHERE match = ? AND number = 2", damaged)
    person = ANN.person
    assert person is not None
    await store.save_person(Person(person, "Ann"))
    assert {going, over, damaged} <= await store.forget(person)
    assert (await store.entries(going))[2].by == -2
    assert await store.log_fault(going) is None
    assert await store.log_fault(over) is None
    assert await store.log_fault(damaged) is not None, "what was damaged is not made right by it"


@pytest.mark.parametrize("store", BOTH, indirect=True)
async def test_logs_of_older_versions_get_theirs_some_at_a_time(store: Both) -> None:
    matches = [await (ended if number % 2 else played)(store) for number in range(7)]
    going = matches[0]
    await done(store, "UPDATE entries SET link = ''")
    await done(store, "UPDATE matches SET digest = ''")
    await store.save_note(NOTE, "")
    assert [await store.log_fault(match) for match in matches] == [None] * 7
    known = await store.match(going)
    assert known is not None
    assert await store.give_digests(3), "there are more: it goes on there after a kill"
    assert await store.note(NOTE) == str(matches[3])
    await wrote(store, going, entry=entry(4))
    new = await played(store)
    while await store.give_digests(3):
        pass
    assert await store.note(NOTE) is None
    assert not await store.give_digests(3)
    await wrote(store, going, entry=entry(5))
    for match in (*matches, new):
        known = await store.match(match)
        assert known is not None
        assert len(known.digest) == 64
        assert await store.log_fault(match) is None
    await done(store, "UPDATE entries SET by = 9 WHERE match = ? AND number = 1", going)
    assert await store.log_fault(going) == "entry 1 is not as it was written"


async def test_nothing_is_given_while_older_code_runs(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Older code would add entries without continuing the digest."""
    monkeypatch.setattr(SqliteStore, "code_levels", CodeLevels(2, 1, 2))
    await store.save_note(NOTE, "")
    match = await played(store)
    assert not await store.give_digests(3)
    known = await store.match(match)
    assert known is not None
    assert known.digest == ""
    monkeypatch.setattr(SqliteStore, "code_levels", CodeLevels())
    assert not await store.give_digests(3)
    assert await store.log_fault(match) is None
    await done(store, "UPDATE entries SET by = 9 WHERE number = 1")
    assert await store.log_fault(match) is not None


async def test_a_backup_with_a_damaged_log_is_told_and_not_put_back_unasked(path: Path) -> None:
    async with await SqliteStore.open(path) as store:
        match, sound = await played(store), await played(store)
    target = path.with_name("backup.db")
    assert back_up(path, target).damaged == []
    with closing(sqlite3.connect(path)) as raw, raw:
        raw.execute("UPDATE entries SET by = 9 WHERE match = ? AND number = 1", (match,))
    wrong = f"match {match}: entry 1 is not as it was written"
    assert damaged_logs(path, lambda _: None) == [wrong]
    for kept_aside in (path.with_name("backup.db.sound"), None):
        made = back_up(path, target)
        assert (made.damaged, made.kept) == ([wrong], kept_aside), "the last sound one is kept, once"
    with pytest.raises(Corrupt) as refused:
        restore(path, target, replacing=True)
    assert refused.value.code == "backup_altered"
    assert wrong in str(refused.value.inputs["found"])
    assert list(restore(path, target, replacing=True, damaged=True).damaged) == [wrong]
    async with await SqliteStore.open(path) as store:
        assert await kept(store, sound) is not None
        assert await store.log_fault(sound) is None
        assert await store.log_fault(match) == "entry 1 is not as it was written"
    assert not restore(path, path.with_name("backup.db.sound"), replacing=True).damaged


async def test_what_a_restore_adds_is_in_the_digest(path: Path) -> None:
    async with await SqliteStore.open(path) as store:
        match = await played(store)
    back_up(path, path.with_name("backup.db"))
    restore(path, path.with_name("backup.db"), replacing=True)
    async with await SqliteStore.open(path) as store:
        assert [each.kind for each in await store.entries(match)][-1] == "fresh"
        assert await store.log_fault(match) is None
        await wrote(store, match, entry=entry(5))
        assert await store.log_fault(match) is None
