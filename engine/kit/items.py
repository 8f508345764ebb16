"""Changed copies of tuples, such as those that hold one item for each seat."""

from __future__ import annotations

from typing import TypeVar

__all__ = ["with_item"]

T = TypeVar("T")


def with_item(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    """Return a copy of the tuple with another item at `index`, which is not negative."""
    return (*items[:index], item, *items[index + 1 :])
