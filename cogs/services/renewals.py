"""Answers that are shown anew once something has happened: the panel of a private table, after its robots."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from engine.game import Refusal

__all__ = ["Renewals"]

log = logging.getLogger("longtable.renewals")


class Renewals:
    """The tasks that show answers anew, at most one for each match and person.

    Discord lets an answer be changed for fifteen minutes.
    """

    def __init__(self) -> None:
        self._tasks: dict[tuple[int, int], asyncio.Task[None]] = {}

    def begin(self, match: int, person: int, work: Callable[[], Awaitable[object]]) -> None:
        """Do this in the background; an earlier task of the same person at that match is stopped."""
        self.stop(match, person)
        task = asyncio.create_task(_run(match, work), name="renewal")
        key = match, person
        self._tasks[key] = task
        task.add_done_callback(lambda done: self._forget(key, done))

    def stop(self, match: int, person: int) -> None:
        """Stop it: the person has pressed, and sees what comes of that."""
        if (task := self._tasks.pop((match, person), None)) is not None:
            task.cancel()

    def _forget(self, key: tuple[int, int], task: asyncio.Task[None]) -> None:
        if self._tasks.get(key) is task:
            del self._tasks[key]

    async def close(self) -> None:
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _run(match: int, work: Callable[[], Awaitable[object]]) -> None:
    try:
        await work()
    except Refusal as refusal:
        log.info("match %s: its panel is not shown anew: %s", match, refusal)
    except Exception:
        log.exception("match %s: its panel could not be shown anew", match)
