"""The service through which every change to a match goes, and what people may know of one."""

from __future__ import annotations

from engine.matches.looking import Looking
from engine.matches.outbox import Outbox
from engine.matches.people import People
from engine.matches.tables import Tables
from engine.matches.upkeep import Upkeep

__all__ = ["Matches"]


class Matches(Tables, Upkeep, Looking, Outbox, People):
    """Every change to a match goes through here.

    `click` is always the id of the click or command that caused the change: the same one delivered twice does
    the same thing to a match once. `now` gives the time, with its zone. Every refusal is a `Refusal`; nothing
    has changed then. A change that was begun is finished even when its caller is cancelled.

    Whoever owns the service runs `run`, for automatic players and short clocks, and `tend`, and ends with
    `close`, before the store's.
    """
