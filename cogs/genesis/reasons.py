"""What speaks for a turn in Genesis (Knizia): points for oneself and the others, and zones that grow."""

from __future__ import annotations

from collections.abc import Iterator

from cogs.face.context import Context
from cogs.genesis.descriptions import terrain_shown
from cogs.genesis.ranking import seat_of
from cogs.text.text import Markup
from engine.game import Seat
from engine.genesis.evaluation import points_after
from engine.genesis.model import Move, View
from engine.genesis.scoring import MIN_ZONE_SIZE, zone_around

__all__ = ["reasons"]


def reasons(ctx: Context, view: View, move: Move) -> Iterator[Markup]:
    """Yield what the turn does, in words that follow "it"."""
    text, own = ctx.text, seat_of(view)
    tiles = [tile for tile in move if tile is not None]
    before, after = points_after(view, own, ()), points_after(view, own, tiles)
    gained = [late - early for early, late in zip(before, after, strict=True)]
    if gained[own]:
        yield text("genesis.why.own" if gained[own] > 0 else "genesis.why.own_less", n=abs(gained[own]))
    for seat, change in enumerate(gained):
        if seat != own and change:
            code = "genesis.why.gives" if change > 0 else "genesis.why.takes"
            yield text(code, who=ctx.names[Seat(seat)], n=abs(change))
    masks = {
        tile.terrain: sum(
            1 << each.square for each in (*view.placements, *tiles) if each.terrain == tile.terrain
        )
        for tile in tiles
    }
    zones = [(zone_around(tile.square, masks[tile.terrain]).bit_count(), tile.terrain) for tile in tiles]
    size, terrain = max(zones)
    if 1 < size < MIN_ZONE_SIZE or (size >= MIN_ZONE_SIZE and not gained[own]):
        yield text("genesis.why.zone", n=size, terrain=terrain_shown(ctx, terrain.letter))
