"""The kinds of timers: what falls due in a match."""

from __future__ import annotations

PLAYER = "player"
"""Kind of the timers by which automatic players answer."""

LAPSE = "lapse"
"""Kind of the timers of short clocks."""

ORDER = "order"
"""Kind of the timers by which standing orders answer, and by which what is forced is done."""

CLOCKS = (LAPSE, ORDER)
"""Kinds of the timers that a person's answer stops."""

CLOCK = "clock"
"""Kind of the timers that look at a seat's clock."""

SIT = "sit"
"""Kind of the timers by which somebody sits down."""

BEGIN = "begin"
"""Kind of the timers by which a full table begins by itself."""

OFFER = "offer"
"""Kind of the timers by which the host of a table that is not full is offered automatic players."""

CLOSE = "close"
"""Kind of the timers by which a table closes that has not begun."""

UNDO = "undo"
"""Kind of the timers by which a wish to take back lapses."""

PAUSE = "pause"
"""Kind of the timers by which a pause that was agreed to is over."""

HOLD = "hold"
"""Kind of the timers by which a held move becomes an entry."""
