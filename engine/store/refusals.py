"""Errors of the store."""

# ruff: noqa: N818 - errors are named after the trouble

from __future__ import annotations

from engine.game import Refusal

__all__ = [
    "Busy",
    "Closed",
    "Conflict",
    "Corrupt",
    "Failed",
    "Foreign",
    "Full",
    "InUse",
    "Linked",
    "Misfit",
    "Newer",
    "Occupied",
    "StoreError",
    "TooOld",
    "Unreachable",
    "Unwritable",
]


class StoreError(Refusal):
    """The store could not do what was asked, and has done none of it. `path` is among the inputs."""


class Newer(StoreError):
    """The database was written by a newer version. Inputs: `found` and `known` schema versions."""


class Corrupt(StoreError):
    """The file is damaged, or no database at all."""


class Foreign(StoreError):
    """The file is a database of another program."""


class Unwritable(StoreError):
    """The file or its folder cannot be written."""


class InUse(StoreError):
    """Another bot already runs on this database."""


class Linked(StoreError):
    """The database has a second name on its disk."""


class Busy(StoreError):
    """Another program holds the database for too long."""


class Full(StoreError):
    """The disk is full."""


class Closed(StoreError):
    """The store has been closed."""


class Conflict(StoreError):
    """The match or the row has changed since the writer read it, or this click has acted already."""


class Unreachable(StoreError):
    """The database server does not answer."""


class Misfit(StoreError):
    """The database has other settings or an older schema. Inputs: `found` there, `known` here."""


class Occupied(StoreError):
    """The database is not empty."""


class TooOld(StoreError):
    """The database server is too old. Inputs: `found` and `known` versions."""


class Failed(StoreError):
    """The database failed in another way. Inputs: `error`, its name for the failure."""
