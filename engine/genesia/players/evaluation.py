"""The worth of regions, clans, cities and cards to a people, in final points and in coins: rough and quick.

Only public facts are used, with the people's own hand and objective.
"""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import NamedTuple

from engine.genesia.box.cards import Card, Count, Effect, Kind, Mode, Place, Timing
from engine.genesia.box.maps import Map
from engine.genesia.model import CARDS, DISCARD_COINS, MAPS, MAX_CLANS, OBJECTIVES, Phase, Play, View

__all__ = ["COINS_PER_POINT", "HABITS", "Evaluation", "Habits"]

COINS_PER_POINT = (0.0, 2.0, 1.6, 1.2)
"""Coins that a final point is worth, by Age."""
_GROWTH = {Count.REGIONS: 3, Count.CITIES: 2, Count.ISLAND: 1, Count.ABROAD: 1, Count.CLANS: 3}
"""Amounts by which counts grow until the end of an Age, roughly."""
_USUAL_COUNTS: dict[Count, tuple[int, int, int, int]] = {
    Count.REGIONS: (12, 11, 13, 11),
    Count.CLANS: (7, 8, 11, 9),
    Count.STACKS: (2, 2, 3, 3),
    Count.CITIES: (8, 7, 9, 8),
    Count.ISLAND: (5, 3, 4, 3),
    Count.ISLAND_CITIES: (3, 2, 2, 2),
    Count.ABROAD: (4, 4, 5, 5),
    Count.ABROAD_CITIES: (2, 2, 3, 2),
    Count.CONTINENTS: (1, 2, 2, 2),
    Count.HOMES: (1, 1, 1, 1),
    Count.OWN: (9, 9, 9, 9),
    Count.PEAK: (1, 0, 0, 0),
    Count.INVENTIONS: (5, 5, 5, 5),
    Count.COINS: (5, 5, 5, 5),
}
"""Counts that a people usually reaches if it works for them, among 2, 3, 4 and 5 peoples."""
_LATE_COIN_WORTH = (0.0, 0.8, 0.8, 0.0)
"""The worth of a coin that comes at the end of an Age, by Age."""
_WHOLE_PHASE_FACTOR = 1.6
"""The worth of an effect for a whole attack phase, if one for a single assault is worth 1."""
_SOLO_POINT = (0.0, 0.4, 0.5, 0.35)
"""The factor for the coins of a point in solo, by Age: coins kept for Age III move whole stacks."""
_SOLO_CITY = (0.0, 0.8, 0.5, 0.1)
"""The points of a city in solo, by Age: nobody attacks, so it serves only for recruits."""
_DRAFT_PROGRESS_CUT = 0.5
"""The share of the worth of its points that an invention loses in the draft, because points come late."""
_DETERRENCE_COINS = 10.0
"""Coins that a declared defence is worth beyond its effect in an assault."""
_DETERRING = frozenset({Kind.HOLD, Kind.RIPOSTE})
_HOARDING_COINS = 6.0
"""The cost in coins of keeping coins for a card that counts them."""
_FIGHT_CHANCE = (0.0, 0.4, 0.8, 1.0)
"""The probability of a fight, by Age."""
_END = frozenset({Timing.END})
_OUTSIDE_COMBAT = frozenset({Timing.GROWTH, Timing.EXPANSION, Timing.END, Timing.COPY, Timing.INTENT})


class Habits(NamedTuple):
    """The beliefs of a player, and so its way to play. Tuples are by Age, from index 1."""

    coins_per_point: tuple[float, ...] = COINS_PER_POINT
    """Coins that a final point is worth."""
    clan_worth: tuple[float, ...] = (0.0, 1.1, 0.8, 0.15)
    """Final points that a clan is worth in a fight."""
    least_gain: tuple[float, ...] = (0.0, 4.0, 2.5, 1.2)
    """Points to be expected of an assault, at least: an attacker is weaker afterwards."""
    city_worth: tuple[float, ...] = (0.0, 2.5, 1.5, 0.2)
    """Final points of a city, without those of the region and of counts of cities."""
    lone_share: tuple[float, ...] = (0.0, 0.25, 0.6, 1.0)
    """The share of a region's worth to be expected of it if one clan alone would hold it to the end."""
    guard_share: float = 0.3
    """The share of a region's worth that is saved by enough clans to deter a neighbour."""
    menace_share: float = 0.55
    """The share of a neighbour's region to be expected of enough clans to take it."""
    offence_factor: float = 1.0
    """The factor for the worth of effects that serve an attacker."""
    defence_factor: float = 1.0
    """The factor for the worth of effects that serve a defender."""
    progress_factor: float = 1.0
    """The factor for the worth of progress points."""
    region_factors: tuple[float, ...] = ()
    """Factors for the worth of regions, by region; 1 for all if empty."""


HABITS = Habits()


_REGIONAL = (
    Count.REGIONS,
    Count.ISLAND,
    Count.PEAK,
    Count.OWN,
    Count.ABROAD,
    Count.HOMES,
    Count.CONTINENTS,
)
"""Counts that depend on the place of a region."""


# The following results are the same in every step of a turn: they are cached from one step to the next.


@lru_cache(maxsize=1 << 9)
def _holders(
    seats: int, rivals: tuple[tuple[int, tuple[int, ...], frozenset[int]], ...]
) -> tuple[int | None, ...]:
    board = MAPS[seats]
    holders: list[int | None] = [None] * len(board.regions)
    for rival, stacks, cities in rivals:
        for region, clans in enumerate(stacks):
            if clans:
                holders[region] = rival
        for region in cities:
            holders[region] = rival
    for home in board.homes:
        holders[home] = None
    return tuple(holders)


@lru_cache(maxsize=1 << 9)
def _rivals_near(seats: int, holder: tuple[int | None, ...]) -> tuple[tuple[int, ...], ...]:
    return tuple([tuple([there for there in near if holder[there] is not None]) for near in MAPS[seats].near])


@lru_cache(maxsize=1 << 9)
def _threats(seats: int, rivals: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    largest = [max(stacks) for stacks in zip(*rivals, strict=True)]
    return tuple([max([largest[there] for there in near]) for near in MAPS[seats].near])


@lru_cache(maxsize=1 << 9)
def _worths(
    seats: int, people: int, gains: tuple[float, ...], continents: frozenset[int | None]
) -> tuple[float, ...]:
    """Return the final points of each region to a people.

    `gains` are the points for one more of each count of `_REGIONAL`, `continents` those where the people
    holds something.
    """
    each, island, peak, own, abroad, homes, another = gains
    worths: list[float] = []
    for region in MAPS[seats].regions:
        points = float(region.value) + each
        if region.continent is None:
            points += island
            if region.value == 15:
                points += peak
        elif region.continent == people:
            points += own
        else:
            points += 2 + abroad
            if region.is_home:
                points += homes
            if region.continent not in continents:
                points += another
        worths.append(points)
    return tuple(worths)


@lru_cache(maxsize=1 << 9)
def _cities(seats: int, people: int, anywhere: float, island: float, abroad: float) -> tuple[float, ...]:
    """Return, by region, the points that a city brings there apart from the region's own worth."""
    return tuple(
        [
            anywhere + island
            if region.continent is None
            else anywhere
            if region.continent == people
            else anywhere + abroad
            for region in MAPS[seats].regions
        ]
    )


class Evaluation:
    """The worth of things in a view to one of its peoples."""

    def __init__(self, view: View, people: int, habits: Habits = HABITS) -> None:
        self.view = view
        self.habits = habits
        self.people = people
        self.map: Map = MAPS[view.seats]
        self.age = view.age
        self.coins_per_point = habits.coins_per_point[view.age] * (
            _SOLO_POINT[view.age] if view.seats == 1 else 1.0
        )
        """Coins that a final point is worth."""
        self.clans = view.clans[people]
        self.cities = view.cities[people]
        self.coins = view.coins[people]
        self.rivals = [other for other in range(view.peoples) if other != people]
        self.home = self.map.homes[people]
        self.clans_left = MAX_CLANS - sum(self.clans)
        """Clans in the supply."""
        self._cards: dict[tuple[int, frozenset[Timing]], float] = {}

    @cached_property
    def held_regions(self) -> frozenset[int]:
        return self.cities.union([r for r, clans in enumerate(self.clans) if clans])

    @cached_property
    def holders(self) -> tuple[int | None, ...]:
        """Return, by region, the rival that holds it; `None` without one and in home lands."""
        return _holders(
            self.view.seats,
            tuple([(rival, self.view.clans[rival], self.view.cities[rival]) for rival in self.rivals]),
        )

    @cached_property
    def rivals_near(self) -> tuple[tuple[int, ...], ...]:
        """Return, by region, the adjacent regions that rivals hold."""
        return _rivals_near(self.view.seats, self.holders)

    @cached_property
    def closed_regions(self) -> frozenset[int]:
        """Return the home lands of others where a rival is: no movement ends there."""
        view = self.view
        return frozenset(
            [
                home
                for home in self.map.homes
                if home != self.home
                for rival in self.rivals
                if view.clans[rival][home] or home in view.cities[rival]
            ]
        )

    def objective_prospect(self, number: int) -> float:
        """Return the points to be expected of an objective before the first Age: fewer if it needs more."""
        objective, peoples = OBJECTIVES[number], self.view.peoples
        chance = 1.0
        for goal, (count, _) in enumerate(objective.goals):
            usual, needed = _USUAL_COUNTS[count][peoples - 2], objective.threshold(goal, peoples)
            chance = min(chance, (usual + 1) / (usual + 1 + needed))
        return objective.points * chance

    @cached_property
    def objective_gains(self) -> dict[Count, float]:
        """Return the points that one more of each count adds towards the objective."""
        number = self.view.objective
        if number is None:
            return {}
        objective = OBJECTIVES[number]
        objective_gains: dict[Count, float] = {}
        for goal, (count, _) in enumerate(objective.goals):
            missing = objective.threshold(goal, self.view.peoples) - self.count(count)
            share = objective.points / len(objective.goals)
            if missing > 0:
                objective_gains[count] = share * (1.0 if self.age == 3 else 0.7) / max(missing, 1.5)
            elif missing > -2:
                objective_gains[count] = share * 0.15
        return objective_gains

    def count(self, count: Count) -> int:
        """Return the count as the rules count it."""
        regions = self.map.regions
        me = self.people
        held, cities = self.held_regions, self.cities
        match count:
            case Count.REGIONS:
                return len(held)
            case Count.CLANS:
                return sum(self.clans)
            case Count.STACKS:
                return sum(clans >= 3 for clans in self.clans)
            case Count.CITIES:
                return len(cities)
            case Count.ISLAND:
                return sum(regions[r].continent is None for r in held)
            case Count.ISLAND_CITIES:
                return sum(regions[r].continent is None for r in cities)
            case Count.ABROAD:
                return sum(regions[r].continent not in (None, me) for r in held)
            case Count.ABROAD_CITIES:
                return sum(regions[r].continent not in (None, me) for r in cities)
            case Count.CONTINENTS:
                return len({regions[r].continent for r in held} - {None, me})
            case Count.HOMES:
                return sum(regions[r].is_home and regions[r].continent != me for r in held)
            case Count.OWN:
                return sum(regions[r].continent == me for r in held)
            case Count.PEAK:
                return sum(regions[r].value == 15 for r in held)
            case Count.INVENTIONS:
                return len(self.view.inventions[me])
            case Count.COINS:
                return self.coins

    @cached_property
    def region_worths(self) -> tuple[float, ...]:
        """Return, by region, the final points that holding it brings."""
        gains = self.objective_gains
        continents = frozenset[int | None]()
        if Count.CONTINENTS in gains:
            continents = frozenset([self.map.regions[r].continent for r in self.held_regions])
        worths = _worths(
            self.view.seats, self.people, tuple([gains.get(each, 0.0) for each in _REGIONAL]), continents
        )
        if taste := self.habits.region_factors:
            return tuple([points * part for points, part in zip(worths, taste, strict=True)])
        return worths

    def city_worth(self, region: int) -> float:
        """Return the final points that a city there brings beyond the region itself."""
        points = self._bare_cities[region]
        if region not in self.cities and not self.map.regions[region].is_home:
            points += 0.2 * self.region_worths[region]
        return points

    @cached_property
    def _bare_cities(self) -> tuple[float, ...]:
        city, gains = _SOLO_CITY if self.view.seats == 1 else self.habits.city_worth, self.objective_gains
        return _cities(
            self.view.seats,
            self.people,
            city[self.age] + gains.get(Count.CITIES, 0.0),
            gains.get(Count.ISLAND_CITIES, 0.0),
            gains.get(Count.ABROAD_CITIES, 0.0),
        )

    @cached_property
    def budget(self) -> int:
        """Return the coins to spend: in Age III those that an objective or a card in hand counts are kept."""
        if self.age < 3 or self.view.seats == 1:
            return self.coins
        kept = 0
        if self.view.objective is not None:
            objective = OBJECTIVES[self.view.objective]
            for goal, (count, _) in enumerate(objective.goals):
                if count is Count.COINS:
                    kept = objective.threshold(goal, self.view.peoples)
        for number in self.view.hands[self.people]:
            for mode in CARDS[number].modes:
                kept += sum(effect.most or 0 for effect in mode.effects if effect.count is Count.COINS)
        return max(0, self.coins - kept)

    @cached_property
    def threats(self) -> tuple[int, ...]:
        """Return, by region, the largest stack of a rival next to it."""
        return _threats(self.view.seats, tuple([self.view.clans[rival] for rival in self.rivals]))

    # The worth of cards, in coins

    def draft_worth(self, card: Card) -> float:
        """Return the worth of the card in a draft, adjusted by the results of players that drafted at random.

        A declared defence deters attacks for a whole phase, points come late, and coins are needed now.
        """
        worth = (
            self.card_worth(card)
            - _DRAFT_PROGRESS_CUT * card.progress * (4 - self.age) * self.coins_per_point
        )
        for mode in card.modes:
            if Timing.INTENT in mode.timings:
                deterring = sum(effect.kind in _DETERRING for effect in mode.effects)
                worth += _DETERRENCE_COINS * deterring / len(mode.effects)
            if any(effect.count is Count.COINS for effect in mode.effects):
                worth -= _HOARDING_COINS
        return worth

    def card_worth(self, card: Card, timings: frozenset[Timing] = frozenset(Timing)) -> float:
        """Return the worth of playing the card in the best of these timings, its cost deducted."""
        known = self._cards.get((card.number, timings))
        if known is None:
            known = self._cards[card.number, timings] = self._card_worth(card, timings)
        return known

    def _card_worth(self, card: Card, timings: frozenset[Timing]) -> float:
        progress = 0.0
        if card.is_invention and card.number not in self.view.inventions[self.people]:
            points = card.progress * (4 - self.age) + self.objective_gains.get(Count.INVENTIONS, 0.0)
            progress = points * self.coins_per_point * self.habits.progress_factor
        late = self.view.phase is Phase.END or timings == _END
        modes = [self.mode_worth(mode, late) for mode in card.modes if mode.timings & timings]
        return max(modes) + progress - card.cost if modes else -99.0

    def discard_worth(self, *, late: bool) -> float:
        """Return the worth of discarding a card, at the end of the Age if it is `late`."""
        return DISCARD_COINS * (_LATE_COIN_WORTH[self.age] if late else 1.0)

    def mode_worth(self, mode: Mode, late: bool = False) -> float:
        """Return the worth of a mode's effects, at the end of the Age if it is `late`."""
        fighting = not mode.timings & _OUTSIDE_COMBAT
        if fighting and self.view.seats == 1:
            return 0.0
        worth = sum(self.effect_worth(effect, mode, late) for effect in mode.effects)
        return worth * _FIGHT_CHANCE[self.age] if fighting else worth

    def _amount(self, effect: Effect) -> float:
        if effect.count is None:
            return float(effect.amount)
        growth = 0 if self.view.phase is Phase.END else _GROWTH.get(effect.count, 0)
        times = effect.amount * ((self.count(effect.count) + growth) // effect.per)
        return float(times if effect.most is None else min(times, effect.most))

    def effect_worth(self, effect: Effect, mode: Mode, late: bool = False) -> float:
        """Return the worth of one effect of a mode, at the end of the Age if it is `late`."""
        point, amount = self.coins_per_point, self._amount(effect)
        ends = late or mode.timings == _END
        match effect.kind:
            case Kind.COINS:
                return amount * (_LATE_COIN_WORTH[self.age] if ends else 1.0)
            case Kind.CLANS:
                return self._clans_worth(effect, amount)
            case Kind.CITY:
                return self._city_effect_worth(effect)
            case Kind.MOVES:
                return 0.9 * amount
            case Kind.PRICE:
                return (2 - amount) * min(self.clans_left, 2 + self.coins / 4)
            case Kind.PASSAGE:
                return 1.5
            case Kind.LEAP:
                return 0.8 * min(amount, max(2, *self.clans)) * min(effect.distance, 4)
            case Kind.TRIBUTE:
                return 1.2 * sum(min(amount, self.view.coins[rival]) for rival in self.rivals)
            case Kind.PROGRESS:
                return amount * point * self.habits.progress_factor
            case Kind.COPY:
                return self._copy_worth()
            case Kind.PACIFIST:
                return -2.0
            case Kind.UNIQUE:
                return 0.0
            case Kind.SHIELD:
                return 6.0 * self.habits.defence_factor
            case Kind.RIPOSTE | Kind.HOLD:
                whole = _WHOLE_PHASE_FACTOR if Timing.INTENT in mode.timings else 1.0
                return 3.0 * amount * whole * self.habits.defence_factor
            case Kind.FORCE | Kind.STRIKE | Kind.SPARE:
                whole = _WHOLE_PHASE_FACTOR if Timing.INTENT in mode.timings else 1.0
                return 3.0 * amount * whole * self.habits.offence_factor
            case Kind.RANGE | Kind.STORM:
                whole = _WHOLE_PHASE_FACTOR if Timing.INTENT in mode.timings else 1.0
                return 3.0 * whole * self.habits.offence_factor

    def _clans_worth(self, effect: Effect, amount: float) -> float:
        amount = min(amount, self.clans_left)
        match effect.place:
            case Place.CITIES:
                return 2.2 * min(self.clans_left, amount * len(self.cities))
            case Place.FRONTIER:
                best = max((self.region_worths[r] for r in self._frontier), default=0.0)
                return 2.0 * amount + 0.6 * best * self.coins_per_point if best else 0.0
            case Place.RIVAL:
                best = max((self.region_worths[self.map.homes[rival]] for rival in self.rivals), default=0.0)
                return (0.6 * amount if amount < 2 else 2.0 + 0.4 * amount) + best * self.coins_per_point
            case Place.OWN:
                return 2.8 * amount if self.held_regions else 0.0
            case Place.CITY:
                return 2.5 * amount if self.cities else 0.0
            case _:
                return 2.0 * amount

    def _city_effect_worth(self, effect: Effect) -> float:
        match effect.place:
            case Place.RIVAL:
                free = [h for h in self.map.homes if h != self.home and h not in self.cities]
                return (
                    max((self.region_worths[h] + self.city_worth(h) for h in free), default=0.0)
                    * self.coins_per_point
                )
            case Place.OWN:
                free = [r for r, clans in enumerate(self.clans) if clans and r not in self.cities]
                return max((self.city_worth(r) for r in free), default=0.0) * self.coins_per_point + bool(
                    free
                )
            case _:
                return 2.0 if self.home not in self.cities else 0.0

    @cached_property
    def _frontier(self) -> frozenset[int]:
        near = {there for here in self.held_regions for there in self.map.near[here]}
        return frozenset(
            r
            for r in near
            if r not in self.held_regions and self.holders[r] is None and not self.map.regions[r].is_home
        )

    def _copy_worth(self) -> float:
        if not self.view.claims:
            return 4.5 if self.view.pack else 0.0
        worths: list[float] = []
        for claim in self.view.claims:
            card = CARDS[claim.card]
            if claim.timing in _OUTSIDE_COMBAT:
                worths.append(self.card_worth(card, frozenset({claim.timing})) + card.cost)
        return max(worths, default=0.0)

    def place_worth(self, move: Play) -> float:
        """Return the coins that the region named by a card play adds to its worth."""
        if move.at is None:
            return 0.0
        region = self.map.indices[move.at]
        return 0.05 * self.region_worths[region] + (
            0.02 * self.threats[region] if region in self.held_regions else 0.0
        )
