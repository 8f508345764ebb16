"""Where matches are kept: what a store must do, and why it may refuse. Ours is `engine.store.sqlite`.

Nothing here or above knows SQL; another database is another `Store`.
"""

# ruff: noqa: N818 - refusals are called by what is the matter

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Protocol

from engine.game import Refusal, Seat
from engine.table import Entry, Notice, Occupant, Person, Place, Post, Status, Wanted

__all__ = [
    "BESIDE",
    "EPOCH",
    "Busy",
    "Change",
    "Closed",
    "Committed",
    "Conflict",
    "Corrupt",
    "Failed",
    "Foreign",
    "Full",
    "InUse",
    "Lane",
    "NewNotice",
    "NewTimer",
    "Newer",
    "Said",
    "Sizes",
    "Store",
    "StoreError",
    "Table",
    "Timer",
    "Uncalled",
    "Unwritable",
]


EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
BESIDE = "beside"
"""Intent of a notice for which nothing waits."""


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
    """The match is not as the writer believed, or this click has acted already: nothing was written."""


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
    version: int = 0
    """How often the match was changed: a writer names the one it knows. Ignored when a match is opened."""
    start_click: int | None = None
    """The click that started the match: the text of entry 0. Read from there, ignored when written."""


@dataclass(frozen=True, slots=True)
class NewNotice:
    """A line for the outbox: `Notice` without what the store adds."""

    kind: str
    seat: Seat | None = None
    number: int = 0
    continues: bool = False
    person: int | None = None
    due: datetime = EPOCH
    """It waits until then, and nothing waits for it: what comes meanwhile may make it void."""


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
    called: int | None = None
    """The entry that called the latest of the persons among them."""
    version: int = 0
    """The match's version as the writer knows it."""
    at: datetime = EPOCH
    """When it happens."""
    sayer: str = ""
    """Who says the notices at once, unless somebody else is saying something of the match."""


@dataclass(frozen=True, slots=True)
class Committed:
    """What came of a change."""

    match: int
    version: int
    """The match's from now on."""
    mine: bool
    """The change's `sayer` is to say what there is to say."""


@dataclass(frozen=True, slots=True)
class Lane:
    """A match of which something is due to be said."""

    match: int
    channel: int
    """Where it is played."""


@dataclass(frozen=True, slots=True)
class Said:
    """What is noted when a notice has been said, or has become void."""

    notice: Notice
    posts: tuple[Post, ...] = ()
    """What is shown since then."""
    dropped: tuple[tuple[str, int], ...] = ()
    """Kinds and persons of what is shown no more."""
    more: tuple[NewNotice, ...] = ()
    """What is to be said because of it."""


@dataclass(frozen=True, slots=True)
class Uncalled:
    """A running match that seems to wait without anybody called, or anything falling due."""

    match: int
    called: int | None


@dataclass(frozen=True, slots=True)
class Sizes:
    """How much the store holds, for its host."""

    rows: Mapping[str, int]
    """Of each table; estimated where counting takes long."""
    bytes: int
    """Of the database."""
    log_bytes: int
    """Of its write-ahead log."""
    oldest_notice: datetime | None
    """Since when the longest waiting lane is due."""
    aside: int
    """Rows that could not be read."""


class Store(Protocol):
    """A durable store. Every write is one transaction, committed when the call returns, whole or not at all.

    All raise `StoreError`. A write that was begun is finished even when its caller is cancelled.
    """

    async def close(self) -> None:
        """Finish what was begun and let the database go. May be called twice."""
        ...

    async def commit(self, change: Change) -> Committed:
        """Write a change to a match. Raises `Conflict`."""
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
        """The match's timers that can be read, the first to fall due first."""
        ...

    async def take_timers(
        self, taker: str, now: datetime, until: datetime, limit: int, *, besides: Collection[str] = ()
    ) -> tuple[list[Timer], list[int]]:
        """The timers due by then and nobody's, most overdue first: the taker's until then.

        Kinds in `besides` are left alone. The second list has the matches of rows that cannot be read: they
        are set aside.
        """
        ...

    async def next_timer(self, now: datetime, *, besides: Collection[str] = ()) -> datetime | None:
        """When the next timer falls due that nobody has taken, kinds in `besides` left out."""
        ...

    async def put_off(self, timer: int, due: datetime | None) -> None:
        """Let the timer be tried again then; `None` drops it."""
        ...

    async def served(self, shard: int) -> datetime | None:
        """Until when it was noted that the shard's session is up."""
        ...

    async def serve(self, shard: int, now: datetime) -> None:
        """Note that the shard's session is up."""
        ...

    async def credit(
        self, kinds: Mapping[str, str | None], shard: int, shards: int, since: datetime, now: datetime
    ) -> int:
        """Move the shard's timers of these kinds that fell due after `since` on by the time until `now`.

        Only where the shard was last served at `since`; in the same transaction it is noted that it is served
        `now`, and each match with such a timer gets the kind's notice, if it has one, spread over some
        minutes. Returns how many timers that were. A match's shard is that of its guild: its id divided by
        2 ** 22, modulo `shards`.
        """
        ...

    async def shift(self, since: datetime, by: timedelta, kind: str, notice: str | None) -> None:
        """The clock was moved by so much: what falls due after `since` is moved with it.

        So is until when shards were served. The matches of timers of that kind get a `notice`.
        """
        ...

    async def take_lanes(self, sayer: str, now: datetime, until: datetime, limit: int) -> list[Lane]:
        """The matches of which something is due to be said, longest due first: the sayer's until then."""
        ...

    async def take_lane(self, sayer: str, match: int, now: datetime, until: datetime) -> bool:
        """Whether something of the match is to be said and nobody else is saying it: now the sayer's."""
        ...

    async def keep_lanes(self, sayer: str, matches: Collection[int], until: datetime) -> None:
        """The sayer is still at these."""
        ...

    async def give_back(self, sayer: str, matches: Collection[int], due: datetime | None = None) -> None:
        """The sayer says no more of these matches for now.

        They are due again when the first of what remains is; with `due` not before.
        """
        ...

    async def next_lane(self) -> datetime | None:
        """When the next lane is due."""
        ...

    async def notices(self, matches: Collection[int]) -> list[Notice]:
        """What is to be said of these matches, in order."""
        ...

    async def intend(self, notice: int, intent: str) -> None:
        """Note what is about to be begun for the notice."""
        ...

    async def said(self, sayer: str, said: Said) -> bool:
        """Drop the notice with all that goes with it.

        `False`, and nothing is written, where the lane has passed to somebody else.
        """
        ...

    async def put_off_notice(self, notice: int, due: datetime, intent: str | None = None) -> None:
        """It could not be said: try again then. `intent` replaces what was noted."""
        ...

    async def add_notices(
        self, match: int, notices: Sequence[NewNotice], now: datetime, posts: Sequence[Post] = ()
    ) -> None:
        """Let something more be said of the match; with it, note what is shown."""
        ...

    async def hurry(self, match: int, now: datetime) -> bool:
        """Let what waits to be said of the match be tried now; whether there is anything."""
        ...

    async def set_aside(self, notice: int, why: str, now: datetime) -> None:
        """Nothing can be made of the notice: keep it apart for the host, out of everybody's way."""
        ...

    # Upkeep.

    async def uncalled(self, after: int, limit: int) -> tuple[list[Uncalled], int | None]:
        """Running matches above `after` to look at, and from where to go on; `None` at the end.

        They wait for a person whom no post shows to have been called, or for an automatic player, and nothing
        of them is to be said or falls due.
        """
        ...

    async def set_aside_unreadable(self, now: datetime) -> list[int]:
        """Set timers and notices aside whose time cannot be; return their matches."""
        ...

    async def tidy(self, before: datetime, limit: int) -> int:
        """Drop clicks from before then, and put logs of ended matches together; return how many rows went.

        At most about `limit` rows: to be called until it returns 0.
        """
        ...

    async def sizes(self) -> Sizes: ...

    async def person(self, person: int) -> Person | None: ...

    async def save_person(self, person: Person) -> None: ...

    async def posts(self, match: int) -> list[Post]: ...

    async def posts_of(self, matches: Collection[int], kind: str) -> list[Post]:
        """What all see of that kind of these matches."""
        ...

    async def posted_in(self, channel: int, kind: str) -> list[Post]:
        """What of that kind is shown in that channel."""
        ...

    async def newest_to(self, person: int) -> int | None:
        """The newest message among what is shown to the person in private."""
        ...

    async def save_post(self, post: Post) -> None: ...

    async def drop_post(self, match: int, kind: str, person: int) -> None: ...

    async def note(self, key: str) -> str | None:
        """A value that belongs to no match."""
        ...

    async def save_note(self, key: str, value: str) -> None: ...
