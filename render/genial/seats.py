"""Sides around Génial's board: names, the six tracks as numbers, gains, ranks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image, ImageDraw

from engine.genial.model import Colour, View
from render.genial import material
from render.genial.layout import LAP, STRIP, Frame, Stand
from render.genial.newness import gains
from render.genial.symbols import BODY, HUES
from render.kit.canvas import (
    RGB,
    Palette,
    Sheet,
    Sprite,
    Theme,
    ink,
    mixed,
    opacity_mask,
    opaque,
    paint_image,
)
from render.kit.lettering import mask
from render.kit.levels import resized
from render.kit.marks import LEADER, TURN_BAR, TURN_LINE
from render.kit.memory import kept
from render.kit.names import RosterLine, shown_name
from render.kit.seats import draw_sign

__all__ = ["Side", "draw_own", "draw_sides", "sides_of"]

Point = tuple[float, float]

NAME = 36
"""Size of a name's letters."""


@dataclass(frozen=True)
class Side:
    """The players who play together, and their points."""

    lines: tuple[RosterLine, ...]
    values: tuple[int, ...]
    gains: tuple[int, ...]
    """Points won since the viewer's last turn."""
    rank: int | None
    """The side's rank when the match is over; `None` before."""
    score: int
    """The value that decides: the lowest one; of a match that is over, the one by which the rank was won."""

    @property
    def is_active(self) -> bool:
        """The side stands out, because one of its players is to move or it has won."""
        return any(line.is_to_move for line in self.lines) or self.rank == 1


def sides_of(view: View, names: Sequence[str]) -> list[Side]:
    """Return all sides, in the order of the view."""
    ranks = [view.result.ranks[side[0]] for side in view.sides] if view.result else []
    named = [*names, *[""] * view.seats]
    return [
        Side(
            lines=tuple(RosterLine(seat, named[seat], seat == view.to_move) for seat in side),
            values=track,
            gains=gained,
            rank=1 + sum(other < ranks[index] for other in ranks) if ranks else None,
            score=_deciding(view.tracks, index) if ranks else min(track),
        )
        for index, (side, track, gained) in enumerate(zip(view.sides, view.tracks, gains(view), strict=True))
    ]


def _deciding(tracks: Sequence[Sequence[int]], index: int) -> int:
    """Return the value of this side's track by which it differs from the next better side.

    The best one differs from the second. Sides whose values are all alike are compared by the lowest.
    """
    order = sorted(range(len(tracks)), key=lambda each: sorted(tracks[each]), reverse=True)
    place = order.index(index)
    mine = sorted(tracks[index])
    other = sorted(tracks[order[place - 1 if place else min(1, len(order) - 1)]])
    return next((value for value, rival in zip(mine, other, strict=True) if value != rival), mine[0])


def draw_sides(sheet: Sheet, places: Sequence[Stand], sides: Sequence[Side], end: int, theme: Theme) -> None:
    """Draw every side in its place; `end` is the last step of a track."""
    for stand, side in zip(places, sides, strict=True):
        back = ink(theme).lit if side.is_active else ink(theme).panel
        ground, at = _ground(stand, side.is_active, len(side.lines) > 1, theme)
        sheet.stamp(ground, *at)
        _write_names(sheet, stand, side, theme, back)
        _write_score(sheet, stand, side, theme, back)
        for colour, (value, gain) in enumerate(zip(side.values, side.gains, strict=True)):
            y = stand.row(colour)
            _write_number(sheet, stand, y, value, gain, theme, back, lowest=value == side.score)
            if stand.is_whole:
                _draw_bars(sheet, stand, y, Colour(colour), value, gain, end, theme, back)


def draw_own(
    sheet: Sheet, frame: Frame, track: Sequence[int], tile: tuple[Colour, Colour], theme: Theme
) -> None:
    """Draw the strip beside the candidates: the tile, and below it the tracks of whoever chooses."""
    px, paint, low = frame.px, ink(theme), min(track)
    sheet.fill((0, 0, px(STRIP), frame.height), paint.panel)
    sheet.fill((px(STRIP) - px(3), 0, px(STRIP), frame.height), paint.line)
    middle = px(STRIP - 3) // 2
    material.stamp_tile(sheet, (middle, px(68)), px(84), theme, (1, 0), *tile, back=paint.panel)
    for colour, value in zip(Colour, track, strict=True):
        y = px(178 + 88 * colour)
        sheet.stamp(material.chip(px(60), theme, colour, paint.panel), px(52), y)
        front = paint.text if value == low else paint.muted
        sheet.write(str(value), px(164), y, px(56), front, paint.panel, bold=True, anchor="r")


@kept
def _ground(stand: Stand, active: bool, team: bool, theme: Theme) -> tuple[Sprite, tuple[int, int]]:
    """Return a place's ground with the six symbols on it, and the position of its top left corner.

    Partners share a border.
    """
    paint, px, palette = ink(theme), stand.frame.px, material.palette(theme)
    back = paint.lit if active else paint.panel
    left, right = min(x for x, _ in stand.outline), max(x for x, _ in stand.outline)
    outline = [(x - left, y - stand.top) for x, y in stand.outline]

    def draw(on: ImageDraw.ImageDraw, scale: float) -> None:
        soft = px(12)
        border = paint.accent if active else paint.muted if team else back
        for inset, fill in ((0, border), (px(TURN_LINE if active else 3), back)):
            inner = [(x * scale, y * scale) for x, y in _shrunk(outline, soft + inset, stand.is_right)]
            on.polygon(inner, fill)
            on.line([*inner, inner[0], inner[1]], fill, round(2 * soft * scale), joint="curve")

    image = paint_image(right - left + 1, stand.bottom - stand.top + 1, draw, scale=2)
    sheet = Sheet(opaque(image, palette, paint.ground), palette)
    for colour in Colour:
        size = px(34 if stand.is_whole else 30)
        chip = material.chip(size, theme, colour, back)
        x = stand.row_left + (-size // 2 if stand.is_mirrored else size // 2)
        sheet.stamp(chip, x - left, stand.row(colour) - stand.top)
    if active:  # the symbols reach to the very edge
        line, side = px(TURN_LINE), stand.outer - left
        edge = side - line + 1 if stand.is_right else side
        sheet.fill((edge, px(24), edge + line, sheet.image.height - px(24)), paint.accent)
    return Sprite(sheet.image, opacity_mask(image, 8)), (left, stand.top)


def _shrunk(points: Sequence[Point], by: float, mirrored: bool) -> list[Point]:
    """Return the corners of a polygon whose edges move inwards by `by`.

    The corners run clockwise, or counterclockwise if `mirrored`.
    """
    turn = -1 if mirrored else 1
    edges: list[tuple[float, float, float]] = []
    for (ax, ay), (bx, by_) in zip(points, [*points[1:], points[0]], strict=True):
        length = ((bx - ax) ** 2 + (by_ - ay) ** 2) ** 0.5
        nx, ny = -turn * (by_ - ay) / length, turn * (bx - ax) / length
        edges.append((nx, ny, nx * ax + ny * ay + by))
    found: list[Point] = []
    for (a, b, c), (d, e, f) in zip([edges[-1], *edges[:-1]], edges, strict=True):
        under = a * e - b * d
        found.append(((c * e - b * f) / under, (a * f - c * d) / under))
    return found


def _write_names(sheet: Sheet, stand: Stand, side: Side, theme: Theme, back: RGB) -> None:
    """Write a side's names from the outer edge inwards, after the rank, the arrow and the seat's sign."""
    px, paint = stand.frame.px, ink(theme)
    step = -1 if stand.is_right else 1
    for index, line in enumerate(side.lines):
        y, x = stand.line(index), stand.outer + step * px(12)
        if line.is_to_move:
            _draw_bar_of_turn(sheet, stand, y, paint.accent)
            x += step * px(TURN_BAR)
        if side.rank is not None and not index:
            fill = paint.accent if side.rank == 1 else paint.muted
            disc = material.number(px(44), stand.frame.figure_size, str(side.rank), theme, fill, paint.ground)
            sheet.stamp(disc, x + step * disc.centre[0], y)
        if side.rank is not None:
            x += step * px(52)
        sheet.stamp(_sign(sheet.palette, line.seat, px(30), paint.text, back), x + step * px(15), y)
        x += step * px(38)
        room = abs(stand.reach(y + (px(16) if y < stand.lattice.y else -px(16))) - x) - px(14)
        bold = line.is_to_move or side.rank == 1
        name, size = shown_name(line, room, px(NAME), stand.frame.letter_size, bold)
        sheet.write(name, x, y, size, paint.text, back, bold=bold, anchor="r" if stand.is_right else "l")


def _draw_bar_of_turn(sheet: Sheet, stand: Stand, y: int, fill: RGB) -> None:
    """Draw the bar beside the name of whoever is to move, from the corner on along the outer edge."""
    px, edge = stand.frame.px, stand.frame.px(TURN_LINE) - 1
    wide, inner = px(TURN_BAR), stand.margin + edge
    left = stand.outer - wide + 1 if stand.is_right else stand.outer
    low = y > stand.lattice.y
    top, bottom = (y - px(20), stand.frame.height - inner) if low else (inner, y + px(20))
    begin, end = (left, left + wide - edge) if stand.is_right else (left + edge, left + wide)
    sheet.fill((begin, top, end, bottom), fill)


def _write_score(sheet: Sheet, stand: Stand, side: Side, theme: Theme, back: RGB) -> None:
    """Write the value that decides the game large beside the rows; in a box when the match is over."""
    px, paint = stand.frame.px, ink(theme)
    outer, inner, y = stand.score
    front = paint.accent if side.rank == 1 else paint.text
    number = _score(sheet.palette, str(side.score), px(LEADER), front, back)
    wide = number.image.width
    x = (max(outer, inner) + min(outer, inner)) // 2
    if side.rank is not None:
        box = _box(sheet.palette, wide + px(16), px(LEADER) - px(2), px(4), paint.accent, back)
        sheet.stamp(box, x, y)
    sheet.stamp(number, x, y)


@kept
def _score(palette: Palette, text: str, size: int, front: RGB, back: RGB) -> Sprite:
    """Return the number that decides; two digits stand close together."""
    letters, rise = mask(text, size, True)
    if len(text) > 1:
        letters = resized(letters, round(letters.width * 0.78), letters.height)
    image = Image.new("RGBA", letters.size, (*front, 0))
    image.putalpha(letters)
    return Sprite(opaque(image, palette, back), None, (letters.width // 2, rise))


@kept
def _box(palette: Palette, wide: int, high: int, line: int, front: RGB, back: RGB) -> Sprite:
    """Return the box around the score that decided."""

    def paint(draw: ImageDraw.ImageDraw, scale: float) -> None:
        edge = line * scale
        draw.rounded_rectangle(
            (0, 0, wide * scale - 1, high * scale - 1), high * scale * 0.2, back, front, round(edge)
        )

    return Sprite(opaque(paint_image(wide, high, paint), palette, back), None, (wide // 2, high // 2))


def _write_number(
    sheet: Sheet, stand: Stand, y: int, value: int, gain: int, theme: Theme, back: RGB, *, lowest: bool
) -> None:
    """Write a track's marker as a number, bright if it decides, and its gain: outside of it if mirrored."""
    px, paint, small = stand.frame.px, ink(theme), stand.frame.figure_size
    size, end = (px(40), px(94)) if stand.is_whole else (small, px(82))
    aside = 0 if stand.is_whole or gain < 10 else px(5)  # a gain of two digits needs room outside
    x = stand.row_left - px(35) + aside if stand.is_mirrored else stand.row_left + end - aside
    front = paint.text if lowest else paint.muted
    wide = sheet.write(str(value), x, y, size, front, back, bold=True, anchor="r")
    if not gain:
        return
    if stand.is_mirrored:
        x -= wide + px(8)
        wide = sheet.write(str(gain), x, y, small, paint.accent, back, bold=gain < 10, anchor="r")
        sheet.stamp(_plus(sheet.palette, px(13), px(4), paint.accent, back), x - wide - px(6), y)
    else:
        sheet.stamp(_plus(sheet.palette, px(13), px(4), paint.accent, back), x + px(5), y)
        sheet.write(str(gain), x + px(11), y, small, paint.accent, back, bold=gain < 10)


def _draw_bars(
    sheet: Sheet,
    stand: Stand,
    y: int,
    colour: Colour,
    value: int,
    gain: int,
    end: int,
    theme: Theme,
    back: RGB,
) -> None:
    px, laps = stand.frame.px, end // LAP
    for lap in range(laps):
        done = min(LAP, max(0, value - lap * LAP))
        was = min(done, max(0, value - gain - lap * LAP))
        look = (HUES[colour], BODY, ink(theme).accent, back)
        bar = _bar(sheet.palette, px(7), px(9 if laps == 1 else 5), done, done - was, *look)
        sheet.stamp(bar, stand.row_left, y + px(24 + 11 * lap))


@kept
def _bar(
    palette: Palette, step: int, tall: int, filled: int, fresh: int, hue: RGB, bed: RGB, mark: RGB, back: RGB
) -> Sprite:
    """Return a lap of a track with `filled` of its steps filled and the last `fresh` of them underlined."""
    edge = max(2, step // 3)
    width, height = LAP * step + 2 * edge, tall + 2 * edge
    sheet = Sheet(
        opaque(
            paint_image(
                width,
                height,
                lambda draw, scale: draw.rounded_rectangle(
                    (0, 0, width * scale - 1, height * scale - 1), edge * 1.6 * scale, bed
                ),
            ),
            palette,
            back,
        ),
        palette,
    )
    for count in range(LAP):
        left = edge + count * step
        sheet.fill(
            (left, edge, left + step - 1, edge + tall),
            hue if count < filled else mixed(bed, (255, 255, 255), 0.13),
        )
    if fresh:
        left = edge + (filled - fresh) * step
        sheet.fill((left, height - edge, left + fresh * step - 1, height), mark)
    return Sprite(sheet.image)


@kept
def _plus(palette: Palette, size: int, thick: int, front: RGB, back: RGB) -> Sprite:
    """Return the plus before a gain, which is narrower than the font's."""

    def paint(draw: ImageDraw.ImageDraw, scale: float) -> None:
        edge, half, middle = size * scale - 1, thick * scale / 2, size * scale / 2
        draw.rectangle((0, middle - half, edge, middle + half), front)
        draw.rectangle((middle - half, 0, middle + half, edge), front)

    return Sprite(opaque(paint_image(size, size, paint), palette, back), None, (size // 2, size // 2))


@kept
def _sign(palette: Palette, seat: int, size: int, front: RGB, back: RGB) -> Sprite:
    def paint(draw: ImageDraw.ImageDraw, scale: float) -> None:
        draw_sign(draw, seat, size * scale / 2, size * scale / 2, size * scale * 0.43, front)

    return Sprite(opaque(paint_image(size, size, paint), palette, back), None, (size // 2, size // 2))
