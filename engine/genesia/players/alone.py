"""How the automatic player `greedy` plays alone: two peoples share out the map, and the weaker one counts.

Nobody attacks, so a lone clan holds its region to the end, and in Age III a stack moves for one coin a step:
coins are saved until then, and a stack that leaves a clan in every region it comes through takes most.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from engine.genesia.board import bits, masks
from engine.genesia.model import LONGEST_LINE, Line, Move, Movement, Recruit
from engine.genesia.players.evaluation import Evaluation
from engine.kit.masks import mask_of

__all__ = ["march"]

_WIDTH = 10
"""Of the ways that cost as much, so many are gone on with."""
_LEFT = (1.0, 0.5, 0.1)
"""How much of its worth a region has that lies nearer to the other people: what is left to it."""
_SPENT = (1.0, 0.8, 0.6, 0.4)
"""How much of its coins the first people spends."""
_HAND = 5.0
"""Coins that a card in the other people's hand will bring it, about."""


class _Table(NamedTuple):
    """What a people has to march with."""

    clans: tuple[int, ...]
    held: int
    camps: int
    """Where it may recruit, as bits."""
    rivals: int
    """Regions that others hold and let through for a toll, as bits."""
    closed: int
    """Where no way ends, as bits."""
    coins: int
    moves: int
    price: int
    passage: bool
    left: int


class _Way(NamedTuple):
    """A march so far: stacks that leave one clan in every region they come to."""

    points: float
    at: int
    spare: int
    """Clans of the stack that have still to be left somewhere."""
    taken: int
    """Regions held, as bits."""
    begun: int
    """Where stacks have set out from, as bits."""
    stops: tuple[tuple[int, ...], ...]
    """By stack, the regions it went through."""


def march(evaluation: Evaluation) -> Move | None:
    """The next steps of a turn of Age III: the march that leaves most to the weaker people."""
    view = evaluation.view
    me, other = evaluation.people, 1 - evaluation.people
    mine = _table(evaluation, evaluation.budget)
    worth = evaluation.worth
    later = view.order.index(me) < view.order.index(other)
    theirs = Evaluation(view, other, evaluation.habits)
    best: _Way | None = None
    most = (-1.0, -1.0)
    distances = evaluation.map.distances
    nearer = [distances[evaluation.home][r] > distances[theirs.home][r] for r in range(len(worth))]
    options = [(share, part) for share in _LEFT for part in _SPENT] if later else [(1.0, 1.0)]
    for share, part in options:
        wanted = tuple([points * share if far else points for points, far in zip(worth, nearer, strict=True)])
        way = _best(mine._replace(coins=int(mine.coins * part)), wanted, evaluation.map.near)
        own = view.sheets[me].total + sum(worth[r] for r in bits(way.taken & ~mine.held))
        rest = view.sheets[other].total + 0.0
        if later:
            hand = view.hands[other]
            table = _table(theirs, theirs.coins + round(_HAND * len(hand)))._replace(
                rivals=way.taken & ~masks(view.seats).homes,
                closed=way.taken & ~(1 << theirs.home),
            )
            reply = _best(table, theirs.worth, evaluation.map.near)
            rest += reply.points
        if (reached := (min(own, rest), own + rest)) > most:
            most, best = reached, way
    assert best is not None
    steps = list(_steps(evaluation, mine, best))[:LONGEST_LINE]
    if not steps:
        return None
    return steps[0] if len(steps) == 1 else Line(tuple(steps))


def _table(evaluation: Evaluation, coins: int) -> _Table:
    view, me = evaluation.view, evaluation.people
    held = mask_of(evaluation.held)
    others = mask_of(r for r, holder in enumerate(evaluation.holder) if holder is not None)
    return _Table(
        evaluation.clans,
        held,
        mask_of(evaluation.cities | {evaluation.home} if view.age > 1 else {evaluation.home}),
        others,
        others | mask_of(evaluation.closed),
        coins,
        view.free_moves[me],
        view.prices[me],
        view.passage[me],
        evaluation.left,
    )


@lru_cache(maxsize=64)
def _best(table: _Table, worth: tuple[float, ...], near: tuple[tuple[int, ...], ...]) -> _Way:
    """The march that takes most for the coins there are."""
    purse = table.coins + table.moves
    start = _Way(0.0, -1, 0, table.held, 0, ())
    by_cost: list[dict[tuple[int, int, int], _Way]] = [{} for _ in range(purse + 1)]
    by_cost[0][-1, table.held, 0] = start
    best = start
    for spent in range(purse + 1):
        ways = sorted(by_cost[spent].values(), key=lambda way: -way.points)[:_WIDTH]
        by_cost[spent] = {}
        if not ways:
            continue
        if ways[0].points > best.points + 1e-9:
            best = ways[0]
        for way in ways:
            for cost, after in _on(table, worth, near, way):
                total = spent + cost
                if total > purse:
                    continue
                key = after.at, after.taken, after.begun
                known = by_cost[total].get(key)
                if known is None or known.points < after.points:
                    by_cost[total][key] = after
    return best


def _on(
    table: _Table, worth: tuple[float, ...], near: tuple[tuple[int, ...], ...], way: _Way
) -> Iterator[tuple[int, _Way]]:
    """The way with a step more, and what it costs: of the stack on the march, or of another one."""
    sources: list[tuple[int, int, int, tuple[tuple[int, ...], ...]]] = []
    if way.at >= 0:
        sources.append((way.at, way.spare, way.begun, way.stops))
    for region in bits((table.held & ~way.begun) | table.camps):
        spare = 0 if way.begun >> region & 1 else _spare(table, region)
        if spare or table.camps >> region & 1:
            sources.append((region, spare, way.begun | 1 << region, (*way.stops, (region,))))
    for here, spare, begun, stops in sources:
        *before, line = stops
        camp = bool(table.camps >> line[0] & 1)
        for there in near[here]:
            toll, route = 0, (*line, there)
            if table.rivals >> there & 1:
                toll = 0 if table.passage else 1
                for beyond in near[there]:
                    if beyond != here and not (table.rivals | way.taken) >> beyond & 1:
                        yield from _taken(
                            table,
                            worth,
                            way,
                            beyond,
                            2 + toll,
                            spare,
                            camp,
                            begun,
                            (*before, (*route, beyond)),
                        )
                continue
            yield from _taken(table, worth, way, there, 1, spare, camp, begun, (*before, route))


def _spare(table: _Table, region: int) -> int:
    """Clans that may leave a region: all where a city stays or nothing is lost, else all but one."""
    return max(0, table.clans[region] - (0 if table.camps >> region & 1 else 1))


def _taken(
    table: _Table,
    worth: tuple[float, ...],
    way: _Way,
    there: int,
    cost: int,
    spare: int,
    camp: bool,
    begun: int,
    stops: tuple[tuple[int, ...], ...],
) -> Iterator[tuple[int, _Way]]:
    if table.closed >> there & 1:
        return
    if way.taken >> there & 1:
        if len(stops[-1]) < 3 or stops[-1][-3] != there:
            yield cost, way._replace(at=there, spare=spare, begun=begun, stops=stops)
        return
    if not spare:
        if not camp:
            return
        cost += table.price
    yield (
        cost,
        _Way(way.points + worth[there], there, max(0, spare - 1), way.taken | 1 << there, begun, stops),
    )


def _steps(evaluation: Evaluation, table: _Table, way: _Way) -> Iterator[Recruit | Movement]:
    """The march as steps of a turn: for every stack its recruits, then the ways from stop to stop."""
    regions = evaluation.map.regions
    held, begun = table.held, 0
    for line in way.stops:
        stops: list[tuple[int, ...]] = []
        leg: list[int] = [line[0]]
        new: list[bool] = []
        for region in line[1:]:
            leg.append(region)
            if table.rivals >> region & 1:
                continue
            if not held >> region & 1:
                stops.append(tuple(leg))
                new.append(True)
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
