"""The life of a match: open, join, start, play, leave, cancel, results. One writer per match.

The append-only log is the truth and the state its fold. Every change is one transaction with what must be
said about it (the outbox); whoever speaks to people reads the outbox afterwards.

`service` composes the parts and lists what they offer. Pure are `fold` (what is asked of whom), `replay`,
`seating`, `visibility` and `export`; `prompts` says what an entry has people told and what falls due for it.
A change goes through `writer`, on what `loader` has read, under one of the `locks`.
"""

from __future__ import annotations

from engine.match.limits import Limits
from engine.match.lobby import Begin, Guest, Lobby
from engine.match.plans import PlanningPosition
from engine.match.values import (
    Call,
    Entry,
    Inbox,
    Match,
    Notice,
    Occupant,
    Person,
    Place,
    Played,
    Post,
    Round,
    SearchWord,
    SeatTime,
    Situation,
    Status,
    Waiting,
)
from engine.match.visibility import undone_entries
from engine.matches.core.timekeeper import Session
from engine.matches.people.people import JOTTING
from engine.matches.play.held_moves import Kept
from engine.matches.play.undo import UndoAnswer
from engine.matches.service import Matches

__all__ = [
    "JOTTING",
    "Begin",
    "Call",
    "Entry",
    "Guest",
    "Inbox",
    "Kept",
    "Limits",
    "Lobby",
    "Match",
    "Matches",
    "Notice",
    "Occupant",
    "Person",
    "Place",
    "PlanningPosition",
    "Played",
    "Post",
    "Round",
    "SearchWord",
    "SeatTime",
    "Session",
    "Situation",
    "Status",
    "UndoAnswer",
    "Waiting",
    "undone_entries",
]
