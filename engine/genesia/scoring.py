"""What is counted: cards' and objectives' counts, score sheets, the result."""

from __future__ import annotations

from engine.game import Result
from engine.genesia.model import Count, Sheet
from engine.genesia.state import State

__all__ = ["count", "objective_points", "result", "sheet"]


def count(state: State, people: int, what: Count) -> int:
    """What cards and objectives count, of that people now."""
    raise NotImplementedError


def objective_points(state: State, people: int) -> int:
    """What its objective would bring now; 0 without one."""
    raise NotImplementedError


def sheet(state: State, people: int, objective: bool) -> Sheet:
    """The score sheet as it would be now; the objective's points only where they may be known."""
    raise NotImplementedError


def result(state: State) -> Result:
    """Ranks and scores by seat, as the state would be scored now."""
    raise NotImplementedError
