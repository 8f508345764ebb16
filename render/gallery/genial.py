"""Handmade positions of Génial for the gallery and the tests: nice to look at, not played by the rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import dist
from random import Random
from string import ascii_uppercase

from engine.game import Result, Seat
from engine.genial import codes
from engine.genial.board import SYMBOLS
from engine.genial.model import Asks, Cell, Colour, Form, GenialOptions, Placement, Tile, View
from render.genial.choices import are_apart
from render.genial.layout import Frame
from render.genial.pictures import TILES, Mark, Patch, board, choice, patches, rack
from render.kit.canvas import Picture, Theme
from render.kit.hexes import NEIGHBOURS, Lattice, cells_of

__all__ = ["GALLERY", "cluster", "free_pairs", "patched", "sample"]


def sample(
    seats: int = 4,
    tiles: int = 0,
    *,
    form: Form = Form.FREE,
    viewer: int | None = None,
    over: bool = False,
    hand: tuple[Tile, ...] = (),
    seed: int = 1,
) -> View:
    """Return a match after `tiles` tiles, placed beside their own colours and scored by their neighbours
    alone.
    """
    random = Random(seed)
    radius = {1: 5, 2: 5, 3: 6, 4: 7}[seats]
    shown = dict(SYMBOLS)
    free = {Cell(*cell) for cell in cells_of(radius)} - set(shown)
    sides = tuple((Seat(n),) for n in range(seats))
    if form is Form.TEAM:
        sides = ((Seat(0), Seat(2)), (Seat(1), Seat(3)))
    end = 18 if form is Form.FREE else 36
    tracks = [[0] * 6 for _ in sides]
    placements: list[Placement] = []
    for turn in range(tiles):
        seat = Seat(turn % seats)
        placement = _placement(random, free, shown, seat, turn)
        if placement is None:
            break
        free -= {placement.a, placement.b}
        shown |= {placement.a: placement.first, placement.b: placement.second}
        track = next(track for track, side in zip(tracks, sides, strict=True) if seat in side)
        for colour, points in enumerate(placement.points):
            track[colour] = min(18 if track[colour] < 18 else end, track[colour] + points)
        placements.append(placement)
    scores = {seat: tuple(sorted(track)) for track, side in zip(tracks, sides, strict=True) for seat in side}
    by_seat = tuple(scores[Seat(seat)] for seat in range(seats))
    ranks = tuple(1 + sum(other > mine for other in by_seat) for mine in by_seat)
    return View(
        seat=None if viewer is None else Seat(viewer),
        options=GenialOptions(form=form),
        seats=seats,
        radius=radius,
        first_seat=Seat(0),
        turn=len(placements),
        to_move=None if over else Seat(len(placements) % seats),
        asks=None if over else Asks.PLACE,
        bonus_left=0,
        placements=tuple(placements),
        sides=sides,
        tracks=tuple(tuple(track) for track in tracks),
        track_end=end,
        rack_sizes=(6,) * seats,
        rack=hand,
        open_symbols=() if tiles >= seats else tuple(_untouched(placements)),
        result=Result(ranks, by_seat, codes.BOARD_FULL) if over else None,
    )


def _placement(
    random: Random, free: set[Cell], shown: dict[Cell, Colour], seat: Seat, turn: int
) -> Placement | None:
    pairs = _pairs(free)
    if not pairs:
        return None
    first, second = Colour(random.randrange(6)), Colour(random.randrange(6))

    def alike(cell: Cell, colour: Colour) -> int:
        return sum(shown.get(near) is colour for near in _around(cell))

    a, b = max(
        random.sample(pairs, min(60, len(pairs))),
        key=lambda pair: alike(pair[0], first) + alike(pair[1], second),
    )
    points = [0] * 6
    points[first] += alike(a, first)
    points[second] += alike(b, second)
    return Placement(seat, turn, first, second, a, b, tuple(points))


def _around(cell: Cell) -> list[Cell]:
    return [Cell(cell.q + dq, cell.r + dr) for dq, dr in NEIGHBOURS]


def _untouched(placements: list[Placement]) -> list[Cell]:
    touched = {
        near for placement in placements for cell in (placement.a, placement.b) for near in _around(cell)
    }
    return [cell for cell in SYMBOLS if cell not in touched]


def _pairs(free: set[Cell]) -> list[tuple[Cell, Cell]]:
    return [(cell, near) for cell in sorted(free) for near in _around(cell) if near in free]


def free_pairs(view: View) -> list[tuple[Cell, Cell]]:
    """Return all ways to lay a tile on the board, beginning with those that touch most occupied cells."""
    taken = {cell for placement in view.placements for cell in (placement.a, placement.b)} | set(SYMBOLS)
    free = {Cell(*cell) for cell in cells_of(view.radius)} - taken
    return sorted(
        _pairs(free), key=lambda pair: -sum(near in taken for cell in pair for near in _around(cell))
    )


NAMES = ("Léa", "Maximilian von Hohenzollern", "Ōtani", "Rhea")


def _board(view: View, theme: Theme, names: Sequence[str] = NAMES) -> Picture:
    return board(view, names, theme=theme)


def cluster(view: View, around: Cell, most: int) -> list[tuple[Cell, Cell]]:
    """Return the pairs of free cells nearest to this one, each once."""
    flat = Lattice(view.radius, 100, 0, 0)
    pairs = [(a, b) for a, b in free_pairs(view) if a < b]
    return sorted(pairs, key=lambda pair: (dist(flat.middle(*pair), flat.centre(around)), pair))[:most]


def _candidates(
    view: View, tile: tuple[Colour, Colour], theme: Theme, around: Cell, most: int, tint: int = 0
) -> Picture:
    """Return a picture of the places around a cell; the first one is the best."""
    pairs = cluster(view, around, most)
    marks = [Mark(a, b, str(number)) for number, (a, b) in enumerate(pairs, 1)]
    return choice(view, marks, tile, best="1", tint=tint, theme=theme)


def _apart(view: View, tile: tuple[Colour, Colour], theme: Theme) -> Picture:
    """Return a picture of places that share no cell, all over the board."""
    found: list[tuple[Cell, Cell]] = []
    for pair in (pair for pair in free_pairs(view) if pair[0] < pair[1]):
        if are_apart(view.radius, [*found, pair], Frame()):
            found.append(pair)
    marks = [Mark(a, b, str(number)) for number, (a, b) in enumerate(found[:12], 1)]
    return choice(view, marks, tile, best="1", theme=theme)


def patched(view: View, wide: int = 4) -> list[Patch]:
    """Return the pairs of free cells in patches that lie in rows and columns, so many cells wide."""
    groups = dict[tuple[int, int], list[tuple[Cell, Cell]]]()
    for a, b in free_pairs(view):
        if a < b:
            groups.setdefault(((a.r + 7) // 3, (2 * a.q + a.r + 14) // (2 * wide)), []).append((a, b))
    return [
        Patch(tuple(group), letter) for letter, group in zip(ascii_uppercase, groups.values(), strict=False)
    ]


def _patches(view: View, tile: tuple[Colour, Colour], theme: Theme) -> Picture:
    """Return a picture of the patches of a board with the three best places."""
    found: list[tuple[Cell, Cell]] = []
    for part in patched(view):
        if len(found) < 3 and are_apart(view.radius, [*found, part.pairs[0]], Frame()):
            found.append(part.pairs[0])
    marks = [Mark(a, b, str(number)) for number, (a, b) in enumerate(found, 1)]
    return patches(view, patched(view), marks, tile, best="1", theme=theme)


HOSTILE = ("W" * 60, "שלום דוד", "\n\u202e🦊 東京", "**محمد الأمين**")

GALLERY: Mapping[str, Callable[[Theme], Picture]] = {
    "start": lambda theme: _board(sample(2), theme),
    "first tiles": lambda theme: _board(sample(3, 2), theme),
    "two players": lambda theme: _board(sample(2, 26, viewer=0), theme),
    "three players": lambda theme: _board(sample(3, 33), theme),
    "four players": lambda theme: _board(sample(4, 46, viewer=2), theme),
    "teams": lambda theme: _board(sample(4, 70, form=Form.TEAM), theme),
    "solo": lambda theme: _board(sample(1, 31, form=Form.SOLO, viewer=0, hand=TILES[3:4]), theme),
    "over": lambda theme: _board(sample(4, 80, over=True), theme),
    "over, teams": lambda theme: _board(sample(4, 80, form=Form.TEAM, over=True), theme),
    "names": lambda theme: _board(sample(4, 9), theme, HOSTILE),
    "patches": lambda theme: _patches(sample(4, 40, viewer=0), (Colour.RED, Colour.BLUE), theme),
    "patches, start": lambda theme: _patches(sample(2, 6, viewer=0), (Colour.GREEN, Colour.YELLOW), theme),
    "candidates": lambda theme: _candidates(
        sample(4, 40, viewer=0), (Colour.RED, Colour.BLUE), theme, Cell(-3, 3), 20
    ),
    "candidates, apart": lambda theme: _apart(sample(4, 62, viewer=1), (Colour.ORANGE, Colour.PURPLE), theme),
    "candidates, few": lambda theme: _candidates(
        sample(2, 12, viewer=0), (Colour.GREEN, Colour.YELLOW), theme, Cell(2, 1), 6, 1
    ),
    "candidates, double": lambda theme: _candidates(
        sample(3, 9), (Colour.PURPLE, Colour.PURPLE), theme, Cell(5, -5), 20, 3
    ),
    "rack": lambda theme: rack(TILES[2:8], ("+7", "+3", "+12", "+0", "+1", "+5"), theme=theme),
    "rack, last tiles": lambda theme: rack(TILES[19:], ("+2", ""), theme=theme),
}
