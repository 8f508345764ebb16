"""Genesia's colours: peoples, lots, lands and seas, and the palettes of its two kinds of pictures."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from engine.genesia.model import Lot
from render.kit.canvas import RGB, Palette, Theme, ink, mixed

__all__ = [
    "BONE",
    "DARK",
    "GOLD",
    "INKY",
    "LOTS",
    "NEUTRAL",
    "PEOPLES",
    "SCENES",
    "Scene",
    "board_palette",
    "card_palette",
    "contrast_colour",
    "grounds",
    "held_colour",
    "signs",
    "winner_tint",
]  # fmt: skip

INKY: RGB = (18, 20, 26)
BONE: RGB = (252, 248, 236)
DARK: RGB = (52, 44, 34)
"""Colour of letters on bone."""
GOLD: RGB = (255, 206, 84)

PEOPLES: tuple[RGB, ...] = ((36, 62, 240), (184, 30, 6), (255, 192, 60), (46, 180, 126), (150, 66, 160))
"""Colours of the peoples in both themes.

They keep apart for every common sight; signs tell them apart as well.
"""

LOTS: dict[Lot, RGB] = dict(zip((Lot.BLUE, Lot.RED, Lot.YELLOW, Lot.GREEN, Lot.VIOLET), PEOPLES, strict=True))

NEUTRAL: RGB = (96, 96, 104)
"""Colour of an objective that belongs to no lot."""


@dataclass(frozen=True)
class Scene:
    """The colours of a theme's map."""

    sea: RGB
    shallow: RGB
    land: RGB
    island: RGB
    line: RGB  # borders and coasts
    word: RGB  # codes on free land
    fresh: RGB  # around regions that changed
    way: RGB  # a march that is planned
    fight: RGB  # the assault


SCENES = {
    Theme.DARK: Scene(
        sea=(38, 110, 160),
        shallow=(116, 190, 222),
        land=(248, 242, 224),
        island=(255, 232, 160),
        line=(24, 30, 40),
        word=(44, 38, 30),
        fresh=(255, 255, 255),
        way=(255, 255, 255),
        fight=(255, 84, 24),
    ),
    Theme.LIGHT: Scene(
        sea=(126, 190, 228),
        shallow=(210, 236, 246),
        land=(252, 246, 228),
        island=(255, 232, 160),
        line=(50, 46, 44),
        word=(52, 46, 38),
        fresh=(255, 255, 255),
        way=(255, 255, 255),
        fight=(255, 84, 24),
    ),
}
TINTS = (0.36, 0.36, 0.1, 0.32, 0.3)
"""Shares of land in the colour of each people's regions.

The map is calm, and the stacks on it are not. Yellow has the least, since the island is golden.
"""


def held_colour(theme: Theme, people: int) -> RGB:
    """Return the colour of a region that the people holds."""
    return mixed(PEOPLES[people], SCENES[theme].land, TINTS[people])


def grounds(theme: Theme) -> tuple[RGB, ...]:
    """Return the colours of all regions, held and free."""
    scene = SCENES[theme]
    return scene.land, scene.island, *(held_colour(theme, people) for people in range(len(PEOPLES)))


def signs() -> tuple[tuple[RGB, RGB], ...]:
    """Return the colours of counts and of values, each with the colour that it stands on."""
    counts = ((contrast_colour(hue), hue) for hue in PEOPLES)
    return *counts, *((DARK, plate) for plate in (BONE, GOLD))


def contrast_colour(colour: RGB) -> RGB:
    """Return the colour of letters on this colour: dark or light, whichever reads better."""
    red, green, blue = colour
    return INKY if 0.299 * red + 0.587 * green + 0.114 * blue > 128 else BONE


def winner_tint(theme: Theme) -> RGB:
    """Return the ground of the column of whoever has won."""
    paint = ink(theme)
    return mixed(paint.lit, paint.accent, 0.16)


@lru_cache(maxsize=2)
def board_palette(theme: Theme) -> Palette:
    """Return the palette with every blend that the map and the cells around it need."""
    paint, scene = ink(theme), SCENES[theme]
    ramps: list[tuple[RGB, RGB, int]] = [
        (scene.sea, scene.shallow, 5),
        (scene.shallow, scene.line, 3),
        (scene.shallow, scene.way, 3),
        (scene.sea, INKY, 2),
        (BONE, DARK, 4),
        (GOLD, DARK, 3),
        (BONE, scene.line, 2),
        (GOLD, scene.line, 2),
        (scene.way, INKY, 3),
        (scene.fight, INKY, 3),
        (scene.fight, BONE, 3),
        (paint.ground, paint.text, 5),
        (paint.ground, paint.panel, 1),
        (paint.ground, paint.lit, 1),
        (paint.ground, paint.accent, 3),
        (paint.ground, paint.muted, 3),
    ]
    for fill in (scene.land, scene.island):
        ramps += [
            (fill, scene.line, 3),
            (fill, scene.word, 4),
        ]
    for people, hue in enumerate(PEOPLES):
        fill = held_colour(theme, people)
        ramps += [
            (fill, scene.line, 3),
            (fill, contrast_colour(fill), 3),
        ]
        ramps += [
            (hue, contrast_colour(hue), 4),
            (hue, INKY, 2),
            (hue, scene.shallow, 2),
            (hue, BONE, 2),
        ]
    for back in (paint.panel, paint.lit):
        ramps += [(back, paint.text, 5), (back, paint.muted, 4), (back, paint.accent, 3)]
        ramps += [(back, BONE, 2)]
    return Palette(ramps)


@lru_cache(maxsize=2)
def card_palette(theme: Theme) -> Palette:
    """Return the palette with every blend that cards and the score sheet need."""
    paint = ink(theme)
    ramps: list[tuple[RGB, RGB, int]] = [
        (BONE, DARK, 8),
        (GOLD, DARK, 5),
        (GOLD, INKY, 4),
        (BONE, GOLD, 4),
        (BONE, INKY, 6),
    ]
    for back in (paint.ground, paint.panel, paint.lit):
        ramps += [(back, paint.text, 7), (back, paint.muted, 5), (back, paint.accent, 5)]
        ramps += [(back, BONE, 4), (back, INKY, 3), (back, GOLD, 2), (back, paint.line, 2)]
    for hue in (*PEOPLES, NEUTRAL):
        ramps += [(hue, contrast_colour(hue), 5), (hue, BONE, 10), (hue, INKY, 5), (hue, paint.ground, 2)]
        ramps += [(mixed(hue, BONE, 0.4), INKY, 4), (mixed(hue, BONE, 0.7), INKY, 5)]
    for hue in PEOPLES:
        ramps += [(hue, paint.panel, 2), (hue, paint.lit, 2), (mixed(hue, BONE, 0.8), DARK, 3)]
    tint = winner_tint(theme)
    ramps += [(tint, paint.text, 6)]
    return Palette(ramps)
