"""Circuit breakers: after several failures in one channel, one match tries for all that wait for it.

While it is unknown whether anything gets through, one match tries first as well.
"""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from cogs.answering.failures import FLAGGED, OPENING_TOO_FAST
from engine.match.changes import EPOCH

__all__ = ["Breakers", "InboxBreaker"]

log = logging.getLogger("longtable.inbox")

MANY = 16
"""Matches in a row that have to fail before a channel rests: one dead thread must stop only itself."""
LONGEST_BACK_OFF = 300.0
"""Seconds, at most, for which a channel rests."""
TRY_STEPS = 4
"""Steps, within the first back-off, in which more matches may try while no answer is known."""
KNOWN = 60.0
"""Seconds after a success in which the next message is expected to get through, too."""
KEPT = 16_384
"""Channels remembered, at most."""
INBOX_BACK_OFFS = {OPENING_TOO_FAST: (60.0, 1800.0), FLAGGED: (900.0, 6 * 3600.0)}
"""First and longest back-off of direct messages, in seconds, by Discord's error code."""
INBOX_TRIES = 60.0
"""Seconds between two tries whether the back-off is over."""
INBOX_SPREAD = 600.0
"""Seconds, at most, over which the waiting messages are spread after a back-off."""


@dataclass(slots=True)
class _Start:
    """Limit on tries while no answer is known: one, then two, then twice as many each time."""

    known: datetime = EPOCH
    """The instant until which a success counts as recent."""
    until: datetime = EPOCH
    """The instant at which more may try."""
    left: int = 0
    many: int = 1

    def is_full(self, now: datetime) -> bool:
        return now >= self.known and now < self.until and not self.left

    def begins(self, now: datetime, seconds: float) -> None:
        """Note that one match tries now; more may try after this many seconds."""
        if now < self.known:
            return
        if now >= self.until:
            if now - self.until >= timedelta(seconds=KNOWN):
                self.many = 1
            self.until = now + timedelta(seconds=seconds)
            self.left, self.many = self.many, min(2 * self.many, MANY)
        self.left -= 1

    def works(self, now: datetime) -> None:
        self.known, self.until, self.many = now + timedelta(seconds=KNOWN), EPOCH, 1


@dataclass(slots=True)
class _Breaker:
    start: _Start = field(default_factory=_Start)
    failed: set[int] = field(default_factory=set[int])
    seconds: float = 0.0
    until: datetime = EPOCH
    trying: bool = False
    """One try was let through since the breaker opened."""


class Breakers:
    """Circuit breakers by channel: while one is open, its channel's notices are not tried."""

    def __init__(self, first_back_off: float) -> None:
        """`first_back_off` is in seconds, and doubled each time."""
        self._first_back_off = first_back_off
        self._breakers: OrderedDict[int, _Breaker] = OrderedDict()
        self._start = _Start()
        """That of all channels together: after the start of the bot none is known to work."""

    def _at(self, channel: int) -> _Breaker:
        breaker = self._breakers.setdefault(channel, _Breaker())
        while len(self._breakers) > KEPT:
            self._breakers.popitem(last=False)
        return breaker

    def fails(self, channel: int, match: int, now: datetime) -> None:
        """Something of the match could not be said there for now."""
        breaker = self._at(channel)
        if len(breaker.failed) < MANY:
            breaker.failed.add(match)
        if len(breaker.failed) == MANY and (breaker.trying or not breaker.seconds):
            breaker.seconds = min(2 * breaker.seconds or self._first_back_off, LONGEST_BACK_OFF)
            breaker.until = now + timedelta(seconds=breaker.seconds)
            breaker.trying = False

    def works(self, channel: int, now: datetime) -> None:
        """Something went through there."""
        self.forget(channel)
        self._at(channel).start.works(now)
        self._start.works(now)

    def forget(self, channel: int) -> None:
        """Something has changed there, and nobody knows what comes of it."""
        self._breakers.pop(channel, None)

    def back_off(self, channel: int, now: datetime) -> tuple[datetime, float] | None:
        """Return until when the channel's notices should wait, and how long that back-off is in
        seconds.

        Return `None` if one may be tried. Once the time is up one caller gets `None`; the others wait as long
        again.
        """
        breaker = self._at(channel)
        if breaker.seconds:
            if now >= breaker.until:
                breaker.until = now + timedelta(seconds=breaker.seconds)
                breaker.trying = True
                return None
            return breaker.until, breaker.seconds
        seconds, starts = self._first_back_off / TRY_STEPS, (breaker.start, self._start)
        for start in starts:
            if start.is_full(now):
                return start.until, seconds
        for start in starts:
            start.begins(now, seconds)
        return None


class InboxBreaker:
    """A circuit breaker for all direct messages: it opens when Discord lets the bot write to nobody.

    It says nothing about any person: what waits is tried again, one first; the back-off grows where that
    fails.
    """

    def __init__(self, back_offs: Mapping[int, tuple[float, float]] = INBOX_BACK_OFFS) -> None:
        """`back_offs` are by Discord's code, in seconds: the first one, doubled each time, and the
        longest."""
        self.codes = frozenset(back_offs)
        self._back_offs = back_offs
        self._seconds = 0.0
        self._until = EPOCH
        self._trying = False

    @property
    def seconds(self) -> float:
        """The present back-off in seconds; 0 while people are written to."""
        return self._seconds

    def fails(self, code: int, now: datetime) -> tuple[datetime, float]:
        """A direct message was refused with one of `codes`; return the back-off, as `back_off`
        does."""
        first, longest = self._back_offs[code]
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

    def back_off(self, now: datetime) -> tuple[datetime, float] | None:
        """Return until when direct messages should wait, and over how many seconds they are spread then.

        Return `None` if one may be tried. Once the time is up one caller gets `None`; the others wait a
        little more.
        """
        if not self._seconds:
            return None
        if now >= self._until:
            self._until = now + timedelta(seconds=min(self._seconds, INBOX_TRIES))
            self._trying = True
            return None
        return self._until, min(self._seconds, INBOX_SPREAD)
