"""A turn in one line: several steps that are made together, or not at all."""

from __future__ import annotations

from collections.abc import Iterator

from engine.game import Foreseen, IllegalMove, IllegalStep
from engine.genesia.board import counted
from engine.genesia.model import End, Line
from engine.genesia.phases import turns
from engine.genesia.state import State

__all__ = ["check", "foresee"]


def check(state: State, people: int, move: Line) -> None:
    """Raises `IllegalStep` for the first step that the rules forbid, as `turns.check` does; line_ended."""
    for _ in foresee(state, people, move):
        pass


def foresee(state: State, people: int, move: Line) -> Iterator[Foreseen]:
    """The turn step by step, but for its end: what that leads to is not foreseen. Raises as `check`."""
    for number, step in enumerate(move.steps, 1):
        try:
            if number > 1 and isinstance(move.steps[number - 2], End):
                raise IllegalMove("genesia.line_ended")
            turns.check(state, people, step)
        except IllegalMove as why:
            raise IllegalStep(number, str(step), why) from None
        if not isinstance(step, End):
            state, events = turns.play(counted(state, people), people, step)
            yield Foreseen(str(step), state, events)
