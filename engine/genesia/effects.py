"""What cards do: when and where they may be played, what they change, and what may be copied.

Legality is checked once, by `check_play`; `plays` lists what it lets pass.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.game import Event
from engine.genesia.model import Claim, Count, Effect, Kind, Mode, Play, Timing
from engine.genesia.state import State

__all__ = [
    "Ask",
    "amount",
    "check_play",
    "claims",
    "counted",
    "modifier",
    "mode_of",
    "places",
    "play_card",
    "playable",
    "plays",
    "turn_over",
]


class Ask(NamedTuple):
    """What a card would ask for."""

    effect: Effect | None
    """The one that needs a region, if any."""
    ways: tuple[tuple[int | None, int | None], ...]
    """``(start, at)`` region indices to choose from, ascending; ``((None, None),)`` when nothing is asked."""


def amount(state: State, people: int, effect: Effect) -> int:
    """How much an effect gives that people now: its counts looked up, its maximum kept."""
    raise NotImplementedError


def places(state: State, people: int, effect: Effect) -> tuple[int, ...]:
    """Regions (ascending indices) that the effect may ask for; of a leap the possible destinations."""
    raise NotImplementedError


def mode_of(state: State, people: int, move: Play, timing: Timing) -> Mode:
    """How the card works: its own mode of that timing, or for COPY the mode in which the original was played."""
    raise NotImplementedError


def playable(state: State, people: int, card: int, timing: Timing, copied: int | None = None) -> Ask | None:
    """What the card would ask for if that people played it so; `None` when it cannot pay or has no place."""
    raise NotImplementedError


def check_play(state: State, people: int, move: Play, timings: Sequence[Timing]) -> Timing:
    """The timing for which the card would be played, out of those allowed now.

    Raises `IllegalMove` genesia.unknown_card, not_in_hand, wrong_phase, copy_what, not_copyable, unaffordable,
    no_place, where, no_where, unknown_region, wrong_place.
    """
    raise NotImplementedError


def plays(state: State, people: int, timings: Sequence[Timing]) -> list[Play]:
    """All legal card plays for those timings, copies included (when COPY is among them), in a fixed order."""
    raise NotImplementedError


def play_card(state: State, people: int, move: Play, timing: Timing) -> tuple[State, tuple[Event, ...]]:
    """Play a legal card: pay, put it from hand to `played` (and inventions, intents), apply its effects at once.

    Events: genesia.played, then one for each thing that it did. Attack and defence modifiers do nothing here:
    whoever leads the fight adds the card (of a copy the copied one: `move.copy`) to it. Clears the undo steps.
    """
    raise NotImplementedError


def modifier(cards: Sequence[int], timing: Timing, kind: Kind) -> int:
    """The sum of that kind of effect over cards at work with that timing (ATTACK, DEFENCE or INTENT).

    For RANGE the largest (0 without); for STORM, SHIELD and PACIFIST the number of cards that have it.
    """
    raise NotImplementedError


def claims(state: State, people: int) -> tuple[Claim, ...]:
    """Cards of opponents that the people could copy now, in the order they were played.

    Never ones that were copies themselves, nor played as DEFENCE or END; ATTACK only in an own assault, INTENT
    only in growth; under ``copy_timing`` "turn" those played since the end of its previous turn in this Age.
    """
    raise NotImplementedError


def turn_over(state: State, people: int) -> State:
    """The state after that people's turn (growth, expansion, an assault): older cards can no more be copied."""
    raise NotImplementedError


def counted(state: State, people: int, count: Count) -> int:
    """What cards and objectives count, of that people now: `scoring.count`."""
    raise NotImplementedError
