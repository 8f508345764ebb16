"""Cache of rows that are read often and rarely change."""

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
    """Cached rows by key; `None` for a key without a row."""

    def __init__(self, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        """`seconds` is the time after which a row is read again, `clock` a monotonic clock in seconds."""
        self._seconds = seconds
        self._clock = clock
        self._kept: OrderedDict[K, tuple[float, T | None]] = OrderedDict()
        self._changes = 0

    async def of(
        self, keys: Collection[K], read: Callable[[Collection[K]], Awaitable[Mapping[K, T]]]
    ) -> dict[K, T | None]:
        """Return the rows with these keys; `read` fetches those that are not cached."""
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
            rows = await read(missing)
            found |= {key: rows.get(key) for key in missing}
            if changes == self._changes:  # otherwise the rows may be older than a change
                self._keep({key: (now + self._seconds, rows.get(key)) for key in missing})
        return found

    def _keep(self, rows: Mapping[K, tuple[float, T | None]]) -> None:
        for key, row in rows.items():
            self._kept.pop(key, None)
            self._kept[key] = row
        while len(self._kept) > MOST:
            self._kept.popitem(last=False)

    @contextlib.contextmanager
    def changing(self, *keys: K) -> Generator[None]:
        """Drop these rows from the cache before and after they are written, or all rows without a key.

        Rows that are read during the change are not cached.
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
