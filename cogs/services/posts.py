"""What is noted beside what was posted, for those who post and those who answer."""

from __future__ import annotations

__all__ = ["AWAKE", "GONE", "LOST", "LOUD", "SETTLED"]

SETTLED = "settled"
"""What the post of a panel remembers when nothing is asked there any more."""
LOUD = "loud"
"""What the post of a panel remembers that has called, with the board: the place was lost."""
AWAKE = "awake"
"""Kind of the post that notes when the match's thread was last woken: seconds since 1970."""
GONE = "gone"
"""Kind of the post, by person, that stands where the others were told that this one has left the server."""
LOST = "lost"
"""Kind of the post that stands while nothing can be written where a match is played, and of those that say so
to its players."""
