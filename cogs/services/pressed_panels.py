"""Panels by direct message that are being answered: until then the courier leaves them alone."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncGenerator

__all__ = ["Panels"]

PATIENCE = 20.0
"""Seconds for which an answer is waited for."""


class Panels:
    """The panels that were pressed and whose answers are being made, by match and person."""

    def __init__(self) -> None:
        self._answering: dict[tuple[int, int], asyncio.Event] = {}

    @contextlib.asynccontextmanager
    async def answering(self, match: int, person: int) -> AsyncGenerator[None]:
        """Mark a panel as being answered until the block ends: the answer will show the news itself."""
        done = self._answering[match, person] = asyncio.Event()
        try:
            yield
        finally:
            done.set()
            if self._answering.get((match, person)) is done:
                del self._answering[match, person]

    async def wait_until_answered(self, match: int, person: int) -> None:
        """Return once nothing is being answered there, or after a while."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                while (done := self._answering.get((match, person))) is not None:
                    await done.wait()
