"""Génial for the contracts."""

from __future__ import annotations

from engine.genial.model import Form as Seating
from engine.genial.model import GenialOptions
from harness.trial import Form, Glance, KeptMatch, Trial

__all__ = ["TRIAL"]

TRIAL = Trial(
    forms=(
        Form("2", GenialOptions(), 2, {"players": "2"}),
        Form("3", GenialOptions(), 3, {"players": "3"}),
        Form("4", GenialOptions(), 4, {"players": "4"}),
        Form("2-single-bonus", GenialOptions(single_bonus=True), 2),
        Form("team", GenialOptions(form=Seating.TEAM), 4, {"players": "team"}),
        Form("team-single-bonus", GenialOptions(form=Seating.TEAM, single_bonus=True), 4),
        Form("solo", GenialOptions(form=Seating.SOLO), 1, {"players": "solo"}, hidden=False),
    ),
    kept=(
        KeptMatch("genial-1-solo", GenialOptions(form=Seating.SOLO), "g", 0),
        KeptMatch("genial-2-first", GenialOptions(), "gr", 0),
        KeptMatch("genial-2-second", GenialOptions(), "rg", 1),
        KeptMatch("genial-2-keeps", GenialOptions(), "dd", 2),
        KeptMatch("genial-2-single-bonus", GenialOptions(single_bonus=True), "gg", 3),
        KeptMatch("genial-3", GenialOptions(), "ggg", 0, 20, (30,)),
        KeptMatch("genial-3-taken-back", GenialOptions(), "grg", 1, undone=(6, 10, 30, 37)),
        KeptMatch("genial-4", GenialOptions(), "grgr", 0),
        KeptMatch("genial-4-team", GenialOptions(form=Seating.TEAM), "gggg", 0),
    ),
    stage=lambda state: state.asks,
    plans=frozenset({"played", "dropped"}),
    taps=5,
    numbered=r"^([A-T]|\d+) \+",
    places=23,
    typed=("", "G", "BR", "BR E5", "s"),
    glances={
        "": Glance(
            lambda state: state.turn >= 7,
            lambda state: ("BR E5 F5", "OP F6 F7", "YY A1 A2", "swap", "keep", "G", "BR"),
        )
    },
)
