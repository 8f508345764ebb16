"""First and last steps of `Game.parse`: check the seat, clean the text, refuse a text that is no move."""

from __future__ import annotations

import re
from collections.abc import Collection

from engine.game import BadNotation, GameOver, NotYourTurn, Seat

__all__ = ["bare", "no_move", "words_of"]

MAX_REPEATED = 40
"""Characters of a typed text that its refusal repeats."""
_BETWEEN = re.compile(r"[\W_]+")


def words_of(text: str, seat: Seat, pending: Collection[Seat]) -> str:
    """Return the text in capitals and without the spaces around it, if the seat may decide.

    Raises `GameOver` if `pending` is empty, and `NotYourTurn` if the seat is not in it.
    """
    if not pending:
        raise GameOver("game_over")
    if seat not in pending:
        raise NotYourTurn("not_your_turn")
    return text.strip().upper()


def no_move(code: str, text: str) -> BadNotation:
    """Return the refusal of a text that is no move of the game. It repeats the beginning of the text."""
    return BadNotation(code, text=text.strip()[:MAX_REPEATED])


def bare(text: str) -> str:
    """Return the letters and digits of a text in lower case: ``xd5`` for ``X D5`` and ``x:d 5``."""
    return _BETWEEN.sub("", text).casefold()
