"""Choosing a turn in Genesis (Knizia): what the dice allow, squares the best first, suggestions while typing.

The legal moves are never listed, there are up to 200,000: whole turns are put together from the best squares.
What is best is what the player `steady` goes by; what is shown is how the points change.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.game import Seat
from engine.genesis.board import has_room, name, neighbours, place_of, squares
from engine.genesis.evaluation import Land, points_after
from engine.genesis.model import WILD, Move, Placement, Terrain, Tile, View
from engine.genesis.state import remaining_terrains, terrain_pairs

__all__ = [
    "Pair",
    "Spot",
    "Turn",
    "alone",
    "ends",
    "fitting",
    "offered_pairs",
    "points_gained",
    "rank_spots",
    "seat_of",
    "with_tile",
]

Pair = tuple[Terrain, Terrain]

FIRSTS, SECONDS = 6, 4
"""Squares of the first and of the second tile that are tried for whole turns."""
TRIED = 10
"""Squares of a first tile that are tried when its terrain or column has been typed."""
_TYPED = re.compile(r"([GYMB])(?:([A-N])(\d{0,2})(?:(?<=\d)([GYMB])(?:([A-N])(\d{0,2}))?)?)?", re.ASCII)
_BETWEEN = re.compile(r"[\s:;,/=+&-]+")


class Turn(NamedTuple):
    """A turn, and how good it looks."""

    move: Move
    worth: float


class Spot(NamedTuple):
    """A tile on a square, and how good it looks there."""

    tile: Tile
    worth: float


def seat_of(view: View) -> Seat:
    """The seat that chooses. Raises `LookupError` where the viewer has nothing to choose."""
    if view.to_move is None or view.seat != view.to_move:
        raise LookupError(view.seat)
    return view.to_move


def offered_pairs(view: View) -> list[Pair]:
    """The terrains of two tiles that the dice allow, each pair once and in the order of the dice."""
    found: dict[frozenset[Terrain], Pair] = {}
    for pair in terrain_pairs(view.dice, view.left[seat_of(view)]):
        both = frozenset(pair)
        if both not in found or (not _as_shown(view, found[both]) and _as_shown(view, pair)):
            found[both] = pair
    return sorted(found.values())


def _as_shown(view: View, pair: Pair) -> bool:
    return all(die in (WILD, terrain) for die, terrain in zip(view.dice, pair, strict=True))


def alone(view: View) -> Sequence[Terrain]:
    """The terrains for one tile instead of two."""
    return remaining_terrains(view.left[seat_of(view)])


def with_tile(view: View, tile: Tile) -> View:
    """The view as if this tile of the chooser's already lay there."""
    seat = seat_of(view)
    left = [list(each) for each in view.left]
    left[seat][tile.terrain] -= 1
    return view._replace(
        placements=(*view.placements, Placement(seat, tile.terrain, tile.square, view.turn)),
        left=tuple(tuple(each) for each in left),
        free=view.free & ~(1 << tile.square),
    )


def ends(view: View, tile: Tile) -> bool:
    """Return true if this tile ends the game, so that no second one is placed."""
    return not has_room(view.free & ~(1 << tile.square))


@lru_cache(maxsize=16)
def _land(view: View) -> Land:
    """The board as the chooser sees it, the same for the panel and for every keystroke."""
    return Land(view, seat_of(view))


def rank_spots(
    view: View, terrain: Terrain, count: int | None = None, *, has_help: bool = True
) -> list[Spot]:
    """The free squares for a tile of this terrain, the best first: at most `count`, all without.

    The best is what `steady` takes for it; without help it is what scores most now.
    """
    if not has_help:
        return _scored_spots(view, terrain)[:count]
    gains = _land(view).ranking_by_room(terrain, view.free, count)
    return [Spot(Tile(terrain, square), worth) for worth, square in gains[:count]]


@lru_cache(maxsize=64)
def _scored_spots(view: View, terrain: Terrain) -> list[Spot]:
    """Return the free squares by the points that a tile brings there, equal ones in the board's order."""
    mask = sum(1 << each.square for each in view.placements if each.terrain == terrain)
    near = view.free & neighbours(mask)
    spots = [Tile(terrain, square) for square in squares(near)]
    scored = [Spot(tile, float(points_gained(view, tile))) for tile in spots]
    apart = [Tile(terrain, square) for square in squares(view.free & ~near)]
    if apart:  # they all score the same
        worth = float(points_gained(view, apart[0]))
        scored += [Spot(tile, worth) for tile in apart]
    return sorted(scored, key=lambda spot: (-spot.worth, place_of(spot.tile.square)))


def points_gained(view: View, *tiles: Tile) -> int:
    """Return the points that these tiles would bring the chooser if the game ended after them."""
    return _points(view, tiles) - _points(view, ())


@lru_cache(maxsize=256)
def _points(view: View, tiles: tuple[Tile, ...]) -> int:
    """The chooser's points with these tiles. A panel and every keystroke ask for much the same ones."""
    seat = seat_of(view)
    return points_after(view, seat, tiles)[seat]


def fitting(view: View, typed: str, count: int, *, has_help: bool = True) -> list[Turn]:
    """Return at most `count` turns that fit what was typed so far: two tiles before one, the best first."""
    text = _BETWEEN.sub("", typed).upper()
    terrains = alone(view)
    if not text:
        begins = dict.fromkeys(
            spot for terrain in _firsts(view) for spot in rank_spots(view, terrain, FIRSTS, has_help=has_help)
        )
        single = [spot for terrain in terrains for spot in rank_spots(view, terrain, 2, has_help=has_help)]
        return _together(_two(view, begins, SECONDS, has_help=has_help), single, count)
    match = _TYPED.fullmatch(text)
    if match is None or (terrain := _terrain(match[1])) not in terrains:
        return []
    begun = (match[2] or "") + (match[3] or "")
    ranked = rank_spots(view, terrain, has_help=has_help)
    spots = [spot for spot in ranked if name(spot.tile.square).startswith(begun)]
    # A name that is written out, as C1, is meant before the longer one, as C10.
    exact = [spot for spot in spots if name(spot.tile.square) == begun]
    if match[4] is None:
        tried = exact or spots[:TRIED]
        two = _two(view, tried, count if exact else SECONDS, has_help=has_help)
        return _together(two, tried, count)
    wanted = (match[5] or "") + (match[6] or "")
    two = _two(view, exact, count, _terrain(match[4]), wanted, has_help=has_help)
    turns = sorted(two, key=lambda turn: -turn.worth)
    turns.sort(key=lambda turn: turn.move.second is None or name(turn.move.second.square) != wanted)
    return turns[:count]


def _terrain(letter: str) -> Terrain:
    return next(each for each in Terrain if each.letter == letter)


def _firsts(view: View) -> list[Terrain]:
    """The terrains with which a turn of two tiles may begin."""
    return sorted({pair[0] for pair in offered_pairs(view)})


def _two(
    view: View,
    firsts: Iterable[Spot],
    each: int,
    second: Terrain | None = None,
    wanted: str = "",
    *,
    has_help: bool,
) -> Iterator[Turn]:
    """Turns of two tiles that begin so, with the best squares for every second tile that the dice allow.

    Only squares whose names begin with `wanted` are taken. A tile that ends the game begins none.
    """
    seat = seat_of(view)
    allowed, land = terrain_pairs(view.dice, view.left[seat]), _land(view) if has_help else None
    for first in firsts:
        if ends(view, first.tile):
            continue
        free, after = view.free & ~(1 << first.tile.square), land and land.with_tile(first.tile)
        for terrain in (pair[1] for pair in allowed if pair[0] == first.tile.terrain):
            if second not in (None, terrain):
                continue
            if after is not None:
                spots = after.ranking_by_room(terrain, free, None if wanted else each)
            else:
                scored = _scored_spots(with_tile(view, first.tile), terrain)
                spots = [(spot.worth, spot.tile.square) for spot in scored]
            if wanted:
                spots = [spot for spot in spots if name(spot[1]).startswith(wanted)]
                # A name written out is kept even where many others are better.
                spots.sort(key=lambda spot: name(spot[1]) != wanted)
            for worth, square in spots[:each]:
                yield Turn(Move(first.tile, Tile(terrain, square)), first.worth + worth)


def _together(two: Iterable[Turn], one: Iterable[Spot], count: int) -> list[Turn]:
    """The best turns of two tiles, the same tiles only once, then some of one tile."""
    single = sorted((Turn(Move(spot.tile), spot.worth) for spot in one), key=lambda turn: -turn.worth)
    single = single[: count // 4]
    double: dict[frozenset[Tile | None], Turn] = {}
    for turn in two:
        double.setdefault(frozenset(turn.move), turn)
    best = sorted(double.values(), key=lambda turn: -turn.worth)
    return best[: count - len(single)] + single
