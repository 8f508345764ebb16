"""The log of a started match with what follows from it."""

from __future__ import annotations

from dataclasses import dataclass

from engine.game import AnyGame, Event
from engine.match.fold import Fold
from engine.match.values import Entry


@dataclass(slots=True)
class Log:
    """A started match's log, folded. Grows only after its entry is committed."""

    game: AnyGame
    fold: Fold
    entries: list[Entry]
    events: list[tuple[Event, ...]]
    key: bytes
    """Key of what chance draws next."""
