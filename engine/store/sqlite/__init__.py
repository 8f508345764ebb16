"""The store on SQLite: every SQL statement of the project but the migrations. Schema: docs/database.md."""

from __future__ import annotations

from engine.store.sqlite.clocks import Clocks
from engine.store.sqlite.lanes import Lanes
from engine.store.sqlite.matches import Matches
from engine.store.sqlite.people import People
from engine.store.sqlite.timers import Timers
from engine.store.sqlite.upkeep import Upkeep

__all__ = ["SqliteStore"]


class SqliteStore(Matches, Timers, Clocks, Lanes, People, Upkeep):
    """A `Store` in one SQLite file. `open` makes it; `async with` or `close` ends it."""
