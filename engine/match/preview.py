"""Preview a move for its seat, up to the first event that draws or reveals anything. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile

import msgspec

from engine.chance import SeededChance, new_seed
from engine.game import AnyGame, Event, Refusal, Seat
from engine.match.fold import Fold, apply_move

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
    bound = any(each.chance or each.revealed for each in events)
    return MovePreview(
        affects_others=bound or _passes_turn(game, fold, after, seat), events=known_events(events, seat)
    )


def known_events(events: Sequence[Event], seat: Seat) -> tuple[Event, ...]:
    """Return the events that the seat knows beforehand: those before anything is drawn or revealed."""
    sure = takewhile(lambda event: not event.chance and not event.revealed, events)
    return tuple(event for event in sure if event.to is None or seat in event.to)


def _passes_turn(game: AnyGame, before: Fold, after: Fold, seat: Seat) -> bool:
    """Return True if the turn is no longer the seat's, or is another one than before.

    It stays the seat's while a choice that it has sealed can be changed: until all have chosen.
    """
    own, now = before.seats[seat], after.seats[seat]
    if game.result(after.state) is not None:
        return True
    if seat in before.pending and seat not in after.pending:
        return now.question_entry is None  # otherwise its choice is sealed, and can be changed
    return seat in before.pending and own.call_entry != now.call_entry
