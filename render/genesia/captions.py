"""Words on pictures of Genesia, given by the caller, who knows the viewer's language."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from engine.genesia.model import CARDS, OBJECTIVES, Lot, Timing

__all__ = ["CardWords", "ObjectiveWords", "SheetLabels", "card_words", "objective_words"]


class CardWords(NamedTuple):
    """An Age card as it is shown to a person."""

    number: int
    name: str
    modes: tuple[tuple[frozenset[Timing], str], ...]
    """Every way to play the card: the timings, and a short text of its effect."""
    lot: Lot
    cost: int
    """Cost of the card in coins."""
    progress: int
    """Progress points at the end of every Age; 0 for a card that is no invention."""


class ObjectiveWords(NamedTuple):
    """A secret objective as it is shown to a person."""

    number: int
    name: str
    text: tuple[str, ...]
    """The objective's goals, a line each."""
    lot: Lot | None
    points: int
    progress: tuple[tuple[int, int], ...] = ()
    """Progress with each goal: how much is done, and how much is needed."""


class SheetLabels(NamedTuple):
    """The labels of the score sheet's rows (rulebook: Feuille de scores).

    Ages and values of regions are numerals.
    """

    progress: str
    radiance: str
    conquest: str
    objective: str
    total: str


def card_words(number: int, name: str, told: Sequence[str]) -> CardWords:
    """Return the card's words: its name, and the text for each of its modes."""
    card = CARDS[number]
    modes = tuple((mode.timings, words) for mode, words in zip(card.modes, told, strict=True))
    return CardWords(number, name, modes, card.lot, card.cost, card.progress)


def objective_words(
    number: int, name: str, text: Collection[str], progress: Sequence[tuple[int, int]] = ()
) -> ObjectiveWords:
    """Return the objective's words: its name and its goals, and how far each of these is."""
    objective = OBJECTIVES[number]
    return ObjectiveWords(number, name, tuple(text), objective.lot, objective.points, tuple(progress))
