"""The durations of matches among people, as ``python -m bench.weeks --write`` has measured them."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from datetime import datetime, timedelta
from functools import cache
from importlib.resources import files

from engine.matches import Match, Status

__all__ = ["LEAST", "weeks", "weeks_left"]

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


def weeks_left(match: Match, now: datetime) -> int | None:
    """Return the weeks that a running match is likely to last still, one at least; `None` if unmeasured.

    Robots at the table shorten it. Where such a match is over by now usually, the time within which nine of
    ten end counts.
    """
    found = _measured().get((match.game, match.size, str(match.pace)))
    if found is None or match.status is not Status.RUNNING:
        return None
    played = (now - match.opened_at) / timedelta(days=1)
    left = next((days - played for days in found if days > played), 0.0)
    return max(1, round(left / _WEEK))
