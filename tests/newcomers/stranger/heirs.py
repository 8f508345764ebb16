"""Heirs: who begins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.stranger.program import need

if TYPE_CHECKING:
    from tests.stranger.program import Record, Stream


def check(record: Record, streams: list[Stream]) -> None:
    first = streams[0].below(2)
    moved = [line.seat for line in record.moves if "-" in line.move]
    need(moved[:1] in ([], [first]), f"seat {first} must begin")
