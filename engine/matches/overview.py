"""The overview of a server's matches for its moderators: those first that need somebody."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import IntEnum

from engine.game import Seat
from engine.match.changes import StoredMatch
from engine.match.values import Match, Status, Waiting
from engine.matches.core.deadlines import Deadlines
from engine.matches.core.loader import Loader
from engine.store import Store

__all__ = ["Need", "Overviewed", "Overviews"]

_NEVER = datetime.max.replace(tzinfo=UTC)


class Need(IntEnum):
    """The reasons for which a match may need somebody, the most urgent first."""

    LATE = 0
    """The time of somebody who is asked has run out."""
    SEAT = 1
    """A seat is free."""
    ASLEEP = 2
    ROBOTS = 3
    """No person is there: robots alone play."""
    ALONE = 4
    """Its table has not begun, and one person alone sits there."""
    NONE = 5
    """The match goes on, or its table fills."""


@dataclass(frozen=True, slots=True)
class Overviewed:
    """A match of a server that has not ended."""

    match: Match
    waiting: Waiting | None
    """Whom it waits for; `None` before it has begun."""
    need: Need
    late: tuple[Seat, ...] = ()
    """The seats whose time has run out."""

    @property
    def deadline(self) -> datetime | None:
        """The first deadline of those who are asked, which may have passed."""
        return None if self.waiting is None else self.waiting.deadline

    @property
    def order(self) -> tuple[int, datetime, datetime, int]:
        """The key by which matches are listed: by need, then the first deadline, then the longest waiting."""
        since = self.match.opened_at if self.waiting is None else self.waiting.since
        return self.need, self.deadline or _NEVER, since, self.match.id


class Overviews:
    """Overviews of servers. The number of queries does not depend on that of matches."""

    def __init__(self, store: Store, loader: Loader, deadlines: Deadlines) -> None:
        self._store = store
        self._loader = loader
        self._deadlines = deadlines

    async def of(self, guild: int, limit: int) -> Sequence[Overviewed]:
        """Return the server's matches that run or have not begun, up to `limit` of each."""
        running = {each.match: each for each in await self._store.running_in(guild, limit)}
        stored = await self._store.matches_of(tuple(running))
        deadlines = await self._deadlines.deadlines_in(guild, stored)
        now, found = self._deadlines.now(), list[Overviewed]()
        for each in stored:
            row, due = running[each.id], deadlines.get(each.id, {})
            late = tuple(
                sorted(seat for seat, until in due.items() if until <= now or each.clock(seat).grace)
            )
            first = min(due.values(), default=None)
            match = self._loader.public_match(each)
            waiting = Waiting(each.id, row.asked, row.since, first)
            found.append(Overviewed(match, waiting, _need(each, match, late), late))
        for each in await self._store.lobbies_at(guild, limit):
            match = self._loader.public_match(each)
            alone = len(each.persons) < 2 and not match.lobby.guests
            found.append(Overviewed(match, None, Need.ALONE if alone else Need.NONE))
        return sorted(found, key=lambda one: one.order)


def _need(stored: StoredMatch, match: Match, late: Sequence[Seat]) -> Need:
    if match.status is not Status.RUNNING:
        return Need.NONE
    if match.is_asleep:
        return Need.ASLEEP
    if late:
        return Need.LATE
    if match.free_seats:
        return Need.SEAT
    there = [seat for seat, one in enumerate(match.occupants) if one.person is not None and one.person > 0]
    if all(seat in match.absent for seat in there):
        return Need.ROBOTS
    return Need.NONE
