"""What a tile scores: the lines of its symbols that start beside it."""

from __future__ import annotations

from collections.abc import Mapping

from engine.genial.board import DIRECTIONS, Cell, Colour

__all__ = ["Lines", "line_points", "points"]


def line_points(shown: int, bit: int, beside: int) -> int:
    """Symbols in the lines from a cell, on grid bits: `beside` has those of `shown` that touch the cell.

    The cell where the tile's other half will lie is free, so that no line runs over it.
    """
    total = 0
    while beside:
        at = beside.bit_length() - 1
        beside ^= 1 << at
        step = at - bit
        while shown >> at & 1:
            total += 1
            at += step
    return total


def points(cells: Mapping[Cell, Colour], first: Colour, second: Colour, a: Cell, b: Cell) -> tuple[int, ...]:
    """Points for each of the six colours when symbol `first` comes to lie on `a` and `second` on `b`.

    `cells` is what shows on the board before. From each half, the lines in the five directions away from
    the other half count their unbroken run of the half's own symbol; the tile itself counts nothing.
    """
    lines = Lines(cells)
    return lines.points(first, second, a, b)


class Lines:
    """Points of many placements on one board: each cell's lines are counted once."""

    def __init__(self, cells: Mapping[Cell, Colour]) -> None:
        self._cells = cells
        self._runs: dict[tuple[Cell, Colour], tuple[int, ...]] = {}

    def runs(self, cell: Cell, colour: Colour) -> tuple[int, ...]:
        """Length of the colour's run beside the cell, in each of the six `DIRECTIONS`."""
        known = self._runs.get((cell, colour))
        if known is None:
            known = tuple(self._run(cell, colour, step) for step in DIRECTIONS)
            self._runs[cell, colour] = known
        return known

    def _run(self, cell: Cell, colour: Colour, step: Cell) -> int:
        length = 0
        at = (cell[0] + step[0], cell[1] + step[1])
        while self._cells.get(at) == colour:  # type: ignore[arg-type]  # a Cell is the pair of its coordinates
            length += 1
            at = (at[0] + step[0], at[1] + step[1])
        return length

    def points(self, first: Colour, second: Colour, a: Cell, b: Cell) -> tuple[int, ...]:
        """As `points`."""
        towards = DIRECTIONS.index(Cell(b.q - a.q, b.r - a.r))
        scored = [0] * 6
        runs = self.runs(a, first)
        scored[first] += sum(runs) - runs[towards]
        runs = self.runs(b, second)
        scored[second] += sum(runs) - runs[(towards + 3) % 6]
        return tuple(scored)
