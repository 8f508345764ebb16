"""The pictures of Genesis (Brassinne): golden files that somebody approved, and rules for each picture."""

from __future__ import annotations

import io
from itertools import pairwise
from math import dist, sqrt
from typing import Any, cast

import pytest
from PIL import Image, ImageChops, ImageSequence

from engine.game import Seat
from engine.games import GAMES
from engine.genesis_life.board import named, place_of, squares
from engine.genesis_life.model import Colour
from render.gallery.genesis_life import GALLERY, evolving, placing, worked_example
from render.genesis_life.material import (
    BODIES,
    WOODS,
    CellState,
    Sign,
    cell,
    ghost,
    palette,
    removal_mark,
    trace,
)
from render.genesis_life.pictures import EMOJIS, Mark, board, film, layout, scene_of
from render.genesis_life.pictures import _living_count as living
from render.genesis_life.pictures import _tally as tally
from render.kit.beside import Frame
from render.kit.box import phone_scale
from render.kit.canvas import RGB, Theme
from tests.render.every import (
    HOSTILE,
    assert_marks_can_be_read,
    name_box,
)
from tests.render.golden import assert_golden, difference_mask, open_picture
from tests.render.played import states
from tests.render.sight import SIGHT, contrast, lab

NAMES = ("Ann", "Bob")
GAME = GAMES["genesis_life"]


def match() -> tuple[Any, ...]:
    """Return every state of a match between random players."""
    return states("genesis_life", GAME.Options(), ("random", "random"), 3)


def square_of(image: Image.Image, text: str) -> bytes:
    """Return the pixels of one square."""
    grid = layout(image.width)
    x, y = grid.corner(*place_of(named(text)))
    return image.convert("RGB").crop((x, y, x + grid.cell, y + grid.cell)).tobytes()


@pytest.mark.parametrize(
    ("name", "theme"),
    [
        ("placing", Theme.DARK),
        ("evolution", Theme.LIGHT),
        ("worked example", Theme.DARK),
        ("over", Theme.LIGHT),
        ("pointed", Theme.DARK),
        ("candidates, placing", Theme.LIGHT),
        ("names", Theme.DARK),
    ],
)
def test_golden(name: str, theme: Theme) -> None:
    assert_golden(f"life-{name.replace(', ', '-').replace(' ', '-')}-{theme.value}", GALLERY[name](theme))


@pytest.mark.parametrize("name", ["life_red", "life_black", "life_alone"])
def test_golden_emojis(name: str) -> None:
    assert_golden(name, EMOJIS[name]())


def test_a_whole_match_can_be_drawn_and_filmed() -> None:
    played = match()
    stills = [board(GAME.view(state, Seat(0)), NAMES, width=400) for state in played]
    assert len({still.data for still in stills}) == len(played)
    films = [film(GAME.view(state, None), NAMES, width=300) for state in played if state.history]
    assert all(len(shown.data) < 100_000 for shown in films)


def test_the_worked_example_is_marked_as_printed() -> None:
    scene = scene_of(worked_example())
    assert squares(scene.alone) == tuple(sorted(map(named, ("B1", "D1", "E3"))))
    assert squares(scene.stifled) == tuple(sorted(map(named, ("C4", "D4"))))
    assert squares(scene.born) == tuple(sorted(map(named, ("B3", "B5", "C2", "D2", "D5"))))
    after = scene_of(worked_example(over=True))
    assert after.removed == (named("D5"), Colour.RED)
    assert squares(after.stifled) == tuple(sorted(map(named, ("B4", "C3"))))


@pytest.mark.parametrize("theme", Theme)
def test_free_living_dead_born_and_removed_squares_all_look_different(theme: Theme) -> None:
    one = open_picture(board(worked_example(), NAMES, theme=theme))
    two = open_picture(board(worked_example(over=True), NAMES, theme=theme))
    looks = {
        "free": square_of(one, "H8"),
        "red": square_of(one, "C3"),
        "black": square_of(one, "B4"),
        "red died alone": square_of(one, "B1"),
        "black died alone": square_of(one, "D1"),
        "red stifled": square_of(one, "C4"),
        "black stifled": square_of(two, "B4"),
        "born": square_of(one, "D2"),
        "removed": square_of(two, "D5"),
        "centre": square_of(one, "E5"),
    }
    assert len(set(looks.values())) == len(looks)
    assert square_of(one, "D2") == square_of(one, "C2"), "the same everywhere"


def test_pointing_at_a_cell_previews_the_deaths() -> None:
    view = worked_example()
    plain = open_picture(board(view, NAMES))
    shown = open_picture(board(view, NAMES, pointed=named("D5")))
    for text in ("B4", "C3", "D5"):
        assert square_of(plain, text) != square_of(shown, text)
    previews = {board(view, NAMES, pointed=square).data for square in squares(view.cells[Colour.RED])}
    assert len(previews) == view.cells[Colour.RED].bit_count()


def test_a_preview_counts_what_its_signs_show() -> None:
    """Cards and board of a preview both show the next turn, not the current one."""
    view = worked_example()
    preview = view.preview(named("D5"))
    scene = scene_of(view, named("D5"))
    for colour in Colour:
        counts = dict(tally(scene, colour))
        assert counts[Sign.ALONE] + counts[Sign.STIFLED] == preview.dead[colour]
    assert sum(preview.dead) == 2
    now, then = open_picture(board(view, NAMES)), open_picture(board(view, NAMES, pointed=named("D5")))
    beside = (layout(1100).right + 10, 0, now.width, now.height)
    assert now.crop(beside).tobytes() != then.crop(beside).tobytes()
    births = 0
    for pointed in squares(evolving(2).cells[Colour.RED]):
        evolution = evolving(2).preview(pointed).evolution
        scene = scene_of(evolving(2), pointed)
        assert dict(tally(scene, Colour.RED))[Sign.BORN] == 0, "red is to move: black's turn comes next"
        assert dict(tally(scene, Colour.BLACK))[Sign.BORN] == evolution.born.bit_count()
        births += evolution.born.bit_count()
    assert births


def test_a_birth_on_the_square_of_a_removal_has_the_opponents_colour() -> None:
    """The disc with ± has the colour of the opponent, who has the next turn."""
    found: set[Colour] = set()
    for view in (evolving(turns, seed=seed) for turns in range(1, 8) for seed in range(4)):
        mover = view.colour
        if mover is None or mover in found:
            continue
        for square in squares(view.cells[mover]):
            if not view.preview(square).evolution.born >> square & 1:
                continue
            grid, shown = layout(1100), open_picture(board(view, NAMES, pointed=square))
            x, y = grid.centre_of(square)
            left = x - grid.cell // 4
            at = shown.convert("RGB").crop((left, y, left + 1, y + 1)).tobytes()
            assert dist(at, BODIES[mover.other]) < dist(at, BODIES[mover])
            found.add(mover)
            break
    assert found == set(Colour)


def test_the_cell_placed_last_supplies_offers_and_turns_show() -> None:
    view = placing(9)
    base = board(view, NAMES).data
    reds, blacks = view.placed
    other = view._replace(placed=((*reds[:-2], reds[-1], reds[-2]), blacks))
    different = [
        board(other, NAMES).data,
        board(view._replace(offer=Seat(0)), NAMES).data,
        board(view._replace(offer=Seat(1)), NAMES).data,
        board(view._replace(to_move=Seat(0)), NAMES).data,
        board(view._replace(red=Seat(1)), NAMES).data,
    ]
    assert len({base, *different}) == 6
    late = evolving(2)
    assert board(late._replace(occurrences=2), NAMES).data != board(late, NAMES).data


def test_a_film_shows_removal_deaths_births_and_the_remaining_cells() -> None:
    picture = film(evolving(2), NAMES)
    image = Image.open(io.BytesIO(picture.data))
    frames = [frame.convert("RGB").copy() for frame in ImageSequence.Iterator(image)]
    assert picture.suffix == "gif"
    assert image.info["loop"] == 0
    assert len(frames) == 8
    assert all(difference_mask(one, other).getbbox() for one, other in pairwise(frames))
    assert len(picture.data) < 150_000
    assert image.info["duration"] >= 500
    first = film(evolving(0), NAMES)
    assert len(list(ImageSequence.Iterator(Image.open(io.BytesIO(first.data))))) in (3, 4)


@pytest.mark.parametrize("count", [1, 8])
def test_every_candidate_can_be_read(count: int) -> None:
    view = placing(8)
    marks = [Mark(square, str(number)) for number, square in enumerate(squares(view.free)[:count], 1)]
    assert_marks_can_be_read(lambda shown: board(view, NAMES, marks=shown), marks)


@pytest.mark.parametrize("name", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_names_stay_on_their_card(name: str) -> None:
    view = evolving(2)
    box = name_box(lambda names: board(view, names), name)
    if box is not None:
        card = Frame(1100).cards(layout(1100).right + 18, 2)[0]
        assert card.left <= box[0] < box[2] <= card.right
        assert card.top + 130 < box[1] < box[3] < card.top + 206, "neither counts nor signs are touched"


@pytest.mark.parametrize("sight", SIGHT)
@pytest.mark.parametrize("theme", Theme)
def test_colours_keep_apart_from_each_other_and_from_the_board(theme: Theme, sight: str) -> None:
    wood = WOODS[theme]
    living = [BODIES[colour] for colour in Colour]
    dead = [ghost(colour, wood.square) for colour in Colour]
    assert dist(lab(living[0], sight), lab(living[1], sight)) > 20
    for colour in living:
        assert dist(lab(colour, sight), lab(wood.square, sight)) > 30
    for one, other in zip(living, dead, strict=True):
        assert dist(lab(one, sight), lab(other, sight)) > 14


@pytest.mark.parametrize("sight", SIGHT)
@pytest.mark.parametrize("theme", Theme)
def test_signs_of_past_and_coming_events_stand_out_on_a_phone(theme: Theme, sight: str) -> None:
    """Signs on traces of deaths, removals and coming births stand out at one pixel a point."""
    over, coming = worked_example(over=True), evolving(2)
    pointed = next(
        each
        for each in squares(coming.cells[Colour.RED])
        if coming.preview(each).evolution.born & ~(1 << each)
    )
    born = coming.preview(pointed).evolution.born & ~(1 << pointed)
    told = [(board(over, NAMES, theme=theme), [*map(named, ("B1", "D1", "E3", "C4", "D4", "D5"))])]
    told.append((board(coming, NAMES, theme=theme, pointed=pointed), [*squares(born)]))
    for picture, marked in told:
        grid, image = layout(picture.width), open_picture(picture).convert("RGB")
        size = round(grid.cell * phone_scale(picture.width))
        for square in marked:
            x, y = grid.corner(*place_of(square))
            cell = image.crop((x + 6, y + 6, x + grid.cell - 6, y + grid.cell - 6))
            small = cell.resize((size, size), Image.Resampling.BOX)
            clear = sum(
                count
                for count, colour in small.getcolors(size * size) or []
                if contrast(cast("RGB", colour), WOODS[theme].square, sight) >= 3
            )
            assert clear >= 8, square


@pytest.mark.parametrize("sight", SIGHT)
@pytest.mark.parametrize("theme", Theme)
def test_the_cell_placed_last_is_ringed_visibly_on_a_phone(theme: Theme, sight: str) -> None:
    """Pixels for half the length of the ring differ from the cell without a ring."""
    view = placing(9)
    colour = max(Colour, key=lambda each: len(view.placed[each]))
    order = [*view.placed[colour]]
    last, order[-2:] = order[-1], order[:-3:-1]
    placed = tuple(tuple(order) if each is colour else view.placed[each] for each in Colour)
    shown: list[list[RGB]] = []
    for each in (view, view._replace(placed=placed)):
        picture = board(each, NAMES, theme=theme)
        grid, image = layout(picture.width), open_picture(picture).convert("RGB")
        size = round(grid.cell * phone_scale(picture.width))
        x, y = grid.corner_of(last)
        small = image.crop((x, y, x + grid.cell, y + grid.cell)).resize((size, size), Image.Resampling.BOX)
        shown.append([cast("RGB", small.getpixel((a, b))) for a in range(size) for b in range(size)])
    apart = sum(contrast(one, other, sight) >= 2 for one, other in zip(*shown, strict=True))
    assert apart >= 2 * sqrt(len(shown[0]))


@pytest.mark.parametrize("kind", ["dead", "trace", "vacated"])
def test_the_shape_of_a_mark_tells_the_colour_of_its_cell(kind: str) -> None:
    """Red cells are square and black ones are not, whatever is drawn on them."""
    shapes: list[Image.Image] = []
    for colour in Colour:
        if kind == "vacated":
            alpha = removal_mark(60, colour).getchannel("A")
            shapes.append(alpha.point([255 * (level > 127) for level in range(256)]))
        else:
            back = WOODS[Theme.DARK].square
            drawn = (
                cell(60, Theme.DARK, colour, CellState.DEAD, back)
                if kind == "dead"
                else trace(60, Theme.DARK, colour, Sign.STIFLED, back)
            )
            assert drawn.mask is not None
            shapes.append(drawn.mask.convert("L"))
    apart = ImageChops.difference(*shapes).histogram()[255]
    assert apart > 0.1 * max(shape.histogram()[255] for shape in shapes)


@pytest.mark.parametrize("theme", Theme)
def test_palettes_hold_the_games_colours(theme: Theme) -> None:
    assert set(BODIES.values()) <= set(palette(theme).colours)


def test_emojis_are_the_two_colours_and_the_four_signs() -> None:
    assert len(EMOJIS) == 6


def test_cards_count_living_cells_without_the_newly_dead() -> None:
    died = 0
    for view in (GAME.view(state, None) for state in match()):
        scene = scene_of(view)
        assert [living(scene, colour) for colour in Colour] == [own.bit_count() for own in view.cells]
        died += (scene.alone | scene.stifled).bit_count()
    assert died


def test_a_film_counts_cells_as_they_come_and_go() -> None:
    """The cards differ in every scene: removal, turn, deaths, births, and the cells that are left."""
    shown = film(evolving(2), NAMES)
    frames = [each.convert("RGB") for each in ImageSequence.Iterator(Image.open(io.BytesIO(shown.data)))]
    beside = (layout(shown.width).right + 8, 0, shown.width, shown.height)
    seen = [frame.crop(beside).tobytes() for frame in frames]
    assert len(set(seen)) == len(seen) == 8
