"""The outbox, as `engine.store.protocol.outbox` has it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from datetime import datetime

from engine.match.changes import BESIDE, EPOCH, NewNotice
from engine.match.values import Notice, Post
from engine.store.protocol.outbox import Said
from engine.store.sql.glances import Glancing
from engine.store.sql.known import Effect
from engine.store.sql.posts import POST_KEY, post_values
from engine.store.sql.rows import NOTICE, POST, Row, marks, notice_of, number
from engine.store.sql.statements import HELD, Connection, Dialect, Statement

__all__ = ["SqlOutboxStore", "notices_put"]

_UNBEGUN = ("", BESIDE)
_CLAIMED = f"{BESIDE}:claimed"
"""`Notice.begun` of a notice that is about to be sent for others too, in a channel that is not known yet."""
_MINE = "EXISTS (SELECT 1 FROM matches WHERE id = outbox.match AND sayer = ?)"


class SqlOutboxStore(Glancing):
    """The SQL of `OutboxStore`."""

    async def notices(self, matches: Collection[int]) -> list[Notice]:
        read = self._read_notices if self.sole or len(matches) > 1 else self._glance_at_notices
        known = await self._known.notices.of(matches, read, self._since())
        return [notice for match in sorted(known) for notice in known[match] or ()]

    async def _read_notices(self, matches: Collection[int]) -> dict[int, list[Notice]]:
        rows = await self._read(
            f"SELECT {NOTICE} FROM outbox WHERE match IN ({marks(matches)}) ORDER BY match, id",
            tuple(matches),
        )
        found: dict[int, list[Notice]] = {}
        for row in rows:
            found.setdefault(row[1], []).append(notice_of(row))
        return found

    async def _glance_at_notices(self, matches: Collection[int]) -> dict[int, list[Notice]]:
        return {match: seen.notices for match in matches if (seen := await self._glance(match)) is not None}

    async def pressing(self, matches: Collection[int], last: datetime) -> set[int]:
        rows = await self._read(
            f"SELECT DISTINCT match FROM outbox WHERE match IN ({marks(matches)})"
            " AND (person IS NOT NULL OR due > ?)",
            (*matches, number(last)),
        )
        return {row[0] for row in rows}

    async def notices_to(self, person: int, kind: str) -> list[Notice]:
        columns = ", ".join(f"outbox.{each}" for each in NOTICE.split(", "))
        rows = await self._read(
            f"SELECT {columns} FROM seats {self.dialect.leading} outbox ON outbox.match = seats.match"
            " WHERE seats.person = ? AND outbox.person = ? AND outbox.kind = ? ORDER BY outbox.id",
            (person, person, kind),
        )
        return [notice_of(row) for row in rows]

    async def note_begun(self, sayer: str, notice: int, begun: str) -> bool:
        rows = await self._write_one(
            f"UPDATE outbox SET intent = ? WHERE id = ? AND {_MINE} RETURNING {NOTICE}",
            (begun, notice, sayer),
            self._changed_notices(),
        )
        return bool(rows)

    async def claim(self, sayer: str, notice: int, person: int, kind: str) -> bool:
        async def work(connection: Connection) -> list[Row]:
            # Another claim at the same time waits for these rows, and finds them as they are afterwards.
            rows = await connection.execute_fetchall(
                "SELECT id, intent FROM outbox WHERE person = ? AND kind = ?"
                f" AND match IN (SELECT match FROM seats WHERE person = ?) ORDER BY id{self.dialect.lock}",
                (person, kind, person),
            )
            if any(each != notice and intent not in _UNBEGUN for each, intent in rows):
                return []
            claimed = await connection.execute_fetchall(
                f"UPDATE outbox SET intent = CASE WHEN intent IN ({marks(_UNBEGUN)}) THEN ? ELSE intent END"
                f" WHERE id = ? AND {_MINE} RETURNING {NOTICE}",
                (*_UNBEGUN, _CLAIMED, notice, sayer),
            )
            return [tuple(row) for row in claimed]

        return bool(await self._write(work, self._changed_notices()))

    async def note_said(self, sayer: str, said: Said, lost: Callable[[], object] = lambda: None) -> bool:
        notice = said.notice
        then = [Statement(f"DELETE FROM outbox WHERE id = ? AND {HELD}", (notice.id,))]
        if said.others:
            then.append(
                Statement(
                    f"DELETE FROM outbox WHERE person = ? AND id IN ({marks(said.others)}) AND {HELD}",
                    (notice.person, *(each.id for each in said.others)),
                )
            )
        shown = {(post.kind, post.person) for post in said.posts}
        then += [
            Statement(
                f"DELETE FROM posts WHERE match = ? AND kind = ? AND person = ? AND {HELD}",
                (notice.match, kind, person),
            )
            for kind, person in said.dropped
            if (kind, person) not in shown
        ]
        then += self._posts_put(said.posts)
        if said.wishes:
            then.append(
                Statement(
                    f"DELETE FROM wishes WHERE person = ? AND id IN ({marks(said.wishes)}) AND {HELD}",
                    (notice.person, *said.wishes),
                )
            )
        if said.listed_wishes:
            then.append(
                Statement(
                    f"UPDATE wishes SET match = ?, notice = NULL WHERE person = ?"
                    f" AND id IN ({marks(said.listed_wishes)}) AND {HELD}",
                    (notice.match, notice.person, *said.listed_wishes),
                )
            )
        then += notices_put(self.dialect, notice.match, said.more)
        effect = self._effect(
            notice.match,
            said.posts,
            said.dropped,
            gone=(notice.id,),
            others=said.others,
            added=bool(said.more),
        )
        leased = self._if_leased(sayer, notice.match)
        if (
            not said.more
            and not said.others
            and not said.ends_wishes
            and self._lessees.get(notice.match) == sayer
        ):
            await self._write_later(leased, then, effect, lost)
            return True
        return await self._write_where(leased, then, effect) is not None

    async def merge_notices(self, sayer: str, match: int, notices: Collection[int]) -> bool:
        deletion = Statement(
            f"DELETE FROM outbox WHERE match = ? AND id IN ({marks(notices)}) AND {HELD}", (match, *notices)
        )
        effect = self._effect(match, gone=notices)
        return await self._write_where(self._if_leased(sayer, match), [deletion], effect) is not None

    async def put_off_notice(self, sayer: str, notice: int, due: datetime, begun: str | None = None) -> bool:
        rows = await self._write_one(
            "UPDATE outbox SET due = ?, attempts = attempts + 1, intent = coalesce(?, intent)"
            f" WHERE id = ? AND {_MINE} RETURNING {NOTICE}",
            (number(due), begun, notice, sayer),
            self._changed_notices(),
        )
        return bool(rows)

    async def add_notices(
        self, sayer: str, match: int, notices: Sequence[NewNotice], posts: Sequence[Post] = ()
    ) -> bool:
        then = notices_put(self.dialect, match, notices) + self._posts_put(posts)
        effect = self._effect(match, posts, added=bool(notices))
        return await self._write_where(self._if_leased(sayer, match), then, effect) is not None

    async def set_aside(self, sayer: str, notice: int, why: str, now: datetime) -> bool:
        async def work(connection: Connection) -> bool:
            found = await connection.execute_fetchall(
                f"SELECT id FROM outbox WHERE id = ? AND {_MINE}{self.dialect.lock}", (notice, sayer)
            )
            if not list(found):
                return False
            await self._set_rows_aside(connection, "outbox", [(notice,)], why, now)
            return True

        return await self._write(work)

    async def hurry(self, match: int, now: datetime) -> bool:
        if not await self.notices((match,)):
            return False

        async def work(connection: Connection) -> None:
            await connection.execute_fetchall(
                "UPDATE matches SET say_due = CASE WHEN sayer IS NULL THEN ? ELSE say_due END"
                " WHERE id = ? AND say_due IS NOT NULL",
                (number(now), match),
            )
            await connection.execute_fetchall("UPDATE outbox SET due = 0 WHERE match = ?", (match,))

        await self._write(work)
        return True

    def _changed_notices(self) -> Effect:
        """Return the effect of a statement that gives the changed notices."""

        def apply(rows: Iterable[Row]) -> None:
            for row in rows:
                self._known.notices_change(row[1], added=[notice_of(row)])

        return Effect(None, apply)

    def _effect(
        self,
        match: int,
        posts: Sequence[Post] = (),
        dropped: Collection[tuple[str, int]] = (),
        *,
        gone: Collection[int] = (),
        others: Collection[Notice] = (),
        added: bool = False,
    ) -> Effect:
        """Return the effect of a write by the lane's sayer; its first row ends with the notices `added`."""

        def apply(row: Row | None) -> None:
            if row is None:  # the lane is somebody else's
                self._known.forget_matches((match,))
                self._lessees.pop(match, None)
                return
            kept = {post_values(each)[:3]: each for each in posts if each.person not in self.forgotten}
            if kept or dropped:
                self._known.posts_change(match, kept.values(), dropped)
            self._known.notices_change(match, added=map(notice_of, row[-1]) if added else (), gone=gone)
            for each in others:
                self._known.notices_change(each.match, gone=(each.id,))

        return Effect((match, *sorted({each.match for each in others} - {match})), apply)

    def _if_leased(self, sayer: str, match: int) -> Statement:
        """Return a statement that gives a row if the sayer leases the match's lane."""
        return Statement(
            f"SELECT 1 FROM matches WHERE id = ? AND sayer = ?{self.dialect.lock}", (match, sayer)
        )

    def _posts_put(self, posts: Iterable[Post]) -> list[Statement]:
        """Return the statement that writes these posts; of several with the same key the last counts."""
        kept = {
            post_values(each)[:3]: post_values(each) for each in posts if each.person not in self.forgotten
        }
        return [self.dialect.put("posts", POST, kept.values(), key=POST_KEY)] if kept else []


def notices_put(dialect: Dialect, match: int, notices: Sequence[NewNotice]) -> list[Statement]:
    """Return the statement that adds these notices to the outbox."""
    rows = [
        (
            match,
            one.kind,
            one.seat,
            one.number,
            int(one.continues),
            one.person,
            number(one.due),
            BESIDE if one.due > EPOCH else "",
        )
        for one in notices
        if one.person is None or one.person > 0  # a forgotten person has a negative number
    ]
    columns = "match, kind, seat, number, continues, person, due, intent"
    return [dialect.put("outbox", columns, rows, gives=NOTICE)] if rows else []
