"""``python bot.py ratings``: all ratings follow from the logs."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot import _for_operator as sentence  # pyright: ignore[reportPrivateUsage]
from engine.games import GAMES
from engine.match.clock import PACES
from engine.match.help import Help
from engine.matches import Matches, Status, Venue
from engine.store import Store
from engine.store.opening import MIGRATIONS, prepare
from engine.store.postgres import PostgresStore
from engine.store.sqlite import SqliteStore
from harness.postgres import database as database_on_server
from ops import commands, status
from tests.engine.store.test_store import NOW

ANN, BOB = 11, 12


async def play_rated(store: Store) -> int:
    """Play a rated match to its end; return its number."""
    matches = Matches(store, GAMES, lambda: NOW)
    game = GAMES["genesis"]
    place = Venue(5, 6, "en")
    opening = matches.lobbies.open(
        *("genesis", game.Options(), 2, ANN, "Ann", place, 1), pace=PACES["day"], help=Help.RATED
    )
    number = (await opening).id
    await matches.lobbies.join(number, BOB, "Bob", 2)
    await matches.lobbies.start(number, ANN, 3)
    click = 10
    while (known := await matches.loader.get(number)).status is Status.RUNNING:
        public = await matches.queries.situation(number, None)
        person = known.occupants[public.pending[0]].person
        assert person is not None
        own = await matches.queries.situation(number, person)
        await matches.moves.play(number, person, str(own.moves[-1]), None, click := click + 1)
    await matches.upkeep.note_results()
    await matches.close()
    return number


@pytest.fixture
def rated(tmp_path: Path) -> tuple[Path, int]:
    """A database with a rated match that is over, and the number of that."""
    path = tmp_path / "longtable.db"
    prepare(path, MIGRATIONS).release()

    async def play() -> int:
        async with await SqliteStore.open(path) as store:
            return await play_rated(store)

    return path, asyncio.run(play())


def test_all_ratings_follow_from_the_logs(
    rated: tuple[Path, int], capsys: pytest.CaptureFixture[str]
) -> None:
    path, _ = rated
    assert commands.main(["ratings", "--database", str(path)], {}, sentence) == status.DONE
    said = capsys.readouterr()
    assert "genesis: 2 people, 1 matches, 0.0e+00 apart" in said.out
    assert "genial: 0 people, 0 matches" in said.out
    assert said.err == ""


def test_ranks_that_do_not_follow_are_named(
    rated: tuple[Path, int], capsys: pytest.CaptureFixture[str]
) -> None:
    path, match = rated

    async def falsify() -> None:
        async with await SqliteStore.open(path) as store:
            (table,) = await store.rated_tables("genesis")
            turned = [[person, 3 - rank] for person, rank in table.ranks.items()]
            assert sorted(table.ranks.values()) == [1, 2]
            await store.save_result(match, "null", str(turned))

    asyncio.run(falsify())
    assert commands.main(["ratings", "--database", str(path)], {}, sentence) == status.DATA
    assert f"match {match}: its log gives other ranks" in capsys.readouterr().err


async def test_a_database_on_a_server_is_rated_too(capsys: pytest.CaptureFixture[str]) -> None:
    async with database_on_server() as address:
        async with await PostgresStore.open(address) as store:
            await play_rated(store)
        given = ["ratings", "--database", address]
        assert await asyncio.to_thread(commands.main, given, {}, sentence) == status.DONE
    assert "genesis: 2 people, 1 matches" in capsys.readouterr().out
