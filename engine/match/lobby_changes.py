"""Compute the change of a lobby, with its notices and timers: people sit down or get up, the host changes the
terms. Pure.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

import msgspec

from engine.game import Seat
from engine.match.changes import Change, NewNotice, NewTimer, StoredMatch
from engine.match.help import Help
from engine.match.lobby import AUTOMATIC, Begin
from engine.match.timer_kinds import TimerKind
from engine.match.values import Status

__all__ = [
    "BEGIN_AFTER",
    "CLOSE_AFTER",
    "LOBBY_TIMERS",
    "OFFER_AFTER",
    "due_timers",
    "lobby_change",
    "opening_change",
]

BEGIN_AFTER = timedelta(minutes=10)
"""Time after which a table begins by itself once its last seat was taken."""
OFFER_AFTER = timedelta(days=1)
"""Time after which the host of a table that is not full is offered automatic players."""
CLOSE_AFTER = timedelta(days=14)
"""Time after which a table closes that has not begun."""
LOBBY_TIMERS: tuple[tuple[str, Seat | None], ...] = (
    (TimerKind.BEGIN, None),
    (TimerKind.OFFER, None),
    (TimerKind.CLOSE, None),
)
"""The timers of a lobby, which stop once the match has begun."""


def opening_change(stored: StoredMatch, at: datetime) -> Change:
    """Return the change that opens the table, without its click."""
    stored, notices, timers = _change_when_full(stored, at, told=False, waits=False)
    closing = (
        NewTimer(TimerKind.OFFER, None, 0, at + OFFER_AFTER),
        NewTimer(TimerKind.CLOSE, None, 0, at + CLOSE_AFTER),
    )
    return Change(0, stored, notices=(NewNotice("lobby"), *notices), timers=(*timers, *closing))


def lobby_change(before: StoredMatch, after: StoredMatch, actor: int | None, at: datetime) -> Change:
    """Return the change from one lobby to the other, which `actor` has caused, without its click."""
    if after == before:
        return Change(after.id, after)
    if after.status is Status.CANCELLED:
        after = replace(after, lobby=after.lobby.without_people)
        return Change(after.id, after, notices=(NewNotice("cancelled"),), ends=True)
    venue = after.venue if after.venue != before.venue else None
    altered = _terms(after) != _terms(before)
    if after.occupants == before.occupants and not altered:
        return Change(after.id, after, notices=(NewNotice("lobby"),), venue=venue)
    lobby = msgspec.structs.replace(after.lobby, changes=before.lobby.changes + 1, due=None)
    seats = [(AUTOMATIC if one.person is None else one.person, one) for one in after.occupants]
    after = replace(after, lobby=lobby, occupants=lobby.seat_order(seats))
    waits = altered and len(after.persons) > 1
    after, notices, timers = _change_when_full(after, at, told=actor != after.host, waits=waits)
    return Change(
        after.id,
        after,
        notices=(NewNotice("lobby"), *notices),
        timers=timers,
        stops=((TimerKind.BEGIN, None),),
        venue=venue,
    )


def _terms(stored: StoredMatch) -> tuple[object, ...]:
    """Return the terms to which people agree by sitting down."""
    state, lobby = stored.row_state, stored.lobby
    # A table from before the choice is one with help.
    agreed = state.before_chance, state.play_on, state.help or Help.WITH
    return stored.size, stored.options, stored.pace, lobby.begin, *agreed


def due_timers(stored: StoredMatch, at: datetime) -> list[NewTimer]:
    """Return the timers that the lobby should have, none of them due before `at`."""
    lobby, timers = (
        stored.lobby,
        [NewTimer(TimerKind.CLOSE, None, 0, max(at, stored.opened_at + CLOSE_AFTER))],
    )
    if stored.is_full and lobby.begin is not Begin.HOST:
        timers.append(NewTimer(TimerKind.BEGIN, None, lobby.changes, max(at, lobby.due or at)))
    return timers


def _change_when_full(
    stored: StoredMatch, at: datetime, *, told: bool, waits: bool
) -> tuple[StoredMatch, tuple[NewNotice, ...], tuple[NewTimer, ...]]:
    """Return the match with the notices and timers that follow if its last seat was just taken.

    The host gets a notice if `told`. A table that `waits` never begins at once: the others must be able to
    see under which terms it does.
    """
    lobby = stored.lobby
    if not stored.is_full:
        return stored, (), ()
    if lobby.begin is Begin.ONCE and not waits:
        return stored, (NewNotice("starting", number=lobby.changes),), ()
    notices = (NewNotice("full", number=lobby.changes),) if told else ()
    if lobby.begin is Begin.HOST:
        return stored, notices, ()
    due = at + BEGIN_AFTER
    stored = replace(stored, lobby=msgspec.structs.replace(lobby, due=due))
    return stored, notices, (NewTimer(TimerKind.BEGIN, None, lobby.changes, due),)
