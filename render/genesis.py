"""Pictures of Genesis (Knizia): the board with dice and supplies, the scoring zone by zone, emojis.

Pictures speak no language: names, numbers, symbols, coordinates. What needs a sentence is said next to them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial

from PIL import ImageDraw

from engine.genesis.board import COLUMNS, GRID, ROWS, place_of, squares
from engine.genesis.model import BOARD, WILD, Herd, Placement, Species, Terrain, View, Zone
from render import genesis_pieces as pieces
from render.canvas import RGB, Picture, Sheet, Theme, ink, painted, png
from render.genesis_pieces import GROUNDS, LAND, PLATES
from render.lettering import length
from render.roster import Roster, begin_row, write_name
from render.samples.genesis import sample
from render.squares import Mark, Squares, draw_marks, write_edges
from render.tracks import panel

__all__ = ["EMOJIS", "GALLERY", "Mark", "board", "layout", "scoring"]

RIVER = 11
SPECIES = tuple(Species)


def layout(seats: int, width: int) -> Squares:
    """The squares in a picture `width` pixels wide: eleven columns for two players, fourteen for more."""
    columns = RIVER if seats == 2 else COLUMNS
    label, gap = round(width * 0.038), round(width * 0.02)
    cell = (width - 2 * label - gap) // columns // 2 * 2
    left = (width - cell * columns - gap) // 2
    return Squares(GRID, columns, cell, left, label + round(width * 0.012), RIVER, gap)


def board(
    view: View,
    names: Sequence[str],
    *,
    theme: Theme = Theme.DARK,
    width: int = 1000,
    marks: Sequence[Mark] = (),
) -> Picture:
    """The board, and a row for each player: dice, tiles left of each terrain, points as the board stands.

    `names` in seat order. `marks` are numbered candidate squares. Ringed are the tiles of the last turn and,
    more lightly, others placed since the viewer's last one (for a spectator, since that of the seat to move).
    Once the game is over, the zones that count have numbers, largest first, as in `scoring`.
    """
    grid = layout(view.seats, width)
    table = Roster(width, grid.bottom + round(width * 0.05))
    sheet = _empty(view.seats, width, table.bottom(view.seats), theme).copy()
    _tiles(sheet, grid, view, theme)
    if view.result is not None:
        for index, zone in enumerate(_counted(view.zones), 1):
            _badge(sheet, grid, _corner(zone), str(index), 0.58)
    draw_marks(sheet, grid, marks, round(grid.cell * 0.7), GROUNDS[theme].ring, pieces.INKY)
    points = view.points
    for seat in range(view.seats):
        _row(sheet, table, seat, view, names, points[seat], theme)
    return sheet.encode()


@lru_cache(maxsize=12)
def _empty(seats: int, width: int, height: int, theme: Theme) -> Sheet:
    """The board before the first tile: squares, relief, river, coordinates."""
    grid, ground, paint = layout(seats, width), GROUNDS[theme], ink(theme)
    sheet = Sheet.blank(width, height, pieces.palette(theme), paint.ground)
    rim = round(width * 0.006)
    x0, y0 = grid.corner(0, ROWS - 1)
    sheet.fill((x0 - rim, y0 - rim, grid.right + rim, grid.bottom + rim), ground.plate)
    line = max(1, grid.cell // 32)
    playable = BOARD.playable(seats)
    for square in squares(playable):
        x, y = grid.corner_of(square)
        sheet.fill((x + line, y + line, x + grid.cell - line, y + grid.cell - line), ground.free)
    for square, relief in BOARD.relief.items():
        if place_of(square)[0] < grid.columns:
            sheet.stamp(pieces.blocked(grid.cell, theme, relief), *grid.corner_of(square))
    _river(sheet, grid, theme)
    size, aside, above = (round(width * share) for share in (0.022, 0.024, 0.026))
    write_edges(sheet, grid, size, aside, above, ground.label, paint.ground)
    return sheet


def _river(sheet: Sheet, grid: Squares, theme: Theme) -> None:
    water = GROUNDS[theme].water
    left = grid.corner(RIVER, 0)[0] - grid.gap
    height = grid.rows * grid.cell

    def paint(draw: ImageDraw.ImageDraw, scale: float) -> None:
        wide, step = grid.gap * scale, grid.cell * scale / 2
        draw.rectangle((wide * 0.1, 0, wide * 0.9, height * scale), water)
        for start in (0.3, 0.62):
            points = [
                (wide * (start + (0.1 if index % 2 else -0.06)), index * step)
                for index in range(2 * grid.rows + 1)
            ]
            draw.line(points, tuple(min(255, part + 70) for part in water), round(wide * 0.09), joint="curve")

    sheet.overlay(painted(grid.gap, height, paint), left, grid.top)


def _tiles(sheet: Sheet, grid: Squares, view: View, theme: Theme) -> None:
    by_square = {placed.square: placed for placed in view.placements}
    line, size = max(1, grid.cell // 32), round(grid.cell * 2 * pieces.PLATE)
    for square, placed in by_square.items():
        sheet.stamp(pieces.tile(grid.cell, theme, placed.terrain), *grid.corner_of(square))
    for placed in by_square.values():
        _edges(sheet, grid, by_square, placed, GROUNDS[theme].plate, line)
    for placed in by_square.values():
        _links(sheet, grid, by_square, placed)
    for square, placed in by_square.items():
        sprite = pieces.plate(size, theme, SPECIES[placed.seat], LAND[placed.terrain])
        sheet.stamp(sprite, *grid.centre_of(square))
    last, new = freshness(view)
    for square in new:
        _ring(sheet, grid, square, GROUNDS[theme].fresh, max(1, grid.cell // 26))
    for square in last:
        _ring(sheet, grid, square, pieces.INKY, max(3, grid.cell // 11))
        _ring(sheet, grid, square, GROUNDS[theme].ring, max(2, grid.cell // 14))


def freshness(view: View) -> tuple[list[int], list[int]]:
    """The squares of the last turn, and those of other turns since the viewer's last one."""
    if not view.placements:
        return [], []
    final = view.placements[-1].turn
    viewer = view.seat if view.seat is not None else view.to_move
    if viewer is None:
        viewer = view.placements[-1].seat
    seen = max((placed.turn for placed in view.placements if placed.seat == viewer), default=-1)
    last = [placed.square for placed in view.placements if placed.turn == final]
    return last, [placed.square for placed in view.placements if seen < placed.turn < final]


def _edges(
    sheet: Sheet, grid: Squares, tiles: Mapping[int, Placement], placed: Placement, back: RGB, line: int
) -> None:
    """Lines around a tile, but none towards a tile of the same zone."""
    x, y = grid.corner_of(placed.square)
    far = grid.cell
    for step, box in (
        (1, (x + far - line, y, x + far, y + far)),
        (-1, (x, y, x + line, y + far)),
        (COLUMNS + 1, (x, y, x + far, y + line)),
        (-COLUMNS - 1, (x, y + far - line, x + far, y + far)),
    ):
        other = tiles.get(placed.square + step)
        if other is None or other.terrain is not placed.terrain:
            sheet.fill(box, back)


def _links(sheet: Sheet, grid: Squares, tiles: Mapping[int, Placement], placed: Placement) -> None:
    """Bars to the tiles of the same herd on the right and above."""
    x, y = grid.centre_of(placed.square)
    half = max(2, grid.cell // 8)
    fill = PLATES[SPECIES[placed.seat]].ground
    for step in (1, COLUMNS + 1):
        other = tiles.get(placed.square + step)
        if other is None or (other.terrain, other.seat) != (placed.terrain, placed.seat):
            continue
        ox, oy = grid.centre_of(other.square)
        box = (x, y - half, ox, y + half) if step == 1 else (x - half, oy, x + half, y)
        sheet.fill(box, fill)


def _ring(sheet: Sheet, grid: Squares, square: int, fill: RGB, wide: int) -> None:
    x, y = grid.corner_of(square)
    inset = max(1, grid.cell // 32)
    x0, y0, x1, y1 = x + inset, y + inset, x + grid.cell - inset, y + grid.cell - inset
    for box in (
        (x0, y0, x1, y0 + wide),
        (x0, y1 - wide, x1, y1),
        (x0, y0, x0 + wide, y1),
        (x1 - wide, y0, x1, y1),
    ):
        sheet.fill(box, fill)


def _counted(zones: Sequence[Zone]) -> list[Zone]:
    return [zone for zone in zones if zone.multiplier]


def _corner(zone: Zone) -> int:
    """The square that carries the zone's number: its top left one."""
    return max(zone.squares, key=lambda square: (place_of(square)[1], -place_of(square)[0]))


def _badge(sheet: Sheet, grid: Squares, square: int, text: str, share: float) -> None:
    """A number on the square's corner, a little over its edges: the herd below stays in sight."""
    x, y = grid.corner_of(square)
    over = round(grid.cell * 0.12)
    sheet.overlay(pieces.number(round(grid.cell * share), text), x - over, y - over)


def _row(
    sheet: Sheet, table: Roster, seat: int, view: View, names: Sequence[str], points: int, theme: Theme
) -> None:
    paint, px = ink(theme), table.px
    row = begin_row(sheet, table, seat, view.to_move, view.result, theme)
    back, middle = row.back, row.middle
    sheet.stamp(pieces.plate(px(52), theme, SPECIES[seat], back), px(104), middle)
    room = px(188 if seat == view.to_move else 320)
    write_name(sheet, table, row, seat, names, px(142), room, theme)
    if seat == view.to_move:
        for index, face in enumerate(view.dice):
            sheet.stamp(pieces.die(px(58), theme, face, back), px(372 + 66 * index), middle)
    for terrain in Terrain:
        x, left = px(500 + 96 * terrain), view.left[seat][terrain]
        sheet.stamp(pieces.chip(px(34), theme, terrain, back), x, middle)
        sheet.write(
            str(left), x + px(24), middle, px(28), paint.text if left else paint.accent, back, bold=True
        )
    front = paint.accent if row.rank == 1 else paint.text if view.result else paint.muted
    sheet.write(str(points), table.width - px(38), middle, px(42), front, back, bold=True, anchor="r")


def scoring(view: View, *, theme: Theme = Theme.DARK, width: int = 1000) -> Picture:
    """The zones that count, largest first: number, terrain, size, bonus, each herd with its size and points.

    The numbers are those on the board of a game that is over. Herds that win nothing come last, smaller.
    """
    zones = _counted(view.zones)
    table = Roster(width, 0)
    lines = [_lines(table, zone) for zone in zones]
    top = table.px(10)
    height = 2 * top + sum(_tall(table, len(each)) for each in lines) or 1
    sheet = Sheet.blank(width, height, pieces.palette(theme), ink(theme).ground)
    for index, (zone, herds) in enumerate(zip(zones, lines, strict=True), 1):
        _zone(sheet, table, index, zone, herds, top, theme)
        top += _tall(table, len(herds))
    return sheet.encode()


def _tall(table: Roster, lines: int) -> int:
    return table.px(64) + (lines - 1) * table.px(48)


def _lines(table: Roster, zone: Zone) -> list[list[Herd]]:
    """The herds, those that win nothing last, as many a line as fit."""
    lines: list[list[Herd]] = [[]]
    x = start = table.px(280)
    for herd in sorted(zone.herds, key=lambda herd: not herd.points):
        x += _herd_width(table, herd)
        if x > table.width - table.px(20) and lines[-1]:
            lines.append([])
            x = start + _herd_width(table, herd)
        lines[-1].append(herd)
    return lines


def _herd_width(table: Roster, herd: Herd) -> int:
    px = table.px
    if not herd.points:
        return px(36) + round(length(str(len(herd.squares)), px(26))) + px(18)
    sizes = length(str(len(herd.squares)), px(30), True) + length(f"+{herd.points}", px(32), True)
    return px(46) + round(sizes) + px(36)


def _zone(
    sheet: Sheet,
    table: Roster,
    number: int,
    zone: Zone,
    lines: Sequence[Sequence[Herd]],
    top: int,
    theme: Theme,
) -> None:
    paint, px = ink(theme), table.px
    back = paint.panel
    wide, high = table.width - 2 * px(14), _tall(table, len(lines)) - px(6)
    sheet.stamp(panel(sheet.palette, wide, high, px(12), px(8), back, back, paint.ground), px(14), top)
    y = top + px(29)
    sheet.overlay(pieces.number(px(42), str(number)), px(28), y - px(21))
    sheet.stamp(pieces.chip(px(44), theme, zone.terrain, back), px(112), y)
    sheet.write(str(zone.size), px(146), y, px(30), paint.text, back, bold=True)
    if zone.multiplier > 1:
        sheet.write(f"×{zone.multiplier}", px(202), y, px(30), paint.accent, back, bold=True)
    for index, herds in enumerate(lines):
        x, y = px(280), top + px(29) + index * px(48)
        for herd in herds:
            _herd(sheet, table, herd, x, y, theme)
            x += _herd_width(table, herd)


def _herd(sheet: Sheet, table: Roster, herd: Herd, x: int, y: int, theme: Theme) -> None:
    """A herd's species, size and points, from x to the right."""
    px, paint = table.px, ink(theme)
    count, back = str(len(herd.squares)), paint.panel
    size = px(40 if herd.points else 30)
    sheet.stamp(pieces.plate(size, theme, SPECIES[herd.seat], back), x + size // 2, y)
    if not herd.points:
        sheet.write(count, x + px(36), y, px(26), paint.text, back)
        return
    wide = sheet.write(count, x + px(46), y, px(30), paint.text, back, bold=True)
    sheet.write(f"+{herd.points}", x + px(46) + wide + px(8), y, px(32), paint.accent, back, bold=True)


def _emoji(paint: Callable[[ImageDraw.ImageDraw, float], None]) -> Picture:
    return png(painted(128, 128, paint))


def _species_emoji(species: Species) -> Picture:
    return _emoji(lambda draw, scale: pieces.draw_plate(draw, species, 64 * scale, 64 * scale, 60 * scale))


def _die_emoji(face: int) -> Picture:
    sprite = pieces.die_image(120, face)
    image = painted(128, 128, lambda draw, scale: None)
    image.paste(sprite, (4, 4), sprite)
    return png(image)


LETTERS = {**{terrain: terrain.letter for terrain in Terrain}, WILD: "wild"}

EMOJIS: Mapping[str, Callable[[], Picture]] = {
    **{f"genesis_{LETTERS[face]}": partial(_die_emoji, face) for face in (*Terrain, WILD)},
    **{f"genesis_{species.name.lower()}": partial(_species_emoji, species) for species in Species},
}

NAMES = ("Léa", "Maximilian von Hohenzollern", "Ōtani", "Rhea")


def _board(view: View, theme: Theme, names: Sequence[str] = NAMES) -> Picture:
    return board(view, names, theme=theme)


def _candidates(view: View, theme: Theme) -> Picture:
    marks = [Mark(square, str(number)) for number, square in enumerate(squares(view.free)[::4][:25], 1)]
    return board(view, NAMES, theme=theme, marks=marks)


HOSTILE = ("W" * 60, "שלום דוד", "\n\u202e🦊 東京", "**محمد الأمين**")

GALLERY: Mapping[str, Callable[[Theme], Picture]] = {
    "start": lambda theme: _board(sample(2, dice=(2, 3)), theme),
    "two players": lambda theme: _board(sample(2, 22, viewer=0), theme),
    "three players": lambda theme: _board(sample(3, 24, dice=(4, 4)), theme),
    "four players": lambda theme: _board(sample(4, 38, viewer=2), theme),
    "over": lambda theme: _board(sample(4, 52, over=True), theme),
    "over, two": lambda theme: _board(sample(2, 42, over=True), theme),
    "scoring": lambda theme: scoring(sample(4, 52, over=True), theme=theme),
    "scoring, two": lambda theme: scoring(sample(2, 42, over=True), theme=theme),
    "names": lambda theme: _board(sample(4, 9), theme, HOSTILE),
    "candidates": lambda theme: _candidates(sample(3, 15, viewer=0), theme),
}
