"""Movement: routes, what they cost, tolls, and the table of where clans can go."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.game import Event
from engine.genesia.model import March
from engine.genesia.state import State

__all__ = ["Cost", "check_march", "march", "marches"]


class Cost(NamedTuple):
    """What a movement costs."""

    coins: int
    """To the bank."""
    free: int
    """Free movements used."""
    tolls: tuple[tuple[int, int], ...]
    """``(people, coins)`` of each rival crossed, ascending."""

    @property
    def toll(self) -> int:
        return sum(coins for _, coins in self.tolls)

    @property
    def total(self) -> int:
        """All coins."""
        return self.coins + self.toll


def check_march(state: State, people: int, move: March) -> Cost:
    """What the movement costs.

    Raises `IllegalMove` genesia.unknown_region, no_clans, route_twice, not_adjacent, ends_among_rivals, toll, coins.
    """
    raise NotImplementedError


def marches(state: State, people: int) -> Sequence[March]:
    """The cheapest route for every source, destination and number of clans that can be paid for (lazy)."""
    raise NotImplementedError


def march(state: State, people: int, move: March) -> tuple[State, tuple[Event, ...], Cost]:
    """Move clans, paying bank and rivals; leaves no undo step."""
    raise NotImplementedError
