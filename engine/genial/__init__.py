"""Génial, by Reiner Knizia: 1 to 4 players. Rules in `rules`, vocabulary in `model`."""

from engine.genial.rules import GENIAL

__all__ = ["GENIAL"]
