"""Génial, by Reiner Knizia, for 1 to 4 players. The rules are in `rules`, moves and views in `model`."""

from engine.genial.rules import GENIAL

__all__ = ["GENIAL"]
