"""The pictures of Familienbande: golden files that somebody approved, and rules for each picture."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest
from PIL import Image, ImageChops

from engine.familienbande.cards import CARDS
from engine.familienbande.model import Trait
from engine.game import Result, Seat
from engine.games import GAMES
from render.familienbande.layout import CARD_WIDE, SEATS_TOP, Tree, seat_pitch
from render.familienbande.material import SEPIA, SIGN, CardStyle, _card, card, palette
from render.familienbande.pictures import EMOJIS, HAND_GAP, HAND_LIFT, HAND_SIGN, board, choice, hand
from render.familienbande.pictures import _grid as grid
from render.familienbande.portraits import BODY, HUES, LENS, SKINS, WALLS
from render.gallery.familienbande import GALLERY, sample
from render.kit.canvas import Theme, ink
from render.kit.fresh import Fresh
from render.kit.marks import CASING, PAPER, gold
from render.kit.memory import cache_of
from tests.render.every import (
    HOSTILE,
    name_box,
)
from tests.render.golden import assert_golden, difference_mask, open_picture
from tests.render.played import states
from tests.render.shown import letters_of
from tests.render.sight import contrast, stands_out

GAME = GAMES["familienbande"]
NAMES = ("Ann", "Bob", "Cid", "Dee")
TREE = Tree(1100)


@pytest.mark.parametrize(
    ("name", "theme"),
    [
        ("start", Theme.LIGHT),
        ("four players", Theme.DARK),
        ("late", Theme.LIGHT),
        ("over", Theme.DARK),
        ("targets", Theme.DARK),
        ("hand, lifted", Theme.LIGHT),
        ("hand, many", Theme.DARK),
    ],
)
def test_golden(name: str, theme: Theme) -> None:
    file = f"familienbande-{name.replace(', ', '-').replace(' ', '-')}-{theme.value}"
    assert_golden(file, GALLERY[name](theme))


@pytest.mark.parametrize("name", ["familienbande_E", "familienbande_14", "familienbande_70"])
def test_golden_emojis(name: str) -> None:
    assert_golden(name, EMOJIS[name]())


def played(seats: int) -> tuple[Any, ...]:
    """Return every state of a match between greedy and random players."""
    return states("familienbande", GAME.Options(), ("random", "steady", "random", "steady")[:seats], seats)


def viewers(seats: int) -> Iterator[Seat | None]:
    yield from (None, *map(Seat, range(seats)))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_whole_matches_can_be_drawn(seats: int) -> None:
    match = played(seats)
    seen = {board(GAME.view(state, None), NAMES, width=400).data for state in (*match[::9], match[-1])}
    assert len(seen) >= 5


def test_a_board_shows_no_secret_even_of_its_viewer() -> None:
    """The board may be posted where everybody can see it."""
    view = sample(4, 20, viewer=1, seed=3)
    other = replace(view, hand=(1, 2, 3), family=Trait.HAIR, families=(None, Trait.HAIR, None, None))
    other = replace(other, own_discards=(4,))
    assert board(view, NAMES).data == board(other, NAMES).data
    assert hand(view).data != hand(other).data


@pytest.mark.parametrize("width", [320, 550, 1000, 1650])
def test_a_picture_has_the_requested_width_and_a_fixed_shape(width: int) -> None:
    for seats in (2, 3, 4):
        picture = board(sample(seats, 12), NAMES, width=width)
        assert picture.width == width
        assert picture.height == round(width * 7 / 11)


def card_box(view: Any, row: int, index: int, spouse: bool = False) -> tuple[int, int, int, int]:
    """Return the box of a card of the tree, inside its rim."""
    tree = Tree.of(view, 1100)
    x = tree.slot(row, index) + tree.beside * spouse
    (wide, tall), y = tree.card(row), tree.row_top(row)
    return x - wide // 2, y + 5, x + wide // 2, y + tall - 3


def hued(image: Image.Image) -> int:
    """Return the number of pixels that have exactly a trait's colour."""
    return sum(count for count, colour in image.getcolors(1 << 20) or [] if colour in HUES.values())


def test_only_targets_keep_their_colours() -> None:
    view = sample(4, 17, seed=4)
    row, member = 1, TREE.order(view.rows)[1][0]
    index = TREE.places(view.rows)[1][0]
    assert member.spouse is not None
    image = open_picture(board(view, NAMES, card=3, targets=[member.card])).convert("RGB")
    tree = image.crop((0, 0, 560, TREE.height))
    inside = sum(hued(image.crop(card_box(view, row, index, spouse))) for spouse in (False, True))
    assert inside > 500
    assert hued(tree) == inside
    assert hued(image.crop((920, 270, 1100, 410))) > 500, "the card that is played stands beside the tree"


@pytest.mark.parametrize("theme", Theme)
def test_beside_targets_an_open_row_is_dimmed_and_a_turned_one_has_no_colours(theme: Theme) -> None:
    view = sample(4, 17, seed=4)
    assert [row.is_turned for row in view.rows[:3]] == [True, False, False]
    chosen = TREE.order(view.rows)[2][0].card
    places = TREE.places(view.rows)
    image = open_picture(board(view, NAMES, theme=theme, card=3, targets=[chosen])).convert("RGB")

    def strong(row: int) -> float:
        """Return the share of pixels of the row's first card in which one band stands out."""
        bands = image.crop(card_box(view, row, places[row][0])).tobytes()
        pixels = [bands[at : at + 3] for at in range(0, len(bands), 3)]
        return sum(max(pixel) - min(pixel) > 40 for pixel in pixels) / len(pixels)

    assert strong(0) == 0
    assert strong(1) > 0.05
    assert strong(2) > strong(1)


def test_a_candidates_number_is_larger_than_the_others() -> None:
    """The candidate's number is 31 pixels high at a width of 1,100, that of other cards 28."""
    view = sample(4, 17, seed=4)
    chosen, *others = (person.card for row in view.rows[1:] for person in row.people if person.card > 9)
    _, written = letters_of(lambda: board(view, NAMES, card=3, targets=[chosen]))
    heights = {each.text: each.capital for each in written}
    assert heights[f"{chosen}"] >= 31
    assert {heights[f"{card}"] for card in others} == {28}


def test_men_and_women_differ_in_their_outline() -> None:
    """Outlines differ also on cards whose number leaves no room for the gender's sign, and without colour."""
    pictures = [
        card(number, (80, 115), 36, Theme.DARK, CardStyle.PLAIN, Fresh.OLD, None) for number in (1, 36)
    ]
    man, woman = (sprite.mask for sprite in pictures)
    assert man
    assert woman
    assert CARDS[1].traits == CARDS[36].traits
    missing = ImageChops.subtract(man.convert("L"), woman.convert("L")).histogram()[255]
    assert missing > 100


def test_rows_lose_their_colours_when_turned_over_and_have_them_back_at_the_end() -> None:
    over = sample(4, over=True, seed=5)
    running = replace(over, result=None, asks=None, families=(None,) * 4)
    box = (0, 0, 560, TREE.row_top(4) - 30)
    there, again = (
        hued(open_picture(board(view, NAMES)).convert("RGB").crop(box)) for view in (running, over)
    )
    assert there == 0
    assert again > 5000


def test_seat_to_move_hands_and_result_show() -> None:
    view = sample(3, 9)
    turns = {board(replace(view, to_move=Seat(seat), seat=Seat(0)), NAMES).data for seat in range(3)}
    assert len(turns) == 3
    held = board(replace(view, hand_sizes=(5, 5, 6)), NAMES).data
    assert held != board(view, NAMES).data
    over = sample(3, over=True)
    assert over.result is not None
    swapped = Result(over.result.ranks[::-1], over.result.scores, over.result.reason)
    assert board(over, NAMES).data != board(replace(over, result=swapped), NAMES).data


@pytest.mark.parametrize("values", [(0,) * 5, (246, 100, 60, 61, 59)])
def test_markers_show_past_sixty_and_each_in_its_column(values: tuple[int, ...]) -> None:
    """Gains stand in a line of their own below the values, which is not compared here."""
    view = replace(sample(2, 14), markers=(1,) * 5)
    plain = open_picture(board(view, NAMES))
    for trait, value in enumerate(values):
        changed = replace(view, markers=tuple(value if each == trait else 1 for each in Trait))
        left, top, right, bottom = difference_mask(plain, open_picture(board(changed, NAMES)), 0).crop(
            (0, 0, 1100, 51)
        ).getbbox() or (0, 0, 0, 0)
        assert 566 + 106 * trait <= left < right <= 566 + 106 * (trait + 1), trait
        assert 8 < top < bottom < 51, "the bars below compare them all"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_seats_stand_right_of_the_tree_and_below_the_markers(seats: int) -> None:
    view = sample(seats, 8)
    whole = open_picture(board(view, NAMES))
    for seat in range(seats):
        hands = tuple(60 if each == seat else held for each, held in enumerate(view.hand_sizes))
        box = difference_mask(whole, open_picture(board(replace(view, hand_sizes=hands), NAMES)), 0).getbbox()
        assert box is not None
        assert 746 < box[0] < box[2] <= 1094
        assert SEATS_TOP <= box[1] < box[3] <= Tree.of(view, 1100).row_top(2) - 26


def test_large_losses_stay_in_their_row() -> None:
    over = sample(2, over=True)
    assert over.result is not None
    scores = ((-2016, -63), (12, 0))
    lost = replace(over, result=Result((2, 1), scores, "familienbande.stuck"))
    box = difference_mask(open_picture(board(over, NAMES)), open_picture(board(lost, NAMES)), 0).getbbox()
    assert box is not None
    assert box[0] >= 746
    assert box[2] <= 1094


@pytest.mark.parametrize("name", HOSTILE, ids=range(len(HOSTILE)))
@pytest.mark.parametrize("over", [False, True])
def test_hostile_names_stay_in_their_row(name: str, over: bool) -> None:
    view = sample(2, 10, over=over)
    box = name_box(lambda names: board(view, names), name)
    if box is not None:
        assert SEATS_TOP <= box[1] < box[3] <= SEATS_TOP + seat_pitch(2)
        assert box[0] > 800
        assert box[2] < (994 if over else 1016)


def test_missing_names_become_seat_numbers() -> None:
    view = sample(3, 5)
    assert board(view, ()).data == board(view, ("#1", "#2", "#3")).data


def test_a_part_of_the_tree_has_only_the_cards_that_are_seen_there() -> None:
    view = sample(4, 30, viewer=0, seed=7)
    member = view.rows[4].people[0].card if view.rows[4].people else view.rows[3].people[0].card
    asked = next(number for number in CARDS if all(number != each.card for each in view.placed))
    cache_of(_card).clear()
    board(view, NAMES, card=asked, targets=(member,))
    whole = len(cache_of(_card))
    cache_of(_card).clear()
    choice(view, NAMES, asked, (member,))
    assert 0 < len(cache_of(_card)) < whole / 2


@pytest.mark.parametrize("theme", Theme)
def test_palettes_hold_every_blend(theme: Theme) -> None:
    colours = palette(theme).colours
    assert len(colours) == len(set(colours)) <= 256
    assert set(HUES.values()) <= set(colours)


@pytest.mark.parametrize("count", [0, 1, 3, 4, 5, 6, 7, 8, 9, 10, 15, 20, 40, 67])
def test_hands_of_every_size_fit_into_the_box(count: int) -> None:
    """A hand is at most 1,100 by 700 pixels, nothing is cut off, and no card hides another."""
    view = replace(sample(2, viewer=0), hand=tuple(range(1, count + 1)))
    picture, written = letters_of(lambda: hand(view))
    assert picture.width <= 1100
    assert picture.height <= 700
    assert picture.width / picture.height >= 11 / 7 * 0.97
    assert {each.text for each in written if each.text.isdigit()} == {str(each) for each in view.hand}
    assert (hand(view, highlight=[1]).data != picture.data) == (count > 0)
    whole = open_picture(picture)
    changed = [
        difference_mask(
            whole,
            open_picture(hand(replace(view, hand=(*view.hand[:index], 70, *view.hand[index + 1 :])))),
            0,
        )
        for index in {0, count // 2, count - 1} & set(range(count))
    ]
    for one, other in combinations(changed, 2):
        assert ImageChops.darker(one, other).getbbox() is None
    for each in changed:
        left, top, right, bottom = each.getbbox() or (0, 0, 0, 0)
        assert 0 < left < right < picture.width
        assert 0 < top < bottom < picture.height


@pytest.mark.parametrize("count", range(1, 7))
def test_up_to_six_cards_stand_in_one_row_and_the_sign_is_large(count: int) -> None:
    columns, wide, tall = grid(count)
    assert columns == count
    view = replace(sample(2, viewer=0), hand=tuple(range(1, count + 1)))
    assert hand(view).height == tall + HAND_LIFT + 2 * HAND_GAP
    assert wide >= 140
    assert HAND_SIGN == 120


def test_a_page_of_a_large_hand_has_its_cards_alone() -> None:
    view = replace(sample(2, viewer=0), hand=tuple(range(1, 41)))
    _, written = letters_of(lambda: hand(view, shown=view.hand[20:40]))
    assert {each.text for each in written if each.text.isdigit()} == {str(card) for card in range(21, 41)}


def test_past_generations_are_low_and_the_youngest_get_the_room() -> None:
    """A tab is 70 % as high as a card. Seats, stock and rows keep clear of each other."""
    for seats in (2, 3, 4):
        open_ = Tree(1100, seats=seats)
        for turned in ((True,), (True, True), (True, True, True)):
            tree = Tree(1100, (*turned, *[False] * (5 - len(turned))), seats)
            highs = [tree.card(row)[1] for row in range(5)]
            assert highs[: len(turned)] == [80] * len(turned)
            assert round(115 * 0.7) == highs[0] + 1 or highs[0] == 80
            assert all(high >= open_.card(4)[1] for high in highs[len(turned) :] if high > 115)
            ends = [tree.row_top(row) + highs[row] for row in range(5)]
            assert all(tree.row_top(row + 1) - ends[row] >= 26 for row in range(4))
            assert ends[-1] <= 700 - 5
            assert tree.row_top(2) - 26 >= SEATS_TOP + seat_pitch(seats) * seats
        two = Tree(1100, (True, True, False, False, False), seats)
        assert two.card(4)[1] > 115 + 4


def test_a_tab_has_number_and_traits_but_no_face() -> None:
    tab, whole = (
        card(1, (CARD_WIDE, high), 36, Theme.DARK, CardStyle.PLAIN, Fresh.OLD, None) for high in (80, 139)
    )
    skins = [
        sum(count for count, colour in each.image.convert("RGB").getcolors(1 << 16) or () if colour in SKINS)
        for each in (tab, whole)
    ]
    assert skins[0] < 20 < 400 < skins[1]


def test_traits_are_eight_points_wide_on_a_small_telephone() -> None:
    """Ears, noses, lips, glasses and hair are as wide as a third of a card."""
    third = (CARD_WIDE * (1 - 2 * 0.014)) / 3
    assert 2 * SIGN * third >= 26.5
    assert 2 * SIGN * third * 324 / 1100 >= 7.9


@pytest.mark.parametrize("theme", Theme)
def test_marks_stand_out_on_cards_and_on_the_ground(theme: Theme) -> None:
    paint = ink(theme)
    grounds = [paint.ground, BODY, *WALLS.values(), *SKINS, *HUES.values()]
    for bright in (gold(Theme.DARK), PAPER):
        assert stands_out((CASING, bright), grounds) >= 3
        assert bright in palette(theme).colours
    assert contrast(LENS, BODY) >= 4.5, "a card's number"
    assert min(contrast(paint.accent, back) for back in (paint.lit, paint.panel)) >= 3
    assert min(contrast(paint.text, back) for back in (paint.lit, paint.panel)) >= 4.5
    assert contrast(*SEPIA[theme]) >= 4.5, "a tab's number"


def test_emojis_are_the_five_traits_and_seventy_portraits() -> None:
    assert len(EMOJIS) == 75
    assert {int(name[14:]) for name in EMOJIS if name[14:].isdigit()} == set(CARDS)
