"""The end of an Age: cities, last cards, progress, the next turn order; and the end of the match."""

from __future__ import annotations

from collections.abc import Sequence

from engine.chance import Chance
from engine.game import Event
from engine.genesia.model import Move, Seek, Timing
from engine.genesia.state import State

__all__ = ["TIMINGS", "begin", "check_seek", "moves", "pending", "play"]

TIMINGS = (Timing.END, Timing.COPY)
"""For which cards may be played in step 2."""


def begin(state: State, chance: Chance) -> tuple[State, tuple[Event, ...]]:
    """Peace: cities are built; when nobody holds a card the Age is counted at once, and so on."""
    raise NotImplementedError


def check_seek(state: State, people: int, move: Seek) -> None:
    """Raises `IllegalMove` genesia.place_range, place_taken."""
    raise NotImplementedError


def pending(state: State) -> tuple[int, ...]:
    """Peoples that must decide: all with cards left (END), or the next to choose a place (PLACE)."""
    raise NotImplementedError


def moves(state: State, people: int) -> Sequence[Move]:
    """The legal moves of a people that must decide."""
    raise NotImplementedError


def play(state: State, people: int, move: Move, chance: Chance) -> tuple[State, tuple[Event, ...]]:
    """A card, a discard, the end; or a place in the next turn order."""
    raise NotImplementedError
