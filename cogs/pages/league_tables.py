"""A member's tables of a league: where they are played, and who has to decide there."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from cogs.services.services import Services
from engine.game import Refusal
from engine.league.values import SeasonTable
from engine.match.values import Post, Situation, Status
from engine.store import StoreError

__all__ = ["OpenTable", "open_table", "situation_of"]

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class OpenTable:
    """A table of a member's as the pages and messages to that member name it."""

    table: SeasonTable
    thread: Post | None
    is_asked: bool = False
    """The member has to decide there."""
    others: tuple[int, ...] = ()
    """The other persons who have to."""
    deadline: datetime | None = None
    """The instant at which the member's time runs out."""
    is_over: bool = False


async def open_table(
    services: Services, table: SeasonTable, person: int, threads: Mapping[int, Post]
) -> OpenTable:
    """Return a member's table with who is asked there, as the member may know it."""
    situation = None if table.match is None else await situation_of(services, table.match, person)
    if table.match is None or situation is None:
        return OpenTable(table, None if table.match is None else threads.get(table.match))
    others = tuple(
        one.person
        for seat, one in enumerate(situation.match.occupants)
        if seat in situation.pending and one.person is not None and one.person != person
    )
    return OpenTable(
        table,
        threads.get(table.match),
        is_asked=situation.seat in situation.pending,
        others=others,
        deadline=situation.deadline if situation.seat in situation.pending else None,
        is_over=situation.match.status is not Status.RUNNING,
    )


async def situation_of(services: Services, match: int, person: int) -> Situation | None:
    """Return how the table stands; `None` for one that cannot be read, which must hold up no other."""
    try:
        return await services.matches.queries.situation(match, person)
    except StoreError:
        raise
    except Refusal as refusal:
        log.error("match %d: its league's members are told nothing of it: %s", match, refusal)
        return None
