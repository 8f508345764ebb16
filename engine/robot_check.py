"""The check of a record that its robots chose as they say: each move is chosen again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.game import AnyGame, Refusal, Seat
from engine.record import BadRecord, Line, Record, entry_keys, goes_back, steps
from engine.robots.choosing import ANY, Question

__all__ = ["RobotCheck", "check_robots"]


@dataclass(slots=True)
class RobotCheck:
    """The numbers of robots' moves in a record that were chosen again."""

    checked: int = 0
    """Moves that came out as they stand in the record."""
    unchecked: int = 0
    """Moves that cannot be chosen again: time cut the search, or that version of the player is not here."""


def check_robots(record: Record, game: AnyGame) -> RobotCheck:
    """Choose every robot's move again. The record has passed `engine.record.verify`.

    Raises `BadRecord` ``record_robot_move`` for a move that comes out otherwise.
    """
    found = RobotCheck()
    keys = list(entry_keys(record))
    counted: list[int] = []
    asked: dict[int, tuple[Any, bytes]] = {}
    """The state and the key after the entry that counted, as of the latest entry at which it did."""
    before: Any = None
    for step in steps(record, game):
        line = step.line
        if line.made is not None and line.seat is not None:
            if _is_as_chosen(record, game, line, line.seat, before, asked):
                found.checked += 1
            else:
                found.unchecked += 1
        counted.append(_counted(line, counted))
        asked[counted[-1]] = step.state, keys[line.number]
        before = step.state
    return found


def _counted(line: Line, counted: list[int]) -> int:
    """Return the last entry that still counts after that one; `counted` has those after each entry before."""
    if (back := goes_back(line.kind, line.text)) is not None:
        return counted[back[0]]
    return counted[-1] if line.kind in ("host", "end") else line.number


def _is_as_chosen(
    record: Record, game: AnyGame, line: Line, seat: Seat, state: Any, asked: dict[int, tuple[Any, bytes]]
) -> bool:
    """Return whether the move was chosen again, to the same effect. Raises `BadRecord` where it differs."""
    made = line.made
    assert made is not None
    player = game.players.get(made.player)
    there = (player.version, player.budget) if player is not None else (1, 0) if made.player == ANY else None
    if there != (made.version, made.budget) or made.is_cut:
        return False
    if made.after not in asked:
        raise BadRecord("record_robot_move", number=line.number, player=made.player, chosen="-")
    then, key = asked[made.after]
    thought = Question.of(game, then, made.after, seat, key).choose(made.player)
    if thought.made.is_cut:
        return False
    try:
        wanted = [str(each) for each in game.steps(game.parse(state, seat, thought.text))]
    except Refusal:
        wanted = [thought.text]
    lines = record.lines[line.number : line.number + len(wanted)]
    if [each.text for each in lines] != wanted or any(each.seat != seat for each in lines):
        raise BadRecord("record_robot_move", number=line.number, player=made.player, chosen=thought.text)
    return True
