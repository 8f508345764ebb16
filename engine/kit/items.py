"""Tuples of one thing a seat, one of them changed."""

from __future__ import annotations

from typing import TypeVar

__all__ = ["with_item"]

T = TypeVar("T")


def with_item(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    """The same but for one of them."""
    return (*items[:index], item, *items[index + 1 :])
