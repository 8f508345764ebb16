"""Ratings of persons in one game, worked out from all rated results in their order.

The model is Bradley and Terry's over all pairs of a table (Weng and Lin, 2011); Plackett and Luce's, which
the library takes by default, gives a tie for first place less than it should. Somebody who stays away becomes
less certain, at most as uncertain as a newcomer. What the same two people play again and again counts less
and less, so that nobody gets far by beating an own second account.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import log, sqrt
from statistics import fmean

from openskill.models import BradleyTerryFull

__all__ = ["ENOUGH", "RIVALS", "RatedTable", "Rating", "Shown", "rated", "rivals_of", "shown"]

ENOUGH = 10
"""Rated matches from which on a rating is shown."""
RIVALS = 3
"""Different opponents from which on somebody is on a leaderboard, besides those who have met nobody else."""

_MODEL = BradleyTerryFull()
_MEAN, _BETA = 25.0, 25.0 / 6
_SIGMA = 6.0
"""Spread of strengths among newcomers. With the library's own, 25/3, the next matches were foretold worse."""
_POINTS = 400 / log(10) / (_BETA * sqrt(2))
"""Points as those of chess for each unit of the model: 400 are won at odds of ten to one."""
_SHARES = {2: 1.15, 3: 1.0, 4: 0.85}
_LARGE = 0.75
"""Share of the library's change that counts at a table of so many, and at larger ones, as simulations showed
it. The pairs of a table have its luck in common: they tell less than pairs that met by themselves."""
_SETTLED = 2.5
_PRESENT = timedelta(days=60)
"""Time without a rated match that is no absence."""
_FORGOTTEN = timedelta(days=3 * 365)
"""Time away after which a settled rating has become as uncertain as a newcomer's."""
_GROWTH = (_SIGMA**2 - _SETTLED**2) / _FORGOTTEN.total_seconds()
_PAIR_SPAN = timedelta(days=180)
_PAIR_MATCHES = 5
"""Matches of the same two people within `_PAIR_SPAN` that count in full; of those after them the first counts
half, the next a third, and so on."""
_CERTAIN = 1.96
"""Standard deviations to either side of the mean that hold 95 of 100."""


@dataclass(frozen=True, slots=True)
class RatedTable:
    """A rated match that is over."""

    match: int
    ended: datetime
    ranks: Mapping[int, int]
    """The rank of each person, from 1; who left is last, and nobody who played for somebody else is there.
    Forgotten people are numbers below 0, each of one table or season alone."""
    guild: int = 0
    """The server on which it was played."""


@dataclass(frozen=True, slots=True)
class Rating:
    """The rating of a person in the model's units."""

    mean: float
    deviation: float
    """The standard deviation at the end of the person's last match."""
    matches: int
    last: datetime

    def deviation_at(self, now: datetime) -> float:
        """Return the standard deviation after the time that the person has been away."""
        away = max(0.0, (now - self.last - _PRESENT).total_seconds())
        return min(_SIGMA, sqrt(self.deviation**2 + _GROWTH * away))


@dataclass(frozen=True, slots=True)
class Shown:
    """A rating as people read it, in points: 1500 is the mean of all who are rated."""

    low: int
    high: int
    """The true strength lies between both in 95 of 100 cases."""
    matches: int

    @property
    def middle(self) -> int:
        """The middle of the range."""
        return (self.low + self.high) // 2


def rated(tables: Iterable[RatedTable]) -> dict[int, Rating]:
    """Return the rating of each person after all tables, which may come in any order.

    Tables count in the order in which they ended, and of their numbers: the same tables, the same ratings.
    """
    ratings: dict[int, Rating] = {}
    pairs = _Pairs()
    for table in sorted(tables, key=lambda each: (each.ended, each.match)):
        people = sorted(table.ranks)
        if len(people) < 2:
            continue
        before = [ratings.get(each, Rating(_MEAN, _SIGMA, 0, table.ended)) for each in people]
        teams = [[_MODEL.rating(mu=each.mean, sigma=each.deviation_at(table.ended))] for each in before]
        after = _MODEL.rate(teams, ranks=[table.ranks[each] for each in people])
        weights = pairs.weights(people, table.ended)
        for person, old, (now,), (new,) in zip(people, before, teams, after, strict=True):
            share = _SHARES.get(len(people), _LARGE) * weights[person]
            mean = now.mu + share * (new.mu - now.mu)
            variance = now.sigma**2 + share * (new.sigma**2 - now.sigma**2)
            ratings[person] = Rating(mean, sqrt(variance), old.matches + 1, table.ended)
    return ratings


class _Pairs:
    """The times at which each two people have met."""

    def __init__(self) -> None:
        self._met: defaultdict[tuple[int, int], deque[datetime]] = defaultdict(deque)

    def weights(self, people: Sequence[int], at: datetime) -> dict[int, float]:
        """Note a table of these people; return how much it counts for each: the mean over the opponents."""
        return {one: self._mean(one, [other for other in people if other != one], at) for one in people}

    def _mean(self, one: int, others: Sequence[int], at: datetime) -> float:
        # All who were forgotten are one opponent, met once a table: a forgotten account is as good as new.
        met = [max(other, 0) for other in others]
        weights = {other: self._weight(one, other, at) for other in dict.fromkeys(met)}
        return fmean(weights[other] for other in met)

    def _weight(self, one: int, other: int, at: datetime) -> float:
        met = self._met[one, other]
        while met and met[0] <= at - _PAIR_SPAN:
            met.popleft()
        met.append(at)
        return 1 / max(1, len(met) - _PAIR_MATCHES + 1)


def rivals_of(tables: Iterable[RatedTable]) -> dict[int, int]:
    """Return how many opponents each person has met who have met somebody else too; nobody forgotten."""
    met: defaultdict[int, set[int]] = defaultdict(set)
    for table in tables:
        people = [each for each in table.ranks if each > 0]
        for person in people:
            met[person].update(each for each in people if each != person)
    return {person: sum(len(met[each]) > 1 for each in others) for person, others in met.items()}


def shown(ratings: Mapping[int, Rating], now: datetime) -> dict[int, Shown]:
    """Return the ratings that may be shown, around the mean of all that are rated.

    The mean is taken out anew each time, since the model's drifts as people come and go.
    """
    enough = {person: each for person, each in ratings.items() if each.matches >= ENOUGH}
    centre = fmean(each.mean for each in enough.values()) if enough else _MEAN
    return {
        person: Shown(
            round(1500 + _POINTS * (each.mean - centre - _CERTAIN * each.deviation_at(now))),
            round(1500 + _POINTS * (each.mean - centre + _CERTAIN * each.deviation_at(now))),
            each.matches,
        )
        for person, each in enough.items()
    }
