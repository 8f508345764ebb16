"""People, where things are shown to them, and single values."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any

import msgspec

from engine.match.values import NO_CHOICES, Chosen, Person, Post
from engine.store.refusals import Conflict
from engine.store.sql.rows import READABLE, marks, number
from engine.store.sql.statements import Connection, Statements, upsert

__all__ = ["POST", "POST_KEY", "People", "post_values"]

_PERSON = "id, name, locale, theme, dm_closed, dm_told, inbox, chosen"
POST = "match, kind, person, channel, message, number, shown"
POST_KEY = "match, kind, person"


class People(Statements):
    """The part of the store about people, posts and notes."""

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
                # Whoever writes the same row waits here.
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

        await self._write(work)

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
                await self._write_one(sql, (person, match, text, number(now)))
            else:
                await self._write_one("DELETE FROM jottings WHERE person = ? AND match = ?", (person, match))

    async def posts(self, match: int) -> list[Post]:
        return list((await self._posts.of((match,), self._read_posts))[match] or ())

    async def _read_posts(self, matches: Collection[int]) -> dict[int, list[Post]]:
        rows = await self._read(
            f"SELECT {POST} FROM posts WHERE match IN ({marks(matches)}) AND {READABLE}", tuple(matches)
        )
        found: dict[int, list[Post]] = {}
        for row in rows:
            found.setdefault(row[0], []).append(Post(*row))
        return found

    async def posts_of(self, matches: Collection[int], kind: str) -> list[Post]:
        rows = await self._read(
            f"SELECT {POST} FROM posts WHERE match IN ({marks(matches)}) AND kind = ? AND person = 0",
            (*matches, kind),
        )
        return [Post(*row) for row in rows]

    async def posted_in(self, channel: int, kind: str) -> list[Post]:
        rows = await self._read(f"SELECT {POST} FROM posts WHERE channel = ? AND kind = ?", (channel, kind))
        return [Post(*row) for row in rows]

    async def newest_to(self, person: int) -> int | None:
        rows = await self._read("SELECT max(message) FROM posts WHERE person = ? AND person <> 0", (person,))
        return rows[0][0]

    async def save_post(self, post: Post) -> None:
        if post.person not in self.forgotten:
            with self._posts.changing(post.match):
                await self._write_one(upsert("posts", POST_KEY, POST), post_values(post))

    async def drop_post(self, match: int, kind: str, person: int) -> None:
        with self._posts.changing(match):
            await self._write_one(
                "DELETE FROM posts WHERE match = ? AND kind = ? AND person = ?", (match, kind, person)
            )

    async def note(self, key: str) -> str | None:
        rows = await self._read("SELECT value FROM notes WHERE key = ?", (key,))
        return rows[0][0] if rows else None

    async def save_note(self, key: str, value: str) -> None:
        await self._write_one(upsert("notes", "key", "key, value"), (key, value))


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


def post_values(post: Post) -> tuple[Any, ...]:
    """The columns of `POST`."""
    return post.match, post.kind, post.person, post.channel, post.message, post.number, post.shown
