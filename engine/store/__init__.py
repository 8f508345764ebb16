"""Where matches are kept: what a store must do, and why it may refuse. Ours is `engine.store.sqlite`.

Nothing here or above knows SQL; another database is another `Store`.
"""

from __future__ import annotations

from engine.store.protocol import Store
from engine.store.refusals import (
    Busy,
    Closed,
    Conflict,
    Corrupt,
    Failed,
    Foreign,
    Full,
    InUse,
    Newer,
    StoreError,
    TooOld,
    Unreachable,
    Unwritable,
)
from engine.store.values import (
    BESIDE,
    EPOCH,
    LONGEST,
    STEWARD,
    Change,
    Committed,
    Lane,
    NewNotice,
    NewTimer,
    Said,
    Seated,
    Sizes,
    StoredMatch,
    Timer,
    Uncalled,
    veiled,
)

__all__ = [
    "BESIDE",
    "EPOCH",
    "LONGEST",
    "STEWARD",
    "Busy",
    "Change",
    "Closed",
    "Committed",
    "Conflict",
    "Corrupt",
    "Failed",
    "Foreign",
    "Full",
    "InUse",
    "Lane",
    "NewNotice",
    "NewTimer",
    "Newer",
    "Said",
    "Seated",
    "Sizes",
    "Store",
    "StoreError",
    "StoredMatch",
    "Timer",
    "TooOld",
    "Uncalled",
    "Unreachable",
    "Unwritable",
    "veiled",
]
