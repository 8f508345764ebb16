"""Lists of moves that are made only when asked for: their length and any one of them come cheap."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from typing import Generic, TypeVar, overload

__all__ = ["Choices", "Grid", "Lazy"]

M = TypeVar("M")
T = TypeVar("T")


class Lazy(Sequence[M], Generic[M]):
    """A sequence that knows its length and makes its items by index."""

    def __init__(self, length: int) -> None:
        self._length = length

    def __len__(self) -> int:
        return self._length

    def item(self, index: int) -> M:
        """The item with that index, which is in range."""
        raise NotImplementedError

    @overload
    def __getitem__(self, index: int) -> M: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[M]: ...
    def __getitem__(self, index: int | slice) -> M | Sequence[M]:
        if isinstance(index, slice):
            return [self.item(each) for each in range(*index.indices(self._length))]
        at = index + self._length if index < 0 else index
        if not 0 <= at < self._length:
            raise IndexError(index)
        return self.item(at)

    def __iter__(self) -> Iterator[M]:
        for index in range(self._length):
            yield self.item(index)

    def __repr__(self) -> str:
        return f"[{', '.join(map(str, self))}]"


class Grid(Lazy[M]):
    """What `make` makes of every row and every column, row by row."""

    def __init__(self, rows: int, columns: int, make: Callable[[int, int], M]) -> None:
        super().__init__(rows * columns)
        self._columns = columns
        self._make = make

    def item(self, index: int) -> M:
        return self._make(*divmod(index, self._columns))


class Choices(Lazy[M]):
    """Several sequences, one after the other."""

    def __init__(self, *blocks: Sequence[M]) -> None:
        self._blocks = [block for block in blocks if len(block)]
        self._starts: list[int] = []
        length = 0
        for block in self._blocks:
            self._starts.append(length)
            length += len(block)
        super().__init__(length)

    def item(self, index: int) -> M:
        block = bisect_right(self._starts, index) - 1
        return self._blocks[block][index - self._starts[block]]

    def __iter__(self) -> Iterator[M]:
        for block in self._blocks:
            yield from block

    def __contains__(self, value: object) -> bool:
        return any(value in block for block in self._blocks)

    def of(self, kind: type[T]) -> Iterator[T]:
        """Those of one kind; a lazy block holds one kind only and is passed over unmade if it is another."""
        for block in self._blocks:
            if isinstance(block, Choices):
                yield from block.of(kind)
            elif not isinstance(block, Lazy) or isinstance(block[0], kind):
                yield from (move for move in block if isinstance(move, kind))
