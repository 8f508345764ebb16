"""Hints: what a strong robot would play in a person's place, at a table that was opened with help."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass
from typing import Any

from engine.game import Refusal, Seat
from engine.match import seating
from engine.match.values import Match
from engine.matches.core.loader import Loader
from engine.matches.play.moves import check_asked
from engine.matches.play.thinking import Thinking
from engine.robots.choosing import Position, Shares, Thought
from engine.robots.levels import LEVELS, levels_among

__all__ = ["Hint", "Hints"]

_KEPT = 64
"""Hints that are remembered: asked again, the answer comes at once."""


@dataclass(frozen=True, slots=True)
class Hint:
    """A robot's advice to a person."""

    match: Match
    seat: Seat
    view: Any
    """The view of the seat, in which it was asked."""
    move: Any
    text: str
    """The notation of the move."""
    player: str
    """The level that would play it."""
    version: int
    """The value of `Player.version`."""
    shares: Shares | None
    """What was found out about it; `None` where the player compares no shares of the win."""
    second: str = ""
    """The next weaker level that thinks long, which was asked as well where there are no shares."""
    agrees: bool = False
    """That level would make the same move."""


class Hints:
    """Hints to the persons of running matches."""

    def __init__(self, loader: Loader, thinking: Thinking) -> None:
        self._loader = loader
        self._thinking = thinking
        self._asked: OrderedDict[tuple[int, Seat, int, str], asyncio.Task[Thought | None]] = OrderedDict()

    async def hint(self, match: int, person: int, asked: int | None = None) -> Hint:
        """Return what the strongest robot would play for the person, from what the person's seat may know.

        `asked` is the number of the question. Raises `Refusal` ``no_hints``, ``hint_failed``, or as
        `Queries.understand` for a question that is not open.
        """
        cached, log = await self._loader.load_started(match)
        seating.require_running(cached.stored)
        seat = seating.seat_of(cached.stored, person)
        if not cached.public.has_hints:
            raise Refusal("no_hints", match=match)
        check_asked(log, seat, "", asked, match)
        position = Position(log.game, log.fold.state, seat, log.fold.counted, log.key)
        view = log.game.view(position.state, seat)
        levels = levels_among(log.game.players)
        thought = await self._think(position, levels[-1], match)
        if thought is None:
            raise Refusal("hint_failed", match=match)
        second, agrees = "", False
        if thought.shares is None and levels[-1] == LEVELS[-1] and len(levels) > 1:
            other = await self._think(position, levels[-2], match)
            second = "" if other is None else levels[-2]
            agrees = other is not None and other.text == thought.text
        move = log.game.parse(position.state, seat, thought.text)
        return Hint(
            cached.public,
            seat,
            view,
            move,
            thought.text,
            levels[-1],
            thought.made.version,
            thought.shares,
            second,
            agrees,
        )

    async def _think(self, position: Position, player: str, match: int) -> Thought | None:
        """Return the player's choice: once for each question, however often it is asked for."""
        key = match, position.seat, position.after, player
        task = self._asked.get(key)
        if task is None or (task.done() and (task.cancelled() or task.result() is None)):
            task = self._asked[key] = asyncio.create_task(self._thinking.hint(position, player, match))
        self._asked.move_to_end(key)
        while len(self._asked) > _KEPT:
            self._asked.popitem(last=False)
        return await asyncio.shield(task)

    async def close(self) -> None:
        """Wait for no answer any more."""
        tasks = list(self._asked.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
