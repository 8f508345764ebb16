"""The board of a state: who holds what, and small changes that every phase makes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from engine.game import Event, Seat
from engine.genesia.model import CITIES, CLANS, MAPS, VALUES, Map, Region
from engine.genesia.state import Hidden, Public, State
from engine.kit.masks import mask_of
from engine.kit.masks import members as bits

__all__ = [
    "Masks",
    "add_clans",
    "add_coins",
    "bits",
    "by_value",
    "cities_left",
    "clans_left",
    "closed",
    "counted",
    "event",
    "held",
    "map_of",
    "marked_changed",
    "masks",
    "next_to",
    "occupied",
    "own_event",
    "people_of",
    "revealing",
    "rivals",
    "rivals_hold",
    "seat_of",
    "set_city",
    "unset_city",
    "with_hidden",
    "with_public",
    "within",
]


def map_of(state: State) -> Map:
    """The board of this match."""
    return MAPS[state.seats]


def seat_of(state: State, people: int) -> Seat:
    """Who leads that people."""
    return Seat(0) if state.seats == 1 else Seat(people)


def people_of(state: State, seat: Seat) -> int:
    """The people that the seat decides for now; in solo the one whose turn it is."""
    if state.seats > 1:
        return seat
    return state.order[min(state.turn, len(state.order) - 1)]


def rivals(state: State, people: int) -> tuple[int, ...]:
    """All other peoples; team mates too (rulebook: Règles avancées, "sans rien modifier aux règles")."""
    return tuple([other for other in range(len(state.public)) if other != people])


def counted(state: State, people: int) -> State:
    """The state with one move more, that people's."""
    ply = state.ply + 1
    return with_public(replace(state, ply=ply), people, last_ply=ply)


# Regions as bits


@lru_cache(maxsize=1 << 15)
def occupied(clans: tuple[int, ...]) -> int:
    """The regions with clans, as bits."""
    mask = 0
    bit = 1
    for number in clans:
        if number:
            mask |= bit
        bit <<= 1
    return mask


def held(public: Public) -> int:
    """The regions that a people holds, with a clan or a city, as bits."""
    return occupied(public.clans) | public.cities


class Masks(NamedTuple):
    """The sets of regions that rules ask for, as bits."""

    near: tuple[int, ...]
    """By region, all adjacent ones."""
    homes: int
    continents: tuple[int, ...]
    """By people, home land included."""
    island: int
    peak: int
    """The region worth 15."""
    values: tuple[int, ...]
    """By place in `VALUES`, the regions worth that much."""


@cache
def masks(seats: int) -> Masks:
    """The sets of the board for so many seats."""
    board = MAPS[seats]
    regions = board.regions

    def those(wanted: Callable[[Region], bool]) -> int:
        return mask_of(region.index for region in regions if wanted(region))

    return Masks(
        near=tuple([mask_of(others) for others in board.near]),
        homes=those(lambda region: region.home),
        continents=tuple([those(lambda region, p=p: region.continent == p) for p in range(board.peoples)]),
        island=those(lambda region: region.continent is None),
        peak=those(lambda region: region.value == max(VALUES)),
        values=tuple([those(lambda region, v=v: region.value == v) for v in VALUES]),
    )


@lru_cache(maxsize=1 << 14)
def next_to(seats: int, regions: int) -> int:
    """All regions next to at least one of these; as bits."""
    near = masks(seats).near
    union = 0
    for region in bits(regions):
        union |= near[region]
    return union


@lru_cache(maxsize=1 << 11)
def within(seats: int, region: int, distance: int) -> int:
    """The regions at most so many steps from one, without itself; as bits."""
    steps = MAPS[seats].distances[region]
    return mask_of(other for other, apart in enumerate(steps) if 0 < apart <= distance)


def rivals_hold(state: State, people: int) -> int:
    """Regions that rivals hold, without home lands, where peoples live side by side; as bits."""
    mask = 0
    for other, public in enumerate(state.public):
        if other != people:
            mask |= occupied(public.clans) | public.cities
    return mask & ~masks(state.seats).homes


def closed(state: State, people: int) -> int:
    """Regions where that people's clans may not end their way: what rivals hold; as bits.

    Rivals' home lands too, as long as a rival is there; cards alone put clans among them (Terres natales).
    """
    mask = 0
    for other, public in enumerate(state.public):
        if other != people:
            mask |= held(public)
    return mask & ~(1 << map_of(state).homes[people])


def clans_left(public: Public) -> int:
    """Clans in the supply (rulebook: Croissance, "30 Clans maximum")."""
    return CLANS - sum(public.clans)


def cities_left(public: Public) -> int:
    """Cities in the supply (rulebook: Créez vos cités)."""
    return CITIES - public.cities.bit_count()


def by_value(state: State, regions: Iterable[int]) -> list[int]:
    """The most valuable first, equals in the order of the map: where pieces go when they are too few."""
    values = map_of(state).regions
    return sorted(regions, key=lambda region: (-values[region].value, region))


# Changes


def with_public(state: State, people: int, **changes: object) -> State:
    """The state with other open parts of a people."""
    public = state.public
    changed = replace(public[people], **changes)
    return replace(state, public=(*public[:people], changed, *public[people + 1 :]))


def with_hidden(state: State, people: int, **changes: object) -> State:
    """The state with other secrets of a people."""
    hidden: tuple[Hidden, ...] = state.hidden
    changed = replace(hidden[people], **changes)
    return replace(state, hidden=(*hidden[:people], changed, *hidden[people + 1 :]))


def marked_changed(state: State, region: int) -> tuple[int, ...]:
    """`State.changed_at` after that region changed in this move."""
    changed_at = state.changed_at
    return (*changed_at[:region], state.ply, *changed_at[region + 1 :])


def _put(state: State, people: int, region: int, **changes: object) -> State:
    public = state.public
    changed = replace(public[people], **changes)
    return replace(
        state,
        public=(*public[:people], changed, *public[people + 1 :]),
        changed_at=marked_changed(state, region),
    )


def add_clans(state: State, people: int, region: int, number: int) -> State:
    """The state with so many clans more there, or fewer; the region is marked_changed."""
    if not number:
        return state
    clans = state.public[people].clans
    return _put(state, people, region, clans=(*clans[:region], clans[region] + number, *clans[region + 1 :]))


def set_city(state: State, people: int, region: int) -> State:
    """The state with a city of that people there; the region is marked_changed."""
    return _put(state, people, region, cities=state.public[people].cities | 1 << region)


def unset_city(state: State, people: int, region: int) -> State:
    """The state without that people's city there; the region is marked_changed."""
    return _put(state, people, region, cities=state.public[people].cities & ~(1 << region))


def add_coins(state: State, people: int, coins: int) -> State:
    """The state with so many coins more, or fewer."""
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
    """``genesia.<code>``, for everybody; `people` is among the inputs when somebody acts."""
    if people is None:
        return Event(f"genesia.{code}", None, inputs, revealed=revealed, chance=chance)
    return Event(
        f"genesia.{code}", seat_of(state, people), {"people": people, **inputs}, None, revealed, chance
    )


def revealing(events: Sequence[Event]) -> tuple[Event, ...]:
    """These events, by which all learn what was sealed."""
    first = next(number for number, each in enumerate(events) if each.to is None)
    return tuple(
        replace(each, revealed=True) if number == first else each for number, each in enumerate(events)
    )


def own_event(state: State, code: str, people: int, /, chance: bool = False, **inputs: object) -> Event:
    """``genesia.<code>``, for the seat that leads that people alone."""
    seat = seat_of(state, people)
    return Event(f"genesia.{code}", seat, {"people": people, **inputs}, frozenset((seat,)), chance=chance)
