"""Plain values of a match beside its rules: its seats, its log, its notices, the views of it."""

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
    "CALL_KINDS",
    "FORGOTTEN",
    "LOBBY_QUEUE",
    "NO_CHOICES",
    "ROBOT_REMINDER",
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
    "Played",
    "Post",
    "Round",
    "SearchWord",
    "SeatTime",
    "Situation",
    "Status",
    "Venue",
    "Waiting",
]

FORGOTTEN = "\x1a"
"""The name shown for somebody who was forgotten. Nobody is called so: names contain no control characters."""
LOBBY_QUEUE = -1
"""The `Notice.queue` of the lobby: the message that shows it says these notices, or one beside it."""
LOBBY_KINDS = ("lobby", "full", "starting", "offer", "invite")
"""Kinds of the notices of the lobby: `Notice.queue` puts them at `LOBBY_QUEUE`."""
NO_LOBBY = Lobby()
"""The lobby of a match for which nothing was agreed."""
ALONE = "alone"
"""Kind of the notices that call the last one missing of a question that has called nobody."""
ROBOT_REMINDER = "away"
"""Kind of the notices that remind a person, once a week, that robots play in their place."""
SUMMARY = "summary"
"""Kind of the notices that list a person's calls that were held back."""
CALL_KINDS = (ALONE, SUMMARY)
"""Kinds of the notices that stand for one seat's call: its clock may start when they are delivered."""


class Status(StrEnum):
    """The stage of a match's life."""

    LOBBY = "lobby"
    RUNNING = "running"
    OVER = "over"
    CANCELLED = "cancelled"

    @property
    def has_ended(self) -> bool:
        return self in (Status.OVER, Status.CANCELLED)


@dataclass(frozen=True, slots=True)
class Occupant:
    """The person or automatic player in a seat."""

    person: int | None = None
    """The person's id in the outside world; opaque here. Below 0 it is that of somebody who was forgotten."""
    name: str = ""
    """The name the person joined under, as typed: escape it wherever it is shown. An automatic player that
    took over from a person keeps that person's name; any other has none."""
    player: str | None = None
    """Key of an automatic player of the game: ``"steady"``, for one."""
    click: int = 0
    """The joining click, mixed into the match's chance; for an automatic player the click that seated it."""
    resigned: int | None = None
    """The person who last resigned from the seat, and may still watch; below 0 as `person`."""


@dataclass(frozen=True, slots=True)
class Venue:
    """The server and channel where a match is played, in the outside world's ids; opaque here."""

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
    venue: Venue
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
    """The instant at which it was over or cancelled; `None` before, and for a match of which it is not
    known."""
    pace: Pace = PACES["open"]
    is_asleep: bool = False
    """The match sleeps: nobody has acted for 30 days, or no person is left who is there (it is deserted).
    Nothing happens until somebody seated wakes it."""
    absent: frozenset[Seat] = frozenset()
    """The seats of persons for whom a robot plays now, or played at the end."""
    offered: frozenset[Seat] = frozenset()
    """The seats whose persons play on until somebody else sits down, while it runs."""
    free_seats: tuple[Seat, ...] = ()
    """The seats of the running match for which somebody may ask: nobody has asked for them yet."""
    lobby: Lobby = NO_LOBBY
    """The invitations and agreements of the table before the match begins."""
    before_chance: bool = False
    """No draw and no reveal is ever taken back, whoever agrees."""
    play_on: bool = False
    """The match goes on against a robot after one of two sides has resigned."""
    is_rated: bool = False
    """The match counts for the ratings of persons, as long as only these sit down. A table of a league counts
    too, and is not marked so."""
    has_help: bool = True
    """Moves are offered in the order in which a robot would choose; otherwise by what they score."""
    has_hints: bool = False
    """The person at the table may ask for a hint."""
    is_private: bool = False
    """The match is a private table: only its person knows of it, and nobody is ever called."""
    is_league: bool = False
    """The match is a table of a league: nobody has opened it, and it has no message in its channel."""
    undo: UndoRequest | None = None
    """A request to take back the latest turn, while it is open."""

    @property
    def clicks(self) -> tuple[int, ...]:
        """The ids mixed into the chance once it has started: the seats' clicks in order, then the start's."""
        last = () if self.start_click is None else (self.start_click,)
        return (*(one.click for one in self.occupants), *last)

    def seat_of(self, person: int | None) -> Seat | None:
        """Return the person's seat; `None` for somebody who does not sit there."""
        for number, occupant in enumerate(self.occupants):
            if person is not None and occupant.person == person:
                return Seat(number)
        return None

    @property
    def free(self) -> int:
        """Seats of the lobby that are neither taken nor kept for anybody."""
        return max(0, self.size - len(self.occupants) - len(self.lobby.guests))

    def has_seat_for(self, person: int) -> bool:
        """Return True if the person may sit down in the lobby."""
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
    moderator's remedy), ``"pace"`` (all have agreed on another pace: `text`), ``"end"`` (ended as won; `text`
    names the seats), ``"undo"`` (the seat takes back what came after an earlier entry; `text` says which, and
    which seats agreed) or ``"fresh"`` (a backup was put back; `text` is mixed into the match's chance)."""
    seat: Seat | None
    text: str
    """The move's notation; the id of the click that started the match; the automatic player's key; the fresh
    bytes mixed into the chance from here on, as 64 hexadecimal digits."""
    drawn: tuple[int, ...]
    """The numbers that chance drew for this entry."""
    at: datetime
    by: int | None
    """The person who clicked; `None` for an automatic player."""
    hash: str
    """SHA-256 of the position after this entry, hexadecimal."""
    made: str = ""
    """The way in which an automatic player chose the move, as the text of `engine.robots.choosing.Made`. Of a
    move of several steps the first has it. Empty for people's entries, and for those of older versions."""


class Call(NamedTuple):
    """A call: a seat that has to decide, and the entry that called it."""

    seat: Seat
    number: int
    """The entry that called the seat."""
    led_by_own_step: bool = False
    """The seat's own move, or its own undo that nobody had to agree to, has led there."""
    after_secret_choices: bool = False
    """Several seats had chosen in secret just before: nobody may know whether this seat's move was the last
    one."""

    def rings(self, persons: int) -> bool:
        """Return True if a message rings its person, at a table of so many persons.

        A person who has just pressed needs no ring, unless the others would see by its absence who chose
        last.
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
    """The number of the round's latest call, as everybody sees it; the table's own buttons carry it."""
    seats: tuple[Seat, ...]
    """The seats that were called to the round, those that have answered too."""
    chosen: int
    """The number of seats that have answered by a move. A seat whose standing order has chosen seems to be
    still thinking: nobody can tell the two apart."""
    calls: tuple[Call, ...]
    """The calls of the seats that must still decide, in a `Situation` without those whose move is forced."""
    news_since: int
    """The last entry that is no news to the seats of the round."""
    ringing_entry: int | None = None
    """The entry whose message has called them, for a later question of a series (`Calling.series`), which
    calls nobody at once; `None` if this question calls."""
    daily: bool = False
    """The value of `Calling.daily` for the question."""
    private: bool = False
    """The value of `Calling.private` for the question."""

    @property
    def is_one_missing(self) -> bool:
        """True if everybody sees that a single seat of several has not answered."""
        return len(self.seats) > 1 and self.chosen == len(self.seats) - 1


@dataclass(frozen=True, slots=True)
class SeatTime:
    """The public facts about a seat's clock, and about the absence of its person."""

    seat: Seat
    deadline: datetime | None = None
    """The instant at which the seat's time runs out; `None` if no clock runs. For a late seat it has
    passed."""
    expected: datetime | None = None
    """The deadline that the seat would have if its call, which is not delivered yet, were delivered now, or
    after the quiet hours of its person."""
    leave_until: datetime | None = None
    """The end of its person's leave; `None` for nobody on leave."""
    grace: bool = False
    """The seat's time has run out, and it has one more day."""
    is_absent: bool = False
    """A robot has played for it, or plays now; its person comes back by playing."""
    playing: bool = False
    """The robot answers the seat's open question."""
    robot: bool = False
    """The robot answers for the person: the open question, or every question once a short time is over."""
    may_wait: bool = False
    """The table may wait for the person."""
    is_open: bool = False
    """Somebody else may ask for the seat."""
    offered: bool = False
    """Its person would rather somebody else sat there."""
    request: Request | None = None
    """The request of somebody who has asked for the seat."""


@dataclass(frozen=True, slots=True)
class Ahead:
    """A step of a move that is not made yet, as its seat may know it."""

    step: str
    """Its notation."""
    view: Any
    """The seat's view after the step."""
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Situation:
    """A running or finished match as one seat (or a spectator) may know it, at one instant."""

    match: Match
    seat: Seat | None
    """The viewer's seat."""
    pending: tuple[Seat, ...]
    question_entry: int | None
    """The entry that asked this seat's open question. A seat that sealed its choice and may still change it
    has one too, though it is not pending."""
    view: Any
    moves: Sequence[Any]
    """The viewer's legal moves (empty when it has nothing to decide)."""
    news: tuple[tuple[Entry, tuple[Event, ...]], ...]
    """The entries since the viewer's own last move, oldest first, each with its events, as far as the viewer
    may know them."""
    result: Result | None
    """The ranking among those who count (`engine.outcome`): whose rank is 1 has won."""
    last_moves: tuple[int, ...] = ()
    """The entry of each seat's latest own move, in seat order; 0 before the first."""
    round: Round | None = None
    """The questions that are open at the table; `None` once the match has ended."""
    forced: bool = False
    """A spectator's situation only: everybody sees that the seat asked has one move alone, which the house
    makes at once."""
    question_number: int | None = None
    """The number of this seat's open question, counted from 1; its own buttons carry it. Numbers of the log
    are shown to nobody: they count what others do in secret."""
    last_answered: int = 0
    """The number of this seat's last question that is no longer open; its takeback button carries it. It is
    no count: undo and restore leave gaps."""
    call_entry: int | None = None
    """The entry that called this seat: the value of `question_entry` before the first of several steps, or
    before a sealed choice was changed."""
    call_number: int | None = None
    """The number of the call of this seat's open question, as in `Round.call_number`."""
    deadline: datetime | None = None
    """The instant at which the viewer's time runs out; for a viewer who is asked nothing, the earliest
    deadline of all seats that are. `None` if no clock runs."""
    at: datetime | None = None
    """The instant for which `times` hold."""
    times: tuple[SeatTime, ...] = ()
    """The clocks of all seats in seat order, while the match runs."""
    paused_until: datetime | None = None
    """The end of the pause in which all clocks stand; `None` without a pause."""
    was_paused: bool = False
    """There has been a pause, or there is one."""
    pace_asked: tuple[Pace, tuple[int, ...]] | None = None
    """The pace that somebody has proposed, and the persons who agree to it."""
    paced: int | None = None
    """The entry by which the match has its pace; `None` for the pace with which it began."""
    pause_asked: tuple[datetime, tuple[int, ...]] | None = None
    """The end of the pause that somebody has asked for, and the persons who agree. During a pause, an end
    that has passed means that the pause would end at once."""
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
    answers_soon: bool = False
    """That order's answer is made within a minute (`Defaults.soon`)."""
    has_only_move: bool = False
    """The viewer has one move alone and wants the house to make such moves, which it will after a while."""
    lost_calls: tuple[range, ...] = ()
    """The call numbers that each restored backup made void, oldest backup first; the table's buttons carry
    them."""
    lost_questions: tuple[range, ...] = ()
    """The question numbers that each restored backup made void, oldest first; this seat's own buttons carry
    them."""

    @property
    def calls_nobody(self) -> bool:
        """True if the viewer's question needs no person: an order, a plan or the only move answers it.

        No viewer but the seat's own may learn of it.
        """
        is_planned = self.held is not None and self.held.planned
        return self.has_standing_order or self.has_only_move or is_planned

    def is_lost(self, *, call: int | None = None, question: int | None = None) -> bool:
        """Return True if a button with that number belongs to play that a restored backup has undone."""
        return any(call in each for each in self.lost_calls) or any(
            question in each for each in self.lost_questions
        )


@dataclass(frozen=True, slots=True)
class Waiting:
    """A running match in a person's list."""

    match: int
    asked: tuple[Seat, ...] | None
    """The seats of the open round, as everybody sees it: those who have answered too. `None` if only the log
    tells."""
    since: datetime
    """The instant of the latest of their calls."""
    deadline: datetime | None = None
    """The person's deadline; `None` if no clock runs for the person."""


@dataclass(frozen=True, slots=True)
class Inbox:
    """A person's matches, in the order in which they are listed."""

    mine: tuple[Waiting, ...]
    """The matches that wait for the person: the first deadline first, then the one that has waited
    longest."""
    others: tuple[Waiting, ...]
    """The matches that wait for others, the longest waiting first."""
    lobbies: tuple[Match, ...]
    """Tables that have not begun, newest first."""
    invited: tuple[Match, ...]
    """Tables at which a seat is kept for the person, newest first."""
    ended: tuple[Match, ...]
    """The matches that ended lately, the last one first."""
    watched: tuple[Waiting, ...] = ()
    """The matches that go on without the person, who has resigned; the longest waiting first."""
    wished: tuple[Match, ...] = ()
    """Open tables for which the person has wished, and of which no message was sent."""


@dataclass(frozen=True, slots=True)
class Played:
    """The answer to a move that went through."""

    match: Match
    entry: Entry
    """The last of its entries, where the move has several steps."""
    events: tuple[Event, ...]
    """The events of all its entries, as far as the mover may know them."""
    is_repeat: bool
    """This very click had been played before; nothing happened now."""


@dataclass(frozen=True, slots=True)
class Notice:
    """A line of the outbox: something that must be said, at least once, in order in its queue.

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
    ``gone`` (who sits at seat `seat` has left the server), ``late`` (what seat `seat` was asked at entry
    `number` is to be shown in private: an answer came too late),
    ``overtaken`` (what was held for seat `seat` comes to nothing), ``summary`` (the call of seat `seat` at
    entry `number` was held back from its person: one message for all such), those of docs/time.md, ``lost``
    (nothing can be written where the match is played), ``found`` (something can again), ``wish`` (the person
    has wished for such a table), ``over``, ``cancelled``, ``retire`` (the message `number` has lost its
    meaning and could not lose its controls).
    """

    id: int
    match: int
    kind: str
    seat: Seat | None
    number: int
    attempts: int = 0
    """The number of attempts that failed."""
    continues: bool = False
    """The seat's own move led straight to the question of a ``turn``, so nobody needs to be called. A
    ``summary`` is sent only if the call has reached nobody yet."""
    person: int | None = None
    """The person to whom it is sent in private; `None` for everybody at the table."""
    due: int = 0
    """The earliest instant of its next attempt, in microseconds since 1970."""
    nonce: str = "0"
    """Random hexadecimal digits that identify a message which an earlier attempt has sent."""
    begun: str = ""
    """The channel in which a message was begun whose fate is unknown, or the thread to be opened. It begins
    with ``"beside"`` if no other notice waits for this one. Its column is `intent`."""

    @property
    def beside(self) -> bool:
        """True if no other notice waits for this one."""
        return self.begun.startswith("beside")

    @property
    def begun_in(self) -> str:
        """The channel in which a message was begun whose fate is unknown; empty if there is none."""
        return self.begun.removeprefix("beside").removeprefix(":")

    @property
    def queue(self) -> int:
        """The queue of the notice: a person, the lobby (`LOBBY_QUEUE`) or the thread (0). The notices of one
        queue are said in order.
        """
        if self.person is not None:
            return self.person
        return LOBBY_QUEUE if self.kind in LOBBY_KINDS else 0


@dataclass(frozen=True, slots=True)
class SearchWord:
    """A word of a search for a match: found in its number, its game's name, or a name at its seats."""

    word: str
    """Folded (`str.casefold`)."""
    games: tuple[str, ...] = ()
    """The games whose names contain the word, in the searcher's language."""
    players: tuple[str, ...] = ()
    """The kinds of automatic players whose names contain it."""


class Chosen(msgspec.Struct, frozen=True, omit_defaults=True):
    """A person's choices of how things are shown."""

    language: str | None = None
    """The chosen language; `None`: the one that the outside world names at each press."""
    plain: tuple[str, ...] = ()
    """Games in which no preview of a move is shown before it is played."""
    named: bool = False
    """Colours go by their names instead of by their letters."""
    listed: bool = False
    """The person agrees to stand on the leaderboards of servers."""


NO_CHOICES = Chosen()
"""The choices of a person who has chosen nothing."""


@dataclass(frozen=True, slots=True)
class Person:
    """The facts remembered of a person in the outside world."""

    id: int
    name: str = ""
    locale: str | None = None
    """The language the person last used; `None` before anything is known."""
    theme: str | None = None
    dm_closed: bool = False
    """A direct message was refused."""
    dm_told: bool = False
    """The person was told that a direct message was refused."""
    inbox: int | None = None
    """The direct channel, once it was opened."""
    chosen: Chosen = NO_CHOICES


@dataclass(frozen=True, slots=True)
class Post:
    """A message in which the outside world shows something of a match, in its own ids; opaque here."""

    match: int
    kind: str
    """``"lobby"``, ``"thread"``, ``"turn"``, ``"hand"``: whatever the outside world distinguishes."""
    person: int
    """The person to whom it was sent in private; 0 for a message that everybody sees."""
    channel: int
    message: int
    number: int = 0
    """The log entry that it shows."""
    shown: str = ""
    """Digest of what it shows, so that what would look the same is left alone."""
