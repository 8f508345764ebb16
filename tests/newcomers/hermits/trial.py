"""Hermits for the contracts."""

from __future__ import annotations

from harness.trial import Form, KeptMatch, Trial
from tests.newcomers.hermits.rules import HermitsOptions, Reach

__all__ = ["TRIAL"]

FEW = HermitsOptions()
MANY = HermitsOptions(reach=Reach.ALL, rounds=4)
TRIAL = Trial(
    forms=(
        Form("5", FEW, 5, {"players": "5"}),
        Form("8", MANY, 8, {"players": "8", "reach": "8", "rounds": 4}),
    ),
    kept=(KeptMatch("hermits-5", FEW, "rgrgr", 0), KeptMatch("hermits-8", MANY, "rgrgrgrg", 0)),
    taps=1,
    typed=("", "c"),
)
