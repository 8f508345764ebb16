"""The outbox: notices of matches that are to be sent. SQL: `engine/store/sql/outbox.py`."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import Enum
from typing import Protocol

from engine.match.changes import NewNotice
from engine.match.values import CALL_KINDS, Notice, Post

__all__ = ["LONGEST", "CallOutcome", "OutboxStore", "Said"]

LONGEST = timedelta(days=1)
"""The longest time for which a notice is put off."""


class CallOutcome(Enum):
    """The result of a call whose notice leaves the outbox; its seat's clock depends on it.

    The clock of a call that is still open starts, except after `PASSED_ON`.
    """

    RUNG = "its person was told"
    SILENCED = "nothing rings, as its person wishes"
    VOID = "nothing is asked any more, or its person was told before"
    PASSED_ON = "another notice calls instead"


@dataclass(frozen=True, slots=True)
class Said:
    """A notice that was sent or has become void, with all that is written then."""

    notice: Notice
    posts: tuple[Post, ...] = ()
    """Messages shown since then."""
    dropped: tuple[tuple[str, int], ...] = ()
    """Kinds and persons of messages that are gone."""
    more: tuple[NewNotice, ...] = ()
    """Notices that follow from this one."""
    others: tuple[Notice, ...] = ()
    """Notices of any matches, for the same person, that were sent with it."""
    outcomes: Mapping[int, CallOutcome] = field(default_factory=dict[int, CallOutcome])
    """Results of the calls among these notices, by id; each call has one."""
    wishes: tuple[int, ...] = ()
    """Wishes of the notice's person that end with it."""
    listed_wishes: tuple[int, ...] = ()
    """Wishes of the notice's person that are told in the list of matches from now on."""

    @property
    def ends_wishes(self) -> bool:
        """True if it fulfils wishes."""
        return bool(self.wishes or self.listed_wishes)

    def calls(self) -> list[tuple[Notice, CallOutcome]]:
        """Return the calls among these notices, each with its result.

        Raises `ValueError` if a call has no result.
        """
        calls = [each for each in (self.notice, *self.others) if each.kind in CALL_KINDS]
        if unsaid := [each for each in calls if each.id not in self.outcomes]:
            raise ValueError(f"nobody says what becomes of the clock of {unsaid[0]}")
        return [(each, self.outcomes[each.id]) for each in calls]


class OutboxStore(Protocol):
    """Notices of matches.

    A sayer changes notices only while it leases the match's lane: once the lease has passed to somebody else,
    methods that take a sayer write nothing and return `False`. Notices that `MatchStore.commit`,
    `OutageStore.put_off_timers` or `OutageStore.shift_clock` add need no lease: they are written in that
    transaction, and the sayer finds them.
    """

    async def notices(self, matches: Collection[int]) -> list[Notice]:
        """Return the notices of these matches, in order."""
        ...

    async def pressing(self, matches: Collection[int], last: datetime) -> set[int]:
        """Return those of the matches that have a private notice, or one that is due after `last`."""
        ...

    async def notices_to(self, person: int, kind: str) -> list[Notice]:
        """Return the person's notices of that kind at matches in which the person sits, oldest first."""
        ...

    async def note_begun(self, sayer: str, notice: int, begun: str) -> bool:
        """Write down the step that is about to be begun for the notice."""
        ...

    async def claim(self, sayer: str, notice: int, person: int, kind: str) -> bool:
        """Reserve the sending of all the person's notices of that kind for this notice.

        Also returns `False` if another of these notices was begun or claimed, by any sayer, and is not done.
        """
        ...

    async def note_said(self, sayer: str, said: Said, lost: Callable[[], object] = lambda: None) -> bool:
        """Drop the notice, and write everything that goes with it.

        It may be written a moment later. If the lease is found to have passed to somebody else then, and
        nothing is written, `lost` is called.
        """
        ...

    async def merge_notices(self, sayer: str, match: int, notices: Collection[int]) -> bool:
        """Drop these notices of the match, because another one that stays says the same."""
        ...

    async def put_off_notice(self, sayer: str, notice: int, due: datetime, begun: str | None = None) -> bool:
        """Put off a notice that could not be sent, to be tried again then.

        `begun`, if given, replaces the step that was written down.
        """
        ...

    async def add_notices(
        self, sayer: str, match: int, notices: Sequence[NewNotice], posts: Sequence[Post] = ()
    ) -> bool:
        """Add notices to the match's outbox, and write down the messages that are shown."""
        ...

    async def set_aside(self, sayer: str, notice: int, why: str, now: datetime) -> bool:
        """Move a notice that can never be sent to the table of rows set aside for the operator."""
        ...

    async def hurry(self, match: int, now: datetime) -> bool:
        """Let all the match's notices be tried now; return True if there are any.

        Any process may call it: it sends nothing, and whoever leases the lane keeps the lease.
        """
        ...
