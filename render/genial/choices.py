"""Candidates on Génial's board: the part of the board where they lie, each with a number beside it.

A number stands near the edge between its two cells, where it hides least, and a line joins it to that edge if
it stands apart. No number hides another.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import hypot, inf
from typing import TypeVar

from engine.genial.model import Cell, Colour
from render.genial import material
from render.genial.layout import STRIP, Frame, layout
from render.genial.material import STEPS
from render.genial.symbols import BODY
from render.kit.canvas import Sheet, Theme
from render.kit.hexes import Axial, Lattice

__all__ = ["Mark", "normal_form", "number_places", "part_lattice", "stamp_marks", "stamp_numbers"]

T = TypeVar("T")
Point = tuple[float, float]
Pixel = tuple[int, int]

ZOOMS = (104, 84, 68, 58)
"""Pitches in which a part of the board may be shown. They are few, as every piece is drawn once for each."""
DISC, DIGIT = 52, 44
"""Height of a number's disc and size of its letters: digits are 32 pixels high at `WIDTH`."""


@dataclass(frozen=True)
class Mark:
    """A numbered candidate: the tile's first symbol lies on `a`, its second on `b`."""

    a: Cell
    b: Cell
    label: str


def part_lattice(radius: int, cells: Collection[Cell], frame: Frame) -> Lattice:
    """Return the largest lattice that shows all these cells with their surroundings, right of the strip.

    If they lie too far apart, or there are none, return the whole board.
    """
    full, strip = layout(radius, frame.width), frame.px(STRIP)
    room = (frame.width - strip, frame.height)
    for pitch in (frame.px(zoom) // 2 * 2 for zoom in ZOOMS):
        flat = Lattice(radius, pitch, 0, 0)
        xs, ys = zip(*(flat.centre(cell) for cell in cells), strict=True) if cells else ((0,), (0,))
        wide, tall = max(xs) - min(xs) + 2.1 * pitch, max(ys) - min(ys) + 2.2 * pitch
        if cells and pitch > full.pitch and wide <= room[0] and tall <= room[1]:
            left, top, right, bottom = frame.labelled_box(flat)
            x = _clamp(strip + room[0] // 2 - (min(xs) + max(xs)) // 2, strip - left, frame.width - right)
            y = _clamp(room[1] // 2 - (min(ys) + max(ys)) // 2, -top, frame.height - bottom)
            return Lattice(radius, pitch, x, y)
    left, _, right, _ = frame.labelled_box(Lattice(radius, full.pitch, 0, 0))
    return Lattice(radius, full.pitch, strip + (room[0] - right - left) // 2, full.y)


def _clamp(wanted: int, at_start: int, at_end: int) -> int:
    """Return the position nearest to `wanted` that shows nothing beyond the board.

    If all of the board fits, return the position that centres it.
    """
    if at_end >= at_start:
        return (at_start + at_end) // 2
    return min(at_start, max(at_end, wanted))


def normal_form(a: Cell, b: Cell, first: T, second: T) -> tuple[Cell, Cell, T, T]:
    """Return the same placement, turned round if needed so that its step is one of `STEPS`."""
    if (b.q - a.q, b.r - a.r) in STEPS:
        return a, b, first, second
    return b, a, second, first


def stamp_marks(
    sheet: Sheet, lattice: Lattice, theme: Theme, marks: Sequence[Mark], tile: tuple[Colour, Colour]
) -> None:
    """Draw the candidates on the cells that they would take.

    A candidate is a ghost of the tile if it shares no cell with another, otherwise a link between its cells.
    A cell shows a symbol if all its candidates put the same one there; otherwise a small symbol stands at
    each link. If a tile may lie both ways round on the same cells, only its first symbol is shown for each
    way.
    """
    wanted, wishes = Counter[Cell](), defaultdict[Cell, set[Colour]](set)
    for mark in marks:
        for cell, colour in zip((mark.a, mark.b), tile, strict=True):
            wanted[cell] += 1
            wishes[cell].add(colour)
    for cell, colours in wishes.items():
        sprite = material.target(lattice.pitch, theme, next(iter(colours)) if len(colours) == 1 else None)
        sheet.stamp(sprite, *lattice.centre(cell))
    twice = _twice(marks)
    for mark in marks:
        a, b, first, second = normal_form(mark.a, mark.b, *tile)
        step = (b.q - a.q, b.r - a.r)
        if wanted[a] == wanted[b] == 1:
            sheet.stamp(material.ghost(lattice.pitch, theme, step, first, second), *lattice.middle(a, b))
            continue
        for cell, other, colour in ((mark.a, mark.b, tile[0]), (mark.b, mark.a, tile[1])):
            if len(wishes[cell]) > 1 and (cell == mark.a or mark not in twice):
                sheet.stamp(material.wish(lattice.pitch, theme, colour), *_towards(lattice, cell, other, 0.2))
        sheet.stamp(material.link(lattice.pitch, theme, step), *lattice.middle(a, b))


def _twice(marks: Sequence[Mark]) -> set[Mark]:
    """Return the marks that lie on the same two cells as another mark."""
    pairs = Counter(frozenset((mark.a, mark.b)) for mark in marks)
    return {mark for mark in marks if pairs[frozenset((mark.a, mark.b))] > 1}


def _towards(lattice: Lattice, cell: Cell, other: Cell, share: float) -> Pixel:
    """Return the point that lies `share` of the way from the centre of a cell to the centre of the other."""
    (ax, ay), (bx, by) = lattice.centre(cell), lattice.centre(other)
    return round(ax + (bx - ax) * share), round(ay + (by - ay) * share)


def _shares(marks: Sequence[Mark]) -> list[float]:
    """Return, for each mark, the share of the way from its first to its second cell at which its number
    belongs.

    It is the edge between the cells, or a point nearer to the first symbol if the tile may lie both ways
    round.
    """
    twice = _twice(marks)
    return [0.36 if mark in twice else 0.5 for mark in marks]


def _joints(lattice: Lattice, marks: Sequence[Mark]) -> list[Pixel]:
    """Return the points to which the numbers belong."""
    return [
        _towards(lattice, mark.a, mark.b, share) for mark, share in zip(marks, _shares(marks), strict=True)
    ]


def stamp_numbers(
    sheet: Sheet, frame: Frame, lattice: Lattice, theme: Theme, marks: Sequence[Mark], taken: Collection[Cell]
) -> None:
    """Draw every candidate's number, and lines to those that stand apart; `taken` are cells with symbols."""
    places, joints, disc = (
        number_places(frame, lattice, marks, taken),
        _joints(lattice, marks),
        frame.px(DISC),
    )
    for (x, y), (to_x, to_y) in zip(places, joints, strict=True):
        if hypot(to_x - x, to_y - y) > disc * 0.4:
            sheet.stamp(material.leader(to_x - x, to_y - y, frame.px(4), theme), x, y)
    for place, mark in zip(places, marks, strict=True):
        look = (theme, material.FELTS[theme].ring, BODY)
        sheet.stamp(material.number(disc, frame.px(DIGIT), mark.label, *look), *place)


def number_places(
    frame: Frame, lattice: Lattice, marks: Sequence[Mark], taken: Collection[Cell]
) -> list[Pixel]:
    """Return the centres of the numbers, each placed where it hides least.

    They are placed twice in turn, so that the second round knows the places of all others.
    """
    joints = _joints(lattice, marks)
    ways = [
        _ways(frame, lattice, mark, joint, share, taken)
        for mark, joint, share in zip(marks, joints, _shares(marks), strict=True)
    ]
    near = [[each for each in range(len(marks)) if _meet(lattice, joint, joints[each])] for joint in joints]
    found: dict[int, Pixel] = {}
    for _ in range(2):
        for index, options in enumerate(ways):
            others = [(found[each], joints[each]) for each in near[index] if each in found and each != index]
            foreign = [joints[each] for each in near[index] if joints[each] != joints[index]]
            found[index] = _least(frame, options, joints[index], others, foreign)
    return [found[index] for index in range(len(marks))]


def _meet(lattice: Lattice, one: Pixel, other: Pixel) -> bool:
    """Return `True` if numbers of these edges could be in each other's way, wherever they stand."""
    return hypot(one[0] - other[0], one[1] - other[1]) < 4.2 * lattice.pitch


def _least(
    frame: Frame,
    options: Sequence[tuple[float, Pixel]],
    joint: Pixel,
    others: Sequence[tuple[Pixel, Pixel]],
    joints: Sequence[Pixel],
) -> Pixel:
    """Return the place with the least cost; `options` are places with a cost of their own, cheapest first."""
    least, best = inf, options[0][1]
    for cost, at in options:
        if cost >= least:
            break
        cost += _crowding(frame, at, joint, others, joints)
        if cost < least:
            least, best = cost, at
    return best


OFFSETS: tuple[Point, ...] = (
    *((0.0, 0.0), (0.0, 0.3), (0.0, -0.3), (0.0, 0.5), (0.0, -0.5), (-0.25, 0.0), (0.25, 0.0)),
    *((along, across) for along in (-0.3, 0.3) for across in (-0.4, 0.4)),
    *((along, across) for along in (-0.5, 0.0, 0.5) for across in (-0.75, 0.75)),
    *((along, across) for along in (-1.0, -0.4, 0.4, 1.0) for across in (-1.1, 1.1)),
    *((along, across) for along in (-1.3, 1.3) for across in (-0.4, 0.4)),
    *((along, across) for along in (-0.6, 0.6) for across in (-1.6, 1.6)),
)
"""Places for a number around the middle of its two cells, in pitches along them and across."""


@dataclass(frozen=True)
class _Spot:
    """A place for a number, from the edge that it belongs to, and how deep it lies on symbols around."""

    x: int
    y: int
    away: float
    hides: tuple[tuple[Axial, float], ...]
    """Cells relative to the first of the two, and how many pixels deep the number lies on their symbols."""


@lru_cache(maxsize=128)
def _spots(pitch: int, step: Axial, share: float, disc: int) -> tuple[_Spot, ...]:
    """Return the places around a candidate's two cells.

    Its edge lies `share` of the way from the first to the second.
    """
    lattice, deep = Lattice(1, pitch, 0, 0), disc / 2 + pitch * material.SYMBOL
    dx, dy = lattice.centre(step)
    around = {(q, r): lattice.centre((q, r)) for q in range(-3, 4) for r in range(-3, 4)}
    found: list[_Spot] = []
    for along, across in OFFSETS:
        x, y = along * dx - across * dy, along * dy + across * dx
        depths = {
            cell: deep - hypot(x + share * dx - cx, y + share * dy - cy) for cell, (cx, cy) in around.items()
        }
        hides = tuple((cell, depth) for cell, depth in depths.items() if depth > 0)
        found.append(_Spot(round(x), round(y), hypot(x, y), hides))
    return tuple(found)


def _ways(
    frame: Frame, lattice: Lattice, mark: Mark, joint: Pixel, share: float, taken: Collection[Cell]
) -> list[tuple[float, Pixel]]:
    """Return the places for a number with the cost of the symbols that it would hide there, cheapest
    first.
    """
    a, b, disc = mark.a, mark.b, frame.px(DISC)
    left, low = frame.px(STRIP) + disc / 2, disc / 2 + 1
    found: list[tuple[float, Pixel]] = []
    for spot in _spots(lattice.pitch, (b.q - a.q, b.r - a.r), share, disc):
        x, y = joint[0] + spot.x, joint[1] + spot.y
        if left < x < frame.width - low and low < y < frame.height - low:
            cost = 0.12 * spot.away
            for (q, r), depth in spot.hides:
                cell = Cell(a.q + q, a.r + r)
                cost += depth * (1.0 if cell in taken else 0.8 if cell in (a, b) else 0.2)
            found.append((cost, (x, y)))
    return sorted(found) or [(0.0, joint)]


def _crowding(
    frame: Frame, at: Pixel, joint: Pixel, others: Sequence[tuple[Pixel, Pixel]], joints: Sequence[Pixel]
) -> float:
    """Return the cost of this place that comes from the other candidates' numbers, lines and edges."""
    disc = frame.px(DISC)
    cost, room = 0.0, disc + 9  # nothing further from the line's box is in its way
    left, right = min(at[0], joint[0]) - room, max(at[0], joint[0]) + room
    top, bottom = min(at[1], joint[1]) - room, max(at[1], joint[1]) + room
    for other, end in others:
        if (other[0] < left and end[0] < left) or (other[0] > right and end[0] > right):
            continue
        if (other[1] < top and end[1] < top) or (other[1] > bottom and end[1] > bottom):
            continue
        if hypot(at[0] - other[0], at[1] - other[1]) < disc + 2:
            cost += 1000
        elif min(_from_line(other, at, joint), _from_line(at, other, end)) < disc / 2 + 4:
            cost += 60
        elif _cross(at, joint, other, end):
            cost += 40
    for other in joints:
        if not (left <= other[0] <= right and top <= other[1] <= bottom):
            continue
        if hypot(at[0] - other[0], at[1] - other[1]) < disc / 2 + 9:
            cost += 80
        elif _from_line(other, at, joint) < 12:
            cost += 30
    return cost


def _cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Return `True` if the lines from `a` to `b` and from `c` to `d` cross."""

    def side(start: Point, end: Point, of: Point) -> float:
        return (end[0] - start[0]) * (of[1] - start[1]) - (end[1] - start[1]) * (of[0] - start[0])

    return side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0


def _from_line(point: Point, start: Point, end: Point) -> float:
    """Return the distance from a point to the line between two others."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = dx * dx + dy * dy
    if not length:
        return hypot(point[0] - start[0], point[1] - start[1])
    share = ((point[0] - start[0]) * dx + (point[1] - start[1]) * dy) / length
    share = min(1.0, max(0.0, share))
    return hypot(point[0] - start[0] - share * dx, point[1] - start[1] - share * dy)
