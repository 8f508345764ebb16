"""Measure the pages of matches that are over: ``python -m bench.replays [--matches N]``.

Matches are played into a database by chance, and somebody steps through them: cold, as after a start of the
bot, with the log read and folded, and warm, to the next step or any other. Then films of these matches, and
the archive of a server of 200 people after a year: pages, searches and the results between two, and what that
adds to the database. All on SQLite and PostgreSQL, pictures drawn, without Discord: milliseconds, median and
worst, and of processor the worst, which other work on the machine does not change. The loop's block is the
longest time of processor for which nobody else is answered.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, closing
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from cogs.actions.replaying import Replaying
from cogs.face.registry import load_faces
from cogs.pages.history import LISTED, Shelf, history_page, ours_page
from cogs.pages.log import LogPlace
from cogs.pages.movie import movie
from cogs.pages.replay import Spot
from cogs.services.services import Reader, Services
from cogs.text.text import text_for
from engine.game import Result
from engine.games import GAMES, ROWS
from engine.matches import Matches, SearchWord, Venue, Viewpoint
from engine.store import EndedSearch
from engine.store.postgres import PostgresStore
from engine.store.sqlite import SqliteStore
from harness.postgres import Line, database
from render.kit.canvas import Theme

STEPS = 30
PEOPLE = 200
CHANNELS = 12
MATCHES = 4000
"""Matches of a year: each of 200 people ends some fifty, for two to four people."""
YEAR = 365 * 86_400 * 10**6
NAMES = ("Ada", "Basile", "Chloé", "Dan", "Eve", "Flo")


def _now() -> datetime:
    return datetime.now(UTC)


class Spent(NamedTuple):
    """The milliseconds that something took."""

    wall: float
    processor: float
    """The time of processor, of all threads."""
    what: str = ""


async def timed(work: Callable[[], Awaitable[object]], what: str = "") -> Spent:
    """Do the work, and return the time that it took."""
    began, worked = time.perf_counter(), time.process_time()
    await work()
    wall, processor = time.perf_counter() - began, time.process_time() - worked
    return Spent(1000 * wall, 1000 * processor, what)


def said(spent: Sequence[Spent]) -> str:
    """Return median and worst time, and the worst of processor."""
    worst = max(spent, key=lambda each: each.processor)
    wall = [each.wall for each in spent]
    return f"{statistics.median(wall):6.0f} {max(wall):6.0f} {worst.processor:6.0f} {worst.what:9}"


class Blocks:
    """The longest time of processor that the event loop spends on one thing."""

    def __init__(self) -> None:
        self.longest = 0.0
        """Milliseconds."""
        self._plain: Callable[[Any], None] = asyncio.Handle._run  # pyright: ignore[reportPrivateUsage, reportUnknownMemberType, reportAttributeAccessIssue]

    def __enter__(self) -> Blocks:
        plain = self._plain

        def run(handle: Any) -> None:
            began = time.thread_time()
            plain(handle)
            self.longest = max(self.longest, 1000 * (time.thread_time() - began))

        asyncio.Handle._run = run  # pyright: ignore
        return self

    def __exit__(self, *_: object) -> None:
        asyncio.Handle._run = self._plain  # pyright: ignore


async def _played(store: Any, key: str, click: int) -> tuple[int, int]:
    """Play a match by chance to its end; return its number, and the length of its log."""
    game, dice, clicks = GAMES[key], random.Random(7), iter(range(click, click + 10**5))
    options = game.Options()
    size = 3 if 3 in game.seats(options) else 2
    matches = Matches(store, GAMES, _now, seed=lambda: bytes(32))
    table = await matches.lobbies.open(key, options, size, 1, NAMES[0], Venue(5, 6, "en"), next(clicks))
    for seat in range(1, size):
        await matches.lobbies.join(table.id, seat + 1, NAMES[seat], next(clicks))
    await matches.lobbies.start(table.id, 1, next(clicks))
    while True:
        _, log = await matches.loader.load_started(table.id)
        if not log.fold.pending:
            break
        seat = dice.choice(log.fold.pending)
        moves = game.moves(log.fold.state, seat)
        move = moves[dice.randrange(len(moves))]
        await matches.moves.play(table.id, seat + 1, str(move), None, next(clicks))
    length = (await matches.loader.get(table.id)).entries
    await matches.close()
    return table.id, length


async def _stepped(store: Any, match: int, dice: random.Random) -> tuple[list[Spent], list[Spent], float]:
    """Step through a match with everything shown; return what cold steps and warm ones took, and the longest
    block of the loop."""
    cold, warm, faces = list[Spent](), list[Spent](), load_faces(ROWS)
    reader = Reader(1, "Ada", text_for("fr"), Theme.DARK)
    with Blocks() as blocks:
        for _ in range(3):
            matches = Matches(store, GAMES, _now)
            replaying = Replaying(Services(matches, faces))
            walk = await Matches(store, GAMES, _now).replays.walk(match, 1, Viewpoint.ALL)
            last = len(walk.moments)
            blocks.longest = 0.0 if len(cold) < 2 else blocks.longest  # parts of pictures are drawn at first
            cold.append(await timed(partial(replaying.step, Spot(match, Viewpoint.ALL, last // 2), reader)))
            for number in range(STEPS):
                at = dice.randrange(last) if number % 2 else last // 3 + number
                eyes = Viewpoint.ALL if number % 3 else Viewpoint.OWN
                step = partial(replaying.step, Spot(match, eyes, at), reader)
                warm.append(await timed(step, f"{eyes}{at}"))
            place = LogPlace(match, Viewpoint.ALL)
            warm.append(await timed(partial(replaying.log, place, reader), "log"))
            await matches.close()
    return cold[1:], warm[STEPS + 1 :], blocks.longest


async def _filmed(store: Any, match: int) -> str:
    """Return what the film of a whole match takes with everything shown, once parts of pictures are drawn."""
    matches = Matches(store, GAMES, _now)
    made = await movie(
        Services(matches, load_faces(ROWS)),
        match,
        Reader(1, "Ada", text_for("fr"), Theme.DARK),
        unveiled=True,
    )
    assert made is not None
    drawing, frames, _ = made
    drawing.draw()
    began = time.process_time()
    size = len(drawing.draw().data)
    spent = time.process_time() - began
    await matches.close()
    whole, of_80 = (size / 1000, spent), (size / 1000 * 80 / frames, spent * 80 / frames)
    said = [f"{kilobytes:5.0f} kB {seconds:5.2f} s" for kilobytes, seconds in (whole, of_80)]
    return f"{frames:4} frames {said[0]}; for 80 {said[1]}"


def _year(count: int, dice: random.Random) -> tuple[list[tuple[Any, ...]], list[tuple[Any, ...]]]:
    """Return rows of matches and seats, as a server has them after a year."""
    now = int(_now().timestamp() * 10**6)
    rows, seats = list[tuple[Any, ...]](), list[tuple[Any, ...]]()
    for number in range(1000, 1000 + count):
        game = dice.choice(list(GAMES.values()))
        size = 2 if game.key == "genesis_life" else dice.choice((2, 2, 3, 4))
        scores = tuple((dice.randint(10, 60),) for _ in range(size))
        result = Result.by_score(scores, f"{game.key}.over")
        options = msgspec.json.encode(game.Options()).decode()
        at = now - dice.randrange(YEAR)
        rows.append(
            (
                *(
                    number,
                    game.key,
                    game.rules,
                    options,
                    size,
                    "over",
                    10_000,
                    5,
                    100 + dice.randrange(CHANNELS),
                ),
                *("en", dice.randbytes(32), at - 10**12, at, at, msgspec.json.encode(result).decode()),
            )
        )
        for seat, person in enumerate(dice.sample(range(PEOPLE), size)):
            seats.append((number, seat, 10_000 + person, f"Person {person}", None, number * 10 + seat))
    return rows, seats


_MATCH = (
    "id, game, rules, options, size, status, host, guild, channel, locale, seed, opened_at, ended_at, acted,"
    " result"
)
_SEAT = "match, seat, person, name, player, click"


async def _listed(store: Any) -> list[tuple[str, list[Spent]]]:
    """Ask for lists of matches that are over; return what each took."""
    matches = Matches(store, GAMES, _now)
    services, history = Services(matches, load_faces(ROWS)), matches.history
    reader, channels = (
        Reader(10_007, "Person 7", text_for("fr"), Theme.DARK),
        list(range(100, 100 + CHANNELS)),
    )
    mine = EndedSearch((), 10_007)
    server = EndedSearch(channels, None, 5)

    async def page(search: EndedSearch, number: int) -> None:
        await history.channels(guild=5)
        found = await history.find(search, number * LISTED, LISTED + 1)
        await history_page(
            services, Shelf(number=number), found[:LISTED], len(found) > LISTED, reader, server=True
        )

    async def ours() -> None:
        found = await history.find(EndedSearch((), 10_007, None, None, 10_011), 0, 300)
        ours_page(services, found, reader, 10_011, "Person 11")

    words = (SearchWord("person 11"), SearchWord("genesia", ("genesia",)))
    asked: dict[str, Callable[[], Awaitable[object]]] = {
        "the server's first page": lambda: page(server, 0),
        "its hundredth page": lambda: page(server, 100),
        "its matches of a game": lambda: page(_with(server, game="genesia"), 0),
        "its matches of a person": lambda: page(_with(server, other=10_011), 0),
        "one's own": lambda: page(mine, 0),
        "found by typing": lambda: history.suggest(_with(server, words=words), 25),
        "the results between two": ours,
    }
    spent = [(name, [await timed(work) for _ in range(15)]) for name, work in asked.items()]
    await matches.close()
    return spent


def _added(path: Path) -> int:
    """Return the bytes by which a file is larger for what lists of matches that are over need."""
    plain = path.with_suffix(".plain")
    with closing(sqlite3.connect(path)) as file:
        file.execute("VACUUM INTO ?", (str(plain),))
    whole = plain.stat().st_size
    with closing(sqlite3.connect(plain)) as file:
        file.execute("DROP INDEX matches_by_end")
        file.execute("DROP INDEX matches_without_result")
        file.execute("UPDATE matches SET result = NULL")
        file.commit()
        file.execute("VACUUM")
    return whole - plain.stat().st_size


def _with(search: EndedSearch, **changes: Any) -> EndedSearch:
    """Return the search with some conditions more."""
    return replace(search, **changes)


async def _bench(count: int) -> None:
    dice = random.Random(33)
    async with AsyncExitStack() as opened:
        folder = opened.enter_context(tempfile.TemporaryDirectory())
        path, films = Path(folder) / "longtable.db", list[str]()
        url = await opened.enter_async_context(database())
        print("cold, then warm: median, worst, worst of processor; the longest block of the loop (ms)")
        for kind in ("SQLite", "PostgreSQL"):
            store: Any = await (SqliteStore.open(path) if kind == "SQLite" else PostgresStore.open(url))
            async with store:
                for number, name in enumerate(GAMES):
                    match, length = await _played(store, name, 10**6 * (number + 1))
                    cold, warm, block = await _stepped(store, match, dice)
                    spent = f"{said(cold)} {said(warm)} {block:6.0f}"
                    print(f"{kind:12}{name:14}{length:5} {spent}", flush=True)
                    if kind == "SQLite":
                        films.append(f"{name:14} {await _filmed(store, match)}")
        print("\nThe film of the whole match: size, and time of processor")
        print(*films, sep="\n", flush=True)
        rows, seats = _year(count, dice)
        with closing(sqlite3.connect(path)) as file:
            file.executemany(f"INSERT INTO matches ({_MATCH}) VALUES ({', '.join('?' * 15)})", rows)
            file.executemany(f"INSERT INTO seats ({_SEAT}) VALUES ({', '.join('?' * 6)})", seats)
            file.commit()
        print(f"\n{count} matches that are over; what the archive adds for 100 of them, in kB:")
        print(f"SQLite      {_added(path) / count / 10:.1f}", flush=True)
        line = Line(url)
        for table, names, values in (("matches", _MATCH, rows), ("seats", _SEAT, seats)):
            places = ", ".join(f"${number + 1}" for number in range(len(values[0])))
            for each in values:
                line.rows(f"INSERT INTO {table} ({names}) VALUES ({places})", *each)
        line.rows("VACUUM ANALYZE matches")
        ((size,),) = line.rows(
            "SELECT pg_relation_size('matches_by_end') + pg_relation_size('matches_without_result')"
            " + sum(pg_column_size(result)) FROM matches"
        )
        print(f"PostgreSQL  {int(str(size)) / count / 10:.1f}", flush=True)
        line.close()
        for kind in ("SQLite", "PostgreSQL"):
            store = await (SqliteStore.open(path) if kind == "SQLite" else PostgresStore.open(url))
            async with store:
                for name, spent in await _listed(store):
                    print(f"{kind:12}{name:34}{said(spent)}", flush=True)


def main() -> None:
    """Measure, and print."""
    parser = argparse.ArgumentParser(prog="python -m bench.replays")
    parser.add_argument("--matches", type=int, default=MATCHES)
    asyncio.run(_bench(parser.parse_args().matches))


if __name__ == "__main__":
    main()
