"""What people may know of matches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from engine.game import Event, Refusal
from engine.matches import lobby
from engine.matches.asking import deadline, unasked
from engine.matches.export import record_of
from engine.matches.fold import filtered, round_of
from engine.matches.keeper import Keeper, public, started
from engine.record import write
from engine.store import StoreError
from engine.table import Entry, Match, Situation, Status, Wanted

__all__ = ["Looking"]


class Looking(Keeper):
    """The part of `Matches` that only looks."""

    async def found(
        self,
        person: int,
        statuses: Sequence[Status],
        game: str | None = None,
        words: Sequence[Wanted] = (),
        *,
        limit: int,
    ) -> Sequence[Match]:
        """The newest matches in which the person sits, of that game, in which all the words are found."""
        tables = await self._store.tables_found(person, statuses, game, words, limit)
        return [public(table, self._options(table)) for table in tables]

    async def how_many(self, person: int, statuses: Sequence[Status]) -> int:
        """In how many matches the person sits."""
        return await self._store.count(statuses, person=person)

    async def open_tables(self, channel: int, game: str, person: int, *, limit: int) -> Sequence[Match]:
        """The newest tables shown in that channel that the person can join."""
        tables = await self._store.open_tables(channel, game, person, limit)
        return [public(table, self._options(table)) for table in tables]

    async def waiting_for(self, person: int, game: str | None = None) -> frozenset[int]:
        """The running matches that wait for the person. Few are rebuilt for it: see `Store.waiting_for`."""
        found: set[int] = set()
        for match, waits in (await self._store.waiting_for(person, game)).items():
            if waits is None:
                waits = await self._waits(match, person)
            if waits:
                found.add(match)
        return frozenset(found)

    async def _waits(self, match: int, person: int) -> bool:
        try:
            situation = await self.situation(match, person)
        except StoreError:
            raise
        except Refusal:
            return False  # damaged, or its rules are gone
        return situation.seat in situation.pending

    async def situation(self, match: int, person: int | None, after: int | None = None) -> Situation:
        """The match as that person's seat may know it; `None`, or who has no seat, is a spectator.

        `news` begins after the viewer's own last move, for a spectator with what is news to those who are
        asked (`Round.since`), or once it has ended after the seats' last moves; with `after`, after that
        entry. Raises `Refusal` ``not_started`` for a match that never started.
        """
        warm = await self._look(match)
        log = started(warm)
        game, fold, known = log.game, log.fold, self._match(warm)
        seat = known.seat_of(person)
        ended = known.status is not Status.RUNNING
        asking = None if ended else round_of(fold, log.entries)
        if after is None and seat is not None:
            after = fold.last[seat]
        elif after is None:
            after = min(fold.last) if asking is None else asking.since
        asked = None if seat is None or ended else fold.asked[seat]
        situation = Situation(
            match=known,
            seat=seat,
            pending=() if ended else fold.pending,
            asked=asked,
            view=game.view(fold.state, seat),
            moves=() if seat is None or asked is None else game.moves(fold.state, seat),
            news=filtered(log.entries, log.events, seat, after + 1, ended),
            last=fold.last,
            round=asking,
            question=None if seat is None or asked is None else fold.questions[seat],
            called=None if seat is None or asked is None else fold.called[seat],
            call=None if seat is None or asked is None else fold.call[seat],
            result=game.result(fold.state),
        )
        if ended:
            return situation
        return replace(
            situation,
            deadline=await deadline(self._store, known, game, fold, seat),
            ordered=seat is not None and game.standing(fold.state, seat) is not None,
        )

    async def understood(self, match: int, person: int, text: str) -> Any:
        """The legal move that `text` means for the person's seat now. Nothing is played.

        Raises `Refusal` as `play` does.
        """
        warm = await self._look(match)
        lobby.running(warm.table)
        seat, log = lobby.seat_of(warm.table, person), started(warm)
        if log.fold.asked[seat] is None:
            raise unasked(log.game, log.fold.state, seat, text, match)
        return log.game.parse(log.fold.state, seat, text)

    async def log(self, match: int, person: int | None) -> Sequence[tuple[Entry, tuple[Event, ...]]]:
        """The whole log as that person may know it, oldest first; everything once the match has ended."""
        warm = await self._look(match)
        log = started(warm)
        known = self._match(warm)
        return filtered(log.entries, log.events, known.seat_of(person), 0, known.status is not Status.RUNNING)

    async def record(self, match: int) -> str:
        """The match as a text file for `engine.record`. Raises `Refusal` ``not_over`` before its end."""
        if (await self.get(match)).status in (Status.LOBBY, Status.RUNNING):
            raise Refusal("not_over", match=match)
        warm = await self._look(match)
        return write(record_of(warm.table, started(warm).entries, published=True))
