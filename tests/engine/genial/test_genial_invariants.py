"""Whole games of Génial: no tile is lost or made, and a second, plain way of counting points agrees."""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.chance import SeededChance
from engine.game import Player
from engine.genial import GENIAL
from engine.genial.board import SYMBOLS, cells, neighbours
from engine.genial.model import Asks, Cell, Colour, Form, Keep, View
from engine.genial.state import TILES, State
from tests.contracts.cases import CASES, Case

GENIALS = [case for case in CASES if case.key == "genial"]
STEPS = [Cell(1, 0), Cell(0, 1), Cell(-1, 1), Cell(-1, 0), Cell(0, -1), Cell(1, -1)]


def positions(case: Case, seed: int, player: Player | None = None) -> list[State]:
    """Return every position of a game, with the first and the last.

    The moves are random. With `player` they are that player's, but half of the bonus tiles and swaps are
    declined.
    """
    key, picks = seed.to_bytes(32, "big"), random.Random(seed)
    states = [GENIAL.setup(case.options, case.seats, SeededChance(key, 0))]  # pyright: ignore
    while pending := GENIAL.pending(states[-1]):
        moves = GENIAL.moves(states[-1], pending[0])
        chance = SeededChance(key, len(states))
        if player is None:
            move = moves[picks.randrange(len(moves))]
        elif states[-1].asks in (Asks.BONUS, Asks.SWAP) and picks.randrange(2):
            move = Keep()
        else:
            view = GENIAL.view(states[-1], pending[0])
            move = player.choose(view, moves, lambda _: None, SeededChance(key[::-1], len(states)))
        states.append(GENIAL.play(states[-1], pending[0], move, chance)[0])
    return states


def supply(state: State) -> Counter[str]:
    """Return how many tiles of each kind there are on the board, on racks and in the bag."""
    placed = (
        min(each.first, each.second).letter + max(each.first, each.second).letter for each in state.placements
    )
    held = (str(TILES[tile]) for tiles in (*state.racks, state.bag) for tile in tiles)
    return Counter([*placed, *held])


def line_points(board: dict[Cell, Colour], at: Cell, beside: Cell, colour: Colour) -> int:
    """Count the symbols of that colour in the five lines from `at` that do not lead to `beside`."""
    total = 0
    for step in STEPS:
        cell = Cell(at.q + step.q, at.r + step.r)
        if cell == beside:
            continue
        while board.get(cell) is colour:
            total += 1
            cell = Cell(cell.q + step.q, cell.r + step.r)
    return total


@pytest.mark.parametrize("case", GENIALS, ids=str)
@given(seed=st.integers(0, 2**32))
def test_there_are_always_120_tiles_and_40_symbols_of_each_colour(case: Case, seed: int) -> None:
    for state in positions(case, seed):
        tiles = supply(state)
        assert tiles.total() == 120
        assert set(tiles.values()) == {5, 6}
        assert all(count == (5 if kind[0] == kind[1] else 6) for kind, count in tiles.items())
        symbols = Counter(letter for kind in tiles.elements() for letter in kind)
        assert symbols == dict.fromkeys("ROYGBP", 40)


@pytest.mark.parametrize("case", GENIALS, ids=str)
@given(seed=st.integers(0, 2**32))
def test_scores_only_rise_and_end_where_the_track_ends(case: Case, seed: int) -> None:
    states = positions(case, seed)
    end = 18 if states[0].options.form is Form.FREE else 36
    for before, after in pairwise(states):
        for old, new in zip(before.tracks, after.tracks, strict=True):
            assert all(a <= b <= end for a, b in zip(old, new, strict=True))
        fresh = after.placements[len(before.placements) :]
        gained = sum(map(sum, after.tracks)) - sum(map(sum, before.tracks))
        assert 0 <= gained <= sum(sum(placement.points) for placement in fresh)


@pytest.mark.parametrize("case", [each for each in GENIALS if each.seats > 1], ids=str)
def test_bonus_tiles_and_declined_ones_lead_to_every_question(case: Case) -> None:
    """Play games of `greedy`, which reach 18, and decline about half of the bonus tiles.

    Positions within a turn can be read again. A move draws tiles exactly if another seat moves next and the
    game has not ended, as the page on fairness says.
    """
    seen: set[tuple[Asks | None, str, Asks | None]] = set()
    for seed in range(12):
        states = positions(case, seed, GENIAL.players["steady"])
        for before, after in pairwise(states):
            if Asks.BONUS in (before.asks, after.asks):
                assert GENIAL.read_position(GENIAL.position(after)) == after
                kept = before.placements == after.placements
                seen.add((before.asks, "keep" if kept else "place", after.asks))
            drew = before.bag != after.bag
            assert drew == (after.result is None and before.to_move != after.to_move)
    assert seen >= {
        (Asks.PLACE, "place", Asks.BONUS),
        (Asks.BONUS, "place", Asks.PLACE),
        (Asks.BONUS, "keep", Asks.PLACE),
    }


@pytest.mark.parametrize("case", GENIALS, ids=str)
@given(seed=st.integers(0, 2**32))
def test_tiles_lie_on_free_neighbouring_cells_and_count_their_lines(case: Case, seed: int) -> None:
    view: View = GENIAL.view(positions(case, seed)[-1], None)
    on_board = set(cells(view.radius))
    board = dict(SYMBOLS)
    touched: list[set[Cell]] = []
    for number, put in enumerate(view.placements):
        assert put.b in neighbours(put.a)
        assert {put.a, put.b} <= on_board - board.keys()
        if number < view.seats:
            touched.append({cell for each in (put.a, put.b) for cell in neighbours(each) if cell in SYMBOLS})
        points = [0] * 6
        points[put.first] += line_points(board, put.a, put.b, put.first)
        points[put.second] += line_points(board, put.b, put.a, put.second)
        assert tuple(points) == tuple(put.points)
        board |= {put.a: put.first, put.b: put.second}
    assert board == view.cells
    assert all(touched), "a first tile touches a printed symbol"
    assert not any(touched[one] & touched[two] for one in range(len(touched)) for two in range(one)), (
        "that no other first tile had touched"
    )
    free = on_board - board.keys()
    if view.result is not None and view.result.reason == "genial.board_full":
        assert not any(other in free for cell in free for other in neighbours(cell))
