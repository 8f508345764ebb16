"""Checks that nobody loaded the dice. Written from docs/fairness.md alone, knowing nothing else of Longtable.

``python tests/stranger/program.py FILE [COMMITMENT CLICKS [ENTRIES]]`` checks a record, and whether the
commitment, the ids of the clicks and the number of entries are those that were shown before, at the start and
at the end.
"""

from __future__ import annotations

import hashlib
import hmac
import importlib.util
import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

T = TypeVar("T")
HERE = Path(__file__).resolve()


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
    persons: set[int]
    """The seats where a person sat at the start."""
    commitment: str
    clicks: str
    seed: bytes
    entries: int
    lines: list[Line]

    @property
    def moves(self) -> list[Line]:
        return [line for line in self.lines if line.kind == "move"]

    def begins(self, seat: int) -> None:
        """The seat that must have made the first move."""
        need(not self.moves or self.moves[0].seat == seat, f"seat {seat} must begin")

    @staticmethod
    def need(right: bool, what: str) -> None:
        """Raises `LoadedError` with what is wrong."""
        need(right, what)


def read(text: str) -> Record:
    head, _, body = text.partition("\n\n")
    first, *rows = head.split("\n")
    formats = ("Longtable record 1", "Longtable record 2")
    need(first in formats, "this is no record of a format that the page describes")
    fields = dict(row.split(": ", 1) for row in rows)
    lines: list[Line] = []
    for row in body.splitlines():
        number, kind, seat, drawn, _time, digest, *move = row.split(" ", 6)
        if move and move[0].startswith("["):
            need(kind == "move" and first == formats[1], f"line {number}: no robot chooses there")
            move = move[0].split(" ", 1)[1:]
        numbers = [] if drawn == "-" else [int(each) for each in drawn.split(",")]
        lines.append(
            Line(int(number), kind, -1 if seat == "-" else int(seat), numbers, digest, "".join(move))
        )
    return Record(
        fields["game"],
        int(fields["rules"]),
        json.loads(fields["options"]),
        sum(name.startswith("seat ") for name in fields),
        {
            int(name.removeprefix("seat "))
            for name, label in fields.items()
            if name.startswith("seat ") and label.startswith("person ")
        },
        fields["commitment"],
        fields["clicks"],
        bytes.fromhex(fields["seed"]),
        int(fields["entries"]),
        lines,
    )


def check(
    text: str,
    shown: str | None = None,
    clicks: str | None = None,
    entries: str | None = None,
    folder: Path = HERE.parent,
) -> int:
    """Return the number of draws compared. The bot has said the commitment `shown`, the `clicks` and the
    `entries`.

    The games' files stand in `folder`. Raises `LoadedError`.
    """
    try:
        return compared(text, shown, clicks, entries, folder)
    except (ValueError, LookupError) as error:
        raise LoadedError(f"something in it cannot be read: {error}") from error


def compared(text: str, shown: str | None, clicks: str | None, entries: str | None, folder: Path) -> int:
    """Do the work of `check` for a record whose lines can all be read. Raises the errors of reading them
    too."""
    record = read(text)
    need(commitment(record.seed) == record.commitment, "the seed is not the one that was committed to")
    need(shown in (None, record.commitment), "another commitment was shown")
    need(clicks in (None, record.clicks), "other clicks were shown")
    need(entries in (None, str(record.entries)), "the record had another number of entries at the end")
    need(record.clicks.count(",") == record.seats, "there is not one click for each seat and one for Start")
    need([line.number for line in record.lines] == list(range(record.entries)), "a line is missing")
    need([line.number for line in record.lines if line.kind == "start"] == [0], "line 0 is not the start")
    need(record.rules == 1, "other rules than the page tells of")
    need(all(0 <= line.seat < record.seats for line in record.moves), "nobody sits where somebody has moved")
    of_the_table(record)
    words = ordering(record.game, folder)
    for lines in played(record, words):
        streams = list(keyed(record, words))
        of_game(record.game, folder)(replace(record, lines=lines), streams)
        for line in lines:
            right = streams[line.number].drawn
            need(line.drawn == right, f"line {line.number}: {right} must be drawn")
    return sum(len(line.drawn) for line in record.lines)


OF_THE_TABLE = ("seat", "host", "pace", "end", "fresh")
"""Kinds of the lines that are nobody's move."""


def played(record: Record, words: tuple[str, ...]) -> Iterator[list[Line]]:
    """Yield the lines played before each time that somebody took back, and those in force at the end."""
    live, undone = list[Line](), set[int]()
    for line in record.lines:
        if takes_back(line):
            yield live
            to = gone_back(record, line)
            need(to < line.number and to not in undone, f"line {line.number}: it goes back to nothing")
            since = record.lines[to + 1 : line.number]
            cleared = any(clears(record, words, one, to) for one in since)
            same = line.hash == record.lines[to].hash
            need(same or cleared, f"line {line.number}: another position")
            undone |= {each.number for each in live if each.number > to and each.kind in ("move", "undo")}
            live = [each for each in live if each.number not in undone]
        live = [*live, line]
    yield live


def clears(record: Record, words: tuple[str, ...], line: Line, until: int) -> bool:
    """Return True if somebody sits down by the line in a seat that may have had orders after line `until`."""
    if (line.kind, line.move) != ("seat", "substitute"):
        return False
    moves = (each for each in record.moves if each.seat == line.seat and each.number <= until)
    return any(each.words[0] in words for each in moves)


def takes_back(line: Line) -> bool:
    """Return True if the line takes back earlier ones, by somebody's wish or a moderator's."""
    return line.kind == "undo" or (line.kind == "host" and line.move.startswith("undo "))


def gone_back(record: Record, line: Line) -> int:
    """The line after which it goes on."""
    moderator = line.kind == "host"
    to, _, agreed = line.move.removeprefix("undo " * moderator + "to ").partition(" with ")
    right = line.move.startswith("undo " * moderator + "to ") and to.isdecimal()
    seats = [int(each) if each.isdecimal() else -1 for each in agreed.split(",")] if agreed else []
    nobody = line.seat < 0 and not agreed
    need(right and (nobody if moderator else line.seat >= 0), f"line {line.number}: it does not say to where")
    need(
        all(0 <= each < record.seats != line.seat for each in seats), f"line {line.number}: nobody sits there"
    )
    return int(to)


def of_the_table(record: Record) -> None:
    """Checks that the lines that are no moves agree with each other."""
    resigned, absent, replaced = set[int](), set[int](), set[int]()
    now = {"steward": absent, "steward uncounted": replaced, "replace": replaced, "resigned": resigned}
    moves: list[Line] = []
    for line in record.lines:
        seat, said = line.seat, f"line {line.number}: another line says otherwise"
        there = record.persons - resigned
        if line.kind == "move":
            moves.append(line)
        elif takes_back(line):
            to = gone_back(record, line)
            gone = [each for each in moves if each.number > to]
            moves = [each for each in moves if each.number <= to]
            need(bool(gone), said)
            if line.kind == "undo":
                own = [each for each in gone if each.seat == seat]
                need(bool(own) and seat in there, said)
                agreed = [int(each) for each in line.move.partition(" with ")[2].split(",") if each]
                a_step = not agreed and len(own) == 1 and own[0].number == to + 1 and not own[0].drawn
                need(a_step or agreed == sorted(there - {seat}), said)
        elif line.kind == "seat" or line.words[0] == "replace":
            new = line.move == "substitute"
            need(seat in record.persons and (new or seat not in resigned), said)
            need(line.move in ("return", "substitute", *now), said)
            need(line.move != "return" or seat in absent | replaced, said)
            for seats in (resigned, absent, replaced):
                if line.move in ("return", "substitute", "resigned"):
                    seats.discard(seat)
            if line.move == "steward uncounted":
                absent.discard(seat)
            if line.move in now:
                now[line.move].add(seat)
            need(bool(record.persons - resigned), said)
        elif line.kind == "end":
            won = {int(each) for each in line.move.removeprefix("won ").split(",")}
            lost = record.persons - won
            need(bool(lost) and lost <= resigned | absent and bool(there & won), said)


def keyed(record: Record, words: tuple[str, ...]) -> Iterator[Stream]:
    """The stream of each line. Moves that give orders begin with one of the `words`."""
    key, before = match_key(record.seed, record.clicks), ""
    for line in record.lines:
        yield Stream(key, line.number)
        if line.kind == "fresh":
            key = fresh_key(key, line.move)
        if line.kind not in ("start", "move"):
            need(line.kind in (*OF_THE_TABLE, "undo"), f"line {line.number}: there is no such kind")
            same = takes_back(line) or line.hash == before or clears(record, words, line, line.number)
            need(same, f"line {line.number}: the position must not change")
            need(not line.drawn, f"line {line.number}: it draws nothing")
        ends = line.kind == "end" or (line.kind, line.move) == ("host", "end")
        need(not ends or line is record.lines[-1], f"line {line.number}: nothing follows the end")
        before = line.hash


# The games: each has a file beside this one


def games(folder: Path = HERE.parent) -> list[str]:
    """Those of which the page tells."""
    return sorted(path.stem for path in folder.glob("*.py") if path != HERE)


def of_game(game: str, folder: Path = HERE.parent) -> Callable[[Record, list[Stream]], None]:
    """Draws again what the game draws: ``check`` in its file. Raises `LoadedError`."""
    return of_file(game, folder).check


def ordering(game: str, folder: Path = HERE.parent) -> tuple[str, ...]:
    """Return the words with which moves begin that give orders: ``ORDERS`` in the game's file, if there are
    any.
    """
    return getattr(of_file(game, folder), "ORDERS", ())


def of_file(game: str, folder: Path) -> ModuleType:
    """The game's file. Raises `LoadedError`."""
    need(game in games(folder), "the page does not tell of this game")
    spec = importlib.util.spec_from_file_location(f"stranger_{game}", folder / f"{game}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def main(arguments: list[str]) -> int:
    file, shown, clicks, entries = (*arguments, None, None, None)[:4]
    assert file is not None
    try:
        draws = check(Path(file).read_text(encoding="utf-8"), shown, clicks, entries)
    except LoadedError as error:
        sys.stdout.write(f"{file}: {error}\n")
        return 1
    sys.stdout.write(f"{file}: {draws} draws are right\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
