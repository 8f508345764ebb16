"""The end of a match: what made each score, how the scores ran, and one sentence on what decided it.

Everything here is worked out from views that everybody may see once the match is over. Where nothing is
known that is both true and worth saying, there is no sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.game import Result, Seat
from render.cards.end_card import Part

__all__ = ["Course", "Decision", "Tally", "margin", "turning_point"]

Sides = Sequence[tuple[Seat, ...]]


@dataclass(frozen=True, slots=True)
class Tally:
    """A side's score on the card of a match's end, with what made it."""

    score: str
    parts: tuple[Part, ...] = ()
    said: str = ""
    """The parts in words."""


@dataclass(frozen=True, slots=True)
class Course:
    """A match that its rules have ended, as everybody saw it."""

    views: Sequence[Any]
    """A spectator's views, oldest first: the first position, then one after each move. The last is the
    end."""
    scores: Sequence[Sequence[float]]
    """The score of each seat in each view, as far as all can know it now; empty where it is not known."""
    result: Result
    """The ranking among those who count."""
    sides: Sides
    """The sides that count, the best first."""
    others: Sides = ()
    """The sides that have forfeited."""

    @property
    def is_decided(self) -> bool:
        """Return whether one side that counts came before another."""
        ranks = self.result.ranks
        return len(self.sides) > 1 and ranks[self.sides[0][0]] == 1 < ranks[self.sides[1][0]]

    @property
    def winner(self) -> Seat:
        return self.sides[0][0]

    @property
    def second(self) -> Seat:
        return self.sides[1][0]

    def side_of(self, seat: Seat) -> tuple[Seat, ...]:
        return next(side for side in (*self.sides, *self.others) if seat in side)

    def leader(self, moment: int) -> Seat | None:
        """Return the first seat of the side that led alone in this view, whether it counts or not."""
        firsts = [side[0] for side in (*self.sides, *self.others)]
        best = max(self.scores[moment][seat] for seat in firsts)
        leading = [seat for seat in firsts if self.scores[moment][seat] == best]
        return leading[0] if len(leading) == 1 else None

    def lead(self, moment: int) -> int:
        """Return by how much the best side was ahead of the next one in this view."""
        every = sorted((self.scores[moment][side[0]] for side in (*self.sides, *self.others)), reverse=True)
        return round(every[0] - every[1])


@dataclass(frozen=True, slots=True)
class Decision:
    """A fact that decided a match: the code of its sentence in the catalogue, and its inputs."""

    code: str
    who: tuple[Seat, ...] = ()
    """The side that has won."""
    other: tuple[Seat, ...] = ()
    """The side that might have won."""
    inputs: Mapping[str, object] = field(default_factory=dict[str, object])


def turning_point(course: Course, turn: Callable[[Any], int | None]) -> Decision | None:
    """Return how the lead ran: turned or level until the last move, or held since a turn.

    `turn` returns the number of the turn that a view stands in, from 1, or `None` where turns have no
    numbers.
    """
    if not course.is_decided or len(course.scores) < 3:
        return None
    end, won = len(course.scores) - 1, course.winner
    if course.leader(end) != won:
        return None
    before = course.leader(end - 1)
    if before is None:
        return _level(course, end - 1)
    if before != won:
        if before not in {side[0] for side in course.sides}:
            return None
        return Decision(
            "decided.last", course.side_of(won), course.side_of(before), {"n": course.lead(end - 1)}
        )
    since = end
    while since and course.leader(since - 1) == won:
        since -= 1
    number, turns = turn(course.views[max(0, since - 1)]), turn(course.views[end])
    if number is None or turns is None:
        return None
    return Decision(
        "decided.since",
        course.side_of(won),
        course.side_of(course.second),
        {"turn": number, "turns": turns},
    )


def _level(course: Course, moment: int) -> Decision | None:
    """Return that all sides had the same score in this view, or with whom the winner led together."""
    scores, won = course.scores[moment], course.winner
    sides = (*course.sides, *course.others)
    best = max(scores[side[0]] for side in sides)
    level = [side for side in sides if scores[side[0]] == best]
    if won not in {side[0] for side in level}:
        return None
    if len(level) == len(sides):
        return Decision("decided.level", course.side_of(won), (), {"score": round(best)})
    others = tuple(seat for side in level if side[0] != won for seat in side)
    return Decision("decided.level_some", course.side_of(won), others, {"score": round(best)})


def margin(course: Course) -> str:
    """Return how far the winner was ahead: ``+7``, ``14 › 12`` where a later number decided, or ``=``."""
    if not course.is_decided:
        return "=" if len(course.sides) > 1 else ""
    ours, theirs = (course.result.scores[seat] for seat in (course.winner, course.second))
    for number, (one, other) in enumerate(zip(ours, theirs, strict=True)):
        if one == other:
            continue
        if number == 0:
            return f"+{one - other}"
        fewer = one <= 0 and other <= 0  # the least counts: it is kept as a negative number
        return f"{-one} ‹ {-other}" if fewer else f"{one} › {other}"
    return ""
