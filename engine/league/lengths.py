"""The lengths of seasons and the pace of their tables. docs/leagues.md says what they were reckoned from."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta

from engine.match.clock import Pace

__all__ = ["PACE", "SIGN_UP", "season_length"]

PACE = Pace.read("72h+12h")
SIGN_UP = timedelta(weeks=1)
"""Time for which people sign up, and by which a season is put off where too few have."""
_WEEKS: Mapping[str, Mapping[int, int]] = {
    "genial": {2: 6, 3: 7, 4: 8},
    "genesis": {2: 7, 3: 8, 4: 8},
    "genesis_life": {2: 6},
    "familienbande": {2: 8, 3: 7, 4: 7},
    "genesia": {2: 10, 3: 14, 4: 16, 5: 18},
}
_ELSEWHERE = 8


def season_length(game: str, seats: int) -> timedelta:
    """Return the length of a season whose largest table has that many seats."""
    return timedelta(weeks=_WEEKS.get(game, {}).get(seats, _ELSEWHERE))
