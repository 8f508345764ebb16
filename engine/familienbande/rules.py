"""The rules of Familienbande, turn by turn: marry, have a child or pass; exchange a card; the end."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import ClassVar

from engine.chance import Chance
from engine.familienbande import codes, notation
from engine.familienbande.cards import CARDS, DECK, GENERATION_SIZES, GENERATIONS, Trait, cards_in, mask
from engine.familienbande.greedy import steady_worths, worths
from engine.familienbande.model import (
    Asks,
    Child,
    Discard,
    FamilienbandeOptions,
    Marry,
    Move,
    Pass,
    View,
    penalty,
)
from engine.familienbande.novices import CASUAL, NOVICE
from engine.familienbande.outlook import OUTLOOK, SWIFT
from engine.familienbande.state import (
    HAND_SIZE,
    Actions,
    Draw,
    State,
    bear,
    can_exchange,
    draw,
    end_game,
    exchange_moves,
    marry,
    next_turn,
    opening,
    placed_only,
)
from engine.game import BadOptions, Defaults, Event, Game, Player, Result, Seat, Stage
from engine.kit.best_player import BestPlayer
from engine.kit.items import with_item
from engine.kit.masks import member
from engine.kit.positions import Notation
from engine.kit.random_player import RandomPlayer
from engine.robots.estimate import Thinker

__all__ = ["FAMILIENBANDE", "Familienbande"]


_STRONG, _EXPERT = 200, 600
"""The play-outs that the players spend on a move."""
_SWIFT_STRONG, _SWIFT_EXPERT = 500, 3800
"""The same where the core is compiled."""
_LEAD = 0.1
"""The weight of the lead in points beside the share of the win."""
_LATER_STEPS = frozenset({codes.SHUFFLED, codes.DREW, codes.TURNED, codes.SCORED})
"""Codes of the events that begin a later step of a move: the draw, the turned row, the end."""


def _thinker(budget: int, swift: int) -> Thinker:
    return Thinker(OUTLOOK, budget, plain=BestPlayer(worths), lead_weight=_LEAD, swift=(SWIFT, swift))


class Familienbande(Game[FamilienbandeOptions, State, Move, View]):
    """The rules of Familienbande, by Leo Colovini: each seat secretly collects points for one trait."""

    key: ClassVar[str] = "familienbande"
    title: ClassVar[str] = "Familienbande"
    rules: ClassVar[int] = 1
    Options = FamilienbandeOptions
    positions = Notation(notation.position, notation.read_position)
    players: ClassVar[Mapping[str, Player]] = {
        "random": RandomPlayer(),
        "novice": NOVICE,
        "casual": CASUAL,
        "steady": BestPlayer(steady_worths, version=3),
        "strong": _thinker(_STRONG, _SWIFT_STRONG),
        "expert": _thinker(_EXPERT, _SWIFT_EXPERT),
    }
    slow: ClassVar[frozenset[str]] = frozenset({"strong", "expert"})

    def seats(self, options: FamilienbandeOptions) -> Collection[int]:
        return (2, 3, 4)

    def setup(self, options: FamilienbandeOptions, seats: int, chance: Chance) -> State:
        """Draw the first seat, the families by seat, the three founders, then five cards for each seat."""
        if seats not in self.seats(options):
            raise BadOptions(codes.SEATS, seats=seats)
        first = Seat(chance.below(seats))
        families = tuple(chance.shuffled(Trait)[:seats])
        founders, pile = _deal(DECK, GENERATION_SIZES[0], chance)
        hands: list[int] = []
        for _ in range(seats):
            dealt, pile = _deal(pile, HAND_SIZE, chance)
            hands.append(mask(*dealt))
        return opening(options, first, families, founders, tuple(hands))

    def pending(self, state: State) -> tuple[Seat, ...]:
        return () if state.asks is None else (state.to_move,)

    def moves(self, state: State, seat: Seat) -> Sequence[Move]:
        if state.asks is None or seat != state.to_move:
            return ()
        if state.asks is Asks.EXCHANGE:
            return exchange_moves(state.hands[seat])
        return Actions(state.hands[seat], state.couples, state.singles)

    def parse(self, state: State, seat: Seat, text: str) -> Move:
        return notation.parse(state, seat, text)

    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> tuple[State, tuple[Event, ...]]:
        if isinstance(move, Marry):
            return _marry(state, seat, move, chance)
        if isinstance(move, Child):
            return _child(state, seat, move)
        if isinstance(move, Pass):
            return _pass(state, seat, chance)
        if isinstance(move, Discard):
            return _exchange(state, seat, move, chance)
        return next_turn(state), (Event(codes.KEPT, seat),)

    def stages(self, state: State, seat: Seat, move: Move, chance: Chance) -> Sequence[Stage]:
        """Return the steps of a move.

        A marriage is followed by the draw, a birth by its points and by the row that is turned over. At the
        end families and hands are laid open, and then counted. Everything else is one step.
        """
        after, events = self.play(state, seat, move, chance)
        return _stages(state, after, events)

    def anticipate(self, state: State, seat: Seat) -> State | None:
        """Return the state at the seat's next turn if the seats before it did nothing.

        `None` for the seat whose turn it is, and at the end.
        """
        if state.asks is None or seat == state.to_move:
            return None
        ahead = (seat - state.to_move) % state.seats
        return state._replace(turn=state.turn + ahead, asks=Asks.ACT)

    def defaults(self, state: State, seat: Seat) -> Defaults:
        """Return a forced pass for a seat without cards, or if nobody may marry or have a child."""
        if state.asks is not Asks.ACT or seat != state.to_move:
            return Defaults()
        nothing = not state.hands[seat] or not (state.couples or state.singles)
        return Defaults(forced=Pass()) if nothing else Defaults()

    def view(self, state: State, seat: Seat | None) -> View:
        over = state.result is not None
        is_open = over or state.is_open
        own = None if seat is None else state.families[seat]
        return View(
            seat=seat,
            options=state.options,
            seats=state.seats,
            first_seat=state.first_seat,
            turn=state.turn,
            to_move=None if over else state.to_move,
            asks=state.asks,
            founders=state.founders,
            placed=state.placed,
            markers=state.markers,
            hand_sizes=tuple([hand.bit_count() for hand in state.hands]),
            hand=() if seat is None else cards_in(state.hands[seat]),
            family=own,
            families=state.families
            if is_open
            else tuple([own if each == seat else None for each in range(state.seats)]),
            pile_size=state.pile.bit_count(),
            discard_count=sum(state.discards).bit_count(),
            own_discards=() if seat is None else cards_in(state.discards[seat]),
            shown_hands=tuple(cards_in(hand) for hand in state.hands) if is_open else (),
            dry_passes=state.dry_passes,
            result=state.result,
        )

    def unveiled(self, state: State) -> View:
        """Return the spectators' view with all families."""
        return replace(self.view(state, None), families=state.families)

    def redeal(self, state: State, seat: Seat | None, chance: Chance) -> State:
        """Deal the other hands, families and discards anew from all that the seat cannot see.

        Only discards and the pile are hidden once families and hands lie open.
        """
        is_open = state.is_open or state.result is not None
        others = [other for other in range(state.seats) if other != seat]
        families, hands, discards = list(state.families), list(state.hands), list(state.discards)
        hidden = state.pile
        for other in others:
            hidden |= discards[other] | (0 if is_open else hands[other])
        if not is_open:
            own = None if seat is None else families[seat]
            unknown = chance.shuffled(trait for trait in Trait if trait is not own)
            for other, family in zip(others, unknown, strict=False):
                families[other] = family
                dealt, hidden = _deal(hidden, hands[other].bit_count(), chance)
                hands[other] = mask(*dealt)
        for other in others:
            dealt, hidden = _deal(hidden, discards[other].bit_count(), chance)
            discards[other] = mask(*dealt)
        return state._replace(
            families=tuple(families), hands=tuple(hands), discards=tuple(discards), pile=hidden
        )

    def concluded(self, view: View, result: Result) -> View:
        if view.result is None:
            # Nothing is revealed and added up: whose family each is stays hidden.
            view = replace(view, families=(None,) * view.seats)
        return replace(view, result=result, to_move=None, asks=None)

    def result(self, state: State) -> Result | None:
        return state.result


def _deal(pile: int, number: int, chance: Chance) -> tuple[tuple[int, ...], int]:
    """Draw this number of cards. Return them in the order drawn, and the pile without them."""
    dealt: list[int] = []
    for _ in range(number):
        card = member(pile, chance.below(pile.bit_count()))
        pile ^= 1 << card
        dealt.append(card)
    return tuple(dealt), pile


def _marry(state: State, seat: Seat, move: Marry, chance: Chance) -> tuple[State, tuple[Event, ...]]:
    after = marry(state, move.card, move.on)
    couple = after.couples[-1]
    married = {"card": move.card, "on": move.on, "generation": couple.row + 1, "move": str(move)}
    drawn = draw(state.pile, state.discards, chance)
    events = (Event(codes.MARRIED, seat, married), *_draw_events(seat, drawn))
    return _end_turn(after, seat, after.hands[seat], drawn), events


def _child(state: State, seat: Seat, move: Child) -> tuple[State, tuple[Event, ...]]:
    couple = next(each for each in state.couples if each.member == move.of)
    row = couple.row + 1
    after = bear(state, move.card, move.of)
    points = tuple([(row + 1) * count for count in CARDS[move.card].counts])
    born = {
        "card": move.card,
        "of": move.of,
        "spouse": couple.spouse,
        "generation": row + 1,
        "points": points,
        "move": str(move),
    }
    events = [Event(codes.BORN, seat, born)]
    if after.rows[row].bit_count() == GENERATION_SIZES[row]:
        if row == GENERATIONS - 1:
            after = end_game(after, codes.COMPLETE)
            return after, (*events, *_end_events(after))
        events.append(Event(codes.TURNED, None, {"generation": row, "full": row + 1}))
    if can_exchange(after):
        return after._replace(asks=Asks.EXCHANGE), tuple(events)
    return next_turn(after), tuple(events)


def _pass(state: State, seat: Seat, chance: Chance) -> tuple[State, tuple[Event, ...]]:
    drawn = draw(state.pile, state.discards, chance)
    if drawn.card is not None:
        events = (Event(codes.PASSED, seat), *_draw_events(seat, drawn))
        return _end_turn(state, seat, state.hands[seat], drawn), events
    stuck = state._replace(dry_passes=state.dry_passes + 1)
    passed = Event(codes.PASSED_DRY, seat)
    if stuck.dry_passes < stuck.seats:
        return next_turn(stuck), (passed,)
    over = end_game(stuck, codes.STUCK)
    return over, (passed, *_end_events(over))


def _stages(before: State, after: State, events: tuple[Event, ...]) -> tuple[Stage, ...]:
    """Return the stages of the move that leads from one state to the other with these events."""
    split = next((at for at, event in enumerate(events) if event.code in _LATER_STEPS), len(events))
    first, rest = events[:split], events[split:]
    if not rest and first[0].code == codes.MARRIED:
        return (Stage(after, events),)
    stages: list[Stage] = []
    if len(after.placed) > len(before.placed):
        placed = placed_only(before, after)
        stages.append(Stage(placed, first))
        if first[0].code == codes.BORN and rest:
            stages.append(Stage(placed._replace(markers=after.markers), ()))
    elif after.result is not None:
        stages.append(Stage(before._replace(asks=None, dry_passes=after.dry_passes), first))
    else:
        return (Stage(after, events),)
    if after.result is not None:
        shown = after._replace(result=None, is_open=True)
        return (*stages, Stage(shown, rest[:-1]), Stage(after, rest[-1:]))
    return (*stages, Stage(after, rest))


def _exchange(state: State, seat: Seat, move: Discard, chance: Chance) -> tuple[State, tuple[Event, ...]]:
    """Put a card away and draw one. If the discards are shuffled for that, the same card may come back."""
    bit = 1 << move.card
    discards = with_item(state.discards, seat, state.discards[seat] | bit)
    drawn = draw(state.pile, discards, chance)
    events = (
        Event(codes.EXCHANGED, seat),
        Event(codes.DISCARDED, seat, {"card": move.card}, to=frozenset((seat,))),
        *_draw_events(seat, drawn),
    )
    return _end_turn(state, seat, state.hands[seat] ^ bit, drawn), events


def _end_turn(state: State, seat: Seat, hand: int, drawn: Draw) -> State:
    """Return the state at the next turn, with the drawn card in the seat's `hand`."""
    if drawn.card is not None:
        hand |= 1 << drawn.card
    return state._replace(
        turn=state.turn + 1,
        asks=Asks.ACT,
        hands=with_item(state.hands, seat, hand),
        pile=drawn.pile,
        discards=drawn.discards,
        dry_passes=0,
    )


def _draw_events(seat: Seat, drawn: Draw) -> tuple[Event, ...]:
    """Return the events of a draw: the shuffle for everybody, the card for its seat alone."""
    if drawn.card is None:
        return ()
    drew = Event(codes.DREW, seat, {"card": drawn.card}, to=frozenset((seat,)), chance=True)
    if drawn.shuffled:
        return (Event(codes.SHUFFLED, None, {"cards": drawn.shuffled}, chance=True), drew)
    return (drew,)


def _end_events(state: State) -> tuple[Event, ...]:
    """Return the events of the end: the family and the score of each seat, then the winners."""
    assert state.result is not None
    scored = [
        Event(
            codes.SCORED,
            Seat(seat),
            {
                "family": family.letter,
                "points": state.markers[family],
                "cards": hand.bit_count(),
                "penalty": penalty(hand.bit_count()),
                "total": state.result.scores[seat][0],
            },
            revealed=True,
        )
        for seat, (family, hand) in enumerate(zip(state.families, state.hands, strict=True))
    ]
    winners = tuple(seat for seat, rank in enumerate(state.result.ranks) if rank == 1)
    total = state.result.scores[winners[0]][0]
    won = Event(codes.WON, None, {"winners": winners, "total": total, "reason": state.result.reason})
    return (*scored, won)


FAMILIENBANDE = Familienbande()
