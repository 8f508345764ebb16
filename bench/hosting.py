"""Measure what a turn costs, and write it into the operators' page.

``python -m bench.hosting --write docs/hosting.md`` takes about an hour and writes between the two marks of
that page alone. Nothing else should run meanwhile. ``--matches 1 --before 1 --seconds 20 --turns 600 --rounds
2`` takes some minutes and is as rough.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import platform
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import uvloop

from bench import growth, saturation, stores, turns
from bench.crowd import Waits
from bench.growth import Point
from bench.metered import BYTES, PICTURE
from bench.saturation import Load, cores
from bench.stores import WAYS, Comparison
from bench.turns import GAMES, Bill

BEGIN = "<!-- `python -m bench.hosting` writes from here -->"
END = "<!-- to here -->"
MATCHES, BEFORE = 4, 3
DISCORD = 50
"""Requests a second that Discord takes of one bot."""
CPU_NAME = re.compile(r"^(?:model name|Model)\s*:\s*(.+)$", re.MULTILINE)


@dataclass(frozen=True)
class Figures:
    """All that was measured."""

    machine: str
    command: str
    bills: Mapping[str, Bill]
    """Turns one after the other, by game."""
    load: Load
    points: Sequence[Point]
    servers: int
    stores: Comparison


def machine() -> str:
    """Return what the figures depend on: processor and Python."""
    found = CPU_NAME.search(Path("/proc/cpuinfo").read_text(encoding="utf-8"))
    name = " ".join(found[1].split()) if found else platform.machine()
    count = len(os.sched_getaffinity(0))
    return f"{count} core{'s' if count > 1 else ''} of {name}, Python {platform.python_version()}"


def section(found: Figures) -> str:
    """Return what stands between the marks."""
    return "\n".join([BEGIN, *_turns(found), "", *_load(found), "", *_stores(found), END])


def _turns(found: Figures) -> Iterator[str]:
    matches = ", ".join(f"{game} {bill.turns}" for game, bill in found.bills.items())
    yield f"On {found.machine}, by `{found.command}`, with SQLite."
    yield ""
    yield f"Turns of one match after the other, without hurry (turns measured: {matches}):"
    yield ""
    yield (
        "| game | persons | processor a turn | turns a second of a core | requests a turn |"
        " free answers | pictures | kB of pictures |"
    )
    yield "|---|---|---|---|---|---|---|---|"
    for game, bill in found.bills.items():
        each = max(bill.turns, 1)
        yield (
            f"| {game} | {GAMES[game]} | {1000 * bill.a_turn:.0f} ms | {1 / bill.a_turn:.0f} |"
            f" {bill.requests / each:.1f} | {bill.answers / each:.1f} | {bill.counts[PICTURE] / each:.1f} |"
            f" {bill.counts[BYTES] / each / 1000:.0f} |"
        )


def _load(found: Figures) -> Iterator[str]:
    load = found.load
    half, most, nearly = Waits.percentiles(load.waits.first)
    last, largest = found.points[-1], max(each.memory for each in found.points)
    yield "All games at once, at so many tables that the bot's one core is never idle:"
    yield ""
    yield "| what | figure | wanted |"
    yield "|---|---|---|"
    rows = (
        ("requests a second that Discord counts", f"{load.requests:.0f}", f"{saturation.WANTED}"),
        ("turns a second", f"{load.turns.total() / load.seconds:.0f}", ""),
        ("processor a turn", f"{1000 * load.a_turn:.0f} ms", ""),
        ("from a press to its first answer: median", f"{half:.2f} s", ""),
        ("95 of 100 within", f"{most:.2f} s", ""),
        ("99 of 100 within", f"{nearly:.2f} s", f"{saturation.WITHIN:.0f} s"),
        ("share of its core that the bot had", f"{load.bot:.0%}", ""),
        ("share of the time for which other programs kept it from its core", f"{load.kept:.0%}", ""),
        ("share of another that the sandbox and the people had", f"{load.driver:.0%}", ""),
        (
            f"memory after {last.turns:,} turns on {found.servers:,} servers, in one process",
            f"{last.memory:.0f} MB",
            f"{growth.WANTED:.0f} MB",
        ),
        ("the most on the way", f"{largest:.0f} MB", f"{growth.WANTED:.0f} MB"),
        (
            "growth since the first quarter of them",
            f"{growth.grown(found.points):+.0%}",
            f"{growth.FLAT:+.0%}",
        ),
    )
    yield from (f"| {what} | {figure} | {wanted} |".replace("|  |", "| |") for what, figure, wanted in rows)


def _stores(found: Figures) -> Iterator[str]:
    yield "What a move costs without Discord and pictures (`python -m bench.stores`; medians of rounds):"
    yield ""
    yield "| | moves a second | processor a move: bot | server | round trips |"
    yield "|---|---|---|---|---|"
    for way, each in found.stores.medians.items():
        server = f" {each.server:.1f} ms | {each.trips:.1f} |" if way != WAYS[0] else " | |"
        yield f"| {way} | {each.moves_a_second:.0f} | {each.bot:.1f} ms |{server}"
    yield ""
    yield f"* The bot's processor on PostgreSQL, of SQLite's: {found.stores.bot}."
    yield f"* With the server's, of SQLite's: {found.stores.whole}; wanted: at most {stores.WANTED}."
    yield f"* Three processes whose matches are their own, as shards have it, of one: {found.stores.apart}."
    yield f"* Three processes, every move of a match by the next, of one: {found.stores.turned}."


def with_section(page: str, made: str) -> str:
    """Return the page with that between its marks. Raises `ValueError` for a page without them."""
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"the page has no {BEGIN} and {END}")
    return f"{before}{made}{after}"


def shape(made: str) -> str:
    """Return a section with its figures and its machine left out: two of them are equal in the rest."""
    made = re.sub(r"^On .*$", "On ~", made, flags=re.MULTILINE)
    return re.sub(r"[-+]?\d[\d,.]*(?<!\.)%?", "~", made)


def measure(given: argparse.Namespace, command: str) -> Figures:
    """Measure everything, one after the other."""
    every, here = os.sched_getaffinity(0), machine()
    bills: dict[str, Bill] = {}
    for game in GAMES:
        (matches,) = asyncio.run(turns.measure(game, given.matches, ["."], given.before))
        bills[game] = sum(matches, Bill())
        print(*(f"hosting: {line}" for line in (game, *turns.told(bills[game]))), sep="\n", flush=True)
    compared = asyncio.run(stores.measure(given.rounds))
    stores.print_costs(compared)
    core, others = cores()
    os.sched_setaffinity(0, others)
    try:
        load, _ = uvloop.run(
            saturation.saturate([*GAMES], given.seconds, given.warm, saturation.TABLES, core, None)
        )
        print(*(f"hosting: {line}" for line in load.lines()), sep="\n", flush=True)
        points, _ = uvloop.run(growth.measure([*GAMES], given.turns, given.servers, growth.TABLES, core))
    finally:
        os.sched_setaffinity(0, every)
    return Figures(here, command, bills, load, points, given.servers, compared)


def main(arguments: Sequence[str] = ()) -> None:
    """Measure, print the section, and write it into the page."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.hosting",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--matches", type=int, default=MATCHES, help="of each game")
    parser.add_argument("--before", type=int, default=BEFORE, help="matches that are not counted")
    parser.add_argument("--seconds", type=float, default=saturation.SECONDS, help="of saturation")
    parser.add_argument("--warm", type=float, default=saturation.WARM, help="seconds before these")
    parser.add_argument("--turns", type=int, default=growth.TURNS, help="after which memory is looked at")
    parser.add_argument("--servers", type=int, default=growth.SERVERS)
    parser.add_argument("--rounds", type=int, default=stores.ROUNDS, help="of the two kinds of database")
    parser.add_argument("--write", type=Path, metavar="PAGE", help="also write it between the page's marks")
    given = parser.parse_args(list(arguments))
    asked = [
        f" --{name} {value:g}"
        for name, value in vars(given).items()
        if name != "write" and value != parser.get_default(name)
    ]
    made = section(measure(given, f"python -m bench.hosting{''.join(asked)}"))
    print(made)
    if given.write:
        page = given.write.read_text(encoding="utf-8")
        given.write.write_text(with_section(page, made), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
