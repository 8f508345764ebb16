"""A base class for games with few moves and a plain state: it has parsing, views and redeals."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import ClassVar, Generic, TypeVar

from engine.chance import Chance
from engine.game import BadOptions, Game, Options, Refusal, Result, Seat
from engine.kit.reading import bare, no_move, words_of

__all__ = ["Seen", "SmallGame"]

O = TypeVar("O", bound=Options)  # noqa: E741 - Options, State, Move: the letters of `Game`
S = TypeVar("S")
M = TypeVar("M")


@dataclass(frozen=True)
class Seen(Generic[S]):
    """The view of a small game: the state without the secrets that `seat` may not know."""

    seat: Seat | None
    """The viewer; `None` for a spectator."""
    pending: tuple[Seat, ...]
    """The seats that must decide now; none once the game is over."""
    state: S
    """The state without what `SmallGame.hide` takes out; the whole state once the game is over."""
    result: Result | None

    @property
    def to_move(self) -> Seat | None:
        """The only seat that must decide; `None` while several must, and once the game is over."""
        return self.pending[0] if len(self.pending) == 1 else None


class SmallGame(Game[O, S, M, Seen[S]]):
    """A game that lists all its moves. Its secrets are known to everybody once it is over.

    It declares the refusals ``<key>.seats`` and ``<key>.notation``, for a wrong number of seats and for
    a text that is no move.
    """

    sizes: ClassVar[Collection[int]] = (2,)
    """The numbers of seats that can play."""

    def seats(self, options: O) -> Collection[int]:
        return self.sizes

    def setup(self, options: O, seats: int, chance: Chance) -> S:
        if seats not in self.seats(options):
            raise BadOptions(f"{self.key}.seats", seats=seats)
        return self.deal(options, seats, chance)

    @abstractmethod
    def deal(self, options: O, seats: int, chance: Chance) -> S:
        """Return the first state, for a number of seats that these options allow."""

    def parse(self, state: S, seat: Seat, text: str) -> M:
        """Return the seat's move whose letters and digits are those of the text; other signs do not count.

        Raises as `Game.parse`. A seat that may still change a sealed choice has moves, and is not refused.
        """
        moves = self.moves(state, seat)
        wanted = bare(words_of(text, seat, (seat,) if moves else self.pending(state)))
        for move in moves:
            if bare(str(move)) == wanted:
                return move
        raise self.refusal(state, seat, text)

    def refusal(self, state: S, seat: Seat, text: str) -> Refusal:
        """Return the refusal of a text that is none of the seat's moves. A game may name the rule here."""
        return no_move(f"{self.key}.notation", text)

    def hide(self, state: S, seat: Seat | None) -> S:
        """Return an unfinished state without what this seat may not know; by default unchanged."""
        return state

    def guess(self, state: S, seat: Seat | None, chance: Chance) -> S:
        """Return the state with what this seat may not know dealt anew; by default unchanged."""
        return state

    def view(self, state: S, seat: Seat | None) -> Seen[S]:
        result = self.result(state)
        return Seen(seat, self.pending(state), self.hide(state, seat) if result is None else state, result)

    def concluded(self, view: Seen[S], result: Result) -> Seen[S]:
        return replace(view, pending=(), result=result)

    def redeal(self, state: S, seat: Seat | None, chance: Chance) -> S:
        return self.guess(state, seat, chance) if self.result(state) is None else state
