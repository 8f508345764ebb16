"""The state of a match as a fold of its log: what is asked of whom, since when, what has happened. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.chance import Chance, DrawnChance
from engine.game import AnyGame, Event, Seat
from engine.table import Entry

__all__ = ["Fold", "begin", "filtered", "moved", "rebuild", "taken_over"]


@dataclass(frozen=True, slots=True)
class Fold:
    """A match after an entry of its log."""

    state: Any
    pending: tuple[Seat, ...]
    asked: tuple[int | None, ...]
    """By seat, the entry at which its open question was asked. A seat that sealed its choice and may still
    change it keeps the number of the entry that sealed it."""
    last: tuple[int, ...]
    """By seat, its latest own move; 0, the start, before it has made one."""


def begin(game: AnyGame, options: Any, seats: int, chance: Chance) -> tuple[Fold, tuple[Event, ...]]:
    """The fold after entry 0, and what can be said of the start: nothing yet."""
    state = game.setup(options, seats, chance)
    pending = game.pending(state)
    asked = tuple(0 if seat in pending else None for seat in range(seats))
    return Fold(state, pending, asked, (0,) * seats), ()


def moved(
    game: AnyGame, fold: Fold, number: int, seat: Seat, move: Any, chance: Chance
) -> tuple[Fold, tuple[Event, ...]]:
    """The fold after `seat` has made this legal move as entry `number`, and what happened."""
    state, events = game.play(fold.state, seat, move, chance)
    pending = game.pending(state)

    def question(other: Seat) -> int | None:
        before = fold.asked[other]
        if other in pending:
            # Somebody else's move leaves an open question open; a seat's own move, or being idle, ends it.
            return before if other != seat and other in fold.pending else number
        sealed = other == seat or (before is not None and other not in fold.pending)
        if not sealed or not len(game.moves(state, other)):
            return None
        return number if other == seat else before

    asked = tuple(question(Seat(other)) for other in range(len(fold.asked)))
    last = tuple(number if other == seat else before for other, before in enumerate(fold.last))
    return Fold(state, pending, asked, last), events


def taken_over(fold: Fold, number: int, seat: Seat, player: str) -> tuple[Fold, tuple[Event, ...]]:
    """The fold after an automatic player has taken the seat as entry `number`: its question is asked anew."""
    asked = tuple(
        number if other == seat and before is not None else before for other, before in enumerate(fold.asked)
    )
    return replace(fold, asked=asked), (Event("replaced", seat, {"player": player}),)


def rebuild(
    game: AnyGame, options: Any, seats: int, entries: Sequence[Entry]
) -> tuple[Fold, list[tuple[Event, ...]]]:
    """Fold a whole log, drawing again what its entries kept.

    Raises `ValueError`, or what the rules raise, when the log does not lead to the hash of its last entry.
    """
    fold: Fold | None = None
    told: list[tuple[Event, ...]] = []
    for number, entry in enumerate(entries):
        if entry.number != number or (entry.kind == "start") != (number == 0):
            raise ValueError(f"entry {number} is missing")
        chance = DrawnChance(entry.drawn)
        if fold is None:
            fold, events = begin(game, options, seats, chance)
        elif entry.seat is None:
            raise ValueError(f"entry {number} has no seat")
        elif entry.kind == "seat":
            fold, events = taken_over(fold, number, entry.seat, entry.text)
        else:
            move = game.parse(fold.state, entry.seat, entry.text)
            fold, events = moved(game, fold, number, entry.seat, move, chance)
        if chance.left:
            raise ValueError(f"entry {number} drew more than its move needs")
        told.append(events)
    if fold is None or game.hash(fold.state) != entries[-1].hash:
        raise ValueError(f"the position after entry {len(entries) - 1} is not the one that was logged")
    return fold, told


def filtered(
    entries: Sequence[Entry],
    told: Sequence[tuple[Event, ...]],
    viewer: Seat | None,
    since: int,
    ended: bool,
) -> tuple[tuple[Entry, tuple[Event, ...]], ...]:
    """The entries from `since` on as the viewer may know them; those it may know nothing of are left out."""
    known: list[tuple[Entry, tuple[Event, ...]]] = []
    for entry, events in zip(entries[since:], told[since:], strict=True):
        seen = tuple(event for event in events if event.to is None or viewer in event.to)
        if seen or ended or entry.number == 0 or (viewer is not None and entry.seat == viewer):
            known.append((entry if ended else discreet(entry, viewer), seen))
    return tuple(known)


def discreet(entry: Entry, viewer: Seat | None) -> Entry:
    """The entry while the match runs: no draw, no hash to guess hidden things by, no other seat's words."""
    own = entry.kind == "seat" or (viewer is not None and entry.seat == viewer)
    return replace(entry, drawn=(), hash="", text=entry.text if own else "")
