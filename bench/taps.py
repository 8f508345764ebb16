"""Count the taps of a move: ``python -m bench.taps [--games N] [--player KIND] [GAME …]``.

Whole matches in which automatic players sit; each of their moves is looked for in the menus as a person is
shown them, on the shortest way. A button is one tap. A list is two, one to open it and one to choose, as in
the clients of Discord. Counted is from the private panel; in the thread the button that opens it is one more.
Moves of which the menus offer only another order count as that one; what is in no menu is said.
"""

from __future__ import annotations

import argparse
import heapq
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from importlib import import_module
from itertools import count
from typing import Any, cast

from cogs.face.context import Context, Icons
from cogs.face.face import AnyFace
from cogs.face.menus import Menu
from cogs.text.text import text_for
from engine.chance import SeededChance, match_key
from engine.game import Refusal, Seat
from engine.games import ROWS
from engine.selfplay import match_seed
from render.kit.canvas import Theme

__all__ = ["main", "measure", "taps_to"]

LOOKED = 8000
"""Steps of menus that are looked at for a move."""
SEATS = {"genesis_life": 2, "genesia": 3}
"""Seats by game, if they are not two."""
Path = tuple[str, ...]


def taps_to(face: AnyFace, ctx: Context, state: Any, seat: Seat, move: Any) -> int | None:
    """The fewest taps from the panel to a move; `None` where the menus near it have no such move."""
    view, moves = face.game.view(state, seat), face.game.moves(state, seat)
    order, seen = count(), set[tuple[Path, int]]()
    waiting: list[tuple[int, int, Path, int]] = [(0, next(order), (), 0)]
    for _ in range(LOOKED):
        if not waiting:
            return None
        taps, _, path, page = heapq.heappop(waiting)
        if path and path[-1] == "":
            return taps
        menu = face.menu(ctx, view, moves, path, page)
        for more, onward, other in _onward(face, state, seat, menu, path, move):
            if (onward, other) not in seen:
                seen.add((onward, other))
                heapq.heappush(waiting, (taps + more, next(order), onward, other))
    return None


def _onward(
    face: AnyFace, state: Any, seat: Seat, menu: Menu, path: Path, move: Any
) -> Iterator[tuple[int, Path, int]]:
    """Yield the taps and the path of each step onward; a path that ends with ``""`` is the move itself."""
    if menu.page + 1 < menu.pages:
        yield 1, path, menu.page + 1
    one = 2 if menu.listed and not menu.few else 1
    for taps, choices in ((one, menu.choices), (2, menu.areas), (1, menu.beside)):
        for choice in choices:
            onward = tuple("/".join((*path, choice.value)).split("/"))
            if not choice.final:
                yield taps, onward, 0
            elif _same(face, state, seat, choice.value, move):
                yield taps, (*path, ""), 0


def _same(face: AnyFace, state: Any, seat: Seat, value: str, move: Any) -> bool:
    if sorted(value.split()) == sorted(str(move).split()):  # of two tiles, either first
        return True
    if sorted(value) != sorted(str(move)):
        return False
    try:
        return str(face.game.parse(state, seat, value)) == str(move)
    except Refusal:
        return False


def measure(face: AnyFace, seats: int, games: int, player: str) -> dict[str, Counter[int | None]]:
    """Taps of every move by its first word, of whole matches."""
    game, found = face.game, dict[str, Counter[int | None]]()
    ctx = Context(text_for("fr"), Theme.DARK, ("Ada", "Basile", "Chloé", "Dan")[:seats], Icons())
    for number in range(games):
        key = match_key(match_seed(1, number), range(1, seats + 1))
        state, entry = game.setup(game.Options(), seats, SeededChance(key, 0)), 0
        while pending := game.pending(state):
            entry += 1
            seat = pending[0]
            view, moves = game.view(state, seat), game.moves(state, seat)
            imagine = partial(game.redeal, state, seat)
            move = game.players[player].choose(view, moves, imagine, SeededChance(match_key(key, ()), entry))
            word = str(move).split()[0]
            kind = word if word.isalpha() and word.islower() else "move"
            found.setdefault(kind, Counter())[taps_to(face, ctx, state, seat, move)] += 1
            state, _ = game.play(state, seat, move, SeededChance(key, entry))
    return found


def report(title: str, found: dict[str, Counter[int | None]]) -> Iterator[str]:
    """A row for each kind of move."""
    for kind, counted in sorted(found.items()):
        known = sorted(taps for taps, times in counted.items() if taps is not None for _ in range(times))
        row: Iterable[object] = ("-",) * 3
        if known:
            row = (f"{sum(known) / len(known):.1f}", known[len(known) * 9 // 10], known[-1])
        yield f"| {title} | {kind} | {counted.total()} | {' | '.join(map(str, row))} | {counted[None]} |"


def main() -> None:
    """Print the figures."""
    given = argparse.ArgumentParser(description=__doc__)
    given.add_argument("games_named", nargs="*", metavar="GAME")
    given.add_argument("--games", type=int, default=1)
    given.add_argument("--player", default="steady")
    read = given.parse_args()
    print("| game | move | times | mean | 9 of 10 | most | in no menu |\n|---|---|---|---|---|---|---|")
    for row in ROWS:
        named = cast("Sequence[str]", read.games_named)
        if not named or row.key in named:
            face = cast(AnyFace, import_module(row.cog).FACE)
            found = measure(face, SEATS.get(row.key, 2), read.games, read.player)
            print("\n".join(report(face.game.title, found)), flush=True)


if __name__ == "__main__":
    main()
