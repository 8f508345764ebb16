"""How long matches take among people: figures that ``python -m bench.weeks --write`` has measured."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from engine.matches import Match

__all__ = ["LEAST", "weeks"]

LEAST = 8
"""Of fewer matches nothing is said."""
_WEEK = 7


@cache
def _measured() -> Mapping[tuple[str, int, str], tuple[float, float]]:
    """By game, seats and pace: days that half of the matches took at most, and nine of ten."""
    with files("cogs.text").joinpath("durations.csv").open(encoding="ascii") as file:
        return {
            (row["game"], int(row["seats"]), row["pace"]): (float(row["median"]), float(row["nine_of_ten"]))
            for row in csv.DictReader(file)
            if int(row["matches"]) >= LEAST
        }


def weeks(match: Match) -> tuple[int, int] | None:
    """About how many weeks such a match takes, and within how many nine of ten end; `None`: nobody knows.

    Robots answer at once: with one at the table no figure holds.
    """
    if any(each.player is not None for each in match.occupants):
        return None
    found = _measured().get((match.game, match.size, str(match.pace)))
    if found is None:
        return None
    median, most = found
    usual = max(1, round(median / _WEEK))
    return usual, max(usual, -int(-most // _WEEK))
