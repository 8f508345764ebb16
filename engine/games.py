"""The games of the house. This is the one place where a new game is registered."""

from __future__ import annotations

from engine.familienbande import FAMILIENBANDE
from engine.game import AnyGame
from engine.genesia.rules import GENESIA
from engine.genesis import GENESIS
from engine.genesis_life import GENESIS_LIFE
from engine.genial import GENIAL

__all__ = ["GAMES"]

GAMES: dict[str, AnyGame] = {
    game.key: game for game in (GENIAL, GENESIS, GENESIS_LIFE, FAMILIENBANDE, GENESIA)
}
"""By key. The bot loads the cog ``cogs.<key>`` of each."""
