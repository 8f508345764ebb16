"""Pictures of Genesia: the map with everybody's goods, hands, drafts, objectives, the score sheet, emojis.

Pictures speak no language but the words they are handed.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

from engine.genesia.model import View
from render.canvas import Picture, Theme
from render.genesia_board import board
from render.genesia_words import CardWords, ObjectiveWords, SheetLabels

__all__ = ["EMOJIS", "board", "draft", "hand", "objectives", "sheet"]


def hand(
    view: View, cards: Sequence[CardWords], *, theme: Theme = Theme.DARK, marked: Collection[int] = ()
) -> Picture:
    """Cards of the viewer as cards, three a row, 1,000 pixels wide; those of `marked` stand out.

    Private: only for the seat that the view belongs to.
    """
    raise NotImplementedError


def draft(view: View, cards: Sequence[CardWords], *, theme: Theme = Theme.DARK) -> Picture:
    """The pack that the viewer chooses from, the card picked so far marked; small below, those chosen.

    `cards` are the words of all of them, in any order. Private, like `hand`.
    """
    raise NotImplementedError


def objectives(view: View, cards: Sequence[ObjectiveWords], *, theme: Theme = Theme.DARK) -> Picture:
    """One or two objectives side by side; the one that the viewer keeps, or has picked, is marked."""
    raise NotImplementedError


def sheet(view: View, names: Sequence[str], labels: SheetLabels, *, theme: Theme = Theme.DARK) -> Picture:
    """The score sheet: a column for each people, a row for each kind of points."""
    raise NotImplementedError


EMOJIS: Mapping[str, Callable[[], Picture]] = {}
