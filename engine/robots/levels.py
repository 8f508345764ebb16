"""The levels of automatic players: the same five in every game, weakest first."""

from __future__ import annotations

from collections.abc import Collection, Mapping

__all__ = ["LEVELS", "USUAL_LEVEL", "keys_of", "level_of", "levels_among"]

LEVELS = ("novice", "casual", "steady", "strong", "expert")
"""Keys of the levels. A game need not have all of them."""
USUAL_LEVEL = "steady"
"""The level of a robot that nobody has chosen, and of a steward."""
_FORMER = {"greedy": USUAL_LEVEL}
"""Keys in rows, logs and buttons of older versions, and the levels that they mean."""


def level_of(key: str) -> str:
    """Return the level that a key in old rows, logs and buttons means; any other key stands for itself."""
    return _FORMER.get(key, key)


def keys_of(levels: Collection[str]) -> list[str]:
    """Return the keys of these levels, with those that older versions wrote."""
    return [*levels, *(key for key, level in _FORMER.items() if level in levels)]


def levels_among(players: Mapping[str, object]) -> list[str]:
    """Return the levels that a game with these players has, weakest first."""
    return [level for level in LEVELS if level in players]
