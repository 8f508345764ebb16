"""Forgetting again, in a file that was put in place of the database, who was forgotten before."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from engine.store import forgotten
from engine.store.sql.personal import forget_again as again
from engine.store.sqlite.at_once import transaction
from engine.store.sqlite.dialect import DIALECT

__all__ = ["forget_again"]


def forget_again(connection: sqlite3.Connection, path: Path) -> None:
    """As one transaction; `path` is where the database is to stand. It blocks.

    Raises `Corrupt` as `forgotten.read`.
    """
    held = forgotten.read(path)
    if held is None:
        return
    connection.execute("PRAGMA secure_delete = ON").fetchall()
    transaction(connection, lambda at_once: again(at_once, DIALECT, held))
