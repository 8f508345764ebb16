"""The check whether a match can reach a position, second part: cards, objectives, sealed choices."""

from __future__ import annotations

from itertools import pairwise
from typing import NoReturn

from msgspec.structs import replace

from engine.game import IllegalMove
from engine.genesia.board import bits, with_hidden
from engine.genesia.cards.legality import COPYABLE_TIMINGS
from engine.genesia.combat import assault, attack_phase
from engine.genesia.combat.resolution import current_combat
from engine.genesia.model import CARDS, Phase, PlayedCard, Stance, StandingOrder, Timing
from engine.genesia.phases import age_end, draft, setup
from engine.genesia.state import State


class ImpossibleError(AssertionError):
    """The error about a position that no match can reach."""


def impossible(what: object) -> NoReturn:
    """Raise `ImpossibleError` about a part of the position."""
    raise ImpossibleError(what)


def require(truth: bool, what: object) -> None:
    """Raise `ImpossibleError` about `what` unless `truth` is true."""
    if not truth:
        impossible(what)


BEFORE = frozenset({Phase.OBJECTIVE, Phase.DRAFT})
"""Phases before the first turn of an Age."""
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
    """Check that every card of the Age is in one place, and that everybody has as many as were dealt."""
    hidden = state.hidden
    if state.phase is Phase.OBJECTIVE:
        require(not state.played and not any(own.hand | own.pack | own.discards for own in hidden), "cards")
        return
    pack = setup.cards_in_use(state.options, state.seats, state.age)
    table = [played.card for played, _ in state.played]
    cards = [*table, *(card for own in hidden for card in bits(own.hand))]
    cards += [card for own in hidden for card in (*bits(own.pack), *bits(own.discards))]
    require(sorted(cards) == list(pack), "cards")
    each = len(pack) // len(hidden)
    chosen = hidden[0].hand.bit_count()
    for people, own in enumerate(hidden):
        if state.phase is Phase.DRAFT:
            sizes = (own.hand.bit_count(), own.pack.bit_count(), own.discards)
            require(sizes == (chosen, each - chosen, 0) and chosen < each - 1, own.hand.bit_count())
            require(sorted(own.taken) == list(bits(own.hand)), own.taken)
            continue
        require(not own.taken, own.taken)
        number = (own.hand | own.discards).bit_count()
        number += sum([played.people == people for played, _ in state.played])
        require(not own.pack and number == each, number)
        require(state.seats == 1 or own.discards != 0, "discards")
        require(not own.hand or state.phase not in COUNTED, "hand")


def check_played(state: State) -> None:
    """Check that cards were played in phases that allow it.

    Inventions and intents must follow from them.
    """
    intents: list[list[int]] = [[] for _ in state.public]
    inventions: list[list[int]] = [[] for _ in state.public]
    originals: dict[int, PlayedCard] = {}
    steps = [step for _, step in state.played]
    require(all(a <= b for a, b in pairwise([1, *steps, state.ply])) or not steps, "played")
    for played, _ in state.played:
        card = CARDS[played.card]
        fits = played.timing in card.timings and played.timing in _PLAYED_IN.get(played.phase, ())
        require(played.people < len(state.public), played.people)
        require(fits and _ORDER.index(played.phase) <= _ORDER.index(_latest(state.phase)), played.card)
        shown, timing = played.card, played.timing
        require((played.timing is Timing.COPY) is (played.copied is not None), played.card)
        if played.copied is not None:
            first = originals.get(played.copied)
            if (
                first is None
                or first.people == played.people
                or first.timing not in COPYABLE_TIMINGS[played.phase]
            ):
                impossible(played.copied)
            shown, timing = played.copied, first.timing
        else:
            originals[played.card] = played
        if timing is Timing.INTENT:
            intents[played.people].append(shown)
        for number in (played.card, shown):
            if CARDS[number].is_invention and number not in inventions[played.people]:
                inventions[played.people].append(number)
    for people, public in enumerate(state.public):
        require(public.intents == tuple(intents[people]), public.intents)
        new = [number for number in public.inventions if CARDS[number].age >= state.age]
        require(new == inventions[people], public.inventions)


def _latest(phase: Phase) -> Phase:
    """Return the last phase in which cards can have been played by then.

    Assaults, reactions and losses alternate, so cards of all of them can lie on the table in the attack
    phase.
    """
    return Phase.LOSSES if phase in attack_phase.PHASES else phase


def check_objectives(state: State) -> None:
    """Check that two objectives are dealt to each, then that everybody keeps one; the rest is aside."""
    in_use = setup.objectives_in_use(state.options, state.seats)
    choosing = state.phase is Phase.OBJECTIVE
    numbers = [*state.aside]
    for own in state.hidden:
        numbers += own.dealt
        if own.objective is not None:
            numbers.append(own.objective)
        require(len(own.dealt) == 2 * choosing and list(own.dealt) == sorted(own.dealt), own.dealt)
        require((own.objective is not None) is (bool(in_use) and not choosing), own.objective)
    require(sorted(numbers) == list(in_use) and list(state.aside) == sorted(state.aside), state.aside)


def check_will(state: State) -> None:
    """Check sealed choices, truces and standing orders."""
    phase = state.phase
    for own in state.hidden:
        sealed = own.dealt if phase is Phase.OBJECTIVE else bits(own.pack)
        require(own.pick is None or (phase in BEFORE and own.pick in sealed), own.pick)
        if phase in BEFORE or state.seats == 1:
            require(own.standing_order is StandingOrder.ASK, own.standing_order)
        if phase in BEFORE | IN_TURN or state.seats == 1:
            require(not own.truce, "truce")
        require(own.stance is None or phase is Phase.STANCE, own.stance)
        if phase is Phase.STANCE:
            first = state.attack_round is not None and state.attack_round.number == 1
            kept = own.stance is Stance.TRUCE if own.stance is not None or first else own.truce
            require(own.truce is kept, "truce")
    _check_steps(state)
    if phase in BEFORE:
        require(len(draft.pending(state)) > 0, phase)


def _check_steps(state: State) -> None:
    """Check that the sealed steps could be sealed: a way to fight the assault, or plays at an Age's end."""
    for people, own in enumerate(state.hidden):
        if not own.steps:
            continue
        if state.phase is Phase.REACTION:
            combat = current_combat(state)
            require(people == combat.attacker and not combat.defence_cards, own.steps)
            require(len(own.steps) == 1 and own.steps[0] in assault.ways_to_fight(state), own.steps)
            continue
        require(state.phase is Phase.END and state.seats > 1, own.steps)
        before = with_hidden(replace(state, done=0), people, steps=())
        for step in own.steps:
            try:
                age_end.check(before, people, step)
            except IllegalMove:
                impossible(step)
            steps = (*before.hidden[people].steps, step)
            before = with_hidden(before, people, steps=steps)
