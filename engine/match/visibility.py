"""Select the facts of a match and of its log that a viewer may know. Pure."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from typing import Any

from engine.chance import commitment
from engine.game import Event, Seat, Stage
from engine.match.changes import StoredMatch
from engine.match.clock import is_open
from engine.match.help import help_allowed, hint_allowed
from engine.match.values import Entry, Match, Status
from engine.record import goes_back

__all__ = [
    "public_match",
    "redact_entry",
    "seated_since",
    "undone_entries",
    "visible_entries",
    "visible_stages",
]

UNDOABLE_KINDS = ("move", "undo")
"""Kinds of the entries that can be taken back."""


def public_match(stored: StoredMatch, options: Any) -> Match:
    """Return the facts of the match that everybody may know."""
    return Match(
        id=stored.id,
        game=stored.game,
        rules=stored.rules,
        options=options,
        size=stored.size,
        status=stored.status,
        host=stored.host,
        venue=stored.venue,
        occupants=stored.occupants,
        commitment=commitment(stored.seed),
        seed=stored.seed if stored.status.has_ended else None,
        entries=stored.entries,
        opened_at=stored.opened_at,
        agreed=stored.agreed,
        rematch_of=stored.rematch_of,
        start_click=stored.start_click,
        ended_at=stored.ended_at,
        pace=stored.timing,
        is_asleep=stored.row_state.is_asleep,
        lobby=stored.lobby,
        before_chance=stored.row_state.before_chance,
        play_on=stored.row_state.play_on,
        is_rated=stored.row_state.is_rated,
        has_help=help_allowed(stored.row_state.help, is_league=stored.row_state.is_league),
        has_hints=hint_allowed(
            stored.row_state.help,
            sum(each.person is not None for each in stored.occupants),
            is_league=stored.row_state.is_league,
        ),
        is_private=stored.row_state.private,
        is_league=stored.row_state.is_league,
        undo=stored.row_state.undo if stored.status is Status.RUNNING else None,
        free_seats=_free_seats(stored),
        offered=frozenset(
            Seat(seat)
            for seat in range(len(stored.occupants))
            if not stored.status.has_ended and stored.clock(seat).offered
        ),
        absent=frozenset(
            Seat(seat)
            for seat in range(len(stored.occupants))
            if seat in stored.row_state.absent
            or (not stored.status.has_ended and stored.clock(seat).is_absent)
        ),
    )


def _free_seats(stored: StoredMatch) -> tuple[Seat, ...]:
    """Return the seats of a running match for which somebody may ask."""
    state = stored.row_state
    if stored.status is not Status.RUNNING or state.is_asleep or state.private or state.is_league:
        return ()
    return tuple(
        Seat(seat)
        for seat, one in enumerate(stored.occupants)
        if (one.player is not None and bool(one.name)) or is_open(stored.clock(seat))
        if stored.clock(seat).request is None
    )


def seated_since(entries: Sequence[Entry], seat: Seat | None) -> int:
    """Return the entry by which the seat's person sat down; 0, the start, if nobody else sat there before."""
    return max(
        (
            entry.number
            for entry in entries
            if (entry.kind, entry.text) == ("seat", "substitute") and entry.seat == seat
        ),
        default=0,
    )


def visible_entries(
    entries: Sequence[Entry],
    told: Sequence[tuple[Event, ...]],
    viewer: Seat | None,
    since: int,
    ended: bool,
    hidden: Collection[int] = (),
) -> tuple[tuple[Entry, tuple[Event, ...]], ...]:
    """Return the entries from `since` on as the viewer may know them, without those the viewer may know
    nothing of.

    The `hidden` ones, which were taken back, are left out too. A newcomer learns neither the moves of the
    person who sat there before nor the events told to that person in private: orders and plans can be read in
    them. The view tells what the seat holds.
    """
    newcomer = 0 if ended else seated_since(entries, viewer)
    known: list[tuple[Entry, tuple[Event, ...]]] = []
    for entry, events in zip(entries[since:], told[since:], strict=True):
        if entry.number in hidden:
            continue
        reader = None if entry.number < newcomer else viewer
        seen = tuple(event for event in events if _is_told(event, reader))
        if seen or ended or entry.number == 0 or (reader is not None and entry.seat == reader):
            known.append((entry if ended else redact_entry(entry, reader), seen))
    return tuple(known)


def visible_stages(
    stages: Sequence[tuple[int, Stage]], viewer: Seat | None, newcomer: int = 0
) -> Iterator[tuple[int, Stage]]:
    """Yield the stages of which the viewer may know something, each with the number of its entry, and with
    the events that the viewer is told.

    The state after the first entry is one of them in any case. A later stage of a move that tells nothing
    goes with the stage before it. A viewer who sat down at the entry `newcomer` knows nothing of what only
    the person before was told.
    """
    begins = sum(number == stages[0][0] for number, _ in stages) - 1
    shown, last = False, None
    for at, (number, stage) in enumerate(stages):
        if stage.events or number != last:
            reader = None if number < newcomer else viewer
            told = tuple([event for event in stage.events if _is_told(event, reader)])
            shown = bool(told)
        else:
            told = ()
        last = number
        if shown or at == begins:
            yield number, Stage(stage.state, told)


def _is_told(event: Event, reader: Seat | None) -> bool:
    return event.to is None or reader in event.to


def undone_entries(entries: Sequence[Entry]) -> frozenset[int]:
    """Return the numbers of those of these entries, as somebody may know them, that were taken back."""
    undone: set[int] = set()
    for entry in entries:
        if (back := goes_back(entry.kind, entry.text)) is not None:
            to, _ = back
            between = (one for one in entries if to < one.number < entry.number)
            undone |= {one.number for one in between if one.kind in UNDOABLE_KINDS}
    return frozenset(undone)


def redact_entry(entry: Entry, viewer: Seat | None) -> Entry:
    """Return the entry as it is shown while the match runs: no draw, no hash to guess hidden things by, no
    other seat's words.
    """
    own = entry.kind != "move" or (viewer is not None and entry.seat == viewer)
    return replace(entry, drawn=(), hash="", made="", text=entry.text if own else "")
