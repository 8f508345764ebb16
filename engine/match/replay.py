"""Replay a whole log: the key of its random numbers, and the fold that it leads to. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from engine.chance import DrawnChance, match_key, rekeyed
from engine.game import AnyGame, Event, Seat, Stage
from engine.match.fold import (
    Fold,
    apply_move,
    apply_restore,
    apply_ruling,
    apply_seat_change,
    apply_undo,
    start_fold,
)
from engine.match.values import Entry
from engine.match.visibility import seated_since, visible_stages
from engine.record import goes_back

__all__ = [
    "Shot",
    "fold_entries",
    "fold_further",
    "folds",
    "key_of",
    "mixed_ids",
    "rebuild",
    "stages_since",
    "views_since",
]

_REKEYING = re.compile(r"[0-9a-f]{64}(?: ([1-9][0-9]{0,2}))?")


class Shot(NamedTuple):
    """A view that somebody has had, with the codes of the events told to them that led to it."""

    view: Any
    codes: frozenset[str]


def mixed_ids(clicks: Sequence[int], entries: Sequence[Entry]) -> tuple[int, ...]:
    """Return the ids mixed into the chance of a match with this log: its seats' clicks in order, then the
    start's.
    """
    start = entries[0].text
    return (*clicks, int(start)) if start else tuple(clicks)


def key_of(seed: bytes, clicks: Sequence[int], entries: Sequence[Entry]) -> bytes:
    """Return the key of the random numbers after this log, whose seats were taken by these clicks in
    order."""
    key = match_key(seed, mixed_ids(clicks, entries))
    for entry in entries:
        if entry.kind == "fresh":
            key = rekeyed(key, entry.text)
    return key


def rebuild(
    game: AnyGame, options: Any, seats: int, entries: Sequence[Entry]
) -> tuple[Fold, list[tuple[Event, ...]]]:
    """Fold a whole log, with the numbers that its entries kept as its chance.

    Raises `ValueError`, or an error of the rules, if the log does not lead to the hash of its last entry.
    """
    led = list(folds(game, options, seats, entries))
    fold = led[-1][0] if led else None
    if fold is None or game.hash(fold.state) != entries[-1].hash:
        raise ValueError(f"the position after entry {len(entries) - 1} is not the one that was logged")
    return fold, [events for _, events in led]


def stages_since(
    game: AnyGame, options: Any, seats: int, entries: Sequence[Entry], since: int
) -> list[tuple[int, Stage]]:
    """Return the stages of entry `since`, and of each later move that was not taken back.

    They come oldest first, each with the number of its entry. An entry `since` that is no move, or that was
    taken back, is one stage.
    """
    first: list[tuple[int, Stage]] = []
    last: Fold | None = None
    moves: list[tuple[Entry, Fold]] = []
    """The moves, each with the fold before it."""
    for entry, (fold, events) in zip(entries, folds(game, options, seats, entries), strict=True):
        if entry.number == since:
            first = [(since, Stage(fold.state, events))]
        if entry.number >= since and entry.kind == "move" and last is not None:
            moves.append((entry, last))
        last = fold
    undone: frozenset[int] = last.undone_entries if last is not None else frozenset()
    found = [] if moves and moves[0][0].number == since and since not in undone else first
    for entry, before in moves:
        if entry.number not in undone and entry.seat is not None:
            move = game.parse(before.state, entry.seat, entry.text)
            stages = game.stages(before.state, entry.seat, move, DrawnChance(entry.drawn))
            found += [(entry.number, stage) for stage in stages]
    return found


def views_since(
    game: AnyGame, options: Any, seats: int, entries: Sequence[Entry], since: int, viewer: Seat | None
) -> tuple[list[Shot], list[Shot]]:
    """Return the views that the viewer has had in entry `since`, and since then, without repetitions.

    There is one for each stage of which the viewer may know something, oldest first, and one after entry
    `since` in any case. A viewer who has taken over the seat sees no orders of the person before, and no
    stage of which only that person knew.
    """
    before: list[Shot] = []
    after: list[Shot] = []
    newcomer = seated_since(entries, viewer)
    stages = stages_since(game, options, seats, entries, since)
    for number, (state, told) in visible_stages(stages, viewer, newcomer):
        if viewer is not None and number < newcomer:
            state = game.without_orders(state, viewer)
        view = game.view(state, viewer)
        if not (shots := after or before) or view != shots[-1].view:
            codes = frozenset([event.code for event in told])
            (before if number == since else after).append(Shot(view, codes))
    return before, after


def folds(
    game: AnyGame, options: Any, seats: int, entries: Sequence[Entry]
) -> Iterator[tuple[Fold, tuple[Event, ...]]]:
    """Yield the fold and the events after each entry. Raises as `rebuild`."""
    return fold_entries(game, options, seats, entries, None, [], {})


def fold_further(
    game: AnyGame,
    fold: Fold,
    told: Sequence[tuple[Event, ...]],
    known: Sequence[Entry],
    entries: Sequence[Entry],
) -> tuple[Fold, list[tuple[Event, ...]]]:
    """Return the fold and the events after entries that were added to the `known` ones.

    The known entries led to `fold` and to the events `told`. Raises as `rebuild`, and if an added entry takes
    something back, because that needs earlier folds.
    """
    new = entries[len(known) :]
    for was, now in zip(known, entries, strict=False):
        if (was.hash, was.text) != (now.hash, now.text):
            raise ValueError(f"entry {was.number} is another")
    if any(goes_back(entry.kind, entry.text) is not None for entry in new):
        raise ValueError("what was before is needed")
    happened = list(told)
    folded = list(fold_entries(game, None, 0, entries, fold, happened, {}))
    last = folded[-1][0] if folded else fold
    if game.hash(last.state) != entries[-1].hash:
        raise ValueError(f"the position after entry {len(entries) - 1} is not the one that was logged")
    return last, happened


def fold_entries(
    game: AnyGame,
    options: Any,
    seats: int,
    entries: Sequence[Entry],
    fold: Fold | None,
    told: list[tuple[Event, ...]],
    earlier: dict[int, Fold],
) -> Iterator[tuple[Fold, tuple[Event, ...]]]:
    """Yield the fold and the events after each entry, beginning after the `len(told)` entries that led to
    `fold`.

    The events are appended to `told`, and the folds to which these entries go back are put into `earlier`,
    which has those before the first of them.
    """
    wanted = {back[0] for entry in entries if (back := goes_back(entry.kind, entry.text)) is not None}
    for number, entry in enumerate(entries):
        if number < len(told):
            continue
        if entry.number != number or (entry.kind == "start") != (number == 0):
            raise ValueError(f"entry {number} is missing")
        chance = DrawnChance(entry.drawn)
        if fold is None:
            fold, events = start_fold(game, options, seats, chance)
        elif entry.kind == "fresh":
            found = _REKEYING.fullmatch(entry.text)
            if found is None:
                raise ValueError(f"entry {number} holds nothing fresh")
            fold, events = apply_restore(fold, number, int(found[1] or 0))
        elif (back := goes_back(entry.kind, entry.text)) is not None:
            if (entry.seat is None) != (entry.kind == "host"):
                raise ValueError(f"entry {number} is nobody's")
            then = earlier.get(back[0], fold)
            fold, events = apply_undo(game, fold, then, number, entry.seat, *back, entries, told)
        elif entry.kind in ("host", "end", "pace"):
            fold, events = apply_ruling(fold, entry.kind, entry.seat, entry.text)
        elif entry.seat is None:
            raise ValueError(f"entry {number} has no seat")
        elif entry.kind == "seat":
            fold, events = apply_seat_change(game, fold, number, entry.seat, entry.text)
        else:
            move = game.parse(fold.state, entry.seat, entry.text)
            fold, events = apply_move(game, fold, number, entry.seat, move, chance)
        if chance.unused_count:
            raise ValueError(f"entry {number} drew more than its move needs")
        told.append(events)
        if number in wanted:
            earlier[number] = fold
        yield fold, events
