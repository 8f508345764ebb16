"""Automatic players' thinking: choosing a move within a time, beside everything else."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import sys
import threading
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

from engine.game import Refusal
from engine.games import GAMES
from engine.match.changes import STEWARD
from engine.robots.choosing import Made, Position, Question, Thought

__all__ = ["Thinking", "choose"]

_log = logging.getLogger(__name__)
_ROOT = Path(__file__).resolve().parents[3]


class Thinking:
    """Threads and processes in which automatic players think, a few at a time.

    One that never ends holds up nothing. All threads of Python share one core's time, so players that think
    for seconds have a process each.
    """

    def __init__(self, at_once: int, patience: float) -> None:
        """`patience` is in seconds: what a player has not chosen by then, a random choice decides."""
        self._room = asyncio.Semaphore(at_once)
        self._patience = patience

    async def move(self, position: Position, player: str, match: int) -> Thought:
        """Return the player's choice: the steward's where the player fails, else a random one."""
        async with self._room:
            thought = await self._thought(position, player, match)
        if thought is not None and position.allows(thought):
            return thought
        _log.error("match %d: chance moves in seat %d, where no automatic player could", match, position.seat)
        return position.any_move()

    async def _thought(self, position: Position, player: str, match: int) -> Thought | None:
        try:
            question = await asyncio.to_thread(position.question)
        except Exception:
            _log.exception("match %d: no automatic player can be asked in seat %d", match, position.seat)
            return None
        game = question.game
        if player in game.slow and GAMES.get(game.key) is game:
            thought = await self._within(_in_process(question, player), question, match, player)
            if thought is not None:
                return thought
            player = STEWARD
        return await self._within(_in_thread(question, player, match), question, match, player)

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


async def _in_process(question: Question, player: str) -> Thought:
    """Return the player's choice from a process of its own, which ends with its caller.

    Raises `OSError` and `ValueError` where the process fails, `Refusal` where its choice is no legal move.
    """
    # The process gets neither the token nor any setting.
    kept = {
        name: value for name, value in os.environ.items() if not name.startswith(("DISCORD", "LONGTABLE"))
    }
    game, seat, after = question.game, str(int(question.seat)), str(question.after)
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "engine.thinker", game.key, player, seat, after),
        stdin=PIPE,
        stdout=PIPE,
        stderr=DEVNULL,
        cwd=_ROOT,
        env=kept,
    )
    try:
        given = f"{question.key.hex()}\n{game.position(question.state)}"
        said, _ = await process.communicate(given.encode())
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode:
        raise ValueError(f"exit code {process.returncode}")
    text, _, made = said.decode().strip().partition("\n")
    game.parse(question.state, question.seat, text)
    return Thought(text, Made.read(made))


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
