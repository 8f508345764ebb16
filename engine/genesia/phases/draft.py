"""Choices that all make together before the first growth: the secret objective, then card by card the draft.

Rulebook: Début de l'Âge, Drafter.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from engine.chance import Chance
from engine.game import Event, IllegalMove
from engine.genesia.board import bits, event, own_event, with_hidden
from engine.genesia.box.cards import CARD_NUMBERS
from engine.genesia.model import Draft, KeepObjective, Move, Phase
from engine.genesia.phases import turns
from engine.genesia.phases.setup import begin_age
from engine.genesia.state import Hidden, State

__all__ = ["check_draft", "check_objective", "moves", "pending", "play"]

KEPT = 5
"""Cards that each keeps of the six dealt."""


def check_objective(state: State, people: int, move: KeepObjective) -> None:
    """Raises `IllegalMove` genesia.not_dealt."""
    if move.objective not in state.hidden[people].dealt:
        raise IllegalMove("genesia.not_dealt", objective=move.objective)


def check_draft(state: State, people: int, move: Draft) -> None:
    """Raises `IllegalMove` genesia.unknown_card, not_in_pack."""
    if move.card not in CARD_NUMBERS:
        raise IllegalMove("genesia.unknown_card", card=move.card)
    if not state.hidden[people].pack >> move.card & 1:
        raise IllegalMove("genesia.not_in_pack", card=move.card)


def pending(state: State) -> tuple[int, ...]:
    """Peoples that have not chosen an objective or a card yet."""
    return tuple([people for people, hidden in enumerate(state.hidden) if hidden.pick is None])


def moves(state: State, people: int) -> Sequence[Move]:
    """What the people may choose, or choose instead."""
    hidden = state.hidden[people]
    if state.phase is Phase.OBJECTIVE:
        return tuple([KeepObjective(number) for number in hidden.dealt])
    return tuple([Draft(card) for card in bits(hidden.pack)])


def play(state: State, people: int, move: Move, chance: Chance) -> tuple[State, tuple[Event, ...]]:
    """Seal a choice, which may still be changed; the last one in moves the match on."""
    before = state.hidden[people].pick
    if isinstance(move, KeepObjective):
        state = with_hidden(state, people, pick=move.objective)
        changed = before not in (None, move.objective)
        told = own_event(state, "aimed", people, objective=move.objective, changed=changed)
        if pending(state):
            return state, (told,)
        state, events = begin_age(_keep_objectives(state), 1, chance)
        return state, (told, *events)
    assert isinstance(move, Draft)
    state = with_hidden(state, people, pick=move.card)
    changed = before not in (None, move.card)
    told = own_event(state, "took", people, card=move.card, changed=changed)
    if pending(state):
        return state, (told,)
    state, events = _pass_packs(state)
    return state, (told, *events)


def _keep_objectives(state: State) -> State:
    """Everybody keeps one objective, the other ones go aside unseen."""
    aside = [*state.aside]
    hidden: list[Hidden] = []
    for own in state.hidden:
        aside += [number for number in own.dealt if number != own.pick]
        hidden.append(replace(own, pick=None, dealt=(), objective=own.pick))
    return replace(state, hidden=tuple(hidden), aside=tuple(sorted(aside)))


def _pass_packs(state: State) -> tuple[State, tuple[Event, ...]]:
    """Everybody takes its card and hands on the rest: to the left in Ages I and III, to the right in Age II.

    Each sees a new pack. The sixth card of each is put away unseen, and pays nothing (rulebook: Drafter).
    """
    peoples = len(state.hidden)
    kept = [(own.hand | 1 << own.pick, own.pack & ~(1 << own.pick)) for own in state.hidden if own.pick]
    number = kept[0][0].bit_count()
    events = [event(state, "picked", None, revealed=number < KEPT, number=number)]
    if number < KEPT:
        giver = -1 if state.age != 2 else 1
        hidden = [
            replace(own, pick=None, hand=kept[p][0], pack=kept[(p + giver) % peoples][1])
            for p, own in enumerate(state.hidden)
        ]
        return replace(state, hidden=tuple(hidden)), tuple(events)
    hidden = [
        replace(own, pick=None, hand=hand, pack=0, discards=left)
        for own, (hand, left) in zip(state.hidden, kept, strict=True)
    ]
    for people, (hand, left) in enumerate(kept):
        events.append(own_event(state, "drafted", people, cards=bits(hand), left=left.bit_length() - 1))
    return turns.begin(replace(state, hidden=tuple(hidden))), tuple(events)
