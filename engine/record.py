"""A match as a text file: write, read, replay, verify.

The file has a header of ``name: value`` lines, an empty line, and one line for each entry of the log::

    Longtable record 2
    game: genial
    rules: 1
    options: {"form":"free","single_bonus":false}
    seat 0: person 1
    seat 1: steady
    commitment: 9f86d081…
    clicks: 1180000000000000001,1180000000000000002,1180000000000000003
    seed: 6ea43f61…
    entries: 52

    0 start - 1,17,… 2026-11-21T08:00:00Z 5d2f…
    1 move 1 63 2026-11-21T08:00:05Z 77ac… [steady/1@0] RB F5 E5

An entry has its number, kind (docs/fairness.md lists them), seat, what chance drew, time, hash of the
position after it, and what its kind needs besides: a move's notation; ``-`` stands for nothing. A seed that
is not published yet is ``-`` as well. Before a robot's move stands in brackets how it was chosen
(`engine.robots.choosing.Made`); version 1 of the format lacks that.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import msgspec

from engine.chance import Chance, DrawnChance, SeededChance, commitment, match_key, rekeyed
from engine.game import AnyGame, Event, GameOver, NotYourTurn, Refusal, Result, Seat
from engine.outcome import Written, forfeited_seats, gone_of, ranking, won_by
from engine.robots.choosing import Made
from engine.table_lines import TableLines

__all__ = [
    "BadRecord",
    "Line",
    "Record",
    "Step",
    "entry_keys",
    "final_ranking",
    "goes_back",
    "read",
    "read_undo",
    "replay",
    "steps",
    "undo_text",
    "verify",
    "without_former_orders",
    "write",
]

_FIRST = re.compile(r"Longtable record ([0-9]{1,6})")
_LINE = re.compile(
    r"(?P<number>[0-9]{1,9}) (?P<kind>start|move|seat|host|pace|end|fresh|undo) (?P<seat>-|[0-9]{1,3}) "
    r"(?P<drawn>-|[0-9]{1,20}(?:,[0-9]{1,20})*) (?P<at>[0-9T:-]{19}Z) (?P<hash>[0-9a-f]{64})"
    r"(?: \[(?P<made>[!-Z^-~]{1,60})\])?(?: (?P<text>\S.*))?"
)
_FORMATS = (1, 2)
"""The versions of the format that are read; the last one is written."""
_PLAY_ON = "table: play on"
"""Header line of a table that was opened to play on after one of two sides has resigned."""
_HEX = re.compile(r"[0-9a-f]{64}")
_UNDO = re.compile(r"to (0|[1-9][0-9]{0,8})(?: with ([0-9]{1,3}(?:,[0-9]{1,3})*))?")
_TEXTS = {
    "fresh": re.compile(rf"{_HEX.pattern}(?: [1-9][0-9]{{0,2}})?"),
    "host": re.compile(r"time|replace|end|undo to (?:0|[1-9][0-9]{0,8})"),
    "pace": re.compile(r"(?:week|day|lively|[1-9][0-9]{1,2}h\+[1-9][0-9]{1,2}h)(?: weekends)?(?: -leave)?"),
    "end": re.compile(r"won [0-9]{1,3}(?:,[0-9]{1,3})*"),
    "undo": _UNDO,
}
"""The texts that lines of these kinds may have."""
_LONGEST = 4_000_000


class BadRecord(Refusal):
    """The text is no record, is damaged, or does not replay. `inputs` say where."""


@dataclass(frozen=True, slots=True)
class Line:
    """One entry of the log."""

    number: int
    kind: str
    """``"start"``, ``"move"``, ``"seat"`` (another plays for the seat), ``"host"`` (a moderator's remedy),
    ``"pace"`` (all have agreed on another pace), ``"end"`` (the match was ended as won), ``"undo"`` (the seat
    has taken back what came after an earlier entry) or ``"fresh"`` (a backup was restored, and something
    fresh mixed into the chance from here on)."""
    seat: Seat | None
    """`None` for what concerns no seat: ``"start"``, ``"end"``, ``"fresh"``, ``"pace"``, and most of
    ``"host"``."""
    text: str
    """The move's notation, who plays for the seat now, the remedy, the pace, the seats that have won, to
    which entry the position goes back and who agreed, or what is mixed in."""
    drawn: tuple[int, ...]
    at: datetime
    """Aware; written in whole seconds of UTC."""
    hash: str
    """`Game.hash` of the state after the entry."""
    made: Made | None = None
    """How an automatic player chose the move; `None` for people's lines and where it is not known."""


@dataclass(frozen=True, slots=True)
class Record:
    """A whole match, without anything that says who the people were."""

    game: str
    rules: int
    options: Mapping[str, Any]
    """The options as JSON has them."""
    seats: tuple[str, ...]
    """The occupants of the seats at the start, as neutral labels: ``person 1``, ``steady``."""
    commitment: str
    clicks: tuple[int, ...]
    """Ids of the joining clicks in seat order, and then that of the click on Start."""
    seed: bytes | None
    """32 bytes; `None` while it is secret."""
    lines: tuple[Line, ...]
    play_on: bool = False
    """A robot plays on after one of two sides has resigned."""


@dataclass(frozen=True, slots=True)
class Step:
    """An entry replayed."""

    line: Line
    state: Any
    """The state after it."""
    events: tuple[Event, ...]


def without_former_orders(game: AnyGame, state: Any, entries: Iterable[Written]) -> Any:
    """Return the state without the secret orders of seats that somebody else has taken by these entries."""
    for entry in entries:
        if entry.kind == "seat" and entry.text == "substitute" and entry.seat is not None:
            state = game.without_orders(state, entry.seat)
    return state


def undo_text(to: int, agreed: Sequence[int]) -> str:
    """Return the text of an ``undo`` entry: the entry after which the match goes on, and the seats that
    agreed.
    """
    return f"to {to} with {','.join(map(str, agreed))}" if agreed else f"to {to}"


def read_undo(text: str) -> tuple[int, tuple[Seat, ...]]:
    """Return the entry and the seats of an `undo_text`. Raises `ValueError`."""
    found = _UNDO.fullmatch(text)
    if found is None:
        raise ValueError(f"nobody takes back {text!r}")
    return int(found[1]), tuple(Seat(int(seat)) for seat in (found[2] or "").split(",") if seat)


def goes_back(kind: str, text: str) -> tuple[int, tuple[Seat, ...]] | None:
    """Return the entry to which an entry leads back, and the seats that agreed; `None` for one that leads on.

    A moderator asks nobody. Raises `ValueError`.
    """
    if kind == "host" and text.startswith("undo "):
        return read_undo(text.removeprefix("undo "))
    return read_undo(text) if kind == "undo" else None


def write(record: Record) -> str:
    """Return the record as text; `read` gives an equal record."""
    header = [
        f"Longtable record {_FORMATS[-1]}",
        f"game: {record.game}",
        f"rules: {record.rules}",
        f"options: {msgspec.json.encode(record.options, order='sorted').decode()}",
        *((_PLAY_ON,) if record.play_on else ()),
        *(f"seat {seat}: {_plain(label)}" for seat, label in enumerate(record.seats)),
        f"commitment: {record.commitment}",
        f"clicks: {_numbers(record.clicks)}",
        f"seed: {record.seed.hex() if record.seed else '-'}",
        f"entries: {len(record.lines)}",
        "",
    ]
    return "\n".join([*header, *map(_line, record.lines), ""])


def _line(line: Line) -> str:
    at = line.at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    seat = "-" if line.seat is None else line.seat
    written = f"{line.number} {line.kind} {seat} {_numbers(line.drawn)} {at} {line.hash}"
    if line.made is not None:
        written += f" [{line.made}]"
    return f"{written} {_plain(line.text)}" if line.text else written


def _numbers(numbers: Sequence[int]) -> str:
    return ",".join(map(str, numbers)) or "-"


def _plain(label: str) -> str:
    return " ".join("".join(c if c.isprintable() else " " for c in label).split()) or "?"


def read(text: str) -> Record:
    """Return the record that `text` holds. Raises `BadRecord` with the number of the line that cannot be
    read.
    """
    rows = text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
    first = _FIRST.fullmatch(rows[0].strip())
    if first is None or len(text) > _LONGEST:
        raise BadRecord("record_foreign")
    if int(first[1]) not in _FORMATS:
        raise BadRecord("record_format", format=int(first[1]))
    return _Reader(rows).record(int(first[1]))


class _Reader:
    """A reader of a record, row by row, that knows its place."""

    def __init__(self, rows: Sequence[str]) -> None:
        self._rows = rows
        self._at = 0

    def _damaged(self) -> BadRecord:
        return BadRecord("record_damaged", line=self._at + 1)

    def _next(self) -> str:
        self._at += 1
        if self._at >= len(self._rows):
            raise BadRecord("record_cut_short", line=self._at)
        return self._rows[self._at]

    def _peek(self) -> str:
        return self._rows[min(self._at + 1, len(self._rows) - 1)]

    def _value(self, name: str, pattern: str) -> str:
        found = re.fullmatch(rf"{name}: ({pattern})", self._next())
        if found is None:
            raise self._damaged()
        return found[1]

    def record(self, version: int) -> Record:
        game = self._value("game", r"[a-z_]{1,40}")
        rules = int(self._value("rules", r"[0-9]{1,6}"))
        options = self._options()
        play_on = self._peek() == _PLAY_ON
        if play_on:
            self._next()
        seats: list[str] = []
        while self._peek().startswith("seat "):
            seats.append(self._value(f"seat {len(seats)}", r"\S.{0,99}"))
        committed = self._value("commitment", _HEX.pattern)
        clicks = _read_numbers(self._value("clicks", r"-|[0-9]{1,20}(?:,[0-9]{1,20})*"))
        seed = self._value("seed", rf"-|{_HEX.pattern}")
        count = int(self._value("entries", r"[0-9]{1,9}"))
        if self._next():
            raise self._damaged()
        lines = tuple(self._line(number, version) for number in range(count))
        if not lines or any(self._rows[self._at + 1 :]):
            self._at += 1
            raise self._damaged()
        return Record(
            game=game,
            rules=rules,
            options=options,
            seats=tuple(seats),
            commitment=committed,
            clicks=clicks,
            seed=None if seed == "-" else bytes.fromhex(seed),
            lines=lines,
            play_on=play_on,
        )

    def _options(self) -> Mapping[str, Any]:
        try:
            return msgspec.json.decode(self._value("options", r"\{.*\}"), type=dict[str, Any])
        except (msgspec.DecodeError, RecursionError):
            raise self._damaged() from None

    def _line(self, number: int, version: int) -> Line:
        found = _LINE.fullmatch(self._next())
        if found is None or int(found["number"]) != number or (found["kind"] == "start") != (number == 0):
            raise self._damaged()
        kind, text = found["kind"], found["text"]
        seatless = kind in ("start", "pace", "end", "fresh") or (kind == "host" and text != "replace")
        if (found["seat"] == "-") != seatless or (text is None) != (number == 0):
            raise self._damaged()
        if kind in _TEXTS and not _TEXTS[kind].fullmatch(text):
            raise self._damaged()
        if found["made"] is not None and (version == 1 or kind != "move"):
            raise self._damaged()
        try:
            made = None if found["made"] is None else Made.read(found["made"])
            at = datetime.strptime(found["at"], "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=UTC)
        except ValueError:
            raise self._damaged() from None
        return Line(
            number=number,
            kind=found["kind"],
            seat=None if found["seat"] == "-" else Seat(int(found["seat"])),
            text=found["text"] or "",
            drawn=_read_numbers(found["drawn"]),
            at=at,
            hash=found["hash"],
            made=made,
        )


def _read_numbers(text: str) -> tuple[int, ...]:
    return () if text == "-" else tuple(map(int, text.split(",")))


def steps(record: Record, game: AnyGame) -> Iterator[Step]:
    """Replay entry by entry from what chance drew. Raises `BadRecord` with the first bad entry's number."""
    return _fold(record, game, lambda line: DrawnChance(line.drawn), "record_chance")


def replay(record: Record, game: AnyGame) -> Any:
    """Return the last state. Raises as `steps`."""
    *_, last = steps(record, game)
    return last.state


def final_ranking(record: Record, game: AnyGame, state: Any) -> Result | None:
    """Return the ranking among those who count, for the record's last state; `None` where there is none."""
    size = len(record.seats)
    persons = [Seat(seat) for seat, label in enumerate(record.seats) if label.startswith("person ")]
    sides = game.sides(msgspec.convert(record.options, game.Options), size)
    lost = forfeited_seats(sides, persons, gone_of(record.lines))
    return ranking(game.result(state), size, lost, won_by(record.lines[-1]))


def verify(record: Record, game: AnyGame) -> Any:
    """Return the last state of a record whose draws all follow from its seed, and whose seed fits its
    commitment.

    The state tells if the match is over: a record that was cut off is right as far as it goes. Raises
    `BadRecord` as `steps`, when the seed is not published or not the one that was committed to, and for a
    line of the table that another line contradicts.
    """
    if record.seed is None:
        raise BadRecord("record_seed_secret")
    if commitment(record.seed) != record.commitment:
        raise BadRecord("record_commitment")
    if len(record.clicks) != len(record.seats) + 1:
        raise BadRecord("record_clicks", clicks=len(record.clicks), seats=len(record.seats))
    keys = entry_keys(record)
    chances = map(SeededChance, keys, range(len(record.lines)))
    *_, last = _fold(record, game, lambda _: next(chances), "record_loaded")
    _check_table(record, game)
    return last.state


def _check_table(record: Record, game: AnyGame) -> None:
    """Check that the lines that are no moves agree with each other. Raises `BadRecord`."""
    sides = game.sides(msgspec.convert(record.options, game.Options), len(record.seats))
    table = TableLines(record.seats, sides)
    for line in record.lines:
        try:
            _tell(table, line)
        except Refusal as refusal:
            raise BadRecord(refusal.code, number=line.number, **refusal.inputs) from None


def _tell(table: TableLines, line: Line) -> None:
    """Tell the table of a line. Raises `Refusal`."""
    if (back := goes_back(line.kind, line.text)) is not None:
        table.note_undo(line.seat, *back)
    elif line.kind == "end":
        table.check_won(_winners(line))
    elif line.seat is None:
        return
    elif line.kind == "seat":
        table.note_seat(line.seat, line.text)
    elif line.kind == "host":
        table.note_replacement(line.seat)
    else:
        table.note_move(line.number, line.seat, drew=bool(line.drawn))


def _winners(line: Line) -> tuple[Seat, ...]:
    """Return the seats that an ``end`` line names."""
    return tuple(Seat(int(seat)) for seat in line.text.removeprefix("won ").split(","))


def entry_keys(record: Record) -> Iterator[bytes]:
    """Yield the key of each entry of a record whose seed is published."""
    assert record.seed is not None
    key = match_key(record.seed, record.clicks)
    for line in record.lines:
        if line.kind == "fresh":
            key = rekeyed(key, line.text)
        yield key


def _fold(
    record: Record, game: AnyGame, chance_of: Callable[[Line], Chance], drawn_otherwise: str
) -> Iterator[Step]:
    """Play every entry. `drawn_otherwise` is the code for an entry that kept other numbers than drawn."""
    if record.game != game.key or record.rules != game.rules:
        raise BadRecord("record_rules", game=record.game, rules=record.rules)
    state: Any = None
    wanted = {back[0] for line in record.lines if (back := goes_back(line.kind, line.text)) is not None}
    earlier: dict[int, Any] = {}
    for line in record.lines:
        if line.number and _is_end(record.lines[line.number - 1]):
            raise BadRecord("record_move", number=line.number, text=line.text, code="game_over")
        chance = chance_of(line)
        try:
            if (back := goes_back(line.kind, line.text)) is not None:
                state, events = _gone_back(record, game, earlier, state, line, *back), ()
            else:
                state, events = _play(record, game, state, line, chance)
        except msgspec.ValidationError:
            raise BadRecord("record_options") from None
        except ValueError:
            raise BadRecord("record_chance", number=line.number) from None
        except Refusal as refusal:
            code = refusal.code
            raise BadRecord("record_move", number=line.number, text=line.text, code=code) from refusal
        if chance.draws != line.drawn:
            raise BadRecord(drawn_otherwise, number=line.number)
        if game.hash(state) != line.hash:
            raise BadRecord("record_hash", number=line.number)
        if line.number in wanted:
            earlier[line.number] = state
        yield Step(line, state, events)


def _gone_back(
    record: Record,
    game: AnyGame,
    earlier: dict[int, Any],
    state: Any,
    line: Line,
    to: int,
    agreed: tuple[Seat, ...],
) -> Any:
    """Return the state to which the line leads back; later states can no longer be led back to.

    If somebody else has taken a seat since, orders of the person who sat there before do not come back.
    """
    seats = (*(() if line.seat is None else (line.seat,)), *agreed)
    if any(seat >= len(record.seats) for seat in seats):
        raise NotYourTurn("no_such_seat")
    if game.result(state) is not None:
        raise GameOver("over")
    if to not in earlier:
        raise NotYourTurn("undo_nothing")
    for number in [each for each in earlier if each > to]:
        del earlier[number]
    return without_former_orders(game, earlier[to], record.lines[to + 1 : line.number])


def _is_end(line: Line) -> bool:
    """Return True if the line ended the match, whatever the rules say."""
    return line.kind == "end" or (line.kind == "host" and line.text == "end")


def _play(
    record: Record, game: AnyGame, state: Any, line: Line, chance: Chance
) -> tuple[Any, tuple[Event, ...]]:
    if line.kind == "start":
        return game.setup(msgspec.convert(record.options, game.Options), len(record.seats), chance), ()
    if line.kind != "move" and game.result(state) is not None:
        raise GameOver("over")
    if line.kind == "end":
        if any(seat >= len(record.seats) for seat in _winners(line)):
            raise NotYourTurn("no_such_seat")
        return state, ()
    if line.kind in ("fresh", "pace") or (line.kind == "host" and line.seat is None):
        return state, ()
    if line.seat is None or line.seat >= len(record.seats):
        raise NotYourTurn("no_such_seat")
    if line.kind in ("seat", "host"):
        return without_former_orders(game, state, (line,)), ()
    return game.play(state, line.seat, game.parse(state, line.seat, line.text), chance)
