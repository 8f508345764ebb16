"""The end of a season: from the standings of its divisions to what the next one knows of each member."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby

from engine.league.levels import Former, Place, falling
from engine.league.points import POINT, Standing

__all__ = ["closed"]


def closed(
    places: Sequence[Place],
    standings: Sequence[Sequence[Standing]],
    first: Mapping[int, bool],
    drawn: Mapping[int, int],
) -> dict[int, Former]:
    """Return what the next season knows of each member.

    `standings` are those of the divisions `places`, in the same order; `first` says whose first season it
    was; `drawn` is the order that the season's seed has drawn among members who share a place.
    """
    found: dict[int, Former] = {}
    for division, (place, lines) in enumerate(zip(places, standings, strict=True)):
        number = sum(each.level == place.level for each in places[:division])
        falls = fallers(places, place, number)
        ordered = sorted(lines, key=lambda line: (line.place, drawn[line.member]))
        for rank, line in enumerate(ordered, start=1):
            found[line.member] = Former(
                level=place.level,
                place=rank,
                size=len(lines),
                rises=rank == 1 and place.level > 0,
                falls=rank > len(lines) - falls,
                share=line.points / (POINT * line.played) if line.played else 0.0,
                first=first[line.member],
            )
    return found


def fallers(places: Sequence[Place], place: Place, number: int) -> int:
    """Return how many members of the division fall; `number` counts within its level, from 0."""
    widths = {level: len(list(group)) for level, group in groupby(place.level for place in places)}
    below = widths.get(place.level + 1, 0)
    return falling(number, below, widths[place.level], len(place.members))
