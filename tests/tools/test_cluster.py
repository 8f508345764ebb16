"""``make cluster``: three bots on one database; one is killed, and the others serve its shards."""

from __future__ import annotations

import asyncio
import fcntl
import math
import os
import pty
import re
import signal
import sys
import tempfile
import termios
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from cogs.gateway.sessions import shard_of
from harness.playing import controls
from harness.waiting import until
from sandbox.people import Answer, People, Person, Refused
from tools.cluster import BOTS, SHARDS

pytestmark = pytest.mark.waits

ROOT = Path(__file__).parents[2]
STARTS = 180.0
"""Seconds for a slow machine to start five processes, for sessions five seconds apart, and for a bot that was
there first to offer the others their share."""
TAKEN_OVER = 120.0
"""Seconds in which other bots take over the shards of a killed one: some twenty on an idle machine."""


class Cluster:
    """The running command and its output."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.said: list[str] = []
        self._reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        assert self.process.stdout is not None
        async for line in self.process.stdout:
            self.said.append(line.decode().rstrip())

    @property
    def url(self) -> str | None:
        found = [re.fullmatch(r"Open (\S+)/ and stop with Ctrl-C\.", line) for line in self.said]
        return next((each[1] for each in found if each), None)

    def processes(self) -> dict[str, int]:
        found = [re.fullmatch(r"(bot \d|sandbox|postgres): process (\d+)", line) for line in self.said]
        return {each[1]: int(each[2]) for each in found if each}

    def holders(self) -> dict[int, str]:
        """Return the bot that serves each shard, by the latest lines of output."""
        taken = [re.search(r"\[(bot \d)\].*this process serves shard (\d+) now", line) for line in self.said]
        return {int(each[2]): each[1] for each in taken if each}

    def is_spread(self) -> bool:
        """Return `True` if every shard is served, and nobody has more than its share: then none moves."""
        holders = self.holders()
        share = math.ceil(SHARDS / BOTS)
        return len(holders) == SHARDS and max(Counter(holders.values()).values()) <= share

    async def end(self) -> int:
        self.process.send_signal(signal.SIGINT)
        status = await self.process.wait()
        await self._reading
        return status


@pytest.fixture
async def cluster() -> AsyncIterator[Cluster]:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tools.cluster", "--port", "0"),
        cwd=ROOT,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    running = Cluster(process)
    yield running
    if process.returncode is None:
        await running.end()


async def is_answered(person: Person, channel: str) -> bool:
    """Send a command in the channel, and return `True` if the bot answers it."""
    try:
        return (await person.command("turns", channel=channel)).state in {"answered", "deferred"}
    except Refused:  # the commands are not there yet
        return False


async def patiently(person: Person, channel: str, within: float) -> None:
    async with asyncio.timeout(within):
        while not await is_answered(person, channel):
            pass


async def surely(act: Callable[[], Awaitable[Answer]]) -> None:
    """Do it again until the bot has answered in time: until then nothing has come of it."""
    while (await act()).state == "failed":
        pass


async def test_one_of_three_is_killed_and_the_others_take_over(cluster: Cluster) -> None:
    await until(lambda: cluster.url or cluster.process.returncode is not None, within=STARTS)
    assert cluster.url is not None, cluster.said
    await until(cluster.is_spread, STARTS)
    async with People(cluster.url) as people:
        ada = people["ada"]
        places = {
            shard_of(int(each["guild_id"]), SHARDS): each["id"]
            for each in await ada.channels()
            if each["guild_id"] and each["name"] == "games"
        }
        for channel in places.values():
            await patiently(ada, channel, STARTS)
        # A match at a table of one process, played in direct messages: shard 0 is another one's.
        holders = cluster.holders()
        shard = next(number for number in holders if holders[number] != holders[0])
        await surely(lambda: ada.command("genial new", players="solo", channel=places[shard]))
        lobby = await ada.sees(lambda message: bool(controls(message, "start")), places[shard])
        since = len(ada.frames)
        await surely(lambda: ada.press(lobby, controls(lobby, "start")[0]))
        opened = await ada.event(
            lambda frame: frame["type"] == "channel_create" and frame["channel"]["type"] == 11, since=since
        )
        thread = opened["channel"]["id"]
        await ada.sees(lambda message: bool(controls(message, "play")), thread)
        direct = await ada.wait_for(ada.dm)
        match = controls(lobby, "start")[0].split(":")[1]
        offers: list[tuple[str, Any]] = []
        while not offers:  # on a busy machine suggestions may come too late
            offers = await ada.complete("genial play", "move", "", {"match": match}, channel=direct["id"])
        before = [message.text for message in await ada.messages(thread)]
        played = {"match": match, "move": offers[0][1]}
        await surely(lambda: ada.command("genial play", played, channel=direct["id"]))
        await ada.wait_for(lambda: _changed(ada, thread, before))
        # Its process is killed: within half a minute others answer there, and everywhere.
        pids = cluster.processes()
        os.kill(pids[holders[shard]], signal.SIGKILL)
        lost = [number for number in holders if holders[number] == holders[shard]]
        async with asyncio.timeout(TAKEN_OVER):
            await until(
                lambda: all(cluster.holders()[number] != holders[number] for number in lost), TAKEN_OVER
            )
            for number in lost:
                await patiently(ada, places[number], TAKEN_OVER)
    assert await cluster.end() == 0, "\n".join(cluster.said[-40:])
    assert len(cluster.processes()) == 5
    await until(lambda: not any(map(is_alive, cluster.processes().values())))


@pytest.fixture
def short() -> Iterator[str]:
    """Yield a folder with a short name: the path of PostgreSQL's socket is limited."""
    with tempfile.TemporaryDirectory(prefix="lt-") as folder:
        yield folder


async def test_all_ends_with_the_terminal(short: str) -> None:
    """Closing its window ends bots, sandbox and server, and removes their files."""
    ours, its = pty.openpty()

    def own_terminal() -> None:
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)

    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tools.cluster", "--port", "0"),
        cwd=ROOT,
        env={**os.environ, "TMPDIR": short},
        stdin=its,
        stdout=its,
        stderr=its,
        start_new_session=True,
        preexec_fn=own_terminal,
    )
    os.close(its)
    said = ""
    try:
        async with asyncio.timeout(STARTS):
            while "and stop with Ctrl-C." not in said:
                said += (await asyncio.to_thread(os.read, ours, 65536)).decode(errors="replace")
        pids = [int(each) for each in re.findall(r"(?:bot \d|sandbox|postgres): process (\d+)", said)]
        assert len(pids) == 5
        assert all(map(is_alive, pids))
    finally:
        os.close(ours)
    await asyncio.wait_for(process.wait(), STARTS)
    await until(lambda: not any(map(is_alive, pids)))
    assert [each for each in os.listdir(short) if "cluster" in each] == []


def is_alive(pid: int) -> bool:
    """Return `True` for a running process. A zombie has ended."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


async def _changed(person: Person, channel: str, before: list[str]) -> bool:
    return [message.text for message in await person.messages(channel)] != before
