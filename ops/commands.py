"""The operator's commands after ``python bot.py``: backup, restore, check, ratings, health."""

from __future__ import annotations

import argparse
import asyncio
import json
import sqlite3
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from pathlib import Path

from engine.store import StoreError
from engine.store import backup as backups
from ops import status
from ops.health import HOST
from ops.rating import SAME, Again
from settings import FILE, Address, Settings, SettingsError, database_of, load, variable

__all__ = ["main", "parse_arguments"]

STANDARD = "-"
_EACH = 1.0
"""Seconds between two lines of progress."""


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="bot.py",
        description="Longtable. Without a command the bot runs; docs/hosting.md tells all.",
    )
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument("--database", help="the bot's database, where the settings do not name it")
    one = commands.add_parser("backup", parents=[common], help="copy the database, the bot may run")
    one.add_argument("file", metavar="FILE", help="where to; - is standard output, to be encrypted")
    one = commands.add_parser("restore", parents=[common], help="put a backup in place; the bot must not run")
    one.add_argument("file", metavar="FILE", help="the backup; - is standard input")
    one.add_argument("--yes", action="store_true", help="there is a database: keep it aside, and replace it")
    one.add_argument(
        "--damaged", action="store_true", help="put it back although logs in it are not as they were written"
    )
    one = commands.add_parser("check", parents=[common], help="check a backup whole, or the database itself")
    one.add_argument("file", metavar="FILE", nargs="?", help="the backup; without one, the database")
    commands.add_parser(
        "ratings", parents=[common], help="work out all ratings again from the logs; the bot may run"
    )
    commands.add_parser("health", help="ask the bot that runs here how it is")
    return parser


def parse_arguments(arguments: Sequence[str]) -> argparse.Namespace | None:
    """Return the parsed command; `None` without one. Raises `SystemExit` if it cannot be understood."""
    given = _parser().parse_args(arguments)
    return None if given.command is None else given


def main(
    arguments: Sequence[str], environment: Mapping[str, str], sentence: Callable[[StoreError], str]
) -> int | None:
    """Run the command in the arguments; return the exit status, or `None` if there is no command."""
    try:
        given = parse_arguments(arguments)
    except SystemExit as end:
        return status.USAGE if end.code else status.DONE
    if given is None:
        return None
    try:
        settings = load(environment, with_token=False)
        if given.command == "health":
            return _health(settings)
        making = given.command == "restore"
        database = _named(given.database) if given.database else _database(settings, making=making)
        checks_file = given.command == "check" and given.file is not None
        if isinstance(database, Address) and not checks_file:
            return _on_server(database, given)
        doing = {"backup": _backup, "restore": _restore, "check": _check, "ratings": _ratings}[given.command]
        return doing(Path(database), given)
    except SettingsError as error:
        _say(str(error))
        return status.CONFIG
    except StoreError as error:
        _say(sentence(error))
        return status.of_store(error)
    except BrokenPipeError:
        _say("Whoever read the backup has gone: it is not whole.")
        return status.TRY_AGAIN
    except (OSError, sqlite3.Error) as error:
        _say(f"This failed: {error}")
        return status.TRY_AGAIN
    except KeyboardInterrupt:
        return 130


def _named(text: str) -> Path | Address:
    """Return the database named on the command line. Raises `SettingsError` if that shows a password."""
    database = database_of(text, "--database")
    if isinstance(database, Address) and len(database.secrets) > 1:
        raise SettingsError(
            f"--database holds a password, which everybody on this machine can read while the command runs."
            f" Name a file that holds the address: {variable('database_file')}."
        )
    return database


def _on_server(database: Address, given: argparse.Namespace) -> int:
    """Run the command on a database server, which keeps its own backups. Raises `StoreError`."""
    if given.command == "ratings":
        from engine.games import GAMES, RETIRED
        from ops.rating import rate_server

        return _told(asyncio.run(rate_server(database, GAMES, RETIRED)))
    if given.command != "check":
        _say(
            "The database is on a PostgreSQL server: back it up and put it back with pg_dump and pg_restore,"
            " as docs/hosting.md tells. Name a file with --database where a file is meant."
        )
        return status.CONFIG
    from engine.games import GAMES, RETIRED
    from ops.replaying import replay_server

    done, wrong = asyncio.run(replay_server(database, (*RETIRED, *GAMES.values()), _progress()))
    for each in wrong:
        _say(each)
    _say(
        f"{done} matches replayed, {len(wrong)} wrong. Pages and indexes are the server's affair: pg_amcheck."
    )
    return status.DATA if wrong else status.DONE


def _progress() -> Callable[[int, list[str]], None]:
    """Return a function that prints the progress, at most once every `_EACH` seconds."""
    said = time.monotonic()

    def report(done: int, wrong: list[str]) -> None:
        nonlocal said
        if time.monotonic() - said >= _EACH:
            said = time.monotonic()
            _say(f"{done} matches replayed, {len(wrong)} wrong …")

    return report


def _database(settings: Settings, making: bool) -> Path | Address:
    """Return the database that is meant. Raises `SettingsError` if it may be the bot's or the sandbox's.

    A restore (`making`) never guesses that the sandbox's is meant.
    """
    if settings.database is not None:
        return settings.database
    bots, sandboxs = Path("longtable.db"), Path("play/longtable.db")
    there = [each for each in (bots, sandboxs) if each.exists()]
    if len(there) == 1 and not (making and there[0] == sandboxs):
        return there[0]
    found = " and ".join(map(str, there)) or f"neither {bots} nor {sandboxs}"
    raise SettingsError(
        f"Which database is meant? There is {found} here, and LONGTABLE_DATABASE is not set, here or in"
        f" {FILE}. Name it: --database FILE."
    )


def _backup(database: Path, given: argparse.Namespace) -> int:
    if given.file != STANDARD:
        done = backups.back_up(database, Path(given.file))
        if not done.damaged:
            _say(f"{given.file} is a sound backup of {database}. It holds every secret of every match.")
    elif sys.stdout.isatty():
        _say("A backup is no text for a terminal: name a file, or send it through a pipe.")
        return status.USAGE
    else:
        done = backups.back_up_to(database, sys.stdout.buffer)
    if not done.damaged:
        return status.DONE
    for each in done.damaged:
        _say(each)
    _say(
        f"The backup is made, and all but these {len(done.damaged)} logs in it is sound."
        " An older backup may have them right: `python bot.py check FILE` tells."
    )
    if done.kept is not None:
        _say(f"The backup that was there, whose logs are sound, is kept: {done.kept}")
    return status.DATA


def _restore(database: Path, given: argparse.Namespace) -> int:
    source = sys.stdin.buffer if given.file == STANDARD else Path(given.file)
    done = backups.restore(database, source, replacing=given.yes, damaged=given.damaged)
    made = "of unknown age" if done.made_at is None else f"of {_time(done.made_at)}"
    _say(f"{database} is the backup {made} now, with {done.running} running matches.")
    for each in done.damaged:
        _say(each)
    if done.kept is not None:
        _say(f"The database that was there is kept: {done.kept}")
    _say("Start the bot: moves made since the backup are gone, and every open question is asked anew.")
    return status.DONE


def _check(database: Path, given: argparse.Namespace) -> int:
    from engine.games import (
        GAMES,
        RETIRED,
    )  # imported late: a bot with a broken data file says so in its own words
    from ops.replaying import replay_all

    path = database if given.file is None else Path(given.file)
    with tempfile.TemporaryDirectory(prefix=".longtable-check-", dir=path.resolve().parent) as folder:
        if given.file is None:
            path = Path(folder) / "copy.db"
            backups.copy_of(database, path)
        done, wrong = asyncio.run(replay_all(path, (*RETIRED, *GAMES.values()), _progress()))
    for each in wrong:
        _say(each)
    made_at = backups.copied_at(path) if given.file else None
    made = "" if made_at is None else f" It was made at {_time(made_at)}."
    _say(f"Every page, index and reference is sound; {done} matches replayed, {len(wrong)} wrong.{made}")
    return status.DATA if wrong else status.DONE


def _ratings(database: Path, given: argparse.Namespace) -> int:
    from engine.games import GAMES, RETIRED
    from ops.rating import rate_all

    with tempfile.TemporaryDirectory(prefix=".longtable-rate-", dir=database.resolve().parent) as folder:
        copy = Path(folder) / "copy.db"
        backups.copy_of(database, copy)
        return _told(asyncio.run(rate_all(copy, GAMES, RETIRED)))


def _told(every: Sequence[Again]) -> int:
    """Say how the ratings came out the second time; return the exit status."""
    for each in every:
        print(f"{each.game}: {each.people} people, {each.matches} matches, {each.apart:.1e} apart")
        for line in each.wrong:
            _say(line)
    is_same = all(each.apart <= SAME and not each.wrong for each in every)
    return status.DONE if is_same else status.DATA


def _health(settings: Settings) -> int:
    if not settings.health_port:
        _say("No bot can be asked: set LONGTABLE_HEALTH_PORT, for the bot and here.")
        return status.CONFIG
    try:
        with urllib.request.urlopen(f"http://{HOST}:{settings.health_port}/health", timeout=10) as answer:
            said = json.load(answer)
    except urllib.error.HTTPError as error:
        with error:
            said = json.load(error)
    except (OSError, ValueError) as error:
        _say(f"No bot answers on port {settings.health_port}: {error}")
        return status.UNWELL
    for check in said["checks"]:
        print(f"{check['status']:<8} {check['name']}: {check['value']} {check['advice']}".rstrip())
    return status.UNWELL if said["status"] == "failing" else status.DONE


def _time(at: datetime) -> str:
    return f"{at:%Y-%m-%d %H:%M} UTC"


def _say(line: str) -> None:
    print(line, file=sys.stderr)
