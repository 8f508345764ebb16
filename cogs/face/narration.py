"""Events in sentences: by the catalogue alone, or with inputs that the game puts into words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import cast

from cogs.face.context import Context
from cogs.text.text import Markup, sorted_code
from engine.game import Event, Result, Seat
from engine.outcome import winners as first

__all__ = ["Teller", "actor", "numbers", "over_in_words", "tell", "winners", "won_in_words"]

Teller = Callable[[Context, Event], Markup]
"""Tells an event of one kind."""


def actor(ctx: Context, event: Event) -> str:
    """Return the name of the seat that caused the event; empty if none did."""
    return ctx.names[event.seat] if event.seat is not None else ""


def numbers(event: Event, key: str) -> tuple[int, ...]:
    """Return an input of the event that is a list of numbers."""
    return tuple(cast("Sequence[int]", event.inputs[key]))


def winners(ctx: Context, event: Event) -> Markup:
    """Return the names of the seats in the event's input ``winners``."""
    seats = (Seat(each) for each in numbers(event, "winners"))
    return ctx.text.list(ctx.text("name", who=ctx.names[seat]) for seat in seats)


def over_in_words(ctx: Context, code: str, result: Result | None) -> str:
    """Return the sentence `code`, that the match is over, and the sentence with the winners."""
    said = ctx.text.plain(code)
    if result is None or len(result.ranks) == 1:
        return said
    return f"{said} {won_in_words(ctx, result)}"


def won_in_words(ctx: Context, result: Result) -> str:
    """Return the sentence with the winners, or that nobody has won, or that all have drawn."""
    best = [ctx.names[seat] for seat in first(result)]
    if not best:
        return ctx.text.plain("event.won_nobody")
    if len(best) == len(result.ranks):
        return ctx.text.plain("panel.drawn")
    return ctx.text.plain("panel.won", who=ctx.text.list(best), n=len(best))


def tell(ctx: Context, event: Event) -> Markup | None:
    """Return the sentence ``<game>.event.<name>``; `None` if the catalogue has none.

    `who` is the name of the seat that did it, or of the `winners`, of whom there are `n`; every other input
    stands as the event has it.
    """
    code = sorted_code(event.code, "event")
    if not ctx.text.knows(code):
        return None
    given: dict[str, object] = {"who": actor(ctx, event), **event.inputs}
    if "winners" in event.inputs:
        given |= {"who": winners(ctx, event), "n": len(numbers(event, "winners"))}
    return ctx.text(code, **given)
