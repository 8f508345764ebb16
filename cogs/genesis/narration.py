"""Genesis (Knizia) in sentences: events whose inputs are put into words."""

from __future__ import annotations

from collections.abc import Mapping

from cogs.face.context import Context
from cogs.face.narration import Teller, actor, numbers, winners
from cogs.genesis.descriptions import dice_shown, tile_shown
from cogs.text.text import Markup
from engine.game import Event
from engine.genesis import codes

__all__ = ["NARRATION"]


def _first(ctx: Context, event: Event) -> Markup:
    return tile_shown(ctx, str(event.inputs["terrain"]), str(event.inputs["square"]))


def _placed(ctx: Context, event: Event) -> Markup:
    given = event.inputs
    second = tile_shown(ctx, str(given["second_terrain"]), str(given["second_square"]))
    return ctx.text("genesis.event.placed", who=actor(ctx, event), first=_first(ctx, event), second=second)


def _chose(ctx: Context, event: Event) -> Markup:
    return ctx.text("genesis.event.chose", who=actor(ctx, event), first=_first(ctx, event))


def _cut_short(ctx: Context, event: Event) -> Markup:
    return ctx.text("genesis.event.cut_short", who=actor(ctx, event), first=_first(ctx, event))


def _rolled(ctx: Context, event: Event) -> Markup:
    dice = dice_shown(ctx, str(event.inputs["dice"]))
    return ctx.text("genesis.event.rolled", who=actor(ctx, event), dice=dice)


def _won(ctx: Context, event: Event) -> Markup:
    points = ctx.text("genesis.points", n=event.inputs["points"])
    n = len(numbers(event, "winners"))
    return ctx.text("genesis.event.won", who=winners(ctx, event), points=points, n=n)


NARRATION: Mapping[str, Teller] = {
    codes.PLACED: _placed,
    codes.CHOSE: _chose,
    codes.CUT_SHORT: _cut_short,
    codes.ROLLED: _rolled,
    codes.WON: _won,
}
"""Functions that tell events, by code; the catalogue alone tells the others."""
