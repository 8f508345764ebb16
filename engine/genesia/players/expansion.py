"""The purchases of `steady` in expansion: recruits and movements, the best first."""

from __future__ import annotations

import heapq
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.genesia.box.cards import Count
from engine.genesia.model import MAPS, Move, Movement, Recruit
from engine.genesia.players.evaluation import Evaluation
from engine.kit.masks import mask_of
from engine.kit.masks import members as bits

__all__ = ["expand", "worthwhile_ends", "worthwhile_movements"]


_LEAST_GAIN = 0.02
"""Points for which coins are spent in the last Age, in which they serve for nothing else."""


class _Purchase(NamedTuple):
    """A number of clans that go from `source` to `target`, some of them recruited first."""

    ratio: float
    """Points for a coin, as if no region with a toll had to be crossed."""
    gain: float
    clans: int
    recruits: int
    source: int
    target: int


_PurchaseTuple = tuple[float, float, int, int, int, int]
"""A `_Purchase` without names, which is faster to make: a turn needs hundreds and uses one."""


def expand(evaluation: Evaluation) -> Move | None:
    """Return the next recruit or movement; `None` if none is worth its coins."""
    purchase, route = next(_rank(evaluation, _purchases(evaluation, best=True)), (None, ()))
    if purchase is None:
        return None
    if purchase.recruits:
        return Recruit(purchase.recruits, evaluation.map.regions[purchase.source].code)
    return _movement(evaluation, purchase, route)


def worthwhile_ends(evaluation: Evaluation) -> Iterator[str]:
    """Yield the codes of the regions to which movements are worth their coins, the best first."""
    found: set[int] = set()
    for purchase, _ in _rank(evaluation, _movement_purchases(evaluation), found):
        if purchase.target not in found:
            found.add(purchase.target)
            yield evaluation.map.regions[purchase.target].code


def worthwhile_movements(evaluation: Evaluation, end: str) -> Iterator[Movement]:
    """Yield the movements to one region that are worth their coins, the best first."""
    there = evaluation.map.indices[end]
    marches = [each for each in _movement_purchases(evaluation) if each.target == there]
    for purchase, route in _rank(evaluation, marches):
        yield _movement(evaluation, purchase, route)


def _movement_purchases(evaluation: Evaluation) -> list[_Purchase]:
    """Return the purchases that are movements and nothing else."""
    purchases = [_Purchase(*each) for each in _purchases(evaluation)]
    return [each for each in purchases if not each.recruits and each.source != each.target]


def _movement(evaluation: Evaluation, purchase: _Purchase, route: Sequence[int]) -> Movement:
    regions = evaluation.map.regions
    return Movement(purchase.clans, tuple(regions[region].code for region in route))


def _rank(
    evaluation: Evaluation, purchases: Sequence[_PurchaseTuple], past: Collection[int] = ()
) -> Iterator[tuple[_Purchase, tuple[int, ...]]]:
    """Yield the purchases that are worth their coins with their routes, most points for a coin first.

    Purchases with a target in `past` are left out, also if it is added to `past` on the way.
    """
    seats, holder, near = evaluation.view.seats, evaluation.holders, evaluation.map.near
    routed: list[tuple[float, int, _Purchase, tuple[int, ...]]] = []
    for number, best in enumerate(sorted(purchases, reverse=True)):
        purchase = _Purchase(*best)
        if purchase.target in past:
            continue
        while routed and -routed[0][0] >= purchase.ratio:  # tolls only make the following ones dearer
            yield heapq.heappop(routed)[2:]
        if purchase.source == purchase.target:
            heapq.heappush(routed, (-purchase.ratio, number, purchase, ()))
            continue
        if purchase.target in near[purchase.source]:
            route, crossed = (purchase.source, purchase.target), 0
        else:
            route, crossed = _cheapest_ways(seats, holder, purchase.source)[purchase.target]
        cost = _cost(evaluation, purchase, len(route) - 1, crossed)
        if cost is not None and _pays_off(evaluation, purchase.gain, cost):
            heapq.heappush(routed, (-purchase.gain / (cost + 0.5), number, purchase, route))
    while routed:
        yield heapq.heappop(routed)[2:]


def _pays_off(evaluation: Evaluation, gain: float, cost: float) -> bool:
    return gain * evaluation.coins_per_point > cost if evaluation.age < 3 else gain > _LEAST_GAIN


def _cost(evaluation: Evaluation, purchase: _Purchase, steps: int, crossed: int) -> float | None:
    """Return the coins for recruits, movements and tolls; `None` if there are not enough."""
    view, me = evaluation.view, evaluation.people
    each = 1 if evaluation.age == 3 else purchase.clans
    toll = 0 if view.passage[me] else crossed * each
    free = min(view.free_moves[me], steps * each)
    coins = purchase.recruits * view.prices[me] + steps * each - free + toll
    return coins if coins <= evaluation.budget else None


def _purchases(evaluation: Evaluation, *, best: bool = False) -> list[_PurchaseTuple]:
    """Return the purchases that could be made if no crossed region cost a toll.

    If only the `best` one is needed, purchases that are surely worse than another are left out. The
    comparison is sure for neighbours, because no region is crossed on the way to them.
    """
    view, me, regions = evaluation.view, evaluation.people, evaluation.map.regions
    price, stacked, coins, free = view.prices[me], evaluation.age == 3, evaluation.budget, view.free_moves[me]
    if coins + free < 1:
        return []
    affordable = min(evaluation.clans_left, coins // price)
    sources: list[tuple[int, int, int]] = []
    for source in sorted(evaluation.held_regions | {evaluation.home}):
        stays = source in evaluation.cities or regions[source].is_home
        camp = source == evaluation.home or (source in evaluation.cities and evaluation.age > 1)
        spare = max(0, evaluation.clans[source] - (0 if stays else 1 if stacked else 2))
        recruitable = affordable if camp else 0
        if spare or recruitable:
            sources.append((source, spare, recruitable))
    near = 0
    for source, _, _ in sources:
        near |= _regions_in_reach(view.seats, source, coins + free)
    rivals = mask_of([region for region, holder in enumerate(evaluation.holders) if holder is not None])
    menaces = _Menaces(evaluation)
    gains = _gains(evaluation, near & ~rivals & ~mask_of(evaluation.closed_regions), menaces)
    gains.sort(key=lambda each: -each[1])
    purchases: list[_PurchaseTuple] = []
    least = 0.0  # the ratio of points to coins that is sure to be reached
    early, point, purse = evaluation.age < 3, evaluation.coins_per_point, coins + free
    dear = 0.5 if free else 0.5 + min(1, price)  # the least cost of any purchase, with 0.5 as in each ratio
    for source, spare, recruitable in sources:
        distances = evaluation.map.distances[source]
        losses: Sequence[float] | None = None
        most = spare + recruitable
        for target, highest, better in gains:
            if highest / dear < least:
                break  # the gains are sorted: all further ones are lower
            steps = distances[target]
            if steps > purse:
                continue
            cheapest = (steps - free if steps > free else 0) + (0 if spare and steps else price)
            if highest / (cheapest + 0.5) < least:
                continue
            for gain, clans in better:
                if steps:
                    if clans > most:
                        continue
                    recruits = clans - spare if clans > spare else 0
                    moved = steps if stacked else steps * clans
                    cost = recruits * price + (moved - free if moved > free else 0)
                    if cost > coins:
                        continue
                    if taken := clans - recruits:
                        if losses is None:
                            losses = _losses(evaluation, source, spare, menaces)
                        gain -= 0.2 * taken + losses[taken]
                else:
                    if clans > recruitable:
                        continue
                    recruits, cost = clans, clans * price
                    if cost > coins:
                        continue
                if gain * point > cost if early else gain > _LEAST_GAIN:
                    ratio = gain / (cost + 0.5)
                    if ratio >= least:
                        purchases.append((ratio, gain, clans, recruits, source, target))
                        if best and steps <= 1:
                            least = ratio
    return purchases


@lru_cache(maxsize=1 << 11)
def _regions_in_reach(seats: int, source: int, steps: int) -> int:
    """Return the regions at most `steps` steps away, the source included, as bits."""
    return mask_of(there for there, apart in enumerate(MAPS[seats].distances[source]) if apart <= steps)


def _gains(
    evaluation: Evaluation, targets: int, menaces: _Menaces
) -> list[tuple[int, float, list[tuple[float, int]]]]:
    """Return, for each region, its highest gain and all its gains (final points, clans needed for them)."""
    regions, rivals_near, clans = evaluation.map.regions, evaluation.rivals_near, evaluation.clans
    cities, held = evaluation.cities, evaluation.held_regions
    threats, worths, age = evaluation.threats, evaluation.region_worths, evaluation.age
    lone = 1.0 if evaluation.view.seats == 1 else evaluation.habits.lone_share[age]
    guard = evaluation.habits.guard_share
    stack = evaluation.objective_gains.get(Count.STACKS, 0.0)
    found: list[tuple[int, float, list[tuple[float, int]]]] = []
    for target in bits(targets):
        home, here, own, built = regions[target].is_home, clans[target], target in held, target in cities
        threat, worth = threats[target], worths[target]
        city = 0.0 if built else evaluation.city_worth(target)
        gains: list[tuple[float, int]] = []
        if not own:
            safe = 0.92 if threat else 1.0
            gains.append((worth * (1.0 if home else lone) * (safe if threat <= 1 or home else 0.6), 1))
            if age < 3 or city > 0.5:
                gains.append((worth * (safe if threat <= 2 or home else 0.7) + city, 2))
        elif here == 1 and city and not (home and target != evaluation.home and age == 3):
            gains.append((city, 1))
        if stack and 0 < here < 3:
            gains.append((stack, 3 - here))
        if own and not home and threat > here:
            gains.append((guard * worth, threat - here))
        for there in rivals_near[target]:
            theirs, points, sieged = menaces[there]
            need = theirs + (1 if sieged and (built or home) else 2)
            if here < need:
                gains.append((points + (0.0 if own else 0.8 * worth), need - here))
        if gains:
            found.append((target, max(gains)[0], gains))
    return found


def _losses(evaluation: Evaluation, source: int, spare: int, menaces: _Menaces) -> Sequence[float]:
    """Return, by number of clans that leave the region, the final points lost there; never below 0.

    The same points count as gains where clans arrive, so that none go to and fro.
    """
    region, here = evaluation.map.regions[source], evaluation.clans[source]
    built = source in evaluation.cities
    served: list[tuple[int, float]] = []
    if not built:
        served.append((2, evaluation.city_worth(source)))
    if stack := evaluation.objective_gains.get(Count.STACKS, 0.0):
        served.append((3, stack))
    if not region.is_home:
        served.append(
            (evaluation.threats[source], evaluation.habits.guard_share * evaluation.region_worths[source])
        )
    for there in evaluation.rivals_near[source]:
        theirs, points, sieged = menaces[there]
        served.append((theirs + (1 if sieged and (built or region.is_home) else 2), points))
    return [
        sum([points for clans, points in served if here - taken < clans <= here])
        for taken in range(spare + 1)
    ]


class _Menaces(dict[int, tuple[int, float, bool]]):
    """The clans in each region of a rival, the points for enough clans to take it, and whether it has a city.

    Enough is one clan more than the rival's for a city, from a source that stays held without clans;
    otherwise two more. Each entry is computed on first use.
    """

    def __init__(self, evaluation: Evaluation) -> None:
        super().__init__()
        self._evaluation = evaluation

    def __missing__(self, region: int) -> tuple[int, float, bool]:
        evaluation = self._evaluation
        view, rival = evaluation.view, evaluation.holders[region]
        assert rival is not None
        sieged = region in view.cities[rival]
        value = evaluation.map.regions[region].value
        stake = evaluation.region_worths[region] + value / max(1, len(evaluation.rivals))
        points = evaluation.habits.menace_share * (stake + (evaluation.city_worth(region) if sieged else 0))
        self[region] = found = view.clans[rival][region], points, sieged
        return found


@lru_cache(maxsize=1 << 9)
def _cheapest_ways(
    seats: int, holder: tuple[int | None, ...], source: int
) -> Mapping[int, tuple[tuple[int, ...], int]]:
    """Return the cheapest way from a region to each other one, with its number of tolls.

    Every map is connected.
    """
    board = MAPS[seats]
    found: dict[int, tuple[tuple[int, ...], int]] = {}
    best = {source: 0}
    heap: list[tuple[int, int, tuple[int, ...], int]] = [(0, 1, (source,), 0)]
    while heap:
        cost, _, route, crossed = heapq.heappop(heap)
        here = route[-1]
        found.setdefault(here, (route, crossed))
        toll = int(len(route) > 1 and holder[here] is not None and here not in board.homes)
        for there in board.near[here]:
            total = cost + 1 + toll
            if total < best.get(there, 99):
                best[there] = total
                heapq.heappush(heap, (total, len(route) + 1, (*route, there), crossed + toll))
    return found
