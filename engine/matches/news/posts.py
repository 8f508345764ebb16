"""Posts: the messages and threads in which matches are shown."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime

from engine.match.values import Post
from engine.store import Store

__all__ = ["Posts"]


class Posts:
    """Posts, and notes that belong to no match, kept for the code that speaks to people."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def posts(self, match: int) -> Sequence[Post]:
        """Return the posts of the match."""
        return await self._store.posts(match)

    async def post(self, match: int, kind: str, person: int = 0) -> Post | None:
        """Return the match's post of that kind, to that person if one is named; `None` without one."""
        for post in await self._store.posts(match):
            if (post.kind, post.person) == (kind, person):
                return post
        return None

    async def posts_of(self, matches: Collection[int], kind: str) -> Sequence[Post]:
        """Return the public posts of that kind, of each of these matches."""
        return await self._store.posts_of(matches, kind)

    async def posted_in(self, channel: int, kind: str) -> Sequence[Post]:
        """Return the posts of that kind in a channel, such as the match of a thread."""
        return await self._store.posted_in(channel, kind)

    async def silent_threads(self, acted: datetime, woken: datetime, limit: int) -> Sequence[Post]:
        """Return threads of running matches in which no person acted since `acted`, the longest silent first.

        Threads that were woken since `woken` are left out.
        """
        return await self._store.silent_threads(acted, woken, limit)

    async def newest_to(self, person: int) -> int | None:
        """Return the newest message that shows the person something in private."""
        return await self._store.newest_to(person)

    async def save_post(self, post: Post) -> None:
        """Save a post in place of the one of the same match, kind and person."""
        await self._store.save_post(post)

    async def drop_post(self, match: int, kind: str, person: int = 0) -> None:
        """Delete a post: it is no longer shown."""
        await self._store.drop_post(match, kind, person)

    async def note(self, key: str) -> str | None:
        """Return a value that belongs to no match, as it was last saved."""
        return await self._store.note(key)

    async def save_note(self, key: str, value: str) -> None:
        """Save a value that belongs to no match."""
        await self._store.save_note(key, value)
