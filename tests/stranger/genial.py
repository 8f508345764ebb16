"""Génial: what chance draws, by docs/fairness.md alone. `program.py` runs it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.stranger.program import Record, Stream


KINDS = [a + b for at, a in enumerate("ROYGBP") for b in "ROYGBP"[at:]]


def check(record: Record, streams: list[Stream]) -> None:
    bag = [kind for kind in KINDS for _ in range(5 if kind[0] == kind[1] else 6)]
    solo = record.options["form"] == "solo"

    def draw(stream: Stream, number: int) -> list[str]:
        return [bag.pop(stream.below(len(bag))) for _ in range(number)]

    record.begins(streams[0].below(record.seats))
    racks = [draw(streams[0], 1 if solo else 6) for _ in range(record.seats)]
    for line, after in zip(record.moves, [*record.moves[1:], None], strict=True):
        rack, stream = racks[line.seat], streams[line.number]
        if line.move == "swap":
            racks[line.seat] = draw(stream, 6)
            bag[:] = sorted([*bag, *rack], key=KINDS.index)
            continue
        if line.move != "keep":
            kind = "".join(sorted(line.words[0], key="ROYGBP".index))
            record.need(kind in rack, f"line {line.number}: {kind} is not in the rack")
            rack.remove(kind)
        ended = after is None and not line.drawn
        if not ended and (solo or after is None or after.seat != line.seat):
            rack += draw(stream, (1 if solo else 6) - len(rack))
