"""A tiny game for two and no other number. Nothing is hidden at the beginning, nor soon after it.

Both choose a number from 0 to 9 at once and in secret, and must show it in the first turn: who shows an odd
number has lost at once. Then they take one to three of the stones by turns, of the last three one. Who has
most, stones and number together, wins.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from engine.chance import Chance
from engine.game import (
    BadOptions,
    Defaults,
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
from tests.newcomers.duel import codes

__all__ = ["DUEL", "DuelOptions", "Move", "View"]

STONES = 9
MOST = 3


class DuelOptions(Options, frozen=True):
    """There is nothing to choose."""


@dataclass(frozen=True)
class Move:
    """A move: it holds a number, shows it, or takes so many stones."""

    word: str
    count: int = 0

    def __str__(self) -> str:
        return self.word if self.word == "show" else f"{self.word} {self.count}"


SHOW = Move("show")


@dataclass(frozen=True)
class State:
    turn: Seat
    left: int
    numbers: tuple[int | None, ...]
    """`None` until it is chosen."""
    shown: tuple[bool, ...]
    taken: tuple[int, ...]


def _sound(state: State) -> bool:
    sizes = {len(state.numbers), len(state.shown), len(state.taken)}
    digits = all(number is None or 0 <= number <= 9 for number in state.numbers)
    begun = None not in state.numbers or not (any(state.shown) or any(state.taken))
    return sizes == {2} and digits and begun and state.turn in (0, 1) and 0 <= state.left <= STONES


@dataclass(frozen=True)
class View:
    seat: Seat | None
    turn: Seat
    left: int
    numbers: tuple[int | None, ...]
    """Those that the viewer knows."""
    taken: tuple[int, ...]
    result: Result | None
    holding: bool = False
    """Numbers are still to be chosen."""


class Greedy(Player):
    """A player that takes as many stones as it may."""

    def choose(
        self, view: Any, moves: Sequence[Any], imagine: Callable[[Chance], Any], chance: Chance
    ) -> Any:
        return Move("hold", 8) if view.holding else moves[-1]


def changed(values: tuple[Any, ...], seat: Seat, value: Any) -> tuple[Any, ...]:
    return tuple(value if other == seat else each for other, each in enumerate(values))


class Duel(Game[DuelOptions, State, Move, View]):
    key = "duel"
    title = "Duel"
    rules = 1
    Options = DuelOptions
    positions = PositionCodec(State, codes.POSITION, _sound)
    players: ClassVar[Mapping[str, Player]] = {"random": RandomPlayer(), "steady": Greedy()}

    def seats(self, options: DuelOptions) -> Collection[int]:
        return (2,)

    def setup(self, options: DuelOptions, seats: int, chance: Chance) -> State:
        if seats != 2:
            raise BadOptions(codes.SEATS, seats=seats)
        return State(Seat(chance.below(2)), STONES, (None, None), (False, False), (0, 0))

    def pending(self, state: State) -> tuple[Seat, ...]:
        if None in state.numbers:
            return tuple(Seat(seat) for seat in range(2) if state.numbers[seat] is None)
        return (state.turn,) if state.left and self._lost(state) is None else ()

    def moves(self, state: State, seat: Seat) -> Sequence[Move]:
        if seat not in self.pending(state):
            return ()
        if state.numbers[seat] is None:
            return tuple(Move("hold", number) for number in range(10))
        if not state.shown[seat]:
            return (SHOW,)
        most = MOST if state.left > MOST else 1
        return tuple(Move("take", stones) for stones in range(1, most + 1))

    def parse(self, state: State, seat: Seat, text: str) -> Move:
        words = words_of(text, seat, self.pending(state))
        found = re.fullmatch(r"SHOW|(HOLD|TAKE) ([0-9])", words)
        if found is None:
            raise no_move(codes.NOTATION, text)
        move = Move(found[1].lower(), int(found[2])) if found[1] else SHOW
        if move not in self.moves(state, seat):
            raise IllegalMove(codes.NOT_NOW, move=str(move))
        return move

    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> tuple[State, tuple[Event, ...]]:
        if move.word == "hold":
            held = Event(codes.HELD, seat, {"number": move.count}, to=frozenset({seat}))
            return replace(state, numbers=changed(state.numbers, seat, move.count)), (held,)
        state = replace(state, turn=Seat(1 - seat))
        if move == SHOW:
            number = state.numbers[seat]
            shown = Event(codes.SHOWN, seat, {"number": number}, revealed=True)
            return replace(state, shown=changed(state.shown, seat, True)), (shown,)
        taken = changed(state.taken, seat, state.taken[seat] + move.count)
        told = Event(codes.TAKEN, seat, {"count": move.count})
        return replace(state, left=state.left - move.count, taken=taken), (told,)

    def defaults(self, state: State, seat: Seat) -> Defaults:
        """Return the forced taking of one of the last stones.

        A number is shown in person: it may cost the game.
        """
        moves = self.moves(state, seat)
        return Defaults(forced=moves[0]) if len(moves) == 1 and moves[0] != SHOW else Defaults()

    def anticipate(self, state: State, seat: Seat) -> State | None:
        if None in state.numbers or self.pending(state) != (Seat(1 - seat),):
            return None
        return replace(state, turn=seat)

    def view(self, state: State, seat: Seat | None) -> View:
        over = not self.pending(state)
        numbers = tuple(
            number if shown or over or other == seat else None
            for other, (number, shown) in enumerate(zip(state.numbers, state.shown, strict=True))
        )
        holding = None in state.numbers
        return View(seat, state.turn, state.left, numbers, state.taken, self.result(state), holding)

    def redeal(self, state: State, seat: Seat | None, chance: Chance) -> State:
        known = self.view(state, seat).numbers
        pairs = zip(state.numbers, known, strict=True)
        dealt = (chance.below(10) if own is not None and seen is None else own for own, seen in pairs)
        return replace(state, numbers=tuple(dealt))

    def result(self, state: State) -> Result | None:
        if self.pending(state):
            return None
        lost = self._lost(state)
        scores = [
            (int(seat != lost), (number or 0) + taken)
            for seat, (number, taken) in enumerate(zip(state.numbers, state.taken, strict=True))
        ]
        ranks = tuple(1 + sum(other > own for other in scores) for own in scores)
        totals = tuple((total,) for _, total in scores)
        return Result(ranks, totals, codes.NO_STONES if lost is None else codes.ODD)

    def _lost(self, state: State) -> int | None:
        """Return the seat that has shown an odd number; `None` if there is none."""
        shown = (seat for seat in range(2) if state.shown[seat] and (state.numbers[seat] or 0) % 2)
        return next(shown, None)


DUEL = Duel()
