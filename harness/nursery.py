"""Bots that are there in a fraction of a second: forks of a process that has imported everything."""

from __future__ import annotations

import asyncio
import atexit
import itertools
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import Future
from functools import cache
from pathlib import Path
from threading import Thread

__all__ = ["Fork", "Nursery", "inherited", "shared_nursery"]

ROOT = Path(__file__).parents[1]


def inherited() -> dict[str, str]:
    """Return the environment without the settings of a bot, and without those of the tests themselves."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith("LONGTABLE_")}
    kept.pop("DISCORD_TOKEN", None)
    return kept


class Fork:
    """A process of a nursery; used like a process of asyncio's."""

    def __init__(self) -> None:
        self.begun: Future[int] = Future()
        """The process id."""
        self.ended: Future[int] = Future()
        """The exit status, or the signal that ended it as a negative number."""

    @property
    def pid(self) -> int:
        return self.begun.result()

    @property
    def returncode(self) -> int | None:
        return self.ended.result() if self.ended.done() else None

    def send_signal(self, signal: int) -> None:
        """Send a signal, if the process has not ended."""
        if not self.ended.done():
            os.kill(self.pid, signal)

    async def wait(self) -> int:
        """Wait until it ends; return the exit status."""
        return await asyncio.shield(asyncio.wrap_future(self.ended))


class Nursery:
    """A process that forks bots: see `harness.forking`."""

    def __init__(self) -> None:
        self._forks: dict[int, Fork] = {}
        self._numbers = itertools.count()
        self._server = subprocess.Popen(
            [sys.executable, "-m", "harness.forking"],
            cwd=ROOT,
            env=inherited(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        self._ear = Thread(target=self._hear, daemon=True)
        self._ear.start()

    async def start(
        self, settings: dict[str, str], log: Path, arguments: Sequence[str] = (), folder: Path = ROOT
    ) -> Fork:
        """Start ``python bot.py`` with these arguments in a folder; both outputs are appended to the log."""
        log.touch()  # noqa: ASYNC240
        number, fork = next(self._numbers), Fork()
        self._forks[number] = fork
        wanted = {
            "number": number,
            "settings": settings,
            "log": str(log),
            "arguments": list(arguments),
            "folder": str(folder),
        }
        assert self._server.stdin is not None
        self._server.stdin.write(json.dumps(wanted).encode() + b"\n")
        self._server.stdin.flush()
        await asyncio.shield(asyncio.wrap_future(fork.begun))
        return fork

    def _hear(self) -> None:
        """Note what the server says, until it ends."""
        assert self._server.stdout is not None
        for line in self._server.stdout:
            said = json.loads(line)
            if "id" in said:
                self._forks[said["number"]].begun.set_result(said["id"])
            else:
                self._forks.pop(said["number"]).ended.set_result(said["status"])
        for fork in self._forks.values():
            for future in (fork.begun, fork.ended):
                if not future.done():
                    future.set_exception(ConnectionError("the nursery has ended"))

    def close(self) -> None:
        """End the nursery; what still runs is killed."""
        assert self._server.stdin is not None
        self._server.stdin.close()
        self._server.wait()
        self._ear.join()
        assert self._server.stdout is not None
        self._server.stdout.close()


@cache
def shared_nursery() -> Nursery:
    """Return the nursery of this process, started when it is asked for first."""
    nursery = Nursery()
    atexit.register(nursery.close)
    return nursery
