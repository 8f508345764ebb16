"""The arithmetic of an assault: possible targets, losses, sieges (rulebook: Attaque)."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from engine.genesia import codes
from engine.genesia.board import (
    add_clans,
    bits,
    cities_left,
    event,
    map_of,
    masks,
    regions_within,
    rival_regions,
    set_city,
    unset_city,
    with_hidden,
)
from engine.genesia.cards import legality, modes
from engine.genesia.model import Kind, Lose, Timing
from engine.genesia.state import AttackRound, Combat, State
from engine.kit.stages import Break, Told

__all__ = [
    "Outcome",
    "Terms",
    "assault_terms",
    "current_combat",
    "current_round",
    "current_terms",
    "end_combat",
    "force",
    "is_in_reach",
    "is_pacifist",
    "is_shielded",
    "reach",
    "resolve",
    "rival_at",
    "targets",
    "with_combat",
]


def current_round(state: State) -> AttackRound:
    """Return the round of war or peace. The state must be in the attack phase."""
    assert state.attack_round is not None
    return state.attack_round


def current_combat(state: State) -> Combat:
    """Return the assault of the people in turn, whether it is named yet or not. There must be one."""
    combat = current_round(state).combat
    assert combat is not None
    return combat


def with_combat(state: State, combat: Combat | None) -> State:
    """Return the state with another assault of the people in turn, or with none."""
    return replace(state, attack_round=replace(current_round(state), combat=combat))


def _sum(cards: tuple[int, ...], timing: Timing, intents: tuple[int, ...], kind: Kind) -> int:
    """Return the cumulative amount of an effect over the cards of this assault and the declared intents."""
    return modes.modifier(cards, timing, kind) + modes.modifier(intents, Timing.INTENT, kind)


def _attack_cards(state: State, people: int) -> tuple[int, ...]:
    combat = state.attack_round.combat if state.attack_round is not None else None
    return combat.attack_cards if combat is not None and combat.attacker == people else ()


def force(state: State, people: int) -> int:
    """Return the clans that cards add to its strength when it attacks now."""
    intents = state.public[people].intents
    return _sum(_attack_cards(state, people), Timing.ATTACK, intents, Kind.FORCE)


def reach(state: State, people: int) -> int:
    """Return the greatest distance in steps at which it may attack now: 1, or that of its farthest card."""
    cards, intents = _attack_cards(state, people), state.public[people].intents
    return max(
        1,
        modes.modifier(cards, Timing.ATTACK, Kind.RANGE),
        modes.modifier(intents, Timing.INTENT, Kind.RANGE),
    )


def is_pacifist(state: State, people: int) -> bool:
    """Return whether an intent forbids it every assault (rulebook: Prix Nobel de la Paix)."""
    intents = state.public[people].intents
    return bool(intents) and modes.modifier(intents, Timing.INTENT, Kind.PACIFIST) > 0


def is_shielded(state: State) -> bool:
    """Return whether a card of the defender ends the assault under way without losses."""
    combat = current_combat(state)
    assert combat.defender is not None
    intents = state.public[combat.defender].intents
    return _sum(combat.defence_cards, Timing.DEFENCE, intents, Kind.SHIELD) > 0


def rival_at(state: State, people: int, region: int) -> int | None:
    """Return the rival that may be attacked in the region.

    `None` if no rival holds it, and in every home land (rulebook: Terres natales).
    """
    if masks(state.seats).homes >> region & 1:
        return None
    for other, public in enumerate(state.public):
        if other != people and (public.clans[region] or public.cities >> region & 1):
            return other
    return None


def is_in_reach(state: State, people: int, source: int, target: int) -> bool:
    """Return whether the target is adjacent to the source, or as near as cards allow."""
    return bool(regions_within(state.seats, source, reach(state, people)) >> target & 1)


def targets(
    state: State, people: int, extra_force: int = 0, least_reach: int = 1
) -> tuple[tuple[int, int], ...]:
    """Return all assaults possible now as ``(source, target)``, ascending (Conditions d'un Assaut).

    Cards that are not played yet can be taken into account: `extra_force` is added to the force, and the
    reach is at least `least_reach`.
    """
    theirs = rival_regions(state, people)
    if not theirs or is_pacifist(state, people):
        return ()
    return _targets(
        state.seats,
        tuple([public.clans for public in state.public]),
        people,
        theirs,
        extra_force + force(state, people),
        max(least_reach, reach(state, people)),
    )


@lru_cache(maxsize=1 << 8)  # called several times for every people in every round
def _targets(
    seats: int, stacks: tuple[tuple[int, ...], ...], people: int, theirs: int, more: int, steps: int
) -> tuple[tuple[int, int], ...]:
    """Return the possible assaults as `targets` does.

    `stacks` are the clans by people and region, `theirs` the regions that may be attacked, as bits.
    """
    there = _largest(stacks)  # the rival's clans: outside home lands only one people stands in a region
    return tuple(
        [
            (source, target)
            for source, clans in enumerate(stacks[people])
            if clans
            for target in bits(regions_within(seats, source, steps) & theirs)
            if clans + more > there[target]
        ]
    )


@lru_cache(maxsize=1 << 6)
def _largest(stacks: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    """Return, by region, the largest stack of any people."""
    return tuple(map(max, *stacks))


# Results of an assault (Résolution d'un Assaut)


class Outcome(NamedTuple):
    """The result of an assault after losses, before a siege."""

    losses: int
    rival_losses: int
    remaining: int
    """Clans of the attacker left in the source."""
    has_city: bool
    """A city of the defender stands in the target."""
    can_besiege: bool
    """The city can be taken: no defender is left, and the attacker has a clan and a city to put there."""
    siege_price: int
    """Clans that the siege costs."""
    is_cleared: bool
    """No clan of the defender is left."""

    def max_entering(self, siege: bool) -> int:
        """Return the number of clans that may move in, after a siege or without one."""
        if not self.is_cleared or (self.has_city and not siege):
            return 0
        return self.remaining - (self.siege_price if siege else 0)


class Terms(NamedTuple):
    """The numbers that decide the result of an assault."""

    own_clans: int
    """Clans of the attacker in the source."""
    rival_clans: int
    """Clans of the defender in the target."""
    extra_losses: int
    """Clans that cards make the attacker lose beyond those decided; negative for fewer."""
    extra_rival_losses: int
    """Clans that cards make the defender lose beyond those decided; negative for fewer."""
    has_city: bool
    """A city of the defender stands in the target."""
    siege_price: int
    """Clans that a siege costs."""
    has_city_left: bool
    """The attacker has a city left in its supply to put there."""

    @property
    def loss_range(self) -> tuple[int, int]:
        """Return the least and the most clans that the attacker may decide both sides to lose."""
        most = min(self.rival_clans, self.own_clans)
        return min(1, most), most

    def outcome(self, clans: int) -> Outcome:
        """Return the result if both sides are to lose `clans` clans, before cards change the losses."""
        losses = min(self.own_clans, max(0, clans + self.extra_losses))
        rival_losses = max(0, min(self.rival_clans, clans + self.extra_rival_losses))
        left, cleared = self.own_clans - losses, rival_losses == self.rival_clans
        return Outcome(
            losses=losses,
            rival_losses=rival_losses,
            remaining=left,
            has_city=self.has_city,
            can_besiege=cleared and self.has_city and left > 0 and self.has_city_left,
            siege_price=self.siege_price,
            is_cleared=cleared,
        )


def current_terms(state: State) -> Terms:
    """Return the terms of the assault under way, which must be named."""
    combat = current_combat(state)
    assert combat.defender is not None
    assert combat.source is not None
    assert combat.target is not None
    return assault_terms(state, combat.attacker, combat.source, combat.target, combat.defender)


def assault_terms(state: State, attacker: int, source: int, target: int, defender: int) -> Terms:
    """Return the terms of an assault, whether it is named or only considered.

    Effects of cards add up and offset each other. The cards played for the assault under way count, whichever
    assault is asked for.
    """
    combat = state.attack_round.combat if state.attack_round is not None else None
    own, theirs = state.public[attacker], state.public[defender]
    more, rival_more, price = _card_changes(
        () if combat is None else combat.attack_cards,
        own.intents,
        () if combat is None else combat.defence_cards,
        theirs.intents,
    )
    return Terms(
        own_clans=own.clans[source],
        rival_clans=theirs.clans[target],
        extra_losses=more,
        extra_rival_losses=rival_more,
        has_city=bool(theirs.cities >> target & 1),
        siege_price=price,
        has_city_left=cities_left(own) > 0,
    )


@lru_cache(maxsize=1 << 10)
def _card_changes(
    attack_cards: tuple[int, ...],
    attacker_intents: tuple[int, ...],
    defence_cards: tuple[int, ...],
    defender_intents: tuple[int, ...],
) -> tuple[int, int, int]:
    """Return `extra_losses`, `extra_rival_losses` and `siege_price` of the terms."""

    def attack(kind: Kind) -> int:
        return _sum(attack_cards, Timing.ATTACK, attacker_intents, kind)

    def defence(kind: Kind) -> int:
        return _sum(defence_cards, Timing.DEFENCE, defender_intents, kind)

    return (
        defence(Kind.RIPOSTE) - attack(Kind.SPARE),
        attack(Kind.STRIKE) - defence(Kind.HOLD),
        0 if attack(Kind.STORM) else 1,
    )


def resolve(state: State, move: Lose) -> tuple[State, tuple[Told, ...]]:
    """Fight the named assault: clans fall, the city changes its owner, clans move in; the turn is over."""
    combat = current_combat(state)
    assert combat.defender is not None
    assert combat.source is not None
    assert combat.target is not None
    attacker, rival, source, target = combat.attacker, combat.defender, combat.source, combat.target
    regions = map_of(state).regions
    end = current_terms(state).outcome(move.clans)
    place = regions[target].code
    events: list[Told] = [
        event(
            state,
            codes.FOUGHT,
            attacker,
            rival=rival,
            source=regions[source].code,
            target=place,
            losses=end.losses,
            rival_losses=end.rival_losses,
            siege=move.siege,
            changes=tuple(
                [
                    tuple(each)
                    for each in modes.loss_changes(
                        combat.attack_cards,
                        state.public[attacker].intents,
                        combat.defence_cards,
                        state.public[rival].intents,
                    )
                ]
            ),
        )
    ]
    state = add_clans(state, attacker, source, -end.losses)
    state = add_clans(state, rival, target, -end.rival_losses)
    events.append(Break(state))
    if move.siege:
        state = unset_city(add_clans(state, attacker, source, -end.siege_price), rival, target)
        state = set_city(state, attacker, target)
        events.append(event(state, codes.BESIEGED, attacker, rival=rival, at=place, losses=end.siege_price))
    if move.enter:
        state = add_clans(add_clans(state, attacker, source, -move.enter), attacker, target, move.enter)
        events.append(event(state, codes.ENTERED, attacker, clans=move.enter, at=place))
    if end.losses or end.rival_losses or move.siege:
        state = replace(state, attack_round=replace(current_round(state), calm=0))
        state = with_hidden(state, rival, truce=False, truce_follows=False)
    return end_combat(state), tuple(events)


def end_combat(state: State) -> State:
    """Return the state after the assault or the pass of the people in turn; the next turn has not begun."""
    attack_round = current_round(state)
    state = with_hidden(state, attack_round.waiting[0], steps=())
    state = replace(state, attack_round=replace(attack_round, combat=None, waiting=attack_round.waiting[1:]))
    return legality.end_turn(state, attack_round.waiting[0])
