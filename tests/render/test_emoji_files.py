"""Emoji files: those that are uploaded must be those that the code draws.

``LONGTABLE_GOLDEN=update`` writes those that are drawn differently: look at every one before committing it.
"""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Iterable

import pytest
from PIL import Image

from render.cards.robots import EMOJIS as ROBOTS
from render.kit.canvas import Picture
from render.kit.emojis import FOLDER, emoji_bytes
from tests.contracts.cases import GAMES, REGISTERED, Contestant
from tests.render.golden import MAX_SHARE, difference_mask, open_picture


def emoji_drawings(games: Iterable[Contestant]) -> dict[str, Callable[[], Picture]]:
    return {name: draw for game in games for name, draw in game.emojis.items()}


DRAWINGS = {**emoji_drawings(REGISTERED), **ROBOTS}
UPDATE = os.environ.get("LONGTABLE_GOLDEN") == "update"


def differing_pixels(one: Image.Image, other: Image.Image) -> int:
    """Return the number of pixels that differ visibly on a black or a white ground, whichever is more."""
    if one.size != other.size:
        return one.width * one.height
    grounds = [Image.new("RGBA", one.size, colour) for colour in ("black", "white")]
    shown = [
        [Image.alpha_composite(ground, each.convert("RGBA")) for each in (one, other)] for ground in grounds
    ]
    return max(difference_mask(one, other).histogram()[255] for one, other in shown)


@pytest.mark.parametrize("name", DRAWINGS)
def test_each_emoji_file_is_what_the_code_draws(name: str) -> None:
    drawn, file = DRAWINGS[name](), FOLDER / f"{name}.png"
    most = MAX_SHARE * drawn.width * drawn.height
    same = (
        file.exists()
        and differing_pixels(open_picture(drawn), Image.open(io.BytesIO(file.read_bytes()))) <= most
    )
    if UPDATE and not same:
        FOLDER.mkdir(exist_ok=True)
        file.write_bytes(drawn.data)
        return
    assert same, f"{name} is drawn differently: look at it, then LONGTABLE_GOLDEN=update"


def test_every_emoji_file_belongs_to_a_drawing() -> None:
    surplus = [file for file in FOLDER.glob("*") if file.stem not in DRAWINGS]
    if UPDATE:
        for file in surplus:
            file.unlink()
        return
    assert surplus == []


def test_a_game_may_have_no_emojis() -> None:
    assert [game for game in GAMES if not emoji_drawings([game])]


def test_emoji_bytes_come_from_the_file_or_else_from_the_drawing() -> None:
    name, draw = next(iter(DRAWINGS.items()))
    other = next(reversed(DRAWINGS.values()))
    assert emoji_bytes(name, other) == (FOLDER / f"{name}.png").read_bytes() != other().data
    assert emoji_bytes("game_new", draw) == draw().data
