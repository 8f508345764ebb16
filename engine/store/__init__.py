"""The store of matches: its interface (`Store`), its values and its errors.

`engine.store.sqlite` and `engine.store.postgres` implement it. Callers know no SQL.
"""

from __future__ import annotations

from engine.store.protocol import Store
from engine.store.protocol.history import EndedSearch
from engine.store.protocol.invitations import Ring
from engine.store.protocol.lanes import Kinds, Lane
from engine.store.protocol.leagues import LeaguePlace
from engine.store.protocol.matches import Committed, Seated
from engine.store.protocol.notes import RESTORES, UNFINISHED
from engine.store.protocol.outbox import LONGEST, CallOutcome, Said
from engine.store.protocol.processes import (
    CLUB_CODE_LEVEL,
    CODE_LEVEL,
    END_CODE_LEVEL,
    HELP_CODE_LEVEL,
    LEAGUE_CODE_LEVEL,
    OPEN_CODE_LEVEL,
    PRIVATE_CODE_LEVEL,
    REPLAY_CODE_LEVEL,
    STEP_CODE_LEVEL,
    UNCOUNTED_CODE_LEVEL,
    Cluster,
    CodeLevels,
)
from engine.store.protocol.promises import Promise
from engine.store.protocol.server_lanes import GATHER, NEWS, Bulletin, BulletinKind, ServerLane
from engine.store.protocol.shards import Lease
from engine.store.protocol.upkeep import Sizes, Uncalled
from engine.store.protocol.wishes import WISH_LASTS, Wish
from engine.store.refusals import (
    Busy,
    Closed,
    Conflict,
    Corrupt,
    Failed,
    Foreign,
    Full,
    InUse,
    Linked,
    Misfit,
    Newer,
    StoreError,
    TooOld,
    Unreachable,
    Unwritable,
)

__all__ = [
    "CLUB_CODE_LEVEL",
    "CODE_LEVEL",
    "END_CODE_LEVEL",
    "GATHER",
    "HELP_CODE_LEVEL",
    "LEAGUE_CODE_LEVEL",
    "LONGEST",
    "NEWS",
    "OPEN_CODE_LEVEL",
    "PRIVATE_CODE_LEVEL",
    "REPLAY_CODE_LEVEL",
    "RESTORES",
    "STEP_CODE_LEVEL",
    "UNCOUNTED_CODE_LEVEL",
    "UNFINISHED",
    "WISH_LASTS",
    "Bulletin",
    "BulletinKind",
    "Busy",
    "CallOutcome",
    "Closed",
    "Cluster",
    "CodeLevels",
    "Committed",
    "Conflict",
    "Corrupt",
    "EndedSearch",
    "Failed",
    "Foreign",
    "Full",
    "InUse",
    "Kinds",
    "Lane",
    "LeaguePlace",
    "Lease",
    "Linked",
    "Misfit",
    "Newer",
    "Promise",
    "Ring",
    "Said",
    "Seated",
    "ServerLane",
    "Sizes",
    "Store",
    "StoreError",
    "TooOld",
    "Uncalled",
    "Unreachable",
    "Unwritable",
    "Wish",
]
