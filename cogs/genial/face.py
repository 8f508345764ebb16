"""Génial's face: questions, boards, racks, narration, the two taps of a move."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from cogs.face import CHOICES, Choice, Drawing, Face, Hand, Look, Menu, Suggestion, page_of
from cogs.genial.choosing import Ranked, fitting, ranked, track_of
from cogs.genial.words import (
    alt,
    board_text,
    colour_name,
    lowest_colours,
    points_in_words,
    tile_in_words,
    tile_shown,
)
from cogs.text import Markup, Text
from engine.game import Event, Result, Seat
from engine.genial import GENIAL
from engine.genial.board import Colour
from engine.genial.model import Asks, Form, GenialOptions, Move, View
from render import genial as pictures

__all__ = ["FACE", "GenialFace"]

SHOWN = 15
"""Places numbered on one picture: more would cover each other."""


class GenialFace(Face):
    """See `Face`."""

    def options(self, text: Text, options: GenialOptions, size: int) -> Markup:
        forms = {Form.SOLO: "genial.form.solo", Form.TEAM: "genial.form.team"}
        form = forms.get(options.form)
        parts = [text(form) if form else text("genial.form.free", n=size)]
        if options.single_bonus:
            parts.append(text("genial.option.single_bonus"))
        return Markup(" · ".join(parts))

    def question(self, look: Look, view: View) -> Markup:
        text = look.text
        if view.asks is Asks.SWAP:
            return text("genial.question.swap", colours=lowest_colours(text, track_of(view)))
        if view.asks is Asks.BONUS:
            return text("genial.question.bonus", n=view.bonus + 1)
        if view.open_symbols and view.turn < view.seats:
            return text("genial.question.first")
        return text("genial.question.place")

    def board(self, look: Look, view: View, since: Seat | None) -> Drawing:
        shown = view if since is None else replace(view, seat=since)
        return Drawing(partial(pictures.board, shown, look.names, theme=look.theme), alt(look, view))

    def board_text(self, look: Look, view: View) -> str:
        return board_text(look, view)

    def hand(self, look: Look, view: View) -> Hand | None:
        if not view.rack:
            return Hand(look.text("genial.hand.empty")) if view.seat is not None else None
        text = look.text
        tiles = " ".join(tile_shown(look.icons, str(tile)) for tile in view.rack)
        spoken = ", ".join(tile_in_words(text, tile) for tile in view.rack)
        drawing = Drawing(
            partial(pictures.rack, view.rack, theme=look.theme), text.plain("genial.hand.alt", tiles=spoken)
        )
        return Hand(text("genial.hand", tiles=Markup(tiles)), drawing)

    def narrate(self, look: Look, event: Event) -> Markup | None:
        tell = _TOLD.get(event.code)
        return tell(look, event) if tell else None

    def menu(self, look: Look, view: View, moves: Sequence[Move], path: tuple[str, ...], page: int) -> Menu:
        if view.asks is Asks.SWAP:
            return self._swap_menu(look, view)
        tiles = sorted(
            {str(tile) for tile in view.rack}, key=lambda letters: ["ROYGBP".index(c) for c in letters]
        )
        if not path and (len(tiles) > 1 or view.asks is Asks.BONUS):
            return self._tile_menu(look, view, moves, tiles)
        tile = path[0] if path else tiles[0]
        if tile not in tiles or len(path) > 1:
            raise LookupError(path)
        return self._place_menu(look, view, moves, tile, page)

    def _swap_menu(self, look: Look, view: View) -> Menu:
        text = look.text
        hand = self.hand(look, view)
        return Menu(
            prompt=self.question(look, view),
            choices=(
                Choice(text.plain("genial.button.swap"), "swap", final=True, strong=True),
                Choice(text.plain("genial.button.keep"), "keep", final=True),
            ),
            drawing=hand.drawing if hand else None,
        )

    def _tile_menu(self, look: Look, view: View, moves: Sequence[Move], tiles: Sequence[str]) -> Menu:
        best = ranked(view, moves).best()
        hand = self.hand(look, view)
        choices = [
            Choice(f"{tile} +{best[tile]}", tile, emoji=f"genial_{tile}") for tile in tiles if tile in best
        ]
        if view.asks is Asks.BONUS:
            choices.append(Choice(look.text.plain("genial.button.decline"), "keep", final=True))
        return Menu(
            prompt=Markup(f"{self.question(look, view)}\n{look.text('genial.menu.tile')}"),
            choices=tuple(choices),
            drawing=hand.drawing if hand else None,
        )

    def _place_menu(self, look: Look, view: View, moves: Sequence[Move], tile: str, page: int) -> Menu:
        text = look.text
        places = ranked(view, moves, tile)
        page, pages, part = page_of(len(places), page, SHOWN)
        shown = places[part]
        marks = [
            pictures.Mark(*_ends(each, tile), str(number))
            for number, each in enumerate(shown, page * SHOWN + 1)
        ]
        draw = partial(
            pictures.board,
            view,
            look.names,
            theme=look.theme,
            marks=tuple(marks),
            tile=(Colour("ROYGBP".index(tile[0])), Colour("ROYGBP".index(tile[1]))),
        )
        choices = tuple(
            Choice(
                f"{number}. {each.move} +{sum(each.points)}",
                str(each.move),
                final=True,
                detail=points_in_words(text, each.points),
            )
            for number, each in enumerate(shown, page * SHOWN + 1)
        )
        prompt = text("genial.menu.place", tile=tile_shown(look.icons, tile), n=len(places))
        return Menu(
            prompt=Markup(f"{self.question(look, view)}\n{prompt}"),
            choices=choices,
            listed=True,
            placeholder=text.plain("genial.menu.placeholder", tile=tile),
            page=page,
            pages=pages,
            drawing=Drawing(draw, text.plain("genial.menu.alt", tile=tile, n=len(shown))),
        )

    def suggest(self, look: Look, view: View, moves: Sequence[Move], typed: str) -> list[Suggestion]:
        text = look.text
        if view.asks is Asks.SWAP:
            offers = [("swap", "genial.suggest.swap"), ("keep", "genial.suggest.keep")]
            return [
                Suggestion(text.plain(code), move)
                for move, code in offers
                if move.startswith(typed.strip().lower())
            ]
        declining = view.asks is Asks.BONUS and "keep".startswith(typed.strip().lower())
        none = [Suggestion(text.plain("genial.suggest.decline"), "keep")] if declining else []
        places = [
            Suggestion(f"{each.move} · {points_in_words(text, each.points)}"[:100], str(each.move))
            for each in fitting(view, moves, typed)[: CHOICES - len(none)]
        ]
        return places + none

    def rules(self, text: Text, options: GenialOptions, size: int) -> Sequence[Markup]:
        form = "free" if options.form is Form.FREE else options.form.value
        alone = "_solo" if options.form is Form.SOLO else ""
        parts = ["aim", f"turn{alone}", f"first{alone}", "points"]
        if not alone:
            parts += ["single_bonus" if options.single_bonus else "bonus", "swap"]
        parts += [f"form_{form}", "end", "notation"]
        return [text(f"genial.rules.{part}") for part in parts]

    def sides(self, view: View, size: int) -> Sequence[Sequence[Seat]]:
        return view.sides

    def score(self, text: Text, result: Result, seat: Seat) -> Markup:
        scores = result.scores[seat]
        return text("genial.score", lowest=scores[0], all=" · ".join(str(number) for number in scores))


def _ends(place: Ranked, tile: str) -> tuple[Any, Any]:
    """The cells of the tile's first and second symbol, in the order of `tile`."""
    move = place.move
    return (move.a, move.b) if move.first.letter == tile[0] else (move.b, move.a)


def _who(look: Look, event: Event) -> str:
    return look.names[event.seat] if event.seat is not None else ""


def _placed(look: Look, event: Event) -> Markup:
    given = event.inputs
    points = tuple(given["points"])  # pyright: ignore[reportArgumentType]
    gained = tuple(given["gained"])  # pyright: ignore[reportArgumentType]
    said = look.text(
        "genial.event.placed",
        who=_who(look, event),
        tile=tile_shown(look.icons, str(given["tile"])),
        a=given["a"],
        b=given["b"],
        points=Markup(points_in_words(look.text, points)),
    )
    if sum(gained) < sum(points):
        lost = look.text("genial.event.past_the_end", n=sum(points) - sum(gained))
        return Markup(f"{said} {lost}")
    return said


def _colours(look: Look, letters: object) -> Markup:
    return look.text.list(colour_name(look.text, Colour("ROYGBP".index(c))) for c in str(letters))


def _bonus(look: Look, event: Event) -> Markup:
    given = event.inputs
    return look.text(
        "genial.event.bonus",
        who=_who(look, event),
        at=given["at"],
        colours=_colours(look, given["colours"]),
        n=given["tiles"],
    )


def _reached(look: Look, event: Event) -> Markup:
    given = event.inputs
    return look.text(
        "genial.event.reached",
        who=_who(look, event),
        at=given["at"],
        colours=_colours(look, given["colours"]),
    )


def _bonus_lost(look: Look, event: Event) -> Markup:
    return look.text("genial.event.bonus_lost", who=_who(look, event), n=event.inputs["tiles"])


def _tiles(look: Look, letters: object) -> Markup:
    return Markup(" ".join(tile_shown(look.icons, tile) for tile in str(letters).split()))


def _swapped(look: Look, event: Event) -> Markup:
    return look.text("genial.event.swapped", who=_who(look, event), tiles=_tiles(look, event.inputs["rack"]))


def _kept(look: Look, event: Event) -> Markup:
    return look.text("genial.event.kept", who=_who(look, event))


def _declined(look: Look, event: Event) -> Markup:
    return look.text("genial.event.declined", who=_who(look, event), n=event.inputs["tiles"])


def _drew(look: Look, event: Event) -> Markup:
    return look.text("genial.event.drew", tiles=_tiles(look, event.inputs["tiles"]))


def _won(look: Look, event: Event) -> Markup:
    winners: Any = event.inputs["winners"]
    who = look.text.list(look.text("name", who=look.names[seat]) for seat in winners)
    return look.text("genial.event.won", who=who, n=len(winners))


def _solo_over(look: Look, event: Event) -> Markup:
    return look.text("genial.event.solo_over", lowest=event.inputs["lowest"])


_TOLD: dict[str, Callable[[Look, Event], Markup]] = {
    "genial.placed": _placed,
    "genial.bonus": _bonus,
    "genial.reached": _reached,
    "genial.bonus_lost": _bonus_lost,
    "genial.swapped": _swapped,
    "genial.kept": _kept,
    "genial.declined": _declined,
    "genial.drew": _drew,
    "genial.won": _won,
    "genial.solo_over": _solo_over,
}
"""How each event is told."""

FACE = GenialFace(GENIAL, pictures.EMOJIS)
