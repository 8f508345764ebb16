"""The set-up and the beginning of every Age: cards and objectives in use, coins, the cards dealt.

Rulebook: Mise en place, Début de l'Âge.
"""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from engine.chance import Chance
from engine.game import Event
from engine.genesia import codes
from engine.genesia.board import event
from engine.genesia.box.cards import CARD_NUMBERS
from engine.genesia.box.decks import cards_by_age
from engine.genesia.model import (
    AGE_INCOME,
    CARDS,
    MAPS,
    OBJECTIVES,
    RECRUIT_PRICE,
    GenesiaOptions,
    Level,
    Lot,
    Phase,
)
from engine.genesia.phases import turns
from engine.genesia.state import Hidden, Public, State
from engine.kit.masks import mask_of

__all__ = ["begin_age", "cards_in_use", "lots_in_use", "objectives_in_use", "setup"]

OBJECTIVES_DEALT = 2
"""Objectives dealt to each seat, which keeps one of them."""

SOLO_CARDS_LEFT_OUT = {
    Level.BEGINNER: frozenset({6, 11, 36, 39, 64, 65, 70, 72}),
    Level.EXPERT: frozenset({5, 12, 33, 42, 64, 65, 69, 72}),
    Level.HEROIC: frozenset({3, 9, 34, 40, 64, 65, 67, 72}),
}
"""The cards left out of a solo game, by level (rulebook: Règles pour 1 joueur; its 45 must be 40)."""


def lots_in_use(options: GenesiaOptions, seats: int, age: int) -> tuple[Lot, ...]:
    """Return the lots of the cards in use in that Age (rulebook: Mise en place, D).

    They are as many as players, in solo two. Decks that players chose can mix cards of more lots.
    """
    if options.decks:
        found = {CARDS[card].lot for card in cards_by_age(options.decks)[age - 1]}
        return tuple([lot for lot in Lot if lot in found])
    if options.lots and seats > 1:
        letters = options.lots.split("/")[age - 1]
        return tuple([lot for lot in Lot if lot.letter in letters])
    return tuple(Lot)[: max(seats, 2)]


@lru_cache(maxsize=64)
def cards_in_use(options: GenesiaOptions, seats: int, age: int) -> tuple[int, ...]:
    """Return the cards of that Age, ascending; all of them are dealt."""
    if options.decks:
        return cards_by_age(options.decks)[age - 1]
    used = lots_in_use(options, seats, age)
    left_out = SOLO_CARDS_LEFT_OUT[options.level] if seats == 1 else frozenset[int]()
    return tuple(
        [n for n in CARD_NUMBERS if CARDS[n].age == age and CARDS[n].lot in used and n not in left_out]
    )


def objectives_in_use(options: GenesiaOptions, seats: int) -> tuple[int, ...]:
    """Return the objectives in use, ascending: the neutral ones and those of a colour used in some Age.

    There are always at least two for each seat and two more: even decks with six cards for each seat hold at
    least as many colours as seats.
    """
    if seats == 1 or not options.objectives:
        return ()
    used = {lot for age in (1, 2, 3) for lot in lots_in_use(options, seats, age)}
    return tuple([n for n in sorted(OBJECTIVES) if OBJECTIVES[n].lot is None or OBJECTIVES[n].lot in used])


def setup(options: GenesiaOptions, seats: int, chance: Chance) -> State:
    """Return the first state: the turn order is drawn, and each seat is dealt two objectives.

    Without objectives the cards of the first Age are dealt instead.
    """
    peoples = max(seats, 2)
    regions = len(MAPS[seats].regions)
    state = State(
        options=options,
        seats=seats,
        age=1,
        phase=Phase.OBJECTIVE,
        order=tuple(chance.shuffled(range(peoples))),
        turn=0,
        public=(Public(clans=(0,) * regions, cities=0, coins=0),) * peoples,
        hidden=(Hidden(),) * peoples,
        turn_ends=(0,) * peoples,
        changed_at=(0,) * regions,
    )
    in_use = objectives_in_use(options, seats)
    if not in_use:
        return begin_age(state, 1, chance)[0]
    drawn = chance.shuffled(in_use)
    hidden = [
        Hidden(dealt=tuple(sorted(drawn[OBJECTIVES_DEALT * p : OBJECTIVES_DEALT * (p + 1)])))
        for p in range(peoples)
    ]
    return replace(state, hidden=tuple(hidden), aside=tuple(sorted(drawn[OBJECTIVES_DEALT * peoples :])))


def begin_age(state: State, age: int, chance: Chance) -> tuple[State, tuple[Event, ...]]:
    """Give everybody coins and cards, and begin the draft; in solo the first growth turn.

    Coins and inventions stay from Age to Age, also objectives and orders about war; everything else begins
    anew. A solo player gets no coins, and each of the two peoples half of the cards, open.
    """
    solo = state.seats == 1
    drawn = chance.shuffled(cards_in_use(state.options, state.seats, age))
    each = len(drawn) // len(state.public)
    hands = [mask_of(drawn[each * p : each * (p + 1)]) for p in range(len(state.public))]
    public = tuple(
        [
            replace(
                own,
                coins=own.coins + (0 if solo else AGE_INCOME),
                free_moves=0,
                price=RECRUIT_PRICE,
                passage=False,
                intents=(),
                bonus=0,
                attacked=False,
            )
            for own in state.public
        ]
    )
    hidden = tuple(
        [
            Hidden(
                hand=cards if solo else 0,
                pack=0 if solo else cards,
                objective=own.objective,
                war_order=own.war_order,
            )
            for own, cards in zip(state.hidden, hands, strict=True)
        ]
    )
    state = replace(
        state,
        age=age,
        phase=Phase.DRAFT,
        turn=0,
        public=public,
        hidden=hidden,
        played=(),
        turn_ends=(0,) * len(public),
        undo=(),
        attack_round=None,
        done=0,
        choosing=(),
        places=(),
    )
    age_event = event(state, codes.AGE, None, chance=True, age=age, order=state.order)
    return (turns.begin(state) if solo else state), (age_event,)
