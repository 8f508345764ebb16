"""Positions of Génial made up for the gallery and the tests: nice to look at, not played by the rules."""

from __future__ import annotations

from random import Random

from engine.game import Result, Seat
from engine.genial.board import SYMBOLS
from engine.genial.model import Asks, Cell, Colour, Form, GenialOptions, Placement, Tile, View
from render.hexes import NEIGHBOURS, cells_of

__all__ = ["free_pairs", "sample"]


def sample(
    seats: int = 4,
    tiles: int = 0,
    *,
    form: Form = Form.FREE,
    viewer: int | None = None,
    over: bool = False,
    rack: tuple[Tile, ...] = (),
    seed: int = 1,
) -> View:
    """A match after so many tiles, placed beside their own colours and scored by their neighbours alone."""
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
        bonus=0,
        placements=tuple(placements),
        sides=sides,
        tracks=tuple(tuple(track) for track in tracks),
        track_end=end,
        racks=(6,) * seats,
        rack=rack,
        open_symbols=() if tiles >= seats else tuple(_untouched(placements)),
        result=Result(ranks, by_seat, "genial.board_full") if over else None,
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
    """Every way to lay a tile on the board, most wanted first: beside what is there already."""
    taken = {cell for placement in view.placements for cell in (placement.a, placement.b)} | set(SYMBOLS)
    free = {Cell(*cell) for cell in cells_of(view.radius)} - taken
    return sorted(
        _pairs(free), key=lambda pair: -sum(near in taken for cell in pair for near in _around(cell))
    )
