"""The automatic player `expert`: whole turns, each played out to the end of the game on redealt tables.

It knows what `greedy` knows: a few beliefs about what things are worth. Where these part, it lets `greedy`
finish the game from each of them, on the same redealt tables and with the same chance, and takes what ends
best.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial
from typing import Any, cast

from engine.chance import Chance, SeededChance
from engine.game import Game, IllegalMove, Result, Seat
from engine.genesia.model import (
    CARDS,
    LONGEST_LINE,
    ChooseStance,
    Draft,
    End,
    GenesiaOptions,
    KeepObjective,
    Line,
    Move,
    Pass,
    Phase,
    Play,
    Stance,
    TakePlace,
    View,
)
from engine.genesia.players.evaluation import HABITS, Evaluation, Habits
from engine.genesia.players.greedy import Greedy
from engine.genesia.state import State

__all__ = ["Expert"]

_BELIEFS: tuple[Habits, ...] = (
    HABITS,
    HABITS._replace(point=(0.0, 1.5, 1.2, 0.9), menace=0.0, guard=0.9),
    HABITS._replace(least=(0.0, 1.0, 0.5, 0.1)),
    HABITS._replace(city=(0.0, 3.5, 2.5, 0.2), point=(0.0, 2.6, 2.0, 1.2)),
    HABITS._replace(lone=(0.0, 0.6, 0.9, 1.0), guard=0.0),
)
"""Among which it looks for the one that fits: as `greedy`; peace; war; cities and thrift; spread thin."""
_DRAFTED = 3
"""Cards among which it drafts, those that `greedy` likes best."""
_DEFENCES = 4
"""Cards among which it defends itself."""
_FAR = 40
"""Points ahead or behind that are as good as any more."""

_NEVER = -1000.0

GenesiaGame = Game[GenesiaOptions, State, Move, View]


class Expert:
    """Plays out what it could do, and does what ends best."""

    def __init__(self, game: Callable[[], GenesiaGame], worlds: int, seconds: float | None = None) -> None:
        """Each candidate is played out on so many redealt tables, on fewer where the processor time is over.

        `seconds` are of one turn; without a bound the choice depends on nothing but the arguments.
        """
        self._game = game
        self._worlds = worlds
        self._seconds = seconds
        self._minds = tuple(Greedy(habits) for habits in _BELIEFS)

    def choose(
        self,
        view: View,
        moves: Sequence[Move],
        imagine: Callable[[Chance], object],
        chance: Chance,
    ) -> Move:
        """As `Player.choose`."""
        seat, began = view.seat, time.thread_time()
        assert seat is not None
        deal = cast("Callable[[Chance], State]", imagine)
        key = bytes([chance.below(256) for _ in range(32)])
        candidates = list(dict.fromkeys(self._candidates(view, moves, deal, seat, key)))
        if len(candidates) == 1:
            return candidates[0]
        worth = [0.0] * len(candidates)
        for number in range(self._worlds):
            world = deal(SeededChance(key, number))
            for index, move in enumerate(candidates):
                worth[index] += self._played_out(world, seat, move, key, number)
            spent = time.thread_time() - began
            if self._seconds is not None and spent * (number + 2) / (number + 1) > self._seconds:
                break
        return candidates[max(range(len(candidates)), key=worth.__getitem__)]

    # Candidates

    def _candidates(
        self,
        view: View,
        moves: Sequence[Move],
        imagine: Callable[[Chance], State],
        seat: Seat,
        key: bytes,
    ) -> Iterator[Move]:
        match view.phase:
            case Phase.OBJECTIVE:
                yield from [move for move in moves if isinstance(move, KeepObjective)]
            case Phase.DRAFT:
                assert view.people is not None
                evaluation = Evaluation(view, view.people)
                cards = [move for move in moves if isinstance(move, Draft)]
                yield from sorted(cards, key=lambda move: -evaluation.pick(CARDS[move.cards[0]]))[:_DRAFTED]
            case Phase.GROWTH | Phase.EXPANSION:
                world = imagine(SeededChance(key, 0))
                for mind in self._minds:
                    yield self._turn(mind, world, seat, key)
            case Phase.REACTION:
                yield Pass()
                yield from [move for move in moves if isinstance(move, Play)][:_DEFENCES]
            case Phase.PLACE:
                yield from [move for move in moves if isinstance(move, TakePlace)]
            case Phase.STANCE:
                yield ChooseStance(Stance.PEACE)
                for mind in self._minds:
                    yield mind.choose(view, moves, imagine, SeededChance(key, 0))
            case _:
                for mind in self._minds:
                    yield mind.choose(view, moves, imagine, SeededChance(key, 0))

    def _turn(self, mind: Greedy, state: State, seat: Seat, key: bytes) -> Move:
        """The whole turn as that mind would play it, in one line."""
        game, phase, steps = self._game(), state.phase, list[Any]()
        while state.phase is phase and End() not in steps and len(steps) < LONGEST_LINE:
            step = mind.choose(
                game.view(state, seat),
                game.moves(state, seat),
                partial(game.redeal, state, seat),
                SeededChance(key, len(steps)),
            )
            state, _ = game.play(state, seat, step, SeededChance(key, len(steps)))
            steps.append(step)
        return steps[0] if len(steps) == 1 else Line(tuple(steps))

    # Playing out

    def _played_out(self, state: State, seat: Seat, move: Move, key: bytes, number: int) -> float:
        """What comes of it if `greedy` plays on for all; below everything where it is illegal there."""
        game, mind = self._game(), self._minds[0]
        made = 1000 * (number + 1)
        try:
            state, _ = game.play(state, seat, move, SeededChance(key, made))
        except IllegalMove:
            return _NEVER
        while pending := game.pending(state):
            made += 1
            mover = pending[0]
            chance = SeededChance(key, made)
            answer = game.standing(state, mover) or mind.choose(
                game.view(state, mover), game.moves(state, mover), partial(game.redeal, state, mover), chance
            )
            state, _ = game.play(state, mover, answer, chance)
        result = game.result(state)
        assert result is not None
        return _worth(result, seat, game.sides(state.options, state.seats))


def _worth(result: Result, seat: Seat, sides: Sequence[Collection[Seat]]) -> float:
    """1 for a win, shared ones as parts, and a little for the distance; alone the points."""
    if len(result.scores) == 1:
        return float(result.scores[0][0])
    own = next(side for side in sides if seat in side)
    rivals = max(scores[0] for other, scores in enumerate(result.scores) if other not in own)
    firsts = sum(any(result.ranks[each] == 1 for each in side) for side in sides)
    ahead = max(-_FAR, min(_FAR, result.scores[seat][0] - rivals))
    return (result.ranks[seat] == 1) / firsts + 0.02 * ahead
