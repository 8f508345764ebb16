"""The log of a match that has ended, small."""

from __future__ import annotations

import json
import zlib
from collections.abc import Sequence
from typing import Any

__all__ = ["legible", "pack", "unpack"]


def pack(rows: Sequence[Sequence[Any]]) -> bytes:
    """Columns of entries."""
    return zlib.compress(json.dumps(rows, separators=(",", ":")).encode(), 9)


def unpack(log: bytes) -> list[Any]:
    """The inverse of `packed`: each row a list."""
    return json.loads(zlib.decompress(log))


def legible(text: bytes) -> str:
    """A text as it is read: where some bytes are none, the rest of it and of its row is read all the same."""
    return text.decode(errors="replace")
