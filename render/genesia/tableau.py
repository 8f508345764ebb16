"""Genesia's tableau: what lies face up before each people, as on a real table.

It shows what everybody may know, and looks the same to all.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PIL import ImageDraw

from engine.genesia.model import CARDS, Timing, View
from render.genesia.art import lot_tones
from render.genesia.art.brush import Tone
from render.genesia.marks import letters_sprite, medallion, narrow_mask
from render.genesia.palette import BONE, GOLD, LOTS, card_palette, contrast_colour
from render.genesia.plates import art_sprite, icon, progress_sprite, timing_sprite
from render.genesia.seats import goods_of
from render.kit.canvas import RGB, Palette, Picture, Sheet, Sprite, Theme, ink, opaque, paint_image
from render.kit.lettering import length
from render.kit.marks import TURN_BAR, turn_ground
from render.kit.memory import kept
from render.kit.names import RosterLine, shown_name

__all__ = ["SLOT", "Laid", "draw_small_hand", "possessions", "tableau"]

WIDTH, HEIGHT = 1100, 700
MARGIN, GAP = 8, 8
HIGHEST = 224
"""Greatest height of a row in pixels: two peoples need no more."""
LETTER = 38
"""Size of all letters in pixels: capitals are 8 points high where 324 points show the picture."""
GOODS = 352
"""Width in pixels of the sign, the name and the goods of a people."""
STRIP = 62
"""Width in pixels of a card's strip with its number and its mark. It shows of a card that others cover."""
TILE, SLIM = 168, 134
"""Width in pixels of a card, at most and at least; slimmer ones would cover each other."""
CHIP = 114
"""Width in pixels of a card without its illustration, with number and mark side by side."""
LOW = 100
"""Least height in pixels of a card with its illustration where there are several lines."""
BETWEEN, INSET = 8, 7
"""Pixels between two cards, and above and below all of them."""
ROUND, EDGE = 12, 4
NARROW = 0.8
"""Smallest factor by which names may be narrowed."""


class Laid(NamedTuple):
    """A card that lies face up."""

    card: int
    timing: Timing | None = None
    """The timing as which it works; `None` for an invention, which shows its progress."""
    progress: int = 0
    """Progress points of an invention, which may be an intent as well."""


def possessions(view: View) -> tuple[tuple[Laid, ...], ...]:
    """Return the cards that stay before each people: inventions, then those declared as intents."""
    rows: list[tuple[Laid, ...]] = []
    for inventions, intents in zip(view.inventions, view.intents, strict=True):
        stay = [Laid(card, None, CARDS[card].progress) for card in sorted({*inventions} - {*intents})]
        declared = sorted({*intents}, key=lambda card: (card in inventions, card))
        both = {*inventions} & {*intents}
        stay += [Laid(card, Timing.INTENT, CARDS[card].progress if card in both else 0) for card in declared]
        rows.append(tuple(stay))
    return tuple(rows)


def tableau(
    view: View, names: Sequence[str], rows: Sequence[Sequence[Laid]], *, theme: Theme = Theme.DARK
) -> Picture:
    """Draw a row for each people, in turn order: goods, progress, and these cards.

    `names` and `rows` are by people. Many cards in a row lie one upon the other like a fan: number and
    progress, or timing, of each can be seen. `view` says whose turn it is.
    """
    count = view.peoples
    pitch = min((HEIGHT - 2 * MARGIN + GAP) // count, HIGHEST + GAP)
    high = pitch - GAP
    sheet = Sheet.blank(WIDTH, 2 * MARGIN + count * pitch - GAP, card_palette(theme), ink(theme).ground)
    named = [*names, *[""] * count]
    lines = _lines_for([len(row) for row in rows], high - 2 * INSET)
    for place, people in enumerate(_order(view)):
        top = MARGIN + place * pitch
        back = _draw_people(sheet, view, people, named[people], (top, high), theme)
        _draw_cards(sheet, rows[people], (top, high), lines, back, theme)
    return sheet.encode()


def _order(view: View) -> Sequence[int]:
    """Return the peoples in turn order; when the match is over, the winner first."""
    if view.result is None or view.seats == 1:
        return view.order
    ranks = view.result.ranks
    return sorted(view.order, key=lambda people: (ranks[view.seat_of(people)], view.order.index(people)))


def _draw_people(sheet: Sheet, view: View, people: int, name: str, row: tuple[int, int], theme: Theme) -> RGB:
    """Draw the row's ground, and the sign, name and goods of the people. Return the ground's colour."""
    top, high = row
    paint = ink(theme)
    active = people in view.pending
    back = paint.lit if active else paint.panel
    edge = paint.accent if active else back
    wide = WIDTH - 2 * MARGIN
    sheet.stamp(turn_ground(sheet.palette, wide, high, 16, 1.0, back, edge, paint.ground), MARGIN, top)
    left, right = MARGIN + 12 + TURN_BAR * active, MARGIN + GOODS
    coins, cards, _, cities, progress = goods_of(view, people)
    goods = ((coins, cards), (cities, progress))
    pitch = min(52, (high - 14) // 3)
    y = top + high // 2 - pitch + (5 if pitch < 52 else 0)  # accents on the name reach no outline
    sheet.stamp(_medallion(42, people, back, theme), left + 23, y)
    x, room = left + 56, right - left - 60
    bold = active and length(name, LETTER, True) <= room / NARROW
    said, size = shown_name(RosterLine(people, name, active), room / NARROW, LETTER, LETTER, bold)
    letters, rise = narrow_mask(said, size, room, bold)
    sheet.stamp(letters_sprite(letters, rise, paint.text, back, sheet.palette), x, y)
    for pairs in goods:
        y += pitch
        for column, (sign, number) in enumerate(pairs):
            x = left + 4 + 150 * column
            sheet.stamp(icon(sign, 36, paint.muted, back, theme), x + 18, y)
            digits, rise = narrow_mask(str(number), LETTER, 92)
            sheet.stamp(letters_sprite(digits, rise, paint.text, back, sheet.palette), x + 46, y)
    return back


SLOT = (104, 154)
"""Width and height in pixels of an upright card's place in a small hand."""


def draw_small_hand(
    sheet: Sheet, people: int, cards: Sequence[Laid], at: tuple[int, int], columns: int, theme: Theme
) -> None:
    """Draw a people's sign and then its cards, upright, so many in a row, from that upper left corner."""
    back = ink(theme).ground
    for number in range(len(cards) + 1):
        row, column = divmod(number, columns)
        x, y = at[0] + column * SLOT[0], at[1] + row * SLOT[1]
        if number:
            sheet.stamp(_upright(cards[number - 1], (SLOT[0] - 8, SLOT[1] - 8), back, theme), x + 4, y + 4)
        else:
            sheet.stamp(_medallion(84, people, back, theme), x + SLOT[0] // 2, y + SLOT[1] // 2)


@kept
def _upright(laid: Laid, size: tuple[int, int], back: RGB, theme: Theme) -> Sprite:
    """Return a card with number and timing above its illustration, and an invention's progress upon it."""
    wide, high = size
    band = 50
    lot = CARDS[laid.card].lot
    hue, tones = LOTS[lot], lot_tones(lot)
    palette = card_palette(theme)

    def draw_card(draw: ImageDraw.ImageDraw, scale: float) -> None:
        right, bottom = wide * scale - 1, high * scale - 1
        draw.rounded_rectangle((0, 0, right, bottom), ROUND * scale, hue)
        inner = EDGE * scale, band * scale, right - EDGE * scale, bottom - EDGE * scale
        draw.rounded_rectangle(
            inner, (ROUND - EDGE) * scale, tones[Tone.PALE], corners=(False, False, True, True)
        )

    sheet = Sheet(opaque(paint_image(wide, high, draw_card, scale=2), palette, back), palette)
    art = min(wide - 2 * EDGE - 4, high - band - EDGE - 2)
    sheet.stamp(art_sprite(laid.card, art, tones, theme), (wide - art) // 2, band + 1)
    sheet.write(str(laid.card), 28, band // 2, LETTER, contrast_colour(hue), hue, bold=True, anchor="m")
    if laid.timing is not None:
        sheet.stamp(timing_sprite(36, laid.timing, theme, hue), wide - 22, band // 2)
    if laid.progress:
        plate = _progress(laid.progress, tones[Tone.PALE], theme, False)
        sheet.stamp(plate, wide - 22, high - 28)
    return Sprite(sheet.image)


class _Spread(NamedTuple):
    """The layout of a people's cards."""

    lines: int
    wide: int
    """Width in pixels of a card."""
    tall: int
    pitch: int
    """Pixels from card to card of a line; less than `wide` where they cover each other."""

    @property
    def is_open(self) -> bool:
        """No card covers another."""
        return self.pitch >= self.wide


ROOM = WIDTH - MARGIN - 12 - (MARGIN + GOODS + 8)
"""Width in pixels for cards."""


def _spread(count: int, lines: int, high: int) -> _Spread:
    """Return the layout of so many cards in that many lines."""
    tall = (high - BETWEEN * (lines - 1)) // lines
    last = max(1, -(-count // lines)) - 1
    wide = max(SLIM, min(TILE, STRIP + tall, (ROOM - BETWEEN * last) // (last + 1)))
    pitch = wide + BETWEEN if last < 1 else min(wide + BETWEEN, (ROOM - wide) // last)
    return _Spread(lines, wide, tall, pitch)


def _lines_for(counts: Sequence[int], high: int) -> int:
    """Return the number of lines with which no row's cards cover each other, or as many as there can be."""
    most = max(1, (high + BETWEEN) // (LOW + BETWEEN))
    spreads = [[_spread(count, lines, high) for count in counts] for lines in range(1, most + 1)]
    return next((each[0].lines for each in spreads if all(one.is_open for one in each)), most)


def _chips(count: int, high: int) -> _Spread:
    """Return the layout of cards as strips alone, in two lines: too many for illustrations."""
    pitch = min(CHIP + BETWEEN, (ROOM + BETWEEN) // -(-count // 2))
    return _Spread(2, pitch - 4, (high - BETWEEN) // 2, pitch)


def _draw_cards(
    sheet: Sheet, cards: Sequence[Laid], row: tuple[int, int], lines: int, back: RGB, theme: Theme
) -> None:
    """Draw the cards in at most so many lines. Those of one line cover each other where it is too short."""
    top, high = row[0] + INSET, row[1] - 2 * INSET
    left = MARGIN + GOODS + 8
    if not cards:
        sheet.write("–", left + 8, top + high // 2, LETTER, ink(theme).muted, back)
        return
    spread = _spread(len(cards), lines, high)
    bare = spread.pitch < STRIP + 6
    if bare:
        spread = _chips(len(cards), high)
    each = -(-len(cards) // spread.lines)
    if spread.is_open and not bare:
        each = (ROOM - spread.wide) // spread.pitch + 1
    used = -(-len(cards) // each)
    top += (high - used * (spread.tall + BETWEEN) + BETWEEN) // 2
    for number, card in enumerate(cards):
        line, place = divmod(number, each)
        covering = bool(place) and not spread.is_open
        tile = _tile(card, (spread.wide, spread.tall), back, theme, covering, bare)
        sheet.stamp(tile, left + place * spread.pitch, top + line * (spread.tall + BETWEEN))


@kept
def _tile(laid: Laid, size: tuple[int, int], back: RGB, theme: Theme, covering: bool, bare: bool) -> Sprite:
    """Return a card: number and mark on a strip in its lot's colour, and its illustration.

    One that covers another has a gap of the ground's colour on its left.
    """
    wide, high = size
    lot = CARDS[laid.card].lot
    hue, tones = LOTS[lot], lot_tones(lot)
    palette = card_palette(theme)
    sheet = Sheet.blank(wide, high, palette, back)
    narrow = bare and wide < CHIP - 6
    if bare:
        number, mark = (28, high // 2), (wide - (20 if narrow else 32), high // 2)
        sheet.stamp(_blank(size, hue, hue, back, palette), 0, 0)
    else:
        apart = min(28, high // 4)
        number, mark = (STRIP // 2, high // 2 - apart), (STRIP // 2, high // 2 + apart)
        sheet.stamp(_blank(size, hue, tones[Tone.PALE], back, palette), 0, 0)
        art = min(wide - STRIP - EDGE - 4, high - 2 * EDGE - 2)
        across = STRIP + (wide - EDGE - STRIP - art) // 2
        sheet.stamp(art_sprite(laid.card, art, tones, theme), across, (high - art) // 2)
    sheet.write(str(laid.card), *number, LETTER, contrast_colour(hue), hue, bold=True, anchor="m")
    if laid.timing is None or laid.progress:
        sheet.stamp(_progress(laid.progress, hue, theme, not narrow), *mark)
    else:
        sheet.stamp(timing_sprite(34 if narrow else 44, laid.timing, theme, hue), *mark)
    if laid.timing is not None and laid.progress and not bare:  # the card lies uncovered: it is the last one
        sheet.stamp(timing_sprite(40, laid.timing, theme, tones[Tone.PALE]), wide - 27, 27)
    if covering:
        sheet.fill((0, 0, 2, high), back)
    return Sprite(sheet.image)


@kept
def _blank(size: tuple[int, int], hue: RGB, pale: RGB, back: RGB, palette: Palette) -> Sprite:
    wide, high = size

    def draw_card(draw: ImageDraw.ImageDraw, scale: float) -> None:
        right, bottom = wide * scale - 1, high * scale - 1
        draw.rounded_rectangle((0, 0, right, bottom), ROUND * scale, hue)
        inner = STRIP * scale, EDGE * scale, right - EDGE * scale, bottom - EDGE * scale
        draw.rounded_rectangle(inner, (ROUND - EDGE) * scale, pale, corners=(False, True, True, False))

    return Sprite(opaque(paint_image(wide, high, draw_card, scale=2), palette, back))


@kept
def _progress(points: int, hue: RGB, theme: Theme, lamp: bool) -> Sprite:
    """Return an invention's progress: a lamp, where there is room for one, and the points beside it."""
    palette = card_palette(theme)
    wide = 58 if lamp else 34

    def draw_plate(draw: ImageDraw.ImageDraw, scale: float) -> None:
        right, bottom = wide * scale - 1, 44 * scale - 1
        draw.rounded_rectangle((0, 0, right, bottom), 12 * scale, BONE)
        rim = 2 * scale
        draw.rounded_rectangle((rim, rim, right - rim, bottom - rim), 10 * scale, GOLD)

    sheet = Sheet(opaque(paint_image(wide, 44, draw_plate, scale=2), palette, hue), palette)
    if lamp:
        sheet.stamp(progress_sprite(34, theme, GOLD), 17, 22)
    sheet.write(str(points), wide - 17, 22, LETTER, contrast_colour(GOLD), GOLD, bold=True, anchor="m")
    return Sprite(sheet.image, None, (wide // 2, 22))


@kept
def _medallion(size: int, people: int, back: RGB, theme: Theme) -> Sprite:
    image = medallion(size, people)
    return Sprite(opaque(image, card_palette(theme), back), None, (size // 2, size // 2))
