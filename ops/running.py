"""The run of a bot: until its operator stops it, or something happens for which it has to end."""

from __future__ import annotations

import asyncio
import contextlib
import signal
from typing import Any, Protocol

from ops.supervision import Supervisor


class WithdrawnError(Exception):
    """The bot has to end: Discord does not know its token any more."""


class LoopError(Exception):
    """The bot has to end: a loop failed again and again. The text is the loop's name."""


class StopSignals:
    """The operator's wish that the bot ends. At a second one it ends without handing on what it serves."""

    def __init__(self) -> None:
        self.stop = asyncio.Event()
        self.at_once = asyncio.Event()

    def listen(self) -> None:
        """Take SIGINT and SIGTERM of this process from now on, where the system has them."""
        for name in (signal.SIGINT, signal.SIGTERM):
            with contextlib.suppress(NotImplementedError):
                asyncio.get_running_loop().add_signal_handler(name, self.note)

    def note(self) -> None:
        """Note that the operator has asked for the end, once more."""
        (self.at_once if self.stop.is_set() else self.stop).set()


class Runnable(Protocol):
    """A bot that can be started, can hand on what it serves, and can be closed."""

    async def start(self, token: str) -> None: ...

    async def hand_on(self) -> None: ...

    async def close(self) -> None: ...


async def run_until_told(
    bot: Runnable, token: str, signals: StopSignals, withdrawn: asyncio.Event, supervisor: Supervisor
) -> None:
    """Run the bot until its operator stops it.

    Raises `WithdrawnError` once that event is set, `LoopError` when a loop is given up, and the bot's own
    error when it ends by itself. An operator who asks a second time does not wait until others have taken
    over.
    """
    running = asyncio.create_task(bot.start(token), name="bot")
    stopping = asyncio.create_task(signals.stop.wait(), name="stop")
    refused = asyncio.create_task(withdrawn.wait(), name="withdrawn")
    lost = asyncio.create_task(supervisor.given_up(), name="given up")
    ends: set[asyncio.Task[Any]] = {running, stopping, refused, lost}
    await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
    if stopping.done():
        handing = asyncio.create_task(bot.hand_on(), name="hand on")
        hurried = asyncio.create_task(signals.at_once.wait(), name="stop at once")
        await asyncio.wait({handing, hurried, running, refused, lost}, return_when=asyncio.FIRST_COMPLETED)
        handing.cancel()
        hurried.cancel()
        await asyncio.wait({handing, hurried})
    told = {task for task in (stopping, refused, lost) if task.done()}
    for task in (stopping, refused, lost):
        task.cancel()
    await bot.close()
    running.cancel()
    await asyncio.wait(ends)
    fault = None if running.cancelled() else running.exception()
    if refused in told:
        raise WithdrawnError
    if lost in told:
        raise LoopError(lost.result())
    # An error of a start that was told to stop means nothing: it was cut off.
    if fault is not None and not told:
        raise fault
