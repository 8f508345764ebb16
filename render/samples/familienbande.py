"""Families made up for the gallery and the tests: plausible to look at, not played by the rules."""

from __future__ import annotations

from random import Random

from engine.familienbande.cards import CARDS, DECK, SIZES, cards_in, child_fits, mask
from engine.familienbande.model import Asks, FamilienbandeOptions, Gender, Placed, Trait, View, penalty
from engine.game import Result, Seat

__all__ = ["sample"]


def sample(
    seats: int = 4, turns: int = 0, *, viewer: int | None = None, over: bool = False, seed: int = 1
) -> View:
    """A match after so many turns (as many as it takes when it is over)."""
    random = Random(seed)
    deck = random.sample(cards_in(DECK), 70)
    founders = tuple(deck[:3])
    table = _Table(founders)
    placed: list[Placed] = []
    turn = 0
    while len(table.rows[4]) < SIZES[4] if over else turn < turns:
        if move := table.grow(random, deck):
            placed.append(Placed(turn, *move))
        turn += 1
    used = mask(*founders, *(each.card for each in placed))
    rest = random.sample(cards_in(DECK & ~used), 70 - used.bit_count())
    sizes = [random.randint(0, 5) if over else 5 for _ in range(seats)]
    hands = [tuple(sorted(rest.pop() for _ in range(size))) for size in sizes]
    families = random.sample(list(Trait), seats)
    scores = tuple(
        (table.markers[families[s]] - penalty(len(hands[s])), -len(hands[s])) for s in range(seats)
    )
    ranks = tuple(1 + sum(other > score for other in scores) for score in scores)
    return View(
        seat=None if viewer is None else Seat(viewer),
        options=FamilienbandeOptions(),
        seats=seats,
        first_seat=Seat(0),
        turn=turn - over,
        to_move=None if over else Seat(turn % seats),
        asks=None if over else Asks.ACT,
        founders=founders,
        placed=tuple(placed),
        markers=tuple(table.markers),
        hands=tuple(len(hand) for hand in hands),
        hand=() if viewer is None else hands[viewer],
        family=None if viewer is None else families[viewer],
        families=tuple(families[seat] if over or seat == viewer else None for seat in range(seats)),
        pile=len(rest),
        discards=0,
        discarded=(),
        shown=tuple(hands) if over else (),
        dry=0,
        result=Result(ranks, scores, "familienbande.complete") if over else None,
    )


class _Table:
    def __init__(self, founders: tuple[int, ...]) -> None:
        self.rows: list[list[int]] = [list(founders), [], [], [], []]
        self.spouses: dict[int, int] = {}
        self.used = set(founders)
        self.markers = [0] * 5

    def grow(self, random: Random, deck: list[int]) -> tuple[int, int, bool] | None:
        """A birth where there is room for one, else a marriage: card, to whom, and whether born."""
        births = [
            (row, member)
            for row in range(4)
            for member in self.rows[row]
            if member in self.spouses and len(self.rows[row + 1]) < SIZES[row + 1]
        ]
        weddings = [
            member
            for row in range(4)
            for member in self.rows[row]
            if member not in self.spouses and len(self.rows[row + 1]) < SIZES[row + 1]
        ]
        if births and (not weddings or random.random() < 0.55):
            row, member = random.choice(births)
            fits = child_fits(member, self.spouses[member])
            for card in deck:
                if card not in self.used and fits >> card & 1:
                    self.used.add(card)
                    self.rows[row + 1].append(card)
                    for trait in CARDS[card].traits:
                        self.markers[trait] += row + 2
                    return card, member, True
        if weddings:
            member = random.choice(weddings)
            wanted = Gender.WOMAN if CARDS[member].gender is Gender.MAN else Gender.MAN
            card = next(each for each in deck if each not in self.used and CARDS[each].gender is wanted)
            self.used.add(card)
            self.spouses[member] = card
            return card, member, False
        return None
