"""What the service allows, and how long it waits."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

__all__ = ["Limits"]


@dataclass(frozen=True, slots=True)
class Limits:
    """What one person, one guild and the memory may hold; how long questions stay open."""

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
    """Time between two rings for invitations, whoever has sent them. The second names all since the first."""
    warm: int = 128
    """Matches kept folded in memory."""
    reaction: timedelta = timedelta(hours=12)
    """The short clock of a question for which the game has a `lapse`."""
    order: timedelta = timedelta(minutes=10)
    """While it is not known how long the table's people take, the house answers within this time, not before
    a tenth of it. None at all: it answers at once."""
    hold: timedelta = timedelta(seconds=30)
    """A step that passes the turn, draws or reveals becomes an entry after so long, unless its person has
    chosen otherwise. None at all: at once."""
    plan: timedelta = timedelta(minutes=10)
    """A planned move is played within this time of its question, not before a tenth of it, while its person
    is awake. None at all: at once."""
    thinking: timedelta = timedelta(seconds=30)
    """An automatic player who thinks longer makes a random move."""
    alone: timedelta = timedelta(minutes=10)
    """The last one missing of a question that has called nobody is called after this time: who is at it needs
    no call."""
    steps: timedelta = timedelta(seconds=10)
    """What is shown of a turn that goes on, and that nothing is asked any more, waits so long: often more has
    happened by then, and one change of a message shows it all."""
    clicks: timedelta = timedelta(days=2)
    """How long a click is remembered: nobody delivers one again after that."""
