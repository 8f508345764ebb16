"""Finding matches in the database: by words, the newest first, limited, and by an index."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from engine.match.changes import Change, StoredMatch
from engine.match.values import Entry, Occupant, Post, SearchWord, Status, Venue
from engine.store import Store
from engine.store.sqlite import SqliteStore
from harness.postgres import BOTH

BOTH_STORES = pytest.mark.parametrize("store", BOTH, indirect=True)

NOW = datetime(2026, 5, 4, tzinfo=UTC)
ANN, BOB = 1, 2
OPEN = (Status.LOBBY, Status.RUNNING)


def occupant(person: int, name: str) -> Occupant:
    return Occupant(person, name, None, person)


def stored_match(*occupants: Occupant, **changed: Any) -> StoredMatch:
    given: dict[str, Any] = {
        "id": 0,
        "game": "genial",
        "rules": 1,
        "options": "{}",
        "size": 4,
        "status": Status.LOBBY,
        "host": ANN,
        "venue": Venue(5, 6, "en"),
        "occupants": occupants or (occupant(ANN, "Ann"),),
        "agreed": frozenset[int](),
        "seed": bytes(32),
        "opened_at": NOW,
        "rematch_of": None,
    }
    return StoredMatch(**(given | changed))


async def opened(store: Store, *occupants: Occupant, shown: bool = True, **changed: Any) -> int:
    match = (await store.commit(Change(0, stored_match(*occupants, **changed)))).match
    if shown:
        await store.save_post(Post(match, "lobby", 0, changed.get("channel", 6), match))
    return match


async def found(store: Store, *words: SearchWord, game: str | None = None, limit: int = 25) -> list[int]:
    return [each.id for each in await store.find_matches(ANN, OPEN, game, words, limit)]


@BOTH_STORES
async def test_the_newest_are_found_and_no_more_than_asked_for(store: Store) -> None:
    matches = [await opened(store) for _ in range(5)]
    await opened(store, occupant(BOB, "Bob"))
    await opened(store, status=Status.OVER)
    other = await opened(store, game="genesis")
    assert await found(store, limit=3) == [other, matches[4], matches[3]]
    assert await found(store, game="genial") == matches[::-1]


@BOTH_STORES
async def test_words_are_found_in_numbers_games_and_names(store: Store) -> None:
    elodie = await opened(store, occupant(ANN, "Ann"), occupant(BOB, "Élodie D’Arc"))
    robots = await opened(store, occupant(ANN, "Ann"), Occupant(None, "", "steady", 9))
    taken = await opened(store, occupant(ANN, "Ann"), Occupant(None, "Zoe", "steady", 9))
    genesis = await opened(store, game="genesis")
    assert await found(store, SearchWord("élod")) == [elodie]
    assert await found(store, SearchWord("élodie"), SearchWord("arc")) == [elodie]
    assert await found(store, SearchWord("élodie"), SearchWord("zoe")) == []
    assert await found(store, SearchWord(str(robots))) == [robots]
    assert await found(store, SearchWord("gen", games=("genesis",))) == [genesis]
    assert await found(store, SearchWord("robot", players=("steady",))) == [robots]
    assert await found(store, SearchWord("zoe", players=("random",))) == [taken]
    assert await found(store, SearchWord("%"), SearchWord("_")) == []


@BOTH_STORES
async def test_open_tables_are_those_that_one_can_join_however_many_newer_ones_are_full(
    store: Store,
) -> None:
    oldest = await opened(store, occupant(BOB, "Bob"))
    await opened(store, occupant(BOB, "Bob"), occupant(ANN, "Ann"))
    await opened(store, occupant(BOB, "Bob"), game="genesis")
    await opened(store, occupant(BOB, "Bob"), venue=Venue(5, 7, "en"))
    await opened(store, occupant(BOB, "Bob"), status=Status.RUNNING)
    for _ in range(60):
        await opened(store, occupant(BOB, "Bob"), size=1)
    assert [each.id for each in await store.open_lobbies(6, "genial", ANN, 25)] == [oldest]


@BOTH_STORES
async def test_those_that_wait_are_told_by_game(store: Store) -> None:
    waiting = await opened(store, status=Status.RUNNING)
    other = await opened(store, status=Status.RUNNING, game="genesis")
    for match, pending in ((waiting, (0,)), (other, ())):
        start = Entry(0, "start", None, "", (), NOW, ANN, "")
        await store.commit(Change(match, entry=start, pending=pending, version=1))  # pyright: ignore[reportArgumentType]
    assert await store.waiting_for(ANN) == {waiting: True, other: False}
    assert await store.waiting_for(ANN, "genesis") == {other: False}


@BOTH_STORES
async def test_threads_of_several_matches_are_read_at_once(store: Store) -> None:
    matches = [await opened(store) for _ in range(3)]
    for match in matches:
        await store.save_post(Post(match, "thread", 0, 70 + match, 1))
    await store.save_post(Post(matches[0], "hand", ANN, 1, 1))
    assert [each.channel for each in await store.posts_of(matches[:2], "thread")] == [
        70 + match for match in matches[:2]
    ]
    assert await store.posts_of([], "thread") == []


async def test_nothing_is_scanned_whole(store: SqliteStore, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every search of matches starts at an index with the person or the channel, and sorts nothing."""
    plans: list[str] = []
    read = store._read  # pyright: ignore[reportPrivateUsage]

    async def explained(sql: str, values: Any = ()) -> Any:
        rows = await read(f"EXPLAIN QUERY PLAN {sql}", values)
        plans.extend(f"{row[3]}" for row in rows)
        return await read(sql, values)

    monkeypatch.setattr(store, "_read", explained)
    await found(store, SearchWord("x", ("genial",), ("steady",)), game="genial")
    await store.open_lobbies(6, "genial", ANN, 25)
    await store.waiting_for(ANN, "genial")
    await store.count(OPEN, person=ANN)
    await store.posts_of([1, 2], "thread")
    assert any("seats_by_person" in step for step in plans)
    assert any("matches_open" in step for step in plans)
    # Lists of given values, and of one match's seats, are read whole.
    given = ("json_each", "value", "CONSTANT", "(subquery", "VIRTUAL TABLE")
    whole = [step for step in plans if step.startswith("SCAN") and not any(each in step for each in given)]
    assert whole == []
    assert [step for step in plans if "TEMP B-TREE" in step] == []


def test_the_index_is_one_of_the_schema(tmp_path: Path) -> None:
    with closing(sqlite3.connect(":memory:")) as connection:
        for path in sorted((Path(__file__).parents[3] / "migrations").glob("*.sql")):
            connection.executescript(path.read_text(encoding="utf-8"))
        connection.execute(
            "SELECT 1 FROM matches INDEXED BY matches_open WHERE channel = 1 AND status = 'lobby'"
        )
