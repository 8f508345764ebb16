"""A database server that says nothing for a while: a line of the log when it begins, and one when it ends."""

from __future__ import annotations

import asyncio
import contextlib
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from harness.playing import WITHIN, opened_table, with_emojis
from harness.postgres import database as server_database
from harness.processes import apart
from harness.waiting import until
from sandbox import Sandbox
from sandbox.people import People

SILENCE = 12.0
"""Seconds for which nothing is heard: some longer than is waited for the server."""


class Between:
    """Hands on what a bot and its database server say to each other, or nothing."""

    def __init__(self, url: str) -> None:
        self._url = urlsplit(url)
        self._speaks = asyncio.Event()
        self._speaks.set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None

    async def __aenter__(self) -> Between:
        self._server = await asyncio.start_server(self._meet, "127.0.0.1", 0)
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._server is not None
        self._server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    @property
    def address(self) -> str:
        assert self._server is not None
        port = self._server.sockets[0].getsockname()[1]
        return (
            f"postgresql://{self._url.username}:{self._url.password or ''}@127.0.0.1:{port}{self._url.path}"
        )

    def fall_silent(self) -> None:
        self._speaks.clear()

    def speak(self) -> None:
        self._speaks.set()

    async def _meet(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        with contextlib.suppress(OSError):
            folder = parse_qs(self._url.query).get("host", [""])[0]
            if folder.startswith("/"):
                there = await asyncio.open_unix_connection(f"{folder}/.s.PGSQL.{self._url.port or 5432}")
            else:
                there = await asyncio.open_connection(self._url.hostname, self._url.port or 5432)
            await asyncio.gather(self._carry(reader, there[1]), self._carry(there[0], writer))

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while said := await reader.read(65536):
                await self._speaks.wait()
                writer.write(said)
                await writer.drain()
        finally:
            writer.close()


async def test_a_silent_server_is_two_lines_of_the_log(tmp_path: Path) -> None:
    """However many loops, presses and suggestions wait for it meanwhile."""
    async with server_database() as url, Between(url) as between, Sandbox(first_response=WITHIN) as box:
        with_emojis(box)
        bot = apart(box, tmp_path)
        bot.settings(LONGTABLE_DATABASE=between.address)
        await bot.start()
        try:
            async with People(box.url) as people:
                await until(lambda: "ready as" in bot.said(), WITHIN)
                table = await opened_table(people, ("ada", "basile"), "2")
                await table.next()
                before = len(bot.said().splitlines())
                between.fall_silent()
                people_press = [
                    asyncio.create_task(people[who].command("turns", channel="games"))
                    for who in ("ada", "basile", "chloe")
                ]
                await until(lambda: "cannot be reached" in bot.said(), 2 * SILENCE)
                await asyncio.gather(*people_press, return_exceptions=True)
                await asyncio.sleep(SILENCE)
                between.speak()
                await until(lambda: "works again" in bot.said(), 2 * SILENCE)
                told = [line.split(maxsplit=3)[3] for line in bot.said().splitlines()[before:]]
                assert [line.split()[1:3] for line in told] == [["longtable", "The"]] * 2, told
                await people["ada"].command("turns", channel="games")
        finally:
            await bot.end()
        assert "never retrieved" not in bot.said()
