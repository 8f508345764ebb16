"""A sandbox and a bot, each a process of its own, and the people in it."""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from sandbox.people import People

__all__ = ["World", "world"]


@dataclass(frozen=True)
class World:
    """A bot that is online."""

    people: People
    process: int
    seconds: float
    """Seconds from the bot's start to being online."""

    @property
    def memory(self) -> float:
        """Resident memory of the bot in MB."""
        for line in Path(f"/proc/{self.process}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) / 1000
        raise OSError("no resident memory in /proc")


def _at_once(program: Path) -> dict[str, str]:
    """Moves are not held, by a bot that could; an older one has no such setting."""
    beside = program.parent / "settings.py"
    knows = beside.exists() and "hold_seconds" in beside.read_text(encoding="utf-8")
    return {"LONGTABLE_HOLD_SECONDS": "0"} if knows else {}


@asynccontextmanager
async def world(*program: str, database: Path | None = None) -> AsyncIterator[World]:
    """``python`` with these arguments as the bot, on that database or a fresh one."""
    with tempfile.TemporaryDirectory() as folder:
        box = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "sandbox", "--port", "0"), stdout=asyncio.subprocess.PIPE
        )
        assert box.stdout is not None
        url = (await box.stdout.readline()).decode().split()[1]
        token = (await box.stdout.readline()).decode().split()[1]
        settings = {
            "DISCORD_TOKEN": token,
            "LONGTABLE_API": f"{url}/api/v10",
            "LONGTABLE_GATEWAY": f"{url.replace('http', 'ws', 1)}/gateway",
            "LONGTABLE_CDN": url,
            **_at_once(Path(program[0])),
            "LONGTABLE_DATABASE": str(database or Path(folder) / "longtable.db"),
            "LONGTABLE_LOG_LEVEL": "ERROR",
        }
        async with People(url) as people:
            began = time.perf_counter()
            bot = await asyncio.create_subprocess_exec(
                sys.executable, *program, env={**os.environ, **settings}, stdout=asyncio.subprocess.DEVNULL
            )
            try:
                await people.bot_online(30)
                yield World(people, bot.pid, time.perf_counter() - began)
            finally:
                for process in (bot, box):
                    process.terminate()
                    await process.wait()
