"""Genesia's cards as cards: a hand, a pack to choose from, secret objectives. For their owner's eyes only."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import NamedTuple

from PIL import Image, ImageDraw

from engine.genesia.model import Lot, Timing, View
from render.genesia.captions import CardWords, ObjectiveWords
from render.genesia.marks import lettered, narrowed, value_disc
from render.genesia.palette import BONE, DARK, GOLD, INKY, LOTS, card_palette, on
from render.genesia.signs import TIMINGS, Sign, draw_pictogram
from render.kit.canvas import (
    RGB,
    Palette,
    Picture,
    Sheet,
    Sprite,
    Theme,
    covered,
    ink,
    mixed,
    opaque,
    painted,
)
from render.kit.lettering import fitted, length, mask

__all__ = ["draft", "hand", "lot_disc", "objectives", "timing_plate", "told", "wrapped"]

WIDTH = 1000
MARGIN, GAP = 10, 12
CARD = 302
"""Height of a card: two rows make 11:7."""
HEAD, LINE = 64, 37
LETTER = 33
"""Size of all letters: 9 points high on a phone."""
LINES = 6
"""Of a card's name and text."""
NARROW = (0.86, 0.8, 0.74, 0.68)
"""Letters are pressed together so much, more where the card would have too many lines."""
PAD = 14
PLATES: dict[Timing, RGB] = {
    Timing.GROWTH: LOTS[Lot.GREEN],
    Timing.EXPANSION: LOTS[Lot.YELLOW],
    Timing.ATTACK: LOTS[Lot.RED],
    Timing.DEFENCE: LOTS[Lot.BLUE],
    Timing.END: LOTS[Lot.VIOLET],
    Timing.INTENT: INKY,
    Timing.COPY: INKY,
}
NEUTRAL: RGB = (96, 96, 104)


def hand(
    view: View, cards: Sequence[CardWords], *, theme: Theme = Theme.DARK, marked: Collection[int] = ()
) -> Picture:
    """Cards of the viewer as cards, two or three a row; those of `marked` stand out.

    Private: only for the seat that the view belongs to. A cost that the viewer cannot pay now is red.
    """
    table = _Table(len(cards))
    sheet = Sheet.blank(*table.size, card_palette(theme), ink(theme).ground)
    coins = view.coins[view.people] if view.people is not None else None
    for index, card in enumerate(cards):
        dear = coins is not None and card.cost > coins
        _draw_card(sheet, card, table.box(index), theme, mark=card.number in marked, dear=dear)
    return sheet.encode()


def draft(view: View, cards: Sequence[CardWords], *, theme: Theme = Theme.DARK) -> Picture:
    """The pack that the viewer chooses from, the card picked so far marked; after it, faint, those chosen.

    `cards` are the words of all of them, in any order. Private, like `hand`.
    """
    words = {card.number: card for card in cards}
    chosen = view.hands[view.people] if view.people is not None else ()
    table = _Table(len(view.pack) + len(chosen))
    sheet = Sheet.blank(*table.size, card_palette(theme), ink(theme).ground)
    for index, number in enumerate((*view.pack, *chosen)):
        box, picked = table.box(index), number == view.pick
        _draw_card(sheet, words[number], box, theme, mark=picked, faint=index >= len(view.pack))
        if picked:
            sheet.stamp(_tick(52, theme), box[0] + box[2] - 20, box[1] + box[3] - 20)
    return sheet.encode()


def objectives(view: View, cards: Sequence[ObjectiveWords], *, theme: Theme = Theme.DARK) -> Picture:
    """One or two objectives side by side; the one that the viewer keeps, or has picked, is marked."""
    table = _Table(len(cards))
    wide = table.card
    texts = [[line for part in card.text for line in wrapped(part, wide - 2 * PAD)] for card in cards]
    names = [wrapped(card.name, wide - 2 * PAD, True) for card in cards]
    lines = max((len(name) + len(text) for name, text in zip(names, texts, strict=True)), default=0)
    high = min(HEAD + 2 * PAD + LINE * lines + 64, table.size[0] * 7 // 11 - 2 * MARGIN)
    sheet = Sheet.blank(table.size[0], high + 2 * MARGIN, card_palette(theme), ink(theme).ground)
    kept = view.objective if view.objective is not None else view.pick
    for index, (card, name, text) in enumerate(zip(cards, names, texts, strict=True)):
        x, y, *_ = table.box(index)
        mark = len(cards) > 1 and card.number == kept
        hue = NEUTRAL if card.lot is None else LOTS[card.lot]
        sheet.stamp(_blank_card((wide, high), hue, HEAD, BONE, theme, mark), x, y)
        front, middle = on(hue), y + HEAD // 2 + 1
        sheet.stamp(_icon(Sign.TARGET, 46, front, hue, theme), x + 40, middle)
        end = sheet.write(str(card.number), x + 76, middle, 40, front, hue, bold=True)
        if card.lot is not None:
            sheet.stamp(_lot(56, card.lot, theme), x + 76 + end + 40, middle)
        sheet.stamp(_points(62, card.points, theme, hue), x + wide - 44, middle)
        line = y + HEAD + PAD + LINE // 2
        for part, bold in (*((each, True) for each in name), *((each, False) for each in text)):
            _write(sheet, part, (x + PAD, line), bold, DARK, BONE)
            line += LINE
        if mark:
            sheet.stamp(_tick(52, theme), x + wide - 20, y + high - 20)
    return sheet.encode()


class _Table:
    """Where so many cards lie: six are two rows of three, two to four lie two a row."""

    def __init__(self, count: int) -> None:
        self.columns = 1 if count < 2 else 2 if count in (2, 4) else max(3, -(-count // 2))
        self.rows = max(1, -(-count // self.columns))
        whole = {1: 560, 2: WIDTH, 3: WIDTH}.get(self.columns, WIDTH * self.columns // 3)
        self.card = (whole - 2 * MARGIN - GAP * (self.columns - 1)) // self.columns
        self.size = whole, 2 * MARGIN + self.rows * (CARD + GAP) - GAP

    def box(self, index: int) -> tuple[int, int, int, int]:
        """Left, top, width, height."""
        row, column = divmod(index, self.columns)
        return MARGIN + column * (self.card + GAP), MARGIN + row * (CARD + GAP), self.card, CARD


def wrapped(
    text: str, width: float, bold: bool = False, *, indent: float = 0, narrow: float = NARROW[0]
) -> list[str]:
    """The text in lines no wider than that, the first shorter; only the common space breaks."""
    lines: list[str] = []
    room = (width - indent) / narrow
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and length(longer, LETTER, bold) <= (room if len(lines) == 1 else width / narrow):
            lines[-1] = longer
        else:
            lines.append(fitted(word, width / narrow if lines else room, LETTER, bold))
    return lines


def _write(
    sheet: Sheet, line: str, at: tuple[int, int], bold: bool, front: RGB, back: RGB, narrow: float = NARROW[0]
) -> None:
    wide = round(length(line, LETTER, bold) * narrow)
    sheet.stamp(_line(line, wide, bold, front, back, sheet.palette), *at)


@lru_cache(maxsize=1024)
def _line(line: str, wide: int, bold: bool, front: RGB, back: RGB, palette: Palette) -> Sprite:
    letters, rise = narrowed(line, LETTER, wide, bold)
    return lettered(letters, rise, front, back, palette)


class _Told(NamedTuple):
    """What stands on a card below its head."""

    name: tuple[str, ...]
    modes: tuple[tuple[str, ...], ...]
    narrow: float

    @property
    def lines(self) -> int:
        return len(self.name) + sum(map(len, self.modes))


@lru_cache(maxsize=512)
def told(card: CardWords, width: int) -> _Told:
    """The lines of a card with so much room beside its edges: few enough, unless nothing helps."""
    found: _Told | None = None
    for narrow in NARROW:
        name = wrapped(card.name, width, True, narrow=narrow)
        modes = [
            tuple(wrapped(words, width, indent=_indent(timings), narrow=narrow))
            for timings, words in card.modes
        ]
        found = _Told(tuple(name), tuple(modes), narrow)
        if found.lines <= LINES:
            break
    assert found is not None
    return found


def _indent(timings: Collection[Timing]) -> int:
    """Width of the plates before a mode's words."""
    return 39 * len(timings) + 4


def _draw_card(
    sheet: Sheet,
    card: CardWords,
    box: tuple[int, int, int, int],
    theme: Theme,
    *,
    mark: bool = False,
    dear: bool = False,
    faint: bool = False,
) -> None:
    x, y, width, high = box
    paint, hue = ink(theme), LOTS[card.lot]
    front = on(hue)
    paper, word = (paint.panel, paint.muted) if faint else (BONE, DARK)
    sheet.stamp(_blank_card((width, high), hue, HEAD, paper, theme, mark), x, y)
    middle = y + HEAD // 2 + 1
    end = sheet.write(str(card.number), x + PAD, middle, 40, front, hue, bold=True)
    sheet.stamp(_lot(56, card.lot, theme), x + PAD + end + 36, middle)
    right = x + width - 8
    if card.progress:
        right -= sheet.write(str(card.progress), right - 4, middle, 40, front, hue, bold=True, anchor="r") + 8
        sheet.stamp(_progress(46, theme, hue), right - 22, middle)
        right -= 50
    if card.cost:
        sheet.stamp(_cost(56, card.cost, dear, theme, hue), right - 28, middle)
    line = y + HEAD + 6 + LINE // 2
    lines = told(card, width - 2 * PAD)
    for part in lines.name:
        _write(sheet, part, (x + PAD, line), True, word, paper, lines.narrow)
        line += LINE
    for (timings, _), parts in zip(card.modes, lines.modes, strict=True):
        for index, timing in enumerate(timing for timing in Timing if timing in timings):
            sheet.stamp(_timing(36, timing, theme, paper), x + PAD + 18 + 39 * index, line + 2)
        for number, part in enumerate(parts):
            left = x + PAD + (0 if number else _indent(timings))
            _write(sheet, part, (left, line + 2), False, word, paper, lines.narrow)
            line += LINE


@lru_cache(maxsize=128)
def _blank_card(size: tuple[int, int], hue: RGB, head: int, paper: RGB, theme: Theme, mark: bool) -> Sprite:
    """Paper with rounded corners, its head in the lot's colour; a marked one has a bright frame."""
    width, high = size
    paint = ink(theme)
    bleed = 8 if mark else 0

    def draw_card(draw: ImageDraw.ImageDraw, scale: float) -> None:
        soft, far = 16 * scale, bleed * scale
        right, bottom = (width + 2 * bleed) * scale - 1, (high + 2 * bleed) * scale - 1
        if mark:
            draw.rounded_rectangle((0, 0, right, bottom), soft + far, paint.accent)
        draw.rounded_rectangle((far, far, right - far, bottom - far), soft, mixed(paper, DARK, 0.5))
        rim = 1.5 * scale
        draw.rounded_rectangle((far + rim, far + rim, right - far - rim, bottom - far - rim), soft, paper)
        corners = (True, True, head >= high, head >= high)
        draw.rounded_rectangle((far, far, right - far, far + head * scale), soft, hue, corners=corners)

    image = painted(width + 2 * bleed, high + 2 * bleed, draw_card, scale=2)
    return Sprite(opaque(image, card_palette(theme), paint.ground), None, (bleed, bleed))


@lru_cache(maxsize=64)
def _icon(sign: Sign, size: int, fill: RGB, back: RGB, theme: Theme) -> Sprite:
    def draw_icon(draw: ImageDraw.ImageDraw, scale: float) -> None:
        edge = size * scale
        draw_pictogram(draw, sign, edge / 2, edge / 2, edge * 0.48, fill, back)

    return _flat(painted(size, size, draw_icon), theme, back)


def _flat(image: Image.Image, theme: Theme, back: RGB) -> Sprite:
    whole = opaque(image, card_palette(theme), back)
    return Sprite(whole, covered(image, 100), (image.width // 2, image.height // 2))


def timing_plate(size: int, timing: Timing) -> Image.Image:
    """When a card is playable, as a pictogram on a plate (RGBA)."""
    hue = PLATES[timing]

    def draw_plate(draw: ImageDraw.ImageDraw, scale: float) -> None:
        edge, rim = size * scale - 1, size * scale * 0.05
        draw.rounded_rectangle((0, 0, edge, edge), edge * 0.24, BONE)
        draw.rounded_rectangle((rim, rim, edge - rim, edge - rim), edge * 0.2, hue)
        draw_pictogram(draw, TIMINGS[timing], edge / 2, edge / 2, edge * 0.34, on(hue), hue)

    return painted(size, size, draw_plate)


@lru_cache(maxsize=128)
def _timing(size: int, timing: Timing, theme: Theme, back: RGB) -> Sprite:
    return _flat(timing_plate(size, timing), theme, back)


def lot_disc(size: int, lot: Lot) -> Image.Image:
    """A lot's letter on its colour (RGBA)."""
    hue = LOTS[lot]

    def draw_disc(draw: ImageDraw.ImageDraw, scale: float) -> None:
        edge, rim = size * scale - 1, size * scale * 0.07
        draw.ellipse((0, 0, edge, edge), on(hue))
        draw.ellipse((rim, rim, edge - rim, edge - rim), hue)

    disc = painted(size, size, draw_disc)
    letters, rise = mask(lot.letter, round(size * 0.6), True)
    disc.paste(on(hue), ((size - letters.width) // 2, size // 2 - rise), letters)
    return disc


@lru_cache(maxsize=32)
def _lot(size: int, lot: Lot, theme: Theme) -> Sprite:
    return _flat(lot_disc(size, lot), theme, LOTS[lot])


@lru_cache(maxsize=32)
def _cost(size: int, cost: int, dear: bool, theme: Theme, back: RGB) -> Sprite:
    """A coin with the number to pay."""
    hue = LOTS[Lot.RED] if dear else GOLD

    def draw_coin(draw: ImageDraw.ImageDraw, scale: float) -> None:
        edge, rim = size * scale - 1, size * scale * 0.06
        draw.ellipse((0, 0, edge, edge), DARK)
        draw.ellipse((rim, rim, edge - rim, edge - rim), hue)

    image = painted(size, size, draw_coin)
    letters, rise = mask(str(cost), round(size * 0.6), True)
    image.paste(on(hue), ((size - letters.width) // 2, size // 2 - rise), letters)
    return _flat(image, theme, back)


@lru_cache(maxsize=8)
def _progress(size: int, theme: Theme, back: RGB) -> Sprite:
    """A bulb: a progress point at the end of every Age."""

    def draw_bulb(draw: ImageDraw.ImageDraw, scale: float) -> None:
        edge = size * scale
        draw_pictogram(draw, Sign.BULB, edge / 2, edge / 2, edge * 0.5, DARK, GOLD)
        draw.ellipse((edge * 0.24, edge * 0.09, edge * 0.76, edge * 0.61), GOLD)
        wire = ((0.42, 0.6), (0.38, 0.38), (0.5, 0.47), (0.62, 0.38), (0.58, 0.6))
        draw.line([(edge * x, edge * y) for x, y in wire], DARK, round(edge * 0.05))

    return _flat(painted(size, size, draw_bulb), theme, back)


@lru_cache(maxsize=32)
def _points(size: int, points: int, theme: Theme, back: RGB) -> Sprite:
    """What an objective brings."""
    return _flat(value_disc(size, points, DARK), theme, back)


@lru_cache(maxsize=8)
def _tick(size: int, theme: Theme) -> Sprite:
    """On the card that is picked so far."""
    accent = ink(theme).accent

    def draw_tick(draw: ImageDraw.ImageDraw, scale: float) -> None:
        edge = size * scale - 1
        draw.ellipse((0, 0, edge, edge), accent)
        draw_pictogram(draw, Sign.TICK, edge / 2, edge / 2, edge * 0.3, on(accent), accent)

    return _flat(painted(size, size, draw_tick), theme, BONE)
