"""The operator's commands ``python bot.py backup``, ``restore``, ``check`` and ``health``."""

from __future__ import annotations

import asyncio
import io
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import pytest

from bot import _for_operator as sentence  # pyright: ignore[reportPrivateUsage]
from engine.games import GAMES
from engine.matches import Matches, Venue
from engine.store.backup import last_backup
from engine.store.opening import MIGRATIONS, prepare
from engine.store.postgres import PostgresStore
from engine.store.sqlite import SqliteStore
from harness.postgres import database as database_on_server
from ops import commands, status
from tests.engine.store.test_store import NOW

Run = Callable[..., int | None]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command in an empty folder, with these settings."""
    monkeypatch.chdir(tmp_path)

    def call(*arguments: str, **environment: str) -> int | None:
        return commands.main(arguments, environment, sentence)

    return call


@pytest.fixture
def database(tmp_path: Path) -> Path:
    path = tmp_path / "longtable.db"
    prepare(path, MIGRATIONS).release()
    return path


async def play(path: Path) -> int:
    """Play a match of an automatic player with one move."""
    async with await SqliteStore.open(path) as store:
        matches = Matches(store, GAMES, lambda: NOW)
        game = GAMES["genial"]
        opened = await matches.lobbies.open("genial", game.Options(), 2, 1, "Ann", Venue(5, 6, "en"), 1)
        await matches.lobbies.add_player(opened.id, 1, "steady", 3)
        await matches.lobbies.start(opened.id, 1, 4)
        for _ in range(4):
            await matches.timers.run_due_timers()
        await matches.close()
        return opened.id


def test_without_a_command_the_bot_is_to_run(run: Run) -> None:
    assert run() is None


def test_there_is_help(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in (
        ["--help"],
        *([each, "--help"] for each in ("backup", "restore", "check", "ratings", "health")),
    ):
        assert run(*arguments) == status.DONE
        assert "usage: bot.py" in capsys.readouterr().out
    for arguments in (["backpu"], ["backup"], ["restore"]):
        assert run(*arguments) == status.USAGE


def test_backup_restore_and_check(
    run: Run, database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asyncio.run(play(database))
    assert run("backup", "copy.db") == status.DONE
    assert "copy.db is a sound backup" in capsys.readouterr().err
    assert last_backup(database) is not None
    assert run("check", "copy.db") == status.DONE
    assert "1 matches replayed, 0 wrong. It was made at" in capsys.readouterr().err
    assert run("check") == status.DONE
    assert run("restore", "copy.db") == status.DATA
    assert "`--yes`" in capsys.readouterr().err
    assert run("restore", "copy.db", "--yes") == status.DONE
    said = capsys.readouterr().err
    assert "with 1 running matches" in said
    assert "is kept:" in said
    assert {each.name for each in tmp_path.iterdir() if each.name.startswith(".")} == set()


def test_a_log_that_does_not_lead_where_it_should_is_found(
    run: Run, database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    match = asyncio.run(play(database))
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("UPDATE entries SET hash = 'ab' WHERE number > 0")
        connection.execute("UPDATE entries SET drawn = '[1]' WHERE number = 0")
        connection.commit()
    assert run("check") == status.DATA
    assert f"match {match}: " in capsys.readouterr().err


def test_through_a_pipe(run: Run, database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", SimpleNamespace(buffer=stream, isatty=lambda: False))
    assert run("backup", "-") == status.DONE
    assert stream.getvalue().startswith(b"SQLite format 3")
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(stream.getvalue())))
    assert run("restore", "-", "--yes") == status.DONE
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(stream.getvalue()[:5000])))
    assert run("restore", "-", "--yes") == status.DATA


def test_a_backup_is_no_text_for_a_terminal(
    run: Run, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdout", SimpleNamespace(buffer=io.BytesIO(), isatty=lambda: True))
    assert run("backup", "-") == status.USAGE


def test_which_database_is_meant_is_never_guessed_wrongly(
    run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("backup", "copy.db") == status.CONFIG
    assert "Name it: --database FILE" in capsys.readouterr().err
    sandboxs = tmp_path / "play" / "longtable.db"
    sandboxs.parent.mkdir()
    prepare(sandboxs, MIGRATIONS).release()
    assert run("backup", "copy.db") == status.DONE, "the only one there is"
    prepare(tmp_path / "longtable.db", MIGRATIONS).release()
    assert run("backup", "copy.db") == status.CONFIG
    assert run("backup", "copy.db", LONGTABLE_DATABASE="longtable.db") == status.DONE
    assert run("backup", "copy.db", "--database", "play/longtable.db") == status.DONE
    sandboxs.with_name("longtable.db").unlink()
    (tmp_path / "longtable.db").unlink()
    prepare(sandboxs, MIGRATIONS).release()
    assert run("restore", "copy.db", "--yes") == status.CONFIG, "hardly the sandbox's"


def test_a_bot_that_cannot_be_asked(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("health") == status.CONFIG
    assert run("health", LONGTABLE_HEALTH_PORT="1") == status.UNWELL
    assert "No bot answers on port 1" in capsys.readouterr().err


def test_a_token_file_that_may_not_be_read_is_no_matter_for_commands(run: Run, database: Path) -> None:
    assert run("backup", "copy.db", DISCORD_TOKEN_FILE="/nowhere/token") == status.DONE


def test_a_database_on_a_server_is_backed_up_by_the_server(
    run: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    address = "postgresql://ada:hunter2@127.0.0.1:1/games"
    for arguments in (["backup", "x"], ["restore", "x"]):
        assert run(*arguments, LONGTABLE_DATABASE=address) == status.CONFIG
        assert "pg_dump" in capsys.readouterr().err
    assert run("check", LONGTABLE_DATABASE=address) == status.TRY_AGAIN
    said = capsys.readouterr().err
    assert "cannot be reached" in said
    assert "hunter2" not in said


def test_a_password_in_the_command_line_is_refused(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("check", "--database", "postgresql://ada:hunter2@127.0.0.1:1/games") == status.CONFIG
    said = capsys.readouterr().err
    assert "everybody" in said
    assert "hunter2" not in said


async def test_a_database_on_a_server_is_checked_beside_the_bot(
    run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    await play(tmp_path / "old.db")
    async with database_on_server() as url:
        assert await asyncio.to_thread(run, "check", LONGTABLE_DATABASE=url) == status.CONFIG
        assert "older schema" in capsys.readouterr().err
        async with (
            await SqliteStore.open(tmp_path / "old.db") as old,
            await PostgresStore.open(url, sole=True) as store,
        ):
            await store.take_over(old, lambda table, rows: None)
        async with await PostgresStore.open(url) as store:
            assert await asyncio.to_thread(run, "check", LONGTABLE_DATABASE=url) == status.DONE
            assert "1 matches replayed, 0 wrong" in capsys.readouterr().err
            assert (await store.cluster()).processes == 1
