"""Matches and their seats. SQL: `engine/store/sql/matches.py`."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from engine.game import Seat
from engine.match.changes import EPOCH, NEW_ROW_STATE, Change, StoredMatch
from engine.match.clock import RowState, SeatClock
from engine.match.values import SearchWord, Status

__all__ = ["Committed", "MatchStore", "Seated"]


@dataclass(frozen=True, slots=True)
class Committed:
    """The result of a change that was written."""

    match: int
    version: int
    """The match's version from now on."""
    mine: bool
    """The lane is leased to the change's `sayer`, who sends the notices."""
    digest: str = ""
    """The digest of the log from now on."""


@dataclass(frozen=True, slots=True)
class Seated:
    """A running match in which somebody sits, or which somebody looks at."""

    match: int
    waits: bool | None
    """True if the match waits for the person, who has no move on hold there. `None` if that is not known:
    the last entry was written before it was stored, or nobody in particular looks."""
    asked: tuple[Seat, ...] | None
    """The seats as in `Change.asked`; `None` if they are not known."""
    since: datetime
    """The instant as in `Change.asked_at`; the match's opening if that is not known."""
    lapse: datetime | None = None
    """The deadline of the short clock for the person's question."""
    clock: SeatClock | None = None
    """The clock of the person's seat, if it has one."""
    pace: str = "open"
    row_state: RowState = NEW_ROW_STATE
    opened_at: datetime = EPOCH
    guild: int = 0
    """The Discord server on which the match is played."""
    unreadable: tuple[str, ...] = ()
    """The names of columns that could not be read, as in `StoredMatch.unreadable`."""


class MatchStore(Protocol):
    """Matches: changing them, and finding them without their logs."""

    async def commit(self, change: Change) -> Committed:
        """Write a change to a match.

        Raises `Conflict` if the match has been changed since, and `Refusal` ``invited_often`` or
        ``invited_open`` for too many invitations.
        """
        ...

    async def commit_later(self, change: Change, lost: Callable[[], object]) -> Committed:
        """Write a change that can be worked out again if it is lost, at once or with the next transaction.

        It has neither an entry, nor a click, nor notices, and changes no row of the match but its clocks. If
        it cannot be written later, `lost` is called. Raises as `commit`.
        """
        ...

    async def match(self, match: int) -> StoredMatch | None:
        """Return the match, or `None` if it does not exist."""
        ...

    async def version(self, match: int) -> int | None:
        """Return the match's version, which each change raises by one; `None` if it does not exist."""
        ...

    async def find_matches(
        self,
        person: int,
        statuses: Collection[Status],
        game: str | None,
        words: Sequence[SearchWord],
        limit: int,
    ) -> list[StoredMatch]:
        """Return the newest matches of the game in which the person sits and all the words occur."""
        ...

    async def open_lobbies(self, channel: int, game: str, person: int, limit: int) -> list[StoredMatch]:
        """Return the channel's newest lobbies that have a free seat and where the person does not sit."""
        ...

    async def lobbies_at(self, guild: int, limit: int) -> list[StoredMatch]:
        """Return the newest lobbies of that guild."""
        ...

    async def lobbies_for(self, person: int, limit: int) -> list[StoredMatch]:
        """Return the newest lobbies that may have invited the person.

        Some of them may name the person for another reason, for instance after a refusal.
        """
        ...

    async def running_in(self, guild: int, limit: int) -> list[Seated]:
        """Return the guild's running matches and the seats that each waits for, the longest waiting first."""
        ...

    async def waiting_for(self, person: int, game: str | None = None) -> dict[int, bool | None]:
        """Return the running matches in which the person sits, each with `Seated.waits`."""
        ...

    async def seats_of(self, person: int) -> list[Seated]:
        """Return the running matches in which the person sits, with what is known without their logs."""
        ...

    async def watched_by(self, person: int) -> list[Seated]:
        """Return the running matches that the person has resigned and does not sit in."""
        ...

    async def with_resigned(self) -> list[int]:
        """Return the running matches in which somebody has resigned, or a robot plays for somebody."""
        ...

    async def ended_since(self, person: int, since: datetime, limit: int) -> list[StoredMatch]:
        """Return the matches, ended since then, of a person who sits there or has resigned, latest first."""
        ...

    async def matches_of(self, matches: Collection[int]) -> list[StoredMatch]:
        """Return those of these matches that exist, newest first."""
        ...

    async def rematches_of(self, match: int) -> list[StoredMatch]:
        """Return the matches that were opened as its rematch, newest first."""
        ...

    async def idle_matches(self, before: datetime, limit: int, skip: int = 0) -> list[int]:
        """Return running matches, not asleep, in which no person has acted since then.

        The longest idle come first; the first `skip` of them are left out.
        """
        ...

    async def has_played(self, person: int, since: datetime) -> bool:
        """Return True if the person has made an entry since then in a match that runs, or has ended since.

        Only matches in which the person still sits count.
        """
        ...

    async def count(
        self, statuses: Collection[Status], *, person: int | None = None, guild: int | None = None
    ) -> int:
        """Return the number of matches, not asleep, in which the person sits or that the guild has."""
        ...

    async def match_numbers(self, after: int, limit: int) -> list[int]:
        """Return the numbers of the matches above that one, the lowest first."""
        ...
