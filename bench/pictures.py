"""Drawing and encoding each game's board, 1,000 pixels wide, against chess.svg + cairosvg at that width.

``python bench/pictures.py`` prints the median of both, measured in turns in one process, and the file's size.
Needs the `bench` group and Debian's libcairo2.
"""

from __future__ import annotations

import statistics
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from time import perf_counter

sys.path.insert(0, str(Path(__file__).parents[1]))

from render import familienbande, genesis, genesis_life, genial
from render.canvas import Picture, Theme
from render.samples.familienbande import sample as familienbande_sample
from render.samples.genesis import sample as genesis_sample
from render.samples.genesis_life import evolving
from render.samples.genial import sample as genial_sample

WIDTH = 1000
ROUNDS = 25
MOVES = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Na5 Bc2 c5"
NAMES = ("Léa", "Tom", "Ōtani", "Rhea")


def ours(draw: Callable[..., Picture], views: Sequence[object]) -> list[Callable[[], bytes]]:
    """A different position each time: what is warm is the pieces, not the picture."""
    return [lambda view=view: draw(view, NAMES, theme=Theme.DARK, width=WIDTH).data for view in views]


def boards() -> dict[str, list[Callable[[], bytes]]]:
    """The largest board of each game."""
    tiles = [genial_sample(4, count, viewer=count % 4, seed=count) for count in range(20, 70)]
    herds = [genesis_sample(4, turns, viewer=turns % 4, seed=turns) for turns in range(10, 50)]
    lives = [evolving(turns, seed=turns) for turns in range(40)]
    trees = [familienbande_sample(4, turns, viewer=turns % 4, seed=turns) for turns in range(10, 50)]
    return {
        "Génial, 169 cells": ours(genial.board, tiles),
        "Genesis (Knizia), 4 seats": ours(genesis.board, herds),
        "Genesis (Brassinne)": ours(genesis_life.board, lives),
        "Familienbande, 4 seats": ours(familienbande.board, trees),
    }


def theirs() -> list[Callable[[], bytes]]:
    """A game of chess, move by move, with the last move marked."""
    import cairosvg  # pyright: ignore[reportMissingImports]
    import chess  # pyright: ignore[reportMissingImports]
    import chess.svg  # pyright: ignore[reportMissingImports]

    game, draw = chess.Board(), list[Callable[[], bytes]]()
    for move in MOVES.split():
        game.push_san(move)

        def one(position: chess.Board = game.copy()) -> bytes:  # noqa: B008 - bound now on purpose
            svg = chess.svg.board(position, lastmove=position.peek())
            return cairosvg.svg2png(svg.encode(), output_width=WIDTH, output_height=WIDTH)

        draw.append(one)
    return draw


def main() -> None:
    contestants = {**boards(), "chess.svg + cairosvg": theirs()}
    times: dict[str, list[float]] = {name: [] for name in contestants}
    sizes: dict[str, int] = dict.fromkeys(contestants, 0)
    for draws in contestants.values():
        for draw in draws:
            draw()
    for turn in range(ROUNDS):
        for name, draws in contestants.items():
            draw = draws[turn % len(draws)]
            start = perf_counter()
            data = draw()
            times[name].append(perf_counter() - start)
            sizes[name] = max(sizes[name], len(data))
    for name in contestants:
        spent = times[name]
        print(
            f"{name:26} {statistics.median(spent) * 1000:6.1f} ms median, {max(spent) * 1000:6.1f} ms worst,"
            f" {sizes[name] / 1000:5.0f} kB largest"
        )
    *mine, peer = (statistics.median(spent) for spent in times.values())
    for name, spent in zip(contestants, mine, strict=False):
        print(f"{name:26} {peer / spent:.1f} times as fast (wanted: at least 5), at most 150 kB wanted")


if __name__ == "__main__":
    main()
