"""The log of a started match with the fold that it leads to."""

from __future__ import annotations

from dataclasses import dataclass

from engine.game import AnyGame, Event
from engine.match.fold import Fold
from engine.match.values import Entry


@dataclass(slots=True)
class Log:
    """A started match's log and its fold. It grows only after its entry is committed."""

    game: AnyGame
    fold: Fold
    entries: list[Entry]
    events: list[tuple[Event, ...]]
    key: bytes
    """The key of the next random numbers."""
