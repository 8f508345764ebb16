"""Genesia's score sheet, as the rulebook prints it (Feuille de scores): a column for each people."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from PIL import ImageDraw

from engine.genesia.model import VALUES, View
from engine.genesia.model import Sheet as Scores
from render.canvas import RGB, Ink, Picture, Sheet, Sprite, Theme, ink, lettered_disc, opaque, painted
from render.genesia_hues import DARK, card_palette
from render.genesia_marks import medallion, value_disc
from render.genesia_signs import Sign, draw_pictogram
from render.genesia_words import SheetLabels
from render.lettering import fitted
from render.tracks import Line, shown_name

__all__ = ["sheet"]

WIDTH = 1000
LABELS = 284
"""Width of the column with the rows' labels."""
HEAD, ROW = 132, 46
AGES = ("I", "II", "III")


class _Row(NamedTuple):
    """A line of the sheet."""

    label: str
    sign: Sign | None
    value: int | None
    """The value of regions that the line counts."""
    cells: tuple[tuple[str, str], ...]
    """By people, small and large text: ``("3 ×", "12")``."""
    heavy: bool
    """A subtotal or what stands alone."""


def sheet(view: View, names: Sequence[str], labels: SheetLabels, *, theme: Theme = Theme.DARK) -> Picture:
    """The score sheet: a row for each kind of points, 1,000 pixels wide; once it is over, with ranks.

    `names` in seat order. Before the end it counts the map as it is; an objective that the viewer may not
    know is a question mark.
    """
    paint = ink(theme)
    rows = _rows(view, labels)
    high = HEAD + sum(_height(row) for row in rows) + 24 + 12
    picture = Sheet.blank(WIDTH, high, card_palette(theme), paint.ground)
    lefts = [LABELS + (WIDTH - 12 - LABELS) * people // view.peoples for people in range(view.peoples + 1)]
    _draw_heads(picture, view, names, lefts, theme)
    y = HEAD
    for number, row in enumerate(rows):
        last = number == len(rows) - 1
        if last:
            y += 12
        back = paint.lit if last else paint.panel if row.heavy else paint.ground
        picture.fill((12, y, WIDTH - 12, y + _height(row) - 2), back)
        _draw_row(picture, row, y + (_height(row) - 2) // 2, lefts, back, theme, last)
        y += _height(row)
    return picture.encode()


def _height(row: _Row) -> int:
    return ROW + 12 if row.heavy else ROW


def _rows(view: View, labels: SheetLabels) -> list[_Row]:
    scores = view.sheets
    rows = [
        _Row(
            f"{labels.progress} {age}",
            Sign.BULB,
            None,
            tuple(("", str(score.progress[index])) for score in scores),
            False,
        )
        for index, age in enumerate(AGES)
    ]
    rows.append(
        _Row(labels.subtotal, None, None, tuple(("", str(sum(score.progress))) for score in scores), True)
    )
    rows.append(
        _Row(labels.radiance, Sign.RAYS, None, tuple(("", str(score.radiance)) for score in scores), True)
    )
    for index, value in enumerate(VALUES):
        cells = tuple((f"{score.regions[index]} ×", str(score.regions[index] * value)) for score in scores)
        rows.append(_Row("" if index else labels.conquest, None if index else Sign.PEAK, value, cells, False))
    rows.append(_Row(labels.subtotal, None, None, tuple(("", str(score.conquest)) for score in scores), True))
    rows.append(
        _Row(labels.objective, Sign.TARGET, None, tuple(("", _objective(each)) for each in scores), True)
    )
    rows.append(_Row(labels.total, Sign.CUP, None, tuple(("", str(score.total)) for score in scores), True))
    return rows


def _objective(score: Scores) -> str:
    return "?" if score.objective is None else str(score.objective)


def _draw_heads(picture: Sheet, view: View, names: Sequence[str], lefts: Sequence[int], theme: Theme) -> None:
    paint = ink(theme)
    named = [*names, *[""] * view.peoples]
    for people in range(view.peoples):
        middle = (lefts[people] + lefts[people + 1]) // 2
        seat = view.seat_of(people)
        rank = view.result.ranks[seat] if view.result and view.seats > 1 else None
        disc = medallion(58, people)
        picture.overlay(disc, middle - 29 - (26 if rank else 0), 18)
        if rank:
            badge = lettered_disc(str(rank), 42, paint.accent if rank == 1 else paint.muted, paint.ground)
            picture.overlay(badge, middle + 18, 26)
        width = lefts[people + 1] - lefts[people] - 12
        name, size = shown_name(Line(seat, named[seat], False), width, 26, 20, rank == 1)
        picture.write(name, middle, 102, size, paint.text, paint.ground, bold=rank == 1, anchor="m")


def _draw_row(
    picture: Sheet, row: _Row, y: int, lefts: Sequence[int], back: RGB, theme: Theme, last: bool
) -> None:
    paint = ink(theme)
    if row.sign is not None:
        picture.stamp(_icon(row.sign, 32, paint.muted, back, theme), 40, y)
    size = 28 if last else 25
    room = LABELS - 72 - (50 if row.value else 0)
    label = fitted(row.label, room, size, row.heavy)
    picture.write(label, 66, y, size, paint.text if row.heavy else paint.muted, back, bold=row.heavy)
    if row.value is not None:
        picture.stamp(_value(row.value, back, theme), LABELS - 30, y)
    for (small, large), (left, right) in zip(row.cells, pairwise(lefts), strict=True):
        middle = (left + right) // 2
        if small.startswith("0 "):
            picture.write("·", middle, y, 27, paint.muted, back, anchor="m")
        elif small:
            picture.write(small, middle - 2, y, 22, paint.muted, back, anchor="r")
            picture.write(large, middle + 12, y, 27, paint.text, back, bold=True)
        else:
            picture.write(
                large, middle, y, 36 if last else 28, _front(row, paint), back, bold=row.heavy, anchor="m"
            )


def _front(row: _Row, paint: Ink) -> RGB:
    return paint.text if row.heavy else paint.muted


@lru_cache(maxsize=64)
def _icon(sign: Sign, size: int, fill: RGB, back: RGB, theme: Theme) -> Sprite:
    def draw_icon(draw: ImageDraw.ImageDraw, scale: float) -> None:
        edge = size * scale
        draw_pictogram(draw, sign, edge / 2, edge / 2, edge * 0.48, fill, back)

    image = painted(size, size, draw_icon)
    return Sprite(opaque(image, card_palette(theme), back), None, (size // 2, size // 2))


@lru_cache(maxsize=32)
def _value(value: int, back: RGB, theme: Theme) -> Sprite:
    image = value_disc(38, value, DARK)
    return Sprite(opaque(image, card_palette(theme), back), None, (19, 19))
