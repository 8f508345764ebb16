"""A board of squares with pieces on it and a card for each seat beside it, for small games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from PIL import ImageDraw

from engine.game import Result, Seat
from engine.kit.masks import members
from engine.kit.squares import SquareGrid
from render.kit.beside import Box, Card, Frame, begin_card, write_arrow, write_name, write_rank
from render.kit.canvas import (
    RGB,
    Palette,
    Picture,
    Sheet,
    Sprite,
    Theme,
    ink,
    mixed,
    opaque,
    paint_image,
)
from render.kit.lettering import mask
from render.kit.memory import kept
from render.kit.seats import SEAT_COLOURS, SIGN_COLOUR, draw_sign
from render.kit.squares import Mark, Squares, draw_numbers, name_edges

__all__ = ["Mark", "Piece", "Position", "board"]

RIM = 6
LOW = 150
"""Units of height below which a card has one line: with five seats and more."""
RAMP_STEPS = 6


@dataclass(frozen=True)
class Piece:
    """A piece on the board. It bears a letter or digit in place of its seat's sign if `letter` is not
    empty.
    """

    square: int
    """The square's bit number."""
    seat: int
    letter: str = ""


@dataclass(frozen=True)
class Position:
    """A board position as one viewer may see it."""

    grid: SquareGrid
    pieces: tuple[Piece, ...]
    to_move: tuple[Seat, ...]
    """The seats that are to move: several where they choose at once, none once it is over."""
    result: Result | None
    new: tuple[int, ...] = ()
    """Squares to highlight, for example those of the latest move."""
    counts: tuple[int, ...] = ()
    """A number for each seat's card. If empty, a card shows how many pieces its seat has."""

    def count(self, seat: int) -> int:
        """Return the number that stands on a seat's card."""
        return self.counts[seat] if self.counts else len(self.pieces_of(seat))

    def pieces_of(self, seat: int) -> list[Piece]:
        """Return a seat's pieces."""
        return [piece for piece in self.pieces if piece.seat == seat]


def board(
    position: Position,
    names: Sequence[str],
    *,
    theme: Theme = Theme.DARK,
    width: int = 1100,
    marks: Sequence[Mark] = (),
) -> Picture:
    """Draw the board with numbered `marks` on it, and a card for each of at most eight seats."""
    frame, paint, palette = Frame(width), ink(theme), _palette(theme)
    sheet = Sheet.blank(width, frame.height, palette, paint.ground)
    squares = _layout(frame, position.grid)
    for square in members(position.grid.everywhere):
        _draw_square(sheet, squares, square, square in position.new, theme)
    for piece in position.pieces:
        back = _back(squares, piece.square, theme)
        drawn = _disc(palette, squares.cell * 3 // 4, piece.seat, piece.letter, back)
        sheet.stamp(drawn, *squares.centre_of(piece.square))
    name_edges(sheet, squares, frame.letter_size, frame.px(RIM), paint.muted, paint.ground)
    draw_numbers(sheet, squares, marks, frame.px(44), frame.px(52), paint.accent, paint.ground)
    for seat, box in enumerate(frame.cards(squares.right + frame.px(18), len(names))):
        _draw_card(sheet, frame, box, seat, position, names, theme)
    return sheet.encode()


def _layout(frame: Frame, grid: SquareGrid) -> Squares:
    """Return the largest board that leaves room for the names of rows and columns and for the cards."""
    px = frame.px
    cell = min((frame.height - px(60)) // grid.rows, px(680) // grid.columns)
    return Squares(grid, grid.columns, cell, px(52), px(8))


@lru_cache(maxsize=2)
def _palette(theme: Theme) -> Palette:
    paint = ink(theme)
    backs = (paint.ground, paint.panel, paint.lit)
    ramps = [(back, front, RAMP_STEPS) for back in backs for front in (paint.text, paint.muted, paint.accent)]
    for colour in SEAT_COLOURS:
        ramps += [(colour, SIGN_COLOUR, RAMP_STEPS), *((back, colour, RAMP_STEPS) for back in backs)]
    return Palette(ramps)


def _back(squares: Squares, square: int, theme: Theme) -> RGB:
    """Return the colour of a square; light and dark squares alternate."""
    return ink(theme).lit if sum(squares.board.place_of(square)) % 2 else ink(theme).panel


def _draw_square(sheet: Sheet, squares: Squares, square: int, new: bool, theme: Theme) -> None:
    (left, top), cell = squares.corner_of(square), squares.cell
    if new:
        sheet.fill((left, top, left + cell, top + cell), ink(theme).accent)
    rim = max(2, cell // 20) if new else 0
    inner = (left + rim, top + rim, left + cell - rim, top + cell - rim)
    sheet.fill(inner, _back(squares, square, theme))


@kept
def _disc(palette: Palette, size: int, seat: int, letter: str, back: RGB) -> Sprite:
    """Return a disc in the seat's colour with a letter on it, or the seat's sign."""
    colour = SEAT_COLOURS[seat]

    def paint(draw: ImageDraw.ImageDraw, scale: float) -> None:
        edge = size * scale
        draw.ellipse((0, 0, edge - 1, edge - 1), mixed(colour, SIGN_COLOUR, 0.5))
        draw.ellipse((edge * 0.05, edge * 0.05, edge * 0.95, edge * 0.95), colour)
        if not letter:
            draw_sign(draw, seat, edge / 2, edge / 2, edge * 0.24, SIGN_COLOUR)

    disc = paint_image(size, size, paint)
    if letter:
        line, rise = mask(letter, round(size * 0.6), True)
        disc.paste(SIGN_COLOUR, ((size - line.width) // 2, size // 2 - rise), line)
    return Sprite(opaque(disc, palette, back), None, (size // 2, size // 2))


def _draw_card(
    sheet: Sheet, frame: Frame, box: Box, seat: int, position: Position, names: Sequence[str], theme: Theme
) -> None:
    """Draw a card with the seat's sign, name and number."""
    paint, px = ink(theme), frame.px
    card = begin_card(sheet, frame, box, seat, position.to_move, position.result, theme)
    left, end, low = box.left + px(22), box.right - px(18), box.top + box.height - px(44)
    if box.height < px(LOW):
        _draw_line(sheet, frame, box, seat, position, names, theme, card)
        return
    y = (box.top + low) // 2
    sheet.stamp(_disc(sheet.palette, px(64), seat, "", card.back), left + px(32), y)
    if card.rank is not None:
        write_rank(sheet, card.rank, left + px(112), y, px(56), theme)
    elif seat in position.to_move:
        write_arrow(sheet, left + px(88), y, px(44), card.back, theme)
    front = paint.accent if card.rank == 1 else paint.text
    count = str(position.count(seat))
    sheet.write(count, end, y, px(72), front, card.back, bold=True, anchor="r")
    write_name(sheet, names, seat, left, low, end - left, px(40), paint.text, card.back, bold=card.is_active)


def _draw_line(
    sheet: Sheet,
    frame: Frame,
    box: Box,
    seat: int,
    position: Position,
    names: Sequence[str],
    theme: Theme,
    card: Card,
) -> None:
    """Draw on one line what a card has: sign, name, number, and between them who is to move or the rank."""
    paint, px = ink(theme), frame.px
    left, end, y = box.left + px(18), box.right - px(14), box.middle
    sheet.stamp(_disc(sheet.palette, px(52), seat, "", card.back), left + px(26), y)
    front = paint.accent if card.rank == 1 else paint.text
    end -= sheet.write(str(position.count(seat)), end, y, px(52), front, card.back, bold=True, anchor="r")
    end -= px(56)
    if card.rank is not None:
        write_rank(sheet, card.rank, end + px(20), y, px(44), theme)
    elif seat in position.to_move:
        write_arrow(sheet, end + px(8), y, px(28), card.back, theme)
    left += px(62)
    room, size, bold = end - px(4) - left, frame.letter_size, card.is_active
    write_name(sheet, names, seat, left, y, room, size, paint.text, card.back, bold=bold)
