"""Preview a move for its seat, up to the first event that draws or reveals anything. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile

import msgspec

from engine.chance import SeededChance, new_seed
from engine.game import AnyGame, Event, Refusal, Seat
from engine.match.fold import Fold, apply_move, current_round

__all__ = ["MovePreview", "known_events", "preview_move"]


class MovePreview(msgspec.Struct, frozen=True):
    """The effect of a move as far as its person may know it beforehand."""

    affects_others: bool
    """The move passes the turn, draws or reveals: afterwards it concerns others too."""
    events: tuple[Event, ...]
    """The events before anything is drawn or revealed."""


def preview_move(game: AnyGame, fold: Fold, number: int, seat: Seat, text: str) -> MovePreview:
    """Return the preview of the seat's move. Raises the errors of the game's `parse`.

    `number` is the number that its entry would have in the log. The move is made in a match that the seat
    cannot tell from this one, with a chance of its own: so nothing is learnt of hidden things or of draws to
    come.
    """
    text = str(game.parse(fold.state, seat, text))
    chance = SeededChance(new_seed(), 0)
    twin = replace(fold, state=game.redeal(fold.state, seat, chance))
    try:
        move = game.parse(twin.state, seat, text)
    except Refusal:
        return MovePreview(affects_others=True, events=())
    after, events = apply_move(game, twin, number, seat, move, chance)
    affects = _seals(fold, after, seat)
    if affects is None:
        bound = any(each.chance or each.revealed for each in events)
        affects = bound or _passes_turn(game, fold, after, seat)
    return MovePreview(affects_others=affects, events=known_events(events, seat))


def known_events(events: Sequence[Event], seat: Seat) -> tuple[Event, ...]:
    """Return the events that the seat knows beforehand: those before anything is drawn or revealed."""
    sure = takewhile(lambda event: not event.chance and not event.revealed, events)
    return tuple(event for event in sure if event.to is None or seat in event.to)


def _passes_turn(game: AnyGame, before: Fold, after: Fold, seat: Seat) -> bool:
    """Return True if the turn is no longer the seat's, or is another one than before."""
    own, now = before.seats[seat], after.seats[seat]
    if game.result(after.state) is not None:
        return True
    return seat in before.pending and (seat not in after.pending or own.call_entry != now.call_entry)


def _seals(before: Fold, after: Fold, seat: Seat) -> bool | None:
    """Return False for a choice that its seat can change while others think; None for any other move.

    It goes by what everybody sees. A seat whose standing order has chosen seems to be thinking: were the
    choice that reveals all held then, its person would learn of the order.
    """
    asked = current_round(before)
    if asked is None or seat not in before.pending or len(asked.seats) < 2 or asked.is_one_missing:
        return None
    if seat in after.pending:
        return None
    is_last = not any(
        each in after.pending and after.seats[each].call_entry == before.seats[each].call_entry
        for each in asked.seats
    )
    return False if is_last or after.seats[seat].question_entry is not None else None
