"""The pictures of Genesia: golden files that somebody approved, and rules for each picture."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import combinations, cycle
from math import dist
from random import Random
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageStat

from cogs.genesia.card_texts import brief_text, goal_text
from cogs.text.text import LANGUAGES, text_for
from engine.genesia.model import CARDS, OBJECTIVES, Lot, Phase, Stance, Timing
from render.gallery.genesia import CARD_TEXTS, GALLERY, LABELS, NAMES, sample, sample_region_names, words
from render.genesia.captions import card_words, objective_words
from render.genesia.cards import (
    LETTER,
    LINE,
    LINES,
    MARGIN,
    NARROW,
    PAD,
    PANELS,
    TALL,
    _Spread,  # pyright: ignore[reportPrivateUsage]
    card_lines,
    objectives,
    wrap_text,
)
from render.genesia.labels import with_names
from render.genesia.map import Chart, chart
from render.genesia.marks import narrow_mask
from render.genesia.palette import (
    BONE,
    DARK,
    GOLD,
    LOTS,
    PEOPLES,
    SCENES,
    board_palette,
    contrast_colour,
    held_colour,
)
from render.genesia.pictures import EMOJIS, board, draft, hand, large, sheet
from render.genesia.seats import GOODS, Column
from render.kit.canvas import Theme
from render.kit.lettering import length
from render.kit.marks import FIRE
from tests.contracts.cases import GAMES
from tests.contracts.told import look
from tests.render.golden import assert_golden, difference_mask, open_picture
from tests.render.shown import letters_of
from tests.render.sight import SIGHT, contrast, lab

SMALL = 700


@pytest.mark.parametrize(
    ("name", "theme"),
    [
        ("five players, assault", Theme.DARK),
        ("two players", Theme.LIGHT),
        ("march", Theme.LIGHT),
        ("hand", Theme.LIGHT),
        ("draft, later", Theme.DARK),
        ("hand, four cards", Theme.DARK),
        ("illustrations, Age I", Theme.DARK),
        ("illustrations, Age II", Theme.LIGHT),
        ("illustrations, Age III", Theme.DARK),
        ("objectives", Theme.LIGHT),
        ("score sheet", Theme.DARK),
        ("tableau, five players", Theme.DARK),
        ("tableau, five players, full", Theme.DARK),
        ("tableau, two players", Theme.LIGHT),
        ("tableau, played", Theme.LIGHT),
    ],
)
def test_golden(name: str, theme: Theme) -> None:
    assert_golden(f"genesia-{name.replace(', ', '-').replace(' ', '-')}-{theme.value}", GALLERY[name](theme))


@pytest.mark.parametrize(
    "name", ["genesia_people_4", "genesia_city", "genesia_defence", "genesia_lot_yellow"]
)
def test_golden_emojis(name: str) -> None:
    assert_golden(name, EMOJIS[name]())


@pytest.mark.parametrize("theme", Theme)
def test_cost_and_progress_of_a_card_show(theme: Theme) -> None:
    card = words(61)[0]
    looks = {
        hand([card._replace(cost=cost, progress=progress)], theme=theme).data
        for cost in (0, 4, 12)
        for progress in (0, 1, 6)
    }
    assert len(looks) == 9


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_card_of_the_box_fits_three_a_row(language: str) -> None:
    text = look(next(game for game in GAMES if game.key == "genesia").cases[0], language).text
    for number, card in CARDS.items():
        name = text.plain(f"genesia.card.{number}.name")
        lines = card_lines(
            card_words(number, name, [brief_text(text, mode) for mode in card.modes]), TALL - 2 * PAD
        )
        assert lines.lines <= LINES, name
        assert not any(
            line.endswith("…") for line in (*lines.name, *(each for mode in lines.modes for each in mode))
        )


@pytest.mark.parametrize("theme", Theme)
def test_every_region_has_its_holders_colours(theme: Theme) -> None:
    view = replace(sample(5, 2, seed=3), changed=frozenset())
    lie = chart(5, 1650)
    image = open_picture(board(view, NAMES, theme=theme)).convert("RGB")
    free = {True: SCENES[theme].island, False: SCENES[theme].land}
    for here, holders, box in zip(view.map.regions, view.holders, lie.boxes, strict=True):
        colours = {colour: count for count, colour in image.crop(box).getcolors(100_000) or []}
        for people in holders:
            assert colours.get(held_colour(theme, people), 0) > 600, here.code
        if not holders:
            assert colours.get(free[here.continent is None], 0) > 2000, here.code


@pytest.mark.parametrize(
    "other",
    [
        {"coins": (1, 2, 3, 4, 6)},
        {"hand_sizes": (1, 1, 1, 1, 2)},
        {"order": (4, 3, 2, 1, 0)},
        {"pending": (0, 1, 2)},
        {"chosen": frozenset({3})},
        {"age": 3},
        {"phase": Phase.GROWTH},
        {"changed": frozenset({1})},
    ],
    ids=lambda other: next(iter(other)),
)
def test_all_public_facts_show(other: dict[str, Any]) -> None:
    view = replace(sample(5, 2), coins=(1, 2, 3, 4, 5), hand_sizes=(1, 1, 1, 1, 1), order=(0, 1, 2, 3, 4))
    assert board(view, NAMES, width=SMALL).data != board(replace(view, **other), NAMES, width=SMALL).data


@pytest.mark.parametrize("width", [SMALL, 1650])
def test_the_signs_of_a_people_cover_none_of_its_counts(width: int) -> None:
    view = replace(
        sample(5, 2), coins=(9,) * 5, hand_sizes=(20,) * 5, stances=(Stance.PEACE,) * 5, result=None
    )
    without, chosen = replace(view, stances=()), replace(view, chosen=frozenset(range(5)))
    bare = open_picture(board(without, NAMES, width=width)).convert("RGB")
    counted = (Column.LEFT + Column.INDENT + 28 + GOODS + 42 + 54) * width / 1650
    for each in (view, chosen):
        signs = open_picture(board(each, NAMES, width=width)).convert("RGB")
        box = ImageChops.difference(bare, signs).getbbox()
        assert box is not None
        assert box[0] >= counted


def test_an_own_sealed_stance_shows_which_it_is() -> None:
    sealed = replace(sample(5, 2), phase=Phase.STANCE, chosen=frozenset({1}), result=None)
    war, peace, others = (
        board(replace(sealed, stances=(None, own, None, None, None)), NAMES, width=SMALL).data
        for own in (Stance.WAR, Stance.PEACE, None)
    )
    assert len({war, peace, others}) == 3


def test_one_clan_more_and_a_city_show() -> None:
    view = sample(4, 2)
    base = open_picture(board(view, NAMES))
    index = next(i for i, clans in enumerate(view.clans[1]) if clans and i not in view.cities[1] and i > 20)
    row = (*view.clans[1][:index], view.clans[1][index] + 1, *view.clans[1][index + 1 :])
    more = replace(view, clans=(view.clans[0], row, *view.clans[2:]))
    city = replace(view, cities=(view.cities[0], view.cities[1] | {index}, *view.cities[2:]))
    left, top, right, bottom = chart(4, 1650).boxes[index]
    for changed in (more, city):
        apart = difference_mask(base, open_picture(board(changed, NAMES)))
        assert apart.crop((left, top, right, bottom)).histogram()[255] > 30


def test_a_planned_march_marks_the_regions_of_its_route_only() -> None:
    view, lie = sample(4, 1, start=True), chart(4, 1650)
    route = ("A0", "A1", "A3", "A6")
    apart = difference_mask(
        open_picture(board(view, NAMES)), open_picture(board(view, NAMES, route=route, clans=12))
    )
    box = apart.getbbox()
    assert box is not None
    inside = [lie.boxes[lie.map.indices[code]] for code in route]
    assert box[0] >= min(each[0] for each in inside)
    assert box[3] <= max(each[3] for each in inside)
    counts = [board(view, NAMES, route=route, clans=clans).data for clans in (1, 2, 12)]
    assert len(set(counts)) == 3


def test_the_assault_is_marked() -> None:
    view = sample(3, 3, Phase.REACTION)
    assert board(view, NAMES).data != board(replace(view, combat=None), NAMES).data


@pytest.mark.parametrize(
    "name", ["", "W" * 5000, "🦊" * 40, "\u202eabc", "שלום", "\x00\x1b[31m", "a\u0301" * 90]
)
def test_hostile_names_stay_in_their_cell(name: str) -> None:
    view = replace(sample(3, 1), order=(0, 1, 2), pending=())
    plain, odd = (open_picture(board(view, (each, "Bob", "Cid"))) for each in ("Ann", name))
    box = difference_mask(plain, odd, 0).getbbox()
    if box is not None:
        lie = chart(3, 1650)
        top, bottom = Column(lie).cell(0)
        assert lie.px(Column.LEFT) <= box[0]
        assert top <= box[1]
        assert box[2] <= lie.px(Column.RIGHT)
        assert box[3] <= bottom


@pytest.mark.parametrize("sight", SIGHT)
def test_peoples_keep_apart_under_every_sight(sight: str) -> None:
    for one, other in combinations(PEOPLES, 2):
        assert dist(lab(one, sight), lab(other, sight)) > 35


@pytest.mark.parametrize("theme", Theme)
@pytest.mark.parametrize("sight", SIGHT)
def test_held_and_free_regions_keep_apart_under_every_sight(sight: str, theme: Theme) -> None:
    fills = [held_colour(theme, people) for people in range(5)]
    for one, other in combinations(fills, 2):
        assert dist(lab(one, sight), lab(other, sight)) > 25
    for fill in fills:
        assert dist(lab(fill, sight), lab(SCENES[theme].land, sight)) > 20
        assert dist(lab(fill, sight), lab(SCENES[theme].island, sight)) > 20
        assert contrast(contrast_colour(fill), fill, sight) >= (4.5 if sight == "normal" else 4), (
            "a code is read on it"
        )


@pytest.mark.parametrize("theme", Theme)
def test_palettes_hold_the_games_colours(theme: Theme) -> None:
    colours = set(board_palette(theme).colours)
    assert {*PEOPLES, *(held_colour(theme, people) for people in range(5))} <= colours
    assert set(LOTS.values()) == set(PEOPLES)


@pytest.mark.parametrize("count", range(1, 7))
def test_hands_and_drafts_are_never_upright(count: int) -> None:
    cards = words(*tuple(CARD_TEXTS)[:count])
    for picture in (hand(cards), draft(cards)):
        assert picture.width / picture.height >= 11 / 7 * 0.97


def test_a_large_map_shows_the_value_of_every_region() -> None:
    view = replace(sample(5, 3, Phase.EXPANSION), changed=frozenset())
    index = next(
        i for i, holders in enumerate(view.holders) if len(holders) == 1 and not view.map.regions[i].is_home
    )
    gold = open_picture(large(view, NAMES, sample_region_names(5))).convert("RGB")
    lie = with_names(chart(5, 1650, large=True), sample_region_names(5))
    x, y = lie.rooms[index].value
    assert gold.getpixel((x - round(20 * lie.unit), y)) in (BONE, GOLD)


def test_a_card_that_is_picked_or_marked_stands_out() -> None:
    looks = {draft(words(1, 2, 3), pick=pick).data for pick in (None, 1, 2, 3)}
    assert len(looks) == 4
    assert hand(words(1, 2)).data != hand(words(1, 2), marked=(2,)).data


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("peoples", [2, 3, 4, 5])
def test_every_objective_fits_with_how_far_its_goals_are(language: str, peoples: int) -> None:
    text = text_for(language)
    for number, objective in OBJECTIVES.items():
        far = [(88, objective.threshold(goal, peoples)) for goal in range(len(objective.goals))]
        told = text.plain("genesia.goal", goal=goal_text(text, number, peoples))
        name = text.plain(f"genesia.objective.{number}.name")
        card = objective_words(number, name, [told], far)
        for count in (1, 2):
            spread = _Spread(count)
            room = spread.card - round(spread.card * PANELS[2]) - 2 * PAD
            lines = len(wrap_text(name, room, True)) + len(wrap_text(told, room)) + len(card.progress)
            high = objectives([card] * count).height - 2 * MARGIN
            assert 2 * PAD + LINE * lines <= high, (number, lines)


def test_how_far_an_objective_is_shows() -> None:
    looks = [
        objectives([objective_words(7, "Builders", ["Eight cities."], [(done, 8)])]).data
        for done in (0, 6, 8, 9)
    ]
    assert len({*looks}) == 4


def test_a_cost_that_cannot_be_paid_shows() -> None:
    rich, poor = hand(words(61)), hand(words(61), dear=(61,))
    assert rich.data != poor.data
    assert rich.height == poor.height


def test_text_wraps_at_common_spaces_only() -> None:
    text = "Croissance\u202f: gagnez 2 clans sur votre Terre natale"
    lines = wrap_text(text, 200)
    assert " ".join(lines) == text
    assert any("Croissance\u202f:" in line for line in lines)
    assert all(length(line, LETTER) * NARROW[0] <= 200 for line in lines)
    assert wrap_text("W" * 50, 200)[0].endswith("…")


def test_the_sheet_hides_an_objective_that_the_viewer_may_not_know() -> None:
    view = sample(3, 2)
    known = tuple(score._replace(objective=0) for score in view.sheets)
    assert sheet(view, NAMES, LABELS).data != sheet(replace(view, sheets=known), NAMES, LABELS).data


def test_emojis_are_peoples_goods_timings_stances_and_lots() -> None:
    expected = {f"genesia_people_{people}" for people in range(5)}
    expected |= {f"genesia_{thing}" for thing in ("coin", "clan", "city", "progress", "war", "peace")}
    expected |= {f"genesia_{timing.value}" for timing in Timing} | {f"genesia_lot_{lot.value}" for lot in Lot}
    assert set(EMOJIS) == expected


def test_a_lone_player_sees_the_names_of_both_peoples() -> None:
    """The maps and the score sheet show both names."""
    view = sample(1, 3, seed=5)
    large_map = partial(large, regions=sample_region_names(1))
    for draw in (board, large_map, lambda view, names: sheet(view, names, LABELS)):
        assert draw(view, ("Mountain", "Rock")).data != draw(view, ("Mountain", "Mountain")).data


def value_box(lie: Chart, index: int) -> tuple[int, int, int, int]:
    x, y = lie.rooms[index].value
    return x - 12, y - 20, x + 12, y + 20


@pytest.mark.parametrize("peoples", [2, 3, 4, 5])
def test_an_assault_covers_no_value(peoples: int) -> None:
    """The arrow covers no digit of a value: they are as visible as without an assault."""
    lie = chart(peoples, 1650)
    for seed, theme in zip(range(1, 16), cycle(Theme), strict=False):
        view = sample(peoples, 3, Phase.REACTION, seed=seed)
        assert view.combat is not None
        assert view.combat.target is not None
        fight = [lie.map.indices[code] for code in (view.combat.source, view.combat.target) if code]
        calm = replace(view, combat=None)
        shown, without = [
            open_picture(board(each, NAMES, theme=theme)).convert("RGB") for each in (view, calm)
        ]
        for index in fight:
            if lie.map.regions[index].is_home:
                continue
            box = value_box(lie, index)
            digits, there = (_of(each.crop(box), DARK, 4) for each in (without, shown))
            kept = ImageChops.logical_and(digits, there).histogram()[255]
            assert kept >= 0.97 * digits.histogram()[255], (seed, theme, lie.map.regions[index].code)


def test_all_but_an_assault_is_darker_and_its_arrow_is_not() -> None:
    for theme in Theme:
        view = sample(4, 3, Phase.REACTION, seed=3)
        shown, calm = [
            open_picture(board(each, NAMES, theme=theme)).convert("RGB")
            for each in (view, replace(view, combat=None))
        ]
        lie = chart(4, 1650)
        assert view.combat is not None
        fight = {lie.map.indices[code] for code in (view.combat.source, view.combat.target) if code}
        dark = next(i for i in range(len(lie.rooms)) if i not in fight and not {*lie.map.near[i]} & fight)
        mean = [ImageStat.Stat(each.crop(lie.boxes[dark]).convert("L")).mean[0] for each in (shown, calm)]
        assert mean[0] < 0.7 * mean[1]
        fire = sum(count for count, colour in shown.getcolors(1 << 20) or [] if colour == FIRE)
        assert fire > 1500, "an arrow 18 units wide"


@pytest.mark.parametrize("peoples", [1, 2, 3, 4, 5])
def test_a_planned_march_covers_neither_values_nor_stacks(peoples: int) -> None:
    """The way and the number on it cover no sign in any region, so that the player can read where it
    leads.
    """
    lie = chart(peoples, 1650)
    for seed, theme in zip(range(1, 13), cycle(Theme), strict=False):
        view, random = replace(sample(peoples, 1, seed=seed), changed=frozenset()), Random(seed)
        regions = [random.randrange(len(lie.rooms))]
        while len(regions) < 5:
            near = sorted({*lie.map.touching[regions[-1]]} - {*regions})
            if not near:
                break
            regions.append(random.choice(near))
        route = [lie.map.regions[index].code for index in regions]
        marched, without = [
            open_picture(board(view, NAMES, theme=theme, route=each, clans=3)).convert("RGB")
            for each in (route, ())
        ]
        assert marched.tobytes() != without.tobytes()
        for index in range(len(view.holders)):
            if lie.map.regions[index].is_home:
                continue
            signs = [_of(each.crop(value_box(lie, index)), DARK, 4) for each in (without, marched)]
            kept = ImageChops.logical_and(*signs).histogram()[255]
            assert kept >= 0.9 * signs[0].histogram()[255], (seed, route, lie.map.regions[index].code)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_every_value_and_count_is_large_on_a_small_telephone(seats: int) -> None:
    """With everybody everywhere: digits of values and stacks are eight points high, 324 points wide."""
    view = sample(seats, 3, seed=2)
    letters = [each for each in letters_of(lambda: board(view, NAMES))[1] if each.text.isdigit()]
    held = sum(map(bool, view.holders))
    assert len(letters) >= 3 * seats
    assert held > 20
    assert {each for each in letters if each.capital * 324 / 1650 < 8} == set()
    lie = chart(seats, 1650)
    assert all(room.apart or region.is_home for room, region in zip(lie.rooms, lie.map.regions, strict=True))


@pytest.mark.parametrize("language", LANGUAGES)
def test_both_peoples_of_one_player_are_named_whole(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The people whose turn it is has its whole name too, in bold letters if there is room for them."""
    written: list[str] = []
    acting: set[int] = set()
    names = [text_for(language).plain(f"genesia.people.{people}") for people in range(2)]

    def noted(text: str, *given: Any) -> tuple[Image.Image, int]:
        written.append(text)
        return narrow_mask(text, *given)

    monkeypatch.setattr("render.genesia.seats.narrow_mask", noted)
    for seed in range(6):
        view = sample(1, 2, seed=seed)
        acting.update(view.pending)
        letters_of(lambda view=view: board(view, names))  # nothing is kept from before
    assert acting == {0, 1}
    assert {each for each in written if len(each) > 3} == {*names}, "beside numbers"


def _of(image: Image.Image, colour: tuple[int, int, int], within: int = 0) -> Image.Image:
    """Return a mask (mode 1) of the pixels with this colour, or a colour at most `within` from it in
    brightness.
    """
    apart = ImageChops.difference(image, Image.new("RGB", image.size, colour)).convert("L")
    return apart.point([255 * (level <= within) for level in range(256)], "1")
