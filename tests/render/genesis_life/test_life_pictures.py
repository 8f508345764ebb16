"""The pictures of Genesis (Brassinne): golden files that somebody approved, and rules for each picture."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import dist, sqrt
from typing import Any, cast

import pytest
from PIL import Image, ImageChops

from engine.chance import SeededChance
from engine.game import Seat, Stage
from engine.games import GAMES
from engine.genesis_life.board import named, place_of, squares
from engine.genesis_life.model import Colour, Remove
from render.gallery.genesis_life import GALLERY, evolving, placing, worked_example
from render.genesis_life.material import (
    BODIES,
    DARK,
    PAPER,
    WOODS,
    CellState,
    Sign,
    cell,
    ghost,
    palette,
    removal_mark,
    trace,
)
from render.genesis_life.pictures import DIES, EMOJIS, Mark, board, layout, scene_of
from render.genesis_life.pictures import _change as change
from render.genesis_life.pictures import _living_count as living
from render.genesis_life.pictures import _tally as tally
from render.kit.beside import Frame
from render.kit.box import phone_scale
from render.kit.canvas import RGB, Theme, ink
from render.kit.marks import BEST, CASING, gold
from render.kit.marks import PAPER as MARK_PAPER
from tests.render.every import (
    HOSTILE,
    assert_marks_can_be_read,
    name_box,
)
from tests.render.golden import assert_golden, open_picture
from tests.render.played import states
from tests.render.sight import SIGHT, contrast, lab, stands_out

NAMES = ("Ann", "Bob")
GAME = GAMES["genesis_life"]


def match() -> tuple[Any, ...]:
    """Return every state of a match between random players."""
    return states("genesis_life", GAME.Options(), ("random", "random"), 3)


def moves_with(*counts: int, over: bool = False) -> Iterator[tuple[Any, Sequence[Stage]]]:
    """Yield a greedy match's removals that have so many stages: the state before, and the stages.

    With `over` it is the one that ends the match.
    """
    played = states("genesis_life", GAME.Options(), ("steady", "steady"), 1)
    for before, after in pairwise(played):
        if before.history:
            move = Remove(after.removals[-1])
            stages = GAME.stages(before, before.to_move, move, SeededChance(b"none", 0))
            if len(stages) in counts and (after.result is not None) is over:
                yield before, stages


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
        ("deaths", Theme.DARK),
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


def test_a_whole_match_can_be_drawn() -> None:
    played = match()
    stills = [board(GAME.view(state, Seat(0)), NAMES, width=400) for state in played]
    assert len({still.data for still in stills}) == len(played)


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
        "red died": square_of(one, "B1"),
        "black died": square_of(one, "D1"),
        "born": square_of(one, "D2"),
        "removed": square_of(two, "D5"),
        "centre": square_of(one, "E5"),
    }
    assert len(set(looks.values())) == len(looks)
    assert square_of(one, "D2") == square_of(one, "C2"), "the same everywhere"
    assert square_of(one, "B1") == square_of(one, "C4"), "whether alone or stifled"


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
        assert counts[DIES] == preview.dead[colour]
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


def test_the_stages_of_a_removal_show_it_then_the_deaths_and_then_the_births() -> None:
    """Each board marks what has just happened, and the cards count the cells as they come and go."""
    seen = 0
    for before, stages in moves_with(3):
        removed, died, born = (GAME.view(stage.state, None) for stage in stages)
        scenes = [scene_of(view) for view in (removed, died, born)]
        square = removed.removals[-1]
        mover = Colour(before.to_move != before.red)
        assert (scenes[0].removed, scenes[0].alone, scenes[0].born) == ((square, mover), 0, 0)
        assert (removed.to_move, died.to_move) == (before.to_move, born.to_move)
        assert scenes[1].alone | scenes[1].stifled
        assert (scenes[1].born, scenes[1].earlier) == (0, None)
        assert scenes[1].alone | scenes[1].stifled == scenes[2].alone | scenes[2].stifled
        assert scenes[2].born == born.cells[mover.other] & ~died.cells[mover.other] != 0
        counts = [[living(scene, colour) for colour in Colour] for scene in scenes]
        assert counts == [[own.bit_count() for own in view.cells] for view in (removed, died, born)]
        boards = [board(view, NAMES, width=400).data for view in (removed, died, born)]
        assert len(set(boards)) == 3
        seen += 1
    assert seen > 3


def test_the_end_is_shown_after_what_led_to_it() -> None:
    ((_, stages),) = moves_with(2, 3, over=True)
    last = [GAME.view(stage.state, None) for stage in stages]
    assert [view.result is not None for view in last] == [False] * (len(last) - 1) + [True]
    assert last[-2].is_between
    assert board(last[-2], NAMES, width=400).data != board(last[-1], NAMES, width=400).data


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
        assert card.top < box[1] < box[3] < card.top + 72, "neither counts nor signs are touched"


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
def test_marks_stand_out_on_all_that_they_lie_on(theme: Theme) -> None:
    """Lines, candidates' numbers, the bar of the turn, and the letters of a card."""
    wood, paint = WOODS[theme], ink(theme)
    dead = [ghost(colour, back) for colour in Colour for back in (wood.square, wood.centre)]
    for bright in (gold(Theme.DARK), PAPER):
        assert stands_out((CASING, bright), [wood.plate, wood.square, wood.centre, *BODIES.values()]) >= 3
        assert bright in palette(theme).colours
    assert min(contrast(DARK, each) for each in dead) >= 3, "a cross"
    assert min(contrast(PAPER, each) for each in BODIES.values()) >= 3, "a plus"
    assert min(contrast(paint.accent, back) for back in (paint.lit, paint.panel)) >= 3
    assert min(contrast(paint.text, back) for back in (paint.lit, paint.panel)) >= 4.5


def test_a_card_says_how_many_cells_there_were_and_are() -> None:
    """While placing, the cells that are left stand there; in a preview, now and after the next turn."""
    view = worked_example()
    counts = [own.bit_count() for own in view.cells]
    assert [change(view, scene_of(view), colour) for colour in Colour] == [
        (view.turn(-1).before[colour].bit_count(), counts[colour]) for colour in Colour
    ]
    coming = scene_of(view, named("D5"))
    left = [change(view, coming, colour) for colour in Colour]
    assert left == [(counts[0], counts[0] - 2), (counts[1], counts[1] - 1)]
    assert change(placing(9), scene_of(placing(9)), Colour.RED) is None


def test_what_happened_in_the_turn_before_has_dashes_and_the_last_move_is_gold() -> None:
    view = evolving(4)
    scene, grid = scene_of(view), layout(1100)
    assert scene.earlier is not None
    assert scene.removed is not None
    seen = open_picture(board(view, NAMES)).convert("RGB")

    def around(square: int) -> set[object]:
        x, y = grid.corner_of(square)
        edge = seen.crop((x - 4, y + 20, x + 6, y + grid.cell - 20))
        return {colour for _, colour in edge.getcolors(5000) or ()}

    assert gold(Theme.DARK) in around(scene.removed[0])
    lying = scene.cells[0] | scene.cells[1]
    for square in squares(scene.earlier.born & lying):
        assert {MARK_PAPER, CASING} <= around(square)


def test_the_best_candidate_is_gold_and_the_rest_of_the_board_dimmed() -> None:
    view, grid = placing(8), layout(1100)
    free = [each for each in squares(view.free) if place_of(each)[1] in (0, 8)]
    marks = [Mark(free[0], "1"), Mark(free[-1], "2")]
    seen = open_picture(board(view, NAMES, marks=marks, best="2")).convert("RGB")
    x, y = grid.centre_of(free[-1])
    assert BEST in {colour for _, colour in seen.crop((x - 30, y - 30, x + 30, y + 30)).getcolors(5000) or ()}
    plain = open_picture(board(view, NAMES)).convert("RGB")
    x, y = grid.corner_of(free[1])
    one, other = (sum(cast("RGB", each.getpixel((x + 20, y + 20)))) for each in (plain, seen))
    assert other < one


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
