"""``python -m bench.clubs [--leagues 100] [--people 50]`` measures leagues among many people.

So many leagues, each with so many people at tables of four, begin a season by the real service; half of the
tables get a result. Then somebody asks, each time as after a start of the bot and again: `/league` with its
picture, the league's message, `/turns`, `/record`, the leaderboard. On SQLite and PostgreSQL, without
Discord, in milliseconds: median and worst, and the worst of processor, which other work on the machine does
not change.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

from bench.replays import Spent, said, timed
from cogs.actions.league_pages import LeaguePages
from cogs.face.registry import load_faces
from cogs.pages.inbox import inbox_page
from cogs.pages.league import post_page
from cogs.pages.record import leaderboard_page, record_page
from cogs.services.services import Reader, Services
from cogs.text.text import text_for
from engine.games import GAMES, ROWS
from engine.league.lengths import SIGN_UP
from engine.league.values import League, Stage, TableResult
from engine.leagues.service import LeagueService
from engine.match.tally import tally_of
from engine.matches import Matches, Venue
from engine.store.postgres import PostgresStore
from engine.store.sqlite import SqliteStore
from harness.postgres import database
from render.kit.canvas import Theme

GAME = "genial"
SEATS = 4
ASKED = 20
"""People who ask for each page."""
GUILD, CHANNEL, MODERATOR = 1, 1000, 1


class Club:
    """The service on one database, with a clock that is set by hand."""

    def __init__(self, store: Any) -> None:
        self.store = store
        self.time = datetime.now(UTC)
        self.click = 1 << 40
        self.renew()

    def renew(self) -> None:
        """Begin anew, as after a start of the bot: nothing is known but what the database holds."""
        self.matches = Matches(self.store, GAMES, lambda: self.time)
        self.service = LeagueService(self.matches)
        self.services = Services(self.matches, load_faces(ROWS))

    async def begin(self, leagues: int, people: int) -> list[int]:
        """Open the leagues, let people sign up, begin the seasons, and open all tables."""
        opened = list[int]()
        for number in range(leagues):
            venue = Venue(GUILD + number // 10, CHANNEL + number, "en")
            self.click += 1
            options = GAMES[GAME].Options()
            league = await self.service.leagues.open(GAME, options, SEATS, venue, MODERATOR, self.click)
            opened.append(league.id)
            for place in range(people):
                self.click += 1
                person = 10**6 + number * people + place
                await self.service.leagues.sign_up(league.id, person, f"Person {place}", self.click)
        self.time += SIGN_UP
        while await self._is_opening(opened):
            while await self.service.calendar.look():
                pass
            self.time += timedelta(seconds=10)
        return opened

    async def _is_opening(self, leagues: list[int]) -> bool:
        for league in leagues:
            season = (await self.service.leagues.load(league)).at(Stage.PLAYING)
            if season is None or any(table.match is None for table in season.tables):
                return True
        return False

    async def decide(self, league: int, dice: random.Random) -> None:
        """Give half of a league's tables a result."""

        def with_results(before: League) -> tuple[League, tuple[()]]:
            season = before.at(Stage.PLAYING)
            assert season is not None
            for table in season.tables[::2]:
                ranks = list(range(1, len(table.seats) + 1))
                dice.shuffle(ranks)
                result = TableResult(tuple(ranks), (0,) * len(ranks))
                season = season.with_table(replace(table, result=result))
            return before.with_season(season), ()

        await self.service.leagues.change(league, with_results)


async def _measure(name: str, store: Any, leagues: int, people: int) -> None:
    club, dice = Club(store), random.Random(5)
    began = time.perf_counter()
    opened = await club.begin(leagues, people)
    tables = 0
    for league in opened:
        await club.decide(league, dice)
        season = (await club.service.leagues.load(league)).at(Stage.PLAYING)
        tables += 0 if season is None else len(season.tables)
    taken = time.perf_counter() - began
    print(f"{name}: {leagues} leagues, {leagues * people} people, {tables} tables; made in {taken:.0f} s")

    async def record(reader: Reader) -> object:
        ended = await club.matches.history.ended_of(reader.person, 500)
        tally = tally_of(reader.person, ended)
        return await record_page(club.services, tally, {}, reader, server=True)

    async def leaders(reader: Reader) -> object:
        lines = await club.services.leagues.ratings.leaderboard(GAME, GUILD)
        return leaderboard_page(club.services, GAME, lines, 0, reader, listed=False)

    async def member(reader: Reader, number: int) -> object:
        found = await club.services.leagues.leagues.load(number)
        return await LeaguePages(club.services).page(found, reader)

    async def post(reader: Reader, number: int) -> object:
        found = await club.services.leagues.leagues.load(number)
        return await post_page(club.services, found, Theme.DARK, reader.text)

    spent: dict[str, list[Spent]] = {}
    for turn in range(ASKED):
        place = dice.randrange(leagues)
        person = 10**6 + place * people + dice.randrange(people)
        reader = Reader(person, "Person", text_for("fr" if turn % 2 else "en"), Theme.DARK)
        club.renew()
        pages: dict[str, Callable[[], Awaitable[object]]] = {
            "/league": partial(member, reader, opened[place]),
            "league's message": partial(post, reader, opened[place]),
            "/turns": partial(inbox_page, club.services, reader),
            "/record": partial(record, reader),
            "leaderboard": partial(leaders, reader),
        }
        for page, ask in pages.items():
            spent.setdefault(f"{page}, first", []).append(await timed(ask))
            spent.setdefault(f"{page}, again", []).append(await timed(ask))
        await club.matches.close()
    print(f"{'':26} {'median':>6} {'worst':>6} {'proc.':>6}")
    for page, each in spent.items():
        # Letters and parts of pictures are drawn for the first time in the first turn.
        print(f"{page:26} {said(each[1:])}", flush=True)


async def _all(leagues: int, people: int) -> None:
    async with AsyncExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        store = await stack.enter_async_context(await SqliteStore.open(Path(folder) / "longtable.db"))
        await _measure("SQLite", store, leagues, people)
    async with AsyncExitStack() as stack:
        address = await stack.enter_async_context(database())
        other = await stack.enter_async_context(await PostgresStore.open(address, sole=True))
        await _measure("PostgreSQL", other, leagues, people)


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(prog="python -m bench.clubs", description=__doc__)
    parser.add_argument("--leagues", type=int, default=100)
    parser.add_argument("--people", type=int, default=50, help="people of each league (default 50)")
    given = parser.parse_args()
    asyncio.run(_all(given.leagues, given.people))


if __name__ == "__main__":
    main()
