"""The set-up and the beginnings of Ages: objectives, coins, cards, the draft (rulebook: Début de l'Âge)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from engine.chance import Chance
from engine.game import Event, IllegalMove
from engine.genesia import turns
from engine.genesia.board import bits, event, own_event, with_hidden
from engine.genesia.cards import CARD_NUMBERS
from engine.genesia.decks import packs
from engine.genesia.model import (
    CARDS,
    INCOME,
    MAPS,
    OBJECTIVES,
    RECRUIT_PRICE,
    Aim,
    Draft,
    GenesiaOptions,
    Level,
    Lot,
    Move,
    Phase,
)
from engine.genesia.state import Goods, Hidden, State
from engine.masks import mask_of

__all__ = [
    "aims",
    "begin_age",
    "check_aim",
    "check_draft",
    "lots",
    "moves",
    "pack",
    "pending",
    "play",
    "setup",
]

DEALT = 6
KEPT = 5
OBJECTIVES_DEALT = 2

LEFT_OUT = {
    Level.BEGINNER: frozenset({6, 11, 36, 39, 64, 65, 70, 72}),
    Level.EXPERT: frozenset({5, 12, 33, 42, 64, 65, 69, 72}),
    Level.HEROIC: frozenset({3, 9, 34, 40, 64, 65, 67, 72}),
}
"""Cards that a solo game does without (rulebook: Règles pour 1 joueur; its 45 must be 40)."""


def lots(options: GenesiaOptions, seats: int, age: int) -> tuple[Lot, ...]:
    """The lots that cards in use in that Age are of (rulebook: Mise en place, D).

    As many as players, in solo two; of decks of one's own at least as many as players.
    """
    if options.decks:
        found = {CARDS[card].lot for card in packs(options.decks)[age - 1]}
        return tuple([lot for lot in Lot if lot in found])
    if options.lots and seats > 1:
        letters = options.lots.split("/")[age - 1]
        return tuple([lot for lot in Lot if lot.letter in letters])
    return tuple(Lot)[: max(seats, 2)]


def pack(options: GenesiaOptions, seats: int, age: int) -> tuple[int, ...]:
    """The cards of that Age, ascending: all of them are dealt."""
    if options.decks:
        return packs(options.decks)[age - 1]
    used = lots(options, seats, age)
    left_out = LEFT_OUT[options.level] if seats == 1 else frozenset[int]()
    return tuple(
        [n for n in CARD_NUMBERS if CARDS[n].age == age and CARDS[n].lot in used and n not in left_out]
    )


def aims(options: GenesiaOptions, seats: int) -> tuple[int, ...]:
    """The objectives in use, ascending: those of a colour that is used in some Age, and the neutral ones.

    There are always two for each seat and two more: six cards for each are of as many colours at least.
    """
    if seats == 1 or not options.objectives:
        return ()
    used = {lot for age in (1, 2, 3) for lot in lots(options, seats, age)}
    return tuple([n for n in sorted(OBJECTIVES) if OBJECTIVES[n].lot is None or OBJECTIVES[n].lot in used])


def setup(options: GenesiaOptions, seats: int, chance: Chance) -> State:
    """Draw the turn order, then each seat's two objectives, or without objectives the first Age's cards."""
    peoples = max(seats, 2)
    regions = len(MAPS[peoples].regions)
    state = State(
        options=options,
        seats=seats,
        age=1,
        phase=Phase.OBJECTIVE,
        order=tuple(chance.shuffled(range(peoples))),
        turn=0,
        goods=(Goods(clans=(0,) * regions, cities=0, coins=0),) * peoples,
        hidden=(Hidden(),) * peoples,
        turns=(0,) * peoples,
        stamps=(0,) * regions,
    )
    in_use = aims(options, seats)
    if not in_use:
        return begin_age(state, 1, chance)[0]
    drawn = chance.shuffled(in_use)
    hidden = [
        Hidden(dealt=tuple(sorted(drawn[OBJECTIVES_DEALT * p : OBJECTIVES_DEALT * (p + 1)])))
        for p in range(peoples)
    ]
    return replace(state, hidden=tuple(hidden), aside=tuple(sorted(drawn[OBJECTIVES_DEALT * peoples :])))


def begin_age(state: State, age: int, chance: Chance) -> tuple[State, tuple[Event, ...]]:
    """Coins and cards for everybody; then the draft, or in solo at once the first growth turn.

    Coins and inventions stay from Age to Age, everything else begins anew. In solo no coins are dealt, and
    each people has half of the cards, open.
    """
    solo = state.seats == 1
    drawn = chance.shuffled(pack(state.options, state.seats, age))
    each = len(drawn) // len(state.goods)
    hands = [mask_of(drawn[each * p : each * (p + 1)]) for p in range(len(state.goods))]
    goods = tuple(
        [
            replace(
                own,
                coins=own.coins + (0 if solo else INCOME),
                free_moves=0,
                price=RECRUIT_PRICE,
                passage=False,
                intents=(),
                bonus=0,
                attacked=False,
            )
            for own in state.goods
        ]
    )
    hidden = tuple(
        [
            Hidden(hand=cards if solo else 0, pack=0 if solo else cards, objective=own.objective)
            for own, cards in zip(state.hidden, hands, strict=True)
        ]
    )
    state = replace(
        state,
        age=age,
        phase=Phase.DRAFT,
        turn=0,
        goods=goods,
        hidden=hidden,
        played=(),
        turns=(0,) * len(goods),
        undo=(),
        fray=None,
        done=0,
        choosing=(),
        places=(),
    )
    told = event(state, "age", None, chance=True, age=age, order=state.order)
    return (turns.begin(state) if solo else state), (told,)


def check_aim(state: State, people: int, move: Aim) -> None:
    """Raises `IllegalMove` genesia.not_dealt."""
    if move.objective not in state.hidden[people].dealt:
        raise IllegalMove("genesia.not_dealt", objective=move.objective)


def check_draft(state: State, people: int, move: Draft) -> None:
    """Raises `IllegalMove` genesia.unknown_card, not_in_pack."""
    if move.card not in CARD_NUMBERS:
        raise IllegalMove("genesia.unknown_card", card=move.card)
    if not state.hidden[people].pack >> move.card & 1:
        raise IllegalMove("genesia.not_in_pack", card=move.card)


def pending(state: State) -> tuple[int, ...]:
    """Peoples that have not chosen an objective or a card yet."""
    return tuple([people for people, hidden in enumerate(state.hidden) if hidden.pick is None])


def moves(state: State, people: int) -> Sequence[Move]:
    """What the people may choose, or choose instead."""
    hidden = state.hidden[people]
    if state.phase is Phase.OBJECTIVE:
        return tuple([Aim(number) for number in hidden.dealt])
    return tuple([Draft(card) for card in bits(hidden.pack)])


def play(state: State, people: int, move: Move, chance: Chance) -> tuple[State, tuple[Event, ...]]:
    """Seal a choice, which may still be changed; the last one in moves the match on."""
    before = state.hidden[people].pick
    if isinstance(move, Aim):
        state = with_hidden(state, people, pick=move.objective)
        changed = before not in (None, move.objective)
        told = own_event(state, "aimed", people, objective=move.objective, changed=changed)
        if pending(state):
            return state, (told,)
        state, events = begin_age(_aimed(state), 1, chance)
        return state, (told, *events)
    assert isinstance(move, Draft)
    state = with_hidden(state, people, pick=move.card)
    changed = before not in (None, move.card)
    told = own_event(state, "took", people, card=move.card, changed=changed)
    if pending(state):
        return state, (told,)
    state, events = _picked(state)
    return state, (told, *events)


def _aimed(state: State) -> State:
    """Everybody keeps one objective, the other ones go aside unseen."""
    aside = [*state.aside]
    hidden: list[Hidden] = []
    for own in state.hidden:
        aside += [number for number in own.dealt if number != own.pick]
        hidden.append(replace(own, pick=None, dealt=(), objective=own.pick))
    return replace(state, hidden=tuple(hidden), aside=tuple(sorted(aside)))


def _picked(state: State) -> tuple[State, tuple[Event, ...]]:
    """Everybody takes its card and hands on the rest: to the left in Ages I and III, to the right in Age II.

    The sixth card of each is put away unseen, and pays nothing (rulebook: Drafter).
    """
    peoples = len(state.hidden)
    kept = [(own.hand | 1 << own.pick, own.pack & ~(1 << own.pick)) for own in state.hidden if own.pick]
    number = kept[0][0].bit_count()
    events = [event(state, "picked", None, number=number)]
    if number < KEPT:
        giver = -1 if state.age != 2 else 1
        hidden = [
            replace(own, pick=None, hand=kept[p][0], pack=kept[(p + giver) % peoples][1])
            for p, own in enumerate(state.hidden)
        ]
        return replace(state, hidden=tuple(hidden)), tuple(events)
    hidden = [
        replace(own, pick=None, hand=hand, pack=0, discards=left)
        for own, (hand, left) in zip(state.hidden, kept, strict=True)
    ]
    for people, (hand, left) in enumerate(kept):
        events.append(own_event(state, "drafted", people, cards=bits(hand), left=left.bit_length() - 1))
    return turns.begin(replace(state, hidden=tuple(hidden))), tuple(events)
