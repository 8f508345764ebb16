"""Rank the seats of a match that count, and find its winners. Pure, over logs and records alike.

The rules rank every seat. A person who has resigned, or whose time had run out and for whom a robot plays at
the end, has not won; a match may also have been ended before its rules end it. A person who was shut out as
the robot sat down, as a moderator can bring about, has forfeited nothing: the rules alone rank that seat.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Protocol

from engine.game import Result, Seat

__all__ = [
    "ENDED_WON",
    "STEWARDS",
    "STEWARD_SITS",
    "UNCOUNTED_SITS",
    "Gone",
    "Written",
    "forfeited_seats",
    "gone_after",
    "gone_of",
    "ranking",
    "winners",
    "won_by",
]

ENDED_WON = "ended_won"
"""`Result.reason` of a match that was ended as won before its rules ended it."""
STEWARD_SITS = "steward"
"""Text of a ``seat`` entry: a robot plays for somebody whose time had run out."""
UNCOUNTED_SITS = "steward uncounted"
"""Text of a ``seat`` entry: the same, for a person who was shut out then. Everybody reads it: it gives no
reason."""
STEWARDS = (STEWARD_SITS, UNCOUNTED_SITS)


class Gone(StrEnum):
    """The reason why a robot plays for a seat's person."""

    ABSENT = "absent"
    """The person's time had run out. What a moderator has done is no absence."""
    UNCOUNTED = "uncounted"
    """The same, of somebody who was shut out as the robot sat down: it counts for nobody's win."""
    RESIGNED = "resigned"


class Written(Protocol):
    """An entry of a log or a line of a record."""

    @property
    def kind(self) -> str: ...
    @property
    def seat(self) -> Seat | None: ...
    @property
    def text(self) -> str: ...


def gone_after(gone: Mapping[Seat, Gone], seat: Seat, text: str) -> Mapping[Seat, Gone]:
    """Return whose persons are gone after a ``seat`` entry of that text."""
    others = {each: why for each, why in gone.items() if each != seat}
    match text:
        case "return" | "substitute":
            return others
        case "steward":
            return {**others, seat: Gone.ABSENT}
        case "steward uncounted":
            return {**others, seat: Gone.UNCOUNTED}
        case _:
            return {**others, seat: Gone.RESIGNED}


def gone_of(entries: Iterable[Written]) -> Mapping[Seat, Gone]:
    """Return the seats whose persons are gone after these entries."""
    gone: Mapping[Seat, Gone] = {}
    for entry in entries:
        if entry.kind == "seat" and entry.seat is not None:
            gone = gone_after(gone, entry.seat, entry.text)
    return gone


def won_by(last: Written) -> tuple[Seat, ...]:
    """Return the seats that have won by a match's last entry, if it ended the match as won; otherwise
    nobody."""
    word, _, seats = last.text.partition(" ") if last.kind == "end" else ("", "", "")
    return tuple(Seat(int(seat)) for seat in seats.split(",")) if word == "won" else ()


def forfeited_seats(
    sides: Sequence[Collection[Seat]], persons: Collection[Seat], gone: Mapping[Seat, Gone]
) -> frozenset[Seat]:
    """Return the seats of the sides that have not won, whatever their rank: all their persons are gone.

    `persons` are the seats that are not automatic players' own: a side without any forfeits nothing. Nor does
    one with a person whose absence counts for nobody's win.
    """
    lost: set[Seat] = set()
    for side in sides:
        own = [seat for seat in side if seat in persons]
        if own and all(gone.get(seat) in (Gone.ABSENT, Gone.RESIGNED) for seat in own):
            lost.update(side)
    return frozenset(lost)


def ranking(
    result: Result | None, seats: int, lost: Collection[Seat], won: Collection[Seat] = ()
) -> Result | None:
    """Return the ranking among those who count, winners with rank 1. `result` is the rules' ranking.

    The `lost` seats come after all others, ranked as they stand. If all have forfeited nobody is first. `won`
    are the seats for which the match was ended before: no scores decide then.
    """
    every = [Seat(seat) for seat in range(seats)]
    if won:
        ranks = tuple(1 if seat in won else 1 + len(won) for seat in every)
        return Result(ranks, ((0,),) * seats, ENDED_WON)
    if result is None or not lost or seats == 1:
        return result
    keys = [(seat in lost, result.ranks[seat]) for seat in every]
    nobody = int(all(seat in lost for seat in every))
    ranks = tuple(1 + nobody + sum(other < own for other in keys) for own in keys)
    return Result(ranks, result.scores, result.reason)


def winners(result: Result | None) -> tuple[Seat, ...]:
    """Return the seats of rank 1."""
    return () if result is None else tuple(Seat(seat) for seat, rank in enumerate(result.ranks) if rank == 1)
