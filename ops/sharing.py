"""Requests that Discord allows one bot, shared among the processes on one database."""

from __future__ import annotations

import asyncio
import logging

from engine.store import Store, StoreError
from ops.requests import Requests
from ops.supervision import Pulse

log = logging.getLogger("longtable.sharing")

LOOK = 2.0
"""Seconds between two looks at how many processes share the bot."""


async def share_requests(store: Store, requests: Requests, pulse: Pulse) -> None:
    """Tell `requests`, again and again, how many processes there are and what Discord has refused them."""
    while True:
        pulse()
        try:
            cluster = await store.cluster()
            requests.among(cluster.processes, cluster.invalid)
        except StoreError as error:
            log.info("how many processes there are cannot be seen: %s", error)
        await asyncio.sleep(LOOK)
