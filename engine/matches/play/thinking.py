"""Automatic players' thinking: choosing a move within a time, beside everything else."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
from collections.abc import Coroutine
from typing import Any

from engine.game import Refusal
from engine.games import GAMES
from engine.match.changes import STEWARD
from engine.matches.play.workers import Workers
from engine.robots.choosing import Position, Question, Thought
from engine.robots.tasks import Task

__all__ = ["Thinking", "choose"]

_log = logging.getLogger(__name__)


class Thinking:
    """Threads and processes in which automatic players think, a few at a time.

    One that never ends holds up nothing: neither the match nor the process. Those that think long do so in
    `Workers`.
    """

    def __init__(self, at_once: int, patience: float, workers: Workers | None = None) -> None:
        """`patience` is in seconds: what a player has not chosen by then, a weaker one chooses."""
        self._room = asyncio.Semaphore(at_once)
        self._hints = asyncio.Semaphore(1)
        self._patience = patience
        self._workers = workers or Workers()

    async def close(self) -> None:
        """End what was begun for players that think long."""
        await self._workers.close()

    async def move(self, position: Position, player: str, match: int) -> Thought:
        """Return the player's choice: the steward's where the player fails, else a random one."""
        thought = await self._thought(position, player, match)
        if thought is not None and position.allows(thought):
            return thought
        _log.error("match %d: chance moves in seat %d, where no automatic player could", match, position.seat)
        return position.any_move()

    async def hint(self, position: Position, player: str, match: int) -> Thought | None:
        """Return what the player would choose for the seat's person; `None` where it fails or is too slow.

        One hint at a time: whoever asks for many, in many matches, holds up no robot's move.
        """
        async with self._hints:
            return await self._hint(position, player, match)

    async def _hint(self, position: Position, player: str, match: int) -> Thought | None:
        try:
            question = await asyncio.to_thread(position.hint_question)
        except Exception:
            _log.exception("match %d: no hint can be asked for in seat %d", match, position.seat)
            return None
        if player in question.game.slow and GAMES.get(question.game.key) is question.game:
            thought = await self._in_worker(question, player, match)
        else:
            async with self._room:
                thought = await self._within(_in_thread(question, player, match), question, match, player)
        fits = thought is not None and thought.made.player == player and position.allows(thought)
        return thought if fits else None

    async def _thought(self, position: Position, player: str, match: int) -> Thought | None:
        try:
            question = await asyncio.to_thread(position.question)
        except Exception:
            _log.exception("match %d: no automatic player can be asked in seat %d", match, position.seat)
            return None
        game = question.game
        if player in game.slow and GAMES.get(game.key) is game:
            thought = await self._in_worker(question, player, match)
            if thought is not None:
                return thought
            player = STEWARD
        async with self._room:
            return await self._within(_in_thread(question, player, match), question, match, player)

    async def _in_worker(self, question: Question, player: str, match: int) -> Thought | None:
        """Return the move of a player that thinks long; `None` where that fails or takes too long."""
        seat = question.seat
        try:
            answer = await self._workers.ask(Task.of(question, player, self._patience))
            thought = answer.thought()
            question.game.parse(question.state, seat, thought.text)
        except TimeoutError:
            _log.error("match %d: the automatic player %s thinks too long in seat %d", match, player, seat)
        except (OSError, EOFError, ValueError, Refusal) as error:
            _log.error("match %d: the automatic player %s failed in seat %d: %s", match, player, seat, error)
        else:
            return thought
        return None

    async def _within(
        self, thought: Coroutine[Any, Any, Thought | None], question: Question, match: int, player: str
    ) -> Thought | None:
        """Return the move that is thought out; `None` where that fails or takes too long."""
        seat = question.seat
        try:
            async with asyncio.timeout(self._patience):
                return await thought
        except TimeoutError:
            _log.error("match %d: the automatic player %s thinks too long in seat %d", match, player, seat)
        except (OSError, ValueError, Refusal) as error:
            _log.error("match %d: the automatic player %s failed in seat %d: %s", match, player, seat, error)
        return None


async def _in_thread(question: Question, player: str, match: int) -> Thought | None:
    loop = asyncio.get_running_loop()
    thought: asyncio.Future[Thought | None] = loop.create_future()

    def finish(found: Thought | None) -> None:
        if not thought.done():
            thought.set_result(found)

    def think() -> None:
        found = choose(question, player, match)
        with contextlib.suppress(RuntimeError):  # the loop has ended
            loop.call_soon_threadsafe(finish, found)

    # A hanging thread of the loop's pool would be lost to everybody, and keep the process from ending.
    threading.Thread(target=think, name=f"player-{match}", daemon=True).start()
    return await thought


def choose(question: Question, player: str, match: int) -> Thought | None:
    """Return the player's choice: the steward's where the player fails; `None` where that fails too."""
    for each in dict.fromkeys((player, STEWARD)):
        try:
            thought = question.choose(each)
            question.game.parse(question.state, question.seat, thought.text)
        except Exception:
            # A weak move is better than a match that stands still.
            _log.exception("match %d: the automatic player %s failed in seat %d", match, each, question.seat)
        else:
            return thought
    return None
