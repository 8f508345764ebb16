"""Find out until when nothing may ring for a person."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from cogs.services.services import Services
from engine.league.values import Season
from engine.match.clock import PACES, Ringing
from engine.matches import Match, Situation

__all__ = ["Hush", "has_no_calls", "hushes", "is_hushed", "is_muted", "quiet_until"]

LAST = timedelta(days=1)
"""Time before a deadline by which a daily summary comes at the latest."""


@dataclass(frozen=True, slots=True)
class Hush:
    """A call that does not ring now."""

    until: datetime | None
    """The instant at which the call rings, with others; `None` is never."""
    runs: bool
    """The clock starts all the same: the person is inactive, wants no calls of the match or daily
    summaries."""


async def quiet_until(
    services: Services, match: Match, people: Collection[int], at: datetime | None = None
) -> Mapping[int, datetime]:
    """Return, by person, until when nothing of the match may ring, now or at that instant.

    Only people in quiet hours or on leave are in the result.
    """
    guild = match.venue.guild
    untils = {
        person: await services.matches.hours.quiet_until(person, guild, at, match.id) for person in people
    }
    return {person: until for person, until in untils.items() if until is not None}


async def is_muted(services: Services, match: Match, person: int) -> bool:
    """Return true if the person has muted the match."""
    return match.id in (await services.matches.hours.hours(person)).muted


async def has_no_calls(services: Services, match: Match, person: int) -> bool:
    """Return true if no call of the match rings for the person, who wants reminders alone, or nothing."""
    return (await services.matches.hours.hours(person)).has_no_calls_in(match.id)


async def is_hushed(services: Services, match: Match, person: int) -> bool:
    """Return true if private messages about the match must be silent.

    The person is inactive, in quiet hours, on leave or has muted the match."""
    hours = await services.matches.hours.hours(person)
    return hours.is_inactive or match.id in hours.muted or bool(await quiet_until(services, match, (person,)))


async def hushes(
    services: Services,
    situation: Situation,
    people: Collection[int],
    at: datetime | None = None,
    *,
    daily: bool = False,
) -> Mapping[int, Hush]:
    """Return, by person, the calls of the match that do not ring now, or at that instant.

    With `daily` the question waits for everybody's daily message (`Calling.daily`). A planned answer changes
    nothing: all could read in the message whom it has rung.
    """
    match, matches = situation.match, services.matches
    quiet = await quiet_until(services, match, people, at)
    season = await _season_beginning(services, situation)
    found: dict[int, Hush] = {}
    for person in people:
        if season is not None and (hush := _hush_of_start(season, person)) is not None:
            found[person] = hush
            continue
        hours, now = await matches.hours.hours(person), at or matches.now()
        if hours.is_inactive:
            found[person] = Hush(None, True)
        elif person in quiet:
            found[person] = Hush(quiet[person], False)
        elif hours.has_no_calls_in(match.id):
            found[person] = Hush(None, True)
        elif (daily or hours.ringing_in(match.id) is Ringing.DAILY) and match.pace != PACES["lively"]:
            zone = (await matches.hours.server(match.venue.guild)).zone
            until = hours.next_summary(now, zone)
            seat = match.seat_of(person)
            due = None if seat is None else situation.times[seat].deadline or situation.times[seat].expected
            until = until if due is None else min(until, due - LAST)
            if until > now:
                found[person] = Hush(until, True)
    return found


async def _season_beginning(services: Services, situation: Situation) -> Season | None:
    """Return the season whose table the match is, as long as nobody has moved there; `None` otherwise."""
    if not situation.match.is_league or any(situation.last_moves):
        return None
    return await services.leagues.leagues.season_of(situation.match.id)


def _hush_of_start(season: Season, person: int) -> Hush | None:
    """Return the hush over the first call of a season's table; `None` where it rings like any other.

    The message that the season has begun rings once for all of a member's tables. Until it has come no clock
    of theirs runs.
    """
    if person in season.told:
        return None if person in season.unrung else Hush(None, True)
    return Hush(None, False) if any(each.person == person for each in season.active) else None
