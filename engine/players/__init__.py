"""Automatic players that need no game's rules; each game brings its own stronger ones."""

from engine.players.uniform import RandomPlayer

__all__ = ["RandomPlayer"]
