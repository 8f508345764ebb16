"""What is kept, and what is to be written: plain values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import Enum

from engine.game import Seat
from engine.match.changes import EPOCH, NO_HOUSE, NewNotice
from engine.match.clock import House, SeatClock
from engine.match.values import CALL_KINDS, Notice, Post

__all__ = [
    "LEVEL",
    "LONGEST",
    "MANY",
    "RESTORES",
    "UNCOUNTED_LEVEL",
    "UNFINISHED",
    "CallOutcome",
    "Cluster",
    "Committed",
    "Kinds",
    "Lane",
    "Levels",
    "Promise",
    "Ring",
    "Said",
    "Seated",
    "Sizes",
    "Uncalled",
    "legible",
    "living",
]

LEVEL = 3
"""What this code can do: higher by one where it brings what is new to older code: kinds of notices or timers,
verbs, texts of entries."""
UNCOUNTED_LEVEL = 3
"""The level from which on code can read that a steward sat down in an absence that does not count."""
MANY = 1 << 62
"""No number that we count up is higher: beyond is room to count on, for what a bit has made of one."""
RESTORES = "restores"
"""Number, beside those that tables have given, of the backups that were ever put in this database's place."""
UNFINISHED = "unfinished"
"""Key of the note that says that not all is here of another database that was being moved into this one."""
LONGEST = timedelta(days=1)
"""Nothing that is to be said is put off for longer."""


def living(clock: str) -> str:
    """In SQL, whether a process lives whose `until` is meant, by that clock of the database.

    None says that it lives for as long as a day: what says so is no time of ours, and would hold its shards.
    """
    return f"until BETWEEN {clock} AND {clock} + 86400000000"


def legible(text: bytes) -> str:
    """A text as it is read: where some bytes are none, the rest of it and of its row is read all the same."""
    return text.decode(errors="replace")


@dataclass(frozen=True, slots=True)
class Ring:
    """Whether a guest's telephone may ring for an invitation."""

    until: datetime | None
    """It may ring from then on: it has rung for another one just now."""
    matches: tuple[int, ...]
    """The tables that the message which rings is to name; none where another message has named this one."""


@dataclass(frozen=True, slots=True)
class Promise:
    """An answer that a person was promised, and did not get before the process that owed it ended."""

    interaction: int
    token: str
    """With it the answer can be given, until Discord forgets it. Whoever has it speaks as the bot."""
    person: int


@dataclass(frozen=True, slots=True)
class Committed:
    """What came of a change."""

    match: int
    version: int
    """The match's from now on."""
    mine: bool
    """The change's `sayer` is to say what there is to say."""
    digest: str = ""
    """The digest of the log from now on."""


@dataclass(frozen=True, slots=True)
class Lane:
    """A match of which something is due to be said."""

    match: int
    channel: int
    """Where it is played."""


class CallOutcome(Enum):
    """What becomes of a call whose notice is taken out of the outbox, and so of its seat's clock.

    The clock of a call that is still open starts, but for `PASSED_ON`.
    """

    RUNG = "its person was told"
    SILENCED = "nothing rings, as its person wishes"
    VOID = "nothing is asked any more, or its person was told before"
    PASSED_ON = "another notice calls instead"


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
    others: tuple[Notice, ...] = ()
    """Notices of any matches, for the same person, that were said with it."""
    outcomes: Mapping[int, CallOutcome] = field(default_factory=dict[int, CallOutcome])
    """By id, what becomes of the calls among these notices: each has one."""

    def calls(self) -> list[tuple[Notice, CallOutcome]]:
        """Return the calls among these notices, each with what becomes of it.

        Raises `ValueError` where nobody says what becomes of one.
        """
        calls = [each for each in (self.notice, *self.others) if each.kind in CALL_KINDS]
        if unsaid := [each for each in calls if each.id not in self.outcomes]:
            raise ValueError(f"nobody says what becomes of the clock of {unsaid[0]}")
        return [(each, self.outcomes[each.id]) for each in calls]


@dataclass(frozen=True, slots=True)
class Seated:
    """A running match in which somebody sits."""

    match: int
    waits: bool | None
    """Whether it waits for that person, who has no move on hold there; `None` where the last entry was
    written before that was kept."""
    asked: tuple[Seat, ...] | None
    """The value of `Change.asked_seats`; `None` if the last entry was written before that was kept."""
    since: datetime
    """As `Change.asked_at`; where it is not known, when the match was opened."""
    lapse: datetime | None = None
    """When the short clock of what the person is asked runs out."""
    clock: SeatClock | None = None
    """The seat's, where it has one."""
    pace: str = "open"
    house: House = NO_HOUSE
    opened_at: datetime = EPOCH
    guild: int = 0
    """Where it is played."""
    unreadable: tuple[str, ...] = ()
    """As `StoredMatch.unreadable`."""


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


@dataclass(frozen=True, slots=True)
class Cluster:
    """The processes that run on one database."""

    application: int
    """Discord's id of the bot; 0 while none is known."""
    shard_count: int
    free: int
    """How many shards nobody holds."""
    processes: int
    """How many live, this one among them."""
    staying: int
    """How many of them do not hand on all that they serve, to end."""
    invalid: int
    """Requests of theirs, within ten minutes, that count against a ban."""


@dataclass(frozen=True, slots=True)
class Lease:
    """A shard that a process holds, or is the heir of."""

    shard: int
    holds: bool
    """Else it is another's as long as this one's session begins."""
    offered: bool
    """Whoever would may become its heir."""
    heir: bool
    """Somebody begins a session for it, to hold it then."""


@dataclass(frozen=True, slots=True)
class Levels:
    """What the processes can do that live on one database: this one, the least able and the most able."""

    own: int = LEVEL
    lowest: int = LEVEL
    """What came with a higher one is not begun by anybody: not all would know what to do with it."""
    highest: int = LEVEL

    @property
    def older(self) -> bool:
        """Whether somebody lives who knows less."""
        return self.lowest < self.own

    @property
    def newer(self) -> bool:
        """Whether somebody lives who knows more: what is unknown here is left to that one."""
        return self.highest > self.own


@dataclass(frozen=True, slots=True)
class Kinds:
    """Kinds of notices: of what all are told, and of what one person is."""

    public: frozenset[str]
    private: frozenset[str]

    def have(self, kind: str, person: int | None) -> bool:
        """Whether what that person is to be told, or all where it is nobody's, is among them."""
        return kind in (self.public if person is None else self.private)
