"""Genesia: what chance draws, by docs/fairness.md alone. `program.py` runs it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.stranger.program import Record, Stream


LOTS = "BYGVR"
ORDERS = ("order", "stand", "campaign", "assault", "truce")
LEFT_OUT = {
    "beginner": {6, 11, 36, 39, 64, 65, 70, 72},
    "expert": {5, 12, 33, 42, 64, 65, 69, 72},
    "heroic": {3, 9, 34, 40, 64, 65, 67, 72},
}


def check(record: Record, streams: list[Stream]) -> None:
    solo = record.seats == 1
    peoples = 2 if solo else record.seats
    lots = (record.options["lots"] if not solo else "").split("/")
    left_out = LEFT_OUT[record.options["level"]] if solo else set[int]()

    def in_use(age: int) -> set[int]:
        if record.options["decks"]:
            return numbers(record.options["decks"].split("/")[age])
        used = lots[age] if lots[0] else LOTS[:peoples]
        return {age * 30 + LOTS.index(lot) * 6 + each for lot in used for each in range(1, 7)} - left_out

    def deal(age: int, stream: Stream) -> list[set[int]]:
        cards = stream.shuffled(sorted(in_use(age)))
        each = len(cards) // peoples
        return [set(cards[each * people : each * (people + 1)]) for people in range(peoples)]

    start = streams[0]
    order = start.shuffled([*range(peoples)])
    objectives: list[int] = []
    if record.options["objectives"] and not solo:
        used = {(card - 1) % 30 // 6 for age in range(3) for card in in_use(age)}
        objectives = start.shuffled(sorted([lot * 2 + each for lot in used for each in (1, 2)] + [11, 12]))
    age = -1 if objectives else 0
    table = Hands(age, [set()] * peoples if objectives else deal(0, start), solo)
    chosen, places = set[int](), 0
    opened = False
    for line in record.moves:
        verb, stream, seat = line.words[0], streams[line.number], line.seat
        named = [*map(int, line.words[1:])] if verb == "draft" else []
        number = int(line.words[1]) if verb in ("objective", "card", "discard") else table.first(seat, named)
        dealt = False
        if verb == "objective":
            own = objectives[2 * seat : 2 * seat + 2]
            record.need(number in own, f"line {line.number}: that objective was not dealt to seat {seat}")
            dealt = len(chosen) < record.seats == len({*chosen, seat})
            chosen.add(seat)
        elif verb == "place":
            places += 1
            dealt = places % (record.seats - 1) == 0
        else:
            held = table.may(seat, verb, number)
            record.need(held, f"line {line.number}: seat {seat} has no such card, or step")
        if not opened and not solo and verb not in ("objective", "draft"):
            record.need(seat == order[0], f"line {line.number}: seat {order[0]} must begin")
            opened = True
        if dealt or (solo and line.drawn):
            age += 1
            record.need(age < 3, f"line {line.number}: there is no fourth Age")
            table = Hands(age, deal(age, stream), solo)


def numbers(listed: str) -> set[int]:
    """``1-12,14``"""
    ends = [part.split("-") for part in listed.split(",")]
    return {number for each in ends for number in range(int(each[0]), int(each[-1]) + 1)}


class Hands:
    """The cards of an Age, from the draft until they are played."""

    def __init__(self, age: int, dealt: list[set[int]], solo: bool) -> None:
        self.age = age
        self.packs = dealt
        # Who plays alone holds the cards of both peoples, and drafts nothing.
        self.hands = [set[int]().union(*dealt)] if solo else [set[int]() for _ in dealt]
        self.picks: dict[int, int] = {}
        self.steps: dict[int, list[int]] = {}
        """The steps that each seat can take back: the card put away, 0 for another step."""

    def first(self, seat: int, named: list[int]) -> int:
        """Return the first of these cards, named in order of preference, that is in the seat's pack; 0 for
        none.
        """
        return next((card for card in named if card in self.packs[seat]), 0)

    def may(self, seat: int, verb: str, card: int) -> bool:
        """Return True if the seat holds the card it names; the card is then gone from there."""
        steps = self.steps.setdefault(seat, [])
        if verb == "draft":
            self.picks[seat] = card
            held = card in self.packs[seat]
            if len(self.picks) == len(self.packs):
                self._taken()
            return held
        if verb in ("card", "discard"):
            held = card in self.hands[seat]
            self.hands[seat].discard(card)
            steps.append(card)
            return held
        if verb in ("recruit", "move"):
            steps.append(0)
        elif verb == "back":
            if not steps:
                return False
            if card := steps.pop():
                self.hands[seat].add(card)
        return True

    def _taken(self) -> None:
        for seat, card in self.picks.items():
            self.hands[seat].add(card)
            self.packs[seat] = self.packs[seat] - {card}
        self.picks = {}
        if len(self.hands[0]) == 5:
            self.packs = [set() for _ in self.packs]
        else:
            turn = 1 if self.age == 1 else -1
            self.packs = [self.packs[(seat + turn) % len(self.packs)] for seat in range(len(self.packs))]
