"""Wishes: a person is told once when a table of a game opens in a server."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from engine.game import Refusal
from engine.match.changes import NewNotice, StoredMatch
from engine.match.clock import Pace
from engine.matches.core.timekeeper import Timekeeper
from engine.store import CLUB_CODE_LEVEL, WISH_LASTS, Store, Wish

__all__ = ["MAX_WISHES", "WISH", "Wishes"]

MAX_WISHES = 6
"""The number of wishes that a person may have."""
WISH = "wish"
"""Kind of the notices that a table has opened for which somebody has wished."""


class Wishes:
    """People's wishes to hear of tables that open."""

    def __init__(self, store: Store, timekeeper: Timekeeper) -> None:
        self._store = store
        self._timekeeper = timekeeper

    async def add(self, person: int, guild: int, game: str, pace: str) -> None:
        """Add a wish for a table of that game and pace in that server; an empty pace stands for any.

        Raises `Refusal` ``too_many_wishes``, ``pace_unknown``, ``no_wishes_yet`` while older code runs on the
        database: it would tell nobody.
        """
        if self._store.code_levels.lowest < CLUB_CODE_LEVEL:
            raise Refusal("no_wishes_yet")
        known = str(Pace.read(pace)) if pace else ""
        now = self._timekeeper.now()
        if not await self._store.add_wish(person, guild, game, known, now, MAX_WISHES):
            raise Refusal("too_many_wishes", most=MAX_WISHES)

    async def of(self, person: int) -> Sequence[Wish]:
        """Return the person's wishes, oldest first."""
        return await self._store.wishes_of(person, self._timekeeper.now() - WISH_LASTS)

    async def set_listed(self, person: int, wish: int, *, listed: bool) -> None:
        """Tell of the wish in the list of the person's matches alone, or by a direct message."""
        await self._store.list_wish(person, wish, listed=listed)

    async def end(self, person: int, wish: int) -> None:
        """End a wish; one that has ended already stays so."""
        await self._store.end_wishes(person, (wish,))

    async def fulfilled_by(self, stored: StoredMatch) -> Sequence[Wish]:
        """Return the waiting wishes that an open table fulfils, but for those of people who are there."""
        if stored.row_state.private or stored.lobby.guests_only or not stored.venue.guild:
            return ()
        since = self._timekeeper.now() - WISH_LASTS
        found = await self._store.wishes_for(stored.venue.guild, stored.game, stored.pace, since)
        there = {stored.host, *stored.persons, *(guest.person for guest in stored.lobby.guests)}
        return [each for each in found if each.person not in there]

    async def notices(self, stored: StoredMatch) -> tuple[NewNotice, ...]:
        """Return the notices to those whose wishes a table fulfils that is about to open."""
        if len(stored.occupants) + len(stored.lobby.guests) >= stored.size:
            return ()
        persons = dict.fromkeys(each.person for each in await self.fulfilled_by(stored))
        return tuple(NewNotice(WISH, person=person) for person in persons)

    async def claim(self, person: int, wishes: Collection[int], notice: int) -> Sequence[int]:
        """Reserve the telling of these wishes for this notice; return those of which nobody else tells."""
        return await self._store.claim_wishes(person, wishes, notice)
