"""The state of Familienbande, the steps that change it, and the sequence of legal moves."""

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
    "marry",
    "next_turn",
    "opening",
    "placed_only",
    "row_of",
]

HAND_SIZE = 5
"""The number of cards that each seat is dealt."""


class Couple(NamedTuple):
    """A couple that may still have children."""

    member: int
    """The parent that was in the tree first: a founder or a child."""
    spouse: int
    row: int
    """The member's row, counted from 0."""
    fits: int
    """The set of the cards that could be their child."""


class State(NamedTuple):
    """A position of Familienbande with all its secrets. In a set of cards bit n stands for card n."""

    options: FamilienbandeOptions
    seats: int
    first_seat: Seat
    turn: int
    """The number of turns that were begun before this one."""
    asks: Asks | None
    """The question that the seat to move has to answer; `None` once the game is over, and between two stages
    of a move."""
    families: tuple[Trait, ...]
    founders: tuple[int, ...]
    placed: tuple[PlacedCard, ...]
    hands: tuple[int, ...]
    """The set of cards in the hand of each seat."""
    pile: int
    """The set of the cards to draw from. Their order is not decided before they are drawn."""
    discards: tuple[int, ...]
    """The set of cards that each seat has put away since the last shuffle."""
    dry_passes: int
    """The number of passes in a row without a draw."""
    markers: tuple[int, ...]
    """The points of the five traits, in the order of `Trait`."""
    rows: tuple[int, ...]
    """The set of the members of each generation, without spouses."""
    singles: int
    """The set of the members that may still marry."""
    couples: tuple[Couple, ...]
    """The couples that may still have children, oldest first."""
    result: Result | None
    is_open: bool = False
    """Families and hands lie open and are not counted yet: the last but one stage of the last move."""

    @property
    def to_move(self) -> Seat:
        """The seat whose turn it is, or was when the game ended."""
        return Seat((self.first_seat + self.turn) % self.seats)


def opening(
    options: FamilienbandeOptions,
    first: Seat,
    families: tuple[Trait, ...],
    founders: tuple[int, ...],
    hands: tuple[int, ...],
) -> State:
    """Return the state before the first turn."""
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
    """Return the row, counted from 0, of a member; `None` for a spouse or a card that is not in the tree."""
    for row, members in enumerate(state.rows):
        if members >> card & 1:
            return row
    return None


class Draw(NamedTuple):
    """The result of a draw from the pile."""

    card: int | None
    """The drawn card; `None` if there was none to draw."""
    pile: int
    """The pile after the draw."""
    discards: tuple[int, ...]
    """The discards of each seat after the draw."""
    shuffled: int
    """The number of discards that became a new pile just before; 0 without a shuffle."""


def draw(pile: int, discards: tuple[int, ...], chance: Chance) -> Draw:
    """Draw a card. Chance picks its place in the pile, which is in ascending order.

    If the pile is empty, all discards become the new pile first. If there are none, nothing is drawn.
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


def marry(state: State, card: int, on: int) -> State:
    """Marry a hand card of the seat to move to a single member. Nothing is drawn yet."""
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
    """Put a hand card of the seat to move into the tree as a child of a couple, and move the markers.

    If its row is full then, the row above is turned over.
    """
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


def placed_only(before: State, after: State) -> State:
    """Return the state between the two: the card is in the tree, no marker has moved, nothing is drawn."""
    seat, placed = before.to_move, after.placed[-1]
    return before._replace(
        asks=None,
        placed=after.placed,
        hands=with_item(before.hands, seat, before.hands[seat] ^ 1 << placed.card),
        dry_passes=0,
        rows=after.rows,
        singles=after.singles,
        couples=after.couples,
    )


def can_exchange(state: State) -> bool:
    """Return whether the seat to move has a card to exchange and something to draw for it."""
    return bool(state.hands[state.to_move] and (state.pile or any(state.discards)))


def next_turn(state: State) -> State:
    """Return the state at the next turn."""
    return state._replace(turn=state.turn + 1, asks=Asks.ACT)


def end_game(state: State, reason: str) -> State:
    """End the game. A seat scores the marker of its family minus the penalty for the cards left in its hand.

    Seats with equal scores are ranked by the smaller hand.
    """
    left = [hand.bit_count() for hand in state.hands]
    scores = (
        (state.markers[family] - penalty(cards), -cards)
        for family, cards in zip(state.families, left, strict=True)
    )
    return state._replace(asks=None, result=Result.by_score(scores, reason))


class Actions(Lazy[Move]):
    """The lazy sequence of a turn's legal moves: births couple by couple, marriages, and a pass.

    ``len``, indexing and ``in`` do not list all moves.
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
    """Return the moves after a birth: keep the hand, or exchange any card of it."""
    return (Keep(), *(Discard(card) for card in cards_in(hand)))
