"""Held moves: a person has made them, but they are no log entries yet. Pure.

They stand in the match's own row, so that each is written with its timer, and with the entry it becomes, in
one transaction. Nobody else may know that there is one: nothing that `visibility` gives away tells of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import msgspec

from engine.game import Seat
from engine.match.changes import Change, NewNotice, StoredMatch
from engine.match.clock import Held
from engine.match.fold import Fold, SeatQuestion
from engine.match.timer_kinds import TimerKind

__all__ = [
    "drop_change",
    "held_move_of",
    "still_answers",
    "void_moves",
    "with_held_move",
    "without_held_moves",
]


def held_move_of(stored: StoredMatch, seat: int | None) -> Held | None:
    """Return the seat's held move; `None` if there is none."""
    return next((one for one in stored.row_state.held if one.seat == seat), None)


def with_held_move(stored: StoredMatch, held: Held) -> StoredMatch:
    """Return the match with this held move for its seat, instead of an earlier one."""
    others = tuple(one for one in stored.row_state.held if one.seat != held.seat)
    return replace(stored, row_state=msgspec.structs.replace(stored.row_state, held=(*others, held)))


def without_held_moves(stored: StoredMatch, seats: Sequence[int]) -> StoredMatch:
    """Return the match without the held moves of these seats."""
    kept = tuple(one for one in stored.row_state.held if one.seat not in seats)
    if kept == stored.row_state.held:
        return stored
    return replace(stored, row_state=msgspec.structs.replace(stored.row_state, held=kept))


def drop_change(
    stored: StoredMatch, held: Held, *, notices: tuple[NewNotice, ...] = (), timer: int | None = None
) -> Change:
    """Return the change that drops the held move."""
    return Change(
        stored.id,
        without_held_moves(stored, (held.seat,)),
        notices=notices,
        timer_done=timer,
        stops=((TimerKind.HOLD, Seat(held.seat)),),
    )


def still_answers(held: Held, own: SeatQuestion) -> bool:
    """Return True if the held move still answers its seat's open question."""
    return own.question_entry is not None and own.question_number == held.question


def void_moves(before: StoredMatch, after: StoredMatch, fold: Fold | None) -> tuple[Held, ...]:
    """Return the held moves that are void once the match changes from `before` to `after`.

    `fold` is the fold at that time; `None` at an end.
    """
    return tuple(
        one
        for one in after.row_state.held
        if after.status.has_ended
        or fold is None
        or not still_answers(one, fold.seats[one.seat])
        or after.occupants[one.seat].person != before.occupants[one.seat].person
        or after.clock(one.seat).playing
    )
