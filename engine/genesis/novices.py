"""The weak automatic players of Genesis (Knizia): they see less, and miss nothing of what they see."""

from __future__ import annotations

from engine.genesis.greedy import Greedy

__all__ = ["CASUAL", "NOVICE"]

NOVICE = Greedy(rivals=False, ways=1, growth=False)
"""It counts the points that a tile brings it at once, and takes the dice as they lie."""
CASUAL = Greedy(rivals=False, ways=2)
"""It counts its own points alone as well, but also what grows, and the dice the other way round."""
