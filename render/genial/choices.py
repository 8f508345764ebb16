"""Pictures on which a place for a tile is chosen: patches of the board, and the places of one of them.

A place is the edge between two cells. Its number lies on the middle of that edge: on a large part of the
board ticks lead from there into both cells, on a small one a line surrounds them. No number hides another.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import hypot

from PIL import ImageDraw

from engine.genial.board import SYMBOLS
from engine.genial.model import Cell, Colour, View
from render.genial import material
from render.genial.ground import bare_board, normal_form, stamp_cells, stamp_tiles, write_coordinates
from render.genial.layout import STRIP, WIDTH, Frame, layout, outermost
from render.genial.seats import draw_own
from render.kit.canvas import Picture, Sheet, Theme, ink
from render.kit.hexes import NEIGHBOURS, Axial, Lattice, corners
from render.kit.marks import CASING, DISC, dim, stamp_numbers

__all__ = [
    "DETAILS",
    "Mark",
    "Patch",
    "are_apart",
    "choice",
    "clear_lattice",
    "letter_places",
    "name_places",
    "patches",
]

Pixel = tuple[int, int]
Pair = tuple[Cell, Cell]

DETAILS = (176, 140)
"""Pitches of a part of the board on which places may share cells: their numbers are far enough apart."""
PARTS = (104, 84)
"""Pitches of a part of the board on which places share no cells."""
WIDE = 64
"""Width of the widest number's disc."""
GAP = 4
"""Room between two discs."""
BEADS = (34, 26)
"""Widths of the symbols beside a candidate's number, each on its cell: on a part of the board, and on all."""
LABEL = 52
"""Height and least width of the ground of a row's or a diagonal's name on a part of the board."""


@dataclass(frozen=True)
class Mark:
    """A numbered place: the tile's first symbol lies on `a`, its second on `b`, or the other way round."""

    a: Cell
    b: Cell
    label: str


@dataclass(frozen=True)
class Patch:
    """A lettered part of the board, and the pairs of cells that are places in it."""

    pairs: tuple[Pair, ...]
    label: str


def are_apart(radius: int, pairs: Sequence[Pair], frame: Frame) -> bool:
    """Return whether these places share no cell, and their numbers can be told apart on the whole board."""
    return _are_apart(layout(radius, frame.width), pairs, frame)


def _are_apart(lattice: Lattice, pairs: Sequence[Pair], frame: Frame) -> bool:
    wide, high = frame.px(WIDE + GAP), frame.px(DISC + GAP)
    if len({cell for pair in pairs for cell in pair}) < 2 * len(pairs):
        return False
    middles = [lattice.middle(*pair) for pair in pairs]
    return all(
        abs(ax - bx) >= wide or abs(ay - by) >= high for (ax, ay), (bx, by) in combinations(middles, 2)
    )


def clear_lattice(radius: int, pairs: Sequence[Pair], frame: Frame) -> Lattice | None:
    """Return the largest lattice on which no number of these places hides another; `None` if there is none.

    It shows all their cells, right of the strip.
    """
    cells = {cell for pair in pairs for cell in pair}
    for pitch in (frame.px(each) // 2 * 2 for each in (*DETAILS, *PARTS)):
        lattice = _part(radius, pitch, cells, frame)
        is_large = pitch >= frame.px(DETAILS[-1]) // 2 * 2
        if lattice and (is_large or _are_apart(lattice, pairs, frame)):
            return lattice
    whole = _whole(radius, frame)
    return whole if _are_apart(whole, pairs, frame) else None


def _part(radius: int, pitch: int, cells: Collection[Cell], frame: Frame) -> Lattice | None:
    """Return a lattice of this pitch, larger than the whole board's, that shows these cells; or `None`."""
    if not cells or pitch <= layout(radius, frame.width).pitch:
        return None
    strip, flat = frame.px(STRIP), Lattice(radius, pitch, 0, 0)
    xs, ys = zip(*map(flat.centre, cells), strict=True)
    room = (frame.width - strip, frame.height)
    if max(xs) - min(xs) + pitch > room[0] or max(ys) - min(ys) + 2 * flat.side > room[1]:
        return None
    left, top, right, bottom = frame.labelled_box(flat)
    x = _clamp(strip + room[0] // 2 - (min(xs) + max(xs)) // 2, strip - left, frame.width - right)
    y = _clamp(room[1] // 2 - (min(ys) + max(ys)) // 2, -top, frame.height - bottom)
    return Lattice(radius, pitch, x, y)


def _whole(radius: int, frame: Frame) -> Lattice:
    """Return the lattice of the whole board, right of the strip."""
    full, strip = layout(radius, frame.width), frame.px(STRIP)
    left, _, right, _ = frame.labelled_box(Lattice(radius, full.pitch, 0, 0))
    return Lattice(radius, full.pitch, strip + (frame.width - strip - right - left) // 2, full.y)


def _clamp(wanted: int, at_start: int, at_end: int) -> int:
    """Return the position nearest to `wanted` that shows nothing beyond the board.

    If all of the board fits, return the position that centres it.
    """
    if at_end >= at_start:
        return (at_start + at_end) // 2
    return min(at_start, max(at_end, wanted))


def choice(
    view: View,
    marks: Sequence[Mark],
    tile: tuple[Colour, Colour],
    *,
    best: str = "",
    tint: int = 0,
    theme: Theme = Theme.DARK,
    width: int = WIDTH,
) -> Picture:
    """Draw places for `tile` with their numbers, on as large a part of the board as they need.

    `best` is the number of the best one. Left of the board stand the tile and the tracks of the viewer's side
    (for a spectator, of the seat to move).
    """
    frame, pairs = Frame(width), [(mark.a, mark.b) for mark in marks]
    lattice = clear_lattice(view.radius, pairs, frame) or _whole(view.radius, frame)
    is_large = lattice.pitch >= frame.px(DETAILS[-1]) // 2 * 2
    sheet = _dimmed_board(view, frame, lattice, theme, {cell: tint for pair in pairs for cell in pair})
    _stamp_places(sheet, frame, lattice, theme, marks, tile, best, ticks=is_large)
    if lattice.pitch != layout(view.radius, width).pitch:
        _write_names(sheet, frame, lattice, theme)
    draw_own(sheet, frame, _own(view), tile, theme)
    return sheet.encode()


def patches(
    view: View,
    parts: Sequence[Patch],
    marks: Sequence[Mark],
    tile: tuple[Colour, Colour],
    *,
    best: str = "",
    theme: Theme = Theme.DARK,
    width: int = WIDTH,
) -> Picture:
    """Draw the whole board with patches in four colours, each with its letter, and a few places in them.

    A cell that is in several patches has the colour of the first of them.
    """
    frame = Frame(width)
    lattice, owners = _whole(view.radius, frame), _owners(parts)
    tints = patch_tints(parts)
    cells = {cell: tints[number] for cell, number in owners.items()}
    cells.update({cell: cells.get(cell, 0) for mark in marks for cell in (mark.a, mark.b)})
    sheet = _dimmed_board(view, frame, lattice, theme, cells)
    _draw_borders(sheet, frame, lattice, owners)
    _stamp_places(sheet, frame, lattice, theme, marks, tile, best, ticks=False)
    taken = [lattice.middle(mark.a, mark.b) for mark in marks]
    if tile[0] != tile[1]:
        taken += [at for mark in marks for at in _bead_places(frame, lattice, mark)]
    letters = letter_places(frame, lattice, parts, taken)
    named = [(at, part.label) for at, part in zip(letters, parts, strict=True)]
    stamp_numbers(sheet, named, frame.px(DISC))
    draw_own(sheet, frame, _own(view), tile, theme)
    return sheet.encode()


def _owners(parts: Sequence[Patch]) -> dict[Cell, int]:
    """Return the number of the first patch in which each cell is."""
    found: dict[Cell, int] = {}
    for number, part in enumerate(parts):
        for pair in part.pairs:
            for cell in pair:
                found.setdefault(cell, number)
    return found


def patch_tints(parts: Sequence[Patch]) -> list[int]:
    """Return the number of each patch's colour: neighbours differ as far as four colours go."""
    owners, near = _owners(parts), [set[int]() for _ in parts]
    for cell, number in owners.items():
        for q, r in NEIGHBOURS:
            other = owners.get(Cell(cell.q + q, cell.r + r), number)
            if other != number:
                near[number].add(other)
    tints = [0] * len(parts)
    for number in range(len(parts)):
        taken = [tints[other] for other in near[number] if other < number]
        tints[number] = min(range(4), key=lambda tint: (taken.count(tint), (tint - number) % 4))
    return tints


def _dimmed_board(view: View, frame: Frame, lattice: Lattice, theme: Theme, wanted: dict[Cell, int]) -> Sheet:
    """Return the board with its tiles, dimmed except for the wanted cells, which have a colour each."""
    empty = bare_board(view.radius, frame.width, theme)
    sheet = Sheet.blank(frame.width, frame.height, empty.palette, ink(theme).ground)
    full = layout(view.radius, frame.width)
    is_whole = lattice.pitch == full.pitch
    if is_whole:
        left, _, right, _ = frame.labelled_box(full)
        sheet.image.paste(
            empty.image.crop((left, 0, right, frame.height)), (left + lattice.x - full.x, lattice.y - full.y)
        )
    else:
        covered = {cell for cell in view.cells if cell not in SYMBOLS} | wanted.keys()
        stamp_cells(sheet, frame, lattice, theme, list(_in_sight(lattice, frame)), covered)
    stamp_tiles(sheet, frame, lattice, theme, view)
    sheet = dim(sheet, material.FELTS[theme].rest, kept=(ink(theme).ground,))
    for cell, tint in sorted(wanted.items()):
        sheet.stamp(material.wanted(lattice.pitch, theme, tint), *lattice.centre(cell))
    if is_whole:
        write_coordinates(sheet, frame, lattice, theme)
    return sheet


def _draw_borders(sheet: Sheet, frame: Frame, lattice: Lattice, owners: dict[Cell, int]) -> None:
    """Draw a dark line between patches."""
    draw, points = ImageDraw.Draw(sheet.image), corners(lattice.pitch)
    for cell, number in owners.items():
        x, y = lattice.centre(cell)
        for edge, (q, r) in enumerate(NEIGHBOURS, 1):
            if owners.get(Cell(cell.q + q, cell.r + r), number) < number:
                (ax, ay), (bx, by) = points[edge % 6], points[(edge + 1) % 6]
                draw.line((x + ax, y + ay, x + bx, y + by), sheet.palette.index(CASING), frame.px(6))


def _in_sight(lattice: Lattice, frame: Frame) -> Iterator[Axial]:
    """Yield the cells of which some of the picture right of the strip shows a part."""
    for cell in lattice.cells():
        x, y = lattice.centre(cell)
        half = lattice.pitch // 2
        if (
            frame.px(STRIP) - half < x < frame.width + half
            and -lattice.side < y < frame.height + lattice.side
        ):
            yield cell


def _stamp_places(
    sheet: Sheet,
    frame: Frame,
    lattice: Lattice,
    theme: Theme,
    marks: Sequence[Mark],
    tile: tuple[Colour, Colour],
    best: str,
    *,
    ticks: bool,
) -> None:
    """Draw the candidates' numbers between the tile's two symbols, each on its cell, or on a double's ticks.

    Where there are no `ticks` a line surrounds the two cells.
    """
    piece, unit = material.link if ticks else material.surround, frame.width / WIDTH
    is_double = tile[0] == tile[1]
    for mark in sorted(marks, key=lambda each: each.label == best):
        a, b, _, _ = normal_form(mark.a, mark.b, 0, 0)
        step = (b.q - a.q, b.r - a.r)
        if is_double or not ticks:
            sprite = piece(lattice.pitch, theme, step, unit, best=mark.label == best)
            sheet.stamp(sprite, *lattice.middle(a, b))
        if not is_double:
            for at, colour in zip(_bead_places(frame, lattice, mark), tile, strict=True):
                sheet.stamp(material.bead(_bead_size(frame, lattice), theme, colour), *at)
    places = [(lattice.middle(mark.a, mark.b), mark.label) for mark in marks]
    stamp_numbers(sheet, places, frame.px(DISC), best)


def _bead_places(frame: Frame, lattice: Lattice, mark: Mark) -> tuple[Pixel, Pixel]:
    """Return the middles of the symbols on both sides of a candidate's number."""
    x, y = lattice.middle(mark.a, mark.b)

    def on(cell: Cell) -> Pixel:
        cx, cy = lattice.centre(cell)
        # A number is wider than it is high.
        away = frame.px((WIDE if cy == y else DISC) // 2 - 1) + _bead_size(frame, lattice) / 2
        part = away / hypot(cx - x, cy - y)
        return round(x + (cx - x) * part), round(y + (cy - y) * part)

    return on(mark.a), on(mark.b)


def _bead_size(frame: Frame, lattice: Lattice) -> int:
    return frame.px(BEADS[lattice.pitch < frame.px(PARTS[-1]) // 2 * 2])


def letter_places(
    frame: Frame, lattice: Lattice, parts: Sequence[Patch], taken: Sequence[Pixel]
) -> list[Pixel]:
    """Return the middle of each patch's letter: on the patch, where it hides no number or other letter.

    Patches with the least room come first.
    """
    owners = _owners(parts)
    own = [[cell for cell, owner in owners.items() if owner == number] for number in range(len(parts))]
    least, found = frame.px(DISC + GAP), dict[int, Pixel]()
    for number in sorted(range(len(parts)), key=lambda each: len(own[each])):
        others = [*taken, *found.values()]

        def clash(at: Pixel, others: Sequence[Pixel] = others) -> float:
            return sum(max(0.0, least - hypot(at[0] - x, at[1] - y)) for x, y in others)

        best: tuple[float, Pixel] | None = None
        for options in _letter_options(frame, lattice, parts[number], own[number]):
            for at in options:
                if not (hides := clash(at)) or best is None or hides < best[0]:
                    best = (hides, at)
                if not hides:
                    break
            if best is not None and not best[0]:
                break
        found[number] = best[1] if best else lattice.middle(*parts[number].pairs[0])
    return [found[number] for number in range(len(parts))]


def _letter_options(
    frame: Frame, lattice: Lattice, part: Patch, own: Collection[Cell]
) -> Iterator[list[Pixel]]:
    """Yield the points on a patch, those nearest to its middle first; then points around them."""
    cells = own or part.pairs[0]
    points = {*map(lattice.centre, cells)}
    points |= {lattice.middle(a, b) for a, b in part.pairs if a in cells and b in cells}
    middles = [lattice.centre(cell) for cell in cells]
    x, y = (sum(each) / len(middles) for each in zip(*middles, strict=True))
    room, strip = frame.px(DISC) // 2 + 1, frame.px(STRIP)
    flat = Lattice(1, lattice.pitch, 0, 0)
    for _ in range(4):
        inside = [
            at
            for at in points
            if strip + room < at[0] < frame.width - room and room < at[1] < frame.height - room
        ]
        yield sorted(inside, key=lambda at: (hypot(at[0] - x, at[1] - y), at))
        steps = [flat.centre(step) for step in NEIGHBOURS]
        points = {(px + dx // 2, py + dy // 2) for px, py in points for dx, dy in steps} - points


def _write_names(sheet: Sheet, frame: Frame, lattice: Lattice, theme: Theme) -> None:
    """Write the names of all rows and diagonals in sight, inside the picture."""
    paint, high, half = ink(theme), frame.px(LABEL), frame.px(LABEL) // 2
    for text, x, y in name_places(frame, lattice):
        sheet.fill((x - half, y - high * 2 // 5, x + half, y + high * 2 // 5), paint.panel)
        sheet.write(text, x, y, frame.letter_size, paint.text, paint.panel, bold=True, anchor="m")


def name_places(frame: Frame, lattice: Lattice) -> Iterator[tuple[str, int, int]]:
    """Yield the names of all rows and diagonals in sight, each with its middle inside the picture.

    A row's letter stands left of its first cell in sight, a diagonal's number on the line through the middles
    of its cells: beside it, it stood on the border of two.
    """
    left, low, radius = frame.px(STRIP), frame.height, lattice.radius
    high, half = frame.px(LABEL), frame.px(LABEL) // 2
    for row in range(-radius, radius + 1):
        x, y = lattice.centre(outermost(lattice, row, right=False))
        if half <= y <= low - half - high:
            yield chr(ord("A") + radius - row), max(left + half, x - lattice.pitch // 2 - half), y
    for diagonal in range(-radius, radius + 1):
        x, y = lattice.centre((diagonal, min(radius, radius - diagonal)))
        below = min(y + lattice.side + half * 0.6, low - half)
        x = round(x + (below - y) / lattice.rise * lattice.pitch / 2)
        if left + 2 * half + half < x < frame.width - half and below > half:
            yield str(diagonal + radius + 1), x, round(below)


def _own(view: View) -> tuple[int, ...]:
    """Return the tracks of the side that chooses."""
    seat = view.seat if view.seat is not None else view.to_move
    found = (track for side, track in zip(view.sides, view.tracks, strict=True) if seat in side)
    return next(found, view.tracks[0])
