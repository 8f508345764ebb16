"""Leagues, their seasons and members. SQL: `engine/store/sql/leagues.py`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from engine.league.ratings import RatedTable
from engine.league.values import Act, League, Season

__all__ = ["LeaguePlace", "LeagueStore"]


@dataclass(frozen=True, slots=True)
class LeaguePlace:
    """The place of a match in a league: its season and division."""

    league: int
    guild: int
    channel: int
    post: int | None
    """The league's message in its channel."""
    seats: int
    """The seats of the league's tables."""
    season: int
    """From 1."""
    level: int
    """From 0, the highest."""
    division: int
    """From 0, over all levels."""
    divisions: int
    """The number of divisions of the season."""


class LeagueStore(Protocol):
    """Leagues: opening, changing and finding them. `MatchStore.commit` fills a table with its match."""

    async def open_league(self, league: League, act: Act) -> int:
        """Write a new league and its first season; return its number.

        A click that has opened one gets the same.
        """
        ...

    async def league(self, league: int) -> League | None:
        """Return the league with its latest seasons; `None` if there is none, or it cannot be read."""
        ...

    async def season(self, league: int, number: int) -> Season | None:
        """Return a season of the league, however long ago; `None` if there is none, or it cannot be read."""
        ...

    async def top_divisions(self, league: int) -> list[Season]:
        """Return the closed seasons, newest first, each with the members and tables of its first division."""
        ...

    async def leagues_of(self, guild: int) -> list[int]:
        """Return the numbers of the server's leagues that have not ended, or play still, oldest first."""
        ...

    async def league_of(self, match: int) -> int | None:
        """Return the league whose table the match is; `None` for other matches."""
        ...

    async def league_ranks(self, league: int) -> list[tuple[int, dict[int, int]]]:
        """Return the tables of all seasons that count: the season's number, and the rank of each member."""
        ...

    async def league_place(self, match: int) -> LeaguePlace | None:
        """Return where in a league the match is played; `None` for matches of no league."""
        ...

    async def commit_league(self, before: League, after: League, acts: Sequence[Act] = ()) -> None:
        """Write what `after` has otherwise than `before`, and lines of its log.

        New seasons have the number 0 as their id. Raises `Conflict` if the league has been changed since.
        """
        ...

    async def take_league(self, now: datetime, until: datetime, shards: int = 0) -> int | None:
        """Put off the calendar of a league that is due, `until` then, and return it; `None` if none is due.

        With `shards`, their number, leagues wait whose servers' shard has no session: nobody can press there.
        Who has taken it does what is due until then; who changes it at the same time gets a `Conflict`.
        """
        ...

    async def next_league(self, shards: int = 0) -> datetime | None:
        """Return the instant at which a league is due next, as `take_league` takes it."""
        ...

    async def rated_tables(self, game: str) -> list[RatedTable]:
        """Return the rated matches of a game that are over: tables of leagues that count, and others that
        were opened as rated.
        """
        ...

    async def acts_of(self, league: int, limit: int) -> list[Act]:
        """Return the latest lines of the league's log, newest first."""
        ...
