"""Where matches are kept: what a store must do, and why it may refuse. Ours is `engine.store.sqlite`.

Nothing here or above knows SQL; another database is another `Store`.
"""

# ruff: noqa: N818 - refusals are called by what is the matter

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Protocol

from engine.game import Refusal, Seat
from engine.table import Entry, Notice, Occupant, Person, Place, Post, Status, Wanted

__all__ = [
    "Busy",
    "Change",
    "Closed",
    "Conflict",
    "Corrupt",
    "Failed",
    "Foreign",
    "Full",
    "InUse",
    "NewNotice",
    "NewTimer",
    "Newer",
    "Store",
    "StoreError",
    "Table",
    "Timer",
    "Unwritable",
]


class StoreError(Refusal):
    """The store cannot do what was asked; nothing of it was done. `path` is among the inputs."""


class Newer(StoreError):
    """The database was written by a newer version. Inputs: `found` and `known` schema versions."""


class Corrupt(StoreError):
    """The file is damaged, or no database at all."""


class Foreign(StoreError):
    """The file is a database of another program."""


class Unwritable(StoreError):
    """The file or its folder cannot be written."""


class InUse(StoreError):
    """Another bot already runs on this database."""


class Busy(StoreError):
    """Another program holds the database for too long."""


class Full(StoreError):
    """The disk is full."""


class Closed(StoreError):
    """The store has been closed."""


class Conflict(StoreError):
    """The log is not as long as the writer believed, or this click has acted already: nothing was written."""


class Failed(StoreError):
    """The database failed otherwise. Inputs: `error`, its name for the failure."""


@dataclass(frozen=True, slots=True)
class Table:
    """A match as it is kept, without its log."""

    id: int
    """0 while it has none yet."""
    game: str
    rules: int
    options: str
    """JSON."""
    size: int
    status: Status
    host: int
    place: Place
    occupants: tuple[Occupant, ...]
    agreed: frozenset[int]
    """Seated persons who agreed to cancel."""
    seed: bytes
    opened_at: datetime
    rematch_of: int | None
    entries: int = 0
    """Length of the log; counted when read, ignored when written."""


@dataclass(frozen=True, slots=True)
class NewNotice:
    """A line for the outbox: `Notice` without what the store adds."""

    kind: str
    seat: Seat | None = None
    number: int = 0
    continues: bool = False


@dataclass(frozen=True, slots=True)
class NewTimer:
    """Something that falls due: `Timer` without what the store adds."""

    kind: str
    seat: Seat | None
    number: int
    due: datetime
    payload: str = ""


@dataclass(frozen=True, slots=True)
class Timer:
    """A row that falls due.

    Kinds: ``player``, the automatic player in `seat` answers what `number` asked; ``lapse``, the short clock
    of what the person in `seat` was asked at `number` runs out; ``order``, that person's standing order
    answers it.
    """

    id: int
    match: int
    kind: str
    seat: Seat | None
    number: int
    due: datetime
    payload: str


@dataclass(frozen=True, slots=True)
class Change:
    """Everything that one transaction writes about one match."""

    match: int
    """0 opens a new one: `table` is then needed."""
    table: Table | None = None
    """The match and its seats as they are from now on; `None` when they stay."""
    entry: Entry | None = None
    """The next line of the log; its number must be the log's length."""
    click: tuple[int, str] | None = None
    """The click that caused the change, and its verb: both together act once on a match."""
    notices: tuple[NewNotice, ...] = ()
    timers: tuple[NewTimer, ...] = ()
    timer_done: int | None = None
    """The timer that caused the change: it goes with it."""
    stops: tuple[tuple[str, Seat], ...] = ()
    """Kinds and seats whose timers so far are dropped."""
    ends: bool = False
    """Drop every timer of the match."""
    pending: tuple[Seat, ...] = ()
    """The seats that must decide after the entry."""


class Store(Protocol):
    """A durable store. Every write is one transaction, committed when the call returns, whole or not at all.

    All raise `StoreError`. A write that was begun is finished even when its caller is cancelled.
    """

    async def close(self) -> None:
        """Finish what was begun and let the database go. May be called twice."""
        ...

    async def commit(self, change: Change) -> int:
        """Write a change to a match; return the match's number. Raises `Conflict`."""
        ...

    async def table(self, match: int) -> Table | None: ...

    async def tables_found(
        self,
        person: int,
        statuses: Collection[Status],
        game: str | None,
        words: Sequence[Wanted],
        limit: int,
    ) -> list[Table]:
        """The newest matches in which the person sits, of that game, in which all the words are found."""
        ...

    async def open_tables(self, channel: int, game: str, person: int, limit: int) -> list[Table]:
        """The newest tables shown in that channel that have a free seat and at which the person has none."""
        ...

    async def waiting_for(self, person: int, game: str | None = None) -> dict[int, bool | None]:
        """The running matches in which the person sits, each with whether it waits for that person.

        `None` where the last entry was written before that was kept.
        """
        ...

    async def rematches_of(self, match: int) -> list[Table]:
        """The matches opened from it, newest first."""
        ...

    async def count(
        self, statuses: Collection[Status], *, person: int | None = None, guild: int | None = None
    ) -> int:
        """How many matches the person sits in, or the guild has."""
        ...

    async def entries(self, match: int) -> list[Entry]:
        """The log, oldest first."""
        ...

    async def clicks(self, match: int) -> dict[tuple[int, str], int | None]:
        """The clicks that have acted on the match, each with its verb and the entry it made."""
        ...

    async def opened_by(self, click: int) -> int | None:
        """The match that this click opened."""
        ...

    async def timers(self, match: int) -> list[Timer]:
        """The match's timers, the first to fall due first."""
        ...

    async def due_timers(self, now: datetime, limit: int) -> list[Timer]:
        """The timers due by then, most overdue first."""
        ...

    async def next_timer(self) -> datetime | None:
        """When the next timer falls due."""
        ...

    async def put_off(self, timer: int, due: datetime | None) -> None:
        """Let the timer fall due later; `None` drops it."""
        ...

    async def alive(self) -> datetime | None:
        """When it was last noted that the bot is alive."""
        ...

    async def keep_alive(self, now: datetime) -> None:
        """Note that the bot is alive."""
        ...

    async def credit(self, kind: str, since: datetime, now: datetime, notice: str | None) -> int:
        """Move the timers of that kind that fell due after `since` on by the time until `now`.

        In the same transaction it is noted that the bot is alive `now`, and each timer's match, seat and
        number get a `notice`. Returns how many timers that were.
        """
        ...

    async def put_back(self, now: datetime, by: timedelta) -> None:
        """The clock was put back by so much: what falls due after `now` falls due that much earlier.

        In the same transaction it is noted that the bot is alive `now`.
        """
        ...

    async def take_notices(self, now: datetime, limit: int, besides: Collection[int]) -> list[Notice]:
        """The oldest notice of each match whose time has come, oldest first, each counted as an attempt.

        Matches in `besides` are left out. `attempts` of what is returned is the count before.
        """
        ...

    async def next_notice(self, besides: Collection[int]) -> datetime | None:
        """When the next notice may be tried, leaving out the matches in `besides`."""
        ...

    async def put_off_notice(self, notice: int, due: datetime | None) -> None:
        """Try the notice again then; `None` drops it: it has been said."""
        ...

    async def person(self, person: int) -> Person | None: ...

    async def save_person(self, person: Person) -> None: ...

    async def posts(self, match: int) -> list[Post]: ...

    async def posts_of(self, matches: Collection[int], kind: str) -> list[Post]:
        """What all see of that kind of these matches."""
        ...

    async def posted_in(self, channel: int, kind: str) -> list[Post]:
        """What of that kind is shown in that channel."""
        ...

    async def save_post(self, post: Post) -> None: ...

    async def drop_post(self, match: int, kind: str, person: int) -> None: ...

    async def note(self, key: str) -> str | None:
        """A value that belongs to no match."""
        ...

    async def save_note(self, key: str, value: str) -> None: ...
