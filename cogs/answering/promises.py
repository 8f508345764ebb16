"""Answers that Discord shows as being thought about: they are on record until they are given.

Where the process ends before, whoever takes over answers in its place (`cogs/delivery/late_answers.py`).
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import OrderedDict

from cogs.answering.interaction import Interaction
from engine.matches import Matches
from engine.store import Promise, StoreError

__all__ = ["Promises"]

log = logging.getLogger("longtable.answers")

WITHIN = 0.1
"""Seconds after which a promise is on record. What is answered before costs no transaction."""
AGAIN = 2.0
"""Seconds between two transactions that drop answered promises alone, or that the database did not take."""
KEPT = 4096
"""Promises that are known; beyond, the oldest are no longer."""


class Promises:
    """The record of promised answers. It writes many at once."""

    def __init__(self, matches: Matches) -> None:
        self._matches = matches
        self._open: OrderedDict[int, Promise] = OrderedDict()
        self._unwritten: dict[int, Promise] = {}
        self._answered: set[int] = set()
        self._news = asyncio.Event()
        self._writing: asyncio.Task[None] | None = None

    def begin(self, interaction: Interaction) -> None:
        """Note that an answer is promised, by the message that the bot is thinking."""
        promise = Promise(interaction.id, interaction.token, interaction.user.id)
        self._open[promise.interaction] = self._unwritten[promise.interaction] = promise
        while len(self._open) > KEPT:
            self._open.popitem(last=False)
        self._news.set()
        self._write_soon()

    def end(self, interaction: int) -> None:
        """Note that the answer was given, or that nobody waits for it."""
        if self._open.pop(interaction, None) is not None and not self._unwritten.pop(interaction, None):
            self._answered.add(interaction)
            self._write_soon()

    def settle(self, interaction: int) -> None:
        """Note that another process's promise was taken over and kept."""
        self._answered.add(interaction)
        self._write_soon()

    async def close(self) -> None:
        """Write the rest, if that is possible now."""
        if self._writing is not None:
            self._writing.cancel()
            await asyncio.gather(self._writing, return_exceptions=True)
        with contextlib.suppress(StoreError):
            await self._write()

    def _write_soon(self) -> None:
        if self._writing is None:
            self._writing = asyncio.create_task(self._write_all(), name="promises")

    async def _write_all(self) -> None:
        try:
            while self._unwritten or self._answered:
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(AGAIN):
                        await self._news.wait()
                        await asyncio.sleep(WITHIN)
                try:
                    await self._write()
                except StoreError as error:
                    log.info("what was promised to people is noted later: %s", error)
                    await asyncio.sleep(AGAIN)
        finally:
            self._writing = None

    async def _write(self) -> None:
        self._news.clear()
        begun, answered = self._unwritten, self._answered
        if not begun and not answered:
            return
        self._unwritten, self._answered = {}, set()
        try:
            await self._matches.promises.promise(tuple(begun.values()), answered)
        except StoreError:
            self._unwritten = {
                key: each for key, each in begun.items() if key in self._open
            } | self._unwritten
            self._answered |= answered
            raise
