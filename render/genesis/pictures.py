"""Pictures of Genesis (Knizia): the board with dice and supplies, the scoring zone by zone, emojis.

Pictures hold no language: only names, numbers, symbols and coordinates. Sentences stand in the message.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from PIL import Image, ImageDraw

from engine.genesis.board import COLUMNS, GRID, place_of, squares
from engine.genesis.model import BOARD, WILD, Herd, Placement, Species, Terrain, View, Zone
from render.genesis import material as pieces
from render.genesis.material import GROUNDS, LAND, PLATES
from render.kit.beside import (
    Box,
    Frame,
    begin_card,
    lit_panel,
    write_arrow,
    write_name,
    write_rank,
)
from render.kit.canvas import RGB, Picture, Sheet, Sprite, Theme, ink, paint_image, png
from render.kit.lettering import length
from render.kit.memory import kept
from render.kit.squares import Mark, Squares, cut_out, draw_numbers, name_edges, tag, zoomed

__all__ = ["EMOJIS", "Mark", "board", "freshness", "layout", "pages", "scoring"]

RIVER = 11
SPECIES = tuple(Species)
ZONES_PER_PAGE = 14
"""Zones that one picture of the scoring holds."""
ZOOMS = (128, 104, 84, 72)
"""Pixels a square in which a part of the board may be shown. They are few, as each piece is drawn for
each.
"""
RIM = 6
STEPS = (1, -1, COLUMNS + 1, -COLUMNS - 1)
"""Steps of bit numbers to the next square on the right, left, above and below."""


def layout(seats: int, width: int) -> Squares:
    """Return the squares in a picture `width` pixels wide: eleven columns for two players, fourteen for
    more.
    """
    px = Frame(width).px
    if seats == 2:
        return Squares(GRID, RIVER, px(64) // 2 * 2, px(66), px(10), RIVER, px(14))
    return Squares(GRID, COLUMNS, px(58) // 2 * 2, px(66), px(70), RIVER, px(16))


def board(
    view: View,
    names: Sequence[str],
    *,
    theme: Theme = Theme.DARK,
    width: int = 1100,
    marks: Sequence[Mark] = (),
) -> Picture:
    """Draw the board and a card for each player: points as the board stands, and tiles left of each kind.

    The dice lie with whoever is to move: with two players on the player's card, otherwise above the board.
    `names` are in seat order. `marks` are numbered candidate squares: only the part of the board with them is
    shown. Tiles of the last turn have a ring, and other tiles since the viewer's last one a lighter ring (for
    a spectator, since that of the seat to move). When the game is over, the zones that count are numbered,
    largest first, as in `scoring`.
    """
    frame, whole = Frame(width), layout(view.seats, width)
    sheet, grid = _empty(view.seats, width, theme).copy(), whole
    if marks:
        grid = zoomed(whole, [mark.square for mark in marks], [frame.px(zoom) // 2 * 2 for zoom in ZOOMS])
        rim = frame.px(RIM)
        sheet.image.paste(
            _zoomed_ground(grid.cell, grid.gap, rim, view.seats, theme).image,
            (grid.left - rim, grid.top - rim),
        )
    _draw_tiles(sheet, grid, whole, view, theme)
    if view.result is not None:
        for index, zone in enumerate(_scoring_zones(view.zones), 1):
            _draw_badge(sheet, frame, grid, _corner(zone), str(index))
    draw_numbers(sheet, grid, marks, frame.px(44), frame.px(52), GROUNDS[theme].ring, pieces.INKY)
    if marks:
        rim, back = frame.px(RIM), ink(theme).ground
        cut_out(sheet, whole, rim, back)
        name_edges(sheet, grid, frame.letter_size, rim, GROUNDS[theme].label, back, whole)
    boxes = frame.cards(whole.right + frame.px(13), view.seats)
    for seat, points in enumerate(view.points):
        _draw_card(sheet, frame, boxes[seat], seat, view, names, points, theme)
    if view.seats > 2:
        _draw_header(sheet, frame, whole, view, names, theme)
    return sheet.encode()


@kept
def _empty(seats: int, width: int, theme: Theme) -> Sheet:
    """Return the board before the first tile: squares, relief, river and coordinates."""
    frame, grid, paint = Frame(width), layout(seats, width), ink(theme)
    sheet = Sheet.blank(width, frame.height, pieces.palette(theme), paint.ground)
    rim = frame.px(RIM)
    _draw_ground(sheet, grid, rim, seats, theme)
    name_edges(sheet, grid, frame.letter_size, rim, GROUNDS[theme].label, paint.ground)
    return sheet


@kept
def _zoomed_ground(cell: int, gap: int, rim: int, seats: int, theme: Theme) -> Sheet:
    """Return the whole board before the first tile, `cell` pixels a square, from which a part is cut out."""
    grid = replace(layout(seats, 1100), cell=cell, left=rim, top=rim, gap=gap)
    sheet = Sheet.blank(grid.right + rim, grid.bottom + rim, pieces.palette(theme), GROUNDS[theme].plate)
    _draw_ground(sheet, grid, rim, seats, theme)
    return sheet


def _draw_ground(sheet: Sheet, grid: Squares, rim: int, seats: int, theme: Theme) -> None:
    """Draw the squares, the relief and the river."""
    ground = GROUNDS[theme]
    sheet.fill((grid.left - rim, grid.top - rim, grid.right + rim, grid.bottom + rim), ground.plate)
    line = max(1, grid.cell // 32)
    playable = BOARD.playable(seats)
    for square in squares(playable):
        x, y = grid.corner_of(square)
        sheet.fill((x + line, y + line, x + grid.cell - line, y + grid.cell - line), ground.free)
    for square, relief in BOARD.relief.items():
        if place_of(square)[0] < grid.columns:
            sheet.stamp(pieces.obstacle(grid.cell, theme, relief), *grid.corner_of(square))
    _draw_river(sheet, grid, theme)


def _draw_river(sheet: Sheet, grid: Squares, theme: Theme) -> None:
    left = grid.corner(RIVER, 0)[0] - grid.gap
    sheet.overlay(_water(grid.gap, grid.cell, grid.rows, theme), left, grid.top)


@kept
def _water(gap: int, cell: int, rows: int, theme: Theme) -> Image.Image:
    """Return the river, `gap` pixels wide, along `rows` squares."""
    water = GROUNDS[theme].water

    def paint(draw: ImageDraw.ImageDraw, scale: float) -> None:
        wide, step = gap * scale, cell * scale / 2
        draw.rectangle((wide * 0.1, 0, wide * 0.9, rows * cell * scale), water)
        for start in (0.3, 0.62):
            points = [
                (wide * (start + (0.1 if index % 2 else -0.06)), index * step)
                for index in range(2 * rows + 1)
            ]
            draw.line(points, tuple(min(255, part + 70) for part in water), round(wide * 0.09), joint="curve")

    return paint_image(gap, rows * cell, paint)


def _draw_tiles(sheet: Sheet, grid: Squares, window: Squares, view: View, theme: Theme) -> None:
    """Draw the tiles in the window, and parts of others that reach into it."""
    by_square = {placed.square: placed for placed in view.placements}
    size = round(grid.cell * 2 * pieces.PLATE)
    near = [placed for placed in by_square.values() if _is_near(grid, window, placed.square)]
    for placed in near:
        sides = tuple(_is_edge(by_square, placed, step) for step in STEPS)
        sheet.stamp(_tile(grid.cell, theme, placed.terrain, sides), *grid.corner_of(placed.square))
    for placed in near:
        _draw_links(sheet, grid, by_square, placed)
    for placed in near:
        sprite = pieces.plate(size, theme, SPECIES[placed.seat], LAND[placed.terrain])
        sheet.stamp(sprite, *grid.centre_of(placed.square))
    last, new = freshness(view)
    for square in new:
        _draw_ring(
            sheet, grid, square, GROUNDS[theme].within, max(1, grid.cell // 17) + max(1, grid.cell // 20)
        )
        _draw_ring(sheet, grid, square, GROUNDS[theme].fresh, max(1, grid.cell // 17))
    for square in last:
        _draw_ring(sheet, grid, square, pieces.PAPER, max(2, grid.cell // 11) + max(1, grid.cell // 29))
        _draw_ring(sheet, grid, square, GROUNDS[theme].ring, max(2, grid.cell // 11))


def freshness(view: View) -> tuple[list[int], list[int]]:
    """Return the squares of the last turn, and those of other turns since the viewer's last one.

    A turn that the viewer is still playing does not count as its last one. A spectator gets the view of
    whoever is to move.
    """
    if not view.placements:
        return [], []
    final = view.placements[-1].turn
    viewer = view.seat if view.seat is not None else view.to_move
    if viewer is None:
        viewer = view.placements[-1].seat
    playing = view.turn if view.to_move == viewer else None
    seen = max(
        (placed.turn for placed in view.placements if placed.seat == viewer and placed.turn != playing),
        default=-1,
    )
    last = [placed.square for placed in view.placements if placed.turn == final]
    return last, [placed.square for placed in view.placements if seen < placed.turn < final]


def _is_near(grid: Squares, window: Squares, square: int) -> bool:
    """Return `True` if the square lies in the window, or close enough to reach into it."""
    (x, y), cell = grid.corner_of(square), grid.cell
    return (
        window.left - 2 * cell < x < window.right + cell and window.top - 2 * cell < y < window.bottom + cell
    )


def _is_edge(tiles: Mapping[int, Placement], placed: Placement, step: int) -> bool:
    """Return `True` if no tile of the same terrain lies on the next square in the direction `step`."""
    other = tiles.get(placed.square + step)
    return other is None or other.terrain is not placed.terrain


@kept
def _tile(cell: int, theme: Theme, terrain: Terrain, edges: tuple[bool, ...]) -> Sprite:
    """Return a tile with lines along its `edges`, which are in the order of `STEPS`."""
    bare, line = pieces.tile(cell, theme, terrain), max(1, cell // 32)
    sheet = Sheet(bare.image.copy(), pieces.palette(theme))
    boxes = (
        (cell - line, 0, cell, cell),
        (0, 0, line, cell),
        (0, 0, cell, line),
        (0, cell - line, cell, cell),
    )
    for box, edge in zip(boxes, edges, strict=True):
        if edge:
            sheet.fill(box, GROUNDS[theme].plate)
    return Sprite(sheet.image)


def _draw_links(sheet: Sheet, grid: Squares, tiles: Mapping[int, Placement], placed: Placement) -> None:
    """Draw bars to the tiles of the same herd on the right and above."""
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


def _draw_ring(sheet: Sheet, grid: Squares, square: int, fill: RGB, wide: int) -> None:
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


def _scoring_zones(zones: Sequence[Zone]) -> list[Zone]:
    return [zone for zone in zones if zone.multiplier]


def _corner(zone: Zone) -> int:
    """Return the square that carries the zone's number: its top left one."""
    return max(zone.squares, key=lambda square: (place_of(square)[1], -place_of(square)[0]))


def _draw_badge(sheet: Sheet, frame: Frame, grid: Squares, square: int, text: str) -> None:
    """Draw a number on the square's corner, a little over its edges, so that the herd below stays in
    sight.
    """
    x, y = grid.corner_of(square)
    sheet.overlay(_number(frame, text), x - frame.px(12), y - frame.px(12))


def _number(frame: Frame, text: str) -> Image.Image:
    """Return a zone's number (RGBA)."""
    return tag(text, frame.letter_size, frame.px(40), pieces.INKY, pieces.PAPER)


def _draw_header(
    sheet: Sheet, frame: Frame, grid: Squares, view: View, names: Sequence[str], theme: Theme
) -> None:
    """Draw the line above the board: whoever is to move with the dice, or the winners."""
    px, paint = frame.px, ink(theme)
    rim = px(6)
    box = Box(grid.left - rim, px(8), grid.right - grid.left + 2 * rim, px(50))
    back, y = lit_panel(sheet, frame, box, theme, lit=True), box.middle
    x, end = box.left + px(24), box.right - px(14)
    if view.result is None:
        write_arrow(sheet, x, y, px(28), back, theme)
        for face in reversed(view.dice):
            sheet.stamp(pieces.die(px(46), theme, face, back), end - px(23), y)
            end -= px(54)
    shown = [
        seat
        for seat in range(view.seats)
        if seat == view.to_move or (view.result and view.result.ranks[seat] == 1)
    ]
    if view.result is not None:
        write_rank(sheet, 1, x + px(14), y, px(46), theme)
    x += px(46)
    room = (end - x) // len(shown)
    for seat in shown:
        sheet.stamp(pieces.plate(px(44), theme, SPECIES[seat], back), x + px(22), y)
        write_name(sheet, names, seat, x + px(56), y, room - px(68), px(38), paint.text, back, bold=True)
        x += room


def _draw_card(
    sheet: Sheet,
    frame: Frame,
    box: Box,
    seat: int,
    view: View,
    names: Sequence[str],
    points: int,
    theme: Theme,
) -> None:
    """Draw a seat's card: species, points and name, then tiles left, and with two players also the dice.

    When the match is over, the rank takes the place of tiles and dice.
    """
    paint, px, wide = ink(theme), frame.px, view.seats == 2
    card = begin_card(sheet, frame, box, seat, (view.to_move,), view.result, theme)
    back, left, end = card.back, box.left + px(13), box.right - px(8)
    step = px(60) if wide else box.height * 10 // 42
    y = box.top + step * 3 // 5 + px(4 if wide else 2)
    size = px(64 if wide else 42)
    sheet.stamp(pieces.plate(size, theme, SPECIES[seat], back), left + size // 2, y)
    front = paint.accent if card.rank == 1 else paint.text
    sheet.write(str(points), end, y, px(66 if wide else 46), front, back, bold=True, anchor="r")
    if wide and seat == view.to_move:
        write_arrow(sheet, left + size + px(22), y, px(34), back, theme)
    y += step
    bold = wide and card.is_active
    write_name(sheet, names, seat, left, y, end - left, frame.letter_size, paint.text, back, bold=bold)
    y += step
    if card.rank is not None:
        write_rank(sheet, card.rank, (left + end) // 2, y + step // 2, px(110 if wide else 64), theme)
        return
    chip, letters = px(44 if wide else 29), px(44 if wide else 36)
    half = (end - left + px(8)) // 2
    for terrain in Terrain:
        x, down = left + terrain % 2 * half, y + terrain // 2 * step
        count = view.left[seat][terrain]
        sheet.stamp(pieces.chip(chip, theme, terrain, back), x + chip // 2, down)
        sheet.write(str(count), x + chip + px(4), down, letters, paint.text if count else paint.accent, back)
    if wide and seat == view.to_move:
        for index, face in enumerate(view.dice):
            x = left + half * index + px(44)
            sheet.stamp(pieces.die(px(72), theme, face, back), x, y + 2 * step + px(12))


def scoring(
    view: View, names: Sequence[str], *, theme: Theme = Theme.DARK, width: int = 1100, page: int = 0
) -> Picture:
    """Draw the zones that count, largest first: number, terrain, size, bonus; and each player's herds and
    points.

    The numbers are those on the board of a game that is over. Everybody's points in all zones stand below.
    `page` counts from 0 if there are more than `ZONES_PER_PAGE` zones.
    """
    frame, paint = Frame(width), ink(theme)
    px, counted = frame.px, list(enumerate(_scoring_zones(view.zones), 1))
    shown = counted[page * ZONES_PER_PAGE : (page + 1) * ZONES_PER_PAGE]
    sheet = Sheet.blank(width, frame.height, pieces.palette(theme), paint.ground)
    head = Box(px(8), px(6), width - px(16), px(54))
    foot = Box(px(8), frame.height - px(60), width - px(16), px(54))
    row = min(px(56), (foot.top - head.top - head.height - px(4)) // max(1, len(shown)))
    top = head.top + head.height + px(2)
    _draw_heads(sheet, frame, head, view, names, theme)
    for index, (number, zone) in enumerate(shown):
        box = Box(head.left, top + index * row + px(2), head.width, row - px(3))
        _draw_zone(sheet, frame, box, number, zone, view.seats, theme)
    _draw_sums(sheet, frame, foot, view, theme)
    return sheet.encode()


def pages(view: View) -> int:
    """Return the number of pictures that the scoring takes."""
    return max(1, -(-len(_scoring_zones(view.zones)) // ZONES_PER_PAGE))


def _column(frame: Frame, seats: int, seat: int) -> tuple[int, int]:
    """Return the left and right edge of a player's column of the scoring, in pixels."""
    left = frame.px(316)
    wide = (frame.width - frame.px(26) - left) // seats
    return left + seat * wide, left + (seat + 1) * wide - frame.px(10)


def _draw_heads(sheet: Sheet, frame: Frame, box: Box, view: View, names: Sequence[str], theme: Theme) -> None:
    """Draw the heads of the columns: each player's plate and name."""
    px, paint = frame.px, ink(theme)
    for seat in range(view.seats):
        left, right = _column(frame, view.seats, seat)
        sheet.stamp(pieces.plate(px(48), theme, SPECIES[seat], paint.ground), left + px(24), box.middle)
        x, room = left + px(56), right - left - px(56)
        write_name(sheet, names, seat, x, box.middle, room, frame.letter_size, paint.text, paint.ground)


def _draw_zone(
    sheet: Sheet, frame: Frame, box: Box, number: int, zone: Zone, seats: int, theme: Theme
) -> None:
    """Draw a zone's line of the scoring."""
    px, paint, y, size = frame.px, ink(theme), box.middle, frame.letter_size
    back = paint.panel
    sheet.fill((box.left, box.top, box.right, box.top + box.height), back)
    sheet.write(f"{number}.", px(84), y, size, paint.muted, back, anchor="r")
    sheet.stamp(pieces.chip(min(px(40), box.height - px(2)), theme, zone.terrain, back), px(116), y)
    sheet.write(str(zone.size), px(196), y, size, paint.text, back, bold=True, anchor="r")
    if zone.multiplier > 1:
        sheet.write(f"×{zone.multiplier}", px(216), y, size, paint.accent, back, bold=True)
    for seat in range(seats):
        left, right = _column(frame, seats, seat)
        own = [herd for herd in zone.herds if herd.seat == seat]
        if paid := [herd for herd in own if herd.points]:
            points = f"+{sum(herd.points for herd in paid)}"
            right -= sheet.write(points, right, y, size, paint.text, back, bold=True, anchor="r") + px(12)
        herds = _sizes(paid or own, right - left - px(8), size)
        sheet.write(herds, left + px(8), y, size, paint.muted, back)


def _sizes(herds: Sequence[Herd], room: int, size: int) -> str:
    """Return the sizes of the herds, largest first, as many as `room` pixels hold but at least one."""
    counts = [str(len(herd.squares)) for herd in herds]
    while len(counts) > 1 and length("·".join(counts), size) > room:
        counts.pop()
    return "·".join(counts)


def _draw_sums(sheet: Sheet, frame: Frame, box: Box, view: View, theme: Theme) -> None:
    """Draw everybody's points in all zones."""
    px, paint = frame.px, ink(theme)
    back = lit_panel(sheet, frame, box, theme, lit=True)
    sheet.write("Σ", px(250), box.middle, px(44), paint.text, back, bold=True, anchor="m")
    best = max(view.points)
    for seat, points in enumerate(view.points):
        _, right = _column(frame, view.seats, seat)
        front = paint.accent if points == best else paint.text
        sheet.write(str(points), right, box.middle, px(48), front, back, bold=True, anchor="r")


def _emoji(paint: Callable[[ImageDraw.ImageDraw, float], None]) -> Picture:
    return png(paint_image(128, 128, paint))


def _species_emoji(species: Species) -> Picture:
    return _emoji(lambda draw, scale: pieces.draw_plate(draw, species, 64 * scale, 64 * scale, 60 * scale))


def _die_emoji(face: int) -> Picture:
    sprite = pieces.die_image(120, face)
    image = paint_image(128, 128, lambda draw, scale: None)
    image.paste(sprite, (4, 4), sprite)
    return png(image)


LETTERS = {**{terrain: terrain.letter for terrain in Terrain}, WILD: "wild"}

EMOJIS: Mapping[str, Callable[[], Picture]] = {
    **{f"genesis_{LETTERS[face]}": partial(_die_emoji, face) for face in (*Terrain, WILD)},
    **{f"genesis_{species.name.lower()}": partial(_species_emoji, species) for species in Species},
}
