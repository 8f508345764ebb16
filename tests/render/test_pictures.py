"""The pictures of Génial: reviewed by eye as golden files, and what must hold for every one of them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from every import (
    HOSTILE,
    assert_emojis,
    assert_marks_can_be_read,
    assert_same_from_any_thread,
    assert_small_palette_file,
    changed_by_name,
)
from golden import assert_golden, differing, opened
from played import FORMS, genial_states

from engine.chance import SeededChance
from engine.game import Seat
from engine.genial import GENIAL
from engine.genial.board import SYMBOLS
from engine.genial.model import Cell, Colour, Form, Tile
from render.canvas import Palette, Picture, Theme
from render.genial import EMOJIS, GALLERY, Mark, board, layout, rack
from render.hexes import corners
from render.pieces import palette
from render.samples.genial import free_pairs, sample
from render.symbols import HUES

NAMES = ("Ann", "Bob", "Cid", "Dee")


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
        ("candidates", Theme.DARK),
        ("candidates, double", Theme.LIGHT),
        ("rack, lifted", Theme.DARK),
        ("rack", Theme.LIGHT),
    ],
)
def test_golden(name: str, theme: Theme) -> None:
    file = f"{name.replace(', ', '-').replace(' ', '-')}-{theme.value}"
    assert_golden(file, GALLERY[name](theme))


@pytest.mark.parametrize("name", ["genial_RB", "genial_YY", "genial_P"])
def test_golden_emojis(name: str) -> None:
    assert_golden(name, EMOJIS[name]())


@pytest.mark.parametrize("theme", Theme)
@pytest.mark.parametrize("name", GALLERY)
def test_every_sample_is_a_small_palette_file(name: str, theme: Theme) -> None:
    assert_small_palette_file(GALLERY[name](theme))


@pytest.mark.parametrize("width", [320, 500, 1000, 1600])
def test_width_is_what_was_asked_for_and_the_shape_stays(width: int) -> None:
    for seats in (2, 3, 4):
        picture = board(sample(seats, 12), NAMES, width=width)
        assert picture.width == width
        assert 1.0 < picture.height / width < 1.4


@pytest.mark.parametrize(("form", "seats"), FORMS)
def test_whole_matches_can_be_drawn(form: Form, seats: int) -> None:
    seen = set[bytes]()
    played = genial_states(form, seats)
    for state in (*played[:3], *played[10::15], played[-1]):
        for viewer in (None, Seat(0)):
            seen.add(board(GENIAL.view(state, viewer), NAMES, width=400).data)
    assert len(seen) >= 6


@pytest.mark.parametrize(("form", "seats"), FORMS)
@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_a_redealt_twin_gives_the_same_bytes(form: Form, seats: int, viewer: int | None) -> None:
    if viewer is not None and viewer >= seats:
        viewer = 0
    seat = None if viewer is None else Seat(viewer)
    state = genial_states(form, seats)[20]
    twin = GENIAL.redeal(state, seat, SeededChance(b"\x07" * 32, 0))
    if form is not Form.SOLO:
        assert GENIAL.position(twin) != GENIAL.position(state), "something hidden differs"
    one, other = (GENIAL.view(each, seat) for each in (state, twin))
    assert board(one, NAMES).data == board(other, NAMES).data
    if one.rack:
        assert rack(one.rack).data == rack(other.rack).data


def test_the_same_view_gives_the_same_bytes_from_any_thread() -> None:
    views = [sample(4, count, viewer=1) for count in (5, 20, 40)] * 6
    assert_same_from_any_thread(lambda view: board(view, NAMES), views)


def colour_at(picture: Picture, x: int, y: int) -> tuple[int, ...]:
    pixel = opened(picture).convert("RGB").getpixel((x, y))
    assert isinstance(pixel, tuple)
    return pixel


@pytest.mark.parametrize("theme", Theme)
def test_every_cell_shows_its_colour(theme: Theme) -> None:
    """The middle of a cell is the colour that lies there, except the ring, which is hollow."""
    view = sample(4, 60)
    picture = board(view, NAMES, theme=theme)
    image = opened(picture).convert("RGB")
    lattice = layout(view.radius, 1000)
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


def test_only_the_last_move_and_the_table_differ_when_a_tile_is_added() -> None:
    before, after = sample(2, 10, viewer=0), sample(2, 11, viewer=0)
    lattice = layout(5, 1000)
    one, other = (opened(board(view, NAMES)) for view in (before, after))
    bottom = lattice.box[3] + 60
    box = differing(one.crop((0, 0, 1000, bottom)), other.crop((0, 0, 1000, bottom)), 0).getbbox()
    assert box is not None
    touched = {cell for placement in after.placements[-3:] for cell in (placement.a, placement.b)}
    xs, ys = zip(*(lattice.centre(cell) for cell in touched), strict=True)
    reach = lattice.pitch * 0.7
    assert min(xs) - reach <= box[0] <= box[2] <= max(xs) + reach
    assert min(ys) - reach <= box[1] <= box[3] <= max(ys) + reach


def test_last_move_new_and_old_tiles_look_different() -> None:
    view = sample(3, 9, viewer=0)  # 0 1 2 0 1 2 0 1 2: two tiles since
    last = view.placements[-1]
    lattice = layout(view.radius, 1000)
    x, y = lattice.middle(last.a, last.b)
    looks = {
        opened(board(replace(view, placements=order, seat=viewer), NAMES))
        .crop((x - 12, y - 12, x + 12, y + 12))
        .convert("RGB")
        .tobytes()
        for order, viewer in [
            (view.placements, Seat(0)),
            ((last, *view.placements[:-1]), Seat(0)),
            ((*view.placements[:-2], last, view.placements[-2]), Seat(0)),
        ]
    }
    assert len(looks) == 3


def test_symbols_still_open_to_a_first_tile_are_ringed() -> None:
    view = sample(2)
    lattice = layout(5, 1000)
    one = opened(board(view, NAMES))
    other = opened(board(replace(view, open_symbols=view.open_symbols[1:]), NAMES))
    box = differing(one, other).getbbox()
    x, y = lattice.centre(view.open_symbols[0])
    spread = corners(lattice.pitch * 1.1)
    assert box is not None
    assert x + spread[4][0] <= box[0] <= box[2] <= x + spread[1][0]
    assert y + spread[0][1] <= box[1] <= box[3] <= y + spread[3][1]


@pytest.mark.parametrize("tile", [(Colour.RED, Colour.BLUE), (Colour.GREEN, Colour.GREEN)])
@pytest.mark.parametrize("count", [1, 7, 25])
def test_every_candidate_can_be_read(tile: tuple[Colour, Colour], count: int) -> None:
    view = sample(4, 40, viewer=0)
    marks = [Mark(a, b, str(number)) for number, (a, b) in enumerate(free_pairs(view)[:count], 1)]
    assert_marks_can_be_read(lambda shown: board(view, NAMES, marks=shown, tile=tile), marks)


def test_the_tile_is_shown_beside_its_candidates() -> None:
    view = sample(2, 10)
    marks = [Mark(a, b, "1") for a, b in free_pairs(view)[:1]]
    plain = opened(board(view, NAMES))
    ghost = opened(board(view, NAMES, marks=marks, tile=(Colour.RED, Colour.YELLOW)))
    corner = differing(plain, ghost).crop((0, 0, 200, 130))
    assert corner.getbbox() is not None
    red = ghost.convert("RGB").getpixel((68, 70))
    assert red == HUES[Colour.RED]


@pytest.mark.parametrize("name", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_names_stay_in_their_column(name: str) -> None:
    view = sample(2, 10)
    box = changed_by_name(lambda names: board(view, names), name)
    if box is not None:
        lattice = layout(5, 1000)
        assert box[1] > lattice.box[3], "the board is not touched"
        assert box[2] < 330, "nor are the scores"
        assert box[3] < lattice.box[3] + 52 + 60 + 82, "nor is the next row"


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
    x, y = layout(5, 1000).centre((5, 0))
    assert colour_at(dark, x, y) == colour_at(light, x, y) == HUES[Colour.RED]


@pytest.mark.parametrize("theme", Theme)
def test_palettes_hold_every_blend(theme: Theme) -> None:
    colours = palette(theme).colours
    assert len(colours) == len(set(colours)) <= 256
    assert set(HUES.values()) <= set(colours)


def test_a_palette_refuses_too_many_colours() -> None:
    with pytest.raises(ValueError, match="do not fit"):
        Palette([((0, 0, 0), (255, 255, 255), 255), ((0, 0, 0), (255, 0, 0), 3)])


@pytest.mark.parametrize("count", [0, 1, 5, 6])
def test_racks_of_every_size(count: int) -> None:
    hand = tuple(Tile(Colour(index), Colour.PURPLE) for index in range(count))
    picture = rack(hand)
    assert picture.width == max(1, count) * 176 + 24
    marked = rack(hand, highlight=[Colour.PURPLE])
    assert (marked.data != picture.data) == (count > 0)
    assert rack(hand, highlight=[]).data == picture.data


def test_emojis_are_the_21_tiles_and_the_six_symbols() -> None:
    assert_emojis(EMOJIS, 27)
    assert set("ROYGBP") == {name[-1] for name in EMOJIS if len(name) == 8}


def test_candidates_without_a_tile_show_their_cells_and_numbers() -> None:
    view = sample(2, 10)
    a, b = free_pairs(view)[0]
    lattice = layout(5, 1000)
    plain = opened(board(view, NAMES))
    marked = opened(board(view, NAMES, marks=[Mark(a, b, "1")]))
    left, top, right, bottom = differing(plain, marked, 0).getbbox() or (0, 0, 0, 0)
    x, y = lattice.middle(a, b)
    assert left < x < right
    assert top < y < bottom
    assert right - left < lattice.pitch * 2.2


def test_the_comparison_notices_another_picture(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("golden.ACTUAL", tmp_path)
    monkeypatch.delenv("LONGTABLE_GOLDEN", raising=False)
    with pytest.raises(AssertionError, match="pixels differ"):
        assert_golden("rack-light", rack((Tile(Colour.RED, Colour.RED),) * 6, theme=Theme.LIGHT))
    assert {file.name for file in tmp_path.iterdir()} == {"rack-light.png", "rack-light.diff.png"}
    with pytest.raises(AssertionError, match="instead of"):
        assert_golden("rack-light", rack(()))
    with pytest.raises(AssertionError, match="look at the picture"):
        assert_golden("never drawn", rack(()))
