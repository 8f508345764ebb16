"""Genesis (Brassinne) in sentences: events whose inputs are put into words."""

from __future__ import annotations

from collections.abc import Mapping

from cogs.face.context import Context
from cogs.face.narration import Teller, actor
from cogs.text.text import Markup
from engine.game import Event
from engine.genesis_life import codes

__all__ = ["NARRATION"]


def _placed(ctx: Context, event: Event) -> Markup:
    sign = "life_red" if event.inputs["colour"] == "r" else "life_black"
    said = ctx.text("genesis_life.event.placed", who=actor(ctx, event), square=event.inputs["square"])
    return Markup(ctx.icons.show(sign) + said)


def _removed(ctx: Context, event: Event) -> Markup:
    said = ctx.text("genesis_life.event.removed", who=actor(ctx, event), square=event.inputs["square"])
    return Markup(ctx.icons.show("life_removed") + said)


def _judged(ctx: Context, event: Event) -> Markup:
    """Deaths and births."""
    kind, names = event.code.rpartition(".")[2], str(event.inputs["squares"]).split()
    code = f"genesis_life.event.{kind}.{event.inputs['colour']}"
    said = ctx.text(code, squares=", ".join(names), n=len(names))
    return Markup(ctx.icons.show(f"life_{kind}") + said)


NARRATION: Mapping[str, Teller] = {
    codes.PLACED: _placed,
    codes.REMOVED: _removed,
    codes.ALONE: _judged,
    codes.STIFLED: _judged,
    codes.BORN: _judged,
}
"""Functions that tell events, by code; the catalogue alone tells the others."""
