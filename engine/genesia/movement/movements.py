"""Movements: their costs and tolls, and the list of those that a people can pay for (rulebook: Expansion).

Costs, numbers of clans and the routes themselves are computed from the destinations of `routes` when they are
asked for, because a list can be very long.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import NamedTuple

from engine.game import Event, IllegalMove
from engine.genesia import codes
from engine.genesia.board import (
    add_clans,
    bits,
    closed_regions,
    event,
    map_of,
    occupied_regions,
    rival_regions,
    with_public,
)
from engine.genesia.model import Movement
from engine.genesia.movement.routes import Destinations, destinations, route
from engine.genesia.state import State
from engine.kit.lazy import Lazy
from engine.kit.masks import member, members

__all__ = ["Cost", "affordable_movements", "check_movement", "move_clans", "movement_cost"]

STACK_AGE = 3
"""The first Age in which a movement moves a whole stack for one coin a step."""


class Cost(NamedTuple):
    """The cost of a movement."""

    coins: int
    """Coins paid to the bank."""
    free_moves: int
    """Free movements used."""
    tolls: tuple[tuple[int, int], ...]
    """``(people, coins)`` of each rival whose regions are crossed, ascending."""

    @property
    def toll(self) -> int:
        """Return the coins paid to rivals."""
        return sum([coins for _, coins in self.tolls])

    @property
    def total(self) -> int:
        """Return the coins paid to the bank and to rivals."""
        return self.coins + self.toll


def _barriers(state: State, people: int) -> tuple[int, int]:
    """Return the regions where the people may not end, and those whose crossing costs it a toll; as bits."""
    return closed_regions(state, people), 0 if state.public[people].passage else rival_regions(state, people)


def movement_cost(state: State, people: int, clans: int, steps: int, tolls: int) -> tuple[int, int, int]:
    """Return the coins to the bank, the free movements used and the coins in tolls of a movement.

    In Ages I and II a coin (or a free movement) is paid for each clan and step, and a coin for each clan and
    toll; in Age III one for the whole stack.
    """
    if state.age >= STACK_AGE:
        clans = 1
    free = min(clans * steps, state.public[people].free_moves)
    return clans * steps - free, free, clans * tolls


class _AffordableMovements(Lazy[Movement]):
    """The movements for every source, destination and number of clans that can be paid for.

    The sequence is lazy: it is computed on first use.
    """

    kind = Movement

    def __init__(self, state: State, people: int) -> None:
        self._state = state
        self._people = people

    @cached_property
    def _found(self) -> tuple[list[tuple[int, Destinations, int, int]], int]:
        """Return the groups of movements, and the number of all movements.

        A group is the source, its destinations, the number of clans that can go, and the number of movements
        before it.
        """
        state, people = self._state, self._people
        public = state.public[people]
        groups: list[tuple[int, Destinations, int, int]] = []
        coins, free = public.coins, public.free_moves
        length = 0
        if coins + free:
            barred, tolled = _barriers(state, people)
            stacks = state.age >= STACK_AGE
            for source in bits(occupied_regions(public.clans)):
                there = public.clans[source]
                for group in destinations(state.seats, barred, tolled, source):
                    front = group.front
                    if front[0][0] > coins + free:
                        break
                    most = _max_clans(front, coins, free, stacks)
                    clans = there if there < most else most
                    if clans:
                        groups.append((source, group, clans, length))
                        length += clans * group.regions.bit_count()
        return groups, length

    def __len__(self) -> int:
        return self._found[1]

    def item(self, index: int) -> Movement:
        groups, _ = self._found
        low, high = 0, len(groups)
        while high - low > 1:
            middle = (low + high) // 2
            if groups[middle][3] <= index:
                low = middle
            else:
                high = middle
        source, group, clans, start = groups[low]
        end, fewer = divmod(index - start, clans)
        return self._cheapest(source, group, member(group.regions, end), fewer + 1)

    def __iter__(self) -> Iterator[Movement]:
        for source, group, clans, _ in self._found[0]:
            for end in members(group.regions):
                for each in range(1, clans + 1):
                    yield self._cheapest(source, group, end, each)

    @cached_property
    def _tolled(self) -> int:
        return _barriers(self._state, self._people)[1]

    def _cheapest(self, source: int, group: Destinations, end: int, clans: int) -> Movement:
        """Return the movement on the cheapest route.

        Of routes that cost equally many coins it takes the one with fewer tolls: those coins go to the bank,
        not to rivals. Of equal ones it takes the route whose regions come first by index.
        """
        steps, tolls = group.front[0]
        if len(group.front) > 1:
            coins = self._state.public[self._people].coins
            best = coins + 1
            for cost in group.front:
                bank, _, toll = movement_cost(self._state, self._people, clans, *cost)
                if bank + toll <= best:
                    best = bank + toll
                    steps, tolls = cost
        return Movement(clans, route(self._state.seats, self._tolled, source, end, steps, tolls))

    def __contains__(self, value: object) -> bool:
        if not isinstance(value, Movement) or len(value.route) < 2:
            return False
        named = map_of(self._state).indices
        source, end = named.get(value.route[0]), named.get(value.route[-1])
        if source is None or end is None:
            return False
        return any(
            start == source
            and group.regions >> end & 1
            and 1 <= value.clans <= clans
            and self._cheapest(source, group, end, value.clans) == value
            for start, group, clans, _ in self._found[0]
        )


@lru_cache(maxsize=1 << 14)
def _max_clans(front: tuple[tuple[int, int], ...], coins: int, free: int, stacks: bool) -> int:
    """Return the number of clans that can be paid for over the best of these routes."""
    return max([_max_clans_over(steps, tolls, coins, free, stacks) for steps, tolls in front])


def _max_clans_over(steps: int, tolls: int, coins: int, free: int, stacks: bool) -> int:
    """Return the number of clans that can be paid for over a route; 30 stands for a whole stack."""
    if stacks:
        return 30 if max(0, steps - free) + tolls <= coins else 0
    paying = (coins + free) // (steps + tolls)
    if paying * steps < free:
        paying = 0
    return max(paying, min(free // steps, coins // tolls if tolls else 30))


def affordable_movements(state: State, people: int) -> Sequence[Movement]:
    """Return the cheapest movement for every source, destination and number of clans (lazy sequence)."""
    return _AffordableMovements(state, people)


def check_movement(state: State, people: int, move: Movement) -> Cost:
    """Return the cost of a legal movement.

    Every step goes to an adjacent region and none is entered twice. It ends in a free region, in one that the
    people holds, or in its own home land, but in no other home land where a rival is. Regions of a rival may
    be crossed for a toll, paid in coins to that rival; home lands are crossed without one. Raises
    `IllegalMove` genesia.unknown_region, at_least_one, no_clans, route_twice, not_adjacent,
    ends_among_rivals, toll, coins.
    """
    board = map_of(state)
    for code in move.route:
        if code not in board.indices:
            raise IllegalMove(codes.UNKNOWN_REGION, region=code)
    route = [board.indices[code] for code in move.route]
    public = state.public[people]
    there = public.clans[route[0]]
    if move.clans < 1:
        raise IllegalMove(codes.AT_LEAST_ONE)
    if move.clans > there:
        raise IllegalMove(codes.NO_CLANS, region=move.route[0], clans=there)
    for index, region in enumerate(route):
        if region in route[:index] or len(route) < 2:
            raise IllegalMove(codes.ROUTE_TWICE, region=move.route[index])
    for here, region in pairwise(route):
        if region not in board.near[here]:
            one, other = board.regions[here].code, board.regions[region].code
            raise IllegalMove(codes.NOT_ADJACENT, region=one, other=other)
    barred, tolled = _barriers(state, people)
    if barred >> route[-1] & 1:
        raise IllegalMove(codes.ENDS_AMONG_RIVALS, region=move.route[-1])
    crossed = [region for region in route[1:-1] if tolled >> region & 1]
    bank, free, toll = movement_cost(state, people, move.clans, len(route) - 1, len(crossed))
    if bank + toll > public.coins:
        if toll:
            raise IllegalMove(codes.TOLL, cost=bank, toll=toll, coins=public.coins)
        raise IllegalMove(codes.COINS, cost=bank, coins=public.coins)
    if not crossed:
        return Cost(bank, free, ())
    each = toll // len(crossed)
    tolls: dict[int, int] = {}
    for region in crossed:
        holder = _holder(state, people, region)
        tolls[holder] = tolls.get(holder, 0) + each
    return Cost(bank, free, tuple(sorted(tolls.items())))


def _holder(state: State, people: int, region: int) -> int:
    """Return the rival that holds a region outside the home lands."""
    return next(
        other
        for other, public in enumerate(state.public)
        if other != people and (public.clans[region] or public.cities >> region & 1)
    )


def move_clans(state: State, people: int, move: Movement) -> tuple[State, tuple[Event, ...], Cost]:
    """Move clans and pay bank and rivals. Leaves no undo step."""
    cost = check_movement(state, people, move)
    named = map_of(state).indices
    state = add_clans(state, people, named[move.route[0]], -move.clans)
    state = add_clans(state, people, named[move.route[-1]], move.clans)
    public = state.public[people]
    state = with_public(
        state, people, coins=public.coins - cost.total, free_moves=public.free_moves - cost.free_moves
    )
    for rival, coins in cost.tolls:
        state = with_public(state, rival, coins=state.public[rival].coins + coins)
    moved = event(
        state,
        codes.MOVED,
        people,
        clans=move.clans,
        route="-".join(move.route),
        coins=cost.coins,
        free=cost.free_moves,
        tolls=cost.tolls,
    )
    return state, (moved,), cost
