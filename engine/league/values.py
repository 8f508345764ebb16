"""A league and its seasons as values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum

import msgspec

from engine.league.levels import Former

__all__ = [
    "Act",
    "League",
    "LeagueState",
    "Member",
    "MemberState",
    "Season",
    "SeasonTable",
    "Stage",
    "TableResult",
]


class LeagueState(StrEnum):
    """The state of a league."""

    OPEN = "open"
    ASLEEP = "asleep"
    """Too few people have signed up too often: it waits for the next one."""
    ENDED = "ended"


class Stage(StrEnum):
    """The stage of a season."""

    SIGN_UP = "sign_up"
    PLAYING = "playing"
    CLOSED = "closed"


class MemberState(StrEnum):
    """The state of a member in a season."""

    IN = "in"
    WITHDRAWN = "withdrawn"
    OUT = "out"
    """Put out by a moderator."""


@dataclass(frozen=True, slots=True)
class Member:
    """A person who has signed up for a season."""

    person: int
    """Negative once the person is forgotten."""
    name: str
    click: int
    """The one that has signed up; it is mixed into the chance of the person's tables."""
    state: MemberState = MemberState.IN
    level: int | None = None
    """From 0, the highest; `None` before the season begins."""
    division: int | None = None
    """From 0, over all levels."""


class TableResult(msgspec.Struct, frozen=True):
    """The result of a table, by seat."""

    ranks: tuple[int, ...]
    """From 1, after who has left has been put last."""
    turns: tuple[int, ...]
    """Turns that stewards have played."""


@dataclass(frozen=True, slots=True)
class SeasonTable:
    """A table of a season: planned, open or over."""

    number: int
    """From 0."""
    division: int
    seats: tuple[int, ...]
    """The persons in turn order."""
    match: int | None = None
    result: TableResult | None = None
    annulled_by: int | None = None
    """The moderator who has annulled it, or 0: it counts for nobody."""

    @property
    def is_done(self) -> bool:
        """True if nothing is played there any more."""
        return self.result is not None or self.annulled_by is not None

    @property
    def counts(self) -> bool:
        """True if it is over and its result counts."""
        return self.result is not None and self.annulled_by is None


@dataclass(frozen=True, slots=True)
class Season:
    """A season of a league."""

    id: int
    """0 before it is written."""
    number: int
    """From 1."""
    stage: Stage
    seed: bytes
    """32 bytes, a secret until the season is closed. Its tables' seeds are derived from it."""
    begins: datetime
    ends: datetime | None = None
    put_off: int = 0
    """The number of times that too few people had signed up when it should have begun."""
    former: Mapping[int, Former] = field(default_factory=dict[int, Former])
    """Everybody's outcome, once it is closed; also that of members of the season before who did not play."""
    told: frozenset[int] = frozenset()
    """The members who were told of its beginning."""
    unrung: frozenset[int] = frozenset()
    """Those of them for whom that message has not rung: the first calls of their tables ring as usual."""
    warned: frozenset[int] = frozenset()
    """The members who were told five days before its end what they still play."""
    warned_again: frozenset[int] = frozenset()
    """The members who were told so two days before its end."""
    members: tuple[Member, ...] = ()
    tables: tuple[SeasonTable, ...] = ()

    def member(self, person: int) -> Member | None:
        """Return the member; `None` for somebody who has not signed up."""
        return next((each for each in self.members if each.person == person), None)

    def with_member(self, member: Member) -> Season:
        """Return the season with that member, in place of what it knew of the person."""
        others = tuple(each for each in self.members if each.person != member.person)
        return replace(self, members=(*others, member))

    def with_table(self, table: SeasonTable) -> Season:
        """Return the season with that table in place of the one with its number."""
        return replace(
            self, tables=tuple(table if each.number == table.number else each for each in self.tables)
        )

    @property
    def untold(self) -> tuple[Member, ...]:
        """The members who play, and were not told yet that the season has begun."""
        return tuple(
            each for each in self.active if each.division is not None and each.person not in self.told
        )

    @property
    def active(self) -> tuple[Member, ...]:
        """The members who take part."""
        return tuple(each for each in self.members if each.state is MemberState.IN)


@dataclass(frozen=True, slots=True)
class League:
    """A league of a server, with the seasons that are of use now: the latest three."""

    id: int
    """0 before it is written."""
    guild: int
    channel: int
    locale: str
    game: str
    options: str
    """The game's options as JSON, as of a match."""
    seats: int
    """The seats of a table; where sizes are mixed, those aimed at."""
    opened_by: int
    opened_at: datetime
    click: int
    state: LeagueState = LeagueState.OPEN
    due: datetime | None = None
    """The instant at which its calendar is looked at next."""
    version: int = 0
    post: int | None = None
    """Its message in the channel."""
    shown: str = ""
    """A digest of what that message shows."""
    seasons: tuple[Season, ...] = ()
    """The seasons in the order of their numbers."""

    def at(self, *stages: Stage) -> Season | None:
        """Return the latest season at one of these stages."""
        return next((each for each in reversed(self.seasons) if each.stage in stages), None)

    def with_season(self, season: Season) -> League:
        """Return the league with that season, in place of the one of its number."""
        others = [each for each in self.seasons if each.number != season.number]
        return replace(self, seasons=tuple(sorted([*others, season], key=lambda each: each.number)))


@dataclass(frozen=True, slots=True)
class Act:
    """A line of a league's log."""

    at: datetime
    by: int | None
    """The person; `None` for the house."""
    what: str
    about: Mapping[str, str | int]
