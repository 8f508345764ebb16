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

from engine.chance import SeededChance, new_seed
from engine.game import AnyGame, Seat
from engine.games import GAMES

__all__ = ["Thinking", "choose"]

_log = logging.getLogger(__name__)
_ROOT = Path(__file__).resolve().parents[3]
_FALLBACK_PLAYER = "greedy"
"""The player that plays where a slow one fails."""


class Thinking:
    """Threads and processes in which automatic players think, a few at a time.

    One that never ends holds up nothing. All threads of Python share one core's time, so players that think
    for seconds have a process each.
    """

    def __init__(self, at_once: int, patience: float) -> None:
        """`patience` is in seconds: a player who thinks longer makes a random move."""
        self._room = asyncio.Semaphore(at_once)
        self._patience = patience

    async def move(self, game: AnyGame, state: Any, seat: Seat, player: str, match: int) -> str:
        """Return the notation of the player's move."""
        async with self._room:
            if player in game.slow and GAMES.get(game.key) is game:
                text = await self._within(_in_process(game, state, seat, player), match, seat, player)
                if text is not None:
                    return text
                player = _FALLBACK_PLAYER
            text = await self._within(_in_thread(game, state, seat, player, match), match, seat, player)
            return _any_move(game, state, seat) if text is None else text

    async def _within(
        self, thought: Coroutine[Any, Any, str], match: int, seat: Seat, player: str
    ) -> str | None:
        """Return the move that is thought out; `None` where that fails or takes too long."""
        try:
            async with asyncio.timeout(self._patience):
                return await thought
        except TimeoutError:
            _log.error("match %d: the automatic player %s thinks too long in seat %d", match, player, seat)
        except (OSError, ValueError) as error:
            _log.error("match %d: the automatic player %s failed in seat %d: %s", match, player, seat, error)
        return None


async def _in_process(game: AnyGame, state: Any, seat: Seat, player: str) -> str:
    """Return the move that `choose` finds in a process of its own, which ends with its caller.

    Raises `OSError` and `ValueError` where the process fails.
    """
    # The process gets neither the token nor any setting.
    kept = {
        name: value for name, value in os.environ.items() if not name.startswith(("DISCORD", "LONGTABLE"))
    }
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "engine.thinker", game.key, player, str(int(seat))),
        stdin=PIPE,
        stdout=PIPE,
        stderr=DEVNULL,
        cwd=_ROOT,
        env=kept,
    )
    try:
        said, _ = await process.communicate(game.position(state).encode())
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode:
        raise ValueError(f"exit code {process.returncode}")
    text = said.decode().strip()
    game.parse(state, seat, text)
    return text


async def _in_thread(game: AnyGame, state: Any, seat: Seat, player: str, match: int) -> str:
    loop = asyncio.get_running_loop()
    thought: asyncio.Future[str] = loop.create_future()

    def finish(text: str) -> None:
        if not thought.done():
            thought.set_result(text)

    def think() -> None:
        text = choose(game, state, seat, player, match)
        with contextlib.suppress(RuntimeError):  # the loop has ended
            loop.call_soon_threadsafe(finish, text)

    # A hanging thread of the loop's pool would be lost to everybody, and keep the process from ending.
    threading.Thread(target=think, name=f"player-{match}", daemon=True).start()
    return await thought


def choose(game: AnyGame, state: Any, seat: Seat, player: str, match: int) -> str:
    """Return the notation of the automatic player's move: a random one when the player fails.

    Its randomness is its own, not the match's: nobody's dice depend on how a player thinks.
    """
    try:
        chance = SeededChance(new_seed(), 0)
        moves = game.moves(state, seat)
        move = game.players[player].choose(
            game.view(state, seat), moves, lambda dealt: game.redeal(state, seat, dealt), chance
        )
        text = str(move)
        game.parse(state, seat, text)
    except Exception:
        # A weak move is better than a match that stands still.
        _log.exception("match %d: the automatic player %s failed in seat %d", match, player, seat)
        return _any_move(game, state, seat)
    return text


def _any_move(game: AnyGame, state: Any, seat: Seat) -> str:
    return str(SeededChance(new_seed(), 0).choice(game.moves(state, seat)))
