"""Sets of small numbers (cells, squares, cards), each stored as an integer in which bit n stands for n."""

from __future__ import annotations

from collections.abc import Iterable

__all__ = ["mask_of", "member", "members"]


def mask_of(numbers: Iterable[int]) -> int:
    """Return the set of these numbers."""
    mask = 0
    for number in numbers:
        mask |= 1 << number
    return mask


def members(mask: int) -> tuple[int, ...]:
    """Return the numbers of a set, ascending."""
    found: list[int] = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return tuple(found)


def member(mask: int, place: int) -> int:
    """Return the number at `place` of a set, in ascending order and counted from 0."""
    digits = bin(mask)
    return len(digits) - 1 - len(digits.rsplit("1", place + 1)[0])
