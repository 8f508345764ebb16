"""The duel: two numbers from 0 to 9, then who begins."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.stranger.program import Record, Stream


def check(record: Record, streams: list[Stream]) -> None:
    for _ in range(record.seats):
        streams[0].below(10)
    record.begins(streams[0].below(2))
