"""What holds at a table before its match begins: for whom seats are kept, and how it starts. Plain values."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from enum import StrEnum
from typing import TypeVar

import msgspec

__all__ = ["AUTOMATIC", "Begin", "Guest", "Lobby"]

T = TypeVar("T")

AUTOMATIC = 0
"""Stands for an automatic player where persons are listed."""


class Begin(StrEnum):
    """Who lets a full table begin."""

    DELAY = "delay"
    """Whoever sits there; after a while it begins by itself."""
    ONCE = "once"
    """It begins by itself, at once."""
    HOST = "host"
    """The host alone."""


class Guest(msgspec.Struct, frozen=True):
    """Somebody whom the host has invited."""

    person: int
    name: str
    """As `Occupant.name`."""


class Lobby(msgspec.Struct, frozen=True, omit_defaults=True):
    """What was agreed when the table was opened, and what has become of it."""

    begin: Begin = Begin.HOST
    guests_only: bool = False
    """Nobody else may sit down."""
    guests: tuple[Guest, ...] = ()
    """A seat is kept for each of them."""
    declined: tuple[Guest, ...] = ()
    out: tuple[int, ...] = ()
    """Whom the host would rather not have at the table."""
    order: tuple[int, ...] = ()
    """Who is to sit before whom, as far as they come: persons, and `AUTOMATIC` players. Others sit last."""
    changes: int = 0
    """How often it was changed who sits there."""
    due: datetime | None = None
    """When it begins by itself."""
    announced: int | None = None
    """The outside world's id of the announcement by which it has begun by itself."""
    lapsed: bool = False
    """It was closed because it had not begun for too long."""

    def guest(self, person: int) -> Guest | None:
        """The person's invitation."""
        return next((each for each in self.guests if each.person == person), None)

    def admits(self, person: int) -> bool:
        """Whether the person may sit down uninvited: where only guests may, those who sat there before."""
        return not self.guests_only or person in self.order

    def without_invitation(self, person: int) -> Lobby:
        """Without the person's invitation."""
        guests = tuple(each for each in self.guests if each.person != person)
        return msgspec.structs.replace(self, guests=guests)

    @property
    def without_people(self) -> Lobby:
        """What is kept once the match has begun, or will not: nothing of anybody."""
        return Lobby(
            self.begin,
            self.guests_only,
            changes=self.changes,
            announced=self.announced,
            lapsed=self.lapsed,
        )

    def seat_order(self, seated: Sequence[tuple[int, T]]) -> tuple[T, ...]:
        """Who is seated, each with the person or `AUTOMATIC`, in the order in which they are to sit."""
        free = list(enumerate(self.order))
        places: list[tuple[int, int, T]] = []
        for number, (who, seat) in enumerate(seated):
            found = next((each for each in free if each[1] == who), None)
            if found is not None:
                free.remove(found)
            places.append((len(self.order) if found is None else found[0], number, seat))
        return tuple(seat for _, _, seat in sorted(places, key=lambda each: each[:2]))
