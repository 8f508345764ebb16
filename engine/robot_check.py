"""The check of a record that its robots chose as they say: each move is chosen again.

``python -m engine.robot_check`` does so for a record on the standard input, and writes a `Checked` as JSON.
It gives way to everything else on the machine, and stops choosing after a while.
"""

from __future__ import annotations

import os
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import msgspec

from engine.game import AnyGame, Refusal, Seat
from engine.games import rules_of
from engine.record import BadRecord, Line, Record, entry_keys, goes_back, read, steps
from engine.robots.choosing import ANY, Made, Position

__all__ = ["SECONDS", "Checked", "RobotCheck", "check_robots", "main"]

SECONDS = 60
"""Seconds of processor after which no further move is chosen again."""
_NICENESS = 10


class Checked(msgspec.Struct, frozen=True):
    """A `RobotCheck` as it is told."""

    checked: int
    unchecked: int
    players: dict[str, int]
    """The number of moves that each player made."""
    wrong: int | None = None
    """The line of a move that comes out otherwise: all is not as the record says."""


@dataclass(slots=True)
class RobotCheck:
    """The numbers of robots' moves in a record that were chosen again."""

    checked: int = 0
    """Moves that came out as they stand in the record."""
    unchecked: int = 0
    """Moves that cannot be chosen again: time cut the search, that version of the player is not here, or the
    record does not say how the move was chosen."""
    players: Counter[str] = field(default_factory=Counter[str])
    """The moves that each player made, as the record says."""


def check_robots(record: Record, game: AnyGame, is_late: Callable[[], bool] = lambda: False) -> RobotCheck:
    """Choose every robot's move again. The record has passed `engine.record.verify`.

    Once it `is_late` no further move is chosen: the rest is not checked.
    Raises `BadRecord` ``record_robot_move`` for a move that comes out otherwise or was not asked for.
    """
    found, checking = RobotCheck(), _Checking(record, game)
    persons = {seat for seat, label in enumerate(record.seats) if label.startswith("person ")}
    steps_left = 0
    for step in steps(record, game):
        line = step.line
        if line.kind == "seat" and line.text == "substitute" and line.seat is not None:
            persons.add(line.seat)
        if line.made is not None and line.seat is not None:
            chosen = 0 if is_late() else checking.steps_chosen(line, line.seat, line.made)
            found.players[line.made.player] += 1
            found.checked += chosen > 0
            found.unchecked += chosen == 0
            steps_left = chosen - 1
        elif steps_left > 0:
            steps_left -= 1
        elif line.kind == "move" and line.seat not in persons:
            found.unchecked += 1
        checking.note(line, step.state)
    return found


class _Asked(NamedTuple):
    """A position after an entry that counted, as of the latest entry at which it did."""

    state: Any
    key: bytes
    number: int
    """That latest entry."""


class _Checking:
    """A record as far as it was replayed, with what robots may have been asked in."""

    def __init__(self, record: Record, game: AnyGame) -> None:
        self._record = record
        self._game = game
        self._keys = list(entry_keys(record))
        self._counted: list[int] = []
        """The last entry that still counts after each entry."""
        self._asked: dict[int, _Asked] = {}
        self._last_move: dict[Seat, int] = {}
        self._state: Any = None

    def note(self, line: Line, state: Any) -> None:
        """Note the state after the line."""
        if (back := goes_back(line.kind, line.text)) is not None:
            self._counted.append(self._counted[back[0]])
        else:
            last = self._counted[-1] if line.kind in ("host", "end", "pace") else line.number
            self._counted.append(last)
        if line.kind == "move" and line.seat is not None:
            self._last_move[line.seat] = line.number
        self._asked[self._counted[-1]] = _Asked(state, self._keys[line.number], line.number)
        self._state = state

    def steps_chosen(self, line: Line, seat: Seat, made: Made) -> int:
        """Return the number of lines of the move, this one the first, if it was chosen again; 0 if it cannot.

        Raises `BadRecord` where another move comes out.
        """
        game, player = self._game, self._game.players.get(made.player)
        there = (1, 0) if made.player == ANY else None
        if player is not None:
            there = player.version, player.budget
        if there != (made.version, made.budget) or made.is_cut:
            return 0
        asked = self._asked.get(made.after)
        # Of several entries that count no house may take the one whose chance suits it.
        if (
            asked is None
            or asked.number < self._last_move.get(seat, -1)
            or seat not in game.pending(asked.state)
        ):
            raise BadRecord("record_robot_move", number=line.number, player=made.player, chosen="-")
        position = Position(game, asked.state, seat, made.after, asked.key)
        thought = position.any_move() if made.player == ANY else position.question().choose(made.player)
        if thought.made.is_cut:
            return 0
        try:
            wanted = [str(each) for each in game.steps(game.parse(self._state, seat, thought.text))]
        except Refusal:
            wanted = [thought.text]
        lines = self._record.lines[line.number : line.number + len(wanted)]
        if [each.text for each in lines] != wanted or any(each.seat != seat for each in lines):
            raise BadRecord("record_robot_move", number=line.number, player=made.player, chosen=thought.text)
        return len(wanted)


def main() -> None:
    """Read, check, write."""
    os.nice(_NICENESS)
    record = read(sys.stdin.read())
    game = rules_of(record.game, record.rules)
    if game is None:
        raise SystemExit(1)
    try:
        found = check_robots(record, game, lambda: time.process_time() > SECONDS)
        said = Checked(found.checked, found.unchecked, dict(found.players))
    except BadRecord as error:
        number = error.inputs.get("number")
        said = Checked(0, 0, {}, number if isinstance(number, int) else 0)
    sys.stdout.buffer.write(msgspec.json.encode(said))


if __name__ == "__main__":
    main()
