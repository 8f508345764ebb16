"""Tests of the cards beside a board: frame, name and rank."""

from __future__ import annotations

from itertools import pairwise

import pytest

from engine.game import Seat
from render.kit.beside import Box, Frame, begin_card, write_name, write_rank
from render.kit.box import BOX, phone_scale
from render.kit.canvas import Palette, Sheet, Theme, ink
from tests.render.golden import difference_mask
from tests.render.shown import MIN_CAPITAL

PAINT = ink(Theme.DARK)
PALETTE = Palette(
    [(PAINT.ground, each, 4) for each in (PAINT.panel, PAINT.lit, PAINT.text, PAINT.accent, PAINT.muted)]
)


@pytest.mark.parametrize("width", [320, 600, 1100, 1650])
@pytest.mark.parametrize("count", [2, 3, 4, 8])
def test_cards_share_a_column_and_a_frame_has_the_shape_of_the_box(width: int, count: int) -> None:
    frame = Frame(width)
    assert frame.width / frame.height == pytest.approx(BOX[0] / BOX[1], rel=0.01)
    cards = frame.cards(width // 2, count)
    assert len(cards) == count
    assert {card.left for card in cards} == {width // 2}
    assert all(card.right < width for card in cards)
    assert all(upper.top + upper.height < lower.top for upper, lower in pairwise(cards))
    assert 0 < cards[0].top < cards[-1].top + cards[-1].height < frame.height


@pytest.mark.parametrize("width", [600, 660, 770, 1100, 1650])
def test_letters_of_a_frame_can_be_read_on_a_phone(width: int) -> None:
    assert round(Frame(width).letter_size * 0.729) * phone_scale(width) >= MIN_CAPITAL


def drawn(frame: Frame, box: Box, name: str) -> Sheet:
    sheet = Sheet.blank(frame.width, frame.height, PALETTE, PAINT.ground)
    card = begin_card(sheet, frame, box, 0, (), None, Theme.DARK)
    assert (card.is_active, card.rank) == (False, None)
    write_name(sheet, (name,), 0, box.left + 9, box.middle, box.width - 18, 36, PAINT.text, card.back)
    return sheet


def test_several_seats_may_be_to_move() -> None:
    frame = Frame(1100)
    sheet = Sheet.blank(frame.width, frame.height, PALETTE, PAINT.ground)
    cards = [
        begin_card(sheet, frame, box, seat, (Seat(1), Seat(4)), None, Theme.DARK)
        for seat, box in enumerate(frame.cards(700, 5))
    ]
    assert [seat for seat, card in enumerate(cards) if card.is_active] == [1, 4]


def test_a_name_is_shortened_to_its_room_and_a_rank_is_centred() -> None:
    frame = Frame(1100)
    box = frame.cards(800, 2)[0]
    none, long = drawn(frame, box, "#1"), drawn(frame, box, "W" * 90)
    assert difference_mask(none.image, drawn(frame, box, "").image).getbbox() is None, (
        "the seat's number instead"
    )
    left, _, right, _ = difference_mask(none.image, long.image).getbbox() or (0, 0, 0, 0)
    assert box.left < left < right <= box.right - 9
    ranked = none.copy()
    write_rank(ranked, 1, 500, 300, 60, Theme.DARK)
    assert difference_mask(none.image, ranked.image, 0).getbbox() == (473, 273, 527, 327), "without its rim"
