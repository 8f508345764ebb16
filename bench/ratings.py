"""``python -m bench.ratings``: how true the ratings of simulated people are.

Everybody has a strength; at each table luck is added (Gumbel's), so that the odds between two are those of
the model. Printed are, by seats at a table, spread of strengths and matches a person:

* coverage: the share of people whose range of 95 % holds the true strength;
* drift: by how many points those who are always there have moved against their strengths, in the second half
  of the matches, while others come and go;
* log loss of the next matches between two, by the ratings, by wins over plays, and with all equal: where
  everybody meets anybody, and in a league, whose divisions are of like strength;
* circles: people who play 50 matches a year among themselves alone: coverage, the range's half in points, the
  expected log loss between two of them;
* a second account: the place among 40 people, and the points won, of somebody of middling strength who
  beats it once a day.
"""

from __future__ import annotations

import argparse
from datetime import UTC, datetime, timedelta
from itertools import combinations
from math import exp, log, sqrt
from random import Random
from statistics import fmean

from engine.league.ratings import ENOUGH, RatedTable, Rating, rated

MEAN, BETA = 25.0, 25.0 / 6
SCALE = BETA * sqrt(2)
"""Units of strength at which the odds between two are e to one."""
POINTS = 400 / log(10) / SCALE
START = datetime(2026, 1, 1, tzinfo=UTC)
PEOPLE = 60
DIVISION = 6
MATCHES = (11, 41, 139)
SPREADS = (3.0, 5.0, 8.3)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m bench.ratings", description=__doc__)
    parser.add_argument("--runs", type=int, default=4, help="simulations of each kind (default 4)")
    parser.add_argument("--drift", type=int, default=10000, help="matches of the drift (default 10000)")
    given = parser.parse_args()
    print("| seats | coverage, %: matches a person 11, 41, 139; spreads 3, 5, 8.3 each | mean |")
    print("|---|---|---|")
    for seats in (2, 3, 4, 5):
        shares = [
            fmean(covered(seats, matches, spread, seed) for seed in range(given.runs))
            for matches in MATCHES
            for spread in SPREADS
        ]
        said = " · ".join(f"{100 * each:.0f}" for each in shares)
        print(f"| {seats} | {said} | {100 * fmean(shares):.1f} |", flush=True)
    moved = fmean(drift(given.drift, seed) for seed in range(2 * given.runs))
    print(f"drift, {given.drift} matches: {moved:+.1f} points")
    for league in (False, True):
        for seats in (2, 4):
            ours, naive = losses(seats, 5.0, 2, league=league)
            where = "league" if league else "anybody"
            said = f"ratings {ours:.4f}, wins/plays {naive:.4f}, all equal 0.6931"
            print(f"log loss, {where}, {seats} seats: {said}")

    for size, seats in ((2, 2), (3, 2), (4, 2), (4, 4), (6, 3), (12, 2)):
        held, half, loss = (
            fmean(each) for each in zip(*(circle(size, seats, seed) for seed in range(4)), strict=True)
        )
        print(f"circles of {size}, {seats} seats: {held:.0%}, ±{half:.0f}, {loss:.3f}")
    for wins in (10, 30, 100):
        before, after, points = (
            fmean(each) for each in zip(*(second_account(wins, seed) for seed in range(8)), strict=True)
        )
        print(f"second account, {wins} wins: place {before:.1f}, then {after:.1f}, {points:+.0f} points")


def circle(size: int, seats: int, seed: int) -> tuple[float, float, float]:
    """Return the coverage, half the range in points, and the expected log loss of circles of that size."""
    random, people, year = Random(f"{size} {seats} {seed}"), range(24 // size * size), 8760
    strengths = {each: random.gauss(0, 4.0) for each in people}
    circles = [range(first, first + size) for first in range(0, len(people), size)]
    count = size * 50 // seats
    ratings = rated(
        RatedTable(
            number * len(circles) + which,
            START + timedelta(hours=year * number / count),
            play(random, strengths, random.sample(there, seats)),
        )
        for number in range(count)
        for which, there in enumerate(circles)
    )
    held, losses_ = list[bool](), list[float]()
    for there in circles:
        shift = fmean(ratings[each].mean - strengths[each] for each in there)
        held += [
            abs(ratings[each].mean - shift - strengths[each]) <= 1.96 * ratings[each].deviation
            for each in there
        ]
        for one, other in combinations(there, 2):
            chance = foretold(ratings[one], ratings[other])
            true = 1 / (1 + exp((strengths[other] - strengths[one]) / SCALE))
            losses_.append(-true * log(chance) - (1 - true) * log(1 - chance))
    half = POINTS * 1.96 * fmean(each.deviation for each in ratings.values())
    return fmean(held), half, fmean(losses_)


def second_account(wins: int, seed: int) -> tuple[int, int, float]:
    """Return a person's places before and after so many wins over an own account, and the points won."""
    random, people = Random(seed), range(40)
    strengths = {each: random.gauss(0, 3.0) for each in people}
    strengths[0] = sorted(strengths.values())[20]
    tables = [
        RatedTable(number, START + timedelta(hours=6 * number), play(random, strengths, there))
        for number in range(400)
        for there in [random.sample(people, 2)]
    ]
    own = [RatedTable(400 + each, START + timedelta(days=100 + each), {0: 1, 99: 2}) for each in range(wins)]
    before, after = rated(tables), rated([*tables, *own])

    def place(ratings: dict[int, Rating]) -> int:
        return 1 + sum(ratings[each].mean > ratings[0].mean for each in people)

    return place(before), place(after), POINTS * (after[0].mean - before[0].mean)


def foretold(one: Rating, other: Rating) -> float:
    """Return the chance of the one to be ahead of the other."""
    scale = sqrt(one.deviation**2 + other.deviation**2 + 2 * BETA**2)
    return 1 / (1 + exp(-(one.mean - other.mean) / scale))


def play(random: Random, strengths: dict[int, float], there: list[int]) -> dict[int, int]:
    """Return the ranks of a table."""
    form = {each: strengths[each] / SCALE - log(-log(random.random())) for each in there}
    order = sorted(there, key=form.__getitem__, reverse=True)
    return {each: rank for rank, each in enumerate(order, 1)}


def season(
    seats: int, matches: int, spread: float, random: Random, *, league: bool = False
) -> tuple[dict[int, float], list[RatedTable]]:
    """Return strengths, and the tables of so many matches a person; in a `league` like strengths meet."""
    strengths = {each: random.gauss(0, spread) for each in range(PEOPLE)}
    tables = [
        RatedTable(number, START + timedelta(hours=number), play(random, strengths, there))
        for number in range(PEOPLE * matches // seats)
        for there in [sitting(seats, strengths, random, league=league)]
    ]
    return strengths, tables


def sitting(seats: int, strengths: dict[int, float], random: Random, *, league: bool) -> list[int]:
    """Return who sits at the next table: anybody, or of a league a division's members."""
    people = list(range(PEOPLE))
    if league:
        # Levels know strengths as well as a season's luck lets them.
        people.sort(key=lambda each: strengths[each] + random.gauss(0, 2))
        division = random.randrange(PEOPLE // DIVISION)
        people = people[division * DIVISION : (division + 1) * DIVISION]
    return random.sample(people, seats)


def covered(seats: int, matches: int, spread: float, seed: int) -> float:
    """Return the share of people whose range holds their strength."""
    strengths, tables = season(seats, matches, spread, Random(f"{seats} {matches} {spread} {seed}"))
    ratings = rated(tables)
    shift = fmean(each.mean - strengths[person] for person, each in ratings.items())
    return fmean(
        abs(each.mean - shift - strengths[person]) <= 1.96 * each.deviation
        for person, each in ratings.items()
    )


def drift(matches: int, seed: int) -> float:
    """Return by how many points those who are always there have moved against their strengths between the
    middle and the end, as ratings are shown: around the mean of all. Of the others one in 200 matches leaves,
    and somebody new comes.
    """
    random = Random(seed)
    strengths = {each: random.gauss(0, 5.0) for each in range(PEOPLE)}
    steady = range(PEOPLE // 2)
    tables = list[RatedTable]()
    present = list(range(PEOPLE))
    for number in range(matches):
        if number % 200 == 199:
            place = random.randrange(PEOPLE // 2, PEOPLE)
            present[place] = max(strengths) + 1
            strengths[present[place]] = random.gauss(0, 5.0)
        there = random.sample(present, 2)
        tables.append(RatedTable(number, START + timedelta(hours=number), play(random, strengths, there)))

    def apart(ratings: dict[int, Rating]) -> float:
        shown = {person: each.mean for person, each in ratings.items() if each.matches >= ENOUGH}
        centre = fmean(shown.values()) - fmean(strengths[person] for person in shown)
        return POINTS * (fmean(ratings[person].mean - strengths[person] for person in steady) - centre)

    return apart(rated(tables)) - apart(rated(tables[: matches // 2]))


def losses(seats: int, spread: float, seed: int, *, league: bool) -> tuple[float, float]:
    """Return the log loss of pairs after 41 matches a person: by the ratings, and by wins over plays."""
    random = Random(seed)
    strengths, tables = season(seats, 41, spread, random, league=league)
    ratings = rated(tables)
    ahead, met = dict.fromkeys(range(PEOPLE), 1.0), dict.fromkeys(range(PEOPLE), 2.0)
    for table in tables:
        for one, other in combinations(table.ranks, 2):
            for person, rival in ((one, other), (other, one)):
                met[person] += 1
                ahead[person] += table.ranks[person] < table.ranks[rival]
    ours, naive = list[float](), list[float]()
    for _ in range(20000):
        one, other = sitting(2, strengths, random, league=league)
        won = play(random, strengths, [one, other])[one] == 1
        chance = foretold(ratings[one], ratings[other])
        ours.append(-log(chance if won else 1 - chance))
        share, theirs = ahead[one] / met[one], ahead[other] / met[other]
        odds = share * (1 - theirs) / (share * (1 - theirs) + theirs * (1 - share))
        naive.append(-log(odds if won else 1 - odds))
    return fmean(ours), fmean(naive)


if __name__ == "__main__":
    main()
