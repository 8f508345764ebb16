"""Counts for cards and objectives, score sheets, and the result (rulebook: Fin de partie)."""

from __future__ import annotations

from functools import lru_cache

from engine.game import Result
from engine.genesia import codes
from engine.genesia.board import held_regions, masks, occupied_regions
from engine.genesia.model import CARDS, OBJECTIVES, VALUES, Count, GenesiaOptions, Sheet, View
from engine.genesia.state import Public, State

__all__ = ["age_progress", "count", "objective_points", "objective_progress", "result", "sheet", "totals"]

STACK_SIZE = 3
"""Clans that make a stack for `Count.STACKS`."""
ABROAD_RADIANCE = 2
"""Radiance points for a region on another people's continent (rulebook: Points de rayonnement)."""


def count(state: State, people: int, what: Count) -> int:
    """Return the count `what` of that people now, for cards and objectives."""
    return _count(state.public[people], state.seats, people, what)


def objective_progress(view: View, people: int, number: int) -> tuple[tuple[int, int], ...]:
    """Return how much of each of an objective's goals the people has now, and how much it needs."""
    public = Public(
        clans=view.clans[people],
        cities=sum(1 << region for region in view.cities[people]),
        coins=view.coins[people],
        inventions=view.inventions[people],
    )
    objective = OBJECTIVES[number]
    return tuple(
        (_count(public, view.seats, people, what), objective.threshold(goal, view.peoples))
        for goal, (what, _) in enumerate(objective.goals)
    )


def _count(public: Public, seats: int, people: int, what: Count) -> int:
    if what is Count.CLANS:
        return sum(public.clans)
    if what is Count.STACKS:
        return sum([number >= STACK_SIZE for number in public.clans])
    if what is Count.INVENTIONS:
        return len(public.inventions)
    if what is Count.COINS:
        return public.coins
    sets = masks(seats)
    own = sets.continents[people]
    if what is Count.CITIES:
        mask = public.cities
    elif what is Count.ISLAND_CITIES:
        mask = public.cities & sets.island
    elif what is Count.ABROAD_CITIES:
        mask = public.cities & ~sets.island & ~own
    elif what is Count.CONTINENTS:
        mask = held_regions(public)
        return sum([bool(mask & land) for land in sets.continents if land != own])
    else:
        mask = held_regions(public)
        if what is Count.ISLAND:
            mask &= sets.island
        elif what is Count.ABROAD:
            mask &= ~sets.island & ~own
        elif what is Count.HOMES:
            mask &= sets.homes & ~own
        elif what is Count.OWN:
            mask &= own
        elif what is Count.PEAK:
            mask &= sets.peak
    return mask.bit_count()


def objective_points(state: State, people: int) -> int:
    """Return the points that its objective would bring now: all or none (rulebook: Points d'objectif)."""
    number = state.hidden[people].objective
    if number is None:
        return 0
    objective = OBJECTIVES[number]
    seats = len(state.public)
    for goal, (what, _) in enumerate(objective.goals):
        if count(state, people, what) < objective.threshold(goal, seats):
            return 0
    return objective.points


def age_progress(public: Public) -> tuple[int, int]:
    """Return the progress of the running Age so far: from cards that gave it at once, and from inventions.

    Inventions pay at the end of every Age, points that cards gave at once count in this one only (rulebook:
    Comptez vos points de progrès).
    """
    return public.bonus, _invention_progress(public.inventions)


@lru_cache(maxsize=1 << 10)
def _invention_progress(inventions: tuple[int, ...]) -> int:
    return sum([CARDS[card].progress for card in inventions])


def sheet(state: State, people: int, with_objective: bool) -> Sheet:
    """Return the score sheet as it would be now, the objective's points only if `with_objective`."""
    public = state.public[people]
    points = objective_points(state, people) if with_objective else None
    running = (public.bonus, public.inventions) if len(public.progress) < state.age else None
    return _sheet(state.seats, people, public.clans, public.cities, public.progress, running, points)


@lru_cache(maxsize=1 << 10)
def _sheet(
    seats: int,
    people: int,
    clans: tuple[int, ...],
    cities: int,
    progress: tuple[int, ...],
    running: tuple[int, tuple[int, ...]] | None,
    points: int | None,
) -> Sheet:
    """Return the score sheet; `running` are bonus and inventions of an Age that is not counted yet."""
    sets = masks(seats)
    mask = occupied_regions(clans) | cities
    if running is not None:
        bonus, inventions = running
        progress = (*progress, bonus + _invention_progress(inventions))
    abroad = (mask & ~sets.island & ~sets.continents[people]).bit_count()
    regions = tuple([(mask & those).bit_count() for those in sets.values])
    conquest = sum([number * value for number, value in zip(regions, VALUES, strict=True)])
    first, second, third = (*progress, 0, 0)[:3]
    return Sheet((first, second, third), ABROAD_RADIANCE * abroad, regions, conquest, points)


def totals(state: State) -> tuple[tuple[int, int, int], ...]:
    """Return, by people, total, objective and progress: they rank the players, most important first."""
    rows: list[tuple[int, int, int]] = []
    for people in range(len(state.public)):
        own = sheet(state, people, True)
        rows.append((own.total, own.objective or 0, sum(own.progress)))
    return tuple(rows)


def result(state: State) -> Result:
    """Return ranks and scores by seat, as the state would be scored now.

    A seat's score is its total, its objective and its progress. In a team it is that of the weakest member,
    and all members share the rank. In solo it is the total of the weaker people, then that of the stronger.
    """
    rows = totals(state)
    if state.seats == 1:
        ordered = sorted(row[0] for row in rows)
        return Result((1,), ((ordered[0], ordered[1]),), codes.COMPLETE)
    return Result.by_score(_by_team(state.options, rows), codes.COMPLETE)


def _by_team(
    options: GenesiaOptions, rows: tuple[tuple[int, int, int], ...]
) -> tuple[tuple[int, int, int], ...]:
    """Return the rows with the weakest row of each team for all its members.

    Rulebook: Règles avancées, "le score final de chaque équipe est celui du joueur ... le plus faible".
    """
    if not options.teams:
        return rows
    weakest: dict[str, tuple[int, int, int]] = {}
    for team, row in zip(options.teams, rows, strict=True):
        weakest[team] = min(row, weakest.get(team, row))
    return tuple([weakest[team] for team in options.teams])
