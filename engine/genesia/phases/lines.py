"""Turns in one line: several steps that are made together, or not at all."""

from __future__ import annotations

from collections.abc import Iterator

from engine.game import Foreseen, IllegalMove, IllegalStep
from engine.genesia import codes
from engine.genesia.board import with_next_ply
from engine.genesia.model import End, Line
from engine.genesia.phases import turns
from engine.genesia.state import State

__all__ = ["check", "foresee"]


def check(state: State, people: int, move: Line) -> None:
    """Check every step of the line.

    Raises `IllegalStep` for the first illegal one, with the reason of `turns.check`, or genesia.line_ended
    for a step after the end of the turn.
    """
    for _ in foresee(state, people, move):
        pass


def foresee(state: State, people: int, move: Line) -> Iterator[Foreseen]:
    """Yield the steps of the turn with their results, without its end, whose results are not foreseen.

    Raises as `check`.
    """
    for number, step in enumerate(move.steps, 1):
        try:
            if number > 1 and isinstance(move.steps[number - 2], End):
                raise IllegalMove(codes.LINE_ENDED)
            turns.check(state, people, step)
        except IllegalMove as why:
            raise IllegalStep(number, str(step), why) from None
        if not isinstance(step, End):
            state, events = turns.play(with_next_ply(state, people), people, step)
            yield Foreseen(str(step), state, events)
