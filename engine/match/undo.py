"""Rules of undo: how far a seat or a moderator may go back, and whose agreement an undo request needs. Pure.

`fold.apply_undo` works out the position and the questions after an undo, `engine.record` writes its log line,
`engine.matches.play.undo` is the service that people call.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, NamedTuple

import msgspec

from engine.game import Event, Refusal, Seat
from engine.match.changes import StoredMatch
from engine.match.clock import Declined, UndoRequest
from engine.match.fold import Fold, round_calls
from engine.match.log import Log
from engine.match.replay import rebuild


class WayBack(NamedTuple):
    """The target of an undo, and whether it needs agreement."""

    to: int
    """The entry after which the match would go on."""
    alone: bool
    """True for a step within the seat's own turn, which needs nobody's agreement."""


def way_back(log: Log, seat: Seat, person: int, match: int, *, before_chance: bool) -> WayBack:
    """Return how far the seat's person may go back; it depends only on what that person may know.

    Within the seat's own turn that is the last step, if it neither drew nor revealed anything; otherwise the
    whole latest turn. With `before_chance` no draw and no reveal is undone. Raises `Refusal`
    ``undo_nothing``, ``undo_sealed``, ``undo_chance``.
    """
    fold = log.fold
    own = fold.seats[seat]
    last = own.last_move
    if not last or log.entries[last].by not in (None, person):
        raise Refusal("undo_nothing", match=match)
    if own.question_entry is not None and seat not in fold.pending:
        raise Refusal("undo_sealed", match=match)
    goes_on = own.question_entry is not None and own.call_entry is not None and last > own.call_entry
    if goes_on and set(round_calls(fold)) == {seat} and not _shows_chance(log.events[last]):
        return WayBack(last - 1, alone=True)
    if before_chance and has_chance_since(log, own.turn_start):
        raise Refusal("undo_chance", match=match)
    return WayBack(own.turn_start, alone=False)


def _shows_chance(events: Sequence[Event]) -> bool:
    """Return whether an entry with these events is public in part, and drew or revealed something."""
    is_public = any(event.to is None for event in events)
    return is_public and any(event.chance or event.revealed for event in events)


def has_chance_since(log: Log, to: int) -> bool:
    """Return whether an entry after `to` publicly drew or revealed something and was not undone."""
    since = range(to + 1, len(log.entries))
    return any(_shows_chance(log.events[each]) for each in since if each not in log.fold.undone_entries)


def fold_after(log: Log, options: Any, size: int, number: int) -> Fold:
    """Return the fold of the match as it was after entry `number`. It is replayed, which may take long."""
    return rebuild(log.game, options, size, tuple(log.entries[: number + 1]))[0]


def last_public_step(stored: StoredMatch, log: Log, options: Any) -> int | None:
    """Return the entry to which a moderator goes back; `None` where no step of a person can be undone.

    That is the entry before the last public step in which a person had a part. Replaying may take long.
    """
    for entry in reversed(log.entries):
        is_move = entry.kind == "move" and entry.number not in log.fold.undone_entries
        if not is_move or all(event.to is not None for event in log.events[entry.number]):
            continue
        called = round_calls(fold_after(log, options, stored.size, entry.number - 1))
        if all(stored.occupants[seat].person is None for seat in called):
            continue  # robots would only do it again
        if len(called) == 1:
            return entry.number - 1
        if round_calls(fold_after(log, options, stored.size, entry.number)) != called:
            return min(called.values())
        # In an open round nobody may learn who has chosen. The step before the round is undone, and with it
        # all sealed choices.
    return None


def public_step_count(log: Log) -> int:
    """Return the number of entries of which everybody has seen something."""
    return sum(any(event.to is None for event in events) for events in log.events)


def with_request(stored: StoredMatch, request: UndoRequest | None) -> StoredMatch:
    """Return the match with this undo request; with `None`, without one."""
    return replace(stored, row_state=msgspec.structs.replace(stored.row_state, undo=request))


def with_decline(stored: StoredMatch, request: UndoRequest) -> StoredMatch:
    """Return the match in which this request was declined: the seat cannot request that undo again."""
    others = tuple(each for each in stored.row_state.declined if each.seat != request.seat)
    state = msgspec.structs.replace(stored.row_state, declined=(*others, Declined(request.seat, request.to)))
    return replace(stored, row_state=state)


def is_declined(stored: StoredMatch, seat: Seat, to: int) -> bool:
    """Return whether somebody has declined that the seat goes back to entry `to`."""
    return Declined(seat, to) in stored.row_state.declined


def is_free(stored: StoredMatch, way: WayBack, person: int) -> bool:
    """Return whether the person may go back without agreement: within a turn, or among robots alone."""
    return way.alone or stored.persons == frozenset((person,))


def is_request_open(stored: StoredMatch, now: datetime) -> bool:
    """Return whether an undo request stands: it is not too old, and its person still has the seat."""
    request = stored.row_state.undo
    return (
        request is not None and request.due > now and stored.occupants[request.seat].person == request.person
    )


def missing_agreements(stored: StoredMatch, request: UndoRequest) -> tuple[int, ...]:
    """Return the persons who still have to agree, in seat order."""
    persons = (one.person for one in stored.occupants)
    return tuple(
        each for each in persons if each is not None and each not in (request.person, *request.agreed)
    )
