"""All that is drawn once and kept stays within one budget."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from functools import partial

import pytest
from PIL import Image

from cogs.services.picture_cache import PictureCache
from engine.familienbande.model import Trait
from render.familienbande import material as familienbande
from render.genesis import material as genesis
from render.genial import material as genial
from render.kit.canvas import Picture, Sprite, Theme
from render.kit.memory import (
    BUDGET_BYTES,
    MEMORY,
    Kept,
    Memory,
    cache_of,
    kept,
    kept_packed,
    pack,
    size_of,
    unpack,
)

SMALL = 400_000


@pytest.fixture(autouse=True)
def anew() -> Iterator[None]:
    """Begin and end with nothing kept."""
    MEMORY.allow(BUDGET_BYTES)
    yield
    MEMORY.allow(BUDGET_BYTES)


def test_sprites_and_pictures_share_one_budget() -> None:
    MEMORY.allow(SMALL)
    pictures, seen = PictureCache(), list[int]()
    for size in range(20, 80):
        for theme in Theme:
            genial.chip(size, theme, genial.Colour.RED, (0, 0, 0))
            familienbande.chip(size, theme, next(iter(Trait)), (0, 0, 0))
            genesis.tile(size, theme, next(iter(genesis.Terrain)))
            draw = partial(Picture, bytes(size * 100), size, 1, theme.value)
            pictures.keep(draw, draw())
            seen.append(MEMORY.bytes)
    assert max(seen) <= SMALL
    assert max(seen) > SMALL / 2  # it is used
    assert min(seen[20:]) > SMALL / 5  # and not emptied at once


def test_a_sprite_that_went_is_drawn_as_before() -> None:
    def drawn() -> bytes:
        return genial.chip(40, Theme.DARK, genial.Colour.RED, (0, 0, 0)).image.tobytes()

    before = drawn()
    assert len(cache_of(genial.chip)) == 1
    MEMORY.allow(SMALL)
    assert len(cache_of(genial.chip)) == 0
    assert drawn() == before


def test_what_is_used_stays_and_what_is_not_goes() -> None:
    memory = Memory(100_000)
    cache = Kept[bytes](memory)
    cache.put("used", bytes(1000))
    cache.put("left", bytes(1000))
    for number in range(300):
        cache.put(number, bytes(1000))
        assert cache.get("used") is not None
        assert memory.bytes <= 100_000
    assert cache.get("left") is None


def test_a_thing_larger_than_half_the_budget_is_not_kept() -> None:
    memory = Memory(10_000)
    cache = Kept[bytes](memory)
    cache.put("large", bytes(6000))
    assert memory.bytes == 0
    assert cache.get("large") is None


def test_results_are_kept_by_arguments() -> None:
    made: list[tuple[int, bool]] = []

    @kept
    def sprite(size: int, *, lit: bool = False) -> Image.Image:
        made.append((size, lit))
        return Image.new("P", (size, size))

    assert sprite(3) is sprite(3)
    assert sprite(3, lit=True) is sprite(3, lit=True)
    assert sprite(3) is not sprite(3, lit=True)
    assert made == [(3, False), (3, True)]


def test_what_is_kept_packed_is_made_once_and_drives_out_no_sprite() -> None:
    made = list[int]()

    @kept_packed
    def layer(size: int) -> Image.Image:
        made.append(size)
        return Image.new("RGBA", (size, size), (1, 2, 3, 4))

    assert MEMORY.packed is not None
    unpacked = MEMORY.bytes - MEMORY.packed.bytes
    assert layer(300).tobytes() == layer(300).tobytes()
    assert made == [300]
    assert MEMORY.bytes - MEMORY.packed.bytes == unpacked
    assert len(cache_of(layer)) == 1


@pytest.mark.parametrize("mode", ["1", "L", "P", "RGB", "RGBA", "RGBX"])
def test_a_sprite_that_is_unpacked_has_the_same_pixels_and_colours(mode: str) -> None:
    drawn = Image.linear_gradient("L").resize((37, 21)).convert("RGB")
    image = genial.palette(Theme.DARK).quantized(drawn) if mode == "P" else drawn.convert(mode)
    shape = image.convert("1")
    sprite = Sprite(image, shape, (3, 4))
    again = unpack(pack(sprite))
    assert again.centre == (3, 4)
    assert again.image.mode == mode
    assert again.image.getpalette() == image.getpalette()
    assert again.image.tobytes() == image.tobytes()
    assert again.mask.tobytes() == shape.tobytes()
    assert [each.tobytes() for each in unpack(pack((image, image)))] == [image.tobytes()] * 2


def test_what_holds_no_image_is_not_packed() -> None:
    for thing in (b"encoded", ("one", 2), Picture(b"1", 1, 1), Theme.DARK):
        assert pack(thing) is thing


def test_a_sprite_that_had_to_go_is_unpacked_and_not_drawn_again() -> None:
    memory, drawn = Memory(300_000, Memory(0)), Image.new("L", (200, 200), 7)
    memory.allow(300_000)
    cache = Kept[Image.Image](memory)
    cache.put("first", drawn)
    for number in range(12):
        cache.put(number, Image.new("L", (200, 200), number))
        assert memory.bytes <= 300_000
    assert "first" not in cache.young
    assert "first" not in cache.old
    found = cache.get("first")
    assert found is not None
    assert found.tobytes() == drawn.tobytes()
    assert cache.get("first") is found
    cache.clear()
    assert cache.get("first") is None


def test_a_small_sprite_counts_with_what_pillow_keeps_beside_its_pixels() -> None:
    palette = genial.palette(Theme.DARK)
    sprite = palette.quantized(Image.new("RGBA", (20, 20)))
    assert size_of(sprite) >= 400 + 1900
    assert size_of(Image.new("L", (20, 20))) >= 400 + 700


def test_sprites_have_no_copy_of_their_palette_of_their_own() -> None:
    palette = genial.palette(Theme.DARK)
    one, other = (palette.quantized(Image.new("RGBA", (20, 20))) for _ in range(2))
    assert one.palette is not None
    assert other.palette is not None
    assert one.palette.palette is other.palette.palette


def test_pixels_count() -> None:
    grey, coloured = Image.new("L", (100, 50)), Image.new("RGB", (100, 50))
    assert 5000 <= size_of(grey) < 6000
    assert 20_000 <= size_of(coloured) < 21_000
    assert size_of(Sprite(grey, coloured)) >= 25_000
    assert size_of((grey, {"one": coloured})) >= 25_000


def test_threads_may_keep_things_at_once() -> None:
    memory = Memory(200_000)
    cache = Kept[bytes](memory)

    def work(first: int) -> None:
        for number in range(first, first + 2000):
            if cache.get(number % 300) is None:
                cache.put(number % 300, bytes(500))

    threads = [threading.Thread(target=work, args=(first,)) for first in range(0, 400, 100)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert memory.bytes <= 200_000
