"""Genesia's box: what the files must hold, how their faults are named, and that no seat's map differs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from math import pi
from pathlib import Path

import pytest

import engine.genesia.box
from cogs.text import LANGUAGES, read_catalogue
from engine.genesia.box import CARDS, MAPS, OBJECTIVES, BadBox
from engine.genesia.box.aims import read_objectives
from engine.genesia.box.charts import read_map
from engine.genesia.box.deck import asks, read_cards
from engine.genesia.box.survey import SEEN, border, faults, turned
from engine.genesia.cards import Card, Count, Effect, Kind, Lot, Place, Timing
from engine.genesia.maps import CONTINENTS, VALUES, Map

FOLDER = Path(engine.genesia.box.__file__).parent
TEXT = {path.name: path.read_text("utf-8") for path in FOLDER.glob("*.txt")}

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
    "invention": lambda card: card.invention,
    "with a cost": lambda card: card.cost > 0,
}


@pytest.mark.parametrize("age", [1, 2, 3])
@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_card_exists_in_every_age(kind: str, age: int) -> None:
    assert any(KINDS[kind](card) for card in CARDS.values() if card.age == age)


@pytest.mark.parametrize("age", [1, 2, 3])
@pytest.mark.parametrize("kind", sorted(set(KINDS) - {"with a cost"}))
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
    assert CARDS[number].invention


def test_early_cards_for_a_fight_serve_in_peace_too() -> None:
    fights = {Timing.ATTACK, Timing.DEFENCE}
    assert not [card.number for card in CARDS.values() if card.age < 3 and card.timings <= fights]


def test_no_mode_asks_for_more_than_one_place() -> None:
    assert all(sum(map(asks, mode.effects)) <= 1 for card in CARDS.values() for mode in card.modes)


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


@pytest.fixture(params=MAPS, ids=lambda peoples: f"{peoples} peoples")
def board(request: pytest.FixtureRequest) -> Map:
    return MAPS[request.param]


def test_there_are_maps_for_two_to_five_peoples() -> None:
    assert list(MAPS) == [2, 3, 4, 5]
    assert all(board.peoples == peoples for peoples, board in MAPS.items())


def test_values_are_those_of_the_score_sheet(board: Map) -> None:
    assert {region.value for region in board.regions if not region.home} <= set(VALUES)


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


def test_turned_by_one_sector_the_map_is_the_same(board: Map) -> None:
    onto = turned(board)
    assert onto is not None
    assert [onto[home] for home in board.homes] == [*board.homes[1:], board.homes[0]]


def test_turns_carry_any_seat_onto_any_other(board: Map) -> None:
    onto = turned(board)
    assert onto is not None
    reached, here = [board.homes[0]], board.homes[0]
    for _ in range(board.peoples - 1):
        reached.append(here := onto[here])
    assert sorted(reached) == sorted(board.homes)


def test_only_touching_regions_meet_and_their_border_is_seen(board: Map) -> None:
    for one in board.regions:
        for other in board.regions[one.index + 1 :]:
            length = border(one.shape, other.shape)
            if other.index in board.touching[one.index]:
                assert length is not None
                assert length >= SEEN
            else:
                assert length is None


def test_every_region_has_room_for_its_signs(board: Map) -> None:
    """At 1,600 pixels, 760 of them the radius: 74 deep where the lake cuts in, 110 wide."""
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
    for people in range(board.peoples):
        own = [r.index for r in board.regions if r.continent == people]
        over = {board.regions[there].continent for here in own for there in board.ferries[here]}
        assert over == {None, (people + 1) % board.peoples, (people - 1) % board.peoples}


def test_a_map_that_differs_from_seat_to_seat_is_found_out() -> None:
    board = MAPS[3]
    richer = board.regions[13]._replace(value=3)
    regions = (*board.regions[:13], richer, *board.regions[14:])
    lopsided = replace(board, regions=regions)
    assert turned(lopsided) is None
    assert (0, "turned by one sector the map is not the same") in list(faults(lopsided))


def test_a_ferry_of_one_seat_alone_is_found_out() -> None:
    board = MAPS[4]
    ferries = list(board.ferries)
    here, there = board.named["A8"], board.named["G0"]
    ferries[here] |= {there}
    ferries[there] |= {here}
    told = [fault for _, fault in faults(replace(board, ferries=tuple(ferries)))]
    assert "turned by one sector the map is not the same" in told
    assert "the ferry to G0 crosses land" in told


# Faults of the files


def broken(file: str, old: str, new: str) -> BadBox:
    """What the loader says when one piece of a real file is replaced. The piece must occur once."""
    text = TEXT[file]
    assert text.count(old) == 1, old
    with pytest.raises(BadBox) as caught:
        _read(file, text.replace(old, new))
    line = text[: text.index(old)].count("\n") + 1
    assert str(caught.value) == f"{file}, line {caught.value.line}: {caught.value.fault}"
    assert caught.value.file == file
    assert caught.value.line == line
    return caught.value


def _read(file: str, text: str) -> object:
    if file == "cards.txt":
        return read_cards(file, text)
    if file == "objectives.txt":
        return read_objectives(file, text)
    return read_map(file, text, int(file[3]))


def card_line(number: int) -> str:
    return next(
        line for line in TEXT["cards.txt"].splitlines() if line.partition("|")[0].strip() == str(number)
    )


def told_of(number: int, columns: str) -> str:
    """What is wrong with a card whose columns after the number are replaced by these."""
    return broken("cards.txt", card_line(number), f"{number} | {columns}").fault


@pytest.mark.parametrize(
    ("columns", "fault"),
    [
        ("blue | 0 | 0", "4 columns instead of 5"),
        ("blue | 0 | 0 | growth: coins 1 | 7", "6 columns instead of 5"),
        ("green | 0 | 0 | growth: coins 1", "card 3 belongs to the lot 'blue', not 'green'"),
        ("blue | -1 | 0 | growth: coins 1", "cost '-1' is no number"),
        ("blue | 16 | 0 | growth: coins 1", "cost 16 can never be paid; at most 15"),
        ("blue | 0 | x | growth: coins 1", "progress 'x' is no number"),
        ("blue | 0 | 10 | growth: coins 1", "progress 10 is too much; at most 9"),
        ("blue | 0 | 0 | growth coins 1", "mode 'growth coins 1' is not 'timings: effect, effect'"),
        ("blue | 0 | 0 | growth: coins 1 /", "mode '' is not 'timings: effect, effect'"),
        ("blue | 0 | 0 | growht: coins 1", "unknown timing 'growht'"),
        ("blue | 0 | 0 | growth growth: coins 1", "timing 'growth' is there twice"),
        ("blue | 0 | 0 | growth: clnas 1 at home", "unknown effect 'clnas'"),
        ("blue | 0 | 0 | growth: coins 1 for all", "effect 'coins 1 for all' cannot be read"),
        ("blue | 0 | 0 | growth: coins", "effect 'coins' needs a number from 1"),
        ("blue | 0 | 0 | growth: coins 0", "effect 'coins 0' needs a number from 1"),
        ("blue | 0 | 0 | growth: passage 2", "effect 'passage 2' takes no number"),
        ("blue | 0 | 0 | growth: city 2 at own", "effect 'city 2 at own' takes no number"),
        ("blue | 0 | 0 | growth: clans 1 at moon", "unknown place 'moon'"),
        ("blue | 0 | 0 | growth: clans 1", "effect 'clans 1' needs a place"),
        ("blue | 0 | 0 | growth: coins 1 at home", "effect 'coins 1 at home' takes no place"),
        ("blue | 0 | 0 | growth: city at frontier", "effect 'city at frontier': no city comes there"),
        ("blue | 0 | 0 | growth: coins 1 per 2 sheep", "unknown count 'sheep'"),
        (
            "blue | 0 | 0 | growth: coins 1 per 0 clans",
            "effect 'coins 1 per 0 clans' could never give anything",
        ),
        (
            "blue | 0 | 0 | expansion: leap 2 per 1 clans within 2",
            "effect 'leap 2 per 1 clans within 2' counts nothing",
        ),
        ("blue | 0 | 0 | expansion: leap 2", "effect 'leap 2' needs 'within' and a distance"),
        ("blue | 0 | 0 | expansion: moves 2 within 3", "effect 'moves 2 within 3' takes no distance"),
        ("blue | 0 | 0 | growth: price 2", "effect 'price 2' changes nothing"),
        ("blue | 0 | 0 | attack: range 1", "effect 'range 1' changes nothing"),
        ("blue | 0 | 0 | growth: coins 1, coins 2", "effect 'coins' is there twice"),
        ("blue | 0 | 0 | growth: coins 1 / growth end: coins 2", "two modes share the timing 'growth'"),
        ("blue | 0 | 0 | end: progress 1 / copy: copy, coins 1", "effect 'coins' makes no sense at 'copy'"),
        ("blue | 0 | 0 | growth copy: copy", "effect 'copy' makes no sense at 'growth'"),
        ("blue | 0 | 1 | copy: copy", "a card that copies is no invention"),
        ("blue | 0 | 0 | attack: moves 2", "effect 'moves' makes no sense at 'attack'"),
        ("blue | 0 | 0 | end: passage", "effect 'passage' makes no sense at 'end'"),
        ("blue | 0 | 0 | end: leap 2 within 2", "effect 'leap' makes no sense at 'end'"),
        ("blue | 0 | 0 | growth: force 2", "effect 'force' makes no sense at 'growth'"),
        ("blue | 0 | 0 | defence: strike 2", "effect 'strike' makes no sense at 'defence'"),
        ("blue | 0 | 0 | expansion: spare 2", "effect 'spare' makes no sense at 'expansion'"),
        ("blue | 0 | 0 | end: storm", "effect 'storm' makes no sense at 'end'"),
        ("blue | 0 | 0 | attack: shield", "effect 'shield' makes no sense at 'attack'"),
        ("blue | 0 | 0 | attack: hold 1", "effect 'hold' makes no sense at 'attack'"),
        ("blue | 0 | 0 | growth: riposte 1", "effect 'riposte' makes no sense at 'growth'"),
        ("blue | 0 | 0 | growth: pacifist", "effect 'pacifist' makes no sense at 'growth'"),
        ("blue | 0 | 0 | growth: progress 2", "effect 'progress' is for the end of an Age"),
        ("blue | 0 | 0 | intent: force 1", "intents are cards of Age III"),
        ("blue | 0 | 0 | growth: clans 1 at rival", "rivals' home lands are for cards from Age II on"),
        (
            "blue | 0 | 0 | growth: clans 1 at own, city at own",
            "mode 'growth: clans 1 at own, city at own' asks for more than one place",
        ),
        (
            "blue | 0 | 0 | expansion: clans 1 at frontier, leap 2 within 3",
            "mode 'expansion: clans 1 at frontier, leap 2 within 3' asks for more than one place",
        ),
    ],
)
def test_a_fault_of_a_card_is_named_with_file_and_line(columns: str, fault: str) -> None:
    assert told_of(3, columns) == fault


def test_a_card_cannot_be_declared_and_played_in_growth() -> None:
    fault = told_of(64, "blue | 0 | 0 | intent: force 1 / growth: coins 1")
    assert fault == "an intent is declared in growth: no other mode may be played then"


def test_progress_at_any_time_is_for_cards_of_every_phase() -> None:
    written = "3 | blue | 0 | 0 | growth expansion attack end: progress 2"
    cards = read_cards("cards.txt", TEXT["cards.txt"].replace(card_line(3), written))
    assert cards[3].modes[0].effects == (Effect(Kind.PROGRESS, 2),)


def test_a_number_outside_the_box_is_named() -> None:
    fault = broken("cards.txt", card_line(90), card_line(90).replace("90", "91", 1)).fault
    assert fault == "number 91 is not in 1 to 90"


def test_a_number_that_is_there_twice_is_named() -> None:
    fault = broken("cards.txt", card_line(4), card_line(4).replace("4", "3", 1)).fault
    assert fault == "card 3 is there twice"


def test_a_missing_card_is_named_at_the_end_of_the_file() -> None:
    text = TEXT["cards.txt"].replace(card_line(42), "")
    with pytest.raises(BadBox) as caught:
        read_cards("cards.txt", text)
    assert (caught.value.line, caught.value.fault) == (len(text.splitlines()), "no card 42")


@pytest.mark.parametrize("file", sorted(TEXT))
def test_an_empty_file_is_refused(file: str) -> None:
    with pytest.raises(BadBox) as caught:
        _read(file, "")
    assert (caught.value.file, caught.value.line) == (file, 1)


def objective_line(number: int) -> str:
    return next(
        line for line in TEXT["objectives.txt"].splitlines() if line.partition("|")[0].strip() == str(number)
    )


@pytest.mark.parametrize(
    ("written", "fault"),
    [
        ("5 | green | 9", "3 columns instead of 4"),
        ("13 | green | 9 | regions >= 1/1/1/1", "number 13 is not in 1 to 12"),
        ("4 | yellow | 9 | regions >= 1/1/1/1", "objective 4 is there twice"),
        ("5 | neutral | 9 | regions >= 1/1/1/1", "objective 5 belongs to 'green', not 'neutral'"),
        ("5 | green | 20 | regions >= 1/1/1/1", "points 20 are not in 8 to 14"),
        ("5 | green | 9 | regions > 1/1/1/1", "goal 'regions > 1/1/1/1' is not 'count >= n2/n3/n4/n5'"),
        ("5 | green | 9 | regions >= 1/1/1", "goal 'regions >= 1/1/1' is not 'count >= n2/n3/n4/n5'"),
        ("5 | green | 9 | sheep >= 1/1/1/1", "unknown count 'sheep'"),
        ("5 | green | 9 | regions >= 1/1/0/1", "goal 'regions >= 1/1/0/1' is met by nothing"),
        ("5 | green | 9 | clans >= 1/1/1/1, clans >= 2/2/2/2", "a count is there twice"),
    ],
)
def test_a_fault_of_an_objective_is_named_with_file_and_line(written: str, fault: str) -> None:
    assert broken("objectives.txt", objective_line(5), written).fault == fault


def test_a_missing_objective_is_named_at_the_end_of_the_file() -> None:
    text = TEXT["objectives.txt"].replace(objective_line(7), "")
    with pytest.raises(BadBox, match="no objective 7"):
        read_objectives("objectives.txt", text)


def region_line(name: str) -> str:
    return next(line for line in TEXT["map3.txt"].splitlines() if line.partition("|")[0].strip() == name)


@pytest.mark.parametrize(
    ("region", "column", "written", "fault"),
    [
        ("4", 0, "Z", "region 'Z' is neither a digit nor a word"),
        ("4", 0, "3", "region '3' is there twice"),
        ("4", 1, "6", "value 6 is not on the score sheet"),
        ("4", 1, "0", "value 0 is not on the score sheet"),
        ("4", 1, "3", "A4: worth 3, but 2 steps from home on its continent"),
        ("0", 1, "1", "A0: home lands, and they alone, are worth 0"),
        ("high", 1, "15", "G3: 4 regions are worth 15 instead of one"),
        ("4", 2, "0.7", "radius '0.7' are not two numbers"),
        ("4", 2, "0.7 0.6", "radius 0.7 to 0.6 is not within 0 to 1"),
        ("4", 3, "10 -10", "degrees 10 to -10 are no part of a ring"),
        ("4", 3, "0 360", "the middle, and it alone, reaches from degree 0 to 360"),
        ("4", 4, "1 2 3 5 6 then.7", "'then.7' is not how a region is named"),
        ("4", 4, "1 1 2 3 5 6 7", "'1' is there twice"),
        ("4", 4, "1 2 3 5 6 7 bay", "unknown region 'bay'"),
        ("4", 4, "1 2 3 4 5 6 7", "region '4' cannot touch itself"),
        ("4", 4, "1 2 3 5 6 7 8", "touch to '8' is not written there the other way round"),
        ("9", 5, "east next.8 next.9", "ferry to '9' is not written there the other way round"),
    ],
)
def test_a_fault_of_a_map_is_named_with_file_and_line(
    region: str, column: int, written: str, fault: str
) -> None:
    old = region_line(region)
    columns = old.split("|")
    columns[column] = written
    assert broken("map3.txt", old, "|".join(columns)).fault == fault


def test_an_arrow_one_way_is_named_where_it_stands() -> None:
    text = TEXT["map3.txt"].replace(*joined("9", 5, "east"))
    with pytest.raises(BadBox) as caught:
        read_map("map3.txt", text, 3)
    assert TEXT["map3.txt"].splitlines()[caught.value.line - 1] == region_line("8")
    assert caught.value.fault == "ferry to '9' is not written there the other way round"


def map_told(*changes: tuple[str, str]) -> str:
    text = TEXT["map3.txt"]
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    with pytest.raises(BadBox) as caught:
        read_map("map3.txt", text, 3)
    return caught.value.fault


def joined(name: str, column: int, written: str) -> tuple[str, str]:
    """A change of one column of a region of the map for three."""
    columns = region_line(name).split("|")
    columns[column] = f" {written} "
    return region_line(name), "|".join(columns)


def test_a_map_without_a_home_land_is_refused() -> None:
    assert map_told((region_line("0"), "")) == "no home land 0"


def test_regions_that_overlap_are_refused() -> None:
    assert map_told(joined("0", 2, "0.850 1.000")) == "A0: overlaps A1"


def test_neighbours_without_a_common_border_are_refused() -> None:
    fault = map_told(joined("6", 4, "3 4 7 8 9"), joined("9", 4, "6 7 8"))
    assert fault == "A6: touches A9 without a border that can be seen"


def test_regions_that_meet_without_touching_are_refused() -> None:
    fault = map_told(joined("6", 4, "3 4 8"), joined("7", 4, "4 5 9"))
    assert fault == "A6: meets A7 without touching it"


def test_a_ferry_over_land_is_refused() -> None:
    fault = map_told(joined("0", 5, "west"), joined("west", 5, "8 0"))
    assert fault == "A0: the ferry to G12 crosses land"


def test_a_ferry_within_a_continent_is_refused() -> None:
    assert map_told(joined("1", 5, "5"), joined("5", 5, "1")) == "A1: needs no ferry to A5"


def test_an_island_that_no_ferry_reaches_is_refused() -> None:
    changes = (
        joined("west", 5, ""),
        joined("east", 5, ""),
        joined("8", 5, "last.9"),
        joined("9", 5, "next.8"),
    )
    assert map_told(*changes) == "G0: cannot be reached"
