"""Where everybody stands in a family tree, lines of descent that do not cross, and what is new.

Members of a generation stand in the order of their parents, so that brothers and sisters are neighbours.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.familienbande.cards import CARDS
from engine.familienbande.model import Asks, Person, Row, Trait, View
from render.fresh import Fresh

__all__ = ["Descent", "Tree", "freshness", "gains"]


@dataclass(frozen=True)
class Descent:
    """A couple's line to its children, in pixels."""

    parent: int
    x: int
    """Middle of the couple."""
    top: int
    """Below the couple."""
    bar: int
    """Where the line runs across."""
    children: tuple[tuple[int, int], ...]
    """Each child's card and the middle of its slot."""
    bottom: int
    """Above the children."""


@dataclass(frozen=True)
class Tree:
    """A tree `width` pixels wide."""

    width: int

    def px(self, thousandths: float) -> int:
        """A length in pixels, given in thousandths of the width."""
        return max(1, round(thousandths * self.width / 1000))

    @property
    def card(self) -> tuple[int, int]:
        """Width and height of a card."""
        return self.px(127), self.px(100)

    @property
    def top(self) -> int:
        return self.px(18)

    @property
    def gap(self) -> int:
        """Between two generations: the lines of descent run there."""
        return self.px(40)

    def row_top(self, row: int) -> int:
        """Upper edge of generation `row`, from 0."""
        return self.top + row * (2 * self.card[1] + self.gap)

    @property
    def bottom(self) -> int:
        """Below generation 5, which has no spouses."""
        return self.row_top(4) + self.card[1]

    def slot(self, index: int, size: int) -> int:
        """Middle of a slot in a row of `size` slots."""
        left, right = self.px(54), self.width - self.px(10)
        pitch = min(self.px(155), (right - left) // size)
        return (left + right) // 2 + round((index - (size - 1) / 2) * pitch)

    def order(self, rows: Sequence[Row]) -> list[list[Person]]:
        """The members of each row from left to right."""
        ordered: list[list[Person]] = []
        for row in rows:
            above = {person.card: index for index, person in enumerate(ordered[-1])} if ordered else {}
            ordered.append(
                sorted(row.people, key=lambda person, above=above: above.get(person.parent or 0, 0))
            )
        return ordered

    def descents(self, rows: Sequence[Row]) -> list[Descent]:
        """Every couple's line to its children, generation by generation."""
        ordered, lines = self.order(rows), list[Descent]()
        for number, row in enumerate(rows[:-1]):
            below = rows[number + 1]
            middles = {
                person.card: self.slot(index, below.size) for index, person in enumerate(ordered[number + 1])
            }
            couples = [
                (
                    person.card,
                    self.slot(index, row.size),
                    [(child, middles[child]) for child in person.children],
                )
                for index, person in enumerate(ordered[number])
                if person.children
            ]
            top, bottom = self.row_top(number) + 2 * self.card[1], self.row_top(number + 1)
            levels = _levels([(x, [middle for _, middle in children]) for _, x, children in couples])
            for (card, x, children), level in zip(couples, levels, strict=True):
                bar = top + round((level + 1) * (bottom - top) / (max(levels) + 2))
                lines.append(Descent(card, x, top, bar, tuple(children), bottom))
        return lines


def _levels(couples: Sequence[tuple[int, Sequence[int]]]) -> list[int]:
    """How deep each line runs across, 0 the highest: (middle, children's middles) of couples left to right.

    A couple whose children stand under another's place runs below that one's line if the other stands left of
    it, and the other way round.
    """
    spans = [(min(x, *children), max(x, *children)) for x, children in couples]
    above: list[set[int]] = [set() for _ in couples]
    for left in range(len(couples)):
        for right in range(left + 1, len(couples)):
            if spans[right][0] <= couples[left][0]:
                above[right].add(left)
            elif spans[left][1] >= couples[right][0] or spans[left][1] >= spans[right][0]:
                above[left].add(right)
    levels: dict[int, int] = {}

    def level(index: int) -> int:
        if index not in levels:
            levels[index] = max((level(other) + 1 for other in above[index]), default=0)
        return levels[index]

    return [level(index) for index in range(len(couples))]


def freshness(view: View) -> dict[int, Fresh]:
    """How new every card in the tree is. A spectator looks over the shoulder of whoever is to move."""
    viewer = view.seat if view.seat is not None else view.to_move
    done = view.turn if view.asks is not Asks.ACT else view.turn - 1
    if viewer is None:
        viewer = view.seat_of(done)
    seen = max((turn for turn in range(done) if view.seat_of(turn) == viewer), default=-1)
    if view.seat_of(done) == viewer and view.asks is Asks.ACT:
        seen = done
    return {
        each.card: Fresh.LAST if each.turn == done else Fresh.NEW if each.turn > seen else Fresh.OLD
        for each in view.placed
    }


def gains(view: View, fresh: Mapping[int, Fresh]) -> tuple[int, ...]:
    """What each marker advanced by the births that are new to the viewer."""
    gained = [0] * len(Trait)
    for row in view.rows:
        for person in row.people:
            if fresh.get(person.card, Fresh.OLD) is not Fresh.OLD:
                for trait in CARDS[person.card].traits:
                    gained[trait] += row.generation
    return tuple(gained)
