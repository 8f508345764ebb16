"""Lessons: prepared positions from which somebody learns a game move by move, judged by its own rules."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, cast

from engine.chance import SeededChance
from engine.game import AnyGame, Event, Seat

__all__ = ["Attempt", "Lesson", "Tried", "attempt", "happened", "numbers", "read", "replies"]

CHANCE_KEY = bytes(32)
"""Chance has no secrets in a lesson: the same move leads to the same, for everybody."""
ROBOT = "greedy"
LEARNER = Seat(0)
MAX_REPLIES = 6
"""Moves that the others answer with, at most."""


@dataclass(frozen=True, slots=True)
class Tried:
    """What a learner's move has done."""

    before: Any
    """What the learner saw before, a view of the game."""
    after: Any
    """What the learner sees after it."""
    events: Sequence[Event]

    def told(self, code: str) -> list[Event]:
        """The events of that code."""
        return [event for event in self.events if event.code == code]


@dataclass(frozen=True, slots=True)
class Lesson:
    """One thing to learn. `key` names its sentences: ``<game>.lesson.<key>.rule`` and ``.ask``."""

    key: str
    position: str
    example: str
    """A move that does what is asked; what it leads to is the picture of the rule."""
    does: Callable[[Tried], bool]
    """Whether a legal move has done what is asked."""
    seat: Seat = LEARNER
    seats: int = 2
    aside: frozenset[str] = frozenset()
    """Legal moves that are not offered, as they belong to a match: a draw, for one."""


def read(
    file: Path, goals: Mapping[str, Callable[[Tried], bool]], aside: Collection[str] = ()
) -> tuple[Lesson, ...]:
    """The lessons of a file in its order, a line each: ``key | example | position``, and what they ask for.

    Moves of `aside` are not offered.

    Raises `ValueError` where lines and goals are not the same.
    """
    lines = [line.split(" | ") for line in file.read_text("utf-8").splitlines()]
    if any(len(line) != 3 for line in lines):
        raise ValueError(f"{file} has a line that is not: key | example | position")
    if (keys := [key for key, _, _ in lines]) != list(goals):
        raise ValueError(f"{file} has the lessons {keys}, and there are goals for {list(goals)}")
    return tuple(
        Lesson(key, position, example, goals[key], aside=frozenset(aside)) for key, example, position in lines
    )


@dataclass(frozen=True, slots=True)
class Attempt:
    """A legal move in a lesson."""

    done: bool
    """It has done what was asked."""
    state: Any
    events: Sequence[Event]


def numbers(event: Event, key: str) -> tuple[int, ...]:
    """An input of the event that is a list of numbers."""
    return tuple(cast("Sequence[int]", event.inputs[key]))


def happened(code: str) -> Callable[[Tried], bool]:
    """What is asked is that this happens."""
    return lambda tried: bool(tried.told(code))


def attempt(game: AnyGame, lesson: Lesson, text: str) -> Attempt:
    """The move that `text` means in the lesson. Raises as `Game.parse`."""
    state, seat = game.read_position(lesson.position), lesson.seat
    move = game.parse(state, seat, text)
    after, events = game.play(state, seat, move, SeededChance(CHANCE_KEY, 1))
    tried = Tried(game.view(state, seat), game.view(after, seat), events)
    return Attempt(lesson.does(tried), after, _known_to(events, seat))


def replies(game: AnyGame, lesson: Lesson, state: Any) -> Attempt:
    """What the others answer until it is the learner's turn again, with automatic players in their seats."""
    told: list[Event] = []
    for number in range(2, 2 + MAX_REPLIES):
        seat = next(iter(game.pending(state)), lesson.seat)
        if lesson.seat in game.pending(state) or seat == lesson.seat:
            break
        chance = SeededChance(CHANCE_KEY, number)
        imagine = partial(game.redeal, state, seat)
        view, moves = game.view(state, seat), game.moves(state, seat)
        move = game.players[ROBOT].choose(view, moves, imagine, chance)
        state, events = game.play(state, seat, move, SeededChance(CHANCE_KEY, number))
        told += events
    return Attempt(True, state, _known_to(told, lesson.seat))


def _known_to(events: Sequence[Event], seat: Seat) -> list[Event]:
    """What that seat may know of them."""
    return [event for event in events if event.to is None or seat in event.to]
