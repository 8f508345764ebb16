"""Sets of small numbers (cells, squares, cards) as the bits of an integer."""

from __future__ import annotations

from collections.abc import Iterable

__all__ = ["mask_of", "member", "members"]


def mask_of(numbers: Iterable[int]) -> int:
    """The set of these numbers: bit n stands for n."""
    mask = 0
    for number in numbers:
        mask |= 1 << number
    return mask


def members(mask: int) -> tuple[int, ...]:
    """The numbers of a set, ascending."""
    found: list[int] = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return tuple(found)


def member(mask: int, place: int) -> int:
    """The number of a set that has `place` lower ones below it."""
    digits = bin(mask)
    return len(digits) - 1 - len(digits.rsplit("1", place + 1)[0])
