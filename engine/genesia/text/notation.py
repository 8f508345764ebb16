"""Moves read from text under the rules: the legal move, or the rule that forbids it."""

from __future__ import annotations

from engine.game import BadNotation, GameOver, IllegalMove, NotYourTurn, Refusal, Seat
from engine.genesia import codes
from engine.genesia.board import people_of
from engine.genesia.combat import attack_phase
from engine.genesia.model import (
    Assault,
    ChooseStance,
    Draft,
    KeepObjective,
    Line,
    Move,
    Phase,
    TakePlace,
)
from engine.genesia.phases import age_end, draft, lines, turns
from engine.genesia.state import State
from engine.genesia.text.move_reading import read_move

__all__ = ["parse"]


def parse(state: State, seat: Seat, text: str) -> Move:
    """Return the move that the text means, as `Game.parse`.

    A seat that has sealed a choice may change it until the last one has chosen.
    """
    if state.result is not None:
        raise GameOver("game_over")
    people = people_of(state, seat)
    if not _can_decide(state, people):
        raise _out_of_turn(state, people, text)
    move = read_move(text)
    _check(state, people, move)
    return move


def _out_of_turn(state: State, people: int, text: str) -> Refusal:
    """Return the refusal for a people that has nothing to decide.

    For choices that all make together it is not "not your turn" but the rule that forbids the choice.
    """
    try:
        move = read_move(text)
        if state.phase in attack_phase.PHASES and isinstance(move, Assault | ChooseStance):
            attack_phase.check_pacifist(state, people)
        if isinstance(move, KeepObjective | Draft | ChooseStance):
            _check(state, people, move)
    except BadNotation:
        pass
    except IllegalMove as refusal:
        return refusal
    return NotYourTurn("not_your_turn")


def _can_decide(state: State, people: int) -> bool:
    match state.phase:
        case Phase.OBJECTIVE | Phase.DRAFT:
            return True
        case Phase.STANCE:
            return people in attack_phase.choosers(state)
        case Phase.GROWTH | Phase.EXPANSION:
            return people == state.order[state.turn]
        case Phase.END | Phase.PLACE:
            return people in age_end.pending(state) or age_end.can_change(state, people)
        case _:
            return people in attack_phase.pending(state)


def _check(state: State, people: int, move: Move) -> None:
    """Check the move under the rules of its phase. Raises `IllegalMove` naming the rule that forbids it."""
    if state.phase in attack_phase.PHASES:
        attack_phase.check(state, people, move)
        return
    match state.phase, move:
        case Phase.OBJECTIVE, KeepObjective():
            draft.check_objective(state, people, move)
        case Phase.DRAFT, Draft():
            draft.check_draft(state, people, move)
        case Phase.GROWTH | Phase.EXPANSION, Line():
            lines.check(state, people, move)
        case Phase.GROWTH | Phase.EXPANSION, _:
            turns.check(state, people, move)
        case Phase.END, _:
            age_end.check(state, people, move)
        case Phase.PLACE, TakePlace():
            age_end.check_place(state, people, move)
        case _:
            raise IllegalMove(codes.NOT_NOW, what=str(move).partition(" ")[0], phase=state.phase.value)
