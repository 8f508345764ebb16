"""Genesis, by Reiner Knizia, for 2 to 4 players. The rules are in `rules`, moves and views in `model`."""

from engine.genesis.rules import GENESIS

__all__ = ["GENESIS"]
