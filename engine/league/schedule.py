"""The tables of a division: who plays whom, and in which turn order.

Between two everybody meets everybody once. At larger tables the whole division sits down `ROUNDS` times, and
a search finds tables at which nobody meets the same person a third time before having met all, and places in
the turn order that are even to a third of a place.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from itertools import combinations, islice, permutations, product
from math import gcd

from engine.league.sizes import tables

__all__ = ["ROUNDS", "schedule", "unevenness"]

ROUNDS = 3
"""Tables of each member of a division of larger tables."""

STARTS = 12
"""First plans from which tables are searched for."""

Table = tuple[int, ...]
Plan = list[list[list[int]]]


@lru_cache(maxsize=256)
def schedule(people: int, seats: int, most: int = 4) -> tuple[Table, ...]:
    """Return the tables of a division: the numbers of its members, from 0, in turn order.

    `seats` are those of the league, `most` the most seats of a table where sizes are mixed.
    """
    return _all_meet(people) if seats == 2 else _three_tables(people, seats, most)


def _all_meet(people: int) -> tuple[Table, ...]:
    """Return each pair once. First moves differ by one at most, as in Berger's tables."""
    return tuple((a, b) if (a + b) % 2 else (b, a) for a, b in combinations(range(people), 2))


def _three_tables(people: int, seats: int, most: int) -> tuple[Table, ...]:
    """Return the tables of the first sizes, in the order of how well they suit, by which the rules hold."""
    every = (
        min((_improved(start) for start in _starts(people, sizes)), key=_meeting_cost)
        for sizes in tables(people, seats, most)
    )
    plan = next(plan for plan in every if _meeting_cost(plan)[0] == 0)
    found = tuple(tuple(table) for tables_of_round in plan for table in tables_of_round)
    return min((_ordered(people, found, turn) for turn in range(8)), key=partial(unevenness, people))


def _starts(people: int, sizes: Sequence[int]) -> Iterator[Plan]:
    """Yield different first plans: each round deals the members out by another step."""
    steps = [step for step in range(1, people) if gcd(step, people) == 1]
    for second, third in islice(product(steps, steps), STARTS):
        yield [_dealt(people, sizes, step) for step in (1, second, third)]


def _dealt(people: int, sizes: Sequence[int], step: int) -> list[list[int]]:
    queue = [step * each % people for each in range(people)]
    dealt: list[list[int]] = []
    for size in sizes:
        dealt.append(queue[:size])
        del queue[:size]
    return dealt


def _improved(plan: Plan) -> Plan:
    """Return the plan after the best exchanges of two members of a round, until none betters it."""
    cost = _meeting_cost(plan)
    while True:
        best, better = cost, None
        for tables_of_round in plan:
            for one, other in combinations(tables_of_round, 2):
                for a in range(len(one)):
                    for b in range(len(other)):
                        one[a], other[b] = other[b], one[a]
                        if (now := _meeting_cost(plan)) < best:
                            best, better = now, (one, a, other, b)
                        one[a], other[b] = other[b], one[a]
        if better is None:
            return plan
        one, a, other, b = better
        one[a], other[b], cost = other[b], one[a], best


def _meeting_cost(plan: Plan) -> tuple[int, int, int]:
    """Return how many members meet somebody a third time before all, how often people meet, squared, and how
    unequal the numbers of rivals are."""
    met: Counter[tuple[int, int]] = Counter()
    rivals: Counter[int] = Counter()
    people = sum(map(len, plan[0]))
    for tables_of_round in plan:
        for table in tables_of_round:
            for pair in combinations(sorted(table), 2):
                met[pair] += 1
            for each in table:
                rivals[each] += len(table)
    again: set[int] = set()
    for pair, times in met.items():
        if times > 2:
            again.update(pair)
    early = sum(len({each for pair in met if member in pair for each in pair}) < people for member in again)
    spread = max(rivals.values()) - min(rivals.values())
    return early, sum(times * times for times in met.values()), spread


def unevenness(people: int, found: Sequence[Table]) -> tuple[int, int]:
    """Return the most, and the sum of squares, by which a member's places differ from even ones.

    The unit is half a place, summed over all tables of the member.
    """
    lateness = _lateness(people, found)
    return max(map(abs, lateness)), sum(each * each for each in lateness)


def _lateness(people: int, found: Sequence[Sequence[int]]) -> list[int]:
    lateness = [0] * people
    for table in found:
        for place, member in enumerate(table):
            lateness[member] += 2 * place - len(table) + 1
    return lateness


def _ordered(people: int, found: tuple[Table, ...], turn: int) -> tuple[Table, ...]:
    """Return the tables with their members in an order that gives everybody as many early as late places.

    `turn` says from which first order the search begins.
    """
    shifts = [turn * number % len(table) for number, table in enumerate(found)]
    ordered = [table[shift:] + table[:shift] for table, shift in zip(found, shifts, strict=True)]
    best = unevenness(people, ordered)
    while True:
        before = best
        for number, table in enumerate(ordered):
            for order in permutations(table):
                ordered[number] = order
                if (now := unevenness(people, ordered)) < best:
                    best, table = now, order
            ordered[number] = table
        if best == before:
            return tuple(ordered)
