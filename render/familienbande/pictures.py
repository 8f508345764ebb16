"""Pictures of Familienbande: the family tree with markers and seats, a hand, the application's emojis.

The board shows everyone the same: no hand, and no family before the end.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial

from PIL import ImageDraw

from engine.familienbande.cards import CARDS, GENERATION_SIZES
from engine.familienbande.model import Gender, Person, Row, Trait, View
from render.familienbande import material
from render.familienbande.layout import CARD_WIDE, Descent, Tree, freshness, gains
from render.familienbande.material import RING, CardStyle
from render.familienbande.portraits import BODY, WALLS, draw_face, draw_trait
from render.familienbande.seats import draw_markers, draw_seats
from render.kit.canvas import RGB, Picture, Sheet, Theme, ink, mixed, paint_image, png
from render.kit.fresh import Fresh

__all__ = ["EMOJIS", "board", "choice", "hand"]

Box = tuple[int, int, int, int]
"""Left, top, right and bottom in pixels."""

DIGITS, CANDIDATE_DIGITS = 38, 44
"""Font sizes of a number and of a candidate's, in 1,100ths of the board's width.

The smaller one is 8 points high on a telephone 324 points wide.
"""
ZOOMS = (2.2, 1.8, 1.5, 1.25)
"""Enlargements in which a part of the tree may be shown. They are few, as every card is drawn for each."""
STRIP = 240
"""Width of the strip left of an enlarged part of the tree, in 1,100ths of the picture's width."""
STOCK = 1006
"""Middle of the stock (draw pile and discards), in 1,100ths of the width."""
HAND = (1100, 700)
"""Largest width and height of a hand's picture in pixels."""
HAND_CARD, HAND_SHAPE = 225, 1.42
"""Largest width of a card in a hand in pixels, and its height as a share of its width.

Eight cards fit at that width. All usual hands therefore share the same cached cards.
"""
HAND_BADGE, HAND_SIGN, HAND_GAP, HAND_LIFT = 140, 120, 10, 12
"""Pixels: least room for the family's badge, its width, gap between cards, and height of a lifted card."""
IN_A_ROW = 6
"""Cards of a hand that stand in one row."""


def board(
    view: View,
    names: Sequence[str],
    *,
    theme: Theme = Theme.DARK,
    width: int = 1100,
    card: int | None = None,
    targets: Collection[int] = (),
) -> Picture:
    """Draw the family tree, the five markers and all seats, `width` pixels wide and 7/11 as high.

    `names` are in seat order. `targets` are the members that hand card `card` could marry or be born to. They
    are framed and have larger numbers, all others are dimmed, and `card` takes the place of the stock.
    """
    tree = Tree.of(view, width)
    sheet = _ground(tree, theme)
    fresh = {} if targets else freshness(view)
    _draw_family(sheet, tree, view, targets, fresh, theme)
    if card is None:
        _draw_stock(sheet, tree, view, theme)
    else:
        low = tree.turned[2]  # lines of descent run close below
        size = (tree.px(72 if low else 94), tree.px(102 if low else 133))
        shown = material.card(
            card, size, tree.px(CANDIDATE_DIGITS), theme, CardStyle.CANDIDATE, Fresh.OLD, None
        )
        sheet.stamp(shown, tree.px(STOCK), _stock_y(tree))
    draw_markers(sheet, tree, view, gains(view, fresh), theme)
    draw_seats(sheet, tree, view, names, theme)
    return sheet.encode()


def _draw_family(
    sheet: Sheet,
    tree: Tree,
    view: View,
    targets: Collection[int],
    fresh: Mapping[int, Fresh],
    theme: Theme,
    window: Box | None = None,
) -> None:
    """Draw the members of the tree and the free places; with a `window`, only those that are seen in it."""
    left, top, right, bottom = window or (0, 0, tree.width, tree.height)
    for line in tree.descents(view.rows):
        _draw_descent(sheet, tree, view, line, fresh, theme)
    for number, (row, people, places) in enumerate(
        zip(view.rows, tree.order(view.rows), tree.places(view.rows), strict=True)
    ):
        wide, tall = size = tree.card(number)
        y = tree.row_top(number) + tall // 2
        if not top - tall < y < bottom + tall:
            continue
        for index in set(range(row.size)) - set(places):
            sheet.stamp(material.place(size, theme, baby=True), tree.slot(number, index), y)
        # What has a line around it comes last, as the line reaches over its neighbours.
        for person, index in sorted(
            zip(people, places, strict=True),
            key=lambda each: each[0].card in targets or _age(each[0], fresh) is not Fresh.OLD,
        ):
            x, style = tree.slot(number, index), _style(view, row, person.card, targets)
            if left - tree.beside - wide < x < right + wide:
                _draw_couple(sheet, tree, view, person, x, y, size, style, fresh, theme)


def choice(
    view: View,
    names: Sequence[str],
    card: int,
    targets: Collection[int],
    *,
    theme: Theme = Theme.DARK,
    width: int = 1100,
) -> Picture:
    """Draw the members that hand card `card` could marry or be born to, in an enlarged part of the tree.

    The card stands left of it. If the members stand too far apart for any enlargement, draw the whole
    `board`.
    """
    window = (width - Tree(width).px(STRIP), Tree(width).height)
    for zoom in ZOOMS:
        tree = Tree.of(view, round(width * zoom))
        left, top, right, bottom = _around(tree, view, targets)
        if right - left <= window[0] and bottom - top <= window[1]:
            break
    else:
        return board(view, names, theme=theme, width=width, card=card, targets=targets)
    x = min(max(0, (left + right - window[0]) // 2), tree.width - window[0])
    y = min(max(0, (top + bottom - window[1]) // 2), tree.height - window[1])
    seen = (x, y, x + window[0], y + window[1])
    sheet = _ground(tree, theme)
    _draw_family(sheet, tree, view, targets, {}, theme, seen)
    paint, page = ink(theme), Tree(width)
    shown = Sheet.blank(width, page.height, sheet.palette, paint.ground)
    shown.image.paste(sheet.image.crop(seen), (width - window[0], 0))
    strip = page.px(STRIP)
    shown.fill((0, 0, strip - page.px(8), page.height), paint.panel)
    size = (page.px(200), page.px(284))
    asked = material.hand_card(card, size, page.px(CANDIDATE_DIGITS), theme, True)
    shown.stamp(asked, (strip - page.px(8)) // 2, page.height // 2)
    return shown.encode()


def _around(tree: Tree, view: View, targets: Collection[int]) -> Box:
    """Return the box of the tree that shows these members with their spouses' places."""
    spots = [
        (tree.slot(number, index), tree.row_top(number), tree.card(number)[1])
        for number, (people, places) in enumerate(
            zip(tree.order(view.rows), tree.places(view.rows), strict=True)
        )
        for person, index in zip(people, places, strict=True)
        if {person.card, person.spouse} & set(targets)
    ]
    xs, ys, tall = zip(*spots, strict=True)
    half, gap = tree.px(CARD_WIDE) // 2 + tree.px(6), tree.px(12)
    low = max(y + high for y, high in zip(ys, tall, strict=True))
    return min(xs) - half, min(ys) - gap, max(xs) + tree.beside + half, low + gap


def _style(view: View, row: Row, member: int, targets: Collection[int]) -> CardStyle:
    """Return the style of a couple. When the match is over, turned rows have their colours again."""
    if member in targets:
        return CardStyle.CANDIDATE
    if row.is_turned and view.result is None:
        return CardStyle.TURNED
    return CardStyle.NO_CANDIDATE if targets else CardStyle.PLAIN


def _ground(tree: Tree, theme: Theme) -> Sheet:
    """Return an empty tree with the number of every generation, which is also what a trait counts there."""
    paint = ink(theme)
    sheet = Sheet.blank(tree.width, tree.height, material.palette(theme), paint.ground)
    for row in range(len(GENERATION_SIZES)):
        y = tree.row_top(row) + tree.card(row)[1] // 2
        sheet.write(
            f"{row + 1}", tree.px(22), y, tree.px(44), paint.muted, paint.ground, bold=True, anchor="m"
        )
    return sheet


def _draw_couple(
    sheet: Sheet,
    tree: Tree,
    view: View,
    person: Person,
    x: int,
    y: int,
    size: tuple[int, int],
    style: CardStyle,
    fresh: Mapping[int, Fresh],
    theme: Theme,
) -> None:
    """Draw a member around (x, y) and the spouse on the right, or the free place of a spouse who may still
    come.
    """
    beside = x + tree.beside
    digits = tree.px(CANDIDATE_DIGITS if style is CardStyle.CANDIDATE else DIGITS)
    if person.spouse is None and person.card in view.singles:
        sheet.stamp(material.place(size, theme, baby=False), beside, y)
    both = ((person.card, person.turn, x), (person.spouse, person.wedding_turn, beside))
    for number, turn, at in sorted(both, key=lambda each: fresh.get(each[0] or 0, Fresh.OLD).value):
        if number is not None:
            new = fresh.get(number, Fresh.OLD)
            seat = None if new is Fresh.OLD or turn is None else view.seat_of(turn)
            sheet.stamp(material.card(number, size, digits, theme, style, new, seat), at, y)
    if person.spouse is not None:
        middle, up = x + tree.beside // 2, y - tree.px(28)
        if style is CardStyle.TURNED:
            up = y - size[1] // 2 + tree.px(15)
        sheet.stamp(
            material.heart(tree.px(26), theme, style in (CardStyle.TURNED, CardStyle.NO_CANDIDATE)),
            middle,
            up,
        )


def _age(person: Person, fresh: Mapping[int, Fresh]) -> Fresh:
    """Return the age of the newer card of a couple."""
    ages = (fresh.get(card or 0, Fresh.OLD) for card in (person.card, person.spouse))
    return max(ages, key=lambda age: age.value)


def _draw_descent(
    sheet: Sheet, tree: Tree, view: View, line: Descent, fresh: Mapping[int, Fresh], theme: Theme
) -> None:
    """Draw a couple's line to its children, with the way to the child born last lit."""
    paint, wide = ink(theme), tree.px(5)
    half = wide // 2
    closed = view.result is None and line.parent in view.turned_members

    def draw(children: Sequence[int], colour: RGB) -> None:
        ends = (line.x, *children)
        sheet.fill((line.x - half, line.top, line.x - half + wide, line.bar + wide), colour)
        sheet.fill((min(ends) - half, line.bar, max(ends) - half + wide, line.bar + wide), colour)
        for x in children:
            sheet.fill((x - half, line.bar, x - half + wide, line.bottom), colour)

    draw([x for _, x in line.children], mixed(paint.ground, paint.muted, 0.5 if closed else 1))
    for child, x in line.children:
        if fresh.get(child) is Fresh.LAST:
            draw([x], paint.accent)


def _stock_y(tree: Tree) -> int:
    """Return the pixel row of the stock's middle, right of generation 3."""
    return tree.row_top(2) + tree.card(2)[1] // 2


def _draw_stock(sheet: Sheet, tree: Tree, view: View, theme: Theme) -> None:
    """Draw the draw pile and the discards beside it."""
    paint, y = ink(theme), _stock_y(tree)
    width, height = tree.px(76), tree.px(104)
    for number, (count, back) in enumerate(((view.pile_size, True), (view.discard_count, False))):
        x = tree.px(STOCK + 86 * (number - 0.5))
        sheet.stamp(material.back_of_card((width, height), theme, full=back and count > 0), x, y)
        front = BODY if back and count else paint.muted
        ground = RING if back and count else paint.ground
        sheet.write(str(count), x, y, tree.px(DIGITS), front, ground, bold=True, anchor="m")
        if not back:
            up = y - tree.px(34)
            sheet.write("×", x, up, tree.px(DIGITS), paint.muted, paint.ground, anchor="m")


def hand(
    view: View,
    *,
    theme: Theme = Theme.DARK,
    highlight: Collection[int] = (),
    shown: Sequence[int] | None = None,
) -> Picture:
    """Draw the viewer's own family and cards, as large as fits; cards in `highlight` are lifted.

    Of a large hand only the cards `shown` are drawn, a page of it. Up to six stand in one row.
    The picture is private: only the seat of the view may see it.
    """
    paint = ink(theme)
    held = view.hand if shown is None else shown
    columns, wide, tall = _grid(len(held))
    rows = max(1, -(-len(held) // columns))
    pitch, line = wide + HAND_GAP, tall + HAND_LIFT + HAND_GAP
    cards, height = columns * pitch + HAND_GAP, rows * line + HAND_GAP
    left = max(HAND_BADGE, round(height * HAND[0] / HAND[1]) - cards)
    sheet = Sheet.blank(left + cards, height, material.palette(theme), paint.ground)
    if view.family is not None:
        sheet.stamp(material.badge(HAND_SIGN, theme, view.family), left // 2, height // 2)
    digits = max(DIGITS, round(wide * 0.22))
    for index, number in enumerate(held):
        row, column = divmod(index, columns)
        lifted = number in highlight
        x = left + column * pitch + HAND_GAP + wide // 2
        y = HAND_GAP + row * line + tall // 2 + (0 if lifted else HAND_LIFT)
        sheet.stamp(material.hand_card(number, (wide, tall), digits, theme, lifted), x, y)
    return sheet.encode()


def _grid(count: int) -> tuple[int, int, int]:
    """Return the columns for a hand of `count` cards, and the largest width and height that its cards can
    have.
    """
    best = (1, 0)
    for rows in (1,) if count <= IN_A_ROW else range(1, 8):
        columns = max(1, -(-count // rows))
        beside = (HAND[0] - HAND_BADGE - HAND_GAP) // columns - HAND_GAP
        below = (HAND[1] - HAND_GAP) // rows - HAND_GAP - HAND_LIFT
        wide = min(beside, round(below / HAND_SHAPE), HAND_CARD)
        if wide > best[1]:
            best = (columns, wide)
    columns, wide = best
    return columns, wide, round(wide * HAND_SHAPE)


def _portrait_emoji(number: int) -> Picture:
    card = CARDS[number]

    def paint(draw: ImageDraw.ImageDraw, scale: float) -> None:
        edge = 128 * scale
        round_corner = edge * (0.12 if card.gender is Gender.MAN else 0.5)
        draw.rounded_rectangle((0, 0, edge - 1, edge - 1), round_corner, WALLS[card.gender])
        draw_face(draw, number, 0, 0, edge)

    image = paint_image(128, 128, paint)
    if card.gender is Gender.WOMAN:
        shape = paint_image(
            128, 128, lambda draw, scale: draw.ellipse((0, 0, 128 * scale - 1, 128 * scale - 1), BODY)
        )
        image.putalpha(shape.getchannel("A"))
    return png(image)


def _trait_emoji(trait: Trait) -> Picture:
    def paint(draw: ImageDraw.ImageDraw, scale: float) -> None:
        edge = 128 * scale
        draw.rounded_rectangle((0, 0, edge - 1, edge - 1), edge * 0.22, BODY)
        draw_trait(draw, trait, edge / 2, edge / 2, edge * 0.4)

    return png(paint_image(128, 128, paint))


EMOJIS: Mapping[str, Callable[[], Picture]] = {
    **{f"familienbande_{trait.letter}": partial(_trait_emoji, trait) for trait in Trait},
    **{f"familienbande_{number}": partial(_portrait_emoji, number) for number in CARDS},
}
