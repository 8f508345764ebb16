"""The expansion of `steady` in Age III of a solo game: two peoples share the map, and the weaker one counts.

Nobody attacks, so a lone clan holds its region to the end, and in Age III a stack moves for one coin a step.
Coins are saved until then, and a stack that leaves a clan in every region on its way takes most.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from engine.genesia.board import bits, masks
from engine.genesia.model import MAX_LINE_STEPS, Line, Move, Movement, Recruit
from engine.genesia.players.evaluation import Evaluation
from engine.kit.masks import mask_of

__all__ = ["march"]

_BEAM_WIDTH = 10
"""Marches of equal cost that the search continues."""
_CONTESTED_SHARES = (1.0, 0.5, 0.1)
"""Shares of a region's worth that count in the search if the other people is nearer; each is tried."""
_SPENDING_SHARES = (1.0, 0.8, 0.6, 0.4)
"""Shares of the coins that the first people may spend; each is tried."""
_COINS_PER_CARD = 5.0
"""Coins that a card in the other people's hand is expected to bring."""


class _Forces(NamedTuple):
    """The clans, coins and regions that a people can march with."""

    clans: tuple[int, ...]
    held: int
    """The regions that the people holds, as bits."""
    camps: int
    """The regions where the people may recruit, as bits."""
    rivals: int
    """The regions that others hold and let through for a toll, as bits."""
    closed: int
    """The regions where no movement ends, as bits."""
    coins: int
    moves: int
    price: int
    passage: bool
    supply: int


class _March(NamedTuple):
    """A march so far: stacks that leave one clan in every region they come to."""

    points: float
    at: int
    spare: int
    """Clans of the stack that can still be left in a region."""
    taken: int
    """The regions held with those taken so far, as bits."""
    begun: int
    """The regions from which stacks have set out, as bits."""
    stops: tuple[tuple[int, ...], ...]
    """The regions on the way of each stack."""
    leg: tuple[int, ...]
    """The regions since the stack last left a clan: a movement enters none of them twice."""


def march(evaluation: Evaluation) -> Move | None:
    """Return the next steps of a turn in Age III: those of the march that is best for the weaker people.

    `None` if there is nothing to do.
    """
    view = evaluation.view
    me, other = evaluation.people, 1 - evaluation.people
    mine = _forces(evaluation, evaluation.budget)
    worth = evaluation.region_worths
    answered = view.order.index(me) < view.order.index(other)
    theirs = Evaluation(view, other, evaluation.habits)
    best: _March | None = None
    most = (-1.0, -1.0)
    distances = evaluation.map.distances
    nearer = [distances[evaluation.home][r] > distances[theirs.home][r] for r in range(len(worth))]
    for share in _CONTESTED_SHARES if answered else _CONTESTED_SHARES[:1]:
        wanted = tuple([points * share if far else points for points, far in zip(worth, nearer, strict=True)])
        ways = _best_marches(mine, wanted, evaluation.map.near)
        for part in _SPENDING_SHARES if answered else _SPENDING_SHARES[:1]:
            way = ways[int(mine.coins * part) + mine.moves]
            own = view.sheets[me].total + sum(worth[r] for r in bits(way.taken & ~mine.held))
            if own < most[0]:
                continue
            rest = view.sheets[other].total + 0.0
            if answered:
                table = _forces(
                    theirs, theirs.coins + round(_COINS_PER_CARD * len(view.hands[other]))
                )._replace(
                    rivals=way.taken & ~masks(view.seats).homes,
                    closed=way.taken & ~(1 << theirs.home),
                )
                rest += _best_marches(table, theirs.region_worths, evaluation.map.near)[-1].points
            if (reached := (min(own, rest), own + rest)) > most:
                most, best = reached, way
    assert best is not None
    steps = list(_steps(evaluation, mine, best))[:MAX_LINE_STEPS]
    if not steps:
        return None
    return steps[0] if len(steps) == 1 else Line(tuple(steps))


def _forces(evaluation: Evaluation, coins: int) -> _Forces:
    """Return the forces of the evaluated people with this number of coins."""
    view, me = evaluation.view, evaluation.people
    held = mask_of(evaluation.held_regions)
    others = mask_of(r for r, holder in enumerate(evaluation.holders) if holder is not None)
    return _Forces(
        evaluation.clans,
        held,
        mask_of(evaluation.cities | {evaluation.home} if view.age > 1 else {evaluation.home}),
        others,
        others | mask_of(evaluation.closed_regions),
        coins,
        view.free_moves[me],
        view.prices[me],
        view.passage[me],
        evaluation.clans_left,
    )


@lru_cache(maxsize=64)
def _best_marches(
    table: _Forces, worth: tuple[float, ...], near: tuple[tuple[int, ...], ...]
) -> tuple[_March, ...]:
    """Return, by coins and free movements spent, the march that takes most."""
    purse = table.coins + table.moves
    start = _March(0.0, -1, 0, table.held, 0, (), ())
    by_cost: list[dict[tuple[int, int, int], _March]] = [{} for _ in range(purse + 1)]
    by_cost[0][-1, table.held, 0] = start
    best = [start]
    for spent in range(purse + 1):
        ways = sorted(by_cost[spent].values(), key=lambda way: -way.points)[:_BEAM_WIDTH]
        by_cost[spent] = {}
        best.append(max(best[-1], ways[0], key=lambda way: way.points) if ways else best[-1])
        for way in ways:
            for cost, after in _next_steps(table, worth, near, way):
                total = spent + cost
                if total > purse:
                    continue
                key = after.at, after.taken, after.begun
                known = by_cost[total].get(key)
                if known is None or known.points < after.points:
                    by_cost[total][key] = after
    return tuple(best[1:])


def _next_steps(
    table: _Forces, worth: tuple[float, ...], near: tuple[tuple[int, ...], ...], way: _March
) -> Iterator[tuple[int, _March]]:
    """Yield each continuation of a march with its cost: by the stack on the way, or by a new one."""
    sources: list[_March] = []
    if way.at >= 0:
        sources.append(way)
    for region in bits((table.held & ~way.begun) | table.camps):
        spare = 0 if way.begun >> region & 1 else _spare(table, region)
        if spare or table.camps >> region & 1:
            begun, stops = way.begun | 1 << region, (*way.stops, (region,))
            sources.append(way._replace(at=region, spare=spare, begun=begun, stops=stops, leg=(region,)))
    for source in sources:
        for there in near[source.at]:
            if not table.rivals >> there & 1:
                yield from _walk(table, worth, source, (there,), 1)
                continue
            cost = 2 if table.passage else 3
            for beyond in near[there]:
                if not (table.rivals | way.taken) >> beyond & 1:
                    yield from _walk(table, worth, source, (there, beyond), cost)


def _spare(table: _Forces, region: int) -> int:
    """Return the clans that may leave a region: all from a city or from home, all but one elsewhere."""
    return max(0, table.clans[region] - (0 if table.camps >> region & 1 else 1))


def _walk(
    table: _Forces, worth: tuple[float, ...], way: _March, steps: tuple[int, ...], cost: int
) -> Iterator[tuple[int, _March]]:
    """Yield the march with these steps more; in a region that is not held yet a clan is left."""
    there = steps[-1]
    if table.closed >> there & 1 or there in way.leg:
        return
    *before, line = way.stops
    stops = (*before, (*line, *steps))
    if way.taken >> there & 1:
        yield cost, way._replace(at=there, stops=stops, leg=(*way.leg, there))
        return
    if not way.spare:
        if not table.camps >> line[0] & 1:
            return
        cost += table.price
    yield (
        cost,
        _March(
            points=way.points + worth[there],
            at=there,
            spare=max(0, way.spare - 1),
            taken=way.taken | 1 << there,
            begun=way.begun,
            stops=stops,
            leg=(there,),
        ),
    )


def _steps(evaluation: Evaluation, table: _Forces, way: _March) -> Iterator[Recruit | Movement]:
    """Yield the march as steps of a turn: for every stack its recruits, then its movements."""
    regions = evaluation.map.regions
    held, begun = table.held, 0
    for line in way.stops:
        stops: list[tuple[int, ...]] = []
        leg = [line[0]]
        for region in line[1:]:
            leg.append(region)
            if table.rivals >> region & 1:
                continue
            if not held >> region & 1:
                stops.append(tuple(leg))
                held |= 1 << region
                leg = [region]
        clans = len(stops)
        if not clans:
            continue
        spare = 0 if begun >> line[0] & 1 else _spare(table, line[0])
        begun |= 1 << line[0]
        if clans > spare:
            yield Recruit(clans - spare, regions[line[0]].code)
        for number, route in enumerate(stops):
            yield Movement(clans - number, tuple([regions[r].code for r in route]))
