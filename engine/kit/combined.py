"""Lazy sequences of moves made from parts: several sequences in a row, or a table of rows and columns."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from itertools import accumulate
from typing import TypeVar

from engine.kit.lazy import Lazy

__all__ = ["Choices", "Grid"]

M = TypeVar("M")
T = TypeVar("T")


class Grid(Lazy[M]):
    """A lazy sequence of ``make(row, column)`` for every row and column, row by row."""

    def __init__(self, rows: int, columns: int, make: Callable[[int, int], M]) -> None:
        self._length = rows * columns
        self._columns = columns
        self._make = make

    def item(self, index: int) -> M:
        return self._make(*divmod(index, self._columns))


class Choices(Lazy[M]):
    """A lazy sequence that joins several others, one after the other."""

    def __init__(self, *blocks: Sequence[M]) -> None:
        self._blocks = blocks

    @cached_property
    def _ends(self) -> list[int]:
        """Return, for each block, the number of items in it and the blocks before it."""
        return list(accumulate(map(len, self._blocks)))

    def __len__(self) -> int:
        return self._ends[-1] if self._blocks else 0

    def item(self, index: int) -> M:
        number = bisect_right(self._ends, index)
        block = self._blocks[number]
        return block[index - self._ends[number] + len(block)]

    def __iter__(self) -> Iterator[M]:
        for block in self._blocks:
            yield from block

    def __contains__(self, value: object) -> bool:
        return any(value in block for block in self._blocks)

    def of(self, kind: type[T]) -> Iterator[T]:
        """Yield the items of one kind.

        A lazy block must hold items of one kind only. It is skipped without making an item if its `kind` is
        another one, and after making the first item if it has no `kind`.
        """
        for block in self._blocks:
            if isinstance(block, Choices):
                yield from block.of(kind)
            elif isinstance(block, Lazy) and block.kind is not None and not issubclass(block.kind, kind):
                continue
            elif not isinstance(block, Lazy) or (len(block) and isinstance(block[0], kind)):
                yield from (move for move in block if isinstance(move, kind))
