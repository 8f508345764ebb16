"""Supervision of loops: one that fails is started again after a back-off, until it is given up."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field

__all__ = ["Beat", "Pulse", "Supervisor"]

log = logging.getLogger("longtable.supervision")

Pulse = Callable[[], None]
"""The function that a loop calls at each of its turns, at least once a minute."""

TRIES = 10
"""Failures within `WITHIN` seconds after which a loop is given up."""
WITHIN = 600.0
LONGEST_WAIT = 60.0
"""The longest back-off, in seconds."""


@dataclass
class Beat:
    """The state of a loop."""

    at: float
    """The time of the loop's last turn, by the monotonic clock."""
    stalls_after: float | None
    """Seconds without a turn after which the loop is stalled; `None` for a loop that reports no turns."""
    failures: deque[float] = field(default_factory=deque[float])
    """Times of the loop's failures within the last `WITHIN` seconds."""
    running: bool = True
    """True until the loop has ended."""


class Supervisor:
    """Runner of named loops. `given_up` waits for the first one that fails too often."""

    def __init__(
        self,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
    ) -> None:
        self._clock = clock
        self._sleep = sleep
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._beats: dict[str, Beat] = {}
        self._given_up = asyncio.Event()
        self._lost: str = ""

    @property
    def beats(self) -> Mapping[str, Beat]:
        """The states of the loops that were begun, by name."""
        return self._beats

    def begin(
        self,
        name: str,
        work: Callable[[Pulse], Awaitable[None]],
        *,
        ends: bool = False,
        stalls_after: float | None = None,
    ) -> asyncio.Task[None]:
        """Start `work`, to run until `close`.

        A loop that `ends` may return; for any other this is a failure.
        """
        beat = self._beats[name] = Beat(self._clock(), stalls_after)
        task = self._tasks[name] = asyncio.create_task(self._run(name, work, beat, ends), name=name)
        return task

    async def given_up(self) -> str:
        """Wait until a loop is given up; return its name."""
        await self._given_up.wait()
        return self._lost

    def age(self, name: str) -> float:
        """Return the seconds since the loop's last turn."""
        return self._clock() - self._beats[name].at

    def stalled_loops(self) -> list[str]:
        """Return the loops that run and have taken no turn for too long, or were given up."""
        return [
            name
            for name, beat in self._beats.items()
            if name == self._lost
            or (beat.running and beat.stalls_after is not None and self.age(name) > beat.stalls_after)
        ]

    async def close(self) -> None:
        """Stop all loops."""
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    async def _run(self, name: str, work: Callable[[Pulse], Awaitable[None]], beat: Beat, ends: bool) -> None:
        def pulse() -> None:
            beat.at = self._clock()

        try:
            while True:
                pulse()
                try:
                    await work(pulse)
                    if ends:
                        return
                    log.error("the loop %s has ended", name)
                except asyncio.CancelledError:
                    # Something within the loop was cancelled, unless this task itself is being stopped.
                    if _stopping():
                        raise
                    log.exception("the loop %s has failed", name)
                except Exception:
                    log.exception("the loop %s has failed", name)
                if not self._again(beat):
                    log.critical("the loop %s has failed %s times: it is given up", name, len(beat.failures))
                    self._lost = self._lost or name
                    self._given_up.set()
                    return
                await self._sleep(min(2.0 ** (len(beat.failures) - 1), LONGEST_WAIT))
        finally:
            beat.running = False

    def _again(self, beat: Beat) -> bool:
        """Record a failure; return True if the loop is to be tried again."""
        now = self._clock()
        beat.failures.append(now)
        while beat.failures[0] < now - WITHIN:
            beat.failures.popleft()
        return len(beat.failures) < TRIES


def _stopping() -> bool:
    """Return True if the calling task is being cancelled."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0
