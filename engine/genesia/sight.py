"""What a seat may know, and random states that it could not tell from the real one."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from msgspec.structs import replace

from engine.chance import Chance
from engine.game import Seat
from engine.genesia import closing, effects, fray, opening, scoring
from engine.genesia.board import bits, map_of, people_of
from engine.genesia.model import Phase, Rest, Stand, Struggle, Timing, View
from engine.genesia.state import Hidden, State, Step

__all__ = ["acting", "redeal", "view"]

_SEALED = frozenset({Phase.OBJECTIVE, Phase.DRAFT, Phase.STANCE})
_IN_TURN = frozenset({Phase.GROWTH, Phase.EXPANSION})
_BEFORE_ORDERS = frozenset({Phase.OBJECTIVE, Phase.DRAFT})


def acting(state: State) -> tuple[int, ...]:
    """Peoples that must decide now; those that have sealed a choice are left out."""
    phase = state.phase
    if phase in _IN_TURN:
        return (state.order[state.turn],)
    if phase is Phase.OBJECTIVE or phase is Phase.DRAFT:
        return opening.pending(state)
    if phase is Phase.END or phase is Phase.PLACE:
        return closing.pending(state)
    return () if phase is Phase.OVER else fray.pending(state)


@lru_cache(maxsize=1 << 12)
def _numbers(mask: int) -> tuple[int, ...]:
    return bits(mask)


@lru_cache(maxsize=1 << 12)
def _regions(mask: int) -> frozenset[int]:
    return frozenset(bits(mask))


def view(state: State, seat: Seat | None) -> View:
    """All that this seat (or a spectator) may know. Of a solo game everybody knows all."""
    peoples = range(len(state.goods))
    solo = state.seats == 1
    over = state.phase is Phase.OVER
    people = None if seat is None else people_of(state, seat)
    own = None if people is None else state.hidden[people]
    open_to = peoples if solo else () if people is None else (people,)
    discards = 0
    for each in open_to:
        discards |= state.hidden[each].discards
    now = acting(state)
    sealed = state.phase in _SEALED
    known_points = solo or over or not state.options.objectives
    return View(
        seat=seat,
        options=state.options,
        seats=state.seats,
        peoples=len(state.goods),
        age=state.age,
        phase=state.phase,
        order=state.order,
        acting=now,
        chosen=frozenset([each for each in peoples if each not in now]) if sealed else frozenset(),
        people=people,
        clans=tuple([goods.clans for goods in state.goods]),
        cities=tuple([_regions(goods.cities) for goods in state.goods]),
        coins=tuple([goods.coins for goods in state.goods]),
        hand_sizes=tuple([hidden.hand.bit_count() for hidden in state.hidden]),
        hands=tuple(
            [_numbers(hidden.hand) if each in open_to else () for each, hidden in enumerate(state.hidden)]
        ),
        pack=() if own is None else _numbers(own.pack),
        pick=None if own is None else own.pick,
        discards=_numbers(discards),
        played=tuple([pick for pick, _ in state.played]),
        inventions=tuple([goods.inventions for goods in state.goods]),
        intents=tuple([goods.intents for goods in state.goods]),
        free_moves=tuple([goods.free_moves for goods in state.goods]),
        prices=tuple([goods.price for goods in state.goods]),
        passage=tuple([goods.passage for goods in state.goods]),
        claims=()
        if people is None or people not in now or not _copies(state, people)
        else effects.claims(state, people),
        struggle=_struggle(state),
        stances=_stances(state, people),
        round=0 if state.fray is None else state.fray.round,
        stance=None if own is None else Stand.TRUCE if own.truce else own.stand,
        order_given=None if own is None or solo else own.rest,
        choosing=state.choosing,
        places=state.places,
        objectives=() if own is None else own.dealt,
        objective=None if own is None else own.objective,
        revealed=tuple([hidden.objective if over else None for hidden in state.hidden]),
        can_take_back=bool(state.undo) and people is not None and people in now,
        changed=_changed(state, people),
        sheets=tuple([scoring.sheet(state, each, known_points or each == people) for each in peoples]),
        result=state.result,
    )


def _copies(state: State, people: int) -> int:
    """The cards in hand with which a people copies, as bits."""
    return state.hidden[people].hand & effects.with_timing(Timing.COPY)


def _struggle(state: State) -> Struggle | None:
    if state.fray is None or state.fray.fight is None:
        return None
    fight = state.fray.fight
    regions = map_of(state).regions
    return Struggle(
        attacker=fight.attacker,
        defender=fight.defender,
        source=None if fight.source is None else regions[fight.source].code,
        target=None if fight.target is None else regions[fight.target].code,
        attack_cards=fight.attack_cards,
        defence_cards=fight.defence_cards,
        reacted=fight.reacted,
    )


def _stances(state: State, people: int | None) -> tuple[Stand | None, ...]:
    """As revealed, before that the viewer's own: the table never learns of a truce."""
    if state.fray is None:
        return (None,) * len(state.goods)
    stances = list(state.fray.stances)
    if state.phase is Phase.STANCE and people is not None:
        stances[people] = state.hidden[people].stand
    return tuple([Stand.PEACE if each is Stand.TRUCE else each for each in stances])


def _changed(state: State, people: int | None) -> frozenset[int]:
    """Regions that changed since the viewer's last move; for a spectator in the turn before and since."""
    since = sorted({0, *state.turns})[-2:][0] if people is None else state.goods[people].seen
    return frozenset([region for region, stamp in enumerate(state.stamps) if stamp > since])


def redeal(state: State, seat: Seat | None, chance: Chance) -> State:
    """Deal everything anew that the seat's view does not tell.

    Others' hands, packs, sealed choices, cards put away, objectives, stances, truces and standing orders. How
    many cards each has, who has chosen and who is asked stay as they are.
    """
    if state.seats == 1:
        return state
    hidden = list(state.hidden)
    others = [people for people in range(len(hidden)) if people != seat]
    aside = _redeal_objectives(state, hidden, others, chance)
    _redeal_cards(state, hidden, others, chance)
    _redeal_will(state, hidden, others, chance)
    undo = state.undo
    if undo and state.order[state.turn] != seat:
        undo = _redealt_undo(undo, hidden[state.order[state.turn]].discards)
    return replace(state, hidden=tuple(hidden), aside=aside, undo=undo)


def _redeal_objectives(
    state: State, hidden: list[Hidden], others: list[int], chance: Chance
) -> tuple[int, ...]:
    """All objectives but the viewer's are dealt anew, until they are revealed; returns those set aside."""
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


def _redeal_cards(state: State, hidden: list[Hidden], others: list[int], chance: Chance) -> None:
    """All cards of the Age that the viewer has not seen are dealt anew, to each as many as it has."""
    pool = 0
    for people in others:
        own = state.hidden[people]
        pool |= own.hand | own.pack | own.discards
    drawn = iter(chance.shuffled(bits(pool)))
    for people in others:
        own = hidden[people]
        pack = _draw(drawn, own.pack)
        pick = own.pick
        if pack and pick is not None:
            pick = chance.choice(_numbers(pack))
        hidden[people] = replace(
            own, hand=_draw(drawn, own.hand), pack=pack, discards=_draw(drawn, own.discards), pick=pick
        )


def _draw(cards: Iterator[int], like: int) -> int:
    """As many cards as in another set."""
    return sum([1 << next(cards) for _ in range(like.bit_count())])


def _redeal_will(state: State, hidden: list[Hidden], others: list[int], chance: Chance) -> None:
    """Sealed stances, truces and standing orders are drawn anew where they cannot be told.

    There is no truce before the first choice.
    """
    if state.phase in _BEFORE_ORDERS:
        return
    asked = fray.choosers(state)
    war = () if state.fray is None else state.fray.stances
    for people in others:
        own = hidden[people]
        rest = chance.choice(tuple(Rest))
        stand, truce = own.stand, False
        if state.phase is Phase.STANCE:
            if people in asked and stand is not None:
                stand = chance.choice(tuple(Stand))
                truce = stand is Stand.TRUCE
            elif stand is not None:
                stand = Stand.PEACE
            elif state.fray is not None and state.fray.round > 1:
                truce = chance.below(2) == 1
        elif war and war[people] is Stand.PEACE:
            truce = chance.below(2) == 1
        hidden[people] = replace(own, rest=rest, stand=stand, truce=truce)


def _redealt_undo(undo: tuple[Step, ...], discards: int) -> tuple[Step, ...]:
    """Steps that put a card away, with cards that now are among those put away."""
    cards = iter(bits(discards))
    return tuple(
        [
            replace(step, move=f"discard {next(cards)}") if step.move.startswith("discard") else step
            for step in undo
        ]
    )
