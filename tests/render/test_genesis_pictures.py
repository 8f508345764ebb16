"""The pictures of Genesis (Knizia): reviewed by eye as golden files, and what must hold for every one."""

from __future__ import annotations

import itertools
from itertools import combinations
from math import dist
from typing import Any

import pytest
from every import (
    HOSTILE,
    assert_emojis,
    assert_marks_can_be_read,
    assert_same_from_any_thread,
    assert_small_palette_file,
    changed_by_name,
)
from golden import assert_golden, opened
from played import states
from test_symbols import SIGHT, lab

from engine.chance import SeededChance
from engine.game import Seat
from engine.games import GAMES
from engine.genesis.board import named, place_of, squares
from engine.genesis.model import BOARD, WILD, GenesisOptions, Placement, Species, Terrain
from render.canvas import Theme
from render.genesis import EMOJIS, GALLERY, Mark, board, freshness, layout, scoring
from render.genesis import _herd_width as herd_width  # pyright: ignore[reportPrivateUsage]
from render.genesis import _lines as herd_lines  # pyright: ignore[reportPrivateUsage]
from render.genesis_pieces import LAND, PLATES, palette
from render.roster import Roster
from render.samples.genesis import sample

NAMES = ("Ann", "Bob", "Cid", "Dee")
GAME = GAMES["genesis"]


def match(seats: int) -> tuple[Any, ...]:
    """Every state of a match between greedy players."""
    return states("genesis", GenesisOptions(), ("greedy",) * seats, seats)


@pytest.mark.parametrize(
    ("name", "theme"),
    [
        ("start", Theme.DARK),
        ("two players", Theme.LIGHT),
        ("four players", Theme.DARK),
        ("over", Theme.LIGHT),
        ("scoring", Theme.DARK),
        ("candidates", Theme.DARK),
        ("names", Theme.LIGHT),
    ],
)
def test_golden(name: str, theme: Theme) -> None:
    assert_golden(f"genesis-{name.replace(' ', '-')}-{theme.value}", GALLERY[name](theme))


@pytest.mark.parametrize("name", ["genesis_G", "genesis_wild", "genesis_reptile", "genesis_mammal"])
def test_golden_emojis(name: str) -> None:
    assert_golden(name, EMOJIS[name]())


@pytest.mark.parametrize("theme", Theme)
@pytest.mark.parametrize("name", GALLERY)
def test_every_sample_is_a_small_palette_file(name: str, theme: Theme) -> None:
    picture = GALLERY[name](theme)
    assert_small_palette_file(picture)
    assert picture.width == 1000


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_whole_matches_can_be_drawn(seats: int) -> None:
    played = match(seats)
    chosen = (*played[:3], *played[10::12], played[-1])
    seen = {board(GAME.view(state, Seat(0)), NAMES, width=400).data for state in chosen}
    assert len(seen) == len({id(state) for state in chosen})
    last = GAME.view(played[-1], None)
    assert len(board(last, NAMES).data) < 150_000
    assert scoring(last, width=500).width == 500


def test_a_redealt_twin_gives_the_same_bytes() -> None:
    state = match(3)[20]
    for seat in (None, Seat(1)):
        twin = GAME.redeal(state, seat, SeededChance(b"\x07" * 32, 0))
        assert board(GAME.view(twin, seat), NAMES).data == board(GAME.view(state, seat), NAMES).data


def test_the_same_view_gives_the_same_bytes_from_any_thread() -> None:
    views = [sample(4, count, viewer=1) for count in (5, 20, 40)] * 4
    assert_same_from_any_thread(lambda view: board(view, NAMES, width=500), views)


@pytest.mark.parametrize("theme", Theme)
def test_every_tile_shows_its_terrain_and_its_species(theme: Theme) -> None:
    view = sample(4, 40)
    grid = layout(4, 1000)
    image = opened(board(view, NAMES, theme=theme)).convert("RGB")
    for placed in view.placements:
        x, y = grid.corner(*place_of(placed.square))
        box = image.crop((x, y, x + grid.cell, y + grid.cell))
        colours = {colour: count for count, colour in box.getcolors(grid.cell**2) or []}
        assert colours.get(LAND[placed.terrain], 0) > 400
        assert colours.get(PLATES[tuple(Species)[placed.seat]].ground, 0) > 300


def test_herds_are_chains_and_neighbours_of_other_herds_are_not() -> None:
    grid = layout(2, 1000)
    a, b = named("A1"), named("B1")
    (ax, y), (bx, _) = grid.centre(*place_of(a)), grid.centre(*place_of(b))
    middle = ((ax + bx) // 2, y)
    chained: list[bool] = []
    for seat, terrain in ((0, Terrain.FOREST), (1, Terrain.FOREST), (0, Terrain.MARSH)):
        tiles = (Placement(Seat(0), Terrain.FOREST, a, 0), Placement(Seat(seat), terrain, b, 0))
        image = opened(board(sample(2)._replace(placements=tiles), NAMES)).convert("RGB")
        chained.append(image.getpixel(middle) == PLATES[Species.REPTILE].ground)
    assert chained == [True, False, False]


def test_the_last_turn_is_ringed_and_others_since_the_viewers_last_more_lightly() -> None:
    view = sample(3, 9, viewer=0)
    last, new = freshness(view)
    assert {placed.square for placed in view.placements if placed.turn == 8} == set(last)
    assert {placed.square for placed in view.placements if placed.turn == 7} == set(new)
    assert freshness(view._replace(seat=Seat(2)))[1] == []
    looks = {board(view._replace(seat=viewer), NAMES).data for viewer in (Seat(0), Seat(1), Seat(2))}
    assert len(looks) == 2
    assert freshness(sample(2)) == ([], [])


def test_dice_supplies_points_turn_and_ranks_show() -> None:
    view = sample(2, 12)
    base = board(view, NAMES).data
    faces = {board(view._replace(dice=dice), NAMES).data for dice in ((0, 1), (1, 0), (2, 3), (WILD, WILD))}
    assert len(faces | {base}) == 5
    assert board(view._replace(left=((0, *view.left[0][1:]), view.left[1])), NAMES).data != base
    assert board(view._replace(to_move=Seat(1)), NAMES).data != base
    over = sample(2, 40, over=True)
    assert over.result is not None
    swapped = over._replace(result=over.result.__class__(over.result.ranks[::-1], over.result.scores, ""))
    assert board(over, NAMES).data != board(swapped, NAMES).data


def test_two_players_see_the_board_left_of_the_river_only() -> None:
    assert layout(2, 1000).columns == 11
    assert layout(3, 1000).columns == layout(4, 1000).columns == 14


@pytest.mark.parametrize("count", [1, 9, 25])
def test_every_candidate_can_be_read(count: int) -> None:
    view = sample(4, 20)
    marks = [Mark(square, str(number)) for number, square in enumerate(squares(view.free)[:count], 1)]
    assert_marks_can_be_read(lambda shown: board(view, NAMES, marks=shown), marks)


def test_the_scoring_lists_every_zone_that_counts_and_every_herd() -> None:
    """None is left out, however many share a zone, and none is drawn beyond the edge."""
    view = sample(4, 52, over=True)
    tiles: list[Placement] = []
    for turn, square in enumerate(squares(BOARD.left)[:15]):
        seat = (place_of(square)[0] + place_of(square)[1]) % 4
        tiles.append(Placement(Seat(seat), Terrain.FOREST, square, turn))
    crowded = view._replace(placements=tuple(tiles))
    (zone,) = crowded.zones
    assert sum(herd.points > 0 for herd in zone.herds) > 6
    assert scoring(crowded).height > scoring(crowded._replace(placements=tuple(tiles[:3]))).height
    counted = [zone for zone in view.zones if zone.multiplier]
    table = Roster(1000, 0)
    for each in (zone, *counted):
        lines = herd_lines(table, each)
        assert sorted(itertools.chain(*lines)) == sorted(each.herds)
        assert max(280 + sum(herd_width(table, herd) for herd in line) for line in lines) <= 1000
    assert any(not herd.points for each in counted for herd in each.herds)
    assert scoring(view).height >= 60 * len(counted)
    assert scoring(sample(2)).height > 0


@pytest.mark.parametrize("name", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_names_stay_in_their_column(name: str) -> None:
    view = sample(2, 10)
    box = changed_by_name(lambda names: board(view, names), name)
    if box is not None:
        assert box[0] >= 140
        assert box[1] > layout(2, 1000).bottom
        assert box[2] < 340, "the dice are not touched"


@pytest.mark.parametrize("sight", SIGHT)
def test_terrains_and_species_keep_apart_under_every_sight(sight: str) -> None:
    for one, other in combinations(LAND.values(), 2):
        assert dist(lab(one, sight), lab(other, sight)) > 18
    plates = [plate.ground for plate in PLATES.values()]
    for one, other in combinations(plates, 2):
        assert dist(lab(one, sight), lab(other, sight)) > 14
    for plate in PLATES.values():
        assert abs(lab(plate.ground, sight)[0] - lab(plate.figure, sight)[0]) > 40


@pytest.mark.parametrize("theme", Theme)
def test_palettes_hold_the_games_colours(theme: Theme) -> None:
    colours = set(palette(theme).colours)
    assert set(LAND.values()) <= colours
    assert {plate.ground for plate in PLATES.values()} <= colours


def test_emojis_are_the_five_faces_and_the_four_species() -> None:
    assert_emojis(EMOJIS, 9)
