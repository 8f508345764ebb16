"""The list of a person's matches, in the order in which they need attention."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta

from engine.match.values import Inbox, Match, Status, Waiting
from engine.matches.core.deadlines import Deadlines
from engine.matches.core.loader import Loader
from engine.matches.core.timekeeper import Timekeeper
from engine.matches.queries import Queries
from engine.store import WISH_LASTS, Store

__all__ = ["Inboxes"]

MAX_ENDED = 5
"""Matches that have ended, at most, in one list."""
RECENT = timedelta(days=7)
MAX_LOBBIES = 25
_NEVER = datetime.max.replace(tzinfo=UTC)


class Inboxes:
    """Lists of matches. The number of queries does not depend on that of matches."""

    def __init__(
        self,
        store: Store,
        loader: Loader,
        queries: Queries,
        deadlines: Deadlines,
        timekeeper: Timekeeper,
    ) -> None:
        self._store = store
        self._loader = loader
        self._queries = queries
        self._deadlines = deadlines
        self._timekeeper = timekeeper

    async def inbox(self, person: int) -> Inbox:
        """Return everything that is listed of a person's matches. Raises `StoreError`."""
        lobbies = await self._store.find_matches(person, (Status.LOBBY,), None, (), MAX_LOBBIES)
        kept = await self._store.lobbies_for(person, MAX_LOBBIES)
        ended = await self._store.ended_since(person, self._timekeeper.now() - RECENT, MAX_ENDED)
        mine, others = await self._running(person)
        wishes = await self._store.wishes_of(person, self._timekeeper.now() - WISH_LASTS)
        wished = await self._store.matches_of([each.match for each in wishes if each.match is not None])
        return Inbox(
            mine,
            others,
            tuple(self._loader.public_match(each) for each in lobbies),
            tuple(self._loader.public_match(each) for each in kept if each.lobby.guest(person)),
            tuple(self._loader.public_match(each) for each in ended),
            tuple(
                Waiting(each.match, each.asked, each.since)
                for each in sorted(
                    await self._store.watched_by(person), key=lambda one: (one.since, one.match)
                )
            ),
            wished=tuple(
                table
                for each in wished
                if (table := self._loader.public_match(each)).has_seat_for(person)
                if table.status is Status.LOBBY
            ),
        )

    async def next_for(self, person: int, besides: int | None = None) -> int | None:
        """Return the match that has waited longest for the person, or whose time runs out first."""
        mine, _ = await self._running(person)
        return next((each.match for each in mine if each.match != besides), None)

    async def waiting_for(self, person: int) -> Mapping[int, Waiting]:
        """Return the running matches that wait for the person, by number."""
        mine, _ = await self._running(person)
        return {each.match: each for each in mine}

    async def public_matches(self, matches: tuple[int, ...]) -> Mapping[int, Match]:
        """Return these matches as everybody may know them, without their logs."""
        found = await self._store.matches_of(matches)
        return {each.id: self._loader.public_match(each) for each in found}

    async def running_in(self, guild: int, limit: int = 200) -> Sequence[Waiting]:
        """Return the running matches of that server, the longest waiting first."""
        found = await self._store.running_in(guild, limit)
        return [Waiting(each.match, each.asked, each.since) for each in found]

    async def _running(self, person: int) -> tuple[tuple[Waiting, ...], tuple[Waiting, ...]]:
        """Return the matches that wait for the person, and those that wait for others."""
        seats = await self._store.seats_of(person)
        deadlines = await self._deadlines.deadlines(person, seats)
        mine: list[Waiting] = []
        others: list[Waiting] = []
        for each in seats:
            self._loader.note_unreadable(each.match, each.unreadable)
            waits = each.waits
            if waits is None:
                waits = await self._queries.is_waiting_for(each.match, person)
            due = each.lapse or deadlines.get(each.match)
            waiting = Waiting(each.match, each.asked, each.since, due if waits else None)
            (mine if waits else others).append(waiting)
        mine.sort(key=lambda each: (each.deadline or _NEVER, each.since, each.match))
        others.sort(key=lambda each: (each.since, each.match))
        return tuple(mine), tuple(others)
