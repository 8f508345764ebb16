"""Génial as text: names of cells, moves as people type them, refusals that name the rule, positions."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.chance import SeededChance
from engine.game import BadNotation, BadPosition, GameOver, IllegalMove, NotYourTurn, Seat
from engine.genial import GENIAL
from engine.genial.board import SYMBOLS, Cell, Colour, cell, cells, grid, is_adjacent, name, neighbours
from engine.genial.model import Asks, Form, GenialOptions, Keep, Place, Swap
from engine.genial.scoring import points
from engine.genial.state import State
from tests.engine.genial.genial_tables import move, play, table

FULL = "RR OO YY GG BB PP"
PAGE = (Path(__file__).parents[3] / "docs" / "notation.md").read_text(encoding="utf-8")

# Cells.


@pytest.mark.parametrize(("radius", "centre"), [(5, "F6"), (6, "G7"), (7, "H8")])
def test_cells_are_named_as_in_abalone(radius: int, centre: str) -> None:
    assert name(Cell(0, 0), radius) == centre
    assert cell(centre.lower(), radius) == Cell(0, 0)
    names = [name(at, radius) for at in cells(radius)]
    assert len(set(names)) == len(names)
    assert names[0] == "A1"
    assert all(cell(each, radius) == at for each, at in zip(names, cells(radius), strict=True))


def test_e5_touches_its_six_neighbours() -> None:
    around = {name(at, 5) for at in neighbours(cell("E5", 5))}
    assert around == {"E4", "E6", "D4", "D5", "F5", "F6"}


@pytest.mark.parametrize("radius", [5, 6, 7])
def test_a_step_on_the_grid_leads_to_a_neighbour_on_the_board(radius: int) -> None:
    table = grid(radius)
    assert list(table.bits) == sorted(table.bits, key=table.bits.__getitem__)
    assert table.all.bit_count() == len(cells(radius)) == 3 * radius * (radius + 1) + 1
    for at, bit in table.bits.items():
        beside = {table.bits[near] for near in neighbours(at) if near in cells(radius)}
        assert beside == {each for each in table.cells if table.around[bit] >> each & 1}
        for near in neighbours(at):
            assert is_adjacent(at, near)
        assert all(bit + step >= 0 for step in table.steps)
        assert all(bit + step not in table.cells or bit + step in beside for step in table.steps)


def test_the_documented_cells_are_those_of_the_board() -> None:
    for radius, number in ((5, 91), (6, 127), (7, 169)):
        rows: dict[str, list[str]] = {}
        for at in cells(radius):
            rows.setdefault(name(at, radius)[0], []).append(name(at, radius)[1:])
        written = " | ".join(f"{row[0]}–{row[-1]}" for row in rows.values())
        assert f"| {number} | {written} |" in PAGE
        symbols = {colour: name(at, radius) for at, colour in SYMBOLS.items()}
        assert f"| {number} cells | {' | '.join(symbols[colour] for colour in Colour)} |" in PAGE


# Moves.


@pytest.mark.parametrize(
    "typed",
    [
        "BR E5 F5",
        "RB F5 E5",
        "br e5 f5",
        "  BR   E5  F5 ",
        "BR, E5, F5",
        "b r e5 f5",
        "BR E5-F5",
        "B-R e5,f5",
        "bre5f5",
    ],
)
def test_a_placement_is_read_in_every_way_to_type_it(typed: str) -> None:
    state = table(["RB OO YY GG BB PP", FULL])
    placement = move(state, typed)
    assert placement == Place(Colour.RED, Colour.BLUE, cell("F5", 5), cell("E5", 5), 5)
    assert str(placement) == "RB F5 E5"
    assert placement in GENIAL.moves(state, Seat(0))


def test_a_double_has_one_way_to_be_written() -> None:
    state = table([FULL, FULL])
    assert move(state, "GG F5 E5") == move(state, "GG E5 F5")
    assert str(move(state, "GG F5 E5")) == "GG E5 F5"


def test_a_tile_held_twice_is_listed_once() -> None:
    assert len(GENIAL.moves(table(["RB " * 6, FULL]), Seat(0))) == len(
        GENIAL.moves(table(["RB", FULL]), Seat(0))
    )


def test_swap_and_keep_are_two_different_moves() -> None:
    state = table(["OO YY GG BB PP", FULL], tracks=[(0, 5, 5, 5, 5, 5), (0,) * 6], asks=Asks.SWAP)
    assert move(state, " Swap ") == Swap() != Keep() == move(state, "KEEP")


def test_moves_know_length_index_slice_and_membership() -> None:
    moves = GENIAL.moves(table(["RB OO YY GG BB PP", FULL]), Seat(0))
    listed = list(moves)
    assert len(moves) == len(listed)
    assert [moves[index] for index in range(len(moves))] == listed
    assert moves[-1] == listed[-1]
    assert list(moves[3:7]) == listed[3:7]
    assert all(each in moves for each in listed)
    assert Keep() not in moves
    extra = GENIAL.moves(table(["RB OO YY GG BB", FULL], asks=Asks.BONUS), Seat(0))
    assert [*extra] == [extra[index] for index in range(len(extra))]
    assert [each for each in extra if not isinstance(each, Place)] == [extra[-1]] == [Keep()]
    assert Keep() in extra
    with pytest.raises(IndexError):
        moves[len(moves)]
    with pytest.raises(IndexError):
        moves[-len(moves) - 1]


# Refusals.

TYPED = "RB OO YY GG BB PP"


def first_turns() -> State:
    """Return the state after the first tile of the first seat."""
    return play(table([TYPED, TYPED], turn=0), "RB F9 F10")[0]


@pytest.mark.parametrize(
    ("state", "typed", "code", "inputs"),
    [
        (table([TYPED, FULL]), "hello", "notation", {"text": "hello"}),
        (table([TYPED, FULL]), "", "notation", {"text": ""}),
        (table([TYPED, FULL]), "XR E5 F5", "notation", {"text": "XR E5 F5"}),
        (table([TYPED, FULL]), "BR E5", "notation", {"text": "BR E5"}),
        (table([TYPED, FULL]), "é" * 90, "notation", {"text": "é" * 40}),
        (table([TYPED, FULL]), "PR E5 F5", "not_on_rack", {"tile": "RP"}),
        (table([TYPED, FULL]), "BR E5 P5", "off_board", {"cell": "P5"}),
        (table([TYPED, FULL]), "BR K1 K6", "off_board", {"cell": "K1"}),
        (table([TYPED, FULL]), "BR F10 F11", "printed", {"cell": "F11"}),
        (table([TYPED, FULL], {"F5": "R"}), "BR E5 F5", "taken", {"cell": "F5"}),
        (table([TYPED, FULL]), "BR E5 E5", "same_cell", {"cell": "E5"}),
        (table([TYPED, FULL]), "BR E5 E7", "not_adjacent", {"a": "E5", "b": "E7"}),
        (table([TYPED, FULL], turn=0), "BR E5 F5", "first_tile", {}),
        (first_turns(), "OO E10 E9", "symbol_used", {"symbol": "F11"}),
        (table([TYPED, FULL]), "swap", "swap_not_now", {}),
        (table([TYPED, FULL]), "keep", "keep_not_now", {}),
        (table(["RB"], form=Form.SOLO), "swap", "solo_swap", {}),
        (table([TYPED, FULL], asks=Asks.SWAP), "BR E5 F5", "swap_or_keep", {}),
    ],
)
def test_a_refusal_names_the_rule_and_changes_nothing(
    state: State, typed: str, code: str, inputs: dict[str, object]
) -> None:
    before = GENIAL.hash(state)
    with pytest.raises(IllegalMove) as caught:
        move(state, typed)
    assert caught.value.code == f"genial.{code}"
    assert caught.value.inputs == inputs
    assert isinstance(caught.value, BadNotation) == (code == "notation")
    assert GENIAL.hash(state) == before


def test_a_seat_that_is_not_asked_is_refused() -> None:
    with pytest.raises(NotYourTurn) as caught:
        GENIAL.parse(table([TYPED, FULL]), Seat(1), "RR E5 F5")
    assert caught.value.code == "not_your_turn"


def test_nobody_moves_after_the_end() -> None:
    after, _ = play(table([TYPED, FULL], free="E5 F5"), "BR E5 F5")
    with pytest.raises(GameOver) as caught:
        GENIAL.parse(after, Seat(1), "RR E5 F5")
    assert caught.value.code == "game_over"


# Scoring from the view.


def test_points_counted_on_a_view_are_the_points_that_the_move_scores() -> None:
    state = GENIAL.setup(GenialOptions(), 2, SeededChance(b"points", 0))
    number = 0
    while GENIAL.result(state) is None:
        number += 1
        moves = GENIAL.moves(state, state.to_move)
        chosen = moves[number * 7919 % len(moves)]
        if not isinstance(chosen, Place):
            chosen = moves[0]
        else:
            view = GENIAL.view(state, None)
            expected = points(view.cells, chosen.first, chosen.second, chosen.a, chosen.b)
            after, _ = GENIAL.play(state, state.to_move, chosen, SeededChance(b"points", number))
            assert after.placements[-1].points == expected
        state, _ = GENIAL.play(state, state.to_move, chosen, SeededChance(b"points", number))


# Positions.

START = "free/2 - 1 - RRROOBYGYPBP/ROROYYGGGPPP place"


def test_the_documented_position_is_read() -> None:
    example = next(line.strip("`") for line in PAGE.splitlines() if line.startswith("`free/2"))
    state = GENIAL.read_position(example)
    assert GENIAL.position(state) == example
    assert state.to_move == 1
    assert len(state.placements) == 2


def test_markers_and_bag_follow_from_a_position() -> None:
    state = GENIAL.read_position(START.replace(" - RR", " RRF9F10 RR"))
    assert state.tracks == ((0,) * 6, (1, 0, 0, 0, 0, 0))
    assert len(state.bag) == 120 - 12 - 1


@pytest.mark.parametrize(
    "text",
    [
        "",
        "x",
        START + " place",
        START.replace("free/2", "free/5"),
        START.replace("free/2", "free/1"),
        START.replace("free/2", "team/2"),
        START.replace("free/2", "solo/1"),
        START.replace(" 1 ", " 2 "),
        START.replace("place", "over"),
        START.replace("place", "bonus"),
        START.replace("place", "swap"),
        START.replace("place", "draw"),
        START.replace("/ROROYYGGGPPP", ""),
        START.replace("PPP", "P"),
        START.replace("RRROOBYGYPBP", "RRRRRRRRRRRR"),
        START.replace("RRROOBYGYPBP", "OORRROBYGYPB"),
        START.replace(" - R", " RRE5F5 R"),
        START.replace(" - R", " RRF9F11 R"),
        START.replace(" - R", " RRF10F9 R"),
        START.replace(" - R", " BRF10F9 R"),
        START.replace(" - R", " RRF9F10/OOE9E10 R"),
        START.replace(" - R", " RRF9F10+OOE3E4 R"),
        START.replace(" - R", " RRF9F10/ R"),
        START.replace(" - R", " RRZ9Z10 R"),
        START.replace("free/2 -", "solo/1 single"),
    ],
)
def test_a_text_that_is_no_position_is_refused(text: str) -> None:
    with pytest.raises(BadPosition) as caught:
        GENIAL.read_position(text)
    assert caught.value.code == "genial.position"
