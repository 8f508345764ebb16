"""The games of the house: the one place where a game, or an older version of its rules, is registered."""

from __future__ import annotations

from engine.familienbande import FAMILIENBANDE
from engine.game import AnyGame
from engine.genesia.rules import GENESIA
from engine.genesis import GENESIS
from engine.genesis_life import GENESIS_LIFE
from engine.genial import GENIAL

__all__ = ["GAMES", "RETIRED", "rules_of"]

GAMES: dict[str, AnyGame] = {
    game.key: game for game in (GENIAL, GENESIS, GENESIS_LIFE, FAMILIENBANDE, GENESIA)
}
"""By key. The bot loads the cog ``cogs.<key>`` of each."""

RETIRED: tuple[AnyGame, ...] = ()
"""Older versions of games' rules, for the matches and records that began with them."""


def rules_of(game: str, version: int) -> AnyGame | None:
    """That version of a game's rules; `None` where it is not here."""
    known = (*GAMES.values(), *RETIRED)
    return next((each for each in known if (each.key, each.rules) == (game, version)), None)
