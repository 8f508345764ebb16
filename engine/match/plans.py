"""Planned moves: answers that people would like to give to their seat's next question. Pure.

They stand in the match's own row, as held moves do. The transaction of the entry that asks the seat makes a
plan a held move, or drops it. Nobody else may know that there is a plan.
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
    """Return the seat's plan, or the dropped one of which its person is still to hear; `None` if there is
    neither.
    """
    return next((one for one in stored.row_state.plans if one.seat == seat), None)


def with_plan(stored: StoredMatch, seat: int, plan: Plan | None) -> StoredMatch:
    """Return the match with this plan for the seat, or without any, instead of an earlier one."""
    others = tuple(one for one in stored.row_state.plans if one.seat != seat)
    return _with_plans(stored, others if plan is None else (*others, plan))


def _with_plans(stored: StoredMatch, plans: tuple[Plan, ...]) -> StoredMatch:
    if plans == stored.row_state.plans:
        return stored
    return replace(stored, row_state=msgspec.structs.replace(stored.row_state, plans=plans))


@dataclass(frozen=True, slots=True)
class PlanningPosition:
    """The position from which a person plans: the next question as it would be asked now."""

    seat: Seat
    view: Any
    moves: Sequence[Any]
    plan: Plan | None
    """The seat's plan; `None` for a dropped one too."""
    events: tuple[Event, ...] = ()
    """The events of the plan if it were played now, as far as its person can know."""
    stands: bool = True
    """The plan would be played now: its effect is the same as when it was made."""
    call: int = 0
    """The number that the seat's next call will have; the planning buttons carry it, counted from 1. Another
    seat's sealed or changed choice does not change it."""


class PlanPreview(NamedTuple):
    """The effect of a move in a position, as far as its seat can know."""

    text: str
    """The move's notation."""
    events: tuple[Event, ...]
    """The events before anything is drawn or revealed."""
    contingent: bool = False
    """The value of `Game.contingent` for the move."""

    @property
    def digest(self) -> str:
        """Digest of the effect. A plan holds while its digest is equal: the same would be shown, or the move
        provides for any change itself.
        """
        if self.contingent:
            return hashlib.sha256(self.text.encode()).hexdigest()[:16]
        told = msgspec.json.encode([_plain(event) for event in self.events], order="deterministic")
        return hashlib.sha256(told).hexdigest()[:16]


def _plain(event: Event) -> list[object]:
    return [event.code, event.seat, {key: repr(value) for key, value in event.inputs.items()}]


def preview_plan(game: AnyGame, state: Any, seat: Seat, text: str) -> PlanPreview:
    """Return the preview of a move to be planned. Raises the errors of the game's `parse`.

    The move is made in a position that the seat cannot tell from this one, with a chance of its own: so
    nothing is learnt of hidden things or of draws to come.
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
    """Return the position from which the seat's person plans; `None` if no move can be planned."""
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
    """A plan whose question has been asked."""

    plan: Plan
    question: int
    """The number of the question that its seat was asked."""
    person: int


class AdvancedPlans(NamedTuple):
    """The match after an entry has acted on its plans, and the plans to be played."""

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
    """Return the match with its plans after it has gone on to `fold` with these events; `mover` has moved.

    A plan ends with its question: it is to be played, or it is dropped if its effect would differ from the
    one its person was shown. Nobody plans for a seat that somebody else has taken, or in which a robot plays.
    A turn taken back in secret drops no plan of another person, who would learn of it.
    """
    kept: list[Plan] = []
    ripe: list[DuePlan] = []
    back = was is not None and fold.undone_entries != was.undone_entries
    for plan in after.row_state.plans:
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
    """Return True if another's move has left the seat's question open; a restore may have given it a new
    number.
    """
    before = None if was is None or seat == mover else was.seats[seat]
    return before is not None and before.question_entry is not None and before.call_entry == own.call_entry


def _reason_to_drop(game: AnyGame, fold: Fold, plan: Plan) -> str:
    """Return the reason why the plan is not played now that its seat is asked; empty if it is played."""
    try:
        now = preview_plan(game, fold.state, Seat(plan.seat), plan.text)
    except Refusal:
        return "illegal"
    return "" if now.digest == plan.known else "changed"
