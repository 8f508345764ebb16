"""The sums of an assault: where one is possible, who falls, what a siege takes (rulebook: Attaque)."""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from engine.game import Event
from engine.genesia.board import (
    add_clans,
    bits,
    cities_left,
    event,
    held,
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
    "outcome",
    "pacifist",
    "range_of_losses",
    "reach",
    "resolve",
    "rival_there",
    "round_of",
    "shielded",
    "targets",
    "terms",
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


def _sum(state: State, people: int, cards: tuple[int, ...], timing: Timing, kind: Kind) -> int:
    """What cards for this assault and declared intentions add up to; they are cumulative."""
    intents = state.public[people].intents
    return modes.modifier(cards, timing, kind) + modes.modifier(intents, Timing.INTENT, kind)


def _attack_cards(state: State, people: int) -> tuple[int, ...]:
    combat = state.attack_round.combat if state.attack_round is not None else None
    return combat.attack_cards if combat is not None and combat.attacker == people else ()


def force(state: State, people: int) -> int:
    """As how many clans more its clans count when it attacks now."""
    return _sum(state, people, _attack_cards(state, people), Timing.ATTACK, Kind.FORCE)


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
    return _sum(state, combat.defender, combat.defence_cards, Timing.DEFENCE, Kind.SHIELD) > 0


def rival_there(state: State, people: int, region: int) -> int | None:
    """Who may be attacked there: the rival that holds it, unless it is a home land (Terres natales)."""
    if masks(state.seats).homes >> region & 1:
        return None
    holders = (other for other, public in enumerate(state.public) if held(public) >> region & 1)
    return next((other for other in holders if other != people), None)


def near_enough(state: State, people: int, source: int, target: int) -> bool:
    """Whether the target is adjacent, or as near as cards allow."""
    return bool(within(state.seats, source, reach(state, people)) >> target & 1)


def targets(state: State, people: int, more: int = 0, further: int = 1) -> list[tuple[int, int]]:
    """All assaults possible now, as sources and targets, ascending (Conditions d'un Assaut).

    With `more` and `further`: those that would be with so much more force and this reach.
    """
    theirs = rivals_hold(state, people)
    if not theirs or pacifist(state, people):
        return []
    others = [public.clans for other, public in enumerate(state.public) if other != people]
    largest = others[0] if len(others) == 1 else list(map(max, *others))
    more, steps = more + force(state, people), max(further, reach(state, people))
    return [
        (source, target)
        for source, clans in enumerate(state.public[people].clans)
        if clans
        for target in bits(within(state.seats, source, steps) & theirs)
        if clans + more > largest[target]
    ]


# How an assault is resolve (Résolution d'un Assaut)


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


def range_of_losses(state: State) -> tuple[int, int]:
    """The least and the most clans that the attacker may decide both to lose."""
    combat = combat_of(state)
    assert combat.defender is not None
    assert combat.source is not None
    assert combat.target is not None
    most = min(
        state.public[combat.defender].clans[combat.target], state.public[combat.attacker].clans[combat.source]
    )
    return min(1, most), most


class Terms(NamedTuple):
    """On what terms the assault under way is fought."""

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
    """Of the assault under way; cards add up and offset."""
    combat = combat_of(state)
    assert combat.defender is not None
    assert combat.source is not None
    assert combat.target is not None
    attacker, defender = combat.attacker, combat.defender
    own, there = state.public[attacker].clans[combat.source], state.public[defender].clans[combat.target]

    def attack(kind: Kind) -> int:
        return _sum(state, attacker, combat.attack_cards, Timing.ATTACK, kind)

    def defence(kind: Kind) -> int:
        return _sum(state, defender, combat.defence_cards, Timing.DEFENCE, kind)

    return Terms(
        own=own,
        there=there,
        more=defence(Kind.RIPOSTE) - attack(Kind.SPARE),
        rival_more=attack(Kind.STRIKE) - defence(Kind.HOLD),
        city=bool(state.public[defender].cities >> combat.target & 1),
        price=0 if attack(Kind.STORM) else 1,
        supply=cities_left(state.public[attacker]) > 0,
    )


def outcome(state: State, clans: int) -> Outcome:
    """What remains when both are to lose so many clans."""
    return terms(state).outcome(clans)


def resolve(state: State, move: Lose) -> tuple[State, tuple[Event, ...]]:
    """Clans fall, the city changes its owner, clans move in."""
    combat = combat_of(state)
    assert combat.defender is not None
    assert combat.source is not None
    assert combat.target is not None
    attacker, rival, source, target = combat.attacker, combat.defender, combat.source, combat.target
    codes = map_of(state).regions
    end = outcome(state, move.clans)
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
