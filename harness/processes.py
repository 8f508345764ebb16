"""The bot as a process of its own, to be killed without warning."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
import sys
from collections.abc import Iterator
from pathlib import Path

from sandbox import Sandbox

__all__ = ["Process", "apart", "closed_port", "free_port", "together"]

ROOT = Path(__file__).parents[1]


class Process:
    """``python bot.py`` with these settings. Its log goes to `log`, which a failing test shows."""

    def __init__(self, settings: dict[str, str], log: Path) -> None:
        kept = {key: value for key, value in os.environ.items() if not key.startswith("LONGTABLE_")}
        kept.pop("DISCORD_TOKEN", None)
        self._environment = {**kept, **settings}
        self._log = log
        self._process: asyncio.subprocess.Process | None = None

    def settings(self, **more: str) -> None:
        """Give it these as well."""
        self._environment |= more

    async def start(self) -> None:
        with self._log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                *(sys.executable, "bot.py"),
                cwd=ROOT,
                env=self._environment,
                stdout=asyncio.subprocess.PIPE,
                stderr=log,
            )

    async def announced(self) -> str:
        """The line that says where the page is."""
        assert self._process is not None
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
            self._process.terminate()
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
def closed_port() -> Iterator[int]:
    """A port that refuses connections. Where one is merely free, another test may listen meanwhile."""
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        yield held.getsockname()[1]


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]
