"""People, where things are shown to them, and single values."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from engine.match import Person, Post
from engine.store.sql.rows import READABLE, marks
from engine.store.sql.statements import Statements, upsert

__all__ = ["PUT_POST", "People", "post_values"]

_POST = "match, kind, person, channel, message, number, shown"
PUT_POST = upsert("posts", "match, kind, person", _POST)


class People(Statements):
    """The part of the store about people, posts and notes."""

    async def person(self, person: int) -> Person | None:
        rows = await self._read(
            "SELECT id, name, locale, theme, dm_closed, dm_told, inbox FROM people WHERE id = ?", (person,)
        )
        for id, name, locale, theme, closed, told, inbox in rows:
            return Person(id, name, locale, theme, bool(closed), bool(told), inbox)
        return None

    async def save_person(self, person: Person) -> None:
        await self._write_one(
            upsert("people", "id", "id, name, locale, theme, dm_closed, dm_told, inbox"),
            (
                person.id,
                person.name,
                person.locale,
                person.theme,
                person.dm_closed,
                person.dm_told,
                person.inbox,
            ),
        )

    async def posts(self, match: int) -> list[Post]:
        rows = await self._read(f"SELECT {_POST} FROM posts WHERE match = ? AND {READABLE}", (match,))
        return [Post(*row) for row in rows]

    async def posts_of(self, matches: Collection[int], kind: str) -> list[Post]:
        rows = await self._read(
            f"SELECT {_POST} FROM posts WHERE match IN ({marks(matches)}) AND kind = ? AND person = 0",
            (*matches, kind),
        )
        return [Post(*row) for row in rows]

    async def posted_in(self, channel: int, kind: str) -> list[Post]:
        rows = await self._read(f"SELECT {_POST} FROM posts WHERE channel = ? AND kind = ?", (channel, kind))
        return [Post(*row) for row in rows]

    async def newest_to(self, person: int) -> int | None:
        rows = await self._read("SELECT max(message) FROM posts WHERE person = ? AND person <> 0", (person,))
        return rows[0][0]

    async def save_post(self, post: Post) -> None:
        await self._write_one(PUT_POST, post_values(post))

    async def drop_post(self, match: int, kind: str, person: int) -> None:
        await self._write_one(
            "DELETE FROM posts WHERE match = ? AND kind = ? AND person = ?", (match, kind, person)
        )

    async def note(self, key: str) -> str | None:
        rows = await self._read("SELECT value FROM notes WHERE key = ?", (key,))
        return rows[0][0] if rows else None

    async def save_note(self, key: str, value: str) -> None:
        await self._write_one(upsert("notes", "key", "key, value"), (key, value))


def post_values(post: Post) -> tuple[Any, ...]:
    """The columns of `PUT_POST`."""
    return post.match, post.kind, post.person, post.channel, post.message, post.number, post.shown
