"""The sums of an assault: where one is possible, who falls, what a siege takes (rulebook: Attaque)."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from engine.game import Event
from engine.genesia.board import (
    add_clans,
    bits,
    cities_left,
    event,
    map_of,
    masks,
    rivals_hold,
    set_city,
    unset_city,
    with_hidden,
    within,
)
from engine.genesia.cards import legality, modes
from engine.genesia.model import Kind, Lose, Timing
from engine.genesia.state import AttackRound, Combat, State

__all__ = [
    "Outcome",
    "Terms",
    "combat_of",
    "end_combat",
    "force",
    "near_enough",
    "pacifist",
    "reach",
    "resolve",
    "rival_there",
    "round_of",
    "shielded",
    "targets",
    "terms",
    "terms_of",
    "with_combat",
]


def round_of(state: State) -> AttackRound:
    """The round of war or peace, which every state of the attack phase has."""
    assert state.attack_round is not None
    return state.attack_round


def combat_of(state: State) -> Combat:
    """The assault under way."""
    combat = round_of(state).combat
    assert combat is not None
    return combat


def with_combat(state: State, combat: Combat | None) -> State:
    """The state with another assault under way, or none."""
    return replace(state, attack_round=replace(round_of(state), combat=combat))


def _sum(cards: tuple[int, ...], timing: Timing, intents: tuple[int, ...], kind: Kind) -> int:
    """What cards for this assault and declared intentions add up to; they are cumulative."""
    return modes.modifier(cards, timing, kind) + modes.modifier(intents, Timing.INTENT, kind)


def _attack_cards(state: State, people: int) -> tuple[int, ...]:
    combat = state.attack_round.combat if state.attack_round is not None else None
    return combat.attack_cards if combat is not None and combat.attacker == people else ()


def force(state: State, people: int) -> int:
    """As how many clans more its clans count when it attacks now."""
    intents = state.public[people].intents
    return _sum(_attack_cards(state, people), Timing.ATTACK, intents, Kind.FORCE)


def reach(state: State, people: int) -> int:
    """How many steps away it may attack now: 1, or as its furthest card says."""
    cards, intents = _attack_cards(state, people), state.public[people].intents
    return max(
        1,
        modes.modifier(cards, Timing.ATTACK, Kind.RANGE),
        modes.modifier(intents, Timing.INTENT, Kind.RANGE),
    )


def pacifist(state: State, people: int) -> bool:
    """Whether an intention forbids it every assault (rulebook: Prix Nobel de la Paix)."""
    intents = state.public[people].intents
    return bool(intents) and modes.modifier(intents, Timing.INTENT, Kind.PACIFIST) > 0


def shielded(state: State) -> bool:
    """Whether the assault under way comes to nothing."""
    combat = combat_of(state)
    assert combat.defender is not None
    intents = state.public[combat.defender].intents
    return _sum(combat.defence_cards, Timing.DEFENCE, intents, Kind.SHIELD) > 0


def rival_there(state: State, people: int, region: int) -> int | None:
    """Who may be attacked there: the rival that holds it, unless it is a home land (Terres natales)."""
    if masks(state.seats).homes >> region & 1:
        return None
    for other, public in enumerate(state.public):
        if other != people and (public.clans[region] or public.cities >> region & 1):
            return other
    return None


def near_enough(state: State, people: int, source: int, target: int) -> bool:
    """Whether the target is adjacent, or as near as cards allow."""
    return bool(within(state.seats, source, reach(state, people)) >> target & 1)


def targets(state: State, people: int, more: int = 0, further: int = 1) -> tuple[tuple[int, int], ...]:
    """All assaults possible now, as sources and targets, ascending (Conditions d'un Assaut).

    With `more` and `further`: those that would be with so much more force and this reach.
    """
    theirs = rivals_hold(state, people)
    if not theirs or pacifist(state, people):
        return ()
    return _targets(
        state.seats,
        tuple([public.clans for public in state.public]),
        people,
        theirs,
        more + force(state, people),
        max(further, reach(state, people)),
    )


@lru_cache(maxsize=1 << 8)  # asked several times for every people in every round
def _targets(
    seats: int, stacks: tuple[tuple[int, ...], ...], people: int, theirs: int, more: int, steps: int
) -> tuple[tuple[int, int], ...]:
    """`stacks` are clans by people and region, `theirs` the regions that may be attacked, as bits."""
    there = _largest(stacks)  # of anybody: the people itself stands nowhere where a rival may be attacked
    return tuple(
        [
            (source, target)
            for source, clans in enumerate(stacks[people])
            if clans
            for target in bits(within(seats, source, steps) & theirs)
            if clans + more > there[target]
        ]
    )


@lru_cache(maxsize=1 << 6)
def _largest(stacks: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    return tuple(map(max, *stacks))


# How an assault is resolved (Résolution d'un Assaut)


class Outcome(NamedTuple):
    """What remains after losses, before a siege."""

    losses: int
    rival_losses: int
    left: int
    """Clans of the attacker in the source."""
    city: bool
    """A city of the defender's stands there."""
    besieged: bool
    """It can be besieged: no defender is left, and the attacker has a clan for it and a city to put there."""
    price: int
    """Clans that the siege costs."""
    cleared: bool
    """No defender is left."""

    def entering(self, siege: bool) -> int:
        """How many clans may move in."""
        if not self.cleared or (self.city and not siege):
            return 0
        return self.left - (self.price if siege else 0)


class Terms(NamedTuple):
    """On what terms an assault is fought."""

    own: int
    """Clans of the attacker in the source."""
    there: int
    """Clans of the defender."""
    more: int
    """Clans that cards make the attacker lose beside those it decides on, below 0 fewer."""
    rival_more: int
    city: bool
    price: int
    """Clans that a siege costs."""
    supply: bool
    """The attacker has a city left to put there."""

    @property
    def range(self) -> tuple[int, int]:
        """The least and the most clans that the attacker may decide both to lose."""
        most = min(self.there, self.own)
        return min(1, most), most

    def outcome(self, clans: int) -> Outcome:
        """What remains when both are to lose so many clans, which cards then change."""
        losses = min(self.own, max(0, clans + self.more))
        rival_losses = max(0, min(self.there, clans + self.rival_more))
        left, cleared = self.own - losses, rival_losses == self.there
        return Outcome(
            losses=losses,
            rival_losses=rival_losses,
            left=left,
            city=self.city,
            besieged=cleared and self.city and left > 0 and self.supply,
            price=self.price,
            cleared=cleared,
        )


def terms(state: State) -> Terms:
    """Of the assault under way."""
    combat = combat_of(state)
    assert combat.defender is not None
    assert combat.source is not None
    assert combat.target is not None
    return terms_of(state, combat.attacker, combat.source, combat.target, combat.defender)


def terms_of(state: State, attacker: int, source: int, target: int, defender: int) -> Terms:
    """Of the assault under way, or of another one if it were named instead; cards add up and offset."""
    combat = state.attack_round.combat if state.attack_round is not None else None
    own, theirs = state.public[attacker], state.public[defender]
    more, rival_more, price = _changed_by_cards(
        () if combat is None else combat.attack_cards,
        own.intents,
        () if combat is None else combat.defence_cards,
        theirs.intents,
    )
    return Terms(
        own=own.clans[source],
        there=theirs.clans[target],
        more=more,
        rival_more=rival_more,
        city=bool(theirs.cities >> target & 1),
        price=price,
        supply=cities_left(own) > 0,
    )


@lru_cache(maxsize=1 << 10)
def _changed_by_cards(
    attack_cards: tuple[int, ...],
    attacker_intents: tuple[int, ...],
    defence_cards: tuple[int, ...],
    defender_intents: tuple[int, ...],
) -> tuple[int, int, int]:
    """`more`, `rival_more` and `price` of the terms."""

    def attack(kind: Kind) -> int:
        return _sum(attack_cards, Timing.ATTACK, attacker_intents, kind)

    def defence(kind: Kind) -> int:
        return _sum(defence_cards, Timing.DEFENCE, defender_intents, kind)

    return (
        defence(Kind.RIPOSTE) - attack(Kind.SPARE),
        attack(Kind.STRIKE) - defence(Kind.HOLD),
        0 if attack(Kind.STORM) else 1,
    )


def resolve(state: State, move: Lose) -> tuple[State, tuple[Event, ...]]:
    """Clans fall, the city changes its owner, clans move in."""
    combat = combat_of(state)
    assert combat.defender is not None
    assert combat.source is not None
    assert combat.target is not None
    attacker, rival, source, target = combat.attacker, combat.defender, combat.source, combat.target
    codes = map_of(state).regions
    end = terms(state).outcome(move.clans)
    place = codes[target].code
    events = [
        event(
            state,
            "fought",
            attacker,
            rival=rival,
            source=codes[source].code,
            target=place,
            losses=end.losses,
            rival_losses=end.rival_losses,
            siege=move.siege,
        )
    ]
    state = add_clans(state, attacker, source, -end.losses)
    state = add_clans(state, rival, target, -end.rival_losses)
    if move.siege:
        state = unset_city(add_clans(state, attacker, source, -end.price), rival, target)
        state = set_city(state, attacker, target)
        events.append(event(state, "besieged", attacker, rival=rival, at=place, losses=end.price))
    if move.enter:
        state = add_clans(add_clans(state, attacker, source, -move.enter), attacker, target, move.enter)
        events.append(event(state, "entered", attacker, clans=move.enter, at=place))
    if end.losses or end.rival_losses or move.siege:
        state = replace(state, attack_round=replace(round_of(state), calm=0))
        state = with_hidden(state, rival, truce=False)
    return end_combat(state), tuple(events)


def end_combat(state: State) -> State:
    """The state after the assault, or the pass, of the people in turn: the next one's turn, not yet begun."""
    attack_round = round_of(state)
    state = with_hidden(state, attack_round.waiting[0], steps=())
    state = replace(state, attack_round=replace(attack_round, combat=None, waiting=attack_round.waiting[1:]))
    return legality.end_turn(state, attack_round.waiting[0])
