"""The pictures of Genesis (Knizia): golden files that somebody approved, and rules for each picture."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import combinations, pairwise
from math import dist, sqrt
from statistics import fmean
from typing import Any, cast

import pytest
from PIL import Image

from engine.game import Seat
from engine.games import GAMES
from engine.genesis.board import named, place_of, squares
from engine.genesis.model import BOARD, WILD, GenesisOptions, Placement, Species, Terrain
from render.gallery.genesis import GALLERY, sample
from render.genesis.material import GROUNDS, LAND, PLATE, PLATES, TEXTURE, palette
from render.genesis.pictures import EMOJIS, ZONES_PER_PAGE, Mark, board, freshness, layout, pages, scoring
from render.genesis.pictures import _boxes as boxes
from render.genesis.pictures import _column as columns
from render.genesis.pictures import _sizes as sizes
from render.kit.beside import NARROWEST, Frame
from render.kit.box import phone_scale
from render.kit.canvas import RGB, Sheet, Theme, ink
from render.kit.lettering import length
from render.kit.marks import BEST, CASING, PAPER, gold
from tests.render.every import (
    HOSTILE,
    assert_marks_can_be_read,
    name_box,
)
from tests.render.golden import assert_golden, difference_mask, open_picture
from tests.render.played import states
from tests.render.sight import SIGHT, contrast, lab, stands_out

NAMES = ("Ann", "Bob", "Cid", "Dee")
GAME = GAMES["genesis"]


def match(seats: int) -> tuple[Any, ...]:
    """Return every state of a match between greedy players."""
    return states("genesis", GenesisOptions(), ("steady",) * seats, seats)


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


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_whole_matches_can_be_drawn(seats: int) -> None:
    played = match(seats)
    chosen = (*played[:3], *played[10::12], played[-1])
    seen = {board(GAME.view(state, Seat(0)), NAMES, width=400).data for state in chosen}
    assert len(seen) == len({id(state) for state in chosen})
    last = GAME.view(played[-1], None)
    assert len(board(last, NAMES).data) < 150_000
    assert scoring(last, NAMES, width=500).width == 500


def test_a_part_of_the_board_draws_only_tiles_near_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither tiles far away nor the squares below are drawn again for each picture of candidates."""
    view, drawn = sample(4, 40), Counter[str]()
    marks = [Mark(named(name), str(number)) for number, name in enumerate(("A1", "B2", "C1"), 1)]
    board(view, NAMES, marks=marks)
    for work in ("stamp", "fill"):
        monkeypatch.setattr(Sheet, work, counted(getattr(Sheet, work), drawn))
    board(view, NAMES)
    whole = drawn.total()
    drawn.clear()
    board(view, NAMES, marks=marks)
    assert drawn.total() < whole - len(view.placements), "at least half of the tiles are far from there"


def counted(work: Callable[..., object], calls: Counter[str]) -> Callable[..., object]:
    def noted(*given: object) -> object:
        calls[work.__name__] += 1
        return work(*given)

    return noted


@pytest.mark.parametrize("theme", Theme)
def test_every_tile_shows_its_terrain_and_its_species(theme: Theme) -> None:
    view = sample(4, 40)
    grid = layout(4, 1100)
    image = open_picture(board(view, NAMES, theme=theme)).convert("RGB")
    for placed in view.placements:
        x, y = grid.corner(*place_of(placed.square))
        box = image.crop((x, y, x + grid.cell, y + grid.cell))
        if placed.square in {square for new in freshness(view) for square in new}:
            box = box.crop((10, 10, grid.cell - 10, grid.cell - 10))
        colours = {colour: count for count, colour in box.getcolors(grid.cell**2) or []}
        least = grid.cell**2 / (12 if box.width == grid.cell else 40)
        assert colours.get(LAND[placed.terrain], 0) > least
        assert colours.get(PLATES[tuple(Species)[placed.seat]].ground, 0) > 300


def test_herds_are_chains_and_neighbours_of_other_herds_are_not() -> None:
    grid = layout(2, 1100)
    a, b = named("A1"), named("B1")
    (ax, y), (bx, _) = grid.centre(*place_of(a)), grid.centre(*place_of(b))
    middle = ((ax + bx) // 2, y)
    chained: list[bool] = []
    for seat, terrain in ((0, Terrain.FOREST), (1, Terrain.FOREST), (0, Terrain.MARSH)):
        tiles = (
            Placement(Seat(0), Terrain.FOREST, a, 0),
            Placement(Seat(seat), terrain, b, 0),
            Placement(Seat(0), Terrain.MARSH, named("K10"), 1),
            Placement(Seat(1), Terrain.MARSH, named("K8"), 2),
        )
        image = open_picture(board(sample(2)._replace(placements=tiles), NAMES)).convert("RGB")
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
    assert layout(2, 1100).columns == 11
    assert layout(3, 1100).columns == layout(4, 1100).columns == 14


@pytest.mark.parametrize("count", [1, 8])
def test_every_candidate_can_be_read(count: int) -> None:
    view = sample(4, 20)
    marks = [Mark(square, str(number)) for number, square in enumerate(squares(view.free)[:count], 1)]
    assert_marks_can_be_read(lambda shown: board(view, NAMES, marks=shown), marks)


def changes(over: Any) -> dict[tuple[int, int], int]:
    """Return, by zone and seat, the number of pixels of the scoring that change without a herd that wins
    points.
    """
    found: dict[tuple[int, int], int] = {}
    whole = open_picture(scoring(over, NAMES))
    for number, zone in enumerate(each for each in over.zones if each.multiplier):
        for herd in zone.herds:
            if herd.points:
                tiles = tuple(placed for placed in over.placements if placed.square not in herd.squares)
                other = open_picture(scoring(over._replace(placements=tiles), NAMES))
                found[number, herd.seat] = difference_mask(whole, other).histogram()[255]
    return found


def stripes(over: Any) -> Any:
    """Return a finished match with twenty zones of three tiles, ten on either side of the river."""
    tiles: list[Placement] = []
    for row in range(1, 11):
        for letters, shift in (("ABC", 0), ("LMN", 2)):
            for letter in letters:
                square, terrain = named(f"{letter}{row}"), Terrain((row + shift) % 4)
                tiles.append(Placement(Seat(row % 2), terrain, square, row))
    return over._replace(placements=tuple(tiles))


def test_the_scoring_shows_every_herd_that_wins_points() -> None:
    """The scoring takes several pictures if there are more zones than one picture holds."""
    view = sample(4, 52, over=True)
    assert 0 < sum(zone.multiplier > 0 for zone in view.zones) <= ZONES_PER_PAGE
    assert pages(view) == 1
    found = changes(view)
    assert {seat for _, seat in found} == set(range(4))
    assert min(found.values()) > 20
    many = stripes(view)
    assert sum(zone.multiplier > 0 for zone in many.zones) == 20
    assert pages(many) == 2
    assert scoring(many, NAMES).data != scoring(many, NAMES, page=1).data
    assert (pages(sample(2)), scoring(sample(2), NAMES).height) == (1, 700)


def test_a_column_of_the_scoring_holds_its_herds() -> None:
    """Many herds may share a zone: those without room are left out, but never the largest."""
    tiles: list[Placement] = []
    for turn, square in enumerate(squares(BOARD.left_bank)[:60]):
        seat = (place_of(square)[0] + place_of(square)[1]) % 4
        tiles.append(Placement(Seat(seat), Terrain.FOREST, square, turn))
    zone = sample(4)._replace(placements=tuple(tiles)).zones[0]
    frame = Frame(1100)
    for seats in (2, 3, 4):
        left, right = columns(frame, seats, 0)
        for herds in (zone.herds, zone.herds[:1]):
            said = sizes(herds, right - left, frame.letter_size)
            assert said.split("·")[0] == str(len(herds[0].squares))
            assert length(said, frame.letter_size) <= right - left
        assert len(sizes(zone.herds, right - left, frame.letter_size)) > 3
        assert columns(frame, seats, 1)[0] > right
        assert columns(frame, seats, seats - 1)[1] <= 1100 - 8


@pytest.mark.parametrize("name", HOSTILE, ids=range(len(HOSTILE)))
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_hostile_names_stay_on_their_card(seats: int, name: str) -> None:
    view = sample(seats, 10)._replace(to_move=Seat(1))
    box = name_box(lambda names: board(view, names), name)
    if box is not None:
        card = boxes(Frame(1100), layout(seats, 1100), seats)[0]
        assert card.left <= box[0] < box[2] <= card.right
        low = card.top + (68 if seats == 2 else 46)
        assert card.top <= box[1] < box[3] <= low, "neither points nor tiles are touched"


@pytest.mark.parametrize("seats", [3, 4])
def test_names_of_eight_letters_stand_whole_and_the_board_fills_the_picture(seats: int) -> None:
    """The dice have a place of their own below the cards, and no line lies above the board."""
    grid, cards = layout(seats, 1100), boxes(Frame(1100), layout(seats, 1100), seats)
    assert grid.cell == 62
    assert all(length("Caroline", 36, True) * NARROWEST <= card.width - 18 for card in cards[:seats])
    assert all(one.top + one.height < two.top for one, two in pairwise(cards))
    assert cards[-1].top + cards[-1].height <= 700


def test_numbers_of_zones_lie_on_the_board() -> None:
    """None is cut by the edge of the board, even at its corners."""
    view, grid = sample(4, 52, over=True), layout(4, 1100)
    drawn: list[tuple[int, int, int, int]] = []
    plain = Sheet.overlay

    def overlay(self: Sheet, image: Image.Image, x: int, y: int) -> None:
        drawn.append((x, y, x + image.width, y + image.height))
        plain(self, image, x, y)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Sheet, "overlay", overlay)
        board(view, NAMES)
    badges = [each for each in drawn if each[0] < grid.right]
    assert len(badges) == sum(zone.multiplier > 0 for zone in view.zones)
    for left, top, right, bottom in badges:
        assert grid.left <= left < right <= grid.right
        assert grid.top <= top < bottom <= grid.bottom


@pytest.mark.parametrize("sight", SIGHT)
def test_terrains_and_species_keep_apart_under_every_sight(sight: str) -> None:
    for one, other in combinations(LAND.values(), 2):
        assert dist(lab(one, sight), lab(other, sight)) > 35
    plates = [plate.ground for plate in PLATES.values()]
    for one, other in combinations(plates, 2):
        assert dist(lab(one, sight), lab(other, sight)) > 14
    for plate in PLATES.values():
        assert abs(lab(plate.ground, sight)[0] - lab(plate.figure, sight)[0]) > 40


@cache
def shown_tiles(
    seat: int, theme: Theme, *, ringed: bool = False, fresh: bool = False
) -> dict[Terrain, Image.Image]:
    """Return a seat's tile of each terrain, alone on the board, as a phone shows it at one pixel a point.

    With `ringed` it is the newest tile; with `fresh` it is new to the viewer, but another one is the newest.
    """
    found: dict[Terrain, Image.Image] = {}
    grid = layout(4, 1100)
    size = round(grid.cell * phone_scale(1100))
    x, y = grid.corner_of(named("G9"))
    for terrain in Terrain:
        tile = Placement(Seat(seat), terrain, named("G9"), 0)
        newer = [Placement(Seat(1), Terrain.MARSH, named("A1"), turn) for turn in (1, 2)]
        placed = (*newer, tile._replace(turn=3)) if ringed else (tile, *newer)
        view = sample(4)._replace(placements=placed, to_move=Seat(1), seat=Seat(3) if fresh else None)
        shown = open_picture(board(view, NAMES, theme=theme)).convert("RGB")
        cell = shown.crop((x, y, x + grid.cell, y + grid.cell))
        found[terrain] = cell.resize((size, size), Image.Resampling.BOX)
    return found


def around(tile: Image.Image, edge: int = 1) -> list[RGB]:
    """Return the pixels outside the plate in the middle, without `edge` pixels at each side."""
    size = tile.width
    return [
        cast("RGB", tile.getpixel((x, y)))
        for y in range(edge, size - edge)
        for x in range(edge, size - edge)
        if dist((x + 0.5, y + 0.5), (size / 2, size / 2)) > size * (PLATE + 0.04)
    ]


@pytest.mark.parametrize("sight", SIGHT)
@pytest.mark.parametrize("theme", Theme)
def test_terrains_keep_apart_at_the_size_of_a_phone(theme: Theme, sight: str) -> None:
    """The pixels around every plate are compared at 390 points for the whole picture.

    Terrains must differ in colour, and in texture even without colour.
    """
    for seat in range(4):
        tiles = {terrain: around(tile) for terrain, tile in shown_tiles(seat, theme).items()}
        seen = {terrain: [lab(colour, sight) for colour in tile] for terrain, tile in tiles.items()}
        means = {terrain: [fmean(part) for part in zip(*seen[terrain], strict=True)] for terrain in Terrain}
        for one, other in combinations(Terrain, 2):
            assert dist(means[one], means[other]) > 28, (one.name, other.name)
            reliefs = [[pixel[0] - means[each][0] for pixel in seen[each]] for each in (one, other)]
            apart = sqrt(fmean((a - b) ** 2 for a, b in zip(*reliefs, strict=True)))
            assert apart > 12, (one.name, other.name)


@pytest.mark.parametrize("sight", SIGHT)
def test_terrains_of_the_newest_tiles_keep_apart_inside_their_rings(sight: str) -> None:
    for seat in range(4):
        tiles = shown_tiles(seat, Theme.DARK, ringed=True)
        seen = {each: [lab(colour, sight) for colour in around(tiles[each], 3)] for each in Terrain}
        for one, other in combinations(Terrain, 2):
            means = [[fmean(part) for part in zip(*seen[each], strict=True)] for each in (one, other)]
            assert dist(*means) > 24, (one.name, other.name)


@pytest.mark.parametrize("sight", SIGHT)
@pytest.mark.parametrize("theme", Theme)
def test_rings_of_new_tiles_are_visible_on_every_terrain(theme: Theme, sight: str) -> None:
    """Seen on a phone, pixels for half the length of the ring differ from the tile without a ring."""
    plain, fresh = shown_tiles(2, theme), shown_tiles(2, theme, fresh=True)
    for terrain in Terrain:
        pairs = zip(around(plain[terrain], 0), around(fresh[terrain], 0), strict=True)
        apart = sum(contrast(one, other, sight) >= 2 for one, other in pairs)
        assert apart >= 2 * plain[terrain].width, terrain.name


@pytest.mark.parametrize("theme", Theme)
def test_marks_stand_out_on_all_that_they_lie_on(theme: Theme) -> None:
    """Lines around new tiles and candidates' numbers, on terrains, their textures and free squares."""
    grounds = [*LAND.values(), *TEXTURE.values(), GROUNDS[theme].plate, GROUNDS[theme].free]
    for bright in (gold(Theme.DARK), PAPER):
        assert stands_out((CASING, bright), grounds) >= 3
        assert bright in palette(theme).colours
    paint = ink(theme)
    assert contrast(paint.accent, paint.lit) >= 3, "outline, bar and the points of whoever leads"
    assert contrast(paint.accent, paint.panel) >= 3
    assert min(contrast(paint.text, back) for back in (paint.lit, paint.panel)) >= 4.5


def test_the_card_of_whoever_is_to_move_is_outlined_and_the_leader_is_gold() -> None:
    view = sample(4, 12)
    assert view.to_move == 0
    whole = open_picture(board(view, NAMES)).convert("RGB")
    paint = ink(Theme.DARK)
    for seat, card in enumerate(boxes(Frame(1100), layout(4, 1100), 4)[:4]):
        right = (card.left + card.width - 2, card.top + card.height // 2)
        assert (whole.getpixel(right) == paint.accent) is (seat == 0)
        inside = whole.crop((card.left + 70, card.top + 40, card.left + card.width - 9, card.top + 85))
        seen = {colour for _, colour in inside.getcolors(10_000) or ()}
        assert (paint.accent in seen) is (view.points[seat] == max(view.points))


def test_the_rest_of_the_board_is_dimmed_where_one_chooses() -> None:
    view, grid = sample(3, 15), layout(3, 1100)
    free = squares(view.free)
    marks = [Mark(square, str(number)) for number, square in enumerate((free[0], free[-1]), 1)]
    plain, chosen = (
        open_picture(board(view, NAMES, marks=each, best="1")).convert("RGB") for each in ((), marks)
    )
    x, y = grid.corner_of(free[len(free) // 2])
    before, after = (sum(cast("RGB", each.getpixel((x + 5, y + 5)))) for each in (plain, chosen))
    assert after < before
    lit = grid.corner_of(free[0])
    assert chosen.getpixel((lit[0] + 4, lit[1] + 4)) == plain.getpixel((lit[0] + 4, lit[1] + 4))
    seen = [
        {colour for _, colour in chosen.crop((x, y, x + grid.cell, y + grid.cell)).getcolors(5000) or ()}
        for x, y in (grid.corner_of(mark.square) for mark in marks)
    ]
    assert [BEST in each for each in seen] == [True, False]


@pytest.mark.parametrize("theme", Theme)
def test_palettes_hold_the_games_colours(theme: Theme) -> None:
    colours = set(palette(theme).colours)
    assert set(LAND.values()) <= colours
    assert {plate.ground for plate in PLATES.values()} <= colours


def test_emojis_are_the_five_faces_and_the_four_species() -> None:
    assert len(EMOJIS) == 9
