"""Génial in sentences: events whose inputs are put into words."""

from __future__ import annotations

from collections.abc import Mapping

from cogs.face.context import Context
from cogs.face.narration import Teller, actor, numbers
from cogs.genial.descriptions import colour_name, points_in_words, tile_shown
from cogs.text.text import Markup
from engine.game import Event
from engine.genial import codes
from engine.genial.board import Colour

__all__ = ["NARRATION"]


def _placed(ctx: Context, event: Event) -> Markup:
    given, points, gained = event.inputs, numbers(event, "points"), numbers(event, "gained")
    said = ctx.text(
        "genial.event.placed",
        who=actor(ctx, event),
        tile=tile_shown(ctx, str(given["tile"])),
        a=given["a"],
        b=given["b"],
        points=Markup(points_in_words(ctx.text, points)),
    )
    if sum(gained) < sum(points):
        lost = ctx.text("genial.event.past_the_end", n=sum(points) - sum(gained))
        return Markup(f"{said} {lost}")
    return said


def _colours(ctx: Context, event: Event) -> Markup:
    letters = str(event.inputs["colours"])
    return ctx.text.list(colour_name(ctx.text, Colour("ROYGBP".index(each))) for each in letters)


def _bonus(ctx: Context, event: Event) -> Markup:
    at, n = event.inputs["at"], event.inputs["tiles"]
    return ctx.text("genial.event.bonus", who=actor(ctx, event), at=at, colours=_colours(ctx, event), n=n)


def _reached(ctx: Context, event: Event) -> Markup:
    at = event.inputs["at"]
    return ctx.text("genial.event.reached", who=actor(ctx, event), at=at, colours=_colours(ctx, event))


def _counted(code: str) -> Teller:
    """Return a function that tells an event with its number of tiles."""
    return lambda ctx, event: ctx.text(code, who=actor(ctx, event), n=event.inputs["tiles"])


def _tiles(ctx: Context, letters: object) -> Markup:
    return Markup(" ".join(tile_shown(ctx, tile) for tile in str(letters).split()))


def _swapped(ctx: Context, event: Event) -> Markup:
    tiles = _tiles(ctx, event.inputs["rack"])
    return ctx.text("genial.event.swapped", who=actor(ctx, event), tiles=tiles)


def _drew(ctx: Context, event: Event) -> Markup:
    return ctx.text("genial.event.drew", tiles=_tiles(ctx, event.inputs["tiles"]))


NARRATION: Mapping[str, Teller] = {
    codes.PLACED: _placed,
    codes.BONUS: _bonus,
    codes.REACHED: _reached,
    codes.BONUS_LOST: _counted("genial.event.bonus_lost"),
    codes.SWAPPED: _swapped,
    codes.DECLINED: _counted("genial.event.declined"),
    codes.DREW: _drew,
}
"""Functions that tell events, by code; the catalogue alone tells the others."""
