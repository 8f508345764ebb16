"""The modes of the cards: what the box says of them, looked up once, and what it comes to on a board."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from engine.genesia import scoring
from engine.genesia.board import bits, held, masks, next_to, occupied, rivals_hold, within
from engine.genesia.box.deck import asks
from engine.genesia.model import CARDS, Effect, Kind, Mode, Place, Timing
from engine.genesia.state import State
from engine.masks import mask_of

__all__ = ["amount", "asking", "leap_starts", "leaping", "mode_in", "modifier", "places", "with_timing"]


@cache
def with_timing(timing: Timing) -> int:
    """The cards that may be played so, as bits."""
    return mask_of(number for number, card in CARDS.items() if timing in card.timings)


@cache
def mode_in(card: int, timing: Timing) -> Mode:
    """How the card works when played then."""
    mode = CARDS[card].mode(timing)
    assert mode is not None, "who plays a card has checked its timings"
    return mode


@cache
def asking(card: int, timing: Timing) -> Effect | None:
    """The effect of that mode for which a region must be named, if any: no mode has two of them."""
    return next((effect for effect in mode_in(card, timing).effects if asks(effect)), None)


def modifier(cards: Sequence[int], timing: Timing, kind: Kind) -> int:
    """The sum of that kind of effect over cards at work with that timing (ATTACK, DEFENCE or INTENT).

    For RANGE the largest (0 without); for STORM, SHIELD and PACIFIST the number of cards that have it.
    """
    amounts = [_modifier(card, timing, kind) for card in cards]
    return max(amounts, default=0) if kind is Kind.RANGE else sum(amounts)


@cache
def _modifier(card: int, timing: Timing, kind: Kind) -> int:
    mode = CARDS[card].mode(timing)
    found = [effect.amount for effect in mode.effects if effect.kind is kind] if mode else []
    if kind in (Kind.STORM, Kind.SHIELD, Kind.PACIFIST):
        return min(1, len(found))
    return sum(found)


def amount(state: State, people: int, effect: Effect) -> int:
    """How much an effect gives that people now: its counts looked up, its maximum kept."""
    if effect.count is None:
        return effect.amount
    given = effect.amount * (scoring.count(state, people, effect.count) // effect.per)
    return given if effect.most is None else min(given, effect.most)


def leap_starts(state: State, people: int, effect: Effect) -> list[tuple[int, int]]:
    """From where that people may leap: each region with its clans, and as bits the regions it may leap to.

    A leap ends where a movement may end, and pays no toll.
    """
    peoples = len(state.goods)
    barred = rivals_hold(state, people)
    return [
        (start, there)
        for start in bits(occupied(state.goods[people].clans))
        if (there := within(peoples, start, effect.distance) & ~barred)
    ]


def leaping(state: State, people: int, effect: Effect, start: int) -> int:
    """How many clans can leap from there."""
    return min(amount(state, people, effect), state.goods[people].clans[start])


def places(state: State, people: int, effect: Effect) -> tuple[int, ...]:
    """Regions (ascending indices) that the effect may ask for; of a leap the possible destinations."""
    if effect.kind is Kind.LEAP:
        there = 0
        for _, mask in leap_starts(state, people, effect):
            there |= mask
        return bits(there)
    return bits(_place_mask(state, people, effect))


def _place_mask(state: State, people: int, effect: Effect) -> int:
    goods = state.goods[people]
    city = effect.kind is Kind.CITY
    if effect.place is Place.CITY:
        return goods.cities
    if effect.place is Place.OWN:
        return occupied(goods.clans) & ~goods.cities if city else held(goods)
    sets = masks(len(state.goods))
    if effect.place is Place.FRONTIER:
        taken = sets.homes
        for each in state.goods:
            taken |= held(each)
        return next_to(len(state.goods), held(goods)) & ~taken
    homes = sets.homes & ~sets.continents[people]
    return homes & ~goods.cities if city else homes
