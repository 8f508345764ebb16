"""Handmade families for the gallery and the tests: plausible to look at, not played by the rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random

from engine.familienbande import codes
from engine.familienbande.cards import CARDS, DECK, GENERATION_SIZES, cards_in, fitting_children, mask
from engine.familienbande.model import Asks, FamilienbandeOptions, Gender, PlacedCard, Trait, View, penalty
from engine.game import Result, Seat
from render.familienbande.pictures import board, choice, hand
from render.kit.canvas import Picture, Theme

__all__ = ["GALLERY", "sample"]


def sample(
    seats: int = 4, turns: int = 0, *, viewer: int | None = None, over: bool = False, seed: int = 1
) -> View:
    """Return a match after `turns` turns; with `over`, a finished match of any length."""
    random = Random(seed)
    deck = random.sample(cards_in(DECK), 70)
    founders = tuple(deck[:3])
    lineage = _Lineage(founders)
    placed: list[PlacedCard] = []
    turn = 0
    while len(lineage.rows[4]) < GENERATION_SIZES[4] if over else turn < turns:
        if move := lineage.grow(random, deck):
            placed.append(PlacedCard(turn, *move))
        turn += 1
    used = mask(*founders, *(each.card for each in placed))
    rest = random.sample(cards_in(DECK & ~used), 70 - used.bit_count())
    sizes = [random.randint(0, 5) if over else 5 for _ in range(seats)]
    hands = [tuple(sorted(rest.pop() for _ in range(size))) for size in sizes]
    families = random.sample(list(Trait), seats)
    scores = tuple(
        (lineage.markers[families[s]] - penalty(len(hands[s])), -len(hands[s])) for s in range(seats)
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
        markers=tuple(lineage.markers),
        hand_sizes=tuple(len(hand) for hand in hands),
        hand=() if viewer is None else hands[viewer],
        family=None if viewer is None else families[viewer],
        families=tuple(families[seat] if over or seat == viewer else None for seat in range(seats)),
        pile_size=len(rest),
        discard_count=0,
        own_discards=(),
        shown_hands=tuple(hands) if over else (),
        dry_passes=0,
        result=Result(ranks, scores, codes.COMPLETE) if over else None,
    )


class _Lineage:
    def __init__(self, founders: tuple[int, ...]) -> None:
        self.rows: list[list[int]] = [list(founders), [], [], [], []]
        self.spouses: dict[int, int] = {}
        self.used = set(founders)
        self.markers = [0] * 5

    def grow(self, random: Random, deck: list[int]) -> tuple[int, int, bool] | None:
        """Add a birth where there is room for one, otherwise a marriage.

        Return the new card, the member that it joins, and whether it is a birth. Return `None` if neither is
        possible.
        """
        births = [
            (row, member)
            for row in range(4)
            for member in self.rows[row]
            if member in self.spouses and len(self.rows[row + 1]) < GENERATION_SIZES[row + 1]
        ]
        weddings = [
            member
            for row in range(4)
            for member in self.rows[row]
            if member not in self.spouses and len(self.rows[row + 1]) < GENERATION_SIZES[row + 1]
        ]
        if births and (not weddings or random.random() < 0.55):
            row, member = random.choice(births)
            fits = fitting_children(member, self.spouses[member])
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


NAMES = ("Léa", "Maximilian von Hohenzollern", "Ōtani", "Rhea")


def _board(view: View, theme: Theme) -> Picture:
    return board(view, NAMES, theme=theme)


def _targets(view: View, theme: Theme) -> Picture:
    singles = [
        person.card
        for row in view.rows[:-1]
        for person in row.people
        if person.spouse is None and not row.is_turned and CARDS[person.card].gender is Gender.WOMAN
    ]
    card = next(number for number in CARDS if all(number != each.card for each in view.placed))
    return choice(view, NAMES, card, singles[:8], theme=theme)


def _everybody(view: View, theme: Theme) -> Picture:
    """Return a picture with candidates all over the tree."""
    members = [person.card for row in view.rows[:4] for person in (row.people[0], row.people[-1])]
    card = next(number for number in CARDS if all(number != each.card for each in view.placed))
    return choice(view, NAMES, card, members[:8], theme=theme)


def _holding(cards: int) -> View:
    """Return the view of a player whose hand has grown to `cards` cards by passing."""
    view = sample(2, viewer=0)
    kept = [number for number in CARDS if number not in view.founders]
    return replace(view, hand=tuple(sorted(Random(cards).sample(kept, cards))))


GALLERY: Mapping[str, Callable[[Theme], Picture]] = {
    "start": lambda theme: _board(sample(2), theme),
    "two players": lambda theme: _board(sample(2, 12, viewer=0), theme),
    "four players": lambda theme: _board(sample(4, 26, viewer=1, seed=3), theme),
    "late": lambda theme: _board(sample(3, 38, viewer=0, seed=2), theme),
    "over": lambda theme: _board(sample(4, over=True, seed=5), theme),
    "targets": lambda theme: _targets(sample(4, 17, viewer=0, seed=4), theme),
    "targets, late": lambda theme: _targets(sample(4, 30, viewer=0, seed=7), theme),
    "targets, apart": lambda theme: _everybody(sample(4, 30, viewer=0, seed=7), theme),
    "hand": lambda theme: hand(sample(2, viewer=0), theme=theme),
    "hand, lifted": lambda theme: hand(
        sample(2, viewer=1), theme=theme, highlight=sample(2, viewer=1).hand[1:3]
    ),
    "hand, single": lambda theme: hand(_holding(1), theme=theme),
    "hand, many": lambda theme: hand(_holding(14), theme=theme),
    "hand, nearly all": lambda theme: hand(_holding(60), theme=theme),
}
