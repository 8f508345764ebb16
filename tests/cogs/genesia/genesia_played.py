"""Matches of Genesia for the tests of its face: random and greedy ones, position by position."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from cogs.face.context import Context, Icons
from cogs.text.text import text_for
from engine.chance import SeededChance
from engine.game import Event, Seat
from engine.genesia.model import Assault, GenesiaOptions, Move, Phase
from engine.genesia.rules import GENESIA
from render.kit.canvas import Theme

__all__ = ["GAME", "NAMES", "Position", "context", "played", "position"]

GAME = GENESIA
NAMES = ("Ada", "Basile_le_*grand*", "`Chloé`", "Dan", "Maximilian von Hohenzollern-Sigm")
Position = tuple[Any, tuple[Event, ...]]


def context(language: str = "en", seats: int = 4) -> Context:
    """A reader at a table of so many."""
    return Context(text_for(language), Theme.DARK, NAMES[:seats], Icons())


@cache
def played(
    seats: int, seed: int, *, greedy: bool = False, options: GenesiaOptions | None = None
) -> tuple[Position, ...]:
    """A whole match: every state with the events that led there."""
    return tuple(_states(seats, seed, greedy, options or GenesiaOptions()))


def _states(seats: int, seed: int, greedy: bool, options: GenesiaOptions) -> Iterator[Position]:
    key, dice = seed.to_bytes(32, "big"), random.Random(seed)
    state, number = GAME.setup(options, seats, SeededChance(key, 0)), 0
    yield state, ()
    while pending := GAME.pending(state):
        seat, number = dice.choice(pending), number + 1
        moves = GAME.moves(state, seat)
        move = moves[dice.randrange(len(moves))]
        if greedy:
            chance = SeededChance(key, 10**6 + number)
            dealt = state
            imagine = lambda dealer, dealt=dealt, seat=seat: GAME.redeal(dealt, seat, dealer)  # noqa: E731
            move = GAME.players["steady"].choose(GAME.view(state, seat), moves, imagine, chance)
            if isinstance(move, Assault) and number % 2:
                move = Assault(move.source, move.target)  # how it is fought comes later
        state, events = GAME.play(state, seat, move, SeededChance(key, number))
        yield state, events


def position(
    phase: Phase,
    *,
    age: int = 1,
    seats: int = 3,
    seed: int = 5,
    offers: Callable[[Move], bool] = lambda move: True,
) -> tuple[Any, Seat]:
    """A position of that phase, and a seat that is asked there, one of whose moves is such a one."""
    for tried in range(seed, seed + 40):
        for state, _ in played(seats, tried, greedy=True):
            if state.phase is phase and state.age >= age:
                seat = GAME.pending(state)[0]
                if any(offers(move) for move in GAME.moves(state, seat)):
                    return state, seat
    raise LookupError(phase)
