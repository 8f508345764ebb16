"""Heirs for the contracts."""

from __future__ import annotations

from harness.trial import Form, KeptMatch, Trial
from tests.newcomers.heirs.rules import HeirsOptions

__all__ = ["TRIAL"]

TRIAL = Trial(
    forms=(Form("2", HeirsOptions(), 2, {}),),
    kept=(KeptMatch("heirs-2", HeirsOptions(), "rg", 0),),
    typed=("", "h", "c1"),
)
