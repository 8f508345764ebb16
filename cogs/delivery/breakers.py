"""Circuit breakers: where match after match cannot be told of, one tries for all that wait there."""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from cogs.shared.failures import FLAGGED, OPENING_TOO_FAST
from engine.store import EPOCH

__all__ = ["Breakers", "InboxBreaker"]

log = logging.getLogger("longtable.inbox")

MANY = 16
"""Matches that fail one after the other, none getting through between: a dead thread stops itself alone."""
LONGEST_PAUSE = 300.0
KEPT = 16_384
"""Channels, at most."""
INBOX_PAUSES = {OPENING_TOO_FAST: (60.0, 1800.0), FLAGGED: (900.0, 6 * 3600.0)}
"""By code, for how many seconds nobody is written to in private: at first, and at most."""
INBOX_TRIES = 60.0
"""Seconds between two that try whether the pause is over."""
INBOX_SPREAD = 600.0
"""Seconds, at most, over which those who waited are spread."""


@dataclass(slots=True)
class _Breaker:
    failed: set[int] = field(default_factory=set[int])
    seconds: float = 0.0
    until: datetime = EPOCH
    trying: bool = False
    """Whether one was let through since it opened."""


class Breakers:
    """By channel, for how long what failed there before is not worth trying."""

    def __init__(self, pause: float) -> None:
        """`pause` is the first one in seconds, doubled each time."""
        self._pause = pause
        self._breakers: OrderedDict[int, _Breaker] = OrderedDict()

    def fails(self, channel: int, match: int, now: datetime) -> None:
        """Something of the match could not be said there for now."""
        breaker = self._breakers.setdefault(channel, _Breaker())
        while len(self._breakers) > KEPT:
            self._breakers.popitem(last=False)
        if len(breaker.failed) < MANY:
            breaker.failed.add(match)
        if len(breaker.failed) == MANY and (breaker.trying or not breaker.seconds):
            breaker.seconds = min(2 * breaker.seconds or self._pause, LONGEST_PAUSE)
            breaker.until = now + timedelta(seconds=breaker.seconds)
            breaker.trying = False

    def works(self, channel: int) -> None:
        """Something went through there."""
        self._breakers.pop(channel, None)

    def pause(self, channel: int, now: datetime) -> tuple[datetime, float] | None:
        """Until when what waits for the channel had better wait, and how many seconds that are in all.

        `None` where it may be tried: once the time is up one is told so, and the others wait as long again.
        """
        breaker = self._breakers.get(channel)
        if breaker is None or not breaker.seconds:
            return None
        if now >= breaker.until:
            breaker.until = now + timedelta(seconds=breaker.seconds)
            breaker.trying = True
            return None
        return breaker.until, breaker.seconds


class InboxBreaker:
    """For how long nobody at all is written to in private, because Discord lets the bot write to nobody.

    It says nothing about any person: what waits is tried again, one first; the pause grows where that fails.
    """

    def __init__(self, pauses: Mapping[int, tuple[float, float]] = INBOX_PAUSES) -> None:
        """`pauses` are by Discord's code, in seconds: the first one, doubled each time, and the longest."""
        self.codes = frozenset(pauses)
        self._pauses = pauses
        self._seconds = 0.0
        self._until = EPOCH
        self._trying = False

    @property
    def seconds(self) -> float:
        """How long the present pause is; 0 where people are written to."""
        return self._seconds

    def fails(self, code: int, now: datetime) -> tuple[datetime, float]:
        """A direct message was refused with one of `codes`; return the pause, as `pause` does."""
        first, longest = self._pauses[code]
        if not self._seconds:
            log.error("Discord lets no direct message of the bot's in for now (%d): they wait", code)
        if self._trying or not self._seconds:  # else it was under way before
            self._seconds = min(max(2 * self._seconds, first), longest)
            self._until = now + timedelta(seconds=self._seconds)
            self._trying = False
        return self._until, min(self._seconds, INBOX_SPREAD)

    def works(self) -> None:
        """A direct message went through."""
        if self._seconds:
            log.warning("direct messages go through again: those that waited follow")
        self._seconds, self._trying = 0.0, False

    def pause(self, now: datetime) -> tuple[datetime, float] | None:
        """Until when direct messages had better wait, and over how many seconds they are spread then.

        `None` where one may be tried: once the time is up one is told so, and the others wait a little more.
        """
        if not self._seconds:
            return None
        if now >= self._until:
            self._until = now + timedelta(seconds=min(self._seconds, INBOX_TRIES))
            self._trying = True
            return None
        return self._until, min(self._seconds, INBOX_SPREAD)
