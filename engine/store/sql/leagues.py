"""Leagues, as `engine.store.protocol.leagues` has them."""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, cast

import msgspec

from engine.league.levels import Former
from engine.league.ratings import RatedTable
from engine.league.values import (
    Act,
    League,
    LeagueState,
    Member,
    MemberState,
    Season,
    SeasonTable,
    Stage,
    TableResult,
)
from engine.match.values import FORGOTTEN
from engine.store.protocol.leagues import LeaguePlace
from engine.store.refusals import Conflict
from engine.store.sql.known import NOTHING
from engine.store.sql.rows import NEXT_VERSION, NUMBERS, Row, marks, number, time
from engine.store.sql.statements import Connection, Statements

__all__ = ["SqlLeagueStore", "fill_table", "forget_member", "season_kept"]

_logger = logging.getLogger(__name__)

_LEAGUE = (
    "id, guild, channel, locale, game, options, seats, opened_by, opened_at, click, state, due, version,"
    " post, shown"
)
_SEASON = "SELECT id, number, stage, seed, begins, ends, value FROM seasons"
_KEPT = 3
"""Latest seasons that are read with a league: the one that is played, the next, and the one before."""


class _SeasonValue(msgspec.Struct, frozen=True, omit_defaults=True):
    """The column `value` of a season."""

    put_off: int = 0
    former: Mapping[int, Former] = msgspec.field(default_factory=dict[int, Former])
    told: tuple[int, ...] = ()
    unrung: tuple[int, ...] = ()
    warned: tuple[int, ...] = ()
    warned_again: tuple[int, ...] = ()


class _TableValue(msgspec.Struct, frozen=True, omit_defaults=True):
    """The column `value` of a table."""

    result: TableResult | None = None
    annulled_by: int | None = None


class SqlLeagueStore(Statements):
    """The SQL of `LeagueStore`."""

    async def open_league(self, league: League, act: Act) -> int:
        async def work(connection: Connection) -> int:
            run = connection.execute_fetchall
            rows = list(
                await run(
                    "INSERT INTO leagues (guild, channel, locale, game, options, seats, opened_by, opened_at,"
                    " click, state, due) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
                    " ON CONFLICT (click) DO NOTHING RETURNING id",
                    (
                        *(league.guild, league.channel, league.locale, league.game, league.options),
                        *(league.seats, league.opened_by, number(league.opened_at), league.click),
                        *(league.state.value, _instant(league.due)),
                    ),
                )
            )
            if not rows:
                return next(iter(await run("SELECT id FROM leagues WHERE click = ?", (league.click,))))[0]
            opened = rows[0][0]
            for season in league.seasons:
                await _put_season(connection, opened, season)
            await _put_act(connection, opened, act)
            return opened

        return await self._write(work, NOTHING)

    async def league(self, league: int) -> League | None:
        if not 0 < league < NUMBERS:
            return None
        for row in await self._read(f"SELECT {_LEAGUE} FROM leagues WHERE id = ?", (league,)):
            try:
                return _league(row, await self._seasons(league))
            except (ValueError, TypeError, OverflowError, msgspec.MsgspecError) as error:
                _logger.error("league %d cannot be read: %s", league, type(error).__name__)
        return None

    async def _seasons(self, league: int) -> tuple[Season, ...]:
        rows = await self._read(f"{_SEASON} WHERE league = ? ORDER BY number DESC LIMIT ?", (league, _KEPT))
        return tuple([await self._whole(row) for row in reversed(rows)])

    async def _whole(self, row: Row, only: str = "") -> Season:
        """Return a season with its members and tables, those of the division 0 with ``AND division = 0``."""
        members = await self._read(
            "SELECT person, name, click, state, level, division FROM members"
            f" WHERE season = ? {only} ORDER BY person",
            (row[0],),
        )
        tables = await self._read(
            "SELECT number, division, seats, match, value FROM season_tables"
            f" WHERE season = ? {only} ORDER BY number",
            (row[0],),
        )
        return _season(row, members, tables)

    async def season(self, league: int, number: int) -> Season | None:
        if not (0 < league < NUMBERS and 0 < number < NUMBERS):
            return None
        for row in await self._read(f"{_SEASON} WHERE league = ? AND number = ?", (league, number)):
            try:
                return await self._whole(row)
            except (ValueError, TypeError, OverflowError, msgspec.MsgspecError) as error:
                _logger.error("season %d cannot be read: %s", row[0], type(error).__name__)
        return None

    async def top_divisions(self, league: int) -> list[Season]:
        found: list[Season] = []
        for row in await self._read(
            f"{_SEASON} WHERE league = ? AND stage = ? ORDER BY number DESC", (league, Stage.CLOSED.value)
        ):
            try:
                found.append(await self._whole(row, "AND division = 0"))
            except (ValueError, TypeError, OverflowError, msgspec.MsgspecError) as error:
                _logger.error("season %d cannot be read: %s", row[0], type(error).__name__)
        return found

    async def leagues_of(self, guild: int) -> list[int]:
        rows = await self._read(
            "SELECT id FROM leagues WHERE guild = ? AND (state <> ? OR EXISTS"
            " (SELECT 1 FROM seasons WHERE league = leagues.id AND stage = ?)) ORDER BY id",
            (guild, LeagueState.ENDED.value, Stage.PLAYING.value),
        )
        return [row[0] for row in rows]

    async def league_of(self, match: int) -> int | None:
        rows = await self._read(
            "SELECT league FROM seasons JOIN season_tables ON season = seasons.id WHERE match = ?", (match,)
        )
        return rows[0][0] if rows else None

    async def league_ranks(self, league: int) -> list[tuple[int, dict[int, int]]]:
        rows = await self._read(
            "SELECT seasons.number, season_tables.number, seats, season_tables.value"
            " FROM season_tables JOIN seasons ON seasons.id = season WHERE league = ?"
            " ORDER BY seasons.number, season_tables.number",
            (league,),
        )
        found: list[tuple[int, dict[int, int]]] = []
        for season, table, seats, text in rows:
            try:
                value = msgspec.json.decode(text, type=_TableValue)
                persons = msgspec.json.decode(seats, type=tuple[int, ...])
                if value.result is not None and value.annulled_by is None:
                    found.append((season, dict(zip(persons, value.result.ranks, strict=True))))
            except (ValueError, msgspec.MsgspecError):
                _logger.error("table %d of season %d cannot be read", table, season)
        return found

    async def league_place(self, match: int) -> LeaguePlace | None:
        rows = await self._read(
            "SELECT league, guild, channel, post, leagues.seats, seasons.number,"
            " (SELECT max(level) FROM members WHERE season = seasons.id"
            " AND members.division = season_tables.division),"
            " season_tables.division, (SELECT max(division) FROM members WHERE season = seasons.id)"
            " FROM season_tables JOIN seasons ON seasons.id = season JOIN leagues ON leagues.id = league"
            " WHERE match = ?",
            (match,),
        )
        for league, guild, channel, post, seats, season, level, division, last in rows:
            return LeaguePlace(
                *(league, guild, channel, post, seats, season, level or 0, division, (last or 0) + 1)
            )
        return None

    async def commit_league(self, before: League, after: League, acts: Sequence[Act] = ()) -> None:
        async def work(connection: Connection) -> None:
            rows = await connection.execute_fetchall(
                f"UPDATE leagues SET version = {NEXT_VERSION}, channel = ?, state = ?, due = ?, post = ?,"
                " shown = ? WHERE id = ? AND version = ? RETURNING id",
                (
                    *(after.channel, after.state.value, _instant(after.due), after.post, after.shown or None),
                    *(before.id, before.version),
                ),
            )
            if not list(rows):
                raise Conflict("store_conflict", path=self.name, match=before.id)
            known = {each.number: each for each in before.seasons}
            for gone in known.keys() - {each.number for each in after.seasons}:
                await _drop_season(connection, known[gone])
            for season in after.seasons:
                old = known.get(season.number)
                if old is None:
                    await _put_season(connection, before.id, season)
                elif old != season:
                    await _change_season(connection, old, season)
            for act in acts:
                await _put_act(connection, before.id, act)

        await self._write(work, NOTHING)

    async def take_league(self, now: datetime, until: datetime, shards: int = 0) -> int | None:
        served, values = _served(shards)
        due = (number(now), *values)
        if not await self._poll(f"SELECT 1 FROM leagues WHERE due <= ?{served} LIMIT 1", due):
            return None

        async def work(connection: Connection) -> int | None:
            rows = await connection.execute_fetchall(
                f"UPDATE leagues SET due = ?, version = {NEXT_VERSION} WHERE id IN (SELECT id FROM leagues"
                f" WHERE due <= ?{served} ORDER BY due, id LIMIT 1{self.dialect.skip}) RETURNING id",
                (number(until), *due),
            )
            return next((row[0] for row in rows), None)

        return await self._write(work, NOTHING)

    async def next_league(self, shards: int = 0) -> datetime | None:
        served, values = _served(shards)
        for (due,) in await self._poll(f"SELECT min(due) FROM leagues WHERE due IS NOT NULL{served}", values):
            return None if due is None else time(due)
        return None

    async def rated_tables(self, game: str) -> list[RatedTable]:
        found: list[RatedTable] = []
        forgotten = _Forgotten()
        for match, ended, guild, season, seats, text in await self._read(
            "SELECT season_tables.match, matches.ended_at, matches.guild, season_tables.season,"
            " season_tables.seats, season_tables.value"
            " FROM season_tables JOIN matches ON matches.id = season_tables.match"
            " WHERE matches.game = ? AND matches.ended_at IS NOT NULL ORDER BY season_tables.match",
            (game,),
        ):
            try:
                value = msgspec.json.decode(text, type=_TableValue)
                persons = msgspec.json.decode(seats, type=tuple[int, ...])
                if value.result is None or value.annulled_by is not None:
                    continue
                ranks = dict(zip(persons, value.result.ranks, strict=True))
                found.append(
                    RatedTable(match, time(ended), forgotten.named(ranks, ("season", season)), guild)
                )
            except (ValueError, OverflowError, msgspec.MsgspecError):
                _logger.error("match %d: its result in a league cannot be read", match)
        for match, ended, guild, text in await self._read(
            "SELECT id, ended_at, guild, rated FROM matches WHERE game = ? AND rated IS NOT NULL"
            " AND status = 'over' AND ended_at IS NOT NULL ORDER BY id",
            (game,),
        ):
            try:
                ranks = dict(msgspec.json.decode(text, type=tuple[tuple[int, int], ...]))
                found.append(RatedTable(match, time(ended), forgotten.named(ranks, ("match", match)), guild))
            except (ValueError, OverflowError, msgspec.MsgspecError):
                _logger.error("match %d: its ranks cannot be read", match)
        return found

    async def acts_of(self, league: int, limit: int) -> list[Act]:
        rows = await self._read(
            "SELECT at, by, what, about FROM league_acts WHERE league = ? ORDER BY id DESC LIMIT ?",
            (league, limit),
        )
        found: list[Act] = []
        for at, by, what, about in rows:
            try:
                found.append(Act(time(at), by, what, msgspec.json.decode(about, type=dict[str, str | int])))
            except (ValueError, OverflowError, msgspec.MsgspecError):
                _logger.error("league %d: a line of its log cannot be read", league)
        return found


class _Forgotten:
    """Numbers for forgotten people: minus one of one season is nobody else's minus one."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, int, int], int] = {}

    def named(self, ranks: Mapping[int, int], where: tuple[str, int]) -> dict[int, int]:
        """Return the ranks that count, with a number of their own for those who were forgotten."""
        return {
            person if person > 0 else self._known.setdefault((*where, person), -1 - len(self._known)): rank
            for person, rank in ranks.items()
            if rank > 0
        }


async def fill_table(connection: Connection, season: int, table: int, match: int) -> bool:
    """Note the match of a table, in the transaction that opens it; `False` if the table has one already."""
    rows = await connection.execute_fetchall(
        "UPDATE season_tables SET match = ? WHERE season = ? AND number = ? AND match IS NULL RETURNING 1",
        (match, season, table),
    )
    return bool(list(rows))


def season_kept(text: str, person: int) -> dict[str, Any]:
    """Return what a season's value keeps of the person: how the season went, and which messages were sent."""
    try:
        value = msgspec.json.decode(text, type=_SeasonValue)
    except (ValueError, msgspec.MsgspecError):
        return {}
    former = value.former.get(person)
    kept: dict[str, Any] = {} if former is None else {"outcome": msgspec.to_builtins(former)}
    sent = {"begun": value.told, "ends_in_five_days": value.warned, "ends_in_two_days": value.warned_again}
    return {**kept, "messages": [name for name, persons in sent.items() if person in persons]}


async def forget_member(connection: Connection, person: int, nobody: int) -> None:
    """Let the person be minus one, minus two … in each season, and `nobody` elsewhere, withdrawn from now on.

    The caller has begun the transaction.
    """
    run = connection.execute_fetchall
    seasons = [row[0] for row in await run("SELECT season FROM members WHERE person = ?", (person,))]
    for season in seasons:
        lowest = await run(
            "SELECT coalesce(min(person), 0) FROM members WHERE season = ? AND person BETWEEN ? AND -1",
            (season, nobody),
        )
        other = next(iter(lowest))[0] - 1
        await run(
            "UPDATE members SET person = ?, name = ?, state = CASE WHEN state = ? THEN ? ELSE state END"
            " WHERE season = ? AND person = ?",
            (other, FORGOTTEN, MemberState.IN.value, MemberState.WITHDRAWN.value, season, person),
        )
        for table, seats in list(
            await run("SELECT number, seats FROM season_tables WHERE season = ?", (season,))
        ):
            if (named := _renamed(seats, person, other)) != seats:
                await run(
                    "UPDATE season_tables SET seats = ? WHERE season = ? AND number = ?",
                    (named, season, table),
                )
        for (value,) in list(await run("SELECT value FROM seasons WHERE id = ?", (season,))):
            await run("UPDATE seasons SET value = ? WHERE id = ?", (_renamed(value, person, other), season))
    for season, value in list(await run("SELECT id, value FROM seasons")):
        if (named := _renamed(value, person, nobody)) != value:
            await run("UPDATE seasons SET value = ? WHERE id = ?", (named, season))
    for season, table, value in list(await run("SELECT season, number, value FROM season_tables")):
        if (named := _renamed(value, person, nobody)) != value:
            await run(
                "UPDATE season_tables SET value = ? WHERE season = ? AND number = ?", (named, season, table)
            )
    await run("UPDATE leagues SET opened_by = ? WHERE opened_by = ?", (nobody, person))
    for act, by, about in list(await run("SELECT id, by, about FROM league_acts")):
        if (named := _renamed(about, person, nobody)) != about or by == person:
            await run(
                "UPDATE league_acts SET by = ?, about = ? WHERE id = ?",
                (nobody if by == person else by, named, act),
            )
    await run(
        f"UPDATE leagues SET version = {NEXT_VERSION} WHERE id IN"
        f" (SELECT league FROM seasons WHERE id IN ({marks(seasons)}))",
        seasons,
    )


def _renamed(text: str, person: int, other: int) -> str:
    """Return the JSON text with another number in place of the person's; as it is where it cannot be read."""

    def named(value: Any) -> Any:
        match value:
            case bool():
                return value
            case int():
                return other if value == person else value
            case list():
                return [named(each) for each in cast(list[Any], value)]
            case dict():
                pairs = cast(dict[str, Any], value).items()
                return {str(other) if key == str(person) else key: named(each) for key, each in pairs}
            case _:
                return value

    try:
        found = json.loads(text)
        after = named(found)
    except (ValueError, RecursionError):
        return text
    return text if after == found else json.dumps(after)


async def _put_season(connection: Connection, league: int, season: Season) -> None:
    rows = await connection.execute_fetchall(
        "INSERT INTO seasons (league, number, stage, seed, begins, ends, value)"
        " VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING id",
        (league, season.number, *_season_columns(season)),
    )
    written = next(iter(rows))[0]
    await _put_members(connection, written, season.members)
    await _put_tables(connection, written, season.tables)


async def _change_season(connection: Connection, old: Season, season: Season) -> None:
    if _season_columns(old) != _season_columns(season):
        await connection.execute_fetchall(
            "UPDATE seasons SET stage = ?, seed = ?, begins = ?, ends = ?, value = ? WHERE id = ?",
            (*_season_columns(season), old.id),
        )
    now = {each.person: each for each in season.members}
    gone = [each for each in old.members if now.get(each.person) != each]
    await connection.executemany(
        "DELETE FROM members WHERE season = ? AND person = ?", [(old.id, each.person) for each in gone]
    )
    same = {each.person for each in old.members} - {each.person for each in gone}
    await _put_members(connection, old.id, [each for each in season.members if each.person not in same])
    tables = {each.number: each for each in old.tables}
    await _put_tables(connection, old.id, [each for each in season.tables if each.number not in tables])
    await connection.executemany(
        "UPDATE season_tables SET value = ? WHERE season = ? AND number = ?",
        [
            (_table_value(each), old.id, each.number)
            for each in season.tables
            if each.number in tables and tables[each.number] != each
        ],
    )


async def _drop_season(connection: Connection, season: Season) -> None:
    """Delete a season that has not begun."""
    for table in ("members", "season_tables"):
        await connection.execute_fetchall(f"DELETE FROM {table} WHERE season = ?", (season.id,))
    await connection.execute_fetchall("DELETE FROM seasons WHERE id = ?", (season.id,))


async def _put_members(connection: Connection, season: int, members: Sequence[Member]) -> None:
    await connection.executemany(
        "INSERT INTO members (season, person, name, click, state, level, division)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)",
        [
            (season, one.person, one.name, one.click, one.state.value, one.level, one.division)
            for one in members
        ],
    )


async def _put_tables(connection: Connection, season: int, tables: Sequence[SeasonTable]) -> None:
    await connection.executemany(
        "INSERT INTO season_tables (season, number, division, seats, match, value) VALUES (?, ?, ?, ?, ?, ?)",
        [
            (season, one.number, one.division, json.dumps(one.seats), one.match, _table_value(one))
            for one in tables
        ],
    )


async def _put_act(connection: Connection, league: int, act: Act) -> None:
    await connection.execute_fetchall(
        "INSERT INTO league_acts (league, at, by, what, about) VALUES (?, ?, ?, ?, ?)",
        (league, number(act.at), act.by, act.what, json.dumps(dict(act.about))),
    )


def _served(shards: int) -> tuple[str, tuple[int, ...]]:
    """Return the condition for leagues whose people can press, of so many shards; 0 for all leagues."""
    if not shards:
        return "", ()
    lost = "SELECT 1 FROM shards WHERE shards.id = (leagues.guild >> 22) % ? AND up = 0"
    return f" AND NOT EXISTS ({lost})", (shards,)


def _instant(when: datetime | None) -> int | None:
    return None if when is None else number(when)


def _season_columns(season: Season) -> tuple[Any, ...]:
    people = (season.told, season.unrung, season.warned, season.warned_again)
    value = _SeasonValue(season.put_off, season.former, *(tuple(sorted(each)) for each in people))
    return (
        season.stage.value,
        season.seed,
        number(season.begins),
        _instant(season.ends),
        msgspec.json.encode(value).decode(),
    )


def _table_value(table: SeasonTable) -> str:
    return msgspec.json.encode(_TableValue(table.result, table.annulled_by)).decode()


def _league(row: Row, seasons: tuple[Season, ...]) -> League:
    id, guild, channel, locale, game, options, seats, by, at, click, state, due, version, post, shown = row
    return League(
        *(id, guild, channel, locale, game, options, seats, by, time(at), click, LeagueState(state)),
        None if due is None else time(due),
        *(version, post, shown or "", seasons),
    )


def _season(row: Row, members: Sequence[Row], tables: Sequence[Row]) -> Season:
    id, place, stage, seed, begins, ends, text = row
    value = msgspec.json.decode(text, type=_SeasonValue)
    return Season(
        *(id, place, Stage(stage), bytes(seed), time(begins), None if ends is None else time(ends)),
        *(value.put_off, dict(value.former), frozenset(value.told), frozenset(value.unrung)),
        *(frozenset(value.warned), frozenset(value.warned_again)),
        tuple(
            Member(person, name, click, MemberState(state), level, division)
            for person, name, click, state, level, division in members
        ),
        tuple(_table(*each) for each in tables),
    )


def _table(number: int, division: int, seats: str, match: int | None, text: str) -> SeasonTable:
    value = msgspec.json.decode(text, type=_TableValue)
    persons = msgspec.json.decode(seats, type=tuple[int, ...])
    return SeasonTable(number, division, persons, match, value.result, value.annulled_by)
