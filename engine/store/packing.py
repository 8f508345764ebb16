"""Bytes of the database: logs of ended matches, and texts that may be damaged."""

from __future__ import annotations

import json
import zlib
from collections.abc import Sequence
from typing import Any

__all__ = ["legible", "pack", "unpack"]


def pack(rows: Sequence[Sequence[Any]]) -> bytes:
    """Compress a log, given as rows of columns of its entries."""
    return zlib.compress(json.dumps(rows, separators=(",", ":")).encode(), 9)


def unpack(log: bytes) -> list[Any]:
    """Return the rows of a log that `pack` compressed, each as a list."""
    return json.loads(zlib.decompress(log))


def legible(text: bytes) -> str:
    """Decode a text of the database; bytes that are not UTF-8 are replaced, so that its row can be read."""
    return text.decode(errors="replace")
