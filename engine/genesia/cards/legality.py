"""The phases and regions in which cards may be played, and the cards that may be copied.

`check_play` alone decides what is legal; `plays` lists the plays that it accepts.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from engine.game import IllegalMove
from engine.genesia import codes
from engine.genesia.board import (
    bits,
    map_of,
)
from engine.genesia.box.cards import CARD_NUMBERS
from engine.genesia.cards.modes import (
    cards_with_timing,
    is_unique,
    leap_starts,
    max_leap,
    mode_in,
    target_regions,
    targeted_effect,
)
from engine.genesia.model import (
    CARDS,
    Claim,
    CopyTiming,
    Effect,
    Kind,
    Mode,
    Phase,
    Play,
    PlayedCard,
    Timing,
)
from engine.genesia.state import State
from engine.kit.combined import Choices, Grid

__all__ = [
    "advance_copies",
    "check_advance_copy",
    "check_card",
    "check_play",
    "claims",
    "claims_ahead",
    "claims_in_phase",
    "end_turn",
    "mode_of",
    "original_play",
    "plays",
]

COPYABLE_TIMINGS = {
    Phase.GROWTH: frozenset({Timing.GROWTH, Timing.INTENT}),
    Phase.EXPANSION: frozenset({Timing.GROWTH, Timing.EXPANSION, Timing.INTENT}),
    Phase.ASSAULT: frozenset({Timing.GROWTH, Timing.EXPANSION, Timing.ATTACK}),
    Phase.LOSSES: frozenset({Timing.ATTACK}),
    Phase.END: frozenset({Timing.GROWTH, Timing.EXPANSION, Timing.END}),
}
"""The timings as which an opponent's card must have been played to be copied, by phase.

Cards played in defence are never copied, nor copies themselves. Intents must be known before the attack phase
(rulebook: Croissance); attack cards serve only in an own assault.
"""

# Copying


def original_play(state: State, card: int) -> PlayedCard:
    """Return the play of the card that was not a copy. There must be one in this Age."""
    return next(each for each, _ in state.played if each.card == card and each.timing is not Timing.COPY)


def claims(state: State, people: int) -> tuple[Claim, ...]:
    """Return the cards of opponents that the people could copy now, in the order in which they were played.

    Copies, cards played as DEFENCE and UNIQUE cards are never among them; ATTACK only in an own assault,
    INTENT only before the attack phase, END only at the end of the Age. Under ``copy_timing`` "turn" only
    cards count that were played since the end of the people's previous turn in this Age.
    """
    return claims_in_phase(state, people, state.phase)


def claims_in_phase(state: State, people: int, phase: Phase) -> tuple[Claim, ...]:
    """Return the cards that the people could copy if it were that phase; everybody knows them."""
    timings = COPYABLE_TIMINGS.get(phase)
    if timings is None:
        return ()
    since = state.turn_ends[people] if state.options.copy_timing is CopyTiming.TURN else -1
    return tuple(
        [
            Claim(played.card, played.people, played.timing)
            for played, ply in state.played
            if ply > since and played.people != people and played.timing in timings
            if not is_unique(played.card, played.timing)
        ]
    )


def claims_ahead(state: State, people: int) -> tuple[Claim, ...]:
    """Return the cards that the people may still copy: in its running or next turn of this Age.

    Of an Age's last phases the end is meant, unless the people is making an assault. Everybody knows them,
    whether or not the people holds a card that copies.
    """
    return claims_in_phase(state, people, _coming_phase(state, people))


def _coming_phase(state: State, people: int) -> Phase:
    """Return the phase of the people's running turn in this Age, or of its next one."""
    match state.phase:
        case Phase.GROWTH:
            return Phase.EXPANSION if people in state.order[: state.turn] else Phase.GROWTH
        case Phase.EXPANSION:
            return Phase.END if people in state.order[: state.turn] else Phase.EXPANSION
        case Phase.ASSAULT | Phase.LOSSES if state.attack_round and people in state.attack_round.waiting[:1]:
            return state.phase
        case Phase.STANCE | Phase.ASSAULT | Phase.REACTION | Phase.LOSSES:
            return Phase.END
        case _:
            return state.phase


def end_turn(state: State, people: int) -> State:
    """Return the state after that people's turn (growth, expansion or an assault).

    Under ``copy_timing`` "turn" it can no longer copy cards that were played before.
    """
    ends = state.turn_ends
    return replace(state, turn_ends=(*ends[:people], state.ply, *ends[people + 1 :]))


def mode_of(state: State, move: Play, timing: Timing) -> Mode:
    """Return the mode of a play; for a copy, the mode in which the original was played."""
    if move.copy is None:
        return mode_in(move.card, timing)
    return mode_in(move.copy, original_play(state, move.copy).timing)


# Checking and listing


def check_card(state: State, people: int, card: int) -> None:
    """Check that the card is in hand. Raises `IllegalMove` genesia.unknown_card, not_in_hand."""
    if card not in CARD_NUMBERS:
        raise IllegalMove(codes.UNKNOWN_CARD, card=card)
    if not state.hidden[people].hand >> card & 1:
        raise IllegalMove(codes.NOT_IN_HAND, card=card)


def check_play(state: State, people: int, move: Play, timings: Sequence[Timing]) -> Timing:
    """Return the timing as which the card would be played, out of those allowed now.

    Raises `IllegalMove` genesia.unknown_card, not_in_hand, wrong_phase, copy_what, copies_nothing,
    not_copyable, unaffordable, no_place, where, no_where, unknown_region, wrong_place, no_leap, at_least_one,
    leap_range.
    """
    check_card(state, people, move.card)
    card = CARDS[move.card]
    timing = _timing(move, timings)
    if timing is None:
        if move.copy is None and Timing.COPY in timings and Timing.COPY in card.timings:
            raise IllegalMove(codes.COPY_WHAT, card=move.card)
        if move.copy is not None and Timing.COPY not in card.timings:
            raise IllegalMove(codes.COPIES_NOTHING, card=move.card)
        raise IllegalMove(codes.WRONG_PHASE, card=move.card, phase=state.phase.value)
    shown, shown_timing = move.card, timing
    if move.copy is not None:
        if move.copy not in {claim.card for claim in claims(state, people)}:
            raise IllegalMove(codes.NOT_COPYABLE, card=move.copy)
        shown, shown_timing = move.copy, original_play(state, move.copy).timing
    coins = state.public[people].coins
    if card.cost > coins:
        raise IllegalMove(codes.UNAFFORDABLE, card=move.card, cost=card.cost, coins=coins)
    _check_place(state, people, move, shown, shown_timing)
    return timing


def check_advance_copy(state: State, people: int, move: Play) -> None:
    """Check a copy of a card that somebody else may still play at this end of the Age.

    Raises `IllegalMove` as `check_play`, without wrong_phase, copy_what and not_copyable.
    """
    assert move.copy is not None
    check_card(state, people, move.card)
    card, coins = CARDS[move.card], state.public[people].coins
    if Timing.COPY not in card.timings:
        raise IllegalMove(codes.COPIES_NOTHING, card=move.card)
    if card.cost > coins:
        raise IllegalMove(codes.UNAFFORDABLE, card=move.card, cost=card.cost, coins=coins)
    _check_place(state, people, move, move.copy, Timing.END)


def advance_copies(state: State, people: int, cards: Sequence[int]) -> Sequence[Play]:
    """Return all plays that `check_advance_copy` accepts as copies of these cards."""
    listed: list[Play] = []
    leaps: list[Sequence[Play]] = []
    for card in bits(state.hidden[people].hand & cards_with_timing(Timing.COPY)):
        if CARDS[card].cost <= state.public[people].coins:
            for copied in cards:
                _list_plays(state, people, (card, copied), Timing.END, listed, leaps)
    return Choices(listed, *leaps) if leaps else listed


def _timing(move: Play, timings: Sequence[Timing]) -> Timing | None:
    own = CARDS[move.card].timings
    if move.copy is not None:
        return Timing.COPY if Timing.COPY in timings and Timing.COPY in own else None
    return next((timing for timing in timings if timing is not Timing.COPY and timing in own), None)


def _check_place(state: State, people: int, move: Play, card: int, timing: Timing) -> None:
    named = map_of(state).indices
    for code in (move.start, move.at):
        if code is not None and code not in named:
            raise IllegalMove(codes.UNKNOWN_REGION, region=code)
    effect = targeted_effect(card, timing)
    targets = () if effect is None else _targets(state, people, effect)
    if effect is not None and not targets:
        raise IllegalMove(codes.NO_PLACE, card=card)
    if move.clans is not None and (effect is None or effect.kind is not Kind.LEAP):
        raise IllegalMove(codes.NO_LEAP, card=card)
    if effect is None:
        if move.at is not None:
            raise IllegalMove(codes.NO_WHERE, card=card)
        return
    if move.at is None or (move.start is None) is (effect.kind is Kind.LEAP):
        raise IllegalMove(codes.WHERE, card=card)
    start = None if move.start is None else named[move.start]
    if (start, named[move.at]) not in targets:
        raise IllegalMove(codes.WRONG_PLACE, card=card, region=move.at)
    if move.clans is None or start is None:
        return
    if move.clans < 1:
        raise IllegalMove(codes.AT_LEAST_ONE)
    if move.clans > (most := max_leap(state, people, effect, start)):
        raise IllegalMove(codes.LEAP_RANGE, card=card, region=move.start, most=most)


def _targets(state: State, people: int, effect: Effect) -> tuple[tuple[int | None, int], ...]:
    """Return the pairs of regions where a leap may begin and where the effect may work, ascending.

    The first of a pair is `None` for an effect that is no leap.
    """
    if effect.kind is Kind.LEAP:
        return tuple(
            [(start, at) for start, there in leap_starts(state, people, effect) for at in bits(there)]
        )
    return tuple([(None, at) for at in target_regions(state, people, effect)])


def plays(state: State, people: int, timings: Sequence[Timing]) -> Sequence[Play]:
    """Return all legal plays with those timings, copies included if COPY is among them, in a fixed order."""
    hand = state.hidden[people].hand
    coins = state.public[people].coins
    listed: list[Play] = []
    leaps: list[Sequence[Play]] = []
    left = hand
    for timing in timings:
        mask = cards_with_timing(timing)
        if timing is Timing.COPY:
            for card in bits(hand & mask):
                if CARDS[card].cost <= coins:
                    for claim in claims(state, people):
                        shown = original_play(state, claim.card).timing
                        _list_plays(state, people, (card, claim.card), shown, listed, leaps)
            continue
        for card in bits(left & mask):
            if CARDS[card].cost <= coins:
                _list_plays(state, people, (card, None), timing, listed, leaps)
        left &= ~mask
    return Choices(listed, *leaps) if leaps else listed


def _list_plays(
    state: State,
    people: int,
    cards: tuple[int, int | None],
    timing: Timing,
    listed: list[Play],
    leaps: list[Sequence[Play]],
) -> None:
    """Add every play of a card as it is, or as a copy of another one that was played as that timing.

    Leaps are added to `leaps`, all other plays to `listed`.
    """
    card, copied = cards
    effect = targeted_effect(card if copied is None else copied, timing)
    if effect is None:
        listed.append(Play(card, copied))
        return
    regions = map_of(state).regions
    if effect.kind is Kind.LEAP:
        for start, there in leap_starts(state, people, effect):
            ends, most = bits(there), max_leap(state, people, effect, start)

            def leap(
                fewer: int, end: int, start: int = start, ends: tuple[int, ...] = ends, most: int = most
            ) -> Play:
                clans = most - fewer if fewer else None
                return Play(card, copied, regions[ends[end]].code, regions[start].code, clans)

            leaps.append(Grid(most, len(ends), leap))
        return
    listed.extend([Play(card, copied, regions[at].code) for at in target_regions(state, people, effect)])
