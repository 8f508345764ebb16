"""Forget me: id and name leave every row of the database, and stay away when an older backup is put back."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import stat
import zlib
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine.game import Seat
from engine.match.changes import NewNotice, NewTimer
from engine.match.clock import Request, SeatClock
from engine.match.lobby import Guest, Lobby
from engine.match.values import FORGOTTEN, Match, Post
from engine.matches import Status
from engine.record import read, verify
from engine.store import Corrupt, Said, forgotten
from engine.store.backup import back_up, restore
from engine.store.sqlite import SqliteStore
from tests.engine.auction import AUCTION, AuctionOptions
from tests.engine.matches.test_matches import ANN, BOB, CEE, PLACE, Table, refuses

ME = 81_234_567_890_123_456
NAME = "Zébulon"
DAY = timedelta(days=1)


def found_in(path: Path, person: int = ME, name: str = NAME) -> list[str]:
    """Return the places of the id or the name: in numbers, in texts, inside JSON, and in compressed data."""
    places: list[str] = []
    with closing(sqlite3.connect(path)) as database:
        tables = database.execute(
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
        ).fetchall()
        for (table,) in tables:
            rows = database.execute(f"SELECT * FROM {table}")
            columns = [column[0] for column in rows.description]
            for row in rows:
                for column, value in zip(columns, row, strict=True):
                    if any(_is_of(each, person, name) for each in _values(value)):
                        places.append(f"{table}.{column}: {value!r}")
    return places


def _values(value: Any) -> Iterator[Any]:
    yield value
    if isinstance(value, bytes):
        try:
            yield zlib.decompress(value).decode()
        except zlib.error:
            return


def _is_of(value: Any, person: int, name: str) -> bool:
    if isinstance(value, int):
        return value == person
    text = value if isinstance(value, str) else repr(value)
    return str(person) in text or name in text or json.dumps(name)[1:-1] in text


class Full:
    """A database full of me."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.by_name: dict[str, int] = {}

    async def fill(self) -> None:
        table, matches, by = self.table, self.table.matches, self.by_name
        await matches.people.remember(ME, name=NAME, locale="fr", inbox=ME + 1)
        await matches.hours.set_habits(ME, zone="Europe/Paris")
        await matches.hours.set_daily(ME, True)
        today = table.clock().date()
        await matches.hours.take_leave(ME, today + 2 * DAY, today + 3 * DAY, table.click)

        by["alone"] = await self._opened(ME)
        by["host"] = await self._opened(ME)
        await matches.lobbies.join(by["host"], BOB, "Bob", table.click)
        by["guest"] = await self._opened(ANN, Lobby(guests=(Guest(ME, NAME),), order=(ME, ANN)))
        by["declined"] = await self._opened(ANN, Lobby(guests=(Guest(ME, NAME),)))
        await matches.lobbies.decline(by["declined"], ME, table.click)
        by["out"] = await self._opened(ANN)
        await matches.lobbies.join(by["out"], ME, NAME, table.click)
        await matches.lobbies.put_out(by["out"], ANN, ME, table.click)

        by["played"] = await self._started()
        await table.play(by["played"], ME, "bid 3")
        by["asked"] = await self._started(CEE)
        by["wish"] = await self._started()
        for person, text in ((ME, "bid 5"), (ANN, "bid 2")):
            await table.play(by["wish"], person, text)
        await matches.undo.undo(by["wish"], ME, table.click)
        by["agreed"] = await self._started()
        await matches.departures.cancel(by["agreed"], ME, table.click)
        by["resigned"] = await self._started()
        await table.play(by["resigned"], ME, "bid 3")
        await matches.departures.leave(by["resigned"], ME, table.click)
        by["over"] = await self._started()
        await table.finished(by["over"])
        by["left and over"] = await self._started()
        await matches.departures.leave(by["left and over"], ME, table.click)
        await table.finished(by["left and over"])
        by["cancelled"] = await self._opened(ME)
        await matches.departures.cancel(by["cancelled"], ME, table.click)
        await self._by_hand()

    async def _by_hand(self) -> None:
        """Write rare data: requests, objections, days given, votes, rows set aside, hands shown."""
        table, by = self.table, self.by_name
        clock = SeatClock(
            timedelta(),
            former=(ME, CEE),
            objected=(ME,),
            givers=(ME, BOB),
            request=Request(ME, NAME, 5, table.clock() + DAY),
        )
        await table.wrote(
            by["asked"],
            clocks=((Seat(1), clock),),
            timers=(NewTimer("sit", Seat(1), 0, table.clock() + DAY),),
            notices=(NewNotice("objected", Seat(1), 0, person=ME),),
        )
        stored = await table.store.match(by["resigned"])
        assert stored is not None
        state = msgspec.structs.replace(stored.row_state, pause_agreed=(ME, BOB))
        await table.wrote(by["resigned"], after=replace(stored, row_state=state))
        await table.matches.posts.save_post(Post(by["played"], "hand", ME, ME + 1, 77))
        with closing(sqlite3.connect(table.store.name)) as database, database:
            for what in ("posts", "outbox"):
                row = json.dumps({"match": 1, "person": ME, "kind": "hand"})
                database.execute(
                    "INSERT INTO aside (what, match, row, why, at) VALUES (?, 1, ?, 'test', 0)", (what, row)
                )
        table.matches.loader.cache._kept.clear()

    async def _opened(self, host: int, lobby: Lobby | None = None) -> int:
        match = await self.table.matches.lobbies.open(
            "auction",
            AuctionOptions(3),
            3,
            host,
            NAME if host == ME else f"Person {host}",
            PLACE,
            self.table.click,
            lobby=lobby or Lobby(),
        )
        return match.id

    async def _started(self, *others: int) -> int:
        """Start a match of Ann, me, and others."""
        table, matches = self.table, self.table.matches
        match = await matches.lobbies.open(
            *("auction", AuctionOptions(3), 2 + len(others), ANN, "Ann", PLACE, table.click), play_on=True
        )
        await matches.lobbies.join(match.id, ME, NAME, table.click)
        for other in others:
            await matches.lobbies.join(match.id, other, f"Person {other}", table.click)
        await matches.lobbies.start(match.id, ANN, table.click)
        return match.id


@pytest.fixture
async def full(table: Table) -> Full:
    full = Full(table)
    await full.fill()
    await table.store._flush()  # pyright: ignore[reportPrivateUsage] - posts wait for the next transaction
    return full


async def test_a_full_database_has_me_in_every_table_about_people(full: Full, tmp_path: Path) -> None:
    there = {each.partition(":")[0] for each in found_in(tmp_path / "longtable.db")}
    assert there >= {
        "seats.person",
        "seats.resigned",
        "seats.name",
        "matches.host",
        "matches.lobby",
        "matches.house",
        "entries.by",
        "clocks.value",
        "hours.person",
        "people.id",
        "people.name",
        "posts.person",
        "outbox.person",
        "outbox.number",
        "aside.row",
    }


@pytest.mark.parametrize("archived", [False, True])
async def test_id_and_name_leave_every_row(full: Full, tmp_path: Path, archived: bool) -> None:
    table, by, database = full.table, full.by_name, tmp_path / "longtable.db"
    if archived:
        await table.notices()
        assert await table.matches.upkeep.tidy()
        assert any(each.startswith("archive.log") for each in found_in(database))
    await table.matches.forgetting.forget(ME)
    assert found_in(database) == []
    await table.automatic()
    await table.notices()
    await table.matches.upkeep.tidy()
    assert found_in(database) == []
    assert (await table.matches.loader.get(by["alone"])).status is Status.CANCELLED
    host = await table.matches.loader.get(by["host"])
    assert (host.status, host.host, [one.name for one in host.occupants]) == (Status.LOBBY, BOB, ["Bob"])
    for name in ("guest", "declined", "out"):
        match = await table.matches.loader.get(by[name])
        assert (match.lobby.guests, match.lobby.declined, match.status) == ((), (), Status.LOBBY)
    for name in ("played", "asked", "wish", "agreed", "resigned"):
        match = await table.matches.loader.get(by[name])
        assert match.status is Status.RUNNING
        seat = match.occupants[1]
        assert (seat.person, seat.name, seat.player) == (None, FORGOTTEN, "steady"), name
        assert match.undo is None
        assert match.agreed == frozenset()
        again = table.again()
        assert (await again.queries.situation(by[name], ANN)).match.occupants == match.occupants
    for name in ("over", "left and over"):
        match = await table.matches.loader.get(by[name])
        assert match.status is Status.OVER
        assert match.occupants[1].name == FORGOTTEN
        assert await _verifies(table, match)


async def _verifies(table: Table, match: Match) -> bool:
    record = read(await table.matches.queries.record(match.id))
    verify(record, AUCTION)
    return (record.clicks, record.commitment) == (match.clicks, match.commitment)


async def test_matches_go_on_and_verify(full: Full) -> None:
    table = full.table
    await table.matches.forgetting.forget(ME)
    for name in ("played", "resigned"):
        match = await table.finished(full.by_name[name])
        assert await _verifies(table, match)


async def test_others_lose_nothing(full: Full, tmp_path: Path) -> None:
    table = full.table
    await table.matches.people.remember(ANN, name="Ann", theme="light")
    situation = await table.matches.queries.situation(full.by_name["played"], ANN)
    await table.matches.forgetting.forget(ME)
    after = await table.matches.queries.situation(full.by_name["played"], ANN)
    assert (after.view, after.moves, after.match.occupants[0]) == (
        situation.view,
        situation.moves,
        situation.match.occupants[0],
    )
    assert (await table.matches.people.person(ANN)).theme == "light"
    clock = await table.store.match(full.by_name["asked"])
    assert clock is not None
    assert clock.clock(1).former[1] == CEE


async def test_a_person_who_has_seen_a_hand_is_known_again_without_a_name(full: Full) -> None:
    table, by = full.table, full.by_name
    await table.matches.forgetting.forget(ME)
    with refuses("saw_hand"):
        await table.matches.substitutes.ask_seat(by["played"], ME, NAME, Seat(1), table.click)
    with refuses("put_out"):
        await table.matches.lobbies.join(by["out"], ME, NAME, table.click)
    joined = await table.matches.lobbies.join(by["declined"], ME, NAME, table.click)
    assert joined.seat_of(ME) == 1, "whoever comes back begins anew"


async def test_a_restored_backup_forgets_again(full: Full, tmp_path: Path) -> None:
    table, path, backup = full.table, tmp_path / "longtable.db", tmp_path / "backup.db"
    await table.notices()
    await table.matches.upkeep.tidy()
    back_up(path, backup)
    await table.matches.forgetting.forget(ME)
    await table.matches.close()
    await table.store.close()
    restore(path, backup, replacing=True)
    assert found_in(path) == []
    async with await SqliteStore.open(path) as store:
        again = Table(store)
        again._click = 5000
        await again.matches.upkeep._forgetting.give_up_seats()
        match = await again.matches.loader.get(full.by_name["played"])
        assert match.occupants[1].player == "steady"
        assert match.occupants[1].name == FORGOTTEN
        await again.matches.close()
    assert found_in(path) == []


async def test_a_file_of_before_forgets_at_the_start(full: Full, tmp_path: Path) -> None:
    """A bot was killed after it had noted whom to forget, and before it did so."""
    table, path = full.table, tmp_path / "longtable.db"
    await table.matches.close()
    await table.store.close()
    assert forgotten.add(path, ME, 0) == 1
    async with await SqliteStore.open(path):
        assert found_in(path) == []


async def test_a_person_who_came_back_stays_in_later_data(full: Full, tmp_path: Path) -> None:
    table, path, backup = full.table, tmp_path / "longtable.db", tmp_path / "backup.db"
    await table.matches.forgetting.forget(ME)
    await table.matches.people.remember(ME, locale="en")
    back_up(path, backup)
    await table.matches.forgetting.forget(BOB)
    await table.matches.close()
    await table.store.close()
    restore(path, backup, replacing=True)
    assert [each.partition(":")[0] for each in found_in(path)] == ["people.id"]
    with closing(sqlite3.connect(path)) as database:
        assert database.execute("SELECT 1 FROM seats WHERE person = ?", (BOB,)).fetchall() == []


async def test_the_file_beside_the_database_names_nobody(full: Full, tmp_path: Path) -> None:
    await full.table.matches.forgetting.forget(ME)
    file = tmp_path / "longtable.db.forgotten"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    text = await asyncio.to_thread(file.read_text)
    assert str(ME) not in text
    assert NAME not in text
    assert len(text.splitlines()) == 2
    file.write_text("nonsense")
    await full.table.matches.close()
    await full.table.store.close()
    with pytest.raises(Corrupt, match="store_forgotten"):
        await SqliteStore.open(tmp_path / "longtable.db")


async def test_a_notice_sent_at_the_same_time_writes_nothing_of_a_forgotten_person(
    full: Full, tmp_path: Path
) -> None:
    """The courier was about to note a message to me."""
    table = full.table
    await table.taken()
    notice, *_ = [
        one for one in await table.matches.outbox.notices((full.by_name["asked"],)) if one.person == ME
    ]
    await table.matches.forgetting.forget(ME)
    post = Post(notice.match, "hand", ME, ME + 1, 78)
    await table.matches.outbox.note_said(Said(notice, posts=(post,)))
    await table.matches.posts.save_post(post)
    assert found_in(tmp_path / "longtable.db") == []


# Data that is kept, to read


async def test_the_data_file_holds_what_is_kept_of_me_alone(full: Full) -> None:
    table, by = full.table, full.by_name
    kept = await table.matches.forgetting.kept_of(ME)
    text = json.dumps(kept, ensure_ascii=False)
    assert kept["remembered"]["name"] == NAME
    assert kept["hours"]["habits"]["zone"] == "Europe/Paris"
    told = {each["match"]: each for each in kept["matches"]}
    assert told.keys() >= set(by.values()) - {by["cancelled"]}
    assert [each["text"] for each in told[by["played"]]["acts"]] == ["bid 3"]
    assert told[by["guest"]]["invited"]
    assert told[by["declined"]]["declined"]
    assert told[by["out"]]["put_out"]
    assert told[by["asked"]]["asked_for_seat"] == 1
    assert told[by["agreed"]]["agreed_to_end"]
    assert kept["messages"] == [{"match": by["played"], "kind": "hand", "channel": ME + 1, "message": 77}]
    assert "Ann" not in text
    # Only there nobody draws lots for moves: elsewhere I may have bid 2 myself.
    assert "bid 5" in json.dumps(told[by["wish"]])
    assert "bid 2" not in json.dumps(told[by["wish"]]), "Ann's own"
    for match in by.values():
        stored = await table.store.match(match)
        assert stored is not None
        assert stored.seed.hex() not in text
    await table.matches.forgetting.forget(ME)
    empty = await table.matches.forgetting.kept_of(ME)
    assert (empty["remembered"], empty["hours"], empty["matches"], empty["messages"]) == ({}, {}, [], [])
