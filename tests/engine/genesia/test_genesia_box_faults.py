"""Genesia's box: a broken file is refused with its name, the line and the fault."""

from __future__ import annotations

from pathlib import Path

import pytest

import engine.genesia.box
from engine.genesia.box import BadBox
from engine.genesia.box.card_file import read_cards
from engine.genesia.box.cards import Effect, Kind
from engine.genesia.box.map_file import read_map
from engine.genesia.box.objective_file import read_objectives

FOLDER = Path(engine.genesia.box.__file__).parent
TEXT = {path.name: path.read_text("utf-8") for path in FOLDER.glob("*.txt")}


def load_fault(file: str, old: str, new: str) -> BadBox:
    """Return the loader's error when one piece of a real file is replaced. The piece must occur once."""
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


def card_fault(number: int, columns: str) -> str:
    """Return the fault of a card whose columns after the number are replaced by these."""
    return load_fault("cards.txt", card_line(number), f"{number} | {columns}").fault


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
    assert card_fault(3, columns) == fault


def test_a_card_cannot_be_declared_and_played_in_growth() -> None:
    fault = card_fault(64, "blue | 0 | 0 | intent: force 1 / growth: coins 1")
    assert fault == "an intent is declared in growth: no other mode may be played then"


def test_progress_at_any_time_is_for_cards_of_every_phase() -> None:
    written = "3 | blue | 0 | 0 | growth expansion attack end: progress 2"
    cards = read_cards("cards.txt", TEXT["cards.txt"].replace(card_line(3), written))
    assert cards[3].modes[0].effects == (Effect(Kind.PROGRESS, 2),)


def test_a_number_outside_the_box_is_named() -> None:
    fault = load_fault("cards.txt", card_line(90), card_line(90).replace("90", "91", 1)).fault
    assert fault == "number 91 is not in 1 to 90"


def test_a_number_that_is_there_twice_is_named() -> None:
    fault = load_fault("cards.txt", card_line(4), card_line(4).replace("4", "3", 1)).fault
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
    assert load_fault("objectives.txt", objective_line(5), written).fault == fault


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
    assert load_fault("map3.txt", old, "|".join(columns)).fault == fault


def test_an_arrow_one_way_is_named_where_it_stands() -> None:
    text = TEXT["map3.txt"].replace(*column_change("9", 5, "east"))
    with pytest.raises(BadBox) as caught:
        read_map("map3.txt", text, 3)
    assert TEXT["map3.txt"].splitlines()[caught.value.line - 1] == region_line("8")
    assert caught.value.fault == "ferry to '9' is not written there the other way round"


def map_fault(*changes: tuple[str, str]) -> str:
    text = TEXT["map3.txt"]
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    with pytest.raises(BadBox) as caught:
        read_map("map3.txt", text, 3)
    return caught.value.fault


def column_change(name: str, column: int, written: str) -> tuple[str, str]:
    """Return the change of one column of a region of the map for three."""
    columns = region_line(name).split("|")
    columns[column] = f" {written} "
    return region_line(name), "|".join(columns)


def test_a_map_without_a_home_land_is_refused() -> None:
    assert map_fault((region_line("0"), "")) == "no home land 0"


def test_regions_that_overlap_are_refused() -> None:
    assert map_fault(column_change("0", 2, "0.850 1.000")) == "A0: overlaps A1"


def test_neighbours_without_a_common_border_are_refused() -> None:
    fault = map_fault(column_change("6", 4, "3 4 7 8 9"), column_change("9", 4, "6 7 8"))
    assert fault == "A6: touches A9 without a border that can be seen"


def test_regions_that_meet_without_touching_are_refused() -> None:
    fault = map_fault(column_change("6", 4, "3 4 8"), column_change("7", 4, "4 5 9"))
    assert fault == "A6: meets A7 without touching it"


def test_a_ferry_over_land_is_refused() -> None:
    fault = map_fault(column_change("0", 5, "west"), column_change("west", 5, "8 0"))
    assert fault == "A0: the ferry to G12 crosses land"


def test_a_ferry_within_a_continent_is_refused() -> None:
    assert map_fault(column_change("1", 5, "5"), column_change("5", 5, "1")) == "A1: needs no ferry to A5"


def test_an_island_that_no_ferry_reaches_is_refused() -> None:
    changes = (
        column_change("west", 5, ""),
        column_change("east", 5, ""),
        column_change("8", 5, "last.9"),
        column_change("9", 5, "next.8"),
    )
    assert map_fault(*changes) == "G0: cannot be reached"
