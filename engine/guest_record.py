"""A record from anywhere, checked in a process of its own: ``python -m engine.guest_record``.

The standard input has the record. What is written to the standard output is a JSON object: `verified` tells
whether its draws follow from the seed, which is not so where the seed is not published; or `code` and
`inputs` say why it is none that can be watched. The record may have been made to do harm: the process gets
little memory, and little time once it has read it.
"""

from __future__ import annotations

import contextlib
import json
import math
import os
import resource
import sys
import time

from engine.game import Refusal
from engine.games import rules_of
from engine.record import BadRecord, read, replay, verify

__all__ = ["MAX_BYTES", "SECONDS", "check", "main"]

MAX_BYTES = 256 * 1024
"""Bytes of a record that is watched, at most."""
MAX_ENTRIES = 4000
SECONDS = 2
"""Seconds of processor that a check may take."""
_MEMORY = 1 << 30
"""Bytes of address space that the process may have."""
_NICENESS = 10


def check(given: bytes) -> bool:
    """Return whether a record's draws follow from its seed; false where the seed is not published.

    Raises `BadRecord` for a record that does not replay.
    """
    if len(given) > MAX_BYTES:
        raise BadRecord("record_large")
    try:
        record = read(given.decode())
    except UnicodeDecodeError:
        raise BadRecord("record_foreign") from None
    game = rules_of(record.game, record.rules)
    if game is None:
        raise BadRecord("record_rules", game=record.game, rules=record.rules)
    if len(record.lines) > MAX_ENTRIES:
        raise BadRecord("record_large")
    if record.seed is None:
        replay(record, game)
        return False
    verify(record, game)
    return True


def main() -> None:
    """Read, check, write."""
    os.nice(_NICENESS)
    given = sys.stdin.buffer.read(MAX_BYTES + 1)
    limit = math.ceil(time.process_time()) + SECONDS
    with contextlib.suppress(ValueError, OSError):  # a host may have set lower ones
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 1))
        resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    try:
        said: dict[str, object] = {"verified": check(given)}
    except Refusal as refusal:
        said = {"code": refusal.code, "number": refusal.inputs.get("number", refusal.inputs.get("line", 0))}
    except Exception:  # it was made to do harm, or our reading has a gap: it is none that can be watched
        said = {"code": "record_damaged", "number": 0}
    sys.stdout.write(json.dumps(said))


if __name__ == "__main__":
    main()
