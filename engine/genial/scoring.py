"""Points of a tile: the lengths of the lines of its symbols that start beside it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.genial.board import DIRECTIONS, Cell, Colour

__all__ = ["Lines", "line_points", "points"]

_TOWARDS = {(step.q, step.r): number for number, step in enumerate(DIRECTIONS)}


def line_points(shown: int, bit: int, beside: int) -> int:
    """Return the number of symbols in the lines that start beside a cell.

    `bit` is the cell's grid bit number, `shown` has the bits of the cells that show the symbol before the
    tile is placed, `beside` has those of them that touch the cell. The cell of the tile's other half is still
    free, so that no line runs over it.
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
    """Return the points for each of the six colours of a tile with `first` on `a` and `second` on `b`.

    `cells` has the colours on the board before. Each half counts the unbroken runs of its own symbol in the
    five directions that do not lead to the other half. The tile itself counts nothing.
    """
    lines = Lines(cells)
    return lines.points(first, second, a, b)


_NO_POINTS = (0,) * 6


class _HalfPoints(dict[Cell, tuple[int, ...]]):
    """The points of a half of one colour, by cell and by the direction in which the other half lies.

    They are the lengths of the colour's lines from the cell in the five other directions.
    """

    def __init__(self, shown: Iterable[Cell]) -> None:
        """`shown` has the cells that show the colour."""
        super().__init__()
        own = frozenset(shown)
        runs: dict[Cell, list[int]] = {}
        for cell in own:
            for towards, (q, r) in enumerate(DIRECTIONS):
                before = Cell(cell[0] - q, cell[1] - r)
                if before in own:
                    continue  # this cell is not the beginning of the line
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
    """The points of all placements on one board. Lines are counted once, when it is made."""

    def __init__(self, cells: Mapping[Cell, Colour]) -> None:
        shown: dict[Colour, list[Cell]] = {colour: [] for colour in Colour}
        for cell, colour in cells.items():
            shown[colour].append(cell)
        self.half_points: tuple[Mapping[Cell, tuple[int, ...]], ...] = tuple(map(_HalfPoints, shown.values()))
        """The points of a half, by its colour, its cell and the direction in which the other half lies."""

    def points(self, first: Colour, second: Colour, a: Cell, b: Cell) -> tuple[int, ...]:
        """Return the points for each of the six colours. Raises `KeyError` unless `a` and `b` touch."""
        towards = _TOWARDS[b[0] - a[0], b[1] - a[1]]
        scored = [0] * 6
        scored[first] = self.half_points[first][a][towards]
        scored[second] += self.half_points[second][b][towards - 3]
        return tuple(scored)
