"""``python bot.py`` with settings or a database it cannot use: it says why, touches nothing, and ends."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import sqlite3
import sys
import tempfile
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from engine.store import backup
from engine.store.postgres import PostgresStore
from engine.store.sqlite import SqliteStore
from harness.nursery import shared_nursery
from harness.playing import WITHIN, opened_table
from harness.postgres import Line
from harness.postgres import database as server_database
from harness.processes import ROOT, apart, inherited
from ops import status as statuses
from sandbox import Sandbox
from sandbox.people import People


async def ended(
    cwd: Path, *arguments: str, whole: Sequence[str] | None = None, **settings: str
) -> tuple[int, str]:
    """Exit status and what was said, of a bot that must end by itself.

    It is a fork of a process that has imported the program, or a `whole` Python with these arguments.
    """
    if whole is not None:
        status, text = await ended_whole(cwd, whole, settings)
    else:
        with tempfile.TemporaryDirectory() as folder:
            log = Path(folder) / "said"
            fork = await shared_nursery().start(settings, log, arguments, cwd)
            try:
                status = await asyncio.wait_for(fork.wait(), WITHIN)
            finally:
                fork.send_signal(signal.SIGKILL)
            text = log.read_text(encoding="utf-8")
    assert "Traceback" not in text, text
    return status, text


async def ended_whole(cwd: Path, run: Sequence[str], settings: dict[str, str]) -> tuple[int, str]:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, *run),
        cwd=cwd,
        env={**inherited(), "PYTHONPATH": str(ROOT), **settings},
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    try:
        said, _ = await asyncio.wait_for(process.communicate(), WITHIN)
    finally:
        if process.returncode is None:
            process.kill()
    assert process.returncode is not None
    return process.returncode, said.decode()


BOT = (str(ROOT / "bot.py"),)


def left(folder: Path) -> set[str]:
    """The names of what stands in a folder."""
    return {each.name for each in folder.iterdir()}


@pytest.mark.parametrize(
    ("name", "value", "reason"),
    [
        ("LONGTABLE_PORT", "-1", "LONGTABLE_PORT is '-1'. Write a whole number from 0 to 65535."),
        ("LONGTABLE_PORT", "8777.5", "whole number"),
        ("LONGTABLE_TABLES_PER_PERSON", "0", "from 1 to"),
        ("LONGTABLE_TABLES_PER_SERVER", "lots", "LONGTABLE_TABLES_PER_SERVER is 'lots'"),
        ("LONGTABLE_LOG_LEVEL", "LOUD", "DEBUG, INFO, WARNING, ERROR"),
        ("LONGTABLE_API", "ftp://example.org", "http://"),
        ("LONGTABLE_COLOUR", "blue", "LONGTABLE_COLOUR"),
        ("LONGTABLE_API", "http://:bad", "names a host"),
        ("LONGTABLE_DATABASE", ":memory:", "LONGTABLE_DATABASE is ':memory:'. Write the path of a file"),
        ("DISCORD_TOKEN", "one\ntwo", "DISCORD_TOKEN holds a space, a line break"),
        ("longtable.toml", 'database = ""', "longtable.toml: database is ''. Write the path of a file"),
        ("longtable.toml", "port = [", "longtable.toml is not TOML"),
        ("longtable.toml", "prot = 1", "there is no setting 'prot'"),
        ("longtable.toml", "port = 70000", "whole number from 0 to 65535"),
        ("longtable.toml", "log_level = 3", "quotation marks"),
        ("longtable.toml", "\udcff", "cannot be read"),
    ],
)
async def test_settings(tmp_path: Path, name: str, value: str, reason: str) -> None:
    if name == "longtable.toml":
        (tmp_path / name).write_bytes(value.encode(errors="surrogateescape"))
        status, said = await ended(tmp_path)
    else:
        status, said = await ended(tmp_path, **{name: value})
    assert status == statuses.CONFIG
    assert reason in said
    assert len(said.splitlines()) == 1
    assert left(tmp_path) - {"longtable.toml"} == set()


async def test_a_whole_python_says_the_same(tmp_path: Path) -> None:
    """The tests around this one fork from a process that has imported everything."""
    for settings, code in (({"LONGTABLE_PORT": "-1"}, statuses.CONFIG), ({}, statuses.DATA)):
        (tmp_path / "longtable.db").write_text("Dear diary, " * 200)
        given = {"LONGTABLE_DATABASE": str(tmp_path / "longtable.db"), **settings}
        whole = await ended(tmp_path, whole=BOT, **given)
        assert whole[0] == code
        assert timeless(whole[1]) == timeless((await ended(tmp_path, **given))[1]) != ""


def timeless(said: str) -> str:
    """Leave out what a line begins with: the time."""
    return re.sub(r"^[0-9T:.Z+ -]+", "", said)


@pytest.mark.parametrize("where", ["environment", "file"])
@pytest.mark.parametrize(
    "wrong",
    [
        {"LONGTABLE_PORT": "lots"},
        {"LONGTABLE_COLOUR": "blue"},
        {"LONGTABLE_DATABASE": "/"},
        {"LONGTABLE_DATABASE": "diary.db", "DISCORD_TOKEN": "x"},
    ],
    ids=["port", "no setting", "no file", "database"],
)
async def test_what_reads_json_reads_refusals_too(tmp_path: Path, where: str, wrong: dict[str, str]) -> None:
    (tmp_path / "diary.db").write_text("Dear diary, " * 200)
    settings = dict(wrong)
    if where == "file":
        (tmp_path / "longtable.toml").write_text('log_format = "JSON"\n')
    else:
        settings["LONGTABLE_LOG_FORMAT"] = "json"
    status, said = await ended(tmp_path, **settings)
    assert status in (statuses.CONFIG, statuses.DATA)
    lines = [json.loads(line) for line in said.splitlines()]
    assert {"at", "process", "level", "logger", "message"} <= set(lines[-1])
    assert (lines[-1]["level"], lines[-1]["logger"]) == ("CRITICAL", "longtable")


async def sound(path: Path) -> None:
    await (await SqliteStore.open(path)).close()


def spoil(path: Path, kind: str) -> None:
    """Put that kind of trouble at `path`."""
    if kind == "corrupt":
        content = bytearray(path.read_bytes())
        content[5000:12000] = os.urandom(7000)
        path.write_bytes(content)
    elif kind == "no database":
        path.write_text("Dear diary, " * 200)
    elif kind == "foreign":
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("CREATE TABLE recipes (name)")
    elif kind == "newer":
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("PRAGMA user_version = 99")
    elif kind == "a folder":
        path.mkdir()
    elif kind == "empty":
        path.touch()
    elif kind == "a copy":
        backup.copy_of(path, path.with_name("copy.db"))
        path.with_name("copy.db").replace(path)
    elif kind == "another":
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("UPDATE notes SET value = 'older' WHERE key = 'generation'")
            connection.commit()


@pytest.mark.parametrize(
    ("kind", "reason", "code"),
    [
        ("corrupt", "is damaged", statuses.DATA),
        ("no database", "is damaged, or no database at all", statuses.DATA),
        ("empty", "is empty: 0 bytes", statuses.DATA),
        ("a copy", "is a backup that was put in place by hand", statuses.DATA),
        ("another", "is not the database that was here", statuses.DATA),
        ("foreign", "database of another program", statuses.CONFIG),
        ("newer", "was written by a newer Longtable (schema 99", statuses.CONFIG),
        ("a folder", "cannot be written", statuses.CONFIG),
    ],
)
async def test_databases(tmp_path: Path, kind: str, reason: str, code: int) -> None:
    path = tmp_path / "longtable.db"
    if kind in {"corrupt", "newer", "a copy", "another"}:
        await sound(path)
    spoil(path, kind)
    before = path.read_bytes() if path.is_file() else b""
    status, said = await ended(tmp_path, LONGTABLE_DATABASE=str(path), LONGTABLE_PORT="0")
    assert status == code
    assert reason in said
    assert str(path) in said
    assert (path.read_bytes() if path.is_file() else b"") == before
    if kind == "a folder":
        assert left(tmp_path) == {path.name}


@pytest.mark.parametrize(
    ("kind", "reason", "code"),
    [
        ("foreign", "is the database of another program", statuses.CONFIG),
        ("newer", "was written by a newer Longtable (schema 9999", statuses.CONFIG),
        ("read only", "cannot be written: it is a standby", statuses.CONFIG),
        ("unknown", "The server does not know the database", statuses.CONFIG),
    ],
)
async def test_databases_on_a_server(tmp_path: Path, kind: str, reason: str, code: int) -> None:
    async with server_database() as url:
        await spoil_on_server(url, kind)
        before = await tables_on_server(url)
        name = urlsplit(url).path
        wanted = url.replace(name, f"{name}_not") if kind == "unknown" else url
        status, said = await ended(tmp_path, LONGTABLE_DATABASE=wanted, LONGTABLE_PORT="0")
        assert status == code
        assert reason in said
        assert await tables_on_server(url) == before


async def spoil_on_server(url: str, kind: str) -> None:
    """Put that kind of trouble there."""
    if kind == "newer":
        await (await PostgresStore.open(url)).close()
    with closing(Line(url, WITHIN)) as line:
        if kind == "newer":
            line.rows("UPDATE notes SET value = '9999' WHERE key = 'schema'")
        elif kind == "foreign":
            line.rows("CREATE TABLE recipes (name text)")
        elif kind == "read only":
            ((name,),) = line.rows("SELECT current_database()")
            line.rows(f"ALTER DATABASE {name} SET default_transaction_read_only = on")


async def tables_on_server(url: str) -> list[tuple[object, ...]]:
    """The names of what is there, and each note."""
    with closing(Line(url, WITHIN)) as line:
        tables = line.rows("SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1")
        notes = line.rows("SELECT key, value FROM notes ORDER BY 1") if ("notes",) in tables else []
    return [*tables, *notes]


async def test_a_database_where_nothing_can_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    path = tmp_path / "file" / "longtable.db"
    status, said = await ended(tmp_path, LONGTABLE_DATABASE=str(path), LONGTABLE_PORT="0")
    assert status == statuses.CONFIG
    assert "cannot be written" in said


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is forbidden to root")
async def test_a_database_that_may_not_be_written(tmp_path: Path) -> None:
    path = tmp_path / "longtable.db"
    await sound(path)
    path.chmod(0o400)
    status, said = await ended(tmp_path, LONGTABLE_DATABASE=str(path), LONGTABLE_PORT="0")
    assert status == statuses.CONFIG
    assert "cannot be written" in said


async def test_a_database_that_another_program_holds(tmp_path: Path) -> None:
    """It waits some seconds for a backup to end, then says so."""
    path = tmp_path / "longtable.db"
    await sound(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        status, said = await ended(tmp_path, LONGTABLE_DATABASE=str(path), LONGTABLE_PORT="0")
    assert status == statuses.TRY_AGAIN
    assert "is holding the database" in said


async def test_a_database_with_a_bot_on_it(tmp_path: Path) -> None:
    path = tmp_path / "longtable.db"
    store = await SqliteStore.open(path)
    try:
        status, said = await ended(tmp_path, LONGTABLE_DATABASE=str(path), LONGTABLE_PORT="0")
    finally:
        await store.close()
    assert status == statuses.TRY_AGAIN
    assert "Another bot is already running" in said


async def test_a_token_that_discord_does_not_know(tmp_path: Path) -> None:
    async with Sandbox() as box:
        settings = {
            "LONGTABLE_API": box.api_url,
            "LONGTABLE_GATEWAY": box.gateway_url,
            "LONGTABLE_DATABASE": str(tmp_path / "longtable.db"),
        }
        status, said = await ended(tmp_path, DISCORD_TOKEN="wrong", **settings)
    assert status == statuses.NO_PERMISSION
    assert "does not accept this token" in said


async def test_too_many_servers_for_one_shard(tmp_path: Path) -> None:
    async with Sandbox() as box, People(box.url) as people:
        await people.crowd(2600, people["ada"])
        settings = {
            "DISCORD_TOKEN": box.token,
            "LONGTABLE_API": box.api_url,
            "LONGTABLE_GATEWAY": box.gateway_url,
            "LONGTABLE_DATABASE": str(tmp_path / "longtable.db"),
        }
        status, said = await ended(tmp_path, **settings)
    assert status == statuses.CONFIG
    assert "set LONGTABLE_SHARDS" in said


@pytest.mark.parametrize("status", [404, 503])
async def test_something_that_does_not_let_the_bot_in(tmp_path: Path, status: int) -> None:
    async with Sandbox() as box:
        box.faults.plan({"match": {"path": "*/users/@me"}, "times": 9, "do": {"status": status}})
        settings = {
            "LONGTABLE_API": box.api_url,
            "LONGTABLE_GATEWAY": box.gateway_url,
            "LONGTABLE_DATABASE": str(tmp_path / "longtable.db"),
        }
        code, said = await ended(tmp_path, DISCORD_TOKEN=box.token, **settings)
    assert code == (statuses.TRY_AGAIN if status == 503 else statuses.CONFIG)
    assert f"did not let the bot in (HTTP {status} " in said.splitlines()[-1]


async def test_no_connection(tmp_path: Path) -> None:
    async with Sandbox() as box:
        api, gateway = box.api_url, box.gateway_url
    settings = {
        "LONGTABLE_API": api,
        "LONGTABLE_GATEWAY": gateway,
        "LONGTABLE_DATABASE": str(tmp_path / "longtable.db"),
    }
    status, said = await ended(tmp_path, DISCORD_TOKEN="any", **settings)
    assert status == statuses.TRY_AGAIN
    assert "No connection" in said


async def test_a_port_and_a_world_that_cannot_be_used(tmp_path: Path) -> None:
    database = str(tmp_path / "longtable.db")
    async with Sandbox() as box:
        port = box.url.rpartition(":")[2]
        status, said = await ended(tmp_path, LONGTABLE_PORT=port, LONGTABLE_DATABASE=database)
        assert status == statuses.CONFIG
        assert f"Port {port}" in said
    world = tmp_path / "world.db"
    world.write_text("no world " * 500)
    before = world.read_bytes()
    settings = {"LONGTABLE_WORLD": str(world), "LONGTABLE_DATABASE": database, "LONGTABLE_PORT": "0"}
    status, said = await ended(tmp_path, **settings)
    assert status == statuses.CONFIG
    assert str(world) in said
    assert world.read_bytes() == before
    settings["LONGTABLE_WORLD"] = str(world / "below.db")
    status, said = await ended(tmp_path, **settings)
    assert status == statuses.CONFIG
    assert f"{world}/below.db cannot be made" in said
    assert "Choose another" in said


async def test_told_to_stop(tmp_path: Path) -> None:
    """Politely ended in the middle of a match, it ends at once and well."""
    async with Sandbox(first_response=WITHIN) as box, People(box.url) as people:
        process = apart(box, tmp_path)
        await process.start()
        await people.bot_online(WITHIN)
        await opened_table(people, ("ada",), "solo")
        async with asyncio.timeout(WITHIN):
            assert await process.end() == 0
        assert "Traceback" not in process.said()


@pytest.mark.parametrize(
    ("program", "wanted"),
    [(("bot.py",), statuses.DATA), (("engine/__main__.py", "games"), 1)],
    ids=["bot", "engine"],
)
async def test_a_broken_data_file_is_named_with_its_line(
    tmp_path: Path, program: tuple[str, ...], wanted: int
) -> None:
    """The file is spoilt while it is read, so that nothing on the disk changes."""
    file, *arguments = program
    sound = "| growth: clans 4 at home"
    box = (ROOT / "engine" / "genesia" / "box" / "cards.txt").read_text().splitlines()
    (line,) = [number for number, each in enumerate(box, 1) if sound in each]
    spoil = (
        "import pathlib, runpy, sys\n"
        "read = pathlib.Path.read_text\n"
        "def spoilt(path, *how, **more):\n"
        "    text = read(path, *how, **more)\n"
        f"    return text.replace({sound!r}, '| growth: clnas 4 at home')\n"
        "pathlib.Path.read_text = spoilt\n"
        f"sys.argv = {[file, *arguments]!r}\n"
        f"runpy.run_path({str(ROOT / file)!r}, run_name='__main__')\n"
    )
    code, text = await ended(tmp_path, whole=("-c", spoil))
    assert code == wanted
    assert f"cards.txt, line {line}: unknown effect 'clnas'" in text
