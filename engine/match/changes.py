"""A match as it is kept, and all that one transaction writes about it."""

from __future__ import annotations

import hmac
from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from engine.game import Seat
from engine.match.clock import House, Pace, SeatClock, pace_of
from engine.match.lobby import Guest, Lobby
from engine.match.values import Entry, Occupant, Place, Status

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

BESIDE = "beside"
"""Intent of a notice for which nothing waits."""

STEWARD = "greedy"
"""The automatic player who plays for somebody who is not there."""

NO_HOUSE = House()

NO_LOBBY = Lobby()


def veiled_id(seed: bytes, person: int) -> int:
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

    def includes(self, persons: Collection[int], person: int) -> bool:
        """Whether the person is among those, under the own id or veiled."""
        return person in persons or veiled_id(self.seed, person) in persons

    @property
    def is_full(self) -> bool:
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
    call_entry: int | None = None
    """The entry that called the latest of the persons among them."""
    asked_seats: tuple[Seat, ...] = ()
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
    seats_may_change: bool = True
    """Whether the seats of `after`, or who of them has agreed, may be others than before."""
    earlier: tuple[Entry, ...] = ()
    """Lines of the log that come before `entry`, in order."""

    invitations: Invitations | None = None
    """The invitations that it sends. `Store.commit` refuses them where they are too many."""

    @property
    def entries(self) -> tuple[Entry, ...]:
        """All lines of the log that it writes, in order."""
        return self.earlier if self.entry is None else (*self.earlier, self.entry)
