"""Another pace by agreement: an entry of the log, which holds from each seat's next call."""

from __future__ import annotations

from dataclasses import replace

import msgspec

from engine.game import Refusal, Seat
from engine.match import seating
from engine.match.changes import Change, NewNotice, StoredMatch
from engine.match.clock import Pace, SeatClock, with_pace
from engine.match.fold import apply_ruling
from engine.match.values import Match
from engine.matches.core.cache import CachedMatch
from engine.matches.core.changing import Changing, on_match
from engine.matches.core.loader import Loader
from engine.matches.core.writer import Step, Writer
from engine.store import CLUB_CODE_LEVEL, Store

__all__ = ["PACE", "Paces"]

PACE = "pace"
"""Kind of the notices and the post that propose another pace, or tell of one that was agreed on; kind of the
entry."""


class Paces(Changing):
    """Proposing another pace, and agreeing to it."""

    def __init__(self, store: Store, loader: Loader, writer: Writer) -> None:
        super().__init__(loader, writer)
        self._store = store

    @on_match
    async def change_pace(self, cached: CachedMatch, person: int, pace: Pace, click: int) -> Match:
        """Agree that the match has this bank and credit; with its own pace, withdraw what was proposed.

        Whether weekends and leave count stays as it is: deadlines that are shown hang on it. It is so once
        everybody who is not absent has agreed to the same; calls that run keep their time. Raises `Refusal`
        ``not_seated``, ``no_clocks``, ``pace_no_clock``, ``asleep``, ``league_table``, ``no_pace_yet`` while
        older code runs on the database: it could not read the entry.
        """
        stored = cached.stored
        if (click, PACE) in cached.clicks:
            return cached.public
        seating.require_running(stored)
        seating.require_no_league(stored)
        seat = seating.seat_of(stored, person)
        before = stored.timing
        if not before.is_timed:
            raise Refusal("no_clocks", match=stored.id)
        if not pace.is_timed:
            raise Refusal("pace_no_clock")
        if stored.row_state.is_asleep:
            raise Refusal("asleep", match=stored.id)
        if self._store.code_levels.lowest < CLUB_CODE_LEVEL:
            raise Refusal("no_pace_yet")
        after, state = replace(pace, weekends=before.weekends, leave=before.leave), stored.row_state
        if after == before:
            if state.pace_wish is not None:
                await self._propose(cached, seat, None, (), click)
            return cached.public
        agreed = {person, *(state.pace_agreed if state.pace_wish == str(after) else ())}
        if not agreed >= _needed(stored):
            if state.pace_wish != str(after) or person not in state.pace_agreed:
                await self._propose(cached, seat, str(after), tuple(sorted(agreed)), click)
            return cached.public
        await self._agree(cached, seat, after, person, click)
        return cached.public

    async def _propose(
        self, cached: CachedMatch, seat: Seat, wish: str | None, agreed: tuple[int, ...], click: int
    ) -> None:
        stored = cached.stored
        state = msgspec.structs.replace(stored.row_state, pace_wish=wish, pace_agreed=agreed)
        notice = NewNotice(PACE, seat, stored.entries)
        change = Change(stored.id, replace(stored, row_state=state), click=(click, PACE), notices=(notice,))
        await self._writer.commit(cached, change)

    async def _agree(self, cached: CachedMatch, seat: Seat, pace: Pace, person: int, click: int) -> None:
        stored, log = cached.stored, await self._loader.log(cached)
        number = len(log.entries)
        state = msgspec.structs.replace(stored.row_state, pace_wish=None, pace_agreed=(), paced=number)
        changed: dict[Seat, SeatClock] = {}
        for each in range(stored.size):
            clock = stored.clock(each)
            after = with_pace(clock, stored.timing, pace)
            if after != clock:
                changed[Seat(each)] = after
        fold, events = apply_ruling(log.fold, PACE, None, str(pace))
        await self._writer.append(
            cached,
            Step(log.game, fold, events, PACE, None, str(pace), by=person),
            stored=replace(stored, pace=str(pace), row_state=state),
            clocks=changed,
            click=(click, PACE),
            notices=(NewNotice(PACE, seat, number),),
        )


def _needed(stored: StoredMatch) -> set[int]:
    """Return the persons who have to agree: all who are not absent."""
    return {
        one.person
        for seat, one in enumerate(stored.occupants)
        if one.person is not None and not stored.clock(seat).is_absent
    }
