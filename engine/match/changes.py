"""A match as the store keeps it, and the changes that one transaction writes about it."""

from __future__ import annotations

import hmac
from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from engine.game import Seat
from engine.match.clock import Pace, RowState, SeatClock, pace_of
from engine.match.lobby import Guest, Lobby
from engine.match.values import NO_LOBBY, Entry, Occupant, Status, Venue
from engine.robots.levels import USUAL_LEVEL

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

BESIDE = "beside"
"""`Notice.begun` of a notice for which no other notice waits."""

STEWARD = USUAL_LEVEL
"""The automatic player who plays for somebody who is not there."""

NEW_ROW_STATE = RowState()


def veiled_id(seed: bytes, person: int) -> int:
    """Return the id that stands for a forgotten person at a match with this secret seed: the person is known
    again there, and nowhere else.
    """
    digest = hmac.digest(seed, f"longtable/1/person:{person}".encode(), "sha256")
    return -1 - int.from_bytes(digest[:6])


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """A match as the store keeps it, without its log."""

    id: int
    """The match's id; 0 before it has one."""
    game: str
    rules: int
    options: str
    """JSON."""
    size: int
    status: Status
    host: int
    venue: Venue
    occupants: tuple[Occupant, ...]
    agreed: frozenset[int]
    """Seated persons who agreed to cancel."""
    seed: bytes
    opened_at: datetime
    rematch_of: int | None
    entries: int = 0
    """Length of the log; counted when read, ignored when written."""
    version: int = 0
    """The number of changes of the match. A writer names the one that it knows. Ignored when a match is
    opened."""
    start_click: int | None = None
    """The click that started the match: the text of entry 0. Read from there, ignored when written."""
    ended_at: datetime | None = None
    """The instant at which it was over or cancelled; `None` before, and for a match of which it is not
    known."""
    acted: datetime = EPOCH
    """The instant at which a person last did something. Ignored when written: it follows from clicks."""
    pace: str = "open"
    """The pace, as `Pace.read` takes it."""
    row_state: RowState = NEW_ROW_STATE
    lobby: Lobby = NO_LOBBY
    clocks: tuple[SeatClock | None, ...] = ()
    """The clocks in seat order; `None` for a seat without a row. Ignored when written: see
    `Change.clocks`."""
    unreadable: tuple[str, ...] = ()
    """Columns that could not be read: a harmless value stands for each. Such a match is shown in lists, and
    left as it is. Ignored when written."""
    digest: str = ""
    """Digest of the log (`engine.store.digests`); empty without entries, or where it has none yet. A writer
    names the one it knows. Ignored when written."""

    @property
    def persons(self) -> frozenset[int]:
        """The persons who sit at it; forgotten ones are left out."""
        return frozenset(
            each.person for each in self.occupants if each.person is not None and each.person > 0
        )

    def includes(self, persons: Collection[int], person: int) -> bool:
        """Return True if the person is among those, under the own id or veiled."""
        return person in persons or veiled_id(self.seed, person) in persons

    @property
    def is_full(self) -> bool:
        """True if every seat is taken."""
        return len(self.occupants) >= self.size

    @property
    def timing(self) -> Pace:
        return pace_of(self.pace)

    def clock(self, seat: int) -> SeatClock:
        """Return the seat's clock; a full one if it has none yet."""
        kept = self.clocks[seat] if seat < len(self.clocks) else None
        return SeatClock(self.timing.bank) if kept is None else kept

    def robot(self, seat: int) -> str | None:
        """Return the key of the automatic player who answers for the seat now: its own, or the steward."""
        player = self.occupants[seat].player
        return STEWARD if player is None and self.clock(seat).playing else player


@dataclass(frozen=True, slots=True)
class NewNotice:
    """A notice to write into the outbox: `Notice` without the fields that the store adds."""

    kind: str
    seat: Seat | None = None
    number: int = 0
    continues: bool = False
    person: int | None = None
    due: datetime = EPOCH
    """The instant until which it waits. No other notice waits for it: later events may make it void."""


@dataclass(frozen=True, slots=True)
class NewTimer:
    """A timer to set: `Timer` without the fields that the store adds."""

    kind: str
    seat: Seat | None
    number: int
    due: datetime
    payload: str = ""


@dataclass(frozen=True, slots=True)
class Timer:
    """A row that falls due. `TimerKind` lists the kinds, and says of each what happens then.

    The meaning of `number` depends on the kind: for ``player``, ``lapse`` and ``order`` it is the entry that
    asked, for ``clock`` the entry that called the seat, for ``hold`` the question's number, for ``undo`` the
    request's call number. For ``begin`` it is `Lobby.changes`: the table begins by itself only if nobody has
    sat down or got up since.
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
    """Invitations that somebody sends, with the limits of sending them."""

    inviter: int
    guests: tuple[Guest, ...]
    most_open: int
    """The number of unanswered invitations that one person may have from another."""
    most: int
    """The number of invitations that a person may send within `span`."""
    span: timedelta


@dataclass(frozen=True, slots=True)
class Change:
    """Everything that one transaction writes about one match."""

    match: int
    """The match's id; 0 opens a new match: `after` is then needed."""
    after: StoredMatch | None = None
    """The match and its seats from now on; `None` if they do not change."""
    entry: Entry | None = None
    """The next line of the log; its number must be the log's length."""
    click: tuple[int, str] | None = None
    """The click that caused the change, and its verb: both together act once on a match."""
    notices: tuple[NewNotice, ...] = ()
    timers: tuple[NewTimer, ...] = ()
    timer_done: int | None = None
    """The id of the timer that caused the change: it is deleted with it."""
    stops: tuple[tuple[str, Seat | None], ...] = ()
    """Kinds and seats whose earlier timers are dropped; the seat is `None` for timers of no seat."""
    ends: bool = False
    """Drop every timer of the match."""
    pending: tuple[Seat, ...] = ()
    """The seats that must decide after the entry."""
    call_entry: int | None = None
    """The entry that called the latest of the persons among them."""
    asked_seats: tuple[Seat, ...] = ()
    """The seats of the open round after the entry, those who have answered too."""
    asked_at: datetime | None = None
    """The instant of the latest of their calls."""
    clocks: tuple[tuple[Seat, SeatClock], ...] = ()
    """The clocks that change, each with its seat."""
    version: int = 0
    """The match's version as the writer knows it."""
    digest: str = ""
    """The digest of the log as the writer knows it."""
    at: datetime = EPOCH
    """The instant at which it happens."""
    sayer: str = ""
    """The process that says the notices at once, unless another one is saying something of the match."""
    seats_may_change: bool = True
    """The seats of `after`, or the persons who agreed to cancel, may differ from those before."""
    earlier: tuple[Entry, ...] = ()
    """Lines of the log that come before `entry`, in order."""

    venue: Venue | None = None
    """The match's venue from now on; `None` if it stays. `after` has it too."""
    invitations: Invitations | None = None
    """The invitations that it sends. `Store.commit` refuses the change if they are too many."""
    table: tuple[int, int] | None = None
    """The table of a league's season that the new match is: the season's id, and the table's number."""

    bulletins: tuple[str, ...] = ()
    """The kinds of the bulletins (`BulletinKind`) that the server's lane gets, if it has one."""

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The lines of the log that it writes, in order."""
        return self.earlier if self.entry is None else (*self.earlier, self.entry)
