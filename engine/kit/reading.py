"""What every `parse` begins with: who may decide, the words in one shape, the refusal of what is no move."""

from __future__ import annotations

import re
from collections.abc import Collection

from engine.game import BadNotation, GameOver, NotYourTurn, Seat

__all__ = ["bare", "no_move", "words_of"]

MAX_REPEATED = 40
"""Characters of what was typed that its refusal repeats."""
_BETWEEN = re.compile(r"[\W_]+")


def words_of(text: str, seat: Seat, pending: Collection[Seat]) -> str:
    """What the seat has typed, in capitals and without the spaces around it.

    Raises `GameOver` where nobody is pending any more, `NotYourTurn` where others are.
    """
    if not pending:
        raise GameOver("game_over")
    if seat not in pending:
        raise NotYourTurn("not_your_turn")
    return text.strip().upper()


def no_move(code: str, text: str) -> BadNotation:
    """The refusal of a text that is no move of the game, however long it is."""
    return BadNotation(code, text=text.strip()[:MAX_REPEATED])


def bare(text: str) -> str:
    """Its letters and digits alone, in small: ``xd5``, ``X D5`` and ``x:d 5`` are one."""
    return _BETWEEN.sub("", text).casefold()
