"""News in a line for each player: counted back exactly from what everybody is told."""

from __future__ import annotations

import pytest

from cogs.genesia.digest import board_before, digest
from engine.game import Seat
from engine.genesia.model import Phase
from tests.cogs.genesia.genesia_played import GAME, context, played

SPAN = 25
"""Entries that are counted back at most."""


@pytest.mark.parametrize("greedy", [False, True])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_board_before_any_news_is_counted_back_from_them(seats: int, greedy: bool) -> None:
    """All that changes the board is told to everybody: a spectator can take it back."""
    match = played(seats, 3, greedy=greedy)
    views = [GAME.view(state, None) for state, _ in match]
    for last in range(1, len(match), 7):
        for first in range(max(0, last - SPAN), last, 5):
            entries = [
                [each for each in events if each.to is None] for _, events in match[first + 1 : last + 1]
            ]
            found = board_before(views[last], entries)
            assert found == (views[first].clans, views[first].cities), (first, last)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_each_other_player_who_did_something_has_a_line_and_no_more(language: str) -> None:
    ctx, told = context(language, seats=3), 0
    match = played(3, 4, greedy=True)
    for last in range(20, len(match), 9):
        view = GAME.view(match[last][0], Seat(0))
        entries = [[each for each in events if each.to is None] for _, events in match[last - 19 : last + 1]]
        lines = digest(ctx, view, entries)
        assert len(lines) <= 2
        assert not any("Ada" in line for line in lines), "the viewer knows"
        assert all(len(line) < 160 for line in lines)
        busy = {
            event.inputs["people"] for entry in entries for event in entry if event.code == "genesia.played"
        }
        assert len(lines) >= len(busy - {0})
        told += len(lines)
    assert told > 20


def test_regions_won_and_lost_are_those_of_the_board() -> None:
    """``+6 regions`` are six that were not held before."""
    ctx, checked = context("en", seats=3), 0
    match = played(3, 4, greedy=True)
    states = [state for state, _ in match]
    for last in range(20, len(match), 11):
        if states[last].phase is Phase.OVER:
            continue
        views = [GAME.view(states[each], None) for each in (last - 15, last)]
        entries = [[each for each in events if each.to is None] for _, events in match[last - 14 : last + 1]]
        lines = digest(ctx, views[1], entries)
        for people, name in enumerate(("Ada", "Basile", "Chloé")):
            held = [{r for r, holders in enumerate(view.holders) if people in holders} for view in views]
            won = len(held[1] - held[0])
            line = next((each for each in lines if name in each), "")
            assert (f"+{won} region" in line) == bool(won), line
            checked += bool(won)
    assert checked > 5
