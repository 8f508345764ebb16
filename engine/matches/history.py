"""Matches that are over: lists of them, how they came out, and their records.

How a match came out follows from its log. It is kept beside the match, so that a list folds no logs; upkeep
works it out for matches of older versions, and whoever lists one before that does.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

import msgspec

from engine.game import Refusal, Result
from engine.league.final import beginners, final_ranks
from engine.match.changes import StoredMatch
from engine.match.export import record_of
from engine.match.fold import Fold
from engine.match.tally import Ended
from engine.match.values import Entry, Match, Status
from engine.matches.core.loader import Loader
from engine.matches.queries import Queries
from engine.record import write
from engine.store import EndedSearch, Store, StoreError

__all__ = ["History", "Past"]

SLICE = 20
"""Matches whose results are looked for at once."""


@dataclass(frozen=True, slots=True)
class Past:
    """A match that is over, and how it came out."""

    match: Match
    result: Result | None
    """The ranking among those who count; `None` without a result, or where it is not known."""


class History:
    """The matches that are over."""

    def __init__(self, store: Store, loader: Loader, queries: Queries) -> None:
        self._store = store
        self._loader = loader
        self._queries = queries

    async def find(self, search: EndedSearch, skip: int, limit: int) -> list[Past]:
        """Return the matches found, without the first `skip`, the one that ended last first."""
        return await self._with_results(await self._store.ended_matches(search, skip, limit))

    async def ended_of(self, person: int, limit: int) -> list[Ended]:
        """Return the person's own matches that are over, with the times of the own answers; the one that
        ended last first.
        """
        past = await self.find(EndedSearch((), person), 0, limit)
        known = await self._store.answers_of([each.match.id for each in past])
        return [
            Ended(each.match, each.result, _own_answers(known.get(each.match.id), each.match, person))
            for each in past
        ]

    async def suggest(self, search: EndedSearch, limit: int) -> list[Match]:
        """Return the same without their results, as suggestions need them."""
        found = await self._store.ended_matches(search, 0, limit)
        return [self._loader.public_match(stored) for stored in found]

    async def seasons(self, guild: int, limit: int) -> list[tuple[int, int, str, int]]:
        """Return the seasons of a server's leagues that have begun, the latest first: their ids, the channel
        and game of the league, and their numbers."""
        return await self._store.seasons_played(guild, limit)

    async def channels(
        self, *, guild: int | None = None, resigned: int | None = None
    ) -> list[tuple[int, int, str]]:
        """Return where matches that are over were played: guild, channel and language."""
        return await self._store.ended_channels(guild=guild, resigned=resigned)

    async def shown_by(self, channel: int, message: int, person: int) -> list[int]:
        """Return the matches of which a message, or its thread, shows something to all or to the person."""
        return await self._store.matches_shown_by(channel, message, person)

    async def records(self, matches: Sequence[Match]) -> dict[int, str]:
        """Return the records of matches that are over, as text; those that cannot be read are missing."""
        found = dict[int, str]()
        for stored in await self._store.matches_of([each.id for each in matches]):
            if stored.status is Status.OVER and stored.entries and not self._unreadable(stored):
                entries = await self._store.entries(stored.id)
                record = await asyncio.to_thread(record_of, stored, entries, published=True)
                found[stored.id] = await asyncio.to_thread(write, record)
        return found

    def _unreadable(self, stored: StoredMatch) -> bool:
        return bool(self._loader.rulebook.unreadable(stored))

    async def _with_results(self, found: Sequence[StoredMatch]) -> list[Past]:
        known = await self._store.results_of([each.id for each in found])
        past = list[Past]()
        for stored in found:
            match = self._loader.public_match(stored)
            text = known.get(stored.id)
            read = None if text is None else _read(text, stored.size)
            past.append(Past(match, await self._work_out(stored.id) if read is None else read.result))
        return past

    async def note_results(self, paced: Callable[[Awaitable[bool]], Awaitable[bool]]) -> int:
        """Work out the results that are not kept yet, match by match; return their number."""
        after = noted = 0
        while matches := await self._store.without_result(after, SLICE):
            for match in matches:
                noted += await paced(self._note(match))
            after = matches[-1]
        return noted

    async def _note(self, match: int) -> bool:
        await self._work_out(match)
        return True

    async def ranks_again(self, match: int) -> dict[int, int]:
        """Return the rank of each person who began in a match that is over, worked out from its log.

        Raises `Refusal` for one that cannot be read, or has no result.
        """
        situation = await self._queries.situation(match, None)
        cached, log = await self._loader.load_started(match)
        if situation.result is None:
            raise Refusal("not_over", match=match)
        return dict(_ranks(cached.stored, situation.result, log.entries, log.fold))

    async def _work_out(self, match: int) -> Result | None:
        """Return how a match came out by its log, and keep it."""
        try:
            situation = await self._queries.situation(match, None)
        except StoreError:
            raise
        except Refusal:
            return None  # damaged, or its rules are gone
        if situation.match.status is Status.OVER:
            cached, log = await self._loader.load_started(match)
            await self._store.save_result(
                match,
                msgspec.json.encode(situation.result).decode(),
                _rated(cached.stored, situation.result, log.entries, log.fold),
                msgspec.json.encode(_answers(situation.match, log.entries, log.fold)).decode(),
                version=cached.stored.version,
            )
        return situation.result


def _rated(stored: StoredMatch, result: Result | None, entries: Sequence[Entry], fold: Fold) -> str | None:
    """Return the column `rated`: pairs of a person and a rank, as JSON; `None` for what rates nobody."""
    if not stored.row_state.is_rated or result is None:
        return None
    return msgspec.json.encode(_ranks(stored, result, entries, fold)).decode()


def _ranks(
    stored: StoredMatch, result: Result, entries: Sequence[Entry], fold: Fold
) -> list[tuple[int, int]]:
    """Return the person who began in each seat, with the final rank."""
    former = [stored.clock(seat).former for seat in range(stored.size)]
    persons = beginners(entries, [each.person for each in stored.occupants], former)
    ranks = final_ranks(entries, fold.gone, result)
    return [(person, rank) for person, rank in zip(persons, ranks, strict=True) if person is not None]


def _answers(match: Match, entries: Sequence[Entry], fold: Fold) -> list[list[int]]:
    """Return the seconds that the person in each seat took from calls to answers: of the last calls that the
    fold keeps.
    """
    return [
        [
            round((entries[answered].at - entries[called].at).total_seconds())
            for called, answered in question.answered_calls
            if one.person is not None and entries[answered].by == one.person
        ]
        for one, question in zip(match.occupants, fold.seats, strict=True)
    ]


def _own_answers(column: str | None, match: Match, person: int) -> Sequence[int]:
    """Return the person's seconds in the column `answers`; none if it cannot be read."""
    seat = match.seat_of(person)
    try:
        seats = msgspec.json.decode(column or "[]", type=list[list[int]])
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return ()
    return seats[seat] if seat is not None and seat < len(seats) else ()


@dataclass(frozen=True, slots=True)
class _Read:
    result: Result | None


def _read(text: str, size: int) -> _Read | None:
    """Return the result in a column; `None` if it cannot be read."""
    try:
        result = msgspec.json.decode(text, type=Result | None)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None
    if result is not None and not len(result.ranks) == len(result.scores) == size:
        return None
    return _Read(result)
