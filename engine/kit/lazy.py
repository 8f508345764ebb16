"""Lists of moves that are made only when asked for: their length and any one of them come cheap."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from typing import ClassVar, TypeVar, overload

__all__ = ["Later", "Lazy"]

T = TypeVar("T")


class Lazy(Sequence[T]):
    """A sequence that knows how long it is and makes its items by their index.

    A subclass sets `_length` (or has another `__len__`), and may have a quicker way to make all of them or to
    say whether one is there.
    """

    __slots__ = ("_length",)

    _length: int
    kind: ClassVar[type | None] = None
    """What all items are, where that can be said without making one."""

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
    """A whole sequence that is made when it is first asked for anything."""

    __slots__ = ("_made", "_make")

    def __init__(self, make: Callable[[], Sequence[T]]) -> None:
        self._make = make
        self._made: Sequence[T] | None = None

    def made(self) -> Sequence[T]:
        """The sequence itself."""
        if self._made is None:
            self._made = self._make()
        return self._made

    def __len__(self) -> int:
        return len(self.made())

    def item(self, index: int) -> T:
        return self.made()[index]

    def __iter__(self) -> Iterator[T]:
        return iter(self.made())
