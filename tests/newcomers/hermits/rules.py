"""Five to eight hermits settle on a board of squares, each as far from others as can be.

Everybody holds some squares in secret. In each round all choose one of theirs, at once and in secret; when
the last has chosen, all settle. Whoever has the fewest neighbours in the end has won.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import reduce
from operator import or_
from typing import Annotated, ClassVar, NamedTuple

import msgspec

from engine.chance import Chance
from engine.game import Event, Options, Player, Result, Seat
from engine.kit.best_player import BestPlayer
from engine.kit.items import with_item
from engine.kit.masks import mask_of, members
from engine.kit.positions import PositionCodec
from engine.kit.random_player import RandomPlayer
from engine.kit.small import Seen, SmallGame
from engine.kit.squares import SquareGrid
from tests.newcomers.hermits import codes

__all__ = ["GRID", "HERMITS", "HermitsOptions", "Move", "Reach", "State"]

GRID = SquareGrid(7, 7)
SEATS = range(5, 9)
HIDDEN = -1
SIDES = (1, GRID.width)
CORNERS = (GRID.width - 1, GRID.width + 1)


class Reach(IntEnum):
    """The number of squares around a hermit in which others disturb."""

    SIDES = 4
    ALL = 8


class HermitsOptions(Options, frozen=True):
    """How far a hermit hears, and how many settle for each seat."""

    reach: Reach = Reach.SIDES
    rounds: Annotated[int, msgspec.Meta(ge=1, le=4)] = 2


class Move(NamedTuple):
    """A move: the square to settle on. Written ``C4``."""

    square: int

    def __str__(self) -> str:
        return GRID.name(self.square)


@dataclass(frozen=True)
class State:
    """Seat by seat what everybody holds, has chosen and has settled on."""

    reach: Reach
    rounds: int
    """Rounds still to be played."""
    hands: tuple[int, ...]
    """Masks of squares; 0 for viewers who may not know them."""
    settled: tuple[int, ...]
    """Masks of squares."""
    chosen: tuple[int | None, ...]
    """Squares of the hands; `HIDDEN` for viewers who may not know them."""
    last: tuple[int, ...] = ()
    """The squares on which all settled at once."""

    def neighbours(self, squares: int, others: int) -> int:
        """Return how many of the others live within reach of these squares, again for each of the squares."""
        steps = SIDES if self.reach is Reach.SIDES else SIDES + CORNERS
        shifted = [each for step in steps for each in (squares << step, squares >> step)]
        return sum((each & others).bit_count() for each in shifted)

    def crowds(self) -> tuple[int, ...]:
        """Return the number of neighbours of each seat; of the seat's own hermits none is one."""
        everybody = reduce(or_, self.settled)
        return tuple(self.neighbours(own, everybody & ~own) for own in self.settled)


def _sound(state: State) -> bool:
    masks, seats = (*state.hands, *state.settled), len(state.hands)
    if seats not in SEATS or {len(state.settled), len(state.chosen)} != {seats}:
        return False
    apart = sum(each.bit_count() for each in masks) == reduce(or_, masks).bit_count()
    played = state.settled[0].bit_count()
    pairs = zip(state.chosen, state.hands, strict=True)
    return (
        apart
        and all(each >= 0 and not each & ~GRID.everywhere for each in masks)
        and all(each.bit_count() == state.rounds + 1 for each in state.hands)
        and all(each.bit_count() == played for each in state.settled)
        and state.rounds >= 0
        and 1 <= state.rounds + played <= 4
        and all(each is None or (each >= 0 and hand >> each & 1) for each, hand in pairs)
        and (None in state.chosen if state.rounds else set(state.chosen) == {None})
        and len(state.last) == (seats if played else 0)
        and all(each in members(own) for each, own in zip(state.last, state.settled, strict=False))
    )


def _worths(view: Seen[State], moves: Sequence[Move]) -> list[float]:
    """Return the worths of moves: fewer neighbours are better."""
    everybody = reduce(or_, view.state.settled)
    return [-view.state.neighbours(1 << move.square, everybody) for move in moves]


class Hermits(SmallGame[HermitsOptions, State, Move]):
    """See `Game`."""

    key = "hermits"
    title = "Hermits"
    rules = 1
    Options = HermitsOptions
    sizes = SEATS
    positions = PositionCodec(State, codes.POSITION, _sound)
    players: ClassVar[Mapping[str, Player]] = {"random": RandomPlayer(), "steady": BestPlayer(_worths)}

    def deal(self, options: HermitsOptions, seats: int, chance: Chance) -> State:
        squares, size = chance.shuffled(members(GRID.everywhere)), options.rounds + 1
        hands = [mask_of(squares[seat * size : (seat + 1) * size]) for seat in range(seats)]
        return State(options.reach, options.rounds, tuple(hands), (0,) * seats, (None,) * seats)

    def pending(self, state: State) -> tuple[Seat, ...]:
        if not state.rounds:
            return ()
        return tuple([Seat(seat) for seat, chosen in enumerate(state.chosen) if chosen is None])

    def moves(self, state: State, seat: Seat) -> Sequence[Move]:
        return [Move(square) for square in members(state.hands[seat])] if seat in self.pending(state) else ()

    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> tuple[State, tuple[Event, ...]]:
        state = replace(state, chosen=with_item(state.chosen, seat, move.square))
        told = Event(codes.CHOSEN, seat, {"square": str(move)}, to=frozenset({seat}))
        last = tuple(each for each in state.chosen if each is not None)
        if len(last) < len(state.chosen):
            return state, (told,)
        settled = [own | 1 << square for own, square in zip(state.settled, last, strict=True)]
        hands = [hand & ~(1 << square) for hand, square in zip(state.hands, last, strict=True)]
        nobody = (None,) * len(last)
        state = State(state.reach, state.rounds - 1, tuple(hands), tuple(settled), nobody, last)
        events = [
            Event(codes.SETTLED, Seat(each), {"square": GRID.name(square)}, revealed=True)
            for each, square in enumerate(last)
        ]
        return state, (told, *events)

    def hide(self, state: State, seat: Seat | None) -> State:
        hands = [hand if each == seat else 0 for each, hand in enumerate(state.hands)]
        chosen = [c if c is None or each == seat else HIDDEN for each, c in enumerate(state.chosen)]
        return replace(state, hands=tuple(hands), chosen=tuple(chosen))

    def guess(self, state: State, seat: Seat | None, chance: Chance) -> State:
        known = reduce(or_, state.settled) | (0 if seat is None else state.hands[seat])
        squares, size = chance.shuffled(members(GRID.everywhere & ~known)), state.rounds + 1
        hands, chosen = list(state.hands), list(state.chosen)
        for each in range(len(hands)):
            if each != seat:
                dealt = squares[each * size : (each + 1) * size]
                hands[each] = mask_of(dealt)
                chosen[each] = None if chosen[each] is None else dealt[0]
        return replace(state, hands=tuple(hands), chosen=tuple(chosen))

    def result(self, state: State) -> Result | None:
        if state.rounds:
            return None
        return Result.by_score(((each,) for each in state.crowds()), codes.ALL_SETTLED, lowest=True)


HERMITS = Hermits()
