"""Where matches are shown."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime

from engine.match.values import Post
from engine.store import Store

__all__ = ["Posts"]


class Posts:
    """Remembers for the outside world where it shows what, and its notes."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def posts(self, match: int) -> Sequence[Post]:
        """Where the match is shown."""
        return await self._store.posts(match)

    async def post(self, match: int, kind: str, person: int = 0) -> Post | None:
        """Where that is shown."""
        for post in await self._store.posts(match):
            if (post.kind, post.person) == (kind, person):
                return post
        return None

    async def posts_of(self, matches: Collection[int], kind: str) -> Sequence[Post]:
        """Where that is shown to all, of each of these matches."""
        return await self._store.posts_of(matches, kind)

    async def posted_in(self, channel: int, kind: str) -> Sequence[Post]:
        """What of that kind is shown in that channel: whose thread it is, for one."""
        return await self._store.posted_in(channel, kind)

    async def silent_threads(self, acted: datetime, woken: datetime, limit: int) -> Sequence[Post]:
        """Threads of matches that are played, in which no person acted since `acted`, longest first.

        Without those that were woken since `woken`.
        """
        return await self._store.silent_threads(acted, woken, limit)

    async def newest_to(self, person: int) -> int | None:
        """The newest message that shows the person something in private."""
        return await self._store.newest_to(person)

    async def save_post(self, post: Post) -> None:
        """Remember where something is shown; it replaces what was of that match, kind and person."""
        await self._store.save_post(post)

    async def drop_post(self, match: int, kind: str, person: int = 0) -> None:
        """It is shown no more."""
        await self._store.drop_post(match, kind, person)

    async def note(self, key: str) -> str | None:
        """A value that belongs to no match, as it was last saved."""
        return await self._store.note(key)

    async def save_note(self, key: str, value: str) -> None:
        """Keep a value that belongs to no match."""
        await self._store.save_note(key, value)
