"""Refusals of direct messages: closed inboxes, no common server, too many channels at once, quarantine."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from .errors import ApiError, Json
from .rates import wait
from .world import World

__all__ = ["Directs"]

CLOSED_INBOX, NO_COMMON_GUILD, TOO_FAST, QUARANTINED = 50007, 50278, 40003, 20026


class Directs:
    """Checks before a direct channel is opened or written in. All refusals are 403, with Discord's codes.

    `limit` is a number of channels and the seconds in which at most so many may be opened, counting those
    that were open already; `None` sets no limit. A bot in quarantine writes to nobody to whom it has not
    written before.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self.limit: tuple[int, float] | None = None
        self.quarantined = False
        self._clock = clock
        self._opened: deque[float] = deque()

    def demand_opening(self, world: World, person: str) -> None:
        """Refuse to open a direct channel with a person (20026, 40003), or count it."""
        self._demand_acquainted(world, person)
        if self.limit is None:
            return
        if wait(self._opened, self._clock(), *self.limit):
            raise ApiError(TOO_FAST)

    def demand_writing(self, world: World, channel: Json) -> None:
        """Refuse to write in a direct channel (20026, 50278, 50007), or return."""
        person = channel["_person"]
        self._demand_acquainted(world, person)
        if not any(world.is_member(guild, person) for guild in world.bots_guilds):
            raise ApiError(NO_COMMON_GUILD)
        if world.users[person]["_inbox"] != "open":
            raise ApiError(CLOSED_INBOX)

    def _demand_acquainted(self, world: World, person: str) -> None:
        if not self.quarantined:
            return
        channel, bot = world.direct(person, create=False), world.bot["id"]
        written = world.messages.get(channel["id"], {}).values() if channel else ()
        if not any(message["_author"] == bot for message in written):
            raise ApiError(QUARANTINED)
