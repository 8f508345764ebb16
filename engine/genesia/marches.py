"""Movement: what it costs, tolls, and the list of what can be paid for (rulebook: Expansion).

Costs, numbers of clans and the routes themselves are worked out from the tables of `routes`, and only where
they are asked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from engine.game import Event, IllegalMove
from engine.genesia.board import (
    add_clans,
    bits,
    event,
    map_of,
    occupied,
    rivals_hold,
    with_goods,
)
from engine.genesia.model import March
from engine.genesia.routes import Ways, route, table
from engine.genesia.state import State
from engine.lazy import Lazy
from engine.masks import member

__all__ = ["Cost", "check_march", "cost_of", "march", "marches"]

STACKS_FROM = 3
"""From this Age on a movement moves a whole stack for one coin."""


class Cost(NamedTuple):
    """What a movement costs."""

    coins: int
    """To the bank."""
    free: int
    """Free movements used."""
    tolls: tuple[tuple[int, int], ...]
    """``(people, coins)`` of each rival crossed, ascending."""

    @property
    def toll(self) -> int:
        return sum([coins for _, coins in self.tolls])

    @property
    def total(self) -> int:
        """All coins."""
        return self.coins + self.toll


def _barriers(state: State, people: int) -> tuple[int, int]:
    """Regions where that people may not end, and those whose crossing costs it a toll; as bits."""
    barred = rivals_hold(state, people)
    return barred, 0 if state.goods[people].passage else barred


def cost_of(state: State, people: int, clans: int, steps: int, tolls: int) -> tuple[int, int, int]:
    """Coins to the bank, free movements used and coins in tolls of a movement.

    Ages I and II: a coin (or a free movement) for each clan and step, a coin for each clan and toll; in Age
    III one for the whole stack.
    """
    if state.age >= STACKS_FROM:
        clans = 1
    free = min(clans * steps, state.goods[people].free_moves)
    return clans * steps - free, free, clans * tolls


class _Marches(Lazy[March]):
    """Every source, destination and number of clans that can be paid for."""

    def __init__(self, state: State, people: int) -> None:
        goods = state.goods[people]
        self._state = state
        self._people = people
        self._barred, self._tolled = _barriers(state, people)
        self._groups: list[tuple[int, Ways, int, int]] = []
        coins, free = goods.coins, goods.free_moves
        length = 0
        if coins + free:
            stacks = state.age >= STACKS_FROM
            peoples = len(state.goods)
            for source in bits(occupied(goods.clans)):
                there = goods.clans[source]
                for ways in table(peoples, self._barred, self._tolled, source):
                    fronts = ways.fronts
                    if fronts[0][0] > coins + free:
                        break
                    most = _affordable(fronts, coins, free, stacks)
                    clans = there if there < most else most
                    if clans:
                        self._groups.append((source, ways, clans, length))
                        length += clans * ways.ends.bit_count()
        self._length = length

    def item(self, index: int) -> March:
        low, high = 0, len(self._groups)
        while high - low > 1:
            middle = (low + high) // 2
            if self._groups[middle][3] <= index:
                low = middle
            else:
                high = middle
        source, ways, clans, start = self._groups[low]
        end, fewer = divmod(index - start, clans)
        return self._made(source, ways, member(ways.ends, end), fewer + 1)

    def _made(self, source: int, ways: Ways, end: int, clans: int) -> March:
        """The cheapest route, then the regions that come first by index.

        Of routes for as many coins the one with fewer tolls, whose coins go to the bank and not to rivals.
        """
        steps, tolls = ways.fronts[0]
        if len(ways.fronts) > 1:
            coins = self._state.goods[self._people].coins
            best = coins + 1
            for front in ways.fronts:
                bank, _, toll = cost_of(self._state, self._people, clans, *front)
                if bank + toll <= best:
                    best = bank + toll
                    steps, tolls = front
        return March(clans, route(len(self._state.goods), self._tolled, source, end, steps, tolls))

    def __contains__(self, value: object) -> bool:
        if not isinstance(value, March) or len(value.route) < 2:
            return False
        named = map_of(self._state).named
        source, end = named.get(value.route[0]), named.get(value.route[-1])
        if end is None:
            return False
        return any(
            group == source
            and ways.ends >> end & 1
            and 1 <= value.clans <= clans
            and self._made(group, ways, end, value.clans) == value
            for group, ways, clans, _ in self._groups
        )


@lru_cache(maxsize=1 << 14)
def _affordable(fronts: tuple[tuple[int, int], ...], coins: int, free: int, stacks: bool) -> int:
    """How many clans can be paid for by the best of such ways."""
    return max([_most(front, coins, free, stacks) for front in fronts])


def _most(front: tuple[int, int], coins: int, free: int, stacks: bool) -> int:
    """How many clans can be paid for over so many steps and tolls; 30 stands for a whole stack."""
    steps, tolls = front
    if stacks:
        return 30 if max(0, steps - free) + tolls <= coins else 0
    paying = (coins + free) // (steps + tolls)
    if paying * steps < free:
        paying = 0
    return max(paying, min(free // steps, coins // tolls if tolls else 30))


def marches(state: State, people: int) -> Sequence[March]:
    """The cheapest route for every source, destination and number of clans that can be paid for (lazy)."""
    return _Marches(state, people)


def check_march(state: State, people: int, move: March) -> Cost:
    """What the movement costs.

    Every step goes to an adjacent region and none is entered twice. It ends in a free region, in one that the
    people holds, or in any home land; regions of a rival may be crossed for a toll, paid in coins to that
    rival (none in home lands). Raises `IllegalMove` genesia.unknown_region, at_least_one, no_clans,
    route_twice, not_adjacent, ends_among_rivals, toll, coins.
    """
    board = map_of(state)
    for code in move.route:
        if code not in board.named:
            raise IllegalMove("genesia.unknown_region", region=code)
    route = [board.named[code] for code in move.route]
    goods = state.goods[people]
    there = goods.clans[route[0]]
    if move.clans < 1:
        raise IllegalMove("genesia.at_least_one")
    if move.clans > there:
        raise IllegalMove("genesia.no_clans", region=move.route[0], clans=there)
    for index, region in enumerate(route):
        if region in route[:index] or len(route) < 2:
            raise IllegalMove("genesia.route_twice", region=move.route[index])
    for here, region in pairwise(route):
        if region not in board.near[here]:
            codes = board.regions[here].code, board.regions[region].code
            raise IllegalMove("genesia.not_adjacent", region=codes[0], other=codes[1])
    barred, tolled = _barriers(state, people)
    if barred >> route[-1] & 1:
        raise IllegalMove("genesia.ends_among_rivals", region=move.route[-1])
    crossed = [region for region in route[1:-1] if tolled >> region & 1]
    bank, free, toll = cost_of(state, people, move.clans, len(route) - 1, len(crossed))
    if bank + toll > goods.coins:
        if toll:
            raise IllegalMove("genesia.toll", cost=bank, toll=toll, coins=goods.coins)
        raise IllegalMove("genesia.coins", cost=bank, coins=goods.coins)
    if not crossed:
        return Cost(bank, free, ())
    each = toll // len(crossed)
    tolls: dict[int, int] = {}
    for region in crossed:
        holder = _holder(state, people, region)
        tolls[holder] = tolls.get(holder, 0) + each
    return Cost(bank, free, tuple(sorted(tolls.items())))


def _holder(state: State, people: int, region: int) -> int:
    """The rival that holds a region outside the home lands."""
    return next(
        other
        for other, goods in enumerate(state.goods)
        if other != people and (goods.clans[region] or goods.cities >> region & 1)
    )


def march(state: State, people: int, move: March) -> tuple[State, tuple[Event, ...], Cost]:
    """Move clans, paying bank and rivals; leaves no undo step."""
    cost = check_march(state, people, move)
    named = map_of(state).named
    state = add_clans(state, people, named[move.route[0]], -move.clans)
    state = add_clans(state, people, named[move.route[-1]], move.clans)
    goods = state.goods[people]
    state = with_goods(state, people, coins=goods.coins - cost.total, free_moves=goods.free_moves - cost.free)
    for rival, coins in cost.tolls:
        state = with_goods(state, rival, coins=state.goods[rival].coins + coins)
    told = event(
        state,
        "moved",
        people,
        clans=move.clans,
        route="-".join(move.route),
        coins=cost.coins,
        free=cost.free,
        tolls=cost.tolls,
    )
    return state, (told,), cost
