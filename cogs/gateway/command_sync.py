"""Discord is told of the commands once they have changed, by one process of all."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
from collections.abc import Callable

from cogs.gateway.client import Client
from cogs.text.translation import wording
from engine.matches import Matches
from engine.store import StoreError

log = logging.getLogger("longtable.commands")

LEAD = 1.0
"""Seconds between two looks at whether this process serves shard 0 now."""


class CommandSync:
    """Sends the commands to Discord when they differ from those that it was sent last."""

    def __init__(self, client: Client, matches: Matches) -> None:
        self._client = client
        self._matches = matches

    async def is_turn(self) -> bool:
        """Return whether this process may send them at its start: it has shard 0, and no older one lives."""
        leads = self._client.leads() or 0 in await self._matches.store.leased_shards()
        return leads and not self._matches.store.code_levels.has_older

    async def sync_in_turn(self, pulse: Callable[[], None]) -> None:
        """Send the commands once this process serves shard 0, if it ever does.

        An older process that lives would have to answer the new commands: they are not sent before it ends.
        """
        while True:
            pulse()
            if self._client.leads() and not self._matches.store.code_levels.has_older:
                try:
                    return await self.sync()
                except StoreError as error:
                    log.info("Discord is told of the commands later: %s", error)
            await asyncio.sleep(LEAD)

    async def sync(self) -> None:
        """Send the commands and their translations, unless Discord has them already. Raises `StoreError`."""
        tree = self._client.tree
        every = [command.to_dict(tree) for command in tree.get_commands()]
        text = json.dumps([every, wording()], sort_keys=True, default=str)
        digest = hashlib.sha256(f"{self._client.application_id}:{text}".encode()).hexdigest()
        if await self._matches.posts.note("commands") == digest:
            there = {command.name for command in await tree.fetch_commands()}
            if there == {command.name for command in tree.get_commands()}:
                return
        await tree.sync()
        await self._matches.posts.save_note("commands", digest)
