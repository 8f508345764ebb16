"""A light core of Genesis (Brassinne): whole numbers, and a search with alpha and beta that counts positions.

`tests/contracts/test_cores.py` holds it to the rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from operator import itemgetter

from engine.genesis_life.board import EVERYWHERE, neighbours, squares
from engine.genesis_life.model import DRAW_OCCURRENCES, Asks, Remove
from engine.genesis_life.state import State

__all__ = ["WIN", "Table", "after_removal", "best_removal"]

WIN = 1 << 20
"""The value of a win; one that comes later is worth less."""
_DEEPEST = 12
"""The number of turns after the next that are searched at most."""
_CELL, _LIVING = 10, 10
"""The worth of a cell, and of one that will live on if the picture stays."""
Picture = tuple[int, int, int]
"""The colour whose turn begins, and the red and the black cells."""
GOES_ON, WON, LOST, DRAWN = range(4)


def after_removal(own: int, other: int) -> tuple[int, int, int, int]:
    """Return what follows from this picture, in which the mover has just taken a cell away.

    That is the outcome for the mover, the cells of the mover and of the other, who is to move now, and those
    of the other's that are newborn.
    """
    cells = own | other
    any_two, several, odd = neighbours(cells)
    living = any_two & ~several
    own &= living
    if not own:
        return LOST, 0, other & living, 0
    other &= living
    if not other:
        return WON, own, 0, 0
    born = EVERYWHERE & ~cells & odd & living
    return GOES_ON, own, other | born, born


class Table:
    """A position after all cells are placed, as the seat to move sees it."""

    __slots__ = ("born", "colour", "other", "outcome", "own", "seen")

    def __init__(
        self,
        own: int,
        other: int,
        born: int,
        colour: int,
        seen: Mapping[Picture, int],
        outcome: int = GOES_ON,
    ) -> None:
        self.own, self.other = own, other
        self.born = born
        """Own cells that were born in this turn."""
        self.colour = colour
        """The colour to move."""
        self.seen = seen
        """The number of turns that began with each picture."""
        self.outcome = outcome
        """`GOES_ON`, or the end for the seat that has moved last."""

    @classmethod
    def of(cls, state: State) -> Table:
        """Return the position of a state in which a cell is to be taken away."""
        assert state.asks is Asks.REMOVE, "cells are placed"
        colour = state.colour
        seen = Counter(
            [((state.first + number) % 2, red, black) for number, (red, black) in enumerate(state.history)]
        )
        own, other = state.cells[colour], state.cells[colour.other]
        return cls(own, other, own & ~state.history[-1][colour], colour, seen)

    def moves(self) -> list[Remove]:
        """Return the legal removals."""
        return [] if self.outcome else [Remove(square) for square in squares(removable(self.own, self.born))]

    def make(self, move: Remove) -> Table:
        """Return the position of the other seat after a removal."""
        own, other, colour = self.own & ~(1 << move.square), self.other, 1 - self.colour
        if not own:
            return Table(other, 0, 0, colour, self.seen, LOST)
        picture = (colour, own, other) if colour else (colour, other, own)
        seen = {**self.seen, picture: self.seen.get(picture, 0) + 1}
        if seen[picture] >= DRAW_OCCURRENCES:
            return Table(other, own, 0, colour, seen, DRAWN)
        outcome, own, other, born = after_removal(own, other)
        return Table(other, own, born, colour, seen, outcome)


def removable(own: int, born: int) -> int:
    """Return the cells that may be taken away: not the only newborn, unless it is the only cell."""
    return own ^ born if born and not born & (born - 1) and own != born else own


class _Spent(Exception):  # noqa: N818 - no error: the budget is spent
    pass


class _Search:
    """A search that ends when it has looked at so many positions."""

    def __init__(self, table: Table, budget: int) -> None:
        self.left = budget
        self.drawn = {picture for picture, times in table.seen.items() if times >= DRAW_OCCURRENCES - 1}

    def children(self, own: int, other: int, born: int, colour: int) -> list[tuple[int, int, int, int, int]]:
        """Return, for each removal, its worth at first sight, the cells that lead on, and the square's bit.

        Cells are those of the next to move, then of the mover, then the newborn; without cells it is over.
        """
        found: list[tuple[int, int, int, int, int]] = []
        rest = removable(own, born)
        while rest:
            bit = rest & -rest
            rest ^= bit
            mine = own ^ bit
            if not mine:
                found.append((-WIN, 0, 0, 0, bit))
                continue
            if self.drawn:
                picture = (1, other, mine) if not colour else (0, mine, other)
                if picture in self.drawn:
                    found.append((0, 0, 0, 0, bit))
                    continue
            outcome, kept, theirs, newborn = after_removal(mine, other)
            if outcome == LOST:
                found.append((-WIN, 0, 0, 0, bit))
            elif outcome == WON:
                found.append((WIN, 0, 0, 0, bit))
            else:
                found.append((-standing(theirs, kept), theirs, kept, newborn, bit))
        self.left -= len(found)
        found.sort(key=itemgetter(0), reverse=True)
        return found

    def value(self, own: int, other: int, born: int, colour: int, depth: int, low: int, high: int) -> int:
        """Return the value for the seat to move, at least `low` and at most `high` being of interest."""
        children = self.children(own, other, born, colour)
        best = -WIN - 1
        if depth == 1:
            return _sooner(children[0][0])
        if self.left < 0:
            raise _Spent
        for worth, theirs, kept, newborn, _ in children:
            if theirs:
                worth = -self.value(theirs, kept, newborn, 1 - colour, depth - 1, -high, -low)
            if worth > best:
                best = worth
                if best > low:
                    low = best
                    if low >= high:
                        break
        return _sooner(best)


def _sooner(value: int) -> int:
    """Return the value a turn earlier: wins and losses that are far away count less."""
    return value - 1 if value > WIN >> 1 else value + 1 if value < -(WIN >> 1) else value


def standing(own: int, other: int) -> int:
    """Return the worth of a position for the seat to move, without looking ahead."""
    any_two, several, _ = neighbours(own | other)
    living = any_two & ~several
    return _CELL * (own.bit_count() - other.bit_count()) + _LIVING * (
        (own & living).bit_count() - (other & living).bit_count()
    )


def best_removal(table: Table, budget: int) -> tuple[int, int]:
    """Return the square of the best removal and its value, by a search of so many positions."""
    search = _Search(table, budget)
    children = search.children(table.own, table.other, table.born, table.colour)
    if len(children) == 1 or children[0][0] >= WIN:
        return children[0][4].bit_length() - 1, children[0][0]
    best = children[0]
    try:
        for depth in range(1, _DEEPEST):
            found: list[tuple[int, int, int, int, int]] = []
            low = -WIN - 1
            for worth, theirs, kept, newborn, bit in children:
                if theirs:
                    worth = -search.value(theirs, kept, newborn, 1 - table.colour, depth, -WIN - 1, -low)
                found.append((worth, theirs, kept, newborn, bit))
                low = max(low, worth)
            # Sorting keeps the order of equals: later moves were only shown to be no better.
            children = sorted(found, key=itemgetter(0), reverse=True)
            best = children[0]
            if abs(best[0]) > WIN >> 1:
                break
    except _Spent:
        pass
    return best[4].bit_length() - 1, best[0]
