"""Familienbande's state, the lists of legal moves, and the drawing of cards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engine.chance import Chance
from engine.familienbande.cards import (
    CARDS,
    DECK,
    GENERATION_SIZES,
    GENERATIONS,
    MEN,
    WOMEN,
    Trait,
    cards_in,
    fitting_children,
    mask,
)
from engine.familienbande.model import (
    Asks,
    Child,
    Discard,
    FamilienbandeOptions,
    Keep,
    Marry,
    Move,
    Pass,
    PlacedCard,
    penalty,
)
from engine.game import Result, Seat
from engine.kit.items import with_item
from engine.kit.lazy import Lazy
from engine.kit.masks import member

__all__ = [
    "HAND_SIZE",
    "Actions",
    "Couple",
    "Draw",
    "State",
    "bear",
    "can_exchange",
    "draw",
    "end_game",
    "exchange_moves",
    "next_turn",
    "opening",
    "row_of",
    "wed",
]

HAND_SIZE = 5


class Couple(NamedTuple):
    """A couple that may have children."""

    member: int
    """The founder or child."""
    spouse: int
    row: int
    """Counted from 0."""
    fits: int
    """Set of the cards that could be their child."""


class State(NamedTuple):
    """A position of Familienbande, with everything secret in it. Card sets are integers, bit n for card n."""

    options: FamilienbandeOptions
    seats: int
    first_seat: Seat
    turn: int
    """Turns begun before this one."""
    asks: Asks | None
    """`None` once the game is over."""
    families: tuple[Trait, ...]
    founders: tuple[int, ...]
    placed: tuple[PlacedCard, ...]
    hands: tuple[int, ...]
    """A set of cards for each seat."""
    pile: int
    """Set of the cards to draw from; their order is decided when they are drawn."""
    discards: tuple[int, ...]
    """For each seat the set of cards it put away since the last shuffle."""
    dry_passes: int
    """Passes in a row in which nothing could be drawn."""
    markers: tuple[int, ...]
    rows: tuple[int, ...]
    """For each generation the set of its members, spouses not counted."""
    singles: int
    """Set of the members that may still marry."""
    couples: tuple[Couple, ...]
    """Those that may still have children, oldest first."""
    result: Result | None

    @property
    def to_move(self) -> Seat:
        """Whose turn it is, or was when the game ended."""
        return Seat((self.first_seat + self.turn) % self.seats)


def opening(
    options: FamilienbandeOptions,
    first: Seat,
    families: tuple[Trait, ...],
    founders: tuple[int, ...],
    hands: tuple[int, ...],
) -> State:
    """The position before the first turn."""
    bits = mask(*founders)
    return State(
        options=options,
        seats=len(families),
        first_seat=first,
        turn=0,
        asks=Asks.ACT,
        families=families,
        founders=founders,
        placed=(),
        hands=hands,
        pile=DECK & ~bits & ~sum(hands),
        discards=(0,) * len(families),
        dry_passes=0,
        markers=(0,) * len(Trait),
        rows=(bits, 0, 0, 0, 0),
        singles=bits,
        couples=(),
        result=None,
    )


def row_of(state: State, card: int) -> int | None:
    """The row, from 0, that the card is a member of; `None` for a spouse or a card not in the tree."""
    for row, members in enumerate(state.rows):
        if members >> card & 1:
            return row
    return None


class Draw(NamedTuple):
    """A draw from the pile."""

    card: int | None
    pile: int
    discards: tuple[int, ...]
    shuffled: int
    """How many discards became the new pile just before."""


def draw(pile: int, discards: tuple[int, ...], chance: Chance) -> Draw:
    """Draw a card: the one with so many lower numbers below it in the pile as chance says.

    An empty pile is first made anew of all discards; with none, nothing is drawn.
    """
    shuffled = 0
    if not pile:
        pile = sum(discards)
        if not pile:
            return Draw(None, 0, discards, 0)
        shuffled = pile.bit_count()
        discards = (0,) * len(discards)
    card = member(pile, chance.below(pile.bit_count()))
    return Draw(card, pile ^ 1 << card, discards, shuffled)


def wed(state: State, card: int, on: int) -> State:
    """A hand card of the seat to move marries a single member; nothing is drawn yet."""
    seat, row = state.to_move, row_of(state, on)
    assert row is not None
    hands = state.hands
    return state._replace(
        placed=(*state.placed, PlacedCard(state.turn, card, on, False)),
        hands=with_item(hands, seat, hands[seat] ^ 1 << card),
        dry_passes=0,
        singles=state.singles ^ 1 << on,
        couples=(*state.couples, Couple(on, card, row, fitting_children(on, card))),
    )


def bear(state: State, card: int, of: int) -> State:
    """A hand card of the seat to move is born to a couple: markers move, a full row closes the one above."""
    seat = state.to_move
    row = 1 + next(couple.row for couple in state.couples if couple.member == of)
    bit = 1 << card
    rows = with_item(state.rows, row, state.rows[row] | bit)
    singles, couples = state.singles, state.couples
    if rows[row].bit_count() == GENERATION_SIZES[row]:
        singles &= ~rows[row - 1]
        couples = tuple(couple for couple in couples if couple.row != row - 1)
    if row + 1 < GENERATIONS and rows[row + 1].bit_count() < GENERATION_SIZES[row + 1]:
        singles |= bit
    points = row + 1
    hands = state.hands
    return state._replace(
        placed=(*state.placed, PlacedCard(state.turn, card, of, True)),
        hands=with_item(hands, seat, hands[seat] ^ bit),
        dry_passes=0,
        markers=tuple([at + points * n for at, n in zip(state.markers, CARDS[card].counts, strict=True)]),
        rows=rows,
        singles=singles,
        couples=couples,
    )


def can_exchange(state: State) -> bool:
    """Whether the seat to move has a card to exchange and something to draw for it."""
    return bool(state.hands[state.to_move] and (state.pile or any(state.discards)))


def next_turn(state: State) -> State:
    """The turn passes on."""
    return state._replace(turn=state.turn + 1, asks=Asks.ACT)


def end_game(state: State, reason: str) -> State:
    """The game is over: each seat scores its family's marker less the cards left in its hand."""
    left = [hand.bit_count() for hand in state.hands]
    scores = (
        (state.markers[family] - penalty(cards), -cards)
        for family, cards in zip(state.families, left, strict=True)
    )
    return state._replace(asks=None, result=Result.ranked(scores, reason))


class Actions(Lazy[Move]):
    """The legal moves of a turn, listed only when asked for: births couple by couple, marriages, and passing.

    ``len``, indexing and ``in`` do not list.
    """

    def __init__(self, hand: int, couples: tuple[Couple, ...], singles: int) -> None:
        self._births = [(couple.member, children) for couple in couples if (children := hand & couple.fits)]
        men, women = hand & MEN, hand & WOMEN
        self._pairs = ((men, singles & WOMEN), (women, singles & MEN))
        length = 1
        for _, children in self._births:
            length += children.bit_count()
        for suitors, waiting in self._pairs:
            length += suitors.bit_count() * waiting.bit_count()
        self._length = length

    def item(self, index: int) -> Move:
        rest = index
        for of, children in self._births:
            count = children.bit_count()
            if rest < count:
                return Child(member(children, rest), of)
            rest -= count
        for suitors, waiting in self._pairs:
            count = waiting.bit_count()
            if rest < suitors.bit_count() * count:
                suitor, single = divmod(rest, count)
                return Marry(member(suitors, suitor), member(waiting, single))
            rest -= suitors.bit_count() * count
        return Pass()

    def __iter__(self) -> Iterator[Move]:
        for of, children in self._births:
            for card in cards_in(children):
                yield Child(card, of)
        for suitors, waiting in self._pairs:
            singles = cards_in(waiting)
            for card in cards_in(suitors):
                for single in singles:
                    yield Marry(card, single)
        yield Pass()

    def __contains__(self, move: object) -> bool:
        match move:
            case Child(card, of):
                return any(of == each and children >> card & 1 for each, children in self._births)
            case Marry(card, on):
                return any(suitors >> card & waiting >> on & 1 for suitors, waiting in self._pairs)
            case _:
                return move == Pass()


def exchange_moves(hand: int) -> tuple[Move, ...]:
    """Keep the hand, or exchange any card of it."""
    return (Keep(), *(Discard(card) for card in cards_in(hand)))
