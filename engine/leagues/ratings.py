"""The ratings of persons, by game and as a server's leaderboard."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from engine.league.ratings import RIVALS, Shown, rated, rivals_of, shown
from engine.match.values import Person
from engine.matches.core.locks import Locks
from engine.store import Store

__all__ = ["Line", "Ratings"]

RATED_EVERY = timedelta(minutes=15)


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a leaderboard."""

    person: Person
    rating: Shown


@dataclass(frozen=True, slots=True)
class _Known:
    at: datetime
    shown: Mapping[int, Shown]
    counts: Mapping[int, int]
    """Rated matches by person, of those too whose rating is not shown yet."""
    rivals: Mapping[int, int]
    """Opponents of each person, as `rivals_of` counts them."""
    seen: Mapping[int, frozenset[int]]
    """The persons with a rated match on each server."""


class Ratings:
    """The ratings, worked out anew from all results every quarter of an hour."""

    def __init__(self, store: Store, locks: Locks, now: Callable[[], datetime]) -> None:
        self._store = store
        self._now = now
        self.locks = locks
        self._games: dict[str, _Known] = {}

    async def of_game(self, game: str) -> Mapping[int, Shown]:
        """Return the ratings of persons in the game."""
        return (await self._known(game)).shown

    async def of_person(self, game: str, person: int) -> tuple[Shown | None, int]:
        """Return the rating of a person, if it is shown, and the number of rated matches."""
        known = await self._known(game)
        return known.shown.get(person), known.counts.get(person, 0)

    async def leaderboard(self, game: str, guild: int) -> list[Line]:
        """Return the leaderboard of a server, the highest first: of those who agreed to be on it, have a
        rated match there, and have met enough different opponents.
        """
        known = await self._known(game)
        seen = known.shown.keys() & known.seen.get(guild, frozenset())
        there = {each for each in seen if known.rivals.get(each, 0) >= RIVALS}
        agreed = [each for each in await self._store.people_of(there) if each.chosen.listed]
        lines = [Line(each, known.shown[each.id]) for each in agreed]
        return sorted(lines, key=lambda each: (-each.rating.middle, each.person.id))

    async def _known(self, game: str) -> _Known:
        now = self._now()

        async def work() -> _Known:
            known = self._games.get(game)
            if known is None or now - known.at >= RATED_EVERY:
                tables = await self._store.rated_tables(game)

                def work_out() -> _Known:
                    ratings = rated(tables)
                    seen: dict[int, set[int]] = {}
                    for table in tables:
                        seen.setdefault(table.guild, set()).update(table.ranks)
                    counts = {person: each.matches for person, each in ratings.items()}
                    frozen = {guild: frozenset(persons) for guild, persons in seen.items()}
                    return _Known(now, shown(ratings, now), counts, rivals_of(tables), frozen)

                # Thousands of tables take a fifth of a second.
                known = self._games[game] = await asyncio.to_thread(work_out)
            return known

        return await self.locks.alone(("ratings", game), work, again=1)
