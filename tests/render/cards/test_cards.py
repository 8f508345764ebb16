"""The cards that belong to no game: ends of matches, and standings."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, pairwise
from operator import sub
from typing import Any

import pytest

from render.cards.end_card import APART, EndCard, Row, _spread, draw_end_card, leads  # pyright: ignore[reportPrivateUsage]
from render.cards.paper import LINES
from render.cards.standings import COLOURS, MOST, Chance, draw_standings
from render.gallery.cards import GALLERY, LEAGUE, TIED
from render.gallery.genesis import GALLERY as GENESIS
from render.kit.canvas import Theme, ink
from tests.render.every import HOSTILE
from tests.render.golden import assert_golden, difference_mask, open_picture
from tests.render.shown import letters_of
from tests.render.sight import contrast

TELEPHONE = 324
"""Width in points at which a small telephone shows a picture."""
HEAVIEST = 60_000


@pytest.mark.parametrize(
    ("name", "theme"),
    [
        ("end, decided by the next value", Theme.LIGHT),
        ("end, five", Theme.DARK),
        ("end, four", Theme.LIGHT),
        ("end, a draw", Theme.DARK),
        ("end, partners", Theme.LIGHT),
        ("end, nobody", Theme.DARK),
        ("record, five", Theme.DARK),
        ("record, five", Theme.LIGHT),
        ("record, one", Theme.DARK),
        ("end, a robot", Theme.DARK),
        ("robots", Theme.LIGHT),
        ("standings, twelve", Theme.DARK),
        ("standings, six", Theme.LIGHT),
        ("podium, three levels", Theme.DARK),
        ("podium, three levels", Theme.LIGHT),
        ("podium, shared", Theme.LIGHT),
        ("podium, many", Theme.DARK),
    ],
)
def test_golden(name: str, theme: Theme) -> None:
    assert_golden(f"card-{name.replace(', ', '-').replace(' ', '-')}-{theme.value}", GALLERY[name](theme))


@pytest.mark.parametrize("theme", Theme)
@pytest.mark.parametrize("name", GALLERY)
def test_a_card_is_light_fits_the_box_and_is_read_on_a_small_telephone(name: str, theme: Theme) -> None:
    picture, letters = letters_of(lambda: GALLERY[name](theme))
    assert open_picture(picture).size == (picture.width, picture.height)
    assert picture.width / picture.height >= 1.5
    assert len(picture.data) < HEAVIEST
    assert {each for each in letters if each.capital * TELEPHONE / picture.width < 7.9} == set()
    assert picture.data == GALLERY[name](theme).data


@pytest.mark.parametrize("theme", Theme)
def test_every_mark_stands_out_on_every_ground_it_lies_on(theme: Theme) -> None:
    own = ink(theme)
    for colour in LINES[theme]:
        assert contrast(colour, own.panel) >= 3
    for chance, colour in COLOURS[theme].items():
        for ground in (own.panel, own.ground, *([own.lit] if chance is Chance.SURE else [])):
            assert contrast(colour, ground) >= 3, chance
    for front in (own.text, own.muted):
        assert contrast(front, own.panel) >= 4.5
    assert contrast(own.accent, own.lit) >= 4.5, "the margin"


@pytest.mark.parametrize("theme", Theme)
def test_a_curve_has_its_players_colour_in_games_that_give_one(theme: Theme) -> None:
    """A colour that the panel swallows has an edge; in other games the curves keep apart by their own."""
    for swallowed in ((18, 20, 26), (252, 250, 244)):
        colours = ((206, 30, 100), swallowed)
        rows = tuple(Row(seat, "", seat + 1, "1", colour=colour) for seat, colour in enumerate(colours))
        plain = EndCard(rows, "+1", {0: (0, 5, 9), 1: (0, 2, 4)})
        course = open_picture(draw_end_card(plain, theme)).convert("RGB").crop((40, 480, 1000, 680))
        counts: list[tuple[int, Any]] = course.getcolors(10**6) or []

        def drawn(colour: tuple[int, int, int], counts: Any = counts) -> int:
            return sum(n for n, other in counts if max(map(abs, map(sub, other, colour))) < 12)

        assert all(drawn(colour) > 500 for colour in colours)
        assert not any(drawn(colour) > 200 for colour in LINES[theme][:2])


def test_curves_that_end_alike_end_apart_in_their_order() -> None:
    for ends in ({0: 100.0, 1: 100.0, 2: 100.0}, {0: 240.0, 1: 250.0, 2: 250.0, 3: 90.0}, {5: 10.0}):
        places = _spread(ends, 90, 250)
        order = sorted(places, key=lambda seat: places[seat])
        assert order == sorted(ends, key=lambda seat: (ends[seat], order.index(seat)))
        assert all(places[b] - places[a] >= APART - 0.01 for a, b in pairwise(order))
        assert max(places.values()) <= 250


def test_the_last_change_of_lead_is_when_somebody_else_comes_to_lead_alone() -> None:
    assert leads({0: (0, 1, 1, 3), 1: (0, 0, 2, 2)}) == (3, 2)
    assert leads({0: (0, 1, 2, 3), 1: (0, 0, 2, 2)}) == (None, 0), "a level score is no change"
    assert leads({}) == (None, 0)


@pytest.mark.parametrize("count", range(1, 9))
def test_any_number_of_sides_and_any_name_can_be_drawn(count: int) -> None:
    names = [*HOSTILE, "", *HOSTILE][:count]
    rows = tuple(Row(seat, name, seat + 1, str(9 - seat)) for seat, name in enumerate(names))
    card = EndCard(rows, "+1", {seat: (0, 9 - seat) for seat in range(count)})
    for each in (card, replace(card, rows=tuple(replace(row, rank=1) for row in rows), curves={})):
        assert draw_end_card(each, Theme.DARK).width == 1100


@pytest.mark.parametrize("theme", Theme)
def test_the_final_board_is_shown_small_beside_the_curve(theme: Theme) -> None:
    """Whatever its shape; the rest of the card stays as it is."""
    board = next(iter(GENESIS.values()))(theme)
    plain, shown = (draw_end_card(each, theme) for each in (TIED, replace(TIED, board=board)))
    assert (plain.width, plain.height) == (shown.width, shown.height)
    before, after = (open_picture(each).convert("RGB") for each in (plain, shown))
    assert (
        difference_mask(before.crop((0, 0, 1100, 452)), after.crop((0, 0, 1100, 452)), 60).getbbox() is None
    )
    assert difference_mask(before.crop((740, 470, 1080, 680)), after.crop((740, 470, 1080, 680))).getbbox()
    assert len(shown.data) < HEAVIEST + len(board.data)


def test_states_are_told_by_shape_as_well_as_by_colour() -> None:
    looks = {
        open_picture(draw_standings([replace(LEAGUE[4], chance=chance)], Theme.DARK)).convert("L").tobytes()
        for chance in Chance
    }
    assert len(looks) == len(Chance)


def test_standings_show_twelve_rows_and_everything_of_them() -> None:
    row = LEAGUE[2]
    changed = [
        replace(row, points=row.points - 1),
        replace(row, most=row.most - 1),
        replace(row, form=row.form[::-1]),
        replace(row, rank=7),
        replace(row, name="Ada"),
    ]
    looks = [draw_standings([LEAGUE[0], each], Theme.DARK).data for each in (row, *changed)]
    assert all(one != other for one, other in combinations(looks, 2))
    assert draw_standings(LEAGUE * 2, Theme.DARK).height == draw_standings(LEAGUE[:MOST], Theme.DARK).height
    assert draw_standings([], Theme.DARK).height > 0


def test_the_number_that_decided_is_boxed() -> None:
    plain = replace(
        TIED,
        rows=tuple(
            replace(row, parts=tuple(replace(part, decided=False) for part in row.parts)) for row in TIED.rows
        ),
    )
    assert draw_end_card(plain, Theme.DARK).data != draw_end_card(TIED, Theme.DARK).data
