"""Genesis (Knizia): what chance draws, by docs/fairness.md alone. `program.py` runs it."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.stranger.program import Record, Stream


def check(record: Record, streams: list[Stream]) -> None:
    def roll(stream: Stream) -> Counter[str]:
        return Counter("GYMB**"[stream.below(6)] for _ in range(2))

    record.begins(streams[0].below(record.seats))
    dice = roll(streams[0])
    left = [Counter("GYMB" * record.options["tiles_per_terrain"]) for _ in range(record.seats)]
    for line in record.moves:
        placed = Counter(tile[0] for tile in line.words)
        left[line.seat] -= placed
        record.need(min(left[line.seat].values()) >= 0, f"line {line.number}: there is no such tile left")
        if len(line.words) == 2:
            ignored = [face for face in dice - placed if face != "*" and left[line.seat][face]]
            record.need(not ignored, f"line {line.number}: the dice show something else")
        if line is not record.moves[-1] or line.drawn:
            dice = roll(streams[line.number])
