"""The servers in an address: one takes writes, the others follow it until one is promoted."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

import asyncpg

__all__ = ["Servers", "servers_of"]

_OTHERS = 1.0
"""Seconds for which the first connection ever waits for another server that was promoted later."""
_TIMELINE = (
    "SELECT CASE WHEN pg_is_in_recovery() THEN NULL ELSE left(pg_walfile_name(pg_current_wal_lsn()), 8) END"
)
"""Statement for the timeline of the server's log, or null if it takes no writes.

Each promotion begins a new timeline, and the server that was replaced stays on the old one."""


class Servers:
    """Connections to the one server that takes writes.

    All servers are tried at once, so that one that hangs does not delay the others. Once a promoted server
    has answered, the one that it replaced is ignored, should it come back.
    """

    def __init__(self, url: str) -> None:
        self.url = url
        self.moved: Callable[[], Awaitable[None]] | None = None
        """Called when another server has begun to take the writes."""
        self._each = servers_of(url)
        self._timeline = 0

    async def connect(self, *_: Any, **settings: Any) -> asyncpg.Connection[Any]:
        """Open a connection to the server that takes writes.

        Arguments and errors are those of `asyncpg.connect`.
        """
        if len(self._each) == 1:
            return await asyncpg.connect(self.url, **settings)
        asked = {asyncio.create_task(self._ask(url, settings)) for url in self._each}
        found: tuple[int, asyncpg.Connection[Any]] | None = None
        errors: list[BaseException] = []
        waiting = asked
        try:
            while waiting and not (found and self._timeline):
                done, waiting = await asyncio.wait(
                    waiting, timeout=_OTHERS if found else None, return_when=asyncio.FIRST_COMPLETED
                )
                if not done:
                    break
                for task in done:
                    if error := task.exception():
                        errors.append(error)
                    elif found is None or task.result()[0] > found[0]:
                        found = task.result()
        finally:
            await self._end(asked, found)
        if found is None:
            # A refusal by one server says more than the failure to reach another one.
            raise next((error for error in errors if isinstance(error, asyncpg.PostgresError)), errors[-1])
        before, self._timeline = self._timeline, max(self._timeline, found[0])
        if 0 < before < self._timeline and self.moved is not None:
            await self.moved()
        return found[1]

    async def _ask(self, url: str, settings: dict[str, Any]) -> tuple[int, asyncpg.Connection[Any]]:
        """Return the server's timeline and a connection to it.

        Raises `TargetServerAttributeNotMatched` if it takes no writes, or was replaced.
        """
        connection = await asyncpg.connect(url, **settings)
        try:
            timeline = await connection.fetchval(_TIMELINE)
            if timeline is None or int(timeline, 16) < self._timeline:
                raise asyncpg.TargetServerAttributeNotMatched("this server takes no writes")
        except BaseException:
            connection.terminate()
            raise
        return int(timeline, 16), connection

    async def _end(
        self,
        asked: set[asyncio.Task[tuple[int, asyncpg.Connection[Any]]]],
        found: tuple[int, asyncpg.Connection[Any]] | None,
    ) -> None:
        """Cancel the other tries, and close every connection but the one that was found."""
        for task in asked:
            task.cancel()
        for answer in await asyncio.gather(*asked, return_exceptions=True):
            if not isinstance(answer, BaseException) and answer is not found:
                answer[1].terminate()


def servers_of(url: str) -> list[str]:
    """Return one address for each server in this one, which is written for libpq. Raises `ValueError`.

    The servers stand in place of the host (``//a,b:5433/…``), or in the query
    (``?host=/one,/other&port=5432,5433``).
    """
    parts = urlsplit(url)
    name, at, listed = parts.netloc.rpartition("@")
    query = parse_qsl(parts.query, keep_blank_values=True)
    named = dict(query)
    hosts = (listed or named.get("host", "")).split(",")
    ports = named.get("port", "").split(",")
    if len(hosts) == 1:
        return [url]
    if len(ports) not in (1, len(hosts)):
        raise ValueError("as many ports as hosts are needed")
    addresses: list[str] = []
    for place, host in enumerate(hosts):
        own = dict(named)
        if len(ports) > 1:
            own["port"] = ports[place]
        if not listed:
            own["host"] = host
        place_of = f"{name}{at}{host}" if listed else parts.netloc
        addresses.append(f"{parts.scheme}://{place_of}{parts.path}?{urlencode(own)}")
    return addresses
