"""Fair shares: whoever asks for fifty things at once waits for them alone.

For whom work is done stands in `REQUESTER`; work that nobody asked for is the bot's own: calls, tables,
news.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncGenerator, Callable
from contextvars import ContextVar
from typing import TypeVar

from engine.game import Refusal

__all__ = ["REQUESTER", "FairLimiter"]

T = TypeVar("T")
Owner = int | None

REQUESTER: ContextVar[Owner] = ContextVar("asking", default=None)
"""The person whose wish is being fulfilled; `None` is the bot itself."""


class FairLimiter:
    """Slots for work, given to those who wait in turns, whatever each has asked for.

    The bot's own work goes before persons', but not twice in a row while a person waits.
    """

    def __init__(self, slots: int | None = None, *, each: int = 1, waiting: int | None = None) -> None:
        """There are `slots` for all, and `each` for one person, of whom `waiting` more may wait at most."""
        self._slots = slots
        self._each = each
        self._waiting = waiting
        self._taken: Counter[Owner] = Counter()
        self._queues: OrderedDict[Owner, deque[asyncio.Future[None]]] = OrderedDict()
        self._own_work_was_last = False

    @contextlib.asynccontextmanager
    async def turn(self) -> AsyncGenerator[None]:
        """Hold a slot until the block ends. Raises `Refusal` ``one_moment``."""
        owner = REQUESTER.get()
        await self._enter(owner)
        try:
            yield
        finally:
            self._leave(owner)

    async def run(self, work: Callable[..., T], *given: object) -> T:
        """Run work in a thread. Its slot is taken until the thread ends, even if nobody waits any more."""
        owner = REQUESTER.get()
        await self._enter(owner)
        running = asyncio.ensure_future(asyncio.to_thread(work, *given))

        def leave(task: asyncio.Future[T]) -> None:
            self._leave(owner)
            if not task.cancelled():
                task.exception()  # a cancelled caller does not read it, and asyncio would log it

        running.add_done_callback(leave)
        return await asyncio.shield(running)

    async def _enter(self, owner: Owner) -> None:
        if owner not in self._queues and self._fits(owner):
            self._begin(owner)
            return
        ahead = len(self._queues.get(owner, ()))
        if owner is not None and self._waiting is not None and ahead >= self._waiting:
            raise Refusal("one_moment")
        called: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queues.setdefault(owner, deque()).append(called)
        try:
            await called
        except asyncio.CancelledError:
            if called.cancelled():
                self._forget(owner, called)
            else:
                self._leave(owner)
            raise

    def _forget(self, owner: Owner, called: asyncio.Future[None]) -> None:
        queue = self._queues.get(owner)
        if queue is not None and called in queue:
            queue.remove(called)
            if not queue:
                del self._queues[owner]

    def _fits(self, owner: Owner) -> bool:
        if self._slots is not None and self._taken.total() >= self._slots:
            return False
        return owner is None or self._taken[owner] < self._each

    def _begin(self, owner: Owner) -> None:
        self._taken[owner] += 1
        self._own_work_was_last = owner is None

    def _leave(self, owner: Owner) -> None:
        self._taken[owner] -= 1
        if not self._taken[owner]:
            del self._taken[owner]
        while (following := self._next()) is not None:
            self._call(*following)

    def _next(self) -> tuple[Owner] | None:
        """Return the owner of the waiting work that may begin now, in a tuple; `None` if none may."""
        fitting = [owner for owner in self._queues if self._fits(owner)]
        persons = [owner for owner in fitting if owner is not None]
        if None in fitting and not (self._own_work_was_last and persons):
            return (None,)
        return (persons[0],) if persons else None

    def _call(self, owner: Owner) -> None:
        queue = self._queues.pop(owner)
        called = queue.popleft()
        if queue:
            self._queues[owner] = queue  # behind everybody who waits
        if not called.cancelled():
            self._begin(owner)
            called.set_result(None)
