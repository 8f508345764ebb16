"""The rules of Genesia: the `Game` object, which calls the module of each phase."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from engine.chance import Chance
from engine.game import Calling, Defaults, Event, Foreseen, Game, Player, Result, Seat, Stage
from engine.genesia import view
from engine.genesia.board import people_of, seat_of, with_next_ply
from engine.genesia.combat import attack_phase
from engine.genesia.model import Draft, GenesiaOptions, Line, Move, Phase, TakePlace, View
from engine.genesia.options import allowed_seats, check_seats
from engine.genesia.phases import age_end, draft, lines, setup, turns
from engine.genesia.players.expert import Expert
from engine.genesia.players.greedy import Greedy
from engine.genesia.players.novices import CASUAL, NOVICE
from engine.genesia.redeal import redeal
from engine.genesia.state import State
from engine.genesia.text.notation import parse
from engine.genesia.text.position_reading import read_position
from engine.genesia.text.position_writing import write_position
from engine.kit.positions import Notation
from engine.kit.random_player import RandomPlayer
from engine.kit.stages import Told, events_in, stages_of

__all__ = ["GENESIA", "Genesia"]

_STRONG_WORLDS = 3
"""Redealt states on which `strong` tries a few plans."""
_EXPERT_WORLDS, _EXPERT_SECONDS = 16, 2.0
"""Redealt states and seconds of processor time that `expert` spends on a turn, at most."""


class Genesia(Game[GenesiaOptions, State, Move, View]):
    """Genesia, by Éric Labouze: three Ages of clans, cities and inventions, and an island in the middle."""

    key: ClassVar[str] = "genesia"
    title: ClassVar[str] = "Genesia"
    rules: ClassVar[int] = 1
    Options = GenesiaOptions
    positions = Notation(write_position, read_position)
    players: ClassVar[Mapping[str, Player]] = {
        "random": RandomPlayer(),
        "novice": NOVICE,
        "casual": CASUAL,
        "steady": Greedy(),
        "strong": Expert(lambda: GENESIA, worlds=_STRONG_WORLDS, draws_beliefs=False),
        "expert": Expert(lambda: GENESIA, worlds=_EXPERT_WORLDS, seconds=_EXPERT_SECONDS),
    }
    slow: ClassVar[frozenset[str]] = frozenset({"strong", "expert"})

    def seats(self, options: GenesiaOptions) -> Collection[int]:
        """Return the numbers of seats as `options.allowed_seats`."""
        return allowed_seats(options)

    def sides(self, options: GenesiaOptions, seats: int) -> Sequence[Collection[Seat]]:
        if not options.teams:
            return super().sides(options, seats)
        return [
            [Seat(seat) for seat in range(seats) if options.teams[seat] == team]
            for team in sorted({*options.teams}, key=options.teams.index)
        ]

    def setup(self, options: GenesiaOptions, seats: int, chance: Chance) -> State:
        """Return the first state as `setup.setup`. Raises `BadOptions` as `options.check_seats`."""
        check_seats(options, seats)
        return setup.setup(options, seats, chance)

    def pending(self, state: State) -> tuple[Seat, ...]:
        return tuple([seat_of(state, people) for people in view.pending(state)])

    def moves(self, state: State, seat: Seat) -> Sequence[Move]:
        people = people_of(state, seat)
        match state.phase:
            case Phase.OBJECTIVE | Phase.DRAFT:
                return draft.moves(state, people)
            case Phase.GROWTH | Phase.EXPANSION:
                return turns.moves(state, people)
            case Phase.END | Phase.PLACE:
                return age_end.moves(state, people)
            case Phase.OVER:
                return ()
            case _:
                return attack_phase.moves(state, people)

    def parse(self, state: State, seat: Seat, text: str) -> Move:
        return parse(state, seat, text)

    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> tuple[State, tuple[Event, ...]]:
        if isinstance(move, Line):
            line_events: list[Event] = []
            for step in move.steps:
                state, events = self.play(state, seat, step, chance)
                line_events += events
            return state, tuple(line_events)
        state, told = _play_step(state, seat, move, chance)
        return state, events_in(told)

    def stages(self, state: State, seat: Seat, move: Move, chance: Chance) -> Sequence[Stage]:
        """Return the steps of an assault, of a reveal or of the end of an Age; of a line those of its moves.

        Who is asked next, at war or at an end, is no step of its own.
        """
        found: list[Stage] = []
        for step in self.steps(move):
            state, told = _play_step(state, seat, step, chance)
            found += stages_of(told, state, _between)
        return found

    def steps(self, move: Move) -> Sequence[Move]:
        return move.steps if isinstance(move, Line) else (move,)

    def foresee(self, state: State, seat: Seat, move: Move) -> Sequence[Foreseen]:
        """Return the steps of a turn in one line with their results, without its end; () for other moves."""
        if not isinstance(move, Line):
            return ()
        return tuple(lines.foresee(state, people_of(state, seat), move))

    def anticipate(self, state: State, seat: Seat) -> State | None:
        people = people_of(state, seat)
        foreseen = (turns.anticipate, age_end.anticipate, draft.anticipate)
        return next((ahead for each in foreseen if (ahead := each(state, people)) is not None), None)

    def contingent(self, move: Move) -> bool:
        """Return whether the move is a list of places in order of preference, or a choice of cards.

        Both say what to take, whatever others have taken before.
        """
        return isinstance(move, Draft) or (isinstance(move, TakePlace) and len(move.places) > 1)

    def defaults(self, state: State, seat: Seat) -> Defaults:
        if state.phase is Phase.END:
            return Defaults(ordered=age_end.standing_move(state, seat))
        return attack_phase.defaults(state, seat)

    def without_orders(self, state: State, seat: Seat) -> State:
        return attack_phase.without_orders(state, people_of(state, seat))

    def calling(self, state: State) -> Calling:
        """Return the series of the question; the choice of objectives belongs to the first draft.

        The attack phase of an Age is one message, and so is its end. They call in private: only its person
        may know that nothing in a hand can attack, defend or be played.
        """
        match state.phase:
            case Phase.OBJECTIVE | Phase.DRAFT:
                return Calling(f"draft {state.age}")
            case Phase.STANCE | Phase.ASSAULT | Phase.REACTION | Phase.LOSSES:
                return Calling(f"attack {state.age}", private=True)
            case Phase.END | Phase.PLACE if state.seats > 1:
                return Calling(f"end {state.age}", private=True)
            case _:
                return Calling()

    def view(self, state: State, seat: Seat | None) -> View:
        return view.view(state, seat)

    def unveiled(self, state: State) -> View:
        """Return the spectators' view with the stances that are sealed in it, a truce among them."""
        seen = self.view(state, None)
        if state.phase is not Phase.STANCE:
            return seen
        sealed = zip(seen.stances, state.hidden, strict=True)
        return replace(seen, stances=tuple(shown or own.stance for shown, own in sealed))

    def redeal(self, state: State, seat: Seat | None, chance: Chance) -> State:
        return redeal(state, seat, chance)

    def concluded(self, view: View, result: Result) -> View:
        over = replace(view, result=result, phase=Phase.OVER, pending=(), chosen=frozenset(), choosing=())
        return replace(over, combat=None)

    def result(self, state: State) -> Result | None:
        return state.result


def _play_step(state: State, seat: Seat, move: Move, chance: Chance) -> tuple[State, tuple[Told, ...]]:
    """Return the state after a move that is no line, and its events with the ends of its stages."""
    people = people_of(state, seat)
    state = with_next_ply(state, people)
    match state.phase:
        case Phase.OBJECTIVE | Phase.DRAFT:
            return draft.play(state, people, move, chance)
        case Phase.END | Phase.PLACE:
            return age_end.play(state, people, move, chance)
        case Phase.GROWTH | Phase.EXPANSION:
            state, events = turns.play(state, people, move)
            if not turns.is_expansion_over(state):
                return state, events
            state, more = (age_end if state.seats == 1 else attack_phase).begin(state, chance)
            return state, (*events, *more)
        case _:
            return attack_phase.play(state, people, move, chance)


def _between(state: Any) -> State:
    """Return the state of a `Break` as it is shown."""
    if isinstance(state, State) and state.phase in attack_phase.PHASES:
        return attack_phase.between(state)
    return age_end.between(state)


GENESIA = Genesia()
