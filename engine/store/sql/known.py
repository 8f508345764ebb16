"""What every turn of a match needs of the database, kept in memory: posts, notices, what falls due next."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from typing import Any

from engine.match.values import Notice, Post
from engine.store.sql.earliest import Earliest
from engine.store.sql.remembered import Remembered

__all__ = ["NOTHING", "Effect", "Known"]


@dataclass(frozen=True, slots=True)
class Effect:
    """The effect that a write has on the cached rows. A write without one empties the cache."""

    matches: Collection[int] | None
    """The matches whose cached rows are dropped if it is not known what was written; `None` for all."""
    apply: Callable[[Any], None]
    """Writes the change through to the cache, given the result of the write."""


NOTHING = Effect((), lambda _: None)
"""The effect of a write that changes neither posts nor notices, and lets nothing fall due earlier."""


class Known:
    """Posts and notices as they stand in the database, as far as they are cached, and what falls due next.

    Every write that changes them writes its change through, in the order of the writes.
    """

    def __init__(self, seconds: float, polled: float) -> None:
        """`seconds` is the time after which a row is read again, `polled` that for what falls due next."""
        self._seconds = seconds
        self.posts = Remembered[int, list[Post]](seconds)
        """The posts of a match."""
        self.versions = Remembered[int, int](seconds)
        """The version of a match."""
        self.notices = Remembered[int, list[Notice]](seconds)
        """The notices of a match, in order."""
        self.newest = Remembered[int, int](seconds)
        """The newest message among a person's private posts."""
        self.timers = Earliest(polled)
        """The time at which the next timer can be taken."""
        self.lanes = Earliest(polled)
        """The time at which the next lane is due."""
        self._places: dict[str, Remembered[int, list[Post]]] = {}

    def places(self, kind: str) -> Remembered[int, list[Post]]:
        """Return the cached posts of that kind by channel."""
        return self._places.setdefault(kind, Remembered[int, list[Post]](self._seconds))

    def forget(self) -> None:
        """Drop everything."""
        self.forget_matches(())
        self.timers.drop()
        self.lanes.drop()

    def forget_matches(self, matches: Collection[int]) -> None:
        """Drop everything about these matches, or about all where there are none."""
        self.versions.drop(*matches)
        self.posts.drop(*matches)
        self.notices.drop(*matches)
        self.newest.drop()
        for places in self._places.values():
            places.drop()

    def are_told(self, matches: Collection[int]) -> bool:
        """Return True if the notices of these matches are cached."""
        return all(map(self.notices.is_cached, matches))

    def posts_change(self, match: int, put: Collection[Post], dropped: Collection[tuple[str, int]]) -> None:
        """Write through that these posts of the match stand in place of others, and that some are gone."""
        keys = {(post.kind, post.person) for post in put} | set(dropped)
        former: list[Post] = []

        def change(posts: list[Post] | None) -> list[Post]:
            former.extend(each for each in posts or () if (each.kind, each.person) in keys)
            return [*(each for each in posts or () if (each.kind, each.person) not in keys), *put]

        self.posts.put(match, change)
        for kind in {kind for kind, _ in keys} & self._places.keys():
            self._places[kind].drop()
        for person in {person for _, person in keys if person}:
            self._newest_changes(
                person,
                {each.message for each in put if each.person == person},
                {each.message for each in former if each.person == person},
            )

    def _newest_changes(self, person: int, put: Collection[int], former: Collection[int]) -> None:
        unknown = False

        def change(newest: int | None) -> int | None:
            nonlocal unknown
            last = max(put, default=0)
            if newest is not None and last < newest:
                unknown = not former or newest in former
                return newest
            return last or newest

        self.newest.put(person, change)
        if unknown:
            self.newest.drop(person)

    def notices_change(
        self,
        match: int,
        *,
        added: Iterable[Notice] = (),
        gone: Collection[int] = (),
        changed: Callable[[Notice], Notice] | None = None,
    ) -> None:
        """Write through that notices of the match were added, deleted or changed."""
        more = list(added)

        def change(notices: list[Notice] | None) -> list[Notice]:
            kept = {each.id: each for each in notices or () if each.id not in gone}
            kept |= {each.id: each for each in more}
            found = [kept[id] for id in sorted(kept)]
            return found if changed is None else [changed(each) for each in found]

        self.notices.put(match, change)
