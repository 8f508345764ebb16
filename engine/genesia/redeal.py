"""Random states that a seat cannot tell from the real one: everything that it may not know is dealt anew."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from engine.chance import Chance
from engine.game import Seat
from engine.genesia.board import bits, with_hidden
from engine.genesia.cards import legality
from engine.genesia.combat import assault, attack_phase
from engine.genesia.combat.resolution import current_combat
from engine.genesia.model import Move, Phase, Reactions, Stance, StandingOrder, Timing, WarOrder
from engine.genesia.phases import draft
from engine.genesia.state import Hidden, State, UndoStep
from engine.kit.masks import mask_of

__all__ = ["redeal"]

_BEFORE_ORDERS = frozenset({Phase.OBJECTIVE, Phase.DRAFT})
"""The phases of an Age in which nobody can have given an order or chosen a truce in it."""


def redeal(state: State, seat: Seat | None, chance: Chance) -> State:
    """Return a state in which everything that the seat's view does not show is dealt anew.

    That is, of the others, hands, packs, sealed choices, discards, objectives, stances, truces and orders.
    The number of cards that each has, the peoples that have chosen and those that are asked stay as they are.
    A solo game has no secrets.
    """
    if state.seats == 1:
        return state
    hidden = list(state.hidden)
    others = [people for people in range(len(hidden)) if people != seat]
    aside = _redeal_objectives(state, hidden, others, chance)
    if state.phase is Phase.DRAFT and len({len(own.taken) for own in hidden}) == 1:
        _redeal_packs(state, hidden, seat, chance)
    else:  # an anticipated state has no history of picks from which packs could be dealt
        _redeal_cards(state, hidden, others, chance)
    _redeal_will(state, hidden, others, chance)
    undo = state.undo
    if undo and state.order[state.turn] != seat:
        undo = _redeal_undo(undo, hidden[state.order[state.turn]].discards)
    return replace(state, hidden=tuple(hidden), aside=aside, undo=undo)


def _redeal_objectives(
    state: State, hidden: list[Hidden], others: list[int], chance: Chance
) -> tuple[int, ...]:
    """Deal all objectives but the viewer's anew, until they are revealed; return those set aside."""
    if state.phase is Phase.OVER or not state.options.objectives:
        return state.aside
    pool = [*state.aside]
    for people in others:
        pool += state.hidden[people].dealt
        if state.hidden[people].objective is not None:
            pool.append(state.hidden[people].objective or 0)
    drawn = iter(chance.shuffled(sorted(pool)))
    for people in others:
        own = hidden[people]
        dealt = tuple(sorted([next(drawn) for _ in own.dealt]))
        pick = own.pick
        if dealt and pick is not None:
            pick = chance.choice(dealt)
        objective = None if own.objective is None else next(drawn)
        hidden[people] = replace(own, dealt=dealt, pick=pick, objective=objective)
    return tuple(sorted(drawn))


def _redeal_packs(state: State, hidden: list[Hidden], viewer: int | None, chance: Chance) -> None:
    """Deal the draft so far anew: the cards that each took from the packs, and the cards left in them.

    The viewer has seen each of its packs. The cards missing from a pack that came back were taken by the
    peoples between; of a pack that it passed on, those after it can have taken any. A card that it has never
    seen can be anybody's.
    """
    peoples, picks = len(hidden), len(hidden[0].taken)
    seen = () if viewer is None else draft.packs_seen(state, viewer)
    own = () if viewer is None else state.hidden[viewer].taken
    unseen = sum([each.hand | each.pack for each in state.hidden])
    for _, cards in seen[:peoples]:
        unseen &= ~cards
    drawn = iter(chance.shuffled(bits(unseen)))
    taken = [[0] * picks for _ in hidden]
    packs = [0] * peoples
    for pack in range(peoples):
        times = [number for number, (dealt, _) in enumerate(seen) if dealt == pack]
        known = [seen[number][1] for number in times]
        first = times[0] if times else picks
        gone = [next(drawn) for _ in range(first)]
        for number, cards, later in zip(times, known, (*known, 0)[1:], strict=True):
            if number == picks:
                continue
            rest = chance.shuffled(bits(cards & ~later & ~(1 << own[number])))
            gone += [own[number], *rest[: min(number + peoples, picks) - number - 1]]
        left = known[-1] if times else _draw(drawn, state.hidden[draft.holder(state, pack, picks)].pack)
        packs[draft.holder(state, pack, picks)] = left & ~mask_of(gone)
        for number, card in enumerate(gone):
            taken[draft.holder(state, pack, number)][number] = card
    for people, before in enumerate(state.hidden):
        if people != viewer:
            pick = None if before.pick is None else chance.choice(bits(packs[people]))
            cards = tuple(taken[people])
            hidden[people] = replace(
                hidden[people], hand=mask_of(cards), taken=cards, pack=packs[people], pick=pick
            )


def _redeal_cards(state: State, hidden: list[Hidden], others: list[int], chance: Chance) -> None:
    """Deal all cards of the Age that the viewer has not seen anew, to each people as many as it has."""
    pool = 0
    for people in others:
        own = state.hidden[people]
        pool |= own.hand | own.pack | own.discards
    dealt = chance.shuffled(bits(pool))
    if (first := _must_defend(state, others)) is not None:
        dealt = _defender_first(state, dealt, first, chance)
        others = [first, *(people for people in others if people != first)]
    drawn = iter(dealt)
    for people in others:
        own = hidden[people]
        taken = tuple([next(drawn) for _ in own.taken])
        hand, pack = mask_of(taken) if taken else _draw(drawn, own.hand), _draw(drawn, own.pack)
        pick = own.pick
        if pack and pick is not None:
            pick = chance.choice(bits(pack))
        discards = _draw(drawn, own.discards)
        hidden[people] = replace(own, hand=hand, taken=taken, pack=pack, discards=discards, pick=pick)


def _must_defend(state: State, others: list[int]) -> int | None:
    """Return the defender that is asked at a swift table, unless it is the viewer; `None` otherwise.

    Everybody sees that such a defender holds a card that it can play.
    """
    if state.phase is not Phase.REACTION or state.options.reactions is not Reactions.SWIFT:
        return None
    defender = attack_phase.pending(state)[0]
    return defender if defender in others else None


def _defender_first(state: State, dealt: list[int], people: int, chance: Chance) -> list[int]:
    """Return the cards with one in front that this people could play in defence."""
    could = [
        card
        for card in dealt
        if legality.plays(with_hidden(state, people, hand=1 << card), people, (Timing.DEFENCE,))
    ]
    first = chance.choice(sorted(could))
    return [first, *(card for card in dealt if card != first)]


def _draw(cards: Iterator[int], like: int) -> int:
    """Return as many cards as the set `like` has; both sets are bits."""
    return sum([1 << next(cards) for _ in range(like.bit_count())])


def _redeal_will(state: State, hidden: list[Hidden], others: list[int], chance: Chance) -> None:
    """Draw sealed stances, truces, orders and sealed steps anew where the viewer cannot tell them.

    There is no truce before the first choice of an Age.
    """
    for people in others:
        hidden[people] = replace(hidden[people], war_order=_redeal_war_order(state, chance))
    if state.phase in _BEFORE_ORDERS:
        return
    asked = attack_phase.choosers(state)
    war = () if state.attack_round is None else state.attack_round.stances
    for people in others:
        own = hidden[people]
        order = chance.choice(tuple(StandingOrder))
        if people == _must_defend(state, others):
            # NEVER would have answered, and CITY too with a city at stake: only ASK is always possible.
            order = StandingOrder.ASK
        stance, truce = own.stance, False
        if state.phase is Phase.STANCE:
            if people in asked and stance is not None:
                stance = chance.choice(tuple(Stance))
                truce = stance is Stance.TRUCE
            elif stance is not None:
                stance = Stance.PEACE
            elif state.attack_round is not None and state.attack_round.number > 1:
                truce = chance.below(2) == 1
        elif war and war[people] is Stance.PEACE:
            truce = chance.below(2) == 1
        hidden[people] = replace(
            own,
            standing_order=order,
            stance=stance,
            truce=truce,
            steps=_redeal_steps(state, people, chance),
            campaign=(),
            truce_follows=False,
        )


def _redeal_war_order(state: State, chance: Chance) -> WarOrder:
    """Draw an order about war and peace.

    There is none before the first growth; it is kept from Age to Age.
    """
    first = state.age == 1 and state.phase in _BEFORE_ORDERS
    return WarOrder.ASK if first else chance.choice(tuple(WarOrder))


def _redeal_steps(state: State, people: int, chance: Chance) -> tuple[Move, ...]:
    """Draw the sealed way to fight another people's assault, if it can have been sealed already."""
    if state.phase is not Phase.REACTION or current_combat(state).attacker != people:
        return ()
    if current_combat(state).defence_cards:
        return ()
    said = chance.choice((None, *assault.ways_to_fight(state)))
    return () if said is None else (said,)


def _redeal_undo(undo: tuple[UndoStep, ...], discards: int) -> tuple[UndoStep, ...]:
    """Return the undo steps with new discarded cards, which are now among the people's discards."""
    cards = iter(bits(discards))
    return tuple(
        [
            replace(step, move=f"discard {next(cards)}") if step.move.startswith("discard") else step
            for step in undo
        ]
    )
