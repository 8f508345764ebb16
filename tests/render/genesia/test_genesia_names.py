"""Names of the regions: they exist in every language, once on each map, and stand whole on the large
picture.
"""

from __future__ import annotations

import re
from itertools import product

import pytest
from PIL import Image, ImageChops

from cogs.genesia.places import map_name, region_names
from cogs.text.text import LANGUAGES, read_catalogue, text_for
from engine.genesia.model import MAPS, Phase
from render.gallery.genesia import NAMES, SOLO_NAMES, sample
from render.genesia.labels import label_box, letters_image, with_names
from render.genesia.map import Chart, chart
from render.genesia.palette import SCENES, contrast_colour, held_colour
from render.genesia.pictures import large
from render.genesia.placement import sign_boxes
from render.kit.canvas import Theme
from render.kit.lettering import mask
from tests.render.golden import assert_golden, open_picture
from tests.render.sight import contrast

SEATS = (1, 2, 3, 4, 5)
EVERY = [*product(SEATS, LANGUAGES)]
WIDTH = 1650
READ_AT = 1000
"""Picture width in pixels at which names can still be read."""


def names(seats: int, language: str) -> tuple[str, ...]:
    return region_names(text_for(language), sample(seats))


def laid_out(seats: int, language: str) -> Chart:
    return with_names(chart(seats, WIDTH, large=True), names(seats, language))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_region_of_every_map_has_a_name_and_no_other_has(language: str) -> None:
    keys = {f"{each.id}" for each in read_catalogue(language) if f"{each.id}".startswith("genesia.region.")}
    assert keys == {
        f"genesia.region.{seats}.{region.code}" for seats in SEATS for region in MAPS[seats].regions
    }
    assert len({map_name(text_for(language), seats) for seats in SEATS}) == len(SEATS)


@pytest.mark.parametrize(("seats", "language"), EVERY)
def test_no_name_is_there_twice_and_none_looks_like_a_code(seats: int, language: str) -> None:
    found = [name.casefold() for name in names(seats, language)]
    assert len(set(found)) == len(found)
    assert not any(re.search(r"\d", name) or re.fullmatch(r"[a-g]", name) for name in found)


@pytest.mark.parametrize(("seats", "language"), EVERY)
def test_every_name_stands_whole_in_its_region_and_on_nothing_else(seats: int, language: str) -> None:
    lie = laid_out(seats, language)
    for here, room, name in zip(lie.map.regions, lie.rooms, names(seats, language), strict=True):
        label = room.name
        assert label is not None, f"{here.code} has no room for {name}"
        assert " ".join(label.lines) == name
        letters = Image.new("L", (lie.width, lie.height))
        letters.paste(letters_image(label.lines, label.size, label.tilt), label_box(label))
        own = Image.new("L", letters.size)
        own.paste(lie.masks[here.index], lie.boxes[here.index][:2])
        assert ImageChops.subtract(letters, own).getbbox() is None, here.code
        for left, top, right, bottom in sign_boxes(here, room, lie.unit):
            taken = letters.crop((round(left), round(top), round(right), round(bottom)))
            assert taken.getbbox() is None, here.code


@pytest.mark.parametrize(("seats", "language"), EVERY)
def test_names_are_nine_pixels_high_where_the_picture_is_a_thousand_wide(seats: int, language: str) -> None:
    for room in laid_out(seats, language).rooms:
        assert room.name is not None
        assert mask("H", room.name.size)[0].height * READ_AT / WIDTH >= 9


@pytest.mark.parametrize("theme", Theme)
@pytest.mark.parametrize(("seats", "language"), EVERY)
def test_names_can_be_read_whoever_holds_the_regions(seats: int, language: str, theme: Theme) -> None:
    """No letter is covered by stacks, an assault's arrow, or the line around a region that changed."""
    lie, view = laid_out(seats, language), sample(seats, 3, Phase.EXPANSION if seats == 1 else Phase.REACTION)
    people = SOLO_NAMES if seats == 1 else NAMES
    image = open_picture(large(view, people, names(seats, language), theme=theme)).convert("RGB")
    for index, holders in enumerate(view.holders):
        scene, label = SCENES[theme], lie.rooms[index].name
        assert label is not None
        ground = scene.island if lie.map.regions[index].continent is None else scene.land
        ground = held_colour(theme, holders[0]) if holders else ground
        word = contrast_colour(ground) if holders else scene.word
        assert contrast(word, ground, "normal") >= 4.5
        letters = letters_image(label.lines, label.size, label.tilt).point(
            [255 * (x > 250) for x in range(256)]
        )
        shown = ImageChops.difference(image.crop(label_box(label)), Image.new("RGB", letters.size, word))
        same = shown.convert("L").point([255 * (x < 6) for x in range(256)])
        kept = ImageChops.darker(letters, same).histogram()[255]
        assert kept >= 0.95 * letters.histogram()[255], lie.map.regions[index].code


def test_a_map_without_room_for_a_name_leaves_it_out() -> None:
    """A name in another language may be too long some day: the picture is drawn without it."""
    endless = ("W" * 60,) * len(MAPS[3].regions)
    lie = with_names(chart(3, WIDTH, large=True), endless)
    assert {room.name for room in lie.rooms} == {None}
    assert lie.rooms == chart(3, WIDTH, large=True).rooms


@pytest.mark.parametrize(
    ("seats", "language", "theme"), [(1, "en", Theme.DARK), (3, "fr", Theme.LIGHT), (5, "fr", Theme.DARK)]
)
def test_golden(seats: int, language: str, theme: Theme) -> None:
    view = sample(seats, 3, Phase.EXPANSION if seats == 1 else Phase.REACTION, seed=3)
    picture = large(view, SOLO_NAMES if seats == 1 else NAMES, names(seats, language), theme=theme)
    assert_golden(f"genesia-large-{seats}-{language}-{theme.value}", picture)
