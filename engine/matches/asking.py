"""Whom an entry of the log asks: what is to be said of it, and what falls due for it."""

from __future__ import annotations

from datetime import datetime, timedelta

from engine.game import AnyGame, Seat
from engine.matches.fold import Fold
from engine.store import NewNotice, NewTimer, Store, Table
from engine.table import Entry, Match

__all__ = ["LAPSE", "PLAYER", "deadline", "said", "timers"]

PLAYER = "player"
"""Kind of the timers by which automatic players answer."""
LAPSE = "lapse"
"""Kind of the timers of short clocks."""


def said(table: Table, fold: Fold, entry: Entry) -> list[NewNotice]:
    """What persons are to be told: that they are asked, or that somebody has answered before them."""
    persons = [seat for seat in fold.pending if table.occupants[seat].person is not None]
    turns = [
        NewNotice("turn", seat, entry.number, entry.kind == "move" and seat == entry.seat)
        for seat in persons
        if fold.asked[seat] == entry.number
    ]
    if persons and not turns and entry.kind == "move":
        return [NewNotice("chosen", entry.seat, entry.number)]
    return turns


async def timers(
    store: Store,
    reaction: timedelta,
    table: Table,
    game: AnyGame,
    before: Fold | None,
    fold: Fold,
    entry: Entry,
) -> list[NewTimer]:
    """What falls due: automatic players answer at once, persons may have a short clock of `reaction`."""
    due: list[NewTimer] = []
    for seat in fold.pending:
        if fold.asked[seat] != entry.number:
            continue
        if table.occupants[seat].person is None:
            due.append(NewTimer(PLAYER, seat, entry.number, entry.at))
        elif game.lapse(fold.state, seat) is not None:
            running = None if before is None else await _running(store, table.id, game, before, fold, seat)
            due.append(NewTimer(LAPSE, seat, entry.number, running or entry.at + reaction))
    return due


async def _running(
    store: Store, match: int, game: AnyGame, before: Fold, fold: Fold, seat: Seat
) -> datetime | None:
    """When the clock runs out that runs already, where the seat's own step has led to its question.

    Who answers in steps, or gives an order meanwhile, gains no time by it.
    """
    if seat not in before.pending or before.called[seat] != fold.called[seat]:
        return None
    return await _due(store, match, game, before, seat)


async def deadline(
    store: Store, match: Match, game: AnyGame, fold: Fold, seat: Seat | None
) -> datetime | None:
    """When the short clock of the seat's question runs out, for others the first of all that run."""
    asked = fold.pending if seat is None or seat not in fold.pending else (seat,)
    clocks = [
        await _due(store, match.id, game, fold, each)
        for each in asked
        if match.occupants[each].person is not None
    ]
    return min((clock for clock in clocks if clock is not None), default=None)


async def _due(store: Store, match: int, game: AnyGame, fold: Fold, seat: Seat) -> datetime | None:
    """When the short clock of the seat's open question runs out."""
    if game.lapse(fold.state, seat) is None:
        return None
    for timer in await store.timers(match):
        if (timer.kind, timer.seat, timer.number) == (LAPSE, seat, fold.asked[seat]):
            return timer.due
    return None
