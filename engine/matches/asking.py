"""Whom an entry of the log asks: what is to be said of it, and what falls due for it."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from engine.chance import SeededChance, new_seed
from engine.game import AnyGame, BadNotation, IllegalMove, NotYourTurn, Refusal, Seat
from engine.matches.fold import Fold
from engine.matches.limits import Limits
from engine.store import EPOCH, NewNotice, NewTimer, Store, Table
from engine.table import Entry, Match

__all__ = [
    "CLOCKS",
    "LAPSE",
    "ORDER",
    "PLAYER",
    "called",
    "deadline",
    "missing",
    "said",
    "timers",
    "unasked",
]

PLAYER = "player"
"""Kind of the timers by which automatic players answer."""
LAPSE = "lapse"
"""Kind of the timers of short clocks."""
ORDER = "order"
"""Kind of the timers by which standing orders answer."""
CLOCKS = (LAPSE, ORDER)
"""Kinds of the timers that a person's answer stops."""


def unasked(game: AnyGame, state: Any, seat: Seat, text: str, match: int) -> Refusal:
    """Why a seat that is asked nothing may not move: a rule that forbids it, where the game knows one."""
    try:
        game.parse(state, seat, text)
    except BadNotation:
        pass
    except IllegalMove as refusal:
        return refusal
    except Refusal:
        pass
    return NotYourTurn("not_your_turn", match=match)


def said(
    limits: Limits, table: Table, before: Fold | None, fold: Fold, entry: Entry, told: bool
) -> list[NewNotice]:
    """What persons are to be told: that they are asked, or that somebody has answered before them.

    All see it at the table, and whom it concerns gets it in private too. Who has given an order for this
    question is called like the others: whom a message calls, all can see. `told` says whether the entry has
    anything for all: what it has not is followed by nothing at the table.
    """
    number, moved = entry.number, entry.kind == "move"
    persons = {seat: person for seat in fold.pending if (person := table.occupants[seat].person) is not None}
    asked = [seat for seat in persons if fold.asked[seat] == number]
    later = entry.at + limits.steps if limits.steps else EPOCH
    notices: list[NewNotice] = []
    for seat in asked:
        goes_on = moved and seat == entry.seat
        stays = goes_on and fold.called[seat] != number
        if told or not stays:
            notices.append(NewNotice("turn", seat, number, goes_on, due=later if stays else EPOCH))
    for seat in asked:
        goes_on = moved and seat == entry.seat
        due = later if goes_on else EPOCH
        notices.append(NewNotice("turn", seat, number, goes_on, persons[seat], due))
    if persons and not asked and moved and entry.seat is not None:
        notices.append(NewNotice("chosen", entry.seat, number))
        own = table.occupants[entry.seat].person
        if own is not None and fold.asked[entry.seat] is not None:
            notices.append(NewNotice("chosen", entry.seat, number, person=own))
    if before is not None:
        notices += [
            NewNotice("settle", Seat(seat), number, person=occupant.person, due=later)
            for seat, occupant in enumerate(table.occupants)
            if occupant.person is not None and before.asked[seat] is not None and fold.asked[seat] is None
        ]
    return notices


def called(table: Table, fold: Fold) -> int | None:
    """The entry that called the latest of the persons for whom the match waits."""
    entries = [fold.called[seat] for seat in fold.pending if table.occupants[seat].person is not None]
    return max((entry for entry in entries if entry is not None), default=None)


async def timers(
    store: Store,
    limits: Limits,
    table: Table,
    game: AnyGame,
    before: Fold | None,
    fold: Fold,
    entry: Entry,
) -> list[NewTimer]:
    """What falls due: automatic players answer at once, orders after a while, persons may have a clock."""
    due: list[NewTimer] = []
    for seat in fold.pending:
        if fold.asked[seat] != entry.number:
            continue
        if table.occupants[seat].person is None:
            due.append(NewTimer(PLAYER, seat, entry.number, entry.at))
            continue
        if game.standing(fold.state, seat) is not None:
            due.append(NewTimer(ORDER, seat, entry.number, entry.at + _while(limits, table)))
        if game.lapse(fold.state, seat) is not None:
            running = None if before is None else await _running(store, table.id, game, before, fold, seat)
            due.append(NewTimer(LAPSE, seat, entry.number, running or entry.at + limits.reaction))
    return due


async def missing(
    store: Store, limits: Limits, table: Table, game: AnyGame, fold: Fold, entry: Entry
) -> tuple[list[NewNotice], list[NewTimer]]:
    """What should have been said or should fall due for the open questions, as if they were asked now."""
    there = {(timer.kind, timer.seat) for timer in await store.timers(table.id)}
    asked = {seat: number for seat in fold.pending if (number := fold.asked[seat]) is not None}
    anew = replace(fold, asked=tuple(entry.number if seat in asked else None for seat in range(table.size)))
    due = await timers(store, limits, table, game, None, anew, entry)
    notices: list[NewNotice] = []
    for seat, number in asked.items():
        person = table.occupants[seat].person
        if person is not None:
            notices += [NewNotice("turn", seat, number), NewNotice("turn", seat, number, person=person)]
    lacking = [
        replace(timer, number=asked[timer.seat])
        for timer in due
        if timer.seat is not None and (timer.kind, timer.seat) not in there
    ]
    return notices, lacking


def _while(limits: Limits, table: Table) -> timedelta:
    """How long a standing order seems to think; no time where there is nobody else to see it.

    The time is no part of the match: it is drawn from the operating system.
    """
    if sum(occupant.person is not None for occupant in table.occupants) < 2:
        return timedelta()
    least = limits.order / 10
    # To the microsecond: people do not answer in whole seconds.
    spread = (limits.order - least) // timedelta(microseconds=1)
    return least + timedelta(microseconds=SeededChance(new_seed(), 0).below(spread + 1))


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
