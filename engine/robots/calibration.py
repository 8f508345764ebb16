"""The share of the win that players said, and the share that came true: measured, never guessed.

``python -m tests.yardstick.calibration`` measures it and writes the table.
"""

from __future__ import annotations

import logging
from functools import cache
from importlib.resources import files
from itertools import pairwise

import msgspec

__all__ = ["Bin", "true_share"]

_log = logging.getLogger(__name__)


class Bin(msgspec.Struct, frozen=True):
    """Positions in which a player said about the same share."""

    said: float
    """The mean of what was said."""
    true: float
    """The share of the win that came of them."""
    positions: int


@cache
def _tables() -> dict[str, list[Bin]]:
    file = files("engine.robots") / "calibration.json"
    if not file.is_file():
        return {}
    try:
        return msgspec.json.decode(file.read_bytes(), type=dict[str, list[Bin]])
    except (OSError, ValueError) as error:
        _log.warning("what robots say is told in words, not in per cent: %s is broken: %s", file, error)
        return {}


def true_share(game: str, seats: int, player: str, version: int, said: float) -> float | None:
    """Return the share of the win that came of positions with that share; `None` where it was not measured.

    A player of another version than the measured one could say something else.
    """
    bins = _tables().get(f"{game}/{seats}/{player}/{version}")
    if not bins:
        return None
    if said <= bins[0].said:
        return bins[0].true
    for low, high in pairwise(bins):
        if said <= high.said:
            part = (said - low.said) / max(high.said - low.said, 1e-9)
            return low.true + part * (high.true - low.true)
    return bins[-1].true
