"""Genesis (Knizia) without pictures: the board in monospaced text, the scoring, and everything in words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

from cogs.face.context import Context, Icons
from cogs.face.narration import over_in_words
from cogs.face.text_boards import alt_text, code_block, fit_column, wrap_lines
from cogs.text.letters import Letters, letter_of
from cogs.text.text import Markup, Text, clean_name
from engine.genesis.board import COLUMNS, ROWS, name, named
from engine.genesis.model import BOARD, Placement, Relief, Species, Terrain, View, Zone, dice_text
from render.genesis.pictures import freshness

__all__ = [
    "LETTERS",
    "alt",
    "board_text",
    "dice_shown",
    "points_changed",
    "scoring",
    "signed",
    "supply_shown",
    "terrain_name",
    "terrain_shown",
    "tile_shown",
]

RIVER = 11
"""Columns left of the river."""
SCORING = 2000
"""Characters that the scoring may take of a message of components."""
SHORT = 10
"""Characters of a name where the scoring would get too long."""


LETTERS = Letters(
    "genesis",
    "GYMB",
    re.compile(r"(?:\A|\d)[^A-Za-z0-9]*[A-Za-z](?=[^A-Za-z0-9]*(?:[A-Na-n]\d|[A-Na-n]?[^A-Za-z0-9]*\Z))"),
)
"""The terrain letters in a notation: each stands before the square on which its tile is placed."""


def terrain_name(text: Text, letter: str) -> str:
    """``forest``."""
    return text.plain(f"genesis.word.terrain.{letter}")


def terrain_shown(ctx: Context, letter: str) -> Markup:
    """A terrain in a sentence: its emoji, where it is known, and its name."""
    return Markup(f"{ctx.icons.show(f'genesis_{letter}')}{terrain_name(ctx.text, letter)}")


def tile_shown(ctx: Context, letter: str, square: str) -> Markup:
    """``forest on C5``, with its emoji."""
    said = ctx.text(f"genesis.tile.{letter}", square=square)
    return Markup(f"{ctx.icons.show(f'genesis_{letter}')}{said}")


def dice_shown(ctx: Context, faces: str) -> Markup:
    """The dice in a sentence, from their letters (``G*``)."""
    shown: list[str] = []
    for face in faces:
        icon = ctx.icons.show("genesis_wild" if face == "*" else f"genesis_{face}")
        shown.append(f"{icon}**{ctx.text(f'genesis.word.dice.{face}')}**")
    return ctx.text.list(shown)


def supply_shown(ctx: Context, left: Sequence[int]) -> Markup:
    """Show how many tiles of each terrain a seat has left."""
    return Markup(" · ".join(f"{terrain_shown(ctx, each.letter)} {left[each]}" for each in Terrain))


def signed(points: int) -> str:
    """``+3``, ``+0`` or ``−1``."""
    return f"{points:+}".replace("-", "−")


def points_changed(ctx: Context, view: View) -> Markup:
    """Say whose points the last turn changed, and to what; nothing if it changed none."""
    final = view.placements[-1].turn
    earlier = view._replace(placements=tuple(each for each in view.placements if each.turn != final))
    changed = [
        ctx.text("genesis.points.changed", who=ctx.names[seat], points=now, change=signed(now - before))
        for seat, (before, now) in enumerate(zip(earlier.points, view.points, strict=True))
        if now != before
    ]
    return ctx.text("genesis.announce.points", changes=ctx.text.list(changed)) if changed else Markup("")


def newest(view: View) -> tuple[Placement, ...]:
    """Return the tiles that the picture marks: since the viewer's last turn, at least the last turn's."""
    marked = {square for squares in freshness(view) for square in squares}
    return tuple(placed for placed in view.placements if placed.square in marked)


def turn_in_words(ctx: Context, view: View) -> str:
    text = ctx.text
    if view.to_move is None:
        return over_in_words(ctx, "genesis.alt.over", view.result)
    dice = text.list(text.plain(f"genesis.word.dice.{face}") for face in dice_text(view.dice))
    placing = bool(view.placements) and view.placements[-1].turn == view.turn
    code = "genesis.alt.placing" if placing else "genesis.alt.turn"
    return text.plain(code, who=ctx.names[view.to_move], dice=dice)


def alt(ctx: Context, view: View) -> str:
    """Describe the picture in at most 1,024 characters: turn, new tiles, points, tiles left."""
    text = ctx.text
    parts = [turn_in_words(ctx, view)]
    for _, placed in groupby(newest(view), key=lambda each: each.turn):
        turn = list(placed)
        tiles = text.list(
            text.plain(f"genesis.tile.{each.terrain.letter}", square=name(each.square)) for each in turn
        )
        parts.append(text.plain("genesis.alt.placed", who=ctx.names[turn[0].seat], tiles=tiles))
    for seat, points in enumerate(view.points):
        left = ", ".join(f"{terrain_name(text, each.letter)} {view.left[seat][each]}" for each in Terrain)
        parts.append(
            text.plain(
                "genesis.alt.seat",
                who=ctx.names[seat],
                species=text.plain(f"genesis.species.{Species(seat).name.lower()}"),
                points=text.plain("genesis.points", n=points),
                tiles=left,
            )
        )
    parts.append(text.plain("genesis.alt.count", n=len(view.placements)))
    if view.result is None:
        parts.append(text.plain("genesis.alt.standing"))
    return alt_text(parts)


def board_text(ctx: Context, view: View) -> str:
    """The board for a code block: terrain letters, in small where they are new, and numbers of players."""
    tiles = {placed.square: placed for placed in view.placements}
    new = {placed.square for placed in newest(view)}
    lines = [f"{row:>2} {_row(ctx.text, view, row, tiles, new)}".rstrip() for row in range(ROWS, 0, -1)]
    letters = [f"{_column(column)} " for column in range(COLUMNS)]
    lines.append(f"   {_beside_river(view, letters, ' ')}".rstrip())
    lines += ["", *_scores(ctx, view), ""]
    lines += wrap_lines(turn_in_words(ctx, view))
    lines += wrap_lines(ctx.text.plain("genesis.text.legend"))
    return code_block(lines)


def _column(column: int) -> str:
    return chr(ord("A") + column)


def _row(text: Text, view: View, row: int, tiles: dict[int, Placement], new: set[int]) -> str:
    squares = [named(f"{_column(column)}{row}") for column in range(COLUMNS)]
    return _beside_river(view, [_square(text, square, tiles, new) for square in squares], "|")


def _beside_river(view: View, shown: Sequence[str], river: str) -> str:
    left = "".join(shown[:RIVER])
    return left if view.seats == 2 else f"{left}{river}{''.join(shown[RIVER:])}"


def _square(text: Text, square: int, tiles: dict[int, Placement], new: set[int]) -> str:
    relief = BOARD.relief.get(square)
    if relief is not None:
        return "^ " if relief is Relief.VOLCANO else "o "
    placed = tiles.get(square)
    if placed is None:
        return "· "
    letter = letter_of(text, "genesis", placed.terrain.letter)
    return f"{letter.lower() if square in new else letter}{placed.seat + 1}"


def _scores(ctx: Context, view: View) -> list[str]:
    width = 14
    letters = (letter_of(ctx.text, "genesis", each.letter) for each in Terrain)
    lines = [" " * (width + 7) + "".join(f"{each:>3}" for each in letters)]
    for seat, points in enumerate(view.points):
        mark = ">" if seat == view.to_move else " "
        left = "".join(f"{number:>3}" for number in view.left[seat])
        lines.append(f"{mark}{seat + 1} {fit_column(ctx.names[seat], width)}{points:>4}{left}")
    return lines


def scoring(ctx: Context, view: View, room: int = SCORING) -> Markup:
    """The scoring, zone by zone, with numbers as in the pictures, in at most `room` characters.

    Where that is too little, emojis go first, then names are shortened, then herds that win nothing and the
    smallest zones are counted instead of listed: the board and the scoring's picture show them all.
    """
    counted = [zone for zone in view.zones if zone.multiplier]
    bare = replace(ctx, icons=Icons())
    short = replace(bare, names=tuple(clean_name(each, SHORT) for each in ctx.names))
    said = Markup("")
    for mine, every in ((ctx, True), (bare, True), (short, True), (short, False)):
        said = _scoring(mine, view, counted, len(counted), every=every)
        if len(said) <= room:
            return said
    listed = len(counted)
    while len(said) > room and listed:
        listed -= 1
        said = _scoring(short, view, counted, listed, every=False)
    return said if len(said) <= room else Markup("")


def _scoring(ctx: Context, view: View, counted: Sequence[Zone], listed: int, *, every: bool) -> Markup:
    """The first `listed` zones that count, and how much is left out."""
    text = ctx.text
    lines = [text("genesis.scoring.title")]
    lines += [_zone(ctx, number, zone, every=every) for number, zone in enumerate(counted[:listed], 1)]
    if poorer := len(counted) - listed:
        lines.append(text("genesis.scoring.zones_left_out", n=poorer))
    herds = sum(not herd.points for zone in counted[:listed] for herd in zone.herds)
    if herds and not every:
        lines.append(text("genesis.scoring.herds_left_out", n=herds))
    if small := len(view.zones) - len(counted):
        lines.append(text("genesis.scoring.small", n=small))
    return Markup("\n".join(lines))


def _zone(ctx: Context, number: int, zone: Zone, *, every: bool) -> Markup:
    herds = [
        ctx.text("genesis.scoring.herd", who=ctx.names[herd.seat], size=len(herd.squares), points=herd.points)
        for herd in zone.herds
        if herd.points or every
    ]
    return ctx.text(
        "genesis.scoring.zone",
        number=number,
        terrain=terrain_shown(ctx, zone.terrain.letter),
        size=zone.size,
        multiplier=zone.multiplier,
        herds=Markup(", ".join(herds)),
    )
