"""People and their jottings, as `engine.store.protocol.people` has them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any

import msgspec

from engine.match.values import NO_CHOICES, Chosen, Person
from engine.store.refusals import Conflict
from engine.store.sql.known import NOTHING
from engine.store.sql.rows import marks, number
from engine.store.sql.statements import Connection, Statements, upsert

__all__ = ["SqlPersonStore"]

_PERSON = "id, name, locale, theme, dm_closed, dm_told, inbox, chosen"


class SqlPersonStore(Statements):
    """The SQL of `PersonStore`."""

    async def person(self, person: int) -> Person | None:
        rows = await self._read(f"SELECT {_PERSON} FROM people WHERE id = ?", (person,))
        return self._person_of(rows[0]) if rows else None

    def _person_of(self, row: Sequence[Any]) -> Person:
        return _person_of(
            row, self._read_or(_chosen, row[-1], NO_CHOICES, "how somebody has things shown", row[0])
        )

    async def save_person(self, person: Person, before: Person | None = None) -> None:
        self.forgotten.discard(person.id)

        async def work(connection: Connection) -> None:
            if before is not None:
                # Another transaction that writes the same row waits here.
                await connection.execute_fetchall(
                    f"INSERT INTO people ({_PERSON}) VALUES ({marks(_PERSON.split(','))})"
                    " ON CONFLICT (id) DO NOTHING",
                    _person_values(before),
                )
                (row,) = await connection.execute_fetchall(
                    f"SELECT {_PERSON} FROM people WHERE id = ?{self.dialect.lock}", (person.id,)
                )
                if self._person_of(row) != before:
                    raise Conflict("store_conflict", path=self.name)
            await connection.execute_fetchall(upsert("people", "id", _PERSON), _person_values(person))

        await self._write(work, NOTHING)

    async def jotting(self, person: int, match: int) -> str:
        key = (person, match)
        return (await self._jottings.of((key,), self._read_jotting))[key] or ""

    async def _read_jotting(self, keys: Collection[tuple[int, int]]) -> dict[tuple[int, int], str]:
        (key,) = keys
        rows = await self._read("SELECT text FROM jottings WHERE person = ? AND match = ?", key)
        return {key: rows[0][0]} if rows else {}

    async def save_jotting(self, person: int, match: int, text: str, now: datetime) -> None:
        with self._jottings.changing((person, match)):
            if text:
                sql = upsert("jottings", "person, match", "person, match, text, at")
                await self._write_one(sql, (person, match, text, number(now)), NOTHING)
            else:
                await self._write_one(
                    "DELETE FROM jottings WHERE person = ? AND match = ?", (person, match), NOTHING
                )


def _person_of(row: Sequence[Any], chosen: Chosen) -> Person:
    id, name, locale, theme, closed, told, inbox, _ = row
    return Person(id, name, locale, theme, bool(closed), bool(told), inbox, chosen)


def _person_values(person: Person) -> tuple[Any, ...]:
    chosen = "" if person.chosen == NO_CHOICES else msgspec.json.encode(person.chosen).decode()
    return (
        person.id,
        person.name,
        person.locale,
        person.theme,
        person.dm_closed,
        person.dm_told,
        person.inbox,
        chosen,
    )


def _chosen(column: str) -> Chosen:
    return msgspec.json.decode(column, type=Chosen) if column else NO_CHOICES
