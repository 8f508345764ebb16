"""The check of an ended match's robots, for anybody: each of their moves is chosen again."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable

import msgspec

from engine.game import Refusal
from engine.matches.core.children import begin_child
from engine.robot_check import SECONDS, Checked

__all__ = ["RobotChecks"]

_KEPT = 128
"""Checks that are remembered."""
_PATIENCE = 4.0 * SECONDS
"""Seconds that a check may take in all on a busy machine."""


class RobotChecks:
    """Checks of robots, one after another, each in a process of its own."""

    def __init__(self, record: Callable[[int], Awaitable[str]]) -> None:
        """`record` returns the record of an ended match."""
        self._record = record
        self._room = asyncio.Semaphore(1)
        self._known: OrderedDict[int, Checked] = OrderedDict()

    async def check(self, match: int) -> Checked:
        """Return what has become of the match's robots' moves, each chosen again.

        Raises `Refusal` ``not_over``; ``check_failed`` where it cannot be said.
        """
        if (known := self._known.get(match)) is not None:
            return known
        record = await self._record(match)
        async with self._room:
            found = self._known.get(match) or await _checked(record)
        self._known[match] = found
        while len(self._known) > _KEPT:
            self._known.popitem(last=False)
        return found


async def _checked(record: str) -> Checked:
    try:
        process = await begin_child("engine.robot_check")
    except OSError:
        raise Refusal("check_failed") from None
    try:
        async with asyncio.timeout(_PATIENCE):
            said, _ = await process.communicate(record.encode())
    except TimeoutError:
        raise Refusal("check_failed") from None
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    try:
        return msgspec.json.decode(said, type=Checked)
    except ValueError:
        raise Refusal("check_failed") from None
