"""The store on SQLite. Schema: docs/database.md."""

from __future__ import annotations

from engine.store.sql import SqlStore
from engine.store.sqlite.connection import Connected

__all__ = ["SqliteStore"]


class SqliteStore(SqlStore, Connected):
    """A `Store` in one SQLite file. `open` makes it; `async with` or `close` ends it."""
