"""Two families of six cross a small board. One of each is the heir, and only the family knows who.

First both name their heir, at once and in secret. Then they move by turns: one of the family goes a square
ahead, straight or aslant, and may take one of the other family aslant. Who takes the heir or reaches the far
row wins.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, NamedTuple

from engine.chance import Chance
from engine.game import Event, IllegalMove, Options, Player, Refusal, Result, Seat
from engine.kit.best_player import BestPlayer
from engine.kit.items import with_item
from engine.kit.masks import mask_of, members
from engine.kit.positions import PositionCodec
from engine.kit.random_player import RandomPlayer
from engine.kit.small import Seen, SmallGame
from engine.kit.squares import SquareGrid
from tests.newcomers.heirs import codes

__all__ = ["GRID", "HEIRS", "HeirsOptions", "Move", "State"]

GRID = SquareGrid(6, 6)
HOMES = tuple(mask_of(GRID.square_named(f"{column}{row}") for column in "ABCDEF") for row in (1, 6))
AHEAD = (GRID.width, -GRID.width)
HIDDEN = -1


class HeirsOptions(Options, frozen=True):
    """There is nothing to choose."""


class Move(NamedTuple):
    """A move: it names an heir, or goes from a square to another. Written ``heir C1``, ``C1-C2``."""

    start: int
    end: int | None = None

    def __str__(self) -> str:
        start = GRID.name(self.start)
        return f"heir {start}" if self.end is None else f"{start}-{GRID.name(self.end)}"


@dataclass(frozen=True)
class State:
    """Seat by seat where everybody stands."""

    turn: Seat
    families: tuple[int, ...]
    """Masks of squares."""
    heirs: tuple[int | None, ...] = (None, None)
    """The squares on which the heirs stand, or were taken; `None` before one is named, `HIDDEN` for viewers
    who may not know it."""
    last: tuple[int, ...] = ()
    """The squares of the latest move."""

    @property
    def winner(self) -> int | None:
        """The seat that has crossed the board, or taken the heir."""
        for seat, (family, heir) in enumerate(zip(self.families, self.heirs, strict=True)):
            if family & HOMES[1 - seat]:
                return seat
            if heir not in (None, HIDDEN) and not family >> heir & 1:
                return 1 - seat
        return None

    def steps(self, seat: int, start: int) -> list[int]:
        """Return the squares to which the seat may go from there."""
        ahead, others = start + AHEAD[seat], self.families[1 - seat]
        free = GRID.everywhere & ~self.families[seat]
        near = [end for end in (ahead - 1, ahead, ahead + 1) if end >= 0 and free >> end & 1]
        return [end for end in near if end != ahead or not others >> end & 1]


def _sound(state: State) -> bool:
    named = [heir for heir in state.heirs if heir is not None]
    apart = len(state.families) == len(state.heirs) == 2 and not state.families[0] & state.families[1]
    return (
        apart
        and all(0 < family <= GRID.everywhere and not family & ~GRID.everywhere for family in state.families)
        and all(square >= 0 and GRID.everywhere >> square & 1 for square in (*named, *state.last))
        and (len(named) == 2 or (state.families == HOMES and not state.last))
        and state.turn in (0, 1)
    )


def _worths(view: Seen[State], moves: Sequence[Move]) -> list[float]:
    """Return the worths of moves: to take somebody is worth most, then to be far ahead."""
    state, turn = view.state, view.seat or 0
    gone = [abs(move.start - members(HOMES[turn])[0]) for move in moves]
    taken = [move.end is not None and state.families[1 - turn] >> move.end & 1 for move in moves]
    return [100 * took + far for took, far in zip(taken, gone, strict=True)]


class Heirs(SmallGame[HeirsOptions, State, Move]):
    """See `Game`."""

    key = "heirs"
    title = "Heirs"
    rules = 1
    Options = HeirsOptions
    positions = PositionCodec(State, codes.POSITION, _sound)
    players: ClassVar[Mapping[str, Player]] = {"random": RandomPlayer(), "steady": BestPlayer(_worths)}

    def deal(self, options: HeirsOptions, seats: int, chance: Chance) -> State:
        return State(Seat(chance.below(2)), HOMES)

    def pending(self, state: State) -> tuple[Seat, ...]:
        if None in state.heirs:
            return tuple([Seat(seat) for seat, heir in enumerate(state.heirs) if heir is None])
        return (state.turn,) if state.winner is None else ()

    def moves(self, state: State, seat: Seat) -> Sequence[Move]:
        if seat not in self.pending(state):
            return ()
        family = members(state.families[seat])
        if state.heirs[seat] is None:
            return [Move(start) for start in family]
        return [Move(start, end) for start in family for end in state.steps(seat, start)]

    def refusal(self, state: State, seat: Seat, text: str) -> Refusal:
        named = GRID.squares_in(text)
        if named and not state.families[seat] >> named[0] & 1:
            return IllegalMove(codes.NOT_YOURS, square=GRID.name(named[0]))
        if len(named) == 2 and None not in state.heirs:
            return IllegalMove(codes.NO_STEP, square=GRID.name(named[1]))
        return super().refusal(state, seat, text)

    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> tuple[State, tuple[Event, ...]]:
        if move.end is None:
            named = Event(codes.NAMED, seat, {"square": GRID.name(move.start)}, to=frozenset({seat}))
            return replace(state, heirs=with_item(state.heirs, seat, move.start)), (named,)
        family = state.families[seat] ^ (1 << move.start | 1 << move.end)
        took = bool(state.families[1 - seat] >> move.end & 1)
        others = state.families[1 - seat] & ~(1 << move.end)
        heirs = state.heirs
        if heirs[seat] == move.start:
            heirs = with_item(heirs, seat, move.end)
        families = (others, family) if seat else (family, others)
        state = State(Seat(1 - seat), families, heirs, (move.start, move.end))
        # Who is taken turns out to be the heir, or not; the end shows both.
        revealed = took or state.winner is not None
        told = {"move": str(move), "square": GRID.name(move.end)}
        return state, (Event(codes.TOOK if took else codes.MOVED, seat, told, revealed=revealed),)

    def hide(self, state: State, seat: Seat | None) -> State:
        heirs = [h if h is None or each == seat else HIDDEN for each, h in enumerate(state.heirs)]
        return replace(state, heirs=tuple(heirs))

    def guess(self, state: State, seat: Seat | None, chance: Chance) -> State:
        pairs = enumerate(zip(state.heirs, state.families, strict=True))
        heirs = [
            heir if heir is None or each == seat else chance.choice(members(family))
            for each, (heir, family) in pairs
        ]
        return replace(state, heirs=tuple(heirs))

    def result(self, state: State) -> Result | None:
        winner = state.winner
        if winner is None:
            return None
        crossed = state.families[winner] & HOMES[1 - winner]
        scores = ((int(seat == winner),) for seat in range(2))
        return Result.by_score(scores, codes.CROSSED if crossed else codes.HEIR_TAKEN)


HEIRS = Heirs()
