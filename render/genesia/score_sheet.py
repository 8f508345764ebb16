"""Genesia's score sheet (rulebook: Feuille de scores): a column for each people."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from PIL import ImageDraw

from engine.genesia.model import Sheet as Scores
from engine.genesia.model import View
from render.genesia.captions import SheetLabels
from render.genesia.marks import letters_sprite, medallion, narrow_mask
from render.genesia.palette import card_palette
from render.genesia.signs import Sign, draw_pictogram
from render.kit.canvas import RGB, Picture, Sheet, Sprite, Theme, ink, lettered_disc, opaque, paint_image
from render.kit.lettering import fitted
from render.kit.memory import kept
from render.kit.names import RosterLine, shown_name

__all__ = ["sheet"]

WIDTH, HEIGHT = 1000, 636
LABELS = 268
"""Width in pixels of the column with the rows' labels."""
HEAD, MARGIN = 132, 10
LETTER, DIGITS, TOTAL = 33, 36, 48
"""Sizes of letters, digits and totals; capitals of the smallest are 9 points high on a phone."""
NARROW = 0.8
"""Smallest factor by which labels and names may be narrowed."""
AGES = ("I", "II", "III")


class _Row(NamedTuple):
    """A line of the sheet."""

    label: str
    sign: Sign
    cells: tuple[str, ...]
    """Texts of the row's cells, by people."""
    heavy: bool
    """The row stands out: it is none of the three Ages' progress rows."""


def sheet(view: View, names: Sequence[str], labels: SheetLabels, *, theme: Theme = Theme.DARK) -> Picture:
    """Draw the score sheet, 1,000 pixels wide, with a row for each kind of points, and ranks when the match
    is over.

    `names` are by people. Before the end the sheet counts the map as it is. An objective that the viewer may
    not know is a question mark.
    """
    paint = ink(theme)
    rows = _rows(view, labels)
    picture = Sheet.blank(WIDTH, HEIGHT, card_palette(theme), paint.ground)
    room = WIDTH - MARGIN - LABELS
    lefts = [LABELS + room * people // view.peoples for people in range(view.peoples + 1)]
    _draw_heads(picture, view, names, lefts, theme)
    tops = [HEAD + (HEIGHT - MARGIN - HEAD) * number // len(rows) for number in range(len(rows) + 1)]
    for row, (top, bottom) in zip(rows, pairwise(tops), strict=True):
        last = row is rows[-1]
        back = paint.lit if last else paint.panel if row.heavy else paint.ground
        picture.fill((MARGIN, top, WIDTH - MARGIN, bottom - 3), back)
        _draw_row(picture, row, (top + bottom - 3) // 2, lefts, back, theme, last)
    return picture.encode()


def _rows(view: View, labels: SheetLabels) -> list[_Row]:
    scores = view.sheets
    rows = [
        _Row(
            f"{labels.progress} {age}",
            Sign.BULB,
            tuple(str(score.progress[index]) for score in scores),
            False,
        )
        for index, age in enumerate(AGES)
    ]
    alone = (
        (labels.radiance, Sign.RAYS, [str(score.radiance) for score in scores]),
        (labels.conquest, Sign.PEAK, [str(score.conquest) for score in scores]),
        (labels.objective, Sign.TARGET, [_objective(score) for score in scores]),
        (labels.total, Sign.CUP, [str(score.total) for score in scores]),
    )
    return [*rows, *(_Row(label, sign, tuple(cells), True) for label, sign, cells in alone)]


def _objective(score: Scores) -> str:
    return "?" if score.objective is None else str(score.objective)


def _draw_heads(picture: Sheet, view: View, names: Sequence[str], lefts: Sequence[int], theme: Theme) -> None:
    paint = ink(theme)
    named = [*names, *[""] * view.peoples]
    for people, (left, right) in enumerate(pairwise(lefts)):
        middle = (left + right) // 2
        seat = view.seat_of(people)
        rank = view.result.ranks[seat] if view.result and view.seats > 1 else None
        disc = medallion(58, people)
        picture.overlay(disc, middle - 29 - (32 if rank else 0), 12)
        if rank:
            badge = lettered_disc(str(rank), 54, paint.accent if rank == 1 else paint.muted, paint.ground)
            picture.overlay(badge, middle + 5, 14)
        wide = right - left - 10
        name, size = shown_name(
            RosterLine(people, named[people], False), wide / NARROW, LETTER, LETTER, rank == 1
        )
        letters, rise = narrow_mask(name, size, wide, rank == 1)
        written = letters_sprite(letters, rise, paint.text, paint.ground, picture.palette)
        picture.stamp(written, middle - letters.width // 2, 100)


def _draw_row(
    picture: Sheet, row: _Row, y: int, lefts: Sequence[int], back: RGB, theme: Theme, last: bool
) -> None:
    paint = ink(theme)
    front = paint.text if row.heavy else paint.muted
    picture.stamp(_icon(row.sign, 38, paint.muted, back, theme), MARGIN + 28, y)
    room = LABELS - MARGIN - 64
    letters, rise = narrow_mask(fitted(row.label, room / NARROW, LETTER, row.heavy), LETTER, room, row.heavy)
    picture.stamp(letters_sprite(letters, rise, front, back, picture.palette), MARGIN + 58, y)
    for cell, (left, right) in zip(row.cells, pairwise(lefts), strict=True):
        size = TOTAL if last else DIGITS
        picture.write(cell, (left + right) // 2, y, size, front, back, bold=row.heavy, anchor="m")


@kept
def _icon(sign: Sign, size: int, fill: RGB, back: RGB, theme: Theme) -> Sprite:
    def draw_icon(draw: ImageDraw.ImageDraw, scale: float) -> None:
        edge = size * scale
        draw_pictogram(draw, sign, edge / 2, edge / 2, edge * 0.48, fill, back)

    image = paint_image(size, size, draw_icon)
    return Sprite(opaque(image, card_palette(theme), back), None, (size // 2, size // 2))
