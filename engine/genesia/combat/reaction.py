"""The defender's reaction: out of turn, on a short clock, or by standing order (Attaque, Important)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from engine.game import Event
from engine.genesia.board import event, map_of, with_hidden
from engine.genesia.cards import effects, legality
from engine.genesia.combat.resolution import (
    combat_of,
    end_combat,
    force,
    resolve,
    round_of,
    shielded,
    with_combat,
)
from engine.genesia.model import (
    Campaign,
    GiveOrder,
    GiveWarOrder,
    Kind,
    Lose,
    Move,
    Pass,
    Phase,
    Play,
    Reactions,
    StandingOrder,
    Timing,
)
from engine.genesia.phases import turns
from engine.genesia.state import State

__all__ = ["TIMINGS", "ask_defender", "check_card", "moves", "play", "standing"]

TIMINGS = (Timing.DEFENCE,)
_BEST = (Kind.SHIELD, Kind.HOLD, Kind.RIPOSTE)
"""What serves best where a city could be lost, best first."""


def check_card(state: State, people: int, move: Play) -> Timing:
    """The timing for which the card would be played. Raises `IllegalMove` as `legality.check_play`."""
    return legality.check_play(state, people, move, TIMINGS)


def moves(state: State, people: int) -> Sequence[Move]:
    """The legal moves of the defender."""
    return (Pass(), *legality.plays(state, people, TIMINGS), *turns.orders(state, people))


def ask_defender(state: State) -> tuple[State, tuple[Event, ...]]:
    """The defender of an assault just named is asked, unless it has no card.

    Whoever holds a card is asked, whatever it is: nobody learns from the question what it is. At a swift
    table the house answers at once where it answers at all.
    """
    if shielded(state):
        return _repel(state)
    state = replace(state, phase=Phase.REACTION)
    if not state.hidden[_defender(state)].hand:
        return _close(state)
    return _answered_swiftly(state)


def _answered_swiftly(state: State) -> tuple[State, tuple[Event, ...]]:
    """At a swift table the state after the house has answered for the defender, if it does."""
    events: tuple[Event, ...] = ()
    while _swift(state):
        answer = standing(state)
        if answer is None:
            break
        state, more = _reacted(state, _defender(state), answer)
        events += more
    return state, events


def _swift(state: State) -> bool:
    """Whether a defender is asked at a swift table."""
    under_way = state.phase is Phase.REACTION and round_of(state).combat is not None
    return under_way and state.options.reactions is Reactions.SWIFT


def play(state: State, people: int, move: Move) -> tuple[State, tuple[Event, ...]]:
    """A legal move of the defender: a card and perhaps another, no card, or a standing order."""
    state, events = _reacted(state, people, move)
    state, more = _answered_swiftly(state)
    return state, (*events, *more)


def _reacted(state: State, people: int, move: Move) -> tuple[State, tuple[Event, ...]]:
    match move:
        case Play():
            return _play_card(state, people, move)
        case GiveOrder() | GiveWarOrder() | Campaign():
            return turns.give_order(state, people, move)
        case _:
            assert isinstance(move, Pass)
            return _decline(state)


def standing(state: State) -> Move | None:
    """What the house answers for the defender; `None` where it answers nothing.

    None of its cards can be played now; or its standing order says so: one card at most, where a city is at
    stake the best, else none.
    """
    defender = _defender(state)
    if not legality.plays(state, defender, TIMINGS):
        return Pass()
    order = state.hidden[defender].standing_order
    if order is StandingOrder.NEVER or (order is not StandingOrder.ASK and combat_of(state).defence_cards):
        return Pass()
    if order is StandingOrder.CITY and _city_at_stake(state):
        return _best(state, defender) or Pass()
    return None


def _defender(state: State) -> int:
    defender = combat_of(state).defender
    assert defender is not None
    return defender


def _city_at_stake(state: State) -> bool:
    """Whether the defender has a city there and the attacker still more clans than it."""
    combat = combat_of(state)
    assert combat.defender is not None
    assert combat.source is not None
    assert combat.target is not None
    rival = state.public[combat.defender]
    strength = state.public[combat.attacker].clans[combat.source] + force(state, combat.attacker)
    return bool(rival.cities >> combat.target & 1) and strength > rival.clans[combat.target]


def _best(state: State, people: int) -> Play | None:
    """The defence card that the standing order plays: the best kind, then the lowest number."""
    ranked: list[tuple[int, int, Play]] = []
    for number, move in enumerate(legality.plays(state, people, TIMINGS)):
        kinds = {effect.kind for effect in legality.mode_of(state, move, Timing.DEFENCE).effects}
        if serving := [rank for rank, kind in enumerate(_BEST) if kind in kinds]:
            ranked.append((serving[0], number, move))
    return min(ranked)[2] if ranked else None


def _play_card(state: State, people: int, move: Play) -> tuple[State, tuple[Event, ...]]:
    """Play a defence card; with cards left in hand the defender is asked again."""
    state, events = effects.play_card(state, people, move, Timing.DEFENCE)
    combat = combat_of(state)
    state = with_combat(state, replace(combat, defence_cards=(*combat.defence_cards, move.card)))
    # How it is fought is asked anew.
    state = with_hidden(state, combat.attacker, steps=())
    if shielded(state):
        state, more = _repel(state)
        return state, (*events, *more)
    if not state.hidden[people].hand:
        state, more = _close(state)
        return state, (*events, *more)
    return state, events


def _decline(state: State) -> tuple[State, tuple[Event, ...]]:
    """No card, or no further one. Without any, all see whether the attacker has sealed how it fights."""
    combat = combat_of(state)
    silent = () if combat.defence_cards else (event(state, "no_reaction", combat.defender, revealed=True),)
    state, events = _close(state)
    return state, (*silent, *events)


def _close(state: State) -> tuple[State, tuple[Event, ...]]:
    """The defender has had its say: the attacker decides, or has decided."""
    combat = combat_of(state)
    state = replace(with_combat(state, replace(combat, reacted=True)), phase=Phase.LOSSES)
    steps = state.hidden[combat.attacker].steps
    if not steps:
        return state, ()
    (fought,) = steps
    assert isinstance(fought, Lose)
    return resolve(state, fought)


def _repel(state: State) -> tuple[State, tuple[Event, ...]]:
    """The assault is over, nobody loses anything; it was this round's assault all the same."""
    combat = combat_of(state)
    assert combat.target is not None
    place = map_of(state).regions[combat.target].code
    over = event(state, "shielded", combat.defender, rival=combat.attacker, target=place)
    return end_combat(state), (over,)
