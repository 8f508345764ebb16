"""Below Genesia's map what each people has, in turn order; in its corner the Age and the phase."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from PIL import ImageDraw

from engine.genesia.model import CITIES, CLANS, Phase, Stand, View
from render.canvas import RGB, Sheet, Sprite, Theme, ink, lettered_disc, opaque, painted
from render.genesia_hues import SCENES, board_palette
from render.genesia_map import Chart
from render.genesia_marks import medallion
from render.genesia_signs import PHASES, Sign, draw_pictogram
from render.lettering import length
from render.tracks import Line, arrow, panel, shown_name

__all__ = ["Seats", "draw_age", "draw_seats"]

COLUMNS = {1: (1,), 2: (2,), 3: (3,), 4: (2, 2), 5: (3, 2)}
"""Cells in each row, by peoples."""
AGES = ("", "I", "II", "III")


@dataclass(frozen=True)
class Seats:
    """Where the cells lie; lengths in units."""

    chart: Chart

    CELL = 124
    GAP = 10
    MARGIN = 14
    AGE = (414, 84)
    """Width and height of the plate with Age and phase."""

    @property
    def beside(self) -> bool:
        """Two continents leave no corner free: the plate stands beside the cells."""
        return self.chart.map.peoples == 2

    @property
    def bottom(self) -> int:
        """Height of the whole picture in pixels."""
        rows = len(COLUMNS[self.chart.map.peoples])
        return self.chart.height + self.chart.px(8 + rows * (self.CELL + self.GAP) + 4)

    def cell(self, place: int) -> tuple[int, int, int]:
        """Left end, right end and top of the cell of whoever is on that place of the turn order."""
        px = self.chart.px
        row, start = 0, 0
        rows = COLUMNS[self.chart.map.peoples]
        while place >= start + rows[row]:
            start += rows[row]
            row += 1
        first = px(self.MARGIN + (self.AGE[0] + self.GAP if self.beside else 0))
        room = self.chart.width - first - px(self.MARGIN) + px(self.GAP)
        left = first + room * (place - start) // rows[row]
        right = first + room * (place - start + 1) // rows[row] - px(self.GAP)
        return left, right, self.chart.height + px(8) + row * px(self.CELL + self.GAP)


def draw_seats(sheet: Sheet, seats: Seats, view: View, names: Sequence[str], theme: Theme) -> None:
    """A cell for each people, the first in turn order first; once it is over, the winner first."""
    named = [*names, *[""] * view.peoples]
    order = view.order
    if view.result and view.seats > 1:
        ranks = view.result.ranks
        order = sorted(order, key=lambda people: (ranks[view.seat_of(people)], -view.sheets[people].total))
    for place, people in enumerate(order):
        left, right, top = seats.cell(place)
        _draw_cell(
            sheet, seats.chart, view, people, place, named[view.seat_of(people)], (left, right, top), theme
        )


def _draw_cell(
    sheet: Sheet,
    chart: Chart,
    view: View,
    people: int,
    place: int,
    name: str,
    box: tuple[int, int, int],
    theme: Theme,
) -> None:
    px, paint = chart.px, ink(theme)
    left, right, top = box
    rank = view.result.ranks[view.seat_of(people)] if view.result and view.seats > 1 else None
    active = people in view.acting or rank == 1
    back, high = (paint.lit if active else paint.panel), px(Seats.CELL)
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
    line = Line(view.seat_of(people), name, active)
    text, size = shown_name(line, end - x - px(4), px(36), px(26), active)
    sheet.write(text, x, y, size, paint.text, back, bold=active)
    _draw_goods(sheet, chart, view, people, (left + px(26), right - px(20), top + px(90)), back, theme)


def _states(view: View, people: int, theme: Theme) -> list[tuple[Sign, RGB]]:
    """Pictograms that say war, peace, or that a sealed choice has been made."""
    paint = ink(theme)
    states: list[tuple[Sign, RGB]] = []
    if people in view.chosen:
        states.append((Sign.TICK, paint.accent))
    match view.stances[people] if view.stances else None:
        case Stand.WAR:
            states.append((Sign.SWORDS, paint.text))
        case Stand.PEACE | Stand.TRUCE:
            states.append((Sign.PEACE, paint.muted))
        case None:
            pass
    return states


def _draw_goods(
    sheet: Sheet, chart: Chart, view: View, people: int, box: tuple[int, int, int], back: RGB, theme: Theme
) -> None:
    """Coins, cards in hand, clans and cities left, progress."""
    px, paint = chart.px, ink(theme)
    left, right, y = box
    goods = (
        (Sign.COIN, view.coins[people]),
        (Sign.CARDS, view.hand_sizes[people]),
        (Sign.CLAN, CLANS - sum(view.clans[people])),
        (Sign.CITY, CITIES - len(view.cities[people])),
        (Sign.BULB, sum(view.sheets[people].progress)),
    )
    widths = [px(42) + round(length(str(number), px(32), True)) for _, number in goods]
    gap = min(px(64), (right - left - sum(widths)) // (len(goods) - 1))
    for (sign, number), width in zip(goods, widths, strict=True):
        sheet.stamp(pictogram(theme, sign, px(34), paint.muted, back), left + px(17), y)
        sheet.write(str(number), left + px(42), y, px(32), paint.text, back, bold=True)
        left += width + gap


def draw_age(sheet: Sheet, seats: Seats, view: View, theme: Theme) -> None:
    """The Age as a numeral and the five parts of an Age, the running one lit."""
    px, paint = seats.chart.px, ink(theme)
    wide, high = px(Seats.AGE[0]), px(Seats.CELL if seats.beside else Seats.AGE[1])
    left, top = px(Seats.MARGIN), seats.chart.height + px(8) if seats.beside else px(Seats.MARGIN)
    sheet.stamp(_age_panel(theme, wide, high, paint.ground if seats.beside else SCENES[theme].sea), left, top)
    y = top + high // 2
    sheet.write(AGES[view.age], left + px(58), y, px(52), paint.text, paint.panel, bold=True, anchor="m")
    parts = (
        (Sign.CARDS, (Phase.OBJECTIVE, Phase.DRAFT)),
        (Sign.SPROUT, (Phase.GROWTH,)),
        (Sign.STEPS, (Phase.EXPANSION,)),
        (Sign.SWORDS, (Phase.STANCE, Phase.ASSAULT, Phase.REACTION, Phase.LOSSES)),
        (Sign.HOURGLASS, (Phase.END, Phase.PLACE, Phase.OVER)),
    )
    for index, (usual, phases) in enumerate(parts):
        x = left + px(144 + 59 * index)
        if view.phase in phases:
            lamp = _lamp(theme, px(58), PHASES[view.phase])
            sheet.stamp(lamp, x, y)
        else:
            sheet.stamp(pictogram(theme, usual, px(36), paint.muted, paint.panel), x, y)


@lru_cache(maxsize=8)
def _age_panel(theme: Theme, wide: int, high: int, back: RGB) -> Sprite:
    paint = ink(theme)

    def draw_panel(draw: ImageDraw.ImageDraw, scale: float) -> None:
        draw.rounded_rectangle((0, 0, wide * scale - 1, high * scale - 1), wide * scale * 0.045, paint.panel)

    return Sprite(opaque(painted(wide, high, draw_panel, scale=2), board_palette(theme), back))


@lru_cache(maxsize=64)
def _lamp(theme: Theme, size: int, sign: Sign) -> Sprite:
    """The running phase: its pictogram on a bright ground."""
    paint = ink(theme)

    def draw_lamp(draw: ImageDraw.ImageDraw, scale: float) -> None:
        edge = size * scale
        draw.rounded_rectangle((0, 0, edge - 1, edge - 1), edge * 0.26, paint.accent)
        draw_pictogram(draw, sign, edge / 2, edge / 2, edge * 0.34, paint.ground, paint.accent)

    image = painted(size, size, draw_lamp)
    return Sprite(opaque(image, board_palette(theme), paint.panel), None, (size // 2, size // 2))


@lru_cache(maxsize=256)
def pictogram(theme: Theme, sign: Sign, size: int, colour: RGB, back: RGB) -> Sprite:
    """A pictogram on plain ground."""

    def draw_sign(draw: ImageDraw.ImageDraw, scale: float) -> None:
        edge = size * scale
        fill = colour
        draw_pictogram(draw, sign, edge / 2, edge / 2, edge * 0.48, fill, back)

    image = painted(size, size, draw_sign)
    return Sprite(opaque(image, board_palette(theme), back), None, (size // 2, size // 2))


@lru_cache(maxsize=64)
def _medallion(theme: Theme, size: int, people: int, back: RGB) -> Sprite:
    image = medallion(size, people)
    return Sprite(opaque(image, board_palette(theme), back), None, (size // 2, size // 2))
