"""The set-up and the beginnings of Ages: objectives, coins, cards, the draft."""

from __future__ import annotations

from collections.abc import Sequence

from engine.chance import Chance
from engine.game import Event
from engine.genesia.model import Aim, Draft, GenesiaOptions, Lot, Move
from engine.genesia.state import State

__all__ = ["begin_age", "check_aim", "check_draft", "lots", "moves", "pending", "play", "setup"]


def lots(options: GenesiaOptions, seats: int, age: int) -> tuple[Lot, ...]:
    """The lots of cards in use in that Age."""
    raise NotImplementedError


def setup(options: GenesiaOptions, seats: int, chance: Chance) -> State:
    """The first state."""
    raise NotImplementedError


def begin_age(state: State, age: int, chance: Chance) -> tuple[State, tuple[Event, ...]]:
    """Coins and cards for everybody; then the draft, or in solo at once the first growth turn."""
    raise NotImplementedError


def check_aim(state: State, people: int, move: Aim) -> None:
    """Raises `IllegalMove` genesia.not_dealt."""
    raise NotImplementedError


def check_draft(state: State, people: int, move: Draft) -> None:
    """Raises `IllegalMove` genesia.unknown_card, not_in_pack."""
    raise NotImplementedError


def pending(state: State) -> tuple[int, ...]:
    """Peoples that have not chosen an objective or a card yet."""
    raise NotImplementedError


def moves(state: State, people: int) -> Sequence[Move]:
    """What the people may choose, or choose instead."""
    raise NotImplementedError


def play(state: State, people: int, move: Move, chance: Chance) -> tuple[State, tuple[Event, ...]]:
    """Seal a choice; the last one in moves the match on."""
    raise NotImplementedError
