"""Notes beside posted messages, shared by the code that posts and the code that answers."""

from __future__ import annotations

__all__ = ["AWAKE", "LEFT_SERVER", "LOST", "LOUD", "SETTLED"]

SETTLED = "settled"
"""The note of a panel's post on which nothing is asked any more."""
LOUD = "loud"
"""The note of a panel's post that called with the board, because the match's venue was lost."""
AWAKE = "awake"
"""Kind of the post that notes when the match's thread was last woken: seconds since 1970."""
LEFT_SERVER = "gone"
"""Kind of the post, by person, that stands where the others were told that this one has left the server."""
LOST = "lost"
"""Kind of the post that stands while nothing can be written where a match is played, and of those that say so
to its players."""
