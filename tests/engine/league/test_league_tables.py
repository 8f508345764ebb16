"""The tables of a division: everybody as many, nobody too often together, places in turn order even."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from engine.league.schedule import ROUNDS, schedule, unevenness
from engine.league.sizes import divisions, levels, tables

LARGER = [(seats, most) for seats, most in ((3, 4), (4, 4), (3, 5), (4, 5), (5, 5))]
SIZES = [(people, seats, most) for people in range(4, 13) for seats, most in LARGER]


def met(found: tuple[tuple[int, ...], ...]) -> Counter[tuple[int, int]]:
    return Counter(pair for table in found for pair in combinations(sorted(table), 2))


@pytest.mark.parametrize("people", range(4, 8))
def test_between_two_all_meet_once_and_first_moves_differ_by_one_at_most(people: int) -> None:
    found = schedule(people, 2)
    assert met(found) == Counter(combinations(range(people), 2))
    first = Counter(table[0] for table in found)
    counts = [first[each] for each in range(people)]
    assert max(counts) - min(counts) <= 1


@pytest.mark.parametrize(("people", "seats", "most"), SIZES)
def test_larger_tables_keep_the_rules(people: int, seats: int, most: int) -> None:
    found = schedule(people, seats, most)
    assert Counter(each for table in found for each in table) == dict.fromkeys(range(people), ROUNDS)
    together = met(found)
    for (a, b), times in together.items():
        if times > 2:
            everybody = set(range(people))
            for one in (a, b):
                assert everybody - {one} == {o for o in everybody if together[min(one, o), max(one, o)]}
    assert unevenness(people, found)[0] <= 2, "more than a third of a place over three tables"
    assert all(len(table) <= most for table in found)
    if people >= 6:
        assert all(len(table) >= 3 for table in found)


@pytest.mark.parametrize(
    ("people", "seats", "most", "sizes"),
    [(4, 3, 4, (4,)), (5, 4, 4, (3, 2)), (5, 3, 5, (5,)), (9, 4, 4, (3, 3, 3)), (11, 3, 4, (4, 4, 3))],
)
def test_the_sizes_that_suit_best_come_first(
    people: int, seats: int, most: int, sizes: tuple[int, ...]
) -> None:
    assert tables(people, seats, most)[0] == sizes


@pytest.mark.parametrize("seats", [2, 3])
def test_every_number_of_people_makes_divisions(seats: int) -> None:
    least, most = (4, 7) if seats == 2 else (6, 12)
    for people in range(4, 401):
        sizes = divisions(people, seats)
        assert sum(sizes) == people
        assert max(sizes) - min(sizes) <= 1
        assert max(sizes) <= most
        assert min(sizes) >= least or len(sizes) == 1
        ladder = levels(len(sizes))
        assert sum(ladder) == len(sizes)
        assert all(width == 2**level for level, width in enumerate(ladder[:-1]))
        assert 0 < ladder[-1] <= 2 ** (len(ladder) - 1)


def test_three_people_make_no_season() -> None:
    with pytest.raises(ValueError, match="needs 4 people"):
        divisions(3, 2)
