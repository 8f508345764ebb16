"""Pictures of Génial: the board with its score tracks, a rack, the application's emojis.

Pictures speak no language: names, numbers, symbols, coordinates. What needs a sentence is said next to them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import TypeVar

from PIL import ImageDraw

from engine.genial.board import SYMBOLS
from engine.genial.model import Cell, Colour, Form, Placement, Tile, View
from render import pieces
from render.canvas import Picture, Sheet, Theme, ink, painted, png
from render.fresh import Fresh
from render.hexes import Axial, Lattice, corners
from render.newness import freshness, gains
from render.pieces import STEPS
from render.samples.genial import free_pairs, sample
from render.symbols import BODY, HUES, draw_symbol
from render.tracks import LAP, Line, Row, Table, draw_rows

__all__ = ["EMOJIS", "GALLERY", "Mark", "board", "rack"]


T = TypeVar("T")


@dataclass(frozen=True)
class Mark:
    """A numbered candidate: the shown tile's first symbol on `a`, its second on `b`."""

    a: Cell
    b: Cell
    label: str


def board(
    view: View,
    names: Sequence[str],
    *,
    theme: Theme = Theme.DARK,
    width: int = 1000,
    marks: Sequence[Mark] = (),
    tile: tuple[Colour, Colour] | None = None,
) -> Picture:
    """The board as `view` knows it and everybody's score tracks, `width` pixels wide.

    `names` in seat order; a missing or undrawable one shows as the seat's number. `marks` are candidates for
    `tile`, ghosts with their numbers; the tile itself stands in the corner, as in solo the one to place does.
    Marked is what is new since the viewer's last tile (for a spectator, since that of the seat to move), the
    last move most of all.
    """
    lattice = layout(view.radius, width)
    table = score_table(view, lattice, width)
    sheet = empty_board(view.radius, width, table.bottom, theme).copy()
    for symbol in view.open_symbols:
        sheet.stamp(pieces.cell(lattice.pitch, theme, SYMBOLS[symbol], asked=True), *lattice.centre(symbol))
    for placement, fresh in zip(view.placements, freshness(view), strict=True):
        stamp_tile(sheet, lattice, theme, placement, fresh)
    stamp_marks(sheet, lattice, theme, marks, tile)
    shown = tile or (tuple(view.rack[0]) if view.options.form is Form.SOLO and view.rack else None)
    if shown:
        corner = Lattice(1, table.px(84), table.px(110), table.px(70))
        sheet.stamp(
            pieces.domino(corner.pitch, theme, (1, 0), *shown, back=ink(theme).ground), corner.x, corner.y
        )
    score(sheet, table, view, names, theme)
    return sheet.encode()


def layout(radius: int, width: int) -> Lattice:
    """The lattice of a board `width` pixels wide, with room for the plate and its labels."""
    unit = width / 1000
    pitch = int(904 * unit / (2 * radius + 1)) // 2 * 2
    flat = Lattice(radius, pitch, width // 2, 0)
    return Lattice(radius, pitch, width // 2, -flat.box[1] + round(46 * unit))


def score_table(view: View, lattice: Lattice, width: int) -> Table:
    unit = width / 1000
    return Table(
        width=width,
        top=lattice.box[3] + round(52 * unit),
        columns=len(Colour),
        rows=len(view.sides),
        lines=max(len(side) for side in view.sides),
        laps=view.track_end // LAP,
    )


def score(sheet: Sheet, table: Table, view: View, names: Sequence[str], theme: Theme) -> None:
    """Draw every side's row of the table."""
    ranks = [view.result.ranks[side[0]] for side in view.sides] if view.result else []
    named = [*names, *[""] * view.seats]
    rows = [
        Row(
            lines=tuple(Line(seat, named[seat], seat == view.to_move) for seat in side),
            values=track,
            gains=gained,
            rank=1 + sum(other < ranks[index] for other in ranks) if ranks else None,
        )
        for index, (side, track, gained) in enumerate(zip(view.sides, view.tracks, gains(view), strict=True))
    ]
    hues = [HUES[colour] for colour in Colour]
    draw_rows(sheet, table, rows, hues, BODY, ink(theme))


@lru_cache(maxsize=12)
def empty_board(radius: int, width: int, height: int, theme: Theme) -> Sheet:
    """The board before the first tile: plate, cells, printed symbols, coordinates, and the table's head."""
    lattice, paint = layout(radius, width), ink(theme)
    sheet = Sheet.blank(width, height, pieces.palette(theme), paint.ground)
    _plate(sheet, lattice, theme)
    for at in lattice.cells():
        sheet.stamp(pieces.cell(lattice.pitch, theme, SYMBOLS.get(Cell(*at))), *lattice.centre(at))
    _coordinates(sheet, lattice, theme)
    table = Table(width, lattice.box[3] + round(52 * width / 1000), len(Colour), 1, 1, 1)
    for colour in Colour:
        x, y = table.column(colour), table.top + table.head // 2
        sheet.stamp(pieces.chip(table.px(42), theme, colour, paint.ground), x - table.px(16), y)
        sheet.write(colour.letter, x + table.px(14), y, table.px(24), paint.muted, paint.ground, bold=True)
    return sheet


def _plate(sheet: Sheet, lattice: Lattice, theme: Theme) -> None:
    """The board itself: a large hexagon with rounded corners under all cells and labels."""
    felt, unit = pieces.FELTS[theme], sheet.image.width / 1000
    _, top, _, bottom = lattice.box
    band = 40 * unit
    height = bottom - top + 2 * band

    def paint(draw: ImageDraw.ImageDraw, scale: float) -> None:
        x, y = sheet.image.width / 2 * scale, (height / 2 + 2) * scale
        for inset, fill in ((0.0, felt.edge), (2.5 * unit, felt.plate)):
            soft = 26 * unit
            tall = (height / 2 - soft - inset) * scale
            reach = (sheet.image.width / 2 - 6 * unit - soft - inset) * scale
            half = reach - tall / 3**0.5
            points = [(x - half, y - tall), (x + half, y - tall), (x + reach, y), (x + half, y + tall)]
            points += [(x - half, y + tall), (x - reach, y)]
            draw.polygon(points, fill)
            draw.line([*points, points[0], points[1]], fill, round(2 * soft * scale), joint="curve")

    image = painted(sheet.image.width, round(height) + 4, paint, scale=2)
    sheet.overlay(image, 0, round(top - band) - 2)


def _coordinates(sheet: Sheet, lattice: Lattice, theme: Theme) -> None:
    """Row letters (A at the bottom) and diagonals' numbers on both ends where the border has room for them.

    A row's letter stands left of it, in the upper half right of it too; a diagonal's number stands below its
    lower end, and above its upper end where that is the top row.
    """
    felt, radius = pieces.FELTS[theme], lattice.radius
    size = round(24 * sheet.image.width / 1000)
    beside = round(lattice.pitch * 0.5) + size
    across, down = round(lattice.pitch * 0.25 + size * 0.4), round(lattice.rise * 0.5 + size * 0.85)

    def label(text: str, cell: Axial, dx: int, dy: int) -> None:
        x, y = lattice.centre(cell)
        sheet.write(text, x + dx, y + dy, size, felt.label, felt.plate, bold=True, anchor="m")

    for index in range(-radius, radius + 1):
        letter, number = chr(ord("A") + radius - index), str(index + radius + 1)
        label(letter, (max(-radius, -radius - index), index), -beside, 0)
        label(number, (index, min(radius, radius - index)), across, down)
        if index <= 0:
            label(letter, (min(radius, radius - index), index), beside, 0)
        if index >= 0:
            label(number, (index, -radius), -across, -down)


def _ordered(a: Cell, b: Cell, first: T, second: T) -> tuple[Cell, Cell, T, T]:
    """The same placement, turned so that its step is one of `STEPS`."""
    if (b.q - a.q, b.r - a.r) in STEPS:
        return a, b, first, second
    return b, a, second, first


def stamp_tile(sheet: Sheet, lattice: Lattice, theme: Theme, placement: Placement, fresh: Fresh) -> None:
    a, b, first, second = _ordered(placement.a, placement.b, placement.first, placement.second)
    seat = None if fresh is Fresh.OLD else placement.seat
    sprite = pieces.domino(lattice.pitch, theme, (b.q - a.q, b.r - a.r), first, second, fresh, seat)
    sheet.stamp(sprite, *lattice.middle(a, b))


def _alone(mark: Mark, wanted: Counter[Cell]) -> bool:
    """No other candidate wants either cell."""
    return wanted[mark.a] == wanted[mark.b] == 1


def stamp_marks(
    sheet: Sheet, lattice: Lattice, theme: Theme, marks: Sequence[Mark], tile: tuple[Colour, Colour] | None
) -> None:
    """Draw the candidates as ghosts of the tile, their numbers between the two cells.

    Where candidates disagree about a cell, it shows the tile's first symbol, and each number moves onto the
    cell that its candidate gives that symbol to, beside the edge that the tile would lie across.
    """
    firsts, seconds = Counter(mark.a for mark in marks), Counter(mark.b for mark in marks)
    pairs = Counter(frozenset((mark.a, mark.b)) for mark in marks)
    first, second = tile or (None, None)
    for mark in marks:
        if first is not None and second is not None and _alone(mark, firsts + seconds):
            a, b, *symbols = _ordered(mark.a, mark.b, first, second)
            sprite = pieces.ghost(lattice.pitch, theme, (b.q - a.q, b.r - a.r), *symbols)
            sheet.stamp(sprite, *lattice.middle(a, b))
        else:
            for at in (mark.a, mark.b):
                symbol = first if firsts[at] else second
                sheet.stamp(pieces.target(lattice.pitch, theme, symbol), *lattice.centre(at))
    for mark in marks:
        x, y = lattice.middle(mark.a, mark.b)
        crowded = bool(seconds[mark.a] or firsts[mark.b])
        twice = pairs[frozenset((mark.a, mark.b))] > 1
        if twice or (crowded and first is not second):
            at, share = lattice.centre(mark.a), 0.36 if twice else 0.28
            x, y = x + round((at[0] - x) * share), y + round((at[1] - y) * share)
        disc = pieces.candidate(lattice.pitch, theme, mark.label, crowded=crowded)
        sheet.overlay(disc, x - disc.width // 2, y - disc.height // 2)


def rack(tiles: Sequence[Tile], *, theme: Theme = Theme.DARK, highlight: Collection[Colour] = ()) -> Picture:
    """The tiles of a hand side by side with their letters; those with a colour of `highlight` are lifted."""
    pitch, room, paint = 80, 176, ink(theme)
    sheet = Sheet.blank(max(1, len(tiles)) * room + 24, 190, pieces.palette(theme), paint.ground)
    sheet.fill((0, 98, sheet.image.width, 190), paint.panel)
    sheet.fill((0, 98, sheet.image.width, 101), paint.line)
    for index, tile in enumerate(tiles):
        x = 12 + room // 2 + index * room
        lifted = tile.first in highlight or tile.second in highlight
        fresh, y = (Fresh.LAST, 58) if lifted else (Fresh.OLD, 82)
        sprite = pieces.domino(pitch, theme, (1, 0), *tile, fresh, back=paint.panel)
        sheet.stamp(sprite, x, y)
        sheet.write(str(tile), x, 160, 28, paint.text, paint.panel, bold=True, anchor="m")
    return sheet.encode()


def _tile_emoji(tile: Tile) -> Picture:
    def paint(draw: ImageDraw.ImageDraw, scale: float) -> None:
        for x, colour in ((33, tile.first), (95, tile.second)):
            draw.polygon([((x + cx) * scale, (64 + cy) * scale) for cx, cy in corners(67)], BODY)
            draw_symbol(draw, colour, x * scale, 64 * scale, 29 * scale)

    return png(painted(128, 128, paint))


def _symbol_emoji(colour: Colour) -> Picture:
    def paint(draw: ImageDraw.ImageDraw, scale: float) -> None:
        draw.polygon([((64 + cx) * scale, (64 + cy) * scale) for cx, cy in corners(110)], BODY)
        draw_symbol(draw, colour, 64 * scale, 64 * scale, 46 * scale)

    return png(painted(128, 128, paint))


TILES = tuple(Tile(a, b) for a in Colour for b in Colour if a <= b)

EMOJIS: Mapping[str, Callable[[], Picture]] = {
    **{f"genial_{tile.first.letter}{tile.second.letter}": partial(_tile_emoji, tile) for tile in TILES},
    **{f"genial_{colour.letter}": partial(_symbol_emoji, colour) for colour in Colour},
}


NAMES = ("Léa", "Maximilian von Hohenzollern", "Ōtani", "Rhea")


def _board(view: View, theme: Theme, names: Sequence[str] = NAMES) -> Picture:
    return board(view, names, theme=theme)


def _candidates(view: View, tile: tuple[Colour, Colour], count: int, theme: Theme) -> Picture:
    pairs = [(a, b) for a, b in free_pairs(view) if tile[0] is not tile[1] or a < b][:count]
    marks = [Mark(a, b, str(number)) for number, (a, b) in enumerate(pairs, 1)]
    return board(view, NAMES, theme=theme, marks=marks, tile=tile)


def _rack(tiles: Sequence[Tile], highlight: Collection[Colour], theme: Theme) -> Picture:
    return rack(tiles, theme=theme, highlight=highlight)


HOSTILE = ("W" * 60, "שלום דוד", "\n\u202e🦊 東京", "**محمد الأمين**")

GALLERY: Mapping[str, Callable[[Theme], Picture]] = {
    "start": lambda theme: _board(sample(2), theme),
    "first tiles": lambda theme: _board(sample(3, 2), theme),
    "two players": lambda theme: _board(sample(2, 26, viewer=0), theme),
    "three players": lambda theme: _board(sample(3, 33), theme),
    "four players": lambda theme: _board(sample(4, 46, viewer=2), theme),
    "teams": lambda theme: _board(sample(4, 70, form=Form.TEAM), theme),
    "solo": lambda theme: _board(sample(1, 31, form=Form.SOLO, viewer=0, rack=TILES[3:4]), theme),
    "over": lambda theme: _board(sample(4, 80, over=True), theme),
    "over, teams": lambda theme: _board(sample(4, 80, form=Form.TEAM, over=True), theme),
    "names": lambda theme: _board(sample(4, 9), theme, HOSTILE),
    "candidates": lambda theme: _candidates(sample(4, 40, viewer=0), (Colour.RED, Colour.BLUE), 25, theme),
    "candidates, few": lambda theme: _candidates(
        sample(2, 12, viewer=0), (Colour.GREEN, Colour.YELLOW), 6, theme
    ),
    "candidates, double": lambda theme: _candidates(sample(3, 9), (Colour.PURPLE, Colour.PURPLE), 12, theme),
    "rack": lambda theme: _rack(TILES[2:8], (), theme),
    "rack, lifted": lambda theme: _rack(TILES[9:15], (Colour.BLUE,), theme),
    "rack, last tile": lambda theme: _rack(TILES[20:], (), theme),
}
