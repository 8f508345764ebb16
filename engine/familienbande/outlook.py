"""The part of Familienbande in estimates: candidates, play-out, and the families that others may have."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import permutations
from typing import Any, TypeVar

from engine.familienbande.cards import CARDS, Trait
from engine.familienbande.core import OVER, Table, step
from engine.familienbande.greedy import SURE, worths
from engine.familienbande.model import Child, Discard, Marry, Move, Pass, View
from engine.robots.estimate import Draws, Outlook

__all__ = ["OUTLOOK", "SWIFT"]

W = TypeVar("W")

_BORN = (2, 3, 6, 9)
"""Likelihood of a birth, against another family's, by the number of times that the child has the trait."""
_WEDDED = (4, 4, 3, 2)
_TRIED = 10
"""The number of moves that are tried."""
_LEAD = 60
"""The lead in points that counts as the whole of it."""


@lru_cache(maxsize=4)
def _beliefs(view: View) -> list[tuple[tuple[int, ...], float]]:
    """Return the families that the seats may have, and how likely each is by what they have played."""
    weights = [[1.0] * len(Trait) for _ in range(view.seats)]
    for placed in view.placed:
        seat = view.seat_of(placed.turn)
        told = _BORN if placed.is_child else _WEDDED
        for trait in Trait:
            weights[seat][trait] *= told[CARDS[placed.card].counts[trait]]
        most = max(weights[seat])
        weights[seat] = [each / most for each in weights[seat]]
    found: list[tuple[tuple[int, ...], float]] = []
    for families in permutations(range(len(Trait)), view.seats):
        weight = 1.0
        for seat, (known, family) in enumerate(zip(view.families, families, strict=True)):
            if known is None:
                weight *= weights[seat][family]
            elif known != family:
                weight = 0.0
        if weight:
            found.append((families, weight))
    return found


def _own(view: View, card: int) -> int:
    return 0 if view.family is None else CARDS[card].counts[view.family]


def _is_late(view: View, parent: int, own: int) -> bool:
    """Return whether a birth brings so much that nobody waits: the own trait thrice in the fourth generation,
    twice in the last.
    """
    row = next(row.generation for row in view.rows for person in row.people if person.card == parent)
    return row >= 3 and own >= 6 - row


class _Moves(Outlook[View, Move, W]):
    """The moves that look best at first sight, and the families that others may have."""

    def candidates(self, view: View, moves: Sequence[Move], world: Any) -> Sequence[tuple[Move, float]]:
        """Return the moves that look best at first sight, or one that surely wins."""
        values = worths(view, moves)
        if max(values) == SURE:
            return [(moves[values.index(SURE)], 0.0)]
        by_value = sorted(range(len(values)), key=lambda at: -values[at])
        births: dict[int, int] = {}
        is_late = False
        for at, move in enumerate(moves):
            if isinstance(move, Child):
                births[at] = own = _own(view, move.card)
                is_late = is_late or _is_late(view, move.of, own)
        if any(births.values()):
            # Nobody passes where a child of the own family can be born.
            by_value = [at for at in by_value if not isinstance(moves[at], Pass)]
        if is_late:
            by_value = [at for at in by_value if births.get(at, 0) >= 2]
        foolish = _foolish(view, moves, births)
        by_value = [at for at in by_value if at not in foolish] or by_value
        # What is best at first sight promises nothing here: with a promise experts were weaker.
        return [(moves[at], 0.0) for at in by_value[:_TRIED]]

    def families(self, view: View, draws: Draws) -> tuple[int, ...]:
        """Return families that the seats may have, the likelier the oftener."""
        beliefs = _beliefs(view)
        left = draws.below(1 << 24) / (1 << 24) * sum(weight for _, weight in beliefs)
        for families, weight in beliefs:
            left -= weight
            if left < 0:
                return families
        return beliefs[-1][0]


def _foolish(view: View, moves: Sequence[Move], births: Mapping[int, int]) -> set[int]:
    """Return the places of moves at which everybody would shake their head.

    A child without the own trait where the same couple can have one with it twice, and cards with the own
    trait put away while there is one without, or while all have it twice. `births` has how often the children
    have the own trait.
    """
    couples = {at: move.of for at in births if isinstance(move := moves[at], Child)}
    blessed = {couples[at] for at, own in births.items() if own >= 2}
    found = {at for at, own in births.items() if not own and couples[at] in blessed}
    away = {at: _own(view, move.card) for at, move in enumerate(moves) if isinstance(move, Discard)}
    if away and (0 in away.values() or min(away.values()) >= 2):
        found |= {at for at, own in away.items() if own}
    return found


class _Plain(_Moves[Table]):
    def world(self, view: View, state: Any, draws: Draws) -> Table:
        return Table.of(state, self.families(view, draws))

    def play_out(self, world: Table, move: Move, draws: Draws) -> tuple[float, float]:
        table, mine = world.copy(), world.seat
        draws.shuffle(table.pile)
        table.make(move, draws)
        high = draws.below(2)
        while table.asks != OVER:
            step(table, draws, high)
        scores = table.scores()
        best = max(scores)
        rivals = max([score[0] for seat, score in enumerate(scores) if seat != mine])
        share = 1 / scores.count(best) if scores[mine] == best else 0.0
        lead = (scores[mine][0] - rivals) / _LEAD
        return share, max(-1.0, min(1.0, lead))


class _Swift(_Moves[Any]):
    """The same with the compiled core (arrays.py), which is imported by whoever thinks with it."""

    worlds = 120

    def world(self, view: View, state: Any, draws: Draws) -> Any:
        from engine.familienbande.arrays import table_of

        return table_of(state, self.families(view, draws))

    def play_out(self, world: Any, move: Move, draws: Draws) -> tuple[float, float]:
        from engine.familienbande import arrays

        match move:
            case Child(card, of):
                made = arrays.BEAR, card, of
            case Marry(card, on):
                made = arrays.MARRY, card, on
            case Discard(card):
                made = arrays.DISCARD, card, 0
            case Pass():
                made = arrays.PASS, 0, 0
            case _:
                made = arrays.KEEP, 0, 0
        winners, lead = arrays.play_out(world, *made, draws.seed)
        return (1 / winners if winners else 0.0), max(-1.0, min(1.0, lead / _LEAD))


OUTLOOK = _Plain()
SWIFT = _Swift()
