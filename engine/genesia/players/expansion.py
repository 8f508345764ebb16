"""How the automatic player `greedy` spends its coins in expansion: recruits and moves, the best first."""

from __future__ import annotations

import heapq
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from engine.genesia.box.cards import Count
from engine.genesia.model import Move, Movement, Recruit
from engine.genesia.players.evaluation import Evaluation

__all__ = ["ends", "expand", "movements"]


class _Purchase(NamedTuple):
    """So many clans from here to there, some of them recruited first."""

    ratio: float
    """Points for a coin, if no region had to be crossed that costs a toll."""
    gain: float
    clans: int
    recruits: int
    source: int
    target: int


def expand(evaluation: Evaluation) -> Move | None:
    """The next recruit or movement, or none that is worth its coins."""
    purchase, route = next(_ranked(evaluation, _purchases(evaluation)), (None, ()))
    if purchase is None:
        return None
    if purchase.recruits:
        return Recruit(purchase.recruits, evaluation.map.regions[purchase.source].code)
    return _movement(evaluation, purchase, route)


def ends(evaluation: Evaluation) -> Iterator[str]:
    """Where movements are worth their coins, in the order in which they would be made."""
    found: set[int] = set()
    for purchase, _ in _ranked(evaluation, _marches(evaluation), found):
        if purchase.target not in found:
            found.add(purchase.target)
            yield evaluation.map.regions[purchase.target].code


def movements(evaluation: Evaluation, end: str) -> Iterator[Movement]:
    """Those to one region, in that order."""
    there = evaluation.map.named[end]
    marches = [each for each in _marches(evaluation) if each.target == there]
    for purchase, route in _ranked(evaluation, marches):
        yield _movement(evaluation, purchase, route)


def _marches(evaluation: Evaluation) -> list[_Purchase]:
    return [each for each in _purchases(evaluation) if not each.recruits and each.source != each.target]


def _movement(evaluation: Evaluation, purchase: _Purchase, route: Sequence[int]) -> Movement:
    regions = evaluation.map.regions
    return Movement(purchase.clans, tuple(regions[region].code for region in route))


def _ranked(
    evaluation: Evaluation, purchases: Sequence[_Purchase], past: Collection[int] = ()
) -> Iterator[tuple[_Purchase, tuple[int, ...]]]:
    """What is worth its coins with its route, most points for a coin first; without the targets `past`."""
    routes: dict[int, _Routes] = {}
    routed: list[tuple[float, int, _Purchase, tuple[int, ...]]] = []
    for number, purchase in enumerate(sorted(purchases, reverse=True)):
        if purchase.target in past:
            continue
        while routed and -routed[0][0] >= purchase.ratio:  # tolls only make what follows dearer
            yield heapq.heappop(routed)[2:]
        if purchase.source == purchase.target:
            heapq.heappush(routed, (-purchase.ratio, number, purchase, ()))
            continue
        ways = routes.setdefault(purchase.source, _Routes(evaluation, purchase.source))
        route, crossed = ways.to(purchase.target)
        cost = _cost(evaluation, purchase, len(route) - 1, crossed)
        if cost is not None and _pays_off(evaluation, purchase.gain, cost):
            heapq.heappush(routed, (-purchase.gain / (cost + 0.5), number, purchase, route))
    while routed:
        yield heapq.heappop(routed)[2:]


def _pays_off(evaluation: Evaluation, gain: float, cost: float) -> bool:
    return gain * evaluation.point > cost if evaluation.age < 3 else gain > 0.02


def _cost(evaluation: Evaluation, purchase: _Purchase, steps: int, crossed: int) -> float | None:
    """Coins for recruits, movements and tolls; `None` if there are not enough."""
    view, me = evaluation.view, evaluation.people
    each = 1 if evaluation.age == 3 else purchase.clans
    toll = 0 if view.passage[me] else crossed * each
    free = min(view.free_moves[me], steps * each)
    coins = purchase.recruits * view.prices[me] + steps * each - free + toll
    return coins if coins <= evaluation.budget else None


def _purchases(evaluation: Evaluation) -> list[_Purchase]:
    """What could be bought if no region had to be crossed that costs a toll."""
    view, me, regions = evaluation.view, evaluation.people, evaluation.map.regions
    price, stacked, coins, free = view.prices[me], evaluation.age == 3, evaluation.budget, view.free_moves[me]
    affordable = min(evaluation.left, coins // price)
    sources: list[tuple[int, int, int]] = []
    for source in sorted(evaluation.held | {evaluation.home}):
        stays = source in evaluation.cities or regions[source].home
        camp = source == evaluation.home or (source in evaluation.cities and evaluation.age > 1)
        spare = max(0, evaluation.clans[source] - (0 if stays else 1 if stacked else 2))
        recruitable = affordable if camp else 0
        if spare or recruitable:
            sources.append((source, spare, recruitable))
    near = [evaluation.map.distances[source] for source, _, _ in sources]
    gains = [
        (target, clans, gain)
        for target, holder in enumerate(evaluation.holder)
        if holder is None
        and target not in evaluation.closed
        and any(distances[target] <= coins + free for distances in near)
        for clans, gain in _gains(evaluation, target)
    ]
    purchases: list[_Purchase] = []
    losses = {source: _losses(evaluation, source, spare) for source, spare, _ in sources}
    for source, spare, recruitable in sources:
        distances = evaluation.map.distances[source]
        for target, clans, gain in gains:
            steps = distances[target]
            recruits = clans if target == source else clans - spare
            if recruits < 0:
                recruits = 0
            if recruits > recruitable:
                continue
            moved = steps if stacked else steps * clans
            cost = recruits * price + (moved - free if moved > free else 0)
            if cost > coins:
                continue
            taken = clans - recruits
            if taken and source != target:
                gain -= 0.2 * taken + losses[source].get(taken, 0.0)
            if _pays_off(evaluation, gain, cost):
                purchases.append(_Purchase(gain / (cost + 0.5), gain, clans, recruits, source, target))
    return purchases


def _gains(evaluation: Evaluation, target: int) -> list[tuple[int, float]]:
    """How many clans more there bring how many final points."""
    region, here = evaluation.map.regions[target], evaluation.clans[target]
    held = target in evaluation.held
    threat = evaluation.threat(target)
    gains: list[tuple[int, float]] = []
    city = 0.0 if target in evaluation.cities else evaluation.city(target)
    worth = evaluation.worth[target]
    if not held:
        safe = 0.92 if threat else 1.0
        lone = 1.0 if region.home or evaluation.view.seats == 1 else evaluation.habits.lone[evaluation.age]
        gains.append((1, worth * lone * (safe if threat <= 1 or region.home else 0.6)))
        if evaluation.age < 3 or city > 0.5:
            gains.append((2, worth * (safe if threat <= 2 or region.home else 0.7) + city))
    elif here == 1 and city and not (region.home and target != evaluation.home and evaluation.age == 3):
        gains.append((1, city))
    stack = evaluation.objective_gains.get(Count.STACKS, 0.0)
    if stack and 0 < here < 3:
        gains.append((3 - here, stack))
    if held and not region.home and threat > here:
        gains.append((threat - here, evaluation.habits.guard * worth))
    for near in evaluation.map.near[target]:
        rival = evaluation.holder[near]
        if rival is None:
            continue
        need, points = _threat_gain(evaluation, target, near, rival)
        if here < need:
            gains.append((need - here, points + (0.0 if held else 0.8 * worth)))
    return gains


def _losses(evaluation: Evaluation, source: int, spare: int) -> dict[int, float]:
    """Final points that clans serve where they stand, by how many of them leave: what is not served any more.

    The same that brings them anywhere, so that none go to and fro.
    """
    region, here = evaluation.map.regions[source], evaluation.clans[source]
    served: list[tuple[int, float]] = []
    if source not in evaluation.cities:
        served.append((2, evaluation.city(source)))
    if stack := evaluation.objective_gains.get(Count.STACKS, 0.0):
        served.append((3, stack))
    if not region.home:
        served.append((evaluation.threat(source), evaluation.habits.guard * evaluation.worth[source]))
    for near in evaluation.map.near[source]:
        rival = evaluation.holder[near]
        if rival is not None:
            served.append(_threat_gain(evaluation, source, near, rival))
    return {
        taken: sum([points for clans, points in served if here - taken < clans <= here])
        for taken in range(1, spare + 1)
    }


def _threat_gain(evaluation: Evaluation, source: int, near: int, rival: int) -> tuple[int, float]:
    """How many clans threaten the rival next to them, and the points that this brings."""
    regions = evaluation.map.regions
    sieged = near in evaluation.view.cities[rival]
    alone = sieged and (source in evaluation.cities or regions[source].home)
    need = evaluation.view.clans[rival][near] + (1 if alone else 2)
    stake = evaluation.worth[near] + regions[near].value / max(1, len(evaluation.rivals))
    return need, evaluation.habits.menace * (stake + (evaluation.city(near) if sieged else 0))


class _Routes:
    """The cheapest ways from a region, found as far as they are asked for."""

    def __init__(self, evaluation: Evaluation, source: int) -> None:
        self._found: dict[int, tuple[tuple[int, ...], int]] = {}
        self._next = _nearest(evaluation, source)

    def to(self, target: int) -> tuple[tuple[int, ...], int]:
        """The way there, and how many tolls it pays."""
        while target not in self._found:
            route, crossed = next(self._next)
            self._found.setdefault(route[-1], (route, crossed))
        return self._found[target]


def _nearest(evaluation: Evaluation, source: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Ways from the source with their tolls, the cheapest first; every map is connected."""
    homes, holder = evaluation.map.homes, evaluation.holder
    best = {source: 0}
    heap: list[tuple[int, int, tuple[int, ...], int]] = [(0, 1, (source,), 0)]
    while heap:
        cost, _, route, crossed = heapq.heappop(heap)
        yield route, crossed
        here = route[-1]
        toll = int(len(route) > 1 and holder[here] is not None and here not in homes)
        for there in evaluation.map.near[here]:
            total = cost + 1 + toll
            if total < best.get(there, 99):
                best[there] = total
                heapq.heappush(heap, (total, len(route) + 1, (*route, there), crossed + toll))
