"""Choosing a move in Génial: places in order of what they score, suggestions while typing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from engine.genial.board import Cell, Colour, cells, names
from engine.genial.greedy import worth
from engine.genial.model import Move, Place, View
from engine.genial.scoring import Lines
from engine.genial.state import Moves
from engine.kit.lazy import Lazy

__all__ = ["Ranked", "Ranking", "fitting", "ranked", "track_of"]

_TOKEN = re.compile(r"[A-Za-z0-9]+")
_LETTERS = "ROYGBP"
_TILES = tuple(_LETTERS[number // 6] + _LETTERS[number % 6] for number in range(36))
"""Two symbols as moves write them, by their number: 6 · first + second."""

_Way = tuple[int, tuple[int, ...], float]
"""A `Ranked` before it is made. Numbers grow as moves do: by the symbols, the first's cell, the second's."""


class Ranked(NamedTuple):
    """A place, what it scores by colour, and how good that is for the viewer: what `greedy` goes by."""

    move: Place
    points: tuple[int, ...]
    worth: float


class Ranking(Lazy[Ranked]):
    """Places in order. Of a thousand only those that are shown are made."""

    __slots__ = ("_radius", "_ways")

    def __init__(self, ways: Sequence[_Way], radius: int) -> None:
        self._ways = ways
        self._radius = radius
        self._length = len(ways)

    def item(self, index: int) -> Ranked:
        number, points, worth = self._ways[index]
        first, second = divmod(number >> 16, 6)
        here, there = _cells(self._radius)[number >> 8 & 255], _cells(self._radius)[number & 255]
        return Ranked(Place(Colour(first), Colour(second), here, there, self._radius), points, worth)

    def best(self) -> dict[str, int]:
        """The most points that a place of each tile brings."""
        most: dict[str, int] = {}
        for symbols, points in {(number >> 16, points) for number, points, _ in self._ways}:
            most[_TILES[symbols]] = max(most.get(_TILES[symbols], 0), sum(points))
        return most

    def fitting(self, tile: str, cells: Sequence[str] = ()) -> Ranking:
        """The places of tiles that begin so, either way round, on such cells, in the same order."""
        tiles = {symbols for symbols, name in enumerate(_TILES) if _begins(name, tile)}
        ways = [way for way in self._ways if way[0] >> 16 in tiles]
        if cells:
            named = [names(self._radius)[cell] for cell in _cells(self._radius)]
            ways = [way for way in ways if _lies(named[way[0] >> 8 & 255], named[way[0] & 255], cells)]
        return Ranking(ways, self._radius)

    def before(self, tile: str) -> Ranking:
        """Places that are written so come first."""
        written = [way for way in self._ways if _TILES[way[0] >> 16] == tile]
        others = [way for way in self._ways if _TILES[way[0] >> 16] != tile]
        return Ranking([*written, *others], self._radius)


class _Question:
    """What a seat is asked, equal where its view and the places are; they are not listed for that."""

    __slots__ = ("_hash", "_key", "moves", "view")

    def __init__(self, view: View, moves: Moves) -> None:
        self.view = view
        self.moves = moves
        self._key = (moves.made_of, view)
        self._hash = hash(self._key)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Question) and self._key == other._key


def track_of(view: View) -> tuple[int, ...]:
    """The viewer's markers."""
    for side, track in zip(view.sides, view.tracks, strict=True):
        if view.seat in side or view.seat is None:
            return track
    return view.tracks[0]


@cache
def _cells(radius: int) -> tuple[Cell, ...]:
    """The cells in the order of their coordinates, which is that of moves."""
    return tuple(sorted(cells(radius)))


@cache
def _order(radius: int) -> dict[Cell, int]:
    return {cell: number for number, cell in enumerate(_cells(radius))}


@lru_cache(maxsize=64)
def _ranked(question: _Question) -> Ranking:
    view = question.view
    ways: list[_Way] = []
    for points, numbers in _by_points(question).items():
        value = worth(view, points)
        ways += [(number, points, value) for number in numbers]
    ways.sort(key=lambda way: (-way[2], way[0]))
    return Ranking(ways, view.radius)


def _by_points(question: _Question) -> dict[tuple[int, ...], list[int]]:
    """The numbers of the ways to place a tile, by what they score."""
    away, order = Lines(question.view.cells).away, _order(question.view.radius)
    scores: dict[int, list[int]] = {}
    for first, second, a, b, towards in question.moves.ways():
        symbols = first * 6 + second
        score = (symbols << 16) + (away[first][a][towards] << 8) + away[second][b][towards - 3]
        scores.setdefault(score, []).append((symbols << 16) + (order[a] << 8) + order[b])
    found: dict[tuple[int, ...], list[int]] = {}
    for score, numbers in scores.items():
        first, second = divmod(score >> 16, 6)
        points = [0] * 6
        points[first] = score >> 8 & 255
        points[second] += score & 255
        found.setdefault(tuple(points), []).extend(numbers)
    return found


def ranked(view: View, moves: Sequence[Move], tile: str | None = None) -> Ranking:
    """Every place (of one tile), in the order in which the player `greedy` would play.

    A question is ranked once, for all tiles together, whoever asks: panel, keystrokes, the next tap.
    """
    if not isinstance(moves, Moves):
        return Ranking((), view.radius)  # to swap or not: nothing is placed
    every = _ranked(_Question(view, moves))
    return every if tile is None else every.fitting(_tile(tile))


def _tile(letters: str) -> str:
    """The tile with these symbols, in the order of the colours."""
    letters = letters.upper()
    if len(letters) != 2 or not all(letter in _LETTERS for letter in letters):
        raise LookupError(letters)
    return "".join(sorted(letters, key=_LETTERS.index))


def fitting(view: View, moves: Sequence[Move], typed: str) -> Ranking:
    """The places that fit what was typed so far: a tile (either way round), then cells in any order."""
    tokens = [token.upper() for token in _TOKEN.findall(typed)]
    every = ranked(view, moves)
    if not tokens:
        return every
    found = every.fitting(tokens[0], tokens[1:3])
    return found.before(tokens[0][:2]) if len(tokens[0]) >= 2 else found


def _begins(name: str, typed: str) -> bool:
    return name.startswith(typed) or name[::-1].startswith(typed)


def _lies(a: str, b: str, cells: Sequence[str]) -> bool:
    """Whether the cells' names are those typed, in either order, the last one perhaps not to its end."""
    if len(cells) == 1:
        return a.startswith(cells[0]) or b.startswith(cells[0])
    here, there = cells
    return (a == here and b.startswith(there)) or (b == here and a.startswith(there))
