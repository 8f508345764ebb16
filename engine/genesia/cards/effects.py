"""The effects of cards when they are played.

No card has code of its own: every effect of the vocabulary is implemented here, on whichever card it stands.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from engine.game import Event
from engine.genesia import codes
from engine.genesia.board import (
    add_clans,
    add_coins,
    bits,
    cities_left,
    clans_left,
    event,
    map_of,
    rivals,
    set_city,
    sorted_by_value,
    with_hidden,
    with_public,
)
from engine.genesia.cards.legality import mode_of, original_play
from engine.genesia.cards.modes import amount, max_leap, mode_in
from engine.genesia.model import CARDS, Effect, Kind, Place, Play, PlayedCard, Timing
from engine.genesia.state import State

__all__ = ["play_card"]


def play_card(state: State, people: int, move: Play, timing: Timing) -> tuple[State, tuple[Event, ...]]:
    """Play a legal card: pay for it, lay it open, apply its immediate effects. Clears the undo steps.

    The card goes from the hand to `played`, and to inventions and intents. Only the card's own cost is paid,
    never that of a copied one. The first event is genesia.played with the timing as which the card works (for
    a copy, that of the original); each effect adds events. Attack and defence modifiers do nothing here: the
    code of the fight adds the card, or the copied one (`move.copy`), to the assault.
    """
    mode = mode_of(state, move, timing)
    shown = move.card if move.copy is None else move.copy
    works_as = timing if move.copy is None else original_play(state, move.copy).timing
    public = state.public[people]
    inventions = public.inventions
    for card in dict.fromkeys((move.card, shown)):
        if CARDS[card].is_invention and card not in inventions:
            inventions = (*inventions, card)
    played = PlayedCard(move.card, people, move.copy, timing, state.phase)
    state = with_hidden(state, people, hand=state.hidden[people].hand & ~(1 << move.card))
    state = with_public(
        state,
        people,
        coins=public.coins - CARDS[move.card].cost,
        inventions=inventions,
        intents=(*public.intents, shown) if works_as is Timing.INTENT else public.intents,
    )
    state = replace(state, played=(*state.played, (played, state.ply)), undo=())
    played_event = event(
        state,
        codes.PLAYED,
        people,
        card=move.card,
        copied=move.copy,
        timing=works_as.value,
        at=move.at,
        start=move.start,
    )
    events = [played_event]
    effects = mode.effects
    if move.copy is not None:
        effects = (
            *[each for each in mode_in(move.card, timing).effects if each.kind is not Kind.COPY],
            *effects,
        )
    for effect in effects:
        state, happened = _apply(state, people, effect, move)
        events.extend(happened)
    return state, tuple(events)


def _apply(state: State, people: int, effect: Effect, move: Play) -> tuple[State, Sequence[Event]]:
    """Apply one effect of a card. Effects that matter only in a fight do nothing here."""
    public = state.public[people]
    match effect.kind:
        case Kind.COINS:
            coins = amount(state, people, effect)
            return add_coins(state, people, coins), (event(state, codes.GAINED_COINS, people, coins=coins),)
        case Kind.CLANS:
            return _gain_clans(state, people, effect, move)
        case Kind.CITY:
            return _build(state, people, effect, move)
        case Kind.MOVES:
            moves = amount(state, people, effect)
            state = with_public(state, people, free_moves=public.free_moves + moves)
            return state, (event(state, codes.FREE_MOVES, people, moves=moves),)
        case Kind.PRICE:
            price = min(public.price, effect.amount)
            return with_public(state, people, price=price), (event(state, codes.PRICE, people, coins=price),)
        case Kind.PASSAGE:
            return with_public(state, people, passage=True), (event(state, codes.PASSAGE, people),)
        case Kind.LEAP:
            return _leap(state, people, effect, move)
        case Kind.TRIBUTE:
            return _tribute(state, people, effect)
        case Kind.PROGRESS:
            points = amount(state, people, effect)
            state = with_public(state, people, bonus=public.bonus + points)
            return state, (event(state, codes.PROGRESS, people, points=points),)
        case _:
            return state, ()


def _gain_clans(state: State, people: int, effect: Effect, move: Play) -> tuple[State, Sequence[Event]]:
    """Put clans on the board, as far as the supply reaches.

    Rulebook: Croissance, "prenez seulement les Clans restants". If the supply does not reach for all cities,
    clans go to the regions that are worth most.
    """
    regions = map_of(state).regions
    if effect.place is Place.HOME:
        places = (map_of(state).homes[people],)
    elif effect.place is Place.CITIES:
        places = bits(state.public[people].cities)
    else:
        assert move.at is not None, "a place was asked for"
        places = (map_of(state).indices[move.at],)
    wanted = amount(state, people, effect)
    left, gains = clans_left(state.public[people]), dict[int, int]()
    for at in sorted_by_value(state, places):
        gains[at] = min(wanted, left)
        left -= gains[at]
    events: list[Event] = []
    for at in places:
        gained = gains[at]
        state = add_clans(state, people, at, gained)
        events.append(
            event(state, codes.GAINED_CLANS, people, clans=gained, wanted=wanted, at=regions[at].code)
        )
    return state, events


def _build(state: State, people: int, effect: Effect, move: Play) -> tuple[State, Sequence[Event]]:
    """Build a city, or give the reason why none is built: one stands there, or all 20 are in play.

    Rulebook: Créez vos cités.
    """
    board = map_of(state)
    if effect.place is Place.HOME:
        at = board.homes[people]
    else:
        assert move.at is not None, "a place was asked for"
        at = board.indices[move.at]
    public, place = state.public[people], board.regions[at].code
    standing = bool(public.cities >> at & 1)
    if standing or not cities_left(public):
        why = "standing" if standing else "supply"
        return state, (event(state, codes.UNBUILT, people, at=place, why=why),)
    state = set_city(state, people, at)
    return state, (event(state, codes.BUILT, people, at=place),)


def _leap(state: State, people: int, effect: Effect, move: Play) -> tuple[State, Sequence[Event]]:
    named = map_of(state).indices
    assert move.start is not None, "a leap begins somewhere"
    assert move.at is not None, "a leap ends somewhere"
    start = named[move.start]
    clans = max_leap(state, people, effect, start) if move.clans is None else move.clans
    state = add_clans(state, people, start, -clans)
    state = add_clans(state, people, named[move.at], clans)
    return state, (event(state, codes.LEAPT, people, clans=clans, start=move.start, at=move.at),)


def _tribute(state: State, people: int, effect: Effect) -> tuple[State, Sequence[Event]]:
    """Let every rival pay the amount, or all its coins: there are no debts (rulebook: Coût)."""
    wanted = amount(state, people, effect)
    events: list[Event] = []
    for rival in rivals(state, people):
        paid = min(wanted, state.public[rival].coins)
        if paid:
            state = add_coins(add_coins(state, rival, -paid), people, paid)
            events.append(event(state, codes.TRIBUTE, people, rival=rival, coins=paid))
    return state, events
