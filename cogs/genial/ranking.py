"""Choosing a move in Génial: places in order of what they score, suggestions while typing."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache, reduce
from typing import NamedTuple

from engine.genial.board import Cell, Colour, cells, grid, names
from engine.genial.greedy import worth
from engine.genial.model import Move, Place, View
from engine.genial.scoring import Lines
from engine.genial.state import TILES, Moves, free_pairs
from engine.kit.lazy import Lazy

__all__ = ["Pair", "Ranked", "Ranking", "fitting", "rank_moves", "rank_rack", "track_of"]

_TOKEN = re.compile(r"[A-Za-z0-9]+")
_LETTERS = "ROYGBP"
_TILES = tuple(_LETTERS[number // 6] + _LETTERS[number % 6] for number in range(36))
"""Two symbols as moves write them, by their number: 6 · first + second."""
_COLOURS = tuple(Colour)
_SYMBOLS = 63 << 32
"""The bits of a `Ranking`'s number that hold the two symbols."""


class Ranked(NamedTuple):
    """A place, what it scores by colour, and how good that is for the viewer.

    It is what `steady` goes by; without help it is the sum of the points.
    """

    move: Place
    points: tuple[int, ...]
    worth: float


Pair = tuple[Cell, Cell]
"""Two neighbouring cells, on which a tile may lie."""
Scores = Sequence[tuple[tuple[int, ...], float]]
"""Points by colour, and how good they are."""


class Ranking(Lazy[Ranked]):
    """Places in order. Of a thousand only those that are shown are made.

    Each is a number until then, in whose order they come: how many are better (16 bits); the two symbols,
    6 · first + second; the first's cell and the second's (8 bits each), by their places among all; and which
    of `scores` it has (16 bits).
    """

    __slots__ = ("_radius", "_scores", "_split", "_ways")

    def __init__(self, ways: Sequence[int], scores: Scores, radius: int) -> None:
        self._ways = ways
        self._scores = scores
        self._radius = radius
        self._length = len(ways)
        self._split: tuple[Ranking, Ranking] | None = None

    def item(self, index: int) -> Ranked:
        way, cells = self._ways[index], _cells(self._radius)
        first, second = divmod((way & _SYMBOLS) >> 32, 6)
        here, there = cells[way >> 24 & 255], cells[way >> 16 & 255]
        points, worth = self._scores[way & 0xFFFF]
        return Ranked(Place(_COLOURS[first], _COLOURS[second], here, there, self._radius), points, worth)

    def places(self) -> Ranking:
        """Return the better way round for each tile on each two cells, in the same order."""
        return self._both_ways()[0]

    def turned(self) -> Ranking:
        """Return the other way round for each tile on each two cells; of a double there is none."""
        return self._both_ways()[1]

    def _both_ways(self) -> tuple[Ranking, Ranking]:
        if self._split is None:
            seen, better, others = set[int](), array("q"), array("q")
            for way in self._ways:
                a, b = way >> 24 & 255, way >> 16 & 255
                pair = way & _SYMBOLS | (a << 8 | b if a < b else b << 8 | a)
                (others if pair in seen else better).append(way)
                seen.add(pair)
            ranked = (Ranking(each, self._scores, self._radius) for each in (better, others))
            self._split = next(ranked), next(ranked)
        return self._split

    def pairs(self) -> list[Pair]:
        """Return the two cells of each place, none of which is made for that."""
        found = _cells(self._radius)
        return [(found[way >> 24 & 255], found[way >> 16 & 255]) for way in self._ways]

    def totals(self) -> list[int]:
        """Return the points of each place."""
        return [sum(self._scores[way & 0xFFFF][0]) for way in self._ways]

    def best(self) -> dict[str, int]:
        """Return the most points of the places of each tile, the better way round: what menus then offer."""
        most: dict[str, int] = {}
        places = self.places()
        for way in {way & (_SYMBOLS | 0xFFFF) for way in places._ways}:
            tile, points = _TILES[way >> 32], self._scores[way & 0xFFFF][0]
            most[tile] = max(most.get(tile, 0), sum(points))
        return most

    def fitting(self, tile: str, cells: Sequence[str] = ()) -> Ranking:
        """The places of tiles that begin so, either way round, on such cells, in the same order."""
        tiles = {symbols << 32 for symbols, name in enumerate(_TILES) if _begins(name, tile)}
        ways = [way for way in self._ways if way & _SYMBOLS in tiles]
        if cells:
            named = _names(self._radius)
            ways = [way for way in ways if _lies(named[way >> 24 & 255], named[way >> 16 & 255], cells)]
        return Ranking(ways, self._scores, self._radius)

    def before(self, tile: str) -> Ranking:
        """Places that are written so come first."""
        first = {symbols << 32 for symbols, name in enumerate(_TILES) if name == tile}
        written = [way for way in self._ways if way & _SYMBOLS in first]
        others = [way for way in self._ways if way & _SYMBOLS not in first]
        return Ranking([*written, *others], self._scores, self._radius)


class _Question:
    """A seat's question, for caches: equal if view and places are, without listing the places."""

    __slots__ = ("_hash", "_key", "has_help", "moves", "view")

    def __init__(self, view: View, moves: Moves, has_help: bool) -> None:
        self.view = view
        self.moves = moves
        self.has_help = has_help
        self._key = (moves.placements_key, view, has_help)
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


@cache
def _names(radius: int) -> tuple[str, ...]:
    return tuple(names(radius)[cell] for cell in _cells(radius))


@lru_cache(maxsize=64)
def _ranked(question: _Question) -> Ranking:
    radius, pairs = question.view.radius, question.moves.pairs
    turned = [*pairs, *((b, a, towards + 3) for a, b, towards in pairs)]
    order, away = _order(radius), Lines(question.view.cells).half_points
    places = [(order[a] << 24) + (order[b] << 16) for a, b, _ in turned]
    ahead = [[lines[a][towards] << 8 for a, _, towards in turned] for lines in away]
    behind = [[lines[b][towards - 3] for _, b, towards in turned] for lines in away]
    scored: list[tuple[int, list[int], list[int]]] = []
    for first, second in question.moves.tiles:
        most = len(pairs) if first == second else len(turned)
        points = [a + b for a, b in zip(ahead[first][:most], behind[second], strict=False)]
        scored.append(((first * 6 + second) << 32, places[:most], points))
    found = {tile + each for tile, _, points in scored for each in set(points)}
    ranks, scores = _ranks(found, question.view if question.has_help else None)
    ways = [
        ranks[tile + each] + tile + place
        for tile, here, points in scored
        for place, each in zip(here, points, strict=True)
    ]
    # In an array a number takes eight bytes, in a list five times as much: dozens of questions are kept.
    return Ranking(array("q", sorted(ways)), scores, radius)


@lru_cache(maxsize=64)
def _ranked_tile(question: _Question, tile: str) -> Ranking:
    return _ranked(question).fitting(tile)


def _ranks(found: Iterable[int], view: View | None) -> tuple[dict[int, int], Scores]:
    """Return the part of a way's number that its score gives, by its symbols and what either scores.

    Without a view only the points count.
    """
    points = {each: _points(each) for each in found}
    scores = [
        (each, float(sum(each)) if view is None else worth(view, each))
        for each in sorted(set(points.values()))
    ]
    values = sorted({(value, sum(each)) for each, value in scores}, reverse=True)
    better = {value: rank for rank, value in enumerate(values)}
    numbers = {each: (better[value, sum(each)] << 40) + number for number, (each, value) in enumerate(scores)}
    return {each: numbers[scored] for each, scored in points.items()}, scores


def _points(scored: int) -> tuple[int, ...]:
    first, second = divmod(scored >> 32, 6)
    points = [0] * 6
    points[first] = scored >> 8 & 255
    points[second] += scored & 255
    return tuple(points)


def rank_moves(
    view: View, moves: Sequence[Move], tile: str | None = None, *, has_help: bool = True
) -> Ranking:
    """Every place (of one tile), in the order in which `steady` would play; without help by points.

    A question is ranked once, for all tiles together, whoever asks: panel, keystrokes, the next tap.
    """
    if not isinstance(moves, Moves):
        return Ranking((), (), view.radius)  # to swap or not: nothing is placed
    question = _Question(view, moves, has_help)
    return _ranked(question) if tile is None else _ranked_tile(question, _tile(tile))


def rank_rack(view: View, *, has_help: bool = True) -> Ranking:
    """Return every place of the tiles that the viewer holds, as the board is now, whoever is to move."""
    board, shown = grid(view.radius), view.cells
    near = free = sum(1 << bit for at, bit in board.bits.items() if at not in shown)
    if view.open_symbols and all(each.seat != view.seat for each in view.placements):
        around = (board.around[board.bits[at]] for at in view.open_symbols)
        near = free & reduce(lambda one, other: one | other, around)
    tiles = bytes(TILES.index(tile) for tile in view.rack)
    pairs = free_pairs(free, view.radius, near)
    return _ranked(_Question(view, Moves(tiles, pairs, view.radius), has_help))


def _tile(letters: str) -> str:
    """The tile with these symbols, in the order of the colours."""
    letters = letters.upper()
    if len(letters) != 2 or not all(letter in _LETTERS for letter in letters):
        raise LookupError(letters)
    return "".join(sorted(letters, key=_LETTERS.index))


def fitting(view: View, moves: Sequence[Move], typed: str, *, has_help: bool = True) -> Ranking:
    """The places that fit what was typed so far: a tile (either way round), then cells in any order."""
    tokens = [token.upper() for token in _TOKEN.findall(typed)]
    every = rank_moves(view, moves, has_help=has_help)
    if not tokens:
        return every
    found = every.fitting(tokens[0], tokens[1:3])
    return found.before(tokens[0][:2]) if len(tokens[0]) >= 2 else found


def _begins(name: str, typed: str) -> bool:
    return name.startswith(typed) or name[::-1].startswith(typed)


def _lies(a: str, b: str, cells: Sequence[str]) -> bool:
    """Return true if the names are those of the cells, in either order; the last one may be incomplete."""
    if len(cells) == 1:
        return a.startswith(cells[0]) or b.startswith(cells[0])
    here, there = cells
    return (a == here and b.startswith(there)) or (b == here and a.startswith(there))
