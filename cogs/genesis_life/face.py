"""The face of Genesis (Brassinne): questions, boards, a turn's film, narration, removals with a preview."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import cast

from cogs.face import CHOICES, Choice, Drawing, Face, Hand, Look, Menu, Suggestion, page_of
from cogs.genesis_life.choosing import fitting, may_draw, previewed, ranked
from cogs.genesis_life.words import (
    EACH,
    LETTERS,
    alt,
    board_text,
    deaths_and_births,
    preview_alt,
    preview_in_words,
)
from cogs.text import Markup, Text
from engine.game import Event, Result, Seat
from engine.genesis_life import GENESIS_LIFE
from engine.genesis_life.board import CENTRE, name, named
from engine.genesis_life.model import Asks, Colour, LifeOptions, Move, Place, Remove, View
from render import genesis_life as pictures
from render.canvas import Picture

__all__ = ["FACE", "GenesisLifeFace"]

FIRST = 2
"""Cells on the board, at most, when a player is asked for the first time."""
SHOWN = 15
"""Squares numbered on one picture."""
JUDGED = {"genesis_life.opponent_dead", "genesis_life.own_dead"}
"""Ends that come from deaths, which a film shows."""


class GenesisLifeFace(Face):
    """See `Face`."""

    def options(self, text: Text, options: LifeOptions, size: int) -> Markup:
        return text("genesis_life.players")

    def question(self, look: Look, view: View) -> Markup:
        text, colour = look.text, view.colour
        if colour is None:
            return text("panel.over")
        playing = text(f"genesis_life.question.colour.{LETTERS[colour]}")
        sign = look.icons.show(f"life_{colour.name.lower()}")
        lines = [f"{sign}{playing} {self._asked(text, view)}"]
        if view.times > 1:
            lines.append(text("genesis_life.question.repeated", times=view.times))
        if view.offer is not None:
            mine = view.offer == view.to_move
            code = "genesis_life.question.offered" if mine else "genesis_life.question.offer"
            lines.append(text(code) if mine else text(code, who=look.names[view.offer]))
        return Markup("\n".join(lines))

    def _asked(self, text: Text, view: View) -> Markup:
        if view.asks is Asks.PLACE:
            return text("genesis_life.question.place", n=EACH - len(view.placed[view.colour or 0]))
        if (square := view.protected) is not None:
            return text("genesis_life.question.protected", square=name(square))
        return text("genesis_life.question.remove")

    def announce(self, look: Look, view: View) -> Markup:
        """Who plays which colour, in each player's first question; later, that nothing happened."""
        if sum(map(len, view.placed)) <= FIRST and view.asks is Asks.PLACE:
            who = {colour.name.lower(): look.names[view.seat_of(colour)] for colour in Colour}
            signs = {f"{key}_sign": look.icons.show(f"life_{key}") for key in who}
            return look.text("genesis_life.announce", square=name(CENTRE), **who, **signs)
        quiet = view.asks is Asks.REMOVE and not any(deaths_and_births(view))
        return look.text("genesis_life.quiet") if quiet else Markup("")

    def pictures(self, look: Look, view: View) -> Sequence[Drawing]:
        """The turn as a film. Whoever cannot see it misses nothing: board and narration tell the same."""
        if not view.history or (view.result is not None and view.result.reason not in JUDGED):
            return ()
        draw = partial(pictures.film, view, theme=look.theme)
        return (Drawing(cast("Callable[[], Picture]", draw), look.text.plain("genesis_life.film.alt")),)

    def board(self, look: Look, view: View, since: Seat | None) -> Drawing:
        return Drawing(partial(pictures.board, view, look.names, theme=look.theme), alt(look, view))

    def board_text(self, look: Look, view: View) -> str:
        return board_text(look, view)

    def hand(self, look: Look, view: View) -> Hand | None:
        return None

    def narrate(self, look: Look, event: Event) -> Markup | None:
        told = _TOLD.get(event.code)
        return told(look, event) if told else None

    def menu(self, look: Look, view: View, moves: Sequence[Move], path: tuple[str, ...], page: int) -> Menu:
        if not path:
            return self._list(look, view, moves, page)
        cell, *more = path
        try:
            square = named(cell)
        except KeyError:
            raise LookupError(path) from None
        if more or cell != name(square) or Remove(square) not in moves:
            raise LookupError(path)
        return self._preview(look, view, square)

    def _list(self, look: Look, view: View, moves: Sequence[Move], page: int) -> Menu:
        """The squares, numbered on the board."""
        text, every = look.text, ranked(view, moves)
        page, pages, part = page_of(len(every), page, SHOWN)
        shown = list(enumerate(every[part], page * SHOWN + 1))
        marks = tuple(pictures.Mark(move.square, str(number)) for number, move in shown)
        draw = partial(pictures.board, view, look.names, theme=look.theme, marks=marks)
        asks = view.asks or Asks.PLACE
        prompt = text(f"genesis_life.menu.{asks.value}", n=len(every))
        spoken = text.plain(f"genesis_life.menu.alt.{asks.value}", n=len(shown))
        return Menu(
            prompt=Markup(f"{self.question(look, view)}\n{prompt}"),
            choices=tuple(_choice(look, view, number, move) for number, move in shown),
            listed=True,
            placeholder=text.plain(f"genesis_life.menu.placeholder.{asks.value}"),
            page=page,
            pages=pages,
            drawing=Drawing(draw, spoken),
            beside=_draw_button(text, view, moves),
        )

    def _preview(self, look: Look, view: View, square: int) -> Menu:
        """What the opponent's next turn does without this cell; one more tap takes it away."""
        preview = previewed(view, square)
        draw = partial(pictures.board, view, look.names, theme=look.theme, pointed=square)
        take = look.text.plain("genesis_life.button.take", square=name(square))
        return Menu(
            prompt=preview_in_words(look, view, square, preview),
            choices=(Choice(take, str(Remove(square)), final=True, strong=True, emoji="life_removed"),),
            drawing=Drawing(draw, preview_alt(look, view, square, preview)),
        )

    def suggest(self, look: Look, view: View, moves: Sequence[Move], typed: str) -> list[Suggestion]:
        text, fits = look.text, fitting(view, moves, typed)
        typed = typed.strip().lower()
        words = ("draw", text.plain("command.genesis_life.draw"))
        drawing = may_draw(moves) and any(word.startswith(typed) for word in words)
        found = [Suggestion(_suggested(text, view, move), str(move)) for move in fits[: CHOICES - drawing]]
        if drawing:
            found.append(Suggestion(text.plain(f"genesis_life.suggest.{_drawing(view)}"), "draw"))
        return found

    def rules(self, text: Text, options: LifeOptions, size: int) -> Sequence[Markup]:
        parts = ("aim", "place", "life", "birth", "remove", "end", "draw", "notation")
        return [text(f"genesis_life.rules.{part}") for part in parts]

    def score(self, text: Text, result: Result, seat: Seat) -> Markup:
        if len(set(result.ranks)) == 1:
            return text("genesis_life.score.drawn")
        return text("genesis_life.score.won" if result.ranks[seat] == 1 else "genesis_life.score.lost")


def _drawing(view: View) -> str:
    """Whether ``draw`` offers one or accepts it."""
    return "offer" if view.offer is None else "accept"


def _draw_button(text: Text, view: View, moves: Sequence[Move]) -> tuple[Choice, ...]:
    if not may_draw(moves):
        return ()
    return (Choice(text.plain(f"genesis_life.button.{_drawing(view)}"), "draw", final=True),)


def _choice(look: Look, view: View, number: int, move: Place | Remove) -> Choice:
    """A placement is a move; a removal is looked at first."""
    square = name(move.square)
    if isinstance(move, Place):
        return Choice(f"{number}. {square}", square, final=True)
    return Choice(f"{number}. {square}", square, detail=_outlook(look.text, view, move))


def _suggested(text: Text, view: View, move: Place | Remove) -> str:
    if isinstance(move, Place):
        return str(move)
    return f"{move} · {_outlook(text, view, move)}"[:100]


def _outlook(text: Text, view: View, move: Remove) -> str:
    """How many cells of either would be dead, or how that ends the match."""
    preview, mover = previewed(view, move.square), view.colour
    assert mover is not None
    if preview.outcome is not None:
        return text.plain(f"genesis_life.outcome.{preview.outcome.value}")
    mine, theirs = preview.dead[mover], preview.dead[mover.other]
    return text.plain("genesis_life.menu.detail", mine=mine, theirs=theirs)


def _who(look: Look, event: Event) -> str:
    return look.names[event.seat] if event.seat is not None else ""


def _placed(look: Look, event: Event) -> Markup:
    sign = "life_red" if event.inputs["colour"] == "r" else "life_black"
    said = look.text("genesis_life.event.placed", who=_who(look, event), square=event.inputs["square"])
    return Markup(look.icons.show(sign) + said)


def _removed(look: Look, event: Event) -> Markup:
    said = look.text("genesis_life.event.removed", who=_who(look, event), square=event.inputs["square"])
    return Markup(look.icons.show("life_removed") + said)


def _judged(look: Look, event: Event) -> Markup:
    """Deaths and births."""
    kind, names = event.code.rpartition(".")[2], str(event.inputs["squares"]).split()
    code = f"genesis_life.event.{kind}.{event.inputs['colour']}"
    said = look.text(code, squares=", ".join(names), n=len(names))
    return Markup(look.icons.show(f"life_{kind}") + said)


def _repeated(look: Look, event: Event) -> Markup:
    return look.text("genesis_life.event.repeated", times=event.inputs["times"])


def _offers(look: Look, event: Event) -> Markup:
    return look.text("genesis_life.event.offers_draw", who=_who(look, event))


def _won(look: Look, event: Event) -> Markup:
    return look.text("genesis_life.event.won", who=_who(look, event))


def _drawn(look: Look, event: Event) -> Markup:
    return look.text("genesis_life.event.drawn")


_TOLD: dict[str, Callable[[Look, Event], Markup]] = {
    "genesis_life.placed": _placed,
    "genesis_life.removed": _removed,
    "genesis_life.alone": _judged,
    "genesis_life.stifled": _judged,
    "genesis_life.born": _judged,
    "genesis_life.repeated": _repeated,
    "genesis_life.offers_draw": _offers,
    "genesis_life.won": _won,
    "genesis_life.drawn": _drawn,
}
"""How each event is told."""

FACE = GenesisLifeFace(GENESIS_LIFE, pictures.EMOJIS, has_hand=False)
