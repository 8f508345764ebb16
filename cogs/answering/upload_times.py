"""The times of recent answers with files: they tell whether the next file may go with the first answer."""

from __future__ import annotations

import contextlib
import time
from collections import deque
from collections.abc import Callable, Generator

__all__ = ["UploadTimes"]

IN_A_ROW = 8
"""Fast uploads, one after the other, before files may go with a first answer."""
FAST = 0.4
"""Seconds below which an upload is, Discord's reply included."""
LARGEST = 300_000
"""Bytes of files that may go with a first answer, at most."""
BEYOND = 2
"""The factor of an upload's size up to which it tells of the next one: few bytes are always fast."""


class UploadTimes:
    """The record of a bot's last uploads. A slow or failed upload erases all earlier ones."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """`clock` gives seconds."""
        self._clock = clock
        self._under_way: dict[object, float] = {}
        self._fast: deque[int] = deque(maxlen=IN_A_ROW)

    @contextlib.contextmanager
    def upload(self, size: int) -> Generator[None]:
        """Note the time of a request with so many bytes of files, or that it failed, around that request."""
        this, began = object(), self._clock()
        self._under_way[this] = began
        fast = False
        try:
            yield
            fast = self._clock() - began < FAST
        finally:
            del self._under_way[this]
            if fast:
                self._fast.append(size)
            else:
                self._fast.clear()

    def is_sure_to_be_fast(self, size: int) -> bool:
        """Return True if so many bytes of files will be there within a second, as the last uploads were."""
        if len(self._fast) < IN_A_ROW or size > min(LARGEST, BEYOND * max(self._fast)):
            return False
        return all(self._clock() - began < FAST for began in self._under_way.values())
