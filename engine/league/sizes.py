"""The sizes of a season's divisions, levels and tables."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

__all__ = ["FEWEST", "NEWCOMERS_APART", "Sizes", "divisions", "levels", "tables"]

FEWEST = 4
"""The fewest people of a season."""
NEWCOMERS_APART = 10
"""The fewest newcomers who play among themselves."""


@dataclass(frozen=True, slots=True)
class Sizes:
    """Bounds of the number of people in a division, and the number aimed at."""

    least: int
    best: float
    most: int


_DUEL = Sizes(4, 6, 7)
_LARGER = Sizes(6, 8.5, 12)


def divisions(people: int, seats: int) -> tuple[int, ...]:
    """Return the sizes of the divisions of that many people, largest first; they differ by one at most.

    `seats` is the number of seats of the league's tables. Raises `ValueError` below `FEWEST` people.
    """
    if people < FEWEST:
        raise ValueError(f"a season needs {FEWEST} people")
    bounds = _DUEL if seats == 2 else _LARGER
    fewest, most = -(-people // bounds.most), max(1, people // bounds.least)
    # Eight people of duels can be no single division; fewer than six at larger tables are one all the same.
    number = min(
        range(fewest, max(fewest, most) + 1), key=lambda each: (abs(people / each - bounds.best), each)
    )
    size, over = divmod(people, number)
    return (size + 1,) * over + (size,) * (number - over)


def levels(number: int) -> tuple[int, ...]:
    """Return how many divisions each level has, the highest first: 1, 2, 4, 8 …, the lowest what is left."""

    def each() -> Iterator[int]:
        left, width = number, 1
        while left > 0:
            yield min(left, width)
            left, width = left - width, 2 * width

    return tuple(each())


def tables(people: int, seats: int, most: int) -> tuple[tuple[int, ...], ...]:
    """Return the sizes of the tables at which a division can sit down all at once, what suits best first.

    Best are sizes near to `seats`, and equal ones; none has fewer than three seats, if that can be, nor more
    than `most`: 4, in Genesia 5.
    """
    every = sorted(_partitions(people, most), key=lambda sizes: _unlike(sizes, seats))
    return tuple(tuple(sorted(sizes, reverse=True)) for sizes in every)


def _partitions(people: int, most: int) -> Iterator[tuple[int, ...]]:
    if people == 0:
        yield ()
    for size in range(2, min(people, most) + 1):
        for rest in _partitions(people - size, size):
            yield (size, *rest)


def _unlike(sizes: tuple[int, ...], seats: int) -> tuple[int, int, int]:
    return sizes.count(2), sum((size - seats) ** 2 for size in sizes), max(sizes) - min(sizes)
