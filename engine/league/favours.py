"""Pairs of members whose results look as if they gave each other points: a sign for moderators, no proof."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations

__all__ = ["LEAST_MEETINGS", "Favour", "favours"]

LEAST_MEETINGS = 4
"""Meetings of a pair from which on something is said of it: with fewer, chance does the same often."""
LEAST_OTHERS = 3
"""Meetings with others in a season by which a member is judged."""


@dataclass(frozen=True, slots=True)
class Favour:
    """A pair in whose every meeting the one was ahead who did worse against all others in that season."""

    one: int
    other: int
    meetings: int


def favours(tables: Iterable[tuple[int, Mapping[int, int]]]) -> tuple[Favour, ...]:
    """Return the pairs that stand out, most meetings first.

    `tables` are those that count, each with the number of its season and the rank of each member. Meetings
    that were equal, and seasons in which both did equally well against others, say nothing and are left out.
    Members who were forgotten have negative numbers and are left out too.
    """
    scores: defaultdict[tuple[int, int, int], list[float]] = defaultdict(list)
    against: defaultdict[tuple[int, int], list[tuple[int, float]]] = defaultdict(list)
    for season, ranks in tables:
        for one, other in combinations(sorted(each for each in ranks if each > 0), 2):
            score = 0.5 if ranks[one] == ranks[other] else float(ranks[one] < ranks[other])
            scores[season, one, other].append(score)
            against[season, one].append((other, score))
            against[season, other].append((one, 1 - score))
    helped: defaultdict[tuple[int, int], list[bool]] = defaultdict(list)
    for (season, one, other), found in scores.items():
        mine, theirs = _mean(against[season, one], other), _mean(against[season, other], one)
        if mine is None or theirs is None or mine == theirs:
            continue
        helped[one, other] += [(score > 0.5) == (mine < theirs) for score in found if score != 0.5]
    pairs = [
        Favour(one, other, len(found))
        for (one, other), found in helped.items()
        if len(found) >= LEAST_MEETINGS and all(found)
    ]
    return tuple(sorted(pairs, key=lambda each: (-each.meetings, each.one, each.other)))


def _mean(scores: Iterable[tuple[int, float]], besides: int) -> float | None:
    """Return the mean score against others than that one; `None` where there are too few."""
    found = [score for other, score in scores if other != besides]
    return sum(found) / len(found) if len(found) >= LEAST_OTHERS else None
