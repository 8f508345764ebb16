"""Genesis (Brassinne) for the contracts."""

from __future__ import annotations

from engine.genesis_life.model import LifeOptions
from harness.trial import Form, KeptMatch, Trial

__all__ = ["TRIAL"]

TRIAL = Trial(
    forms=(Form("2", LifeOptions(), 2, {}, hidden=False),),
    kept=(
        KeptMatch("genesis_life-greedy", LifeOptions(), "gg", 0),
        KeptMatch("genesis_life-random", LifeOptions(), "rr", 0),
        KeptMatch("genesis_life-taken-back", LifeOptions(), "gr", 1, undone=(6, 20)),
    ),
    stage=lambda state: state.asks,
    plans=frozenset({"played", "dropped"}),
    typed=("", "x", "d", "C4"),
)
