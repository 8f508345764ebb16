"""Matches, their seats, logs and clicks."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from typing import Any

import aiosqlite

from engine.store import Change, Committed, Conflict, Table
from engine.store.sqlite.connection import Connected
from engine.store.sqlite.lanes import put_notices
from engine.store.sqlite.rows import NUMBERS, Row, entry_of, marks, number, time
from engine.store.sqlite.upkeep import unpacked
from engine.table import Entry, Occupant, Place, Status, Wanted

__all__ = ["Matches"]

_COLUMNS = """
    SELECT id, game, rules, options, size, status, host, guild, channel, locale, seed, opened_at, rematch_of,
           coalesce((SELECT max(number) + 1 FROM entries WHERE match = id),
                    (SELECT entries FROM archive WHERE match = id), 0),
           version,
           coalesce((SELECT text FROM entries WHERE match = id AND number = 0),
                    (SELECT start FROM archive WHERE match = id)),
           (SELECT json_group_array(json_array(person, name, player, click, agreed))
            FROM (SELECT person, name, player, click, agreed FROM seats WHERE match = id ORDER BY seat))
"""
_TABLE = f"{_COLUMNS} FROM matches"
_SEATED = "id IN (SELECT match FROM seats WHERE person = ?)"
LEASE = 60_000_000
"""Microseconds for which a lane is taken."""


class Matches(Connected):
    """The part of the store about matches."""

    async def commit(self, change: Change) -> Committed:
        async def work(connection: aiosqlite.Connection) -> Committed:
            match, version = change.match, change.version + 1
            if match == 0:
                assert change.table is not None
                match = await _open(connection, change.table)
                await _seat(connection, match, change.table)
            mine = await _fenced(connection, match, change)
            if mine is None:
                raise Conflict("store_conflict", path=str(self._path), match=match)
            if change.match and change.table is not None:
                await _change(connection, match, change.table)
            if change.entry is not None:
                if not await _put_entry(connection, match, change.entry):
                    raise Conflict("store_conflict", path=str(self._path), match=match)
                await connection.execute_fetchall(
                    "UPDATE matches SET pending = ?, called = ? WHERE id = ?",
                    (json.dumps(change.pending), change.called, match),
                )
            elif change.called is not None:
                await connection.execute_fetchall(
                    "UPDATE matches SET called = ? WHERE id = ?", (change.called, match)
                )
            if change.click is not None:
                click, verb = change.click
                entry = None if change.entry is None else change.entry.number
                await connection.execute_fetchall(
                    "INSERT INTO clicks (click, match, verb, entry, at) VALUES (?, ?, ?, ?, ?)",
                    (click, match, verb, entry, number(change.at)),
                )
            await _put_timers(connection, match, change)
            await put_notices(connection, match, change.notices)
            return Committed(match, version, mine)

        return await self._write(work)

    async def table(self, match: int) -> Table | None:
        if not 0 < match < NUMBERS:
            return None
        tables = await self._tables("WHERE id = ?", (match,))
        return tables[0] if tables else None

    async def tables_found(
        self,
        person: int,
        statuses: Collection[Status],
        game: str | None,
        words: Sequence[Wanted],
        limit: int,
    ) -> list[Table]:
        where, values = [f"status IN ({marks(statuses)})"], [status.value for status in statuses]
        if game is not None:
            where, values = [*where, "game = ?"], [*values, game]
        for each in words:
            where.append(
                f"(instr(id, ?) OR game IN ({marks(each.games)}) OR EXISTS (SELECT 1 FROM seats AS other"
                " WHERE other.match = id AND (instr(casefold(other.name), ?)"
                f" OR other.name = '' AND other.player IN ({marks(each.players)}))))"
            )
            values += [each.word, *each.games, each.word, *each.players]
        # The seats come first, in their index's order: the newest match is read first.
        rows = await self._read(
            f"{_COLUMNS} FROM seats AS mine CROSS JOIN matches ON id = mine.match"
            f" WHERE mine.person = ? AND {' AND '.join(where)} ORDER BY mine.match DESC LIMIT ?",
            (person, *values, limit),
        )
        return [_table(row) for row in rows]

    async def open_tables(self, channel: int, game: str, person: int, limit: int) -> list[Table]:
        rows = await self._read(
            f"{_TABLE} WHERE channel = ? AND game = ? AND status = 'lobby'"
            " AND (SELECT count(*) FROM seats WHERE match = id) < size"
            " AND NOT EXISTS (SELECT 1 FROM seats WHERE match = id AND person = ?) ORDER BY id DESC LIMIT ?",
            (channel, game, person, limit),
        )
        return [_table(row) for row in rows]

    async def waiting_for(self, person: int, game: str | None = None) -> dict[int, bool | None]:
        rows = await self._read(
            "SELECT id, pending, seat FROM seats JOIN matches ON id = match"
            " WHERE person = ? AND status = ? AND game = ifnull(?, game)",
            (person, Status.RUNNING.value, game),
        )
        return {match: _waits(pending, seat) for match, pending, seat in rows}

    async def rematches_of(self, match: int) -> list[Table]:
        return await self._tables("WHERE rematch_of = ?", (match,))

    async def _tables(self, where: str, values: Sequence[Any]) -> list[Table]:
        return [_table(row) for row in await self._read(f"{_TABLE} {where} ORDER BY id DESC", values)]

    async def count(
        self, statuses: Collection[Status], *, person: int | None = None, guild: int | None = None
    ) -> int:
        where, values = f"status IN ({marks(statuses)})", [status.value for status in statuses]
        wanted: list[Any] = []
        if person is not None:
            where, wanted = f"{where} AND {_SEATED}", [*wanted, person]
        if guild is not None:
            where, wanted = f"{where} AND guild = ?", [*wanted, guild]
        rows = await self._read(f"SELECT count(*) FROM matches WHERE {where}", [*values, *wanted])
        return rows[0][0]

    async def entries(self, match: int) -> list[Entry]:
        rows = await self._read(
            "SELECT number, kind, seat, text, drawn, at, by, hash FROM entries"
            " WHERE match = ? ORDER BY number",
            (match,),
        )
        if not rows:
            kept = await self._read("SELECT log FROM archive WHERE match = ?", (match,))
            rows = [tuple(row) for row in unpacked(kept[0][0])] if kept else []
        return [entry_of(row) for row in rows]

    async def clicks(self, match: int) -> dict[tuple[int, str], int | None]:
        rows = await self._read("SELECT click, verb, entry FROM clicks WHERE match = ?", (match,))
        return {(click, verb): entry for click, verb, entry in rows}

    async def opened_by(self, click: int) -> int | None:
        rows = await self._read("SELECT match FROM clicks WHERE click = ? AND verb = 'open'", (click,))
        return rows[0][0] if rows else None


def _waits(pending: str | None, seat: int) -> bool | None:
    """Whether the seat is among them; `None` where that is not known."""
    try:
        seats: object = json.loads(pending) if pending is not None else None
    except ValueError:
        seats = None
    return seat in seats if isinstance(seats, list) else None


def _table(row: Row) -> Table:
    (
        id,
        game,
        rules,
        options,
        size,
        status,
        host,
        guild,
        channel,
        locale,
        seed,
        opened,
        rematch_of,
        entries,
        version,
        start,
        seats,
    ) = row
    occupants: list[Occupant] = []
    agreed: set[int] = set()
    for person, name, player, click, agrees in json.loads(seats):
        occupants.append(Occupant(person, name, player, click))
        if agrees and person is not None:
            agreed.add(person)
    return Table(
        id,
        game,
        rules,
        options,
        size,
        Status(status),
        host,
        Place(guild, channel, locale),
        tuple(occupants),
        frozenset(agreed),
        seed,
        time(opened),
        rematch_of,
        entries,
        version,
        int(start) if start and start.isdecimal() else None,
    )


async def _fenced(connection: aiosqlite.Connection, match: int, change: Change) -> bool | None:
    """Begin the change at the match's row. Whether its notices are the change's sayer's to say.

    `None`: the match has another version. What there is to say waits for whoever says something already.
    """
    lease = number(change.at) + LEASE if change.sayer else number(change.at)
    free = "(sayer IS NULL OR sayer = ?)"
    say = "".join(
        f", {column} = CASE WHEN {free} THEN ? ELSE {column} END" for column in ("say_due", "sayer")
    )
    taker = change.sayer or None
    told = (taker, lease, taker, taker) if change.notices else ()
    rows = await connection.execute_fetchall(
        f"UPDATE matches SET version = version + 1{say if change.notices else ''}"
        " WHERE id = ? AND version = ? RETURNING sayer",
        (*told, match, change.version),
    )
    for (sayer,) in rows:
        return bool(change.notices) and taker is not None and sayer == taker
    return None


async def _open(connection: aiosqlite.Connection, table: Table) -> int:
    place = table.place
    rows = await connection.execute_fetchall(
        "INSERT INTO matches (game, rules, options, size, status, host, guild, channel, locale, seed,"
        " opened_at, rematch_of) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id",
        (
            table.game,
            table.rules,
            table.options,
            table.size,
            table.status.value,
            table.host,
            place.guild,
            place.channel,
            place.locale,
            table.seed,
            number(table.opened_at),
            table.rematch_of,
        ),
    )
    return next(iter(rows))[0]


async def _change(connection: aiosqlite.Connection, match: int, table: Table) -> None:
    await connection.execute_fetchall(
        "UPDATE matches SET status = ?, host = ?, rules = ? WHERE id = ?",
        (table.status.value, table.host, table.rules, match),
    )
    await connection.execute_fetchall("DELETE FROM seats WHERE match = ?", (match,))
    await _seat(connection, match, table)


async def _seat(connection: aiosqlite.Connection, match: int, table: Table) -> None:
    await connection.executemany(
        "INSERT INTO seats (match, seat, person, name, player, click, agreed) VALUES (?, ?, ?, ?, ?, ?, ?)",
        [
            (match, seat, one.person, one.name, one.player, one.click, one.person in table.agreed)
            for seat, one in enumerate(table.occupants)
        ],
    )


async def _put_entry(connection: aiosqlite.Connection, match: int, entry: Entry) -> bool:
    """Whether the entry was next in the log."""
    rows = await connection.execute_fetchall(
        "INSERT INTO entries (match, number, kind, seat, text, drawn, at, by, hash)"
        " SELECT ?, ?, ?, ?, ?, ?, ?, ?, ? WHERE ? ="
        " (SELECT coalesce(max(number) + 1, 0) FROM entries WHERE match = ?) RETURNING number",
        (
            match,
            entry.number,
            entry.kind,
            entry.seat,
            entry.text,
            json.dumps(entry.drawn),
            number(entry.at),
            entry.by,
            entry.hash,
            entry.number,
            match,
        ),
    )
    return bool(list(rows))


async def _put_timers(connection: aiosqlite.Connection, match: int, change: Change) -> None:
    if change.ends:
        await connection.execute_fetchall("DELETE FROM timers WHERE match = ?", (match,))
    elif change.timer_done is not None:
        await connection.execute_fetchall("DELETE FROM timers WHERE id = ?", (change.timer_done,))
    if change.stops:
        await connection.executemany(
            "DELETE FROM timers WHERE match = ? AND kind = ? AND seat = ?",
            [(match, kind, seat) for kind, seat in change.stops],
        )
    if change.timers:
        await connection.executemany(
            "INSERT INTO timers (match, kind, seat, number, due, payload) VALUES (?, ?, ?, ?, ?, ?)",
            [(match, one.kind, one.seat, one.number, number(one.due), one.payload) for one in change.timers],
        )
