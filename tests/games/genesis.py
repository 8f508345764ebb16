"""Genesis (Knizia) for the contracts."""

from __future__ import annotations

from typing import Any

from cogs.text.text import Text
from engine.chance import SeededChance
from engine.game import IllegalMove, Seat
from engine.genesis import GENESIS
from engine.genesis.model import GenesisOptions, View
from harness.trial import Form, KeptMatch, Trial

__all__ = ["TRIAL"]

SIXTEEN = GenesisOptions(tiles_per_terrain=16)


def scoring(said: str, view: View, text: Text) -> None:
    """Each zone that counts has its line, and everybody a total."""
    zones = [zone for zone in view.zones if zone.multiplier]
    assert zones
    for number, zone in enumerate(zones, 1):
        line = next(line for line in said.splitlines() if line.startswith(f"{number}. "))
        assert f"×{zone.multiplier}" in line
        for herd in zone.herds:
            if herd.points:
                assert f"{len(herd.squares)}\u00a0→\u00a0**{herd.points}**" in line
    assert view.result
    for (points,) in view.result.scores:
        assert f"**{points}** point" in said


def tiles_placed(state: Any, seat: Seat, move: Any) -> frozenset[str]:
    """Return the tiles of a move in any order. A tile that would end the game stands for itself and any tile
    before it.

    Taps ask for no second tile then: to lay another one before it, one types.
    """
    for tile in sorted(str(move).split()):
        try:
            alone = GENESIS.parse(state, seat, tile)
        except IllegalMove:
            continue
        after, _ = GENESIS.play(state, seat, alone, SeededChance(b"next" * 8, 1))
        if GENESIS.result(after) is not None:
            return frozenset((tile,))
    return frozenset(str(move).split())


TRIAL = Trial(
    forms=(
        Form("2", GenesisOptions(), 2, {"players": "2"}, hidden=False),
        Form("3-sixteen", SIXTEEN, 3, {"players": "3", "tiles": "16"}, hidden=False),
        Form("4", GenesisOptions(), 4, {"players": "4"}, hidden=False),
    ),
    kept=(
        KeptMatch("genesis-2", GenesisOptions(), "gr", 0),
        KeptMatch("genesis-2-taken-back", GenesisOptions(), "rg", 1, undone=(5, 9, 20)),
        KeptMatch("genesis-2-moderated", GenesisOptions(), "rg", 2, undone=(12,), moderated=(5, 20)),
        KeptMatch("genesis-3-sixteen", SIXTEEN, "rrr", 0),
        KeptMatch("genesis-4", SIXTEEN, "grgr", 0, restored=(1, 2)),
    ),
    # A wild face asks which terrain besides.
    taps=3,
    alike=tiles_placed,
    ended=scoring,
    widths=(1100,),
    typed=("", "G", "M:A", "Y:C5 "),
)
