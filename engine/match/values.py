"""What is known of a match beside its rules: who sits where, its log, what must be said. Plain values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any, NamedTuple

import msgspec

from engine.game import Event, Result, Seat
from engine.match.clock import PACES, Held, Pace, Plan, Request, UndoRequest
from engine.match.lobby import Lobby
from engine.outcome import Gone

__all__ = [
    "ALONE",
    "AWAY",
    "CALL_KINDS",
    "FORGOTTEN",
    "LOBBY_PLACE",
    "NO_CHOICES",
    "SUMMARY",
    "Ahead",
    "Call",
    "Chosen",
    "Entry",
    "Inbox",
    "Match",
    "Notice",
    "Occupant",
    "Person",
    "Place",
    "Played",
    "Post",
    "Round",
    "SearchWord",
    "SeatTime",
    "Situation",
    "Status",
    "Waiting",
]

FORGOTTEN = "\x1a"
"""In place of the name of somebody who was forgotten. Nobody is called so: names have no such letters."""
LOBBY_PLACE = -1
"""The place of what is said by the message that showed the lobby, and beside it before the match begins."""
LOBBY_KINDS = ("lobby", "full", "starting", "offer", "invite")
"""Kinds of the notices that are said there."""
NO_LOBBY = Lobby()
"""The place of what is said by the message that showed the lobby."""
ALONE = "alone"
"""Kind of the notices by which the last one missing is called, where a question has called nobody."""
AWAY = "away"
"""Kind of the notices by which a person hears again, once a week, that robots play."""
SUMMARY = "summary"
"""Kind of the notices by which a person hears of calls that were held back."""
CALL_KINDS = (ALONE, SUMMARY)
"""Kinds of the notices that stand for one seat's call: its clock may hang on them."""


class Status(StrEnum):
    """Where a match is in its life."""

    LOBBY = "lobby"
    RUNNING = "running"
    OVER = "over"
    CANCELLED = "cancelled"

    @property
    def has_ended(self) -> bool:
        return self in (Status.OVER, Status.CANCELLED)


@dataclass(frozen=True, slots=True)
class Occupant:
    """Who sits in a seat: a person, or an automatic player."""

    person: int | None = None
    """The person's id in the outside world; opaque here. Below 0 it is that of somebody who was forgotten."""
    name: str = ""
    """The name the person joined under, as typed: escape it wherever it is shown. An automatic player that
    took over from a person keeps that person's name; any other has none."""
    player: str | None = None
    """Key of an automatic player: ``"greedy"``."""
    click: int = 0
    """The joining click, mixed into the match's chance; for an automatic player the click that seated it."""
    resigned: int | None = None
    """Who has resigned from the seat last, and may still watch; below 0 as `person`."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a match is played, in the outside world's ids; opaque here."""

    guild: int
    """0 stands for no guild at all."""
    channel: int
    locale: str
    """Language of what all see there: ``"en"`` or ``"fr"``."""


@dataclass(frozen=True, slots=True)
class Match:
    """A match without its log."""

    id: int
    game: str
    rules: int
    options: Any
    """The game's own options value; a plain mapping when these rules are no longer here."""
    size: int
    """Number of seats."""
    status: Status
    host: int
    """The person who opened the table, or who was next when that person left."""
    place: Place
    occupants: tuple[Occupant, ...]
    """Seated so far, in seat order; `size` of them once running."""
    commitment: str
    seed: bytes | None
    """Published once the match is over or cancelled; `None` before."""
    entries: int
    """Length of the log."""
    opened_at: datetime
    agreed: frozenset[int] = frozenset()
    """Persons who have agreed to cancel the running match; the next move by a person clears it."""
    rematch_of: int | None = None
    """The match this one was opened from as a rematch."""
    start_click: int | None = None
    """The click that started it, mixed into its chance too; `None` before."""
    ended_at: datetime | None = None
    """When it was over or cancelled; `None` before, and where that is not known any more."""
    pace: Pace = PACES["open"]
    asleep: bool = False
    """Nobody has played for 30 days: nothing happens until somebody seated wakes it."""
    absent: frozenset[Seat] = frozenset()
    """The seats of persons for whom a robot plays now, or played at the end."""
    offered: frozenset[Seat] = frozenset()
    """The seats whose persons play on until somebody else sits down, while it runs."""
    lobby: Lobby = NO_LOBBY
    """What holds before it begins."""
    before_chance: bool = False
    """No draw and no reveal is ever taken back, whoever agrees."""
    play_on: bool = False
    """Where one of two sides has resigned, the match goes on against a robot."""
    undo: UndoRequest | None = None
    """Somebody would like to take back the latest turn."""

    @property
    def clicks(self) -> tuple[int, ...]:
        """What is mixed into the chance once it has started: the seats' clicks in order, then the start's."""
        last = () if self.start_click is None else (self.start_click,)
        return (*(one.click for one in self.occupants), *last)

    def seat_of(self, person: int | None) -> Seat | None:
        """Where that person sits."""
        for number, occupant in enumerate(self.occupants):
            if person is not None and occupant.person == person:
                return Seat(number)
        return None

    @property
    def free(self) -> int:
        """Seats of the lobby that are neither taken nor kept for anybody."""
        return max(0, self.size - len(self.occupants) - len(self.lobby.guests))

    def has_seat_for(self, person: int) -> bool:
        """Whether the person may sit down in the lobby."""
        if self.seat_of(person) is not None:
            return False
        if self.lobby.guest(person) is not None:
            return True
        return self.free > 0 and self.lobby.admits(person) and person not in self.lobby.out

    @property
    def persons(self) -> tuple[int, ...]:
        """The persons at the table, in seat order; without those who were forgotten."""
        return tuple(one.person for one in self.occupants if one.person is not None and one.person > 0)


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the log. Entry 0 is the start; every later one is one seat's move or a change of the table.

    While the match runs, people get entries without what they may not know: `drawn` and `hash` are empty, and
    so is the `text` of another seat's move (it may be a sealed choice: what may be told is in the events).
    """

    number: int
    kind: str
    """``"start"``, ``"move"``, ``"seat"`` (somebody else plays for the seat: `text` is ``steward``,
    ``return``, ``substitute`` or ``resigned``, in older logs an automatic player's key), ``"host"`` (a
    moderator's remedy), ``"end"`` (ended as won; `text` names the seats), ``"undo"`` (the seat takes back
    what came after an earlier entry; `text` says which, and which seats agreed) or ``"fresh"`` (a backup was
    put back; `text` is mixed into the match's chance)."""
    seat: Seat | None
    text: str
    """The move's notation; the id of the click that started the match; the automatic player's key; the fresh
    bytes mixed into the chance from here on, as 64 hexadecimal digits."""
    drawn: tuple[int, ...]
    """What chance drew."""
    at: datetime
    by: int | None
    """Who clicked; `None` for an automatic player."""
    hash: str
    """SHA-256 of the position after this entry, hexadecimal."""


class Call(NamedTuple):
    """A seat that has to decide."""

    seat: Seat
    number: int
    """The entry that asked."""
    led_by_own_step: bool = False
    """Its own move has led there."""
    after_secret_choices: bool = False
    """Several had chosen before, in secret: whether its own move was the last one, nobody may know."""

    def rings(self, persons: int) -> bool:
        """Return whether a message rings its person, at a table of so many persons.

        Who has just pressed needs no ring, but where the others would see by its absence who chose last.
        """
        return not self.led_by_own_step or (self.after_secret_choices and persons > 1)


@dataclass(frozen=True, slots=True)
class Round:
    """The questions that are open at a table: one seat's turn, or the choices of several seats at once.

    It is the same for every viewer, and stays as it is, but for `chosen`, while a seat goes on step by step,
    changes a sealed choice, or does something of which nobody else may know.
    """

    number: int
    """The entry that called the latest of its seats."""
    call_number: int
    """The how manieth call of the match that was, as all can see: what the table's own buttons carry."""
    seats: tuple[Seat, ...]
    """All who were asked, also those who have answered meanwhile."""
    chosen: int
    """How many of them have answered by a move since. A seat for which a standing order has chosen seems to
    be still thinking: nobody can tell it from the others."""
    calls: tuple[Call, ...]
    """Those who have not."""
    news_since: int
    """What happened after this entry is news to them."""
    ringing_entry: int | None = None
    """The entry whose message has called them, where this question is a later one of a series (`Game.series`)
    and calls nobody; `None` where it calls."""

    @property
    def is_one_missing(self) -> bool:
        """Whether all see that a single one of several is missing."""
        return len(self.seats) > 1 and self.chosen == len(self.seats) - 1


@dataclass(frozen=True, slots=True)
class SeatTime:
    """What all may know of a seat's clock, and of what became of its person."""

    seat: Seat
    deadline: datetime | None = None
    """When the time for what is asked of it runs out; `None` where none runs. A late seat's has passed."""
    expected: datetime | None = None
    """When it would run out if its call, which was not delivered yet, were delivered now, or after the quiet
    hours of its person."""
    away_until: datetime | None = None
    """Its person is on leave until then."""
    grace: bool = False
    """Its time has run out: this is one more day."""
    absent: bool = False
    """A robot has played for it, or plays now; its person comes back by playing."""
    playing: bool = False
    """The robot answers what is asked now."""
    robot: bool = False
    """It answers for the person: what is asked now, or whatever is, once a short time is over."""
    may_wait: bool = False
    """The table may wait for the person."""
    is_open: bool = False
    """Somebody else may ask for the seat."""
    offered: bool = False
    """Its person would rather somebody else sat there."""
    request: Request | None = None
    """Who has asked for it."""


@dataclass(frozen=True, slots=True)
class Ahead:
    """A step of a move that is not made yet, as its seat may know it."""

    step: str
    """Its notation."""
    view: Any
    """After it."""
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Situation:
    """A running or finished match as one seat (or a spectator) may know it, at one instant."""

    match: Match
    seat: Seat | None
    """The viewer's seat."""
    pending: tuple[Seat, ...]
    question_entry: int | None
    """Number of the log entry at which this seat's open question was asked. A seat that sealed its choice and
    may still change it has one too, though it is not pending."""
    view: Any
    moves: Sequence[Any]
    """The viewer's legal moves (empty when it has nothing to decide)."""
    news: tuple[tuple[Entry, tuple[Event, ...]], ...]
    """What this viewer may know of everything since its own last move, oldest first."""
    result: Result | None
    """The ranking among those who count (`engine.outcome`): whose rank is 1 has won."""
    last_moves: tuple[int, ...] = ()
    """By seat, the entry of its latest own move, 0 before the first."""
    round: Round | None = None
    """What is asked at the table; `None` once the match has ended."""
    forced: bool = False
    """Of a spectator's: all see that who is asked has one move alone, which the house makes at once."""
    question_number: int | None = None
    """The how manieth of its questions `asked` is: what this seat's own buttons carry. Numbers of the log are
    shown to nobody: they count what others do in secret."""
    last_answered: int = 0
    """How many of its questions this seat has answered: what its button for taking back carries."""
    call_entry: int | None = None
    """Number of the log entry that called this seat: what `asked` was before the first of several steps, or
    before a sealed choice was changed."""
    call_number: int | None = None
    """The how manieth call of the match that was, as `Round.call_number`."""
    deadline: datetime | None = None
    """When the time for this seat's question runs out; for who is asked nothing, the first to run out.
    `None` where no clock runs."""
    at: datetime | None = None
    """The instant for which `times` hold."""
    times: tuple[SeatTime, ...] = ()
    """By seat, while the match runs."""
    paused_until: datetime | None = None
    """All clocks stand until then."""
    was_paused: bool = False
    """There has been a pause, or there is one."""
    pause_asked: tuple[datetime, tuple[int, ...]] | None = None
    """Until when somebody would like a pause, and the persons who agree; where one runs, a time that has
    passed means that it would end at once."""
    forfeited: frozenset[Seat] = frozenset()
    """The seats that have not won, whatever their rank: all persons of their side have resigned, or are
    absent."""
    gone: Mapping[Seat, Gone] = field(default_factory=dict[Seat, Gone])
    """The seats whose persons are gone now, or were at the end, and why."""
    won: tuple[Seat, ...] = ()
    """The seats for which the match was ended as won, because the other side was absent or has resigned."""
    held: Held | None = None
    """The viewer's own move that is on hold and no entry yet."""
    plan: Plan | None = None
    """The viewer's own planned move, or one that was dropped."""
    may_plan: bool = False
    """The viewer may plan a move now."""
    can_step_back: bool = False
    """The viewer may take back the last step of the turn, and nobody is asked."""
    has_standing_order: bool = False
    """The viewer's own standing order will answer its question."""
    has_only_move: bool = False
    """The viewer has one move alone and wants the house to make such moves, which it will after a while."""
    lost_calls: tuple[range, ...] = ()
    """By restored backup, the calls that the table's buttons of before the restore carry."""
    lost_questions: tuple[range, ...] = ()
    """Likewise the questions that this seat's own buttons carry."""

    def is_lost(self, *, call: int | None = None, question: int | None = None) -> bool:
        """Whether a button with that number is of what was lost when an older backup was put back."""
        return any(call in each for each in self.lost_calls) or any(
            question in each for each in self.lost_questions
        )


@dataclass(frozen=True, slots=True)
class Waiting:
    """A running match in a person's list."""

    match: int
    asked: tuple[Seat, ...] | None
    """The seats that were asked what is open, as all can see: those who have answered too. `None` where only
    the log tells."""
    since: datetime
    """When the latest of them was called."""
    deadline: datetime | None = None
    """When the person's time runs out; `None` where no clock runs for the person."""


@dataclass(frozen=True, slots=True)
class Inbox:
    """A person's matches, in the order in which they are listed."""

    mine: tuple[Waiting, ...]
    """Those that wait for the person: the first deadline first, then what has waited longest."""
    others: tuple[Waiting, ...]
    """Those that wait for others, longest first."""
    lobbies: tuple[Match, ...]
    """Tables that have not begun, newest first."""
    invited: tuple[Match, ...]
    """Tables at which a seat is kept for the person, newest first."""
    ended: tuple[Match, ...]
    """What has ended lately, last first."""
    watched: tuple[Waiting, ...] = ()
    """Those that go on without the person, who has resigned; longest waiting first."""


@dataclass(frozen=True, slots=True)
class Played:
    """The answer to a move that went through."""

    match: Match
    entry: Entry
    """The last of its entries, where the move has several steps."""
    events: tuple[Event, ...]
    """What the mover may know of what happened, in all of them."""
    is_repeat: bool
    """This very click had been played before; nothing happened now."""


@dataclass(frozen=True, slots=True)
class Notice:
    """A line of the outbox: something that must be said, at least once, in order at its place.

    Kinds: ``lobby`` (show the table as it is now), ``full`` (the last seat is taken), ``starting`` (it begins
    by itself, as long as `number` is `Lobby.changes`), ``offer`` (the host may have the free seats filled),
    ``declined`` (by the person `number`), ``invite`` (the person `number` was invited after the table was
    opened), ``putout`` (the host has taken back a seat; `number` is 1 for an invitation), ``closed`` (it has
    not begun for too long), ``rematch`` (the match `number` was opened from it), ``started``, ``turn`` (seat
    `seat` was asked at entry `number`), ``chosen`` (seat `seat` has answered at entry `number`, others are
    still asked), ``alone`` (seat `seat` is the last one missing of a question, asked at entry `number`, that
    has called nobody; or its planned move was played, and its turn goes on), ``settle`` (nothing is asked of
    seat `seat` any more), ``seat`` (another occupant took seat `seat` at entry `number`), ``clock`` (the
    short clock of what seat `seat` was asked at entry `number` stood still
    while nobody could press, or was moved with the machine's), ``vote`` (somebody agreed to cancel), ``undo``
    (somebody would like to take back, or would no more), ``kept`` (seat `seat` would rather not take back),
    ``gone`` (who sits at seat `seat` has left the place), ``late`` (what seat `seat` was asked at entry
    `number` is to be shown in private: an answer came too late),
    ``overtaken`` (what was held for seat `seat` comes to nothing), ``summary`` (the call of seat `seat` at
    entry `number` was held back from its person: one message for all such), those of docs/time.md, ``lost``
    (nothing can be written where the match is played), ``found`` (something can again), ``over``,
    ``cancelled``, ``retire`` (the message `number` has lost its meaning and could not lose its controls).
    """

    id: int
    match: int
    kind: str
    seat: Seat | None
    number: int
    attempts: int = 0
    """How often it could not be said."""
    continues: bool = False
    """For ``turn``: this seat's own move led straight to the question, so nobody needs to be called. For
    ``summary``: only where the call has reached nobody yet."""
    person: int | None = None
    """Whom it is for, in private; `None`: everybody at the table."""
    due: int = 0
    """When it may be tried, microseconds since 1970."""
    nonce: str = "0"
    """Random hexadecimal digits: by them a message is recognised that an earlier try has sent."""
    intent: str = ""
    """Where a message was begun whose fate is unknown; ``"beside"`` where nothing waits for the notice."""

    @property
    def beside(self) -> bool:
        """Nothing waits for it."""
        return self.intent.startswith("beside")

    @property
    def begun(self) -> str:
        """Where a message was begun whose fate is unknown."""
        return self.intent.removeprefix("beside").removeprefix(":")

    @property
    def place(self) -> int:
        """What waits for one place is said in order: a person, the lobby (`LOBBY_MESSAGE`), the thread."""
        if self.person is not None:
            return self.person
        return LOBBY_PLACE if self.kind in LOBBY_KINDS else 0


@dataclass(frozen=True, slots=True)
class SearchWord:
    """A word by which somebody looks for a match: in its number, its game's name, a name at its seats."""

    word: str
    """Folded (`str.casefold`)."""
    games: tuple[str, ...] = ()
    """The games in whose names, in the language of who looks, the word is found."""
    players: tuple[str, ...] = ()
    """The kinds of automatic players likewise."""


class Chosen(msgspec.Struct, frozen=True, omit_defaults=True):
    """How somebody would like things to be shown."""

    language: str | None = None
    """`None`: as the outside world says at each press."""
    plain: tuple[str, ...] = ()
    """Games in which nothing is shown of a move before it is played."""
    named: bool = False
    """Colours go by their names instead of by their letters."""


NO_CHOICES = Chosen()
"""Of somebody who has chosen nothing."""


@dataclass(frozen=True, slots=True)
class Person:
    """What is remembered of a person in the outside world."""

    id: int
    name: str = ""
    locale: str | None = None
    """The language the person last used; `None` before anything is known."""
    theme: str | None = None
    dm_closed: bool = False
    """A direct message was refused."""
    dm_told: bool = False
    """The person was told so."""
    inbox: int | None = None
    """The direct channel, once it was opened."""
    chosen: Chosen = NO_CHOICES


@dataclass(frozen=True, slots=True)
class Post:
    """Where the outside world shows something of a match, in its own ids; opaque here."""

    match: int
    kind: str
    """``"lobby"``, ``"thread"``, ``"turn"``, ``"hand"``: whatever the outside world distinguishes."""
    person: int
    """Whom it was sent to in private; 0 for what all see."""
    channel: int
    message: int
    number: int = 0
    """Log entry that it shows."""
    shown: str = ""
    """Digest of what it shows, so that what would look the same is left alone."""
