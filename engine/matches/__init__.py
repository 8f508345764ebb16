"""The service that runs matches: open, join, start, play, leave, cancel, results. One writer per match.

The append-only log is the truth, and the state is its fold. Each change is one transaction, which also writes
the notices that people must get about it (the outbox). The code that speaks to people reads the outbox
afterwards.

`service` composes the parts and says how they are used. `core.loader` reads matches, `core.writer` writes
them, each under one of the `core.locks`. `core.consequences` works out the notices and timers that follow
from an entry. The pure rules stand in `engine.match`.
"""

from __future__ import annotations

from engine.match.limits import Limits
from engine.match.lobby import Alteration, Begin, Guest, Lobby
from engine.match.plans import PlanningPosition
from engine.match.terms import NewTerms
from engine.match.values import (
    Call,
    Entry,
    Inbox,
    Match,
    Notice,
    Occupant,
    Person,
    Played,
    Post,
    Round,
    SearchWord,
    SeatTime,
    Situation,
    Status,
    Venue,
    Waiting,
)
from engine.match.visibility import undone_entries
from engine.matches.core.timekeeper import Session
from engine.matches.people.people import MAX_NOTE_LENGTH
from engine.matches.play.held_moves import HeldAnswer
from engine.matches.play.hints import Hint
from engine.matches.play.undo import UndoAnswer
from engine.matches.replays import Replay, Viewpoint, Walk
from engine.matches.service import Matches

__all__ = [
    "MAX_NOTE_LENGTH",
    "Alteration",
    "Begin",
    "Call",
    "Entry",
    "Guest",
    "HeldAnswer",
    "Hint",
    "Inbox",
    "Limits",
    "Lobby",
    "Match",
    "Matches",
    "NewTerms",
    "Notice",
    "Occupant",
    "Person",
    "PlanningPosition",
    "Played",
    "Post",
    "Replay",
    "Round",
    "SearchWord",
    "SeatTime",
    "Session",
    "Situation",
    "Status",
    "UndoAnswer",
    "Venue",
    "Viewpoint",
    "Waiting",
    "Walk",
    "undone_entries",
]
