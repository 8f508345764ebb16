"""The duel for the contracts."""

from __future__ import annotations

from harness.trial import Form, KeptMatch, Trial
from tests.newcomers.duel.rules import DuelOptions

__all__ = ["TRIAL"]

TRIAL = Trial(
    forms=(Form("2", DuelOptions(), 2, {}),),
    kept=(KeptMatch("duel-2", DuelOptions(), "rg", 0, left=3, restored=(5,)),),
    taps=1,
    numbered="",
    plans=frozenset({"played"}),
    typed=("", "s", "take"),
)
