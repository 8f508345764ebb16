"""A sandbox and a bot, each a process of its own, and the people in it."""

from __future__ import annotations

import asyncio
import json
import os
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from sandbox.people import People

__all__ = ["Bot", "World", "running_bot", "world"]

METERED = Path(__file__).with_name("metered.py")


@dataclass(frozen=True)
class Bot:
    """A bot that is a process of its own, and tells its own figures."""

    process: int
    _ask: asyncio.StreamWriter
    _told: asyncio.StreamReader

    async def figures(self) -> Mapping[str, float]:
        """Return what `bench.metered` counts: since the start, or as it is now."""
        self._ask.write(b"?")
        return json.loads(await self._told.readline())


@dataclass(frozen=True)
class World:
    """A bot that is online."""

    people: People
    process: int
    seconds: float
    """Seconds from the bot's start to being online."""
    bot: Bot | None = None
    """`None` where the bot is no file of a tree, and does not tell its figures."""

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


def settings_of(url: str, token: str, program: str, database: Path | str) -> dict[str, str]:
    """Return the environment of a bot at the sandbox with this address."""
    return {
        "DISCORD_TOKEN": token,
        "LONGTABLE_API": f"{url}/api/v10",
        "LONGTABLE_GATEWAY": f"{url.replace('http', 'ws', 1)}/gateway",
        "LONGTABLE_CDN": url,
        **_at_once(Path(program)),
        "LONGTABLE_DATABASE": str(database),
        "LONGTABLE_LOG_LEVEL": "ERROR",
    }


@asynccontextmanager
async def running_bot(
    program: str, settings: Mapping[str, str], core: int | None = None
) -> AsyncIterator[Bot]:
    """Run a tree's ``bot.py`` as a process that tells its figures, on one core if that is named."""
    told, tell = os.pipe()
    reader = asyncio.StreamReader()
    loop = asyncio.get_running_loop()
    pipe, _ = await loop.connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(reader), os.fdopen(told, "rb")
    )
    here = os.sched_getaffinity(0)
    try:
        if core is not None:
            os.sched_setaffinity(0, {core})  # a child keeps it from its first moment on
        bot = await asyncio.create_subprocess_exec(
            *(sys.executable, str(METERED), str(tell), program),
            env={**os.environ, **settings},
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.DEVNULL,
            pass_fds=(tell,),
        )
    finally:
        os.sched_setaffinity(0, here)
        os.close(tell)
    assert bot.stdin is not None
    try:
        yield Bot(bot.pid, bot.stdin, reader)
    finally:
        if bot.returncode is None:
            bot.terminate()
        await bot.wait()
        pipe.close()


@asynccontextmanager
async def _plain_bot(program: tuple[str, ...], settings: Mapping[str, str]) -> AsyncIterator[int]:
    bot = await asyncio.create_subprocess_exec(
        sys.executable, *program, env={**os.environ, **settings}, stdout=asyncio.subprocess.DEVNULL
    )
    try:
        yield bot.pid
    finally:
        bot.terminate()
        await bot.wait()


@asynccontextmanager
async def world(*program: str, database: Path | None = None, metered: bool = False) -> AsyncIterator[World]:
    """``python`` with these arguments as the bot, on that database or a fresh one.

    With `metered` it is one file, which tells its figures.
    """
    with tempfile.TemporaryDirectory() as folder:
        box = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "sandbox", "--port", "0"), stdout=asyncio.subprocess.PIPE
        )
        assert box.stdout is not None
        try:
            url = (await box.stdout.readline()).decode().split()[1]
            token = (await box.stdout.readline()).decode().split()[1]
            settings = settings_of(url, token, program[0], database or Path(folder) / "longtable.db")
            async with People(url) as people:
                began = time.perf_counter()
                if metered:
                    async with running_bot(program[0], settings) as bot:
                        await people.bot_online(30)
                        yield World(people, bot.process, time.perf_counter() - began, bot)
                else:
                    async with _plain_bot(program, settings) as process:
                        await people.bot_online(30)
                        yield World(people, process, time.perf_counter() - began)
        finally:
            box.terminate()
            await box.wait()
