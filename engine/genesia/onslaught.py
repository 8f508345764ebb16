"""How the automatic player `greedy` fights: war or peace, where to attack, how to react, what to lose."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.chance import Chance
from engine.genesia.appraisal import POINT, Appraisal
from engine.genesia.cards import Kind, Timing
from engine.genesia.model import CARDS, CITIES, DISCARD_PAYS, Assault, Lose, Move, Pass, Play

__all__ = ["assault", "fight", "react", "wars"]

_CLAN = (0.0, 1.1, 0.8, 0.15)
"""Final points that a clan is worth, by Age."""
_BOLD = (0.0, 4.0, 2.5, 1.2)
"""What an assault must promise, by Age: who attacks is weaker afterwards."""


class Odds(NamedTuple):
    """What cards change in an assault."""

    force: int = 0
    strike: int = 0
    spare: int = 0
    range: int = 1
    storm: bool = False

    def with_card(self, number: int, timing: Timing) -> Odds:
        """With what the card does for an attacker."""
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
        return Odds(force, strike, spare, reach, storm)


def _standing(mind: Appraisal) -> Odds:
    """Of the cards that are at work already."""
    odds = Odds()
    for number in mind.view.intents[mind.people]:
        odds = odds.with_card(number, Timing.INTENT)
    if mind.view.struggle is not None and mind.view.struggle.attacker == mind.people:
        for number in mind.view.struggle.attack_cards:
            odds = odds.with_card(number, Timing.ATTACK)
    return odds


def _guard(mind: Appraisal, rival: int, kind: Kind) -> int:
    """What a rival's declared cards change against an attacker."""
    total = 0
    for number in mind.view.intents[rival]:
        mode = CARDS[number].mode(Timing.INTENT)
        total += sum(effect.amount for effect in mode.effects if effect.kind is kind) if mode else 0
    return total


def _targets(mind: Appraisal, odds: Odds) -> Iterator[tuple[float, int, int]]:
    """Legal assaults: what each promises in points, from where, on what."""
    for target, rival in enumerate(mind.holder):
        if rival is None:
            continue
        clans = mind.view.clans[rival][target]
        for source, own in enumerate(mind.clans):
            if own and own + odds.force > clans and mind.map.distances[source][target] <= odds.range:
                yield _gain(mind, odds, rival, source, target, own, clans), source, target


def _gain(mind: Appraisal, odds: Odds, rival: int, source: int, target: int, own: int, clans: int) -> float:
    city = target in mind.view.cities[rival]
    hold, riposte = _guard(mind, rival, Kind.HOLD), _guard(mind, rival, Kind.RIPOSTE)
    lost = min(own, max(0, clans - odds.spare + riposte)) if clans else 0
    beaten = clans - hold + odds.strike >= clans or not clans
    left = own - lost
    if city:
        left -= not odds.storm
        taken = beaten and left >= (1 if odds.storm else 0) and len(mind.cities) < CITIES
    else:
        taken = beaten and left >= 1
    spent = own - max(left, 0)
    gain = -spent * _CLAN[mind.age] - 0.4
    stays = source in mind.cities or mind.map.regions[source].home
    if taken:
        gain += mind.worth[target] + (mind.city(target) if city else 0)
        gain += (mind.map.regions[target].value + clans * _CLAN[mind.age]) / max(1, len(mind.rivals))
        if not stays and left < (1 if city else 2):
            gain -= mind.worth[source]
    elif not stays and left < 1:
        gain -= mind.worth[source]
    if mind.view.hand_sizes[rival]:
        gain *= 0.85
    return gain


def _plan(mind: Appraisal) -> tuple[float, int | None, tuple[int, int] | None]:
    """The best assault there is: its promise, the card that helps it, from where to where."""
    odds = _standing(mind)
    best: tuple[float, int | None, tuple[int, int] | None] = (0.0, None, None)
    if any(_pacifist(number) for number in mind.view.intents[mind.people]):
        return best
    for gain, source, target in _targets(mind, odds):
        if gain > best[0]:
            best = (gain, None, (source, target))
    price = 0.0 if mind.age == 3 else DISCARD_PAYS / POINT[mind.age] / 2
    for number in mind.view.hands[mind.people]:
        card = CARDS[number]
        if Timing.ATTACK not in card.timings or card.cost > mind.coins:
            continue
        for gain, source, target in _targets(mind, odds.with_card(number, Timing.ATTACK)):
            if gain - price - card.cost / POINT[mind.age] > best[0]:
                best = (gain - price - card.cost / POINT[mind.age], number, (source, target))
    return best


def _pacifist(number: int) -> bool:
    mode = CARDS[number].mode(Timing.INTENT)
    return mode is not None and any(effect.kind is Kind.PACIFIST for effect in mode.effects)


def wars(mind: Appraisal) -> bool:
    """An assault is worth it."""
    return _plan(mind)[0] > _BOLD[mind.age]


def assault(mind: Appraisal, moves: Sequence[Move], chance: Chance) -> Move:
    """The assault that promises most, or the card that helps it."""
    _, card, route = _plan(mind)
    plays = {move.card: move for move in moves if isinstance(move, Play) and move.copy is None}
    if card in plays:
        return plays[card]
    legal = [move for move in moves if isinstance(move, Assault)]
    if not legal:
        return next((move for move in moves if isinstance(move, Pass)), moves[0])
    regions = mind.map.regions
    gains = {
        Assault(regions[source].code, regions[target].code): gain
        for gain, source, target in _targets(mind, _standing(mind))
    }
    if route is not None:
        wanted = Assault(regions[route[0]].code, regions[route[1]].code)
        if wanted in legal:
            return wanted
    most = max(gains.get(move, -9.0) for move in legal)
    return chance.choice([move for move in legal if gains.get(move, -9.0) == most])


def react(mind: Appraisal, moves: Sequence[Move], chance: Chance) -> Move:
    """The card that saves most, if what it saves is worth it."""
    struggle = mind.view.struggle
    assert struggle is not None
    assert struggle.source is not None
    assert struggle.target is not None
    source, target = mind.map.named[struggle.source], mind.map.named[struggle.target]
    own, theirs = mind.clans[target], mind.view.clans[struggle.attacker][source]
    best: Move = Pass()
    most = 0.5 if mind.age == 3 else 1.5
    for move in moves:
        if not isinstance(move, Play):
            continue
        mode = CARDS[move.card].mode(Timing.DEFENCE)
        saved = 0.0
        for effect in mode.effects if mode else ():
            match effect.kind:
                case Kind.SHIELD:
                    saved += mind.worth[target] + own * _CLAN[mind.age]
                case Kind.HOLD:
                    saved += (0.9 * mind.worth[target] if own else 0) + effect.amount * _CLAN[mind.age]
                case Kind.RIPOSTE:
                    saved += 2 * effect.amount * _CLAN[mind.age] + 0.3
                    saved += mind.worth[target] if theirs - own - effect.amount < 1 else 0
                case _:
                    saved += 0.5
        saved -= CARDS[move.card].cost / POINT[mind.age]
        if saved > most:
            best, most = move, saved
    return best


def fight(mind: Appraisal, moves: Sequence[Move], chance: Chance) -> Move:
    """What to lose and what to take."""
    struggle = mind.view.struggle
    assert struggle is not None
    assert struggle.source is not None
    assert struggle.target is not None
    assert struggle.defender is not None
    rival, odds = struggle.defender, _standing(mind)
    source, target = mind.map.named[struggle.source], mind.map.named[struggle.target]
    own, theirs = mind.clans[source], mind.view.clans[rival][target]
    hold, riposte = _guard(mind, rival, Kind.HOLD), _guard(mind, rival, Kind.RIPOSTE)
    for number in struggle.defence_cards:
        mode = CARDS[number].mode(Timing.DEFENCE)
        for effect in mode.effects if mode else ():
            hold += effect.amount if effect.kind is Kind.HOLD else 0
            riposte += effect.amount if effect.kind is Kind.RIPOSTE else 0
    stays = source in mind.cities or mind.map.regions[source].home

    def worth(move: Lose) -> float:
        lost = min(own, max(0, move.clans - odds.spare + riposte)) if theirs else 0
        killed = max(0, min(theirs, move.clans + odds.strike - hold)) if theirs else 0
        left = own - lost - (move.siege and not odds.storm)
        behind = left - move.enter
        value = left * _CLAN[mind.age] + (killed * _CLAN[mind.age]) / max(1, len(mind.rivals))
        if move.siege or move.enter:
            value += mind.worth[target] + (mind.city(target) if move.siege else 0)
        if killed == theirs and (move.siege or target not in mind.view.cities[rival]):
            value += mind.map.regions[target].value / max(1, len(mind.rivals))
        if behind < 1 and not stays:
            value -= mind.worth[source]
        if move.enter:
            value += 0.02 * min(move.enter, 2 if target not in mind.view.cities[rival] else 1)
            if mind.age < 3 and target not in mind.view.cities[rival] and move.enter >= 2:
                value += 0.6 * mind.city(target)
        if behind == 1 and mind.age < 3 and not stays:
            value -= 0.3
        return value

    legal = [move for move in moves if isinstance(move, Lose)]
    worths = [worth(move) for move in legal]
    most = max(worths)
    return chance.choice([move for move, each in zip(legal, worths, strict=True) if each == most])
