"""Bot and sandbox as processes of their own, each of which can be killed without warning."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import sys
from pathlib import Path

from harness.waiting import until
from sandbox.people import People

__all__ = ["Bots", "World"]

ROOT = Path(__file__).parents[1]


class World:
    """``python -m sandbox`` on a file, at the same address in every life."""

    def __init__(self, folder: Path, port: int) -> None:
        self.file = folder / "world.db"
        self.url = f"http://127.0.0.1:{port}"
        self.token = ""
        self._port = port
        self._process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
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
        assert self._process is not None
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()
        await self._process.wait()

    @property
    def settings(self) -> dict[str, str]:
        """What the bot must know to find it."""
        return {
            "DISCORD_TOKEN": self.token,
            "LONGTABLE_API": f"{self.url}/api/v10",
            "LONGTABLE_GATEWAY": f"{self.url.replace('http', 'ws', 1)}/gateway",
            "LONGTABLE_CDN": self.url,
            "LONGTABLE_HOLD_SECONDS": "0",
        }


class Bots:
    """One bot after another, on the same database."""

    def __init__(self, folder: Path, world: World) -> None:
        self.database = folder / "longtable.db"
        self.log = folder / "bot.log"
        self.world = world
        self._nursery: asyncio.subprocess.Process | None = None
        self._living = 0

    async def open(self) -> None:
        self._nursery = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "soak.nursery"),
            cwd=ROOT,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )

    async def start(self) -> None:
        assert self._nursery is not None
        assert self._nursery.stdin is not None
        assert self._nursery.stdout is not None
        settings = {**self.world.settings, "LONGTABLE_DATABASE": str(self.database)}
        wanted = json.dumps({"settings": settings, "log": str(self.log)})
        self._nursery.stdin.write(wanted.encode() + b"\n")
        self._living = int(await self._nursery.stdout.readline())

    @property
    def living(self) -> bool:
        """Whether the process is there."""
        try:
            os.kill(self._living, 0)
        except ProcessLookupError:
            return False
        return True

    def kill(self) -> None:
        """SIGKILL: no goodbye, no cleaning up."""
        os.kill(self._living, signal.SIGKILL)

    async def gone(self, people: People, within: float = 20.0) -> None:
        """Return once the dead is gone, for Discord too."""

        async def look() -> bool:
            return not self.living and not (await people.ask("GET", "/people"))["bot"]["online"]

        await until(look, within)

    async def close(self) -> None:
        """End the bot politely, and the nursery."""
        with contextlib.suppress(ProcessLookupError):
            os.kill(self._living, signal.SIGTERM)
        await until(lambda: not self.living)
        assert self._nursery is not None
        assert self._nursery.stdin is not None
        self._nursery.stdin.close()
        await self._nursery.wait()

    def said(self) -> str:
        return self.log.read_text(encoding="utf-8", errors="replace") if self.log.exists() else ""
