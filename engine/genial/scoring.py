"""What a tile scores: the lines of its symbols that start beside it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

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


_NO_POINTS = (0,) * 6


class _HalfPoints(dict[Cell, tuple[int, ...]]):
    """For each cell and each of the six `DIRECTIONS`, the colour's symbols in the lines of the other five."""

    def __init__(self, shown: Iterable[Cell]) -> None:
        """`shown` are the cells on which the colour shows."""
        super().__init__()
        own = frozenset(shown)
        runs: dict[Cell, list[int]] = {}
        for cell in own:
            for towards, (q, r) in enumerate(DIRECTIONS):
                before = Cell(cell[0] - q, cell[1] - r)
                if before in own:
                    continue  # the line begins there
                length, at = 0, cell
                while at in own:
                    length += 1
                    at = Cell(at[0] + q, at[1] + r)
                runs.setdefault(before, [0] * 6)[towards] = length
        for cell, lengths in runs.items():
            every = sum(lengths)
            self[cell] = tuple([every - length for length in lengths])

    def __missing__(self, cell: Cell) -> tuple[int, ...]:
        return _NO_POINTS


class Lines:
    """Points of many placements on one board: each line is counted once."""

    def __init__(self, cells: Mapping[Cell, Colour]) -> None:
        shown: dict[Colour, list[Cell]] = {colour: [] for colour in Colour}
        for cell, colour in cells.items():
            shown[colour].append(cell)
        self.half_points: tuple[Mapping[Cell, tuple[int, ...]], ...] = tuple(map(_HalfPoints, shown.values()))
        """By colour and cell: what a symbol scores there, for each direction in which the other half lies."""

    def points(self, first: Colour, second: Colour, a: Cell, b: Cell) -> tuple[int, ...]:
        """As `points`."""
        towards = _TOWARDS[b[0] - a[0], b[1] - a[1]]
        scored = [0] * 6
        scored[first] = self.half_points[first][a][towards]
        scored[second] += self.half_points[second][b][towards - 3]
        return tuple(scored)
