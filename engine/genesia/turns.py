"""Growth and expansion: one turn each, people by people, of cards, recruits, movements and discards."""

from __future__ import annotations

from collections.abc import Sequence

from engine.game import Event
from engine.genesia.model import Discard, Move, Order, Recruit, Timing
from engine.genesia.state import State

__all__ = [
    "check_back",
    "check_discard",
    "check_recruit",
    "discard",
    "discards",
    "give_order",
    "moves",
    "orders",
    "over",
    "play",
    "recruit",
    "recruits",
    "timings",
]


def timings(state: State) -> tuple[Timing, ...]:
    """For which timings the people in turn may play cards, in growth and expansion."""
    raise NotImplementedError


def check_recruit(state: State, people: int, move: Recruit) -> int:
    """Coins that it costs. Raises `IllegalMove` genesia.unknown_region, recruit_where, supply, coins."""
    raise NotImplementedError


def recruits(state: State, people: int) -> Sequence[Recruit]:
    """All that the people can pay for and has clans for, place by place (lazy)."""
    raise NotImplementedError


def recruit(state: State, people: int, move: Recruit) -> tuple[State, tuple[Event, ...]]:
    """Buy clans; leaves no undo step (growth and expansion add theirs)."""
    raise NotImplementedError


def check_discard(state: State, people: int, move: Discard) -> None:
    """Raises `IllegalMove` genesia.unknown_card, not_in_hand."""
    raise NotImplementedError


def discards(state: State, people: int) -> list[Discard]:
    """Every card in hand."""
    raise NotImplementedError


def discard(state: State, people: int, move: Discard) -> tuple[State, tuple[Event, ...]]:
    """Put a card away, unseen, for 4 coins; leaves no undo step."""
    raise NotImplementedError


def check_back(state: State, people: int) -> None:
    """Raises `IllegalMove` genesia.nothing_to_take_back."""
    raise NotImplementedError


def orders(state: State, people: int) -> list[Order]:
    """The standing orders other than the one that holds; none in solo."""
    raise NotImplementedError


def give_order(state: State, people: int, move: Order) -> tuple[State, tuple[Event, ...]]:
    """Keep a standing order (event genesia.ordered to its owner)."""
    raise NotImplementedError


def moves(state: State, people: int) -> Sequence[Move]:
    """The legal moves of the people in turn, in growth and expansion (lazy)."""
    raise NotImplementedError


def play(state: State, people: int, move: Move) -> tuple[State, tuple[Event, ...]]:
    """A move of a growth or expansion turn. When the last people has ended its expansion, `over` holds."""
    raise NotImplementedError


def over(state: State) -> bool:
    """Expansion is over: the attack phase comes next (in solo the end of the Age). `rules` leads on."""
    raise NotImplementedError
