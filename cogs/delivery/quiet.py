"""Until when nothing may ring for somebody."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime

from cogs.shared.services import Services
from engine.matches import Match

__all__ = ["held"]


async def held(
    services: Services, match: Match, people: Collection[int], at: datetime | None = None
) -> Mapping[int, datetime]:
    """Of these people, for whom nothing of the match may ring now (or at that instant), and until when."""
    untils = {person: await services.matches.hold(person, match.place.guild, at) for person in people}
    return {person: until for person, until in untils.items() if until is not None}
