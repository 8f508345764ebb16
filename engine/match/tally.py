"""A person's results: by game, closest finishes, and against whom. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import median

from engine.game import Result
from engine.match.values import Match
from engine.outcome import ENDED_WON, winners

__all__ = ["Ended", "GameTally", "Rival", "Tally", "margin", "tally_of"]


@dataclass(frozen=True, slots=True)
class Ended:
    """A match that is over at which the person sits, and how it came out."""

    match: Match
    result: Result | None
    answers: Sequence[int] = ()
    """The seconds that the person took to answer."""


@dataclass(frozen=True, slots=True)
class GameTally:
    """A person's results in a game."""

    game: str
    played: int
    """Matches with other people that have a result."""
    won: int
    """Matches of these that the person has won alone."""
    shared: int
    """Matches of these that the person has won together with others."""
    robots_played: int
    """Matches against robots alone."""
    robots_won: int
    best: tuple[int, int] | None
    """The highest score at the end of a match that its rules ended, and that match."""


@dataclass(frozen=True, slots=True)
class Rival:
    """The results between the person and somebody else."""

    person: int
    name: str
    """The name of the latest match."""
    met: int
    ahead: int
    behind: int


@dataclass(frozen=True, slots=True)
class Tally:
    """All results of a person."""

    games: tuple[GameTally, ...]
    """The game that was played most first."""
    closest: tuple[tuple[int, Ended], ...]
    """Matches with the least difference of scores to the nearest rival, that difference first."""
    rivals: tuple[Rival, ...]
    """Whom the person met most, first."""
    answered: int
    median_answer: float | None
    """Seconds in which half of the answers were given; `None` where none is known."""


def tally_of(person: int, ended: Iterable[Ended], *, closest: int = 3, rivals: int = 5) -> Tally:
    """Return the results of a person from matches at which that person sits, the latest first."""
    matches = [each for each in ended if each.match.seat_of(person) is not None and each.match.size > 1]
    by_game: dict[str, list[Ended]] = {}
    for each in matches:
        by_game.setdefault(each.match.game, []).append(each)
    games = [_of_game(person, game, own) for game, own in by_game.items()]
    counted = [each for each in games if each.played or each.robots_played]
    finishes = [(difference, each) for each in matches if (difference := margin(person, each)) is not None]
    answers = [seconds for each in matches for seconds in each.answers]
    return Tally(
        tuple(sorted(counted, key=lambda each: -(each.played + each.robots_played))),
        tuple(sorted(finishes, key=lambda each: each[0])[:closest]),
        _rivals(person, matches)[:rivals],
        len(answers),
        median(answers) if answers else None,
    )


def _of_game(person: int, game: str, matches: Sequence[Ended]) -> GameTally:
    played = won = shared = robots_played = robots_won = 0
    best: tuple[int, int] | None = None
    for each in matches:
        result, seat = each.result, each.match.seat_of(person)
        if result is None or seat is None:
            continue
        first = winners(result)
        alone = first == (seat,)
        if _others(each.match, person):
            played += 1
            won += alone
            shared += seat in first and not alone
        else:
            robots_played += 1
            robots_won += alone
        score = result.scores[seat]
        if _has_scores(result) and (best is None or score[0] > best[0]):
            best = score[0], each.match.id
    return GameTally(game, played, won, shared, robots_played, robots_won, best)


def margin(person: int, ended: Ended) -> int | None:
    """Return by how much the person's score differs from the nearest one of another person; `None` where no
    scores decided, or nobody else sat there.
    """
    result, seat = ended.result, ended.match.seat_of(person)
    if result is None or seat is None or not _has_scores(result):
        return None
    own, others = result.scores[seat][0], _others(ended.match, person)
    return min((abs(own - result.scores[each][0]) for each in others), default=None)


def _has_scores(result: Result) -> bool:
    """Return True if scores decided, and not only who has won."""
    return result.reason != ENDED_WON and max(each[0] for each in result.scores) > 1


def _others(match: Match, person: int) -> list[int]:
    """Return the seats of other people, also of those who were forgotten."""
    return [
        seat for seat, one in enumerate(match.occupants) if one.person is not None and one.person != person
    ]


def _rivals(person: int, matches: Sequence[Ended]) -> tuple[Rival, ...]:
    found: dict[int, Rival] = {}
    for each in matches:
        result, seat = each.result, each.match.seat_of(person)
        if result is None or seat is None:
            continue
        for other in _others(each.match, person):
            one = each.match.occupants[other]
            if one.person is None or one.person <= 0:
                continue
            known = found.get(one.person, Rival(one.person, one.name, 0, 0, 0))
            # Where nobody has won, robots have played to the end for all: their ranks are nobody's.
            own, others = (result.ranks[seat], result.ranks[other]) if winners(result) else (0, 0)
            found[one.person] = Rival(
                one.person,
                known.name,
                known.met + 1,
                known.ahead + (own < others),
                known.behind + (own > others),
            )
    return tuple(sorted(found.values(), key=lambda each: -each.met))
