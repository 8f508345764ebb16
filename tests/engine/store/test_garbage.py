"""Garbage in every column of every table, one at a time, which must not disturb other matches.

The columns are read from the database itself, so that new ones are tried too.
"""

from __future__ import annotations

import asyncio
import contextlib
import shutil
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any, NamedTuple

import asyncpg
import pytest

from engine.game import Refusal, Seat
from engine.league.season import begun
from engine.league.values import Act, Stage
from engine.leagues import LeagueService
from engine.match.clock import PACES
from engine.match.lobby import Begin, Guest, Lobby
from engine.match.values import Chosen, Post, SearchWord, Status
from engine.matches import Matches
from engine.store import Busy, Corrupt, Foreign, Misfit, Newer, Promise, Said
from engine.store.opening import MIGRATIONS, steps_of
from engine.store.postgres import PostgresStore
from engine.store.sqlite import SqliteStore
from harness.postgres import database
from tests.engine.auction import AuctionOptions
from tests.engine.matches.test_matches import ANN, BOB, CEE, DAN, PLACE, Table

HOUR = 3600.0
HUGE = 2**63 - 1
NUMBERS = (HUGE, -(2**63), 2**61, -1, 0, 10**15)
"""Garbage for a column of numbers."""
TEXTS = (
    "",
    "zz",
    "{",
    "null",
    "7",
    "[]",
    "{}",
    '["x", {"y": null}, 9223372036854775807]',
    '{"a": "\\ud800", "sleeps": 3, "habits": [], "guests": [{}]}',
    '{"habits": {"zone": "Europe/../Nowhere"}, "left": 1, "zone": "Nowhere", "pace": "0h+0h"}',
    '{"started": "2026-01-01T00:00:00", "pauses": [["2026-01-01T00:00:00", "2026-01-02T00:00:00"]]}',
    "[" * 3000,
    "9" * 5000,
)
"""Garbage for a column of texts."""
ON_SERVER = (None, *NUMBERS[:3], TEXTS[1], TEXTS[2], TEXTS[7], TEXTS[9], b"", b"garbage")
"""Garbage of each kind for a server, where opening takes longer."""
BYTES = (b"\xff\x80", b"\xed\xa0\x80", b"a\0b", b'{"started": "\xed\xa0\x80"}')
"""Garbage for a column of texts that only some databases accept: no text, a lone surrogate."""
BLOBS = (b"", b"\0", b"garbage", bytes(32), b"x\x9c\xab\xcd")
OWN = {"notes": (Corrupt, Foreign, Newer), "cluster": (Foreign, Misfit), "processes": (Busy,)}
"""Tables about the database itself, each with the errors by which garbage in it may be refused."""


class Column(NamedTuple):
    table: str
    name: str
    type: str
    nullable: bool
    key: bool


def columns() -> list[Column]:
    with closing(sqlite3.connect(":memory:")) as made:
        for _, script in steps_of(MIGRATIONS):
            made.executescript(script)
        tables = made.execute(
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
        )
        return [
            Column(table, name, type_, not required and not key, bool(key))
            for (table,) in tables.fetchall()
            for _, name, type_, required, _, key in made.execute(f"PRAGMA table_info({table})")
        ]


COLUMNS = columns()


def garbage(column: Column) -> Iterator[object]:
    if column.nullable:
        yield None
    yield from {"INTEGER": NUMBERS, "TEXT": (*TEXTS, *BYTES), "BLOB": BLOBS}[column.type]


class Prepared(NamedTuple):
    """The matches in the database: those that are garbled, and those that are not."""

    running: int
    lobby: int
    ended: int
    mine: int
    others: int
    own: int
    invited: int
    over: int
    automatic: int


async def furnished(store: Any) -> Prepared:
    """Fill the database with each kind of match twice, and a row in every table."""
    table = Table(store)
    matches = table.matches
    await store.belong(77, 1)
    matches.timekeeper.attend(lambda: True)
    await matches.server_news.choose(PLACE.guild, 55, "en", DAN)

    async def lobby(host: int, *guests: Guest, size: int = 3, pace: str = "day") -> int:
        made = await matches.lobbies.open(
            "auction",
            AuctionOptions(2),
            size,
            host,
            f"Person {host}",
            PLACE,
            table.click,
            pace=PACES[pace],
            lobby=Lobby(guests=guests, begin=Begin.DELAY),
        )
        return made.id

    async def running(*others: int | str, pace: str = "day") -> int:
        match = await lobby(ANN, size=1 + len(others), pace=pace)
        for other in others:
            if isinstance(other, str):
                await matches.lobbies.add_player(match, ANN, other, table.click)
            else:
                await matches.lobbies.join(match, other, f"Person {other}", table.click)
        await matches.lobbies.start(match, ANN, table.click)
        return match

    async def ended() -> int:
        match = await table.started("steady", target=1)
        return (await table.finished(match)).id

    ends = [await ended(), await ended()]
    await heard(table)
    await store.tidy(table.clock() - timedelta(days=9), 1000)
    prepared = Prepared(
        await running(BOB),
        await lobby(ANN, Guest(CEE, "Cee")),
        ends[0],
        await running(BOB),
        await running(BOB),
        await lobby(ANN),
        await lobby(BOB, Guest(ANN, "Ann")),
        ends[1],
        await running("steady", pace="open"),
    )
    for match in (prepared.running, prepared.others):
        await table.play(match, ANN, "bid 4")
    for match in (prepared.running, prepared.mine):
        for person in (ANN, BOB):
            situation = await matches.queries.situation(match, person)
            await matches.seat_clocks.note_delivered(match, Seat(person - 1), situation.call_entry or 0)
            await matches.people.jot(match, person, f"a note of {person}")
            await matches.posts.save_post(Post(match, "hand", person, 70 + person, 80 + match, 1))
        await matches.pauses.pause(match, ANN, table.clock() + timedelta(days=3), table.click)
        for kind in ("turn", "thread", "awake"):
            await matches.posts.save_post(Post(match, kind, 0, 77, 800 + match, 1, "5"))
    await matches.hours.set_habits(BOB, zone="Europe/Paris")
    await matches.hours.set_habits(CEE, zone="Asia/Tokyo")
    today = table.clock().date()
    await matches.hours.take_leave(BOB, today + timedelta(days=9), today + timedelta(days=11), table.click)
    await matches.hours.set_server(PLACE.guild, zone="Europe/Paris", pace="day")
    await matches.hours.set_server(99, zone="Asia/Tokyo")
    for person in (BOB, CEE):
        await matches.people.remember(
            person, name=f"Person {person}", locale="fr", chosen=Chosen(language="fr")
        )
    # After the tables above: a wish ends once somebody was told of one.
    for pace in ("day", ""):
        await store.add_wish(BOB, PLACE.guild, "auction", pace, table.clock(), 5)
    await store._write_one("UPDATE wishes SET match = ?, listed = 1 WHERE pace = ''", (prepared.running,))
    await store.save_note("tree", "abc")
    await store.save_note("lost", "[[90000, 90001]]")
    await store.save_note("forgotten", "1")
    await store.identify(0)
    await store.note_session_up(0, table.clock())
    await store.put_off_timers({}, 0, 1, table.clock(), table.clock() + timedelta(minutes=1), outage=True)
    await store._write_one(
        "INSERT INTO aside (what, match, row, why, at) VALUES (?, ?, ?, ?, ?)",
        ("timers", prepared.running, '{"id": 7, "person": 5}', "its time cannot be", 5),
    )
    await matches.promises.promise([Promise(9001, "token", BOB), Promise(9002, "token", CEE)], ())
    await league_with_table(table, prepared.running)
    await store._write_one("INSERT INTO processes (name, level, invalid, until) VALUES ('a', 2, 0, 0)", ())
    return prepared


async def league_with_table(table: Table, match: int) -> None:
    """Open a league that plays its first season, with that match as one of its tables."""
    leagues = LeagueService(table.matches).leagues
    league = await leagues.open("auction", AuctionOptions(2), 2, PLACE, DAN, table.click)
    for person in (ANN, BOB, CEE, DAN):
        await leagues.sign_up(league.id, person, f"Person {person}", table.click)
    before = await leagues.load(league.id)
    (season,) = before.seasons
    season = replace(begun(season, {}, 2, 4), stage=Stage.PLAYING, ends=table.clock() + timedelta(days=40))
    opened = season.with_table(replace(season.tables[0], match=match))
    after = replace(before.with_season(opened), due=table.clock() + timedelta(minutes=5), post=7, shown="x")
    await table.store.commit_league(before, after, [Act(table.clock(), DAN, "annulled", {"match": match})])


async def heard(table: Table) -> list[tuple[int, str]]:
    """Return the notices of all matches, and mark them as sent."""
    said: list[tuple[int, str]] = []
    for _ in range(20):
        lanes = [lane for part in await table.matches.outbox.next_lanes(99, 99) for lane in part]
        for lane in lanes:
            for notice in await table.matches.outbox.notices((lane.match,)):
                said.append((notice.match, notice.kind))
                await table.matches.outbox.note_said(Said(notice))
            await table.matches.outbox.release_lanes((lane.match,))
        if not lanes:
            break
    return said


async def seen_by(matches: Matches, person: int, without: int) -> dict[str, Any]:
    """Return all lists in which a match may stand, without the one that is garbled."""
    inbox = await matches.inboxes.inbox(person)
    numbers = range(1, 10)
    listed = await matches.inboxes.public_matches(tuple(numbers))
    every = {
        "mine": [each.match for each in inbox.mine],
        "others": [each.match for each in inbox.others],
        "lobbies": [each.id for each in inbox.lobbies],
        "invited": [each.id for each in inbox.invited],
        "ended": [each.id for each in inbox.ended],
        "running_in": sorted(each.match for each in await matches.inboxes.running_in(PLACE.guild)),
        "lobbies_at": [each.id for each in await matches.queries.lobbies_at(PLACE.guild, limit=50)],
        "open": [
            each.id for each in await matches.queries.open_lobbies(PLACE.channel, "auction", CEE, limit=50)
        ],
        "waiting": sorted(await matches.queries.waiting_for(person)),
        "deadlines": sorted(await matches.queries.deadlines(person)),
        "listed": sorted(listed),
    }
    for status in Status:
        found = await matches.queries.find(person, [status], limit=50)
        every[f"found {status}"] = [each.id for each in found]
    words = [SearchWord("person", (), ())]
    every["words"] = [
        each.id for each in await matches.queries.find(person, list(Status), None, words, limit=50)
    ]
    there = {*numbers} - {without}
    shown: dict[str, list[Any]] = {
        part: [each for each in found if each in there] for part, found in every.items()
    }
    shown["known"] = [
        (each.id, each.status, each.size, each.pace, each.occupants, each.lobby)
        for each in listed.values()
        if each.id in there
    ]
    shown["deadline"] = [
        (each.match, each.deadline) for each in (*inbox.mine, *inbox.others) if each.match in there
    ]
    return shown


async def works(store: Any, prepared: Prepared, without: int) -> None:
    """Check that other matches go on, and that upkeep and people's settings work."""
    table = Table(store)
    table._click = 5000  # pyright: ignore[reportPrivateUsage] - of other people's clicks
    table.clock.pass_(2 * HOUR)
    matches = table.matches
    matches.timekeeper.attend(lambda: True)
    await matches.timekeeper.beat()
    await matches.upkeep.reconcile()
    await matches.upkeep.rest()
    await matches.upkeep.tidy()
    await matches.upkeep.sizes()
    await matches.promises.take_promises()
    for lane in await matches.server_news.take(9):
        for each in await matches.server_news.bulletins(lane):
            await matches.inboxes.public_matches((each.match,))
        await matches.server_news.put_off(lane, timedelta(minutes=5))
    for person in (ANN, BOB, CEE):
        await store.wishes_of(person, table.clock() - timedelta(days=30))
    await store.wishes_for(PLACE.guild, "auction", "day", table.clock() - timedelta(days=30))
    await matches.server_news.lane(PLACE.guild)
    await matches.posts.silent_threads(table.clock(), table.clock(), 50)
    said = {match for match, *_ in await heard(table)}
    assert {prepared.automatic, prepared.mine, prepared.others} - {without} <= said
    while await matches.timers.run_due_timers():
        pass
    robot = await matches.queries.situation(prepared.automatic, ANN)
    assert robot.seat in robot.pending
    await table.play(prepared.mine, ANN, "bid 1")
    await table.play(prepared.mine, BOB, "bid 0")
    assert (await matches.loader.get(prepared.mine)).entries > 2
    assert prepared.mine in {match for match, *_ in await heard(table)}
    await matches.lobbies.join(prepared.own, CEE, "Cee", table.click)
    await matches.lobbies.accept(prepared.invited, ANN, "Ann", table.click)
    assert len((await matches.loader.get(prepared.own)).occupants) == 2
    assert await matches.queries.record(prepared.over)
    for person in (ANN, BOB, CEE):
        await matches.hours.hours(person)
        await matches.people.person(person)
        assert (await matches.forgetting.kept_of(person))["person"] == person
    await matches.hours.set_habits(BOB, quiet=(0, 60))
    await matches.hours.set_server(PLACE.guild, zone="Europe/Rome")
    with contextlib.suppress(Refusal):  # a match that is damaged is told, and nothing else
        await matches.loader.get(without)
    table.clock.time += timedelta(minutes=5)
    await store.shift_clock(table.clock(), timedelta(hours=1), "clock", None)
    await store.put_off_timers({"clock": "away"}, 0, 1, table.clock(), table.clock() + timedelta(hours=1))
    calendar = LeagueService(matches).calendar
    while await calendar.look():
        pass
    await matches.forgetting.forget(CEE)
    await store.give_digests(50)
    await matches.close()


def victims(prepared: Prepared, table: str, names: Sequence[str]) -> list[tuple[str, int]]:
    """Yield conditions for the rows to garble, one at a time, with the match of each."""
    if table == "matches":
        return [(f"id = {match}", match) for match in (prepared.running, prepared.lobby, prepared.ended)]
    if table == "wishes":
        return [("match IS NULL", 0), (f"match = {prepared.running}", prepared.running)]
    if "match" in names:
        match = {"archive": prepared.ended, "invitations": prepared.lobby}.get(table, prepared.running)
        return [(f"match = {match}", match)]
    if table == "notes":
        return [
            (f"key = '{key}'", 0)
            for key in ("generation", "oldest", "lost", "forgotten", "tree", "undigested")
        ]
    rows = {"people": f"id = {BOB}", "hours": f"person = {BOB}", "servers": f"guild = {PLACE.guild}"}
    return [(rows.get(table, "1 = 1"), 0)]


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Prepared, dict[int, dict[str, Any]]]:
    folder = tmp_path_factory.mktemp("base")

    async def made() -> Prepared:
        async with await SqliteStore.open(folder / "longtable.db") as store:
            return await furnished(store)

    return folder, asyncio.run(made()), {}


def opened_copy(folder: Path, to: Path) -> Path:
    shutil.copytree(folder, to, dirs_exist_ok=True)
    return to / "longtable.db"


async def tried(
    store: Any, table: str, prepared: Prepared, match: int, expected: dict[str, Any], *, first: bool
) -> None:
    matches = Table(store).matches
    seen = await seen_by(matches, ANN, match)
    differing = {part: (seen[part], expected[part]) for part in expected if seen[part] != expected[part]}
    if table == "outages":  # the time that it gave is gone with it, nothing else
        differing.pop("deadline", None)
    assert differing == {}
    if first:
        await works(store, prepared, match)


@pytest.mark.parametrize("column", COLUMNS, ids=lambda each: f"{each.table}.{each.name}")
async def test_no_other_match_is_hindered(
    column: Column, base: tuple[Path, Prepared, dict[int, dict[str, Any]]], tmp_path: Path
) -> None:
    folder, prepared, baseline = base
    table = column.table
    names = [each.name for each in COLUMNS if each.table == table]
    tries, failed = 0, list[str]()
    garbled = victims(prepared, table, names)
    first = garbled[0][1]
    for where, match in garbled:
        if match not in baseline:
            async with await SqliteStore.open(opened_copy(folder, tmp_path / "sound")) as store:
                baseline[match] = await seen_by(Table(store).matches, ANN, match)
                await works(store, prepared, match)
            shutil.rmtree(tmp_path / "sound")
        for value in garbage(column):
            path = opened_copy(folder, tmp_path / "garbled")
            if garble(path, column, where, value):
                tries += 1
                case = f"{table}.{column.name} where {where} = {value!r:.60}"
                try:
                    async with await SqliteStore.open(path) as store:
                        await tried(store, table, prepared, match, baseline[match], first=match == first)
                except OWN.get(table, ()):
                    pass
                except (Exception, AssertionError) as error:
                    failed.append(f"{case}: {error!r:.600}")
            shutil.rmtree(tmp_path / "garbled")
    assert not failed, "\n".join(failed)
    assert tries or column.name in ("id", "match"), "nothing could be garbled"


def garble(path: Path, column: Column, where: str, value: object) -> bool:
    """Write the value into one row; return whether the database takes it."""
    keys = _keys(column.table)
    mark = "CAST(? AS TEXT)" if isinstance(value, bytes) and column.type == "TEXT" else "?"
    with closing(sqlite3.connect(path, isolation_level=None)) as raw:
        raw.execute("PRAGMA wal_autocheckpoint = 0")
        raw.execute("PRAGMA ignore_check_constraints = ON")
        one = f"({keys}) = (SELECT {keys} FROM {column.table} WHERE {where} LIMIT 1)"
        try:
            update = f"UPDATE {column.table} SET {column.name} = {mark} WHERE {one}"
            return raw.execute(update, (value,)).rowcount == 1
        except sqlite3.IntegrityError:
            return False


def _keys(table: str) -> str:
    with closing(sqlite3.connect(":memory:")) as made:
        for _, script in steps_of(MIGRATIONS):
            made.executescript(script)
        return ", ".join(row[1] for row in made.execute(f"PRAGMA table_info({table})") if row[5])


@pytest.mark.parametrize("table", sorted({each.table for each in COLUMNS}))
async def test_no_other_match_is_hindered_on_a_server(table: str) -> None:
    """Only garbage that PostgreSQL's types accept is tried; each value is restored before the next."""
    async with database() as url:
        async with await PostgresStore.open(url, sole=True) as store:
            prepared = await furnished(store)
            ((where, match), *_) = victims(
                prepared, table, [each.name for each in COLUMNS if each.table == table]
            )
            matches = Table(store).matches
            expected = await seen_by(matches, ANN, match)
        connection = await asyncpg.connect(url)
        await connection.execute("SET session_replication_role = replica")  # no references
        for name, owner in await connection.fetch(
            "SELECT conname, conrelid::regclass::text FROM pg_constraint"
            " WHERE contype = 'c' AND conrelid <> 0"
        ):
            await connection.execute(f"ALTER TABLE {owner} DROP CONSTRAINT {name}")
        failed = list[str]()
        for column in (each for each in COLUMNS if each.table == table and not each.key):
            for value in garbage(column):
                if value not in ON_SERVER:
                    continue
                before = await connection.fetch(f"SELECT * FROM {table}")
                rows = f"(SELECT ctid FROM {table} WHERE {where.replace('1 = 1', 'true')} LIMIT 1)"
                try:
                    await connection.execute(
                        f"UPDATE {table} SET {column.name} = $1 WHERE ctid = {rows}", value
                    )
                except asyncpg.PostgresError:
                    continue  # it is not let be
                try:
                    async with await PostgresStore.open(url, sole=True) as store:
                        matches = Table(store).matches
                        seen = await seen_by(matches, ANN, match)
                        await matches.upkeep.reconcile()
                        await matches.posts.silent_threads(matches.now(), matches.now(), 50)
                        await store.take_timers("a", matches.now(), matches.now(), 0)
                        await store.next_timer(matches.now())
                        await store.next_lane()
                    if table != "outages" and seen != expected:
                        failed.append(f"{table}.{column.name} = {value!r:.60}: another list")
                except OWN.get(table, ()):
                    pass
                except Exception as error:
                    failed.append(f"{table}.{column.name} = {value!r:.60}: {error!r:.300}")
                await connection.execute(f"DELETE FROM {table}")
                await connection.copy_records_to_table(table, records=[tuple(row) for row in before])
        await connection.close()
    assert not failed, "\n".join(failed)
