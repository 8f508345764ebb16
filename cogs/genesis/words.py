"""Genesis (Knizia) without pictures: the board in monospaced text, the scoring, and everything in words."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import replace

from cogs.face import Icons, Look
from cogs.text import Markup, Text, clean_name
from engine.genesis.board import COLUMNS, ROWS, name, named
from engine.genesis.model import BOARD, Placement, Relief, Species, Terrain, View, Zone, dice_text

__all__ = [
    "alt",
    "board_text",
    "dice_shown",
    "scoring",
    "supply_shown",
    "terrain_name",
    "terrain_shown",
    "tile_shown",
]

PHONE = 36
"""Columns of a code block on a phone."""
RIVER = 11
"""Columns left of the river."""
SCORING = 2000
"""Characters that the scoring may take of a message's 4,000."""
SHORT = 10
"""Characters of a name where the scoring would get too long."""


def terrain_name(text: Text, letter: str) -> str:
    """``forest``."""
    return text.plain(f"genesis.word.terrain.{letter}")


def terrain_shown(look: Look, letter: str) -> Markup:
    """A terrain in a sentence: its emoji, where it is known, and its name."""
    return Markup(f"{look.icons.show(f'genesis_{letter}')}{terrain_name(look.text, letter)}")


def tile_shown(look: Look, letter: str, square: str) -> Markup:
    """``forest on C5``, with its emoji."""
    said = look.text(f"genesis.tile.{letter}", square=square)
    return Markup(f"{look.icons.show(f'genesis_{letter}')}{said}")


def dice_shown(look: Look, faces: str) -> Markup:
    """The dice in a sentence, from their letters (``G*``)."""
    shown: list[str] = []
    for face in faces:
        icon = look.icons.show("genesis_wild" if face == "*" else f"genesis_{face}")
        shown.append(f"{icon}**{look.text(f'genesis.word.dice.{face}')}**")
    return look.text.list(shown)


def supply_shown(look: Look, left: Sequence[int]) -> Markup:
    """How many tiles of each terrain somebody has."""
    return Markup(" · ".join(f"{terrain_shown(look, each.letter)} {left[each]}" for each in Terrain))


def last_turn(view: View) -> tuple[Placement, ...]:
    """The tiles of the newest turn."""
    return tuple(each for each in view.placements if each.turn == view.placements[-1].turn)


def turn_in_words(look: Look, view: View) -> str:
    text = look.text
    if view.to_move is None:
        return text.plain("genesis.alt.over")
    dice = text.list(text.plain(f"genesis.word.dice.{face}") for face in dice_text(view.dice))
    return text.plain("genesis.alt.turn", who=look.names[view.to_move], dice=dice)


def alt(look: Look, view: View) -> str:
    """What the picture says, in at most 1,024 characters: turn, last tiles, points, tiles left."""
    text = look.text
    parts = [turn_in_words(look, view)]
    if newest := last_turn(view):
        tiles = text.list(
            text.plain(f"genesis.tile.{each.terrain.letter}", square=name(each.square)) for each in newest
        )
        parts.append(text.plain("genesis.alt.last", who=look.names[newest[0].seat], tiles=tiles))
    for seat, points in enumerate(view.points):
        left = ", ".join(f"{terrain_name(text, each.letter)} {view.left[seat][each]}" for each in Terrain)
        parts.append(
            text.plain(
                "genesis.alt.seat",
                who=look.names[seat],
                species=text.plain(f"genesis.species.{Species(seat).name.lower()}"),
                points=text.plain("genesis.points", n=points),
                tiles=left,
            )
        )
    parts.append(text.plain("genesis.alt.count", n=len(view.placements)))
    if view.result is None:
        parts.append(text.plain("genesis.alt.standing"))
    return "\n".join(parts)[:1024]


def board_text(look: Look, view: View) -> str:
    """The board for a code block: terrain letters, in small for the last turn, and numbers of players."""
    tiles = {placed.square: placed for placed in view.placements}
    newest = {placed.square for placed in last_turn(view)}
    lines = [f"{row:>2} {_row(view, row, tiles, newest)}".rstrip() for row in range(ROWS, 0, -1)]
    letters = [f"{_column(column)} " for column in range(COLUMNS)]
    lines.append(f"   {_beside_river(view, letters, ' ')}".rstrip())
    lines += ["", *_scores(look, view), ""]
    lines += textwrap.wrap(turn_in_words(look, view), PHONE)
    lines += textwrap.wrap(look.text.plain("genesis.text.legend"), PHONE)
    return "\n".join(lines).replace("`", "'")


def _column(column: int) -> str:
    return chr(ord("A") + column)


def _row(view: View, row: int, tiles: dict[int, Placement], newest: set[int]) -> str:
    squares = [named(f"{_column(column)}{row}") for column in range(COLUMNS)]
    return _beside_river(view, [_square(square, tiles, newest) for square in squares], "|")


def _beside_river(view: View, shown: Sequence[str], river: str) -> str:
    left = "".join(shown[:RIVER])
    return left if view.seats == 2 else f"{left}{river}{''.join(shown[RIVER:])}"


def _square(square: int, tiles: dict[int, Placement], newest: set[int]) -> str:
    relief = BOARD.relief.get(square)
    if relief is not None:
        return "^ " if relief is Relief.VOLCANO else "o "
    placed = tiles.get(square)
    if placed is None:
        return "· "
    letter = placed.terrain.letter
    return f"{letter.lower() if square in newest else letter}{placed.seat + 1}"


def _scores(look: Look, view: View) -> list[str]:
    width = 14
    lines = [" " * (width + 7) + "".join(f"{each.letter:>3}" for each in Terrain)]
    for seat, points in enumerate(view.points):
        mark = ">" if seat == view.to_move else " "
        shown = look.names[seat]
        shown = shown if len(shown) <= width else shown[: width - 1] + "…"
        left = "".join(f"{number:>3}" for number in view.left[seat])
        lines.append(f"{mark}{seat + 1} {shown:<{width}}{points:>4}{left}")
    return lines


def scoring(look: Look, view: View) -> Markup:
    """The scoring, zone by zone, with numbers as in the pictures, in at most 2,000 characters.

    Where that is too little, emojis go first, then names are shortened, then herds that win nothing and the
    smallest zones are counted instead of listed: pictures show them all.
    """
    counted = [zone for zone in view.zones if zone.multiplier]
    bare = replace(look, icons=Icons())
    short = replace(bare, names=tuple(clean_name(each, SHORT) for each in look.names))
    said = Markup("")
    for mine, every in ((look, True), (bare, True), (short, True), (short, False)):
        said = _scoring(mine, view, counted, len(counted), every=every)
        if len(said) <= SCORING:
            return said
    listed = len(counted)
    while len(said) > SCORING and listed:
        listed -= 1
        said = _scoring(short, view, counted, listed, every=False)
    return said


def _scoring(look: Look, view: View, counted: Sequence[Zone], listed: int, *, every: bool) -> Markup:
    """The first `listed` zones that count, and how much is left out."""
    text = look.text
    lines = [text("genesis.scoring.title")]
    lines += [_zone(look, number, zone, every=every) for number, zone in enumerate(counted[:listed], 1)]
    if poorer := len(counted) - listed:
        lines.append(text("genesis.scoring.zones_left_out", n=poorer))
    herds = sum(not herd.points for zone in counted[:listed] for herd in zone.herds)
    if herds and not every:
        lines.append(text("genesis.scoring.herds_left_out", n=herds))
    if small := len(view.zones) - len(counted):
        lines.append(text("genesis.scoring.small", n=small))
    return Markup("\n".join(lines))


def _zone(look: Look, number: int, zone: Zone, *, every: bool) -> Markup:
    herds = [
        look.text(
            "genesis.scoring.herd", who=look.names[herd.seat], size=len(herd.squares), points=herd.points
        )
        for herd in zone.herds
        if herd.points or every
    ]
    return look.text(
        "genesis.scoring.zone",
        number=number,
        terrain=terrain_shown(look, zone.terrain.letter),
        size=zone.size,
        multiplier=zone.multiplier,
        herds=Markup(", ".join(herds)),
    )
