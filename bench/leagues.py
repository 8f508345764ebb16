"""Seasons of leagues on virtual time: ``python -m bench.leagues [--game KEY] [--seats N] [--people N]``.

The real service and courier, and the people of `bench.weeks`; what is simulated are people, Discord and the
clock. Printed are, for each season, how long tables take and how many of them still run at its end, when
stewards play them out. What may never be makes the program fail: a season that does not close, somebody
without a table or at one twice, a table without result, and all that is wrong in `bench.weeks`.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import sys
import tempfile
from collections import Counter
from datetime import timedelta
from pathlib import Path
from time import process_time

from bench.weeks import DAY, MEMORY, Running, Sample, World
from engine.games import GAMES
from engine.league.season import divisions_of
from engine.league.values import Season, Stage
from engine.leagues import LeagueService
from engine.match.clock import Pace
from engine.match.values import Status
from engine.store.sqlite import SqliteStore

STAYS = 0.75
"""Share of the members who sign up again."""
NEVER = 400
"""Days after which a season does not close any more."""


class LeagueWorld(World):
    """A server whose people play one league."""

    def __init__(
        self, store: SqliteStore, seed: int, people: int, game: str, seats: int, seasons: int
    ) -> None:
        super().__init__(store, seed, 1.0, people=people, matches=0)
        self.game, self.seats, self.seasons = game, seats, seasons
        service = LeagueService(self.matches)
        self.leagues, self.calendar = service.leagues, service.calendar
        self.league = 0
        self.days: dict[int, float] = {}
        """Days that a match has taken."""

    async def settle(self) -> None:
        await super().settle()
        while await self.calendar.look():
            await self._seat_new_tables()
            await super().settle()

    async def _seat_new_tables(self) -> None:
        """Let people know of the tables that were opened."""
        season = (await self.leagues.load(self.league)).at(Stage.PLAYING)
        for table in () if season is None else season.tables:
            if table.match is None or table.match in self.running or table.match in self.days:
                continue
            match = await self.matches.loader.get(table.match)
            if match.status is not Status.RUNNING:
                continue
            persons = {person: seat for person in table.seats if (seat := match.seat_of(person)) is not None}
            sample = Sample(self.game, len(table.seats), "league")
            self.running[match.id] = Running(match.id, sample, Pace.read(str(match.pace)), self.time, persons)
            self.days[match.id] = -(self.time.timestamp() / 86400)

    async def season(self, number: int) -> Season:
        """Let people sign up, and play the season to its end."""
        for person in self.people.values():
            if number == 1 or self.dice.random() < STAYS:
                await self.leagues.sign_up(self.league, person.id, f"P{person.id}", self.click)
        began = self.time
        for day in range(1, NEVER):
            await self.until(began + day * DAY)
            await self.rounds()
            await self.settle()
            for match in [each for each, days in self.days.items() if days < 0]:
                if (await self.matches.loader.get(match)).status is not Status.RUNNING:
                    self.days[match] += self.time.timestamp() / 86400
                    self.running.pop(match, None)
            league = await self.leagues.load(self.league)
            found = next((each for each in league.seasons if each.number == number), None)
            if found is not None and found.stage is Stage.CLOSED:
                return found
        raise SystemExit(f"season {number} does not close")

    async def play(self) -> int:
        """Play the seasons, print what they were like, and return how much was wrong."""
        await self.matches.timekeeper.beat()
        await self.settle_in()
        rules = GAMES[self.game]
        opened = await self.leagues.open(self.game, rules.Options(), self.seats, self.venue, 1, self.click)
        self.league = opened.id
        for number in range(1, self.seasons + 1):
            closed = await self.season(number)
            self._print(closed)
        for what, times in self.figures.wrong.items():
            print(f"wrong: {what}: {times}")
        await self.matches.close()
        return sum(self.figures.wrong.values())

    def _print(self, season: Season) -> None:
        seated = Counter(person for table in season.tables for person in table.seats)
        here = {each.person for each in season.members if each.division is not None}
        if set(seated) != here:
            self.figures.wrong["somebody without a table"] += 1
        if any(len(set(table.seats)) < len(table.seats) for table in season.tables):
            self.figures.wrong["somebody at a table twice"] += 1
        if any(not table.is_done for table in season.tables):
            self.figures.wrong["a table without result"] += 1
        assert season.ends is not None
        weeks = (season.ends - season.begins) / timedelta(weeks=1)
        days = sorted(self.days[table.match] for table in season.tables if table.match in self.days)
        late = sum(each >= weeks * 7 for each in days)
        tenth = days[int(len(days) * 0.9) - 1] if len(days) > 1 else days[0]
        levels = Counter(division.level for division in divisions_of(season))
        print(
            f"season {season.number}: {len(here)} people, divisions by level {[*levels.values()]},"
            f" {len(season.tables)} tables; days: median {statistics.median(days):.0f},"
            f" nine of ten {tenth:.0f}; running at the end of {weeks:.0f} weeks: {late / len(days):.1%}",
            flush=True,
        )


async def _league(file: Path, given: argparse.Namespace) -> int:
    async with await SqliteStore.open(file) as store:
        world = LeagueWorld(store, given.seed, given.people, given.game, given.seats, given.seasons)
        return await world.play()


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.leagues", description=__doc__)
    parser.add_argument("--game", default="genesis_life", choices=list(GAMES))
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--people", type=int, default=12)
    parser.add_argument("--seasons", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as folder:
        began = process_time()
        wrong = asyncio.run(_league(Path(folder) / "longtable.db", given))
    seconds = process_time() - began
    print(f"{given.game}, {given.seats} seats, {given.people} people: {seconds:.0f} s of processor")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
