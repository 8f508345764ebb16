"""Pictures are drawn once, and nobody gets what was drawn of another one's view."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from cogs.genesia.hands import hand_drawing
from cogs.genial.face import FACE
from cogs.services.picture_cache import PictureCache
from engine.chance import SeededChance
from engine.game import Seat
from engine.genial import GENIAL
from engine.genial.model import View
from render.gallery.genesia import sample
from render.genial.pictures import board, rack
from render.kit.canvas import Picture, Theme
from render.kit.memory import Memory
from tests.cogs.genial.test_genial_face import context


def views() -> list[View]:
    state = GENIAL.setup(GENIAL.Options(), 2, SeededChance(bytes(32), 0))
    return [GENIAL.view(state, Seat(seat)) for seat in range(2)]


def test_equal_views_are_one_picture() -> None:
    drawn = PictureCache()
    (mine, other), (again, _) = views(), views()
    draw = partial(board, mine, ("Ada", "Basile"), theme=Theme.DARK)
    picture = drawn.keep(draw, draw())
    assert drawn.get(partial(board, again, ("Ada", "Basile"), theme=Theme.DARK)) is picture
    for differs in (
        partial(board, other, ("Ada", "Basile"), theme=Theme.DARK),
        partial(board, mine, ("Ada", "Chloé"), theme=Theme.DARK),
        partial(board, mine, ("Ada", "Basile"), theme=Theme.LIGHT),
        partial(rack, mine.rack, theme=Theme.DARK),
    ):
        assert drawn.get(differs) is None


def test_what_cannot_be_told_apart_is_not_kept() -> None:
    def one() -> Picture:
        return Picture(b"1", 1, 1)

    def of(given: Any) -> Picture:
        return Picture(bytes(given), 1, 1)

    drawn = PictureCache()
    for draw in (one, partial(of, [1])):
        assert drawn.keep(draw, draw()).data
        assert drawn.get(draw) is None


def test_only_so_many_bytes_are_kept() -> None:
    def of(number: int) -> Picture:
        return Picture(bytes(100_000), number, 1)

    drawn = PictureCache(Memory(250_000))
    draws = [partial(of, number) for number in range(4)]
    for draw in draws:
        drawn.keep(draw, draw())
    assert [drawn.get(draw) is not None for draw in draws] == [False, False, True, True]


def test_a_hand_of_genesia_is_one_picture_whatever_happens_on_the_map() -> None:
    """What a picture does not show is none of its arguments; what it shows is."""
    view = replace(sample(4, 2), hands=((34, 39, 61), (), (), ()), coins=(9, 9, 9, 9))
    reader, kept = context(), PictureCache()

    def drawing(**changes: Any) -> Callable[[], Picture]:
        found = hand_drawing(reader, replace(view, **changes))
        assert found is not None
        return found.draw

    picture = kept.keep(drawing(), drawing()())
    assert kept.get(drawing(clans=view.clans[::-1], coins=(9, 0, 0, 0), age=3)) is picture
    for changes in ({"hands": ((34, 39), (), (), ())}, {"coins": (0, 9, 9, 9)}):
        assert kept.get(drawing(**changes)) is None


def test_a_panel_asked_for_again_is_drawn_once() -> None:
    """All arguments of a panel's picture can be compared."""
    drawn = PictureCache()
    state = GENIAL.setup(GENIAL.Options(), 2, SeededChance(bytes(32), 0))
    seat = state.to_move
    view = GENIAL.view(state, seat)
    for path in ((), (str(view.rack[0]),)):
        first = FACE.menu(context(), view, GENIAL.moves(state, seat), path, 0).drawing
        again = FACE.menu(context(), GENIAL.view(state, seat), GENIAL.moves(state, seat), path, 0).drawing
        assert first is not None
        assert again is not None
        picture = drawn.keep(first.draw, first.draw())
        assert drawn.get(again.draw) is picture
