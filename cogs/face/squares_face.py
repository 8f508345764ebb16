"""The face of a game on a board of squares: pictures, words and menus follow from what lies where."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import TypeVar

from cogs.face.context import Context
from cogs.face.drawing import Drawing
from cogs.face.face import Face
from cogs.face.menus import PLACES, Choice, Menu, number_page
from cogs.face.text_boards import alt_text, code_block, fit_column
from cogs.text.text import Markup
from engine.game import Options, Seat
from render.kit.plain_board import Mark, Piece, Position, board
from render.kit.seats import SIGNS

__all__ = ["SquaresFace"]

O = TypeVar("O", bound=Options)  # noqa: E741 - Options, Move, View: the letters of `Game`
M = TypeVar("M")
V = TypeVar("V")
NAME = 20
"""Columns of a name below the board in words."""


class SquaresFace(Face[O, M, V]):
    """A game says what lies where; moves are chosen square by square, as their notation names them."""

    @abstractmethod
    def position(self, view: V) -> Position:
        """Return the position on the board as the viewer sees it."""

    def board(self, ctx: Context, view: V, since: Seat | None) -> Drawing:
        shown = self.position(view)
        return Drawing(partial(board, shown, ctx.picture_names, theme=ctx.theme), self._described(ctx, shown))

    def _described(self, ctx: Context, shown: Position) -> str:
        text, name = ctx.text, shown.grid.name
        lines: list[str] = []
        if shown.to_move:
            who = text.list(ctx.names[seat] for seat in shown.to_move)
            lines.append(text.plain("board.turn", who=who, n=len(shown.to_move)))
        if shown.new:
            lines.append(text.plain("board.new", squares=", ".join(map(name, shown.new))))
        for seat, who in enumerate(ctx.names):
            squares = [f"{each.letter}{name(each.square)}" for each in shown.pieces_of(seat)]
            given = {"who": who, "number": shown.count(seat), "squares": ", ".join(squares) or "–"}
            lines.append(text.plain("board.seat", **given))
        return alt_text(lines)

    def board_text(self, ctx: Context, view: V) -> str:
        shown = self.position(view)
        grid, pieces, lines = shown.grid, {each.square: each for each in shown.pieces}, list[str]()
        columns = [grid.square_named(f"{chr(ord('A') + column)}1") for column in range(grid.columns)]
        for row in reversed(range(grid.rows)):
            squares = [column + row * grid.width for column in columns]
            signs = [_sign(pieces.get(square), square in shown.new) for square in squares]
            lines.append(f"{row + 1:>2} {' '.join(signs)}".rstrip())
        lines += [f"   {'  '.join(grid.name(column)[0] for column in columns)}", ""]
        for seat, who in enumerate(ctx.names):
            mark = ">" if seat in shown.to_move else " "
            lines.append(f"{mark}{SIGNS[seat]} {fit_column(who, NAME)}{shown.count(seat):>4}")
        return code_block(lines)

    def menu(self, ctx: Context, view: V, moves: Sequence[M], path: tuple[str, ...], page: int) -> Menu:
        """Return the next squares of the moves that begin with `path`, numbered on the picture.

        Where a square leaves one move, a tap makes it. Moves that name no further square are beside: at first
        those that name none, then those that say something else of the same.
        """
        shown, grid = self.position(view), self.position(view).grid
        ways = {move: tuple(map(grid.name, grid.squares_in(str(move)))) for move in moves}
        depth = len(path)
        steps: dict[str, list[M]] = {}
        for move, names in ways.items():
            if names[:depth] == path and len(names) > depth:
                steps.setdefault(names[depth], []).append(move)
        others = [self._made(ctx, move) for move in moves if ways[move] == path]
        asked = self.question(ctx, view)
        if not steps:
            if len(others) < (2 if path else 1):
                raise LookupError(path)
            said = Markup(f"{asked}\n{ctx.text('board.what', square=path[-1])}") if path else asked
            drawing = self.board(ctx, view, None)
            return number_page(others, page, PLACES).menu(
                said, lambda _, made: made, listed=False, drawing=drawing
            )
        part = number_page([*steps], page, PLACES).with_small_numbers()
        marks = tuple(Mark(grid.square_named(square), str(number)) for number, square in part.items)
        draw = partial(board, shown, ctx.picture_names, theme=ctx.theme, marks=marks)

        def choice(number: int, square: str) -> Choice:
            if len(steps[square]) > 1:
                return Choice(f"{number}. {square}", square)
            made = self._made(ctx, steps[square][0])
            return replace(made, label=f"{number}. {made.label}")

        said = ctx.text("board.from", square=path[-1]) if path else ctx.text("board.choose")
        return part.menu(
            Markup(f"{asked}\n{said}"),
            choice,
            listed=False,
            drawing=Drawing(draw, ctx.text.plain("board.numbered", n=len(marks))),
            beside=others,
        )

    def _made(self, ctx: Context, move: M) -> Choice:
        """Return the tap that makes a move."""
        return Choice(self.with_letters(ctx.text, str(move)), str(move), final=True)


def _sign(piece: Piece | None, new: bool) -> str:
    """Return a square in two columns: the seat's sign or a dot, then a letter, or a star if it is new."""
    sign, letter = ("·", "") if piece is None else (SIGNS[piece.seat], piece.letter)
    return f"{sign}{letter or ('*' if new else ' ')}"
