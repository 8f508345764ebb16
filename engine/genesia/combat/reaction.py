"""The defender's reaction, out of turn, by itself or by the house (rulebook: Attaque, Important)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from engine.game import Event
from engine.genesia import codes
from engine.genesia.board import event, map_of, with_hidden
from engine.genesia.cards import effects, legality
from engine.genesia.combat.resolution import (
    current_combat,
    current_round,
    end_combat,
    force,
    is_shielded,
    resolve,
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
from engine.kit.stages import Break, Told

__all__ = ["TIMINGS", "ask_defender", "check_card", "moves", "play", "standing_move"]

TIMINGS = (Timing.DEFENCE,)
"""The timings as which cards may be played in a reaction."""
_KINDS_BY_MERIT = (Kind.SHIELD, Kind.HOLD, Kind.RIPOSTE)
"""The effects of defence cards that the house plays where a city could be lost, best first."""


def check_card(state: State, people: int, move: Play) -> Timing:
    """Return the timing as which the card would be played. Raises `IllegalMove` as `legality.check_play`."""
    return legality.check_play(state, people, move, TIMINGS)


def moves(state: State, people: int) -> Sequence[Move]:
    """Return the legal moves of the defender."""
    return (Pass(), *legality.plays(state, people, TIMINGS), *turns.orders(state, people))


def ask_defender(state: State) -> tuple[State, tuple[Told, ...]]:
    """Ask the defender of an assault just named, unless an intent shields it or it has no card.

    A defender that holds any card is asked, so the question tells nobody which card it is. At a swift table
    the house answers at once if it answers at all.
    """
    if is_shielded(state):
        return _repel(state)
    state = replace(state, phase=Phase.REACTION)
    if not state.hidden[_defender(state)].hand:
        return _close(state)
    return _answer_swiftly(state)


def _answer_swiftly(state: State) -> tuple[State, tuple[Told, ...]]:
    """Return the state after the house has answered for the defender at a swift table, if it does."""
    events: tuple[Told, ...] = ()
    while _is_swift_question(state):
        answer = standing_move(state)
        if answer is None:
            break
        before = Break(state)
        state, more = _react(state, _defender(state), answer)
        events = (*events, before, *more)
    return state, events


def _is_swift_question(state: State) -> bool:
    """Return whether a defender is asked at a swift table."""
    under_way = state.phase is Phase.REACTION and current_round(state).combat is not None
    return under_way and state.options.reactions is Reactions.SWIFT


def play(state: State, people: int, move: Move) -> tuple[State, tuple[Told, ...]]:
    """Play a legal move of the defender: a card (more may follow), no further card, or an order."""
    state, events = _react(state, people, move)
    reacted = Break(state)
    state, more = _answer_swiftly(state)
    return state, (*events, reacted, *more)


def _react(state: State, people: int, move: Move) -> tuple[State, tuple[Told, ...]]:
    match move:
        case Play():
            return _play_card(state, people, move)
        case GiveOrder() | GiveWarOrder() | Campaign():
            return turns.give_order(state, people, move)
        case _:
            assert isinstance(move, Pass)
            return _decline(state)


def standing_move(state: State) -> Move | None:
    """Return the move that the house makes for the defender; `None` if the defender must decide itself.

    The house passes if no card can be played now. By a standing order it plays one card at most, the best one
    where a city is at stake, and passes otherwise; the order `CITY` asks while no city is at stake and no
    card is played, `GUARD` never does.
    """
    defender = _defender(state)
    if not legality.plays(state, defender, TIMINGS):
        return Pass()
    order = state.hidden[defender].standing_order
    if order is StandingOrder.NEVER or (
        order is not StandingOrder.ASK and current_combat(state).defence_cards
    ):
        return Pass()
    if order in (StandingOrder.CITY, StandingOrder.GUARD) and _city_at_stake(state):
        return _best_defence(state, defender) or Pass()
    return Pass() if order is StandingOrder.GUARD else None


def _defender(state: State) -> int:
    defender = current_combat(state).defender
    assert defender is not None
    return defender


def _city_at_stake(state: State) -> bool:
    """Return whether the defender has a city there and the attacker still has more clans than it."""
    combat = current_combat(state)
    assert combat.defender is not None
    assert combat.source is not None
    assert combat.target is not None
    rival = state.public[combat.defender]
    strength = state.public[combat.attacker].clans[combat.source] + force(state, combat.attacker)
    return bool(rival.cities >> combat.target & 1) and strength > rival.clans[combat.target]


def _best_defence(state: State, people: int) -> Play | None:
    """Return the defence card that the standing order plays: by kind of effect, then by number."""
    ranked: list[tuple[int, int, Play]] = []
    for number, move in enumerate(legality.plays(state, people, TIMINGS)):
        kinds = {effect.kind for effect in legality.mode_of(state, move, Timing.DEFENCE).effects}
        if serving := [rank for rank, kind in enumerate(_KINDS_BY_MERIT) if kind in kinds]:
            ranked.append((serving[0], number, move))
    return min(ranked)[2] if ranked else None


def _play_card(state: State, people: int, move: Play) -> tuple[State, tuple[Told, ...]]:
    """Play a defence card. A defender with cards left in hand is asked again."""
    state, events = effects.play_card(state, people, move, Timing.DEFENCE)
    combat = current_combat(state)
    state = with_combat(state, replace(combat, defence_cards=(*combat.defence_cards, move.card)))
    # The attacker chose its way to fight before it knew of this card: it chooses again.
    state = with_hidden(state, combat.attacker, steps=())
    played = Break(state)
    if is_shielded(state):
        state, repelled = _repel(state)
        return state, (*events, played, *repelled)
    if not state.hidden[people].hand:
        state, more = _close(state)
        return state, (*events, played, *more)
    return state, events


def _decline(state: State) -> tuple[State, tuple[Told, ...]]:
    """Play no card, or no further one.

    After a decline without any card the sealed way to fight counts at once, so the event reveals whether
    there is one.
    """
    combat = current_combat(state)
    silent = (
        () if combat.defence_cards else (event(state, codes.NO_REACTION, combat.defender, revealed=True),)
    )
    state, events = _close(state)
    return state, (*silent, *events)


def _close(state: State) -> tuple[State, tuple[Told, ...]]:
    """End the reaction: the attacker chooses its way to fight, or the sealed one is carried out."""
    combat = current_combat(state)
    state = replace(with_combat(state, replace(combat, reacted=True)), phase=Phase.LOSSES)
    steps = state.hidden[combat.attacker].steps
    if not steps:
        return state, ()
    (fought,) = steps
    assert isinstance(fought, Lose)
    return resolve(state, fought)


def _repel(state: State) -> tuple[State, tuple[Event, ...]]:
    """End the assault without losses. It still counts as the attacker's assault of this round."""
    combat = current_combat(state)
    assert combat.target is not None
    place = map_of(state).regions[combat.target].code
    over = event(state, codes.SHIELDED, combat.defender, rival=combat.attacker, target=place)
    return end_combat(state), (over,)
