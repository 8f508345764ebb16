"""Pictures of Genesia: the map with everybody's goods, hands, drafts, objectives, the score sheet, emojis.

Pictures speak no language but the words they are handed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from engine.genesia.model import Phase
from render.canvas import Picture, Theme
from render.genesia_board import board
from render.genesia_cards import draft, hand, objectives
from render.genesia_emojis import EMOJIS
from render.genesia_sheet import sheet
from render.samples.genesia import LABELS, NAMES, goals, sample, words

__all__ = ["EMOJIS", "GALLERY", "board", "draft", "hand", "objectives", "sheet"]

DRAFTING = replace(sample(4, 1, Phase.DRAFT), pack=(3, 11, 16, 20, 24, 29), pick=16, hands=((),) * 4)
LATER = replace(DRAFTING, pack=(5, 24, 26), pick=26, hands=((2, 9, 28), (), (), ()))
OVER = sample(5, 3, Phase.OVER, seed=4)
HOSTILE = ("W" * 60, "שלום דוד", "\n\u202e🦊 東京", "**محمد الأمين**", "")

GALLERY: Mapping[str, Callable[[Theme], Picture]] = {
    "start": lambda theme: board(sample(5, 1, Phase.DRAFT, start=True), NAMES, theme=theme),
    "five players": lambda theme: board(sample(5, 2, seed=2), NAMES, theme=theme),
    "five players, assault": lambda theme: board(sample(5, 3, Phase.REACTION), NAMES, theme=theme),
    "five players, over": lambda theme: board(OVER, NAMES, theme=theme),
    "four players": lambda theme: board(sample(4, 2, Phase.STANCE, seed=3), NAMES, theme=theme),
    "four players, teams": lambda theme: board(sample(4, 2, Phase.GROWTH, teams="ABAB"), NAMES, theme=theme),
    "three players": lambda theme: board(sample(3, 1, Phase.END), NAMES, theme=theme),
    "two players": lambda theme: board(sample(2, 2, Phase.LOSSES, seed=3), NAMES, theme=theme),
    "solo": lambda theme: board(sample(2, 3, solo=True, seed=5), NAMES[:1], theme=theme),
    "march": lambda theme: board(
        sample(4, 1), NAMES, theme=theme, route=("A0", "A2", "A4", "A7", "A9"), clans=3
    ),
    "names": lambda theme: board(sample(5, 1, Phase.GROWTH, seed=6), HOSTILE, theme=theme),
    "hand": lambda theme: hand(
        replace(sample(4, 2), coins=(3, 0, 0, 0)), words(35, 42, 45, 49, 58), theme=theme, marked=(45,)
    ),
    "hand, last card": lambda theme: hand(sample(4, 3), words(69), theme=theme),
    "draft": lambda theme: draft(DRAFTING, words(*DRAFTING.pack), theme=theme),
    "draft, later": lambda theme: draft(LATER, words(*LATER.pack, *LATER.hands[0]), theme=theme),
    "objectives": lambda theme: objectives(
        replace(DRAFTING, phase=Phase.OBJECTIVE, pick=4), goals(4, 12), theme=theme
    ),
    "objective": lambda theme: objectives(replace(DRAFTING, objective=7), goals(7), theme=theme),
    "score sheet": lambda theme: sheet(OVER, NAMES, LABELS, theme=theme),
    "score sheet, two players": lambda theme: sheet(sample(2, 2), NAMES, LABELS, theme=theme),
}
