"""Exit statuses, as in sysexits.h: they tell a supervisor if a restart helps."""

from __future__ import annotations

from engine.store import Busy, Full, InUse, StoreError, Unreachable, Unwritable

__all__ = ["CONFIG", "DATA", "DONE", "NO_PERMISSION", "SOFTWARE", "TRY_AGAIN", "UNWELL", "USAGE", "of_store"]

DONE = 0
"""The bot was told to stop, or the command has done its work."""
UNWELL = 1
"""The command `health` found the bot unwell, or the bot had an unforeseen error: a restart may help."""
USAGE = 64
"""The command line cannot be understood."""
DATA = 65
"""A database, a backup or a data file is damaged or not the right one: somebody has to look at it."""
SOFTWARE = 70
"""A loop failed again and again: a restart may help."""
TRY_AGAIN = 75
"""A lost connection, a busy database or a full disk: a restart helps, sooner or later."""
NO_PERMISSION = 77
"""The token is one that Discord does not know, or no longer knows."""
CONFIG = 78
"""A setting, an address or a permission is wrong."""


def of_store(error: StoreError) -> int:
    """Return the status for a database that cannot be used."""
    if isinstance(error, Busy | Full | InUse | Unreachable):
        return TRY_AGAIN
    if isinstance(error, Unwritable) or error.code in (
        "store_application",
        "store_foreign",
        "store_linked",
        "store_newer",
        "store_older",
        "store_shard_taken",
        "store_shards",
        "store_too_old",
        "store_unknown",
    ):
        return CONFIG
    return DATA
