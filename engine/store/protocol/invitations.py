"""Invitations that were sent. SQL: `engine/store/sql/invitations.py`."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Protocol

__all__ = ["InvitationStore", "Ring"]


@dataclass(frozen=True, slots=True)
class Ring:
    """The answer to a message that wants to ring for an invitation."""

    until: datetime | None
    """The instant from which it may ring, if another invitation has rung just now; otherwise `None`."""
    matches: tuple[int, ...]
    """The tables that the message names when it rings; empty if another message has named this one."""


class InvitationStore(Protocol):
    """Deciding when invitations ring. `MatchStore.commit` writes them."""

    async def ring_guest(
        self, match: int, guest: int, notice: int, now: datetime, apart: timedelta, *, others: bool
    ) -> Ring:
        """Let that notice's message ring for the guest's invitation to the match, if it may already ring.

        Two messages that ring are at least `apart`. With `others` it rings also for the guest's other
        invitations to tables of the same channel. The same notice gets the same answer when it asks again.
        """
        ...
