"""The face of Genesis (Knizia): dice, boards, the taps of a turn, narration, the scoring at the end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from cogs.face import CHOICES, Choice, Drawing, Face, Hand, Look, Menu, Suggestion, page_of
from cogs.genesis.choosing import Pair, alone, ends, fitting, gained, offered_pairs, placed, ranked, seat_of
from cogs.genesis.words import (
    alt,
    board_text,
    dice_shown,
    scoring,
    supply_shown,
    terrain_name,
    terrain_shown,
    tile_shown,
)
from cogs.text import Markup, Text
from engine.game import Event, Result, Seat
from engine.genesis import GENESIS
from engine.genesis.board import name, named
from engine.genesis.model import GenesisOptions, Move, Terrain, Tile, View, dice_text
from render import genesis as pictures

__all__ = ["FACE", "GenesisFace"]

SHOWN = 15
"""Squares numbered on one picture: more would cover each other."""


class GenesisFace(Face):
    """See `Face`."""

    def options(self, text: Text, options: GenesisOptions, size: int) -> Markup:
        players = text(f"genesis.players.{size}")
        return Markup(f"{players} · {text('genesis.option.tiles', number=options.tiles_per_terrain)}")

    def question(self, look: Look, view: View) -> Markup:
        seat = seat_of(view)
        code = "genesis.question" if sum(view.left[seat]) > 1 else "genesis.question.one"
        asked = look.text(code, dice=dice_shown(look, dice_text(view.dice)))
        supply = look.text("genesis.supply", tiles=supply_shown(look, view.left[seat]))
        return Markup(f"{asked}\n{supply}")

    def announce(self, look: Look, view: View) -> Markup:
        if view.result is not None:
            return scoring(look, view)
        if view.placements:
            return Markup("")  # the roll is told with what happened
        return look.text("genesis.announce", dice=dice_shown(look, dice_text(view.dice)))

    def board(self, look: Look, view: View, since: Seat | None) -> Drawing:
        shown = view if since is None else view._replace(seat=since)
        return Drawing(partial(pictures.board, shown, look.names, theme=look.theme), alt(look, view))

    def pictures(self, look: Look, view: View) -> Sequence[Drawing]:
        if view.result is None:
            return ()
        drawn = partial(pictures.scoring, view, theme=look.theme)
        return (Drawing(drawn, look.text.plain("genesis.scoring.alt")),)

    def board_text(self, look: Look, view: View) -> str:
        return board_text(look, view)

    def hand(self, look: Look, view: View) -> Hand | None:
        return None

    def narrate(self, look: Look, event: Event) -> Markup | None:
        tell = _TOLD.get(event.code)
        return tell(look, event) if tell else None

    def menu(self, look: Look, view: View, moves: Sequence[Move], path: tuple[str, ...], page: int) -> Menu:
        offered = offered_pairs(view)
        terrains, squares = _read(path, offered, alone(view))
        if not terrains:
            return self._terrain_menu(look, view, offered)
        if len(squares) >= len(terrains):
            raise LookupError(path)
        chosen = Tile(terrains[0], squares[0]) if squares else None
        if chosen and (not view.free >> chosen.square & 1 or ends(view, chosen)):
            raise LookupError(path)
        return self._square_menu(look, view, terrains, chosen, path, page)

    def _terrain_menu(self, look: Look, view: View, offered: Sequence[Pair]) -> Menu:
        return Menu(
            prompt=Markup(f"{self.question(look, view)}\n{look.text('genesis.menu.terrains')}"),
            choices=tuple(_pair(look.text, pair) for pair in offered),
            drawing=self.board(look, view, None),
            beside=_alone(look.text, view),
        )

    def _square_menu(
        self,
        look: Look,
        view: View,
        terrains: Sequence[Terrain],
        chosen: Tile | None,
        path: tuple[str, ...],
        page: int,
    ) -> Menu:
        text, terrain = look.text, terrains[1 if chosen else 0]
        now = placed(view, chosen) if chosen else view
        spots = ranked(now, terrain)
        page, pages, part = page_of(len(spots), page, SHOWN)
        tiles = list(enumerate((spot.tile for spot in spots[part]), page * SHOWN + 1))
        shown, word = terrain_shown(look, terrain.letter), terrain_name(text, terrain.letter)
        if chosen:
            first = tile_shown(look, chosen.terrain.letter, name(chosen.square))
            prompt = text("genesis.menu.second", first=first, terrain=shown)
        else:
            prompt = text("genesis.menu.first", terrain=shown, n=len(spots))
        marks = tuple(pictures.Mark(tile.square, str(number)) for number, tile in tiles)
        single = len(terrains) == 1
        return Menu(
            prompt=prompt if path else Markup(f"{self.question(look, view)}\n{prompt}"),
            choices=tuple(_square(text, now, chosen, tile, number, single) for number, tile in tiles),
            listed=True,
            placeholder=text.plain("genesis.menu.placeholder", terrain=word),
            page=page,
            pages=pages,
            drawing=Drawing(
                partial(pictures.board, now, look.names, theme=look.theme, marks=marks),
                text.plain("genesis.menu.alt", terrain=word, n=len(tiles)),
            ),
            beside=() if path or single else _alone(text, view),
        )

    def suggest(self, look: Look, view: View, moves: Sequence[Move], typed: str) -> list[Suggestion]:
        return [
            Suggestion(_suggested(look.text, view, move), str(move))
            for move, _ in fitting(view, typed, CHOICES)
            if move in moves
        ]

    def rules(self, text: Text, options: GenesisOptions, size: int) -> Sequence[Markup]:
        board = "board_two" if size == 2 else "board"
        parts = ["aim", "turn", board, "tiles", "end", "scoring", "bonus", "notation"]
        return [text(f"genesis.rules.{part}", number=options.tiles_per_terrain) for part in parts]

    def score(self, text: Text, result: Result, seat: Seat) -> Markup:
        return text("genesis.score", n=result.scores[seat][0])


def _read(
    path: tuple[str, ...], offered: Sequence[Pair], singles: Sequence[Terrain]
) -> tuple[tuple[Terrain, ...], list[int]]:
    """Terrains and squares chosen so far. Where the dice leave one choice of terrains, it is not asked.

    Raises `LookupError` for a path that leads nowhere.
    """
    plans: dict[str, tuple[Terrain, ...]] = {_letters(pair): pair for pair in offered}
    plans |= {each.letter: (each,) for each in singles}
    sole = list(offered) or [(each,) for each in singles]
    if path and path[0] in plans:
        terrains, rest = plans[path[0]], path[1:]
    elif len(sole) == 1:
        terrains, rest = sole[0], path
    elif path:
        raise LookupError(path)
    else:
        return (), []
    return terrains, [named(text) for text in rest]


def _letters(pair: Sequence[Terrain]) -> str:
    return "".join(each.letter for each in pair)


def _pair(text: Text, pair: Pair) -> Choice:
    first, second = (terrain_name(text, each.letter) for each in pair)
    label = text.plain("genesis.menu.pair", first=first, second=second)
    return Choice(label, _letters(pair), emoji=f"genesis_{pair[0].letter}", strong=True)


def _alone(text: Text, view: View) -> tuple[Choice, ...]:
    return tuple(
        Choice(
            text.plain("genesis.menu.alone", terrain=terrain_name(text, each.letter)),
            each.letter,
            emoji=f"genesis_{each.letter}",
        )
        for each in alone(view)
    )


def _square(text: Text, view: View, chosen: Tile | None, tile: Tile, number: int, single: bool) -> Choice:
    """A square to tap. A tile that ends the game is the whole turn: a second one would not be placed."""
    label, last = f"{number}. {name(tile.square)}", ends(view, tile)
    details: list[str] = []
    if (points := gained(view, tile)) > 0:
        label = f"{label} +{points}"
        details.append(text.plain("genesis.menu.gain", n=points))
    if last:
        details.append(text.plain("genesis.menu.ends"))
    detail = " · ".join(details)
    if chosen or single or last:
        move = Move(chosen, tile) if chosen else Move(tile)
        return Choice(label, str(move), final=True, detail=detail)
    return Choice(label, name(tile.square), detail=detail)


def _suggested(text: Text, view: View, move: Move) -> str:
    parts = [str(move)]
    if move.second is None:
        parts.append(text.plain("genesis.suggest.alone"))
    if (gain := gained(view, *(tile for tile in move if tile))) > 0:
        parts.append(text.plain("genesis.menu.gain", n=gain))
    return " · ".join(parts)[:100]


def _who(look: Look, event: Event) -> str:
    return look.names[event.seat] if event.seat is not None else ""


def _first(look: Look, event: Event) -> Markup:
    return tile_shown(look, str(event.inputs["terrain"]), str(event.inputs["square"]))


def _placed(look: Look, event: Event) -> Markup:
    given = event.inputs
    second = tile_shown(look, str(given["second_terrain"]), str(given["second_square"]))
    return look.text("genesis.event.placed", who=_who(look, event), first=_first(look, event), second=second)


def _chose(look: Look, event: Event) -> Markup:
    return look.text("genesis.event.chose", who=_who(look, event), first=_first(look, event))


def _cut_short(look: Look, event: Event) -> Markup:
    return look.text("genesis.event.cut_short", who=_who(look, event), first=_first(look, event))


def _skipped(look: Look, event: Event) -> Markup:
    return look.text("genesis.event.skipped", who=_who(look, event))


def _rolled(look: Look, event: Event) -> Markup:
    dice = dice_shown(look, str(event.inputs["dice"]))
    return look.text("genesis.event.rolled", who=_who(look, event), dice=dice)


def _won(look: Look, event: Event) -> Markup:
    winners: Any = event.inputs["winners"]
    points: Any = event.inputs["points"]
    who = look.text.list(look.text("name", who=look.names[seat]) for seat in winners)
    return look.text(
        "genesis.event.won", who=who, points=look.text("genesis.points", n=points), n=len(winners)
    )


_TOLD: dict[str, Callable[[Look, Event], Markup]] = {
    "genesis.placed": _placed,
    "genesis.chose": _chose,
    "genesis.cut_short": _cut_short,
    "genesis.skipped": _skipped,
    "genesis.rolled": _rolled,
    "genesis.won": _won,
}
"""How each event is told."""

FACE = GenesisFace(GENESIS, pictures.EMOJIS, has_hand=False)
