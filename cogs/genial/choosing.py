"""Choosing a move in Génial: places in order of what they score, suggestions while typing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.genial.board import Colour
from engine.genial.model import Move, Place, Tile, View
from engine.genial.scoring import Lines

__all__ = ["Ranked", "fitting", "ranked", "track_of"]

_TOKEN = re.compile(r"[A-Za-z0-9]+")


class Ranked(NamedTuple):
    """A place, what it scores by colour, and how good that is for the viewer."""

    move: Place
    points: tuple[int, ...]
    worth: tuple[int, ...]

    @property
    def tile(self) -> str:
        return "".join(colour.letter for colour in sorted((self.move.first, self.move.second)))


def track_of(view: View) -> tuple[int, ...]:
    """The viewer's markers."""
    for side, track in zip(view.sides, view.tracks, strict=True):
        if view.seat in side or view.seat is None:
            return track
    return view.tracks[0]


def _worth(track: Sequence[int], end: int, points: Sequence[int]) -> tuple[int, ...]:
    """First the points that count, then how the lowest colours stand afterwards."""
    half = 18
    after: list[int] = []
    for before, scored in zip(track, points, strict=True):
        limit = half if before < half < end else end
        after.append(min(before + scored, limit))
    gained = sum(after) - sum(track)
    return (gained, *sorted(after))


@lru_cache(maxsize=64)
def _ranked(view: View, moves: tuple[Place, ...]) -> tuple[Ranked, ...]:
    lines, track = Lines(view.cells), track_of(view)
    every: list[Ranked] = []
    for move in moves:
        points = lines.points(move.first, move.second, move.a, move.b)
        every.append(Ranked(move, points, _worth(track, view.track_end, points)))
    every.sort(key=lambda each: (tuple(-number for number in each.worth), each.move))
    best: list[Ranked] = []
    turned: list[Ranked] = []
    seen: set[object] = set()
    for each in every:
        spot = (each.tile, frozenset((each.move.a, each.move.b)))
        (turned if spot in seen else best).append(each)
        seen.add(spot)
    return (*best, *turned)


def ranked(view: View, moves: Sequence[Move], tile: str | None = None) -> tuple[Ranked, ...]:
    """Every place (of one tile), the best first; the lesser way round of the same two cells comes last."""
    wanted = _letters(tile) if tile else None
    places = tuple(
        move
        for move in moves
        if isinstance(move, Place) and (wanted is None or Tile(*sorted((move.first, move.second))) == wanted)
    )
    return _ranked(view, places)


def _letters(tile: str) -> Tile:
    try:
        first, second = sorted(Colour("ROYGBP".index(letter)) for letter in tile.upper())
    except ValueError:
        raise LookupError(tile) from None
    return Tile(first, second)


def fitting(view: View, moves: Sequence[Move], typed: str) -> list[Ranked]:
    """The places that fit what was typed so far: a tile (either way round), then cells in any order."""
    tokens = [token.upper() for token in _TOKEN.findall(typed)]
    tile, cells = (tokens[0], tokens[1:3]) if tokens else ("", [])
    colours = "".join(sorted(tile[:2], key=lambda letter: "ROYGBP".find(letter)))
    places = ranked(view, moves, colours) if len(tile) >= 2 and _is_tile(tile[:2]) else ranked(view, moves)
    found = [each for each in places if _fits(each.move, tile, cells)]
    exact = "".join(tile[:2])
    found.sort(key=lambda each: str(each.move)[:2] != exact and len(exact) == 2)
    return found


def _is_tile(letters: str) -> bool:
    return all(letter in "ROYGBP" for letter in letters)


def _fits(move: Place, tile: str, cells: Sequence[str]) -> bool:
    letters, a, b = str(move).split()
    if not (letters.startswith(tile) or letters[::-1].startswith(tile)):
        return False
    if not cells:
        return True
    if len(cells) == 1:
        return a.startswith(cells[0]) or b.startswith(cells[0])
    here, there = cells
    return (a == here and b.startswith(there)) or (b == here and a.startswith(there))
