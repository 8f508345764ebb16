"""Familienbande: what chance draws, by docs/fairness.md alone. `program.py` runs it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.stranger.program import Record, Stream


def check(record: Record, streams: list[Stream]) -> None:
    pile, discards = set(range(1, 71)), set[int]()

    def draw(stream: Stream) -> set[int]:
        if not pile:
            pile.update(discards)
            discards.clear()
        if not pile:
            return set()
        card = sorted(pile)[stream.below(len(pile))]
        pile.remove(card)
        return {card}

    start = streams[0]
    record.begins(start.below(record.seats))
    start.shuffled([*"EGNLH"])
    for _ in range(3):
        draw(start)
    hands = [set[int]().union(*(draw(start) for _ in range(5))) for _ in range(record.seats)]
    for line in record.moves:
        hand, verb = hands[line.seat], line.words[0]
        if verb in ("marry", "child", "discard"):
            card = int(line.words[1])
            record.need(card in hand, f"line {line.number}: {card} is not in the hand")
            hand.remove(card)
            if verb == "discard":
                discards.add(card)
        if verb in ("marry", "pass", "discard"):
            hand |= draw(streams[line.number])
