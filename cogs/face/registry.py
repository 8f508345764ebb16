"""The faces of all games, found by the names that `engine.games` has registered."""

from __future__ import annotations

import logging
from collections.abc import Iterable

from cogs.face.face import AnyFace
from engine.games import ROWS, Row, find_name

log = logging.getLogger("longtable")


def load_faces(rows: Iterable[Row] = ROWS) -> dict[str, AnyFace]:
    """Return the face of each game by its key: `FACE` in its cog. Log the games that have none yet."""
    every: dict[str, AnyFace] = {}
    for row in rows:
        face: AnyFace | None = find_name(f"{row.cog}:FACE")
        if face is not None:
            every[row.key] = face
        else:
            log.warning(
                "%s is registered in engine/games.py, but %s has no FACE yet: nobody can open a table of it",
                row.key,
                row.cog,
            )
    return every
