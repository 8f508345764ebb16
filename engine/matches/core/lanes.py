"""The lanes of matches: the process that leases a match's lane sends its notices."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from engine.matches.core.alarm import Alarm

__all__ = ["Lanes"]


class Lanes:
    """The lanes that this process has leased, and the matches that have new notices."""

    def __init__(self, alarm: Alarm, holder: Callable[[], str]) -> None:
        """`alarm` wakes the tasks that wait for something to say; lanes are leased to what `holder` names."""
        self.alarm = alarm
        self.holder = holder
        self.leased: set[int] = set()
        self.changed: dict[int, None] = {}
        """Matches that have just changed, oldest first."""

    def note_change(self, match: int) -> None:
        """Note that the match has new notices, and wake the sender."""
        self.changed[match] = None
        self.alarm.set()

    def put_back(self, matches: Iterable[int]) -> None:
        """Put these matches first again: they were taken as the next ones, and nothing was done."""
        self.changed = dict.fromkeys(matches) | self.changed
