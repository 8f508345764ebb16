"""Answers that are shown anew once something has happened.

The panel of a private table waits for its robots, a panel with a held move for the end of the hold.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from engine.game import Refusal

__all__ = ["Renewals"]

log = logging.getLogger("longtable.renewals")


class Renewals:
    """The tasks that show answers anew, at most one for each message.

    Discord lets an answer be changed for fifteen minutes.
    """

    def __init__(self) -> None:
        self._tasks: dict[int, asyncio.Task[None]] = {}

    def begin(self, match: int, message: int | None, work: Callable[[], Awaitable[object]]) -> None:
        """Do this in the background; an earlier task for the same message is stopped.

        Nothing is begun for a message that is not known: a later press on it could not stop the task.
        """
        if message is None:
            return
        self.stop(message)
        task = asyncio.create_task(_run(match, work), name="renewal")
        self._tasks[message] = task
        task.add_done_callback(lambda done: self._forget(message, done))

    def stop(self, message: int) -> None:
        """Stop it: somebody has pressed, and sees in the message what comes of that."""
        if (task := self._tasks.pop(message, None)) is not None:
            task.cancel()

    def _forget(self, message: int, task: asyncio.Task[None]) -> None:
        if self._tasks.get(message) is task:
            del self._tasks[message]

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
