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
    write_name,
    write_narrow,
    write_rank,
)
from render.kit.canvas import Picture, Sheet, Sprite, Theme, ink, paint_image, png
from render.kit.fresh import Fresh
from render.kit.lettering import length
from render.kit.marks import DISC, LEADER, TURN_BAR, WIDTH, dim, stamp_numbers
from render.kit.memory import kept
from render.kit.squares import Mark, Squares, cut_out, light, name_edges, tag, zoomed

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
    return Squares(GRID, COLUMNS, px(62) // 2 * 2, px(58), px(14), RIVER, px(10))


def board(
    view: View,
    names: Sequence[str],
    *,
    theme: Theme = Theme.DARK,
    width: int = 1100,
    marks: Sequence[Mark] = (),
    best: str = "",
) -> Picture:
    """Draw the board and a card for each player: points as the board stands, and tiles left of each kind.

    The dice lie on the card of whoever is to move, with more than two players below all cards.
    `names` are in seat order. `marks` are numbered candidate squares, of which `best` is the best: only the
    part of the board with them is shown, everything else on it dimmed. Tiles of the last turn have a gold
    line around them, and other tiles since the viewer's last one a dashed one (for a spectator, since that
    of the seat to move). When the game is over, the zones that count are numbered, largest first, as in
    `scoring`.
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
    if marks:
        rim, back = frame.px(RIM), ink(theme).ground
        sheet = dim(sheet, GROUNDS[theme].plate, partial(light, grid, marks), kept=(back,))
        places = [(grid.centre_of(mark.square), mark.label) for mark in marks]
        stamp_numbers(sheet, places, frame.px(DISC), best)
        cut_out(sheet, whole, rim, back)
        name_edges(sheet, grid, frame.letter_size, rim, GROUNDS[theme].label, back, whole)
    *boxes, low = _boxes(frame, whole, view.seats)
    leading = max(view.points)
    for seat, points in enumerate(view.points):
        is_first = points == leading > 0
        _draw_card(sheet, frame, boxes[seat], seat, view, names, points, theme, leads=is_first)
    if view.seats > 2:
        _draw_dice(sheet, frame, low, view.dice, theme)
    return sheet.encode()


def _boxes(frame: Frame, whole: Squares, seats: int) -> list[Box]:
    """Return a box for each card, and one below them for the dice where the cards have no room for these."""
    px = frame.px
    if seats == 2:
        return [*frame.cards(whole.right + px(13), 2), Box(0, 0, 0, 0)]
    left, right, edge, gap, high = whole.right + px(9), frame.width - px(4), px(6), px(6), px(58)
    tall = (frame.height - 2 * edge - high - seats * gap) // seats
    boxes = [Box(left, edge + seat * (tall + gap), right - left, tall) for seat in range(seats)]
    return [*boxes, Box(left, frame.height - edge - high, right - left, high)]


def _draw_dice(sheet: Sheet, frame: Frame, box: Box, dice: Sequence[int], theme: Theme) -> None:
    """Draw the dice in the box, side by side."""
    step = box.width // 2
    for index, face in enumerate(dice):
        x = box.left + step // 2 + index * step
        sheet.stamp(pieces.die(box.height, theme, face, ink(theme).ground), x, box.middle)


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
    width = round(window.cell * WIDTH / layout(view.seats, WIDTH).cell)
    for these, age in ((new, Fresh.NEW), (last, Fresh.LAST)):
        for square in these:
            sheet.stamp(pieces.fresh_line(grid.cell, width, theme, age), *grid.centre_of(square))


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


def _scoring_zones(zones: Sequence[Zone]) -> list[Zone]:
    return [zone for zone in zones if zone.multiplier]


def _corner(zone: Zone) -> int:
    """Return the square that carries the zone's number: its top left one."""
    return max(zone.squares, key=lambda square: (place_of(square)[1], -place_of(square)[0]))


def _draw_badge(sheet: Sheet, frame: Frame, grid: Squares, square: int, text: str) -> None:
    """Draw a number on the square's corner, a little over its edges but on the board, so that the herd below
    stays in sight.
    """
    (x, y), number, out = grid.corner_of(square), _number(frame, text), frame.px(10)
    wide, high = number.size
    x = min(max(x - out, grid.left), grid.right - wide)
    y = min(max(y - out, grid.top), grid.bottom - high)
    sheet.overlay(number, x, y)


def _number(frame: Frame, text: str) -> Image.Image:
    """Return a zone's number (RGBA)."""
    return tag(text, frame.figure_size, frame.px(40), pieces.INKY, pieces.PAPER)


def _draw_card(
    sheet: Sheet,
    frame: Frame,
    box: Box,
    seat: int,
    view: View,
    names: Sequence[str],
    points: int,
    theme: Theme,
    *,
    leads: bool,
) -> None:
    """Draw a seat's card: the name, below it species and points, then tiles left, and with two players also
    the dice.

    When the match is over, the rank takes the place of tiles and dice.
    """
    paint, px, wide = ink(theme), frame.px, view.seats == 2
    step = px(54) if wide else max(px(30), box.height // 5)
    name, score = box.top + px(36 if wide else 23), box.top + px(104 if wide else 62)
    bar = None if wide else (name + px(22) - box.top, score + px(26) - box.top)
    card = begin_card(sheet, frame, box, seat, (view.to_move,), view.result, theme, bar)
    back, end, own = card.back, box.right - px(9), box.left + px(9)
    left = box.left + px(TURN_BAR + 8) if card.is_active else own
    begin, bold, size = left if wide else own, card.is_active, frame.letter_size
    room = end - begin
    write_name(sheet, names, seat, begin, name, room, size, paint.text, back, bold=bold, narrow=True)
    size = px(72 if wide else 40)
    sheet.stamp(pieces.plate(size, theme, SPECIES[seat], back), left + size // 2, score)
    front = paint.accent if leads else paint.text
    letters = px(LEADER + 16 if wide else LEADER - 8)
    write_narrow(sheet, str(points), end, score, letters, front, back, bold=True, right=True)
    y = score + px(70 if wide else 8) + (0 if wide else step)
    if card.rank is not None:
        middle = (score + px(28) + box.top + box.height - px(6)) // 2
        write_rank(sheet, card.rank, (left + end) // 2, middle, px(110 if wide else 56), theme)
        return
    own = left if wide else own
    chip, letters = px(44 if wide else 25), px(44) if wide else frame.figure_size
    half = (end - own + px(8)) // 2 if wide else (box.right - px(5) - own) // 2
    for terrain in Terrain:
        x, down = own + terrain % 2 * half, y + terrain // 2 * step
        count = view.left[seat][terrain]
        sheet.stamp(pieces.chip(chip, theme, terrain, back), x + chip // 2, down)
        front = paint.text if count else paint.accent
        if wide:
            sheet.write(str(count), x + chip + px(4), down, letters, front, back)
        else:
            write_narrow(sheet, str(count), x + chip + px(3), down, letters, front, back)
    if wide and seat == view.to_move:
        dice = Box(own, y + step + px(28), end - own, px(70))
        for index, face in enumerate(view.dice):
            x = dice.left + half * index + px(44)
            sheet.stamp(pieces.die(dice.height, theme, face, back), x, dice.middle)


def scoring(
    view: View, names: Sequence[str], *, theme: Theme = Theme.DARK, width: int = 1100, page: int = 0
) -> Picture:
    """Draw the zones that count, largest first: number, terrain, size, bonus; and each player's herds and
    points.

    Zones without a bonus are small, and stand in two columns, with those alone who win points there.
    The numbers are those on the board of a game that is over. Everybody's points in all zones stand below.
    `page` counts from 0 if there are more than `ZONES_PER_PAGE` zones.
    """
    frame, paint = Frame(width), ink(theme)
    px, counted = frame.px, list(enumerate(_scoring_zones(view.zones), 1))
    shown = counted[page * ZONES_PER_PAGE : (page + 1) * ZONES_PER_PAGE]
    sheet = Sheet.blank(width, frame.height, pieces.palette(theme), paint.ground)
    head = Box(px(8), px(6), width - px(16), px(54))
    foot = Box(px(8), frame.height - px(60), width - px(16), px(54))
    large = [each for each in shown if each[1].multiplier > 1]
    small = [each for each in shown if each[1].multiplier == 1]
    half = -(-len(small) // 2)
    row = min(px(62), (foot.top - head.top - head.height - px(4)) // max(1, len(large) + half))
    top = head.top + head.height + px(2)
    _draw_heads(sheet, frame, head, view, names, theme)
    for index, (number, zone) in enumerate(large):
        box = Box(head.left, top + index * row + px(2), head.width, row - px(3))
        _draw_zone(sheet, frame, box, number, zone, view.seats, theme)
    top, wide = top + len(large) * row, (head.width - px(6)) // 2
    for index, (number, zone) in enumerate(small):
        left, down = head.left + index // half * (wide + px(6)), top + index % half * row + px(2)
        _draw_small_zone(sheet, frame, Box(left, down, wide, row - px(3)), number, zone, theme)
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
        size = frame.letter_size
        write_name(sheet, names, seat, x, box.middle, room, size, paint.text, paint.ground, narrow=True)


def _draw_zone(
    sheet: Sheet, frame: Frame, box: Box, number: int, zone: Zone, seats: int, theme: Theme
) -> None:
    """Draw the line of a zone with a bonus."""
    px, paint, y, size = frame.px, ink(theme), box.middle, frame.figure_size
    back = paint.panel
    _draw_zone_itself(sheet, frame, box, number, zone, theme)
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


def _draw_zone_itself(sheet: Sheet, frame: Frame, box: Box, number: int, zone: Zone, theme: Theme) -> None:
    """Draw the ground of a zone's line, its number, its terrain and its size."""
    px, paint, y, size, left = frame.px, ink(theme), box.middle, frame.figure_size, box.left
    back = paint.panel
    sheet.fill((left, box.top, box.right, box.top + box.height), back)
    sheet.write(f"{number}.", left + px(76), y, size, paint.muted, back, anchor="r")
    chip = pieces.chip(min(px(40), box.height - px(2)), theme, zone.terrain, back)
    sheet.stamp(chip, left + px(108), y)
    sheet.write(str(zone.size), left + px(188), y, size, paint.text, back, bold=True, anchor="r")


def _draw_small_zone(sheet: Sheet, frame: Frame, box: Box, number: int, zone: Zone, theme: Theme) -> None:
    """Draw the line of a zone without a bonus: those who win points there, with their herds if these fit."""
    px, paint, y, size = frame.px, ink(theme), box.middle, frame.figure_size
    back = paint.panel
    _draw_zone_itself(sheet, frame, box, number, zone, theme)
    paid: dict[int, list[Herd]] = {}
    for herd in sorted(zone.herds, key=lambda each: each.seat):
        if herd.points:
            paid.setdefault(herd.seat, []).append(herd)
    x, plate = box.left + px(212), min(px(40), box.height - px(4))
    each = (box.right - px(4) - x) // max(2, len(paid))
    gap = px(8 if len(paid) < 3 else 3)
    for seat, herds in paid.items():
        sheet.stamp(pieces.plate(plate, theme, SPECIES[seat], back), x + plate // 2, y)
        points = f"+{sum(herd.points for herd in herds)}"
        begin, room = x + plate + gap, each - plate - px(24) - int(length(points, size, True))
        said = _sizes(herds, room, size)
        if length(said, size) <= room:
            begin += sheet.write(said, begin, y, size, paint.muted, back) + px(8)
        sheet.write(points, begin, y, size, paint.text, back, bold=True)
        x += each


def _sizes(herds: Sequence[Herd], room: int, size: int) -> str:
    """Return the sizes of the herds, largest first, as many as `room` pixels hold but at least one."""
    counts = [str(len(herd.squares)) for herd in herds]
    while len(counts) > 1 and length("·".join(counts), size) > room:
        counts.pop()
    return "·".join(counts)


def _draw_sums(sheet: Sheet, frame: Frame, box: Box, view: View, theme: Theme) -> None:
    """Draw everybody's points in all zones."""
    px, paint = frame.px, ink(theme)
    back = lit_panel(sheet, frame, box, theme, lit=False)
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
