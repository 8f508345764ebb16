"""The face of Genesis (Brassinne): questions, boards, narration, removals with a preview."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from cogs.face.context import Context, with_order
from cogs.face.deciding import Course, Decision, Tally
from cogs.face.drawing import Drawing
from cogs.face.face import Face
from cogs.face.menus import CHOICES, Choice, Menu, by_area, split_areas
from cogs.face.suggestions import Suggestion, suggestion
from cogs.genesis_life.deciding import decided, living, margin, standing
from cogs.genesis_life.descriptions import (
    EACH,
    LETTERS,
    alt,
    board_text,
    deaths_and_births,
    preview_alt,
    preview_in_words,
)
from cogs.genesis_life.narration import NARRATION
from cogs.genesis_life.ranking import fitting, may_draw, move_preview, rank_moves
from cogs.genesis_life.reasons import reasons
from cogs.text.move_words import MoveWords
from cogs.text.text import Markup, Text
from engine.game import Result, Seat
from engine.genesis_life import GENESIS_LIFE, codes
from engine.genesis_life.board import CENTRE, SIDE, name, named, place_of
from engine.genesis_life.model import Asks, Colour, LifeOptions, Move, Place, Remove, View
from render.genesis_life import pictures
from render.genesis_life.material import BODIES
from render.kit.canvas import RGB

__all__ = ["FACE", "GenesisLifeFace"]

FIRST = 2
"""Cells on the board, at most, when a player is asked for the first time."""
ROWS = tuple(f"{row + 1}" for row in reversed(range(SIDE)))
"""The numbers of the rows, from the top of the picture."""


WORDS = MoveWords("genesis_life", ("draw",))


class GenesisLifeFace(Face[LifeOptions, Move, View]):
    """See `Face`."""

    words = WORDS
    shows_ahead = True
    narration = NARRATION
    concluding = frozenset({codes.WON, codes.DRAWN})
    lingering = frozenset({codes.ALONE, codes.STIFLED, codes.BORN})
    paragraphs = ("aim", "place", "life", "birth", "remove", "end", "draw", "notation")

    def question(self, ctx: Context, view: View) -> Markup:
        text, colour = ctx.text, view.colour
        if colour is None:
            return text("panel.over")
        actions = text(f"genesis_life.question.colour.{LETTERS[colour]}")
        sign = ctx.icons.show(f"life_{colour.name.lower()}")
        lines = [f"{sign}{actions} {self._asked(text, view)}"]
        if view.occurrences > 1:
            lines.append(text("genesis_life.question.repeated", times=view.occurrences))
        if view.offer is not None:
            mine = view.offer == view.to_move
            code = "genesis_life.question.offered" if mine else "genesis_life.question.offer"
            lines.append(text(code) if mine else text(code, who=ctx.names[view.offer]))
        return Markup("\n".join(lines))

    def task(self, ctx: Context, view: View) -> Markup:
        if view.offer is not None and view.offer != view.to_move:
            return ctx.text("genesis_life.task.offer")
        return super().task(ctx, view)

    def asks(self, view: View) -> str:
        return (view.asks or Asks.PLACE).value

    def _asked(self, text: Text, view: View) -> Markup:
        if view.asks is Asks.PLACE:
            return text("genesis_life.question.place", n=EACH - len(view.placed[view.colour or 0]))
        if (square := view.protected_square) is not None:
            return text("genesis_life.question.protected", square=name(square))
        return text("genesis_life.question.remove")

    def standing(self, view: View, final: View) -> Sequence[float]:
        return standing(view)

    def turn(self, view: View) -> int:
        return sum(map(len, view.placed)) + len(view.history) + (view.asks is Asks.PLACE)

    def tally(self, ctx: Context, view: View, result: Result, seat: Seat) -> Tally:
        return Tally(str(standing(view)[seat]) if living(view) else "")  # no zeros beside a winner

    def reason(self, ctx: Context, view: View, result: Result) -> Markup:
        """Return why the match is over; where all cells had died, the winner's too, it says so."""
        if result.reason == codes.OPPONENT_DEAD and not living(view):
            return ctx.text("genesis_life.all_dead")
        return super().reason(ctx, view, result)

    def margin(self, course: Course) -> str:
        return margin(course)

    def colour(self, view: View, seat: Seat) -> RGB:
        return BODIES[Colour.RED if seat == view.red else Colour.BLACK]

    def decided(self, course: Course) -> Decision | None:
        return decided(course, self.turn)

    def announce(self, ctx: Context, view: View) -> Markup:
        """Return, in each player's first question, who plays which colour; later, that nothing happened."""
        if sum(map(len, view.placed)) <= FIRST and view.asks is Asks.PLACE:
            who = {colour.name.lower(): ctx.names[view.seat_of(colour)] for colour in Colour}
            signs = {f"{key}_sign": ctx.icons.show(f"life_{key}") for key in who}
            return ctx.text("genesis_life.announce", square=name(CENTRE), **who, **signs)
        quiet = view.asks is Asks.REMOVE and not any(deaths_and_births(view))
        return ctx.text("genesis_life.quiet") if quiet else Markup("")

    def board(self, ctx: Context, view: View, since: Seat | None) -> Drawing:
        shown = view if since is None else view._replace(seat=since)
        return Drawing(partial(pictures.board, shown, ctx.picture_names, theme=ctx.theme), alt(ctx, shown))

    def board_text(self, ctx: Context, view: View) -> str:
        return board_text(ctx, view)

    def menu(self, ctx: Context, view: View, moves: Sequence[Move], path: tuple[str, ...], page: int) -> Menu:
        chosen, area = split_areas(path)
        if not chosen:
            return self._list(ctx, view, moves, area, page)
        cell, *more = chosen
        try:
            square = named(cell)
        except KeyError:
            raise LookupError(path) from None
        if area or more or cell != name(square) or Remove(square) not in moves:
            raise LookupError(path)
        return self._preview(ctx, view, square)

    def _list(self, ctx: Context, view: View, moves: Sequence[Move], area: str | None, page: int) -> Menu:
        """The squares, numbered on the board."""
        text, every = ctx.text, rank_moves(view, moves, has_help=ctx.has_help)
        part = by_area(every, area, page, ROWS, [*map(_row, every)], _along)
        marks = tuple(pictures.Mark(move.square, str(number)) for number, move in part.items)
        order = {move: at for at, move in enumerate(every)}
        best = min(part.items, key=lambda each: order[each[1]], default=None)
        is_told = ctx.has_help or view.asks is not Asks.PLACE
        first = str(best[0]) if best and is_told else ""
        draw = partial(pictures.board, view, ctx.picture_names, theme=ctx.theme, marks=marks, best=first)
        asks = (view.asks or Asks.PLACE).value
        code = with_order(f"genesis_life.menu.{asks}", ctx)
        prompt = part.heading(text, code, "genesis_life.menu.row")
        if view.asks is not Asks.PLACE:
            prompt = Markup(f"{prompt} {text('genesis_life.menu.dead')}")
        return part.menu(
            text,
            Markup(f"{self.question(ctx, view)}\n{prompt}"),
            lambda number, move: _choice(ctx, view, number, move),
            placeholder=text.plain(f"genesis_life.menu.placeholder.{asks}"),
            drawing=Drawing(draw, text.plain(f"genesis_life.menu.alt.{asks}", n=len(part.items))),
            beside=_draw_button(text, view, moves),
            row="genesis_life.menu.row",
            listed=False,
        )

    def _preview(self, ctx: Context, view: View, square: int) -> Menu:
        """Return the menu of one cell: the opponent's next turn without it; one more tap takes it away."""
        preview = move_preview(view, square)
        draw = partial(pictures.board, view, ctx.picture_names, theme=ctx.theme, pointed=square)
        take = ctx.text.plain("genesis_life.button.take", square=name(square))
        return Menu(
            prompt=preview_in_words(ctx, view, square, preview),
            choices=(
                Choice(take, str(Remove(square)), final=True, strong=True, emoji="life_removed", seen=True),
            ),
            drawing=Drawing(draw, preview_alt(ctx, view, square, preview)),
        )

    def reasons(self, ctx: Context, view: View, move: Move) -> Iterator[Markup]:
        return reasons(ctx, view, move)

    def suggest(self, ctx: Context, view: View, moves: Sequence[Move], typed: str) -> list[Suggestion]:
        text, fits = ctx.text, fitting(view, moves, typed, has_help=ctx.has_help)
        typed = typed.strip().lower()
        words = ("draw", *WORDS.spoken(text))
        drawing = may_draw(moves) and any(word.startswith(typed) for word in words)
        found = [suggestion(move, _prospect(text, view, move)) for move in fits[: CHOICES - drawing]]
        if drawing:
            found.append(Suggestion(text.plain(f"genesis_life.suggest.{_drawing(view)}"), "draw"))
        return found


def _row(move: Place | Remove) -> str:
    return f"{place_of(move.square)[1] + 1}"


def _along(move: Place | Remove) -> int:
    return place_of(move.square)[0]


def _drawing(view: View) -> str:
    """Return the meaning of the move ``draw``: to ``offer`` a draw, or to ``accept`` one."""
    return "offer" if view.offer is None else "accept"


def _draw_button(text: Text, view: View, moves: Sequence[Move]) -> tuple[Choice, ...]:
    if not may_draw(moves):
        return ()
    return (Choice(text.plain(f"genesis_life.button.{_drawing(view)}"), "draw", final=True),)


def _choice(ctx: Context, view: View, number: int, move: Place | Remove) -> Choice:
    """A placement is a move; a removal is looked at first."""
    square = name(move.square)
    if isinstance(move, Place):
        return Choice(f"{number}. {square}", square, final=True)
    return Choice(f"{number}. {square} · {_in_short(ctx.text, view, move)}", square)


def _prospect(text: Text, view: View, move: Place | Remove) -> str:
    return "" if isinstance(move, Place) else _outlook(text, view, move)


def _in_short(text: Text, view: View, move: Remove) -> str:
    """Say on a button how many cells of the mover's and of the other's die, or that the match ends."""
    preview, mover = move_preview(view, move.square), view.colour
    assert mover is not None
    if preview.outcome is not None:
        return text.plain(f"genesis_life.short.{preview.outcome.value}")
    return f"✕ {preview.dead[mover]}–{preview.dead[mover.other]}"


def _outlook(text: Text, view: View, move: Remove) -> str:
    """Describe the preview of a removal: the dead cells of either colour, or the end of the match."""
    preview, mover = move_preview(view, move.square), view.colour
    assert mover is not None
    if preview.outcome is not None:
        return text.plain(f"genesis_life.outcome.{preview.outcome.value}")
    mine, theirs = preview.dead[mover], preview.dead[mover.other]
    return text.plain("genesis_life.menu.detail", mine=mine, theirs=theirs)


FACE = GenesisLifeFace(GENESIS_LIFE, pictures.EMOJIS, has_hand=False)
