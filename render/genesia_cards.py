"""Genesia's cards as cards: a hand, a pack to choose from, secret objectives. For their owner's eyes only."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache

from PIL import Image, ImageDraw

from engine.genesia.model import Lot, Timing, View
from render.canvas import RGB, Picture, Sheet, Sprite, Theme, covered, ink, mixed, opaque, painted
from render.genesia_hues import BONE, DARK, GOLD, INKY, LOTS, card_palette, on
from render.genesia_marks import value_disc
from render.genesia_signs import TIMINGS, Sign, draw_pictogram
from render.genesia_words import CardWords, ObjectiveWords
from render.lettering import fitted, length, mask

__all__ = ["draft", "hand", "lot_disc", "objectives", "timing_plate", "wrapped"]

WIDTH = 1000
MARGIN, GAP = 12, 14
HEAD, FOOT, LINE, NAME, TEXT = 60, 56, 30, 27, 23
TICKED = 70
"""From the right edge of a card: where the tick stands on the one that is picked."""
SLIP = 58
"""Height of a card that was chosen before."""
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
    """Cards of the viewer as cards, three a row, 1,000 pixels wide; those of `marked` stand out.

    Private: only for the seat that the view belongs to. A cost that the viewer cannot pay now is red.
    """
    height = _rows_height(cards)
    sheet = Sheet.blank(WIDTH, max(height, 2 * MARGIN), card_palette(theme), ink(theme).ground)
    _draw_rows(sheet, cards, view, marked, None, theme)
    return sheet.encode()


def draft(view: View, cards: Sequence[CardWords], *, theme: Theme = Theme.DARK) -> Picture:
    """The pack that the viewer chooses from, the card picked so far marked; small below, those chosen.

    `cards` are the words of all of them, in any order. Private, like `hand`.
    """
    words = {card.number: card for card in cards}
    pack = [words[number] for number in view.pack]
    chosen = [words[number] for number in (view.hands[view.people] if view.people is not None else ())]
    top = _rows_height(pack, view.pick)
    rows = -(-len(chosen) // 2)
    height = top + (rows * (SLIP + GAP) + 18 if chosen else 0)
    paint = ink(theme)
    sheet = Sheet.blank(WIDTH, height, card_palette(theme), paint.ground)
    _draw_rows(sheet, pack, view, () if view.pick is None else (view.pick,), view.pick, theme)
    if chosen:
        sheet.fill((MARGIN, top + 2, WIDTH - MARGIN, top + 5), paint.line)
    for index, card in enumerate(chosen):
        wide = (WIDTH - 2 * MARGIN - GAP) // 2
        x, y = MARGIN + index % 2 * (wide + GAP), top + 18 + index // 2 * (SLIP + GAP)
        _draw_slip(sheet, card, x, y, wide, theme)
    return sheet.encode()


def objectives(view: View, cards: Sequence[ObjectiveWords], *, theme: Theme = Theme.DARK) -> Picture:
    """One or two objectives side by side; the one that the viewer keeps, or has picked, is marked."""
    wide = (WIDTH - 2 * MARGIN - GAP) // 2
    texts = [[line for part in card.text for line in wrapped(part, wide - 40, TEXT + 3)] for card in cards]
    high = 160 + 34 * max((len(lines) for lines in texts), default=0)
    width = 2 * MARGIN + wide * len(cards) + GAP * (len(cards) - 1)
    sheet = Sheet.blank(max(width, wide), high + 2 * MARGIN, card_palette(theme), ink(theme).ground)
    kept = view.objective if view.objective is not None else view.pick
    for index, (card, lines) in enumerate(zip(cards, texts, strict=True)):
        x = MARGIN + index * (wide + GAP)
        mark = len(cards) > 1 and card.number == kept
        hue = NEUTRAL if card.lot is None else LOTS[card.lot]
        sheet.stamp(_blank_card((wide, high), hue, 70, theme, mark), x, MARGIN)
        front = on(hue)
        sheet.stamp(_icon(Sign.TARGET, 44, front, hue, theme), x + 42, MARGIN + 36)
        end = sheet.write(str(card.number), x + 78, MARGIN + 36, 32, front, hue, bold=True)
        if card.lot is not None:
            sheet.stamp(_lot(36, card.lot, theme), x + 78 + end + 30, MARGIN + 36)
        sheet.stamp(_points(60, card.points, theme, hue), x + wide - 48, MARGIN + 36)
        name, size = _name(card.name, wide - 40)
        sheet.write(name, x + 20, MARGIN + 106, size, DARK, BONE, bold=True)
        for row, line in enumerate(lines):
            sheet.write(line, x + 20, MARGIN + 150 + 34 * row, TEXT + 3, DARK, BONE)
        if mark:
            sheet.stamp(_tick(56, theme), x + wide - 44, MARGIN + high - 40)
    return sheet.encode()


def wrapped(text: str, width: float, size: int, bold: bool = False) -> list[str]:
    """The text in lines no wider than that; other spaces than the common one do not break."""
    lines: list[str] = []
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and length(longer, size, bold) <= width:
            lines[-1] = longer
        else:
            lines.append(fitted(word, width, size, bold))
    return lines


def _name(name: str, width: float) -> tuple[str, int]:
    """The name on one line, shrunk and at last shortened."""
    for size in range(NAME + 3, 21, -1):
        if length(name, size, True) <= width:
            return name, size
    return fitted(name, width, 22, True), 22


def _columns(count: int) -> int:
    """Cards in a row: five are three and two, four are two and two."""
    return 2 if count in (2, 4) else 3


def _card_width(count: int) -> int:
    columns = _columns(count)
    return (WIDTH - 2 * MARGIN - GAP * (columns - 1)) // columns


def _body(card: CardWords, width: int) -> list[list[str]]:
    """The lines of every mode."""
    return [wrapped(part, width - 34, TEXT) for part in card.text]


def _card_height(card: CardWords, width: int, picked: bool) -> int:
    body = _body(card, width)
    names = len(wrapped(card.name, width - 34, NAME, True))
    foot = FOOT if card.cost or card.progress or picked else 8
    return HEAD + 16 + 32 * names + sum(len(lines) * LINE + 10 for lines in body) + foot


def _heights(cards: Sequence[CardWords], picked: int | None) -> list[int]:
    """Of every row."""
    columns, width = _columns(len(cards)), _card_width(len(cards))
    return [
        max(_card_height(card, width, card.number == picked) for card in cards[start : start + columns])
        for start in range(0, len(cards), columns)
    ]


def _rows_height(cards: Sequence[CardWords], picked: int | None = None) -> int:
    return 2 * MARGIN + sum(high + GAP for high in _heights(cards, picked)) - (GAP if cards else 0)


def _draw_rows(
    sheet: Sheet,
    cards: Sequence[CardWords],
    view: View,
    marked: Collection[int],
    picked: int | None,
    theme: Theme,
) -> None:
    columns, width = _columns(len(cards)), _card_width(len(cards))
    coins = view.coins[view.people] if view.people is not None else None
    y = MARGIN
    for row, high in enumerate(_heights(cards, picked)):
        for index, card in enumerate(cards[row * columns : (row + 1) * columns]):
            x = MARGIN + index * (width + GAP)
            dear = coins is not None and card.cost > coins and picked is None and not view.pack
            _draw_card(sheet, card, (x, y, width, high), card.number in marked, dear, theme)
            if card.number == picked:
                sheet.stamp(_tick(56, theme), x + width - 42, y + high - 36)
        y += high + GAP


def _draw_card(
    sheet: Sheet, card: CardWords, box: tuple[int, int, int, int], mark: bool, dear: bool, theme: Theme
) -> None:
    x, y, width, high = box
    hue = LOTS[card.lot]
    front = on(hue)
    sheet.stamp(_blank_card((width, high), hue, HEAD, theme, mark), x, y)
    middle = y + HEAD // 2 + 1
    end = sheet.write(str(card.number), x + 18, middle, 34, front, hue, bold=True)
    sheet.stamp(_lot(34, card.lot, theme), x + 18 + end + 28, middle)
    timings = [timing for timing in Timing if timing in card.timings]
    size, pitch = (42, 46) if len(timings) < 4 else (38, 41)
    for index, timing in enumerate(timings):
        left = x + width - 10 - pitch * (len(timings) - index) + pitch // 2
        sheet.stamp(_timing(size, timing, theme, hue), left, middle)
    line = y + HEAD + 12 + 16
    for part in wrapped(card.name, width - 34, NAME, True):
        sheet.write(part, x + 17, line, NAME, DARK, BONE, bold=True)
        line += 32
    line += 4
    for lines in _body(card, width):
        for part in lines:
            sheet.write(part, x + 17, line, TEXT, DARK, BONE)
            line += LINE
        line += 10
    foot = y + high - FOOT // 2 - 4
    left = x + 14
    if card.cost:
        sheet.stamp(_cost(46, card.cost, dear, theme), left + 23, foot)
        left += 62
    # Many stand closer, so that the last one and the tick beside it are on the card.
    pitch = min(48, (x + width - TICKED - left) // max(1, card.progress))
    for number in range(card.progress):
        sheet.stamp(_progress(44, theme), left + pitch * number + 22, foot)


def _draw_slip(sheet: Sheet, card: CardWords, x: int, y: int, width: int, theme: Theme) -> None:
    """A chosen card in one line."""
    hue = LOTS[card.lot]
    front = on(hue)
    sheet.stamp(_blank_card((width, SLIP), hue, SLIP, theme, False), x, y)
    middle = y + SLIP // 2
    left = x + 16
    left += sheet.write(str(card.number), left, middle, 28, front, hue, bold=True) + 12
    sheet.stamp(_lot(30, card.lot, theme), left + 15, middle)
    left += 42
    timings = [timing for timing in Timing if timing in card.timings]
    end = x + width - 10
    for timing in timings[::-1]:
        sheet.stamp(_timing(36, timing, theme, hue), end - 20, middle)
        end -= 40
    sheet.write(fitted(card.name, end - left - 8, 24, True), left, middle, 24, front, hue, bold=True)


@lru_cache(maxsize=128)
def _blank_card(size: tuple[int, int], hue: RGB, head: int, theme: Theme, mark: bool) -> Sprite:
    """Paper with rounded corners, its head in the lot's colour; a marked one has a bright frame."""
    width, high = size
    paint = ink(theme)
    bleed = 8 if mark else 0

    def draw_card(draw: ImageDraw.ImageDraw, scale: float) -> None:
        soft, far = 16 * scale, bleed * scale
        right, bottom = (width + 2 * bleed) * scale - 1, (high + 2 * bleed) * scale - 1
        if mark:
            draw.rounded_rectangle((0, 0, right, bottom), soft + far, paint.accent)
        draw.rounded_rectangle((far, far, right - far, bottom - far), soft, mixed(BONE, DARK, 0.5))
        rim = 1.5 * scale
        draw.rounded_rectangle((far + rim, far + rim, right - far - rim, bottom - far - rim), soft, BONE)
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
def _cost(size: int, cost: int, dear: bool, theme: Theme) -> Sprite:
    """A coin with the number to pay."""
    hue = LOTS[Lot.RED] if dear else GOLD

    def draw_coin(draw: ImageDraw.ImageDraw, scale: float) -> None:
        edge, rim = size * scale - 1, size * scale * 0.06
        draw.ellipse((0, 0, edge, edge), DARK)
        draw.ellipse((rim, rim, edge - rim, edge - rim), hue)

    image = painted(size, size, draw_coin)
    letters, rise = mask(str(cost), round(size * 0.6), True)
    image.paste(on(hue), ((size - letters.width) // 2, size // 2 - rise), letters)
    return _flat(image, theme, BONE)


@lru_cache(maxsize=8)
def _progress(size: int, theme: Theme) -> Sprite:
    """A bulb: a progress point at the end of every Age."""

    def draw_bulb(draw: ImageDraw.ImageDraw, scale: float) -> None:
        edge = size * scale
        draw_pictogram(draw, Sign.BULB, edge / 2, edge / 2, edge * 0.5, DARK, GOLD)
        draw.ellipse((edge * 0.24, edge * 0.09, edge * 0.76, edge * 0.61), GOLD)
        wire = ((0.42, 0.6), (0.38, 0.38), (0.5, 0.47), (0.62, 0.38), (0.58, 0.6))
        draw.line([(edge * x, edge * y) for x, y in wire], DARK, round(edge * 0.05))

    return _flat(painted(size, size, draw_bulb), theme, BONE)


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
