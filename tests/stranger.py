"""Checks that nobody loaded the dice. Written from docs/fairness.md alone, knowing nothing else of Longtable.

``python tests/stranger.py FILE [COMMITMENT CLICKS [ENTRIES]]`` checks a record, and whether the
commitment, the ids of the clicks and the number of entries are those that were shown before, at the start and
at the end.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

T = TypeVar("T")


class LoadedError(Exception):
    """Something in the record is not as it must be."""


def need(right: bool, what: str) -> None:
    if not right:
        raise LoadedError(what)


# The scheme


def commitment(seed: bytes) -> str:
    return hashlib.sha256(seed).hexdigest()


def match_key(seed: bytes, ids: str) -> bytes:
    return hmac.digest(seed, f"longtable/1/key:{ids}".encode("ascii"), "sha256")


def fresh_key(key: bytes, digits: str) -> bytes:
    return hmac.digest(key, f"longtable/1/fresh:{digits}".encode("ascii"), "sha256")


def block(key: bytes, entry: int, number: int) -> bytes:
    return hmac.digest(key, f"longtable/1/draw:{entry}:{number}".encode("ascii"), "sha256")


class Stream:
    """The draws of one entry, in order."""

    def __init__(self, key: bytes, entry: int) -> None:
        self.drawn: list[int] = []
        self._words = self._cut(key, entry)

    @staticmethod
    def _cut(key: bytes, entry: int) -> Iterator[int]:
        number = 0
        while True:
            whole = block(key, entry, number)
            for at in range(0, 32, 8):
                yield int.from_bytes(whole[at : at + 8], "big")
            number += 1

    def below(self, n: int) -> int:
        word = next(self._words)
        while word >= 2**64 - 2**64 % n:
            word = next(self._words)
        self.drawn.append(word % n)
        return word % n

    def shuffled(self, things: list[T]) -> list[T]:
        things = [*things]
        for i in range(len(things) - 1, 0, -1):
            other = self.below(i + 1)
            things[i], things[other] = things[other], things[i]
        return things


# The record


@dataclass
class Line:
    number: int
    kind: str
    seat: int
    drawn: list[int]
    hash: str
    move: str
    """The rest of the line, whatever its kind."""

    @property
    def words(self) -> list[str]:
        return self.move.split(" ")


@dataclass
class Record:
    game: str
    rules: int
    options: dict[str, Any]
    seats: int
    commitment: str
    clicks: str
    seed: bytes
    entries: int
    lines: list[Line]

    @property
    def moves(self) -> list[Line]:
        return [line for line in self.lines if line.kind == "move"]


def read(text: str) -> Record:
    head, _, body = text.partition("\n\n")
    first, *rows = head.split("\n")
    need(first == "Longtable record 1", "this is no record of the format that the page describes")
    fields = dict(row.split(": ", 1) for row in rows)
    lines: list[Line] = []
    for row in body.splitlines():
        number, kind, seat, drawn, _time, digest, *move = row.split(" ", 6)
        numbers = [] if drawn == "-" else [int(each) for each in drawn.split(",")]
        lines.append(
            Line(int(number), kind, -1 if seat == "-" else int(seat), numbers, digest, "".join(move))
        )
    return Record(
        fields["game"],
        int(fields["rules"]),
        json.loads(fields["options"]),
        sum(name.startswith("seat ") for name in fields),
        fields["commitment"],
        fields["clicks"],
        bytes.fromhex(fields["seed"]),
        int(fields["entries"]),
        lines,
    )


def check(text: str, shown: str | None = None, clicks: str | None = None, entries: str | None = None) -> int:
    """How many draws were compared. The commitment `shown`, `clicks` and `entries` are what the bot has said.

    Raises `LoadedError`.
    """
    record = read(text)
    need(commitment(record.seed) == record.commitment, "the seed is not the one that was committed to")
    need(shown in (None, record.commitment), "another commitment was shown")
    need(clicks in (None, record.clicks), "other clicks were shown")
    need(entries in (None, str(record.entries)), "the record had another number of entries at the end")
    need(record.clicks.count(",") == record.seats, "there is not one click for each seat and one for Start")
    need([line.number for line in record.lines] == list(range(record.entries)), "a line is missing")
    need([line.number for line in record.lines if line.kind == "start"] == [0], "line 0 is not the start")
    need(record.rules == 1, "other rules than the page tells of")
    streams = list(keyed(record))
    GAMES[record.game](record, streams)
    for line, stream in zip(record.lines, streams, strict=True):
        need(line.drawn == stream.drawn, f"line {line.number}: {stream.drawn} must be drawn")
    return sum(len(line.drawn) for line in record.lines)


def keyed(record: Record) -> Iterator[Stream]:
    """The stream of each line."""
    key, before = match_key(record.seed, record.clicks), ""
    for line in record.lines:
        yield Stream(key, line.number)
        if line.kind == "fresh":
            key = fresh_key(key, line.move)
        if line.kind in ("fresh", "seat"):
            need(line.hash == before, f"line {line.number}: the position must not change")
        before = line.hash


def begins(record: Record, seat: int) -> None:
    need(not record.moves or record.moves[0].seat == seat, f"seat {seat} must begin")


# Génial

KINDS = [a + b for at, a in enumerate("ROYGBP") for b in "ROYGBP"[at:]]


def genial(record: Record, streams: list[Stream]) -> None:
    bag = [kind for kind in KINDS for _ in range(5 if kind[0] == kind[1] else 6)]
    solo = record.options["form"] == "solo"

    def draw(stream: Stream, number: int) -> list[str]:
        return [bag.pop(stream.below(len(bag))) for _ in range(number)]

    begins(record, streams[0].below(record.seats))
    racks = [draw(streams[0], 1 if solo else 6) for _ in range(record.seats)]
    for line, after in zip(record.moves, [*record.moves[1:], None], strict=True):
        rack, stream = racks[line.seat], streams[line.number]
        if line.move == "swap":
            racks[line.seat] = draw(stream, 6)
            bag[:] = sorted([*bag, *rack], key=KINDS.index)
            continue
        if line.move != "keep":
            kind = "".join(sorted(line.words[0], key="ROYGBP".index))
            need(kind in rack, f"line {line.number}: {kind} is not in the rack")
            rack.remove(kind)
        ended = after is None and not line.drawn
        if not ended and (solo or after is None or after.seat != line.seat):
            rack += draw(stream, (1 if solo else 6) - len(rack))


# Genesis (Knizia)


def genesis(record: Record, streams: list[Stream]) -> None:
    def roll(stream: Stream) -> Counter[str]:
        return Counter("GYMB**"[stream.below(6)] for _ in range(2))

    begins(record, streams[0].below(record.seats))
    dice = roll(streams[0])
    left = [Counter("GYMB" * record.options["tiles_per_terrain"]) for _ in range(record.seats)]
    for line in record.moves:
        placed = Counter(tile[0] for tile in line.words)
        left[line.seat] -= placed
        need(min(left[line.seat].values()) >= 0, f"line {line.number}: there is no such tile left")
        if len(line.words) == 2:
            ignored = [face for face in dice - placed if face != "*" and left[line.seat][face]]
            need(not ignored, f"line {line.number}: the dice show something else")
        if line is not record.moves[-1] or line.drawn:
            dice = roll(streams[line.number])


# Genesis (Brassinne)


def genesis_life(record: Record, streams: list[Stream]) -> None:
    begins(record, 1 - streams[0].below(2))


# Familienbande


def familienbande(record: Record, streams: list[Stream]) -> None:
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
    begins(record, start.below(record.seats))
    start.shuffled([*"EGNLH"])
    for _ in range(3):
        draw(start)
    hands = [set[int]().union(*(draw(start) for _ in range(5))) for _ in range(record.seats)]
    for line in record.moves:
        hand, verb = hands[line.seat], line.words[0]
        if verb in ("marry", "child", "discard"):
            card = int(line.words[1])
            need(card in hand, f"line {line.number}: {card} is not in the hand")
            hand.remove(card)
            if verb == "discard":
                discards.add(card)
        if verb in ("marry", "pass", "discard"):
            hand |= draw(streams[line.number])


# Genesia

LOTS = "BYGVR"
LEFT_OUT = {
    "beginner": {6, 11, 36, 39, 64, 65, 70, 72},
    "expert": {5, 12, 33, 42, 64, 65, 69, 72},
    "heroic": {3, 9, 34, 40, 64, 65, 67, 72},
}


def genesia(record: Record, streams: list[Stream]) -> None:
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
        number = int(line.words[1]) if verb in ("objective", "draft", "card", "discard") else 0
        dealt = False
        if verb == "objective":
            own = objectives[2 * seat : 2 * seat + 2]
            need(number in own, f"line {line.number}: that objective was not dealt to seat {seat}")
            dealt = len(chosen) < record.seats == len({*chosen, seat})
            chosen.add(seat)
        elif verb == "place":
            places += 1
            dealt = places % (record.seats - 1) == 0
        else:
            need(table.may(seat, verb, number), f"line {line.number}: seat {seat} does not hold that card")
        if not opened and not solo and verb not in ("objective", "draft"):
            need(seat == order[0], f"line {line.number}: seat {order[0]} must begin")
            opened = True
        if dealt or (solo and line.drawn):
            age += 1
            need(age < 3, f"line {line.number}: there is no fourth Age")
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
        """By seat, the steps that can be taken back: the card put away, 0 for another step."""

    def may(self, seat: int, verb: str, card: int) -> bool:
        """Whether the seat holds the card it names; it is then gone from there."""
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
            if verb == "discard":
                steps.append(card)
            return held
        if verb in ("recruit", "move"):
            steps.append(0)
        elif verb == "back" and (card := steps.pop()):
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


GAMES: dict[str, Callable[[Record, list[Stream]], None]] = {
    "genial": genial,
    "genesis": genesis,
    "genesis_life": genesis_life,
    "familienbande": familienbande,
    "genesia": genesia,
}


def main(arguments: list[str]) -> int:
    file, *shown = arguments
    try:
        compared = check(Path(file).read_text(encoding="utf-8"), *shown)
    except LoadedError as error:
        sys.stdout.write(f"{file}: {error}\n")
        return 1
    sys.stdout.write(f"{file}: {compared} draws are right\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
