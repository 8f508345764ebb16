"""How the automatic player `greedy` spends its coins in expansion: recruits and moves, the best buy first."""

from __future__ import annotations

import heapq
from typing import NamedTuple

from engine.genesia.appraisal import POINT, Appraisal
from engine.genesia.cards import Count
from engine.genesia.model import March, Move, Recruit

__all__ = ["settle"]


class _Buy(NamedTuple):
    """So many clans from here to there, some of them recruited first."""

    ratio: float
    """Points for a coin, if no region had to be crossed that costs a toll."""
    gain: float
    clans: int
    recruits: int
    source: int
    goal: int


def settle(mind: Appraisal) -> Move | None:
    """The next recruit or movement, or none that is worth its coins."""
    buys = sorted(_buys(mind), reverse=True)
    best: tuple[float, _Buy, tuple[int, ...]] | None = None
    for buy in buys:
        if best is not None and buy.ratio <= best[0]:
            break
        if buy.source == buy.goal:
            best = (buy.ratio, buy, ())
            break
        route, crossed = _route(mind, buy.source, buy.goal)
        steps = len(route) - 1
        cost = _cost(mind, buy, steps, crossed)
        if cost is None:
            continue
        ratio = buy.gain / (cost + 0.5)
        if _worthy(mind, buy.gain, cost) and (best is None or ratio > best[0]):
            best = (ratio, buy, route)
    if best is None:
        return None
    _, buy, route = best
    regions = mind.map.regions
    if buy.recruits:
        return Recruit(buy.recruits, regions[buy.source].code)
    return March(buy.clans, tuple(regions[region].code for region in route))


def _worthy(mind: Appraisal, gain: float, cost: float) -> bool:
    return gain * POINT[mind.age] > cost if mind.age < 3 else gain > 0.02


def _cost(mind: Appraisal, buy: _Buy, steps: int, crossed: int) -> float | None:
    """Coins for recruits, movements and tolls; `None` if there are not enough."""
    view, me = mind.view, mind.people
    each = 1 if mind.age == 3 else buy.clans
    toll = 0 if view.passage[me] else crossed * each
    free = min(view.free_moves[me], steps * each)
    coins = buy.recruits * view.prices[me] + steps * each - free + toll
    return coins if coins <= mind.coins else None


def _buys(mind: Appraisal) -> list[_Buy]:
    """What could be bought if no region had to be crossed that costs a toll."""
    view, me, regions = mind.view, mind.people, mind.map.regions
    price, stacked, coins, free = view.prices[me], mind.age == 3, mind.coins, view.free_moves[me]
    affordable = min(mind.left, coins // price)
    sources: list[tuple[int, int, int]] = []
    for source in sorted(mind.held | {mind.home}):
        stays = source in mind.cities or regions[source].home
        camp = source == mind.home or source in mind.cities
        spare = max(0, mind.clans[source] - (0 if stays else 1 if stacked else 2))
        hands = affordable if camp else 0
        if spare or hands:
            sources.append((source, spare, hands))
    near = [mind.map.distances[source] for source, _, _ in sources]
    prizes = [
        (goal, clans, gain)
        for goal, holder in enumerate(mind.holder)
        if holder is None and any(distances[goal] <= coins + free for distances in near)
        for clans, gain in _prizes(mind, goal)
    ]
    buys: list[_Buy] = []
    missed = {source: _missed(mind, source, spare) for source, spare, _ in sources}
    for source, spare, hands in sources:
        distances = mind.map.distances[source]
        for goal, clans, gain in prizes:
            steps = distances[goal]
            recruits = clans if goal == source else clans - spare
            if recruits < 0:
                recruits = 0
            if recruits > hands:
                continue
            moved = steps if stacked else steps * clans
            cost = recruits * price + (moved - free if moved > free else 0)
            if cost > coins:
                continue
            taken = clans - recruits
            if taken and source != goal:
                gain -= 0.2 * taken + missed[source].get(taken, 0.0)
            if _worthy(mind, gain, cost):
                buys.append(_Buy(gain / (cost + 0.5), gain, clans, recruits, source, goal))
    return buys


def _prizes(mind: Appraisal, goal: int) -> list[tuple[int, float]]:
    """How many clans more there bring how many final points."""
    region, here = mind.map.regions[goal], mind.clans[goal]
    held = goal in mind.held
    threat = mind.threat(goal)
    prizes: list[tuple[int, float]] = []
    city = 0.0 if goal in mind.cities else mind.city(goal)
    worth = mind.worth[goal]
    if not held:
        safe = 0.92 if threat else 1.0
        prizes.append((1, worth * (safe if threat <= 1 or region.home else 0.6)))
        if mind.age < 3 or city > 0.5:
            prizes.append((2, worth * (safe if threat <= 2 or region.home else 0.7) + city))
    elif here == 1 and city and not (region.home and goal != mind.home and mind.age == 3):
        prizes.append((1, city))
    stack = mind.pulls.get(Count.STACKS, 0.0)
    if stack and 0 < here < 3:
        prizes.append((3 - here, stack))
    if held and not region.home and threat > here:
        prizes.append((threat - here, 0.3 * worth))
    for near in mind.map.near[goal]:
        rival = mind.holder[near]
        if rival is None:
            continue
        need, points = _stake(mind, goal, near, rival)
        if here < need:
            prizes.append((need - here, points + (0.0 if held else 0.8 * worth)))
    return prizes


def _missed(mind: Appraisal, source: int, spare: int) -> dict[int, float]:
    """Final points that clans serve where they stand, by how many of them leave: what is not served any more.

    The same that brings them anywhere, so that none go to and fro.
    """
    region, here = mind.map.regions[source], mind.clans[source]
    served: list[tuple[int, float]] = []
    if source not in mind.cities:
        served.append((2, mind.city(source)))
    if stack := mind.pulls.get(Count.STACKS, 0.0):
        served.append((3, stack))
    if not region.home:
        served.append((mind.threat(source), 0.3 * mind.worth[source]))
    for near in mind.map.near[source]:
        rival = mind.holder[near]
        if rival is not None:
            served.append(_stake(mind, source, near, rival))
    return {
        taken: sum([points for clans, points in served if here - taken < clans <= here])
        for taken in range(1, spare + 1)
    }


def _stake(mind: Appraisal, source: int, near: int, rival: int) -> tuple[int, float]:
    """How many clans threaten the rival next to them, and the points that this brings."""
    regions = mind.map.regions
    sieged = near in mind.view.cities[rival]
    alone = sieged and (source in mind.cities or regions[source].home)
    need = mind.view.clans[rival][near] + (1 if alone else 2)
    stake = mind.worth[near] + regions[near].value / max(1, len(mind.rivals))
    return need, 0.55 * (stake + (mind.city(near) if sieged else 0))


def _route(mind: Appraisal, source: int, goal: int) -> tuple[tuple[int, ...], int]:
    """The cheapest way there, and how many tolls it pays."""
    homes, holder = mind.map.homes, mind.holder
    best = {source: 0}
    heap: list[tuple[int, int, tuple[int, ...], int]] = [(0, 1, (source,), 0)]
    while heap:
        cost, _, route, crossed = heapq.heappop(heap)
        here = route[-1]
        if here == goal:
            return route, crossed
        toll = int(len(route) > 1 and holder[here] is not None and here not in homes)
        for there in mind.map.near[here]:
            total = cost + 1 + toll
            if total < best.get(there, 99):
                best[there] = total
                heapq.heappush(heap, (total, len(route) + 1, (*route, there), crossed + toll))
    raise AssertionError("every map is connected")
