"""The pictures of Génial: golden files that somebody approved, and rules for each picture."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import partial
from itertools import combinations
from math import dist
from pathlib import Path

import msgspec
import pytest
from PIL import Image, ImageDraw

from engine.game import Seat
from engine.genial import GENIAL
from engine.genial.board import SYMBOLS, name
from engine.genial.model import Cell, Colour, Form, Tile, View
from render.gallery.genial import GALLERY, cluster, free_pairs, patched, sample
from render.genial.choices import DETAILS, clear_lattice, name_places, patch_tints
from render.genial.ground import empty_board
from render.genial.layout import STRIP, Frame, layout, outermost, stands
from render.genial.material import palette
from render.genial.pictures import EMOJIS, Mark, board, choice, patches, rack
from render.genial.seats import Side, draw_sides, sides_of
from render.genial.symbols import HUES
from render.kit.canvas import Palette, Picture, Theme
from render.kit.hexes import NEIGHBOURS, corners
from render.kit.lettering import mask
from render.kit.marks import CASING, DIGIT, PAPER
from render.kit.names import RosterLine
from tests.render.every import (
    HOSTILE,
    assert_marks_can_be_read,
    name_box,
)
from tests.render.golden import assert_golden, difference_mask, open_picture
from tests.render.played import FORMS, genial_states
from tests.render.shown import discs_of, letters_of, overruns_of
from tests.render.sight import stands_out

NAMES = ("Ann", "Bob", "Cid", "Dee")
MIDDLE = Cell(0, 0)


@pytest.mark.parametrize(
    ("name", "theme"),
    [
        ("first tiles", Theme.DARK),
        ("two players", Theme.LIGHT),
        ("four players", Theme.DARK),
        ("teams", Theme.LIGHT),
        ("solo", Theme.DARK),
        ("over", Theme.LIGHT),
        ("names", Theme.DARK),
        ("patches", Theme.LIGHT),
        ("patches, start", Theme.DARK),
        ("candidates", Theme.DARK),
        ("candidates, double", Theme.LIGHT),
        ("candidates, apart", Theme.LIGHT),
        ("rack, last tiles", Theme.DARK),
        ("rack", Theme.LIGHT),
    ],
)
def test_golden(name: str, theme: Theme) -> None:
    file = f"{name.replace(', ', '-').replace(' ', '-')}-{theme.value}"
    assert_golden(file, GALLERY[name](theme))


@pytest.mark.parametrize("name", ["genial_RB", "genial_YY", "genial_P"])
def test_golden_emojis(name: str) -> None:
    assert_golden(name, EMOJIS[name]())


@pytest.mark.parametrize("width", [330, 550, 1100, 1650])
def test_a_picture_has_the_requested_width_and_the_shape_of_the_box(width: int) -> None:
    for seats in (1, 2, 3, 4):
        picture = board(sample(seats, 12), NAMES, width=width)
        assert (picture.width, picture.height) == (width, round(width * 7 / 11))


@pytest.mark.parametrize(("radius", "seats"), [(5, 1), (5, 2), (6, 3), (7, 3), (7, 4)])
@pytest.mark.parametrize("width", [400, 1100, 1999])
def test_places_around_the_board_touch_neither_it_nor_its_labels_nor_each_other(
    radius: int, seats: int, width: int
) -> None:
    frame, lattice = Frame(width), layout(radius, width)
    left, top, right, bottom = frame.labelled_box(lattice)
    assert top >= 0
    assert bottom <= frame.height
    assert frame.height - (bottom - top) < 5 * radius, "cells of the next larger size would not fit"
    assert 0 < left < right < width
    places = stands(frame, lattice, seats)
    for place in places:
        for x, y in place.outline:
            assert 0 <= x < width
            assert 0 <= y < frame.height
        for y in range(place.top, place.bottom, 7):
            row = round((y - lattice.y) / lattice.rise)
            if abs(row) <= radius:
                end, _ = lattice.centre(outermost(lattice, row, place.is_right))
                assert (place.reach(y) - end) * (1 if place.is_right else -1) > lattice.pitch / 2
    for one, other in combinations(places, 2):
        assert one.is_right != other.is_right or one.bottom < other.top or other.bottom < one.top
    order = [(place.is_right, place.is_low) for place in stands(frame, lattice, 4)]
    assert order == [(False, False), (True, False), (True, True), (False, True)], "clockwise"


@pytest.mark.parametrize(("form", "seats"), FORMS)
def test_whole_matches_can_be_drawn(form: Form, seats: int) -> None:
    seen = set[bytes]()
    played = genial_states(form, seats)
    for state in (*played[:3], *played[10::15], played[-1]):
        for viewer in (None, Seat(0)):
            seen.add(board(GENIAL.view(state, viewer), NAMES, width=440).data)
    assert len(seen) >= 6


def colour_at(picture: Picture, x: int, y: int) -> tuple[int, ...]:
    pixel = open_picture(picture).convert("RGB").getpixel((x, y))
    assert isinstance(pixel, tuple)
    return pixel


@pytest.mark.parametrize("theme", Theme)
def test_every_cell_shows_its_colour(theme: Theme) -> None:
    """The middle of a cell has the colour that lies there, except for the ring, which is hollow."""
    view = sample(4, 60)
    picture = board(view, NAMES, theme=theme)
    image = open_picture(picture).convert("RGB")
    lattice = layout(view.radius)
    shown = dict(SYMBOLS)
    for placement in view.placements:
        shown |= {placement.a: placement.first, placement.b: placement.second}
    for cell in lattice.cells():
        x, y = lattice.centre(cell)
        colour = shown.get(Cell(*cell))
        at = round(lattice.pitch * 0.23) if colour is Colour.PURPLE else 0
        pixel = image.getpixel((x, y - at))
        assert (pixel in HUES.values()) == (colour is not None), cell
        if colour is not None:
            assert pixel == HUES[colour], cell


def on_the_board(picture: Picture, radius: int) -> Image.Image:
    """Return the picture with everything blacked out except the cells of its board."""
    image, lattice = open_picture(picture).convert("RGB"), layout(radius)
    shape = Image.new("L", image.size)
    for cell in lattice.cells():
        x, y = lattice.centre(cell)
        ImageDraw.Draw(shape).polygon([(x + dx, y + dy) for dx, dy in corners(lattice.pitch)], 255)
    return Image.composite(image, Image.new("RGB", image.size), shape)


def test_only_the_last_move_and_the_sides_differ_when_a_tile_is_added() -> None:
    before, after = sample(2, 10, viewer=0), sample(2, 11, viewer=0)
    lattice = layout(5)
    one, other = (on_the_board(board(view, NAMES), 5) for view in (before, after))
    box = difference_mask(one, other, 0).getbbox()
    assert box is not None
    touched = {cell for placement in after.placements[-3:] for cell in (placement.a, placement.b)}
    xs, ys = zip(*(lattice.centre(cell) for cell in touched), strict=True)
    reach = lattice.pitch * 0.7
    assert min(xs) - reach <= box[0] <= box[2] <= max(xs) + reach
    assert min(ys) - reach <= box[1] <= box[3] <= max(ys) + reach


def test_last_move_new_and_old_tiles_look_different() -> None:
    view = sample(3, 9, viewer=0)  # 0 1 2 0 1 2 0 1 2: two tiles since
    last, late = view.placements[-1], msgspec.structs.replace(view.placements[-2], turn=8)
    lattice = layout(view.radius)
    x, y = lattice.middle(last.a, last.b)
    looks = {
        open_picture(board(replace(view, placements=order), NAMES))
        .crop((x - 12, y - 12, x + 12, y + 12))
        .convert("RGB")
        .tobytes()
        for order in [
            view.placements,
            (msgspec.structs.replace(last, turn=0), *view.placements[:-1]),
            (*view.placements[:-2], msgspec.structs.replace(last, turn=7), late),
        ]
    }
    assert len(looks) == 3


def test_symbols_still_open_to_a_first_tile_are_ringed() -> None:
    view = sample(2)
    lattice = layout(5)
    one = open_picture(board(view, NAMES))
    other = open_picture(board(replace(view, open_symbols=view.open_symbols[1:]), NAMES))
    box = difference_mask(one, other).getbbox()
    x, y = lattice.centre(view.open_symbols[0])
    spread = corners(lattice.pitch * 1.1)
    assert box is not None
    assert x + spread[4][0] <= box[0] <= box[2] <= x + spread[1][0]
    assert y + spread[0][1] <= box[1] <= box[3] <= y + spread[3][1]


def marked(view: View, count: int, around: Cell = MIDDLE) -> list[Mark]:
    return [Mark(a, b, str(number)) for number, (a, b) in enumerate(cluster(view, around, count), 1)]


@pytest.mark.parametrize("tile", [(Colour.RED, Colour.BLUE), (Colour.GREEN, Colour.GREEN)])
@pytest.mark.parametrize(("count", "around"), [(1, Cell(0, 0)), (5, Cell(-3, 5)), (20, Cell(-3, 3))])
def test_every_candidate_can_be_read(tile: tuple[Colour, Colour], count: int, around: Cell) -> None:
    view = sample(4, 40, viewer=0)
    marks = marked(view, count, around)
    assert_marks_can_be_read(lambda shown: choice(view, shown, tile), marks)


@pytest.mark.parametrize("theme", Theme)
@pytest.mark.parametrize(("seats", "tiles"), [(2, 0), (2, 30), (3, 20), (4, 5), (4, 50)])
@pytest.mark.parametrize("width", [550, 1100])
def test_numbers_stand_on_their_edges_and_hide_neither_each_other_nor_names(
    seats: int, tiles: int, theme: Theme, width: int
) -> None:
    """A dozen places around any cell share a picture, in a corner as well."""
    view, frame, looked = sample(seats, tiles, seed=tiles), Frame(width), 0
    for around in (MIDDLE, Cell(-view.radius, 0), Cell(view.radius, -view.radius), Cell(0, view.radius)):
        marks = marked(view, 12, around)
        pairs = [(mark.a, mark.b) for mark in marks]
        lattice = clear_lattice(view.radius, pairs, frame)
        if lattice is None:
            continue  # few cells are free here: they lie far apart
        looked += 1
        _, discs, hidden = discs_of(
            partial(choice, view, marks, (Colour.RED, Colour.BLUE), best="1", theme=theme, width=width)
        )
        assert not hidden
        assert [disc.text for disc in discs] == [mark.label for mark in marks]
        for disc, pair in zip(discs, pairs, strict=True):
            assert dist((disc.x, disc.y), lattice.middle(*pair)) <= 2
            assert disc.is_in(width, frame.height)
            assert disc.x - disc.wide / 2 > frame.px(STRIP)
            assert stands_out((CASING, PAPER), disc.grounds) >= 3
        for one, other in combinations(discs, 2):
            assert one.is_clear_of(other), (one.text, other.text)
    assert looked


@pytest.mark.parametrize(("seats", "tiles"), [(2, 6), (3, 20), (4, 5), (4, 40), (4, 60)])
def test_patches_have_a_letter_each_that_hides_nothing_and_other_colours_than_their_neighbours(
    seats: int, tiles: int
) -> None:
    view = sample(seats, tiles, seed=tiles)
    parts = patched(view)
    first = Mark(*parts[0].pairs[0], "1")
    _, discs, hidden = discs_of(partial(patches, view, parts, [first], (Colour.RED, Colour.BLUE), best="1"))
    assert not hidden
    assert sorted(disc.text for disc in discs) == sorted(["1", *(part.label for part in parts)])
    for one, other in combinations(discs, 2):
        assert one.is_clear_of(other), (one.text, other.text)
    owners: dict[Cell, int] = {}
    for number, part in enumerate(parts):
        for cell in (cell for pair in part.pairs for cell in pair):
            owners.setdefault(cell, number)
    tints, alike, met = patch_tints(parts), 0, 0
    for cell, number in owners.items():
        for q, r in NEIGHBOURS:
            other = owners.get(Cell(cell.q + q, cell.r + r), number)
            if other != number:
                met += 1
                alike += tints[other] == tints[number]
    assert alike <= met / 20


def test_digits_of_candidates_are_as_high_as_a_finger_needs() -> None:
    digits, _ = mask("8", DIGIT, True)
    assert digits.height >= 31


def test_places_close_together_are_shown_on_a_large_part_of_the_board() -> None:
    frame, whole = Frame(), layout(7)
    far = [(Cell(-7, 0), Cell(-6, 0)), (Cell(6, 0), Cell(7, 0)), (Cell(0, -7), Cell(1, -7))]
    lattice = clear_lattice(7, far, frame)
    assert lattice is not None
    assert lattice.pitch == whole.pitch
    assert clear_lattice(7, [*far, (Cell(-6, 0), Cell(-5, 0))], frame) is None, "two share a cell"
    for pair in ((Cell(0, 0), Cell(1, 0)), (Cell(-7, 7), Cell(-6, 7)), (Cell(7, -7), Cell(7, -6))):
        lattice = clear_lattice(7, [pair], frame)
        assert lattice is not None
        assert lattice.pitch == DETAILS[0]
        for x, y in map(lattice.centre, pair):
            assert STRIP + lattice.pitch * 0.5 < x < frame.width - lattice.pitch * 0.5
            assert lattice.side < y < frame.height - lattice.side
        left, top, right, bottom = frame.labelled_box(lattice)
        assert left <= STRIP, "nothing beyond the board is shown where there is more of it"
        assert right >= frame.width
        assert top <= 0
        assert bottom >= frame.height


@pytest.mark.parametrize("around", [Cell(0, 0), Cell(-7, 7), Cell(7, 0), Cell(0, -7)])
def test_rows_and_diagonals_are_named_inside_a_part_of_the_board(around: Cell) -> None:
    view = sample(4, 5, viewer=0)
    marks = marked(view, 12, around)
    _, written = letters_of(partial(choice, view, marks, (Colour.RED, Colour.BLUE)))
    _, overruns = overruns_of(partial(choice, view, marks, (Colour.RED, Colour.BLUE)))
    assert not overruns
    shown = {each.text for each in written}
    cells = {name(cell, 7) for mark in marks for cell in (mark.a, mark.b)}
    assert {cell[0] for cell in cells} <= shown
    assert len({cell[1:] for cell in cells} & shown) >= 2


def test_the_tile_and_its_owners_points_stand_beside_the_candidates() -> None:
    view = sample(2, 10, viewer=1)
    marks = marked(view, 1)
    tiles = ((Colour.RED, Colour.YELLOW), (Colour.RED, Colour.RED))
    one, other = (open_picture(choice(view, marks, tile)) for tile in tiles)
    assert difference_mask(one, other).crop((0, 0, STRIP, 130)).getbbox() is not None
    assert difference_mask(one, other).crop((0, 130, STRIP, 700)).getbbox() is None
    assert one.convert("RGB").getpixel((96 - 42, 68)) == HUES[Colour.RED]
    mine, theirs = (
        open_picture(choice(replace(view, tracks=tracks), marks, (Colour.RED, Colour.YELLOW)))
        for tracks in (((0,) * 6, (5,) * 6), ((7,) * 6, view.tracks[1]))
    )
    assert difference_mask(mine, one).crop((0, 130, STRIP, 700)).getbbox() is not None
    assert difference_mask(theirs, one).getbbox() is None, "the other side's points are not shown"


def test_each_symbol_lies_on_its_cell_beside_the_number() -> None:
    """A double lies both ways round alike: it has ticks."""
    view = sample(2, 10)
    a, b = free_pairs(view)[0]
    lattice = clear_lattice(view.radius, [(a, b)], Frame())
    assert lattice is not None
    half = lattice.pitch // 2
    for mark in (Mark(a, b, "1"), Mark(b, a, "1")):
        picture = open_picture(choice(view, [mark], (Colour.RED, Colour.BLUE))).convert("RGB")
        for cell, own, other in ((mark.a, Colour.RED, Colour.BLUE), (mark.b, Colour.BLUE, Colour.RED)):
            x, y = lattice.centre(cell)
            shown = Counter(picture.crop((x - half, y - half, x + half, y + half)).get_flattened_data())
            assert shown[HUES[own]] > shown[HUES[other]]
    one, other = (
        choice(view, [mark], (Colour.RED, Colour.RED)).data for mark in (Mark(a, b, "1"), Mark(b, a, "1"))
    )
    assert one == other


@pytest.mark.parametrize("name", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_names_stay_in_their_place(name: str) -> None:
    for seats in (2, 4):
        view = sample(seats, 10)
        box = name_box(lambda names, view=view: board(view, (*names, *NAMES[2:])), name)
        if box is not None:
            lattice = layout(view.radius)
            place = stands(Frame(), lattice, seats)[0]
            assert box[3] < place.row(0) - 14, "the scores are not touched"
            assert box[2] < place.reach(box[3]), "nor is the board"


@pytest.mark.parametrize("sides", [1, 2, 3, 4])
def test_the_longest_numbers_stay_in_their_place(sides: int) -> None:
    """The longest numbers are two digits, and a gain of two digits, in every row."""
    radius = {1: 5, 2: 7, 3: 6, 4: 7}[sides]
    frame, lattice = Frame(), layout(radius)
    places, empty = stands(frame, lattice, sides), empty_board(radius, frame.width, Theme.DARK)
    drawn: list[Image.Image] = []
    for gain in (0, 18):
        sheet = empty.copy()
        shown = [
            Side((RosterLine(seat, "", seat == 0),), (18,) * 6, (gain,) * 6, None, 18)
            for seat in range(sides)
        ]
        draw_sides(sheet, places, shown, 36, Theme.DARK)
        drawn.append(sheet.image.convert("RGB"))
    for index, place in enumerate(places):
        middle = frame.width // 2
        left, right = (middle, frame.width) if place.is_right else (0, middle)
        for row in range(6):
            y = place.row(row)
            strip = (left, y - 15, right, y + 16)
            box = difference_mask(drawn[0].crop(strip), drawn[1].crop(strip)).getbbox()
            assert box is not None, "the gain is shown"
            inner = [place.reach(y - 15), place.reach(y + 15)]
            if place.is_right:
                assert left + box[2] <= place.outer - 2, (index, row)
            else:
                assert box[2] <= min(inner), (index, row)


def test_missing_names_become_seat_numbers() -> None:
    view = sample(3, 5)
    assert board(view, ()).data == board(view, ("#1", "#2", "#3")).data


def test_the_seat_to_move_and_the_result_show() -> None:
    view = sample(3, 9)
    turns = {board(replace(view, to_move=Seat(seat), seat=Seat(0)), NAMES).data for seat in range(3)}
    assert len(turns) == 3
    over = sample(3, 9, over=True)
    assert board(over, NAMES).data not in turns
    assert over.result is not None
    swapped = replace(over, result=replace(over.result, ranks=over.result.ranks[::-1]))
    assert board(over, NAMES).data != board(swapped, NAMES).data


@pytest.mark.parametrize(
    ("tracks", "scores"),
    [
        (((3, 9, 9, 9, 9, 9), (4, 9, 9, 9, 9, 9)), [3, 4]),
        (((9, 3, 9, 9, 9, 7), (9, 9, 8, 9, 3, 9)), [7, 8]),
        (((2, 5, 9, 9, 9, 9), (2, 6, 9, 9, 9, 9), (1, 9, 9, 9, 9, 9)), [5, 6, 1]),
        (((2, 5, 9, 9, 9, 9), (5, 2, 9, 9, 9, 9)), [2, 2]),
    ],
)
def test_at_the_end_the_score_that_decided_is_shown(
    tracks: tuple[tuple[int, ...], ...], scores: list[int]
) -> None:
    """It is the lowest by which a side differs from the one before it; the first from the second."""
    view = sample(len(tracks), 9, over=True)
    assert [side.score for side in sides_of(replace(view, tracks=tracks), NAMES)] == scores
    assert view.result is not None
    running = replace(view, tracks=tracks, result=None, to_move=Seat(0))
    assert [side.score for side in sides_of(running, NAMES)] == [min(track) for track in tracks]


def test_scores_show_beyond_the_turnover() -> None:
    view = sample(4, 20, form=Form.TEAM)
    pictures = {
        board(replace(view, tracks=((value,) * 6, (0,) * 6)), NAMES).data for value in (0, 17, 18, 19, 35, 36)
    }
    assert len(pictures) == 6


def test_themes_differ_and_symbols_do_not() -> None:
    view = sample(2, 10)
    dark, light = (board(view, NAMES, theme=theme) for theme in Theme)
    assert colour_at(dark, 2, 2) != colour_at(light, 2, 2)
    x, y = layout(5).centre((5, 0))
    assert colour_at(dark, x, y) == colour_at(light, x, y) == HUES[Colour.RED]


@pytest.mark.parametrize("theme", Theme)
def test_palettes_hold_every_blend(theme: Theme) -> None:
    colours = palette(theme).colours
    assert len(colours) == len(set(colours)) <= 256
    assert set(HUES.values()) <= set(colours)


def test_a_palette_refuses_too_many_colours() -> None:
    with pytest.raises(ValueError, match="do not fit"):
        Palette([((0, 0, 0), (255, 255, 255), 255), ((0, 0, 0), (255, 0, 0), 3)])


@pytest.mark.parametrize(("count", "rows"), [(0, 1), (1, 1), (3, 1), (4, 2), (6, 2)])
def test_racks_of_every_size_are_as_wide_as_a_board(count: int, rows: int) -> None:
    hand = tuple(Tile(Colour(index), Colour.PURPLE) for index in range(count))
    picture = rack(hand)
    assert (picture.width, picture.height) == (1100, rows * 260)
    for index in range(count):
        other = (*hand[:index], Tile(Colour.RED, Colour.RED), *hand[index + 1 :])
        assert rack(other).data != picture.data


def test_emojis_are_the_21_tiles_and_the_six_symbols() -> None:
    assert len(EMOJIS) == 27
    assert set("ROYGBP") == {name[-1] for name in EMOJIS if len(name) == 8}


def test_the_comparison_notices_another_picture(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.render.golden.ACTUAL", tmp_path)
    monkeypatch.delenv("LONGTABLE_GOLDEN", raising=False)
    with pytest.raises(AssertionError, match="pixels differ"):
        assert_golden("rack-light", rack((Tile(Colour.RED, Colour.RED),) * 6, theme=Theme.LIGHT))
    assert {file.name for file in tmp_path.iterdir()} == {"rack-light.png", "rack-light.diff.png"}
    with pytest.raises(AssertionError, match="instead of"):
        assert_golden("rack-light", rack(()))
    with pytest.raises(AssertionError, match="look at the picture"):
        assert_golden("never drawn", rack(()))


@pytest.mark.parametrize(("colour", "value"), [(0, 8), (4, 3), (5, 16)])
def test_the_comparison_notices_one_other_digit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, colour: int, value: int
) -> None:
    """A digit changes too few of the picture's pixels to be told from the rounding of another font library.

    The comparison therefore also looks at the picture as clients show it.
    """
    monkeypatch.setattr("tests.render.golden.ACTUAL", tmp_path)
    monkeypatch.setattr("tests.render.golden.GOLDEN", tmp_path)
    monkeypatch.delenv("LONGTABLE_GOLDEN", raising=False)
    view = sample(4, 80, over=True)
    (tmp_path / "over.png").write_bytes(board(view, NAMES).data)
    assert_golden("over", board(view, NAMES))
    track = list(view.tracks[3])
    assert track[colour] != value
    track[colour] = value
    other = board(replace(view, tracks=(*view.tracks[:3], tuple(track))), NAMES)
    with pytest.raises(AssertionError, match="pixels differ"):
        assert_golden("over", other)


@pytest.mark.parametrize(
    "pair", [(Cell(0, 0), Cell(1, 0)), (Cell(-7, 7), Cell(-6, 7)), (Cell(2, 4), Cell(2, 5))]
)
def test_a_diagonals_number_stands_on_the_middles_of_its_cells(pair: tuple[Cell, Cell]) -> None:
    """Where the picture is cut off it stood on the border of two cells, and named either."""
    frame, looked = Frame(), 0
    lattice = clear_lattice(7, [pair], frame)
    assert lattice is not None
    for text, x, y in name_places(frame, lattice):
        if not text.isdecimal():
            continue
        looked += 1
        diagonal = int(text) - 1 - lattice.radius
        middle, _ = lattice.centre((diagonal, 0))
        assert abs(x - middle - (y - lattice.y) / lattice.rise * lattice.pitch / 2) <= 1, text
        assert frame.px(STRIP) < x < frame.width
        assert y < frame.height
    assert looked
