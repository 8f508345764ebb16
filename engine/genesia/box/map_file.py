"""The reader of a map: one sector, a continent and its slice of the island, is turned once for every people.

Each line is a region: ``name | value | radius from, to | degrees from, to | touches | ferries``. Regions of
the continent are named by a digit, 0 the home land, those of the island by a word. Degrees count clockwise
from the middle of the sector; the middle of the island reaches from 0 to 360 and is not turned. Neighbours in
the next sector clockwise are written ``next.8``, in the one before ``last.8``. The island's regions get their
codes ring by ring outwards, in each ring clockwise from the top.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from engine.genesia.box.file_lines import BadBox, FileLine, read_lines
from engine.genesia.box.map_validation import faults
from engine.genesia.box.maps import CONTINENTS, ISLAND, VALUES, Map, Region, Shape

__all__ = ["read_map"]

_NAME = re.compile(r"[0-9]|[a-z]+", re.ASCII)
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?", re.ASCII)
_SECTORS = {"next": 1, "last": -1}
_HOME = "0"


class _Piece(NamedTuple):
    """A region of the sector."""

    line: FileLine
    name: str
    value: int
    inner: float
    outer: float
    start: float
    end: float
    """The degree at which the region ends, clockwise."""
    touches: tuple[tuple[str, int], ...]
    """The names of the neighbours, with the number of sectors that each lies further clockwise."""
    ferries: tuple[tuple[str, int], ...]

    @property
    def is_middle(self) -> bool:
        """Return whether it is the middle of the map."""
        return self.inner == 0

    @property
    def is_island(self) -> bool:
        return not self.name.isdigit()


def read_map(file: str, text: str, peoples: int) -> Map:
    """Return the map for `peoples` peoples. Raises `BadBox` for the first fault found."""
    pieces: dict[str, _Piece] = {}
    for line in read_lines(file, text, 6):
        piece = _piece(line)
        if piece.name in pieces:
            raise line.error(f"region {piece.name!r} is there twice")
        pieces[piece.name] = piece
    if _HOME not in pieces:
        raise BadBox(file, len(text.splitlines()) or 1, "no home land 0")
    _check_joins(pieces)
    places = _places(pieces, peoples)
    board = _build_map(pieces, places, peoples)
    for index, fault in faults(board):
        raise pieces[places[index][0]].line.error(f"{board.regions[index].code}: {fault}")
    return board


def _piece(line: FileLine) -> _Piece:
    name = line.columns[0]
    if not _NAME.fullmatch(name):
        raise line.error(f"region {name!r} is neither a digit nor a word")
    value = line.whole_number(1, "value")
    if value not in VALUES and (value or name != _HOME):
        raise line.error(f"value {value} is not on the score sheet")
    inner, outer = _pair(line, 2, "radius")
    start, end = _pair(line, 3, "degrees")
    if not 0 <= inner < outer <= 1:
        raise line.error(f"radius {inner:g} to {outer:g} is not within 0 to 1")
    if not start < end <= start + 360:
        raise line.error(f"degrees {start:g} to {end:g} are no part of a ring")
    if (inner == 0) != ((start, end) == (0, 360)):
        raise line.error("the middle, and it alone, reaches from degree 0 to 360")
    return _Piece(line, name, value, inner, outer, start, end, _joins(line, 4), _joins(line, 5))


def _pair(line: FileLine, column: int, name: str) -> tuple[float, float]:
    words = line.columns[column].split()
    if len(words) != 2 or not all(_NUMBER.fullmatch(word) for word in words):
        raise line.error(f"{name} {line.columns[column]!r} are not two numbers")
    return float(words[0]), float(words[1])


def _joins(line: FileLine, column: int) -> tuple[tuple[str, int], ...]:
    joins: list[tuple[str, int]] = []
    for word in line.columns[column].split():
        sector, dot, name = word.rpartition(".")
        if (dot and sector not in _SECTORS) or not _NAME.fullmatch(name):
            raise line.error(f"{word!r} is not how a region is named")
        if (name, _SECTORS.get(sector, 0)) in joins:
            raise line.error(f"{word!r} is there twice")
        joins.append((name, _SECTORS.get(sector, 0)))
    return tuple(joins)


def _check_joins(pieces: dict[str, _Piece]) -> None:
    """Check that each neighbour exists and names this region too. Raises `BadBox`."""
    for piece in pieces.values():
        for kind, joins in (("touch", piece.touches), ("ferry", piece.ferries)):
            for name, sectors in joins:
                if name not in pieces:
                    raise piece.line.error(f"unknown region {name!r}")
                other = pieces[name]
                if (name, sectors) == (piece.name, 0):
                    raise piece.line.error(f"region {name!r} cannot {kind} itself")
                back = (piece.name, 0 if piece.is_middle or other.is_middle else -sectors)
                if back not in (other.touches if kind == "touch" else other.ferries):
                    raise piece.line.error(f"{kind} to {name!r} is not written there the other way round")


def _places(pieces: dict[str, _Piece], peoples: int) -> list[tuple[str, int]]:
    """Return name and sector of each region, in the order of the map."""
    land = sorted(piece.name for piece in pieces.values() if not piece.is_island)
    places = [(name, sector) for sector in range(peoples) for name in land]
    island = [
        (piece.name, sector)
        for piece in pieces.values()
        if piece.is_island
        for sector in range(1 if piece.is_middle else peoples)
    ]

    def ring(place: tuple[str, int]) -> tuple[float, float]:
        piece = pieces[place[0]]
        middle = (piece.start + piece.end) / 2 + place[1] * 360 / peoples
        return piece.inner, round(middle % 360, 6)

    return places + sorted(island, key=ring)


def _build_map(pieces: dict[str, _Piece], places: list[tuple[str, int]], peoples: int) -> Map:
    index_of_place = {place: index for index, place in enumerate(places)}

    def joined(place: tuple[str, int], ferry: bool) -> frozenset[int]:
        name, sector = place
        piece = pieces[name]
        found: set[int] = set()
        for other, on in piece.ferries if ferry else piece.touches:
            if pieces[other].is_middle:
                found.add(index_of_place[other, 0])
            else:
                here = range(peoples) if piece.is_middle else (sector,)
                found.update(index_of_place[other, (one + on) % peoples] for one in here)
        return frozenset(found)

    islands = [place for place in places if pieces[place[0]].is_island]
    regions: list[Region] = []
    for index, (name, sector) in enumerate(places):
        piece = pieces[name]
        start = (piece.start / 360 + sector / peoples) % 1
        shape = Shape(piece.inner, piece.outer, start, start + (piece.end - piece.start) / 360)
        code = (
            f"{ISLAND}{islands.index((name, sector))}" if piece.is_island else f"{CONTINENTS[sector]}{name}"
        )
        people = None if piece.is_island else sector
        regions.append(Region(index, code, piece.value, people, name == _HOME, shape))
    return Map(
        peoples,
        tuple(regions),
        tuple(joined(place, ferry=False) for place in places),
        tuple(joined(place, ferry=True) for place in places),
    )
