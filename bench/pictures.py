"""Drawing and encoding each game's board, against chess.svg + cairosvg at the same width.

``python bench/pictures.py`` lets them draw in turns in one process, counts processor time, and prints the
median of each and the largest file. Genesia is drawn 1,650 pixels wide, a hand of it 1,000, all others 1,100:
as they are sent.
Needs the `bench` group and Debian's libcairo2.
"""

from __future__ import annotations

import statistics
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import process_time

sys.path.insert(0, str(Path(__file__).parents[1]))

from engine.game import Seat
from engine.genesia.model import GenesiaOptions, View
from engine.genesia.rules import GENESIA
from engine.record import steps
from engine.selfplay import match_seed, playout
from render.familienbande import pictures as familienbande
from render.gallery.familienbande import sample as familienbande_sample
from render.gallery.genesia import CARD_TEXTS, words
from render.gallery.genesis import sample as genesis_sample
from render.gallery.genesis_life import evolving
from render.gallery.genial import sample as genial_sample
from render.genesia import pictures as genesia
from render.genesis import pictures as genesis
from render.genesis_life import pictures as genesis_life
from render.genial import pictures as genial
from render.kit.canvas import Picture, Theme

WIDTH, LIGHT = 1100, 150
"""Pixels, and the kilobytes not to exceed."""
WIDE, HEAVY = 1650, 400
"""The same for Genesia."""
HAND = 1000
"""Width of a hand of its cards."""
TARGET = 5
"""Times as fast as the peer."""
ROUNDS = 25
EVERY = 20
"""Every how many moves of a match of Genesia the board is drawn."""
MOVES = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Na5 Bc2 c5"
NAMES = ("Léa", "Tom", "Ōtani", "Rhea", "Zoé")

Draw = Callable[[], bytes]


@dataclass
class Contestant:
    """A way to draw pictures, and its measured times."""

    name: str
    width: int
    draws: Sequence[Draw]
    heaviest: int = 0
    """Kilobytes not to exceed; 0 for a peer."""
    warm: bool = True
    """Every position is drawn once before; without that no target is set."""
    times: list[float] = field(default_factory=list[float])
    size: int = 0

    def draw(self, turn: int) -> None:
        """One picture."""
        start = process_time()
        data = self.draws[turn % len(self.draws)]()
        self.times.append(process_time() - start)
        self.size = max(self.size, len(data))

    @property
    def median(self) -> float:
        return statistics.median(self.times)


def ours(draw: Callable[..., Picture], views: Sequence[object], width: int = WIDTH) -> list[Draw]:
    """A different position each time: what is warm is the pieces, not the picture."""
    return [lambda view=view: draw(view, NAMES, theme=Theme.DARK, width=width).data for view in views]


def hands() -> list[Draw]:
    """Five cards of Genesia, others each time."""
    known = sorted(CARD_TEXTS)
    fives = [words(*known[first : first + 5]) for first in range(len(known) - 4)]
    return [lambda five=five: genesia.hand(five, theme=Theme.DARK).data for five in fives]


def ages(number: int) -> list[View]:
    """Positions of a match of Genesia between five, from beginning to end, each as one seat sees it."""
    written = playout(GENESIA, GenesiaOptions(), 5, ["steady"] * 5, match_seed(1, number), record=True).record
    assert written is not None
    states = [step.state for step in steps(written, GENESIA)]
    chosen = [*states[::EVERY], states[-1]]
    return [GENESIA.view(state, Seat(turn % 5)) for turn, state in enumerate(chosen)]


def boards() -> list[Contestant]:
    """The largest board of each game."""
    tiles = [genial_sample(4, count, viewer=count % 4, seed=count) for count in range(20, 70)]
    herds = [genesis_sample(4, turns, viewer=turns % 4, seed=turns) for turns in range(10, 50)]
    lives = [evolving(turns, seed=turns) for turns in range(40)]
    trees = [familienbande_sample(4, turns, viewer=turns % 4, seed=turns) for turns in range(10, 50)]
    known = [view for number in range(3) for view in ages(number)]
    unknown = [view for number in range(3, 6) for view in ages(number)][::2]
    return [
        Contestant("Génial, 169 cells", WIDTH, ours(genial.board, tiles), LIGHT),
        Contestant("Genesis (Knizia), 4 seats", WIDTH, ours(genesis.board, herds), LIGHT),
        Contestant("Genesis (Brassinne)", WIDTH, ours(genesis_life.board, lives), LIGHT),
        Contestant("Familienbande, 4 seats", WIDTH, ours(familienbande.board, trees), LIGHT),
        Contestant("Genesia, 5 seats", WIDE, ours(genesia.board, known, WIDE), HEAVY),
        Contestant("Genesia, a hand of five", HAND, hands(), LIGHT),
        Contestant("Genesia, at first sight", WIDE, ours(genesia.board, unknown, WIDE), HEAVY, warm=False),
    ]


def theirs(width: int) -> Contestant:
    """A game of chess, move by move, with the last move marked."""
    import cairosvg  # pyright: ignore[reportMissingImports]
    import chess  # pyright: ignore[reportMissingImports]
    import chess.svg  # pyright: ignore[reportMissingImports]

    game, draws = chess.Board(), list[Draw]()
    for move in MOVES.split():
        game.push_san(move)

        def one(position: chess.Board = game.copy()) -> bytes:  # noqa: B008 - bound now on purpose
            svg = chess.svg.board(position, lastmove=position.peek())
            drawn = cairosvg.svg2png(svg.encode(), output_width=width, output_height=width)
            assert drawn is not None
            return drawn

        draws.append(one)
    return Contestant("chess.svg + cairosvg", width, draws)


def main() -> None:
    mine, peers = boards(), {width: theirs(width) for width in (HAND, WIDTH, WIDE)}
    contestants = [*mine, *peers.values()]
    for each in contestants:
        if each.warm:
            for draw in each.draws:
                draw()
    for turn in range(ROUNDS):
        for each in contestants:
            each.draw(turn)
    for each in contestants:
        median, worst = each.median * 1000, max(each.times) * 1000
        said = f"{median:6.1f} ms median, {worst:6.1f} ms worst, {each.size / 1000:5.0f} kB largest"
        print(f"{each.name:26} {each.width:5} pixels {said}")
    for each in mine:
        wanted = f" (wanted: at least {TARGET}), at most {each.heaviest} kB wanted" if each.warm else ""
        print(f"{each.name:26} {peers[each.width].median / each.median:.1f} times as fast{wanted}")


if __name__ == "__main__":
    main()
