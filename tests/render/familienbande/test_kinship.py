"""Geometry of the family tree: slots side by side, lines of descent that do not cross."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, pairwise

import pytest

from engine.familienbande.cards import GENERATION_SIZES
from engine.familienbande.model import View
from render.familienbande.layout import CARD_WIDE, Tree, freshness, gains
from render.gallery.familienbande import sample
from render.kit.fresh import Fresh

TREE = Tree(1100)
VIEWS = [sample(4, turns, seed=seed) for seed in range(12) for turns in (6, 15, 24, 34)]
Segment = tuple[int, int, int, int]


@pytest.mark.parametrize("width", [320, 550, 1100, 1650])
def test_couples_of_a_row_stand_side_by_side_within_the_picture(width: int) -> None:
    tree = Tree(width)
    wide, tall = tree.px(CARD_WIDE), tree.px(115)
    assert tree.beside >= wide
    for row, size in enumerate(GENERATION_SIZES):
        middles = [tree.slot(row, index) for index in range(size)]
        taken = wide if row == 4 else wide + tree.beside
        assert all(b - a > taken for a, b in pairwise(middles))
        assert middles[0] - wide / 2 >= tree.px(40)
        assert middles[-1] - wide / 2 + taken < width
    tops = [tree.row_top(row) for row in range(5)]
    assert all(b - a >= tall + tree.px(20) for a, b in pairwise(tops))
    assert abs(tops[-1] + tall - tree.bottom) <= 2
    assert tree.bottom < tree.height


@pytest.mark.parametrize("view", VIEWS, ids=range(len(VIEWS)))
def test_children_stand_as_near_below_their_parents_as_their_order_allows(view: View) -> None:
    """No other choice of slots in that order has a smaller total distance."""
    ordered, places = TREE.order(view.rows), TREE.places(view.rows)
    assert places[0] == list(range(len(ordered[0])))
    for number in range(1, len(GENERATION_SIZES)):
        above = {
            person.card: TREE.couple(number - 1, index)
            for person, index in zip(ordered[number - 1], places[number - 1], strict=True)
        }
        wanted = [above[person.parent or 0] for person in ordered[number]]

        def way(slots: Sequence[int], number: int = number, wanted: Sequence[int] = wanted) -> int:
            return sum(abs(TREE.slot(number, i) - x) for i, x in zip(slots, wanted, strict=True))

        choices = combinations(range(GENERATION_SIZES[number]), len(wanted))
        assert way(places[number]) == min(map(way, choices))
        assert list(places[number]) == sorted(set(places[number]))


@pytest.mark.parametrize("view", VIEWS, ids=range(len(VIEWS)))
def test_brothers_and_sisters_stand_together_below_their_parents_order(view: View) -> None:
    rows = TREE.order(view.rows)
    for above, below in pairwise(rows):
        parents = [
            next(i for i, parent in enumerate(above) if child.parent == parent.card) for child in below
        ]
        assert parents == sorted(parents)
    assert [len(row) for row in rows] == [len(row.people) for row in view.rows]


def segments(view: View) -> list[tuple[int, list[Segment]]]:
    """Return each couple with the segments (x0, y0, x1, y1) of its line."""
    drawn: list[tuple[int, list[Segment]]] = []
    for line in TREE.descents(view.rows):
        xs = [line.x, *(x for _, x in line.children)]
        parts = [(line.x, line.top, line.x, line.bar), (min(xs), line.bar, max(xs), line.bar)]
        parts += [(x, line.bar, x, line.bottom) for _, x in line.children]
        drawn.append((line.parent, parts))
    return drawn


def touching(a: Segment, b: Segment) -> bool:
    return a[0] <= b[2] and b[0] <= a[2] and a[1] <= b[3] and b[1] <= a[3]


@pytest.mark.parametrize("view", VIEWS, ids=range(len(VIEWS)))
def test_lines_of_different_couples_never_touch(view: View) -> None:
    for (one, first), (other, second) in combinations(segments(view), 2):
        assert not any(touching(a, b) for a in first for b in second), (one, other)


def test_every_child_hangs_on_its_parents_line() -> None:
    view = VIEWS[-1]
    hung = {child: line.parent for line in TREE.descents(view.rows) for child, _ in line.children}
    assert hung == {each.card: each.to for each in view.placed if each.is_child}
    for line in TREE.descents(view.rows):
        assert line.top < line.bar < line.bottom


def test_new_cards_depend_on_the_viewer() -> None:
    fresh = [freshness(sample(3, 12, viewer=viewer, seed=3)) for viewer in (0, 1, 2, None)]
    turns = {each.card: each.turn for each in sample(3, 12, seed=3).placed}

    def new(index: int, kind: Fresh) -> set[int]:
        return {turns[card] for card, value in fresh[index].items() if value is kind}

    # Twelve turns were played and seat 0 is to move. The last turn of seat 0 was 9, of seat 1 10, of seat 2
    # 11.
    assert [new(index, Fresh.LAST) for index in range(4)] == [{11}] * 4
    assert [new(index, Fresh.NEW) for index in range(4)] == [{10}, set(), set(), {10}]


def test_gains_are_the_new_births() -> None:
    view = sample(4, 20, viewer=0, seed=5)
    assert gains(view, dict.fromkeys(freshness(view), Fresh.NEW)) == view.markers
    assert gains(view, {}) == (0,) * 5
