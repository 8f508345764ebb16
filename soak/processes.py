"""Bots and sandbox as processes, each of which can be killed without warning."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
from collections.abc import Iterable
from pathlib import Path

from harness.nursery import ROOT, shared_nursery
from harness.waiting import until
from sandbox.people import People

__all__ = ["Bots", "World", "end_all", "is_running", "read_log"]


class World:
    """A sandbox as a process, ``python -m sandbox``. It can be started again on its file, at its address."""

    def __init__(self, folder: Path, port: int) -> None:
        self.file = folder / "world.db"
        self.url = f"http://127.0.0.1:{port}"
        self.token = ""
        self._port = port
        self._process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        """Start the sandbox, and read its token."""
        with self.file.with_name("sandbox.log").open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "sandbox", "--port", str(self._port), "--file", str(self.file)),
                cwd=ROOT,
                stdout=asyncio.subprocess.PIPE,
                stderr=log,
            )
        assert self._process.stdout is not None
        await self._process.stdout.readline()
        self.token = (await self._process.stdout.readline()).decode().split()[1]

    async def kill(self) -> None:
        """Send SIGKILL."""
        assert self._process is not None
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()
        await self._process.wait()

    @property
    def settings(self) -> dict[str, str]:
        """Return the settings with which a bot finds this sandbox."""
        return {
            "DISCORD_TOKEN": self.token,
            "LONGTABLE_API": f"{self.url}/api/v10",
            "LONGTABLE_GATEWAY": f"{self.url.replace('http', 'ws', 1)}/gateway",
            "LONGTABLE_CDN": self.url,
            "LONGTABLE_HOLD_SECONDS": "0",
        }


async def end_all(bots: Iterable[int]) -> None:
    """End these bots politely, also stopped ones."""
    bots = list(bots)
    for bot in bots:
        with contextlib.suppress(ProcessLookupError):
            os.kill(bot, signal.SIGCONT)
            os.kill(bot, signal.SIGTERM)
    for bot in bots:
        await until(lambda bot=bot: not is_running(bot))


def is_running(process: int) -> bool:
    """Return true if there is a process of that id."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def read_log(log: Path) -> str:
    """Return the text of a log; empty while nothing was logged."""
    return log.read_text(encoding="utf-8", errors="replace") if log.exists() else ""


class Bots:
    """One bot after another on the same database file."""

    def __init__(self, folder: Path, world: World) -> None:
        self.database = folder / "longtable.db"
        self.log = folder / "bot.log"
        self.world = world
        self._living = 0

    async def start(self) -> None:
        """Start the next bot."""
        settings = {**self.world.settings, "LONGTABLE_DATABASE": str(self.database)}
        self._living = (await shared_nursery().start(settings, self.log)).pid

    def kill(self) -> None:
        """Send SIGKILL: no goodbye, no cleaning up."""
        os.kill(self._living, signal.SIGKILL)

    async def wait_until_gone(self, people: People, within: float = 20.0) -> None:
        """Return once the killed bot has ended and Discord shows it as offline."""

        async def is_gone() -> bool:
            return not is_running(self._living) and not (await people.ask("GET", "/people"))["bot"]["online"]

        await until(is_gone, within)

    async def close(self) -> None:
        """End the bot politely."""
        await end_all([self._living])

    def read_log(self) -> str:
        """Return the log of all bots so far."""
        return read_log(self.log)
