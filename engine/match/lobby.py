"""Plain values of a table before its match begins: its invitations, and the way it starts."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from enum import StrEnum
from typing import TypeVar

import msgspec

__all__ = ["AUTOMATIC", "Alteration", "Begin", "Guest", "Lobby"]

T = TypeVar("T")

AUTOMATIC = 0
"""The number that stands for an automatic player in lists of persons."""


class Begin(StrEnum):
    """The way in which a full table begins."""

    DELAY = "delay"
    """Anybody who sits there starts it; after a while it begins by itself."""
    ONCE = "once"
    """It begins by itself, at once."""
    HOST = "host"
    """The host alone starts it."""


class Guest(msgspec.Struct, frozen=True):
    """A person whom the host has invited."""

    person: int
    name: str
    """The person's name, as in `Occupant.name`."""


class Alteration(msgspec.Struct, frozen=True):
    """A term of an open table that its host has changed, while somebody else sat there or was invited."""

    what: str
    """The term: ``seats``, ``pace``, ``begin``, ``joiners``, ``language``, ``undo``, ``resigning``,
    ``rating``, or ``option.`` and the name of a field of the game's options."""
    before: str
    """The value before the first of the changes, as text; of a game's option as JSON."""
    after: str
    """The value now, in the same form."""


class Lobby(msgspec.Struct, frozen=True, omit_defaults=True):
    """The agreements made when the table was opened, and the state of the table."""

    begin: Begin = Begin.HOST
    guests_only: bool = False
    """Nobody else may sit down."""
    guests: tuple[Guest, ...] = ()
    """The people for each of whom a seat is kept."""
    declined: tuple[Guest, ...] = ()
    out: tuple[int, ...] = ()
    """Persons whom the host has put out; they may not sit down again unless invited."""
    order: tuple[int, ...] = ()
    """The order in which people are to sit, as far as they come: persons, and `AUTOMATIC` players. Others sit
    last."""
    changes: int = 0
    """Number of changes of the people who sit there, and of the terms under which they do."""
    altered: tuple[Alteration, ...] = ()
    """The terms that the host has changed before the eyes of others."""
    due: datetime | None = None
    """The instant at which it begins by itself; `None` if it does not."""
    announced: int | None = None
    """The outside world's id of the announcement by which it has begun by itself."""
    lapsed: bool = False
    """It was closed because it had not begun for too long."""
    anew: tuple[int, ...] = ()
    """Those of the guests who sat there already, until the host changed what is at stake."""

    def guest(self, person: int) -> Guest | None:
        """Return the person's invitation; `None` for somebody who has none."""
        return next((each for each in self.guests if each.person == person), None)

    def admits(self, person: int) -> bool:
        """Return True if the person may sit down uninvited: at a table for guests only, those who sat there
        before.
        """
        return not self.guests_only or person in self.order

    def without_invitation(self, person: int) -> Lobby:
        """Return the lobby without the person's invitation."""
        guests = tuple(each for each in self.guests if each.person != person)
        anew = tuple(each for each in self.anew if each != person)
        return msgspec.structs.replace(self, guests=guests, anew=anew)

    @property
    def without_people(self) -> Lobby:
        """The facts kept once the match has begun, or never will: nothing about any person."""
        return Lobby(
            self.begin,
            self.guests_only,
            changes=self.changes,
            announced=self.announced,
            lapsed=self.lapsed,
        )

    def seat_order(self, seated: Sequence[tuple[int, T]]) -> tuple[T, ...]:
        """Return the occupants in the order in which they are to sit; each comes with its person or
        `AUTOMATIC`.
        """
        free = list(enumerate(self.order))
        places: list[tuple[int, int, T]] = []
        for number, (who, seat) in enumerate(seated):
            found = next((each for each in free if each[1] == who), None)
            if found is not None:
                free.remove(found)
            places.append((len(self.order) if found is None else found[0], number, seat))
        return tuple(seat for _, _, seat in sorted(places, key=lambda each: each[:2]))
