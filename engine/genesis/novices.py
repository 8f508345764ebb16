"""The weak automatic players of Genesis (Knizia): they see less, and miss nothing of what they see."""

from __future__ import annotations

from engine.genesis.greedy import Greedy

__all__ = ["CASUAL", "NOVICE"]

NOVICE = Greedy(rivals=False, ways=1)
"""It counts its own points, not what rivals win by the same zone, and takes the dice as they lie."""
CASUAL = Greedy(rivals=False, ways=2)
"""It counts its own points alone as well, and also takes the dice the other way round."""
