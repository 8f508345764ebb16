"""The face of Genesis (Knizia): dice, boards, the taps of a turn, narration, the scoring at the end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from cogs.face.context import Context, with_order
from cogs.face.deciding import Course, Decision, Tally
from cogs.face.drawing import Drawing
from cogs.face.face import Face
from cogs.face.menus import CHOICES, Choice, Menu, by_area, split_areas
from cogs.face.suggestions import Suggestion, suggestion
from cogs.genesis.deciding import by_terrain, decided
from cogs.genesis.descriptions import (
    LETTERS,
    alt,
    board_text,
    dice_shown,
    points_changed,
    scoring,
    signed,
    supply_shown,
    terrain_name,
    terrain_shown,
    tile_shown,
)
from cogs.genesis.narration import NARRATION
from cogs.genesis.ranking import (
    Pair,
    Spot,
    alone,
    ends,
    fitting,
    offered_pairs,
    points_gained,
    rank_spots,
    seat_of,
    with_tile,
)
from cogs.genesis.reasons import reasons
from cogs.text.text import Markup, Text
from engine.game import Result, Seat
from engine.genesis import GENESIS, codes
from engine.genesis.board import GRID, name, named, place_of
from engine.genesis.model import GenesisOptions, Move, Species, Terrain, Tile, View, dice_text
from render.genesis import pictures
from render.genesis.material import PLATES
from render.genesis.tally import parts
from render.kit.canvas import RGB

__all__ = ["FACE", "GenesisFace"]

ROWS = tuple(f"{row + 1}" for row in reversed(range(GRID.rows)))
"""The numbers of the rows, from the top of the picture."""


class GenesisFace(Face[GenesisOptions, Move, View]):
    """See `Face`."""

    narration = NARRATION
    letters = LETTERS
    concluding = frozenset({codes.WON})

    def options(self, text: Text, options: GenesisOptions, size: int) -> Markup:
        players = text(f"genesis.players.{size}")
        return Markup(f"{players} · {text('genesis.option.tiles', number=options.tiles_per_terrain)}")

    def question(self, ctx: Context, view: View) -> Markup:
        seat = seat_of(view)
        code = "genesis.question" if sum(view.left[seat]) > 1 else "genesis.question.one"
        asked = ctx.text(code, dice=dice_shown(ctx, dice_text(view.dice)))
        supply = ctx.text("genesis.supply", tiles=supply_shown(ctx, view.left[seat]))
        return Markup(f"{asked}\n{supply}")

    def task(self, ctx: Context, view: View) -> Markup:
        return ctx.text("genesis.task")

    def announce(self, ctx: Context, view: View) -> Markup:
        if view.result is not None:
            return scoring(ctx, view)
        if view.placements:  # the roll is told with what happened
            return points_changed(ctx, view)
        return ctx.text("genesis.announce", dice=dice_shown(ctx, dice_text(view.dice)))

    def ending(self, ctx: Context, view: View, room: int) -> Markup:
        return Markup("")  # zone by zone it stands on the scoring's picture, and beside that in words

    def standing(self, view: View, final: View) -> Sequence[float]:
        return view.points

    def turn(self, view: View) -> int:
        return view.turn + 1

    def tally(self, ctx: Context, view: View, result: Result, seat: Seat) -> Tally:
        points = by_terrain(view, seat)
        said = ", ".join(
            f"{terrain_name(ctx.text, terrain.letter)} {points.get(terrain, 0)}" for terrain in Terrain
        )
        return Tally(str(result.scores[seat][0]), parts(points), said)

    def colour(self, view: View, seat: Seat) -> RGB:
        return PLATES[Species(seat)].ground

    def decided(self, course: Course) -> Decision | None:
        return decided(course, self.turn)

    def tell_decision(self, ctx: Context, decision: Decision) -> Markup:
        letter = decision.inputs.get("terrain")
        if not isinstance(letter, str):
            return super().tell_decision(ctx, decision)
        inputs = {**decision.inputs, "terrain": terrain_shown(ctx, letter)}
        return super().tell_decision(ctx, replace(decision, inputs=inputs))

    def board(self, ctx: Context, view: View, since: Seat | None) -> Drawing:
        shown = view if since is None else view._replace(seat=since)
        return Drawing(partial(pictures.board, shown, ctx.picture_names, theme=ctx.theme), alt(ctx, shown))

    def pictures(self, ctx: Context, view: View) -> Sequence[Drawing]:
        if view.result is None:
            return ()
        said = ctx.text.plain("genesis.scoring.alt")
        return [
            Drawing(partial(pictures.scoring, view, ctx.picture_names, theme=ctx.theme, page=page), said)
            for page in range(pictures.pages(view))
        ]

    def board_text(self, ctx: Context, view: View) -> str:
        return board_text(ctx, view)

    def menu(self, ctx: Context, view: View, moves: Sequence[Move], path: tuple[str, ...], page: int) -> Menu:
        offered = offered_pairs(view)
        chosen, area = split_areas(path)
        terrains, squares = _read(chosen, offered, alone(view))
        if not terrains:
            if path:
                raise LookupError(path)
            return self._terrain_menu(ctx, view, offered)
        if len(squares) >= len(terrains):
            raise LookupError(path)
        first = Tile(terrains[0], squares[0]) if squares else None
        if first and (not view.free >> first.square & 1 or ends(view, first)):
            raise LookupError(path)
        return self._square_menu(ctx, view, terrains, first, path, area, page)

    def _terrain_menu(self, ctx: Context, view: View, offered: Sequence[Pair]) -> Menu:
        return Menu(
            prompt=Markup(f"{self.question(ctx, view)}\n{ctx.text('genesis.menu.terrains')}"),
            choices=tuple(_pair(ctx.text, pair) for pair in offered),
            drawing=self.board(ctx, view, None),
            beside=_alone(ctx.text, view),
        )

    def _square_menu(
        self,
        ctx: Context,
        view: View,
        terrains: Sequence[Terrain],
        chosen: Tile | None,
        path: tuple[str, ...],
        area: str | None,
        page: int,
    ) -> Menu:
        text, terrain = ctx.text, terrains[1 if chosen else 0]
        now = with_tile(view, chosen) if chosen else view
        spots = rank_spots(now, terrain, has_help=ctx.has_help)
        part = by_area(spots, area, page, ROWS, [*map(_row, spots)], _along)
        shown, word = terrain_shown(ctx, terrain.letter), terrain_name(text, terrain.letter)
        prompt = part.heading(text, with_order("genesis.menu.first", ctx), "genesis.menu.row", terrain=shown)
        if chosen:
            first = tile_shown(ctx, chosen.terrain.letter, name(chosen.square))
            prompt = Markup(f"{text('genesis.menu.second', first=first)} {prompt}")
        marks = tuple(pictures.Mark(spot.tile.square, str(number)) for number, spot in part.items)
        single = len(terrains) == 1
        gains = {spot.tile: points_gained(now, spot.tile) for _, spot in part.items}
        told = any(gains.values())
        best = max(part.items, key=lambda each: each[1].worth, default=None)
        return part.menu(
            text,
            prompt if path else Markup(f"{self.question(ctx, view)}\n{prompt}"),
            lambda number, spot: _square(
                text, now, chosen, spot.tile, number, gains[spot.tile] if told else None, single
            ),
            placeholder=text.plain("genesis.menu.placeholder", terrain=word),
            drawing=Drawing(
                partial(
                    pictures.board,
                    now,
                    ctx.names,
                    theme=ctx.theme,
                    marks=marks,
                    best=str(best[0]) if best else "",
                ),
                text.plain("genesis.menu.alt", terrain=word, n=len(part.items)),
            ),
            beside=() if path or single else _alone(text, view),
            row="genesis.menu.row",
            listed=False,
        )

    def reasons(self, ctx: Context, view: View, move: Move) -> Iterator[Markup]:
        return reasons(ctx, view, move)

    def suggest(self, ctx: Context, view: View, moves: Sequence[Move], typed: str) -> list[Suggestion]:
        return [
            suggestion(move, _prospect(ctx.text, view, move), self.with_letters(ctx.text, str(move)))
            for move, _ in fitting(view, typed, CHOICES, has_help=ctx.has_help)
            if move in moves
        ]

    def rules(self, text: Text, options: GenesisOptions, size: int) -> Sequence[Markup]:
        board = "board_two" if size == 2 else "board"
        parts = ["aim", "turn", board, "tiles", "end", "scoring", "bonus", "notation"]
        return [text(f"genesis.rules.{part}", number=options.tiles_per_terrain) for part in parts]


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


def _row(spot: Spot) -> str:
    return f"{place_of(spot.tile.square)[1] + 1}"


def _along(spot: Spot) -> int:
    return place_of(spot.tile.square)[0]


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


def _square(
    text: Text, view: View, chosen: Tile | None, tile: Tile, number: int, points: int | None, single: bool
) -> Choice:
    """A square to tap, with the points that it wins where any on the same picture wins some.

    A tile that ends the game is the whole turn: a second one would not be placed.
    """
    label, last = f"{number}. {name(tile.square)}", ends(view, tile)
    details: list[str] = []
    if points is not None:
        label = f"{label} {signed(points)}"
        if points > 0:
            details.append(text.plain("genesis.menu.gain", n=points))
    if last:
        details.append(text.plain("genesis.menu.ends"))
    detail = " · ".join(details)
    if chosen or single or last:
        move = Move(chosen, tile) if chosen else Move(tile)
        return Choice(label, str(move), final=True, detail=detail)
    return Choice(label, name(tile.square), detail=detail)


def _prospect(text: Text, view: View, move: Move) -> str:
    parts = [text.plain("genesis.suggest.alone")] if move.second is None else []
    if (gain := points_gained(view, *(tile for tile in move if tile))) > 0:
        parts.append(text.plain("genesis.menu.gain", n=gain))
    return " · ".join(parts)


FACE = GenesisFace(GENESIS, pictures.EMOJIS, has_hand=False)
