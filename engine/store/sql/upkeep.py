"""Upkeep, as `engine.store.protocol.upkeep` has it."""

from __future__ import annotations

from datetime import datetime

from engine.match.values import Post, Status
from engine.store import LONGEST, Sizes, Uncalled
from engine.store.digests import NOTE, damaged_before, digest_of_archive, fault_in
from engine.store.packing import pack
from engine.store.protocol.wishes import WISH_LASTS
from engine.store.sql.digesting import digest_archive, digest_log, fault_of, linked_rows
from engine.store.sql.rows import LATEST, NUMBERS, PRIVATE, READABLE, number, time, whole
from engine.store.sql.statements import Connection, Statements

__all__ = ["SqlUpkeepStore"]

_COUNTED = (
    "matches",
    "entries",
    "archive",
    "clicks",
    "timers",
    "clocks",
    "outbox",
    "invitations",
    "people",
    "hours",
    "jottings",
    "posts",
    "notes",
    "aside",
    "leagues",
    "seasons",
    "members",
    "season_tables",
    "league_acts",
    "server_lanes",
    "bulletins",
    "wishes",
)
_UNDIGESTED = "SELECT value FROM notes WHERE key = ?"
_COUNTED_TO = 200_000
_SLICE = 500
"""Matches that are looked at in one call."""


class SqlUpkeepStore(Statements):
    """The SQL of `UpkeepStore`."""

    async def find_uncalled(self, after: int, limit: int) -> tuple[list[Uncalled], int | None]:
        ids = await self._read("SELECT id FROM matches WHERE id > ? ORDER BY id LIMIT ?", (after, _SLICE))
        if not ids:
            return [], None
        rows = await self._read(
            "SELECT id, called FROM matches WHERE id > ? AND id <= ? AND status = ? AND asleep = 0"
            " AND NOT EXISTS (SELECT 1 FROM outbox WHERE match = matches.id AND kind IN ('turn', 'summary'))"
            " AND (EXISTS (SELECT 1 FROM clocks WHERE match = matches.id AND pace != 'open' AND since IS NULL"
            # A clock is not parsed as JSON here, so that a damaged one does not hinder the others.
            """ AND value LIKE '%"number":%' AND value NOT LIKE '%"number":null%')"""
            " OR CASE WHEN called IS NULL THEN NOT EXISTS (SELECT 1 FROM timers WHERE match = matches.id)"
            f" WHEN {PRIVATE} THEN FALSE"  # nobody is called there
            " ELSE NOT EXISTS (SELECT 1 FROM posts WHERE match = matches.id AND number >= called"
            f" AND {READABLE} AND (kind = 'turn' OR kind = 'hand' AND EXISTS"
            " (SELECT 1 FROM posts AS place WHERE place.match = matches.id AND place.kind = 'lost'))) END)"
            " ORDER BY id LIMIT ?",
            (after, ids[-1][0], Status.RUNNING.value, limit),
        )
        last = rows[-1][0] if len(rows) == limit else ids[-1][0]
        return [Uncalled(*row) for row in rows], last

    async def silent_threads(self, acted: datetime, woken: datetime, limit: int) -> list[Post]:
        rows = await self._read(
            "SELECT match, kind, person, posts.channel, message"
            f" FROM matches {self.dialect.leading} posts ON match = matches.id"
            " AND kind = 'thread' AND person = 0 WHERE status = 'running' AND asleep = 0 AND acted < ?"
            " AND NOT EXISTS (SELECT 1 FROM posts AS awake WHERE awake.match = matches.id"
            " AND awake.kind = 'awake'"
            f" AND {self.dialect.whole.format(text='awake.shown')} > ?)"
            " ORDER BY acted LIMIT ?",
            (number(acted), int(woken.timestamp()), limit),
        )
        return [Post(*row) for row in rows]

    async def set_aside_unreadable(self, now: datetime) -> list[int]:
        latest = number(now + LONGEST)

        async def work(connection: Connection) -> list[int]:
            matches: list[int] = []
            for table in ("timers", "outbox"):
                rows = await connection.execute_fetchall(
                    f"SELECT id, match FROM {table} WHERE due < 0 OR due > {LATEST}"
                )
                broken = [tuple(row) for row in rows]
                if table == "outbox":
                    late = await connection.execute_fetchall(
                        f"SELECT outbox.id, match FROM matches {self.dialect.leading} outbox"
                        f" ON match = matches.id WHERE say_due > ? AND due > ? AND due <= {LATEST}",
                        (latest, latest),
                    )
                    broken += [tuple(row) for row in late]
                await self._set_rows_aside(
                    connection, table, [row[:1] for row in broken], "its time cannot be", now
                )
                matches += [row[1] for row in broken]
            await connection.execute_fetchall(
                "UPDATE matches SET say_due = (SELECT min(due) FROM outbox WHERE match = matches.id)"
                " WHERE say_due > ?",
                (LATEST,),
            )
            await connection.execute_fetchall(
                "UPDATE matches SET say_due = ? WHERE sayer IS NULL AND say_due IS NULL"
                " AND id IN (SELECT match FROM outbox)",
                (number(now),),
            )
            await connection.execute_fetchall(
                "UPDATE matches SET say_due = ? WHERE sayer IS NULL AND say_due > ?",
                (number(now), latest),
            )
            return list(dict.fromkeys(matches))

        return await self._write(work)

    async def set_aside_posts(self, after: int, last: int | None, now: datetime) -> list[int]:
        upto = NUMBERS - 1 if last is None else last
        rows = await self._read(
            f"SELECT match, kind, person FROM posts WHERE match > ? AND match <= ? AND NOT ({READABLE})",
            (after, upto),
        )
        if not rows:
            return []

        async def work(connection: Connection) -> None:
            why = "there is no such entry"
            await self._set_rows_aside(
                connection,
                "posts",
                rows,
                why,
                now,
                key=f"match = ? AND kind = ? AND person = ? AND NOT ({READABLE})",
            )

        await self._write(work)
        return list(dict.fromkeys(row[0] for row in rows))

    async def tidy(self, before: datetime, limit: int) -> int:
        ended = await self._read(
            "SELECT id FROM matches WHERE kept = 0 AND status IN ('over', 'cancelled') AND say_due IS NULL"
            " ORDER BY id LIMIT ?",
            (max(1, limit // 50),),
        )
        deleted = 0
        for (match,) in ended:
            deleted += await self._put_together(match)
        spent = await self._write_one(
            "DELETE FROM invitations WHERE (match, guest, at) IN (SELECT match, guest, at FROM invitations"
            " JOIN matches ON id = match WHERE at < ? AND status <> 'lobby' LIMIT ?) RETURNING 1",
            (number(before), limit),
        )
        rows = await self._write_one(
            "DELETE FROM clicks WHERE (match, click, verb) IN"
            " (SELECT match, click, verb FROM clicks WHERE at < ? ORDER BY at LIMIT ?) RETURNING 1",
            (number(before), limit),
        )
        old = await self._write_one(
            "DELETE FROM wishes WHERE id IN (SELECT id FROM wishes WHERE at < ? ORDER BY at LIMIT ?)"
            " RETURNING 1",
            (number(before - WISH_LASTS), limit),
        )
        await self._write_one(
            "UPDATE server_lanes SET say_due = 0, rests = 0, sayer = NULL WHERE say_due > ? OR rests > ?"
            " RETURNING 1",
            (LATEST, LATEST),
        )
        lost = await self._write_one(
            "DELETE FROM bulletins WHERE id IN (SELECT id FROM bulletins"
            " WHERE lane NOT IN (SELECT id FROM server_lanes) LIMIT ?) RETURNING 1",
            (limit,),
        )
        return deleted + len(spent) + len(rows) + len(old) + len(lost)

    async def _put_together(self, match: int) -> int:
        """Archive the log of a match that has ended: one row takes the place of its entries."""

        async def work(connection: Connection) -> int:
            ours = await connection.execute_fetchall(
                "UPDATE matches SET kept = 1 WHERE id = ? AND kept = 0 RETURNING digest", (match,)
            )
            digest = next((row[0] for row in ours), None)
            if digest is None:
                return 0  # another process was faster
            linked = await linked_rows(connection, match)
            rows = [row[:-1] for row in linked]
            if rows:
                kept = (len(rows), rows[0][3], pack(rows))
                await connection.execute_fetchall(
                    "INSERT INTO archive (match, entries, start, log) VALUES (?, ?, ?, ?)", (match, *kept)
                )
                if digest:
                    fault = fault_in(match, digest, linked)
                    digest = digest_of_archive(match, *kept) if fault is None else damaged_before(fault)
                    await connection.execute_fetchall(
                        "UPDATE matches SET digest = ? WHERE id = ?", (digest, match)
                    )
            await connection.execute_fetchall("DELETE FROM entries WHERE match = ?", (match,))
            await connection.execute_fetchall("DELETE FROM clocks WHERE match = ?", (match,))
            await connection.execute_fetchall(
                "DELETE FROM posts WHERE match = ? AND kind NOT IN ('thread', 'lobby')", (match,)
            )
            return 1 + len(rows)

        return await self._write(work)

    async def give_digests(self, limit: int) -> bool:
        # Older code that still runs on the database would not continue these digests.
        if self.code_levels.has_older or await self._read(_UNDIGESTED, (NOTE,)) == []:
            return False

        async def work(connection: Connection) -> bool:
            run = connection.execute_fetchall
            note = list(await run(f"{_UNDIGESTED}{self.dialect.lock}", (NOTE,)))
            if not note:
                return False
            highest = whole(note[0][0]) or NUMBERS - 1
            found = await run(
                "SELECT id, digest, kept FROM matches WHERE id <= ? ORDER BY id DESC LIMIT ?"
                f"{self.dialect.lock}",
                (highest, limit),
            )
            slice_ = [tuple(row) for row in found]
            for match, digest, kept in slice_:
                if not digest:
                    await (digest_archive if kept else digest_log)(connection, match)
            if len(slice_) < limit:
                await run("DELETE FROM notes WHERE key = ?", (NOTE,))
                return False
            await run("UPDATE notes SET value = ? WHERE key = ?", (str(slice_[-1][0] - 1), NOTE))
            return True

        return await self._write(work)

    async def log_fault(self, match: int) -> str | None:
        return await fault_of(self._read, match)

    async def sizes(self) -> Sizes:
        rows: dict[str, int] = {}
        for table in _COUNTED:
            rows[table] = await self._about(table)
        oldest = await self._read(
            "SELECT say_due FROM matches WHERE say_due IS NOT NULL AND sayer IS NULL ORDER BY say_due LIMIT 1"
        )
        size, log_size = await self._bytes()
        return Sizes(
            rows=rows,
            bytes=size,
            log_bytes=log_size,
            oldest_notice=time(oldest[0][0]) if oldest else None,
            aside=rows["aside"],
        )

    async def _about(self, table: str) -> int:
        """Return the table's number of rows, counted up to `_COUNTED_TO`; of matches the highest number."""
        if table == "matches":
            found = await self._read("SELECT coalesce(max(id), 0) FROM matches")
        else:
            found = await self._read(
                f"SELECT count(*) FROM (SELECT 1 FROM {table} LIMIT {_COUNTED_TO}) AS counted"
            )
        return found[0][0]
