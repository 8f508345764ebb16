"""Games whose moves are few and whose state is plain: what follows from their rules is written here once."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection
from dataclasses import dataclass
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
    """The view of a small game: the state without what `seat` may not know. `None` is a spectator."""

    seat: Seat | None
    pending: tuple[Seat, ...]
    """Who must decide now; nobody once it is over."""
    state: S
    """As `SmallGame.hide` leaves it."""
    result: Result | None

    @property
    def to_move(self) -> Seat | None:
        """Whose turn it is; `None` where several choose at once, and at the end."""
        return self.pending[0] if len(self.pending) == 1 else None


class SmallGame(Game[O, S, M, Seen[S]]):
    """A game that lists its moves. Its secrets are known to all once it is over.

    It is refused in its own words: ``<key>.seats``, and ``<key>.notation`` for what is no move.
    """

    sizes: ClassVar[Collection[int]] = (2,)
    """The numbers of seats."""

    def seats(self, options: O) -> Collection[int]:
        return self.sizes

    def setup(self, options: O, seats: int, chance: Chance) -> S:
        if seats not in self.seats(options):
            raise BadOptions(f"{self.key}.seats", seats=seats)
        return self.deal(options, seats, chance)

    @abstractmethod
    def deal(self, options: O, seats: int, chance: Chance) -> S:
        """The first state, for a number of seats that these options allow."""

    def parse(self, state: S, seat: Seat, text: str) -> M:
        """The move whose notation has the same letters and digits, whatever stands between them."""
        moves = self.moves(state, seat)
        wanted = bare(words_of(text, seat, (seat,) if moves else self.pending(state)))
        for move in moves:
            if bare(str(move)) == wanted:
                return move
        raise self.refusal(state, seat, text)

    def refusal(self, state: S, seat: Seat, text: str) -> Refusal:
        """Why a text is none of the seat's moves. A game says here which rule it breaks."""
        return no_move(f"{self.key}.notation", text)

    def hide(self, state: S, seat: Seat | None) -> S:
        """The state of a game that is not over, without what this seat may not know: by default, all."""
        return state

    def guess(self, state: S, seat: Seat | None, chance: Chance) -> S:
        """The same with what `hide` hides from this seat dealt anew."""
        return state

    def view(self, state: S, seat: Seat | None) -> Seen[S]:
        pending = self.pending(state)
        return Seen(seat, pending, self.hide(state, seat) if pending else state, self.result(state))

    def redeal(self, state: S, seat: Seat | None, chance: Chance) -> S:
        return self.guess(state, seat, chance) if self.pending(state) else state
