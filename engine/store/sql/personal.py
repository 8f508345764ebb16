"""One person's data: handing it out to that person, and forgetting it.

Both are here so that whatever can be handed out can be forgotten.

A forgotten person becomes a meaningless negative number: minus one for seat 0, minus two for seat 1, and so
on; `NOBODY` for a person who sat nowhere. Nothing is sent to such numbers. If a running match has to know
later who must not sit down, it stores `engine.match.changes.veiled_id`, made with its seed.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import timedelta
from typing import Any, NamedTuple, TypeVar, cast

import msgspec

from engine.game import Refusal
from engine.match.changes import veiled_id
from engine.match.clock import Hours, RowState, SeatClock, pace_of
from engine.match.lobby import Lobby
from engine.match.values import FORGOTTEN
from engine.store.forgotten import Forgotten
from engine.store.packing import pack, unpack
from engine.store.sql.digesting import digest_archive, digest_log, fault_of
from engine.store.sql.leagues import forget_member, season_kept
from engine.store.sql.rows import NEXT_VERSION, Row, marks, time, whole
from engine.store.sql.statements import Connection, Dialect, Statements, upsert

__all__ = ["NOTE", "SqlPersonalDataStore", "forget_again"]

T = TypeVar("T")

NOTE = "forgotten"
"""Key of the note with the last number that the database has forgotten (`engine.store.forgotten`)."""
NOBODY = -1_000_000
"""The number of a forgotten person who sat nowhere."""
_OWN = ("move", "seat")
"""Kinds of entries whose `by` is the person in their seat."""
_BY, _KIND, _SEAT, _TEXT, _AT = 6, 1, 2, 3, 5
"""Places of columns in an archived entry."""
_ACTED = "SELECT match, number, kind, seat FROM entries WHERE by = ?"
_COLUMNS = (8, 9)
"""The numbers of columns that an archived entry can have."""
_SLICE = 100
_PERSON = "id, name, locale, theme, dm_closed, dm_told, inbox"


class Archives(NamedTuple):
    """Results of searching archived logs for a person."""

    seen: frozenset[int] = frozenset()
    with_person: frozenset[int] = frozenset()


class SqlPersonalDataStore(Statements):
    """The SQL of `PersonalDataStore`."""

    async def forget(self, person: int) -> set[int]:
        self.forgotten.add(person)
        looked = await self._archives(person)

        async def work(connection: Connection) -> set[int]:
            await self._wipe(connection)
            number = self._write_down(person, await _forgotten_to(connection))
            changed = await _forget(connection, self.dialect, person, looked)
            await connection.execute_fetchall(upsert("notes", "key", "key, value"), (NOTE, str(number)))
            return changed

        with self._hours.changing(person), self._jottings.changing():
            return await self._write(work)

    async def open_seats_of_nobody(self) -> list[tuple[int, int]]:
        rows = await self._read(
            "SELECT match, person FROM seats JOIN matches ON id = match"
            " WHERE person < 0 AND status IN ('lobby', 'running')"
        )
        return sorted((match, person) for match, person in rows)

    async def _archives(self, person: int) -> Archives:
        """Return the archived logs in which the person has acted.

        There may be many. They are read outside of the transaction, which would hold others up.
        """
        seen, found, after = set[int](), set[int](), 0
        while True:
            rows = await self._read(
                "SELECT match, log FROM archive WHERE match > ? ORDER BY match LIMIT ?", (after, _SLICE)
            )
            if not rows:
                return Archives(frozenset(seen), frozenset(found))
            for match, log in rows:
                seen.add(match)
                if any(row[_BY] == person for row in _unpack_rows(log)):
                    found.add(match)
            after = rows[-1][0]

    # To read

    async def kept_of(self, person: int) -> dict[str, Any]:
        looked = await self._archives(person)
        messages = await self._read(
            "SELECT match, kind, channel, message FROM posts WHERE person = ? ORDER BY match, kind", (person,)
        )
        return {
            "person": person,
            "remembered": await self._remembered(person),
            "hours": await self._hours_kept(person),
            "invitations": await self._invitations_kept(person),
            "leagues": await self._leagues_kept(person),
            "servers": await self._servers_kept(person),
            "wishes": await self._wishes_kept(person),
            "matches": [
                told
                for each in await self._with(person, looked)
                if (told := await self._of_match(person, each)) is not None
            ],
            "messages": [
                {"match": match, "kind": kind, "channel": channel, "message": message}
                for match, kind, channel, message in messages
            ],
        }

    async def _remembered(self, person: int) -> dict[str, Any]:
        for *row, chosen in await self._read(f"SELECT {_PERSON}, chosen FROM people WHERE id = ?", (person,)):
            kept = dict(zip(_PERSON.split(", "), row, strict=True))
            return {**kept, "chosen": _read(chosen, dict[str, Any]) or {}}
        return {}

    async def _hours_kept(self, person: int) -> Any:
        for (value,) in await self._read("SELECT value FROM hours WHERE person = ?", (person,)):
            return msgspec.to_builtins(_read(value, Hours) or Hours())
        return {}

    async def _leagues_kept(self, person: int) -> list[dict[str, Any]]:
        rows = await self._read(
            "SELECT league, number, name, click, state, level, division, value FROM members"
            " JOIN seasons ON seasons.id = season WHERE person = ? ORDER BY league, number",
            (person,),
        )
        columns = ("league", "season", "name", "click", "state", "level", "division")
        kept: list[dict[str, Any]] = []
        for *row, value in rows:
            own = season_kept(value, person)
            kept.append({**dict(zip(columns, row, strict=True)), **own})
        for league, at, by, what, about in await self._read(
            "SELECT league, at, by, what, about FROM league_acts ORDER BY id"
        ):
            if by == person or person in _numbers_in(about):
                kept.append({"league": league, "at": _time(at), "what": what, "by_you": by == person})
        for (league,) in await self._read("SELECT id FROM leagues WHERE opened_by = ?", (person,)):
            kept.append({"league": league, "opened_by_you": True})
        return kept

    async def _servers_kept(self, person: int) -> list[dict[str, Any]]:
        rows = await self._read(
            "SELECT guild, kind, channel FROM server_lanes WHERE chosen_by = ? ORDER BY id", (person,)
        )
        return [
            {"server": guild, "told": kind, "channel": channel, "chosen_by_you": True}
            for guild, kind, channel in rows
        ]

    async def _wishes_kept(self, person: int) -> list[dict[str, Any]]:
        rows = await self._read(
            "SELECT guild, game, pace, at FROM wishes WHERE person = ? ORDER BY id", (person,)
        )
        return [
            {"server": guild, "game": game, "pace": pace, "at": _time(at)} for guild, game, pace, at in rows
        ]

    async def _invitations_kept(self, person: int) -> list[dict[str, Any]]:
        rows = await self._read(
            "SELECT match, at, inviter FROM invitations WHERE inviter = ? OR guest = ? ORDER BY at, match",
            (person, person),
        )
        return [
            {"match": match, "at": _time(at), "sent_by_you": inviter == person} for match, at, inviter in rows
        ]

    async def _with(self, person: int, looked: Archives) -> list[int]:
        """Return the matches that have anything about the person."""
        found = set(looked.with_person)
        for query in (
            "SELECT match FROM seats WHERE person = ?",
            "SELECT match FROM seats WHERE resigned = ?",
            "SELECT match FROM jottings WHERE person = ?",
            "SELECT id FROM matches WHERE host = ?",
            "SELECT DISTINCT match FROM entries WHERE by = ?",
        ):
            found.update(match for (match,) in await self._read(query, (person,)))
        for table, key, column in (
            ("matches", "id", "lobby"),
            ("matches", "id", "house"),
            ("clocks", "match", "value"),
        ):
            query = f"SELECT {key}, {column} FROM {table} WHERE {_in(self.dialect, column)}"
            for match, text in await self._read(query, (str(person),)):
                if person in _numbers_in(text):
                    found.add(match)
        return sorted(found)

    async def _of_match(self, person: int, match: int) -> dict[str, Any] | None:
        """Return the person's data in a match; `None` if the match does not exist."""
        rows = await self._read(
            "SELECT game, status, host, guild, channel, opened_at, lobby, house, rated, answers FROM matches"
            " WHERE id = ?",
            (match,),
        )
        if not rows:
            return None
        game, status, host, guild, channel, opened, lobby, house, rated, answers = rows[0]
        told: dict[str, Any] = {
            "match": match,
            "game": game,
            "status": status,
            "server": guild,
            "channel": channel,
            "opened_at": _time(opened),
            "opened_by_you": host == person,
        }
        for seat, name, click, agreed in await self._read(
            "SELECT seat, name, click, agreed FROM seats WHERE match = ? AND person = ?", (match, person)
        ):
            told |= {"seat": seat, "name": name, "click": click, "agreed_to_end": bool(agreed)}
            if (seconds := _read(answers, list[list[int]])) is not None and seat < len(seconds):
                told["seconds_to_answer"] = seconds[seat]
        for other, rank in _read(rated, list[tuple[int, int]]) or ():
            if other == person:
                told["rated_rank"] = rank
        for (seat,) in await self._read(
            "SELECT seat FROM seats WHERE match = ? AND resigned = ?", (match, person)
        ):
            told["resigned_seat"] = seat
        if table := _read(lobby, Lobby):
            told["invited"] = table.guest(person) is not None
            told["declined"] = any(each.person == person for each in table.declined)
            told["put_out"] = person in table.out
        if kept := _read(house, RowState):
            told["private_table"] = kept.private
            told["agreed_to_pause"] = person in kept.pause_agreed
            told["agreed_to_pace"] = person in kept.pace_agreed
            told["held"] = [each.text for each in kept.held if each.seat == told.get("seat")]
            told["planned"] = [each.text for each in kept.plans if each.seat == told.get("seat")]
            if kept.undo is not None:
                told["asked_to_take_back"] = kept.undo.person == person
                told["agreed_to_take_back"] = person in kept.undo.agreed
        for text, at in await self._read(
            "SELECT text, at FROM jottings WHERE match = ? AND person = ?", (match, person)
        ):
            told |= {"note": text, "noted_at": _time(at)}
        clocks = await self._read("SELECT seat, value FROM clocks WHERE match = ? ORDER BY seat", (match,))
        told |= _of_clocks(clocks, person, told.get("seat"))
        told["acts"] = [
            {"at": _time(at), "kind": kind, "text": text}
            for kind, text, at in await self._acts(person, match)
        ]
        return told

    async def _acts(self, person: int, match: int) -> list[Row]:
        rows = await self._read(
            "SELECT kind, text, at FROM entries WHERE match = ? AND by = ? ORDER BY number", (match, person)
        )
        for (log,) in await self._read("SELECT log FROM archive WHERE match = ?", (match,)):
            rows = [(row[_KIND], row[_TEXT], row[_AT]) for row in _unpack_rows(log) if row[_BY] == person]
        return rows


def _of_clocks(clocks: Iterable[Row], person: int, own: int | None) -> dict[str, Any]:
    """Return the person's data in the clocks of a match's seats."""
    told: dict[str, Any] = {}
    for seat, value in clocks:
        clock = _read(value, SeatClock)
        if clock is None:
            continue
        if seat == own:
            told["seconds_left"] = clock.left.total_seconds()
            told["seat_offered"] = clock.offered
        if clock.request is not None and clock.request.person == person:
            told["asked_for_seat"] = seat
            told["asked_as"] = clock.request.name
        for key, persons in (
            ("sat_in_seats", clock.former),
            ("may_not_ask_for_seats", clock.objected),
            ("gave_a_day_to_seats", clock.givers),
        ):
            if person in persons:
                told.setdefault(key, []).append(seat)
    return told


# To forget


async def forget_again(connection: Connection, dialect: Dialect, held: Forgotten) -> int:
    """Forget the people who were forgotten since this database was copied; return their number.

    The caller has begun the transaction.
    """
    after = await _forgotten_to(connection)
    if held.last <= after:
        return 0
    meant = held.among(await _everybody(connection), after)
    for person in sorted(meant):
        await _forget(connection, dialect, person, Archives())
    await connection.execute_fetchall(upsert("notes", "key", "key, value"), (NOTE, str(held.last)))
    return len(meant)


async def _forgotten_to(connection: Connection) -> int:
    for (value,) in await connection.execute_fetchall("SELECT value FROM notes WHERE key = ?", (NOTE,)):
        return whole(value)
    return 0


def _of_seat(seat: int | None) -> int:
    """Return the number of a forgotten person who sat in that seat."""
    return NOBODY if seat is None else -1 - seat


async def _forget(connection: Connection, dialect: Dialect, person: int, looked: Archives) -> set[int]:
    """Forget the person, in the caller's transaction; return the matches that have changed."""
    run = connection.execute_fetchall
    if dialect.lock:
        # Lock these rows, so that nobody else changes them between reading and writing below.
        inside = " OR ".join(_in(dialect, column) for column in ("lobby", "house"))
        await run(
            "SELECT id FROM matches WHERE id IN (SELECT match FROM seats WHERE person = ?) OR host = ?"
            f" OR {inside} ORDER BY id{dialect.lock}",
            (person, person, str(person), str(person)),
        )
    sat = list(await run("SELECT match, seat FROM seats WHERE person = ?", (person,)))
    changed = {match for match, _ in sat}
    changed |= {match for (match,) in await run("SELECT match FROM seats WHERE resigned = ?", (person,))}
    await run("UPDATE seats SET resigned = -1 - seat WHERE resigned = ?", (person,))
    changed |= await _out_of_logs(connection, person, looked)
    await run("UPDATE seats SET name = ?, person = -1 - seat WHERE person = ?", (FORGOTTEN, person))
    hosted = await run("SELECT id FROM matches WHERE host = ?", (person,))
    changed |= {match for (match,) in hosted}
    await run(
        "UPDATE matches SET host = coalesce((SELECT min(person) FROM seats WHERE match = id AND person < 0"
        " AND name = ?), ?) WHERE host = ?",
        (FORGOTTEN, NOBODY, person),
    )
    for match, seat in sat:
        await _nothing_held(connection, match, seat)
    changed |= await _out_of_tables(connection, dialect, person)
    changed |= await _out_of_clocks(connection, dialect, person, sat)
    await run("DELETE FROM people WHERE id = ?", (person,))
    await run("UPDATE server_lanes SET chosen_by = ? WHERE chosen_by = ?", (NOBODY, person))
    for table in ("hours", "jottings", "posts", "outbox", "wishes"):
        await run(f"DELETE FROM {table} WHERE person = ?", (person,))
    await run("DELETE FROM promises WHERE person = ?", (person,))
    await run("DELETE FROM invitations WHERE inviter = ? OR guest = ?", (person, person))
    await run("DELETE FROM outbox WHERE kind IN ('declined', 'invite') AND number = ?", (person,))
    await forget_member(connection, person, NOBODY)
    await _out_of_ranks(connection, person)
    for number, row in await run("SELECT aside.id, aside.row FROM aside"):
        if person in _numbers_in(row):
            await run("DELETE FROM aside WHERE id = ?", (number,))
    # Processes that are about to change these matches, or send their notices, must read them again.
    await connection.executemany(
        f"UPDATE matches SET version = {NEXT_VERSION}, sayer = NULL, say_due = CASE WHEN sayer IS NULL"
        " THEN say_due ELSE 0 END WHERE id = ?",
        [(match,) for match in changed],
    )
    return changed


async def _out_of_ranks(connection: Connection, person: int) -> None:
    """Let the person be minus one, minus two … in the ranks of rated matches."""
    rows = await connection.execute_fetchall(
        "SELECT id, rated FROM matches WHERE rated IS NOT NULL AND rated LIKE ?", (f"%{person}%",)
    )
    for match, text in list(rows):
        try:
            ranks = msgspec.json.decode(text, type=list[tuple[int, int]])
        except (ValueError, msgspec.MsgspecError):
            ranks = list[tuple[int, int]]()  # nothing that names somebody stays
        named = [(-1 - place if each == person else each, rank) for place, (each, rank) in enumerate(ranks)]
        await connection.execute_fetchall(
            "UPDATE matches SET rated = ? WHERE id = ?", (msgspec.json.encode(named).decode(), match)
        )


async def _out_of_logs(connection: Connection, person: int, looked: Archives) -> set[int]:
    run = connection.execute_fetchall
    changed: set[int] = set()
    acted = [tuple(row) for row in await run(_ACTED, (person,))]
    digested = await _sound(connection, {row[0] for row in acted})
    for match, number, kind, seat in acted:
        changed.add(match)
        if kind in _OWN and await _last_in(connection, match, seat) == person:
            await _unname(connection, match, seat)
        by = _of_seat(seat if kind in _OWN else None)
        await run("UPDATE entries SET by = ? WHERE match = ? AND number = ?", (by, match, number))
    for match in digested:
        await digest_log(connection, match)
    there = {match for (match,) in await run("SELECT match FROM archive")}
    for match in sorted((there - looked.seen) | looked.with_person):
        ((log,),) = await run("SELECT log FROM archive WHERE match = ?", (match,))
        rows = _unpack_rows(log)
        if not any(row[_BY] == person for row in rows):
            continue
        changed.add(match)
        digested = await _sound(connection, {match})
        last = {row[_SEAT]: row[_BY] for row in rows if row[_KIND] in _OWN and row[_BY] is not None}
        for seat in [seat for seat, by in last.items() if by == person]:
            await _unname(connection, match, seat)
        for row in rows:
            if row[_BY] == person:
                row[_BY] = _of_seat(row[_SEAT] if row[_KIND] in _OWN else None)
        await run("UPDATE archive SET log = ? WHERE match = ?", (pack(rows), match))
        if digested:
            await digest_archive(connection, match)
    return changed


async def _sound(connection: Connection, matches: Collection[int]) -> list[int]:
    """Return those of these matches whose digest fits; a damaged log keeps its wrong one."""
    return [
        match
        for match, digest in await connection.execute_fetchall(
            f"SELECT id, digest FROM matches WHERE id IN ({marks(matches)})", tuple(matches)
        )
        if digest and await fault_of(connection.execute_fetchall, match) is None
    ]


async def _last_in(connection: Connection, match: int, seat: int | None) -> int | None:
    """Return the last person in the seat, according to its log."""
    rows = await connection.execute_fetchall(
        "SELECT by FROM entries WHERE match = ? AND seat = ? AND by IS NOT NULL AND kind IN ('move', 'seat')"
        " ORDER BY number DESC LIMIT 1",
        (match, seat),
    )
    return next((by for (by,) in rows), None)


async def _unname(connection: Connection, match: int, seat: int | None) -> None:
    """Remove the person's name from a seat in which a robot plays for the person."""
    await connection.execute_fetchall(
        "UPDATE seats SET name = ? WHERE match = ? AND seat = ? AND person IS NULL AND name != ''",
        (FORGOTTEN, match, seat),
    )


async def _nothing_held(connection: Connection, match: int, seat: int) -> None:
    """Drop the moves on hold and the plans of the seat, which are its person's alone."""
    run = connection.execute_fetchall
    for (column,) in await run("SELECT house FROM matches WHERE id = ? AND house != ''", (match,)):
        house = _read(column, RowState)
        if house is None:
            await run("UPDATE matches SET house = '' WHERE id = ?", (match,))
            continue
        held = tuple(each for each in house.held if each.seat != seat)
        plans = tuple(each for each in house.plans if each.seat != seat)
        if (held, plans) != (house.held, house.plans):
            after = _column(msgspec.structs.replace(house, held=held, plans=plans))
            await run("UPDATE matches SET house = ? WHERE id = ?", (after, match))


async def _out_of_tables(connection: Connection, dialect: Dialect, person: int) -> set[int]:
    changed: set[int] = set()
    for match, seed, column in await connection.execute_fetchall(
        f"SELECT id, seed, lobby FROM matches WHERE {_in(dialect, 'lobby')}", (str(person),)
    ):
        lobby = _read(column, Lobby)
        after = lobby and msgspec.structs.replace(
            lobby.without_invitation(person),
            declined=tuple(each for each in lobby.declined if each.person != person),
            out=_veiled(lobby.out, person, seed),
            order=tuple(each for each in lobby.order if each != person),
        )
        if after is None or after != lobby:
            changed.add(match)
            text = "" if after is None else _column(after)
            await connection.execute_fetchall("UPDATE matches SET lobby = ? WHERE id = ?", (text, match))
    for match, column in await connection.execute_fetchall(
        f"SELECT id, house FROM matches WHERE {_in(dialect, 'house')}", (str(person),)
    ):
        house = _read(column, RowState)
        if house is None:
            changed.add(match)
            await connection.execute_fetchall("UPDATE matches SET house = '' WHERE id = ?", (match,))
            continue
        undo = house.undo
        if undo is not None:
            undo = msgspec.structs.replace(undo, agreed=_without(undo.agreed, person))
        after = msgspec.structs.replace(
            house,
            pause_agreed=_without(house.pause_agreed, person),
            pace_agreed=_without(house.pace_agreed, person),
            undo=None if undo is not None and undo.person == person else undo,
        )
        if after != house:
            changed.add(match)
            await connection.execute_fetchall(
                "UPDATE matches SET house = ? WHERE id = ?", (_column(after), match)
            )
    return changed


async def _out_of_clocks(
    connection: Connection, dialect: Dialect, person: int, sat: Collection[tuple[int, int]]
) -> set[int]:
    """Remove the person from seats' clocks.

    A veiled number remains for a person who has seen a hand: it tells nobody who that was.
    """
    run, changed = connection.execute_fetchall, set[int]()
    for match, seat in sat:
        for pace, seed in await run(
            "SELECT pace, seed FROM matches WHERE id = ? AND status = 'running'", (match,)
        ):
            clock = SeatClock(_bank(pace))
            for (value,) in await run("SELECT value FROM clocks WHERE match = ? AND seat = ?", (match, seat)):
                clock = _read(value, SeatClock) or clock
            clock = msgspec.structs.replace(clock, former=(*clock.former, veiled_id(seed, person)))
            await run(upsert("clocks", "match, seat", "match, seat, value"), (match, seat, _column(clock)))
    for match, seat, column, seed in await run(
        "SELECT match, seat, value, seed FROM clocks JOIN matches ON id = match"
        f" WHERE {_in(dialect, 'value')}",
        (str(person),),
    ):
        clock = _read(column, SeatClock)
        if clock is None:
            changed.add(match)
            await run("DELETE FROM clocks WHERE match = ? AND seat = ?", (match, seat))
            continue
        after = msgspec.structs.replace(
            clock,
            former=_veiled(clock.former, person, seed),
            objected=_veiled(clock.objected, person, seed),
            givers=_without(clock.givers, person),
        )
        if clock.request is not None and clock.request.person == person:
            after = msgspec.structs.replace(after, request=None)
            await run("DELETE FROM timers WHERE match = ? AND seat = ? AND kind = 'sit'", (match, seat))
        if after != clock:
            changed.add(match)
            await run(
                "UPDATE clocks SET value = ? WHERE match = ? AND seat = ?", (_column(after), match, seat)
            )
    return changed


def _read(column: str, kind: type[T]) -> T | None:
    """Return the column's value; `None` if it is empty or cannot be read.

    An unreadable column is handed out to nobody, and deleted when a person in it is forgotten.
    """
    try:
        return msgspec.json.decode(column, type=kind) if column else None
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None


def _unpack_rows(log: bytes) -> list[list[Any]]:
    """Return the rows of an archived log; none if it cannot be read, so that nobody is found in it."""
    try:
        rows = unpack(log)
        return rows if all(len(row) in _COLUMNS for row in rows) else []
    except (zlib.error, ValueError, TypeError, RecursionError):
        return []


def _bank(pace: str) -> timedelta:
    try:
        return pace_of(pace).bank
    except (Refusal, ValueError):
        return timedelta()


def _in(dialect: Dialect, column: str) -> str:
    """Return the condition that the text of a column contains the value."""
    return dialect.contains.format(text=column, part="?")


def _column(value: msgspec.Struct) -> str:
    return msgspec.json.encode(value).decode()


def _without(persons: Sequence[int], person: int) -> tuple[int, ...]:
    return tuple(each for each in persons if each != person)


def _veiled(persons: Sequence[int], person: int, seed: bytes) -> tuple[int, ...]:
    return tuple(veiled_id(seed, each) if each == person else each for each in persons)


# All people in the database


async def _everybody(connection: Connection) -> set[int]:
    """Return all numbers that may be people's."""
    found: set[int] = set()
    for query in (
        "SELECT person FROM seats",
        "SELECT resigned FROM seats",
        "SELECT host FROM matches",
        "SELECT id FROM people",
        "SELECT person FROM hours",
        "SELECT person FROM posts",
        "SELECT person FROM outbox",
        "SELECT person FROM jottings",
        "SELECT inviter FROM invitations",
        "SELECT guest FROM invitations",
        "SELECT person FROM promises",
        "SELECT person FROM members",
        "SELECT opened_by FROM leagues",
        "SELECT chosen_by FROM server_lanes",
        "SELECT person FROM wishes",
        "SELECT by FROM league_acts",
        "SELECT number FROM outbox WHERE kind IN ('declined', 'invite')",
        "SELECT DISTINCT by FROM entries",
    ):
        found.update(number for (number,) in await connection.execute_fetchall(query) if number is not None)
    for query in (
        "SELECT lobby FROM matches WHERE lobby != ''",
        "SELECT house FROM matches WHERE house != ''",
        "SELECT value FROM clocks",
        "SELECT aside.row FROM aside",
        "SELECT about FROM league_acts",
        "SELECT value FROM seasons",
        "SELECT value FROM season_tables",
        "SELECT seats FROM season_tables",
    ):
        for (column,) in await connection.execute_fetchall(query):
            found |= _numbers_in(column)
    for (log,) in await connection.execute_fetchall("SELECT log FROM archive"):
        found.update(row[_BY] for row in _unpack_rows(log) if isinstance(row[_BY], int))
    return {each for each in found if each > 0}


def _numbers_in(text: str) -> set[int]:
    """Return all whole numbers in a JSON text, also those in strings."""
    try:
        return set(_numbers(json.loads(text)))
    except (ValueError, RecursionError):
        return set()


def _numbers(value: object) -> Iterator[int]:
    if isinstance(value, int):
        yield value
    elif isinstance(value, str):
        if value.isdecimal() and len(value) < 20:
            yield int(value)
        elif value[:1] in ("{", "["):
            yield from _numbers_in(value)
    elif isinstance(value, dict):
        for each in cast("dict[str, object]", value).items():
            yield from _numbers(each[0])
            yield from _numbers(each[1])
    elif isinstance(value, list | tuple):
        for one in cast("Collection[object]", value):
            yield from _numbers(one)


def _time(column: int) -> str:
    return time(column).isoformat()
