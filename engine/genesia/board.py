"""The board of a state: the regions that each people holds, and small changes that several phases make."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from engine.game import Event, Seat
from engine.genesia.model import MAPS, MAX_CITIES, MAX_CLANS, VALUES, Map, Region
from engine.genesia.state import Hidden, Public, State
from engine.kit.masks import mask_of
from engine.kit.masks import members as bits
from engine.kit.stages import Told

__all__ = [
    "Masks",
    "add_clans",
    "add_coins",
    "bits",
    "changed_at_after",
    "cities_left",
    "clans_left",
    "closed_regions",
    "event",
    "held_regions",
    "map_of",
    "masks",
    "neighbours",
    "occupied_regions",
    "own_event",
    "people_of",
    "regions_within",
    "rival_regions",
    "rivals",
    "seat_of",
    "set_city",
    "sorted_by_value",
    "unset_city",
    "with_hidden",
    "with_next_ply",
    "with_public",
    "with_reveal",
]


def map_of(state: State) -> Map:
    """Return the map of this match."""
    return MAPS[state.seats]


def seat_of(state: State, people: int) -> Seat:
    """Return the seat that leads this people."""
    return Seat(0) if state.seats == 1 else Seat(people)


def people_of(state: State, seat: Seat) -> int:
    """Return the people that the seat decides for; in solo the one whose turn it is."""
    if state.seats > 1:
        return seat
    return state.order[min(state.turn, len(state.order) - 1)]


def rivals(state: State, people: int) -> tuple[int, ...]:
    """Return all other peoples, also those of team mates.

    Rulebook: Règles avancées, "sans rien modifier aux règles".
    """
    return tuple([other for other in range(len(state.public)) if other != people])


def with_next_ply(state: State, people: int) -> State:
    """Return the state with one more move counted, as this people's last move."""
    ply = state.ply + 1
    return with_public(replace(state, ply=ply), people, last_ply=ply)


# Regions as bits


@lru_cache(maxsize=1 << 15)
def occupied_regions(clans: tuple[int, ...]) -> int:
    """Return the regions with clans, as bits; `clans` are the numbers of clans by region."""
    mask = 0
    bit = 1
    for number in clans:
        if number:
            mask |= bit
        bit <<= 1
    return mask


def held_regions(public: Public) -> int:
    """Return the regions that a people holds, with a clan or a city, as bits."""
    return occupied_regions(public.clans) | public.cities


class Masks(NamedTuple):
    """Sets of regions that the rules ask for, as bits."""

    near: tuple[int, ...]
    """The adjacent regions, by region."""
    homes: int
    continents: tuple[int, ...]
    """The continent of each people, with its home land."""
    island: int
    peak: int
    """The region worth 15 points."""
    values: tuple[int, ...]
    """The regions worth each of `VALUES`."""


@cache
def masks(seats: int) -> Masks:
    """Return the sets of regions of the map for this number of seats."""
    board = MAPS[seats]
    regions = board.regions

    def those(wanted: Callable[[Region], bool]) -> int:
        return mask_of(region.index for region in regions if wanted(region))

    return Masks(
        near=tuple([mask_of(others) for others in board.near]),
        homes=those(lambda region: region.is_home),
        continents=tuple([those(lambda region, p=p: region.continent == p) for p in range(board.peoples)]),
        island=those(lambda region: region.continent is None),
        peak=those(lambda region: region.value == max(VALUES)),
        values=tuple([those(lambda region, v=v: region.value == v) for v in VALUES]),
    )


@lru_cache(maxsize=1 << 14)
def neighbours(seats: int, regions: int) -> int:
    """Return all regions next to at least one of `regions`; both as bits."""
    near = masks(seats).near
    union = 0
    for region in bits(regions):
        union |= near[region]
    return union


@lru_cache(maxsize=1 << 11)
def regions_within(seats: int, region: int, distance: int) -> int:
    """Return the regions at most `distance` steps away from one, without itself, as bits."""
    steps = MAPS[seats].distances[region]
    return mask_of(other for other, apart in enumerate(steps) if 0 < apart <= distance)


def rival_regions(state: State, people: int) -> int:
    """Return the regions outside all home lands that rivals hold, as bits.

    Home lands are left out because several peoples can live there side by side.
    """
    mask = 0
    for other, public in enumerate(state.public):
        if other != people:
            mask |= occupied_regions(public.clans) | public.cities
    return mask & ~masks(state.seats).homes


def closed_regions(state: State, people: int) -> int:
    """Return the regions where this people's movements and leaps may not end, as bits.

    They are the regions that rivals hold, also home lands where a rival is, but never its own home land. Only
    cards put clans among rivals (rulebook: Terres natales).
    """
    mask = 0
    for other, public in enumerate(state.public):
        if other != people:
            mask |= held_regions(public)
    return mask & ~(1 << map_of(state).homes[people])


def clans_left(public: Public) -> int:
    """Return the number of clans in the supply (rulebook: Croissance, "30 Clans maximum")."""
    return MAX_CLANS - sum(public.clans)


def cities_left(public: Public) -> int:
    """Return the number of cities in the supply (rulebook: Créez vos cités)."""
    return MAX_CITIES - public.cities.bit_count()


def sorted_by_value(state: State, regions: Iterable[int]) -> list[int]:
    """Return the regions, the most valuable first, equal ones in the order of the map.

    Pieces go to regions in this order if the supply is too small.
    """
    values = map_of(state).regions
    return sorted(regions, key=lambda region: (-values[region].value, region))


# Changes


def with_public(state: State, people: int, **changes: object) -> State:
    """Return the state with other open possessions of a people; `changes` are fields of `Public`."""
    public = state.public
    changed = replace(public[people], **changes)
    return replace(state, public=(*public[:people], changed, *public[people + 1 :]))


def with_hidden(state: State, people: int, **changes: object) -> State:
    """Return the state with other secrets of a people; `changes` are fields of `Hidden`."""
    hidden: tuple[Hidden, ...] = state.hidden
    changed = replace(hidden[people], **changes)
    return replace(state, hidden=(*hidden[:people], changed, *hidden[people + 1 :]))


def changed_at_after(state: State, region: int) -> tuple[int, ...]:
    """Return `State.changed_at` as it is after the region changed in this move."""
    changed_at = state.changed_at
    return (*changed_at[:region], state.ply, *changed_at[region + 1 :])


def _put(state: State, people: int, region: int, **changes: object) -> State:
    public = state.public
    changed = replace(public[people], **changes)
    return replace(
        state,
        public=(*public[:people], changed, *public[people + 1 :]),
        changed_at=changed_at_after(state, region),
    )


def add_clans(state: State, people: int, region: int, change: int) -> State:
    """Return the state with `change` more clans of a people in the region; fewer if it is negative.

    The region counts as changed in this move, unless `change` is 0.
    """
    if not change:
        return state
    clans = state.public[people].clans
    return _put(state, people, region, clans=(*clans[:region], clans[region] + change, *clans[region + 1 :]))


def set_city(state: State, people: int, region: int) -> State:
    """Return the state with a city of this people in the region, which counts as changed in this move."""
    return _put(state, people, region, cities=state.public[people].cities | 1 << region)


def unset_city(state: State, people: int, region: int) -> State:
    """Return the state without this people's city in the region, which counts as changed in this move."""
    return _put(state, people, region, cities=state.public[people].cities & ~(1 << region))


def add_coins(state: State, people: int, coins: int) -> State:
    """Return the state with `coins` more coins of a people; fewer if it is negative."""
    if not coins:
        return state
    return with_public(state, people, coins=state.public[people].coins + coins)


# Events


def event(
    state: State,
    code: str,
    people: int | None,
    /,
    revealed: bool = False,
    chance: bool = False,
    **inputs: object,
) -> Event:
    """Return an event that is visible to everybody.

    If a people acts, it is the event's actor and stands among its inputs as `people`.
    """
    if people is None:
        return Event(code, None, inputs, revealed=revealed, chance=chance)
    return Event(code, seat_of(state, people), {"people": people, **inputs}, None, revealed, chance)


def with_reveal(told: Sequence[Told]) -> tuple[Told, ...]:
    """Return these events, the first public one marked as revealing a secret. At least one must be public."""
    for number, each in enumerate(told):
        if isinstance(each, Event) and each.to is None:
            return (*told[:number], replace(each, revealed=True), *told[number + 1 :])
    raise ValueError("nothing that all may know")


def own_event(state: State, code: str, people: int, /, chance: bool = False, **inputs: object) -> Event:
    """Return an event that is visible only to the seat that leads this people."""
    seat = seat_of(state, people)
    return Event(code, seat, {"people": people, **inputs}, frozenset((seat,)), chance=chance)
