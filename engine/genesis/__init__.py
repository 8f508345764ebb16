"""Genesis, by Reiner Knizia: 2 to 4 players. Rules in `rules`, vocabulary in `model`."""

from engine.genesis.rules import GENESIS

__all__ = ["GENESIS"]
