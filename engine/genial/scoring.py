"""What a tile scores: the lines of its symbols that start beside it."""

from __future__ import annotations

from collections.abc import Mapping

from engine.genial.board import DIRECTIONS, Cell, Colour

__all__ = ["Lines", "line_points", "points"]

_TOWARDS = {(step.q, step.r): number for number, step in enumerate(DIRECTIONS)}


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


class _Away(dict[Cell, tuple[int, ...]]):
    """For each cell and each of the six `DIRECTIONS`, the colour's symbols in the lines of the other five."""

    def __init__(self, cells: Mapping[Cell, Colour], colour: Colour) -> None:
        super().__init__()
        self._cells = cells
        self._colour = colour

    def __missing__(self, cell: Cell) -> tuple[int, ...]:
        runs = [self._run(cell, step) for step in DIRECTIONS]
        every = sum(runs)
        self[cell] = away = tuple([every - run for run in runs])
        return away

    def _run(self, cell: Cell, step: Cell) -> int:
        length = 0
        at = (cell[0] + step[0], cell[1] + step[1])
        while self._cells.get(at) == self._colour:  # type: ignore[arg-type]  # a Cell is the pair of its coordinates
            length += 1
            at = (at[0] + step[0], at[1] + step[1])
        return length


class Lines:
    """Points of many placements on one board: each cell's lines are counted once."""

    def __init__(self, cells: Mapping[Cell, Colour]) -> None:
        self.away: tuple[Mapping[Cell, tuple[int, ...]], ...] = tuple(
            _Away(cells, colour) for colour in Colour
        )
        """By colour and cell: what a symbol scores there, for each direction in which the other half lies."""

    def points(self, first: Colour, second: Colour, a: Cell, b: Cell) -> tuple[int, ...]:
        """As `points`."""
        towards = _TOWARDS[b[0] - a[0], b[1] - a[1]]
        scored = [0] * 6
        scored[first] = self.away[first][a][towards]
        scored[second] += self.away[second][b][towards - 3]
        return tuple(scored)
