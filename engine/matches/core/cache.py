"""Matches kept in memory: a bounded cache of folded logs."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from engine.game import Seat
from engine.match.changes import StoredMatch
from engine.match.fold import Fold
from engine.match.log import Log
from engine.match.values import Match, Situation
from engine.match.visibility import public_match

__all__ = ["Cache", "CachedMatch", "Shown"]

MOST_VIEWERS = 16
"""Situations of one state of a match that are kept: of each seat, of spectators, and from other news on."""


class Shown:
    """The situations shown of a match since its last change, by the viewer's seat and the first news."""

    __slots__ = ("_by_viewer", "_fold", "_stored")

    def __init__(self) -> None:
        self._stored: StoredMatch | None = None
        self._fold: Fold | None = None
        self._by_viewer: dict[tuple[Seat | None, int | None], Situation] = {}

    def get(
        self,
        stored: StoredMatch,
        fold: Fold,
        viewer: tuple[Seat | None, int | None],
        make: Callable[[], Situation],
    ) -> Situation:
        """Return the viewer's situation in this state of the match; it is made once."""
        if self._stored is not stored or self._fold is not fold or len(self._by_viewer) >= MOST_VIEWERS:
            self._stored, self._fold, self._by_viewer = stored, fold, {}
        found = self._by_viewer.get(viewer)
        if found is None:
            found = self._by_viewer[viewer] = make()
        return found


@dataclass(slots=True)
class CachedMatch:
    """A match as the store has it."""

    stored: StoredMatch
    clicks: dict[tuple[int, str], int | None]
    """Clicks that have acted, each with its verb, and the number of the entry that it made, if any."""
    options: Any
    log: Log | None = field(default=None)
    """The folded log; `None` in the lobby, and as long as nobody has needed it."""
    shown: Shown = field(default_factory=Shown, init=False, repr=False, compare=False)
    _public: tuple[StoredMatch, Match] | None = field(default=None, init=False, repr=False, compare=False)
    """The last value of `public`, with the stored match from which it was made."""

    @property
    def public(self) -> Match:
        """Return the match as everybody may know it."""
        if self._public is None or self._public[0] is not self.stored:
            self._public = self.stored, public_match(self.stored, self.options)
        return self._public[1]


class Cache:
    """The most recently used matches."""

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
