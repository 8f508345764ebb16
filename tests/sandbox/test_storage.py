"""The world outlives every process: restarts, kill -9, foreign and busy files."""

from __future__ import annotations

import asyncio
import io
import os
import signal
import sqlite3
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import discord
import pytest
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from harness.processes import held_port
from sandbox import Sandbox, SandboxError, StorageError
from sandbox.ids import Snowflakes
from sandbox.people import WAIT_SECONDS, People
from sandbox.storage import Storage
from tests.sandbox.trial import Board, Trial, online, png

ROOT = Path(__file__).parents[2]


@asynccontextmanager
async def process(file: Path, port: int = 0) -> AsyncIterator[tuple[asyncio.subprocess.Process, str, str]]:
    """`python -m sandbox` as a process apart: the process, its address, the bot's token."""
    running = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "sandbox", "--port", str(port), "--file", str(file)),
        cwd=ROOT,
        stdout=asyncio.subprocess.PIPE,
    )
    try:
        assert running.stdout is not None
        address = (await running.stdout.readline()).decode().removeprefix("sandbox: ").strip()
        token = (await running.stdout.readline()).decode().removeprefix("token: ").strip()
        yield running, address, token
    finally:
        if running.returncode is None:
            running.kill()
        await running.wait()


async def test_everything_is_there_after_a_restart(tmp_path: Path) -> None:
    file = tmp_path / "world.db"
    async with Sandbox(file) as box, People(box.url) as people, online(box) as bot:
        emoji = await bot.create_application_emoji(name="tile", image=png(4, 4))
        message = await bot.text_channel("games").send("lobby")
        thread = await message.create_thread(name="match")
        await thread.send(
            view=Board("board", "b.png"), file=discord.File(io.BytesIO(png()), "b.png"), nonce="1:1"
        )
        await people["ada"].command("trial free", channel="games")
        await people["basile"].set(inbox="closed", locale="en-US")
        before = [message.raw["id"] for message in await people["ada"].messages("games")]
        token = box.token
    async with Sandbox(file) as box, People(box.url) as people:
        ada = people["ada"]
        assert box.token == token
        assert [message.raw["id"] for message in await ada.messages("games")] == before
        assert [item["path"] for item in await ada.commands("games")] == [
            "trial play",
            "trial free",
            "trial load",
        ]
        board = (await ada.messages("match"))[-1]
        assert await ada.picture(board) == png()
        assert people["basile"].raw["inbox"] == "closed"
        async with online(box) as bot:
            assert [(item.id, item.name) for item in await bot.fetch_application_emojis()] == [
                (emoji.id, "tile")
            ]
            again = bot.get_channel(thread.id)
            assert isinstance(again, discord.Thread)
            assert (await again.send("later", nonce="1:1")).id == int(board.id)
            # The button of before the restart works after it.
            assert (await ada.press(board, "Play")).state == "updated"
            late = await again.send("new")
            assert late.id > int(board.id)


@pytest.fixture
def port() -> Iterator[int]:
    with held_port() as held:
        yield held


async def test_a_killed_sandbox_has_kept_all_it_confirmed(port: int, tmp_path: Path) -> None:
    file = tmp_path / "world.db"
    async with process(file, port) as (running, address, token):
        bot = Trial()
        before = Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY
        Route.BASE = f"{address}/api/v10"
        DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(address.replace("http", "ws") + "/gateway")
        try:
            await bot.login(token)
            task = asyncio.create_task(bot.connect())
            await bot.wait_until_ready()
            sent = [await bot.text_channel("games").send(str(number)) for number in range(20)]
            os.kill(running.pid, signal.SIGKILL)
            await running.wait()
            async with process(file, port) as (_, second, second_token), People(second) as people:
                assert (second, second_token) == (address, token)
                assert [message.text for message in await people["ada"].messages("games")] == [
                    str(number) for number in range(20)
                ]
                await people.bot_online()
                answer = await people["ada"].command("trial free", channel="games")
                assert answer.state == "answered"
                assert answer.message is not None
                assert int(answer.message.id) > sent[-1].id
                await bot.close()
                await task
        finally:
            await bot.close()
            Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = before


async def test_it_ends_at_once_when_asked_to(tmp_path: Path) -> None:
    async with process(tmp_path / "world.db") as (running, address, _), People(address):
        running.terminate()
        assert await asyncio.wait_for(running.wait(), WAIT_SECONDS) == 0


async def test_one_file_serves_one_sandbox(tmp_path: Path) -> None:
    file = tmp_path / "world.db"
    async with Sandbox(file):
        with pytest.raises(StorageError, match="Another sandbox is using"):
            await Sandbox(file).start()


async def test_the_world_is_for_its_owner_alone(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        file = tmp_path / "world.db"
        for _ in range(2):
            async with Sandbox(file):
                with os.scandir(tmp_path) as files:
                    modes = {each.name: each.stat().st_mode & 0o777 for each in files}
                assert set(modes.values()) == {0o600}, modes
            file.chmod(0o644)
    finally:
        os.umask(before)


async def test_foreign_and_broken_files_are_left_alone(tmp_path: Path) -> None:
    foreign = tmp_path / "matches.db"
    with sqlite3.connect(foreign) as database:
        database.execute("CREATE TABLE match (id INTEGER)")
    database.close()
    broken = tmp_path / "broken.db"
    broken.write_bytes(b"this is no database, but long enough to look like one" * 40)
    for file in (foreign, broken):
        content = file.read_bytes()
        with pytest.raises(StorageError, match="is not a world of the sandbox"):
            await Sandbox(file).start()
        assert file.read_bytes() == content
    with pytest.raises(StorageError, match="cannot write"):
        await Sandbox(tmp_path).start()


async def test_a_busy_port_is_told(box: Sandbox) -> None:
    with pytest.raises(SandboxError, match="cannot be used"):
        await Sandbox(port=int(box.url.rsplit(":", 1)[1])).start()


def test_ids_grow_even_when_the_clock_does_not() -> None:
    now = [1_800_000_000.0]
    ids = Snowflakes(0, lambda: now[0])
    made = [int(ids.next()) for _ in range(3)]
    now[0] -= 3600
    made += [int(ids.next()) for _ in range(3)]
    made += [int(Snowflakes(made[-1], lambda: now[0]).next())]
    assert made == sorted(set(made))


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--port", "70000"], "no port"),
        (["--port", "many"], "no port"),
        (["--openapi", "nowhere.json"], "cannot be read"),
        (["--openapi", "broken.json"], "is not Discord's OpenAPI description"),
        (["--openapi", "other.json"], "is not Discord's OpenAPI description"),
        (["--openapi", "."], "cannot be read"),
    ],
)
async def test_wrong_arguments_get_a_sentence(tmp_path: Path, arguments: list[str], sentence: str) -> None:
    (tmp_path / "broken.json").write_text("{", encoding="utf-8")
    (tmp_path / "other.json").write_text('{"paths": []}', encoding="utf-8")
    started = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "sandbox",
        *arguments,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    _, said = await asyncio.wait_for(started.communicate(), 60)
    assert started.returncode in (1, 2)
    assert sentence in said.decode()
    assert "Traceback" not in said.decode()


def test_attachments_share_a_room_and_the_oldest_leave_it(tmp_path: Path) -> None:
    file = tmp_path / "world"
    storage = Storage(file, keep=100_000)
    storage.put_blob("emoji/1", b"e" * 50_000)
    for number in range(100, 400):
        storage.put_blob(f"attachment/{number}", b"x" * 10_000)
    kept = [number for number in range(100, 400) if storage.blob(f"attachment/{number}")]
    assert kept == list(range(390, 400))
    storage.drop_blob("attachment/399")
    storage.put_blob("attachment/400", b"x" * 10_000)
    assert storage.blob("attachment/390")
    assert storage.blob("emoji/1")
    storage.close()
    assert file.stat().st_size < 400_000
    again = Storage(file, keep=100_000)
    again.put_blob("attachment/401", b"x" * 10_000)
    assert again.blob("attachment/390") is None
    again.put_blob("attachment/402", b"x" * 200_000)
    assert again.blob("attachment/402"), "the newest stays, however large"
    again.close()


async def test_a_dismissed_answer_is_dropped_with_its_token(tmp_path: Path) -> None:
    now = [1_800_000_000.0]
    async with Sandbox(clock=lambda: now[0]) as box, online(box) as bot, People(box.url) as people:

        async def whisper(interaction: discord.Interaction) -> None:
            picture = discord.File(io.BytesIO(png()), "a.png")
            await interaction.response.send_message("psst", file=picture, ephemeral=True)

        bot.steps["free"] = whisper
        ada = people["ada"]
        first = (await ada.command("trial free", channel="games")).message
        late = (await ada.command("trial free", channel="games")).message
        assert first is not None
        assert late is not None
        await ada.delete(first)
        assert box.world.messages[first.channel][first.id]
        now[0] += 17 * 60
        await ada.command("trial free", channel="games")
        assert first.id not in box.world.messages[first.channel]
        await ada.delete(late)
        assert late.id not in box.world.messages[late.channel]
        kept = box.storage.blob(f"attachment/{first.raw['attachments'][0]['id']}")
        assert kept is None
