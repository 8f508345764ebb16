"""Pictures of Genesis (Brassinne): the board with the marks of a turn, a turn as a short film, emojis.

Pictures speak no language: names, numbers, symbols, coordinates. What needs a sentence is said next to them.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial

from PIL import Image, ImageDraw

from engine.genesis_life.board import CENTRE, EVERYWHERE, GRID, SIDE, Evolution, squares
from engine.genesis_life.model import Asks, Boards, Colour, View
from render import life_pieces as pieces
from render.canvas import Picture, Sheet, Theme, ink, lettered_disc, painted, png
from render.life_pieces import BODIES, DARK, PAPER, WOODS, Look, Sign
from render.roster import Roster, begin_row, write_name
from render.samples.genesis_life import evolving, placing, worked_example
from render.squares import Mark, Squares, draw_marks, write_edges

__all__ = ["EMOJIS", "GALLERY", "Mark", "board", "film", "layout"]

EACH = 7
NOTHING = Evolution(0, 0, 0)


@dataclass(frozen=True)
class Scene:
    """What lies on the board, and what is marked there."""

    cells: Boards
    """Everything that lies there, dead cells included."""
    alone: int = 0
    stifled: int = 0
    born: int = 0
    removed: tuple[int, Colour] | None = None
    """A square from which a cell was taken away."""
    placed: int | None = None
    """The cell placed last."""
    pointed: int | None = None
    """The cell that may be taken away; `doomed` is what the next turn does then."""
    doomed: Evolution = NOTHING

    @property
    def mover(self) -> Colour:
        """Whose cell is pointed at."""
        assert self.pointed is not None
        return Colour.RED if self.cells[Colour.RED] >> self.pointed & 1 else Colour.BLACK


def layout(width: int) -> Squares:
    """The squares in a picture `width` pixels wide."""
    label = round(width * 0.04)
    cell = (width - 2 * label - round(width * 0.02)) // SIDE // 2 * 2
    return Squares(GRID, SIDE, cell, (width - SIDE * cell) // 2, label + round(width * 0.01))


def board(
    view: View,
    names: Sequence[str],
    *,
    theme: Theme = Theme.DARK,
    width: int = 1000,
    marks: Sequence[Mark] = (),
    pointed: int | None = None,
) -> Picture:
    """The board, and a row for each player with what the signs on its cells add up to.

    Marked are the cell placed or taken away last, and of this turn: who died alone (a dot in a ring), who was
    stifled (a cross), both faded, and what was born (a plus). `marks` are numbered candidates. `pointed` is a
    cell that may be taken away: signs are then on those that would be dead in the opponent's next turn.
    """
    grid = layout(width)
    table = Roster(width, grid.bottom + round(width * 0.052))
    sheet = _empty(width, table.bottom(2), theme).copy()
    scene = scene_of(view, pointed)
    _draw(sheet, grid, scene, theme)
    draw_marks(sheet, grid, marks, round(grid.cell * 0.5), WOODS[theme].ring, DARK)
    for seat in range(2):
        _row(sheet, table, seat, view, scene, names, theme)
    return sheet.encode()


def scene_of(view: View, pointed: int | None = None) -> Scene:
    """The position as a still shows it: this turn's dead still lie on the board."""
    if not view.history:
        order = view.placed[0] if len(view.placed[0]) > len(view.placed[1]) else view.placed[1]
        return Scene(view.cells, placed=order[-1] if order else None)
    if len(view.removals) == len(view.history):
        last = view.turn(-1)
        return Scene(view.cells, removed=(view.removals[-1], last.colour))
    turn = view.turn(-1)
    if view.result is not None and view.result.reason == "genesis_life.repetition":
        # The third time the picture is not judged any more.
        return Scene(view.cells, removed=(view.removals[-1], turn.colour.other))
    dead = turn.evolution.dead
    lying = (view.cells[0] | turn.before[0] & dead, view.cells[1] | turn.before[1] & dead)
    born = view.cells[turn.colour] & ~turn.before[turn.colour]
    removed = (view.removals[-1], turn.colour.other) if view.removals else None
    scene = Scene(lying, turn.evolution.alone, turn.evolution.stifled, born, removed)
    if pointed is None:
        return scene
    # What is over is left out of a preview, or it could not be told from what is to come.
    return Scene(view.cells, pointed=pointed, doomed=view.preview(pointed).evolution)


@lru_cache(maxsize=8)
def _empty(width: int, height: int, theme: Theme) -> Sheet:
    """The board without cells: squares, the centre, coordinates."""
    grid, wood, paint = layout(width), WOODS[theme], ink(theme)
    sheet = Sheet.blank(width, height, pieces.palette(theme), paint.ground)
    rim, line = round(width * 0.008), max(1, grid.cell // 40)
    sheet.fill((grid.left - rim, grid.top - rim, grid.right + rim, grid.bottom + rim), wood.plate)
    for square in squares(EVERYWHERE):
        x, y = grid.corner_of(square)
        inset = 3 * line if square == CENTRE else line
        fill = wood.centre if square == CENTRE else wood.square
        sheet.fill((x + inset, y + inset, x + grid.cell - inset, y + grid.cell - inset), fill)
    size, off = round(width * 0.026), round(width * 0.028)
    write_edges(sheet, grid, size, off, off, wood.label, paint.ground)
    return sheet


def _draw(sheet: Sheet, grid: Squares, scene: Scene, theme: Theme) -> None:
    wood, size = WOODS[theme], grid.cell
    dead = scene.alone | scene.stifled
    inner = size - 2 * max(1, size // 40)
    for colour in Colour:
        for square in squares(scene.cells[colour]):
            back = wood.centre if square == CENTRE else wood.square
            look = Look.DEAD if dead >> square & 1 else Look.BORN if scene.born >> square & 1 else Look.LIVING
            sheet.stamp(pieces.cell(inner, theme, colour, look, back), *grid.centre_of(square))
            if look is Look.DEAD:
                kind = Sign.ALONE if scene.alone >> square & 1 else Sign.STIFLED
                mark = pieces.sign(round(size * 0.5), theme, kind, DARK, pieces.ghost(colour, back))
                sheet.stamp(mark, *grid.centre_of(square))
    if scene.removed is not None and not (scene.cells[0] | scene.cells[1]) >> scene.removed[0] & 1:
        _removed(sheet, grid, *scene.removed, theme)
    if scene.placed is not None:
        _over(sheet, grid, scene.placed, pieces.outline(size, wood.ring, dashed=False))
    _preview(sheet, grid, scene, theme)


def _over(sheet: Sheet, grid: Squares, square: int, image: Image.Image) -> None:
    x, y = grid.centre_of(square)
    sheet.overlay(image, x - image.width // 2, y - image.height // 2)


def _removed(sheet: Sheet, grid: Squares, square: int, colour: Colour, theme: Theme) -> None:
    """A dashed edge and a bar in the colour of the cell that was taken away."""
    back = WOODS[theme].centre if square == CENTRE else WOODS[theme].square
    _over(sheet, grid, square, pieces.outline(grid.cell, BODIES[colour], dashed=True))
    bar = pieces.sign(round(grid.cell * 0.4), theme, Sign.REMOVED, BODIES[colour], back)
    sheet.stamp(bar, *grid.centre_of(square))


def _preview(sheet: Sheet, grid: Squares, scene: Scene, theme: Theme) -> None:
    """The cell pointed at, and signs on those that would be dead then, and where cells would be born."""
    if scene.pointed is None:
        return
    wood, size, newborn = WOODS[theme], grid.cell, BODIES[scene.mover.other]
    _over(sheet, grid, scene.pointed, pieces.outline(size, wood.ring, dashed=False))
    bar = lettered_disc("−", round(size * 0.5), wood.ring, DARK)
    if scene.doomed.born >> scene.pointed & 1:
        bar = lettered_disc("±", round(size * 0.6), newborn, PAPER)
    _over(sheet, grid, scene.pointed, bar)
    for kind, mask in ((Sign.ALONE, scene.doomed.alone), (Sign.STIFLED, scene.doomed.stifled)):
        for square in squares(mask):
            _over(sheet, grid, square, _warning(round(size * 0.62), kind))
    for square in squares(scene.doomed.born & ~(1 << scene.pointed)):
        back = wood.centre if square == CENTRE else wood.square
        hint = pieces.sign(round(size * 0.34), theme, Sign.BORN, newborn, back)
        sheet.stamp(hint, *grid.centre_of(square))


@lru_cache(maxsize=16)
def _warning(size: int, kind: Sign) -> Image.Image:
    """A sign on a light disc with a dark edge (RGBA)."""

    def paint(draw: ImageDraw.ImageDraw, scale: float) -> None:
        edge = size * scale
        draw.ellipse((0, 0, edge - 1, edge - 1), DARK)
        rim = edge * 0.05
        draw.ellipse((rim, rim, edge - 1 - rim, edge - 1 - rim), PAPER)
        reach = edge * (0.3 if kind is Sign.ALONE else 0.26)
        pieces.draw_sign_of(draw, kind, edge / 2, edge / 2, reach, DARK)

    return painted(size, size, paint)


def _row(
    sheet: Sheet, table: Roster, seat: int, view: View, scene: Scene, names: Sequence[str], theme: Theme
) -> None:
    paint, px = ink(theme), table.px
    colour = Colour.RED if seat == view.red else Colour.BLACK
    row = begin_row(sheet, table, seat, view.to_move, view.result, theme)
    back, y = row.back, row.middle
    sheet.stamp(pieces.token(px(54), theme, colour, back), px(104), y)
    write_name(sheet, table, row, seat, names, px(144), px(330), theme)
    if view.offer == seat:
        offer = lettered_disc("½", px(46), paint.accent, paint.ground)
        sheet.overlay(offer, px(490), y - offer.height // 2)
    if view.history:
        x = px(600)
        for kind, count in _tally(scene, colour):
            if count:
                sheet.stamp(pieces.sign(px(32), theme, kind, paint.text, back), x, y)
                sheet.write(str(count), x + px(24), y, px(28), paint.muted, back, bold=True)
            x += px(92)
        if view.times > 1 and seat == view.to_move:
            sheet.write(f"↻{view.times}", px(548), y, px(28), paint.accent, back, bold=True, anchor="r")
    else:
        _supply(sheet, table, view, colour, y, theme, back)
    count = str(view.cells[colour].bit_count())
    front = paint.accent if row.rank == 1 else paint.text
    sheet.write(count, table.width - px(38), y, px(42), front, back, bold=True, anchor="r")


def _tally(scene: Scene, colour: Colour) -> list[tuple[Sign, int]]:
    """What this turn did to a colour's cells; of a preview, what the next turn would do."""
    own, alone, stifled, born = (
        scene.cells[colour],
        scene.alone,
        scene.stifled,
        scene.born & scene.cells[colour],
    )
    if scene.pointed is not None:
        alone, stifled = scene.doomed.alone, scene.doomed.stifled
        born = scene.doomed.born if colour is scene.mover.other else 0
    return [
        (Sign.ALONE, (alone & own).bit_count()),
        (Sign.STIFLED, (stifled & own).bit_count()),
        (Sign.BORN, born.bit_count()),
    ]


def _supply(
    sheet: Sheet, table: Roster, view: View, colour: Colour, y: int, theme: Theme, back: tuple[int, int, int]
) -> None:
    """The cells still to be placed."""
    for index in range(EACH - len(view.placed[colour])):
        sheet.stamp(pieces.token(table.px(34), theme, colour, back), table.px(600 + 40 * index), y)


def film(view: View, *, theme: Theme = Theme.DARK, width: int = 600) -> Picture | None:
    """This turn as an animated GIF: the cell taken away before it, deaths, births, and what is left.

    None while cells are being placed.
    """
    if not view.history:
        return None
    grid = layout(width)
    height = grid.bottom + round(width * 0.05)
    turn = view.turn(-1)
    now = scene_of(view)
    scenes: list[tuple[Scene, int]] = []
    if view.removals and len(view.history) > 1:
        before = view.turn(-2)
        square = view.removals[len(view.history) - 2]
        scenes.append((Scene(before.after), 700))
        scenes.append((Scene(turn.before, removed=(square, before.colour)), 1000))
    still = Scene(turn.before)
    scenes.append((still, 500))
    if turn.evolution.dead:
        still = replace(still, alone=turn.evolution.alone, stifled=turn.evolution.stifled)
        scenes.append((still, 1400))
    if now.born:
        scenes.append((replace(now, removed=None), 1400))
    scenes.append((Scene(view.cells), 2500))
    frames: list[Image.Image] = []
    for scene, _ in scenes:
        sheet = _empty(width, height, theme).copy()
        _draw(sheet, grid, scene, theme)
        frames.append(sheet.image)
    return _gif(frames, [time for _, time in scenes])


def _gif(frames: Sequence[Image.Image], times: Sequence[int]) -> Picture:
    out = io.BytesIO()
    first, *others = frames
    first.save(out, "GIF", save_all=True, append_images=others, duration=list(times), loop=0, optimize=False)
    return Picture(out.getvalue(), first.width, first.height, "gif")


def _cell_emoji(colour: Colour) -> Picture:
    def paint(draw: ImageDraw.ImageDraw, scale: float) -> None:
        edge = 128 * scale
        pieces.draw_body(draw, colour, edge, 0, PAPER)
        pieces.draw_body(draw, colour, edge, edge * 0.05, BODIES[colour])
        pieces.draw_emblem(draw, colour, edge / 2, edge / 2, edge * 0.18, PAPER)

    return png(painted(128, 128, paint))


def _sign_emoji(kind: Sign) -> Picture:
    return png(_warning(128, kind))


EMOJIS: Mapping[str, Callable[[], Picture]] = {
    **{f"life_{colour.name.lower()}": partial(_cell_emoji, colour) for colour in Colour},
    **{f"life_{kind.name.lower()}": partial(_sign_emoji, kind) for kind in Sign},
}

NAMES = ("Léa", "Maximilian von Hohenzollern")
HOSTILE = ("W" * 60, "שלום דוד 🦊")


def _board(view: View, theme: Theme, names: Sequence[str] = NAMES) -> Picture:
    return board(view, names, theme=theme)


def _candidates(view: View, theme: Theme) -> Picture:
    own = view.free if view.asks is Asks.PLACE else view.cells[view.colour or Colour.RED]
    marks = [Mark(square, str(number)) for number, square in enumerate(squares(own)[:25], 1)]
    return board(view, NAMES, theme=theme, marks=marks)


def _film(view: View, theme: Theme) -> Picture:
    picture = film(view, theme=theme)
    assert picture is not None, "the evolution has begun"
    return picture


def _pointed(view: View, theme: Theme) -> Picture:
    own = squares(view.cells[view.colour or Colour.RED])
    return board(view, NAMES, theme=theme, pointed=own[len(own) // 2])


GALLERY: Mapping[str, Callable[[Theme], Picture]] = {
    "start": lambda theme: _board(placing(1), theme),
    "placing": lambda theme: _board(placing(10, offer=0), theme),
    "first turn": lambda theme: _board(evolving(), theme),
    "evolution": lambda theme: _board(evolving(4), theme),
    "worked example": lambda theme: _board(worked_example(), theme),
    "over": lambda theme: _board(worked_example(over=True), theme),
    "pointed": lambda theme: _pointed(evolving(2), theme),
    "candidates": lambda theme: _candidates(evolving(3), theme),
    "candidates, placing": lambda theme: _candidates(placing(6), theme),
    "names": lambda theme: _board(placing(5), theme, HOSTILE),
    "film": lambda theme: _film(evolving(2), theme),
}
