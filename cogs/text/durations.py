"""The durations of matches among people, as ``python -m bench.weeks --write`` has measured them."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from engine.matches import Match

__all__ = ["LEAST", "weeks"]

LEAST = 8
"""Matches that must have been measured before their duration is shown."""
_WEEK = 7


@cache
def _measured() -> Mapping[tuple[str, int, str], tuple[float, float]]:
    """Return, by game, seats and pace, the days within which half of the matches ended, and nine of ten."""
    with files("cogs.text").joinpath("durations.csv").open(encoding="ascii") as file:
        return {
            (row["game"], int(row["seats"]), row["pace"]): (float(row["median"]), float(row["nine_of_ten"]))
            for row in csv.DictReader(file)
            if int(row["matches"]) >= LEAST
        }


def weeks(match: Match) -> tuple[int, int] | None:
    """Return the usual weeks of such a match, and those within which nine of ten end; `None` if unmeasured.

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
