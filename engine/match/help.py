"""Help at a table: moves in a robot's order, and hints. This is the one place that decides who has it."""

from __future__ import annotations

from enum import StrEnum

__all__ = ["Help", "help_allowed", "hint_allowed"]


class Help(StrEnum):
    """The help with which a table was opened."""

    AS_BEFORE = ""
    """The table is older than the choice: moves stand in the order of a robot, and there are no hints."""
    WITH = "with"
    WITHOUT = "without"
    RATED = "rated"
    """The match counts for the ratings of those who play it, so nobody has help. Only people sit down."""


def help_allowed(chosen: Help, *, is_league: bool) -> bool:
    """Return True if moves may stand in the order of a robot. At a table that is rated, or
    of a league, nobody has help.
    """
    return chosen not in (Help.WITHOUT, Help.RATED) and not is_league


def hint_allowed(chosen: Help, persons: int, *, is_league: bool) -> bool:
    """Return True if a person may ask for a hint: at a table with that help where nobody else sits.

    `persons` is the number of seats that belong to people.
    """
    return chosen is Help.WITH and persons == 1 and help_allowed(chosen, is_league=is_league)
