"""A light core of Familienbande for play-outs: whole numbers, changed in place, and one way to play on.

`tests/contracts/test_cores.py` holds it to the rules.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.familienbande.cards import (
    CARDS,
    GENERATION_SIZES,
    GENERATIONS,
    MEN,
    WOMEN,
    Trait,
    cards_in,
    fitting_children,
    mask,
)
from engine.familienbande.model import Asks, Child, Discard, Keep, Marry, Move, Pass, penalty
from engine.familienbande.state import State
from engine.robots.estimate import Draws

__all__ = ["Table", "step"]

_OWN = [[0 if card not in CARDS else CARDS[card].counts[trait] for card in range(71)] for trait in Trait]
"""The number of times that a card has a trait, by trait and card."""
_SHARES = [
    tuple(mask(*(card for card in CARDS if _OWN[trait][card] == times)) for times in range(4))
    for trait in Trait
]
"""The cards that have a trait so many times, by trait and number."""
_FITS: dict[int, int] = {}
"""`fitting_children` of 71 times the one card and the other, as far as it was asked for."""
_LAST = GENERATIONS - 1

ACT, EXCHANGE, OVER = range(3)


class _Pair(NamedTuple):
    member: int
    row: int
    fits: int


class Table:
    """A position. In a set of cards bit n stands for card n."""

    __slots__ = (
        "asks",
        "discards",
        "dry",
        "families",
        "hands",
        "markers",
        "pairs",
        "pile",
        "rows",
        "seat",
        "seats",
        "singles",
    )

    seats: int
    seat: int
    """The seat to move."""
    asks: int
    families: tuple[int, ...]
    hands: list[int]
    pile: list[int]
    """The cards to draw; the last one is drawn next."""
    discards: list[int]
    dry: int
    """The number of passes in a row without a draw."""
    markers: list[int]
    rows: list[int]
    singles: list[int]
    """The set of the members that may still marry, by row."""
    pairs: list[_Pair]
    """The couples that may still have children."""

    @classmethod
    def of(cls, state: State, families: tuple[int, ...] | None = None) -> Table:
        """Return the position of a state, with other families if they are given."""
        self = cls()
        self.seats, self.seat = state.seats, state.to_move
        self.asks = OVER if state.asks is None else EXCHANGE if state.asks is Asks.EXCHANGE else ACT
        self.families = tuple(map(int, state.families)) if families is None else families
        self.hands = list(state.hands)
        self.pile = list(cards_in(state.pile))
        self.discards = list(state.discards)
        self.dry = state.dry_passes
        self.markers = list(state.markers)
        self.rows = list(state.rows)
        self.singles = [row & state.singles for row in state.rows]
        self.pairs = [_Pair(each.member, each.row, each.fits) for each in state.couples]
        return self

    def copy(self) -> Table:
        """Return a position that changes apart."""
        new = Table()
        new.seats, new.seat, new.asks, new.families = self.seats, self.seat, self.asks, self.families
        new.hands, new.pile, new.discards = self.hands[:], self.pile[:], self.discards[:]
        new.dry, new.markers, new.rows = self.dry, self.markers[:], self.rows[:]
        new.singles, new.pairs = self.singles[:], self.pairs[:]
        return new

    def moves(self) -> list[Move]:
        """Return the legal moves of the seat to move, in no order that matters."""
        hand = self.hands[self.seat]
        if self.asks == OVER:
            return []
        if self.asks == EXCHANGE:
            return [Keep(), *map(Discard, cards_in(hand))]
        found: list[Move] = [
            Child(card, pair.member) for pair in self.pairs for card in cards_in(hand & pair.fits)
        ]
        for row in self.singles:
            for suitors, waiting in ((hand & MEN, row & WOMEN), (hand & WOMEN, row & MEN)):
                found += [Marry(card, on) for card in cards_in(suitors) for on in cards_in(waiting)]
        return [*found, Pass()]

    def make(self, move: Move, draws: Draws) -> None:
        """Make a move of the game."""
        match move:
            case Child(card, of):
                self.bear(card, next(pair.row for pair in self.pairs if pair.member == of) + 1)
            case Marry(card, on):
                row = next(row for row, waiting in enumerate(self.singles) if waiting >> on & 1)
                self.marry(card, on, row, draws)
            case Discard(card):
                self.exchange(card, draws)
            case Pass():
                self.let_pass(draws)
            case Keep():
                self._next()

    def bear(self, card: int, row: int) -> None:
        """Put a card of the hand into this row as a child."""
        seat, bit = self.seat, 1 << card
        hand = self.hands[seat] = self.hands[seat] ^ bit
        rows, markers, singles = self.rows, self.markers, self.singles
        rows[row] = full = rows[row] | bit
        if row < _LAST and rows[row + 1].bit_count() < GENERATION_SIZES[row + 1]:
            singles[row] |= bit
        for trait in CARDS[card].traits:
            markers[trait] += row + 1
        self.dry = 0
        if full.bit_count() == GENERATION_SIZES[row]:
            singles[row - 1] = 0
            self.pairs = [pair for pair in self.pairs if pair.row != row - 1]
            if row == _LAST:
                self.asks = OVER
                return
        if hand and (self.pile or any(self.discards)):
            self.asks = EXCHANGE
        else:
            self._next()

    def marry(self, card: int, on: int, row: int, draws: Draws) -> None:
        """Marry a card of the hand to a single of this row, and draw."""
        self.hands[self.seat] ^= 1 << card
        self.singles[row] ^= 1 << on
        self.pairs.append(_Pair(on, row, fitting_children(on, card)))
        self._draw(draws)
        self.dry = 0
        self._next()

    def exchange(self, card: int, draws: Draws) -> None:
        """Put a card of the hand away, and draw."""
        seat, bit = self.seat, 1 << card
        self.hands[seat] ^= bit
        self.discards[seat] |= bit
        self._draw(draws)
        self.dry = 0
        self._next()

    def let_pass(self, draws: Draws) -> None:
        """Draw, and play nothing. The game is over if for once all have passed with nothing to draw."""
        if self._draw(draws):
            self.dry = 0
        else:
            self.dry += 1
            if self.dry == self.seats:
                self.asks = OVER
                return
        self._next()

    def _draw(self, draws: Draws) -> bool:
        pile = self.pile
        if not pile:
            pile = self.pile = list(cards_in(sum(self.discards)))
            if not pile:
                return False
            draws.shuffle(pile)
            self.discards = [0] * self.seats
        self.hands[self.seat] |= 1 << pile.pop()
        return True

    def _next(self) -> None:
        self.asks = ACT
        self.seat = (self.seat + 1) % self.seats

    def scores(self) -> list[tuple[int, int]]:
        """Return what decides at the end, for each seat: its points, then its cards as a negative number."""
        left = [hand.bit_count() for hand in self.hands]
        return [
            (self.markers[family] - penalty(cards), -cards)
            for family, cards in zip(self.families, left, strict=True)
        ]


def step(table: Table, draws: Draws, high: int) -> None:
    """Make a sensible move for the seat to move, as a player would that thinks of its own family alone.

    Values are four times those of `greedy.worths`. `high` is 1 or 0: which of equal cards is taken.
    """
    seat = table.seat
    hand = table.hands[seat]
    family = table.families[seat]
    none, one, two, three = _SHARES[family]
    if table.asks == EXCHANGE:
        useless = hand & none
        if useless:
            table.exchange(useless.bit_length() - 1 if high else (useless & -useless).bit_length() - 1, draws)
        else:
            table.asks = ACT
            table.seat = (seat + 1) % table.seats
        return
    cards = hand.bit_count()
    best = -4 * cards - 4
    born = row_of = 0
    for pair in table.pairs:
        children = hand & pair.fits
        if children:
            row = pair.row + 2
            if children & three:
                value, born_of = 12 * row, children & three
            elif children & two:
                value, born_of = 6 * row, children & two
            elif children & one:
                value, born_of = 0, children & one
            else:
                value, born_of = -6 * row, children
            value += 2 * cards
            if value > best:
                best, born, row_of = value, born_of, row - 1
    if born and born & (two | three):
        table.bear(born.bit_length() - 1 if high else (born & -born).bit_length() - 1, row_of)
        return
    own = _OWN[family]
    wed = on_of = 0
    men = hand & MEN
    women = hand ^ men
    for row, waiting in enumerate(table.singles):
        while waiting:
            bit = waiting & -waiting
            waiting ^= bit
            suitors = men if bit & WOMEN else women
            on = bit.bit_length() - 1
            brings = 2 * (row + 2) * (own[on] - 2)
            while suitors:
                suitor = suitors & -suitors
                suitors ^= suitor
                card = suitor.bit_length() - 1
                value = brings + (2 * (row + 2) - 12) * own[card]
                fits = _FITS.get(on * 71 + card)
                if fits is None:
                    fits = _FITS[on * 71 + card] = fitting_children(on, card)
                children = fits & hand & ~suitor
                if children:
                    value += 4 * children.bit_count() + cards
                    if children & three:
                        value += 6 * (row + 2)
                    elif children & two:
                        value += 3 * (row + 2)
                    elif not children & one:
                        value += max(-cards, -3 * (row + 2))
                if value > best:
                    best, born, wed, on_of, row_of = value, 0, card, on, row
    if born:
        table.bear(born.bit_length() - 1 if high else (born & -born).bit_length() - 1, row_of)
    elif wed:
        table.marry(wed, on_of, row_of, draws)
    else:
        table.let_pass(draws)
