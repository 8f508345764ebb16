"""The interface of the whole sandbox for its parts.

The server builds the parts and is a `Box`. The parts import this module and never the server.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Any, Protocol

from aiohttp import web

from .bodies import Body
from .directs import Directs
from .errors import Json
from .faults import Faults
from .ledger import Ledger
from .rates import Rates
from .starts import Starts
from .storage import Storage
from .world import World

__all__ = ["BOX", "Audience", "Box", "Events", "Interactions"]


class Events(Protocol):
    """The gateway, which sends events to the bot's sessions."""

    @property
    def online(self) -> bool: ...

    def dispatch(self, event: str, data: Any, intent: int = 0) -> None: ...

    def dispatch_message(self, event: str, message: Json, direct: bool) -> None: ...

    async def serve(self, request: web.Request) -> web.StreamResponse: ...

    async def trouble(self, kind: str, seconds: float = ..., shard: int | None = ...) -> int: ...

    async def end_sessions(self) -> None: ...


class Audience(Protocol):
    """The receivers of events: the bot, and the people who see what has changed."""

    def join(self, person: str) -> asyncio.Queue[Json]: ...

    def leave(self, person: str, queue: asyncio.Queue[Json]) -> None: ...

    def tell(self, person: str, frame: Json) -> None: ...

    def tell_all(self, frame: Json) -> None: ...

    def message_created(self, message: Json, pinged: list[str]) -> None: ...

    def ping(self, message: Json, people: Iterable[str]) -> None: ...

    def refresh_message(self, message: Json) -> None: ...

    def message_updated(self, message: Json) -> None: ...

    def message_deleted(self, message: Json) -> None: ...

    def channel_changed(self, what: str, channel: Json, *, extra: Json | None = None) -> None: ...

    def row(self, channel: Json, person: str | None) -> Json: ...

    def typing(self, channel: Json) -> None: ...

    def person_changed(self, person: Json) -> None: ...

    def bot_changed(self) -> None: ...


class Interactions(Protocol):
    """The interactions that people send to the bot, and its answers."""

    async def ask(
        self,
        person: Json,
        kind: int,
        channel: Json,
        data: Json,
        *,
        source: Json | None = None,
        opener: Json | None = None,
        locale: str | None = None,
        deliver: int = 1,
    ) -> Json: ...

    def find(self, token: str, interaction_id: str | None = None) -> Json: ...

    def callback(self, interaction_id: str, token: str, body: Body) -> Json: ...

    def follow_up(self, token: str, body: Body) -> Json: ...

    def edit(self, token: str, message_id: str, body: Body) -> Json: ...

    def get(self, token: str, message_id: str) -> Json: ...

    def delete(self, token: str, message_id: str) -> None: ...


class Box(Protocol):
    """The sandbox, as its parts see it."""

    first_response: float
    """Seconds that an interaction waits for its first answer."""
    heartbeat_ms: int
    """Milliseconds between two heartbeats that the gateway asks of a client."""
    url: str
    storage: Storage
    world: World
    ledger: Ledger
    faults: Faults
    rates: Rates
    starts: Starts
    directs: Directs
    pages: set[web.WebSocketResponse]
    """Open pages of people."""

    @property
    def token(self) -> str: ...

    @property
    def gateway_url(self) -> str: ...

    @property
    def gateway(self) -> Events: ...

    @property
    def audience(self) -> Audience: ...

    @property
    def desk(self) -> Interactions: ...


BOX = web.AppKey[Box]("sandbox")
