"""Matches that are over, as `engine.store.protocol.history` has them."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from engine.match.changes import StoredMatch
from engine.store.protocol.history import EndedSearch
from engine.store.sql.known import NOTHING
from engine.store.sql.matches import SqlMatchStore
from engine.store.sql.rows import marks

__all__ = ["SqlHistoryStore"]

_SITS = "EXISTS (SELECT 1 FROM seats WHERE seats.match = id AND seats.person = ?)"


class SqlHistoryStore(SqlMatchStore):
    """The SQL of `HistoryStore`."""

    async def ended_matches(self, search: EndedSearch, skip: int, limit: int) -> list[StoredMatch]:
        where, values = ["status = 'over'"], list[Any]()
        seen = f"channel IN ({marks(search.channels)})"
        if search.guild is not None:
            where.append(f"guild = ? AND {seen}")
            values += [search.guild, *search.channels]
        if search.person is not None:
            where.append(
                "(id IN (SELECT match FROM seats WHERE person = ?)"
                f" OR (id IN (SELECT match FROM seats WHERE resigned = ?) AND {seen}))"
            )
            values += [search.person, search.person, *search.channels]
        if search.game is not None:
            where.append("game = ?")
            values.append(search.game)
        if search.other is not None:
            where.append(_SITS)
            values.append(search.other)
        if search.season is not None:
            where.append("id IN (SELECT match FROM season_tables WHERE season = ?)")
            values.append(search.season)
        for each in search.words:
            condition, given = self.word_condition(each)
            where.append(condition)
            values += given
        # The numbers alone are sorted: of no more matches are the seats read than are shown.
        rows = await self._read(
            f"SELECT id FROM matches WHERE {' AND '.join(where)}"
            " ORDER BY coalesce(ended_at, 0) DESC, id DESC LIMIT ? OFFSET ?",
            (*values, limit, skip),
        )
        order = {match: place for place, (match,) in enumerate(rows)}
        return sorted(await self.matches_of(list(order)), key=lambda each: order[each.id])

    async def seasons_played(self, guild: int, limit: int) -> list[tuple[int, int, str, int]]:
        rows = await self._read(
            "SELECT seasons.id, leagues.channel, leagues.game, seasons.number FROM seasons"
            " JOIN leagues ON leagues.id = seasons.league WHERE leagues.guild = ?"
            " AND seasons.stage <> 'sign_up' ORDER BY seasons.begins DESC, seasons.id DESC LIMIT ?",
            (guild, limit),
        )
        return [(season, channel, game, number) for season, channel, game, number in rows]

    async def ended_channels(
        self, *, guild: int | None = None, resigned: int | None = None
    ) -> list[tuple[int, int, str]]:
        where, values = ["status = 'over'", "guild > 0"], list[Any]()
        if guild is not None:
            where.append("guild = ?")
            values.append(guild)
        if resigned is not None:
            where.append("id IN (SELECT match FROM seats WHERE resigned = ?)")
            values.append(resigned)
        rows = await self._read(
            f"SELECT guild, channel, min(locale) FROM matches WHERE {' AND '.join(where)}"
            " GROUP BY guild, channel ORDER BY guild, channel",
            values,
        )
        return [(guild, channel, locale) for guild, channel, locale in rows]

    async def results_of(self, matches: Collection[int]) -> dict[int, str]:
        rows = await self._read(
            f"SELECT id, result FROM matches WHERE id IN ({marks(matches)}) AND result IS NOT NULL",
            tuple(matches),
        )
        return {match: result for match, result in rows if isinstance(result, str)}

    async def save_result(
        self,
        match: int,
        result: str,
        rated: str | None = None,
        answers: str | None = None,
        *,
        version: int | None = None,
    ) -> None:
        unchanged, values = ("", ()) if version is None else (" AND version = ?", (version,))
        await self._write_one(
            "UPDATE matches SET result = ?, rated = ?, answers = ? WHERE id = ? AND status = 'over'"
            f"{unchanged}",
            (result, rated, answers, match, *values),
            NOTHING,
        )

    async def answers_of(self, matches: Collection[int]) -> dict[int, str]:
        rows = await self._read(
            f"SELECT id, answers FROM matches WHERE id IN ({marks(matches)}) AND answers IS NOT NULL",
            tuple(matches),
        )
        return {match: answers for match, answers in rows if isinstance(answers, str)}

    async def without_result(self, after: int, limit: int) -> list[int]:
        rows = await self._read(
            "SELECT id FROM matches WHERE status = 'over' AND result IS NULL AND id > ? ORDER BY id LIMIT ?",
            (after, limit),
        )
        return [match for (match,) in rows]

    async def matches_shown_by(self, channel: int, message: int, person: int) -> list[int]:
        rows = await self._read(
            "SELECT DISTINCT match FROM posts WHERE person IN (0, ?) AND channel = ?"
            " AND (message = ? OR kind = 'thread') ORDER BY match",
            (person, channel, message),
        )
        return [match for (match,) in rows]
