"""Familienbande, by Leo Colovini, for 2 to 4 players.

The rules are in `rules`, the cards in `cards`, moves and views in `model`.
"""

from engine.familienbande.rules import FAMILIENBANDE

__all__ = ["FAMILIENBANDE"]
