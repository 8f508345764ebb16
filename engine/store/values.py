"""What is kept, and what is to be written: plain values."""

from __future__ import annotations

import hmac
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from enum import Enum

from engine.clock import House, Pace, SeatClock, pace_of
from engine.game import Seat
from engine.lobby import Guest, Lobby
from engine.match import CALLS, Entry, Notice, Occupant, Place, Post, Status

__all__ = [
    "BESIDE",
    "EPOCH",
    "LEVEL",
    "LONGEST",
    "MANY",
    "RESTORES",
    "STEWARD",
    "UNCOUNTED_LEVEL",
    "UNFINISHED",
    "CallOutcome",
    "Change",
    "Cluster",
    "Committed",
    "Invitations",
    "Kinds",
    "Lane",
    "Levels",
    "NewNotice",
    "NewTimer",
    "Promise",
    "Ring",
    "Said",
    "Seated",
    "Sizes",
    "StoredMatch",
    "Timer",
    "Uncalled",
    "legible",
    "living",
    "veiled",
]

LEVEL = 3
"""What this code can do: higher by one where it brings what is new to older code: kinds of notices or timers,
verbs, texts of entries."""
UNCOUNTED_LEVEL = 3
"""The level from which on code can read that a steward sat down in an absence that does not count."""
MANY = 1 << 62
"""No number that we count up is higher: beyond is room to count on, for what a bit has made of one."""
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
RESTORES = "restores"
"""Number, beside those that tables have given, of the backups that were ever put in this database's place."""
UNFINISHED = "unfinished"
"""Key of the note that says that not all is here of another database that was being moved into this one."""
BESIDE = "beside"
"""Intent of a notice for which nothing waits."""
LONGEST = timedelta(days=1)
"""Nothing that is to be said is put off for longer."""


STEWARD = "greedy"
"""The automatic player who plays for somebody who is not there."""
NO_HOUSE = House()
NO_LOBBY = Lobby()


def living(clock: str) -> str:
    """In SQL, whether a process lives whose `until` is meant, by that clock of the database.

    None says that it lives for as long as a day: what says so is no time of ours, and would hold its shards.
    """
    return f"until BETWEEN {clock} AND {clock} + 86400000000"


def legible(text: bytes) -> str:
    """A text as it is read: where some bytes are none, the rest of it and of its row is read all the same."""
    return text.decode(errors="replace")


def veiled(seed: bytes, person: int) -> int:
    """What stands for a forgotten person at a match with that secret seed, who must be known again there."""
    digest = hmac.digest(seed, f"longtable/1/person:{person}".encode(), "sha256")
    return -1 - int.from_bytes(digest[:6])


@dataclass(frozen=True, slots=True)
class StoredMatch:
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
    ended_at: datetime | None = None
    """When it was over or cancelled; `None` before, and where that is not known."""
    acted: datetime = EPOCH
    """When a person last did something. Ignored when written: it follows from clicks."""
    pace: str = "open"
    """As `Pace.read` takes it."""
    house: House = NO_HOUSE
    lobby: Lobby = NO_LOBBY
    clocks: tuple[SeatClock | None, ...] = ()
    """By seat, as far as they have rows; ignored when written: see `Change.clocks`."""
    unreadable: tuple[str, ...] = ()
    """Columns of which nothing can be made: something harmless stands for them. Such a match is shown in
    lists, and left as it is. Ignored when written."""
    digest: str = ""
    """Digest of the log (`engine.store.digests`); empty without entries, or where it has none yet. A writer
    names the one it knows. Ignored when written."""

    @property
    def persons(self) -> frozenset[int]:
        """Who sits at it."""
        return frozenset(
            each.person for each in self.occupants if each.person is not None and each.person > 0
        )

    def means(self, persons: Collection[int], person: int) -> bool:
        """Whether the person is among those, under the own id or veiled."""
        return person in persons or veiled(self.seed, person) in persons

    @property
    def full(self) -> bool:
        """Whether every seat is taken."""
        return len(self.occupants) >= self.size

    @property
    def timing(self) -> Pace:
        return pace_of(self.pace)

    def clock(self, seat: int) -> SeatClock:
        """The seat's clock, a full one where it has none yet."""
        kept = self.clocks[seat] if seat < len(self.clocks) else None
        return SeatClock(self.timing.bank) if kept is None else kept

    def robot(self, seat: int) -> str | None:
        """Key of the automatic player who answers for the seat now: its own, or the steward."""
        player = self.occupants[seat].player
        return STEWARD if player is None and self.clock(seat).playing else player


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
    answers it; ``clock``, the clock of the seat that `number` called is to be looked at; ``sit``, who has
    asked for the seat sits down; ``hold``, what is held for the seat becomes an entry. Of a lobby:
    ``begin``, it begins by itself if nobody has sat down or got up since `number`; ``offer``, its host is
    offered automatic players; ``close``, it closes.
    """

    id: int
    match: int
    kind: str
    seat: Seat | None
    number: int
    due: datetime
    payload: str


@dataclass(frozen=True, slots=True)
class Invitations:
    """Invitations that somebody sends, and how many a person may send."""

    inviter: int
    guests: tuple[Guest, ...]
    most_open: int
    """How many without an answer one person may have from another."""
    most: int
    """How many a person may send within `span`."""
    span: timedelta


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
class Change:
    """Everything that one transaction writes about one match."""

    match: int
    """0 opens a new one: `after` is then needed."""
    after: StoredMatch | None = None
    """The match and its seats as they are from now on; `None` when they stay."""
    entry: Entry | None = None
    """The next line of the log; its number must be the log's length."""
    click: tuple[int, str] | None = None
    """The click that caused the change, and its verb: both together act once on a match."""
    notices: tuple[NewNotice, ...] = ()
    timers: tuple[NewTimer, ...] = ()
    timer_done: int | None = None
    """The timer that caused the change: it goes with it."""
    stops: tuple[tuple[str, Seat | None], ...] = ()
    """Kinds and seats whose timers so far are dropped; `None` for those of no seat."""
    ends: bool = False
    """Drop every timer of the match."""
    pending: tuple[Seat, ...] = ()
    """The seats that must decide after the entry."""
    called: int | None = None
    """The entry that called the latest of the persons among them."""
    asked: tuple[Seat, ...] = ()
    """The seats that were asked what is open after the entry, those who have answered too."""
    asked_at: datetime | None = None
    """When the latest of these was called."""
    clocks: tuple[tuple[Seat, SeatClock], ...] = ()
    """The seats' clocks that change."""
    version: int = 0
    """The match's version as the writer knows it."""
    digest: str = ""
    """The digest of the log as the writer knows it."""
    at: datetime = EPOCH
    """When it happens."""
    sayer: str = ""
    """Who says the notices at once, unless somebody else is saying something of the match."""
    seated: bool = True
    """Whether the seats of `after`, or who of them has agreed, may be others than before."""
    earlier: tuple[Entry, ...] = ()
    """Lines of the log that come before `entry`, in order."""

    invitations: Invitations | None = None
    """The invitations that it sends. `Store.commit` refuses them where they are too many."""

    @property
    def entries(self) -> tuple[Entry, ...]:
        """All lines of the log that it writes, in order."""
        return self.earlier if self.entry is None else (*self.earlier, self.entry)


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
        calls = [each for each in (self.notice, *self.others) if each.kind in CALLS]
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
    """As `Change.asked`; `None` likewise."""
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
