"""How long answers with files took lately: whether the line is fast enough for one more to come at once."""

from __future__ import annotations

import contextlib
import time
from collections import deque
from collections.abc import Callable, Generator

__all__ = ["UploadTimes"]

IN_A_ROW = 8
"""So many uploads, one after the other, must have been fast."""
FAST = 0.4
"""Seconds below which an upload is, Discord's reply included."""
LARGEST = 300_000
"""Bytes of files that may come at once."""
BEYOND = 2
"""An upload tells nothing of files more than so many times as large: few bytes go fast on a slow line too."""


class UploadTimes:
    """What a bot's last uploads showed. One that is slow or fails undoes all before it."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """`clock` gives seconds."""
        self._clock = clock
        self._under_way: dict[object, float] = {}
        self._fast: deque[int] = deque(maxlen=IN_A_ROW)

    @contextlib.contextmanager
    def upload(self, size: int) -> Generator[None]:
        """Around a request with so many bytes of files: how long it takes is noted, or that it failed."""
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

    def promise(self, size: int) -> bool:
        """Whether so many bytes of files are sure to be there within a second."""
        if len(self._fast) < IN_A_ROW or size > min(LARGEST, BEYOND * max(self._fast)):
            return False
        return all(self._clock() - began < FAST for began in self._under_way.values())
