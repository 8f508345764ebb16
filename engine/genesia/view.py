"""The view of a seat or a spectator, and the peoples that must decide."""

from __future__ import annotations

from functools import lru_cache

from engine.game import Seat
from engine.genesia import scoring
from engine.genesia.board import bits, map_of, people_of
from engine.genesia.cards import legality, modes
from engine.genesia.combat import attack_phase
from engine.genesia.model import CombatView, Phase, Stance, Timing, View
from engine.genesia.phases import age_end, draft
from engine.genesia.state import Hidden, State

__all__ = ["pending", "view"]

_SEALED = frozenset({Phase.OBJECTIVE, Phase.DRAFT, Phase.STANCE})
_IN_TURN = frozenset({Phase.GROWTH, Phase.EXPANSION})


def pending(state: State) -> tuple[int, ...]:
    """Return the peoples that must decide now, without those that have sealed a choice."""
    phase = state.phase
    if phase in _IN_TURN:
        return (state.order[state.turn],)
    if phase is Phase.OBJECTIVE or phase is Phase.DRAFT:
        return draft.pending(state)
    if phase is Phase.END or phase is Phase.PLACE:
        return age_end.pending(state)
    return () if phase is Phase.OVER else attack_phase.pending(state)


@lru_cache(maxsize=1 << 12)
def _numbers(mask: int) -> tuple[int, ...]:
    return bits(mask)


@lru_cache(maxsize=1 << 12)
def _regions(mask: int) -> frozenset[int]:
    return frozenset(bits(mask))


def view(state: State, seat: Seat | None) -> View:
    """Return everything that this seat (or a spectator) may know. In solo everybody knows everything.

    Steps that the seat has sealed at the end of an Age are shown as if they were done.
    """
    if seat is not None and state.phase is Phase.END:
        state = age_end.apply_sealed_steps(state, people_of(state, seat))
    peoples = range(len(state.public))
    solo = state.seats == 1
    over = state.phase is Phase.OVER
    people = None if seat is None else people_of(state, seat)
    own = None if people is None else state.hidden[people]
    open_to = peoples if solo else () if people is None else (people,)
    discards = 0
    for each in open_to:
        discards |= state.hidden[each].discards
    now = pending(state)
    sealed = state.phase in _SEALED or (state.phase is Phase.END and not solo)
    known_points = solo or over or not state.options.objectives
    return View(
        seat=seat,
        options=state.options,
        seats=state.seats,
        peoples=len(state.public),
        age=state.age,
        phase=state.phase,
        order=state.order,
        pending=now,
        chosen=frozenset([each for each in peoples if each not in now]) if sealed else frozenset(),
        people=people,
        clans=tuple([public.clans for public in state.public]),
        cities=tuple([_regions(public.cities) for public in state.public]),
        coins=tuple([public.coins for public in state.public]),
        hand_sizes=tuple([hidden.hand.bit_count() for hidden in state.hidden]),
        hands=tuple(
            [_numbers(hidden.hand) if each in open_to else () for each, hidden in enumerate(state.hidden)]
        ),
        pack=() if own is None else _numbers(own.pack),
        pick=None if own is None else own.pick,
        discards=_numbers(discards),
        played=tuple([played for played, _ in state.played]),
        inventions=tuple([public.inventions for public in state.public]),
        intents=tuple([public.intents for public in state.public]),
        free_moves=tuple([public.free_moves for public in state.public]),
        prices=tuple([public.price for public in state.public]),
        passage=tuple([public.passage for public in state.public]),
        claims=()
        if people is None
        or not (people in now or age_end.can_change(state, people))
        or not _copy_cards(state, people)
        else legality.claims(state, people),
        copyable=tuple([legality.claims_ahead(state, each) for each in peoples])
        if seat is None
        else ((),) * len(state.public),
        combat=_combat_view(state),
        stances=_stances(state, people),
        round=0 if state.attack_round is None else state.attack_round.number,
        stance=None if own is None else _own_stance(own),
        truce_follows=own is not None and own.truce_follows,
        standing_order=None if own is None or solo else own.standing_order,
        war_order=None if own is None or solo else own.war_order,
        campaign=() if own is None else own.campaign,
        steps=() if own is None else own.steps,
        choosing=state.choosing,
        places=state.places,
        objectives=() if own is None else own.dealt,
        objective=None if own is None else own.objective,
        revealed=tuple([hidden.objective if over else None for hidden in state.hidden]),
        can_take_back=people is not None and _can_take_back(state, people, now),
        changed=_changed_regions(state, people),
        sheets=tuple([scoring.sheet(state, each, known_points or each == people) for each in peoples]),
        result=state.result,
    )


def _can_take_back(state: State, people: int, now: tuple[int, ...]) -> bool:
    if state.phase is Phase.END:
        return bool(state.hidden[people].steps) and (people in now or age_end.can_change(state, people))
    return bool(state.undo) and people in now


def _copy_cards(state: State, people: int) -> int:
    """Return the cards in hand with which the people can copy, as bits."""
    return state.hidden[people].hand & modes.cards_with_timing(Timing.COPY)


def _combat_view(state: State) -> CombatView | None:
    if state.attack_round is None or state.attack_round.combat is None:
        return None
    combat = state.attack_round.combat
    regions = map_of(state).regions
    return CombatView(
        attacker=combat.attacker,
        defender=combat.defender,
        source=None if combat.source is None else regions[combat.source].code,
        target=None if combat.target is None else regions[combat.target].code,
        attack_cards=combat.attack_cards,
        defence_cards=combat.defence_cards,
        has_reacted=combat.reacted,
    )


def _own_stance(own: Hidden) -> Stance | None:
    """Return the stance that a people has sealed, or will by its truce, which a list of assaults precedes."""
    holds = own.truce and not own.campaign and own.stance is not Stance.WAR
    return Stance.TRUCE if holds else own.stance


def _stances(state: State, people: int | None) -> tuple[Stance | None, ...]:
    """Return the revealed stances; before that only the viewer's own. A truce is shown as peace."""
    if state.attack_round is None:
        return (None,) * len(state.public)
    stances = list(state.attack_round.stances)
    if state.phase is Phase.STANCE and people is not None:
        stances[people] = state.hidden[people].stance
    return tuple([Stance.PEACE if each is Stance.TRUCE else each for each in stances])


def _changed_regions(state: State, people: int | None) -> frozenset[int]:
    """Return the regions that changed since the viewer's last turn, or since its last move.

    In growth that means since the draft, in expansion since its growth turn. A spectator sees the changes as
    the people that must decide; if several decide or choices are secret, those in the last turn and after it.
    """
    deciding = () if state.phase in _SEALED else pending(state)
    if people is None and len(deciding) == 1:
        (people,) = deciding
    if people is None:
        since = sorted({0, *state.turn_ends})[-2:][0]
    elif state.phase is Phase.EXPANSION and people in deciding and state.turn_ends[people]:
        since = state.turn_ends[people]
    elif state.phase is Phase.GROWTH and people in deciding:
        # Since the draft, in which nothing changes: a people that still waits has made its last move there.
        since = min(
            (
                public.last_ply
                for each, public in enumerate(state.public)
                if each != people and not state.turn_ends[each]
            ),
            default=state.public[people].last_ply,
        )
    else:
        since = state.public[people].last_ply
    return frozenset([region for region, change in enumerate(state.changed_at) if change > since])
