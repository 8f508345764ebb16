"""Pictures of Genesis (Brassinne): the board with the marks of a turn, emojis.

Pictures hold no language: only names, numbers, symbols and coordinates. Sentences stand in the message.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from PIL import Image, ImageDraw

from engine.genesis_life import codes
from engine.genesis_life.board import CENTRE, EVERYWHERE, GRID, SIDE, Evolution, squares
from engine.genesis_life.model import Boards, Colour, View
from render.genesis_life import material as pieces
from render.genesis_life.material import BODIES, DARK, PAPER, WOODS, CellState, Sign
from render.kit.beside import Frame, begin_card, write_name, write_rank
from render.kit.canvas import RGB, Picture, Sheet, Theme, ink, lettered_disc, paint_image, png
from render.kit.fresh import Fresh
from render.kit.marks import BEST, DISC, dim, stamp_numbers
from render.kit.memory import kept
from render.kit.squares import Mark, Squares, cut_out, light, name_edges, tag, zoomed

__all__ = ["EMOJIS", "Mark", "board", "earlier_of", "layout"]

CELLS_EACH = 7
NOTHING = Evolution(0, 0, 0)
ZOOMS = (128, 104, 88)
"""Pixels a square in which a part of the board may be shown. They are few, as each piece is drawn for
each.
"""
RIM = 6
DIES = Sign.STIFLED
"""The sign of all deaths: their reasons are said in words."""
THIN = 0.36
"""Width of the lines of an emoji's sign."""
TRACE = 0.74
"""Size of a cell that died or would be born, as a share of the square."""


class Earlier(NamedTuple):
    """The effects of the turn before the last one."""

    mover: Colour
    before: Boards
    evolution: Evolution
    born: int


@dataclass(frozen=True)
class Scene:
    """The cells on the board, and the marks on it."""

    cells: Boards
    """All cells on the board, including those that died in this turn."""
    alone: int = 0
    stifled: int = 0
    born: int = 0
    removed: tuple[int, Colour] | None = None
    """The square from which a cell was taken away, and the cell's colour."""
    placed: int | None = None
    """The square of the cell placed last."""
    pointed: int | None = None
    """The square of a cell that may be taken away; `doomed` is then the effect of the next turn."""
    doomed: Evolution = NOTHING
    earlier: Earlier | None = None
    """The effects of the turn before, if the viewer has not moved since."""

    @property
    def mover(self) -> Colour:
        """The colour of the cell that is pointed at."""
        assert self.pointed is not None
        return Colour.RED if self.cells[Colour.RED] >> self.pointed & 1 else Colour.BLACK


def layout(width: int) -> Squares:
    """Return the squares in a picture `width` pixels wide."""
    px = Frame(width).px
    return Squares(GRID, SIDE, px(72) // 2 * 2, px(46), px(8))


def board(
    view: View,
    names: Sequence[str],
    *,
    theme: Theme = Theme.DARK,
    width: int = 1100,
    marks: Sequence[Mark] = (),
    pointed: int | None = None,
    best: str = "",
) -> Picture:
    """Draw the board and a card for each player, with the totals of the signs on the player's cells.

    The marks show everything since the viewer's last move: a gold line around the cell placed or taken away
    last, a cross on cells that died, a plus on those that were born; other cells stay. Cells that died in
    this turn still lie there, faded; those of the turn before are smaller, in a dashed line as its births.
    `marks` are numbered candidates, of which `best` is the best: only the part of the board with them is
    shown, everything else on it dimmed. `pointed` is a cell that may be taken away: signs then stand on the
    cells that would die in the opponent's next turn. A spectator gets the view of whoever is to move.
    """
    frame, whole, scene = Frame(width), layout(width), scene_of(view, pointed)
    sheet, grid, rim = _empty(width, theme).copy(), whole, frame.px(RIM)
    if marks:
        grid = zoomed(whole, [mark.square for mark in marks], [frame.px(zoom) // 2 * 2 for zoom in ZOOMS])
        _draw_ground(sheet, grid, rim, theme)
    _draw_scene(sheet, grid, scene, theme, width)
    if marks:
        back = ink(theme).ground
        sheet = dim(sheet, WOODS[theme].plate, partial(light, grid, marks), kept=(back,))
        places = [(grid.centre_of(mark.square), mark.label) for mark in marks]
        stamp_numbers(sheet, places, frame.px(DISC), best)
        cut_out(sheet, whole, rim, back)
        name_edges(sheet, grid, frame.letter_size, rim, WOODS[theme].label, back, whole)
    for colour in Colour:
        _draw_card(sheet, frame, colour, view, scene, names, theme)
    return sheet.encode()


def scene_of(view: View, pointed: int | None = None) -> Scene:
    """Return the position as a still picture shows it: cells that died in this turn still lie on the board.

    In a preview of `pointed` they are left out, with the signs of this turn.
    """
    if not view.history:
        order = view.placed[0] if len(view.placed[0]) > len(view.placed[1]) else view.placed[1]
        return Scene(view.cells, placed=order[-1] if order else None)
    if len(view.removals) == len(view.history):
        last = view.turn(-1)
        return Scene(view.cells, removed=(view.removals[-1], last.colour))
    turn = view.turn(-1)
    if view.result is not None and view.result.reason == codes.REPETITION:
        # The third time, the same position is not evolved any more.
        return Scene(view.cells, removed=(view.removals[-1], turn.colour.other))
    dead = turn.evolution.dead
    lying = (view.cells[0] | turn.before[0] & dead, view.cells[1] | turn.before[1] & dead)
    born = view.cells[turn.colour] & ~turn.before[turn.colour]
    removed = (view.removals[-1], turn.colour.other) if view.removals else None
    if pointed is None:
        return Scene(
            lying, turn.evolution.alone, turn.evolution.stifled, born, removed, earlier=earlier_of(view)
        )
    # A preview leaves out past events, as they could not be told from coming ones.
    return Scene(view.cells, pointed=pointed, doomed=view.preview(pointed).evolution)


def earlier_of(view: View) -> Earlier | None:
    """Return the effects of the opponent's turn before the current one, if the viewer has not moved since.

    Between two stages of a move only what happens in that stage is marked.
    """
    drawn = view.result is not None and view.result.reason == codes.REPETITION
    judged = len(view.removals) < len(view.history) and not drawn and not view.is_between
    if not judged or len(view.history) < 2 or view.turn(-1).colour is not viewer_of(view):
        return None
    turn = view.turn(-2)
    return Earlier(
        turn.colour, turn.before, turn.evolution, turn.after[turn.colour] & ~turn.before[turn.colour]
    )


def viewer_of(view: View) -> Colour:
    """Return the colour of the viewer's cells; a spectator gets that of whoever is or was to move."""
    seat = view.to_move if view.seat is None else view.seat
    if seat is None:
        return view.turn(-1).colour if view.history else Colour.RED
    return Colour.RED if seat == view.red else Colour.BLACK


@kept
def _empty(width: int, theme: Theme) -> Sheet:
    """Return the board without cells: squares, the centre and coordinates."""
    frame, grid, paint, rim = Frame(width), layout(width), ink(theme), Frame(width).px(RIM)
    sheet = Sheet.blank(width, frame.height, pieces.palette(theme), paint.ground)
    _draw_ground(sheet, grid, rim, theme)
    name_edges(sheet, grid, frame.letter_size, rim, WOODS[theme].label, paint.ground)
    return sheet


def _draw_ground(sheet: Sheet, grid: Squares, rim: int, theme: Theme) -> None:
    """Draw the squares and the centre."""
    wood, line = WOODS[theme], max(1, grid.cell // 40)
    sheet.fill((grid.left - rim, grid.top - rim, grid.right + rim, grid.bottom + rim), wood.plate)
    for square in squares(EVERYWHERE):
        x, y = grid.corner_of(square)
        inset = 3 * line if square == CENTRE else line
        fill = wood.centre if square == CENTRE else wood.square
        sheet.fill((x + inset, y + inset, x + grid.cell - inset, y + grid.cell - inset), fill)


def _draw_scene(sheet: Sheet, grid: Squares, scene: Scene, theme: Theme, width: int) -> None:
    wood, size = WOODS[theme], grid.cell
    dead = scene.alone | scene.stifled
    born = scene.born | (scene.earlier.born if scene.earlier else 0)
    inner = size - 2 * max(1, size // 40)
    _draw_earlier(sheet, grid, scene, theme)
    for colour in Colour:
        for square in squares(scene.cells[colour]):
            back = wood.centre if square == CENTRE else wood.square
            alive = CellState.BORN if born >> square & 1 else CellState.LIVING
            life = CellState.DEAD if dead >> square & 1 else alive
            sheet.stamp(pieces.cell(inner, theme, colour, life, back), *grid.centre_of(square))
            if life is CellState.DEAD:
                mark = pieces.sign(round(size * 0.5), theme, DIES, DARK, pieces.ghost(colour, back))
                sheet.stamp(mark, *grid.centre_of(square))
    if scene.removed is not None and not (scene.cells[0] | scene.cells[1]) >> scene.removed[0] & 1:
        _overlay(sheet, grid, scene.removed[0], pieces.removal_mark(size, scene.removed[1]))
    _draw_lines(sheet, grid, scene, theme, width)
    _draw_preview(sheet, grid, scene, theme)


def _draw_lines(sheet: Sheet, grid: Squares, scene: Scene, theme: Theme, width: int) -> None:
    """Draw lines around what is new: gold for the last move, dashed for what happened in the turn before."""
    lying = scene.cells[0] | scene.cells[1]
    if scene.earlier is not None:
        gone = (scene.earlier.evolution.alone | scene.earlier.evolution.stifled) & ~lying
        for square in squares(gone | scene.earlier.born & lying):
            sheet.stamp(pieces.fresh_line(grid.cell, width, theme, Fresh.NEW), *grid.centre_of(square))
    last = [scene.placed, scene.removed[0] if scene.removed else None, scene.pointed]
    for square in last:
        if square is not None:
            sheet.stamp(pieces.fresh_line(grid.cell, width, theme, Fresh.LAST), *grid.centre_of(square))


def _draw_earlier(sheet: Sheet, grid: Squares, scene: Scene, theme: Theme) -> None:
    """Draw small faded cells on free squares where cells died in the turn before."""
    if scene.earlier is None:
        return
    lying = scene.cells[0] | scene.cells[1]
    for colour in Colour:
        for square in squares(_deaths(scene.earlier, colour) & ~lying):
            back = WOODS[theme].centre if square == CENTRE else WOODS[theme].square
            trace = pieces.trace(round(grid.cell * TRACE), theme, colour, DIES, back)
            sheet.stamp(trace, *grid.centre_of(square))


def _deaths(earlier: Earlier, colour: Colour) -> int:
    """Return the cells of a colour that died in that turn."""
    return (earlier.evolution.alone | earlier.evolution.stifled) & earlier.before[colour]


def _overlay(sheet: Sheet, grid: Squares, square: int, image: Image.Image) -> None:
    x, y = grid.centre_of(square)
    sheet.overlay(image, x - image.width // 2, y - image.height // 2)


def _draw_preview(sheet: Sheet, grid: Squares, scene: Scene, theme: Theme) -> None:
    """Draw a preview: the cell pointed at, signs on cells that would die, and cells that would be born."""
    if scene.pointed is None:
        return
    wood, size, newborn = WOODS[theme], grid.cell, scene.mover.other
    bar = lettered_disc("−", round(size * 0.5), BEST, DARK)
    if scene.doomed.born >> scene.pointed & 1:
        bar = lettered_disc("±", round(size * 0.6), BODIES[newborn], PAPER)
    _overlay(sheet, grid, scene.pointed, bar)
    for square in squares(scene.doomed.alone | scene.doomed.stifled):
        _overlay(sheet, grid, square, _warning(round(size * 0.62), DIES))
    for square in squares(scene.doomed.born & ~(1 << scene.pointed)):
        back = wood.centre if square == CENTRE else wood.square
        hint = pieces.trace(round(size * TRACE), theme, newborn, Sign.BORN, back)
        sheet.stamp(hint, *grid.centre_of(square))


@kept
def _warning(size: int, kind: Sign, stroke: float = pieces.STROKE) -> Image.Image:
    """Return a sign on a light disc with a dark edge (RGBA)."""

    def paint(draw: ImageDraw.ImageDraw, scale: float) -> None:
        edge = size * scale
        draw.ellipse((0, 0, edge - 1, edge - 1), DARK)
        rim = edge * 0.05
        draw.ellipse((rim, rim, edge - 1 - rim, edge - 1 - rim), PAPER)
        reach = edge * (0.3 if kind is Sign.ALONE else 0.26)
        pieces.draw_sign_of(draw, kind, edge / 2, edge / 2, reach, DARK, stroke)

    return paint_image(size, size, paint)


def _draw_card(
    sheet: Sheet,
    frame: Frame,
    colour: Colour,
    view: View,
    scene: Scene,
    names: Sequence[str],
    theme: Theme,
) -> None:
    """Draw a player's card: name and living cells, then what is still to be placed or what has changed.

    What changed are the totals of the scene's signs, and the number of cells before and after; in a preview
    now and then.
    """
    paint, px, seat = ink(theme), frame.px, view.seat_of(colour)
    box = frame.cards(layout(frame.width).right + px(18), 2)[seat]
    card = begin_card(sheet, frame, box, seat, (view.to_move,), view.result, theme)
    back, left, end = card.back, box.left + px(38), box.right - px(18)
    y, size = box.top + px(42), px(40)
    bold, room = card.is_active, end - left
    write_name(sheet, names, seat, left, y, room, size, paint.text, back, bold=bold, narrow=True)
    y = box.top + px(126)
    sheet.stamp(pieces.token(px(104), theme, colour, back), left + px(52), y)
    if card.rank is not None:
        write_rank(sheet, card.rank, left + px(160), y, px(64), theme)
    living = _living_count(scene, colour)
    leads = bool(view.history) and living > _living_count(scene, colour.other)
    front = paint.accent if leads or card.rank == 1 else paint.text
    sheet.write(str(living), end, y, px(110), front, back, bold=True, anchor="r")
    y, low = box.top + px(222), box.top + px(296)
    if not view.history:
        _draw_supply(sheet, frame, view, colour, left, y, theme, back)
    x, size = left, px(60)
    for kind, count in _tally(scene, colour):
        if count:
            sheet.stamp(pieces.sign(size, theme, kind, paint.text, back), x + size // 2, y)
            x += size + px(10)
            x += sheet.write(str(count), x, y, size, paint.text, back, bold=True) + px(34)
    if view.offer == seat:
        offer = tag("½", px(44), px(60), paint.accent, paint.ground)
        sheet.overlay(offer, left if view.history else end - offer.width, low - offer.height // 2)
    elif (change := _change(view, scene, colour)) is not None and change[0] != change[1]:
        sheet.write(f"{change[0]} → {change[1]}", left, low, px(52), paint.text, back, bold=True)
    if view.occurrences > 1 and seat == view.to_move:
        sheet.write(f"↻{view.occurrences}", end, low, px(44), paint.accent, back, bold=True, anchor="r")


def _change(view: View, scene: Scene, colour: Colour) -> tuple[int, int] | None:
    """Return the numbers of a colour's cells before and after what the signs show; `None` while placing.

    In a preview that is now and after the next turn.
    """
    now = _living_count(scene, colour)
    if scene.pointed is not None:
        left = scene.cells[colour] & ~(scene.doomed.alone | scene.doomed.stifled | 1 << scene.pointed)
        born = scene.doomed.born if colour is scene.mover.other else 0
        return now, (left | born).bit_count()
    if scene.earlier is not None:
        return scene.earlier.before[colour].bit_count(), now
    if view.history and len(view.removals) < len(view.history):
        return view.turn(-1).before[colour].bit_count(), now
    return None


def _living_count(scene: Scene, colour: Colour) -> int:
    """Return the number of a colour's living cells.

    Cells that have just died still lie there but do not count.
    """
    return (scene.cells[colour] & ~(scene.alone | scene.stifled)).bit_count()


def _tally(scene: Scene, colour: Colour) -> list[tuple[Sign, int]]:
    """Return the effects of the marked turns on a colour's cells; in a preview, those of the next turn."""
    own, dead, born = scene.cells[colour], scene.alone | scene.stifled, scene.born & scene.cells[colour]
    if scene.pointed is not None:
        dead = scene.doomed.alone | scene.doomed.stifled
        born = scene.doomed.born if colour is scene.mover.other else 0
    died, came = (dead & own).bit_count(), born.bit_count()
    if (before := scene.earlier) is not None:
        died += _deaths(before, colour).bit_count()
        came += before.born.bit_count() if colour is before.mover else 0
    return [(DIES, died), (Sign.BORN, came)]


def _draw_supply(
    sheet: Sheet, frame: Frame, view: View, colour: Colour, left: int, y: int, theme: Theme, back: RGB
) -> None:
    """Draw the cells that are still to be placed, up to four a row."""
    for index in range(CELLS_EACH - len(view.placed[colour])):
        row, place = divmod(index, 4)
        x, down = left + frame.px(30 + 70 * place), y + frame.px(72 * row)
        sheet.stamp(pieces.token(frame.px(62), theme, colour, back), x, down)


def _cell_emoji(colour: Colour) -> Picture:
    def paint(draw: ImageDraw.ImageDraw, scale: float) -> None:
        edge = 128 * scale
        pieces.draw_body(draw, colour, edge, 0, PAPER)
        pieces.draw_body(draw, colour, edge, edge * 0.05, BODIES[colour])
        pieces.draw_emblem(draw, colour, edge / 2, edge / 2, edge * 0.18, PAPER)

    return png(paint_image(128, 128, paint))


def _sign_emoji(kind: Sign) -> Picture:
    return png(_warning(128, kind, THIN))


EMOJIS: Mapping[str, Callable[[], Picture]] = {
    **{f"life_{colour.name.lower()}": partial(_cell_emoji, colour) for colour in Colour},
    **{f"life_{kind.name.lower()}": partial(_sign_emoji, kind) for kind in Sign},
}
