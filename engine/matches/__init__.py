"""The life of a match: open, join, start, play, leave, cancel, results. One writer per match.

The append-only log is the truth and the state its fold. Every change is one transaction with what must be
said about it (the outbox); whoever speaks to people reads the outbox afterwards.
"""

from __future__ import annotations

from engine.matches.limits import Limits
from engine.matches.service import Matches
from engine.table import (
    Call,
    Entry,
    Match,
    Notice,
    Occupant,
    Person,
    Place,
    Played,
    Post,
    Round,
    Situation,
    Status,
    Wanted,
)

__all__ = [
    "Call",
    "Entry",
    "Limits",
    "Match",
    "Matches",
    "Notice",
    "Occupant",
    "Person",
    "Place",
    "Played",
    "Post",
    "Round",
    "Situation",
    "Status",
    "Wanted",
]
