"""Genesia's score sheet (rulebook: Feuille de scores): a column for each people, the best first."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from PIL import ImageDraw

from engine.genesia.model import VALUES, View
from engine.genesia.model import Sheet as Scores
from render.genesia.captions import SheetLabels
from render.genesia.marks import letters_sprite, medallion, narrow_mask
from render.genesia.palette import card_palette, winner_tint
from render.genesia.signs import Sign, draw_pictogram
from render.kit.canvas import RGB, Picture, Sheet, Sprite, Theme, ink, lettered_disc, opaque, paint_image
from render.kit.lettering import fitted
from render.kit.memory import kept
from render.kit.names import RosterLine, shown_name

__all__ = ["sheet"]

WIDTH, HEIGHT = 1000, 636
LABELS = 252
"""Width in pixels of the column with the rows' labels."""
HEAD, MARGIN = 106, 8
LETTER, TOTAL = 35, 46
"""Sizes of letters and digits, and of totals: the smallest are 8 points high on a small telephone."""
BADGE = 54
"""Width of a rank's disc in pixels."""
HIGH, LOW, LAST = 42, 36, 58
"""Heights in pixels of a row, of one that is part of a sum, and of the totals."""
NARROW = 0.8
"""Smallest factor by which labels and names may be narrowed."""
TIMES = "\u00d7"


class _Row(NamedTuple):
    """A line of the sheet."""

    label: str
    sign: Sign | None
    """`None` for a line of the sum of conquests, whose label is a value."""
    cells: tuple[str, ...]
    """Texts of the row's cells, by people."""
    heavy: bool = True
    """The row is a sum, or points of its own."""


def sheet(view: View, names: Sequence[str], labels: SheetLabels, *, theme: Theme = Theme.DARK) -> Picture:
    """Draw the score sheet, 1,000 pixels wide, with a row for each kind of points, and ranks when the match
    is over.

    Regions stand as in the rulebook: their value times their number. `names` are by people. Before the end
    the sheet counts the map as it is. An objective that the viewer may not know is a question mark. The
    column of whoever has won is tinted.
    """
    paint = ink(theme)
    rows = _rows(view, labels)
    picture = Sheet.blank(WIDTH, HEIGHT, card_palette(theme), paint.ground)
    room = WIDTH - MARGIN - LABELS
    order = sorted(range(view.peoples), key=lambda people: (_rank(view, people), -view.sheets[people].total))
    lefts = [LABELS + room * place // view.peoples for place in range(view.peoples + 1)]
    columns = [(people, *edges) for people, edges in zip(order, pairwise(lefts), strict=True)]
    won = [people for people in order if _rank(view, people) == 1]
    for people, left, right in columns:
        if people in won:
            picture.fill((left, 0, right, HEIGHT - MARGIN), winner_tint(theme))
    _draw_heads(picture, view, names, columns, theme)
    tops = [HEAD]
    for row in rows:
        tops.append(tops[-1] + (LAST if row is rows[-1] else HIGH if row.heavy else LOW))
    for row, (top, bottom) in zip(rows, pairwise(tops), strict=True):
        back = paint.lit if row is rows[-1] else paint.panel if row.heavy else paint.ground
        picture.fill((MARGIN, top, WIDTH - MARGIN, bottom - 2), back)
        for people, left, right in columns:
            if people in won:
                picture.fill((left, top, right, bottom), winner_tint(theme))
        _draw_row(picture, row, (top + bottom - 2) // 2, columns, back, won, theme)
    return picture.encode()


def _rank(view: View, people: int) -> int:
    """Return the people's rank, or 0 if nobody has one."""
    return view.result.ranks[view.seat_of(people)] if view.result and view.seats > 1 else 0


def _rows(view: View, labels: SheetLabels) -> list[_Row]:
    scores = view.sheets
    progress = ["+".join(map(str, score.progress[: max(1, view.age)])) for score in scores]
    regions = [
        _Row(
            str(value),
            None,
            tuple(_product(value, score.regions[place]) for score in scores),
            False,
        )
        for place, value in enumerate(VALUES)
    ]
    return [
        _Row(labels.progress, Sign.BULB, tuple(progress)),
        _Row(labels.radiance, Sign.RAYS, tuple(str(score.radiance) for score in scores)),
        *regions,
        _Row(labels.conquest, Sign.PEAK, tuple(str(score.conquest) for score in scores)),
        _Row(labels.objective, Sign.TARGET, tuple(_objective(score) for score in scores)),
        _Row(labels.total, Sign.CUP, tuple(str(score.total) for score in scores)),
    ]


def _product(value: int, count: int) -> str:
    return f"{count} = {value * count}" if count else "\u2013"


def _objective(score: Scores) -> str:
    return "?" if score.objective is None else str(score.objective)


def _draw_heads(
    picture: Sheet,
    view: View,
    names: Sequence[str],
    columns: Sequence[tuple[int, int, int]],
    theme: Theme,
) -> None:
    paint = ink(theme)
    named = [*names, *[""] * view.peoples]
    for people, left, right in columns:
        middle, rank = (left + right) // 2, _rank(view, people)
        back = winner_tint(theme) if rank == 1 else paint.ground
        disc = medallion(54, people)
        picture.overlay(disc, middle - 27 - (30 if rank else 0), 8)
        if rank:
            badge = lettered_disc(str(rank), BADGE, paint.accent if rank == 1 else paint.muted, paint.ground)
            picture.overlay(badge, middle + 3, 8)
        wide = right - left - 10
        name, size = shown_name(
            RosterLine(people, named[people], False), wide / NARROW, LETTER, LETTER, rank == 1
        )
        letters, rise = narrow_mask(name, size, wide, rank == 1)
        written = letters_sprite(letters, rise, paint.text, back, picture.palette)
        picture.stamp(written, middle - letters.width // 2, 84)


def _draw_row(
    picture: Sheet,
    row: _Row,
    y: int,
    columns: Sequence[tuple[int, int, int]],
    back: RGB,
    won: Sequence[int],
    theme: Theme,
) -> None:
    paint = ink(theme)
    front = paint.text if row.heavy else paint.muted
    room = LABELS - MARGIN - 62
    if row.sign is None:
        times, rise = narrow_mask(f"{row.label} {TIMES}", LETTER, room, False)
        written = letters_sprite(times, rise, front, back, picture.palette)
        picture.stamp(written, LABELS - 24 - times.width, y)
    else:
        picture.stamp(_icon(row.sign, 36, paint.muted, back, theme), MARGIN + 26, y)
        letters, rise = narrow_mask(fitted(row.label, room / NARROW, LETTER, True), LETTER, room, True)
        picture.stamp(letters_sprite(letters, rise, front, back, picture.palette), MARGIN + 54, y)
    for people, left, right in columns:
        under = winner_tint(theme) if people in won else back
        cell = row.cells[people]
        size = TOTAL if row.sign is Sign.CUP else LETTER
        letters, rise = narrow_mask(cell, size, right - left - 12, row.heavy)
        written = letters_sprite(
            letters, rise, paint.text if people in won else front, under, picture.palette
        )
        picture.stamp(written, (left + right - letters.width) // 2, y)


@kept
def _icon(sign: Sign, size: int, fill: RGB, back: RGB, theme: Theme) -> Sprite:
    def draw_icon(draw: ImageDraw.ImageDraw, scale: float) -> None:
        edge = size * scale
        draw_pictogram(draw, sign, edge / 2, edge / 2, edge * 0.48, fill, back)

    image = paint_image(size, size, draw_icon)
    return Sprite(opaque(image, card_palette(theme), back), None, (size // 2, size // 2))
