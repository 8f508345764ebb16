"""Loops that are kept running: one that fails is begun again after a while, until that does not help."""

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
"""To be called by a loop at each of its turns, at least once a minute."""

TRIES = 10
"""Failures within `WITHIN` seconds after which a loop is given up."""
WITHIN = 600.0
LONGEST_WAIT = 60.0


@dataclass
class Beat:
    """What is known of a loop."""

    at: float
    """When it last took a turn, by the monotonic clock."""
    stalls_after: float | None
    """Seconds without a turn after which something is wrong; `None` for a loop that does not tell."""
    failures: deque[float] = field(default_factory=deque[float])
    """When it failed, within the last `WITHIN` seconds."""
    running: bool = True
    """Whether it has not come to its end."""


class Supervisor:
    """Runs loops by name. `given_up` resolves to the name of the first loop for which nothing helps."""

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
        """The loops that were begun."""
        return self._beats

    def begin(
        self,
        name: str,
        work: Callable[[Pulse], Awaitable[None]],
        *,
        ends: bool = False,
        stalls_after: float | None = None,
    ) -> asyncio.Task[None]:
        """Run `work` until `close`. A loop that `ends` is done when it returns; any other has failed then."""
        beat = self._beats[name] = Beat(self._clock(), stalls_after)
        task = self._tasks[name] = asyncio.create_task(self._run(name, work, beat, ends), name=name)
        return task

    async def given_up(self) -> str:
        """Wait until a loop is given up; its name."""
        await self._given_up.wait()
        return self._lost

    def age(self, name: str) -> float:
        """Seconds since the loop's last turn."""
        return self._clock() - self._beats[name].at

    def stalled_loops(self) -> list[str]:
        """The loops that run and have taken no turn for too long, or were given up."""
        return [
            name
            for name, beat in self._beats.items()
            if name == self._lost
            or (beat.running and beat.stalls_after is not None and self.age(name) > beat.stalls_after)
        ]

    async def close(self) -> None:
        """Stop them all."""
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
                    # Something inside was cancelled, unless it is this task that is being stopped.
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
        """Note a failure; whether it is worth another try."""
        now = self._clock()
        beat.failures.append(now)
        while beat.failures[0] < now - WITHIN:
            beat.failures.popleft()
        return len(beat.failures) < TRIES


def _stopping() -> bool:
    """Whether the task that asks is being cancelled."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0
