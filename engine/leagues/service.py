"""The parts of the service of leagues, on top of that of matches."""

from __future__ import annotations

from collections.abc import Callable

from engine.chance import new_seed
from engine.leagues.calendar import Calendar
from engine.leagues.leagues import Leagues
from engine.leagues.ratings import Ratings
from engine.matches.core.alarm import SHARED, Alarm
from engine.matches.service import Matches

__all__ = ["LeagueService"]


class LeagueService:
    """The leagues, their calendar, and the ratings; the owner runs `calendar.run`."""

    def __init__(self, matches: Matches, *, seed: Callable[[], bytes] = new_seed) -> None:
        alarm = Alarm() if matches.store.sole else Alarm(SHARED)
        self.leagues = Leagues(matches.store, matches.loader, matches.now, seed, alarm.set)
        self.ratings = Ratings(matches.store, matches.loader.locks, matches.now)
        self.calendar = Calendar(
            matches.store,
            matches.loader,
            matches.lobbies,
            matches.seat_clocks,
            matches.departures,
            matches.moderation,
            matches.queries,
            matches.now,
            seed,
            alarm,
            matches.timekeeper,
        )
