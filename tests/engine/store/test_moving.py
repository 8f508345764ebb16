"""A database that is moved to the other kind and back stays the same."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from datetime import timedelta
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from engine.cli import main
from engine.game import Seat
from engine.league.values import Act, League, Member, Season, SeasonTable, Stage
from engine.match.changes import Change, NewNotice, NewTimer
from engine.match.clock import Habits, Hours, SeatClock, Server
from engine.match.values import Person, Post, Status
from engine.store import NEWS, Corrupt, Store
from engine.store.backup import back_up, restore
from engine.store.postgres import PostgresStore
from engine.store.refusals import Failed, Occupied
from engine.store.sqlite import SqliteStore
from harness.postgres import database
from ops import status
from ops.commands import main as commands
from tests.engine.store.test_store import NOW, entry, opened, stored_match, wrote

SEASON = Season(
    *(0, 1, Stage.SIGN_UP, bytes(32), NOW),
    members=(Member(3, "Éve", 97),),
    tables=(SeasonTable(0, 0, (3, 4)),),
)


async def furnished(store: Store) -> None:
    """Write a row into every table in which a running bot may leave rows."""
    ended = await opened(store, click=(8, "open"))
    await wrote(store, ended, entry=entry(0, "start"))
    await wrote(store, ended, stored_match(id=ended, status=Status.OVER, ended_at=NOW))
    await store.tidy(NOW - timedelta(days=9), 1000)
    gone = await opened(store, stored_match(rematch_of=ended), notices=(NewNotice("lobby"),))
    for number in range(3):
        await wrote(store, gone, entry=entry(number), timers=(NewTimer("player", Seat(0), number, NOW),))
    (first, *_) = await store.timers(gone)
    await store.put_off_timer(first.id, None)
    await wrote(store, gone, clocks=((Seat(1), SeatClock(timedelta(days=1), since=NOW)),))
    await store.save_person(Person(3, "Éve ß 😀", "fr", None, True, False, 44))
    await store.save_post(Post(gone, "turn", 0, 77, 78))
    await store.save_note("tree", "abc")
    await store.save_server(5, Server())
    await store.save_hours(3, Hours(Habits("Europe/Paris")), NOW)
    await store.save_jotting(3, gone, "to do", NOW)
    league = League(0, 5, 6, "en", "auction", "{}", 2, 3, NOW, 99, seasons=(SEASON,))
    await store.open_league(league, Act(NOW, 3, "opened", {}))
    kept = await store.match(gone)
    assert kept is not None
    venue = kept.venue
    await store.open_server_lane(venue.guild, NEWS, 8, "fr", 3)
    await wrote(store, gone, bulletins=("seat",))
    await store.add_wish(3, venue.guild, "auction", "day", NOW, 9)
    await store.belong(77, 2)
    await store.identify(0)
    await store.note_session_up(0, NOW)
    await store.put_off_timers({}, 0, 1, NOW, NOW + timedelta(hours=1), outage=True)


async def everything(store: Any) -> dict[str, list[Any]]:
    """Return every row of every table, without notes about the database itself."""
    found: dict[str, list[Any]] = {}
    for table in await store._tables():
        names = ", ".join(sorted(await store._columns(table)))
        rows = await store._read(f"SELECT {names} FROM {table}")
        own = ("schema", "oldest", "generation", "copy", "restores")
        found[table] = sorted(repr(row) for row in rows if table != "notes" or row[0] not in own)
    return found


async def numbers_of(store: Any) -> dict[str, int]:
    return await store._numbers()


def ignored(table: str, rows: int) -> None:
    pass


async def test_a_database_goes_there_and_back(tmp_path: Path) -> None:
    async with database() as url, await SqliteStore.open(tmp_path / "old.db") as old:
        await furnished(old)
        async with await PostgresStore.open(url, sole=True) as between:
            rows = await between.take_over(old, ignored)
            assert await everything(between) == await everything(old)
            assert rows["entries"] == 3
            assert {table for table, number in rows.items() if number == 0} <= {
                "aside",
                "processes",
                "invitations",
                "promises",
            }
            async with await SqliteStore.open(tmp_path / "new.db") as new:
                await new.take_over(between, ignored)
                assert await everything(new) == await everything(old)
                ids = [await opened(each) for each in (old, between, new)]
                assert len(set(ids)) == 1, "numbers go on alike"
                timers = [NewTimer("player", Seat(0), 9, NOW)]
                for each in (old, between, new):
                    match = await each.match(ids[0])
                    assert match is not None
                    await each.commit(Change(match.id, timers=tuple(timers), version=match.version, at=NOW))
                numbers = [[timer.id for timer in await each.timers(ids[0])] for each in (old, between, new)]
                assert numbers[0] == numbers[1] == numbers[2]


async def test_a_database_that_was_restored_goes_there_and_back(tmp_path: Path) -> None:
    """The number of restores moves too: buttons must not get numbers that another restore has given."""
    path, backup = tmp_path / "old.db", tmp_path / "backup.db"
    async with await SqliteStore.open(path) as old:
        await furnished(old)
    for _ in range(2):
        back_up(path, backup)
        restore(path, backup, replacing=True)
    async with database() as url, await SqliteStore.open(path) as old:
        assert (await numbers_of(old))["restores"] == 2
        async with await PostgresStore.open(url, sole=True, moving=True) as between:
            await between.take_over(old, ignored)
            assert await everything(between) == await everything(old)
            assert await numbers_of(between) == await numbers_of(old)
            async with await SqliteStore.open(tmp_path / "new.db", moving=True) as new:
                await new.take_over(between, ignored)
                assert await everything(new) == await everything(old)
                assert await numbers_of(new) == await numbers_of(old)
    back_up(tmp_path / "new.db", tmp_path / "next.db")
    restore(tmp_path / "new.db", tmp_path / "next.db", replacing=True)
    async with await SqliteStore.open(tmp_path / "new.db") as new:
        assert (await numbers_of(new))["restores"] == 3
        fresh = [each.text for each in await new.entries(2) if each.kind == "fresh"]
        assert [text.split()[1] for text in fresh] == ["1", "2", "3"]


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
async def test_a_move_that_breaks_leaves_nothing_that_looks_whole(
    tmp_path: Path, kind: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async with await SqliteStore.open(tmp_path / "old.db") as old:
        await furnished(old)
    async with contextlib.AsyncExitStack() as stack:
        new = str(tmp_path / "new.db") if kind == "sqlite" else await stack.enter_async_context(database())
        run = lambda *given: asyncio.to_thread(main, ["move-store", *map(str, given)])  # noqa: E731
        store = SqliteStore if kind == "sqlite" else PostgresStore

        async def breaks(*_: object) -> None:
            raise ConnectionResetError if kind == "postgres" else sqlite3.OperationalError

        with monkeypatch.context() as patch:
            patch.setattr(store, "_go_on", breaks)
            assert await run(tmp_path / "old.db", new) == 1
        capsys.readouterr()
        for opening in (
            (
                PostgresStore.open(new),
                PostgresStore.open(new, sole=True),
                PostgresStore.open(new, looking=True),
            )
            if kind == "postgres"
            else (SqliteStore.open(Path(new)),)
        ):
            with pytest.raises(Corrupt) as refused:
                await opening
            assert refused.value.code == "store_unfinished"
        environment = {"LONGTABLE_DATABASE": new}
        assert await asyncio.to_thread(commands, ["check"], environment, str) == status.DATA
        assert "store_unfinished" in capsys.readouterr().err
        assert await run(tmp_path / "old.db", new) == 0, "typed again it is done"
        assert await asyncio.to_thread(commands, ["check"], environment, str) == status.DATA, (
            "of no real game"
        )
        assert "2 matches replayed" in capsys.readouterr().err


async def test_logs_that_have_changed_are_told_and_moved_as_they_are(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with await SqliteStore.open(tmp_path / "old.db") as old:
        await furnished(old)
        await old._write_one("UPDATE entries SET by = 7 WHERE match = 2 AND number = 1", ())  # pyright: ignore[reportPrivateUsage]
    async with database() as url:
        assert await asyncio.to_thread(main, ["move-store", str(tmp_path / "old.db"), url]) == 0
        assert "match 2: entry 1 is not as it was written" in capsys.readouterr().err


async def test_a_database_with_rows_is_not_overwritten(tmp_path: Path) -> None:
    async with database() as url, await SqliteStore.open(tmp_path / "old.db") as old:
        await furnished(old)
        async with await PostgresStore.open(url, sole=True) as new:
            match = await opened(new)
            with pytest.raises(Occupied):
                await new.take_over(old, ignored)
            assert await new.count([Status.RUNNING]) == 1
            assert (await new.match(match)) is not None


async def test_a_move_with_differing_rows_leaves_nothing(tmp_path: Path) -> None:
    async with database() as url, await SqliteStore.open(tmp_path / "old.db") as old:
        await furnished(old)
        async with await PostgresStore.open(url, sole=True) as new:
            connection = await asyncpg.connect(url)
            await connection.execute(
                "CREATE FUNCTION other() RETURNS trigger LANGUAGE plpgsql"
                " AS $$ BEGIN NEW.name = NEW.name || ' '; RETURN NEW; END $$;"
                "CREATE TRIGGER other BEFORE INSERT ON people FOR EACH ROW EXECUTE FUNCTION other()"
            )
            await connection.close()
            with pytest.raises(Failed, match="people differs"):
                await new.take_over(old, ignored)
            assert await new.count([Status.RUNNING]) == 0


async def test_the_command_says_what_it_moved_and_what_is_wrong(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with await SqliteStore.open(tmp_path / "old.db") as old:
        await furnished(old)
    run = lambda *given: asyncio.to_thread(main, ["move-store", *map(str, given)])  # noqa: E731
    assert await run(tmp_path / "none.db", tmp_path / "new.db") == 1
    assert "there is no database" in capsys.readouterr().err
    assert await run(tmp_path / "old.db", "postgresql://ada@127.0.0.1:1/games") == 1
    said = capsys.readouterr().err
    assert "cannot be reached" in said
    assert "hunter2" not in said
    async with database() as url:
        assert await run(tmp_path / "old.db", url) == 0
        assert "matches" in capsys.readouterr().out
        assert await run(tmp_path / "old.db", url) == 1
        assert "is not empty" in capsys.readouterr().err
        assert await run(url, tmp_path / "back.db") == 0


def test_a_password_in_the_command_line_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "old.db").touch()
    assert main(["move-store", str(tmp_path / "old.db"), "postgresql://ada:hunter2@127.0.0.1:1/games"]) != 0
    said = capsys.readouterr().err
    assert "everybody" in said
    assert "hunter2" not in said
