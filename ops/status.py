"""How the program ends: the numbers of sysexits.h, by which a supervisor knows whether a restart helps."""

from __future__ import annotations

from engine.store import Busy, Full, InUse, StoreError, Unreachable, Unwritable

__all__ = ["CONFIG", "DATA", "DONE", "NO_PERMISSION", "SOFTWARE", "TRY_AGAIN", "UNWELL", "USAGE", "of_store"]

DONE = 0
"""Told to stop, or the command has done its work."""
UNWELL = 1
"""`health`: the bot is unwell. Otherwise an error that nobody thought of: a restart may help."""
USAGE = 64
"""The command line cannot be understood."""
DATA = 65
"""A database, a backup or a data file is damaged or not the right one: somebody has to look at it."""
SOFTWARE = 70
"""A loop failed again and again: a restart may help."""
TRY_AGAIN = 75
"""No connection, a busy database, a full disk: a restart helps, sooner or later."""
NO_PERMISSION = 77
"""Discord does not know the token, or not any more."""
CONFIG = 78
"""A setting, an address or a permission is wrong."""


def of_store(error: StoreError) -> int:
    """The status for a database that cannot be used."""
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
