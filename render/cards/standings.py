"""The standings of a competition: rank, state, name, last results, points, and what is still possible."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from render.cards.paper import HEIGHT, SMALLEST, WIDTH, Paper, star, written_name
from render.kit.canvas import RGB, Picture, Theme, mixed

__all__ = ["MOST", "Chance", "Past", "Standing", "draw_chance", "draw_standings"]

MOST = 12
"""Rows that a picture has room for."""
TALLEST = 104
FORM = 5
"""Results that are shown, the latest last."""
LEFT, RIGHT = 690, 1080
"""The ends of the track of points."""


class Chance(Enum):
    """A player's prospect of rising or falling, by what can still be reached; shown by shape and colour."""

    SURE = "sure"  # rises whatever happens
    RISE = "rise"  # can rise
    SAFE = "safe"  # stays
    FALL = "fall"  # can fall
    OUT = "out"  # falls whatever happens


class Past(Enum):
    """The result of a match."""

    WON = "won"
    DRAWN = "drawn"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class Standing:
    """A player in a competition, in the order of ranks."""

    rank: int
    name: str
    points: int
    most: int
    """The points that can still be reached."""
    form: tuple[Past, ...]
    """The last results, the oldest first."""
    chance: Chance
    said: str = ""
    """The points as they are written, where they are no whole numbers."""
    most_said: str = ""
    """The points that can still be reached, in the same form."""


COLOURS: dict[Theme, dict[Chance, RGB]] = {
    Theme.DARK: {
        Chance.SURE: (255, 206, 84),
        Chance.RISE: (110, 160, 255),
        Chance.SAFE: (160, 166, 180),
        Chance.FALL: (255, 120, 70),
        Chance.OUT: (255, 120, 70),
    },
    Theme.LIGHT: {
        Chance.SURE: (160, 96, 0),
        Chance.RISE: (36, 62, 200),
        Chance.SAFE: (104, 104, 110),
        Chance.FALL: (190, 50, 10),
        Chance.OUT: (190, 50, 10),
    },
}


def draw_standings(rows: Sequence[Standing], theme: Theme, *, rising: int = 0, falling: int = 0) -> Picture:
    """Draw up to twelve rows, 1,100 pixels wide. Dashed lines divide those who rise or fall from the rest."""
    shown = rows[:MOST]
    high = min(TALLEST, (HEIGHT - 16) / max(1, len(shown)))
    paper = Paper(theme, WIDTH, round(16 + high * max(1, len(shown))))
    most = max((row.most for row in shown), default=1) or 1
    for number, row in enumerate(shown):
        _draw_row(paper, row, 8 + number * high, high, most)
    if 0 < rising < len(shown):
        _divide(paper, 8 + rising * high, COLOURS[theme][Chance.SURE])
    if 0 < falling < len(shown):
        _divide(paper, 8 + (len(shown) - falling) * high, COLOURS[theme][Chance.FALL])
    return paper.encode()


def _draw_row(paper: Paper, row: Standing, top: float, high: float, most: int) -> None:
    own, colour, y = paper.ink, COLOURS[paper.theme][row.chance], top + high / 2
    size = max(SMALLEST, min(42, round(high * 0.66)))
    first = row.rank == 1
    paper.box(
        (8, top + 2, WIDTH - 8, top + high - 2), own.lit if row.chance is Chance.SURE else own.panel, 10
    )
    paper.box((8, top + 8, 17, top + high - 8), colour, 0)
    paper.write(str(row.rank), 78, y, size, own.text, anchor="r")
    draw_chance(paper, row.chance, 108, y, size * 0.42, colour)
    name, fit = written_name(row.name, row.rank - 1, 306, size, bold=first)
    paper.write(name, 138, y, fit, own.text, bold=first)
    for number, past in enumerate(row.form[-FORM:]):
        _draw_past(paper, past, 458 + number * 23, y)
    paper.write(row.said or str(row.points), 668, y, round(size * 1.1), own.text, anchor="r")

    def at(points: float) -> float:
        return LEFT + (RIGHT - LEFT - 16) * points / most

    paper.line([(LEFT, y), (at(most), y)], mixed(own.line, own.muted, 0.3), 2)
    if row.points:
        paper.box((LEFT, y - 6, at(row.points), y + 6), mixed(own.panel, own.text, 0.55), 4)
    if row.most > row.points:
        paper.box((at(row.points), y - 7, at(row.most), y + 7), None, 4, colour, 3)
    paper.disc(at(row.points), y, 11, colour)


def draw_chance(paper: Paper, chance: Chance, x: float, y: float, reach: float, fill: RGB) -> None:
    """Draw the mark of a prospect around a point."""
    match chance:
        case Chance.SURE:
            paper.shape(star(x, y, reach * 1.2, reach * 0.52), fill)
        case Chance.RISE:
            paper.shape(
                [(x - reach, y + reach * 0.7), (x + reach, y + reach * 0.7), (x, y - reach * 0.9)], fill
            )
        case Chance.SAFE:
            paper.box((x - reach * 0.9, y - reach * 0.2, x + reach * 0.9, y + reach * 0.2), fill, 0)
        case Chance.FALL:
            paper.shape(
                [(x - reach, y - reach * 0.7), (x + reach, y - reach * 0.7), (x, y + reach * 0.9)], fill
            )
        case Chance.OUT:
            far = reach * 0.75
            paper.line([(x - far, y - far), (x + far, y + far)], fill, 8)
            paper.line([(x - far, y + far), (x + far, y - far)], fill, 8)


def _draw_past(paper: Paper, past: Past, x: float, y: float) -> None:
    own = paper.ink
    match past:
        case Past.WON:
            paper.disc(x, y, 9, own.text)
        case Past.DRAWN:
            paper.disc(x, y, 9, None, own.muted, 3)
        case Past.LOST:
            paper.box((x - 9, y - 2.5, x + 9, y + 2.5), own.muted, 0)


def _divide(paper: Paper, y: float, colour: RGB) -> None:
    for x in range(8, WIDTH - 8, 28):
        paper.box((x, y - 2.5, x + 16, y + 2.5), colour, 0)
