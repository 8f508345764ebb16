"""Lists of moves that are made only when asked for: their length and any one of them come cheap."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import TypeVar, overload

__all__ = ["Lazy"]

T = TypeVar("T")


class Lazy(Sequence[T]):
    """A sequence that knows how long it is and makes its items by their index.

    A subclass sets `_length`, and may have a quicker way to make all of them or to say whether one is there.
    """

    __slots__ = ("_length",)

    _length: int

    @abstractmethod
    def item(self, index: int) -> T:
        """The item with that index, which is in range."""

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[T]: ...
    def __getitem__(self, index: int | slice) -> T | Sequence[T]:
        if isinstance(index, slice):
            return [self.item(each) for each in range(*index.indices(self._length))]
        at = index + self._length if index < 0 else index
        if not 0 <= at < self._length:
            raise IndexError(index)
        return self.item(at)

    def __iter__(self) -> Iterator[T]:
        return map(self.item, range(self._length))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)  # pyright: ignore[reportUnknownArgumentType]

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"[{', '.join(map(str, self))}]"
