"""Verifiable randomness: everything random in a match is drawn here and can be drawn again by anyone.

A match has a secret seed of 32 bytes. Its SHA-256 is published when the table opens; the ids of the
joining clicks and of the click on Start are mixed in when it starts, fresh bytes after a restored backup; the
seed is published at the end. `docs/fairness.md` gives the scheme byte by byte.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import struct
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import TypeVar

T = TypeVar("T")

__all__ = [
    "Chance",
    "DrawnChance",
    "SeededChance",
    "commitment",
    "match_key",
    "new_seed",
    "rekeyed",
]

_WORDS = 1 << 64
_BLOCK = 32
_CUT = struct.Struct(">4Q")


class Chance(ABC):
    """A stream of random numbers that remembers what it drew."""

    def __init__(self) -> None:
        self._drawn: list[int] = []

    @property
    def draws(self) -> tuple[int, ...]:
        """All numbers drawn so far, in order; a log entry keeps them."""
        return tuple(self._drawn)

    @abstractmethod
    def _draw(self, n: int) -> int: ...

    def below(self, n: int) -> int:
        """Return a number from 0 to n - 1, each equally likely. Raises `ValueError` unless 1 <= n <=
        2**64."""
        if not 1 <= n <= _WORDS:
            raise ValueError(f"cannot draw below {n}")
        number = self._draw(n)
        self._drawn.append(number)
        return number

    def choice(self, items: Sequence[T]) -> T:
        """Return one of the items, each equally likely. Raises `ValueError` when there are none."""
        return items[self.below(len(items))]

    def shuffled(self, items: Iterable[T]) -> list[T]:
        """Return the items in random order (Fisher-Yates, from the end): one draw for each item but the
        first.
        """
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order


class SeededChance(Chance):
    """The stream of log entry number `entry` of the match with this key: HMAC-SHA-256, rejection sampling."""

    _block = 0
    _words: Iterator[int] = iter(())

    def __init__(self, key: bytes, entry: int) -> None:
        super().__init__()
        if entry < 0:
            raise ValueError("log entries are counted from 0")
        self._key = key
        self._entry = entry

    def _draw(self, n: int) -> int:
        # The largest multiple of n among 2**64 values: words from there on would favour small numbers.
        limit = _WORDS - _WORDS % n
        while True:
            for word in self._words:
                if word < limit:
                    return word % n
            block = _keyed(self._key).copy()
            block.update(b"longtable/1/draw:%d:%d" % (self._entry, self._block))
            self._words = iter(_CUT.unpack(block.digest()))
            self._block += 1


@lru_cache(maxsize=64)
def _keyed(key: bytes) -> hmac.HMAC:
    """Return HMAC-SHA-256 with this key and no message yet. It is to be copied: keying costs as much as a
    block.
    """
    return hmac.new(key, digestmod="sha256")


class DrawnChance(Chance):
    """The numbers that a log entry kept, drawn again: so a match is rebuilt without its seed.

    Raises `ValueError` if more numbers are asked for than were kept, or if one does not fit.
    """

    def __init__(self, drawn: Sequence[int]) -> None:
        super().__init__()
        self._kept = tuple(drawn)

    @property
    def unused_count(self) -> int:
        """The number of kept numbers that have not been asked for: 0 once an entry is rebuilt."""
        return len(self._kept) - len(self._drawn)

    def _draw(self, n: int) -> int:
        if not self.unused_count:
            raise ValueError(f"only {len(self._kept)} numbers were drawn, and one more is asked for")
        number = self._kept[len(self._drawn)]
        if not 0 <= number < n:
            raise ValueError(f"{number} was drawn where a number below {n} is asked for")
        return number


def new_seed() -> bytes:
    """Return 32 random bytes from the operating system."""
    return os.urandom(_BLOCK)


def commitment(seed: bytes) -> str:
    """Return SHA-256 of the seed, 64 hexadecimal digits: published before anyone joins."""
    return hashlib.sha256(seed).hexdigest()


def match_key(seed: bytes, clicks: Sequence[int]) -> bytes:
    """Return the key of a match (32 bytes): the seed mixed with the seats' ids in order, then that of
    Start."""
    message = "longtable/1/key:" + ",".join(str(click) for click in clicks)
    return hmac.digest(seed, message.encode("ascii"), "sha256")


def rekeyed(key: bytes, text: str) -> bytes:
    """Return the key after a `fresh` entry with this text: its bytes mixed into the key before it (32
    bytes)."""
    return hmac.digest(key, f"longtable/1/fresh:{text}".encode("ascii"), "sha256")
