"""Sequences of moves that make an item only when it is read: the length and any one item are cheap."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from typing import ClassVar, TypeVar, overload

__all__ = ["Later", "Lazy"]

T = TypeVar("T")


class Lazy(Sequence[T]):
    """A sequence that knows its length and makes each item from its index.

    A subclass sets `_length` or overrides `__len__`. It may override `__iter__` and `__contains__` if it has
    a quicker way to make all items or to look for one. It is equal to any sequence with equal items.
    """

    __slots__ = ("_length",)

    _length: int
    kind: ClassVar[type | None] = None
    """The type of all items if it is known without making one, otherwise `None`."""

    @abstractmethod
    def item(self, index: int) -> T:
        """Return the item at `index`, which is from 0 to the length minus 1."""

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[T]: ...
    def __getitem__(self, index: int | slice) -> T | Sequence[T]:
        if isinstance(index, slice):
            return [self.item(each) for each in range(*index.indices(len(self)))]
        length = len(self)
        at = index + length if index < 0 else index
        if not 0 <= at < length:
            raise IndexError(index)
        return self.item(at)

    def __iter__(self) -> Iterator[T]:
        return map(self.item, range(len(self)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)  # pyright: ignore[reportUnknownArgumentType]

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"[{', '.join(map(str, self))}]"


class Later(Lazy[T]):
    """A sequence that is made as a whole when it is first used, and kept."""

    __slots__ = ("_made", "_make")

    def __init__(self, make: Callable[[], Sequence[T]]) -> None:
        self._make = make
        self._made: Sequence[T] | None = None

    def make(self) -> Sequence[T]:
        """Return the sequence, and make it first if nothing has used it yet."""
        if self._made is None:
            self._made = self._make()
        return self._made

    def __len__(self) -> int:
        return len(self.make())

    def item(self, index: int) -> T:
        return self.make()[index]

    def __iter__(self) -> Iterator[T]:
        return iter(self.make())
