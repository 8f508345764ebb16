"""Pictures of Familienbande: the family tree with markers and seats, a hand, the application's emojis.

The board shows what all may see, whoever looks: no hand, and no family before the end.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import lru_cache, partial

from PIL import ImageDraw

from engine.familienbande.cards import CARDS, SIZES
from engine.familienbande.model import Gender, Person, Row, Trait, View
from render import album
from render.album import HAND_CARD, RING, Look
from render.canvas import RGB, Picture, Sheet, Theme, ink, mixed, painted, png
from render.fresh import Fresh
from render.kinship import Descent, Tree, freshness, gains
from render.ledger import bottom, draw_markers, draw_seats
from render.portraits import BODY, WALLS, draw_face, draw_trait
from render.samples.familienbande import sample

__all__ = ["EMOJIS", "GALLERY", "board", "hand"]


def board(
    view: View,
    names: Sequence[str],
    *,
    theme: Theme = Theme.DARK,
    width: int = 1000,
    card: int | None = None,
    targets: Collection[int] = (),
) -> Picture:
    """The family tree, the five markers and everybody's seat, `width` pixels wide.

    `names` in seat order. `targets` are the members that hand card `card` could marry or be born to: they
    are framed while all others are dimmed, and the card is shown in the corner.
    """
    tree = Tree(width)
    sheet = _ground(width, bottom(tree, view.seats), theme).copy()
    fresh = {} if targets else freshness(view)
    for line in tree.descents(view.rows):
        _descent(sheet, tree, view, line, fresh, theme)
    for row, people in zip(view.rows, tree.order(view.rows), strict=True):
        y = tree.row_top(row.generation - 1) + tree.card[1] // 2
        for index in range(row.size):
            x = tree.slot(index, row.size)
            if index < len(people):
                look = _look(view, row, people[index].card, targets)
                _couple(sheet, tree, view, people[index], x, y, look, fresh, theme)
            else:
                sheet.stamp(album.place(tree.card, theme, baby=True), x, y)
    _stock(sheet, tree, view, theme)
    if card is not None:
        shown = album.card(card, tree.card, theme, Look.ASKED, Fresh.OLD, None)
        sheet.stamp(shown, tree.px(158), tree.px(68))
    draw_markers(sheet, tree, view, gains(view, fresh), theme)
    draw_seats(sheet, tree, view, names, theme)
    return sheet.encode()


def _look(view: View, row: Row, member: int, targets: Collection[int]) -> Look:
    """How a couple is shown: at the end all photographs have their colours again."""
    if member in targets:
        return Look.ASKED
    if row.turned and view.result is None:
        return Look.TURNED
    return Look.ASIDE if targets else Look.PLAIN


@lru_cache(maxsize=12)
def _ground(width: int, height: int, theme: Theme) -> Sheet:
    """The number of every generation, which is also what a trait counts there."""
    tree, paint = Tree(width), ink(theme)
    sheet = Sheet.blank(width, height, album.palette(theme), paint.ground)
    for row in range(len(SIZES)):
        y = tree.row_top(row) + tree.card[1] // (1 if row < 4 else 2)
        sheet.write(
            f"{row + 1}", tree.px(28), y, tree.px(46), paint.muted, paint.ground, bold=True, anchor="m"
        )
    return sheet


def _couple(
    sheet: Sheet,
    tree: Tree,
    view: View,
    person: Person,
    x: int,
    y: int,
    look: Look,
    fresh: Mapping[int, Fresh],
    theme: Theme,
) -> None:
    """A member around (x, y), and below the spouse, or the place of one who may still come."""
    tall = tree.card[1]
    for number, turn, at in ((person.card, person.turn, y), (person.spouse, person.wedding, y + tall)):
        if number is not None:
            new = fresh.get(number, Fresh.OLD)
            seat = None if new is Fresh.OLD or turn is None else view.seat_of(turn)
            sheet.stamp(album.card(number, tree.card, theme, look, new, seat), x, at)
    if person.spouse is not None:
        sheet.stamp(album.heart(tree.px(26), theme, look in (Look.TURNED, Look.ASIDE)), x, y + tall // 2)
    elif person.card in view.singles:
        sheet.stamp(album.place(tree.card, theme, baby=False), x, y + tall)


def _descent(
    sheet: Sheet, tree: Tree, view: View, line: Descent, fresh: Mapping[int, Fresh], theme: Theme
) -> None:
    """A couple's line to its children; the way to the one born last is lit."""
    paint, wide = ink(theme), tree.px(5)
    half = wide // 2
    closed = view.result is None and line.parent in view.turned_over

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


def _stock(sheet: Sheet, tree: Tree, view: View, theme: Theme) -> None:
    """The draw pile and, behind it, the discards, in the upper right corner."""
    paint, x = ink(theme), tree.width - tree.px(60)
    width, height = tree.px(70), tree.px(88)
    for number, (count, back) in enumerate(((view.pile, True), (view.discards, False))):
        y = tree.top + height // 2 + number * (height + tree.px(14))
        sheet.stamp(album.back_of_card((width, height), theme, full=back and count > 0), x, y)
        front = BODY if back and count else paint.muted
        ground = RING if back and count else paint.ground
        sheet.write(str(count), x, y, tree.px(30), front, ground, bold=True, anchor="m")
        if not back:
            sheet.write(
                "×",
                x - width // 2 + tree.px(12),
                y - height // 2 + tree.px(14),
                tree.px(20),
                paint.muted,
                paint.ground,
                anchor="m",
            )


HAND_ROW = 6


def hand(view: View, *, theme: Theme = Theme.DARK, highlight: Collection[int] = ()) -> Picture:
    """The viewer's own family and cards, six a row; cards of `highlight` are lifted.

    Private: only for the seat that the view belongs to.
    """
    paint = ink(theme)
    columns = max(1, min(HAND_ROW, len(view.hand)))
    rows = max(1, -(-len(view.hand) // HAND_ROW))
    left, wide, tall = 164, HAND_CARD[0] + 14, HAND_CARD[1] + 40
    sheet = Sheet.blank(left + columns * wide + 8, rows * tall + 12, album.palette(theme), paint.ground)
    if view.family is not None:
        sheet.stamp(album.badge(132, theme, view.family), 84, rows * tall // 2 + 6)
    for index, number in enumerate(view.hand):
        row, column = divmod(index, HAND_ROW)
        x = left + column * wide + wide // 2
        lifted = number in highlight
        y = 6 + row * tall + tall // 2 + (-14 if lifted else 4)
        sheet.stamp(album.hand_card(number, theme, lifted), x, y)
    return sheet.encode()


def _portrait_emoji(number: int) -> Picture:
    card = CARDS[number]

    def paint(draw: ImageDraw.ImageDraw, scale: float) -> None:
        edge = 128 * scale
        round_corner = edge * (0.12 if card.gender is Gender.MAN else 0.5)
        draw.rounded_rectangle((0, 0, edge - 1, edge - 1), round_corner, WALLS[card.gender])
        draw_face(draw, number, 0, 0, edge)

    image = painted(128, 128, paint)
    if card.gender is Gender.WOMAN:
        shape = painted(
            128, 128, lambda draw, scale: draw.ellipse((0, 0, 128 * scale - 1, 128 * scale - 1), BODY)
        )
        image.putalpha(shape.getchannel("A"))
    return png(image)


def _trait_emoji(trait: Trait) -> Picture:
    def paint(draw: ImageDraw.ImageDraw, scale: float) -> None:
        edge = 128 * scale
        draw.rounded_rectangle((0, 0, edge - 1, edge - 1), edge * 0.22, BODY)
        draw_trait(draw, trait, edge / 2, edge / 2, edge * 0.4)

    return png(painted(128, 128, paint))


EMOJIS: Mapping[str, Callable[[], Picture]] = {
    **{f"familienbande_{trait.letter}": partial(_trait_emoji, trait) for trait in Trait},
    **{f"familienbande_{number}": partial(_portrait_emoji, number) for number in CARDS},
}


NAMES = ("Léa", "Maximilian von Hohenzollern", "Ōtani", "Rhea")


def _board(view: View, theme: Theme) -> Picture:
    return board(view, NAMES, theme=theme)


def _targets(view: View, theme: Theme) -> Picture:
    singles = [
        person.card
        for row in view.rows[:-1]
        for person in row.people
        if person.spouse is None and not row.turned and CARDS[person.card].gender is Gender.WOMAN
    ]
    card = next(number for number in CARDS if all(number != each.card for each in view.placed))
    return board(view, NAMES, theme=theme, card=card, targets=singles)


GALLERY: Mapping[str, Callable[[Theme], Picture]] = {
    "start": lambda theme: _board(sample(2), theme),
    "two players": lambda theme: _board(sample(2, 12, viewer=0), theme),
    "four players": lambda theme: _board(sample(4, 26, viewer=1, seed=3), theme),
    "late": lambda theme: _board(sample(3, 38, viewer=0, seed=2), theme),
    "over": lambda theme: _board(sample(4, over=True, seed=5), theme),
    "targets": lambda theme: _targets(sample(4, 17, viewer=0, seed=4), theme),
    "hand": lambda theme: hand(sample(2, viewer=0), theme=theme),
    "hand, lifted": lambda theme: hand(
        sample(2, viewer=1), theme=theme, highlight=sample(2, viewer=1).hand[1:3]
    ),
}
