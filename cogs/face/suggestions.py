"""Suggestions: legal moves that fit the typed text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TypeVar

from cogs.face.menus import CHOICES
from engine.kit.reading import bare

__all__ = ["Suggestion", "fitting", "spread", "suggestion"]

T = TypeVar("T")

LABEL = 100
"""Characters of a suggestion that Discord shows."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A legal move, suggested while typing."""

    label: str
    notation: str


def suggestion(move: object, prospect: str = "", spelled: str = "") -> Suggestion:
    """Return a move as a suggestion: its notation, or the reader's spelling of it, and its prospect."""
    shown = spelled or str(move)
    label = f"{shown} · {prospect}" if prospect else shown
    return Suggestion(label[:LABEL], str(move))


def spread(moves: Sequence[T], count: int = CHOICES) -> list[T]:
    """Return at most `count` of the moves, in their order, so that as many next words as possible are seen.

    Where there are too many, those are kept first that are the best of each word at which the moves begin to
    differ, then the second of each: whoever types on sees every card before the places of one card.
    """
    if len(moves) <= count:
        return list(moves)
    written = [str(move).split() for move in moves]
    shortest = min(map(len, written))
    at = next((at for at in range(shortest) if len({words[at] for words in written}) > 1), shortest)
    seen: dict[str, int] = {}
    ranks: list[tuple[int, int]] = []
    for number, words in enumerate(written):
        word = words[at] if at < len(words) else ""
        seen[word] = seen.get(word, 0) + 1
        ranks.append((seen[word], number))
    return [moves[number] for number in sorted(number for _, number in sorted(ranks)[:count])]


def fitting(moves: Iterable[T], typed: str) -> list[T]:
    """Return the first moves whose notation begins as typed, as many as can be suggested.

    Neither case nor what stands between letters and digits matters: ``xd5``, ``X D5`` and ``x:d 5`` are one.
    """
    wanted = bare(typed)
    if typed.strip() and not wanted:
        return []
    found: Iterator[T] = (move for move in moves if bare(str(move)).startswith(wanted))
    return list(islice(found, CHOICES))
