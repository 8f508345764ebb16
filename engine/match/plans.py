"""Planned moves: what a seat's person would like to answer to the next question, if nothing changes. Pure.

They stand in the match's own row, as what is held does: in the transaction of the entry that asks its seat a
plan becomes a held move, or is dropped. Nobody else may know that there is anything.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import msgspec

from engine.chance import SeededChance, new_seed
from engine.game import AnyGame, Event, Refusal, Seat
from engine.match.changes import StoredMatch
from engine.match.clock import Plan
from engine.match.fold import Fold, SeatQuestion
from engine.match.log import Log
from engine.match.preview import known_events

__all__ = [
    "AdvancedPlans",
    "DuePlan",
    "PlanPreview",
    "PlanningPosition",
    "advance_plans",
    "plan_of",
    "planning_position",
    "preview_plan",
    "with_plan",
]


def plan_of(stored: StoredMatch, seat: int | None) -> Plan | None:
    """The seat's plan, or one that was dropped and of which its person is to hear."""
    return next((one for one in stored.house.plans if one.seat == seat), None)


def with_plan(stored: StoredMatch, seat: int, plan: Plan | None) -> StoredMatch:
    """The match with this plan for the seat, or none, instead of what was before."""
    others = tuple(one for one in stored.house.plans if one.seat != seat)
    return _with_plans(stored, others if plan is None else (*others, plan))


def _with_plans(stored: StoredMatch, plans: tuple[Plan, ...]) -> StoredMatch:
    if plans == stored.house.plans:
        return stored
    return replace(stored, house=msgspec.structs.replace(stored.house, plans=plans))


@dataclass(frozen=True, slots=True)
class PlanningPosition:
    """What a person sees who plans: the position in which the next question would be asked now."""

    seat: Seat
    view: Any
    moves: Sequence[Any]
    plan: Plan | None
    """As it stands; not one that was dropped."""
    events: tuple[Event, ...] = ()
    """What the plan would do now, as far as its person can know."""
    stands: bool = True
    """It would be played now, having the same effect as when it was made."""
    call: int = 0
    """After which of its seat's calls it is planned, from 1 on: what the buttons carry by which one plans.
    Who seals or changes a choice is not called by it."""


class PlanPreview(NamedTuple):
    """What a move would do in a position, as far as its seat can know."""

    text: str
    """Its notation."""
    events: tuple[Event, ...]
    """Before anything is drawn or revealed."""
    contingent: bool = False
    """As `Game.contingent`."""

    @property
    def digest(self) -> str:
        """Equal where a plan of the move holds: the same would be shown, or the move provides for it."""
        if self.contingent:
            return hashlib.sha256(self.text.encode()).hexdigest()[:16]
        told = msgspec.json.encode([_plain(event) for event in self.events], order="deterministic")
        return hashlib.sha256(told).hexdigest()[:16]


def _plain(event: Event) -> list[object]:
    return [event.code, event.seat, {key: repr(value) for key, value in event.inputs.items()}]


def preview_plan(game: AnyGame, state: Any, seat: Seat, text: str) -> PlanPreview:
    """What the seat's move would do. Raises what the game's `parse` does.

    It is made in a position that the seat cannot tell from this one, with a chance of its own: nothing is
    learnt of what is hidden or would be drawn.
    """
    meant = game.parse(state, seat, text)
    text, contingent = str(meant), game.contingent(meant)
    chance = SeededChance(new_seed(), 0)
    twin = game.redeal(state, seat, chance)
    try:
        move = game.parse(twin, seat, text)
    except Refusal:
        return PlanPreview(text, (), contingent)
    _, events = game.play(twin, seat, move, chance)
    return PlanPreview(text, known_events(events, seat), contingent)


def planning_position(stored: StoredMatch, log: Log, seat: Seat) -> PlanningPosition | None:
    """What the seat's person sees who plans; `None` where no move can be planned."""
    game = log.game
    ahead = game.anticipate(log.fold.state, seat)
    if ahead is None:
        return None
    call = 1 + log.fold.seats[seat].call_number
    found = PlanningPosition(seat, game.view(ahead, seat), game.moves(ahead, seat), None, call=call)
    plan = plan_of(stored, seat)
    if plan is None or plan.dropped:
        return found
    try:
        now = preview_plan(game, ahead, seat, plan.text)
    except Refusal:
        return replace(found, plan=plan, stands=False)
    return replace(found, plan=plan, events=now.events, stands=now.digest == plan.known)


class DuePlan(NamedTuple):
    """A plan whose question has come."""

    plan: Plan
    question: int
    """The how manieth of its seat's questions."""
    person: int


class AdvancedPlans(NamedTuple):
    """What an entry does to the plans of a match."""

    stored: StoredMatch
    due: tuple[DuePlan, ...]


def advance_plans(
    before: StoredMatch,
    after: StoredMatch,
    game: AnyGame,
    was: Fold | None,
    fold: Fold,
    mover: Seat | None,
    events: Sequence[Event],
) -> AdvancedPlans:
    """What becomes of the plans as the match goes on to `fold` with these events; `mover` has moved by it.

    A plan ends with its question: it is to be played, or dropped where it would do something else than its
    person was shown. Nobody plans for a seat that somebody else has taken, or in which a robot plays. What
    was taken back in secret drops no plan of somebody else, who would learn of it.
    """
    kept: list[Plan] = []
    ripe: list[DuePlan] = []
    back = was is not None and fold.undone_entries != was.undone_entries
    for plan in after.house.plans:
        seat = Seat(plan.seat)
        own, person = fold.seats[seat], after.occupants[seat].person
        if person is None or person != before.occupants[seat].person or after.clock(seat).playing:
            continue
        if plan.dropped:
            if seat != mover:
                kept.append(plan)
        elif back and any(each.to is None or seat in each.to for each in events):
            kept.append(msgspec.structs.replace(plan, dropped="undone"))
        elif (
            seat not in fold.pending
            or own.question_number <= plan.question
            or _is_same_question(was, own, seat, mover)
        ):
            kept.append(plan)
        elif why := _reason_to_drop(game, fold, plan):
            kept.append(msgspec.structs.replace(plan, dropped=why))
        else:
            ripe.append(DuePlan(plan, own.question_number, person))
    return AdvancedPlans(_with_plans(after, tuple(kept)), tuple(ripe))


def _is_same_question(was: Fold | None, own: SeatQuestion, seat: Seat, mover: Seat | None) -> bool:
    """Whether another's move has left its question open, which may have a new number since a restore."""
    before = None if was is None or seat == mover else was.seats[seat]
    return before is not None and before.question_entry is not None and before.call_entry == own.call_entry


def _reason_to_drop(game: AnyGame, fold: Fold, plan: Plan) -> str:
    """Why the plan is not played now that its seat is asked; empty where nothing speaks against it."""
    try:
        now = preview_plan(game, fold.state, Seat(plan.seat), plan.text)
    except Refusal:
        return "illegal"
    return "" if now.digest == plan.known else "changed"
