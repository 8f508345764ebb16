"""Seasons of leagues on virtual time: ``python -m bench.leagues [--game KEY] [--seats N] [--people N]``.

The real service, courier and messages to members, and the people of `bench.weeks`; what is simulated are
people, Discord and the clock. Printed are, for each season, how long tables take and how many of them still
run at its end, when stewards play them out, and how often the beginning has rung. What may never be makes the
program fail: a season that does not close, somebody without a table or at one twice, a table without result,
and all that is wrong in `bench.weeks`.

``--keep FILE`` plays all of `PIECES` one after the other, small ones first, and writes each result to the
file as a line of JSON. Pieces that stand there already are left out: the program goes on where it stopped.
``--report FILE`` prints them as a table.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import statistics
import sys
import tempfile
from collections import Counter
from datetime import datetime, timedelta
from pathlib import Path
from time import process_time
from typing import Any

from bench.weeks import DAY, FACES, MEMORY, Running, Sample, Words, World
from cogs.delivery.league_posts import LeaguePosts
from engine.games import GAMES
from engine.league.season import divisions_of
from engine.league.values import Season, Stage
from engine.match.clock import Pace
from engine.match.values import Status
from engine.store.sqlite import SqliteStore

PIECES: tuple[tuple[str, int, int, int], ...] = (
    *((game, 2, 4, 2) for game in ("genesis_life", "familienbande", "genesis", "genial", "genesia")),
    *((game, seats, 7, 2) for game in ("familienbande", "genesis", "genial", "genesia") for seats in (3, 4)),
    ("genesia", 5, 9, 2),
    *((game, 2, 14, 2) for game in ("genesis_life", "familienbande", "genesis", "genial", "genesia")),
    *((game, 2, 40, 1) for game in ("genesis_life", "familienbande", "genesis", "genial", "genesia")),
    *((game, 2, 160, 1) for game in ("genesis_life", "familienbande", "genesis", "genial", "genesia")),
)
"""Game, seats, people and seasons of each piece, from the quickest to the longest."""
STAYS = 0.75
"""Share of the members who sign up again."""
MOMENT = timedelta(seconds=1)
SMALL = 8
"""People below which all sign up again, so that there are enough."""
NEVER = 400
"""Days after which a season does not close any more."""


class LeagueWorld(World):
    """A server whose people play one league."""

    def __init__(
        self, store: SqliteStore, seed: int, people: int, game: str, seats: int, seasons: int
    ) -> None:
        super().__init__(store, seed, 1.0, people=people, matches=0)
        self.game, self.seats, self.seasons = game, seats, seasons
        words = Words(self.matches, FACES)
        LeaguePosts(self.paper, words)
        self.leagues, self.calendar = words.leagues.leagues, words.leagues.calendar
        self.league = 0
        self.rings: Counter[int] = Counter()
        """Rings since the last season began, by person, until and with the message about it."""
        self.told: frozenset[int] = frozenset()
        self.opening = False
        self.lines: list[dict[str, float | int | str]] = []
        self.days: dict[int, float] = {}
        """Days that a match has taken."""

    def _rung(self, person: int) -> None:
        super()._rung(person)
        if self.opening and person not in self.told:
            self.rings[person] += 1

    def may_wait(self, person: int) -> bool:
        """Return whether the person's first calls wait for the message that the season has begun."""
        return self.opening and person not in self.told

    async def until(self, end: datetime) -> None:
        """Let time pass, in the calendar's steps while a season begins."""
        while self.opening and self.time < end:
            due = await self.store.next_league()
            await super().until(end if due is None else min(end, max(due, self.time + MOMENT)))
        await super().until(end)

    async def settle(self) -> None:
        await super().settle()
        while await self.calendar.look():
            await self._seat_new_tables()
            await super().settle()

    async def _seat_new_tables(self) -> None:
        """Let people know of the tables that were opened."""
        season = (await self.leagues.load(self.league)).at(Stage.PLAYING)
        if season is not None:
            self.told = season.told
            self.opening &= bool(season.untold)
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
            if number == 1 or len(self.people) < SMALL or self.dice.random() < STAYS:
                await self.leagues.sign_up(self.league, person.id, f"P{person.id}", self.click)
        began, self.opening = self.time, True
        self.rings.clear()
        self.told = frozenset()
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
        rings = sum(self.rings.values()) / len(here)
        self.lines.append(
            {
                "season": season.number,
                "people": len(here),
                "tables": len(season.tables),
                "weeks": round(weeks),
                "median": round(statistics.median(days)),
                "nine_of_ten": round(tenth),
                "running": late,
                "rings": round(rings, 2),
            }
        )
        print(
            f"season {season.number}: {len(here)} people, divisions by level {[*levels.values()]},"
            f" {len(season.tables)} tables; days: median {statistics.median(days):.0f},"
            f" nine of ten {tenth:.0f}; running at the end of {weeks:.0f} weeks: {late / len(days):.1%};"
            f" rings until each is told of the beginning: {rings:.2f} a person",
            flush=True,
        )


async def _league(
    file: Path, seed: int, game: str, seats: int, people: int, seasons: int
) -> tuple[int, list[dict[str, float | int | str]]]:
    async with await SqliteStore.open(file) as store:
        world = LeagueWorld(store, seed, people, game, seats, seasons)
        return await world.play(), world.lines


def _piece(seed: int, game: str, seats: int, people: int, seasons: int) -> dict[str, Any]:
    """Play a piece and return what came out."""
    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as folder:
        began = process_time()
        wrong, lines = asyncio.run(_league(Path(folder) / "longtable.db", seed, game, seats, people, seasons))
    seconds = round(process_time() - began)
    print(f"{game}, {seats} seats, {people} people: {seconds} s of processor", flush=True)
    return {
        "piece": [game, seats, people, seasons, seed],
        "wrong": wrong,
        "seconds": seconds,
        "seasons": lines,
    }


def _kept(file: Path) -> list[dict[str, Any]]:
    """Return the results in the file, without a line that was being written when the program was stopped."""
    found: list[dict[str, Any]] = []
    for line in file.read_text(encoding="utf-8").splitlines() if file.exists() else ():
        with contextlib.suppress(ValueError):
            found.append(json.loads(line))
    return found


def _play_all(file: Path, seed: int) -> int:
    """Play the pieces that the file does not have yet; return how much was wrong in all of them."""
    for piece in PIECES:
        if [*piece, seed] in [each["piece"] for each in _kept(file)]:
            continue
        result = _piece(seed, *piece)
        with file.open("a", encoding="utf-8") as out:
            out.write(json.dumps(result) + "\n")
    return sum(each["wrong"] for each in _kept(file))


def _report(file: Path) -> int:
    """Print the results in the file as a table."""
    print("| game | seats | people | tables | weeks | days: median, nine of ten | running | rings |")
    print("|---|---|---|---|---|---|---|---|")
    wrong = 0
    for result in _kept(file):
        game, seats, *_ = result["piece"]
        wrong += result["wrong"]
        for line in result["seasons"]:
            days = f"{line['median']}, {line['nine_of_ten']}"
            print(
                f"| {game} | {seats} | {line['people']} | {line['tables']} | {line['weeks']} | {days}"
                f" | {line['running']} | {line['rings']} |"
            )
    print(f"wrong: {wrong}")
    return int(wrong > 0)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.leagues", description=__doc__)
    parser.add_argument("--game", default="genesis_life", choices=list(GAMES))
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--people", type=int, default=12)
    parser.add_argument("--seasons", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--report", type=Path)
    given = parser.parse_args(arguments)
    if given.report is not None:
        return _report(given.report)
    if given.keep is not None:
        return int(_play_all(given.keep, given.seed) > 0)
    result = _piece(given.seed, given.game, given.seats, given.people, given.seasons)
    return int(result["wrong"] > 0)


if __name__ == "__main__":
    sys.exit(main())
