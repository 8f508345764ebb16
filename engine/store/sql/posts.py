"""Posts, as `engine.store.protocol.posts` has them."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from engine.match.values import Post
from engine.store.sql.glances import Glancing
from engine.store.sql.known import Effect
from engine.store.sql.rows import POST, READABLE, marks
from engine.store.sql.statements import Statement, upsert

__all__ = ["POST_KEY", "SqlPostStore", "post_values"]

POST_KEY = "match, kind, person"


class SqlPostStore(Glancing):
    """The SQL of `PostStore`."""

    async def posts(self, match: int) -> list[Post]:
        read = self._read_posts if self.sole else self._glance_at_posts
        return list((await self._known.posts.of((match,), read, self._since()))[match] or ())

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
        async def read(channels: Collection[int]) -> dict[int, list[Post]]:
            rows = await self._read(
                f"SELECT {POST} FROM posts WHERE channel = ? AND kind = ?", (*channels, kind)
            )
            return {channel: [Post(*row) for row in rows]}

        places = self._known.places(kind)
        if not self.sole and (known := places.peek(channel)):
            # A thread seldom becomes another match's: its match's posts, which are looked at anyway, tell.
            if all([each in await self.posts(each.match) for each in known]):
                return list(known)
            places.drop(channel)
        return list((await places.of((channel,), read, self._since()))[channel] or ())

    async def newest_to(self, person: int) -> int | None:
        return (await self._known.newest.of((person,), self._read_newest, self._since()))[person]

    async def _glance_at_posts(self, matches: Collection[int]) -> dict[int, list[Post]]:
        return {match: seen.posts for match in matches if (seen := await self._glance(match)) is not None}

    async def _read_newest(self, persons: Collection[int]) -> dict[int, int]:
        (person,) = persons
        rows = await self._read("SELECT max(message) FROM posts WHERE person = ? AND person <> 0", (person,))
        return {} if rows[0][0] is None else {person: rows[0][0]}

    async def save_post(self, post: Post) -> None:
        if post.person not in self.forgotten:
            await self._write_later(
                Statement(f"{upsert('posts', POST_KEY, POST)} RETURNING match", post_values(post)),
                (),
                Effect((post.match,), lambda _: self._known.posts_change(post.match, (post,), ())),
            )

    async def drop_post(self, match: int, kind: str, person: int) -> None:
        await self._write_one(
            "DELETE FROM posts WHERE match = ? AND kind = ? AND person = ?",
            (match, kind, person),
            Effect((match,), lambda _: self._known.posts_change(match, (), ((kind, person),))),
        )


def post_values(post: Post) -> tuple[Any, ...]:
    """Return the post as the columns of `POST`."""
    return post.match, post.kind, post.person, post.channel, post.message, post.number, post.shown
