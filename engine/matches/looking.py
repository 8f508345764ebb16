"""What people may know of matches."""

from __future__ import annotations

from collections.abc import Sequence

from engine.game import Event, Refusal, Seat
from engine.matches.export import record_of
from engine.matches.fold import filtered
from engine.matches.keeper import Keeper, public, started
from engine.record import write
from engine.table import Entry, Match, Situation, Status

__all__ = ["Looking"]


class Looking(Keeper):
    """The part of `Matches` that only looks."""

    async def of_person(self, person: int, statuses: Sequence[Status]) -> Sequence[Match]:
        """The matches in which the person sits, newest first."""
        return [
            public(table, self._options(table)) for table in await self._store.tables_of(person, statuses)
        ]

    async def situation(
        self, match: int, person: int | None, since: Seat | None = None, after: int | None = None
    ) -> Situation:
        """The match as that person's seat may know it; `None`, or who has no seat, is a spectator.

        `news` begins after the viewer's own last move, for a spectator after the move that lies furthest back
        among the seats' last ones; with `since`, after that seat's last move (what all may be shown when it
        is that seat's turn); with `after`, after that entry. Raises `Refusal` ``not_started`` for a match
        that never started.
        """
        warm = await self._look(match)
        log = started(warm)
        game, fold, known = log.game, log.fold, self._match(warm)
        seat = known.seat_of(person)
        if after is None:
            viewer = seat if since is None else since
            after = min(fold.last) if viewer is None else fold.last[viewer]
        ended = known.status is not Status.RUNNING
        asked = None if seat is None or ended else fold.asked[seat]
        return Situation(
            match=known,
            seat=seat,
            pending=() if ended else fold.pending,
            asked=asked,
            view=game.view(fold.state, seat),
            moves=() if seat is None or asked is None else game.moves(fold.state, seat),
            news=filtered(log.entries, log.events, seat, after + 1, ended),
            last=fold.last,
            result=game.result(fold.state),
        )

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
