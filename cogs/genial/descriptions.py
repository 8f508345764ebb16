"""Génial without pictures: the board in monospaced text, and everything in words."""

from __future__ import annotations

import re
from collections.abc import Sequence

from cogs.face.context import Context
from cogs.face.narration import over_in_words
from cogs.face.text_boards import alt_text, code_block, fit_column, wrap_lines
from cogs.text.letters import Letters, letter_of
from cogs.text.text import Markup, Text
from engine.game import Seat
from engine.genial.board import Cell, Colour, cells, name
from engine.genial.model import Placement, Tile, View
from render.genial.newness import freshness
from render.kit.fresh import Fresh
from render.kit.seats import SIGNS

__all__ = [
    "LETTERS",
    "alt",
    "board_text",
    "colour_name",
    "lowest_colours",
    "points_in_words",
    "scores",
    "side_name",
    "tile_in_words",
    "tile_said",
    "tile_shown",
]

LETTERS = Letters(
    "genial",
    "ROYGBP",
    re.compile(r"\A\W*[A-Za-z](?:\W*[A-Za-z])?(?=\W*(?:[A-Oa-o]\d|[A-Oa-o]?\W*\Z))"),
)
"""A move begins with the two symbols of its tile, and goes on with cells."""


def colour_name(text: Text, colour: Colour) -> str:
    return text.plain(f"genial.word.tile.{colour.letter}")


def tile_in_words(text: Text, tile: Tile) -> str:
    """``blue and red``."""
    if tile.first == tile.second:
        return text.plain("genial.double", colour=colour_name(text, tile.first))
    return text.plain(
        "genial.pair", first=colour_name(text, tile.first), second=colour_name(text, tile.second)
    )


def tile_said(text: Text, tile: str) -> str:
    """A tile of the notation by the reader's letters, or in words: the order stays."""
    if text.named:
        return tile_in_words(text, Tile(*(Colour("ROYGBP".index(each)) for each in tile)))
    return LETTERS.with_letters(text, tile)


def tile_shown(ctx: Context, tile: str) -> Markup:
    """A tile of the notation in a sentence: its emoji, where it is known, and `tile_said`."""
    first, second = sorted(tile, key="ROYGBP".index)
    return Markup(f"{ctx.icons.show(f'genial_{first}{second}')}**{tile_said(ctx.text, tile)}**")


def points_in_words(text: Text, points: Sequence[int], *, brief: bool = False) -> str:
    """``7 points (4 blue, 3 red)``."""
    total = text.plain("genial.points", n=sum(points))
    parts = [
        text.plain("genial.points_in", count=points[colour], colour=colour_name(text, colour))
        for colour in sorted(Colour, key=lambda each: -points[each])
        if points[colour]
    ]
    return f"{total} ({', '.join(parts)})" if parts and not brief else total


def scores(text: Text, track: Sequence[int]) -> str:
    """``red 3, orange 0, …``."""
    return ", ".join(f"{colour_name(text, colour)} {track[colour]}" for colour in Colour)


def lowest_colours(text: Text, track: Sequence[int]) -> str:
    """The colours tied for lowest, as a list."""
    return str(text.list(colour_name(text, colour) for colour in Colour if track[colour] == min(track)))


def side_name(ctx: Context, side: Sequence[Seat]) -> str:
    """A player, or both partners."""
    return str(ctx.text.list(ctx.names[seat] for seat in side))


def turn_in_words(ctx: Context, view: View) -> str:
    if view.to_move is None:
        return over_in_words(ctx, "genial.alt.over", view.result)
    asked = "placed" if view.asks is None else view.asks.value
    return ctx.text.plain(f"genial.alt.{asked}", who=ctx.names[view.to_move])


def newest(view: View) -> tuple[Placement, ...]:
    """The tiles put since the viewer's last one, as the picture marks them."""
    fresh = freshness(view)
    return tuple(each for each, new in zip(view.placements, fresh, strict=True) if new is not Fresh.OLD)


def alt(ctx: Context, view: View) -> str:
    """Describe the picture in at most 1,024 characters: turn, new tiles, scores."""
    text = ctx.text
    parts = [turn_in_words(ctx, view)]
    for placed in newest(view):
        parts.append(
            text.plain(
                "genial.alt.last",
                who=ctx.names[placed.seat],
                tile=tile_said(text, placed.first.letter + placed.second.letter),
                a=name(placed.a, view.radius),
                b=name(placed.b, view.radius),
                points=points_in_words(text, placed.points),
            )
        )
    for side, track in zip(view.sides, view.tracks, strict=True):
        parts.append(text.plain("genial.alt.score", who=side_name(ctx, side), scores=scores(text, track)))
    parts.append(text.plain("genial.alt.tiles", n=len(view.placements)))
    return alt_text(parts)


def board_text(ctx: Context, view: View) -> str:
    """The board for a code block: letters are colours, small ones printed; ``*`` follows what is new."""
    new = {cell for placed in newest(view) for cell in (placed.a, placed.b)}
    printed = {*view.cells} - {cell for placed in view.placements for cell in (placed.a, placed.b)}
    radius = view.radius
    lines: list[str] = []
    for r in range(-radius, radius + 1):
        row = [cell for cell in cells(radius) if cell.r == r]
        shown = "".join(_cell(ctx.text, view, cell, printed, new) for cell in sorted(row))
        number = f"{2 * radius + 2 - r}" if r > 0 else ""
        lines.append(f"{chr(ord('A') + radius - r)} {' ' * abs(r)}{shown}{number}".rstrip())
    lines.append(" " * (radius + 3) + " ".join(str(number) for number in range(1, radius + 2)))
    lines.append("")
    lines.extend(_scores(ctx, view))
    lines.append("")
    lines.extend(wrap_lines(turn_in_words(ctx, view)))
    return code_block(lines)


def _letter(text: Text, colour: Colour) -> str:
    return letter_of(text, "genial", colour.letter)


def _cell(text: Text, view: View, cell: Cell, printed: set[Cell], new: set[Cell]) -> str:
    colour = view.cells.get(cell)
    if colour is None:
        return "· "
    letter = _letter(text, colour)
    return (letter.lower() if cell in printed else letter) + ("*" if cell in new else " ")


def _scores(ctx: Context, view: View) -> list[str]:
    width = 13
    lines = [" " * (width + 2) + "".join(f"{_letter(ctx.text, colour):>3}" for colour in Colour)]
    for side, track in zip(view.sides, view.tracks, strict=True):
        for first, seat in enumerate(side):
            mark = ">" if seat == view.to_move else " "
            sign = SIGNS[seat]
            shown = fit_column(ctx.names[seat], width - 1)
            row = "" if first else "".join(f"{points:>3}" for points in track)
            lines.append(f"{mark}{sign} {shown}{row}".rstrip())
    return lines
