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
    CODE_LEVEL,
    END_CODE_LEVEL,
    LEAGUE_CODE_LEVEL,
    OPEN_CODE_LEVEL,
    PRIVATE_CODE_LEVEL,
    REPLAY_CODE_LEVEL,
    UNCOUNTED_CODE_LEVEL,
    Cluster,
    CodeLevels,
)
from engine.store.protocol.promises import Promise
from engine.store.protocol.shards import Lease
from engine.store.protocol.upkeep import Sizes, Uncalled
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
    "CODE_LEVEL",
    "END_CODE_LEVEL",
    "LEAGUE_CODE_LEVEL",
    "LONGEST",
    "OPEN_CODE_LEVEL",
    "PRIVATE_CODE_LEVEL",
    "REPLAY_CODE_LEVEL",
    "RESTORES",
    "UNCOUNTED_CODE_LEVEL",
    "UNFINISHED",
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
    "Sizes",
    "Store",
    "StoreError",
    "TooOld",
    "Uncalled",
    "Unreachable",
    "Unwritable",
]
