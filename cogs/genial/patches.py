"""Patches of Génial's board: places that lie close together, few enough to be told apart on one picture.

A picture of a patch is large; one of the whole board shows where each patch lies. Patches grow from the best
places, so that the best of them come first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from math import hypot, sqrt

from cogs.genial.ranking import Pair
from render.genial.choices import are_apart, clear_lattice
from render.genial.layout import Frame

__all__ = ["PLACES", "is_clear", "patches", "prominent"]

PLACES = 20
"""Places of a patch, at most, and of a picture to choose on."""
REACH = 2.2
"""The distance in cells from the middle of a patch to the middle of its places, at most."""
UPWARDS = 1.3
"""The factor by which a distance upwards counts more, as a picture is wider than it is high."""
COLUMNS, ROWS = 10, 4
"""Half cells across, and rows, between the outermost cells of a patch: as many as the least detail shows."""


def is_clear(radius: int, pairs: Sequence[Pair]) -> bool:
    """Return whether one picture can show all these places so large that no number hides another."""
    return len(pairs) <= PLACES and clear_lattice(radius, pairs, Frame()) is not None


def prominent(radius: int, pairs: Sequence[Pair], most: int) -> list[int]:
    """Return the numbers of the first pairs of which none is in another's way on the whole board."""
    found: list[int] = []
    for number, pair in enumerate(pairs):
        if len(found) == most:
            break
        if are_apart(radius, [*(pairs[each] for each in found), pair], Frame()):
            found.append(number)
    return found


def patches(pairs: Sequence[Pair], totals: Sequence[int], most: int) -> list[list[int]]:
    """Return patches as `_patches` does, made once for a question: the next step asks again."""
    return [list(each) for each in _patches(tuple(pairs), tuple(totals), most)]


@lru_cache(maxsize=64)
def _patches(pairs: Sequence[Pair], totals: Sequence[int], most: int) -> list[list[int]]:
    """Return at most so many patches as numbers of their pairs, which come best first; so do the patches.

    A patch has at most `PLACES` pairs within `REACH`. Where there are too many, those that score nothing are
    put together: such a patch is cut up again when it is chosen.
    """
    places = [_place(pair) for pair in pairs]
    found = _joined(_grown(pairs, totals, places), places)
    while len(found) > most:
        idle = [each for each in found if not totals[each[0]]]
        if len(idle) < 2:
            idle = found[-2:]
        last = idle[-1]
        found.remove(last)
        away = partial(_between, last, places)
        near = min(idle[:-1], key=lambda each: away(each) + len(each) / PLACES)
        near[:] = sorted((*near, *last))
    return sorted(found, key=lambda each: each[0])


@dataclass(frozen=True)
class _Place:
    """Two cells: their middle in pitches, and the box of their own middles in half pitches and rows."""

    x: float
    y: float
    left: int
    top: int
    right: int
    bottom: int


def _place(pair: Pair) -> _Place:
    (aq, ar), (bq, br) = pair
    xs, ys = sorted((2 * aq + ar, 2 * bq + br)), sorted((ar, br))
    return _Place(sum(xs) / 4, sum(ys) * sqrt(3) / 4, xs[0], ys[0], xs[1], ys[1])


def _grown(pairs: Sequence[Pair], totals: Sequence[int], places: Sequence[_Place]) -> list[list[int]]:
    """Return the numbers of these places in groups, each around the best that is in no earlier one.

    Of those that score nothing the outermost begins: what is left then hangs together.
    """
    left, found = list(range(len(places))), list[list[int]]()
    around = Counter(cell for pair in pairs for cell in pair)
    while left:
        first = left[0]
        if not totals[first]:
            first = min(left, key=lambda each: sum(around[cell] for cell in pairs[each]))
        seed = places[first]
        near = [each for each in left if abs(places[each].x - seed.x) <= REACH]
        group: list[int] = []
        for away, each in sorted((_apart(places[each], seed), each) for each in near):
            if len(group) == PLACES or away > REACH:
                break
            if _is_seen(group, places, [each]):
                group.append(each)
        found.append(sorted(group))
        taken = set(group)
        around.subtract(cell for each in group for cell in pairs[each])
        left = [each for each in left if each not in taken]
    return found


def _joined(groups: list[list[int]], places: Sequence[_Place]) -> list[list[int]]:
    """Return the groups, the small ones among them joined with others where they fit in one."""
    found = sorted(groups, key=len)
    for small in tuple(found):
        here = _centre(small, places)
        near = [
            (away, number)
            for number, each in enumerate(found)
            if each is not small
            and len(each) + len(small) <= PLACES
            and (away := _apart(_centre(each, places), here)) <= 2 * REACH
        ]
        for _, number in sorted(near):
            other = found[number]
            if not _is_seen(other, places, small):
                continue
            middle = _centre([*other, *small], places)
            if all(_apart(places[each], middle) <= REACH for each in (*other, *small)):
                other[:] = sorted((*other, *small))
                found = [each for each in found if each is not small]
                break
    return found


def _is_seen(group: Sequence[int], places: Sequence[_Place], more: Sequence[int]) -> bool:
    """Return whether a picture of the least detail shows all cells of these places."""
    every = [places[each] for each in (*group, *more)]
    left, right = min(each.left for each in every), max(each.right for each in every)
    top, bottom = min(each.top for each in every), max(each.bottom for each in every)
    return right - left <= COLUMNS and bottom - top <= ROWS


def _between(one: Sequence[int], places: Sequence[_Place], other: Sequence[int]) -> float:
    return _apart(_centre(one, places), _centre(other, places))


def _centre(group: Sequence[int], places: Sequence[_Place]) -> _Place:
    """Return the middle of the box of these places."""
    xs, ys = zip(*((places[each].x, places[each].y) for each in group), strict=True)
    return _Place((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2, 0, 0, 0, 0)


def _apart(a: _Place, b: _Place) -> float:
    return hypot(a.x - b.x, (a.y - b.y) * UPWARDS)
