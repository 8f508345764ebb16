"""The duel on Discord: `/duel`, whose `new` has nothing to choose."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from cogs.actions.game_cog import HandCog, extension, game_command
from cogs.answering.interaction import Interaction
from cogs.face.context import Context
from cogs.face.drawing import Drawing
from cogs.face.face import Face, Hand
from cogs.face.menus import Choice, Menu
from cogs.face.suggestions import Suggestion, fitting
from cogs.text.text import Markup, Text
from engine.game import Event, Result, Seat
from tests.newcomers.duel.pictures import EMOJIS, board
from tests.newcomers.duel.rules import DUEL, DuelOptions, Move, View

__all__ = ["FACE", "DuelCog", "setup"]


class DuelFace(Face[DuelOptions, Move, View]):
    """The duel's parts for the bot: its face and its cog."""

    def options(self, text: Text, options: DuelOptions, size: int) -> Markup:
        return text("duel.players")

    def question(self, ctx: Context, view: View) -> Markup:
        return ctx.text("duel.question.hold" if view.holding else "duel.question", count=view.left)

    def task(self, ctx: Context, view: View) -> Markup:
        return ctx.text("duel.task")

    def board(self, ctx: Context, view: View, since: Seat | None) -> Drawing:
        return Drawing(partial(board, view, theme=ctx.theme), self._described(ctx, view))

    def board_text(self, ctx: Context, view: View) -> str:
        return self._described(ctx, view).replace("; ", "\n")

    def _described(self, ctx: Context, view: View) -> str:
        seats = "; ".join(
            ctx.text.plain("duel.seat", seat=seat + 1, number="?" if number is None else number, count=taken)
            for seat, (number, taken) in enumerate(zip(view.numbers, view.taken, strict=True))
        )
        return f"{ctx.text.plain('duel.left', count=view.left)}; {seats}"

    def hand(self, ctx: Context, view: View) -> Hand | None:
        own = None if view.seat is None else view.numbers[view.seat]
        return None if own is None else Hand(ctx.text("duel.hand", number=own))

    def narrate(self, ctx: Context, event: Event) -> Markup | None:
        assert event.seat is not None
        return ctx.text(
            f"duel.event.{event.code.removeprefix('duel.')}", who=ctx.names[event.seat], **event.inputs
        )

    def menu(self, ctx: Context, view: View, moves: Sequence[Move], path: tuple[str, ...], page: int) -> Menu:
        if path:
            raise LookupError(path)
        choices = tuple(
            Choice(self._label(ctx.text, move), str(move), final=True, emoji="duel_stone") for move in moves
        )
        return Menu(self.question(ctx, view), choices, drawing=self.board(ctx, view, view.seat))

    def suggest(self, ctx: Context, view: View, moves: Sequence[Move], typed: str) -> list[Suggestion]:
        fits = fitting(reversed(moves), typed)
        return [Suggestion(self._label(ctx.text, move), str(move)) for move in fits]

    def _label(self, text: Text, move: Move) -> str:
        return text.plain(f"duel.{move.word}", count=move.count)

    def rules(self, text: Text, options: DuelOptions, size: int) -> Sequence[Markup]:
        return (text("duel.rules"),)

    def score(self, text: Text, result: Result, seat: Seat) -> Markup:
        return text("duel.points", count=result.scores[seat][0])


FACE = DuelFace(DUEL, EMOJIS)


class DuelCog(HandCog, game="duel"):
    """The commands of the duel."""

    @game_command("duel.new")
    async def new(self, interaction: Interaction) -> None:
        await self.open(interaction, DuelOptions(), 2)


setup = extension(DuelCog)
