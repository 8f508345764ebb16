"""The draws from a season's seed: the seeds of its tables, and the order among equals."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable

__all__ = ["drawn_order", "table_seed"]


def table_seed(seed: bytes, table: int) -> bytes:
    """Return the seed of a table's match (32 bytes). Whoever knows it learns nothing of the other tables."""
    return hmac.digest(seed, f"longtable/1/table:{table}".encode("ascii"), "sha256")


def drawn_order(seed: bytes, members: Iterable[tuple[int, int]]) -> dict[int, int]:
    """Return an order of members, each a person and the click that has signed up, as numbers from 0.

    The clicks are mixed in, so that the seed alone decides nothing.
    """
    every = sorted(members)
    clicks = ",".join(str(click) for _, click in every)
    key = hmac.digest(seed, f"longtable/1/order:{clicks}".encode("ascii"), "sha256")

    def draw(member: tuple[int, int]) -> bytes:
        return hashlib.sha256(key + str(member[1]).encode("ascii") + str(member[0]).encode("ascii")).digest()

    return {person: place for place, (person, _) in enumerate(sorted(every, key=draw))}
