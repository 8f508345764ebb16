"""Genesis (Brassinne): what chance draws, by docs/fairness.md alone. `program.py` runs it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.stranger.program import Record, Stream


def check(record: Record, streams: list[Stream]) -> None:
    record.begins(1 - streams[0].below(2))
