"""The defender's reaction: out of turn, on a short clock, or by standing order (Attaque, Important)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from engine.game import Event
from engine.genesia import effects, turns
from engine.genesia.board import event, map_of
from engine.genesia.clash import fight_of, finished, force, shielded, with_fight
from engine.genesia.model import Kind, Move, Order, Pass, Phase, Play, Rest, Timing
from engine.genesia.state import State

__all__ = ["TIMINGS", "called", "check_card", "moves", "play", "standing"]

TIMINGS = (Timing.DEFENCE,)
_BEST = (Kind.SHIELD, Kind.HOLD, Kind.RIPOSTE)
"""What serves best where a city could be lost, best first."""


def check_card(state: State, people: int, move: Play) -> Timing:
    """The timing for which the card would be played. Raises `IllegalMove` as `effects.check_play`."""
    return effects.check_play(state, people, move, TIMINGS)


def moves(state: State, people: int) -> Sequence[Move]:
    """The legal moves of the defender."""
    return (Pass(), *effects.plays(state, people, TIMINGS), *turns.orders(state, people))


def called(state: State) -> tuple[State, tuple[Event, ...]]:
    """The defender of an assault just named is asked, unless it has no card.

    Whoever holds a card is asked, whatever it is: nobody learns from the question what it is.
    """
    if shielded(state):
        return _held_off(state)
    state = replace(state, phase=Phase.REACTION)
    return (state if state.hidden[_defender(state)].hand else _closed(state)), ()


def play(state: State, people: int, move: Move) -> tuple[State, tuple[Event, ...]]:
    """A legal move of the defender: a card and perhaps another, no card, or a standing order."""
    match move:
        case Play():
            return _carded(state, people, move)
        case Order():
            return turns.give_order(state, people, move)
        case _:
            assert isinstance(move, Pass)
            return _done(state)


def standing(state: State) -> Move | None:
    """What the defender's standing order answers; `None` where it answers nothing.

    One card at most: where a city is at stake the best, else none.
    """
    defender = _defender(state)
    rest = state.hidden[defender].rest
    if rest is Rest.NEVER or (rest is not Rest.ASK and fight_of(state).defence_cards):
        return Pass()
    if rest is Rest.CITY and _city_at_stake(state):
        return _best(state, defender) or Pass()
    return None


def _defender(state: State) -> int:
    defender = fight_of(state).defender
    assert defender is not None
    return defender


def _city_at_stake(state: State) -> bool:
    """Whether the defender has a city there and the attacker still more clans than it."""
    fight = fight_of(state)
    assert fight.defender is not None
    assert fight.source is not None
    assert fight.target is not None
    rival = state.goods[fight.defender]
    strength = state.goods[fight.attacker].clans[fight.source] + force(state, fight.attacker)
    return bool(rival.cities >> fight.target & 1) and strength > rival.clans[fight.target]


def _best(state: State, people: int) -> Play | None:
    """The defence card that the standing order plays: the best kind, then the lowest number."""
    ranked: list[tuple[int, int, Play]] = []
    for number, move in enumerate(effects.plays(state, people, TIMINGS)):
        kinds = {effect.kind for effect in effects.mode_of(state, move, Timing.DEFENCE).effects}
        if serving := [rank for rank, kind in enumerate(_BEST) if kind in kinds]:
            ranked.append((serving[0], number, move))
    return min(ranked)[2] if ranked else None


def _carded(state: State, people: int, move: Play) -> tuple[State, tuple[Event, ...]]:
    """Play a defence card; with cards left in hand the defender is asked again."""
    state, events = effects.play_card(state, people, move, Timing.DEFENCE)
    fight = fight_of(state)
    state = with_fight(state, replace(fight, defence_cards=(*fight.defence_cards, move.card)))
    if shielded(state):
        state, more = _held_off(state)
        return state, (*events, *more)
    if not state.hidden[people].hand:
        return _closed(state), events
    return state, events


def _done(state: State) -> tuple[State, tuple[Event, ...]]:
    """No card, or no further one."""
    fight = fight_of(state)
    silent = () if fight.defence_cards else (event(state, "no_reaction", fight.defender),)
    return _closed(state), silent


def _closed(state: State) -> State:
    """The defender has had its say: the attacker decides."""
    return replace(with_fight(state, replace(fight_of(state), reacted=True)), phase=Phase.LOSSES)


def _held_off(state: State) -> tuple[State, tuple[Event, ...]]:
    """The assault is over, nobody loses anything; it was this round's assault all the same."""
    fight = fight_of(state)
    assert fight.target is not None
    place = map_of(state).regions[fight.target].code
    over = event(state, "shielded", fight.defender, rival=fight.attacker, target=place)
    return finished(state), (over,)
