"""Work out the cost and effect of movements from a view: routes are shown before they are confirmed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

from cogs.face.context import Context
from cogs.genesia.card_texts import clans_in_words, coins_in_words, moves_in_words, people_name
from engine.genesia.model import VALUES, Sheet, View
from engine.genesia.scoring import ABROAD_RADIANCE

__all__ = [
    "Journey",
    "after",
    "completions",
    "ground",
    "holds_in_words",
    "journey",
    "price_of",
    "purse",
    "rival_at",
    "route_regions",
    "with_clans",
]

STACKS = 3
"""The first Age in which a whole stack moves for the price of one clan."""


class Journey(NamedTuple):
    """The cost of a movement along a route, and the reasons against it."""

    coins: int
    """Coins paid to the bank."""
    free: int
    """Free movements used."""
    tolls: tuple[tuple[int, int], ...]
    """``(people, coins)``, ascending."""
    stops: bool
    """It does not end among rivals."""
    paid: bool
    """There are coins enough."""

    @property
    def total(self) -> int:
        """All coins."""
        return self.coins + sum(coins for _, coins in self.tolls)


def rival_at(view: View, people: int, region: int) -> int | None:
    """The rival whose region it is; none in home lands, where all live side by side."""
    if view.map.regions[region].is_home:
        return None
    return next((holder for holder in view.holders[region] if holder != people), None)


def _closed(view: View, people: int, region: int) -> bool:
    """A rival is there: no movement ends among rivals but in the own home land."""
    own = view.map.regions[region].is_home and view.map.regions[region].continent == people
    return not own and any(holder != people for holder in view.holders[region])


def journey(view: View, people: int, clans: int, route: Sequence[int]) -> Journey:
    """The cost of so many clans along a route of at least two regions, each next to the one before."""
    payers = 1 if view.age >= STACKS else clans
    steps = payers * (len(route) - 1)
    free = min(steps, view.free_moves[people])
    tolls: dict[int, int] = {}
    for region in route[1:-1]:
        holder = None if view.passage[people] else rival_at(view, people, region)
        if holder is not None:
            tolls[holder] = tolls.get(holder, 0) + payers
    found = Journey(
        coins=steps - free,
        free=free,
        tolls=tuple(sorted(tolls.items())),
        stops=not _closed(view, people, route[-1]),
        paid=True,
    )
    return found._replace(paid=found.total <= view.coins[people])


def price_of(ctx: Context, cost: Journey) -> str:
    """``4 coins, 2 free movements, 1 coin of toll to Ada``."""
    text = ctx.text
    return moves_in_words(
        text,
        cost.coins,
        cost.free,
        [(people_name(ctx, people), coins) for people, coins in cost.tolls],
    )


def with_clans(view: View, people: int, changes: Iterable[tuple[int, int]]) -> View:
    """The view with so many clans more in these regions, or fewer, and the points that they make."""
    row = list(view.clans[people])
    for region, clans in changes:
        row[region] += clans
    clans = (*view.clans[:people], tuple(row), *view.clans[people + 1 :])
    shown = replace(view, clans=clans)
    sheets = (*view.sheets[:people], _counted(shown, people), *view.sheets[people + 1 :])
    return replace(shown, sheets=sheets)


def after(view: View, people: int, clans: int, route: Sequence[int]) -> View:
    """The view as if the movement had been made."""
    cost = journey(view, people, clans, route)
    coins = list(view.coins)
    coins[people] -= cost.total
    for rival, toll in cost.tolls:
        coins[rival] += toll
    free = list(view.free_moves)
    free[people] -= cost.free
    shown = with_clans(view, people, ((route[0], -clans), (route[-1], clans)))
    return replace(shown, coins=tuple(coins), free_moves=tuple(free))


def _counted(view: View, people: int) -> Sheet:
    """The score sheet with the regions held in the view; the objective as it was."""
    clans, cities = view.clans[people], view.cities[people]
    held = [each for each in view.map.regions if clans[each.index] or each.index in cities]
    abroad = sum(each.continent not in (None, people) for each in held)
    return view.sheets[people]._replace(
        radiance=ABROAD_RADIANCE * abroad,
        regions=tuple(sum(each.value == value for each in held) for value in VALUES),
        conquest=sum(each.value for each in held),
    )


def route_regions(view: View, codes: Iterable[str]) -> tuple[int, ...] | None:
    """The regions of a route by their codes; `None` where it names one that is not there, or leaps."""
    named, near = view.map.indices, view.map.near
    route = [named.get(code, -1) for code in codes]
    known = len(route) > 1 and -1 not in route and len(set(route)) == len(route)
    if known and all(there in near[here] for here, there in pairwise(route)):
        return tuple(route)
    return None


def completions(view: View, people: int, typed: str) -> list[tuple[int, ...]]:
    """Routes that go on from what was typed: itself where it is one, then every next step; sources first."""
    named, near = view.map.indices, view.map.near
    codes = [part for part in typed.upper().replace(" ", "-").replace(",", "-").split("-") if part]
    open_end = typed.rstrip()[-1:] in ("-", ",") or not codes
    *whole, last = [*codes, ""] if open_end else codes
    route = [named.get(code, -1) for code in whole]
    if -1 in route or len(set(route)) < len(route):
        return []
    if any(there not in near[here] for here, there in pairwise(route)):
        return []
    if route and not view.clans[people][route[0]]:
        return []
    following = near[route[-1]] if route else [r for r, clans in enumerate(view.clans[people]) if clans]
    fitting = [
        region
        for region in following
        if region not in route and view.map.regions[region].code.startswith(last)
    ]
    if last in named and named[last] in fitting:
        # What is written out stands first, and goes on to its neighbours.
        here = named[last]
        fitting.remove(here)
        on = [(*route, here, there) for there in near[here] if there not in (*route, here)]
        return [(*route, here), *on, *((*route, region) for region in fitting)]
    return [*([tuple(route)] if open_end and len(route) > 1 else []), *((*route, each) for each in fitting)]


def ground(ctx: Context, view: View, people: int, region: int) -> str:
    """Describe the region for those who come there: whose it is."""
    text, land = ctx.text, view.map.regions[region]
    if view.clans[people][region] or region in view.cities[people]:
        holds = holds_in_words(ctx, view, people, region)
        return text.plain("genesia.menu.move.own", holds=holds)
    if land.is_home and land.continent is not None:
        return text.plain("genesia.menu.move.home", who=people_name(ctx, land.continent))
    rival = rival_at(view, people, region)
    if rival is not None:
        return text.plain("genesia.menu.move.rival", who=people_name(ctx, rival))
    return text.plain("genesia.menu.move.free")


def holds_in_words(ctx: Context, view: View, people: int, region: int) -> str:
    """``3 clans and a city``."""
    text, clans = ctx.text, view.clans[people][region]
    if region not in view.cities[people]:
        return clans_in_words(text, clans)
    if not clans:
        return text.plain("genesia.bare_city")
    return text.plain("genesia.defended", clans=clans_in_words(text, clans))


def purse(ctx: Context, view: View, people: int) -> list[str]:
    """``7 coins``, ``2 free movements``."""
    parts = [coins_in_words(ctx.text, view.coins[people])]
    if view.free_moves[people]:
        parts.append(ctx.text.plain("genesia.free_moves", n=view.free_moves[people]))
    return parts
