"""The final ranks of a table's seats, as the points of leagues and ratings count them. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from engine.game import Result, Seat
from engine.league.points import behind_all
from engine.outcome import Gone, Written

__all__ = ["LAST_TURNS", "beginners", "final_ranks", "stewards_turns"]

LAST_TURNS = 3
"""Last turns of a seat that a steward must have played for its person to be last."""
_LEAVING = ("resigned", "substitute")
"""The texts of the ``seat`` entries by which a seat's person is another from then on, or nobody."""


class _Entry(Written, Protocol):
    @property
    def by(self) -> int | None: ...
    @property
    def made(self) -> str: ...


def _moves(entries: Sequence[_Entry], seat: int) -> list[bool]:
    """Return, for each move of the seat, whether a robot chose it."""
    return [
        each.by is None and bool(each.made) for each in entries if each.kind == "move" and each.seat == seat
    ]


def stewards_turns(entries: Sequence[_Entry], seats: int) -> tuple[int, ...]:
    """Return how many moves of each seat a robot chose."""
    return tuple(sum(_moves(entries, seat)) for seat in range(seats))


def beginners(
    entries: Sequence[_Entry], now: Sequence[int | None], former: Sequence[Sequence[int]]
) -> tuple[int | None, ...]:
    """Return the person who began in each seat, where somebody sits there `now` at the end.

    `former` are the persons who have left each seat, in their order: somebody who left before the own first
    move began there nevertheless. `None` where nobody is known.
    """
    found = list[int | None]()
    for seat, person in enumerate(now):
        own = [each for each in entries if each.seat == seat]
        left = next((each for each in own if each.kind == "seat" and each.text in _LEAVING), None)
        if left is not None or person is None:
            before = own if left is None else own[: own.index(left)]
            person = next((each.by for each in before if each.kind == "move" and each.by is not None), None)
            if person is None and left is not None and left.text == "resigned":
                person = left.by
            if person is None:
                person = next(iter(former[seat]), None)
        found.append(person)
    return tuple(found)


def final_ranks(entries: Sequence[_Entry], gone: Mapping[Seat, Gone], ranking: Result) -> tuple[int, ...]:
    """Return the rank of each seat. Last is whose person has resigned or was replaced by somebody else, or
    whose steward has played the last three turns.
    """
    seats = len(ranking.ranks)
    replaced = {each.seat for each in entries if (each.kind, each.text) == ("seat", "substitute")}
    last = set[int]()
    for seat in range(seats):
        played = _moves(entries, seat)
        absent = len(played) >= LAST_TURNS and all(played[-LAST_TURNS:])
        if absent or seat in replaced or gone.get(Seat(seat)) is Gone.RESIGNED:
            last.add(seat)
    ranks = behind_all(dict(enumerate(ranking.ranks)), last)
    return tuple(ranks[seat] for seat in range(seats))
