"""Material of Genesis (Knizia): terrains with their textures, the four species, volcanoes, pits and dice."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from PIL import Image, ImageDraw

from engine.genesis.model import WILD, Relief, Species, Terrain
from render.kit.canvas import RGB, Palette, Sprite, Theme, ink, mixed, opacity_mask, opaque, paint_image
from render.kit.fresh import Fresh
from render.kit.marks import EDGE, LINE, WIDTH, draw_fresh, mark_ramps
from render.kit.memory import kept

__all__ = [
    "GROUNDS",
    "LAND",
    "PLATES",
    "chip",
    "die",
    "die_image",
    "draw_die",
    "draw_emblem",
    "draw_plate",
    "draw_species",
    "draw_terrain",
    "fresh_line",
    "obstacle",
    "palette",
    "plate",
    "tile",
]


LAND: dict[Terrain, RGB] = {
    Terrain.FOREST: (34, 164, 60),
    Terrain.SAVANNA: (252, 228, 64),
    Terrain.MOUNTAIN: (84, 36, 22),
    Terrain.MARSH: (18, 64, 200),
}
"""Colours of the terrains in both themes, found by search to keep apart for every kind of sight.

The terrains' textures differ as well.
"""

TEXTURE: dict[Terrain, RGB] = {
    Terrain.FOREST: (150, 232, 168),
    Terrain.SAVANNA: (196, 140, 16),
    Terrain.MOUNTAIN: (172, 122, 86),
    Terrain.MARSH: (108, 164, 240),
}
"""Colours of the terrains' textures. Seen from afar, land and texture blend to colours that keep apart
too.
"""


@dataclass(frozen=True)
class Plate:
    """The colours of a species."""

    ground: RGB
    figure: RGB


INKY: RGB = (18, 20, 26)
PAPER: RGB = (252, 250, 244)

PLATES: dict[Species, Plate] = {
    Species.REPTILE: Plate(INKY, PAPER),
    Species.DINOSAUR: Plate(PAPER, INKY),
    Species.MAMMAL: Plate((206, 30, 100), PAPER),
    Species.HUMAN: Plate((126, 226, 240), INKY),
}


@dataclass(frozen=True)
class Ground:
    """The colours of a theme's board."""

    plate: RGB  # between the squares
    free: RGB  # a free square
    label: RGB
    water: RGB


GROUNDS = {
    Theme.DARK: Ground(
        plate=(30, 33, 41),
        free=(66, 71, 84),
        label=(176, 182, 196),
        water=(44, 96, 176),
    ),
    Theme.LIGHT: Ground(
        plate=(206, 200, 186),
        free=(238, 234, 224),
        label=(90, 84, 72),
        water=(110, 168, 236),
    ),
}

LAVA: RGB = (255, 96, 40)
ROCK: RGB = (98, 88, 92)
TAR: RGB = (14, 14, 18)


@lru_cache(maxsize=2)
def palette(theme: Theme) -> Palette:
    """Return the palette with every blend that pictures of this game need."""
    paint, ground = ink(theme), GROUNDS[theme]
    ramps: list[tuple[RGB, RGB, int]] = [
        (ground.plate, ground.free, 3),
        (ground.plate, ground.label, 6),
        (paint.ground, ground.label, 6),
        (paint.ground, ground.plate, 3),
        (paint.ground, paint.text, 7),
        (paint.ground, paint.muted, 6),
        (ground.plate, ground.water, 3),
        (ground.water, mixed(ground.water, PAPER, 0.5), 2),
        (ground.free, ROCK, 3),
        (ROCK, LAVA, 3),
        (ground.free, TAR, 4),
        (TAR, (84, 86, 110), 3),
        (INKY, PAPER, 6),
        *mark_ramps(Theme.DARK),
        (paint.ground, paint.accent, 4),
        (paint.accent, paint.lit, 4),
        (LAND[Terrain.FOREST], PAPER, 4),
        (LAND[Terrain.SAVANNA], mixed(TEXTURE[Terrain.SAVANNA], INKY, 0.4), 4),
        (LAND[Terrain.MARSH], PAPER, 4),
        (LAND[Terrain.MOUNTAIN], PAPER, 4),
    ]
    for back in (paint.panel, paint.lit):
        ramps += [(back, paint.text, 7), (back, paint.muted, 6), (back, paint.accent, 6)]
        ramps += [(paint.ground, back, 2), (back, INKY, 2), (back, PAPER, 2)]
        ramps += [(back, LAND[terrain], 2) for terrain in Terrain]
    for terrain in Terrain:
        ramps += [(LAND[terrain], TEXTURE[terrain], 4), (ground.plate, LAND[terrain], 2)]
        ramps += [(LAND[terrain], plate.ground, 3) for plate in PLATES.values()]
    for plate in PLATES.values():
        ramps.append((plate.ground, plate.figure, 6))
    return Palette(ramps)


Draw = ImageDraw.ImageDraw


def draw_terrain(draw: Draw, terrain: Terrain, x: float, y: float, size: float) -> None:
    """Draw a square of the terrain with its top left corner at (x, y).

    Its texture runs on into the next square.

    The parts seen around a plate differ even at a third of the size: firs in the corners, upright blades of
    grass, slopes, lying waves.
    """
    draw.rectangle((x, y, x + size - 1, y + size - 1), LAND[terrain])
    fill, wide = TEXTURE[terrain], max(1, round(size * 0.07))

    def stroke(*points: tuple[float, float]) -> None:
        draw.line([(x + a * size, y + b * size) for a, b in points], fill, wide, joint="curve")

    if terrain is Terrain.FOREST:
        for cx, cy in ((0.16, 0.17), (0.84, 0.17), (0.16, 0.85), (0.84, 0.85)):
            tx, ty, reach = x + cx * size, y + cy * size, size * 0.15
            draw.polygon([(tx, ty - reach), (tx + reach, ty + reach), (tx - reach, ty + reach)], fill)
    elif terrain is Terrain.SAVANNA:
        for index, left in enumerate((0.06, 0.19, 0.32, 0.5, 0.68, 0.81, 0.94)):
            low = 0.0 if index % 2 else 0.1
            stroke((left, low), (left, low + 0.24))
            stroke((left, low + 0.66), (left, low + 0.9))
    elif terrain is Terrain.MOUNTAIN:
        for down in (0.16, 0.5, 0.84):
            stroke(*((step / 2, down + (-0.1 if step % 2 else 0.1)) for step in range(3)))
    else:
        for down in (0.12, 0.5, 0.88):
            stroke(*((step / 4, down + (0.03 if step % 2 else -0.03)) for step in range(5)))


def draw_emblem(draw: Draw, terrain: Terrain, size: float) -> None:
    """Draw a terrain as a sign on a square from (0, 0): a fir, a tuft of grass, two peaks or waves."""
    draw.rectangle((0, 0, size, size), LAND[terrain])
    fill, wide = PAPER, round(size * 0.09)
    if terrain is Terrain.SAVANNA:
        fill = mixed(TEXTURE[terrain], INKY, 0.4)

    def shape(*points: tuple[float, float]) -> None:
        draw.polygon([(x * size, y * size) for x, y in points], fill)

    if terrain is Terrain.FOREST:
        for top, wing in ((0.12, 0.2), (0.3, 0.27), (0.48, 0.34)):
            shape((0.5, top), (0.5 + wing, top + 0.3), (0.5 - wing, top + 0.3))
        shape((0.44, 0.76), (0.56, 0.76), (0.56, 0.9), (0.44, 0.9))
    elif terrain is Terrain.SAVANNA:
        for tip in (0.12, 0.3, 0.5, 0.7, 0.88):
            lean = 0.5 + (tip - 0.5) * 0.3
            shape((tip, 0.2 + abs(tip - 0.5) * 0.5), (lean + 0.06, 0.84), (lean - 0.06, 0.84))
    elif terrain is Terrain.MOUNTAIN:
        shape((0.06, 0.82), (0.38, 0.2), (0.7, 0.82))
        shape((0.4, 0.82), (0.68, 0.42), (0.94, 0.82))
    else:
        for y in (0.3, 0.52, 0.74):
            points = [
                (size * (0.1 + 0.1 * step), size * (y + (0.045 if step % 2 else -0.045))) for step in range(9)
            ]
            draw.line(points, PAPER, wide, joint="curve")


def draw_species(draw: Draw, species: Species, x: float, y: float, reach: float, fill: RGB) -> None:
    """Draw the species' figure around (x, y): a snake, a footprint of three toes, a paw or a person."""

    def disc(dx: float, dy: float, wide: float, tall: float) -> None:
        cx, cy = x + dx * reach, y + dy * reach
        draw.ellipse((cx - wide * reach, cy - tall * reach, cx + wide * reach, cy + tall * reach), fill)

    if species is Species.REPTILE:
        width, bend = round(reach * 0.34), 0.44
        for up, start, end in ((-1, 90, 330), (1, 270, 510)):
            cy, outer = y + up * (bend - 0.085) * reach, bend * 1.17 * reach
            draw.arc((x - outer * 1.15, cy - outer, x + outer * 1.15, cy + outer), start, end, fill, width)
        disc(0.52, -0.58, 0.28, 0.24)
        disc(-0.42, 0.62, 0.17, 0.15)
    elif species is Species.DINOSAUR:
        for lean in (-0.8, 0.0, 0.8):
            tip = (x + lean * reach * 0.95, y - reach * (0.98 - abs(lean) * 0.42))
            side = (reach * 0.2, abs(lean) * reach * 0.16)
            bulge = (x + lean * reach * 0.5, y - reach * (0.3 - abs(lean) * 0.16))
            heel = (x, y + reach * 0.72)
            draw.polygon(
                [
                    tip,
                    (bulge[0] + side[0], bulge[1] + side[1]),
                    heel,
                    (bulge[0] - side[0], bulge[1] - side[1]),
                ],
                fill,
            )
        disc(0, 0.6, 0.3, 0.3)
    elif species is Species.MAMMAL:
        disc(0, 0.4, 0.5, 0.4)
        for dx, dy in ((-0.68, -0.12), (-0.26, -0.58), (0.26, -0.58), (0.68, -0.12)):
            disc(dx, dy, 0.2, 0.27)
    else:
        disc(0, -0.5, 0.34, 0.34)
        box = (x - reach * 0.66, y - reach * 0.08, x + reach * 0.66, y + reach * 1.5)
        draw.chord(box, 180, 360, fill)


PLATE = 0.36
"""Radius of a plate, as a share of a square's side."""


def draw_plate(draw: Draw, species: Species, x: float, y: float, reach: float) -> None:
    """Draw a species' figure on its plate."""
    look = PLATES[species]
    draw.ellipse((x - reach, y - reach, x + reach, y + reach), look.ground)
    draw_species(draw, species, x, y, reach * 0.68, look.figure)


@kept
def tile(cell: int, theme: Theme, terrain: Terrain) -> Sprite:
    """Return a square that is full of a terrain."""
    image = paint_image(cell, cell, lambda draw, scale: draw_terrain(draw, terrain, 0, 0, cell * scale))
    return Sprite(opaque(image, palette(theme), LAND[terrain]))


@kept
def fresh_line(cell: int, width: int, theme: Theme, fresh: Fresh) -> Sprite:
    """Return the line around a new tile, for a picture `width` pixels wide: a little more of it lies outside.

    A tile is too small for the line's whole width beside its plate. The gold is the bright one in both
    themes, as terrains are equally dark in both.
    """
    unit = width / WIDTH
    room = round((LINE + 2 * EDGE) * unit)
    low, high = room - unit, room + cell - 1 + unit
    image = Image.new("RGBA", (cell + 2 * room, cell + 2 * room), (0, 0, 0, 0))
    outline = [(low, low), (high, low), (high, high), (low, high)]
    draw_fresh(ImageDraw.Draw(image), outline, unit, fresh, Theme.DARK)
    middle = room + cell // 2
    return Sprite(opaque(image, palette(theme), INKY), opacity_mask(image, 127), (middle, middle))


@kept
def plate(size: int, theme: Theme, species: Species, back: RGB) -> Sprite:
    """Return a species' plate, `size` pixels wide, on ground of one colour."""

    def paint(draw: Draw, scale: float) -> None:
        draw_plate(draw, species, size * scale / 2, size * scale / 2, size * scale / 2 - scale)

    image = paint_image(size, size, paint)
    return Sprite(opaque(image, palette(theme), back), opacity_mask(image, 60), (size // 2, size // 2))


@kept
def chip(size: int, theme: Theme, terrain: Terrain, back: RGB) -> Sprite:
    """Return a small square of a terrain with rounded corners."""

    def paint(draw: Draw, scale: float) -> None:
        draw_emblem(draw, terrain, size * scale)

    image = _rounded(paint_image(size, size, paint), size * 0.2)
    return Sprite(opaque(image, palette(theme), back), None, (size // 2, size // 2))


def _rounded(image: Image.Image, soft: float) -> Image.Image:
    width, height = image.size

    def paint(draw: Draw, scale: float) -> None:
        draw.rounded_rectangle((0, 0, width * scale - 1, height * scale - 1), soft * scale, (255, 255, 255))

    shape = paint_image(width, height, paint).getchannel("A")
    out = image.copy()
    out.putalpha(shape)
    return out


@kept
def obstacle(cell: int, theme: Theme, relief: Relief) -> Sprite:
    """Return a volcano or a tar pit on its square."""
    ground = GROUNDS[theme]

    def paint(draw: Draw, scale: float) -> None:
        size = cell * scale
        if relief is Relief.VOLCANO:
            draw.polygon(
                [(size * a, size * b) for a, b in ((0.06, 0.9), (0.38, 0.3), (0.62, 0.3), (0.94, 0.9))], ROCK
            )
            lava = (
                (0.36, 0.3),
                (0.64, 0.3),
                (0.7, 0.5),
                (0.6, 0.46),
                (0.56, 0.66),
                (0.47, 0.48),
                (0.38, 0.56),
            )
            draw.polygon([(size * a, size * b) for a, b in lava], LAVA)
            for a, b, r in ((0.5, 0.17, 0.07), (0.62, 0.1, 0.05), (0.4, 0.09, 0.04)):
                draw.ellipse((size * (a - r), size * (b - r), size * (a + r), size * (b + r)), LAVA)
        else:
            draw.ellipse((size * 0.08, size * 0.22, size * 0.92, size * 0.84), TAR)
            draw.ellipse((size * 0.3, size * 0.12, size * 0.78, size * 0.6), TAR)
            for a, b, r in ((0.36, 0.46, 0.08), (0.6, 0.62, 0.06), (0.62, 0.34, 0.05)):
                box = (size * (a - r), size * (b - r), size * (a + r), size * (b + r))
                draw.arc(box, 150, 330, (84, 86, 110), round(size * 0.03))

    return Sprite(opaque(paint_image(cell, cell, paint), palette(theme), ground.plate))


def draw_die(draw: Draw, face: int, size: float) -> None:
    """Draw a die face: a terrain, or all four with a star for the wild face."""
    if face == WILD:
        half = size / 2
        for terrain, (x, y) in zip(Terrain, ((0, 0), (half, 0), (0, half), (half, half)), strict=True):
            draw.rectangle((x, y, x + half, y + half), LAND[terrain])
        points: list[tuple[float, float]] = []
        star = ((0, -1), (0.24, -0.33), (0.95, -0.31), (0.38, 0.13), (0.59, 0.81))
        star += ((0, 0.4), (-0.59, 0.81), (-0.38, 0.13), (-0.95, -0.31), (-0.24, -0.33))
        points = [(half + dx * size * 0.34, half + dy * size * 0.34) for dx, dy in star]
        draw.polygon(points, PAPER, INKY, max(1, round(size * 0.03)))
    else:
        draw_emblem(draw, Terrain(face), size)


def die_image(size: int, face: int) -> Image.Image:
    """Return a die face with an edge (RGBA)."""
    edge = max(2, size // 16)
    inner = size - 2 * edge

    def frame(draw: Draw, scale: float) -> None:
        draw.rounded_rectangle((0, 0, size * scale - 1, size * scale - 1), size * 0.2 * scale, PAPER)

    def paint(draw: Draw, scale: float) -> None:
        draw_die(draw, face, inner * scale)

    image = paint_image(size, size, frame)
    drawn = _rounded(paint_image(inner, inner, paint), inner * 0.16)
    image.paste(drawn, (edge, edge), drawn)
    return image


@kept
def die(size: int, theme: Theme, face: int, back: RGB) -> Sprite:
    """Return a die face on ground of one colour."""
    return Sprite(opaque(die_image(size, face), palette(theme), back), None, (size // 2, size // 2))
