"""Every SQL statement of the project but the migrations, for whichever database. Schema: docs/database.md.

Each file of `engine/store/protocol/` has the file of the same name here, its methods in the same order. The
other files serve these: `statements.py` and `rows.py` all of them, `changes.py` a change of a match,
`remembered.py` rows that are read often, `digesting.py` digests of logs, `moving.py` a move to another
database.
"""

from __future__ import annotations

from engine.store.sql.history import SqlHistoryStore
from engine.store.sql.hours import SqlHoursStore
from engine.store.sql.invitations import SqlInvitationStore
from engine.store.sql.lanes import SqlLaneStore
from engine.store.sql.leagues import SqlLeagueStore
from engine.store.sql.log import SqlLogStore
from engine.store.sql.matches import SqlMatchStore
from engine.store.sql.moving import Moving
from engine.store.sql.notes import SqlNoteStore
from engine.store.sql.outages import SqlOutageStore
from engine.store.sql.outbox import SqlOutboxStore
from engine.store.sql.people import SqlPersonStore
from engine.store.sql.personal import SqlPersonalDataStore
from engine.store.sql.posts import SqlPostStore
from engine.store.sql.processes import SqlProcessStore
from engine.store.sql.promises import SqlPromiseStore
from engine.store.sql.server_lanes import SqlServerLaneStore
from engine.store.sql.shards import SqlShardStore
from engine.store.sql.timers import SqlTimerStore
from engine.store.sql.upkeep import SqlUpkeepStore
from engine.store.sql.wishes import SqlWishStore

__all__ = ["SqlStore"]


class SqlStore(
    SqlHistoryStore,
    SqlMatchStore,
    SqlLogStore,
    SqlInvitationStore,
    SqlTimerStore,
    SqlOutageStore,
    SqlHoursStore,
    SqlLaneStore,
    SqlLeagueStore,
    SqlOutboxStore,
    SqlPersonStore,
    SqlPostStore,
    SqlNoteStore,
    SqlPromiseStore,
    SqlPersonalDataStore,
    SqlProcessStore,
    SqlServerLaneStore,
    SqlShardStore,
    SqlUpkeepStore,
    SqlWishStore,
    Moving,
):
    """A `Store` without the connections to its database."""
