"""Draw choice pictures for people to read: ``python -m bench.choices FOLDER [--each N] [--seed N]``.

Somebody who knows only the rules says, from each picture alone, which cells its numbers 2 and 5 mean. The
pictures are `01.png` and so on, of all games that number places; `answers.txt` has the cells, so that it can
be laid aside. The same seed gives the same pictures.
"""

from __future__ import annotations

import argparse
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from cogs.face.context import Context, Icons
from cogs.face.face import AnyFace
from cogs.face.menus import Menu
from cogs.face.registry import load_faces
from cogs.text.text import text_for
from engine.chance import SeededChance, match_key
from engine.selfplay import match_seed
from render.kit.canvas import Theme

__all__ = ["ASKED", "Shown", "choice_pictures", "main"]

ASKED = ("2", "5")
"""The numbers that are asked about."""
GAMES = ("genial", "genesis", "genesis_life", "genesia")
"""Games whose pictures number places; Familienbande's candidates go by the numbers of their cards."""
APART = 5
"""Moves between two pictures of a match."""
STEPS = 5
"""Steps of a menu that are looked at, at most."""
_NUMBERED = re.compile(r"(\d+)(?:\. [A-Z]\d| \+\d| −\d)")
"""The label of a choice that a number on the picture stands for."""
_CELL = re.compile(r"\b[A-O]\d{1,2}\b")


class Shown(NamedTuple):
    """A choice picture with what its numbers mean."""

    game: str
    picture: bytes
    cells: dict[str, str]
    """The cells, by number as it is drawn."""


def choice_pictures(face: AnyFace, each: int, seed: int, theme: Theme) -> Iterator[Shown]:
    """Yield so many choice pictures of random positions of a game, with two players and more by turns."""
    game, found, number = face.game, 0, 0
    while found < each:
        dice = random.Random(seed * 1000 + number)
        sizes = [size for size in game.seats(game.Options()) if size > 1]
        size = sizes[number % len(sizes)]
        key = match_key(match_seed(seed, number), range(1, size + 1))
        state, entry, last = game.setup(game.Options(), size, SeededChance(key, 0)), 0, -dice.randrange(APART)
        names = ("Ada", "Basile", "Chloé", "Dan", "Eve")[:size]
        number += 1
        begun = found
        while (pending := game.pending(state)) and found < min(each, begun + 3):
            seat = pending[0]
            view, moves = game.view(state, seat), game.moves(state, seat)
            if entry - last >= APART:
                ctx = Context(text_for("en"), theme, names, Icons())
                if (menu := _numbered_menu(face, ctx, view, moves, dice)) is not None:
                    yield _shown(face, menu)
                    found, last = found + 1, entry
            entry += 1
            move = moves[dice.randrange(len(moves))]
            state, _ = game.play(state, seat, move, SeededChance(key, entry))


def _numbered_menu(
    face: AnyFace, ctx: Context, view: object, moves: object, dice: random.Random
) -> Menu | None:
    """Return the first step, on a random way through the menus, that shows places by number."""
    path: tuple[str, ...] = ()
    for _ in range(STEPS):
        menu = face.menu(ctx, view, moves, path, 0)  # pyright: ignore[reportArgumentType]
        if menu.drawing is not None and {*ASKED} <= _cells(menu).keys():
            return menu
        onward = [each for each in menu.choices if not each.final]
        if not onward:
            return None
        path = (*path, *dice.choice(onward).value.split("/"))
    return None


def _cells(menu: Menu) -> dict[str, str]:
    """Return the cells that the numbers on a menu's picture mean, by number."""
    numbered = ((_NUMBERED.match(each.label), each) for each in menu.choices)
    return {label[1]: " ".join(_CELL.findall(each.value.split("/")[-1])) for label, each in numbered if label}


def _shown(face: AnyFace, menu: Menu) -> Shown:
    assert menu.drawing is not None
    cells = _cells(menu)
    return Shown(face.game.key, menu.drawing.draw().data, {asked: cells[asked] for asked in ASKED})


def main() -> None:
    """Write the pictures, and the answers apart."""
    given = argparse.ArgumentParser(description=__doc__)
    given.add_argument("folder", type=Path)
    given.add_argument("--each", type=int, default=10, help="pictures of each game")
    given.add_argument("--seed", type=int, default=1)
    given.add_argument("--light", action="store_true")
    wanted = given.parse_args()

    faces, theme = load_faces(), Theme.LIGHT if wanted.light else Theme.DARK
    shown = [each for game in GAMES for each in choice_pictures(faces[game], wanted.each, wanted.seed, theme)]
    random.Random(wanted.seed).shuffle(shown)
    wanted.folder.mkdir(parents=True, exist_ok=True)
    lines: list[str] = []
    for number, each in enumerate(shown, 1):
        (wanted.folder / f"{number:02}.png").write_bytes(each.picture)
        lines.append(
            f"{number:02} {each.game}: {', '.join(f'{n} = {cell}' for n, cell in each.cells.items())}"
        )
    (wanted.folder / "answers.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
