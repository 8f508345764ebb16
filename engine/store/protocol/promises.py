"""Answers that people were promised. SQL: `engine/store/sql/promises.py`."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

__all__ = ["Promise", "PromiseStore"]


@dataclass(frozen=True, slots=True)
class Promise:
    """An answer that a person was promised and did not get before the process that owed it ended."""

    interaction: int
    token: str
    """The token for the answer, until Discord forgets it. Whoever has it speaks as the bot."""
    person: int


class PromiseStore(Protocol):
    """Answers that are owed, so that another process can give them if this one ends first."""

    async def promise(
        self, begun: Sequence[Promise], now: datetime, until: datetime, kept: Collection[int]
    ) -> None:
        """Write this process's new promises, which can be kept until then, and drop those that were `kept`.

        `kept` has the numbers of interactions. Promises of any process that can no longer be kept are
        dropped too. The rows outlive the process, but not always the machine: the write does not wait for
        the disk.
        """
        ...

    async def take_promises(self, now: datetime) -> list[Promise]:
        """Return some promises of dead processes; this process owes them from now on.

        Promises that can no longer be kept are dropped.
        """
        ...
