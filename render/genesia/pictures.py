"""Pictures of Genesia: the map with everybody's goods, hands, drafts, objectives, the score sheet, emojis.

All words on pictures come from the caller.
"""

from __future__ import annotations

from render.genesia.board import board, choice, large
from render.genesia.cards import draft, hand, objectives, two_hands
from render.genesia.emojis import EMOJIS
from render.genesia.score_sheet import sheet
from render.genesia.tableau import tableau

__all__ = [
    "EMOJIS",
    "board",
    "choice",
    "draft",
    "hand",
    "large",
    "objectives",
    "sheet",
    "tableau",
    "two_hands",
]
