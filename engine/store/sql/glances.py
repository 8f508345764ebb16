"""A look at everything that may have changed of a match, in one statement.

Where other processes write to the database, what is cached of a match counts only for the task that has read
it, and for a second. So the task reads everything of it at once.
"""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from typing import Any

from engine.match.clock import Span
from engine.match.values import Notice, Post
from engine.store.sql.rows import NOTICE, POST, READABLE, in_range, notice_of
from engine.store.sql.rows import time as time_of
from engine.store.sql.statements import Statements

__all__ = ["Glance", "Glancing"]


@dataclass(frozen=True, slots=True)
class Glance:
    """The parts of a match that other processes may have changed, as one statement read them."""

    version: int
    posts: list[Post]
    notices: list[Notice]
    jottings: dict[int, str]


class Glancing(Statements):
    """A store that reads in one statement whatever other processes may have changed of a match."""

    async def _glance(self, match: int) -> Glance | None:
        """Read what may have changed of the match, and cache it; `None` if there is no such match."""
        at, rows = time.monotonic(), self.dialect.rows.format
        known = self._known
        shard = "(guild >> 22) % coalesce((SELECT max(shard_count) FROM cluster), 1)"
        columns = (
            rows(columns=POST, table="posts", where=f"match = matches.id AND {READABLE}"),
            rows(columns=NOTICE, table="outbox", where="match = matches.id"),
            rows(columns="person, text", table="jottings", where="match = matches.id"),
            rows(columns="began, ended", table="outages", where=f"shard = {shard}"),
        )
        with (
            known.versions.reading() as versions_changed,
            known.posts.reading() as posts_changed,
            known.notices.reading() as notices_changed,
            self._jottings.reading() as jottings_changed,
        ):
            found = await self._read(
                f"SELECT version, {shard}, {', '.join(columns)} FROM matches WHERE id = ?", (match,)
            )
        if not found:
            return None
        version, number, *lists = found[0]
        posts, notices, jottings, outages = map(_rows, lists)
        seen = Glance(
            version,
            [Post(*row) for row in posts],
            sorted(map(notice_of, notices), key=lambda notice: notice.id),
            dict(jottings),
        )
        spans = [
            Span(time_of(began), time_of(ended))
            for ended, began in sorted((row[1], row[0]) for row in outages)
            if in_range(ended) and 0 <= began <= ended
        ]
        known.versions.keep(match, seen.version, at, versions_changed)
        known.posts.keep(match, seen.posts, at, posts_changed)
        known.notices.keep(match, seen.notices, at, notices_changed)
        self._jottings.keep(match, seen.jottings, at, jottings_changed)
        self._outages.keep(number, spans, at)
        return seen


def _rows(column: str | None) -> list[Any]:
    """Return the rows in a column that `Dialect.rows` has made."""
    return json.loads(column) if column else []
