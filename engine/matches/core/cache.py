"""Matches kept in memory: a bounded cache of folded logs."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Any

from engine.match.changes import StoredMatch
from engine.match.log import Log
from engine.match.values import Match
from engine.match.visibility import public_match

__all__ = ["Cache", "CachedMatch"]


@dataclass(slots=True)
class CachedMatch:
    """A match as the store has it."""

    stored: StoredMatch
    clicks: dict[tuple[int, str], int | None]
    """Clicks that have acted, each with its verb and the entry it made."""
    options: Any
    log: Log | None = field(default=None)
    """`None` in the lobby, and while nobody has needed it."""
    _public: tuple[StoredMatch, Match] | None = field(default=None, init=False, repr=False, compare=False)
    """What was told of it last, and what that was told of."""

    @property
    def public(self) -> Match:
        """What everybody may know of it."""
        if self._public is None or self._public[0] is not self.stored:
            self._public = self.stored, public_match(self.stored, self.options)
        return self._public[1]


class Cache:
    """The matches used last."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._kept: OrderedDict[int, CachedMatch] = OrderedDict()

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, match: int) -> CachedMatch | None:
        cached = self._kept.get(match)
        if cached is not None:
            self._kept.move_to_end(match)
        return cached

    def put(self, match: int, cached: CachedMatch) -> None:
        self._kept[match] = cached
        self._kept.move_to_end(match)
        while len(self._kept) > self._size:
            self._kept.popitem(last=False)

    def forget(self, match: int) -> None:
        self._kept.pop(match, None)
