"""How new a piece is to whoever looks at a picture."""

from __future__ import annotations

from enum import Enum

__all__ = ["Fresh"]


class Fresh(Enum):
    """How new a tile or a card is to whoever looks."""

    OLD = 0
    NEW = 1
    """Placed since the viewer's last turn."""
    LAST = 2
    """Placed in the last turn."""
