"""Familienbande as text: moves as people type them, and whole positions on one line."""

from __future__ import annotations

import re

from engine.familienbande import codes
from engine.familienbande.cards import (
    CARDS,
    DECK,
    GENERATION_SIZES,
    GENERATIONS,
    Trait,
    cards_in,
    fitting_children,
    mask,
)
from engine.familienbande.model import Asks, Child, Discard, FamilienbandeOptions, Keep, Marry, Move, Pass
from engine.familienbande.state import (
    State,
    bear,
    can_exchange,
    end_game,
    marry,
    opening,
    row_of,
)
from engine.game import BadPosition, IllegalMove, Seat
from engine.kit.reading import no_move, words_of

__all__ = ["parse", "position", "read_position"]

_MARRY = re.compile(r"MARRY\s*#?(\d{1,3})[\s,:;/-]+(?:ON\s*)?#?(\d{1,3})")
_CHILD = re.compile(r"CHILD\s*#?(\d{1,3})[\s,:;/-]+(?:OF\s*)?#?(\d{1,3})(?:\s*[+&]\s*#?(\d{1,3}))?")
_DISCARD = re.compile(r"DISCARD\s*#?(\d{1,3})")
_POSITION = re.compile(
    r"(?P<first>[0-3])/(?P<seats>[2-4]) (?P<families>[EGNLH]+) (?P<founders>\d{1,2}(?:,\d{1,2}){2}) "
    r"(?P<placed>-|[\dmc./]+) (?P<hands>[\d,/-]+) (?P<discards>[\d,/-]+) "
    r"(?P<turn>0|[1-9]\d{0,3}):(?P<dry>\d) (?P<asks>act|exchange|over)"
)
_PLACED = re.compile(r"(\d{1,4})([mc])(\d{1,2})\.(\d{1,2})")
_LETTERS = {trait.letter: trait for trait in Trait}


def parse(state: State, seat: Seat, text: str) -> Move:
    """Parse ``marry 12 on 45``, ``child 33 of 45``, ``pass``, ``discard 21`` or ``keep``.

    A couple is named by either parent, or by both: ``child 33 of 45+12``. Raises as `Game.parse`.
    """
    words = words_of(text, seat, () if state.asks is None else (state.to_move,))
    acting = state.asks is Asks.ACT
    if words == "KEEP":
        if acting:
            raise IllegalMove(codes.KEEP_NOT_NOW)
        return Keep()
    if words != "PASS" and not any(form.fullmatch(words) for form in (_MARRY, _CHILD, _DISCARD)):
        raise no_move(codes.NOTATION, text)
    if found := _DISCARD.fullmatch(words):
        if acting:
            raise IllegalMove(codes.DISCARD_NOT_NOW)
        return Discard(_read_hand_card(state, seat, found[1]))
    if not acting:
        raise IllegalMove(codes.EXCHANGE_OR_KEEP)
    if found := _MARRY.fullmatch(words):
        return _marriage(state, _read_hand_card(state, seat, found[1]), _read_card(found[2]))
    if found := _CHILD.fullmatch(words):
        card = _read_hand_card(state, seat, found[1])
        return _birth(state, card, *(_read_card(each) for each in found.groups()[1:] if each))
    return Pass()


def _read_card(text: str) -> int:
    """Return the number of a card. Raises `IllegalMove` if there is no such card."""
    number = int(text)
    if number not in CARDS:
        raise IllegalMove(codes.NO_CARD, card=number)
    return number


def _read_hand_card(state: State, seat: Seat, text: str) -> int:
    """Return the number of a card in the seat's hand. Raises `IllegalMove` if it is not there."""
    card = _read_card(text)
    if not state.hands[seat] >> card & 1:
        raise IllegalMove(codes.NOT_IN_HAND, card=card)
    return card


def _partner(state: State, card: int) -> int | None:
    """Return the card's husband or wife in the tree; `None` without one."""
    for each in state.placed:
        if not each.is_child and card in (each.card, each.to):
            return each.to if card == each.card else each.card
    return None


def _marriage(state: State, card: int, on: int) -> Marry:
    """Return the marriage. Raises `IllegalMove` for the first rule that it breaks, the most obvious first."""
    row, partner = row_of(state, on), _partner(state, on)
    if row is None and partner is None:
        raise IllegalMove(codes.NOT_ON_TABLE, card=on)
    if partner is not None:
        raise IllegalMove(codes.MARRIED_ALREADY, card=on, spouse=partner)
    if row == GENERATIONS - 1:
        raise IllegalMove(codes.LAST_GENERATION, card=on)
    if not state.singles >> on & 1:
        raise IllegalMove(codes.TURNED_OVER, card=on, generation=(row or 0) + 1)
    if CARDS[card].gender is CARDS[on].gender:
        raise IllegalMove(codes.SAME_GENDER, card=card, on=on)
    return Marry(card, on)


def _birth(state: State, card: int, parent: int, other: int | None = None) -> Child:
    """Return the birth. Raises `IllegalMove` for the first rule that it breaks, the most obvious first.

    `parent` is either parent, `other` the second one if the text names both.
    """
    for each in (parent, other):
        if each is not None and row_of(state, each) is None and _partner(state, each) is None:
            raise IllegalMove(codes.NOT_ON_TABLE, card=each)
    partner = _partner(state, parent)
    if other is not None and other != partner:
        raise IllegalMove(codes.NO_COUPLE, card=parent, other=other)
    if partner is None:
        raise IllegalMove(codes.UNMARRIED, card=parent)
    member, spouse = (parent, partner) if row_of(state, parent) is not None else (partner, parent)
    row = row_of(state, member)
    assert row is not None
    if state.rows[row + 1].bit_count() == GENERATION_SIZES[row + 1]:
        raise IllegalMove(codes.ROW_FULL, generation=row + 2, size=GENERATION_SIZES[row + 1])
    if not fitting_children(member, spouse) >> card & 1:
        lacking = _missing_trait(card, member, spouse)
        raise IllegalMove(codes.NO_FIT if lacking["there"] else codes.NO_FIT_NONE, **lacking)
    return Child(card, member)


def _missing_trait(card: int, member: int, spouse: int) -> dict[str, int | str]:
    """Return the inputs of the refusal of a child that does not fit its parents.

    `trait` is the first trait that the child has more often than its parents together.
    """
    for trait in Trait:
        there = CARDS[member].counts[trait] + CARDS[spouse].counts[trait]
        if (needed := CARDS[card].counts[trait]) > there:
            break
    else:
        raise ValueError("the child fits")
    return {
        "card": card,
        "of": member,
        "spouse": spouse,
        "trait": trait.letter,
        "needed": needed,
        "there": there,
    }


def position(state: State) -> str:
    """Return the state as eight words.

    They are the first seat and the number of seats (``0/2``), families by seat (``EN``), the three founders,
    cards put on the table, hands, discards by seat, the turn and the passes without a draw (``7:0``), and the
    question: ``act``, ``exchange`` or ``over``. A card put on the table is its turn, ``m`` or ``c``, its
    number, a dot, and the member that it married or was born to: ``3m12.45/4c33.45``. ``-`` stands for no
    cards. All other cards are the pile. Markers and rows follow from these words.
    """
    placed = [f"{each.turn}{'c' if each.is_child else 'm'}{each.card}.{each.to}" for each in state.placed]
    return " ".join(
        (
            f"{state.first_seat}/{state.seats}",
            "".join([trait.letter for trait in state.families]),
            ",".join(map(str, state.founders)),
            "/".join(placed) or "-",
            _write_sets(state.hands),
            _write_sets(state.discards),
            f"{state.turn}:{state.dry_passes}",
            "over" if state.asks is None else state.asks.value,
        )
    )


def _write_sets(sets: tuple[int, ...]) -> str:
    """Return sets of cards, one for each seat, as text."""
    return "/".join([",".join(map(str, cards_in(bits))) or "-" for bits in sets])


def read_position(text: str) -> State:
    """Return the state of a text. Raises `BadPosition` unless `position` writes exactly this text for it."""
    found = _POSITION.fullmatch(text)
    if found is None:
        raise BadPosition(codes.POSITION, at=text[:40])
    seats = int(found["seats"])
    families = tuple(_LETTERS[letter] for letter in found["families"])
    founders = tuple(int(number) for number in found["founders"].split(","))
    hands, discards = _read_sets(found["hands"], seats), _read_sets(found["discards"], seats)
    if len(families) != seats or len(set(families)) != seats:
        raise BadPosition(codes.POSITION, at=found["families"])
    if len(set(founders)) != len(founders) or not all(card in CARDS for card in founders):
        raise BadPosition(codes.POSITION, at=found["founders"])
    start = opening(FamilienbandeOptions(), Seat(int(found["first"])), families, founders, (0,) * seats)
    state = _read_placed(start, found["placed"])
    unseen = DECK & ~mask(*founders, *(each.card for each in state.placed))
    pile = unseen & ~sum(hands) & ~sum(discards)
    cards = [pile, *hands, *discards]
    if sum(cards) != unseen or sum(bits.bit_count() for bits in cards) != unseen.bit_count():
        raise BadPosition(codes.POSITION, at=found["hands"])
    state = state._replace(hands=hands, discards=discards, pile=pile, dry_passes=int(found["dry"]))
    state = _read_question(state, int(found["turn"]), found["asks"])
    if position(state) != text:
        raise BadPosition(codes.POSITION, at=text[:40])
    return state


def _read_sets(text: str, seats: int) -> tuple[int, ...]:
    """Return the sets of cards of all seats. Raises `BadPosition`."""
    sets: list[int] = []
    for part in text.split("/"):
        try:
            numbers = [] if part == "-" else [int(number) for number in part.split(",")]
        except ValueError:
            raise BadPosition(codes.POSITION, at=part) from None
        if len(set(numbers)) != len(numbers) or not all(number in CARDS for number in numbers):
            raise BadPosition(codes.POSITION, at=part)
        sets.append(mask(*numbers))
    if len(sets) != seats:
        raise BadPosition(codes.POSITION, at=text)
    return tuple(sets)


def _read_placed(state: State, text: str) -> State:
    """Put the cards on the table one by one. Raises `BadPosition` if the rules forbid one."""
    on_table = set(state.founders)
    before = -1
    for part in [] if text == "-" else text.split("/"):
        found = _PLACED.fullmatch(part)
        if found is None:
            raise BadPosition(codes.POSITION, at=part)
        turn, card, to = int(found[1]), int(found[3]), int(found[4])
        last_row_full = state.rows[-1].bit_count() == GENERATION_SIZES[-1]
        if turn <= before or card not in CARDS or card in on_table or to not in CARDS or last_row_full:
            raise BadPosition(codes.POSITION, at=part)
        before = turn
        on_table.add(card)
        state = state._replace(turn=turn)
        try:
            move = _birth(state, card, to) if found[2] == "c" else _marriage(state, card, to)
        except IllegalMove:
            raise BadPosition(codes.POSITION, at=part) from None
        # The hands are read later. The rules take the card from a hand, so it is put there first.
        state = state._replace(hands=_hands_holding(state, card))
        state = bear(state, card, move.of) if isinstance(move, Child) else marry(state, card, to)
    return state


def _hands_holding(state: State, card: int) -> tuple[int, ...]:
    """Return hands in which the seat to move holds this card, and nobody another one."""
    return tuple(1 << card if seat == state.to_move else 0 for seat in range(state.seats))


def _read_question(state: State, turn: int, asks: str) -> State:
    """Return the state with its turn and its question, or its end.

    Raises `BadPosition` if these and the passes without a draw do not fit the cards on the table.
    """
    at = f"{turn}:{state.dry_passes} {asks}"
    last = state.placed[-1] if state.placed else None
    done = last is not None and last.turn == turn
    complete = state.rows[-1].bit_count() == GENERATION_SIZES[-1]
    stuck = state.dry_passes == state.seats
    drawable = bool(state.pile or any(state.discards))
    state = state._replace(turn=turn)
    since = turn - (last.turn + 1 if last else 0) + (asks == "over")
    if (
        state.first_seat >= state.seats
        or (last is not None and last.turn > turn)
        or state.dry_passes > state.seats
        or (state.dry_passes and (drawable or complete or state.dry_passes > since))
    ):
        raise BadPosition(codes.POSITION, at=at)
    if asks == "over":
        if complete and done:
            return end_game(state, codes.COMPLETE)
        if stuck and not done:
            return end_game(state, codes.STUCK)
    elif asks == "exchange":
        if done and last is not None and last.is_child and not complete and can_exchange(state):
            return state._replace(asks=Asks.EXCHANGE)
    elif not done and not complete and not stuck:
        return state._replace(asks=Asks.ACT)
    raise BadPosition(codes.POSITION, at=at)
