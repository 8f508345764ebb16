"""Matches that are over: finding them, and how they came out. SQL: `engine/store/sql/history.py`."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Protocol

from engine.match.changes import StoredMatch
from engine.match.values import SearchWord

__all__ = ["EndedSearch", "HistoryStore"]


@dataclass(frozen=True, slots=True)
class EndedSearch:
    """The matches that are looked for; all conditions hold."""

    channels: Collection[int]
    """The channels that whoever asks may see."""
    person: int | None = None
    """Somebody who sits at the match, or has resigned from it and may see its channel."""
    guild: int | None = None
    """The server on which it was played, in one of the `channels`."""
    game: str | None = None
    other: int | None = None
    """Somebody who sits there too."""
    words: tuple[SearchWord, ...] = ()
    season: int | None = None
    """The season of a league (`Season.id`) of which it was a table."""


class HistoryStore(Protocol):
    """Matches that are over."""

    async def ended_matches(self, search: EndedSearch, skip: int, limit: int) -> list[StoredMatch]:
        """Return the matches found, without the first `skip`, the one that ended last first."""
        ...

    async def seasons_played(self, guild: int, limit: int) -> list[tuple[int, int, str, int]]:
        """Return the seasons of a server's leagues that have begun, the latest first: their ids, the channel
        and game of the league, and their numbers."""
        ...

    async def ended_channels(
        self, *, guild: int | None = None, resigned: int | None = None
    ) -> list[tuple[int, int, str]]:
        """Return the guilds, channels and languages of matches that are over: of a guild, or of those from
        which somebody has resigned."""
        ...

    async def results_of(self, matches: Collection[int]) -> dict[int, str]:
        """Return how these matches came out, as it was saved; those of which it is not known are missing."""
        ...

    async def save_result(
        self,
        match: int,
        result: str,
        rated: str | None = None,
        answers: str | None = None,
        *,
        version: int | None = None,
    ) -> None:
        """Save how a match that is over came out, and the columns `rated` and `answers`.

        With a `version`, only if the match still has it: somebody may have been forgotten since it was read.
        """
        ...

    async def answers_of(self, matches: Collection[int]) -> dict[int, str]:
        """Return the times of answers of these matches, as they were saved."""
        ...

    async def without_result(self, after: int, limit: int) -> list[int]:
        """Return the lowest numbers above `after` of matches that are over without a result that is kept."""
        ...

    async def matches_shown_by(self, channel: int, message: int, person: int) -> list[int]:
        """Return the matches of which that message, or that thread, shows something to all, or to the
        person."""
        ...
