"""Warn, before a card counts, of effects that would bring nothing."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.face.context import Context
from cogs.genesia.card_texts import card_shown
from cogs.text.text import Markup
from engine.genesia.model import CARDS, MAX_CITIES, MAX_CLANS, Effect, Kind, Phase, Play, Timing, View

__all__ = ["warnings"]

_TIMINGS = {
    Phase.GROWTH: (Timing.GROWTH, Timing.INTENT, Timing.COPY),
    Phase.EXPANSION: (Timing.EXPANSION, Timing.COPY),
    Phase.END: (Timing.END, Timing.COPY),
}


def warnings(ctx: Context, view: View, move: Play) -> list[Markup]:
    """An invention that the people has already, and a card that does nothing as things stand."""
    people = view.people
    if people is None:
        return []
    lines: list[Markup] = []
    shown = move.card if move.copy is None else move.copy
    owned = shown in view.inventions[people]
    if owned:
        lines.append(ctx.text("genesia.preview.twice", card=card_shown(ctx, shown)))
    effects = _effects(view, move)
    new = any(CARDS[card].is_invention and card not in view.inventions[people] for card in (move.card, shown))
    if effects is not None and not new and all(_idle(view, people, effect, move) for effect in effects):
        lines.append(ctx.text("genesia.preview.nothing"))
    return lines


def _effects(view: View, move: Play) -> Sequence[Effect] | None:
    """Return the immediate effects of the move; `None` if it works in fights or its effects are unknown."""
    timings, card = _TIMINGS.get(view.phase, ()), CARDS[move.card]
    timing = next((each for each in timings if each in card.timings), None)
    own = None if timing is None else card.mode(timing)
    if own is None or timing is Timing.INTENT:
        return None
    if move.copy is None:
        return own.effects
    try:
        claimed = view.claim_timing(move.copy)
    except LookupError:
        return None
    copied = CARDS[move.copy].mode(claimed)
    if copied is None or claimed is Timing.INTENT:
        return None
    return (*(each for each in own.effects if each.kind is not Kind.COPY), *copied.effects)


def _idle(view: View, people: int, effect: Effect, move: Play) -> bool:
    """Return true if the effect would change nothing as things stand."""
    match effect.kind:
        case Kind.PRICE:
            return view.prices[people] <= effect.amount
        case Kind.PASSAGE:
            return view.passage[people]
        case Kind.CLANS:
            return sum(view.clans[people]) >= MAX_CLANS
        case Kind.CITY:
            at = view.map.homes[people] if move.at is None else view.map.indices[move.at]
            return at in view.cities[people] or len(view.cities[people]) >= MAX_CITIES
        case Kind.TRIBUTE:
            return not any(coins for each, coins in enumerate(view.coins) if each != people)
        case _:
            return False
