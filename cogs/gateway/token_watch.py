"""The watch over the token: Discord must refuse it twice before the bot ends."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

import aiohttp
import discord
from discord.http import Route

log = logging.getLogger("longtable.token")


class TokenWatch:
    """Finds out whether the token was withdrawn."""

    def __init__(self, client: discord.Client, unauthorised: asyncio.Event) -> None:
        """`unauthorised` is set whenever a request of the bot was answered with status 401."""
        self._client = client
        self._unauthorised = unauthorised
        self.withdrawn = asyncio.Event()
        """Set when Discord does not know the token any more."""

    async def run(self, pulse: Callable[[], None]) -> None:
        """Ask again whenever Discord says that it does not know the token: once may be its own trouble."""
        while True:
            await self._unauthorised.wait()
            self._unauthorised.clear()
            try:
                await self._client.http.request(Route("GET", "/users/@me"))
            except discord.HTTPException as error:
                if error.status == 401:
                    break
            except (aiohttp.ClientError, OSError) as error:
                log.info("whether the token is known could not be asked: %s", error)
        self.withdrawn.set()
        await asyncio.Event().wait()
