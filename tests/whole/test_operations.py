"""``python bot.py`` as its host meets it: ready, asked how it is, backed up, shut out, told to stop."""

# ruff: noqa: ASYNC110 - another process writes what is waited for

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import aiohttp
import pytest

from harness.playing import WITHIN, control, controls, opened_table, with_emojis
from harness.processes import ROOT, Process, apart, held_port, inherited
from ops import status
from sandbox import Sandbox
from sandbox.people import People
from tests.whole.test_refusing_to_start import ended, left
from tests.whole.watching import Watch


@pytest.fixture
async def box() -> AsyncIterator[Sandbox]:
    async with Sandbox(first_response=WITHIN) as sandbox:
        with_emojis(sandbox)
        yield sandbox


async def until(process: Process, words: str) -> None:
    """Wait until it has said that."""
    async with asyncio.timeout(WITHIN):
        while words not in process.said():
            await asyncio.sleep(0.05)


def running(box: Sandbox, folder: Path, **more: str) -> Process:
    process = apart(box, folder)
    process.settings(**more)
    return process


async def test_it_says_that_it_is_ready_and_names_nobody(box: Sandbox, tmp_path: Path) -> None:
    process = running(box, tmp_path, LONGTABLE_LOG_LEVEL="DEBUG")
    await process.start(whole=True)
    await until(process, "ready as")
    async with People(box.url) as people:
        await people.bot_online(WITHIN)
        await opened_table(people, ("ada", "basile"), "2")
        ids = [each.id for each in people]
    assert await process.end() == status.DONE
    said = process.said()
    assert " servers, 0 running matches" in said
    assert box.token not in said
    assert "Traceback" not in said
    assert [each for each in ids if str(each) in said] == []


@pytest.fixture
def health_port() -> Iterator[int]:
    with held_port() as port:
        yield port


async def test_it_is_asked_how_it_is_and_backed_up_while_it_runs(
    box: Sandbox, health_port: int, tmp_path: Path
) -> None:
    port = str(health_port)
    process = running(box, tmp_path, LONGTABLE_HEALTH_PORT=port)
    await process.start()
    await until(process, "ready as")
    database = {"LONGTABLE_DATABASE": str(tmp_path / "longtable.db")}
    async with People(box.url) as people:
        await people.bot_online(WITHIN)
        await opened_table(people, ("ada",), "solo")
    code, said = await ended(tmp_path, "backup", "copy.db", **database)
    assert (code, "is a sound backup" in said) == (status.DONE, True), said
    code, said = await ended(tmp_path, "check", "copy.db", **database)
    assert (code, "1 matches replayed, 0 wrong" in said) == (status.DONE, True), said
    code, said = await ended(tmp_path, "restore", "copy.db", "--yes", **database)
    assert (code, "Another bot" in said) == (status.TRY_AGAIN, True), said
    code, said = await ended(tmp_path, "health", LONGTABLE_HEALTH_PORT=port)
    assert code == status.DONE, said
    assert "ok       loops: []" in said
    assert "ok       discord: {'0': True}" in said
    async with aiohttp.ClientSession() as session, session.get(f"http://127.0.0.1:{port}/metrics") as answer:
        figures = await answer.text()
    assert 'longtable_discord_requests_total{status="200"}' in figures
    assert 'longtable_heartbeat_age_seconds{loop="courier"}' in figures
    assert await process.end() == status.DONE


async def test_killed_and_restored_it_goes_on_and_calls_anew(box: Sandbox, tmp_path: Path) -> None:
    process = running(box, tmp_path)
    await process.start()
    await until(process, "ready as")
    database = {"LONGTABLE_DATABASE": str(tmp_path / "longtable.db")}
    async with People(box.url) as people:
        await people.bot_online(WITHIN)
        table = await opened_table(people, ("ada",), "solo")
        called = await people["ada"].sees(
            lambda one: bool(controls(one, "play")), table.thread, within=WITHIN
        )
        # Copied before that is on record, the call would be sent once more, and Discord would know it again.
        await Watch(tmp_path / "longtable.db").all_said()
        assert (await ended(tmp_path, "backup", "copy.db", **database))[0] == status.DONE
        await process.kill()
        code, said = await ended(tmp_path, "restore", "copy.db", "--yes", **database)
        assert (code, "with 1 running matches" in said) == (status.DONE, True), said
        await process.start()
        anew = await people["ada"].sees(
            lambda one: bool(controls(one, "play")) and one.id != called.id,
            table.thread,
            within=WITHIN,
        )
        assert control(controls(anew, "play")[0])[0] == table.match
    assert "cannot be rebuilt" not in process.said()
    assert await process.end() == status.DONE


async def test_a_token_withdrawn_while_it_runs_ends_it(box: Sandbox, tmp_path: Path) -> None:
    process = running(box, tmp_path)
    await process.start()
    await until(process, "ready as")
    async with People(box.url) as people:
        await people.bot_online(WITHIN)
        await opened_table(people, ("ada",), "solo")
        for path in ("*/channels/*", "*/users/@me"):
            box.faults.plan({"match": {"path": path}, "times": 999, "do": {"status": 401}})
        with contextlib.suppress(AssertionError, TimeoutError):
            await people["ada"].command("genial new", {"players": "2"}, channel="games")
        async with asyncio.timeout(WITHIN):
            assert await process.wait() == status.NO_PERMISSION
    assert "does not accept the bot’s token any more" in process.said()


async def test_told_to_stop_while_it_starts_it_stops(box: Sandbox, tmp_path: Path) -> None:
    box.faults.plan({"match": {"path": "*/users/@me"}, "times": 9, "do": {"delay": WITHIN}})
    process = running(box, tmp_path, LONGTABLE_LOG_LEVEL="DEBUG")
    await process.start(whole=True)
    async with asyncio.timeout(WITHIN):
        while not box.faults.planned or box.faults.planned[0]["times"] == 9:
            await asyncio.sleep(0.05)
        assert await process.end() == status.DONE
    assert "network" not in process.said()
    assert "Traceback" not in process.said()


async def test_told_to_stop_before_all_is_read_it_stops(tmp_path: Path) -> None:
    program = (
        "import os, runpy, signal, sys\n"
        "class Stop:\n"
        "    @staticmethod\n"
        "    def find_spec(name, path=None, target=None):\n"
        "        if name == 'cogs':\n"
        "            os.kill(os.getpid(), signal.SIGTERM)\n"
        "sys.meta_path.insert(0, Stop)\n"
        "sys.argv = ['bot.py']\n"
        f"runpy.run_path({str(ROOT / 'bot.py')!r}, run_name='__main__')\n"
    )
    assert await ended(tmp_path, whole=("-c", program)) == (status.DONE, "")
    assert left(tmp_path) == set()


async def test_without_a_gateway_it_says_so_and_tries_again(box: Sandbox, tmp_path: Path) -> None:
    with held_port() as port:
        process = running(box, tmp_path, LONGTABLE_GATEWAY=f"ws://127.0.0.1:{port}/gateway")
        await process.start()
        await until(process, "No connection to Discord")
        assert await process.end() == status.DONE
    assert "Traceback" not in process.said()


async def test_a_loop_for_which_nothing_helps_ends_it(tmp_path: Path, box: Sandbox) -> None:
    program = (
        "import runpy, sys\n"
        "from cogs.delivery.courier import Courier\n"
        "import ops.supervision\n"
        "ops.supervision.LONGEST_WAIT = 0.0\n"
        "async def run(self, pulse):\n"
        "    raise MemoryError\n"
        "Courier.run = run\n"
        "sys.argv = ['bot.py']\n"
        f"runpy.run_path({str(ROOT / 'bot.py')!r}, run_name='__main__')\n"
    )
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", program),
        cwd=tmp_path,
        env={
            **inherited(),
            "PYTHONPATH": str(ROOT),
            "DISCORD_TOKEN": box.token,
            "LONGTABLE_API": box.api_url,
            "LONGTABLE_GATEWAY": box.gateway_url,
            "LONGTABLE_DATABASE": str(tmp_path / "longtable.db"),
        },
        stderr=asyncio.subprocess.PIPE,
    )
    async with asyncio.timeout(WITHIN):
        _, said = await process.communicate()
    assert process.returncode == status.SOFTWARE, said.decode()
    assert "courier has failed again and again" in said.decode().splitlines()[-1]


async def test_a_port_that_is_taken(tmp_path: Path, box: Sandbox) -> None:
    settings = {"LONGTABLE_HEALTH_PORT": box.url.rpartition(":")[2], "LONGTABLE_PORT": "0"}
    code, said = await ended(tmp_path, LONGTABLE_DATABASE=str(tmp_path / "longtable.db"), **settings)
    assert code == status.CONFIG
    assert "choose another LONGTABLE_HEALTH_PORT" in said
