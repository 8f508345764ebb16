"""The processes in which robots think for long: begun when work comes, and kept for what follows.

All threads of Python share one core's time, so robots that think long have processes. However many bots run
on the machine, there are two at most (`engine.robots.slots`); a bot that keeps an idle one gives it up when
another bot waits.
"""

from __future__ import annotations

import asyncio
import logging
import os
import weakref
from asyncio.subprocess import Process
from contextlib import suppress

import msgspec

from engine.matches.core.children import begin_child
from engine.robots.slots import WORKERS, Slots
from engine.robots.tasks import Answer, Task

__all__ = ["Workers"]

_log = logging.getLogger(__name__)
_KEPT = 290.0
"""Seconds for which an idle worker is kept. The worker waits longer: it does not end just as work comes."""
_LOOK = 0.5
"""Seconds between two looks at idle workers, and for a place for a new one."""
_TRIES = 3
"""Workers that are given a task, at most, where one after another dies."""
_TURN = 5.0
"""Seconds for which a bot with work of its own keeps a worker's place that another bot waits for."""
_PARTING = 2.0
"""Seconds that an idle worker has to end by itself."""


class _Worker:
    """A process that answers tasks, one after another."""

    def __init__(self, process: Process, slot: int | None) -> None:
        self.process = process
        # A bot that is gone without having closed its workers holds up no other one.
        self._free = None if slot is None else weakref.finalize(self, os.close, slot)
        self.since = self.idle_since = asyncio.get_running_loop().time()

    @classmethod
    async def begin(cls, slot: int | None) -> _Worker:
        """Begin a worker in that place. Raises `OSError`."""
        try:
            process = await begin_child("engine.thinker", () if slot is None else (slot,))
        except BaseException:
            if slot is not None:
                os.close(slot)
            raise
        return cls(process, slot)

    async def ask(self, task: bytes) -> Answer:
        """Return the answer. Raises `EOFError` where the worker has ended, `ValueError` for no answer."""
        assert self.process.stdin is not None, "the worker was begun so"
        assert self.process.stdout is not None, "the worker was begun so"
        with suppress(OSError):  # the worker has ended: nothing is read then
            self.process.stdin.write(task + b"\n")
            await self.process.stdin.drain()
        said = await self.process.stdout.readline()
        if not said.endswith(b"\n"):
            raise EOFError
        return msgspec.json.decode(said, type=Answer)

    async def end(self, patience: float = 0) -> None:
        """End the process, at once unless it ends by itself within `patience` seconds."""
        assert self.process.stdin is not None, "the worker was begun so"
        self.process.stdin.close()
        try:
            if patience:
                with suppress(TimeoutError):
                    await asyncio.wait_for(self.process.wait(), patience)
            if self.process.returncode is None:
                with suppress(ProcessLookupError):
                    self.process.kill()
                await self.process.wait()
        finally:
            if self._free is not None:
                self._free()


class Workers:
    """A bot's workers."""

    def __init__(self, slots: Slots | None = None) -> None:
        self._slots = slots or Slots()
        self._room = asyncio.Semaphore(WORKERS)
        self._idle: list[_Worker] = []
        self._keeping: asyncio.Task[None] | None = None
        self._is_told = False

    @property
    def idle(self) -> int:
        """The number of workers that wait for work."""
        return len(self._idle)

    async def ask(self, task: Task) -> Answer:
        """Return a worker's answer. One that dies meanwhile is replaced: no answer is lost by that.

        Raises `TimeoutError` where a worker does not answer in time, or no place becomes free in that time;
        `OSError` where no worker can be begun, `EOFError` where several in a row have died.
        """
        given = msgspec.json.encode(task)
        async with self._room:
            for tries_left in reversed(range(_TRIES)):
                worker = self._take_idle() or await self._begin(task.seconds)
                try:
                    async with asyncio.timeout(task.seconds):
                        answer = await worker.ask(given)
                except EOFError:
                    await worker.end(_PARTING)
                    if not tries_left:
                        raise
                except BaseException:
                    await asyncio.shield(worker.end())
                    raise
                else:
                    self._keep(worker)
                    return answer
        raise AssertionError("the last worker's failure is raised")

    def _take_idle(self) -> _Worker | None:
        """Return an idle worker; `None` if there is none, or another bot is to have its place."""
        if not self._idle:
            return None
        now = asyncio.get_running_loop().time()
        is_due = self._idle[-1].since < now - _TURN and self._slots.is_wanted()
        return None if is_due else self._idle.pop()

    async def _begin(self, patience: float) -> _Worker:
        try:
            slot = self._slots.take()
            if slot is None:
                with self._slots.wish():
                    async with asyncio.timeout(patience):
                        while (slot := self._slots.take()) is None:  # noqa: ASYNC110 - of other processes
                            await asyncio.sleep(_LOOK / 5)
        except TimeoutError:
            raise
        except OSError as error:
            # Without a place the bot's own two workers are all that it counts.
            if not self._is_told:
                _log.warning("the workers of the machine's other bots cannot be counted: %s", error)
                self._is_told = True
            slot = None
        return await _Worker.begin(slot)

    def _keep(self, worker: _Worker) -> None:
        worker.idle_since = asyncio.get_running_loop().time()
        self._idle.append(worker)
        if self._keeping is None or self._keeping.done():
            self._keeping = asyncio.create_task(self._look_after(), name="workers")

    async def _look_after(self) -> None:
        """End idle workers that others want, or that had nothing to do for long."""
        while self._idle:
            await asyncio.sleep(_LOOK)
            oldest = asyncio.get_running_loop().time() - _KEPT
            is_wanted = self._slots.is_wanted()
            for worker in list(self._idle):
                has_ended = worker.process.returncode is not None
                if is_wanted or has_ended or worker.idle_since < oldest:
                    self._idle.remove(worker)
                    await worker.end(_PARTING)

    async def close(self) -> None:
        """End all workers. Nothing is asked any more."""
        if self._keeping is not None:
            self._keeping.cancel()
            await asyncio.gather(self._keeping, return_exceptions=True)
        while self._idle:
            await self._idle.pop().end(_PARTING)
