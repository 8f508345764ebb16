"""A tiny game for tests of what is common to all games: sealed bids, reactions, dice and secrets.

Each round everybody seals a bid of 0 to 9 at once, and may change it until the last is in. The highest
bidder then either takes a coin or rolls a die for it; rounds are played until somebody has three coins. Every
seat has a secret number that counts in a tie at the end. A bid of 9 hurts: it costs a coin.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, NamedTuple

from engine.chance import Chance
from engine.game import (
    BadOptions,
    Event,
    Game,
    GameOver,
    NotYourTurn,
    Options,
    Player,
    Result,
    Seat,
)
from engine.kit.positions import PositionCodec
from engine.kit.reading import no_move


class AuctionOptions(Options, frozen=True):
    target: int = 3
    """Coins that end the game."""


class Bid(NamedTuple):
    amount: int

    def __str__(self) -> str:
        return f"bid {self.amount}"


class Do(NamedTuple):
    what: str

    def __str__(self) -> str:
        return self.what


@dataclass(frozen=True)
class State:
    target: int
    secrets: tuple[int, ...]
    coins: tuple[int, ...]
    bids: tuple[int | None, ...]
    winner: int | None = None


@dataclass(frozen=True)
class View:
    seat: Seat | None
    secret: int | None
    coins: tuple[int, ...]
    chosen: tuple[bool, ...]
    bid: int | None
    winner: int | None


class Auction(Game[AuctionOptions, State, Any, View]):
    key = "auction"
    title = "Auction"
    rules = 1
    Options = AuctionOptions
    positions = PositionCodec(State, "auction.position")
    players: ClassVar[Mapping[str, Player]] = {}

    def seats(self, options: AuctionOptions) -> Collection[int]:
        if not 1 <= options.target <= 99:
            raise BadOptions("auction.target", target=options.target)
        return range(1, 5)

    def setup(self, options: AuctionOptions, seats: int, chance: Chance) -> State:
        if seats not in self.seats(options):
            raise BadOptions("auction.seats", seats=seats)
        return State(
            options.target, tuple(chance.below(100) for _ in range(seats)), (0,) * seats, (None,) * seats
        )

    def pending(self, state: State) -> tuple[Seat, ...]:
        if self.result(state):
            return ()
        if state.winner is not None:
            return (Seat(state.winner),)
        return tuple(Seat(seat) for seat, bid in enumerate(state.bids) if bid is None)

    def moves(self, state: State, seat: Seat) -> Sequence[Any]:
        if self.result(state):
            return ()
        if state.winner is not None:
            return (Do("take"), Do("roll")) if seat == state.winner else ()
        return tuple(Bid(amount) for amount in range(10))

    def parse(self, state: State, seat: Seat, text: str) -> Any:
        if self.result(state):
            raise GameOver("over")
        moves = self.moves(state, seat)
        if not moves:
            raise NotYourTurn("not_your_turn")
        for move in moves:
            if str(move) == " ".join(text.lower().split()):
                return move
        raise no_move("auction.notation", text)

    def play(self, state: State, seat: Seat, move: Any, chance: Chance) -> tuple[State, tuple[Event, ...]]:
        if isinstance(move, Bid):
            return self._bid(state, seat, move.amount)
        gain = 1 if move.what == "take" else chance.below(3)
        coins = tuple(coin + gain * (other == seat) for other, coin in enumerate(state.coins))
        after = replace(state, coins=coins, bids=(None,) * len(coins), winner=None)
        return after, (Event("auction.gained", seat, {"coins": gain}, chance=move.what == "roll"),)

    def _bid(self, state: State, seat: Seat, amount: int) -> tuple[State, tuple[Event, ...]]:
        bids = tuple(amount if other == seat else bid for other, bid in enumerate(state.bids))
        own = Event("auction.bid", seat, {"amount": amount}, frozenset({seat}))
        sealed = (Event("auction.sealed", seat),) if state.bids[seat] is None else ()
        if None in bids:
            return replace(state, bids=bids), (own, *sealed)
        best = max(range(len(bids)), key=lambda other: (bids[other] or 0, -other))
        coins = tuple(max(0, coin - (bid == 9)) for coin, bid in zip(state.coins, bids, strict=True))
        after = replace(state, coins=coins, bids=bids, winner=best)
        return after, (own, *sealed, Event("auction.revealed", None, {"bids": bids}, revealed=True))

    def view(self, state: State, seat: Seat | None) -> View:
        shown = state.bids if state.winner is not None else (None,) * len(state.bids)
        return View(
            seat,
            None if seat is None else state.secrets[seat],
            state.coins,
            tuple(bid is not None for bid in state.bids),
            None if seat is None else (shown[seat] if shown[seat] is not None else state.bids[seat]),
            state.winner,
        )

    def redeal(self, state: State, seat: Seat | None, chance: Chance) -> State:
        if self.result(state):
            return state

        def other(number: int, kept: int) -> int:
            return kept if number == seat else chance.below(100)

        return replace(state, secrets=tuple(other(*pair) for pair in enumerate(state.secrets)))

    def result(self, state: State) -> Result | None:
        if max(state.coins) < state.target:
            return None
        return Result.by_score(zip(state.coins, state.secrets, strict=True), "auction.rich")


class First(Player):
    """Always the first move."""

    def choose(self, view: Any, moves: Sequence[Any], imagine: Any, chance: Chance) -> Any:
        return moves[0]


class Broken(Player):
    """Never a move."""

    def choose(self, view: Any, moves: Sequence[Any], imagine: Any, chance: Chance) -> Any:
        raise RuntimeError("no idea")


Auction.players = {"random": First(), "steady": First()}
SOUND = Auction()


class Flawed(Auction):
    """The auction with a player whose faults the service must bear."""

    players: ClassVar[Mapping[str, Player]] = {**Auction.players, "broken": Broken()}


AUCTION = Flawed()
