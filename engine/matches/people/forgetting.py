"""Forgetting people, and giving them the data that is kept of them."""

from __future__ import annotations

import logging
import secrets
from typing import Any

from engine.game import Refusal
from engine.matches.core.cache import Cache
from engine.matches.core.changing import alone
from engine.matches.core.locks import Locks
from engine.matches.seats.departures import Departures
from engine.store import Store, StoreError

__all__ = ["Forgetting"]

_logger = logging.getLogger(__name__)


class Forgetting:
    """The removal of people from all data."""

    def __init__(self, store: Store, locks: Locks, cache: Cache, departures: Departures) -> None:
        self._store = store
        self.locks = locks
        self._cache = cache
        self._departures = departures

    async def kept_of(self, person: int) -> dict[str, Any]:
        """Return all data that is kept of the person, for JSON; without secrets of matches."""
        return await self._store.kept_of(person)

    async def forget(self, person: int) -> None:
        """Forget the person: id and name leave every row at once, then the seats are given up.

        Seats of running matches go on as after `Departures.leave`; lobbies get another host, or close. A seat
        that cannot be given up now is given up by the next run of upkeep (`give_up_seats`).
        """
        await self._forget(person)
        await self.give_up_seats()

    @alone("person", tries=1)
    async def _forget(self, person: int) -> None:
        for match in await self._store.forget(person):
            self._cache.forget(match)

    async def give_up_seats(self) -> int:
        """Take forgotten persons out of lobbies; return how many seats were given up."""
        left = 0
        for match, nobody in await self._store.open_seats_of_nobody():
            try:
                await self._departures.leave(match, nobody, -secrets.randbits(62))
                left += 1
            except StoreError:
                raise
            except Refusal as error:
                _logger.warning("match %d: a seat could not be given up: %s", match, error)
        return left
