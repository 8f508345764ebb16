"""Every statement that the store sends while people play is asked for its plan: none may read a whole table.

Plans are made on the bare schema, without statistics, so that they are those of a large database.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import re
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from engine.match.values import Status
from engine.store import Store
from harness.playing import WITHIN, controls, opened_table, running
from harness.waiting import until
from sandbox import Sandbox
from sandbox.people import People
from soak.playing import Bout, Unmoved
from soak.reading import FileReading

SMALL = frozenset({"alive", "cluster", "identify", "processes", "promises", "shards", "sqlite_sequence"})
"""Tables that do not grow with matches or people. What is promised is kept for a quarter of an hour."""
ALLOWED = (
    # An index of ended matches whose logs are still to be put together.
    re.compile(r"SCAN matches USING INDEX matches_to_keep:"),
    # An index of nothing but rows that cannot be.
    re.compile(r"SCAN outbox USING INDEX outbox_unreadable:"),
    # Once an hour: notices to which no lane leads.
    re.compile(r"SCAN outbox USING COVERING INDEX outbox_by_match: UPDATE matches SET say_due = \?"),
    # Bounded counts for the host's figures.
    re.compile(r"SELECT count\(\*\) FROM \(SELECT 1 FROM \w+ LIMIT \d+\) AS counted$"),
    # Once a start: matches that an older version has left running although a side had resigned.
    re.compile(r"SCAN (seats|matches).*: SELECT match FROM seats WHERE \(resigned IS NOT NULL"),
    # Once an hour: invitations, which go after two days.
    re.compile(r"SCAN invitations USING COVERING INDEX invitations_by_guest: DELETE FROM invitations"),
    # Only when somebody has moved the machine's clock: everything that waits is moved with it.
    re.compile(r"SCAN outbox: UPDATE outbox SET due = due \+ \?"),
    re.compile(r"SCAN clocks: UPDATE clocks SET since = max\("),
    re.compile(r"SCAN matches: UPDATE matches SET acted = max\("),
    re.compile(
        r"SCAN outages USING COVERING INDEX outages_by_end: (UPDATE outages SET ended|DELETE FROM outages)"
    ),
    # A row for each server with news: once a start, and when the machine's clock was moved.
    re.compile(r"SCAN server_lanes: UPDATE server_lanes SET (sayer = NULL, )?say_due = 0"),
    # Once an hour: what was to be said in a channel that nobody has chosen any more.
    re.compile(r"SCAN bulletins USING COVERING INDEX bulletins_by_lane: DELETE FROM bulletins"),
    # Five wishes of a person at most.
    re.compile(r"TEMP B-TREE FOR ORDER BY: SELECT .* FROM wishes WHERE person = \?"),
    # The running matches of one server, of which there are 500 at most.
    re.compile(r"TEMP B-TREE FOR ORDER BY: SELECT id, asked, .* FROM matches WHERE guild = \? AND status"),
    # The leagues of the servers that an outage has touched, once after it.
    re.compile(r"SCAN leagues USING COVERING INDEX leagues_by_guild: UPDATE seasons SET (ends|begins) ="),
    # The short clocks that run, once after an outage.
    re.compile(r"TEMP B-TREE FOR GROUP BY: INSERT INTO outbox .* FROM timers WHERE kind = \?"),
)
"""Plans that may look at many rows, and why."""
_QUESTION = re.compile(r"\s*(SELECT|INSERT|UPDATE|DELETE|REPLACE|WITH)\b", re.IGNORECASE)


class Recorder(sqlite3.Connection):
    """Notes what it executes, each statement once."""

    seen: dict[str, Any]

    def execute(self, sql: str, *values: Any) -> sqlite3.Cursor:
        self.seen.setdefault(" ".join(sql.split()), values[0] if values else ())
        return super().execute(sql, *values)

    def executemany(self, sql: str, values: Any) -> sqlite3.Cursor:
        rows = list(values)
        if rows:
            self.seen.setdefault(" ".join(sql.split()), rows[0])
        return super().executemany(sql, rows)


@pytest.fixture
def statements(database: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    seen: dict[str, Any] = {}
    connect = sqlite3.connect

    def recording(path: Any, *args: Any, **kwargs: Any) -> sqlite3.Connection:
        if str(path) != str(database):
            return connect(path, *args, **kwargs)
        made = connect(path, *args, **kwargs, factory=Recorder)
        assert isinstance(made, Recorder)
        made.seen = seen
        return made

    monkeypatch.setattr(sqlite3, "connect", recording)
    return seen


def problems(database: Path, statements: dict[str, Any]) -> list[str]:
    """The statements whose plan reads a whole table, or sorts more than one match's rows."""
    with (
        closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as made,
        closing(sqlite3.connect(":memory:")) as bare,
    ):
        schema = made.execute("SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL").fetchall()
        for _, name, sql in schema:
            if not name.startswith("sqlite_"):
                bare.execute(sql)
        grows = {name for kind, name, _ in schema if kind == "table"} - SMALL
        found: list[str] = []
        for sql, values in statements.items():
            if _QUESTION.match(sql):
                plan = [row[3] for row in bare.execute(f"EXPLAIN QUERY PLAN {sql}", values)]
                found += [f"{line}: {sql}" for line in plan if _bad(line, plan, grows)]
        return [each for each in found if not any(allowed.search(each) for allowed in ALLOWED)]


def _bad(line: str, plan: list[str], grows: set[str]) -> bool:
    scanned = re.match(r"SCAN (\w+)", line)
    if scanned is not None:
        return scanned[1] in grows
    if "TEMP B-TREE" not in line:
        return False
    searched = [each for each in plan if each.startswith("SEARCH")]
    return not searched or not all(re.search(r"\((match|id)=\?", each) for each in searched)


async def play_everything(people: People, database: Path, store: Store) -> None:
    """A match from its opening to its end and again, one with an automatic player, and all that is asked."""
    reading = FileReading(database)
    bout = Bout(people, reading, "genesis_life", random.Random(1))
    async with asyncio.timeout(10 * WITHIN):
        while not bout.has_ended:
            with contextlib.suppress(Unmoved):  # a suggestion that came too late; the next step looks again
                await bout.step()
    ada = people["ada"]
    await until(lambda: not reading.unsaid())
    table = await opened_table(people, ("ada",), "2", robots=1)
    await table.next()
    await table.settle(ada, await table.type_a_move(ada))
    commands = ("turns", "tables", "match show", "match board", "match log", "genial hand")
    for command in commands:
        await ada.command(command, channel=table.thread)
        await ada.command(command, channel="games")
    await ada.complete("match show", "match", "", channel="games")
    await ada.command("match resign", match=int(table.match), channel="games")
    over = next(each for each in await bout.host.messages(bout.thread) if controls(each, "rematch"))
    await bout.host.press(over, controls(over, "rematch")[0])
    again = await until(lambda: reading.newest(int(bout.host.id), "genesis_life") != bout.match)
    assert again
    await bout.host.command("match cancel", match=int(table.match) + 1, channel="games")
    await until(lambda: not reading.unsaid())
    # What time does.
    now = datetime.now(UTC)
    served = await store.served_until(0)
    assert served is not None
    await store.put_off_timers({"lapse": "clock"}, 0, 1, served, now)
    await store.shift_clock(now, timedelta(minutes=-5), "lapse", "clock")
    await store.find_uncalled(0, 9)
    await store.set_aside_unreadable(now)
    await store.tidy(now, 99)
    await store.sizes()
    await store.count((Status.LOBBY, Status.RUNNING), guild=7)
    await store.rematches_of(1)
    await store.posted_in(5, "lobby")
    await store.next_timer(now)


async def test_no_statement_reads_a_whole_table(
    database: Path, statements: dict[str, Any], luck: None
) -> None:
    async with (
        Sandbox(first_response=WITHIN) as box,
        running(box, database) as bot,
        People(box.url) as people,
    ):
        await people.bot_online()
        await play_everything(people, database, bot.matches.store)
    assert len(statements) > 30, sorted(statements)
    assert "\n".join(problems(database, statements)) == ""


async def test_the_planner_is_believed(database: Path, statements: dict[str, Any]) -> None:
    """The check of the test above finds statements that are known to be bad."""
    with closing(sqlite3.connect(database)) as made:
        made.executescript(
            "CREATE TABLE matches (id INTEGER PRIMARY KEY, due INTEGER); CREATE TABLE alive (at);"
        )
    bad = {
        "SELECT id FROM matches WHERE due < 5": (),
        "UPDATE matches SET due = ? WHERE due = ?": (1, 2),
        "SELECT id FROM matches ORDER BY due": (),
        "SELECT at FROM alive": (),
        "SELECT due FROM matches WHERE id = ?": (3,),
    }
    found = problems(database, bad)
    assert len(found) == 4, found
    assert not any("alive" in each or "id = ?" in each for each in found)
