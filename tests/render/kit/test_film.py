"""Films: each frame comes out as it went in, and only changed pixels are stored."""

from __future__ import annotations

import io
from collections.abc import Sequence
from random import Random

from PIL import Image, ImageChops, ImageDraw, ImageSequence

from render.kit.canvas import Picture, png
from render.kit.film import MAX_FRAMES, MAX_WEIGHT, film, reel

COLOURS = [0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0, 255]


def board(at: int, size: tuple[int, int] = (120, 80), palette: list[int] = COLOURS) -> Image.Image:
    image = Image.new("P", size, 0)
    image.putpalette(palette)
    ImageDraw.Draw(image).rectangle((at, at, at + 9, at + 9), 1 + at % 3)
    return image


def frames(picture: Picture) -> list[Image.Image]:
    image = Image.open(io.BytesIO(picture.data))
    assert image.info["loop"] == 0
    return [each.convert("RGB").copy() for each in ImageSequence.Iterator(image)]


def same(one: Image.Image, other: Image.Image) -> bool:
    return ImageChops.difference(one.convert("RGB"), other.convert("RGB")).getbbox() is None


def test_every_frame_comes_out_as_it_went_in() -> None:
    boards = [board(at) for at in (0, 5, 7, 30)]
    every = [*boards, board(40, palette=[9, 9, 9, *COLOURS[3:]]), boards[0]]
    shown = film(every, [500] * len(every))
    assert shown.suffix == "gif"
    assert (shown.width, shown.height) == (120, 80)
    assert all(same(one, other) for one, other in zip(frames(shown), every, strict=True))


def test_a_picture_with_every_colour_is_filmed_too() -> None:
    full = Image.linear_gradient("L").convert("P")
    other = full.copy()
    other.paste(7, (10, 10, 20, 20))
    assert all(
        same(one, two)
        for one, two in zip(frames(film([full, other], [500, 500])), (full, other), strict=True)
    )


def test_unchanged_pixels_cost_next_to_nothing() -> None:
    alone = len(film([board(0, (600, 400))], [500]).data)
    assert len(film([board(at, (600, 400)) for at in range(20)], [500] * 20).data) < alone + 20 * 120


def test_equal_pictures_are_one_frame_and_the_oldest_of_too_many_are_left_out() -> None:
    def drawn(at: int) -> Picture:
        return png(board(at))

    assert len(frames(reel([lambda at=at: drawn(at) for at in (1, 1, 2, 2, 1)]))) == 3
    many = frames(reel([lambda at=at: drawn(at) for at in range(MAX_FRAMES + 5)]))
    assert len(many) == MAX_FRAMES
    assert same(many[-1], board(MAX_FRAMES + 4))


def times(picture: Picture) -> list[int]:
    image = Image.open(io.BytesIO(picture.data))
    return [each.info["duration"] for each in ImageSequence.Iterator(image)]


def test_frames_with_much_to_look_at_stay_twice_as_long_and_the_last_one_longest() -> None:
    def shown(boards: Sequence[int], long: Sequence[int] = ()) -> list[int]:
        return times(reel([lambda at=at: png(board(at)) for at in boards], long))

    assert shown((1, 2, 3, 4)) == [800, 800, 800, 2500]
    assert shown((1, 2, 3, 4), [1, 3]) == [800, 1600, 800, 2500]
    assert shown((1, 2, 2, 3), [1]) == [800, 1600, 2500], "one of two equal pictures is"
    assert shown(range(21)) == [700] * 20 + [2500], "a film of many frames is faster"
    assert shown(range(MAX_FRAMES)) == [450] * (MAX_FRAMES - 1) + [2500]
    assert shown(range(MAX_FRAMES + 2), [2, 4])[:3] == [900, 450, 900], "numbers count those left out"
    assert shown((1, 1)) == [2500]


def test_the_oldest_of_too_heavy_pictures_are_left_out() -> None:
    def noise(at: int) -> Image.Image:
        image = Image.frombytes("P", (200, 200), Random(at).randbytes(40_000))
        image.putpalette(list(range(256)) * 3)
        return image

    shown = reel([lambda at=at: png(noise(at)) for at in range(20)])
    assert MAX_WEIGHT / 2 < len(shown.data) <= MAX_WEIGHT
    assert same(frames(shown)[-1], noise(19))
    assert len(frames(reel([lambda at=at: png(noise(at).resize((900, 900), 0)) for at in range(3)]))) > 1
