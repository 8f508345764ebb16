"""The sentence on what decided a match is true: each is worked out anew here, over whole random matches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from cogs.face.deciding import Course, Decision
from engine.game import Result, Seat
from engine.outcome import Gone, forfeited_seats, ranking
from tests.contracts.cases import PLAYED, REGISTERED, Case, at_most
from tests.contracts.told import LANGUAGES, look, played

KEYS = {game.key for game in REGISTERED}
SHARED = [case for case in PLAYED if case.seats > 1 and case.key in KEYS]
COUNTED = {"genial", "genesis", "genesis_life", "familienbande", "genesia"}
"""The games whose points are counted here as their rulebooks have it; another's are what its face says."""
SEEDS = at_most(6, 2)


def score(case: Case, view: Any, seat: Seat, end: Any) -> int:
    """Return a seat's points in a view, as the rulebooks count them."""
    match case.key:
        case "genial":
            return min(view.tracks[next(n for n, side in enumerate(view.sides) if seat in side)])
        case "genesis":
            return sum(herd.points for zone in view.zones for herd in zone.herds if herd.seat == seat)
        case "genesis_life":
            return view.cells[0 if view.red == seat else 1].bit_count()
        case "familienbande":
            if view.result is not None:
                return view.result.scores[seat][0]
            return view.markers[end.families[seat]]
        case "genesia":
            teams = view.options.teams or "".join(map(str, range(view.seats)))
            mine = [people for people in range(view.peoples) if teams[people] == teams[seat]]
            return min(view.sheets[people].total for people in mine)
        case _:
            return round(case.face.standing(view, end)[seat])


def course_of(case: Case, seed: int, *, greedy: bool, gone: bool) -> Course:
    """Return the course of a match, perhaps one whose leader has resigned at a table that plays on."""
    positions = played(case, seed, greedy=greedy)
    views = [case.game.view(state, None) for state, _ in positions]
    result = case.game.result(positions[-1][0])
    assert result is not None
    sides = [tuple(side) for side in case.game.sides(case.options, case.seats)]
    best = [Seat(seat) for seat, rank in enumerate(result.ranks) if rank == 1]
    every = [Seat(seat) for seat in range(case.seats)]
    lost = forfeited_seats(sides, every, dict.fromkeys(best, Gone.RESIGNED)) if gone else frozenset()
    counted = ranking(result, case.seats, lost)
    assert counted is not None
    ordered = sorted(sides, key=lambda side: counted.ranks[side[0]])
    scores = [case.face.standing(view, views[-1]) for view in views]
    return Course(
        views,
        scores if all(scores) else [],
        counted,
        [side for side in ordered if side[0] not in lost],
        [side for side in ordered if side[0] in lost],
    )


def leaders(case: Case, course: Course, moment: int) -> Mapping[Seat, int]:
    """Return the points of the sides that are best in this view."""
    firsts = [side[0] for side in (*course.sides, *course.others)]
    points = {seat: score(case, course.views[moment], seat, course.views[-1]) for seat in firsts}
    return {seat: one for seat, one in points.items() if one == max(points.values())}


def check(case: Case, course: Course, told: Decision) -> None:
    """Check every fact of the sentence."""
    given, result, end = told.inputs, course.result, course.views[-1]
    winner = told.who[0]
    assert result.ranks[winner] == 1
    assert [rank for seat, rank in enumerate(result.ranks) if seat not in told.who and rank == 1] == []
    assert set(told.who).isdisjoint(told.other)
    last = len(course.views) - 1
    kind = told.code.partition("decided.")[2]
    match kind:
        case "last" if case.key == "genesis_life":
            assert score(case, course.views[last - 1], told.other[0], end) == given["n"]
        case "more":
            before = [score(case, course.views[last - 1], side[0], end) for side in (told.who, told.other)]
            assert before == [given["a"], given["b"]]
            assert before[0] < before[1]
        case "last":
            led = leaders(case, course, last - 1)
            assert [*led] == [told.other[0]]
            others = [side[0] for side in (*course.sides, *course.others) if side != told.other]
            second = max(score(case, course.views[last - 1], seat, end) for seat in others)
            assert led[told.other[0]] - second == given["n"]
            assert [*leaders(case, course, last)] == [winner]
        case "level" | "level_some":
            led = leaders(case, course, last - 1)
            assert len(led) > 1
            assert winner in led
            assert set(led.values()) == {given["score"]}
            assert (len(led) == len(course.sides) + len(course.others)) == (kind == "level")
            assert {*told.other} & led.keys() == (led.keys() - {winner} if told.other else set())
            assert bool(told.other) == (kind == "level_some")
        case "since":
            runs = [[*leaders(case, course, moment)] == [winner] for moment in range(last + 1)]
            begun = last + 1 - runs[::-1].index(False) if False in runs else 0
            assert all(runs[begun:])
            if "age" in given:
                assert course.views[max(0, begun - 1)].age == given["age"]
            else:
                assert case.face.turn(course.views[max(0, begun - 1)]) == given["turn"]
                assert case.face.turn(end) == given["turns"]
        case _:
            check_numbers(case, result, end, told, kind)
    if "colours" in given:
        track = end.tracks[next(n for n, side in enumerate(end.sides) if told.other[0] in side)]
        named = {"ROYGBP".index(each) for each in str(given["colours"])}
        assert named == {colour for colour, value in enumerate(track) if value == min(track)}
        assert given["score"] == min(track)


def check_numbers(case: Case, result: Result, end: Any, told: Decision, kind: str) -> None:
    """Check the sentences that tell of the final scores alone."""
    given, one, other = told.inputs, told.who[0], told.other[0]
    ours, theirs = result.scores[one], result.scores[other]
    match kind:
        case "tie":
            assert ours[0] == theirs[0] == given["lowest"]
            first = next(at for at, (a, b) in enumerate(zip(ours, theirs, strict=True)) if a != b)
            assert (ours[first], theirs[first]) == (given["a"], given["b"])
        case "hand":
            assert ours[0] == theirs[0] == given["total"]
            assert (end.hand_sizes[one], end.hand_sizes[other]) == (given["a"], given["b"])
            assert end.hand_sizes[one] < end.hand_sizes[other]
        case "penalty":
            assert (end.markers[end.families[one]], end.markers[end.families[other]]) == (
                given["a"],
                given["b"],
            )
            cards = end.hand_sizes[other]
            assert sum(range(cards + 1)) == given["n"]
        case "equal":
            stood = [end.markers[end.families[seat]] for seat in (one, other)]
            assert stood == [given["b"], given["b"]]
            costs = [sum(range(end.hand_sizes[seat] + 1)) for seat in (one, other)]
            assert costs == [given["x"], given["y"]]
            assert costs[0] < costs[1]
        case "tie.objective" | "tie.progress":
            assert ours[0] == theirs[0] == given["total"]
            at = 1 if kind == "tie.objective" else 2
            assert ours[1:at] == theirs[1:at]
            assert (ours[at], theirs[at]) == (given["a"], given["b"])
        case "objective":
            plain = [sheet.total - (sheet.objective or 0) for sheet in end.sheets]
            assert plain[other] > plain[one]
            assert plain[other] - plain[one] == given["n"]
        case "zone":
            paid = [
                [sum(herd.points for herd in zone.herds if herd.seat == seat) for seat in (one, other)]
                for zone in end.zones
                if (zone.size, zone.terrain.letter) == (given["n"], given["terrain"])
            ]
            assert [given["a"], given["b"]] in paid
            points = end.points
            assert points[one] - int(str(given["a"])) <= points[other] - int(str(given["b"]))
        case _:
            raise AssertionError(told)


@pytest.mark.parametrize("case", SHARED, ids=str)
@pytest.mark.parametrize("gone", [False, True], ids=["all count", "the best has resigned"])
def test_what_decided_a_match_is_true(case: Case, *, gone: bool) -> None:
    """The sentence is true of matches by lot and by greedy players, and can be said in both languages."""
    found: Counter[str] = Counter()
    for seed in range(SEEDS):
        course = course_of(case, seed, greedy=bool(seed % 2), gone=gone)
        if not course.scores and case.key not in COUNTED:
            assert not course.sides or case.face.decided(course) is None, "nothing is known on the way"
            continue
        assert len(course.scores) == len(course.views)
        for view, scores in zip(course.views, course.scores, strict=True):
            ours = [score(case, view, Seat(seat), course.views[-1]) for seat in range(case.seats)]
            assert [*scores] == ours, "the curve"
        if not course.sides:
            continue
        told = case.face.decided(course)
        if told is None:
            continue
        found[told.code] += 1
        check(case, course, told)
        for language in LANGUAGES:
            ctx = look(case, language)
            said = case.face.tell_decision(ctx, told)
            assert 10 < len(said) <= 300
            assert "\n" not in said
    if not gone and case.key in COUNTED:
        assert found, "something is worth saying"


@pytest.mark.parametrize("case", SHARED, ids=str)
def test_margins_agree_with_the_ranking(case: Case) -> None:
    for seed in range(SEEDS):
        course = course_of(case, seed, greedy=bool(seed % 2), gone=False)
        shown = case.face.margin(course)
        assert (shown == "=") == (not course.is_decided)
        drawn = replace(course.result, ranks=(1,) * case.seats)
        assert case.face.margin(replace(course, result=drawn)) == "="
        assert case.face.decided(replace(course, result=drawn)) is None
        views: Sequence[Any] = course.views
        for seat in range(case.seats if course.scores else 0):
            tally = case.face.tally(look(case, "en"), views[-1], course.result, Seat(seat))
            shown = str(score(case, views[-1], Seat(seat), views[-1])).replace("-", "−")
            dead = case.key == "genesis_life" and not any(views[-1].cells)
            assert tally.score == ("" if dead else shown)
