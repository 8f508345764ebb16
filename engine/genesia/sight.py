"""What a seat may know, and random states that it could not tell from the real one."""

from __future__ import annotations

from engine.chance import Chance
from engine.game import Seat
from engine.genesia.model import View
from engine.genesia.state import State

__all__ = ["redeal", "view"]


def view(state: State, seat: Seat | None) -> View:
    """All that this seat (or a spectator) may know."""
    raise NotImplementedError


def redeal(state: State, seat: Seat | None, chance: Chance) -> State:
    """Deal everything anew that the seat's view does not tell."""
    raise NotImplementedError
