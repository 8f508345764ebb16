"""A person's results by game: matches won, shared and lost, and the range of the rating. It has no words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from render.cards.paper import GOLDEN, SMALLEST, WIDTH, Paper, written_name
from render.kit.canvas import RGB, Picture, Theme, mixed
from render.kit.lettering import length

__all__ = ["GameRow", "draw_record"]

MOST = 6
"""Rows that a picture has room for."""
HIGH = 108
EDGE = 24
BAR, BAR_END = 492, 786
"""The ends of the bar of matches."""
RANGE, RANGE_END = 822, WIDTH - EDGE
"""The ends of the axis of ratings."""
THICK = 25
NARROWEST = 50
"""Pixels of a part of a bar, so that its number has room."""
FEWEST_POINTS = 200
"""Points from one end of the axis to the other, at least."""
WON: dict[Theme, RGB] = {Theme.DARK: GOLDEN, Theme.LIGHT: (232, 176, 40)}
DARK: RGB = (20, 22, 28)


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game in which the person has played."""

    name: str
    won: int
    shared: int
    lost: int
    """Matches with other people."""
    rating: tuple[int, int] | None = None
    """The range of the rating in points; `None` where none is shown."""


def draw_record(rows: Sequence[GameRow], theme: Theme) -> Picture:
    """Draw up to six games, 1,100 pixels wide; at most as high as a picture of 3:2."""
    shown = rows[:MOST]
    paper = Paper(theme, WIDTH, 16 + HIGH * max(4, len(shown)))
    ranges = [each.rating for each in shown if each.rating is not None]
    axis = _axis(ranges)
    top = 8 + (max(4, len(shown)) - len(shown)) * HIGH / 2
    for number, row in enumerate(shown):
        _draw_row(paper, row, number, top + number * HIGH, axis)
    return paper.encode()


def _axis(ranges: Sequence[tuple[int, int]]) -> tuple[float, float]:
    """Return the ratings at both ends of the axis, on which all ranges lie."""
    low = min((each[0] for each in ranges), default=1400)
    high = max((each[1] for each in ranges), default=1600)
    spare = max(0, FEWEST_POINTS - (high - low)) / 2
    return low - spare, high + spare


def _draw_row(paper: Paper, row: GameRow, number: int, top: float, axis: tuple[float, float]) -> None:
    own, y = paper.ink, top + HIGH / 2
    paper.box((8, top + 3, WIDTH - 8, top + HIGH - 3), own.panel, 10)
    name, size = written_name(row.name, number, BAR - EDGE - 24, 44, bold=True)
    paper.write(name, EDGE, y, size, own.text)
    _draw_bar(paper, row, y)
    if row.rating is not None:
        low, high = row.rating
        said = f"{low}–{high}"
        paper.write(said, (RANGE + RANGE_END) / 2, y - 18, SMALLEST, own.text, anchor="m")

        def at(points: float) -> float:
            return RANGE + (RANGE_END - RANGE) * (points - axis[0]) / (axis[1] - axis[0])

        line = y + 26
        paper.line([(RANGE, line), (RANGE_END, line)], mixed(own.line, own.muted, 0.3), 2)
        paper.box((at(low), line - 8, at(high), line + 8), WON[paper.theme], 6)
        paper.disc(at((low + high) / 2), line, 8, DARK)


def _draw_bar(paper: Paper, row: GameRow, y: float) -> None:
    """Draw the matches won, shared and lost as parts of one bar, each with its number."""
    own = paper.ink
    parts = [
        (row.won, WON[paper.theme], DARK),
        (row.shared, mixed(own.panel, WON[paper.theme], 0.45), own.text),
        (row.lost, mixed(own.panel, own.text, 0.22), own.text),
    ]
    there = [each for each in parts if each[0]]
    if not there:
        paper.line([(BAR, y), (BAR_END, y)], mixed(own.line, own.muted, 0.3), 2)
        return
    least = [max(NARROWEST, length(str(count), SMALLEST, bold=True) + 16) for count, _, _ in there]
    room, total = BAR_END - BAR - sum(least), sum(count for count, _, _ in there)
    left: float = BAR
    for (count, fill, letters), narrow in zip(there, least, strict=True):
        right = left + narrow + room * count / total
        paper.box((left, y - THICK, right - 4, y + THICK), fill, 8)
        paper.write(str(count), (left + right - 4) / 2, y, SMALLEST, letters, anchor="m")
        left = right
