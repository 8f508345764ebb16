"""Whether a position is possible, second part: where cards and objectives are, and what is sealed."""

from __future__ import annotations

from itertools import pairwise

from engine.genesia import fray, opening
from engine.genesia.board import bits
from engine.genesia.model import CARDS, Phase, Pick, Rest, Stand, Timing
from engine.genesia.permits import COPIED_IN
from engine.genesia.state import State
from engine.genesia.words import hold, impossible

__all__ = ["BEFORE", "COUNTED", "IN_TURN", "check_cards", "check_objectives", "check_played", "check_will"]

BEFORE = frozenset({Phase.OBJECTIVE, Phase.DRAFT})
IN_TURN = frozenset({Phase.GROWTH, Phase.EXPANSION})
COUNTED = frozenset({Phase.PLACE, Phase.OVER})
"""Phases in which the progress of the running Age is counted."""
_ORDER = tuple(Phase)
_PLAYED_IN = {
    Phase.GROWTH: frozenset({Timing.GROWTH, Timing.INTENT, Timing.COPY}),
    Phase.EXPANSION: frozenset({Timing.EXPANSION, Timing.COPY}),
    Phase.ASSAULT: frozenset({Timing.ATTACK, Timing.COPY}),
    Phase.REACTION: frozenset({Timing.DEFENCE}),
    Phase.LOSSES: frozenset({Timing.ATTACK, Timing.COPY}),
    Phase.END: frozenset({Timing.END, Timing.COPY}),
}


def check_cards(state: State) -> None:
    """Every card of the Age is somewhere once, and everybody has as many as it was dealt."""
    hidden = state.hidden
    if state.phase is Phase.OBJECTIVE:
        hold(not state.played and not any(own.hand | own.pack | own.discards for own in hidden), "cards")
        return
    pack = opening.pack(state.options, state.seats, state.age)
    table = [pick.card for pick, _ in state.played]
    cards = [*table, *(card for own in hidden for card in bits(own.hand))]
    cards += [card for own in hidden for card in (*bits(own.pack), *bits(own.discards))]
    hold(sorted(cards) == list(pack), "cards")
    each = len(pack) // len(hidden)
    chosen = hidden[0].hand.bit_count()
    for people, own in enumerate(hidden):
        if state.phase is Phase.DRAFT:
            sizes = (own.hand.bit_count(), own.pack.bit_count(), own.discards)
            hold(sizes == (chosen, each - chosen, 0) and chosen < each - 1, own.hand.bit_count())
            continue
        number = (own.hand | own.discards).bit_count()
        number += sum([pick.people == people for pick, _ in state.played])
        hold(not own.pack and number == each, number)
        hold(state.seats == 1 or own.discards != 0, "discards")
        hold(not own.hand or state.phase not in COUNTED, "hand")


def check_played(state: State) -> None:
    """Cards on the table were played when they may be; inventions and intents follow from them."""
    intents: list[list[int]] = [[] for _ in state.goods]
    inventions: list[list[int]] = [[] for _ in state.goods]
    originals: dict[int, Pick] = {}
    steps = [step for _, step in state.played]
    hold(all(a <= b for a, b in pairwise([1, *steps, state.step])) or not steps, "played")
    for pick, _ in state.played:
        card = CARDS[pick.card]
        fits = pick.timing in card.timings and pick.timing in _PLAYED_IN.get(pick.phase, ())
        hold(pick.people < len(state.goods), pick.people)
        hold(fits and _ORDER.index(pick.phase) <= _ORDER.index(_latest(state.phase)), pick.card)
        shown, timing = pick.card, pick.timing
        hold((pick.timing is Timing.COPY) is (pick.copied is not None), pick.card)
        if pick.copied is not None:
            first = originals.get(pick.copied)
            if first is None or first.people == pick.people or first.timing not in COPIED_IN[pick.phase]:
                impossible(pick.copied)
            shown, timing = pick.copied, first.timing
        else:
            originals[pick.card] = pick
        if timing is Timing.INTENT:
            intents[pick.people].append(shown)
        for number in (pick.card, shown):
            if CARDS[number].invention and number not in inventions[pick.people]:
                inventions[pick.people].append(number)
    for people, goods in enumerate(state.goods):
        hold(goods.intents == tuple(intents[people]), goods.intents)
        new = [number for number in goods.inventions if CARDS[number].age >= state.age]
        hold(new == inventions[people], goods.inventions)


def _latest(phase: Phase) -> Phase:
    """The last phase in which cards can have been played by then: reactions and losses come round again."""
    return Phase.LOSSES if phase in fray.PHASES else phase


def check_objectives(state: State) -> None:
    """Two are dealt to each, then everybody keeps one; the rest is aside."""
    in_use = opening.aims(state.options, state.seats)
    choosing = state.phase is Phase.OBJECTIVE
    numbers = [*state.aside]
    for own in state.hidden:
        numbers += own.dealt
        if own.objective is not None:
            numbers.append(own.objective)
        hold(len(own.dealt) == 2 * choosing and list(own.dealt) == sorted(own.dealt), own.dealt)
        hold((own.objective is not None) is (bool(in_use) and not choosing), own.objective)
    hold(sorted(numbers) == list(in_use) and list(state.aside) == sorted(state.aside), state.aside)


def check_will(state: State) -> None:
    """Sealed choices, truces and standing orders."""
    phase = state.phase
    for own in state.hidden:
        sealed = own.dealt if phase is Phase.OBJECTIVE else bits(own.pack)
        hold(own.pick is None or (phase in BEFORE and own.pick in sealed), own.pick)
        if phase in BEFORE or state.seats == 1:
            hold(own.rest is Rest.ASK, own.rest)
        if phase in BEFORE | IN_TURN or state.seats == 1:
            hold(not own.truce, "truce")
        hold(own.stand is None or phase is Phase.STANCE, own.stand)
        if phase is Phase.STANCE:
            first = state.fray is not None and state.fray.round == 1
            kept = own.stand is Stand.TRUCE if own.stand is not None or first else own.truce
            hold(own.truce is kept, "truce")
    if phase in BEFORE:
        hold(len(opening.pending(state)) > 0, phase)
