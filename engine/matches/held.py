"""What is on record of a seat's person and no entry yet: of whom, and what overtakes it. Pure.

It stands in the match's own row, so that it is written with its timer, and with the entry it becomes, in one
transaction. Nobody else may know that there is anything: it is in nothing that `visibility` gives away.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile

import msgspec

from engine.chance import SeededChance, new_seed
from engine.clock import Held
from engine.game import AnyGame, Event, Refusal, Seat
from engine.matches.cache import Log
from engine.matches.fold import Fold, SeatQuestion, moved
from engine.matches.prompts import HOLD
from engine.store import Change, NewNotice, StoredMatch

__all__ = ["Outlook", "answers", "dropping", "held_by", "holding", "known", "let_go", "outlook", "overtaken"]


def held_by(stored: StoredMatch, seat: int | None) -> Held | None:
    """What is held for the seat."""
    return next((one for one in stored.house.held if one.seat == seat), None)


def holding(stored: StoredMatch, held: Held) -> StoredMatch:
    """The match with this held for its seat, instead of what was before."""
    others = tuple(one for one in stored.house.held if one.seat != held.seat)
    return replace(stored, house=msgspec.structs.replace(stored.house, held=(*others, held)))


def let_go(stored: StoredMatch, seats: Sequence[int]) -> StoredMatch:
    """The match with nothing held for these seats."""
    kept = tuple(one for one in stored.house.held if one.seat not in seats)
    if kept == stored.house.held:
        return stored
    return replace(stored, house=msgspec.structs.replace(stored.house, held=kept))


def dropping(
    stored: StoredMatch, held: Held, *, notices: tuple[NewNotice, ...] = (), timer: int | None = None
) -> Change:
    """The change by which it is held no more."""
    return Change(
        stored.id,
        let_go(stored, (held.seat,)),
        notices=notices,
        timer_done=timer,
        stops=((HOLD, Seat(held.seat)),),
    )


def answers(held: Held, own: SeatQuestion) -> bool:
    """Whether it still answers what is asked of its seat."""
    return own.asked is not None and own.questions == held.question


def overtaken(before: StoredMatch, after: StoredMatch, fold: Fold | None) -> tuple[Held, ...]:
    """What is held at the match and void once it is as after.

    `fold` is where it stands then, `None` at an end.
    """
    return tuple(
        one
        for one in after.house.held
        if after.status.ended
        or fold is None
        or not answers(one, fold.seats[one.seat])
        or after.occupants[one.seat].person != before.occupants[one.seat].person
        or after.clock(one.seat).playing
    )


class Outlook(msgspec.Struct, frozen=True):
    """What its person may know beforehand of a move."""

    parts: bool
    """It passes the turn, draws or reveals: afterwards it is not the person's alone any more."""
    events: tuple[Event, ...]
    """What happens, as far as it is known before anything is drawn or revealed."""


def outlook(log: Log, seat: Seat, text: str) -> Outlook:
    """What comes of the seat's move as far as that seat can foresee it. Raises what the game's `parse` does.

    It is made in a match that the seat cannot tell from this one, with a chance of its own: whatever comes
    out, nothing is learnt of what is hidden or would be drawn.
    """
    game, fold, number = log.game, log.fold, len(log.entries)
    text = str(game.parse(fold.state, seat, text))
    chance = SeededChance(new_seed(), 0)
    twin = replace(fold, state=game.redeal(fold.state, seat, chance))
    try:
        move = game.parse(twin.state, seat, text)
    except Refusal:
        return Outlook(parts=True, events=())
    after, events = moved(game, twin, number, seat, move, chance)
    bound = any(each.chance or each.revealed for each in events)
    return Outlook(parts=bound or _passed(game, fold, after, seat), events=known(events, seat))


def known(events: Sequence[Event], seat: Seat) -> tuple[Event, ...]:
    """Of what a move does, what the seat knows beforehand: all before anything is drawn or revealed."""
    sure = takewhile(lambda event: not event.chance and not event.revealed, events)
    return tuple(event for event in sure if event.to is None or seat in event.to)


def _passed(game: AnyGame, before: Fold, after: Fold, seat: Seat) -> bool:
    """Whether the turn is the seat's no more, or another one than before."""
    own, now = before.seats[seat], after.seats[seat]
    if game.result(after.state) is not None:
        return True
    return seat in before.pending and (seat not in after.pending or own.called != now.called)
