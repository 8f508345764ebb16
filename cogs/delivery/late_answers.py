"""Answers in the place of a process that has ended before it gave them.

Discord shows such a press as being thought about, for good. As long as it lets the bot answer, which is a
quarter of an hour, the person is told what has happened.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any

import aiohttp
import discord
from discord.http import Route

from cogs.answering.answers import UNSENT, words
from cogs.delivery.messenger import in_time
from cogs.services.services import Services
from engine.store import Promise, StoreError

__all__ = ["LateAnswers"]

log = logging.getLogger("longtable.answers")

LOOK = 2.0
"""Seconds between two looks for what another process has left."""
TRIES = 5
"""Tries of one answer, each `LOOK` seconds after the last."""
_LOADING = 1 << 7
_PATH = "/webhooks/{application}/{token}/messages/@original"
_PASSING = (*UNSENT, aiohttp.ClientError)


class LateAnswers:
    """Keeps the promises of processes that have ended."""

    def __init__(self, bot: Any, services: Services) -> None:
        self._bot = bot
        self._services = services
        self._matches = services.matches

    async def run(self, pulse: Callable[[], None] = lambda: None) -> None:
        """Look for what others have left: once where nobody else runs, otherwise until cancelled."""
        while True:
            pulse()
            try:
                await self.look()
                if self._matches.store.sole:
                    return
            except StoreError as error:
                log.info("whom another process owes an answer cannot be seen: %s", error)
            await asyncio.sleep(LOOK)

    async def look(self) -> int:
        """Answer what others have left; return how many that were."""
        answered = 0
        while promises := await self._matches.promises.take_promises():
            for promise in promises:
                answered += await self._keep(promise)
                self._services.promises.settle(promise.interaction)
        return answered

    async def _keep(self, promise: Promise) -> bool:
        """Tell the person, unless the other process has answered after all; whether that was done."""
        reader = await self._services.reader(promise.person)
        page = words(reader.text("answer.restarted"))
        body = {
            "components": page.layout().to_components(),
            "flags": discord.MessageFlags(components_v2=True).value,
            "allowed_mentions": discord.AllowedMentions.none().to_dict(),
        }
        for _ in range(TRIES):
            try:
                there: dict[str, Any] = await self._ask("GET", promise)
                if not int(there.get("flags") or 0) & _LOADING:
                    return False
                await self._ask("PATCH", promise, body)
                return True
            except discord.HTTPException as error:
                if not isinstance(error, discord.DiscordServerError):
                    return False  # it was never acknowledged, or Discord lets nobody answer any more
            except _PASSING as error:
                log.info("an answer in another's place has to wait: %s", error or type(error).__name__)
            await asyncio.sleep(LOOK)
        return False

    async def _ask(self, method: str, promise: Promise, body: dict[str, Any] | None = None) -> Any:
        route = Route(method, _PATH, application=self._bot.application_id, token=promise.token)
        given = {} if body is None else {"json": body}
        return await in_time(self._bot.http.request(route, **given))
