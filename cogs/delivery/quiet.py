"""Until when nothing may ring for somebody."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from cogs.services.services import Services
from engine.match.clock import PACES
from engine.matches import Match, Situation

__all__ = ["Hush", "hushes", "is_hushed", "is_muted", "quiet_until"]

LAST = timedelta(days=1)
"""Before a deadline nothing is put off for so long."""


@dataclass(frozen=True, slots=True)
class Hush:
    """Why a call does not ring now."""

    until: datetime | None
    """When it does, with others; `None`: never."""
    runs: bool
    """Whether the clock starts all the same: the person has chosen not to hear of each call, and is awake."""


async def quiet_until(
    services: Services, match: Match, people: Collection[int], at: datetime | None = None
) -> Mapping[int, datetime]:
    """Of these people, for whom nothing of the match may ring now (or at that instant), and until when.

    They sleep, or are on leave.
    """
    guild = match.place.guild
    untils = {
        person: await services.matches.hours.quiet_until(person, guild, at, match.id) for person in people
    }
    return {person: until for person, until in untils.items() if until is not None}


async def is_muted(services: Services, match: Match, person: int) -> bool:
    """Whether the person wants nothing of the match to ring."""
    return match.id in (await services.matches.hours.hours(person)).muted


async def is_hushed(services: Services, match: Match, person: int) -> bool:
    """Return whether private messages about the match come silently to the person."""
    hours = await services.matches.hours.hours(person)
    return hours.vanished or match.id in hours.muted or bool(await quiet_until(services, match, (person,)))


async def hushes(
    services: Services, situation: Situation, people: Collection[int], at: datetime | None = None
) -> Mapping[int, Hush]:
    """Of these people, for whom a call of the match does not ring now (or at that instant).

    Whether somebody has planned the answer changes nothing: all could read in the message whom it has rung.
    """
    match, matches = situation.match, services.matches
    quiet = await quiet_until(services, match, people, at)
    found: dict[int, Hush] = {}
    for person in people:
        hours, now = await matches.hours.hours(person), at or matches.now()
        if hours.vanished:
            found[person] = Hush(None, True)
        elif person in quiet:
            found[person] = Hush(quiet[person], False)
        elif match.id in hours.muted:
            found[person] = Hush(None, True)
        elif hours.daily and match.pace != PACES["lively"]:
            zone = (await matches.hours.server(match.place.guild)).zone
            until = hours.next_summary(now, zone)
            seat = match.seat_of(person)
            due = None if seat is None else situation.times[seat].deadline or situation.times[seat].expected
            until = until if due is None else min(until, due - LAST)
            if until > now:
                found[person] = Hush(until, True)
    return found
