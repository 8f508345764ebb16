"""Stages of a move, made of its events and of the states between them, which stand in one list.

Rules that tell a move event by event put a `Break` where people look at the board before anything else
happens. `play` leaves the breaks out, `stages` cuts at them: both follow the same rules at the same speed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, cast

import msgspec

from engine.game import Event, Stage

__all__ = ["Break", "Told", "events_in", "stages_of"]


class Break(msgspec.Struct, frozen=True):
    """The end of a stage, among the events of a move."""

    state: Any
    """The state that the events before lead to."""


Told = Event | Break
"""An event of a move, or the end of a stage of it."""


def events_in(told: tuple[Told, ...]) -> tuple[Event, ...]:
    """Return the events alone. A move tells at least one, so that what stands alone is an event."""
    if len(told) == 1:
        return cast(tuple[Event, ...], told)
    return tuple([each for each in told if type(each) is Event])


def stages_of(told: Iterable[Told], state: Any, between: Callable[[Any], Any]) -> tuple[Stage, ...]:
    """Return the stages of a move that leads to `state`; `between` makes of each break's state the one shown.

    What nobody but some seats may know is no stage of its own: it belongs to the next one, or to the last.
    """
    stages: list[Stage] = []
    events: list[Event] = []
    for each in told:
        if not isinstance(each, Break):
            events.append(each)
        elif _is_public(events):
            stages.append(Stage(between(each.state), tuple(events)))
            events = []
    if stages and not _is_public(events):
        events = [*stages.pop().events, *events]
    return (*stages, Stage(state, tuple(events)))


def _is_public(events: Iterable[Event]) -> bool:
    return any(event.to is None for event in events)
