"""The core of Familienbande that can be compiled: whole numbers in arrays, and one way to play on.

The same functions run compiled and as plain Python, with the same results (engine/robots/compiled.py).
`tests/contracts/test_cores.py` holds them to the rules.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

from engine.familienbande.cards import CARDS, GENERATION_SIZES, GENERATIONS, Trait, cards_in
from engine.familienbande.model import Asks
from engine.familienbande.state import State
from engine.robots.array_draws import DRAWS, below, sow
from engine.robots.compiled import array, compiled

__all__ = ["BEAR", "DISCARD", "KEEP", "MARRY", "PASS", "Table", "play_out", "table_of", "warm"]

Array = Any
"""An array of whole numbers."""

ACT, EXCHANGE, OVER = range(3)
BEAR, MARRY, DISCARD, PASS, KEEP = range(5)
SEAT, ASKS, DRY, PILE, AWAY, PAIRS, SEATS = range(DRAWS + 1, 8)
"""The places in `Table.now`; `AWAY` is the number of discarded cards."""
_CARDS = 71
_MEN = 35
_WORD = 36
"""The number of cards in a word of a set: card 36 is bit 0 of the second word."""
_PER_ROW = 8
"""Room for the members of a row that may still marry."""
_LAST = GENERATIONS - 1


class Table(NamedTuple):
    """A position."""

    now: Array
    """Single numbers: the seat to move, what it is asked, and so on."""
    families: Array
    hands: Array
    """The cards of each seat, in no order."""
    held: Array
    """The number of cards of each hand."""
    pile: Array
    away: Array
    """The discarded cards."""
    markers: Array
    rows: Array
    """The number of members of each row."""
    sizes: Array
    """The number of members of each full row."""
    singles: Array
    """The members of each row that may still marry."""
    waiting: Array
    """The number of those."""
    pairs: Array
    """The member, the spouse and the row of each couple that may still have children."""
    own: Array
    """The number of times that a card has a trait, by trait and card."""
    fits: Array
    """The children of a couple as two words, by the man and the woman."""


@compiled
def couples(own: Array, fits: Array) -> None:
    """Write down the children that each couple can have."""
    for man in range(1, _MEN + 1):
        for woman in range(_MEN + 1, _CARDS):
            for child in range(1, _CARDS):
                is_fit = True
                for trait in range(5):
                    base = trait * _CARDS
                    if own[base + child] > own[base + man] + own[base + woman]:
                        is_fit = False
                if is_fit:
                    word, bit = (0, child) if child < _WORD else (1, child - _WORD)
                    fits[2 * (man * _CARDS + woman) + word] |= 1 << bit


@compiled
def is_fit(t: Table, one: int, other: int, child: int) -> bool:
    """Return whether the couple can have this child."""
    at = 2 * (one * _CARDS + other if one <= _MEN else other * _CARDS + one)
    if child < _WORD:
        return t.fits[at] >> child & 1 == 1
    return t.fits[at + 1] >> (child - _WORD) & 1 == 1


@compiled
def draw(t: Table) -> bool:
    """Draw a card, and return whether there was one. The discarded cards are the pile once that is empty."""
    now = t.now
    if now[PILE] == 0:
        if now[AWAY] == 0:
            return False
        for number in range(now[AWAY]):
            t.pile[number] = t.away[number]
        now[PILE] = now[AWAY]
        now[AWAY] = 0
    at = below(now, now[PILE])
    seat = now[SEAT]
    now[PILE] -= 1
    t.hands[seat * _CARDS + t.held[seat]] = t.pile[at]
    t.held[seat] += 1
    t.pile[at] = t.pile[now[PILE]]
    return True


@compiled
def spend(t: Table, card: int) -> None:
    """Take a card out of the hand of the seat to move."""
    seat = t.now[SEAT]
    last = t.held[seat] - 1
    for index in range(seat * _CARDS, seat * _CARDS + last):
        if t.hands[index] == card:
            t.hands[index] = t.hands[seat * _CARDS + last]
    t.held[seat] = last


@compiled
def next_seat(t: Table) -> None:
    """Go on to the next seat."""
    t.now[ASKS] = ACT
    t.now[SEAT] = (t.now[SEAT] + 1) % t.now[SEATS]


@compiled
def bear(t: Table, card: int, row: int) -> None:
    """Put a card of the hand into this row as a child."""
    now = t.now
    spend(t, card)
    t.rows[row] += 1
    if row < _LAST and t.rows[row + 1] < t.sizes[row + 1]:
        t.singles[row * _PER_ROW + t.waiting[row]] = card
        t.waiting[row] += 1
    for trait in range(5):
        t.markers[trait] += t.own[trait * _CARDS + card] * (row + 1)
    now[DRY] = 0
    if t.rows[row] == t.sizes[row]:
        t.waiting[row - 1] = 0
        kept = 0
        for pair in range(now[PAIRS]):
            if t.pairs[3 * pair + 2] != row - 1:
                for field in range(3):
                    t.pairs[3 * kept + field] = t.pairs[3 * pair + field]
                kept += 1
        now[PAIRS] = kept
        if row == _LAST:
            now[ASKS] = OVER
            return
    if t.held[now[SEAT]] and (now[PILE] or now[AWAY]):
        now[ASKS] = EXCHANGE
    else:
        next_seat(t)


@compiled
def marry(t: Table, card: int, on: int, row: int) -> None:
    """Marry a card of the hand to a single of this row, and draw."""
    now = t.now
    spend(t, card)
    last = t.waiting[row] - 1
    for index in range(row * _PER_ROW, row * _PER_ROW + last):
        if t.singles[index] == on:
            t.singles[index] = t.singles[row * _PER_ROW + last]
    t.waiting[row] = last
    at = 3 * now[PAIRS]
    t.pairs[at] = on
    t.pairs[at + 1] = card
    t.pairs[at + 2] = row
    now[PAIRS] += 1
    draw(t)
    now[DRY] = 0
    next_seat(t)


@compiled
def exchange(t: Table, card: int) -> None:
    """Put a card of the hand away, and draw."""
    now = t.now
    spend(t, card)
    t.away[now[AWAY]] = card
    now[AWAY] += 1
    draw(t)
    now[DRY] = 0
    next_seat(t)


@compiled
def let_pass(t: Table) -> None:
    """Draw, and play nothing. The game is over if for once all have passed with nothing to draw."""
    now = t.now
    if draw(t):
        now[DRY] = 0
    else:
        now[DRY] += 1
        if now[DRY] == now[SEATS]:
            now[ASKS] = OVER
            return
    next_seat(t)


@compiled
def make(t: Table, move: int, card: int, on: int) -> None:
    """Make a move of the game."""
    now = t.now
    if move == BEAR:
        for pair in range(now[PAIRS]):
            if t.pairs[3 * pair] == on:
                bear(t, card, t.pairs[3 * pair + 2] + 1)
                return
    elif move == MARRY:
        for row in range(GENERATIONS):
            for index in range(row * _PER_ROW, row * _PER_ROW + t.waiting[row]):
                if t.singles[index] == on:
                    marry(t, card, on, row)
                    return
    elif move == DISCARD:
        exchange(t, card)
    elif move == PASS:
        let_pass(t)
    else:
        next_seat(t)


@compiled
def step(t: Table) -> None:
    """Make a sensible move for the seat to move, as a player would that thinks of its own family alone.

    Values are four times those of `greedy.worths`.
    """
    now = t.now
    seat = now[SEAT]
    held, base, own = t.held[seat], seat * _CARDS, t.families[seat] * _CARDS
    begin = below(now, held) if held else 0
    if now[ASKS] == EXCHANGE:
        for number in range(held):
            card = t.hands[base + (begin + number) % held]
            if t.own[own + card] == 0:
                exchange(t, card)
                return
        next_seat(t)
        return
    best, move, best_card, best_on, best_row = -4 * held - 4, PASS, 0, 0, 0
    for number in range(held):
        card = t.hands[base + (begin + number) % held]
        counts = t.own[own + card]
        for pair in range(now[PAIRS]):
            row = t.pairs[3 * pair + 2]
            value = 6 * (row + 2) * (counts - 1) + 2 * held
            if value > best and is_fit(t, t.pairs[3 * pair], t.pairs[3 * pair + 1], card):
                best, move, best_card, best_row = value, BEAR, card, row + 1
        for row in range(_LAST):
            for index in range(row * _PER_ROW, row * _PER_ROW + t.waiting[row]):
                on = t.singles[index]
                if (on <= _MEN) == (card <= _MEN):
                    continue
                value = 2 * (row + 2) * (counts + t.own[own + on] - 2) - 12 * counts
                top = 0
                for other in range(base, base + held):
                    child = t.hands[other]
                    if child != card and is_fit(t, on, card, child):
                        value += 4
                        top = max(top, 3 * (row + 2) * (t.own[own + child] - 1) + held)
                value += top
                if value > best:
                    best, move, best_card, best_on, best_row = value, MARRY, card, on, row
    if move == BEAR:
        bear(t, best_card, best_row)
    elif move == MARRY:
        marry(t, best_card, best_on, best_row)
    else:
        let_pass(t)


@compiled
def copy_of(t: Table) -> Table:
    """Return a position that changes apart."""
    return Table(
        t.now.copy(),
        t.families,
        t.hands.copy(),
        t.held.copy(),
        t.pile.copy(),
        t.away.copy(),
        t.markers.copy(),
        t.rows.copy(),
        t.sizes,
        t.singles.copy(),
        t.waiting.copy(),
        t.pairs.copy(),
        t.own,
        t.fits,
    )


@compiled
def points_of(t: Table, seat: int) -> int:
    """Return the points of a seat if the game ended now."""
    held = t.held[seat]
    return t.markers[t.families[seat]] - held * (held + 1) // 2


@compiled
def play_out(world: Table, move: int, card: int, on: int, seed: int) -> tuple[int, int]:
    """Make a move, play on to the end, and return what came of it for the mover.

    That is the number of winners, 0 if the mover is not among them, and its lead in points.
    """
    t = copy_of(world)
    now = t.now
    sow(now, seed)
    mine = now[SEAT]
    make(t, move, card, on)
    while now[ASKS] != OVER:
        step(t)
    own = points_of(t, mine)
    rival, best, winners = -100000, -100000000, 0
    for seat in range(now[SEATS]):
        points = points_of(t, seat)
        key = points * _CARDS - t.held[seat]
        if key > best:
            best, winners = key, 1
        elif key == best:
            winners += 1
        if seat != mine:
            rival = max(rival, points)
    return winners if own * _CARDS - t.held[mine] == best else 0, own - rival


@cache
def _tables() -> tuple[Array, Array]:
    own = [0] * (len(Trait) * _CARDS)
    for number, card in CARDS.items():
        for trait in Trait:
            own[trait * _CARDS + number] = card.counts[trait]
    told, fits = array(own), array([0] * (2 * _CARDS * _CARDS))
    couples(told, fits)
    return told, fits


def table_of(state: State, families: tuple[int, ...] | None = None) -> Table:
    """Return the position of a state, with other families if they are given."""
    own, fits = _tables()
    hands, singles = [0] * (_CARDS * state.seats), [0] * (_PER_ROW * GENERATIONS)
    held = [0] * state.seats
    for seat, hand in enumerate(state.hands):
        cards = cards_in(hand)
        hands[_CARDS * seat : _CARDS * seat + len(cards)] = cards
        held[seat] = len(cards)
    waiting = [0] * GENERATIONS
    for row, people in enumerate(state.rows):
        cards = cards_in(people & state.singles)
        singles[_PER_ROW * row : _PER_ROW * row + len(cards)] = cards
        waiting[row] = len(cards)
    pile = cards_in(state.pile)
    away = [card for cards in state.discards for card in cards_in(cards)]
    pairs = [number for each in state.couples for number in (each.member, each.spouse, each.row)]
    asks = OVER if state.asks is None else EXCHANGE if state.asks is Asks.EXCHANGE else ACT
    now = [
        0,
        int(state.to_move),
        asks,
        state.dry_passes,
        len(pile),
        len(away),
        len(state.couples),
        state.seats,
    ]
    return Table(
        now=array(now),
        families=array([int(each) for each in (state.families if families is None else families)]),
        hands=array(hands),
        held=array(held),
        pile=array([*pile, *[0] * (_CARDS - len(pile))]),
        away=array([*away, *[0] * (_CARDS - len(away))]),
        markers=array(list(state.markers)),
        rows=array([people.bit_count() for people in state.rows]),
        sizes=array(list(GENERATION_SIZES)),
        singles=array(singles),
        waiting=array(waiting),
        pairs=array([*pairs, *[0] * (3 * _CARDS - len(pairs))]),
        own=own,
        fits=fits,
    )


def warm(state: State) -> None:
    """Call all that is compiled, with the first position of a match."""
    play_out(table_of(state), PASS, 0, 0, 1)
