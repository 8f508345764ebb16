"""The pictures of Familienbande: reviewed by eye as golden files, and what must hold for each of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from every import (
    HOSTILE,
    assert_emojis,
    assert_same_from_any_thread,
    assert_small_palette_file,
    changed_by_name,
)
from golden import assert_golden, differing, opened
from played import states

from engine.chance import SeededChance
from engine.familienbande.cards import CARDS
from engine.familienbande.model import Trait
from engine.game import Result, Seat
from engine.games import GAMES
from render.album import palette
from render.canvas import Theme
from render.familienbande import EMOJIS, GALLERY, board, hand
from render.kinship import Tree
from render.portraits import HUES
from render.samples.familienbande import sample

GAME = GAMES["familienbande"]
NAMES = ("Ann", "Bob", "Cid", "Dee")


@pytest.mark.parametrize(
    ("name", "theme"),
    [
        ("start", Theme.LIGHT),
        ("four players", Theme.DARK),
        ("late", Theme.LIGHT),
        ("over", Theme.DARK),
        ("targets", Theme.DARK),
        ("hand, lifted", Theme.LIGHT),
    ],
)
def test_golden(name: str, theme: Theme) -> None:
    file = f"familienbande-{name.replace(', ', '-').replace(' ', '-')}-{theme.value}"
    assert_golden(file, GALLERY[name](theme))


@pytest.mark.parametrize("name", ["familienbande_E", "familienbande_14", "familienbande_70"])
def test_golden_emojis(name: str) -> None:
    assert_golden(name, EMOJIS[name]())


@pytest.mark.parametrize("theme", Theme)
@pytest.mark.parametrize("name", GALLERY)
def test_every_sample_is_a_small_palette_file(name: str, theme: Theme) -> None:
    assert_small_palette_file(GALLERY[name](theme))


def played(seats: int) -> tuple[Any, ...]:
    """Every state of a match between greedy and random players."""
    return states("familienbande", GAME.Options(), ("random", "greedy", "random", "greedy")[:seats], seats)


def viewers(seats: int) -> Iterator[Seat | None]:
    yield from (None, *map(Seat, range(seats)))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_whole_matches_can_be_drawn(seats: int) -> None:
    match = played(seats)
    seen = {board(GAME.view(state, None), NAMES, width=400).data for state in (*match[::9], match[-1])}
    assert len(seen) >= 5


@pytest.mark.parametrize("seats", [2, 4])
def test_a_redealt_twin_gives_the_same_bytes(seats: int) -> None:
    state = played(seats)[25]
    for viewer in viewers(seats):
        twin = GAME.redeal(state, viewer, SeededChance(b"\x07" * 32, 0))
        assert GAME.position(twin) != GAME.position(state), "something hidden differs"
        one, other = (GAME.view(each, viewer) for each in (state, twin))
        assert board(one, NAMES).data == board(other, NAMES).data
        if viewer is not None:
            assert hand(one).data == hand(other).data


def test_a_board_shows_no_secret_even_of_its_viewer() -> None:
    """It may be posted where all can see it."""
    view = sample(4, 20, viewer=1, seed=3)
    other = replace(view, hand=(1, 2, 3), family=Trait.HAIR, families=(None, Trait.HAIR, None, None))
    other = replace(other, discarded=(4,))
    assert board(view, NAMES).data == board(other, NAMES).data
    assert hand(view).data != hand(other).data


def test_the_same_view_gives_the_same_bytes_from_any_thread() -> None:
    views = [sample(4, count, viewer=1) for count in (5, 20, 30)] * 4
    assert_same_from_any_thread(lambda view: board(view, NAMES), views)


@pytest.mark.parametrize("width", [320, 500, 1000, 1600])
def test_width_is_what_was_asked_for_and_the_shape_stays(width: int) -> None:
    for seats in (2, 3, 4):
        picture = board(sample(seats, 12), NAMES, width=width)
        assert picture.width == width
        assert 1.2 < picture.height / width < 1.45


def test_only_targets_keep_their_colours() -> None:
    view = sample(4, 17, seed=4)
    tree = Tree(1000)
    chosen = tree.order(view.rows)[1][0].card
    image = opened(board(view, NAMES, card=3, targets=[chosen])).convert("RGB")
    above = image.crop((tree.px(230), 0, 850, tree.bottom))
    left = tree.slot(0, 4) - tree.card[0] // 2 - 8
    kept = (left, tree.row_top(1) - 8, left + tree.card[0] + 16, tree.row_top(1) + 2 * tree.card[1] + 8)
    hues = set(HUES.values())

    def bright(box: tuple[int, int, int, int]) -> int:
        return sum(count for count, colour in image.crop(box).getcolors(1 << 20) or [] if colour in hues)

    whole = sum(count for count, colour in above.getcolors(1 << 20) or [] if colour in hues)
    inside = bright((max(kept[0], tree.px(230)), *kept[1:]))
    assert inside > 0
    assert whole == inside


@pytest.mark.parametrize("theme", Theme)
def test_beside_targets_an_open_row_is_dimmed_and_a_turned_one_has_no_colours(theme: Theme) -> None:
    view = sample(4, 17, seed=4)
    assert [row.turned for row in view.rows[:3]] == [True, False, False]
    tree = Tree(1000)
    chosen = tree.order(view.rows)[2][0].card
    image = opened(board(view, NAMES, theme=theme, card=3, targets=[chosen])).convert("RGB")

    def strong(row: int) -> float:
        """The share of pixels in which one band stands out."""
        x, y = tree.slot(0, len(view.rows[row].people)), tree.row_top(row)
        half = tree.card[0] // 2 - 4
        card = image.crop((x - half, y + 4, x + half, y + tree.card[1] - 4))
        bands = card.tobytes()
        pixels = [bands[at : at + 3] for at in range(0, len(bands), 3)]
        return sum(max(pixel) - min(pixel) > 40 for pixel in pixels) / len(pixels)

    assert strong(0) == 0
    assert strong(1) > 0.1
    assert strong(2) > strong(1)


def test_rows_lose_their_colours_when_turned_over_and_have_them_back_at_the_end() -> None:
    over = sample(4, over=True, seed=5)
    running = replace(over, result=None, asks=None, families=(None,) * 4)
    tree = Tree(1000)
    box = (200, 0, 850, tree.row_top(3) + 2 * tree.card[1])

    def hued(view: Any) -> int:
        image = opened(board(view, NAMES)).convert("RGB").crop(box)
        return sum(count for count, colour in image.getcolors(1 << 20) or [] if colour in HUES.values())

    assert hued(running) == 0
    assert hued(over) > 5000


def test_seat_to_move_hands_and_result_show() -> None:
    view = sample(3, 9)
    turns = {board(replace(view, to_move=Seat(seat), seat=Seat(0)), NAMES).data for seat in range(3)}
    assert len(turns) == 3
    held = board(replace(view, hands=(5, 5, 6)), NAMES).data
    assert held != board(view, NAMES).data
    over = sample(3, over=True)
    assert over.result is not None
    swapped = Result(over.result.ranks[::-1], over.result.scores, over.result.reason)
    assert board(over, NAMES).data != board(replace(over, result=swapped), NAMES).data


@pytest.mark.parametrize("values", [(0,) * 5, (246, 0, 60, 61, 59)])
def test_markers_show_past_sixty_and_beside_the_seats(values: tuple[int, ...]) -> None:
    view = replace(sample(2, 14), markers=values)
    plain = opened(board(replace(view, markers=(1,) * 5), NAMES))
    box = differing(plain, opened(board(view, NAMES)), 0).getbbox()
    assert box is not None
    assert box[1] > Tree(1000).bottom
    assert box[2] < 476


def test_large_losses_stay_in_their_row() -> None:
    over = sample(2, over=True)
    assert over.result is not None
    scores = ((-2016, -63), (12, 0))
    lost = replace(over, result=Result((2, 1), scores, "familienbande.stuck"))
    box = differing(opened(board(over, NAMES)), opened(board(lost, NAMES)), 0).getbbox()
    assert box is not None
    assert box[0] >= 476
    assert box[2] <= 988


@pytest.mark.parametrize("name", HOSTILE, ids=range(len(HOSTILE)))
@pytest.mark.parametrize("over", [False, True])
def test_hostile_names_stay_in_their_row(name: str, over: bool) -> None:
    view = sample(2, 10, over=over)
    box = changed_by_name(lambda names: board(view, names), name)
    if box is not None:
        middle = (Tree(1000).bottom + board(view, NAMES).height) // 2 + 10
        assert Tree(1000).bottom < box[1] < box[3] < middle
        assert box[0] > 480
        assert box[2] < (770 if over else 890)


def test_missing_names_become_seat_numbers() -> None:
    view = sample(3, 5)
    assert board(view, ()).data == board(view, ("#1", "#2", "#3")).data


@pytest.mark.parametrize("theme", Theme)
def test_palettes_hold_every_blend(theme: Theme) -> None:
    colours = palette(theme).colours
    assert len(colours) == len(set(colours)) <= 256
    assert set(HUES.values()) <= set(colours)


@pytest.mark.parametrize("count", [0, 1, 6, 7, 20])
def test_hands_of_every_size(count: int) -> None:
    view = replace(sample(2, viewer=0), hand=tuple(range(1, count + 1)))
    picture = hand(view)
    assert picture.width == 172 + max(1, min(6, count)) * 172
    assert picture.height == 12 + max(1, -(-count // 6)) * 256
    assert (hand(view, highlight=[1]).data != picture.data) == (count > 0)


def test_emojis_are_the_five_traits_and_seventy_portraits() -> None:
    assert_emojis(EMOJIS, 75)
    assert {int(name[14:]) for name in EMOJIS if name[14:].isdigit()} == set(CARDS)
