"""The shards of this process, of several on one database: those that it is told to serve, or its share."""

from __future__ import annotations

import asyncio
import logging
import math
import time
from collections.abc import Callable, Iterable, Sequence

import discord

from cogs.gateway.sessions import Sessions, Turns
from engine.store import Lease, Misfit, Store, StoreError

__all__ = ["Leases"]

log = logging.getLogger("longtable.leases")

LOOK = 2.0
"""Seconds between two looks at who serves what."""
OFFER = 30.0
"""Seconds for which a process is above its share before it offers a shard, and between two of them."""
HANDING = 40.0
"""Seconds that a process which is told to end gives the others to take over its shards."""
WATCH = 0.5
"""Seconds between two looks at whether they have."""
SETTLED = 20.0
"""Seconds after which a shard without a session no longer keeps its process from taking another."""
BURIED = 20.0
"""Seconds within which a process that was killed has lost its shards, at the latest."""
LATER = 300.0
"""Seconds between two looks at whether Discord lets sessions begin again."""


class Leases:
    """Takes and gives back shards, and the turns in which their sessions begin."""

    def __init__(
        self,
        client: discord.AutoShardedClient,
        store: Store,
        told: Sequence[int] | None,
        clock: Callable[[], float] = time.monotonic,
        *,
        alone: bool = False,
    ) -> None:
        """`told` are the shards to serve. With None it serves a share of the free ones.

        With `alone` this process has the only session that there is.
        """
        self._client = client
        self._store = store
        self._told = told
        self._clock = clock
        self._taken = -math.inf
        self._above: float | None = None
        self._retired = False
        self.coming: set[int] = set()
        """Shards that another process still holds, while the sessions of this one begin."""
        self._turns = Turns() if alone else None

    async def begin(self, sessions: Sessions, application: int) -> None:
        """Join the others, and take a first shard. Raises `StoreError`.

        It also raises if another process serves a shard of this one for too long.
        """
        await self._store.belong(application, sessions.count)
        if self._told is None:
            await self._take_one(None)
        until = self._clock() + BURIED
        for shard in self._told or ():
            while await self._store.take_shard([shard]) is None:
                if self._clock() > until:
                    raise Misfit("store_shard_taken", known=shard)
                await asyncio.sleep(1.0)

    async def turn(self, shard: int) -> None:
        """Wait until Discord lets a session of that shard begin, and no other process begins one."""
        while True:
            limits = await self._client.fetch_session_start_limits()
            if limits.remaining > 0:
                break
            seconds = limits.reset_after / 1000
            log.error(
                "Discord lets no session begin for %.0f s: the bot has begun too many. Shard %s waits.",
                *(seconds, shard),
            )
            await asyncio.sleep(min(LATER, max(LOOK, seconds)))
        if self._turns is not None:
            await self._turns.take(shard)
        else:
            await asyncio.sleep(await self._identify(shard % limits.max_concurrency))

    async def _identify(self, key: int) -> float:
        while True:
            try:
                return await self._store.identify(key)
            except StoreError as error:
                log.info("a session waits for the database: %s", error)
                await asyncio.sleep(LOOK)

    async def run(self, sessions: Sessions, pulse: Callable[[], None] = lambda: None) -> None:
        """Look who serves what, again and again. `pulse` at each turn."""
        while True:
            pulse()
            try:
                await self.look(sessions)
            except StoreError as error:
                log.info("who serves which shard cannot be seen: %s", error)
            await asyncio.sleep(LOOK)

    async def look(self, sessions: Sessions) -> None:
        """Serve the shards that this process holds or takes over, and no others; take one more, or offer one.

        A shard that is handed on has two sessions for a moment. What is pressed then comes to both processes,
        and one finds that the other has answered.
        """
        leases = await self._store.leases()
        here = {lease.shard for lease in leases}
        for shard in set(sessions.served_shards) - here:
            log.info("another process serves shard %s now", shard)
            await sessions.leave(shard)
        self.coming = {lease.shard for lease in leases if not lease.holds}
        sessions.serve(*here)
        for shard in sorted(self.coming):
            if sessions.served_shards[shard]:
                await self._store.inherit(shard)
                log.info("shard %s was handed on to this process", shard)
        if self._retired:
            return
        if self._told is not None:
            await self._take(sessions, [shard for shard in self._told if shard not in here])
            return
        cluster = await self._store.cluster()
        share = math.ceil(cluster.shard_count / max(1, cluster.staying))
        kept = [lease for lease in leases if not (lease.holds and lease.heir)]
        if len(kept) <= share:
            self._above = None
        if len(kept) > share:
            await self._offer(lease for lease in kept if lease.holds)
        elif len(kept) < share and self._settled(sessions):
            await self._take(sessions, None)

    def _settled(self, sessions: Sessions) -> bool:
        """Return True if all sessions of this process are up, or it has waited for them long enough."""
        return all(sessions.served_shards.values()) or self._clock() - self._taken >= SETTLED

    async def _take(self, sessions: Sessions, among: Sequence[int] | None) -> None:
        if among == []:
            return
        shard = await self._take_one(among)
        if shard is None and among is None:
            shard = await self._store.become_heir()
            if shard is not None:
                log.info("this process takes over shard %s", shard)
                self._taken = self._clock()
                self.coming.add(shard)
        if shard is not None:
            sessions.serve(shard)

    async def _take_one(self, among: Sequence[int] | None) -> int | None:
        shard = await self._store.take_shard(among)
        if shard is not None:
            log.info("this process serves shard %s now", shard)
            self._taken = self._clock()
        return shard

    async def _offer(self, held: Iterable[Lease]) -> None:
        now = self._clock()
        if self._above is None:
            self._above = now
        if now - self._above < OFFER:
            return
        self._above = now
        shard = max(lease.shard for lease in held)
        log.info("shard %s is offered to another process", shard)
        await self._store.offer_shards([shard])

    async def hand_on(self, sessions: Sessions) -> None:
        """Let other processes take over the shards of this one, which serves them meanwhile.

        Return when they have done so, when no other is there, or when it takes too long. `run` goes on.
        """
        if self._store.sole or self._told is not None:
            return
        until = self._clock() + HANDING
        try:
            await self._store.retire()
            self._retired = True
            while (
                sessions.served_shards and (await self._store.cluster()).staying > 0 and self._clock() < until
            ):
                await self._store.offer_shards(list(sessions.served_shards))
                await asyncio.sleep(WATCH)
        except StoreError as error:
            log.info("what this process serves is handed on to nobody: %s", error)
