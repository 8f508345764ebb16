"""Digests of logs, which show that a bit has changed in an entry, and in which one.

The digest of a log is SHA-256 over the digest of the log without its last entry, the match's number and all
columns of that entry. The match stores the digest of its whole log. Each entry stores a link: the beginning
of the digest of the log up to it. The first entry with a wrong link is the one that has changed.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from typing import Any

__all__ = [
    "NOTE",
    "damaged_before",
    "digest_after",
    "digest_of_archive",
    "fault_in",
    "fault_in_archive",
    "link_of",
    "links_of",
]

NOTE = "undigested"
"""Key of the note with the highest match that may lack a digest.

The note is empty before the first run, and gone once every match has a digest."""
_LINK = 16
"""Hexadecimal digits of a link."""
_DAMAGED = "damaged"
"""The beginning of the digest of a match whose log did not fit when it was archived; the fault follows."""


def digest_after(before: str, match: int, entry: Sequence[Any]) -> str:
    """Return the digest of a log that ends with that entry, a row of its columns.

    `before` is the digest of the log without it, empty for the first one. A null at the end of the row does
    not count: older versions had no column there.
    """
    last = len(entry) - (entry[-1] is None)
    return _digest(before, match, *entry[:last])


def link_of(digest: str) -> str:
    """Return the link that the last entry of a log with that digest stores."""
    return digest[:_LINK]


def links_of(match: int, rows: Sequence[Sequence[Any]]) -> Iterator[str]:
    """Yield the digest up to each of these entries of a whole log."""
    digest = ""
    for row in rows:
        digest = digest_after(digest, match, row)
        yield digest


def fault_in(match: int, digest: str, rows: Sequence[Sequence[Any]]) -> str | None:
    """Return the fault of a match's log; `None` if it is sound or has no digest yet.

    Each row has the columns of an entry, and its link as the last.
    """
    if not digest and not any(row[-1] for row in rows):
        return None
    there = {row[0] for row in rows}
    missing = next((number for number in range(len(rows)) if number not in there), None)
    if missing is not None:
        return f"entry {missing} is missing"
    found = ""
    for *entry, link in rows:
        found = digest_after(found, match, entry)
        if link != link_of(found):
            return f"entry {entry[0]} is not as it was written"
    if found != digest:
        return f"entry {len(rows)} is missing, or the digest of the log has changed"
    return None


def digest_of_archive(match: int, entries: int, start: str, log: bytes) -> str:
    """Return the digest of an archived log, made of the columns of the archive."""
    return _digest("", match, entries, start, bytes(log).hex())


def damaged_before(fault: str) -> str:
    """Return the digest of a match whose log had that fault when it was archived."""
    return f"{_DAMAGED}: {fault}"


def fault_in_archive(match: int, digest: str, entries: int, start: str, log: bytes) -> str | None:
    """Return the fault of an archived log; `None` if it is sound or has no digest yet."""
    if digest.startswith(_DAMAGED):
        return digest.partition(": ")[2]
    if not digest or digest == digest_of_archive(match, entries, start, log):
        return None
    return "its archived log is not as it was written"


def _digest(before: str, *columns: object) -> str:
    return hashlib.sha256((before + json.dumps(columns)).encode()).hexdigest()
