"""Check what must not change, and what must be said, when somebody tries what is not allowed."""

from __future__ import annotations

import asyncio
import itertools
import logging
import sqlite3
import time
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot import Longtable
from cogs.text.text import text_for
from engine.chance import SeededChance
from engine.game import Refusal
from engine.match.values import ALONE
from engine.matches import Status
from harness.playing import WITHIN
from sandbox.people import Answer, Message

__all__ = ["LOCALES", "Watch", "loud", "play_on", "sentence"]

_CLICKS = itertools.count(1)

LOCALES = ("en-US", "fr")
TABLES = {
    "matches": "id, game, rules, options, size, status, host, guild, channel, seed, pending, called",
    "seats": "*",
    "entries": "*",
    "timers WHERE kind != 'clock'": "id, match, kind, seat, number, due",
    "clocks": "match, seat, since, json_remove(value, '$.looked')",
}
"""Columns that people can change, without the bot's own notes: panels opened, next looks at clocks."""


def sentence(locale: str, code: str, /, **inputs: Any) -> str:
    """The refusal as somebody with this language reads it."""
    return str(text_for(locale[:2]).refusal(Refusal(code, **inputs)))


def loud(caplog: pytest.LogCaptureFixture) -> list[str]:
    """Return the log's records at WARNING or above, or with a traceback."""
    return [
        f"{record.levelname} {record.name}: {record.getMessage()}"
        for record in caplog.get_records("call")
        if record.levelno >= logging.WARNING or record.exc_info
    ]


class Watch:
    """The matches as the database has them; tries what must be refused in both languages."""

    def __init__(self, database: Path) -> None:
        self.database = database

    def rows(self) -> list[Any]:
        with closing(sqlite3.connect(f"file:{self.database}?mode=ro", uri=True)) as connection:
            return [
                connection.execute(f"SELECT {columns} FROM {table} ORDER BY 1, 2").fetchall()
                for table, columns in TABLES.items()
            ]

    def count(self, table: str) -> int:
        with closing(sqlite3.connect(f"file:{self.database}?mode=ro", uri=True)) as connection:
            return connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]

    async def all_said(self) -> None:
        """Return once everything that has happened is shown: no message changes any more by itself."""
        async with asyncio.timeout(WITHIN):
            while self._waiting():  # noqa: ASYNC110 - the database tells nobody
                await asyncio.sleep(0.01)

    async def calls_delivered(self) -> None:
        """Return once no call is on its way: the house notes when each was delivered."""
        async with asyncio.timeout(WITHIN):
            while self._calls():  # noqa: ASYNC110 - the database tells nobody
                await asyncio.sleep(0.01)

    def _waiting(self) -> int:
        """Count the notices to be said, but for those said only if nothing happens for minutes."""
        with closing(sqlite3.connect(f"file:{self.database}?mode=ro", uri=True)) as connection:
            return connection.execute("SELECT count(*) FROM outbox WHERE kind <> ?", (ALONE,)).fetchone()[0]

    def _calls(self) -> int:
        with closing(sqlite3.connect(f"file:{self.database}?mode=ro", uri=True)) as connection:
            sql = "SELECT count(*) FROM outbox WHERE kind = 'turn' AND due <= ?"
            return connection.execute(sql, (time.time() * 1e6,)).fetchone()[0]

    async def write(self, statement: str, *values: Any) -> None:
        """Change the database behind the bot's back."""

        def change() -> None:
            with closing(sqlite3.connect(self.database)) as connection, connection:
                connection.execute(statement, values)

        await asyncio.to_thread(change)  # the bot may be in the middle of a transaction

    async def refused(self, attempt: Callable[[str], Awaitable[Answer]], code: str, /, **inputs: Any) -> None:
        """`attempt`, given a locale, is answered in private with that refusal, and nothing changes."""
        for locale in LOCALES:
            await self.calls_delivered()
            before = self.rows()
            answer = await attempt(locale)
            assert answer.state == "answered", (answer.state, answer.error)
            assert answer.message is not None
            assert answer.message.private, answer
            said, right = answer.message.text, sentence(locale, code, **inputs)
            assert said == right, f"{said!r} was said instead of {right!r}"
            assert self.rows() == before, f"{right!r} was said, but something changed"

    async def changes_nothing(self, attempt: Callable[[str], Awaitable[Answer]]) -> list[Message]:
        """`attempt` is answered differently in the two languages, and nothing changes."""
        shown: list[Message] = []
        for locale in LOCALES:
            await self.calls_delivered()
            before = self.rows()
            answer = await attempt(locale)
            assert answer.state in {"answered", "updated"}, (answer.state, answer.error)
            assert answer.message is not None
            assert self.rows() == before
            shown.append(answer.message)
        assert shown[0].text != shown[1].text, "both languages say the same"
        return shown


async def play_on(bot: Longtable, match: int, until: Callable[[int], bool] = lambda entries: False) -> None:
    """Let people's seats play at random, past Discord, until the end or until `until` of the log's length."""
    chance, matches = SeededChance(b"played on", 0), bot.matches
    while (known := await matches.loader.get(match)).status is Status.RUNNING and not until(known.entries):
        for person in known.persons:
            situation = await matches.queries.situation(match, person)
            if situation.seat in situation.pending:
                await matches.moves.play(
                    match, person, str(chance.choice(situation.moves)), None, next(_CLICKS)
                )
                break
