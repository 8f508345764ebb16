"""People and their jottings, as `engine.store.protocol.people` has them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any

import msgspec

from engine.match.values import NO_CHOICES, Chosen, Person
from engine.store.refusals import Conflict
from engine.store.sql.glances import Glancing
from engine.store.sql.known import NOTHING
from engine.store.sql.rows import marks, number
from engine.store.sql.statements import Connection, upsert

__all__ = ["SqlPersonStore"]

_PERSON = "id, name, locale, theme, dm_closed, dm_told, inbox, chosen"


class SqlPersonStore(Glancing):
    """The SQL of `PersonStore`."""

    async def person(self, person: int) -> Person | None:
        rows = await self._read(f"SELECT {_PERSON} FROM people WHERE id = ?", (person,))
        return self._person_of(rows[0]) if rows else None

    def _person_of(self, row: Sequence[Any]) -> Person:
        return _person_of(
            row, self._read_or(_chosen, row[-1], NO_CHOICES, "how somebody has things shown", row[0])
        )

    async def people_of(self, persons: Collection[int]) -> list[Person]:
        rows = await self._read(
            f"SELECT {_PERSON} FROM people WHERE id IN ({marks(persons)}) ORDER BY id", tuple(persons)
        )
        return [self._person_of(row) for row in rows]

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
        read = self._read_jottings if self.sole else self._glance_at_jottings
        found = (await self._jottings.of((match,), read, self._since()))[match]
        return (found or {}).get(person, "")

    async def _read_jottings(self, matches: Collection[int]) -> dict[int, dict[int, str]]:
        (match,) = matches
        return {match: dict(await self._read("SELECT person, text FROM jottings WHERE match = ?", (match,)))}

    async def _glance_at_jottings(self, matches: Collection[int]) -> dict[int, dict[int, str]]:
        return {match: seen.jottings for match in matches if (seen := await self._glance(match)) is not None}

    async def save_jotting(self, person: int, match: int, text: str, now: datetime) -> None:
        with self._jottings.changing(match):
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
