"""Lanes without a match: what a server is told. SQL: `engine/store/sql/server_lanes.py`.

A match's change adds bulletins to its server's lane in its own transaction (`Change.bulletins`), so that none
is lost and none is there twice. A lane is leased to one sayer, as a match's lane is: the end of the lease is
the due time. What waits in it is said in one message.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Protocol

__all__ = ["GATHER", "NEWS", "Bulletin", "BulletinKind", "ServerLane", "ServerLaneStore"]

NEWS = "news"
"""The kind of the lane that tells a server's news."""
GATHER = 60
"""Seconds that the first bulletin of a lane waits, so that what happens together is said together."""


class BulletinKind(StrEnum):
    """The kinds of bulletins."""

    OPENED = "opened"
    """A table has opened."""
    SEAT = "seat"
    """A seat of a running match is free."""
    OVER = "over"
    """A match is over."""


@dataclass(frozen=True, slots=True)
class Bulletin:
    """Something that a server is to be told."""

    id: int
    kind: BulletinKind
    match: int
    at: datetime


@dataclass(frozen=True, slots=True)
class ServerLane:
    """A channel where a server is told something."""

    id: int
    guild: int
    kind: str
    channel: int
    locale: str
    """The language of what is said there."""
    chosen_by: int
    """The person who chose the channel; that person is told where it lets nothing in any more."""
    is_closed: bool = False
    """The channel lets nothing in: the lane goes once that was told."""
    rests_until: datetime | None = None
    """The instant before which nothing more is said."""
    begun: int = 0
    """The last bulletin of a message that was begun and of which nothing was heard; 0 for none."""


class ServerLaneStore(Protocol):
    """Lanes of servers, and the bulletins in them. `MatchStore.commit` adds those."""

    async def open_server_lane(
        self, guild: int, kind: str, channel: int, locale: str, chosen_by: int
    ) -> ServerLane:
        """Let the server be told things of that kind in this channel from now on, and return its lane.

        A lane of that kind that is there already moves; what waits in it goes.
        """
        ...

    async def close_server_lane(self, guild: int, kind: str) -> None:
        """Tell the server nothing of that kind any more; what waits in the lane goes."""
        ...

    async def forget_server(self, guild: int) -> None:
        """Delete all lanes of the server, and all wishes to hear of tables there."""
        ...

    async def server_lane(self, guild: int, kind: str) -> ServerLane | None:
        """Return the server's lane of that kind; `None` for a server that is not told such things."""
        ...

    async def take_server_lanes(
        self, sayer: str, now: datetime, until: datetime, limit: int
    ) -> list[ServerLane]:
        """Lease to the sayer, `until` then, the lanes that are due, the longest due first."""
        ...

    async def next_server_lane(self) -> datetime | None:
        """Return the instant at which a lane is due next."""
        ...

    async def bulletins(self, lane: int, limit: int) -> list[Bulletin]:
        """Return the latest bulletins of the lane, oldest first. What cannot be read is left out."""
        ...

    # Notes by the process that has leased the lane. Each returns False, with nothing written, when another
    # process has the lane now, or when it was moved or closed.

    async def note_bulletins_begun(self, sayer: str, lane: ServerLane, last: int) -> bool:
        """Note that a message with the bulletins up to the `last` is about to be sent."""
        ...

    async def note_bulletins_said(
        self, sayer: str, lane: ServerLane, last: int, rests_until: datetime | None
    ) -> bool:
        """Delete the bulletins up to the `last`, and give the lane back.

        It is due again, if anything is left in it, not before `rests_until`; `None` lets it rest as before.
        """
        ...

    async def put_off_server_lane(self, sayer: str, lane: ServerLane, due: datetime) -> bool:
        """Give the lane back, due again then."""
        ...

    async def note_lane_closed(self, sayer: str, lane: ServerLane) -> bool:
        """Note that the lane's channel lets nothing in any more; it stays leased, and its bulletins go."""
        ...

    async def drop_server_lane(self, sayer: str, lane: ServerLane) -> bool:
        """Delete a closed lane."""
        ...
