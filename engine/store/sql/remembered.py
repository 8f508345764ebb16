"""Cache of rows that are read often."""

from __future__ import annotations

import contextlib
import math
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
        """The rows, each with the instant at which its reading began."""
        self._readings: list[set[K | None]] = []
        """The keys that changed since each reading began; `None` stands for all."""

    async def of(
        self,
        keys: Collection[K],
        read: Callable[[Collection[K]], Awaitable[Mapping[K, T]]],
        since: float = math.inf,
    ) -> dict[K, T | None]:
        """Return the rows with these keys; `read` fetches those that are not cached.

        A row that was read after the instant `since` is returned however old it is.
        """
        now = self._clock()
        # Without `since` a row that is not to be kept is read each time.
        least = min(now - self._seconds, since)
        found: dict[K, T | None] = {}
        missing: list[K] = []
        for key in dict.fromkeys(keys):
            known = self._kept.get(key)
            if known is not None and known[0] > least:
                found[key] = known[1]
            else:
                missing.append(key)
        if missing:
            with self.reading() as changed:
                rows = await read(missing)
            found |= {key: rows.get(key) for key in missing}
            for key in missing:
                self.keep(key, rows.get(key), now, changed)
        return found

    @contextlib.contextmanager
    def reading(self) -> Generator[Collection[K | None]]:
        """Collect the keys of rows that are changed in the block; `None` stands for all."""
        changed = set[K | None]()
        self._readings.append(changed)
        try:
            yield changed
        finally:
            self._readings = [each for each in self._readings if each is not changed]

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

    def keep(self, key: K, row: T | None, at: float, changed: Collection[K | None] = ()) -> None:
        """Cache a row whose reading began at the instant `at`, unless it has `changed` since."""
        if None not in changed and key not in changed:
            self._keep({key: (at, row)})

    def is_cached(self, key: K) -> bool:
        """Return True if the row is cached, or that there is none, however long ago it was read."""
        return key in self._kept

    def peek(self, key: K) -> T | None:
        """Return the row if it is cached, however long ago it was read."""
        return self._kept[key][1] if key in self._kept else None

    def put(self, key: K, changed: Callable[[T | None], T | None]) -> None:
        """Write a change through: a cached row is replaced by what `changed` makes of it.

        Called as soon as the change is written, in the order of such changes. `changed` may meet a row that
        has the change already. Rows that are being read now are not cached.
        """
        self._note_changed((key,))
        known = self._kept.get(key)
        if known is not None:
            self._kept[key] = known[0], changed(known[1])

    def drop(self, *keys: K) -> None:
        """Drop these rows, or all rows without a key; rows that are being read now are not cached."""
        self._drop(keys)

    def _note_changed(self, keys: Collection[K]) -> None:
        for each in self._readings:
            each.update(keys or (None,))

    def _drop(self, keys: Collection[K]) -> None:
        self._note_changed(keys)
        for key in keys:
            self._kept.pop(key, None)
        if not keys:
            self._kept.clear()
