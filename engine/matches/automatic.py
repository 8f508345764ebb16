"""Automatic players' turns: what one of them does with its seat, within a time, beside everything else."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
from typing import Any

from engine.chance import SeededChance, new_seed
from engine.game import AnyGame, Seat

__all__ = ["Thinking", "choose"]

_log = logging.getLogger(__name__)


class Thinking:
    """Where automatic players think: a few at a time, in threads that hold up nothing when one never ends."""

    def __init__(self, at_once: int, patience: float) -> None:
        """`patience` is in seconds: a player who thinks longer makes a random move."""
        self._room = asyncio.Semaphore(at_once)
        self._patience = patience

    async def move(self, game: AnyGame, state: Any, seat: Seat, player: str, match: int) -> str:
        """The notation of the player's move."""
        async with self._room:
            try:
                async with asyncio.timeout(self._patience):
                    return await _in_thread(game, state, seat, player, match)
            except TimeoutError:
                _log.error(
                    "match %d: the automatic player %s thinks too long in seat %d", match, player, seat
                )
                return _any_move(game, state, seat)


async def _in_thread(game: AnyGame, state: Any, seat: Seat, player: str, match: int) -> str:
    loop = asyncio.get_running_loop()
    thought: asyncio.Future[str] = loop.create_future()

    def told(text: str) -> None:
        if not thought.done():
            thought.set_result(text)

    def think() -> None:
        text = choose(game, state, seat, player, match)
        with contextlib.suppress(RuntimeError):  # the loop has ended meanwhile
            loop.call_soon_threadsafe(told, text)

    # Not the loop's pool: a thread that hangs there is one fewer for everybody, and would keep the process.
    threading.Thread(target=think, name=f"player-{match}", daemon=True).start()
    return await thought


def choose(game: AnyGame, state: Any, seat: Seat, player: str, match: int) -> str:
    """The notation of the automatic player's move: a random one when the player fails.

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
        # A weak move instead of a match that stands still.
        _log.exception("match %d: the automatic player %s failed in seat %d", match, player, seat)
        return _any_move(game, state, seat)
    return text


def _any_move(game: AnyGame, state: Any, seat: Seat) -> str:
    return str(SeededChance(new_seed(), 0).choice(game.moves(state, seat)))
