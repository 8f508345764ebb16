"""Plans: a person chooses in advance how to answer the next question, while others think."""

from __future__ import annotations

from dataclasses import replace

from engine.game import Refusal, Seat
from engine.match import seating
from engine.match.changes import Change
from engine.match.clock import Plan
from engine.match.plans import PlanningPosition, plan_of, planning_position, preview_plan, with_plan
from engine.match.values import Match
from engine.matches.core.cache import CachedMatch
from engine.matches.core.changing import Changing, on_match
from engine.matches.core.loader import Loader
from engine.matches.core.writer import Writer

__all__ = ["Plans"]


class Plans(Changing):
    """Planned moves, at most one for each seat."""

    def __init__(self, loader: Loader, writer: Writer) -> None:
        super().__init__(loader, writer)

    async def outset(self, match: int, person: int, call: int = 0) -> PlanningPosition:
        """Return the position from which the person plans, and the effect of the present plan in it.

        `call` is the number that a button carries (`PlanningPosition.call`). Raises `Refusal` ``not_seated``,
        ``plan_asked`` where something else is asked, ``plan_late`` where the button's position is outdated,
        ``plan_away`` while a robot plays or the match sleeps, ``plan_unforeseen``, or as `Moves.play` for a
        match that is not running.
        """
        cached, _ = await self._loader.load_started(match)
        return (await self._outset(cached, person, call))[1]

    async def _outset(self, cached: CachedMatch, person: int, call: int) -> tuple[Seat, PlanningPosition]:
        stored = cached.stored
        seating.require_running(stored)
        seat = seating.seat_of(stored, person)
        log = await self._loader.log(cached)
        found = planning_position(stored, log, seat)
        if found is None and log.fold.seats[seat].question_entry is not None:
            raise Refusal("plan_asked", match=stored.id)
        if stored.row_state.is_asleep or stored.clock(seat).is_absent:
            raise Refusal("plan_away", match=stored.id)
        if found is None:
            raise Refusal("plan_unforeseen", match=stored.id)
        if call not in (0, found.call):
            raise Refusal("plan_late", match=stored.id)
        return seat, found

    @on_match
    async def plan(
        self, cached: CachedMatch, person: int, text: str, click: int, call: int = 0
    ) -> PlanningPosition:
        """Plan the move that `text` means in the position of the next question, in place of another plan.

        Raises as `outset`, and what the game's `parse` raises.
        """
        again = (click, "plan") in cached.clicks
        seat, found = await self._outset(cached, person, 0 if again else call)
        if again:
            return found
        log = await self._loader.log(cached)
        shown = preview_plan(log.game, log.game.anticipate(log.fold.state, seat), seat, text)
        plan = Plan(seat, shown.text, click, shown.digest, question=log.fold.seats[seat].question_number)
        after = with_plan(cached.stored, seat, plan)
        await self._writer.commit(cached, Change(cached.stored.id, after, click=(click, "plan")))
        return replace(found, plan=plan, events=shown.events, stands=True)

    @on_match
    async def unplan(self, cached: CachedMatch, person: int) -> Match:
        """Drop the person's plan. Raises `Refusal` ``plan_gone`` where there is none, ``not_seated``."""
        seating.require_running(cached.stored)
        seat = seating.seat_of(cached.stored, person)
        plan = plan_of(cached.stored, seat)
        if plan is None or plan.dropped:
            raise Refusal("plan_gone", match=cached.stored.id)
        await self._writer.commit(cached, Change(cached.stored.id, with_plan(cached.stored, seat, None)))
        return cached.public
