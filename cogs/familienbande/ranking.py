"""Choosing a move in Familienbande: everything in order of what it promises, suggestions while typing."""

from __future__ import annotations

import re
from collections.abc import Sequence

from cogs.familienbande.descriptions import points_of
from engine.familienbande.greedy import worths
from engine.familienbande.model import Child, Discard, Marry, Move, View

__all__ = ["cards_of", "fitting", "generation_of", "points_gained", "rank_moves"]

_TOKEN = re.compile(r"\d+|[^\W\d_]+")


def rank_moves(view: View, moves: Sequence[Move], *, has_help: bool = True) -> list[Move]:
    """All moves, the best first; without help births by the points for the viewer's family."""
    values = worths(view, moves) if has_help else [points_gained(view, each) for each in moves]
    order = sorted(range(len(values)), key=lambda index: -values[index])
    listed = list(moves)
    return [listed[index] for index in order]


def points_gained(view: View, move: Move) -> int:
    """Return the points that a birth brings the viewer's family; -1 for what is no birth."""
    if not isinstance(move, Child):
        return -1
    if view.family is None:
        return 0
    return points_of(move.card, generation_of(view, move))[view.family]


def cards_of(moves: Sequence[Move]) -> list[int]:
    """The hand cards that these moves play, in the order in which they first come."""
    return list(dict.fromkeys(each.card for each in moves if isinstance(each, (Marry, Child, Discard))))


def generation_of(view: View, move: Marry | Child) -> int:
    """The generation that the card joins."""
    member = move.on if isinstance(move, Marry) else move.of
    above = next(row.generation for row in view.rows if any(each.card == member for each in row.people))
    return above + isinstance(move, Child)


def _numbers(view: View, move: Move) -> list[set[str]]:
    """Return what may be typed for each number of the move; a couple is named by either parent."""
    match move:
        case Marry(card, on):
            return [{f"{card}"}, {f"{on}"}]
        case Child(card, of):
            spouse = next(p.spouse for row in view.rows for p in row.people if p.card == of)
            return [{f"{card}"}, {f"{of}", f"{spouse}"}, {f"{of}", f"{spouse}"}]
        case Discard(card):
            return [{f"{card}"}]
        case _:
            return []


def fitting(
    view: View, moves: Sequence[Move], typed: str, verbs: dict[str, str], *, has_help: bool = True
) -> list[Move]:
    """The moves that fit what was typed so far, the best first.

    A word begins the move's verb, in the notation or in the reader's language (`verbs`); numbers begin its
    cards, in order. Small words between them are passed over.
    """
    tokens = _TOKEN.findall(typed.lower())
    words = [token for token in tokens if not token.isdecimal()][:1]
    numbers = [token for token in tokens if token.isdecimal()]
    if typed.strip() and not tokens:
        return []

    def fits(move: Move) -> bool:
        verb = str(move).partition(" ")[0]
        if words and not any(each.startswith(words[0]) for each in (verb, verbs.get(verb, verb))):
            return False
        places = _numbers(view, move)
        return len(numbers) <= len(places) and all(
            any(each.startswith(number) for each in place)
            for number, place in zip(numbers, places, strict=False)
        )

    return [move for move in rank_moves(view, moves, has_help=has_help) if fits(move)]
