"""Watch a match again, stage by stage, as somebody may know it.

The logs that people walk through stay in memory for a while, with some of their folds (`Timeline`): the next
stage then costs a few moves to play, not the whole match.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from engine.game import AnyGame, Refusal, Result, Seat
from engine.match.log import Log
from engine.match.timeline import Moment, Timeline
from engine.match.values import Entry, Match, Situation, Status
from engine.match.visibility import redact_entry, undone_entries
from engine.matches.core.cache import CachedMatch
from engine.matches.core.loader import Loader
from engine.matches.queries import Queries, end_of, events_shown

__all__ = ["Replay", "Replays", "Viewpoint", "Walk"]

MOST_KEPT = 6
"""Matches whose timelines stay in memory."""


class Viewpoint(StrEnum):
    """The eyes with which a match is watched again. The values stand in buttons."""

    OWN = "m"
    """The match as the viewer saw it when it happened: from the own seat, or as everybody did."""
    ALL = "e"
    """Everything, once the match is over."""
    BLIND = "w"
    """The match as everybody saw it, once it is over; the end is told at the last step alone."""


@dataclass(frozen=True, slots=True)
class Walk:
    """A match with all stages that a viewer sees of it."""

    match: Match
    viewpoint: Viewpoint
    seat: Seat | None
    """The seat with whose eyes it is watched; `None` for what everybody sees, and for everything."""
    moments: Sequence[Moment]
    entries: Sequence[Entry]
    """The log, in which `Moment.entry` finds when something happened. Nothing else of it is shown."""
    undone: frozenset[int]
    """The entries that were taken back, of those that the viewer knows of."""

    def near(self, entry: int) -> int:
        """Return the number of the last stage that is no later than this entry."""
        found = [number for number, one in enumerate(self.moments) if one.entry <= entry]
        return found[-1] if found else 0


@dataclass(frozen=True, slots=True)
class Replay:
    """One stage of a walk, as it is shown."""

    walk: Walk
    number: int
    """The number of the stage among those of the walk, from 0 on."""
    view: Any
    """The viewer's view then; where everything is shown, a spectator's."""
    hands: Mapping[Seat, Any]
    """The views of all seats, where everything is shown."""
    position: str
    """The whole position as a line of text, where everything is shown; empty elsewhere."""
    situation: Situation
    """The match as it is now, or ended, of the viewer or of a spectator."""

    @property
    def moment(self) -> Moment:
        return self.walk.moments[self.number]

    @property
    def is_last(self) -> bool:
        return self.number == len(self.walk.moments) - 1


@dataclass(slots=True)
class _Kept:
    timeline: Timeline
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    moments: dict[Seat | str | None, tuple[int, list[Moment]]] = field(
        default_factory=dict["Seat | str | None", "tuple[int, list[Moment]]"]
    )
    """The stages by viewer, with the length of the log for which they hold."""


class Replays:
    """The matches that people step through."""

    def __init__(self, loader: Loader, queries: Queries) -> None:
        self._loader = loader
        self._queries = queries
        self._kept: OrderedDict[int, _Kept] = OrderedDict()

    async def walk(self, match: int, person: int | None, viewpoint: Viewpoint) -> Walk:
        """Return the stages of a match that a person may see.

        Raises `Refusal` ``not_started``, or ``not_over`` for a viewpoint that needs the end.
        """
        walk, _ = await self._walk(match, person, viewpoint)
        return walk

    async def at(self, match: int, person: int | None, viewpoint: Viewpoint, number: int) -> Replay:
        """Return a stage of a match; the nearest one for a number that there is not. Raises as `walk`."""
        walk, kept = await self._walk(match, person, viewpoint)
        whose = person if viewpoint is Viewpoint.OWN else None
        situation = await self._queries.situation(match, whose)
        async with kept.lock:
            return await asyncio.to_thread(_shown, kept.timeline, walk, situation, number)

    async def _walk(self, match: int, person: int | None, viewpoint: Viewpoint) -> tuple[Walk, _Kept]:
        cached, log = await self._loader.load_started(match)
        cached, log = replace(cached), replace(log, entries=[*log.entries], events=[*log.events])
        known = cached.public
        if viewpoint is not Viewpoint.OWN and not known.status.has_ended:
            raise Refusal("not_over", match=match)
        kept = self._timeline(match, cached, log)
        async with kept.lock:  # the loop would stand still for as long as a long log takes
            return await asyncio.to_thread(_walked, kept, cached, log, known, person, viewpoint), kept

    def _timeline(self, match: int, cached: CachedMatch, log: Log) -> _Kept:
        kept = self._kept.get(match)
        same = kept is not None and kept.timeline.game is log.game
        if kept is None or not same or not kept.timeline.is_beginning_of(log.entries):
            kept = _Kept(Timeline(log.game, cached.options, cached.stored.size))
        self._kept[match] = kept
        self._kept.move_to_end(match)
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return kept


def _walked(
    kept: _Kept, cached: CachedMatch, log: Log, known: Match, person: int | None, viewpoint: Viewpoint
) -> Walk:
    """Return the stages that a viewer sees, once the timeline knows the whole log."""
    timeline, end = kept.timeline, end_of(cached, log)
    timeline.extend(log.entries)
    seat = known.seat_of(person) if viewpoint is Viewpoint.OWN else None
    whose: Seat | str | None = "all" if viewpoint is Viewpoint.ALL else seat
    length, moments = kept.moments.get(whose, (0, []))
    if length != len(log.entries):
        moments = timeline.all_moments() if whose == "all" else timeline.moments(seat)
        kept.moments[whose] = len(log.entries), moments
    moments = list(moments)
    if end.differs:
        told = events_shown(log.game, [each.events for each in moments], end)
        moments = [each._replace(events=events) for each, events in zip(moments, told, strict=True)]
    seen = [log.entries[each.entry] for each in moments]
    if whose != "all":
        seen = [redact_entry(entry, seat) for entry in seen]
    return Walk(known, viewpoint, seat, moments, log.entries, undone_entries(seen))


def _shown(timeline: Timeline, walk: Walk, situation: Situation, number: int) -> Replay:
    number = min(max(number, 0), len(walk.moments) - 1)
    moment, game = walk.moments[number], timeline.game
    everything = walk.viewpoint is Viewpoint.ALL
    view, hands, position = timeline.view(moment, walk.seat), dict[Seat, Any](), ""
    is_last = number == len(walk.moments) - 1
    if is_last:  # what nobody was told since may show in it, and how the match came out
        view = situation.view
    if everything:
        state = timeline.state(moment.entry, moment.stage)
        is_over = is_last and situation.match.status is Status.OVER
        result = situation.result if is_over else None
        hands = {Seat(seat): _view(game, state, Seat(seat), result) for seat in range(walk.match.size)}
        position = game.position(state)
    return Replay(walk, number, view, hands, position, situation)


def _view(game: AnyGame, state: Any, seat: Seat, result: Result | None) -> Any:
    view = game.view(state, seat)
    return view if result is None else game.concluded(view, result)
