"""Posts: the messages that are shown of matches. SQL: `engine/store/sql/posts.py`."""

from __future__ import annotations

from collections.abc import Collection
from typing import Protocol

from engine.match.values import Post

__all__ = ["PostStore"]


class PostStore(Protocol):
    """Messages that are shown of matches, for everybody or for one person."""

    async def posts(self, match: int) -> list[Post]:
        """Return the match's posts that can be read."""
        ...

    async def posts_of(self, matches: Collection[int], kind: str) -> list[Post]:
        """Return the posts of that kind, for everybody, of these matches."""
        ...

    async def posted_in(self, channel: int, kind: str) -> list[Post]:
        """Return the posts of that kind in that channel."""
        ...

    async def newest_to(self, person: int) -> int | None:
        """Return the id of the newest message among the person's private posts."""
        ...

    async def save_post(self, post: Post) -> None:
        """Store the post in place of the match's post of the same kind and person.

        A post to somebody who has just been forgotten is dropped.
        """
        ...

    async def drop_post(self, match: int, kind: str, person: int) -> None:
        """Delete the match's post of that kind and person."""
        ...
