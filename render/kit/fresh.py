"""The age of a piece for the person who looks at the picture."""

from __future__ import annotations

from enum import Enum

__all__ = ["Fresh"]


class Fresh(Enum):
    """The age of a tile or a card for the person who looks at the picture."""

    OLD = 0
    NEW = 1
    """Placed since the viewer's last turn, but before the last turn."""
    LAST = 2
    """Placed in the last turn."""
