"""Genesia in text: moves as people type them, under the rules; and whole positions on one line."""

from __future__ import annotations

from engine.game import BadNotation, GameOver, IllegalMove, NotYourTurn, Refusal, Seat
from engine.genesia import closing, effects, fray, marches, opening, turns
from engine.genesia.board import people_of
from engine.genesia.model import (
    Aim,
    Assault,
    Back,
    Discard,
    Draft,
    End,
    March,
    Move,
    Order,
    Phase,
    Play,
    Recruit,
    Seek,
    Stance,
)
from engine.genesia.position import write as position
from engine.genesia.soundness import read_position
from engine.genesia.spelling import read
from engine.genesia.state import State

__all__ = ["parse", "position", "read", "read_position"]


def parse(state: State, seat: Seat, text: str) -> Move:
    """As `Game.parse`. Who has sealed a choice may change it until the last one has chosen."""
    if state.result is not None:
        raise GameOver("game_over")
    people = people_of(state, seat)
    if not _may_decide(state, people):
        raise _out_of_turn(state, people, text)
    move = read(text)
    _check(state, people, move)
    return move


def _out_of_turn(state: State, people: int, text: str) -> Refusal:
    """Why somebody who has nothing to decide may not: what all choose together is not a matter of turns."""
    try:
        move = read(text)
        if state.phase in fray.PHASES and isinstance(move, Assault | Stance):
            fray.check_pacifist(state, people)
        if isinstance(move, Aim | Draft | Stance):
            _check(state, people, move)
    except BadNotation:
        pass
    except IllegalMove as refusal:
        return refusal
    return NotYourTurn("not_your_turn")


def _may_decide(state: State, people: int) -> bool:
    match state.phase:
        case Phase.OBJECTIVE | Phase.DRAFT:
            return True
        case Phase.STANCE:
            return people in fray.choosers(state)
        case Phase.GROWTH | Phase.EXPANSION:
            return people == state.order[state.turn]
        case Phase.END | Phase.PLACE:
            return people in closing.pending(state)
        case _:
            return people in fray.pending(state)


def _check(state: State, people: int, move: Move) -> None:
    """Raises `IllegalMove` naming the rule that forbids the move."""
    if state.phase in fray.PHASES:
        fray.check(state, people, move)
        return
    match state.phase, move:
        case Phase.OBJECTIVE, Aim():
            opening.check_aim(state, people, move)
        case Phase.DRAFT, Draft():
            opening.check_draft(state, people, move)
        case Phase.GROWTH | Phase.EXPANSION, Play():
            effects.check_play(state, people, move, turns.timings(state))
        case Phase.GROWTH | Phase.EXPANSION, Recruit():
            turns.check_recruit(state, people, move)
        case Phase.GROWTH | Phase.EXPANSION, Back():
            turns.check_back(state, people)
        case Phase.EXPANSION, March():
            marches.check_march(state, people, move)
        case Phase.GROWTH | Phase.EXPANSION | Phase.END, Discard():
            turns.check_discard(state, people, move)
        case Phase.END, Play():
            effects.check_play(state, people, move, closing.TIMINGS)
        case Phase.PLACE, Seek():
            closing.check_seek(state, people, move)
        case Phase.GROWTH | Phase.EXPANSION | Phase.END, End():
            pass
        case Phase.GROWTH | Phase.EXPANSION, Order() if state.seats > 1:
            pass
        case _:
            raise IllegalMove("genesia.not_now", what=str(move).partition(" ")[0], phase=state.phase.value)
