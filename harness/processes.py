"""The bot as a process of its own, to be killed without warning."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import socket
import sys
from collections.abc import Iterator
from pathlib import Path

from harness.nursery import ROOT, Fork, inherited, shared_nursery
from sandbox import Sandbox

__all__ = ["ROOT", "Process", "apart", "held_port", "inherited", "together"]


class Process:
    """``python bot.py`` with these settings. Its log goes to `log`, which a failing test shows."""

    def __init__(self, settings: dict[str, str], log: Path) -> None:
        self._settings = settings
        self._log = log
        self._process: asyncio.subprocess.Process | Fork | None = None

    def settings(self, **more: str) -> None:
        """Give it these as well."""
        self._settings |= more

    async def start(self, *, whole: bool = False) -> None:
        """Start it as a fork of a process that has imported all, or `whole`: as a Python of its own."""
        if not whole:
            self._process = await shared_nursery().start(self._settings, self._log)
            return
        with self._log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                *(sys.executable, "bot.py"),
                cwd=ROOT,
                env={**inherited(), **self._settings},
                stdout=asyncio.subprocess.PIPE,
                stderr=log,
            )

    async def announced(self) -> str:
        """The line in which a whole Python says where the page is."""
        assert isinstance(self._process, asyncio.subprocess.Process)
        assert self._process.stdout is not None
        return (await self._process.stdout.readline()).decode()

    async def kill(self) -> None:
        """SIGKILL: no goodbye, no cleaning up."""
        assert self._process is not None
        assert self._process.returncode is None, f"it had ended by itself:\n{self.said()}"
        self._process.send_signal(signal.SIGKILL)
        await self._process.wait()

    async def end(self) -> int:
        """Stop it politely; returns the exit status."""
        assert self._process is not None
        with contextlib.suppress(ProcessLookupError):
            self._process.send_signal(signal.SIGTERM)
        return await self._process.wait()

    async def wait(self) -> int:
        """Wait until it ends by itself; returns the exit status."""
        assert self._process is not None
        return await self._process.wait()

    def said(self) -> str:
        return self._log.read_text(encoding="utf-8", errors="replace")


def apart(box: Sandbox, folder: Path) -> Process:
    """A bot that talks to a sandbox outside of it."""
    settings = {
        "DISCORD_TOKEN": box.token,
        "LONGTABLE_API": box.api_url,
        "LONGTABLE_GATEWAY": box.gateway_url,
        "LONGTABLE_CDN": box.cdn_url,
        "LONGTABLE_HOLD_SECONDS": "0",
        "LONGTABLE_DATABASE": str(folder / "longtable.db"),
    }
    return Process(settings, folder / "bot.log")


def together(port: int, folder: Path) -> Process:
    """Return a process with sandbox and bot, as ``make play`` runs it."""
    settings = {
        "LONGTABLE_PORT": str(port),
        "LONGTABLE_WORLD": str(folder / "world.db"),
        "LONGTABLE_HOLD_SECONDS": "0",
        "LONGTABLE_DATABASE": str(folder / "longtable.db"),
    }
    return Process(settings, folder / "bot.log")


@contextlib.contextmanager
def held_port() -> Iterator[int]:
    """Yield a port that refuses connections until a process of the test listens there.

    Where one is merely free, the system may give it to somebody else's connection at any moment: before a
    process listens, and between the end of one and the start of the next. Nothing listens on the socket that
    holds it, so that whoever names the port can.
    """
    with socket.socket() as held:
        held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        held.bind(("127.0.0.1", 0))
        yield held.getsockname()[1]
