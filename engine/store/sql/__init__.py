"""Every SQL statement of the project but the migrations, for whichever database. Schema: docs/database.md."""

from __future__ import annotations

from engine.store.sql.clocks import Clocks
from engine.store.sql.invitations import InvitationRows
from engine.store.sql.lanes import Lanes
from engine.store.sql.matches import Matches
from engine.store.sql.moving import Moving
from engine.store.sql.people import People
from engine.store.sql.personal import Personal
from engine.store.sql.processes import Processes
from engine.store.sql.promises import Promises
from engine.store.sql.timers import Timers
from engine.store.sql.upkeep import Upkeep

__all__ = ["Parts"]


class Parts(
    Matches,
    Timers,
    Clocks,
    Lanes,
    People,
    InvitationRows,
    Promises,
    Personal,
    Processes,
    Upkeep,
    Moving,
):
    """A `Store`, but for the database itself."""
