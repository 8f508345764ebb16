"""The end of a match, in every game, as the ranking among those who count has it and not the rules alone.

A leader may have resigned or be absent at the end, and a match may be ended as won before its rules end it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest

from cogs.face.context import Context
from cogs.face.drawing import Drawing
from cogs.face.text_boards import PHONE
from engine.game import Result, Seat
from engine.outcome import ENDED_WON, Gone, forfeited_seats, ranking, winners
from tests.contracts.cases import EVERY, PLAYED, REGISTERED, Case
from tests.contracts.told import LANGUAGES, look, played, viewers

ROOM = 900
"""Characters that are left for what stands below the ranks."""
GAME_KEYS = {game.key for game in REGISTERED}
SHARED = pytest.mark.parametrize("case", [case for case in PLAYED if case.seats > 1], ids=str)


def sides_of(case: Case) -> Sequence[Sequence[Seat]]:
    return [tuple(side) for side in case.game.sides(case.options, case.seats)]


def shown(case: Case, ctx: Context, view: Any) -> Iterator[Drawing]:
    """Every picture of a match that is over."""
    yield case.face.board(ctx, view, None)
    yield from case.face.pictures(ctx, view)
    if (large := case.face.large(ctx, view)) is not None:
        yield large


def told(case: Case, ctx: Context, view: Any) -> str:
    """Every text of a match that is over."""
    face = case.face
    pictures = "\n".join(drawing.alt for drawing in shown(case, ctx, view))
    ending, board = face.ending(ctx, view, ROOM), face.board_text(ctx, view)
    assert len(ending) <= ROOM
    assert len(board) <= 1800
    assert max(map(len, board.strip("`\n").splitlines())) <= PHONE
    return letters("\n".join((face.announce(ctx, view), ending, board, pictures)))


def letters(text: str) -> str:
    """The words alone: signs are broken where they mean something, lines where there is no room."""
    return " ".join("".join(each if each.isalnum() else " " for each in text).split())


def named(ctx: Context, result: Result) -> str:
    """The sentence that says who has won."""
    best = [ctx.names[seat] for seat in winners(result)]
    if not best:
        return letters(ctx.text.plain("event.won_nobody"))
    if len(best) == len(result.ranks):
        return letters(ctx.text.plain("panel.drawn"))
    return letters(ctx.text.plain("panel.won", who=ctx.text.list(best), n=len(best)))


@SHARED
def test_the_ranking_among_those_who_count(case: Case) -> None:
    """A leader who forfeits comes after all who count; if all forfeit, nobody has won."""
    result = case.game.result(played(case, 5, greedy=True)[-1][0])
    assert result is not None
    sides, every = sides_of(case), [Seat(seat) for seat in range(case.seats)]
    lost = forfeited_seats(sides, every, dict.fromkeys(winners(result), Gone.ABSENT))
    counted = ranking(result, case.seats, lost)
    assert counted is not None
    assert counted.scores == result.scores
    if len(lost) == case.seats:
        assert winners(counted) == ()
        return
    best = min(result.ranks[seat] for seat in every if seat not in lost)
    assert winners(counted) == tuple(
        seat for seat in every if seat not in lost and result.ranks[seat] == best
    )
    assert all(counted.ranks[seat] > counted.ranks[other] for seat in lost for other in set(every) - lost)
    assert ranking(result, case.seats, ()) == result


def drawn(case: Case, views: Sequence[Any], language: str) -> list[Callable[[], bytes]]:
    """Return a function for each view that draws its board."""
    return [lambda view=view: case.face.board(look(case, language), view, None).draw().data for view in views]


@EVERY
def test_a_match_that_the_rules_end_shows_who_counts(case: Case) -> None:
    """Texts and pictures change with who has won, and the view of nothing else."""
    state = played(case, 5, greedy=True)[-1][0]
    result = case.game.result(state)
    assert result is not None
    every = [Seat(seat) for seat in range(case.seats)]
    lost = forfeited_seats(sides_of(case), every, dict.fromkeys(winners(result), Gone.ABSENT))
    counted = ranking(result, case.seats, lost)
    assert counted is not None
    for seat in viewers(case):
        view = case.game.view(state, seat)
        after = case.game.concluded(view, counted)
        assert case.game.concluded(after, result) == case.game.concluded(view, result)
        if case.key not in GAME_KEYS:
            continue
        assert after.result == counted
        for language in LANGUAGES:
            ctx = look(case, language)
            said = told(case, ctx, after).replace("\n", " ")
            assert case.seats == 1 or said.count(named(ctx, counted)) >= 2, (
                "the picture's text, and the board's"
            )
    if case.key in GAME_KEYS and case.seats > 1:
        view = case.game.view(state, None)
        before, now = drawn(case, (view, case.game.concluded(view, counted)), "en")
        assert before() != now(), "who has won stands on the picture"


@pytest.mark.parametrize(
    "case", [case for each in REGISTERED for case in each.cases if len(sides_of(case)) == 2], ids=str
)
def test_a_match_ended_as_won_before_its_end_names_the_winner(case: Case) -> None:
    """All can be told and drawn from the first move to the last, and the picture names the winner."""
    sides = sides_of(case)
    positions = played(case, 5, greedy=True)
    for part in (0, len(positions) // 3, len(positions) * 2 // 3, len(positions) - 2):
        state = positions[part][0]
        found: set[bytes] = set()
        for number, side in enumerate(sides):
            result = ranking(None, case.seats, (), side)
            assert result is not None
            assert result.reason == ENDED_WON
            assert winners(result) == tuple(sorted(side))
            for seat in viewers(case):
                view = case.game.concluded(case.game.view(state, seat), result)
                ctx = look(case, LANGUAGES[number])
                assert told(case, ctx, view).count(named(ctx, result)) >= 2
            public = case.game.concluded(case.game.view(state, None), result)
            for drawing in shown(case, look(case, "en"), public):
                assert drawing.draw().data
            found.add(case.face.board(look(case, "en"), public, None).draw().data)
        assert len(found) == 2, "who has won stands on the picture"


def test_a_side_forfeits_when_all_its_persons_are_gone() -> None:
    """Ann and Cee play against Bob and a robot."""
    sides, persons = ((Seat(0), Seat(2)), (Seat(1), Seat(3))), (Seat(0), Seat(1), Seat(2))
    for gone, lost in (((), ()), ((0,), ()), ((0, 2), (0, 2)), ((1,), (1, 3)), ((0, 1), (1, 3))):
        assert forfeited_seats(sides, persons, {Seat(seat): Gone.ABSENT for seat in gone}) == set(lost)


def test_a_side_forfeits_nothing_by_an_absence_that_does_not_count() -> None:
    sides, persons = ((Seat(0), Seat(2)), (Seat(1), Seat(3))), tuple(map(Seat, range(4)))
    for others in (Gone.ABSENT, Gone.RESIGNED):
        assert forfeited_seats(sides, persons, {Seat(0): others, Seat(2): others}) == {0, 2}
        assert forfeited_seats(sides, persons, {Seat(0): others, Seat(2): Gone.UNCOUNTED}) == frozenset()


def test_partners_rank_together() -> None:
    result = Result((1, 3, 1, 3), ((9,), (4,), (9,), (4,)), "over")
    counted = ranking(result, 4, {Seat(0), Seat(2)})
    assert counted is not None
    assert counted.ranks == (3, 1, 3, 1)
