"""The kinds of timers: everything that falls due in a match."""

from __future__ import annotations

from enum import StrEnum

__all__ = ["CLOCKS", "TimerKind"]


class TimerKind(StrEnum):
    """The kind of a timer, as its row in the database stores it."""

    PLAYER = "player"
    """An automatic player answers."""
    LAPSE = "lapse"
    """A short clock runs out."""
    ORDER = "order"
    """A standing order answers, or a person's only move is made."""
    CLOCK = "clock"
    """A seat's clock is examined: a reminder, a deadline or the end of a grace may be due."""
    SIT = "sit"
    """A person who has asked for a seat sits down."""
    BEGIN = "begin"
    """A full table begins by itself."""
    OFFER = "offer"
    """The host of a table that is not full is offered automatic players."""
    CLOSE = "close"
    """A table that has not begun closes."""
    UNDO = "undo"
    """A request to take back lapses."""
    PAUSE = "pause"
    """An agreed pause is over."""
    HOLD = "hold"
    """A held move becomes an entry."""
    ROBOT_REMINDER = "away"
    """A person for whom a robot plays is reminded of it, once a week."""


CLOCKS = (TimerKind.LAPSE, TimerKind.ORDER)
"""Kinds of the timers that a person's answer stops."""
