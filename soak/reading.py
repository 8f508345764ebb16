"""The bot's database as somebody beside the bot reads it. Nothing is written, nobody is kept waiting."""

from __future__ import annotations

import json
import sqlite3
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec

from engine.chance import DrawnChance
from engine.game import Seat
from engine.games import rules_of
from engine.match.changes import BESIDE
from engine.match.fold import Fold, apply_move, apply_takeover, start_fold
from engine.match.values import ALONE, SUMMARY, Entry, Status
from engine.store.packing import unpack
from harness.postgres import Line
from sandbox.ids import created_at

__all__ = [
    "EPOCH",
    "Call",
    "FileReading",
    "MatchRow",
    "Reading",
    "ServerReading",
    "calls_of",
    "latest_creation",
]

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_STEP = timedelta(milliseconds=2)
"""Ids count milliseconds, entries microseconds."""


@dataclass(frozen=True, slots=True)
class MatchRow:
    """A match as the database has it."""

    id: int
    game: str
    rules: int
    options: str
    size: int
    status: Status
    host: int
    pending: tuple[Seat, ...]
    persons: tuple[int | None, ...]
    """Persons by seat; `None` for automatic players."""

    @property
    def has_ended(self) -> bool:
        return self.status in (Status.OVER, Status.CANCELLED)

    @property
    def awaited_persons(self) -> list[int]:
        """The persons it waits for."""
        people = [self.persons[seat] for seat in self.pending]
        return [person for person in people if person is not None]


class Reading(ABC):
    """A reader of the bot's database, for trials."""

    @abstractmethod
    def rows(self, statement: str, *values: Any) -> list[Any]:
        """Return the rows of a statement, with ``?`` for each value; none while there are no tables yet."""

    def match(self, match: int) -> MatchRow | None:
        rows = self.rows(
            "SELECT id, game, rules, options, size, status, host, pending FROM matches WHERE id = ?", match
        )
        for number, game, rules, options, size, status, host, pending in rows:
            seats = self.rows("SELECT person FROM seats WHERE match = ? ORDER BY seat", match)
            waits = tuple(Seat(each) for each in json.loads(pending or "[]"))
            people = tuple(row[0] for row in seats)
            return MatchRow(number, game, rules, options, size, Status(status), host, waits, people)
        return None

    def newest(self, host: int, game: str) -> int | None:
        """The match that this person opened last."""
        rows = self.rows("SELECT max(id) FROM matches WHERE host = ? AND game = ?", host, game)
        return rows[0][0] if rows else None

    def log(self, match: int) -> list[Entry]:
        rows = self.rows(
            "SELECT number, kind, seat, text, drawn, at, by, hash, made FROM entries"
            " WHERE match = ? ORDER BY number",
            match,
        )
        if not rows:  # it has ended: its log was put together
            kept = self.rows("SELECT log FROM archive WHERE match = ?", match)
            rows = unpack(kept[0][0]) if kept else []
        return [
            Entry(
                number,
                kind,
                None if seat is None else Seat(seat),
                text,
                tuple(json.loads(drawn)),
                EPOCH + timedelta(microseconds=at),
                by,
                digest,
                made or "",
            )
            for number, kind, seat, text, drawn, at, by, digest, made in rows
        ]

    def unsaid(self, match: int | None = None) -> int:
        """Count the notices in the outbox, but for those held back, which wait for hours."""
        where = f" WHERE kind NOT IN ('{SUMMARY}', '{ALONE}')" + ("" if match is None else " AND match = ?")
        rows = self.rows(f"SELECT count(*) FROM outbox{where}", *(() if match is None else (match,)))
        return rows[0][0] if rows else 0

    def untold(self) -> list[int]:
        """Matches of which something could be said to nobody: it is tried again after ten minutes."""
        now = time.time() * 1e6
        rows = self.rows(
            "SELECT DISTINCT match FROM outbox WHERE intent LIKE ? AND due > ?", f"{BESIDE}%", now
        )
        return [match for (match,) in rows]

    def put_off(self) -> float:
        """Return the seconds until the next try of the notice that is put off longest; 0 if there is none."""
        rows = self.rows(f"SELECT max(due) FROM outbox WHERE kind NOT IN ('{SUMMARY}', '{ALONE}')")
        latest = rows[0][0] if rows else None
        return max(0.0, (latest or 0) / 1e6 - time.time())

    def posted_as(self, kind: str, match: int | None = None) -> dict[int, str]:
        """The channels of the messages of that kind, by match."""
        where = "" if match is None else f" AND match = {match:d}"
        rows = self.rows(f"SELECT match, channel FROM posts WHERE kind = ?{where}", kind)
        return {number: str(channel) for number, channel in rows}

    def posted_messages(self) -> set[str]:
        """Every message that the bot remembers."""
        return {str(row[0]) for row in self.rows("SELECT message FROM posts")}


class FileReading(Reading):
    """Reads the file, each time anew: between two answers a bot may have died and another begun."""

    def __init__(self, database: Path) -> None:
        self.database = database

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        with closing(sqlite3.connect(f"file:{self.database}?mode=ro", uri=True, timeout=10)) as connection:
            yield connection

    def rows(self, statement: str, *values: Any) -> list[Any]:
        if not self.database.exists():
            return []
        try:
            with self._open() as connection:
                return connection.execute(statement, values).fetchall()
        except sqlite3.OperationalError as error:
            if "no such table" in str(error):
                return []
            raise


class ServerReading(Reading):
    """Asks a PostgreSQL server. Raises `ConnectionError` while it does not answer."""

    def __init__(self, url: str, patience: float = 1.0) -> None:
        """`patience` are the seconds in which it answers."""
        self._line = Line(url, patience)

    def rows(self, statement: str, *values: Any) -> list[Any]:
        return self._line.rows(statement, *values)

    def close(self) -> None:
        """Hang up."""
        self._line.close()


@dataclass(frozen=True, slots=True)
class Call:
    """A person was asked to decide, after somebody else's move, by a message that calls."""

    match: int
    seat: Seat
    person: int
    entry: int
    at: datetime
    ended: int | None
    """The entry that ended the question; `None` while it is open."""
    ended_at: datetime | None
    answered: bool
    """The person's own seat ended the question."""


def calls_of(kept: MatchRow, log: list[Entry]) -> list[Call]:
    """Every call of the match, worked out from its log alone. Raises `ValueError` at an entry that lies.

    A later question of a series calls nobody: it comes in the message of the first.
    """
    game = rules_of(kept.game, kept.rules)
    if game is None or not log:
        return []
    options = msgspec.json.decode(kept.options, type=game.Options)
    fold: Fold | None = None
    asked: list[tuple[Entry, tuple[int | None, ...], tuple[bool, ...]]] = []
    for entry in log:
        chance = DrawnChance(entry.drawn)
        if fold is None:
            fold, _ = start_fold(game, options, kept.size, chance)
        elif entry.kind == "seat" and entry.seat is not None:
            fold, _ = apply_takeover(fold, entry.number, entry.seat, entry.text)
        elif entry.kind == "move" and entry.seat is not None:
            move = game.parse(fold.state, entry.seat, entry.text)
            fold, _ = apply_move(game, fold, entry.number, entry.seat, move, chance)
        if game.hash(fold.state) != entry.hash:
            raise ValueError(f"match {kept.id}: entry {entry.number} has another hash")
        open_now = (
            fold.seats[seat].question_entry if seat in fold.pending else None for seat in range(kept.size)
        )
        follows = (own.ringing_entry != own.call_entry for own in fold.seats)
        asked.append((entry, tuple(open_now), tuple(follows)))
    calls: list[Call] = []
    for number, (entry, now, follows) in enumerate(asked):
        for each, person in enumerate(kept.persons):
            own = entry.kind == "move" and entry.seat == each
            if person is None or now[each] != entry.number or own or follows[each]:
                continue
            after = next(
                (later for later, then, _ in asked[number + 1 :] if then[each] != entry.number), None
            )
            calls.append(
                Call(
                    kept.id,
                    Seat(each),
                    person,
                    entry.number,
                    entry.at,
                    None if after is None else after.number,
                    None if after is None else after.at,
                    after is not None and after.seat == each,
                )
            )
    return calls


def latest_creation(message: str) -> datetime:
    """Return the latest time at which the message can have been made."""
    return datetime.fromtimestamp(created_at(message), UTC) + _STEP
