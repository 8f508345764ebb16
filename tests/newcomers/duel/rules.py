"""A tiny game for two and no other number, whose secrets are soon out: nothing is hidden after two moves.

Each player is dealt a number from 0 to 9, and must show it in the first turn. Then they take one to three of
the stones by turns. Who has most, stones and number together, wins.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from engine.chance import Chance
from engine.game import (
    BadOptions,
    Event,
    Game,
    IllegalMove,
    Options,
    Player,
    Result,
    Seat,
)
from engine.kit.positions import PositionCodec
from engine.kit.random_player import RandomPlayer
from engine.kit.reading import no_move, words_of

__all__ = ["DUEL", "DuelOptions", "Move", "View"]

STONES = 9
MOST = 3


class DuelOptions(Options, frozen=True):
    """There is nothing to choose."""


@dataclass(frozen=True)
class Move:
    """So many stones; none: to show one's number."""

    stones: int

    def __str__(self) -> str:
        return f"take {self.stones}" if self.stones else "show"


@dataclass(frozen=True)
class State:
    turn: Seat
    left: int
    numbers: tuple[int, ...]
    shown: tuple[bool, ...]
    taken: tuple[int, ...]


def _sound(state: State) -> bool:
    sizes = {len(state.numbers), len(state.shown), len(state.taken)}
    return sizes == {2} and state.turn in (0, 1) and 0 <= state.left <= STONES


POSITIONS = PositionCodec(State, "duel.position", _sound)


@dataclass(frozen=True)
class View:
    seat: Seat | None
    turn: Seat
    left: int
    numbers: tuple[int | None, ...]
    """Those that the viewer knows."""
    taken: tuple[int, ...]
    result: Result | None


class Greedy:
    """As many as it may."""

    def choose(
        self, view: Any, moves: Sequence[Any], imagine: Callable[[Chance], Any], chance: Chance
    ) -> Any:
        return moves[-1]


def changed(values: tuple[Any, ...], seat: Seat, value: Any) -> tuple[Any, ...]:
    return tuple(value if other == seat else each for other, each in enumerate(values))


class Duel(Game[DuelOptions, State, Move, View]):
    key = "duel"
    title = "Duel"
    rules = 1
    Options = DuelOptions
    players: ClassVar[Mapping[str, Player]] = {"random": RandomPlayer(), "greedy": Greedy()}

    def seats(self, options: DuelOptions) -> Collection[int]:
        return (2,)

    def setup(self, options: DuelOptions, seats: int, chance: Chance) -> State:
        if seats != 2:
            raise BadOptions("duel.seats", seats=seats)
        numbers = (chance.below(10), chance.below(10))
        return State(Seat(chance.below(2)), STONES, numbers, (False, False), (0, 0))

    def pending(self, state: State) -> tuple[Seat, ...]:
        return (state.turn,) if state.left else ()

    def moves(self, state: State, seat: Seat) -> Sequence[Move]:
        if seat not in self.pending(state):
            return ()
        if not state.shown[seat]:
            return (Move(0),)
        return tuple(Move(stones) for stones in range(1, min(MOST, state.left) + 1))

    def parse(self, state: State, seat: Seat, text: str) -> Move:
        words = words_of(text, seat, self.pending(state))
        found = re.fullmatch(r"SHOW|TAKE ([1-9][0-9]?)", words)
        if found is None:
            raise no_move("duel.notation", text)
        move = Move(int(found[1] or 0))
        if move not in self.moves(state, seat):
            raise IllegalMove("duel.not_now", move=str(move))
        return move

    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> tuple[State, tuple[Event, ...]]:
        state = replace(state, turn=Seat(1 - seat))
        if not move.stones:
            number = state.numbers[seat]
            shown = Event("duel.shown", seat, {"number": number}, revealed=True)
            return replace(state, shown=changed(state.shown, seat, True)), (shown,)
        taken = changed(state.taken, seat, state.taken[seat] + move.stones)
        told = Event("duel.taken", seat, {"count": move.stones})
        return replace(state, left=state.left - move.stones, taken=taken), (told,)

    def view(self, state: State, seat: Seat | None) -> View:
        numbers = tuple(
            number if shown or other == seat else None
            for other, (number, shown) in enumerate(zip(state.numbers, state.shown, strict=True))
        )
        return View(seat, state.turn, state.left, numbers, state.taken, self.result(state))

    def redeal(self, state: State, seat: Seat | None, chance: Chance) -> State:
        known = self.view(state, seat).numbers
        return replace(
            state, numbers=tuple(chance.below(10) if number is None else number for number in known)
        )

    def result(self, state: State) -> Result | None:
        if state.left:
            return None
        totals = [number + taken for number, taken in zip(state.numbers, state.taken, strict=True)]
        ranks = tuple(1 + sum(other > own for other in totals) for own in totals)
        return Result(ranks, tuple((total,) for total in totals), "duel.no_stones")

    def position(self, state: State) -> str:
        return POSITIONS.write(state)

    def read_position(self, text: str) -> State:
        return POSITIONS.read(text)


DUEL = Duel()
