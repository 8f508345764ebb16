"""Genesis, by Michel Brassinne: 2 players. Rules in `rules`, vocabulary in `model`."""

from engine.genesis_life.rules import GENESIS_LIFE

__all__ = ["GENESIS_LIFE"]
