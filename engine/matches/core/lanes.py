"""Which matches' notices this process is to say."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from engine.matches.core.alarm import Alarm

__all__ = ["Lanes"]


class Lanes:
    """The lanes that this process has taken, and the matches of which there is something new to say."""

    def __init__(self, alarm: Alarm, holder: Callable[[], str]) -> None:
        """`alarm` wakes the tasks that wait for something to say; lanes are leased to what `holder` names."""
        self.alarm = alarm
        self.holder = holder
        self.leased: set[int] = set()
        self.fresh: dict[int, None] = {}
        """Matches that have just changed, oldest first."""

    def note_change(self, match: int) -> None:
        """There is something new to say of the match."""
        self.fresh[match] = None
        self.alarm.set()

    def put_back(self, matches: Iterable[int]) -> None:
        """These were next, and still are."""
        self.fresh = dict.fromkeys(matches) | self.fresh
