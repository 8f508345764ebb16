"""Genesis, by Michel Brassinne, for 2 players. The rules are in `rules`, moves and views in `model`."""

from engine.genesis_life.rules import GENESIS_LIFE

__all__ = ["GENESIS_LIFE"]
