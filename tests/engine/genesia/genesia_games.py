"""Random games of Genesia with every option, and the words of their positions."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import chain

from engine.chance import SeededChance
from engine.game import BadPosition, Seat
from engine.genesia.model import (
    CopyTiming,
    GenesiaOptions,
    Level,
    Move,
    Phase,
)
from engine.genesia.rules import GENESIA
from engine.genesia.state import State

OPTIONS = {
    1: GenesiaOptions(level=Level.HEROIC),
    2: GenesiaOptions(lots="RB/VG/YR", attack_recruits=True),
    3: GenesiaOptions(teams="ABA", copy_timing=CopyTiming.AGE),
    4: GenesiaOptions(objectives=False, attack_recruits=True),
    5: GenesiaOptions(),
}


def game_from(seats: int, seed: int = 1) -> Iterator[tuple[State, Seat | None, Move | None]]:
    """Yield every state of a random game with the move that led to it.

    Sometimes a sealed choice is changed.
    """
    picks = random.Random(seed)
    state = GENESIA.setup(OPTIONS[seats], seats, SeededChance(b"text", 0))
    yield state, None, None
    while pending := GENESIA.pending(state):
        seat = picks.choice(pending)
        if state.phase in (Phase.OBJECTIVE, Phase.DRAFT, Phase.STANCE) and picks.random() < 0.1:
            seat = picks.choice([Seat(s) for s in range(seats) if GENESIA.moves(state, Seat(s))])
        moves = GENESIA.moves(state, seat)
        move = moves[picks.randrange(len(moves))]
        state, _ = GENESIA.play(state, seat, move, SeededChance(b"text", state.ply + 1))
        yield state, seat, move


@cache
def one_game(seats: int) -> list[State]:
    return [state for state, *_ in game_from(seats)]


@cache
def first(phase: Phase, *, age: int = 1, seats: int = 4) -> State:
    """Return the first position of that phase in random games."""
    games = chain.from_iterable(game_from(seats, seed) for seed in range(1, 60))
    return next(state for state, *_ in games if state.phase is phase and state.age >= age)


# Positions as words


def growth() -> list[str]:
    """Return the words of a position in growth of Age II, for two."""
    state = first(Phase.GROWTH, age=2, seats=2)
    return GENESIA.position(state).split(" ")


SEATS, AGE, ORDER, STEP, PUBLIC, HIDDEN, ROUND, PLAYED, TURNS, UNDO, DONE, PLACES, ASIDE, CHANGED_AT = (
    *(0, 1, 2, 3, 4, 6),
    *(8, 9, 10, 11, 12, 13, 14, 15),
)


def with_word(words: list[str], word: int, text: str) -> str:
    return " ".join([*words[:word], text, *words[word + 1 :]])


def with_part(words: list[str], word: int, part: int, text: str) -> str:
    parts = words[word].split("/")
    parts[part] = text
    return " ".join([*words[:word], "/".join(parts), *words[word + 1 :]])


def reaction() -> list[str]:
    """Return the words of a position in which the defender must decide, for two."""
    return GENESIA.position(first(Phase.REACTION, seats=2)).split(" ")


def combat(words: list[str]) -> list[str]:
    """Return the parts of the attack phase: stances, peoples that still attack, and the parts of the fight.

    Those are attacker, regions, its cards, the defender's cards, whether that has reacted.
    """
    stances, waiting, fighting = words[ROUND].split("/")
    return [stances, waiting, *fighting.split(":")]


def with_combat(words: list[str], part: int, text: str) -> str:
    parts = combat(words)
    parts[part] = text
    words[ROUND] = "/".join([*parts[:2], ":".join(parts[2:])])
    return " ".join(words)


def is_refused(text: str) -> bool:
    """Return whether the text is refused because it is no position."""
    try:
        GENESIA.read_position(text)
    except BadPosition as raised:
        return raised.code == "genesia.position" and all(len(str(v)) <= 60 for v in raised.inputs.values())
    return False
