"""Pictures of Genesia's cards: a hand, a pack to choose from, secret objectives.

Only their owner may see them.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from PIL import ImageDraw

from engine.genesia.model import Lot, Timing
from render.genesia.art import faint_tones, lot_tones
from render.genesia.art.brush import Tone
from render.genesia.captions import CardWords, ObjectiveWords
from render.genesia.marks import letters_sprite, narrow_mask
from render.genesia.palette import BONE, DARK, LOTS, NEUTRAL, card_palette, contrast_colour
from render.genesia.plates import (
    art_sprite,
    cost_sprite,
    icon,
    lot_sprite,
    points_sprite,
    progress_sprite,
    tick_sprite,
    timing_sprite,
)
from render.genesia.signs import Sign
from render.genesia.tableau import SLOT, Laid, draw_small_hand
from render.kit.canvas import (
    RGB,
    Palette,
    Picture,
    Sheet,
    Sprite,
    Theme,
    ink,
    opacity_mask,
    opaque,
    paint_image,
)
from render.kit.lettering import fitted, length
from render.kit.memory import kept

__all__ = [
    "FEW",
    "LETTER",
    "LINES",
    "NARROW",
    "PAD",
    "TALL",
    "card_lines",
    "draft",
    "hand",
    "objectives",
    "two_hands",
    "wrap_text",
]

WIDTH = 1000
MARGIN, GAP = 10, 12
CARD = 310
"""Height of a card in pixels. With two rows of cards the picture is 11:7."""
LINE, CLOSE = 37, 35
"""Pixels from line to line, and the smaller distance on a narrow card with many lines."""
LETTER = 33
"""Size of all letters in pixels: capitals are 9 points high on a phone."""
FIGURE = 35
"""Size in pixels of the digits beside a goal's bar: they are 8 points high on a telephone 324 points wide."""
LINES, FEW = 6, 5
"""Lines of name and text beneath a narrow card's illustration: the maximum, and the number aimed at."""
NARROW = (0.86, 0.8, 0.74, 0.68)
"""Factors by which letters are narrowed, tried in turn while there are too many lines."""
PAD = 13
BAR_END = 20
"""Pixels on the right of a bar, where a mark may lie."""
FRAME, ROUND, BLEED = 5, 16, 8
"""Pixels: width of a card's edge, radius of its corners, and width of the frame around a marked card.

The edge is in the colour of the card's lot.
"""
TALL = 318
"""Greatest width in pixels of a card with its illustration above its text. Wider ones have it on their left.

Cards that lie three in a row are that narrow.
"""
TAB = 76
"""Pixels left and right of an illustration above the text, for number and lot, and for cost and progress."""
LOW = 100
"""Height of an illustration in pixels below which number and lot stand side by side, not one below the other.

Cost and progress do the same.
"""
LARGE = 260
"""Greatest height of an illustration in pixels."""
TICK = 52
"""Size in pixels of the sign on the picked card."""
PANELS = (0.5, 0.44, 0.38, 0.34)
"""Shares of a wide card's width for the illustration: the first one that leaves room for the words."""
ROWS = 7
"""Lines of words on a wide card, at most."""


def hand(
    cards: Sequence[CardWords],
    *,
    theme: Theme = Theme.DARK,
    marked: Collection[int] = (),
    dear: Collection[int] = (),
) -> Picture:
    """Draw cards of one seat, two or three a row; those in `marked` stand out. Costs of `dear` ones are red.

    The picture is private: only that seat may see it.
    """
    return _hand_sheet(cards, _Spread(len(cards)), theme, marked, dear).encode()


def two_hands(
    cards: Sequence[CardWords],
    other: int,
    laid: Sequence[Laid],
    *,
    theme: Theme = Theme.DARK,
    marked: Collection[int] = (),
    dear: Collection[int] = (),
) -> Picture:
    """Draw a hand as `hand` does, and smaller that of the `other` people of who plays alone.

    It stands in the place of a sixth card, or in a line below a single row of cards.
    """
    count = len(cards)
    if count <= 3:
        spread = _Spread(count)
        high = spread.size[1] if cards else 0
        sheet = Sheet.blank(WIDTH, high + SLOT[1] + MARGIN, card_palette(theme), ink(theme).ground)
        sheet.image.paste(_hand_sheet(cards, spread, theme, marked, dear).image if cards else sheet.image)
        draw_small_hand(sheet, other, laid, (MARGIN, high), 1 + len(laid), theme)
        return sheet.encode()
    spread = _Spread(max(5, count))
    sheet = _hand_sheet(cards, spread, theme, marked, dear)
    draw_small_hand(sheet, other, laid, spread.place(5), 3, theme)
    return sheet.encode()


def _hand_sheet(
    cards: Sequence[CardWords], spread: _Spread, theme: Theme, marked: Collection[int], dear: Collection[int]
) -> Sheet:
    sheet = Sheet.blank(*spread.size, card_palette(theme), ink(theme).ground)
    for index, card in enumerate(cards):
        marks = _Marks(card.number in marked, dear=card.number in dear)
        sheet.stamp(_card(card, spread.card, theme, marks), *spread.place(index))
    return sheet


def draft(
    pack: Sequence[CardWords],
    chosen: Sequence[CardWords] = (),
    *,
    theme: Theme = Theme.DARK,
    pick: int | None = None,
) -> Picture:
    """Draw the pack that a seat chooses from, the card picked so far marked, then the cards chosen before,
    faint.

    The picture is private, like `hand`.
    """
    spread = _Spread(len(pack) + len(chosen))
    sheet = Sheet.blank(*spread.size, card_palette(theme), ink(theme).ground)
    for index, card in enumerate((*pack, *chosen)):
        marks = _Marks(picked=card.number == pick, faint=index >= len(pack))
        sheet.stamp(_card(card, spread.card, theme, marks), *spread.place(index))
    return sheet.encode()


def objectives(
    cards: Sequence[ObjectiveWords], *, theme: Theme = Theme.DARK, pick: int | None = None
) -> Picture:
    """Draw one or two objectives side by side, with bars that tell how far each goal is; of two, the one that
    is kept or picked is marked.
    """
    spread = _Spread(len(cards))
    wide = spread.card
    panel = round(wide * PANELS[2])
    room = wide - panel - 2 * PAD
    texts = [[line for part in card.text for line in wrap_text(part, room)] for card in cards]
    names = [wrap_text(card.name, room, True) for card in cards]
    told = zip(cards, names, texts, strict=True)
    lines = max((len(name) + len(text) + len(card.progress) for card, name, text in told), default=0)
    high = min(max(CARD, 2 * PAD + LINE * lines), spread.size[0] * 7 // 11 - 2 * MARGIN)
    sheet = Sheet.blank(spread.size[0], high + 2 * MARGIN, card_palette(theme), ink(theme).ground)
    for index, (card, name, text) in enumerate(zip(cards, names, texts, strict=True)):
        x, y = spread.place(index)
        mark = len(cards) > 1 and card.number == pick
        hue = NEUTRAL if card.lot is None else LOTS[card.lot]
        tones = lot_tones(card.lot)
        sheet.stamp(_blank_card((wide, high), panel, hue, tones[Tone.PALE], BONE, theme, mark), x, y)
        top = _draw_tab(sheet, card.number, card.lot, (x, y), theme, goal=True)
        size = min(panel - FRAME - 6, LARGE, high - top - 72)
        art = art_sprite(-card.number, size, tones, theme)
        sheet.stamp(art, x + FRAME + (panel - FRAME - size) // 2, y + (top + high - 68 - size) // 2)
        sheet.stamp(points_sprite(62, card.points, theme, tones[Tone.PALE]), x + panel // 2, y + high - 40)
        line = y + PAD + 4 + LINE // 2
        for part, bold in (*((each, True) for each in name), *((each, False) for each in text)):
            _write(sheet, part, (x + panel + PAD, line), bold, DARK, BONE)
            line += LINE
        for done, needed in card.progress:
            _draw_bar(sheet, (x + panel + PAD, line), (room, hue), done, needed)
            line += LINE
        if mark:
            sheet.stamp(tick_sprite(TICK, theme), x + wide - 16, y + high - 16)
    return sheet.encode()


def _draw_bar(sheet: Sheet, at: tuple[int, int], shape: tuple[int, RGB], done: int, needed: int) -> None:
    """Draw how far a goal is: ``6/8`` and a bar; its `shape` is width and colour."""
    (x, y), (room, hue), told = at, shape, f"{done}/{needed}"
    most = length("88/88", FIGURE, True)
    wide = round(length(told, FIGURE, True) * NARROW[0])
    sheet.stamp(_line(told, wide, True, DARK, BONE, sheet.palette, FIGURE), *at)
    left, right = x + round(most * NARROW[0]) + PAD, x + room - BAR_END
    share = min(1.0, done / needed if needed else 1.0)
    sheet.fill((left - 3, y - 12, right + 3, y + 12), DARK)
    sheet.fill((left, y - 9, right, y + 9), BONE)
    sheet.fill((left, y - 9, left + round((right - left) * share), y + 9), hue)


class _Spread:
    """The layout of cards: six lie in two rows of three, two to four lie two a row."""

    def __init__(self, count: int) -> None:
        self.columns = 1 if count < 2 else 2 if count in (2, 4) else max(3, -(-count // 2))
        self.rows = max(1, -(-count // self.columns))
        whole = {1: 560, 2: WIDTH, 3: WIDTH}.get(self.columns, WIDTH * self.columns // 3)
        self.card = (whole - 2 * MARGIN - GAP * (self.columns - 1)) // self.columns
        self.size = whole, 2 * MARGIN + self.rows * (CARD + GAP) - GAP

    def place(self, index: int) -> tuple[int, int]:
        """Return the left and top edge of a card."""
        row, column = divmod(index, self.columns)
        return MARGIN + column * (self.card + GAP), MARGIN + row * (CARD + GAP)


def wrap_text(
    text: str, width: float, bold: bool = False, *, indent: float = 0, narrow: float = NARROW[0]
) -> list[str]:
    """Return the text in lines that are at most `width` pixels wide, the first one shorter by `indent`.

    Lines break at common spaces only, not at no-break ones.
    """
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


@kept
def _line(
    line: str, wide: int, bold: bool, front: RGB, back: RGB, palette: Palette, size: int = LETTER
) -> Sprite:
    letters, rise = narrow_mask(line, size, wide, bold)
    return letters_sprite(letters, rise, front, back, palette)


class _Marks(NamedTuple):
    """The marks on a card."""

    marked: bool = False
    picked: bool = False
    dear: bool = False
    """The viewer cannot pay the card."""
    faint: bool = False


class _CardLines(NamedTuple):
    """The lines of a card's name and modes, and the factor by which their letters are narrowed."""

    name: tuple[str, ...]
    modes: tuple[tuple[str, ...], ...]
    narrow: float

    @property
    def lines(self) -> int:
        return len(self.name) + sum(map(len, self.modes))


@lru_cache(maxsize=512)
def card_lines(card: CardWords, width: int, few: int = FEW) -> _CardLines:
    """Return the lines of a card with `width` pixels of room for them.

    Letters are narrowed until there are at most `few` lines, or failing that at most `LINES`. If nothing
    helps, the narrowest letters are taken, with all their lines.
    """
    found: _CardLines | None = None
    tries = (*product((few,), NARROW[:-1]), *product((max(few, LINES),), NARROW))
    for most, narrow in tries:
        name = wrap_text(card.name, width, True, narrow=narrow)
        modes = [
            tuple(wrap_text(words, width, indent=_indent(timings), narrow=narrow))
            for timings, words in card.modes
        ]
        found = _CardLines(tuple(name), tuple(modes), narrow)
        if found.lines <= most:
            break
    assert found is not None
    return found


def _indent(timings: Collection[Timing]) -> int:
    """Return the width of the plates before a mode's words."""
    return 39 * len(timings) + 4


def _card_parts(card: CardWords, width: int) -> tuple[int, _CardLines]:
    """Return the width of the illustration beside the text (0 if it is above it), and the text."""
    if width <= TALL:
        return 0, card_lines(card, width - 2 * PAD)
    panel, lines = 0, None
    for share in PANELS:
        panel = round(width * share)
        lines = card_lines(card, width - panel - 2 * PAD, ROWS)
        if lines.lines <= ROWS and lines.narrow == NARROW[0]:
            break
    assert lines is not None
    return panel, lines


@kept
def _card(card: CardWords, width: int, theme: Theme, marks: _Marks) -> Sprite:
    """Return a card. It is cached, as people look at a hand again and again."""
    bleed = BLEED if marks.marked or marks.picked else 0
    sheet = Sheet.blank(width + 2 * bleed, CARD + 2 * bleed, card_palette(theme), ink(theme).ground)
    _draw_card(sheet, card, (bleed, bleed, width, CARD), theme, marks)
    return Sprite(sheet.image, None, (bleed, bleed))


def _draw_card(
    sheet: Sheet, card: CardWords, box: tuple[int, int, int, int], theme: Theme, marks: _Marks
) -> None:
    x, y, width, high = box
    hue = LOTS[card.lot]
    panel, lines = _card_parts(card, width)
    tones = faint_tones(theme) if marks.faint else lot_tones(card.lot)
    pale = tones[Tone.PALE]
    paper, word = (pale, ink(theme).muted) if marks.faint else (BONE, DARK)
    sheet.stamp(
        _blank_card((width, high), panel, hue, pale, paper, theme, marks.marked or marks.picked), x, y
    )
    pitch = LINE
    if panel:
        line = y + PAD + 2 + LINE // 2
        top = _draw_tab(sheet, card.number, card.lot, (x, y), theme)
        low = high - 64 if card.cost or card.progress else high - FRAME
        size = min(panel - FRAME - 6, LARGE, low - top)
        middle = x + (FRAME + panel) // 2
        sheet.stamp(
            art_sprite(card.number, size, tones, theme), middle - size // 2, y + (top + low - size) // 2
        )
        _draw_price(sheet, card, (x + panel - 4, y + high - 38), theme, pale, dear=marks.dear)
        corner = x + panel - 30
    else:
        pitch = LINE if lines.lines <= FEW else CLOSE
        band = max(74, high - pitch * lines.lines - 18)
        line = y + band + 4 + pitch // 2
        sheet.fill((x + FRAME, y + band, x + width - FRAME, y + high - ROUND), paper)
        stacked = band >= LOW
        _draw_tab(sheet, card.number, card.lot, (x, y), theme, stacked=stacked)
        corner = x + width - FRAME - (TICK - 4 if marks.picked else 5)
        near = x + (TAB if stacked else 2 * TAB - 22) + 4
        far = _draw_price(sheet, card, (corner, y + 36), theme, pale, dear=marks.dear, stacked=stacked)
        size = min(band - FRAME - 4, far - near, LARGE)
        art = art_sprite(card.number, size, tones, theme)
        sheet.stamp(art, (near + far - size) // 2, y + FRAME + (band - FRAME - size) // 2)
        corner = x + width - 26
    if marks.picked:
        sheet.stamp(tick_sprite(TICK, theme), corner, y + 26)
    left = x + panel + PAD
    for part in lines.name:
        _write(sheet, part, (left, line), True, word, paper, lines.narrow)
        line += pitch
    for (timings, _), parts in zip(card.modes, lines.modes, strict=True):
        for index, timing in enumerate(timing for timing in Timing if timing in timings):
            sheet.stamp(timing_sprite(pitch - 1, timing, theme, paper), left + 18 + 39 * index, line + 2)
        for number, part in enumerate(parts):
            at = left + (0 if number else _indent(timings)), line + 2
            _write(sheet, part, at, False, word, paper, lines.narrow)
            line += pitch


def _draw_tab(
    sheet: Sheet,
    number: int,
    lot: Lot | None,
    at: tuple[int, int],
    theme: Theme,
    *,
    stacked: bool = False,
    goal: bool = False,
) -> int:
    """Draw the card's number and lot in its upper left corner. Return how far down they reach."""
    x, y = at
    hue = NEUTRAL if lot is None else LOTS[lot]
    front = contrast_colour(hue)
    left = PAD + 46 * goal
    end = left + round(length(str(number), 38, True)) + (PAD if lot is None else 58)
    wide, high = (TAB, LOW) if stacked else (end, 58)
    sheet.stamp(_tab((wide, high), hue, theme), x, y)
    if goal:
        sheet.stamp(icon(Sign.TARGET, 40, front, hue, theme), x + 32, y + 30)
    if stacked:
        sheet.write(str(number), x + wide // 2 - 1, y + 29, 38, front, hue, bold=True, anchor="m")
    else:
        sheet.write(str(number), x + left, y + 30, 38, front, hue, bold=True)
    if lot is not None:
        at = (x + wide // 2 - 1, y + 72) if stacked else (x + end - 31, y + 30)
        sheet.stamp(lot_sprite(44, lot, theme), *at)
    return high


def _draw_price(
    sheet: Sheet,
    card: CardWords,
    at: tuple[int, int],
    theme: Theme,
    back: RGB,
    *,
    dear: bool,
    stacked: bool = False,
) -> int:
    """Draw the card's cost and progress left of `at`, or one below the other if `stacked`.

    Return their left edge.
    """
    right, middle = at
    front = contrast_colour(back)
    left = right - (60 if card.cost and stacked else 0)
    if card.cost and stacked:
        sheet.stamp(cost_sprite(54, card.cost, dear, theme, back), right - 30, middle)
        middle += 54
    if card.progress:
        right -= (
            sheet.write(str(card.progress), right - 2, middle, 38, front, back, bold=True, anchor="r") + 4
        )
        sheet.stamp(progress_sprite(44, theme, back), right - 20, middle)
        right -= 44
    if card.cost and not stacked:
        sheet.stamp(cost_sprite(54, card.cost, dear, theme, back), right - 28, middle)
        right -= 56
    return min(left, right)


@kept
def _blank_card(
    size: tuple[int, int], panel: int, hue: RGB, pale: RGB, paper: RGB, theme: Theme, mark: bool
) -> Sprite:
    """Return a card with its edge and the ground of its illustration; a marked one has a bright frame.

    If the illustration is above the text, only the lowest corners are paper.
    """
    width, high = size
    paint = ink(theme)
    bleed = BLEED if mark else 0

    def draw_card(draw: ImageDraw.ImageDraw, scale: float) -> None:
        soft, far, rim = ROUND * scale, bleed * scale, FRAME * scale
        right, bottom = (width + 2 * bleed) * scale - 1, (high + 2 * bleed) * scale - 1
        if mark:
            draw.rounded_rectangle((0, 0, right, bottom), soft + far, paint.accent)
        draw.rounded_rectangle((far, far, right - far, bottom - far), soft, hue)
        inner = far + rim, far + rim, right - far - rim, bottom - far - rim
        draw.rounded_rectangle(inner, soft - rim, paper)
        if panel:
            corners = True, False, False, True
            part = (*inner[:2], far + panel * scale - 1, inner[3])
        else:
            corners = True, True, False, False
            part = (*inner[:3], bottom - far - soft)
        draw.rounded_rectangle(part, soft - rim, pale, corners=corners)

    image = paint_image(width + 2 * bleed, high + 2 * bleed, draw_card, scale=2)
    return Sprite(opaque(image, card_palette(theme), paint.ground), None, (bleed, bleed))


@kept
def _tab(size: tuple[int, int], hue: RGB, theme: Theme) -> Sprite:
    """Return a corner of a card in its lot's colour."""
    wide, high = size

    def draw_tab(draw: ImageDraw.ImageDraw, scale: float) -> None:
        corners = (True, False, True, False)
        draw.rounded_rectangle(
            (0, 0, wide * scale - 1, high * scale - 1), ROUND * scale, hue, corners=corners
        )

    image = paint_image(wide, high, draw_tab)
    return Sprite(opaque(image, card_palette(theme), hue), opacity_mask(image, 127))
