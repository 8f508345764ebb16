"""The pictures of Genesia: reviewed by eye as golden files, and what must hold for every one."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import cache
from itertools import combinations
from math import dist
from typing import Any

import pytest
from golden import assert_golden, differing, opened
from test_symbols import SIGHT, lab

from engine.chance import SeededChance
from engine.game import Seat
from engine.genesia.model import Lot, Phase, Timing
from engine.genesia.rules import GENESIA
from render.canvas import Theme
from render.genesia import EMOJIS, GALLERY, board, draft, hand, objectives, sheet
from render.genesia_cards import GAP, MARGIN, WIDTH, wrapped
from render.genesia_hues import LOTS, PEOPLES, SCENES, board_palette, filled
from render.genesia_map import chart
from render.lettering import length
from render.samples.genesia import LABELS, NAMES, goals, sample, words

SMALL = 700


@cache
def states(seats: int) -> list[Any]:
    """Every state of a match between random players."""
    key = bytes([seats]) * 32
    state = GENESIA.setup(GENESIA.Options(), seats, SeededChance(key, 0))
    played = [state]
    while pending := GENESIA.pending(state):
        moves, entry = GENESIA.moves(state, pending[0]), len(played)
        move = moves[SeededChance(b"p" * 32, entry).below(len(moves))]
        state, _ = GENESIA.play(state, pending[0], move, SeededChance(key, entry))
        played.append(state)
    return played


@pytest.mark.parametrize(
    ("name", "theme"),
    [
        ("five players, assault", Theme.DARK),
        ("two players", Theme.LIGHT),
        ("march", Theme.LIGHT),
        ("hand", Theme.LIGHT),
        ("draft, later", Theme.DARK),
        ("objectives", Theme.LIGHT),
        ("score sheet", Theme.DARK),
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
@pytest.mark.parametrize("name", GALLERY)
def test_every_sample_is_a_small_palette_file(name: str, theme: Theme) -> None:
    picture = GALLERY[name](theme)
    image = opened(picture)
    assert (image.format, image.mode) == ("PNG", "P")
    assert image.size == (picture.width, picture.height)
    assert picture.width in (505, 1000, 1600)
    assert len(picture.data) < (400_000 if picture.width == 1600 else 100_000)


@pytest.mark.parametrize("theme", Theme)
def test_the_progress_of_a_card_stays_on_the_card(theme: Theme) -> None:
    """Six bulbs behind a coin, in the narrowest column: the ground between the cards is as with one."""
    view, cards = sample(4, 3), words(61, 62, 64)
    first = cards[0]._replace(cost=4)
    right, bottom = MARGIN + (WIDTH - 2 * MARGIN - 2 * GAP) // 3, -MARGIN
    strips = []
    for progress in (6, 1):
        picture = hand(view, [first._replace(progress=progress), *cards[1:]], theme=theme)
        image = opened(picture).convert("RGB")
        strips.append(image.crop((right + 2, 0, right + GAP, image.height + bottom)).tobytes())
    assert strips[0] == strips[1]


@pytest.mark.parametrize("seats", [1, 2, 3, 5])
def test_whole_matches_can_be_drawn(seats: int) -> None:
    played = states(seats)
    for state in (*played[:3], *played[10::40], played[-1]):
        view = GENESIA.view(state, Seat(0))
        picture = board(view, NAMES, width=SMALL)
        assert picture.width == SMALL
        assert sheet(view, NAMES, LABELS).width == 1000
        if view.people is not None and (held := view.hands[view.people]):
            assert hand(view, words(*held)).width == 1000
        if view.pack and view.people is not None:
            assert draft(view, words(*view.pack, *view.hands[view.people])).width == 1000
        if view.objectives:
            assert objectives(view, goals(*view.objectives)).width == 1000


def test_a_redealt_twin_gives_the_same_bytes() -> None:
    for state in states(3)[::25]:
        for seat in (None, Seat(1)):
            twin = GENESIA.redeal(state, seat, SeededChance(b"\x07" * 32, 0))
            mine, other = GENESIA.view(state, seat), GENESIA.view(twin, seat)
            assert board(mine, NAMES, width=SMALL).data == board(other, NAMES, width=SMALL).data
            assert sheet(mine, NAMES, LABELS).data == sheet(other, NAMES, LABELS).data


def test_the_same_view_gives_the_same_bytes_from_any_thread() -> None:
    views = [sample(5, age, seed=age) for age in (1, 2, 3)] * 4
    alone = [board(view, NAMES, width=SMALL).data for view in views]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(lambda view: board(view, NAMES, width=SMALL).data, views)) == alone


@pytest.mark.parametrize("theme", Theme)
def test_every_region_has_the_colour_of_who_holds_it(theme: Theme) -> None:
    view = replace(sample(5, 2, seed=3), changed=frozenset())
    lie = chart(5, 1600)
    image = opened(board(view, NAMES, theme=theme)).convert("RGB")
    free = {True: SCENES[theme].island, False: SCENES[theme].land}
    for region, holders, box in zip(view.map.regions, view.holders, lie.boxes, strict=True):
        colours = {colour: count for count, colour in image.crop(box).getcolors(100_000) or []}
        for people in holders:
            assert colours.get(filled(theme, people), 0) > 600, region.code
        if not holders:
            assert colours.get(free[region.continent is None], 0) > 2000, region.code


@pytest.mark.parametrize(
    "other",
    [
        {"coins": (1, 2, 3, 4, 6)},
        {"hand_sizes": (1, 1, 1, 1, 2)},
        {"order": (4, 3, 2, 1, 0)},
        {"acting": (0, 1, 2)},
        {"chosen": frozenset({3})},
        {"age": 3},
        {"phase": Phase.GROWTH},
        {"changed": frozenset({1})},
    ],
    ids=lambda other: next(iter(other)),
)
def test_what_all_may_see_shows(other: dict[str, Any]) -> None:
    view = replace(sample(5, 2), coins=(1, 2, 3, 4, 5), hand_sizes=(1, 1, 1, 1, 1), order=(0, 1, 2, 3, 4))
    assert board(view, NAMES, width=SMALL).data != board(replace(view, **other), NAMES, width=SMALL).data


def test_one_clan_more_and_a_city_show() -> None:
    view = sample(4, 2)
    base = opened(board(view, NAMES))
    index = next(i for i, clans in enumerate(view.clans[1]) if clans and i not in view.cities[1] and i > 20)
    row = (*view.clans[1][:index], view.clans[1][index] + 1, *view.clans[1][index + 1 :])
    more = replace(view, clans=(view.clans[0], row, *view.clans[2:]))
    city = replace(view, cities=(view.cities[0], view.cities[1] | {index}, *view.cities[2:]))
    left, top, right, bottom = chart(4, 1600).boxes[index]
    for changed in (more, city):
        apart = differing(base, opened(board(changed, NAMES)))
        assert apart.crop((left, top, right, bottom)).histogram()[255] > 30


def test_a_planned_march_marks_the_regions_of_its_route_only() -> None:
    view, lie = sample(4, 1, start=True), chart(4, 1600)
    route = ("A0", "A1", "A3", "A6")
    apart = differing(opened(board(view, NAMES)), opened(board(view, NAMES, route=route, clans=12)))
    box = apart.getbbox()
    assert box is not None
    inside = [lie.boxes[lie.map.named[code]] for code in route]
    assert box[0] >= min(each[0] for each in inside)
    assert box[3] <= max(each[3] for each in inside)
    counts = [board(view, NAMES, route=route, clans=clans).data for clans in (1, 2, 12)]
    assert len(set(counts)) == 3


def test_the_assault_is_marked() -> None:
    view = sample(3, 3, Phase.REACTION)
    assert board(view, NAMES).data != board(replace(view, struggle=None), NAMES).data


@pytest.mark.parametrize(
    "name", ["", "W" * 5000, "🦊" * 40, "\u202eabc", "שלום", "\x00\x1b[31m", "a\u0301" * 90]
)
def test_hostile_names_stay_in_their_cell(name: str) -> None:
    view = replace(sample(3, 1), order=(0, 1, 2), acting=())
    plain, odd = (opened(board(view, (each, "Bob", "Cid"))) for each in ("Ann", name))
    box = differing(plain, odd, 0).getbbox()
    if box is not None:
        assert box[0] >= 100
        assert box[1] > chart(3, 1600).height
        assert box[2] < 480


@pytest.mark.parametrize("sight", SIGHT)
def test_peoples_keep_apart_under_every_sight(sight: str) -> None:
    for one, other in combinations(PEOPLES, 2):
        assert dist(lab(one, sight), lab(other, sight)) > 35


@pytest.mark.parametrize("theme", Theme)
@pytest.mark.parametrize("sight", SIGHT)
def test_held_and_free_regions_keep_apart_under_every_sight(sight: str, theme: Theme) -> None:
    fills = [filled(theme, people) for people in range(5)]
    for one, other in combinations(fills, 2):
        assert dist(lab(one, sight), lab(other, sight)) > 25
    for fill in fills:
        assert dist(lab(fill, sight), lab(SCENES[theme].land, sight)) > 20
        assert dist(lab(fill, sight), lab(SCENES[theme].island, sight)) > 10


@pytest.mark.parametrize("theme", Theme)
def test_palettes_hold_the_games_colours(theme: Theme) -> None:
    colours = set(board_palette(theme).colours)
    assert {*PEOPLES, *(filled(theme, people) for people in range(5))} <= colours
    assert set(LOTS.values()) == set(PEOPLES)


def test_every_card_fits_on_a_hand() -> None:
    view = sample(4, 2)
    for number in range(1, 7):
        assert hand(view, words(number)).height < 600


def test_a_card_that_is_picked_or_marked_stands_out() -> None:
    view = replace(sample(4, 1, Phase.DRAFT), pack=(1, 2, 3), pick=None, hands=((),) * 4)
    looks = {draft(replace(view, pick=pick), words(1, 2, 3)).data for pick in (None, 1, 2, 3)}
    assert len(looks) == 4
    assert hand(view, words(1, 2)).data != hand(view, words(1, 2), marked=(2,)).data


def test_a_cost_that_cannot_be_paid_shows() -> None:
    number, view = 31, sample(4, 2)
    assert words(number)[0].cost > 1
    rich, poor = replace(view, coins=(9,) * 4), replace(view, coins=(0,) * 4)
    assert hand(rich, words(number)).data != hand(poor, words(number)).data
    assert hand(rich, words(number)).height == hand(poor, words(number)).height


def test_text_wraps_at_common_spaces_only() -> None:
    text = "Croissance\u202f: gagnez 2 clans sur votre Terre natale"
    lines = wrapped(text, 200, 23)
    assert " ".join(lines) == text
    assert any("Croissance\u202f:" in line for line in lines)
    assert all(length(line, 23) <= 200 for line in lines)
    assert wrapped("W" * 50, 200, 23)[0].endswith("…")


def test_the_sheet_hides_an_objective_that_the_viewer_may_not_know() -> None:
    view = sample(3, 2)
    known = tuple(score._replace(objective=0) for score in view.sheets)
    assert sheet(view, NAMES, LABELS).data != sheet(replace(view, sheets=known), NAMES, LABELS).data


def test_emojis_are_peoples_goods_timings_stances_and_lots() -> None:
    expected = {f"genesia_people_{people}" for people in range(5)}
    expected |= {f"genesia_{thing}" for thing in ("coin", "clan", "city", "progress", "war", "peace")}
    expected |= {f"genesia_{timing.value}" for timing in Timing} | {f"genesia_lot_{lot.value}" for lot in Lot}
    assert set(EMOJIS) == expected
    assert len({draw().data for draw in EMOJIS.values()}) == len(EMOJIS)
    for draw in EMOJIS.values():
        image = opened(draw())
        assert (image.size, image.mode) == ((128, 128), "RGBA")
        assert image.getpixel((0, 0)) == (0, 0, 0, 0)
