"""The course of a match: what somebody saw of it, step by step. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from engine.game import AnyGame, Event, Seat
from engine.match.replay import stages_since
from engine.match.values import Entry
from engine.match.visibility import seated_since, visible_stages

__all__ = ["Scene", "scenes", "unveiled_scenes"]


class Scene(NamedTuple):
    """A step of a match as a viewer saw it."""

    entry: int
    """The number of the entry of the log to which it belongs. Nobody is shown it."""
    view: Any
    events: tuple[Event, ...]
    """The events that led there, as far as the viewer was told of them."""


def scenes(
    game: AnyGame,
    options: Any,
    seats: int,
    entries: Sequence[Entry],
    viewer: Seat | None,
    since: int = 0,
) -> list[Scene]:
    """Return the steps of the match that the viewer saw after entry `since`, oldest first.

    The first one is the state after that entry. Moves that were taken back are left out, and so is what the
    viewer could not see; steps that look the same are one. A viewer who has taken over the seat sees nothing
    that only the person before could see.
    """
    newcomer = seated_since(entries, viewer)
    stages = stages_since(game, options, seats, entries, since)
    last = max((place for place, (number, _) in enumerate(stages) if number == since), default=0)
    found: list[Scene] = []
    for number, stage in visible_stages(stages[last:], viewer, newcomer):
        # Whoever has taken over the seat sees of the time before what everybody saw.
        seen_by = None if number < newcomer else viewer
        _add(found, Scene(number, game.view(stage.state, seen_by), stage.events))
    return found


def unveiled_scenes(game: AnyGame, options: Any, seats: int, entries: Sequence[Entry]) -> list[Scene]:
    """Return every step of an ended match, with what was secret then, from the beginning on."""
    found: list[Scene] = []
    for number, stage in stages_since(game, options, seats, entries, 0):
        _add(found, Scene(number, game.unveiled(stage.state), stage.events))
    return found


def _add(found: list[Scene], scene: Scene) -> None:
    if found and found[-1].view == scene.view:
        before = found[-1]
        found[-1] = Scene(scene.entry, before.view, (*before.events, *scene.events))
    else:
        found.append(scene)
