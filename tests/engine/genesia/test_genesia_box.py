"""Genesia's box: the contents of the files, and maps that are the same for every seat."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from math import pi

import pytest

from cogs.genesia.card_texts import card_text, short_text
from cogs.text.text import LANGUAGES, Text, read_catalogue
from engine.genesia.box import CARDS, MAPS, OBJECTIVES
from engine.genesia.box.cards import Card, Count, Effect, Kind, Lot, Mode, Place, Timing
from engine.genesia.box.map_validation import SHORTEST_BORDER, border_length, faults, rotation
from engine.genesia.box.maps import CONTINENTS, VALUES, Map

KNOWN = {
    3: "Gisement de silex",
    5: "Invention de l’écriture",
    6: "Grains d’orge",
    9: "Invention de l’agriculture",
    11: "Potion d’extrait d’os",
    12: "Autour du gibier",
    33: "Invention de l’astrolabe",
    34: "Invention de l’alchimie",
    36: "Chemins des Templiers",
    39: "Bâtisseurs",
    40: "L’Appel de la croisade",
    42: "Route des épices",
    64: "Drones",
    65: "Guerre ou Paix",
    67: "Crypto monnaie",
    69: "Hyperloop",
    70: "Droit d’asile",
    72: "Cyberdéfense",
}
SOLO_WITHOUT = (
    (6, 11, 36, 39, 64, 65, 70, 72),
    (5, 12, 33, 42, 64, 65, 69, 72),
    (3, 9, 34, 40, 67, 64, 65, 72),
)


def names(language: str, sort: str) -> dict[int, str]:
    catalogue = read_catalogue(language)
    return {
        int(message.id.split(".")[2]): str(message.string)
        for message in catalogue
        if isinstance(message.id, str) and message.id.startswith(f"genesia.{sort}.")
        if message.id.endswith(".name")
    }


def effects(card: Card) -> list[Effect]:
    return [effect for mode in card.modes for effect in mode.effects]


# The cards (rules.md, Genesia)


def test_ninety_cards_thirty_an_age() -> None:
    assert list(CARDS) == list(range(1, 91))
    assert [sum(card.age == age for card in CARDS.values()) for age in (1, 2, 3)] == [30, 30, 30]


def test_five_lots_of_six_in_number_order_in_each_age() -> None:
    assert [card.lot for card in CARDS.values()] == [lot for _ in range(3) for lot in Lot for _ in range(6)]


def test_known_names_keep_their_numbers() -> None:
    assert KNOWN.items() <= names("fr", "card").items()


def test_the_peace_prize_is_a_card_of_age_three_whose_owner_makes_no_assault() -> None:
    prizes = [n for n, name in names("fr", "card").items() if name == "Prix Nobel de la Paix"]
    assert len(prizes) == 1
    assert 73 <= prizes[0] <= 90
    assert Kind.PACIFIST in {effect.kind for effect in effects(CARDS[prizes[0]])}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("sort", "numbers"), [("card", 90), ("objective", 12)])
def test_everything_has_a_short_name_of_its_own(language: str, sort: str, numbers: int) -> None:
    named = names(language, sort)
    assert sorted(named) == list(range(1, numbers + 1))
    assert len(set(named.values())) == numbers
    assert all(0 < len(name) <= 32 for name in named.values())


KINDS: dict[str, Callable[[Card], bool]] = {
    "growth": lambda card: any(mode.timings == {Timing.GROWTH} for mode in card.modes),
    "expansion": lambda card: any(mode.timings == {Timing.EXPANSION} for mode in card.modes),
    "either": lambda card: any(mode.timings == {Timing.GROWTH, Timing.EXPANSION} for mode in card.modes),
    "attack": lambda card: any(mode.timings == {Timing.ATTACK} for mode in card.modes),
    "defence": lambda card: Timing.DEFENCE in card.timings,
    "copying": lambda card: Timing.COPY in card.timings,
    "end of an Age": lambda card: any(mode.timings == {Timing.END} for mode in card.modes),
    "any phase": lambda card: any(
        mode.timings == {Timing.GROWTH, Timing.EXPANSION, Timing.ATTACK, Timing.END} for mode in card.modes
    ),
    "invention": lambda card: card.is_invention,
    "with a cost": lambda card: card.cost > 0,
}


@pytest.mark.parametrize("age", [1, 2, 3])
@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_card_exists_in_every_age(kind: str, age: int) -> None:
    assert any(KINDS[kind](card) for card in CARDS.values() if card.age == age)


# Two players do not meet in Age I: cards for a fight would be useless.
FOR_TWO = [
    (kind, age)
    for age in (1, 2, 3)
    for kind in sorted(set(KINDS) - {"with a cost"})
    if age > 1 or kind not in ("attack", "defence")
]


@pytest.mark.parametrize(("kind", "age"), FOR_TWO)
def test_blue_and_yellow_alone_have_every_kind(kind: str, age: int) -> None:
    lots = {Lot.BLUE, Lot.YELLOW}
    assert any(KINDS[kind](card) for card in CARDS.values() if card.age == age and card.lot in lots)


def test_cards_reach_rivals_home_lands_from_age_two_on() -> None:
    reaching = {card.age for card in CARDS.values() if any(e.place is Place.RIVAL for e in effects(card))}
    assert reaching == {2, 3}


def test_intents_are_declared_in_age_three_alone() -> None:
    declared = {card.number for card in CARDS.values() if Timing.INTENT in card.timings}
    assert {64, 65} <= declared
    assert {CARDS[number].age for number in declared} == {3}


def test_drones_attack_at_a_distance() -> None:
    assert any(e.kind is Kind.RANGE and e.amount >= 2 for e in effects(CARDS[64]))


@pytest.mark.parametrize("number", [5, 9, 33, 34])
def test_inventions_by_name_are_inventions(number: int) -> None:
    assert CARDS[number].is_invention


def test_early_cards_for_a_fight_serve_in_peace_too() -> None:
    fights = {Timing.ATTACK, Timing.DEFENCE}
    assert not [card.number for card in CARDS.values() if card.age < 3 and card.timings <= fights]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_cards_have_the_same_text(language: str) -> None:
    text = Text(language)
    texts = [card_text(text, card) for card in CARDS.values()]
    assert len(set(texts)) == len(CARDS)
    briefs = [short_text(text, card) for card in CARDS.values()]
    assert len(set(briefs)) == len(CARDS)


COINS = {Kind.COINS: 1, Kind.MOVES: 1}
"""Effects that coins can always buy, with the coins for each unit: they are never worth more."""


def covers(better: Mode, worse: Mode) -> bool:
    """Return whether a mode does everything that the other does, at the same timings at least.

    Coins may stand for everything that they can buy.
    """
    if not better.timings >= worse.timings:
        return False
    left = 0
    for effect in better.effects:
        if effect.kind is Kind.COINS and effect.count is None:
            left += effect.amount
    for effect in worse.effects:
        like = next(
            (
                other
                for other in better.effects
                if (other.kind, other.place) == (effect.kind, effect.place)
                if (other.count, other.per) == (effect.count, effect.per)
                if other.distance >= effect.distance
                if (other.most or 99) >= (effect.most or 99)
            ),
            None,
        )
        missing = effect.amount - (like.amount if like is not None else 0)
        if effect.kind is Kind.COINS and like is not None and effect.count is None:
            left -= effect.amount
        elif missing > 0 or like is None:
            if effect.kind not in COINS or effect.count is not None:
                return False
            left -= missing
        if left < 0:
            return False
    return True


def test_no_card_does_all_that_another_of_its_age_does() -> None:
    """A copy counts for nothing here: its worth depends on the other players' cards."""
    dominated = [
        (worse.number, better.number)
        for worse in CARDS.values()
        for better in CARDS.values()
        if worse is not better and worse.age == better.age
        if better.cost <= worse.cost and better.progress >= worse.progress
        if all(any(covers(good, bad) for good in better.modes) for bad in worse.modes)
    ]
    assert dominated == []


def test_cards_that_were_dominated_would_be_found() -> None:
    growth = frozenset({Timing.GROWTH})
    poor = Mode(growth, (Effect(Kind.MOVES, 3),))
    assert covers(Mode(growth, (Effect(Kind.COINS, 3),)), poor)
    assert covers(Mode(growth | {Timing.EXPANSION}, (Effect(Kind.MOVES, 3), Effect(Kind.PASSAGE))), poor)
    assert not covers(Mode(growth, (Effect(Kind.COINS, 2),)), poor)
    assert not covers(Mode(frozenset({Timing.END}), (Effect(Kind.COINS, 9),)), poor)


def test_the_peace_prize_is_not_copied() -> None:
    assert [n for n, card in CARDS.items() if Kind.UNIQUE in {e.kind for e in effects(card)}] == [79]


def test_no_mode_asks_for_more_than_one_place() -> None:
    assert all(
        sum(effect.is_targeted for effect in mode.effects) <= 1
        for card in CARDS.values()
        for mode in card.modes
    )


@pytest.mark.parametrize("without", SOLO_WITHOUT)
def test_solo_packs_have_ten_ten_and_eight_cards(without: tuple[int, ...]) -> None:
    pack = [card for card in CARDS.values() if card.lot in {Lot.BLUE, Lot.YELLOW}]
    left = [card for card in pack if card.number not in without]
    assert [sum(card.age == age for card in left) for age in (1, 2, 3)] == [10, 10, 8]


@pytest.mark.parametrize("without", SOLO_WITHOUT)
def test_every_card_of_a_solo_pack_serves_without_attacks(without: tuple[int, ...]) -> None:
    fights = {Timing.ATTACK, Timing.DEFENCE, Timing.INTENT}
    pack = [card for card in CARDS.values() if card.lot in {Lot.BLUE, Lot.YELLOW}]
    assert not [c.number for c in pack if c.number not in without and c.timings <= fights]


# The objectives


def test_two_objectives_of_each_colour_and_two_neutral_ones() -> None:
    assert [o.lot for o in OBJECTIVES.values()] == [lot for lot in (*Lot, None) for _ in range(2)]


def test_some_objectives_count_cities() -> None:
    built = {Count.CITIES, Count.ISLAND_CITIES, Count.ABROAD_CITIES}
    assert any(count in built for o in OBJECTIVES.values() for count, _ in o.goals)


# The maps


@pytest.fixture(params=MAPS, ids=lambda seats: f"{seats} seats")
def board(request: pytest.FixtureRequest) -> Map:
    return MAPS[request.param]


def test_there_are_maps_for_one_to_five_seats() -> None:
    assert list(MAPS) == [1, 2, 3, 4, 5]
    assert all(board.peoples == max(seats, 2) for seats, board in MAPS.items())


def test_values_are_those_of_the_score_sheet(board: Map) -> None:
    assert {region.value for region in board.regions if not region.is_home} <= set(VALUES)


def test_home_lands_are_worth_nothing_and_there_is_one_for_each_people(board: Map) -> None:
    homes = [board.regions[index] for index in board.homes]
    assert [(home.continent, home.value) for home in homes] == [(p, 0) for p in range(board.peoples)]


def test_the_one_fifteen_lies_in_the_middle_of_the_island(board: Map) -> None:
    peaks = [region for region in board.regions if region.value == 15]
    assert [(peak.code, peak.continent, peak.shape.inner) for peak in peaks] == [("G0", None, 0)]


def test_values_rise_by_one_with_each_step_from_home(board: Map) -> None:
    for region in board.regions:
        if region.continent is not None:
            assert region.value == board.distances[board.homes[region.continent]][region.index]
    assert {region.value for region in board.regions if region.continent == 0} == {0, 1, 2, 3, 4}


def test_every_way_works_both_ways(board: Map) -> None:
    for joins in (board.touching, board.ferries):
        assert all(index in joins[other] for index, near in enumerate(joins) for other in near)


def test_everything_is_connected(board: Map) -> None:
    assert all(steps >= 0 for row in board.distances for steps in row)


def test_codes_are_unique_and_in_order(board: Map) -> None:
    codes = [region.code for region in board.regions]
    land = [f"{letter}{digit}" for letter in CONTINENTS[: board.peoples] for digit in range(10)]
    assert codes == land + [f"G{n}" for n in range(len(codes) - len(land))]


def test_island_codes_run_ring_by_ring_outwards_and_clockwise(board: Map) -> None:
    island = [region for region in board.regions if region.continent is None]
    places = [(r.shape.inner, round((r.shape.start + r.shape.end) / 2 % 1, 6)) for r in island]
    assert all(one < other for one, other in pairwise(places))


def test_the_map_turned_by_one_sector_is_the_same(board: Map) -> None:
    onto = rotation(board)
    assert onto is not None
    assert [onto[home] for home in board.homes] == [*board.homes[1:], board.homes[0]]


def test_turns_carry_any_seat_onto_any_other(board: Map) -> None:
    onto = rotation(board)
    assert onto is not None
    reached, here = [board.homes[0]], board.homes[0]
    for _ in range(board.peoples - 1):
        reached.append(here := onto[here])
    assert sorted(reached) == sorted(board.homes)


def test_only_touching_regions_meet_and_their_border_is_seen(board: Map) -> None:
    for one in board.regions:
        for other in board.regions[one.index + 1 :]:
            length = border_length(one.shape, other.shape)
            if other.index in board.touching[one.index]:
                assert length is not None
                assert length >= SHORTEST_BORDER
            else:
                assert length is None


def test_every_region_has_room_for_its_signs(board: Map) -> None:
    """The signs need 74 pixels in depth at the lake, 110 in width, at 1,600 pixels with a radius of 760."""
    for region in board.regions:
        shape = region.shape
        wide = 2 * pi * (shape.end - shape.start) * (shape.inner + shape.outer) / 2
        assert (shape.outer - shape.inner) * 760 >= (60 if region.value == 15 else 74)
        assert wide * 760 >= 110


def test_continents_are_the_same_on_all_maps() -> None:
    def continent(board: Map) -> list[tuple[str, int, frozenset[int]]]:
        return [(r.code, r.value, board.touching[r.index]) for r in board.regions if r.continent == 0]

    assert all(continent(board) == continent(MAPS[2]) for board in MAPS.values())


def test_every_continent_has_ferries_to_the_island_and_to_both_neighbours(board: Map) -> None:
    """Only the island joins the continents in solo."""
    for people in range(board.peoples):
        own = [r.index for r in board.regions if r.continent == people]
        over = {board.regions[there].continent for here in own for there in board.ferries[here]}
        beside = {(people + 1) % board.peoples, (people - 1) % board.peoples}
        assert over == ({None} if board is MAPS[1] else {None, *beside})


def test_a_map_that_differs_from_seat_to_seat_is_found_out() -> None:
    board = MAPS[3]
    richer = replace(board.regions[13], value=3)
    regions = (*board.regions[:13], richer, *board.regions[14:])
    lopsided = replace(board, regions=regions)
    assert rotation(lopsided) is None
    assert (0, "turned by one sector the map is not the same") in list(faults(lopsided))


def test_a_ferry_of_one_seat_alone_is_found_out() -> None:
    board = MAPS[4]
    ferries = list(board.ferries)
    here, there = board.indices["A8"], board.indices["G0"]
    ferries[here] |= {there}
    ferries[there] |= {here}
    found = [fault for _, fault in faults(replace(board, ferries=tuple(ferries)))]
    assert "turned by one sector the map is not the same" in found
    assert "the ferry to G0 crosses land" in found
