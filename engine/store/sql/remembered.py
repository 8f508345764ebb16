"""Rows that are asked for again and again, and hardly ever change."""

from __future__ import annotations

import contextlib
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Collection, Generator, Hashable, Mapping
from typing import Generic, TypeVar

__all__ = ["Remembered"]

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")

MOST = 4096


class Remembered(Generic[K, T]):
    """Rows by their key; `None` where there is none."""

    def __init__(self, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        """Each row is read again after so many seconds. `clock` tells seconds, and never goes back."""
        self._seconds = seconds
        self._clock = clock
        self._kept: OrderedDict[K, tuple[float, T | None]] = OrderedDict()
        self._changes = 0

    async def of(
        self, keys: Collection[K], read: Callable[[Collection[K]], Awaitable[Mapping[K, T]]]
    ) -> dict[K, T | None]:
        """The rows with these keys; `read` gives those that are not remembered."""
        now = self._clock()
        found: dict[K, T | None] = {}
        missing: list[K] = []
        for key in dict.fromkeys(keys):
            until, row = self._kept.get(key, (now, None))
            if until > now:
                found[key] = row
            else:
                missing.append(key)
        if missing:
            changes = self._changes
            fresh = await read(missing)
            found |= {key: fresh.get(key) for key in missing}
            if changes == self._changes:  # else it may be what was there before
                self._keep({key: (now + self._seconds, fresh.get(key)) for key in missing})
        return found

    def _keep(self, rows: Mapping[K, tuple[float, T | None]]) -> None:
        for key, row in rows.items():
            self._kept.pop(key, None)
            self._kept[key] = row
        while len(self._kept) > MOST:
            self._kept.popitem(last=False)

    @contextlib.contextmanager
    def changing(self, *keys: K) -> Generator[None]:
        """While these rows are written, or any where none is named.

        What was there before is read again, and so is what is read meanwhile.
        """
        self._drop(keys)
        try:
            yield
        finally:
            self._drop(keys)

    def _drop(self, keys: Collection[K]) -> None:
        self._changes += 1
        for key in keys:
            self._kept.pop(key, None)
        if not keys:
            self._kept.clear()
