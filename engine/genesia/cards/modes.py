"""The modes of the cards: their entries in the box, looked up once, and their amounts on a board."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from engine.genesia import scoring
from engine.genesia.board import (
    bits,
    closed_regions,
    held_regions,
    masks,
    neighbours,
    occupied_regions,
    regions_within,
)
from engine.genesia.model import CARDS, Effect, Kind, Mode, Place, Timing
from engine.genesia.state import State
from engine.kit.masks import mask_of

__all__ = [
    "LossChange",
    "amount",
    "cards_with_timing",
    "is_unique",
    "leap_starts",
    "loss_changes",
    "max_leap",
    "mode_in",
    "modifier",
    "target_regions",
    "targeted_effect",
]


@cache
def cards_with_timing(timing: Timing) -> int:
    """Return the cards that may be played as this timing, as bits."""
    return mask_of(number for number, card in CARDS.items() if timing in card.timings)


@cache
def mode_in(card: int, timing: Timing) -> Mode:
    """Return the mode of the card with this timing, which the caller has checked to exist."""
    mode = CARDS[card].mode(timing)
    assert mode is not None, "who plays a card has checked its timings"
    return mode


@cache
def targeted_effect(card: int, timing: Timing) -> Effect | None:
    """Return the effect of that mode that needs a region to be named, if any; no mode has two of them."""
    return next((effect for effect in mode_in(card, timing).effects if effect.is_targeted), None)


@cache
def is_unique(card: int, timing: Timing) -> bool:
    """Return whether nobody may copy the card when it is played as this timing."""
    return any(effect.kind is Kind.UNIQUE for effect in mode_in(card, timing).effects)


def modifier(cards: Sequence[int], timing: Timing, kind: Kind) -> int:
    """Return the sum of an effect over cards at work with that timing (ATTACK, DEFENCE or INTENT).

    For RANGE it is the largest amount, 0 without any; for STORM, SHIELD and PACIFIST the number of cards that
    have it.
    """
    if not cards:
        return 0
    amounts = [_modifier(card, timing, kind) for card in cards]
    return max(amounts, default=0) if kind is Kind.RANGE else sum(amounts)


class LossChange(NamedTuple):
    """The change that one card makes to what both sides lose in an assault."""

    card: int
    losses: int
    """Clans that the attacker loses beyond those decided; negative for fewer."""
    rival_losses: int
    """Clans that the defender loses beyond those decided; negative for fewer."""


def loss_changes(
    attack_cards: Sequence[int],
    attacker_intents: Sequence[int],
    defence_cards: Sequence[int],
    defender_intents: Sequence[int],
) -> tuple[LossChange, ...]:
    """Return what each card at work in an assault changes, the attacker's first.

    Cards that change nothing are left out.
    Both sides' sums are what the changes add up to.
    """
    found: list[LossChange] = []
    for cards, timing in ((attack_cards, Timing.ATTACK), (attacker_intents, Timing.INTENT)):
        found += [
            LossChange(card, -_modifier(card, timing, Kind.SPARE), _modifier(card, timing, Kind.STRIKE))
            for card in cards
        ]
    for cards, timing in ((defence_cards, Timing.DEFENCE), (defender_intents, Timing.INTENT)):
        found += [
            LossChange(card, _modifier(card, timing, Kind.RIPOSTE), -_modifier(card, timing, Kind.HOLD))
            for card in cards
        ]
    return tuple([each for each in found if each.losses or each.rival_losses])


@cache
def _modifier(card: int, timing: Timing, kind: Kind) -> int:
    mode = CARDS[card].mode(timing)
    found = [effect.amount for effect in mode.effects if effect.kind is kind] if mode else []
    if kind in (Kind.STORM, Kind.SHIELD, Kind.PACIFIST):
        return min(1, len(found))
    return sum(found)


def amount(state: State, people: int, effect: Effect) -> int:
    """Return the amount that an effect gives that people now: multiplied by its count, up to its maximum."""
    if effect.count is None:
        return effect.amount
    given = effect.amount * (scoring.count(state, people, effect.count) // effect.per)
    return given if effect.most is None else min(given, effect.most)


def leap_starts(state: State, people: int, effect: Effect) -> list[tuple[int, int]]:
    """Return the regions from which that people may leap, each with the regions it may leap to, as bits.

    A leap ends where a movement may end, and pays no toll.
    """
    barred = closed_regions(state, people)
    return [
        (start, there)
        for start in bits(occupied_regions(state.public[people].clans))
        if (there := regions_within(state.seats, start, effect.distance) & ~barred)
    ]


def max_leap(state: State, people: int, effect: Effect, start: int) -> int:
    """Return the number of clans that can leap from the region."""
    return min(amount(state, people, effect), state.public[people].clans[start])


def target_regions(state: State, people: int, effect: Effect) -> tuple[int, ...]:
    """Return the regions that the effect may ask for, as ascending indices; for a leap the destinations."""
    if effect.kind is Kind.LEAP:
        there = 0
        for _, mask in leap_starts(state, people, effect):
            there |= mask
        return bits(there)
    return bits(_place_mask(state, people, effect))


def _place_mask(state: State, people: int, effect: Effect) -> int:
    """Return the regions where the effect may put clans or a city, as bits."""
    public = state.public[people]
    city = effect.kind is Kind.CITY
    if effect.place is Place.CITY:
        return public.cities
    if effect.place is Place.OWN:
        return occupied_regions(public.clans) & ~public.cities if city else held_regions(public)
    sets = masks(state.seats)
    if effect.place is Place.FRONTIER:
        taken = sets.homes
        for each in state.public:
            taken |= held_regions(each)
        return neighbours(state.seats, held_regions(public)) & ~taken
    homes = sets.homes & ~sets.continents[people]
    return homes & ~public.cities if city else homes
