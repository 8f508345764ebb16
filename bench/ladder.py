"""The ladder of a league without its matches: ``python -m bench.ladder [--people N] [--seats N] [--runs N]``.

People have strengths from a normal distribution, and each table adds noise of the same deviation: as much
luck as skill. A share of the members leaves after each season, and as many new people come. Seasons are begun
and closed by the league's own functions. Printed is the rank correlation of true strength with the level
alone, and with level and place, over the members who were not new; and what level alone would reach if
everybody stood where their strength belongs.
"""

from __future__ import annotations

import argparse
import statistics
import sys
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from random import Random
from time import process_time

from engine.league.points import behind_all
from engine.league.season import begun, former_of
from engine.league.values import Member, Season, Stage, TableResult

WHEN = datetime(2026, 11, 28, tzinfo=UTC)
CHURN = 0.25


class Ladder:
    """A league whose results are drawn."""

    def __init__(self, people: int, seats: int, seed: int, luck: float) -> None:
        self.people, self.seats, self.luck = people, seats, luck
        self.dice = Random(seed)
        self.strength: dict[int, float] = {}
        self.before: Season | None = None
        self.members: list[int] = []

    def season(self, number: int, churn: float) -> Season:
        """Play a season and return it, closed."""
        stays = [each for each in self.members if self.dice.random() >= churn]
        while len(stays) < self.people:
            person = len(self.strength) + 1
            self.strength[person] = self.dice.gauss(0, 1)
            stays.append(person)
        self.members = stays
        members = tuple(Member(each, "", 10**6 * number + each) for each in stays)
        seed = self.dice.randbytes(32)
        season = Season(number, number, Stage.SIGN_UP, seed, WHEN, members=members)
        known = {} if self.before is None else self.before.former
        season = begun(season, known, self.seats, 4)
        tables = tuple(replace(table, result=self._result(table.seats)) for table in season.tables)
        season = replace(season, stage=Stage.CLOSED, tables=tables)
        self.before = replace(season, former=former_of(season, self.before))
        return self.before

    def _result(self, seats: Sequence[int]) -> TableResult:
        scores = [self.strength[each] + self.dice.gauss(0, self.luck) for each in seats]
        order = sorted(range(len(seats)), key=lambda each: -scores[each])
        ranks = behind_all({seat: order.index(seat) + 1 for seat in range(len(seats))}, ())
        return TableResult(tuple(ranks[seat] for seat in range(len(seats))), (0,) * len(seats))

    def correlations(self, season: Season) -> tuple[float, float, float]:
        """Return those of the levels in which the next season would begin, of level and place, of the best
        that level alone could reach."""
        former = season.former
        here = [each for each in self.members if not former[each].first]
        true = [-self.strength[each] for each in here]
        level = [float(former[each].level) for each in here]
        finer = [former[each].level + former[each].place / (former[each].size + 1) for each in here]
        sorted_levels = sorted(level)
        ranked = sorted(range(len(here)), key=true.__getitem__)
        ideal = [0.0] * len(here)
        for place, each in enumerate(ranked):
            ideal[each] = sorted_levels[place]
        return tuple(statistics.correlation(_ranks(each), _ranks(true)) for each in (level, finer, ideal))  # type: ignore[return-value]


def _ranks(values: Sequence[float]) -> list[float]:
    """Return the rank of each value; equal ones have their mean."""
    order = sorted(range(len(values)), key=values.__getitem__)
    ranks = [0.0] * len(values)
    begin = 0
    while begin < len(order):
        end = begin
        while end + 1 < len(order) and values[order[end + 1]] == values[order[begin]]:
            end += 1
        for place in range(begin, end + 1):
            ranks[order[place]] = (begin + end) / 2
        begin = end + 1
    return ranks


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.ladder", description=__doc__)
    parser.add_argument("--people", type=int, default=40)
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--seasons", type=int, default=16)
    parser.add_argument("--runs", type=int, default=10)
    parser.add_argument("--churn", type=float, default=CHURN)
    parser.add_argument("--luck", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=34)
    given = parser.parse_args(arguments)
    found: list[tuple[float, float, float]] = []
    began = process_time()
    for run in range(given.runs):
        ladder = Ladder(given.people, given.seats, given.seed + run, given.luck)
        for number in range(1, given.seasons + 1):
            season = ladder.season(number, given.churn)
            if number > given.seasons - 4:
                found.append(ladder.correlations(season))
    level, finer, ideal = (statistics.fmean(each) for each in zip(*found, strict=True))
    low, _, high = statistics.quantiles([each[0] for each in found], n=4)
    print(
        f"{given.people} people, tables of {given.seats}, {given.churn:.0%} leave, luck {given.luck}:"
        f" level alone {level:.2f} (quartiles {low:.2f} and {high:.2f}), level and place {finer:.2f};"
        f" at best, by level alone, {ideal:.2f}; last 4 of {given.seasons} seasons, {given.runs} runs,"
        f" {process_time() - began:.0f} s"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
