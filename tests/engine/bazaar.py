"""A tiny game for tests of questions to several seats, turns in several steps, orders and short clocks.

A day at the bazaar: everybody picks a stall in secret and at once, and may change it until the last has
picked. Then each in turn buys what it likes, step by step, and may raid another seat, which is asked for a
reaction that must not keep the others waiting. In the evening all sell at once, each as often as it likes, in
public. Whenever a seat is asked it may also give a secret order: with ``order guard`` a raid is answered at
once, with ``order usual`` the same stall is picked every day, after a while. Who holds most goods in the end
wins.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, NamedTuple

from engine.chance import Chance
from engine.game import (
    BadOptions,
    Defaults,
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

__all__ = ["BAZAAR", "Act", "Bazaar", "BazaarOptions", "State", "View"]

STALLS = 4
ORDERS = ("order ask", "order guard", "order free", "order usual")


class BazaarOptions(Options, frozen=True):
    days: int = 1


class Act(NamedTuple):
    what: str

    def __str__(self) -> str:
        return self.what


@dataclass(frozen=True)
class State:
    day: int
    days: int
    phase: str
    """``pick``, ``trade``, ``react`` or ``sell``; ``over``."""
    turn: int
    raided: int | None
    picks: tuple[int | None, ...]
    goods: tuple[int, ...]
    guarded: tuple[bool, ...]
    usual: tuple[bool, ...]
    sold: tuple[bool, ...]
    """True for each seat that has finished selling."""
    before: tuple[int | None, ...]
    """The stalls of the day before."""


@dataclass(frozen=True)
class View:
    seat: Seat | None
    day: int
    phase: str
    turn: int
    raided: int | None
    picks: tuple[int | None, ...]
    """The viewer's own; all once everybody has picked."""
    goods: tuple[int, ...]
    guarded: bool | None
    usual: bool | None
    """The viewer's own orders."""


class Bazaar(Game[BazaarOptions, State, Act, View]):
    key = "bazaar"
    title = "Bazaar"
    rules = 1
    Options = BazaarOptions
    positions = PositionCodec(State, "bazaar.position")
    players: ClassVar[Mapping[str, Player]] = {}

    def seats(self, options: BazaarOptions) -> Collection[int]:
        return range(2, 6)

    def setup(self, options: BazaarOptions, seats: int, chance: Chance) -> State:
        if seats not in self.seats(options):
            raise BadOptions("bazaar.seats", seats=seats)
        none = (None,) * seats
        no = (False,) * seats
        return State(1, options.days, "pick", 0, None, none, (0,) * seats, no, no, no, none)

    def pending(self, state: State) -> tuple[Seat, ...]:
        every = tuple(Seat(seat) for seat in range(len(state.goods)))
        match state.phase:
            case "pick":
                return tuple(seat for seat in every if state.picks[seat] is None)
            case "trade":
                return (Seat(state.turn),)
            case "react":
                assert state.raided is not None
                return (Seat(state.raided),)
            case "sell":
                return tuple(seat for seat in every if not state.sold[seat])
            case _:
                return ()

    def moves(self, state: State, seat: Seat) -> Sequence[Act]:
        orders = tuple(map(Act, ORDERS))
        if state.phase == "pick":
            return (*(Act(f"pick {stall}") for stall in range(STALLS)), *orders)
        if seat not in self.pending(state):
            return ()
        if state.phase == "react":
            return (Act("pass"), Act("guard"), *orders)
        if state.phase == "sell":
            sell = (Act("sell"),) if state.goods[seat] else ()
            return (Act("end"), *sell, *orders)
        raids = tuple(Act(f"raid {other}") for other in range(len(state.goods)) if other != seat)
        return (Act("end"), Act("buy"), *raids, *orders)

    def parse(self, state: State, seat: Seat, text: str) -> Act:
        if state.phase == "over":
            raise GameOver("game_over")
        moves = self.moves(state, seat)
        if not moves:
            raise NotYourTurn("not_your_turn")
        move = Act(" ".join(text.lower().split()))
        if move not in moves:
            raise no_move("bazaar.notation", text)
        return move

    def play(self, state: State, seat: Seat, move: Act, chance: Chance) -> tuple[State, tuple[Event, ...]]:
        word, _, rest = move.what.partition(" ")
        own = frozenset({seat})
        match word:
            case "order":
                told = Event("bazaar.ordered", seat, {"order": rest}, own)
                if rest in ("ask", "guard"):
                    return replace(state, guarded=_set(state.guarded, seat, rest == "guard")), (told,)
                return replace(state, usual=_set(state.usual, seat, rest == "usual")), (told,)
            case "pick":
                picks = _set(state.picks, seat, int(rest))
                picked = Event("bazaar.picked", seat, {"stall": int(rest)}, own)
                if None in picks:
                    return replace(state, picks=picks), (picked,)
                return _opened(replace(state, picks=picks), picked)
            case "buy":
                goods = _set(state.goods, seat, state.goods[seat] + 1)
                return replace(state, goods=goods), (Event("bazaar.bought", seat),)
            case "sell":
                goods = _set(state.goods, seat, state.goods[seat] - 1)
                return replace(state, goods=goods), (Event("bazaar.sold", seat),)
            case "raid":
                return self._raid(state, seat, Seat(int(rest)))
            case "pass" | "guard":
                return self._reacted(state, seat, word)
            case _:
                return self._ended(state, seat)

    def _raid(self, state: State, seat: Seat, other: Seat) -> tuple[State, tuple[Event, ...]]:
        # Whether it is asked tells that it has ordered nothing.
        raid = Event("bazaar.raided", seat, {"other": int(other)}, revealed=True)
        asked = replace(state, phase="react", raided=other)
        if not state.guarded[other]:
            return asked, (raid,)
        after, events = self._reacted(asked, other, "guard")
        return after, (raid, *events)

    def _reacted(self, state: State, seat: Seat, word: str) -> tuple[State, tuple[Event, ...]]:
        lost = min(state.goods[seat], 1) if word == "pass" else 0
        goods = _set(state.goods, seat, state.goods[seat] - lost)
        goods = _set(goods, Seat(state.turn), goods[state.turn] + lost)
        reacted = Event("bazaar.reacted", seat, {"how": word, "lost": lost})
        return replace(state, goods=goods, phase="trade", raided=None), (reacted,)

    def _ended(self, state: State, seat: Seat) -> tuple[State, tuple[Event, ...]]:
        seats = len(state.goods)
        told = Event("bazaar.ended", seat)
        if state.phase == "trade":
            if state.turn + 1 < seats:
                return replace(state, turn=state.turn + 1), (told,)
            return replace(state, phase="sell", turn=0), (told, Event("bazaar.evening"))
        sold = _set(state.sold, seat, True)
        if not all(sold):
            return replace(state, sold=sold), (told,)
        if state.day == state.days:
            return replace(state, phase="over"), (told,)
        after = replace(state, sold=(False,) * seats, day=state.day + 1, phase="pick")
        after = replace(after, picks=(None,) * seats, before=state.picks)
        return after, (told, Event("bazaar.night", None, {"day": state.day}))

    def anticipate(self, state: State, seat: Seat) -> State | None:
        """Return the state in which the seat buys later on the same day."""
        if state.phase not in ("trade", "react") or seat <= state.turn or seat in self.pending(state):
            return None
        return replace(state, phase="trade", raided=None, turn=int(seat))

    def defaults(self, state: State, seat: Seat) -> Defaults:
        if state.phase == "react" and seat == state.raided:
            return Defaults(timeout=Act("pass"))
        before = state.before[seat]
        usual = before is not None and state.usual[seat]
        if usual and state.phase == "pick" and seat in self.pending(state):
            return Defaults(ordered=Act(f"pick {before}"))
        return Defaults()

    def without_orders(self, state: State, seat: Seat) -> State:
        return replace(state, guarded=_set(state.guarded, seat, False), usual=_set(state.usual, seat, False))

    def view(self, state: State, seat: Seat | None) -> View:
        hidden = state.phase == "pick"
        picks = tuple(None if hidden and other != seat else pick for other, pick in enumerate(state.picks))
        guarded, usual = (None, None) if seat is None else (state.guarded[seat], state.usual[seat])
        shown = state.day, state.phase, state.turn, state.raided, picks, state.goods
        return View(seat, *shown, guarded, usual)

    def redeal(self, state: State, seat: Seat | None, chance: Chance) -> State:
        state = replace(
            state,
            guarded=tuple(
                own if other == seat else not chance.below(2) for other, own in enumerate(state.guarded)
            ),
            usual=tuple(
                own if other == seat else not chance.below(2) for other, own in enumerate(state.usual)
            ),
        )
        if state.phase != "pick":
            return state
        picks = tuple(
            pick if other == seat or pick is None else chance.below(STALLS)
            for other, pick in enumerate(state.picks)
        )
        return replace(state, picks=picks)

    def result(self, state: State) -> Result | None:
        if state.phase != "over":
            return None
        return Result.by_score(((own,) for own in state.goods), "bazaar.night")


def _opened(state: State, *events: Event) -> tuple[State, tuple[Event, ...]]:
    """All stalls are picked."""
    opened = Event("bazaar.opened", None, {"stalls": state.picks}, revealed=True)
    return replace(state, phase="trade", turn=0), (*events, opened)


def _set(values: tuple[Any, ...], seat: Seat, value: Any) -> tuple[Any, ...]:
    return tuple(value if other == seat else before for other, before in enumerate(values))


class First(Player):
    """Always the first move: nobody waits for it long."""

    def choose(self, view: Any, moves: Sequence[Any], imagine: Any, chance: Chance) -> Any:
        return moves[0]


BAZAAR = Bazaar()
Bazaar.players = {"random": First(), "steady": First()}
