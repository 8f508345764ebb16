"""The limits of the service, and the delays with which it acts."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

__all__ = ["Limits"]


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of one person, one guild and the memory; times that questions stay open and answers wait."""

    per_person: int = 50
    """Lobbies and running matches a person may sit at."""
    per_guild: int = 500
    """Lobbies and running matches of a guild."""
    open_invitations: int = 3
    """Invitations without an answer that one person may have from another."""
    invitations: int = 10
    """Invitations that a person may send within `invitations_span`."""
    invitations_span: timedelta = timedelta(hours=1)
    rings_apart: timedelta = timedelta(minutes=10)
    """Least time between two rings for invitations, whoever has sent them. The second names all since the
    first."""
    warm: int = 128
    """Matches kept folded in memory."""
    reaction: timedelta = timedelta(hours=12)
    """The short clock of a question that has a `Defaults.timeout`."""
    order: timedelta = timedelta(minutes=10)
    """Longest delay of an answer by the house while few answers of the table's people are known; the shortest
    is a tenth of it. Zero: it answers at once."""
    hold: timedelta = timedelta(seconds=30)
    """Time after which a step that passes the turn, draws or reveals becomes an entry, unless its person has
    chosen another. Zero: at once."""
    plan: timedelta = timedelta(minutes=10)
    """Longest delay of a planned move after its question, counted while its person is awake; the shortest is
    a tenth of it. Zero: at once."""
    private_robots: timedelta = timedelta(seconds=2)
    """Longest time that the answer to a move at a private table waits for the robots. Zero: not at all,
    and it is not shown anew once they have moved."""
    robot_pause: timedelta = timedelta()
    """Mean time that a robot takes before it moves where several people play. Zero: it moves at once."""
    thinking: timedelta = timedelta(seconds=30)
    """Longest time that an automatic player may think; after it, a random move is made."""
    alone: timedelta = timedelta(minutes=10)
    """Time after which the last one missing of a question that has called nobody is called: a person who is
    at it needs no call."""
    steps: timedelta = timedelta(seconds=10)
    """Delay of messages about a turn that goes on, or about a seat that is asked nothing any more: often more
    has happened by then, and one change of a message shows it all."""
    clicks: timedelta = timedelta(days=2)
    """Time that a click is remembered: nobody delivers one again after that."""
