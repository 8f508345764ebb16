"""Forgetting people again in a file that takes the place of the database."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from engine.store import forgotten
from engine.store.sql.personal import forget_again as again
from engine.store.sqlite.at_once import transaction
from engine.store.sqlite.dialect import DIALECT

__all__ = ["forget_again"]


def forget_again(connection: sqlite3.Connection, path: Path) -> None:
    """Forget, in one transaction, everybody whom the file beside `path` names and this database still knows.

    `path` is the place of the database. It blocks. Raises `Corrupt` like `forgotten.read`.
    """
    held = forgotten.read(path)
    if held is None:
        return
    connection.execute("PRAGMA secure_delete = ON").fetchall()
    transaction(connection, lambda at_once: again(at_once, DIALECT, held))
