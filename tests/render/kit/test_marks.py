"""The marks that all games share: they stand out on any ground, and their digits are large as shown."""

from __future__ import annotations

from itertools import product

import pytest
from PIL import Image, ImageDraw

from render.kit import marks
from render.kit.box import window_scale
from render.kit.canvas import RGB, Palette, Sheet, Theme, ink
from render.kit.fresh import Fresh
from render.kit.hexes import corners
from render.kit.lettering import mask
from render.kit.memory import BUDGET_BYTES, MEMORY
from render.kit.seats import SEAT_COLOURS
from tests.render.sight import contrast, stands_out

TELEPHONE = 324
"""Width in points at which a small telephone shows a picture."""
LEVELS = range(0, 256, 51)
ANY: tuple[RGB, ...] = tuple(product(LEVELS, LEVELS, LEVELS))
MARK, LETTER = 3, 4.5
"""The least contrast of a mark and of letters."""


def palette_of(theme: Theme) -> Palette:
    paint = ink(theme)
    return Palette(
        [*marks.mark_ramps(theme), (paint.ground, paint.accent, 6), (paint.ground, paint.lit, 2)]
        + [(colour, paint.ground, 2) for colour in SEAT_COLOURS]
    )


def test_white_dashes_numbers_and_attacks_stand_out_on_any_ground() -> None:
    assert stands_out((marks.CASING, marks.PAPER), ANY) >= MARK
    assert contrast(marks.CASING, marks.PAPER) >= LETTER
    assert contrast(marks.CASING, marks.BEST) >= LETTER
    assert contrast(marks.FIRE, marks.PAPER) >= MARK


@pytest.mark.parametrize("theme", Theme)
def test_gold_stands_out_between_its_casing_and_the_ground_of_its_theme(theme: Theme) -> None:
    paint, bright = ink(theme), marks.gold(theme)
    assert contrast(bright, marks.CASING) >= MARK
    assert stands_out((bright, marks.CASING), (paint.ground, paint.panel, paint.lit)) >= MARK
    if theme is Theme.DARK:
        assert stands_out((bright, marks.CASING), ANY) >= MARK
    assert contrast(paint.accent, paint.ground) >= MARK, "the outline of whoever is to move"
    assert contrast(paint.accent, paint.lit) >= MARK


@pytest.mark.parametrize("text", ["1", "8", "20", "W"])
def test_digits_are_large_as_shown_and_lie_within_their_disc(text: str) -> None:
    disc = marks.number_disc(palette_of(Theme.DARK), text, marks.DISC)
    drawn, _ = mask(text, marks.DIGIT, True)
    assert drawn.height * window_scale(1100, 700) >= 15
    assert drawn.height * TELEPHONE / 1100 >= 9
    assert disc.image.height == marks.DISC
    assert disc.image.width <= marks.DISC + 12, "two digits are hardly wider"
    whole = disc.image.convert("RGB")
    for edge in ((0, 0, 3, marks.DISC), (disc.image.width - 3, 0, disc.image.width, marks.DISC)):
        assert len(whole.crop(edge).getcolors() or ()) < 40
    assert disc.mask is not None


def test_the_best_number_is_gold_and_no_other() -> None:
    palette = palette_of(Theme.LIGHT)
    sheet = Sheet.blank(300, 80, palette, (255, 255, 255))
    marks.stamp_numbers(sheet, [((50, 40), "1"), ((150, 40), "2"), ((250, 40), "11")], marks.DISC, "1")
    seen = sheet.image.convert("RGB")
    found = [seen.getpixel((x, 17)) for x in (50, 150, 250)]
    assert found[0] == marks.BEST
    assert found[1] == found[2] == marks.CASING


@pytest.mark.parametrize("theme", Theme)
def test_a_turn_has_a_whole_outline_and_a_bar(theme: Theme) -> None:
    paint, palette = ink(theme), palette_of(theme)
    mine = marks.turn_ground(palette, 200, 100, 12, 1.0, paint.lit, paint.accent, paint.ground)
    seen = mine.image.convert("RGB")
    for at in ((1, 50), (22, 50), (100, 1), (100, 98), (198, 50)):
        assert seen.getpixel(at) == paint.accent, at
    assert seen.getpixel((100, 50)) == paint.lit
    other = marks.turn_ground(palette, 200, 100, 12, 1.0, paint.panel, paint.panel, paint.ground)
    assert {seen for _, seen in other.image.crop((14, 1, 186, 99)).convert("RGB").getcolors() or ()} == {
        palette.colours[palette.index(paint.panel)]
    }


@pytest.mark.parametrize("theme", Theme)
def test_lines_around_what_is_new_are_cased_all_along(theme: Theme) -> None:
    ground = (128, 128, 128)
    outline = [(100 + x, 100 + y) for x, y in corners(140)]

    def drawn(fresh: Fresh) -> set[object]:
        image = Image.new("RGB", (200, 200), ground)
        marks.draw_fresh(ImageDraw.Draw(image), outline, 1, fresh, theme)
        return {colour for _, colour in image.getcolors() or ()}

    assert drawn(Fresh.OLD) == {ground}
    assert drawn(Fresh.NEW) == {ground, marks.CASING, marks.PAPER}
    assert drawn(Fresh.LAST) == {ground, marks.CASING, marks.gold(theme)}


@pytest.mark.parametrize("attack", [False, True])
def test_everything_but_what_is_lit_is_dimmed_and_sprites_stay_valid(attack: bool) -> None:
    palette, paint = palette_of(Theme.DARK), ink(Theme.DARK)
    sheet = Sheet.blank(100, 50, palette, SEAT_COLOURS[2])

    def lit(draw: ImageDraw.ImageDraw) -> None:
        draw.rectangle((0, 0, 49, 49), 255)

    after = marks.dim(sheet, paint.ground, lit, attack=attack)
    seen = after.image.convert("RGB")
    assert seen.getpixel((10, 10)) == SEAT_COLOURS[2]
    dark = seen.getpixel((90, 10))
    assert isinstance(dark, tuple)
    assert sum(dark) < sum(SEAT_COLOURS[2]) * (0.65 if attack else 0.75)
    assert after.palette.colours[: len(palette.colours)] == palette.colours
    assert len(after.palette.colours) <= 256


def test_a_nearly_full_palette_is_dimmed_as_well_as_it_can_be() -> None:
    full = Palette([((0, 0, 0), (255, 255, 255), 120), ((0, 0, 0), (255, 0, 0), 120)])
    larger, table = marks.with_dimmed(full, (24, 26, 32))
    assert larger.colours[: len(full.colours)] == full.colours
    assert len(table) == len(full.colours)
    for colour, index in zip(full.colours, table, strict=True):
        wanted = marks._dimmed(colour, (24, 26, 32), marks.CHOOSING, 0.0)
        assert marks._apart(wanted, larger.colours[index]) < 3 * 40**2


def test_a_dimmed_palette_outlasts_the_sprites_that_have_to_go() -> None:
    """Letters are kept for a palette, and a new one has none."""
    palette = Palette([((0, 0, 0), (255, 255, 255), 20)])
    larger, _ = marks.with_dimmed(palette, (24, 26, 32))
    for _ in range(2):
        MEMORY.allow(BUDGET_BYTES)
    assert marks.with_dimmed(palette, (24, 26, 32))[0] is larger
