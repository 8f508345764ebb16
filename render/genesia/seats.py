"""Goods of each people in turn order, beside Genesia's map and below a large one; the Age and the phase."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PIL import ImageDraw

from engine.genesia.model import MAX_CLANS, Phase, Stance, View
from render.genesia.map import Chart
from render.genesia.marks import letters_sprite, medallion, narrow_mask
from render.genesia.palette import board_palette
from render.genesia.signs import PHASES, Sign, draw_pictogram
from render.kit.canvas import RGB, Palette, Sheet, Sprite, Theme, ink, lettered_disc, opaque, paint_image
from render.kit.lettering import length
from render.kit.marks import WIDTH, turn_ground
from render.kit.memory import kept
from render.kit.names import RosterLine, arrow, panel, shown_name

__all__ = ["Below", "Column", "draw_below", "draw_beside", "goods_of"]

AGES = ("", "I", "II", "III")
PARTS = (
    (Sign.CARDS, (Phase.OBJECTIVE, Phase.DRAFT)),
    (Sign.SPROUT, (Phase.GROWTH,)),
    (Sign.STEPS, (Phase.EXPANSION,)),
    (Sign.SWORDS, (Phase.STANCE, Phase.ASSAULT, Phase.REACTION, Phase.LOSSES)),
    (Sign.HOURGLASS, (Phase.END, Phase.PLACE, Phase.OVER)),
)
"""Parts of an Age: the pictogram of each, and the phases that belong to it."""

LETTER = 58
"""Size of letters and digits beside the map, in units: capitals are 8 points high on a telephone 324 points
wide.
"""
SMALL = 53
"""Smallest size of a name, in units."""
NARROW = 0.8
"""Smallest factor by which names may be narrowed."""

GOODS = 42 + 54 + 8
"""Units from the left end of a number of goods to the next."""

Goods = tuple[tuple[Sign, int], ...]


@dataclass(frozen=True)
class Column:
    """The layout of the cells beside the map; lengths are in units."""

    chart: Chart

    LEFT, RIGHT, AGE, GAP, MARGIN = 8, 322, 92, 8, 8
    INDENT = 14
    """Room on the left of a cell for the bar of whoever is to move."""
    HIGHEST, TALL = 360, 290
    """Greatest height of a cell, and height from which a cell has a fourth row."""

    def cell(self, place: int) -> tuple[int, int]:
        """Return the top and bottom, in pixels, of the cell of the people at this place of the turn order."""
        px, count = self.chart.px, self.chart.map.peoples
        first = px(self.MARGIN + self.AGE + self.GAP)
        room = self.chart.height - px(self.MARGIN) - first + px(self.GAP)
        pitch = min(room / count, px(self.HIGHEST + self.GAP))
        return first + round(place * pitch), first + round((place + 1) * pitch) - px(self.GAP)


@dataclass(frozen=True)
class Below:
    """The layout of the cells below a large map; lengths are in 1,600ths of the width."""

    chart: Chart

    CELL, GAP, MARGIN = 124, 10, 14

    def px(self, units: float) -> int:
        return max(1, round(units * self.chart.width / 1600))

    @property
    def columns(self) -> int:
        """Cells in a row. The very first one is the Age's."""
        return 2 if self.chart.map.peoples == 3 else 3

    @property
    def bottom(self) -> int:
        """Height of the whole picture in pixels."""
        rows = -(-(self.chart.map.peoples + 1) // self.columns)
        return self.chart.height + self.px(8 + rows * (self.CELL + self.GAP) + 4)

    def cell(self, place: int) -> tuple[int, int, int]:
        """Return the left edge, right edge and top of a cell in pixels: 0 is the Age's, then those in turn
        order.
        """
        px, columns = self.px, self.columns
        row, column = divmod(place, columns)
        room = self.chart.width - 2 * px(self.MARGIN) + px(self.GAP)
        left = px(self.MARGIN) + room * column // columns
        right = px(self.MARGIN) + room * (column + 1) // columns - px(self.GAP)
        return left, right, self.chart.height + px(8) + row * px(self.CELL + self.GAP)


def _display_order(view: View) -> Sequence[int]:
    """Return the peoples in turn order; when the match is over, the winner first."""
    if view.result and view.seats > 1:
        ranks = view.result.ranks
        return sorted(
            view.order, key=lambda people: (ranks[view.seat_of(people)], -view.sheets[people].total)
        )
    return view.order


def _rank(view: View, people: int) -> int | None:
    return view.result.ranks[view.seat_of(people)] if view.result and view.seats > 1 else None


def draw_beside(sheet: Sheet, column: Column, view: View, names: Sequence[str], theme: Theme) -> None:
    """Draw the Age and the phase, and a cell for each people."""
    px = column.chart.px
    left, right = px(column.LEFT), px(column.RIGHT)
    _draw_age(sheet, (left, px(column.MARGIN), right, px(column.MARGIN + column.AGE)), 44, view, theme)
    named = [*names, *[""] * view.peoples]
    for place, people in enumerate(_display_order(view)):
        top, bottom = column.cell(place)
        name = named[people]
        _draw_beside(sheet, column, view, people, name, (left, top, right, bottom), theme)


def _draw_beside(
    sheet: Sheet,
    column: Column,
    view: View,
    people: int,
    name: str,
    box: tuple[int, int, int, int],
    theme: Theme,
) -> None:
    """Draw a people's cell: sign and name; coins, cards and state; clans that are left and the total.

    If a fourth row fits, it shows cities and progress.
    """
    px, paint = column.chart.px, ink(theme)
    left, top, right, bottom = box
    rank = _rank(view, people)
    active = people in view.pending or rank == 1
    back, high = (paint.lit if active else paint.panel), bottom - top
    edge = paint.accent if active else back
    unit = column.chart.width / WIDTH
    sheet.stamp(
        turn_ground(sheet.palette, right - left, high, px(16), unit, back, edge, paint.ground), left, top
    )
    left, right = left + px(Column.INDENT), right - px(6)
    rows = 4 if high >= px(Column.TALL) else 3
    first, second, *_, last = (round(top + high * (row + 0.6) / (rows + 0.2)) for row in range(rows))
    sheet.stamp(_medallion(theme, px(50), people, back), left + px(48), first)
    end = right - px(3)
    if view.options.teams and view.seats > 1:
        team = _team(theme, column.chart.unit, view.options.teams[view.seat_of(people)], back)
        sheet.stamp(team, end - team.centre[0], first)
        end -= team.image.width + px(6)
    x = left + px(77)
    line, room = RosterLine(people, name, active), (end - x) / NARROW
    bold = active and length(name, px(LETTER), True) <= room  # regular letters show more of it
    text, size = shown_name(line, room, px(LETTER), px(SMALL), bold)
    sheet.stamp(_line(sheet.palette, text, size, end - x, paint.text, back, bold=bold), x, first)
    goods = goods_of(view, people)
    # When the match is over nobody holds cards: the rank stands in their place.
    _draw_goods(sheet, column.chart, goods[: 2 if rank is None else 1], left + px(28), second, back, theme)
    end = right - px(12)
    if rank is not None:
        _draw_rank(sheet, column.chart, rank, end, second, back, theme)
    if states := _states(view, people, theme):  # there is room for one
        sign, colour = states[0]
        if view.phase is Phase.STANCE:  # a stance that is known tells that it is chosen
            sign = states[-1][0]
        sheet.stamp(pictogram(theme, sign, px(46), colour, back), end - px(23), second)
    if rows == 4:
        third = (second + last) // 2
        _draw_goods(sheet, column.chart, goods[3:], left + px(28), third, back, theme)
    _draw_goods(sheet, column.chart, goods[2:3], left + px(28), last, back, theme)
    total = _line(sheet.palette, str(view.sheets[people].total), px(72), px(140), paint.text, back)
    sheet.stamp(total, right - px(16) - total.image.width, last)


def _draw_rank(sheet: Sheet, lie: Chart, rank: int, right: int, y: int, back: RGB, theme: Theme) -> None:
    """Draw a people's rank, with a cup for the winner and a podium for others."""
    paint = ink(theme)
    front = paint.accent if rank == 1 else paint.muted
    digits = _line(sheet.palette, str(rank), lie.px(LETTER), lie.px(54), front, back)
    sheet.stamp(digits, right - digits.image.width, y)
    sign = pictogram(theme, Sign.CUP if rank == 1 else Sign.PODIUM, lie.px(44), front, back)
    sheet.stamp(sign, right - digits.image.width - lie.px(28), y)


def goods_of(view: View, people: int) -> Goods:
    """Return a people's coins, cards in hand, clans left, cities, and progress, as the tableau shows them."""
    return (
        (Sign.COIN, view.coins[people]),
        (Sign.CARDS, view.hand_sizes[people]),
        (Sign.CLAN, MAX_CLANS - sum(view.clans[people])),
        (Sign.CITY, len(view.cities[people])),
        (Sign.BULB, sum(view.sheets[people].progress)),
    )


def _draw_goods(sheet: Sheet, chart: Chart, goods: Goods, x: int, y: int, back: RGB, theme: Theme) -> None:
    px, paint = chart.px, ink(theme)
    for sign, number in goods:
        sheet.stamp(pictogram(theme, sign, px(38), paint.muted, back), x + px(19), y)
        sheet.stamp(_line(sheet.palette, str(number), px(LETTER), px(54), paint.text, back), x + px(42), y)
        x += px(GOODS)


@kept
def _line(
    palette: Palette, text: str, size: int, widest: int, front: RGB, back: RGB, *, bold: bool = True
) -> Sprite:
    """Return a line at most `widest` pixels wide; its centre is at its left end, half a capital high."""
    letters, rise = narrow_mask(text, size, widest, bold)
    return letters_sprite(letters, rise, front, back, palette)


def draw_below(sheet: Sheet, seats: Below, view: View, names: Sequence[str], theme: Theme) -> None:
    """Draw the Age and the phase, and a cell for each people with all its goods."""
    left, right, top = seats.cell(0)
    _draw_age(sheet, (left, top, right, top + seats.px(seats.CELL)), 44, view, theme)
    named = [*names, *[""] * view.peoples]
    for place, people in enumerate(_display_order(view)):
        box = seats.cell(place + 1)
        _draw_below(sheet, seats, view, people, place, named[people], box, theme)


def _draw_below(
    sheet: Sheet,
    seats: Below,
    view: View,
    people: int,
    place: int,
    name: str,
    box: tuple[int, int, int],
    theme: Theme,
) -> None:
    px, paint = seats.px, ink(theme)
    left, right, top = box
    rank = _rank(view, people)
    active = people in view.pending or rank == 1
    back, high = (paint.lit if active else paint.panel), px(seats.CELL)
    edge = paint.accent if active else back
    sheet.stamp(panel(sheet.palette, right - left, high, px(16), px(9), back, edge, paint.ground), left, top)
    y = top + px(37)
    x = left + px(26)
    if rank is not None:
        disc = lettered_disc(str(rank), px(44), paint.accent if rank == 1 else paint.muted, paint.ground)
        sheet.overlay(disc, x - px(4), y - disc.height // 2)
        x += px(48)
    else:
        x += sheet.write(str(place + 1), x, y, px(34), paint.muted, back, bold=True) + px(12)
    sheet.stamp(_medallion(theme, px(54), people, back), x + px(27), y)
    x += px(66)
    if active and rank is None:
        sheet.stamp(arrow(sheet.palette, px(26), paint.accent, back), x, y)
        x += px(36)
    end = right - px(24)
    end -= sheet.write(
        str(view.sheets[people].total), end, y, px(46), paint.text, back, bold=True, anchor="r"
    )
    end -= px(14)
    for sign, colour in _states(view, people, theme):
        sheet.stamp(pictogram(theme, sign, px(38), colour, back), end - px(22), y)
        end -= px(48)
    if view.options.teams and view.seats > 1:
        disc = lettered_disc(view.options.teams[view.seat_of(people)], px(38), paint.muted, back)
        sheet.overlay(disc, end - disc.width, y - disc.height // 2)
        end -= px(48)
    line = RosterLine(people, name, active)
    text, size = shown_name(line, end - x - px(4), px(36), px(26), active)
    sheet.write(text, x, y, size, paint.text, back, bold=active)
    goods = goods_of(view, people)
    x, y = left + px(26), top + px(90)
    widths = [px(42) + round(length(str(number), px(32), True)) for _, number in goods]
    gap = min(px(64), (right - px(20) - x - sum(widths)) // (len(goods) - 1))
    for (sign, number), width in zip(goods, widths, strict=True):
        sheet.stamp(pictogram(theme, sign, px(34), paint.muted, back), x + px(17), y)
        sheet.write(str(number), x + px(42), y, px(32), paint.text, back, bold=True)
        x += width + gap


def _states(view: View, people: int, theme: Theme) -> list[tuple[Sign, RGB]]:
    """Return a people's pictograms: a sealed choice that has been made, then war or peace."""
    paint = ink(theme)
    states: list[tuple[Sign, RGB]] = []
    if people in view.chosen:
        states.append((Sign.TICK, paint.accent))
    match view.stances[people] if view.stances else None:
        case Stance.WAR:
            states.append((Sign.SWORDS, paint.text))
        case Stance.PEACE | Stance.TRUCE:
            states.append((Sign.PEACE, paint.muted))
        case None:
            pass
    return states


def _draw_age(sheet: Sheet, box: tuple[int, int, int, int], icon: int, view: View, theme: Theme) -> None:
    """Draw the Age as a numeral and the five parts of an Age, the running one lit, as large as the box
    allows.
    """
    paint = ink(theme)
    left, top, right, bottom = box
    wide, high = right - left, bottom - top
    sheet.stamp(_age_panel(theme, wide, high), left, top)
    y = top + high // 2
    one = min(wide / 314, high / 92)
    age = _line(sheet.palette, AGES[view.age], round(64 * one), round(66 * one), paint.text, paint.panel)
    sheet.stamp(age, left + round(44 * one) - age.image.width // 2, y)
    for index, (usual, phases) in enumerate(PARTS):
        x = left + round(((wide / one - 314) / 2 * (index + 1) / 5 + 107 + icon * index) * one)
        if view.phase in phases:
            sheet.stamp(_lamp(theme, round(50 * one), PHASES[view.phase]), x, y)
        else:
            sheet.stamp(pictogram(theme, usual, round(34 * one), paint.muted, paint.panel), x, y)


@kept
def _age_panel(theme: Theme, wide: int, high: int) -> Sprite:
    paint = ink(theme)

    def draw_panel(draw: ImageDraw.ImageDraw, scale: float) -> None:
        draw.rounded_rectangle((0, 0, wide * scale - 1, high * scale - 1), wide * scale * 0.045, paint.panel)

    return Sprite(opaque(paint_image(wide, high, draw_panel, scale=2), board_palette(theme), paint.ground))


@kept
def _lamp(theme: Theme, size: int, sign: Sign) -> Sprite:
    """Return the running phase's pictogram on a bright ground."""
    paint = ink(theme)

    def draw_lamp(draw: ImageDraw.ImageDraw, scale: float) -> None:
        edge = size * scale
        draw.rounded_rectangle((0, 0, edge - 1, edge - 1), edge * 0.26, paint.accent)
        draw_pictogram(draw, sign, edge / 2, edge / 2, edge * 0.34, paint.ground, paint.accent)

    image = paint_image(size, size, draw_lamp)
    return Sprite(opaque(image, board_palette(theme), paint.panel), None, (size // 2, size // 2))


@kept
def pictogram(theme: Theme, sign: Sign, size: int, colour: RGB, back: RGB) -> Sprite:
    """Return a pictogram on plain ground."""

    def draw_sign(draw: ImageDraw.ImageDraw, scale: float) -> None:
        edge = size * scale
        fill = colour
        draw_pictogram(draw, sign, edge / 2, edge / 2, edge * 0.48, fill, back)

    image = paint_image(size, size, draw_sign)
    return Sprite(opaque(image, board_palette(theme), back), None, (size // 2, size // 2))


@kept
def _team(theme: Theme, unit: float, letter: str, back: RGB) -> Sprite:
    """Return a team's letter on a plate."""
    paint, size = ink(theme), round(60 * unit)

    def draw_plate(draw: ImageDraw.ImageDraw, scale: float) -> None:
        edge = size * scale - 1
        draw.rounded_rectangle((0, 0, edge, edge), edge * 0.3, paint.muted)

    image = paint_image(size, size, draw_plate)
    letters, rise = narrow_mask(letter, round(LETTER * unit), size)
    image.paste(back, ((size - letters.width) // 2, size // 2 - rise), letters)
    return Sprite(opaque(image, board_palette(theme), back), None, (size // 2, size // 2))


@kept
def _medallion(theme: Theme, size: int, people: int, back: RGB) -> Sprite:
    image = medallion(size, people)
    return Sprite(opaque(image, board_palette(theme), back), None, (size // 2, size // 2))
