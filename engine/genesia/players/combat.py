"""The choices of `steady` in the attack phase: war or peace, assaults, reactions, losses."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.chance import Chance
from engine.genesia.board import bits, occupied_regions, regions_within
from engine.genesia.box.cards import Kind, Timing
from engine.genesia.model import (
    CARDS,
    DISCARD_COINS,
    MAX_CAMPAIGN_LENGTH,
    MAX_CITIES,
    Assault,
    Campaign,
    ChooseStance,
    GiveOrder,
    Lose,
    Move,
    Pass,
    Play,
    Stance,
    StandingOrder,
)
from engine.genesia.players.evaluation import Evaluation

__all__ = ["choose_assault", "choose_losses", "choose_reaction", "choose_stance"]

_END = frozenset({Timing.END})


class AttackModifiers(NamedTuple):
    """The changes that cards make in an assault."""

    force: int = 0
    strike: int = 0
    spare: int = 0
    range: int = 1
    storm: bool = False

    def with_card(self, number: int, timing: Timing) -> AttackModifiers:
        """Return these modifiers with those of the card for an attacker."""
        mode = CARDS[number].mode(timing)
        force, strike, spare, reach, storm = self
        for effect in mode.effects if mode else ():
            match effect.kind:
                case Kind.FORCE:
                    force += effect.amount
                case Kind.STRIKE:
                    strike += effect.amount
                case Kind.SPARE:
                    spare += effect.amount
                case Kind.RANGE:
                    reach = max(reach, effect.amount)
                case Kind.STORM:
                    storm = True
                case _:
                    pass
        return AttackModifiers(force, strike, spare, reach, storm)


def _current_modifiers(evaluation: Evaluation) -> AttackModifiers:
    """Return the modifiers of the cards that are at work already."""
    modifiers = AttackModifiers()
    for number in evaluation.view.intents[evaluation.people]:
        modifiers = modifiers.with_card(number, Timing.INTENT)
    if evaluation.view.combat is not None and evaluation.view.combat.attacker == evaluation.people:
        for number in evaluation.view.combat.attack_cards:
            modifiers = modifiers.with_card(number, Timing.ATTACK)
    return modifiers


def _defence_modifier(evaluation: Evaluation, rival: int, kind: Kind) -> int:
    """Return the amount of an effect over a rival's declared intents."""
    return _intent_sum(evaluation.view.intents[rival], kind)


@lru_cache(maxsize=1 << 9)
def _intent_sum(cards: tuple[int, ...], kind: Kind) -> int:
    """Return the amount of an effect over these intents."""
    total = 0
    for number in cards:
        mode = CARDS[number].mode(Timing.INTENT)
        total += sum(effect.amount for effect in mode.effects if effect.kind is kind) if mode else 0
    return total


def _targets(evaluation: Evaluation, modifiers: AttackModifiers) -> list[tuple[float, int, int]]:
    """Return the legal assaults, each with the points to be expected of it, its source and its target."""
    view, seats, own_clans = evaluation.view, evaluation.view.seats, evaluation.clans
    regions, worth, stacks = (
        evaluation.map.regions,
        evaluation.region_worths,
        occupied_regions(evaluation.clans),
    )
    clan, rivals = evaluation.habits.clan_worth[evaluation.age], max(1, len(evaluation.rivals))
    force, strike, spare, reach, storm = modifiers
    found: list[tuple[float, int, int]] = []
    for target, rival in enumerate(evaluation.holders):
        if rival is None or not (near := regions_within(seats, target, reach) & stacks):
            continue
        clans, city = view.clans[rival][target], target in view.cities[rival]
        staked = 0
        if clans:
            staked = max(1, clans - strike + _defence_modifier(evaluation, rival, Kind.HOLD))
        # A riposte also works at a city without clans.
        falling = max(0, staked - spare + _defence_modifier(evaluation, rival, Kind.RIPOSTE))
        beaten = staked <= clans and not (city and len(evaluation.cities) >= MAX_CITIES)
        won = worth[target] + (evaluation.city_worth(target) if city else 0)
        taken_away = (regions[target].value + clans * clan) / rivals
        for source in bits(near):
            own = own_clans[source]
            if own + force <= clans:
                continue
            left = own - min(own, falling)
            if city:
                left -= not storm
            taken = beaten and left >= (0 if city and not storm else 1)
            gain = -(own - max(left, 0)) * clan - 0.4
            if taken:
                gain += won
                gain += taken_away
            if left < ((1 if city else 2) if taken else 1) and not (
                source in evaluation.cities or regions[source].is_home
            ):
                gain -= worth[source]
            found.append((gain * 0.85 if view.hand_sizes[rival] else gain, source, target))
    return found


def _has_defence(evaluation: Evaluation) -> bool:
    """Return whether a card in its hand defends."""
    hand = evaluation.view.hands[evaluation.people]
    return any(Timing.DEFENCE in CARDS[number].timings for number in hand)


def _best_assault(
    evaluation: Evaluation, modifiers: AttackModifiers, possible: Sequence[tuple[float, int, int]]
) -> tuple[float, int | None, tuple[int, int] | None]:
    """Return the points to be expected of the best assault, the card that helps it, and its source and
    target.

    `possible` are the assaults with the `modifiers` that are at work already.
    """
    best: tuple[float, int | None, tuple[int, int] | None] = (0.0, None, None)
    if any(_is_pacifist(number) for number in evaluation.view.intents[evaluation.people]):
        return best
    for gain, source, target in possible:
        if gain > best[0]:
            best = (gain, None, (source, target))
    for number in evaluation.view.hands[evaluation.people]:
        card = CARDS[number]
        if Timing.ATTACK not in card.timings or card.cost > evaluation.coins:
            continue
        price = (card.cost + _keeping_worth(evaluation, number)) / evaluation.coins_per_point
        price -= _booty(evaluation, number)
        for gain, source, target in _targets(evaluation, modifiers.with_card(number, Timing.ATTACK)):
            if gain - price > best[0]:
                best = (gain - price, number, (source, target))
    return best


def _keeping_worth(evaluation: Evaluation, number: int) -> float:
    """Return the coins that the card is worth if it is kept until the end of the Age."""
    pays = 0 if evaluation.age == 3 else 0.5 * DISCARD_COINS
    return max(pays, evaluation.card_worth(CARDS[number], _END) - CARDS[number].progress)


def _booty(evaluation: Evaluation, number: int) -> float:
    """Return the worth in points of the coins and clans that an attack card brings besides the fight."""
    mode = CARDS[number].mode(Timing.ATTACK)
    gains = (Kind.COINS, Kind.CLANS, Kind.TRIBUTE)
    if mode is None or evaluation.age == 3:
        return 0.0
    coins = sum(evaluation.effect_worth(effect, mode) for effect in mode.effects if effect.kind in gains)
    return 0.8 * coins / evaluation.coins_per_point


def _is_pacifist(number: int) -> bool:
    mode = CARDS[number].mode(Timing.INTENT)
    return mode is not None and any(effect.kind is Kind.PACIFIST for effect in mode.effects)


def choose_stance(evaluation: Evaluation, moves: Sequence[Move], chance: Chance, gives_orders: bool) -> Move:
    """Return an assault if it is worth it, bare war if a card must be played before it, otherwise peace.

    A player that `gives_orders` lists all assaults that are worth it, no two of which share a region, and
    makes a truce after them or instead of peace: nothing is worth it until something is lost. Cards that
    defend it leaves to the house.
    """
    if gives_orders and evaluation.view.standing_order is StandingOrder.ASK and _has_defence(evaluation):
        return GiveOrder(StandingOrder.GUARD)
    modifiers = _current_modifiers(evaluation)
    targets = _targets(evaluation, modifiers)
    prospect, card, route = _best_assault(evaluation, modifiers, targets)
    least = evaluation.habits.least_gain[evaluation.age]
    if prospect <= least:
        return ChooseStance(Stance.TRUCE if gives_orders else Stance.PEACE)
    if card is not None or route is None:
        return ChooseStance(Stance.WAR)
    possible = {(move.source, move.target) for move in moves if isinstance(move, Assault)}
    listed: list[Assault] = []
    named: set[int] = set()
    regions = evaluation.map.regions
    for gain, source, target in sorted(targets, reverse=True):
        bare = Assault(regions[source].code, regions[target].code)
        if gain > least and not {source, target} & named and (bare.source, bare.target) in possible:
            named |= {source, target}
            listed.append(_with_best_way(evaluation, moves, bare, chance))
            if not gives_orders or len(listed) == MAX_CAMPAIGN_LENGTH:
                break
    if not listed:
        return ChooseStance(Stance.WAR)
    if gives_orders:
        return Campaign(tuple(listed), truce=True)
    return listed[0] if len(listed) == 1 else Campaign(tuple(listed))


def choose_assault(evaluation: Evaluation, moves: Sequence[Move], chance: Chance) -> Move:
    """Return the assault of which most is to be expected, or the card that helps it."""
    modifiers = _current_modifiers(evaluation)
    targets = _targets(evaluation, modifiers)
    _, card, route = _best_assault(evaluation, modifiers, targets)
    plays = {move.card: move for move in moves if isinstance(move, Play) and move.copy is None}
    if card in plays:
        return plays[card]
    legal = [move for move in moves if isinstance(move, Assault) and move.fought is None]
    if not legal:
        return next((move for move in moves if isinstance(move, Pass)), moves[0])
    regions = evaluation.map.regions
    gains = {Assault(regions[source].code, regions[target].code): gain for gain, source, target in targets}
    if route is not None:
        wanted = Assault(regions[route[0]].code, regions[route[1]].code)
        if wanted in legal:
            return _with_best_way(evaluation, moves, wanted, chance)
    most = max(gains.get(move, -9.0) for move in legal)
    chosen = chance.choice([move for move in legal if gains.get(move, -9.0) == most])
    return _with_best_way(evaluation, moves, chosen, chance)


def _with_best_way(evaluation: Evaluation, moves: Sequence[Move], chosen: Assault, chance: Chance) -> Assault:
    """Return the assault with the best way to fight it."""
    ways = [
        move.fought
        for move in moves
        if isinstance(move, Assault)
        and move.source == chosen.source
        and move.target == chosen.target
        and move.fought is not None
    ]
    named = evaluation.map.indices
    source, target = named[chosen.source], named[chosen.target]
    rival = evaluation.holders[target]
    assert rival is not None
    return Assault(chosen.source, chosen.target, _best_way(evaluation, ways, source, target, rival, chance))


def choose_reaction(evaluation: Evaluation, moves: Sequence[Move], chance: Chance) -> Move:
    """Return the card that saves most, if what it saves is worth the card; otherwise a pass."""
    combat = evaluation.view.combat
    assert combat is not None
    assert combat.source is not None
    assert combat.target is not None
    source, target = evaluation.map.indices[combat.source], evaluation.map.indices[combat.target]
    own, theirs = evaluation.clans[target], evaluation.view.clans[combat.attacker][source]
    clan = evaluation.habits.clan_worth[evaluation.age]
    best: Move = Pass()
    most = 0.5
    for move in moves:
        if not isinstance(move, Play):
            continue
        mode = CARDS[move.card].mode(Timing.DEFENCE)
        saved = 0.0
        for effect in mode.effects if mode else ():
            match effect.kind:
                case Kind.SHIELD:
                    saved += evaluation.region_worths[target] + own * clan
                case Kind.HOLD:
                    saved += (0.9 * evaluation.region_worths[target] if own else 0) + effect.amount * clan
                case Kind.RIPOSTE:
                    saved += 2 * effect.amount * clan + 0.3
                    saved += evaluation.region_worths[target] if theirs - own - effect.amount < 1 else 0
                case _:
                    saved += 0.5
        saved -= (CARDS[move.card].cost + _keeping_worth(evaluation, move.card)) / evaluation.coins_per_point
        if saved > most:
            best, most = move, saved
    return best


def choose_losses(evaluation: Evaluation, moves: Sequence[Move], chance: Chance) -> Move:
    """Return the best way to fight the assault under way."""
    combat = evaluation.view.combat
    assert combat is not None
    assert combat.source is not None
    assert combat.target is not None
    assert combat.defender is not None
    source, target = evaluation.map.indices[combat.source], evaluation.map.indices[combat.target]
    ways = [move for move in moves if isinstance(move, Lose)]
    return _best_way(evaluation, ways, source, target, combat.defender, chance)


def _best_way(
    evaluation: Evaluation, ways: Sequence[Lose], source: int, target: int, rival: int, chance: Chance
) -> Lose:
    """Return the best way to fight that assault; equal ones are drawn."""
    combat, modifiers = evaluation.view.combat, _current_modifiers(evaluation)
    own, theirs = evaluation.clans[source], evaluation.view.clans[rival][target]
    hold = _defence_modifier(evaluation, rival, Kind.HOLD)
    riposte = _defence_modifier(evaluation, rival, Kind.RIPOSTE)
    for number in combat.defence_cards if combat is not None else ():
        mode = CARDS[number].mode(Timing.DEFENCE)
        for effect in mode.effects if mode else ():
            hold += effect.amount if effect.kind is Kind.HOLD else 0
            riposte += effect.amount if effect.kind is Kind.RIPOSTE else 0
    stays = source in evaluation.cities or evaluation.map.regions[source].is_home
    clan = evaluation.habits.clan_worth[evaluation.age]

    def worth(move: Lose) -> float:
        lost = min(own, max(0, move.clans - modifiers.spare + riposte))
        killed = max(0, min(theirs, move.clans + modifiers.strike - hold))
        left = own - lost - (move.siege and not modifiers.storm)
        behind = left - move.enter
        value = left * clan + (killed * clan) / max(1, len(evaluation.rivals))
        if move.siege or move.enter:
            value += evaluation.region_worths[target] + (evaluation.city_worth(target) if move.siege else 0)
        if killed == theirs and (move.siege or target not in evaluation.view.cities[rival]):
            value += evaluation.map.regions[target].value / max(1, len(evaluation.rivals))
        if behind < 1 and not stays:
            value -= evaluation.region_worths[source]
        if move.enter:
            value += 0.02 * min(move.enter, 2 if target not in evaluation.view.cities[rival] else 1)
            if evaluation.age < 3 and target not in evaluation.view.cities[rival] and move.enter >= 2:
                value += 0.6 * evaluation.city_worth(target)
        if behind == 1 and evaluation.age < 3 and not stays:
            value -= 0.3
        return value

    worths = [worth(move) for move in ways]
    most = max(worths)
    return chance.choice([move for move, each in zip(ways, worths, strict=True) if each == most])
