"""The choices that all make together before the first growth turn: the objective, then the draft.

Rulebook: Début de l'Âge, Drafter.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from engine.chance import Chance
from engine.game import Event, IllegalMove
from engine.genesia import codes
from engine.genesia.board import bits, event, own_event, with_hidden
from engine.genesia.box.cards import CARD_NUMBERS
from engine.genesia.model import Draft, KeepObjective, Move, Phase
from engine.genesia.phases import turns
from engine.genesia.phases.setup import begin_age
from engine.genesia.state import Hidden, State
from engine.kit.masks import mask_of

__all__ = [
    "anticipate",
    "check_draft",
    "check_objective",
    "giver",
    "holder",
    "moves",
    "packs_seen",
    "pending",
    "play",
]

CARDS_KEPT = 5
"""Cards that each player keeps of the six dealt."""


def check_objective(state: State, people: int, move: KeepObjective) -> None:
    """Check that the objective was dealt to the people. Raises `IllegalMove` genesia.not_dealt."""
    if move.objective not in state.hidden[people].dealt:
        raise IllegalMove(codes.NOT_DEALT, objective=move.objective)


def check_draft(state: State, people: int, move: Draft) -> None:
    """Check a choice in the draft. At least one of the cards must be in the pack.

    Raises `IllegalMove` genesia.unknown_card, card_twice, not_in_pack (one card named), none_in_pack
    (several).
    """
    for number, card in enumerate(move.cards):
        if card not in CARD_NUMBERS:
            raise IllegalMove(codes.UNKNOWN_CARD, card=card)
        if card in move.cards[:number]:
            raise IllegalMove(codes.CARD_TWICE, card=card)
    if not mask_of(move.cards) & state.hidden[people].pack:
        first, *rest = move.cards
        raise IllegalMove(codes.NONE_IN_PACK) if rest else IllegalMove(codes.NOT_IN_PACK, card=first)


def pending(state: State) -> tuple[int, ...]:
    """Return the peoples that have not sealed an objective or a card yet."""
    return tuple([people for people, hidden in enumerate(state.hidden) if hidden.pick is None])


def moves(state: State, people: int) -> Sequence[Move]:
    """Return the choices of the people, also if it has sealed one already."""
    hidden = state.hidden[people]
    if state.phase is Phase.OBJECTIVE:
        return tuple([KeepObjective(number) for number in hidden.dealt])
    return tuple([Draft((card,)) for card in bits(hidden.pack)])


def play(state: State, people: int, move: Move, chance: Chance) -> tuple[State, tuple[Event, ...]]:
    """Seal a choice, which may still be changed. The last people to choose moves the match on."""
    before = state.hidden[people].pick
    if isinstance(move, KeepObjective):
        state = with_hidden(state, people, pick=move.objective)
        changed = before not in (None, move.objective)
        sealed = own_event(state, codes.AIMED, people, objective=move.objective, changed=changed)
        if pending(state):
            return state, (sealed,)
        state, events = begin_age(_keep_objectives(state), 1, chance)
        return state, (sealed, *events)
    assert isinstance(move, Draft)
    card, *rest = [card for card in move.cards if state.hidden[people].pack >> card & 1]
    state = with_hidden(state, people, pick=card)
    changed = before not in (None, card)
    sealed = own_event(state, codes.TOOK, people, card=card, rest=tuple(rest), changed=changed)
    if pending(state):
        return state, (sealed,)
    state, events = _pass_packs(state)
    return state, (sealed, *events)


def _keep_objectives(state: State) -> State:
    """Return the state in which everybody keeps the chosen objective and the other ones go aside unseen."""
    aside = [*state.aside]
    hidden: list[Hidden] = []
    for own in state.hidden:
        aside += [number for number in own.dealt if number != own.pick]
        hidden.append(replace(own, pick=None, dealt=(), objective=own.pick))
    return replace(state, hidden=tuple(hidden), aside=tuple(sorted(aside)))


def giver(state: State, people: int) -> int:
    """Return the people from which this one gets its next pack.

    It sits on the right in Ages I and III, on the left in Age II.
    """
    return (people + (1 if state.age == 2 else -1)) % len(state.hidden)


def holder(state: State, pack: int, picks: int) -> int:
    """Return the people that holds, after `picks` picks, the pack first dealt to people `pack`."""
    return (pack + (-picks if state.age == 2 else picks)) % len(state.hidden)


def packs_seen(state: State, people: int) -> tuple[tuple[int, int], ...]:
    """Return the packs from which the people has chosen or chooses now, by pick, the first pick first.

    Each entry is the people that was dealt the pack, and the cards that were in it at that pick, as bits.
    With n players a pack comes back n picks later.
    """
    picks = len(state.hidden[people].taken)
    found: list[tuple[int, int]] = []
    pack, cards = people, 0
    for before in range(picks + 1):
        cards = state.hidden[holder(state, pack, picks)].pack
        for number in range(before, picks):
            cards |= 1 << state.hidden[holder(state, pack, number)].taken[number]
        found.append((pack, cards))
        pack = giver(state, pack)
    return tuple(found)


def anticipate(state: State, people: int) -> State | None:
    """Return the state of the people's next pick as if nobody else had taken a card from that pack.

    It must be a pack that the people has seen: it knows all cards that can still be in it, and its own pick
    before does not change them, so the pick can be planned. `None` if the next pack is new to it or no pick
    follows. All cards of the other peoples lie in their packs.
    """
    own, peoples = state.hidden[people], len(state.hidden)
    back = len(own.taken) + 1 - peoples
    if state.phase is not Phase.DRAFT or back < 0 or len(own.taken) + 1 == CARDS_KEPT:
        return None
    pack = packs_seen(state, people)[back][1] & ~(1 << own.taken[back])
    taken = own.taken if own.pick is None else (*own.taken, own.pick)
    left = own.pack & ~mask_of(taken)
    hidden: list[Hidden] = []
    for each, other in enumerate(state.hidden):
        if each == people:
            hidden.append(replace(own, hand=mask_of(taken), taken=taken, pack=pack, pick=None))
            continue
        cards = (other.hand | other.pack) & ~pack
        if each == giver(state, people):
            cards |= left
        hidden.append(replace(other, hand=0, taken=(), pack=cards, pick=bits(cards)[0]))
    return replace(state, hidden=tuple(hidden))


def _pass_packs(state: State) -> tuple[State, tuple[Event, ...]]:
    """Let everybody take its card and pass the rest on, to the left in Ages I and III, to the right in II.

    The sixth card of each player is put away unseen, and pays nothing (rulebook: Drafter).
    """
    taken = [(*own.taken, own.pick) for own in state.hidden if own.pick is not None]
    left = [own.pack & ~(1 << cards[-1]) for own, cards in zip(state.hidden, taken, strict=True)]
    number = min(map(len, taken))  # in an anticipated state all others count one pick
    events = [event(state, codes.PICKED, None, revealed=number < CARDS_KEPT, number=number)]
    if number < CARDS_KEPT:
        hidden = [
            replace(own, pick=None, hand=mask_of(cards), taken=cards, pack=left[giver(state, people)])
            for people, (own, cards) in enumerate(zip(state.hidden, taken, strict=True))
        ]
        return replace(state, hidden=tuple(hidden)), tuple(events)
    hidden = [
        replace(own, pick=None, hand=mask_of(cards), taken=(), pack=0, discards=rest)
        for own, cards, rest in zip(state.hidden, taken, left, strict=True)
    ]
    for people, (cards, rest) in enumerate(zip(taken, left, strict=True)):
        drafted = own_event(
            state, codes.DRAFTED, people, cards=tuple(sorted(cards)), left=rest.bit_length() - 1
        )
        events.append(drafted)
    return turns.begin(replace(state, hidden=tuple(hidden))), tuple(events)
