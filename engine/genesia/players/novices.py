"""The weak automatic players of Genesia: they see less, and miss nothing of what they see."""

from __future__ import annotations

from engine.genesia.players.evaluation import HABITS
from engine.genesia.players.greedy import Greedy

__all__ = ["CASUAL", "NOVICE"]

_NEVER = 999.0
"""Points that no assault can bring."""
_SHORT_SIGHT = HABITS._replace(lone_share=(0.0, 1.0, 1.0, 1.0), guard_share=0.0, menace_share=0.0)
"""Beliefs of somebody who does not see that a region can be taken away."""

NOVICE = Greedy(
    _SHORT_SIGHT._replace(
        least_gain=(0.0, _NEVER, _NEVER, _NEVER),
        offence_factor=0.0,
        coins_per_point=(0.0, 3.2, 2.6, 1.9),
    )
)
"""It sees no attack, neither others' nor its own, and holds on to its coins."""
CASUAL = Greedy(_SHORT_SIGHT._replace(least_gain=(0.0, 8.0, 6.0, 4.0)))
"""It settles wherever points are, does not see who could take them, and attacks where much is to be had."""
