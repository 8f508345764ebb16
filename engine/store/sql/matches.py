"""Matches and their seats, as `engine.store.protocol.matches` has them."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Sequence
from datetime import datetime
from typing import Any

import msgspec

from engine.game import Seat
from engine.match.changes import Change, StoredMatch
from engine.match.clock import RowState, pace_of
from engine.match.lobby import Lobby
from engine.match.values import Occupant, SearchWord, Status, Venue
from engine.robots.levels import keys_of, level_of
from engine.store.protocol.matches import Committed, Seated
from engine.store.refusals import Conflict
from engine.store.sql.changes import LEASE, digests, fence, following, seats_put
from engine.store.sql.glances import Glancing
from engine.store.sql.invitations import check_invitations, invitations_put
from engine.store.sql.known import Effect
from engine.store.sql.leagues import fill_table
from engine.store.sql.rows import (
    LENGTH,
    NUMBERS,
    Row,
    Unsure,
    clock_of,
    clocks_of,
    lobby_column,
    lobby_of,
    marks,
    notice_of,
    number,
    row_state_column,
    row_state_of,
    time,
)
from engine.store.sql.statements import Connection, one_by_one

__all__ = ["SqlMatchStore"]

_COLUMNS = f"""
    SELECT id, game, rules, options, size, status, host, guild, channel, locale, seed, opened_at, rematch_of,
           {LENGTH.format(match="matches.id")},
           version, ended_at,
           coalesce((SELECT text FROM entries WHERE match = id AND number = 0),
                    (SELECT start FROM archive WHERE match = id)),
           {{seats}}, acted, pace, house, lobby, {{clocks}}, digest
"""
MOST_SEATS = 64
"""A number of seats above that of any game."""
_NO_SEED = bytes(32)
_SEATED = "id IN (SELECT match FROM seats WHERE person = ?)"


class SqlMatchStore(Glancing):
    """The SQL of `MatchStore`."""

    async def commit(self, change: Change) -> Committed:
        # Older code that still runs on the database would not continue a digest that is begun.
        begins, sent = not self.code_levels.has_older, change.invitations
        if change.match and sent is None and (change.after is None or not change.seats_may_change):
            after = digests(change.match, change, begins=begins)
            row = await self._write_where(
                fence(change.match, change, after),
                following(self.dialect, change.match, change, after),
                Effect((change.match,), lambda row: self._note_change(change.match, change, row)),
            )
            return self._committed(change.match, change, after, row)

        given: list[tuple[int, Row | None]] = []

        async def work(connection: Connection) -> Committed:
            assert change.after is not None
            if sent is not None:
                await check_invitations(connection, sent, change.at)
            match = change.match or await _open(connection, change.after)
            if change.table is not None and not await fill_table(connection, *change.table, match):
                raise Conflict("store_conflict", path=self.name, match=match)
            if sent is not None:
                await invitations_put(connection, match, sent, change.at)
            after = digests(match, change, begins=begins)
            seats = seats_put(self.dialect, match, change.after)
            then = seats + following(self.dialect, match, change, after)
            row = await one_by_one(connection, fence(match, change, after), then)
            given[:] = [(match, row)]
            return self._committed(match, change, after, row)

        effect = Effect((change.match,), lambda _: self._note_change(given[0][0], change, given[0][1]))
        return await self._write(work, effect)

    def _note_change(self, match: int, change: Change, row: Row | None) -> None:
        """Write the change through to what is cached."""
        if row is None:
            self._known.forget_matches((match,))
            return
        self._known.versions.put(match, lambda _: change.version + 1)
        for timer in change.timers:
            self._known.timers.lower(timer.due)
        if change.notices:
            self._known.notices_change(match, added=map(notice_of, row[-1]))
            mine = bool(change.sayer) and row[0] == change.sayer
            if mine:
                self._lessees[match] = change.sayer
            else:
                self._lessees.pop(match, None)
            self._known.lanes.lower(change.at + LEASE if mine else change.at)

    async def commit_later(self, change: Change, lost: Callable[[], object]) -> Committed:
        first, then = fence(change.match, change, ()), following(self.dialect, change.match, change, ())
        effect = Effect((change.match,), lambda row: self._note_change(change.match, change, row))
        await self._write_later(first, then, effect, lost)
        return Committed(change.match, change.version + 1, False, change.digest)

    def _committed(self, match: int, change: Change, after: Sequence[str], row: Row | None) -> Committed:
        if row is None:
            raise Conflict("store_conflict", path=self.name, match=match)
        mine = bool(change.notices and change.sayer) and row[0] == change.sayer
        return Committed(match, change.version + 1, mine, after[-1] if after else change.digest)

    async def match(self, match: int) -> StoredMatch | None:
        if not 0 < match < NUMBERS:
            return None
        found = await self._matches("WHERE id = ?", (match,))
        return found[0] if found else None

    async def version(self, match: int) -> int | None:
        if not 0 < match < NUMBERS:
            return None
        return (await self._known.versions.of((match,), self._glance_at_versions, self._since()))[match]

    async def _glance_at_versions(self, matches: Collection[int]) -> dict[int, int]:
        return {match: seen.version for match in matches if (seen := await self._glance(match)) is not None}

    async def find_matches(
        self,
        person: int,
        statuses: Collection[Status],
        game: str | None,
        words: Sequence[SearchWord],
        limit: int,
    ) -> list[StoredMatch]:
        where, values = [f"status IN ({marks(statuses)})"], [status.value for status in statuses]
        if game is not None:
            where, values = [*where, "game = ?"], [*values, game]
        for each in words:
            condition, given = self.word_condition(each)
            where, values = [*where, condition], [*values, *given]
        # The seats come first, in their index's order: the newest match is read first.
        rows = await self._read(
            f"{self._columns_of_matches()} FROM seats AS mine"
            f" {self.dialect.leading} matches ON id = mine.match"
            f" WHERE mine.person = ? AND {' AND '.join(where)} ORDER BY mine.match DESC LIMIT ?",
            (person, *values, limit),
        )
        return [_match_of(row) for row in rows]

    async def open_lobbies(self, channel: int, game: str, person: int, limit: int) -> list[StoredMatch]:
        rows = await self._read(
            f"{self._columns_of_matches()} FROM matches WHERE channel = ? AND game = ? AND status = 'lobby'"
            " AND (SELECT count(*) FROM seats WHERE match = id) < size"
            " AND NOT EXISTS (SELECT 1 FROM seats WHERE match = id AND person = ?) ORDER BY id DESC LIMIT ?",
            (channel, game, person, limit),
        )
        return [_match_of(row) for row in rows]

    async def lobbies_at(self, guild: int, limit: int) -> list[StoredMatch]:
        return await self._matches("WHERE guild = ? AND status = 'lobby'", (guild,), limit)

    async def lobbies_for(self, person: int, limit: int) -> list[StoredMatch]:
        # Guilds have no negative ids: so the index of open tables is read, and no other match.
        return await self._matches(
            "WHERE id IN (SELECT id FROM matches WHERE status = 'lobby' AND guild >= 0 AND lobby LIKE ?)",
            (f'%"guests":%"person":{person},%',),
            limit,
        )

    async def running_in(self, guild: int, limit: int) -> list[Seated]:
        rows = await self._read(
            "SELECT id, asked, coalesce(asked_at, opened_at) AS since FROM matches"
            " WHERE guild = ? AND status = ? ORDER BY since, id LIMIT ?",
            (guild, Status.RUNNING.value, limit),
        )
        return [Seated(match, None, _seats(asked), time(since)) for match, asked, since in rows]

    async def waiting_for(self, person: int, game: str | None = None) -> dict[int, bool | None]:
        rows = await self._read(
            "SELECT id, pending, seat, house FROM seats JOIN matches ON id = match"
            " WHERE person = ? AND status = ? AND game = coalesce(?, game)",
            (person, Status.RUNNING.value, game),
        )
        return {
            match: Unsure().read("house", lambda: _waits(pending, seat, row_state_of(house)), False)  # noqa: B023 - read at once
            for match, pending, seat, house in rows
        }

    async def seats_of(self, person: int) -> list[Seated]:
        rows = await self._read(
            "SELECT id, pending, seats.seat, asked, coalesce(asked_at, opened_at),"
            " (SELECT min(due) FROM timers WHERE timers.match = matches.id AND kind = 'lapse'"
            "  AND timers.seat = seats.seat), since, value, pace, house, opened_at, guild"
            " FROM seats JOIN matches ON id = seats.match"
            " LEFT JOIN clocks ON clocks.match = seats.match AND clocks.seat = seats.seat"
            " WHERE person = ? AND status = ?",
            (person, Status.RUNNING.value),
        )
        return [_seated(row) for row in rows]

    async def watched_by(self, person: int) -> list[Seated]:
        rows = await self._read(
            "SELECT id, asked, coalesce(asked_at, opened_at) FROM seats JOIN matches ON id = match"
            " WHERE resigned = ? AND status = ?"
            " AND id NOT IN (SELECT match FROM seats WHERE person = ?)",
            (person, Status.RUNNING.value, person),
        )
        return [
            Seated(
                match,
                False,
                None if (seats := _seats(asked)) is None else tuple(Seat(each) for each in seats),
                time(since),
            )
            for match, asked, since in sorted({tuple(row) for row in rows})
        ]

    async def with_resigned(self) -> list[int]:
        rows = await self._read(
            "SELECT match FROM seats WHERE (resigned IS NOT NULL OR (person IS NULL AND name != ''))"
            " AND match IN (SELECT id FROM matches WHERE status = ?)",
            (Status.RUNNING.value,),
        )
        return sorted({match for (match,) in rows})

    async def ended_since(self, person: int, since: datetime, limit: int) -> list[StoredMatch]:
        rows = set[Row]()
        for column in ("person", "resigned"):
            rows |= {
                tuple(row)
                for row in await self._read(
                    f"SELECT ended_at, id FROM seats JOIN matches ON id = match"
                    f" WHERE {column} = ? AND ended_at >= ?",
                    (person, number(since)),
                )
            }
        last = [match for _, match in sorted(rows, reverse=True)[:limit]]
        return sorted(await self.matches_of(last), key=lambda each: last.index(each.id))

    async def matches_of(self, matches: Collection[int]) -> list[StoredMatch]:
        if not matches:
            return []
        return await self._matches(f"WHERE id IN ({marks(matches)})", tuple(matches))

    async def rematches_of(self, match: int) -> list[StoredMatch]:
        return await self._matches("WHERE rematch_of = ?", (match,))

    async def idle_matches(self, before: datetime, limit: int, skip: int = 0) -> list[int]:
        rows = await self._read(
            "SELECT id FROM matches WHERE status = 'running' AND asleep = 0 AND acted < ?"
            " ORDER BY acted, id LIMIT ? OFFSET ?",
            (number(before), limit, skip),
        )
        return [row[0] for row in rows]

    async def has_played(self, person: int, since: datetime) -> bool:
        at = number(since)
        rows = await self._read(
            "SELECT 1 FROM seats JOIN matches ON id = seats.match JOIN entries ON entries.match = id"
            " WHERE person = ? AND (status = ? OR ended_at >= ?) AND by = ? AND at >= ? LIMIT 1",
            (person, Status.RUNNING.value, at, person, at),
        )
        return bool(rows)

    async def count(
        self, statuses: Collection[Status], *, person: int | None = None, guild: int | None = None
    ) -> int:
        where, values = f"status IN ({marks(statuses)})", [status.value for status in statuses]
        wanted: list[Any] = []
        if person is not None:
            where, wanted = f"{where} AND {_SEATED}", [*wanted, person]
        if guild is not None:
            where, wanted = f"{where} AND guild = ?", [*wanted, guild]
        rows = await self._read(
            f"SELECT count(*) FROM matches WHERE {where} AND asleep = 0", [*values, *wanted]
        )
        return rows[0][0]

    async def match_numbers(self, after: int, limit: int) -> list[int]:
        rows = await self._read("SELECT id FROM matches WHERE id > ? ORDER BY id LIMIT ?", (after, limit))
        return [row[0] for row in rows]

    async def _matches(
        self, where: str, values: Sequence[Any], limit: int = NUMBERS - 1
    ) -> list[StoredMatch]:
        rows = await self._read(
            f"{self._columns_of_matches()} FROM matches {where} ORDER BY id DESC LIMIT ?", (*values, limit)
        )
        return [_match_of(row) for row in rows]

    def word_condition(self, searched: SearchWord) -> tuple[str, list[Any]]:
        """Return the condition that a match holds the word, with its values."""
        players = keys_of(searched.players)
        condition = (
            f"({self._contains('id')} OR game IN ({marks(searched.games)})"
            " OR EXISTS (SELECT 1 FROM seats AS other WHERE other.match = id"
            f" AND ({self._contains(self.dialect.folded.format(text='other.name'))}"
            f" OR other.name = '' AND other.player IN ({marks(players)}))))"
        )
        return condition, [searched.word, *searched.games, searched.word, *players]

    def _contains(self, text: str) -> str:
        return self.dialect.contains.format(text=text, part="?")

    def _columns_of_matches(self) -> str:
        return _COLUMNS.format(seats=self.dialect.seats, clocks=self.dialect.clocks)


def _seated(row: Row) -> Seated:
    match, pending, seat, asked, since, due, called, value, pace, house, opened, guild = row
    unsure = Unsure()
    held = unsure.read("house", lambda: row_state_of(house), RowState())
    known_pace = unsure.read("pace", lambda: _pace(pace), "open")
    return Seated(
        match,
        False if unsure.unreadable else _waits(pending, seat, held),
        _seats(asked),
        time(since),
        None if due is None else time(due),
        None if value is None else clock_of(called, value),
        known_pace,
        held,
        time(opened),
        guild,
        tuple(unsure.unreadable),
    )


def _waits(pending: str | None, seat: int, state: RowState) -> bool | None:
    """Return True if the match waits for the seat, and the seat has no move on hold; `None` if not known."""
    seats = _seats(pending)
    if seats is None:
        return None
    return seat in seats and all(each.seat != seat for each in state.held)


def _seats(column: str | None) -> tuple[Seat, ...] | None:
    """Return the seats in a column; `None` if it is empty or cannot be read."""
    try:
        return None if column is None else msgspec.json.decode(column, type=tuple[Seat, ...])
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None


def _pace(column: str) -> str:
    pace_of(column)
    return column


def _size(size: int, seated: int, status: Status) -> int:
    """Return the number of seats. Raises `ValueError` if it is impossible."""
    if not max(1, seated) <= size <= MOST_SEATS or (
        status in (Status.RUNNING, Status.OVER) and seated != size
    ):
        raise ValueError(size)
    return size


def _seed(seed: bytes) -> bytes:
    if len(seed) != len(_NO_SEED):
        raise ValueError
    return seed


def _match_of(row: Row) -> StoredMatch:
    (
        id,
        game,
        rules,
        options,
        size_,
        status_,
        host,
        guild,
        channel,
        locale,
        seed,
        opened,
        rematch_of,
        entries,
        version,
        ended,
        start,
        seats,
        acted,
        pace,
        house,
        lobby,
        clocks,
        digest,
    ) = row
    occupants: list[Occupant] = []
    agreed: set[int] = set()
    for person, name, player, click, agrees, resigned in json.loads(seats):
        level = None if player is None else level_of(player)
        occupants.append(Occupant(person, name, level, click, resigned))
        if agrees and person is not None:
            agreed.add(person)
    unsure = Unsure()
    status = unsure.read("status", lambda: Status(status_), Status.CANCELLED)
    size = unsure.read("size", lambda: _size(size_, len(occupants), status), max(1, len(occupants)))
    return StoredMatch(
        id,
        game,
        rules,
        options,
        size,
        status,
        host,
        Venue(guild, channel, locale),
        tuple(occupants),
        frozenset(agreed),
        unsure.read("seed", lambda: _seed(seed), _NO_SEED),
        time(opened),
        rematch_of,
        entries,
        version,
        unsure.read("start", lambda: int(start) if start and start.isdecimal() else None, None),
        None if ended is None else time(ended),
        time(acted),
        unsure.read("pace", lambda: _pace(pace), "open"),
        unsure.read("house", lambda: row_state_of(house), RowState()),
        unsure.read("lobby", lambda: lobby_of(lobby), Lobby()),
        unsure.read("clocks", lambda: clocks_of(size, clocks), ()),
        digest=digest,
        unreadable=tuple(unsure.unreadable),
    )


async def _open(connection: Connection, stored: StoredMatch) -> int:
    venue = stored.venue
    rows = await connection.execute_fetchall(
        "INSERT INTO matches (game, rules, options, size, status, host, guild, channel, locale, seed,"
        " opened_at, rematch_of, pace, acted, lobby, house)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id",
        (
            stored.game,
            stored.rules,
            stored.options,
            stored.size,
            stored.status.value,
            stored.host,
            venue.guild,
            venue.channel,
            venue.locale,
            stored.seed,
            number(stored.opened_at),
            stored.rematch_of,
            stored.pace,
            number(stored.opened_at),
            lobby_column(stored.lobby),
            row_state_column(stored.row_state),
        ),
    )
    return next(iter(rows))[0]
