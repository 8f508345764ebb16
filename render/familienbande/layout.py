"""Layout of a family tree: places of its members, lines of descent that do not cross, and the newest cards.

Members of a generation stand in the order of their parents, so that brothers and sisters are neighbours.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from engine.familienbande.cards import CARDS
from engine.familienbande.model import Asks, Person, Row, Trait, View
from render.kit.fresh import Fresh

__all__ = ["CARD_WIDE", "SEATS_TOP", "Descent", "Tree", "freshness", "gains", "seat_pitch"]


@dataclass(frozen=True)
class Descent:
    """A couple's line to its children, in pixels."""

    parent: int
    x: int
    """Pixel column of the couple's middle."""
    top: int
    """Pixel row below the couple."""
    bar: int
    """Pixel row of the horizontal part of the line."""
    children: tuple[tuple[int, int], ...]
    """Each child's card number and the pixel column of its middle."""
    bottom: int
    """Pixel row above the children."""


CARD_WIDE, CARD_HIGH, TAB_HIGH, TALLEST = 83, 115, 80, 150
"""Width of a card; its height in the first two generations, when turned over, and at most."""
GAP = 27
"""Least height between two generations, for the lines of descent."""
SEATS_TOP = 90
"""Upper edge of the seats, in 1,100ths of the width."""


def seat_pitch(seats: int) -> int:
    """Return the height of a seat's row with its gap, in 1,100ths of the width."""
    return {2: 56, 3: 46}.get(seats, 39)


@lru_cache(maxsize=64)
def _rows(turned: tuple[bool, ...], seats: int) -> tuple[tuple[float, float], ...]:
    """Return the upper edge and the height of each generation, in 1,100ths of the width.

    Generation 3 reaches below the seats, and begins under them. The open ones from there on share the room.
    """
    first, second = (TAB_HIGH if closed else CARD_HIGH for closed in turned[:2])
    third = max(8 + first + GAP + second, SEATS_TOP + seat_pitch(seats) * seats) + GAP
    tabs, room = sum(turned[2:]), 700 - 12 - third - 2 * GAP
    high = min(TALLEST, (room - tabs * TAB_HIGH) / max(1, 3 - tabs))
    heights = [first, second, *(TAB_HIGH if closed else high for closed in turned[2:])]
    gap = GAP + (room - sum(heights[2:])) / 2
    tops = [8.0, 8.0 + first + GAP, third, third + heights[2] + gap]
    return tuple(zip((*tops, tops[-1] + heights[3] + gap), heights, strict=True))


@dataclass(frozen=True)
class Tree:
    """A family tree in a picture `width` pixels wide and 7/11 as high, with spouses beside each other.

    The older, smaller generations stand on the left, which leaves room for scores on their right. Those that
    were turned over are low, as nothing joins them any more: the youngest ones get the room.
    """

    width: int
    turned: tuple[bool, ...] = (False,) * 5
    """For each generation, true if it was turned over."""
    seats: int = 4
    """The number of seats on the right, below which generation 3 begins."""

    @classmethod
    def of(cls, view: View, width: int) -> Tree:
        """Return the tree of this match. When it is over, turned rows are open again."""
        return cls(width, tuple(row.is_turned and view.result is None for row in view.rows), view.seats)

    def px(self, points: float) -> int:
        """Return a length in pixels, at least 1, for `points` 1,100ths of the width."""
        return max(1, round(points * self.width / 1100))

    @property
    def height(self) -> int:
        return self.px(700)

    def card(self, row: int) -> tuple[int, int]:
        """Return the width and height of a card of generation `row` in pixels."""
        return self.px(CARD_WIDE), self.px(_rows(self.turned, self.seats)[row][1])

    @property
    def beside(self) -> int:
        """Pixels from the middle of a member's card to the middle of the spouse's."""
        return self.px(84)

    def row_top(self, row: int) -> int:
        """Return the upper edge of generation `row`, counted from 0.

        Lines of descent run in the gap above it.
        """
        return self.px(_rows(self.turned, self.seats)[row][0])

    @property
    def bottom(self) -> int:
        """Pixel row of the lower edge of generation 5."""
        return self.row_top(4) + self.card(4)[1]

    def slot(self, row: int, index: int) -> int:
        """Return the pixel column of the middle of a member's card.

        Generation 5 has slots of its own, below all the others: nobody marries there.
        """
        return self.px(120 + index * 149) if row == 4 else self.px(84 + index * 175)

    def couple(self, row: int, index: int) -> int:
        """Return the pixel column half way between a member and the spouse."""
        return self.slot(row, index) + self.beside // 2

    def order(self, rows: Sequence[Row]) -> list[list[Person]]:
        """Return the members of each row from left to right."""
        ordered: list[list[Person]] = []
        for row in rows:
            above = {person.card: index for index, person in enumerate(ordered[-1])} if ordered else {}
            ordered.append(
                sorted(row.people, key=lambda person, above=above: above.get(person.parent or 0, 0))
            )
        return ordered

    def places(self, rows: Sequence[Row]) -> list[list[int]]:
        """Return the slots of all members in `order`, from the left.

        Members stand as near below their parents as the order allows.
        """
        ordered, placed = self.order(rows), list[list[int]]()
        for number, people in enumerate(ordered):
            if number == 0:
                placed.append(list(range(len(people))))
                continue
            above = dict(zip((person.card for person in ordered[number - 1]), placed[-1], strict=True))
            wanted = [self.couple(number - 1, above[person.parent or 0]) for person in people]
            slots = [self.slot(number, index) for index in range(rows[number].size)]
            placed.append(_nearest(wanted, slots))
        return placed

    def descents(self, rows: Sequence[Row]) -> list[Descent]:
        """Return every couple's line to its children, generation by generation."""
        ordered, places, lines = self.order(rows), self.places(rows), list[Descent]()
        for number in range(len(rows) - 1):
            middles = {
                person.card: self.slot(number + 1, index)
                for person, index in zip(ordered[number + 1], places[number + 1], strict=True)
            }
            couples = [
                (
                    person.card,
                    self.couple(number, index),
                    [(child, middles[child]) for child in person.children],
                )
                for person, index in zip(ordered[number], places[number], strict=True)
                if person.children
            ]
            top, bottom = self.row_top(number) + self.card(number)[1], self.row_top(number + 1)
            levels = _levels([(x, [middle for _, middle in children]) for _, x, children in couples])
            for (card, x, children), level in zip(couples, levels, strict=True):
                bar = top + round((level + 1) * (bottom - top) / (max(levels) + 2))
                lines.append(Descent(card, x, top, bar, tuple(children), bottom))
        return lines


def _nearest(wanted: Sequence[int], slots: Sequence[int]) -> list[int]:
    """Return an ascending list of slots, one for each wanted place, at the least total distance from them."""
    ways: list[tuple[int, list[int]]] = [(0, [])]
    for count, place in enumerate(wanted, 1):
        last = len(slots) - len(wanted) + count
        best: list[tuple[int, list[int]]] = []
        for index in range(count - 1, last):
            # ways[n] is the best choice for the earlier places, with n slots left free before this one.
            way, chosen = ways[min(index - count + 1, len(ways) - 1)]
            found = (way + abs(place - slots[index]), [*chosen, index])
            best.append(min(best[-1], found, key=lambda each: each[0]) if best else found)
        ways = best
    return ways[-1][1]


def _levels(couples: Sequence[tuple[int, Sequence[int]]]) -> list[int]:
    """Return the depth of each couple's horizontal line, 0 for the highest.

    `couples` are (middle, children's middles) from left to right. If a couple's children stand below the
    place of another couple, its line runs below that couple's line if the other stands left of it, and above
    it if the other stands right of it.
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
    """Return the age of every card in the tree for the viewer.

    A spectator gets the view of whoever is to move.
    """
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
    """Return the points that each marker gained by births that are new to the viewer.

    The points of the last child may still have to be counted.
    """
    old, new = [0] * len(Trait), [0] * len(Trait)
    for row in view.rows:
        for person in row.people:
            if person.turn is not None:
                points = old if fresh.get(person.card, Fresh.OLD) is Fresh.OLD else new
                for trait in CARDS[person.card].traits:
                    points[trait] += row.generation
    return tuple(max(0, min(new[trait], view.markers[trait] - old[trait])) for trait in Trait)
