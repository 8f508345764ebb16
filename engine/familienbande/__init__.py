"""Familienbande, by Leo Colovini: 2 to 4 players. Rules in `rules`, vocabulary in `cards` and `model`."""

from engine.familienbande.rules import FAMILIENBANDE

__all__ = ["FAMILIENBANDE"]
