"""Lessons: prepared positions for one move each. The game's rules play it, a function judges its effect."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, cast

from engine.chance import SeededChance
from engine.game import AnyGame, Event, Seat
from engine.robots.levels import USUAL_LEVEL

__all__ = ["Attempt", "Lesson", "Tried", "attempt", "event_goal", "numbers", "read", "replies"]

CHANCE_KEY = bytes(32)
"""The key of all chance in lessons. It is no secret, and the same move draws the same for everybody."""
ROBOT = USUAL_LEVEL
"""The automatic player in the seats of the others."""
LEARNER = Seat(0)
MAX_REPLIES = 6
"""Moves that each of the others makes at most after the learner's move."""


@dataclass(frozen=True, slots=True)
class Tried:
    """The effect of a learner's move."""

    before: Any
    """The learner's view of the game before the move."""
    after: Any
    """The learner's view of the game after the move."""
    events: Sequence[Event]
    """All events of the move, also those that the learner may not know."""

    def events_with(self, code: str) -> list[Event]:
        """Return the events with this code."""
        return [event for event in self.events if event.code == code]


@dataclass(frozen=True, slots=True)
class Lesson:
    """One thing to learn. `key` names its sentences: ``<game>.lesson.<key>.rule`` and ``.ask``."""

    key: str
    position: str
    example: str
    """A move that reaches the goal; the position after it is the picture beside the rule."""
    does: Callable[[Tried], bool]
    """The goal: a function that returns whether a legal move has reached it."""
    seat: Seat = LEARNER
    seats: int = 2
    is_pictured: bool = True
    """It is one of the pictures that show how the game is played, and not a lesson alone."""
    aside: frozenset[str] = frozenset()
    """Notations of legal moves that are not offered: they only make sense in a match, as a draw does."""


def read(
    file: Path,
    goals: Mapping[str, Callable[[Tried], bool]],
    aside: Collection[str] = (),
    *,
    seats: int = 2,
    unpictured: Collection[str] = (),
) -> tuple[Lesson, ...]:
    """Read the lessons of a file, in its order; each line is ``key | example | position``.

    `seats` is the number of seats in all their positions.

    `goals` has a function for each key, in the same order, that returns whether a move has reached the goal.
    Moves whose notation is in `aside` are not offered in any lesson; lessons whose key is in `unpictured` are
    not among the pictures of how it is played. Raises `ValueError` if a line has
    another form, or if the keys of the file and of the goals are not the same.
    """
    lines = [line.split(" | ") for line in file.read_text("utf-8").splitlines()]
    if any(len(line) != 3 for line in lines):
        raise ValueError(f"{file} has a line that is not: key | example | position")
    if (keys := [key for key, _, _ in lines]) != list(goals):
        raise ValueError(f"{file} has the lessons {keys}, and there are goals for {list(goals)}")
    return tuple(
        Lesson(
            key,
            position,
            example,
            goals[key],
            seats=seats,
            is_pictured=key not in unpictured,
            aside=frozenset(aside),
        )
        for key, example, position in lines
    )


@dataclass(frozen=True, slots=True)
class Attempt:
    """The result of a legal move in a lesson, or of the moves that answer it."""

    done: bool
    """The move has reached the goal; always true for the moves that answer it."""
    state: Any
    """The state after it."""
    events: Sequence[Event]
    """The events that the learner may know."""


def numbers(event: Event, key: str) -> tuple[int, ...]:
    """Return an input of the event that is a list of numbers."""
    return tuple(cast("Sequence[int]", event.inputs[key]))


def event_goal(code: str) -> Callable[[Tried], bool]:
    """Return a goal that is reached by a move with an event of this code."""
    return lambda tried: bool(tried.events_with(code))


def attempt(game: AnyGame, lesson: Lesson, text: str) -> Attempt:
    """Make the learner's move that `text` means in the lesson's position. Raises as `Game.parse`."""
    state, seat = game.read_position(lesson.position), lesson.seat
    move = game.parse(state, seat, text)
    after, events = game.play(state, seat, move, SeededChance(CHANCE_KEY, 1))
    tried = Tried(game.view(state, seat), game.view(after, seat), events)
    return Attempt(lesson.does(tried), after, _known_to(events, seat))


def replies(game: AnyGame, lesson: Lesson, state: Any) -> Attempt:
    """Let automatic players move for the other seats until the learner must decide or the game is over.

    They stop after `MAX_REPLIES` moves for each of them. Return the last state and the events that the
    learner may know.
    """
    told: list[Event] = []
    for number in range(2, 2 + MAX_REPLIES * (lesson.seats - 1)):
        pending = game.pending(state)
        if not pending or lesson.seat in pending:
            break
        seat = pending[0]
        chance = SeededChance(CHANCE_KEY, number)
        imagine = partial(game.redeal, state, seat)
        view, moves = game.view(state, seat), game.moves(state, seat)
        move = game.players[ROBOT].choose(view, moves, imagine, chance)
        state, events = game.play(state, seat, move, SeededChance(CHANCE_KEY, number))
        told += events
    return Attempt(True, state, _known_to(told, lesson.seat))


def _known_to(events: Sequence[Event], seat: Seat) -> list[Event]:
    """Return the events that the seat may know."""
    return [event for event in events if event.to is None or seat in event.to]
