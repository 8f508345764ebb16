"""Hermits: who may settle where."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.stranger.program import need

if TYPE_CHECKING:
    from tests.stranger.program import Record, Stream

SQUARES = [f"{column}{row}" for row in range(1, 8) for column in "ABCDEFG"]


def check(record: Record, streams: list[Stream]) -> None:
    size = record.options["rounds"] + 1
    dealt = streams[0].shuffled(SQUARES)
    for line in record.moves:
        assert line.seat is not None
        hand = dealt[line.seat * size : (line.seat + 1) * size]
        need(line.move in hand, f"seat {line.seat} holds {hand}, not {line.move}")
