"""Génial without pictures: the board in monospaced text, and everything in words."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from cogs.face import Icons, Look
from cogs.text import Markup, Text
from engine.game import Seat
from engine.genial.board import Cell, Colour, cells, name
from engine.genial.model import Asks, Placement, Tile, View

__all__ = [
    "alt",
    "board_text",
    "lowest_colours",
    "points_in_words",
    "side_name",
    "tile_in_words",
    "tile_shown",
]

PHONE = 40
"""Columns of a code block on a phone."""
SIGNS = "▲■●◆"
"""Seats have a sign besides a name, as in the pictures."""


def colour_name(text: Text, colour: Colour) -> str:
    return text.plain(f"genial.colour.{colour.letter}")


def tile_in_words(text: Text, tile: Tile) -> str:
    """``blue and red``."""
    if tile.first == tile.second:
        return text.plain("genial.double", colour=colour_name(text, tile.first))
    return text.plain(
        "genial.pair", first=colour_name(text, tile.first), second=colour_name(text, tile.second)
    )


def tile_shown(icons: Icons, letters: str) -> Markup:
    """A tile in a sentence: its emoji, where it is known, and its letters in the order given."""
    first, second = sorted(letters, key="ROYGBP".index)
    return Markup(f"{icons.show(f'genial_{first}{second}')}**{letters}**")


def points_in_words(text: Text, points: Sequence[int], *, brief: bool = False) -> str:
    """``7 points (4 blue, 3 red)``."""
    total = text.plain("genial.points", n=sum(points))
    parts = [
        text.plain("genial.points_in", count=points[colour], colour=colour_name(text, colour))
        for colour in sorted(Colour, key=lambda each: -points[each])
        if points[colour]
    ]
    return f"{total} ({', '.join(parts)})" if parts and not brief else total


def lowest_colours(text: Text, track: Sequence[int]) -> str:
    """The colours tied for lowest, as a list."""
    return str(text.list(colour_name(text, colour) for colour in Colour if track[colour] == min(track)))


def side_name(look: Look, side: Sequence[Seat]) -> str:
    """A player, or both partners."""
    return str(look.text.list(look.names[seat] for seat in side))


def turn_in_words(look: Look, view: View) -> str:
    if view.to_move is None:
        return look.text.plain("genial.alt.over")
    asks = view.asks or Asks.PLACE
    return look.text.plain(f"genial.alt.{asks.value}", who=look.names[view.to_move])


def last_turn(view: View) -> tuple[Placement, ...]:
    """The tiles of the newest turn in which one was put."""
    if not view.placements:
        return ()
    newest = view.placements[-1].turn
    return tuple(each for each in view.placements if each.turn == newest)


def alt(look: Look, view: View) -> str:
    """What the picture says, in at most 1,024 characters: turn, last tiles, scores."""
    text = look.text
    parts = [turn_in_words(look, view)]
    for placed in last_turn(view):
        parts.append(
            text.plain(
                "genial.alt.last",
                who=look.names[placed.seat],
                tile=placed.first.letter + placed.second.letter,
                a=name(placed.a, view.radius),
                b=name(placed.b, view.radius),
                points=points_in_words(text, placed.points),
            )
        )
    for side, track in zip(view.sides, view.tracks, strict=True):
        scores = ", ".join(f"{colour_name(text, colour)} {track[colour]}" for colour in Colour)
        parts.append(text.plain("genial.alt.score", who=side_name(look, side), scores=scores))
    parts.append(text.plain("genial.alt.tiles", n=len(view.placements)))
    return "\n".join(parts)[:1024]


def board_text(look: Look, view: View) -> str:
    """The board for a code block: letters are colours, small ones printed; ``*`` follows the last turn's."""
    newest = {cell for placed in last_turn(view) for cell in (placed.a, placed.b)}
    printed = {*view.cells} - {cell for placed in view.placements for cell in (placed.a, placed.b)}
    radius = view.radius
    lines: list[str] = []
    for r in range(-radius, radius + 1):
        row = [cell for cell in cells(radius) if cell.r == r]
        shown = "".join(_cell(view, cell, printed, newest) for cell in sorted(row))
        number = f"{2 * radius + 2 - r}" if r > 0 else ""
        lines.append(f"{chr(ord('A') + radius - r)} {' ' * abs(r)}{shown}{number}".rstrip())
    lines.append(" " * (radius + 3) + " ".join(str(number) for number in range(1, radius + 2)))
    lines.append("")
    lines.extend(_scores(look, view))
    lines.append("")
    lines.extend(textwrap.wrap(turn_in_words(look, view), PHONE))
    return "\n".join(lines).replace("`", "'")


def _cell(view: View, cell: Cell, printed: set[Cell], newest: set[Cell]) -> str:
    colour = view.cells.get(cell)
    if colour is None:
        return "· "
    letter = colour.letter.lower() if cell in printed else colour.letter
    return letter + ("*" if cell in newest else " ")


def _scores(look: Look, view: View) -> list[str]:
    width = 13
    lines = [" " * (width + 2) + "".join(f"{colour.letter:>3}" for colour in Colour)]
    for side, track in zip(view.sides, view.tracks, strict=True):
        for first, seat in enumerate(side):
            mark = ">" if seat == view.to_move else " "
            sign = SIGNS[seat]
            shown = look.names[seat]
            shown = shown if len(shown) <= width - 1 else shown[: width - 2] + "…"
            scores = "" if first else "".join(f"{points:>3}" for points in track)
            lines.append(f"{mark}{sign} {shown:<{width - 1}}{scores}".rstrip())
    return lines
