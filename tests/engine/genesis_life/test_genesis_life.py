"""Genesis (Brassinne): the rulebook's example, our readings of the rules, refusals, notation."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.chance import DrawnChance, SeededChance
from engine.game import BadPosition, GameOver, IllegalMove, NotYourTurn, Seat
from engine.genesis_life import GENESIS_LIFE
from engine.genesis_life.board import EVERYWHERE, evolve, mask_of, name, named, place_of, squares
from engine.genesis_life.model import DRAW, Asks, Colour, LifeOptions, Place, Remove
from engine.genesis_life.state import State, removable_cells
from engine.selfplay import match_seed, playout

PAGE = (Path(__file__).parents[3] / "docs" / "notation.md").read_text(encoding="utf-8")
NEVER = DrawnChance(())
RED, BLACK = Colour
GAME = GENESIS_LIFE


def mask(text: str) -> int:
    """Return the mask of the squares in ``"C4 D5"``."""
    return mask_of(named(square) for square in text.split())


def names(cells: int) -> str:
    """Return the names of the squares of a mask, in the order of the alphabet."""
    return " ".join(sorted(map(name, squares(cells))))


def evolving_state(red: str, black: str, first: str = "r") -> State:
    """Return the state in a turn of the evolution that began with these cells. Red is seat 0."""
    return GAME.read_position(f"0 {first} {red.replace(' ', '')} {black.replace(' ', '')} - - remove")


def ended_state(red: str, black: str, first: str = "r") -> State:
    """Return the state after a turn of the evolution that began with these cells and ended the game."""
    return GAME.read_position(f"0 {first} {red.replace(' ', '')} {black.replace(' ', '')} - - over")


def play(state: State, *moves: str) -> State:
    """Return the state after these moves, each by the seat to move."""
    for text in moves:
        seat = state.to_move
        state, _ = GAME.play(state, seat, GAME.parse(state, seat, text), NEVER)
    return state


def refusal_of(state: State, text: str) -> IllegalMove:
    """Return the refusal of a move by the seat to move."""
    with pytest.raises(IllegalMove) as caught:
        GAME.parse(state, state.to_move, text)
    return caught.value


WHITE, DARK = "B1 C3 C4 C5 D4", "B4 D1 E3"


def test_the_rulebooks_worked_example_is_played() -> None:
    """White is to move in the rulebook, and is red here."""
    state = evolving_state(WHITE, DARK)
    turn = GAME.view(state, None).turn(-1)
    assert names(turn.evolution.alone) == "B1 D1 E3"
    assert names(turn.evolution.stifled) == "C4 D4"
    assert names(turn.evolution.born) == "B3 B5 C2 D2 D5"
    state, events = GAME.play(state, Seat(0), GAME.parse(state, Seat(0), "xD5"), NEVER)
    last = GAME.view(state, None).turn(-1)
    assert [names(cells) for cells in last.before] == ["B3 B5 C2 C3 C5 D2", "B4"]
    assert last.colour is BLACK
    assert names(last.evolution.dead) == "B4 C3"
    assert [(event.code, event.inputs.get("colour"), event.inputs.get("squares")) for event in events] == [
        ("genesis_life.removed", None, None),
        ("genesis_life.stifled", "r", "C3"),
        ("genesis_life.stifled", "b", "B4"),
        ("genesis_life.won", "r", None),
    ]
    assert state.result is not None
    assert state.result.ranks == (1, 2)
    assert state.result.reason == "genesis_life.own_dead"


def test_the_opponents_deaths_are_told_first() -> None:
    state = evolving_state("B1 B2 A1 A2 H9", f"{DARK} {WHITE}".replace("B1", "B9").replace("C3 ", ""))
    told = GAME.play(state, Seat(0), GAME.moves(state, Seat(0))[0], NEVER)[1]
    owners = [str(event.inputs["colour"]) for event in told if event.code.endswith(("alone", "stifled"))]
    assert owners == sorted(owners, reverse=True)
    assert len(set(owners)) == 2


def neighbours(square: int) -> list[int]:
    """Return the squares around a square."""
    column, row = place_of(square)
    return [
        other
        for other in squares(EVERYWHERE)
        if other != square and max(abs(place_of(other)[0] - column), abs(place_of(other)[1] - row)) == 1
    ]


@settings(max_examples=40, deadline=None)
@given(cells=st.sets(st.sampled_from(squares(EVERYWHERE)), max_size=40))
def test_bit_arithmetic_agrees_with_counting_neighbours(cells: set[int]) -> None:
    counts = {square: sum(other in cells for other in neighbours(square)) for square in squares(EVERYWHERE)}
    found = evolve(mask_of(cells))
    assert set(squares(found.alone)) == {square for square in cells if counts[square] <= 1}
    assert set(squares(found.stifled)) == {square for square in cells if counts[square] > 3}
    assert set(squares(found.born)) == {s for s in squares(EVERYWHERE) if s not in cells and counts[s] == 3}


def test_red_begins_at_the_centre_which_is_placed_at_the_start() -> None:
    for red in (0, 1):
        state = GAME.setup(LifeOptions(), 2, DrawnChance((red,)))
        assert state.red == red
        assert names(state.cells[RED]) == "E5"
        assert state.to_move == 1 - red
        assert len(GAME.moves(state, state.to_move)) == 80 + 1


def test_seven_cells_each_are_placed_in_turn_and_red_evolves_first() -> None:
    state = GAME.setup(LifeOptions(), 2, DrawnChance((0,)))
    order: list[int] = []
    for square in ["D5", "D6", "E6", "A1", "A2", "B1", "B2", "I9", "I8", "H9", "H8", "A9", "A8"]:
        order.append(state.to_move)
        assert state.asks is Asks.PLACE
        state = play(state, square)
    assert order == [1, 0] * 6 + [1]
    assert [len(placed) for placed in state.placed] == [7, 7]
    assert state.asks is Asks.REMOVE
    assert state.to_move == 0
    assert GAME.view(state, None).turn(0).colour is RED


def test_nobody_plans_an_eighth_cell() -> None:
    state, waiting = GAME.setup(LifeOptions(), 2, DrawnChance([0])), set[int]()
    while state.asks is Asks.PLACE:
        other = Seat(1 - state.to_move)
        ahead = GAME.anticipate(state, other)
        cells = len(state.placed[state.colour.other])
        assert (ahead is None) == (cells == 7)
        waiting.add(cells)
        state = GAME.play(state, state.to_move, GAME.moves(state, state.to_move)[0], DrawnChance(()))[0]
    assert 7 in waiting


def test_dead_cells_count_as_neighbours_on_the_picture_at_the_start_of_a_turn() -> None:
    # D4 is stifled by four neighbours that die themselves. Births count dying neighbours as well.
    turn = GAME.view(evolving_state("D4 C3 E3 A8 A9 B9", "C5 E5 H8 H9 I9"), None).turn(0)
    assert names(turn.evolution.dead) == "C3 C5 D4 E3 E5"
    assert "D3" in names(turn.evolution.born)


@pytest.mark.parametrize(
    ("cells", "dead"),
    [
        ("E5", "E5"),
        ("E5 E6", "E5 E6"),
        ("E5 E6 F6", ""),
        ("E5 E6 F5 F6", ""),
        ("E5 D4 F6", "D4 F6"),
        ("E5 D4 D6 F4 F6", "D4 D6 E5 F4 F6"),
        ("A1 A2 B1", ""),
        ("A5 I5", "A5 I5"),
        ("I1 I2 A3", "A3 I1 I2"),
    ],
)
def test_a_cell_lives_with_two_or_three_neighbours(cells: str, dead: str) -> None:
    assert names(evolve(mask(cells)).dead) == dead


def test_births_belong_to_the_mover_for_all_colours_of_neighbours() -> None:
    for first, colour in (("r", RED), ("b", BLACK)):
        state = evolving_state("E5 E6 A1 A2 B1", "F5 I9 I8 H9", first)
        turn = GAME.view(state, None).turn(0)
        assert turn.evolution.born & mask("F6")
        assert turn.after[colour] & mask("F6")


def test_the_death_of_the_opponents_last_cell_wins_at_once() -> None:
    state = ended_state("A1 A2 B1", "I9 I8")
    assert state.result is not None
    assert (state.result.ranks, state.result.reason) == ((1, 2), "genesis_life.opponent_dead")
    assert not state.cells[RED] & mask("B2"), "the game is over before births"


def test_the_death_of_the_movers_last_cell_loses_at_once() -> None:
    state = ended_state("I9 I8", "A1 A2 B1")
    assert state.result is not None
    assert (state.result.ranks, state.result.reason) == ((2, 1), "genesis_life.own_dead")


def test_the_mover_wins_if_both_die_on_one_picture() -> None:
    state = ended_state("A1 C3", "I9 G7", "b")
    assert state.result is not None
    assert (state.result.ranks, state.result.reason) == ((2, 1), "genesis_life.opponent_dead")


def test_births_do_not_save_an_organism() -> None:
    state = ended_state("I9", "A1 A2 B1")
    assert names(evolve(mask("I9 A1 A2 B1")).born) == "B2"
    assert state.result is not None
    assert state.result.reason == "genesis_life.own_dead"


def test_taking_a_cell_away_is_an_obligation() -> None:
    state = evolving_state("A1 A2 B1 B2", "I9 I8 H9 H8")
    assert {str(move) for move in GAME.moves(state, Seat(0))} == {"xA1", "xA2", "xB1", "xB2", "draw"}
    for text in ("pass", "", "keep"):
        assert refusal_of(state, text).code == "genesis_life.notation"


def test_the_only_newborn_may_not_be_taken_away() -> None:
    state = evolving_state("A1 A2 B1", "I9 I8 H9 H8")
    assert GAME.view(state, None).protected_square == named("B2")
    refusal = refusal_of(state, "xB2")
    assert (refusal.code, refusal.inputs) == ("genesis_life.newborn", {"square": "B2"})
    assert "xB2" not in map(str, GAME.moves(state, Seat(0)))


def test_one_of_several_newborns_may_be_taken_away() -> None:
    state = evolving_state("A1 A2 B1", "I9 I8 H9")
    assert names(GAME.view(state, None).turn(0).evolution.born) == "B2 H8"
    assert GAME.view(state, None).protected_square is None
    assert play(state, "xB2").removals == (named("B2"),)


def test_the_only_newborn_may_be_taken_away_if_it_is_the_last_cell() -> None:
    state = evolving_state("A1 A2 B1", "I9 I8 H9 H8")
    state = state._replace(cells=(mask("B2"), state.cells[1]))
    state = state._replace(history=((0, state.cells[1]),))
    assert removable_cells(state) == mask("B2")
    assert GAME.parse(state, Seat(0), "xB2") == Remove(named("B2"))


def test_a_player_who_takes_away_the_last_own_cell_loses() -> None:
    state = evolving_state("A1 A2 B1", "I9 I8 H9 H8")
    state = state._replace(cells=(mask("A1"), state.cells[1]), history=((mask("A1"), state.cells[1]),))
    after = play(state, "xA1")
    assert after.result is not None
    assert (after.result.ranks, after.result.reason) == ((2, 1), "genesis_life.none_left")


def test_the_game_is_drawn_when_a_picture_comes_up_a_third_time_with_the_same_player_to_move() -> None:
    repeated = 0
    for seed in range(40):
        chance = SeededChance(b"r" * 32, seed)
        state = GAME.setup(LifeOptions(), 2, chance)
        seen: list[tuple[int, tuple[int, int]]] = []
        while state.asks is not None:
            if state.asks is Asks.REMOVE:
                seen.append((state.to_move, state.history[-1]))
                assert state.occurrences == seen.count(seen[-1]) < 3
            state = play(
                state, str(chance.choice([m for m in GAME.moves(state, state.to_move) if m != DRAW]))
            )
        assert state.result is not None
        if state.result.reason == "genesis_life.repetition":
            repeated += 1
            assert seen.count((state.to_move, state.history[-1])) == 2
            assert state.result.ranks == (1, 1)
            assert GAME.read_position(GAME.position(state)) == state
    assert repeated


def test_a_draw_is_offered_on_ones_turn_and_accepted_on_the_next() -> None:
    state = evolving_state("A1 A2 B1 B2", "I9 I8 H9 H8")
    offered, events = GAME.play(state, Seat(0), DRAW, NEVER)
    assert [event.code for event in events] == ["genesis_life.offers_draw"]
    assert (offered.to_move, offered.offer) == (0, 0)
    assert refusal_of(offered, "draw").code == "genesis_life.offered"
    assert DRAW not in GAME.moves(offered, Seat(0))
    answered = play(offered, "xA1")
    assert answered.offer == 0
    drawn, events = GAME.play(answered, Seat(1), GAME.parse(answered, Seat(1), "Draw"), NEVER)
    assert drawn.result is not None
    assert (drawn.result.ranks, drawn.result.reason) == ((1, 1), "genesis_life.agreed")
    assert GAME.read_position(GAME.position(drawn)) == drawn


def test_an_offer_lapses_when_the_opponent_moves_and_can_be_made_while_placing() -> None:
    state = GAME.setup(LifeOptions(), 2, DrawnChance((0,)))
    state = play(state, "draw", "A1")
    assert state.offer == 1
    assert GAME.read_position(GAME.position(state)) == state
    assert play(state, "A2").offer is None
    assert play(state, "draw").result is not None


def test_an_offer_lapses_while_evolving_when_the_opponent_takes_a_cell_away() -> None:
    state = play(evolving_state("A1 A2 B1 B2", "I9 I8 H9 H8"), "draw", "xA1")
    assert (state.to_move, state.offer) == (1, 0)
    declined = play(state, "xI9")
    assert (declined.to_move, declined.offer, declined.result) == (0, None, None)
    assert DRAW in GAME.moves(declined, Seat(0)), "it can be offered again"
    assert play(declined, "draw").offer == 0, "an offer, no answer to the old one"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("E5", "genesis_life.taken"),
        ("J5", "genesis_life.off_board"),
        ("A0", "genesis_life.off_board"),
        ("A10", "genesis_life.off_board"),
        ("xE5", "genesis_life.still_placing"),
        ("A1 A2", "genesis_life.notation"),
        ("5E", "genesis_life.notation"),
    ],
)
def test_a_refusal_while_placing_names_the_rule(text: str, code: str) -> None:
    assert refusal_of(GAME.setup(LifeOptions(), 2, DrawnChance((0,))), text).code == code


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("xE5", "genesis_life.empty"),
        ("xI9", "genesis_life.not_yours"),
        ("xB2", "genesis_life.newborn"),
        ("xJ1", "genesis_life.off_board"),
        ("remove A1", "genesis_life.notation"),
    ],
)
def test_a_refusal_while_evolving_names_the_rule(text: str, code: str) -> None:
    assert refusal_of(evolving_state("A1 A2 B1", "I9 I8 H9 H8"), text).code == code


@pytest.mark.parametrize("text", ["xA1", "XA1", "a1", "x a1", " X:A1 ", "x-a01"])
def test_moves_are_read_in_every_way_to_type_them(text: str) -> None:
    assert GAME.parse(evolving_state("A1 A2 B1", "I9 I8 H9 H8"), Seat(0), text) == Remove(named("A1"))


def test_only_the_seat_to_move_moves_and_nobody_after_the_end() -> None:
    with pytest.raises(NotYourTurn):
        GAME.parse(evolving_state("A1 A2 B1", "I9 I8 H9 H8"), Seat(1), "xI9")
    with pytest.raises(GameOver):
        GAME.parse(ended_state("A1 A2 B1", "I9 I8"), Seat(1), "xI9")


def test_the_preview_shows_the_opponents_next_turn() -> None:
    view = GAME.view(evolving_state(WHITE, DARK), Seat(0))
    after = play(evolving_state(WHITE, DARK), "xD5")
    evolution = GAME.view(after, None).turn(-1).evolution
    assert view.preview(named("D5")).evolution == evolution._replace(born=0), "no births once black is dead"


@settings(max_examples=6, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_the_turns_of_a_view_are_those_that_happened(seed: int) -> None:
    chance = SeededChance(seed.to_bytes(32, "big"), 0)
    state = GAME.setup(LifeOptions(), 2, chance)
    while GAME.pending(state):
        assert not state.cells[0] & state.cells[1]
        assert (state.cells[0] | state.cells[1]) & ~EVERYWHERE == 0
        view = GAME.view(state, None)
        moves = [move for move in GAME.moves(state, state.to_move) if move != DRAW]
        if state.asks is Asks.REMOVE:
            assert view.turn(-1).after == state.cells
            assert view.turn(-1).removed is None
            assert all(isinstance(move, Remove) for move in moves)
            assert {move.square for move in moves if isinstance(move, Remove)} == set(
                squares(removable_cells(state))
            )
        else:
            assert all(isinstance(move, Place) for move in moves)
        move = chance.choice(moves)
        before, (state, _) = state, GAME.play(state, state.to_move, move, NEVER)
        if isinstance(move, Remove):
            assert GAME.view(state, None).turn(len(before.removals)).removed == move.square
    assert state.result is not None
    drawn = state.result.reason == "genesis_life.repetition"
    assert drawn == (state.result.ranks == (1, 1))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "2 r E5 - - - place",
        "0 r A1 - - - place",
        "0 b E5 - - - place",
        "0 r E5A1A2 - - - place",
        "0 r E5A1 E5 - - place",
        "0 r E5E5 A1 - - place",
        "0 r E5 A1 A2 - place",
        "0 r E5 - - - remove",
        "0 r A1A2B1 I9I8H9H8 B2 - remove",
        "0 r A1A2B1 I9I8H9H8 - - over",
        "0 r A1A2B1 I9I8 - - remove",
        "0 r A1A2B1 I9I8 A1 - over",
        "0 r A1A2B1 I9I8H9H8 A1 2 remove",
    ],
)
def test_a_text_that_is_no_position_is_refused(text: str) -> None:
    with pytest.raises(BadPosition):
        GAME.read_position(text)


def test_the_documented_positions_and_moves_are_read() -> None:
    section = PAGE.partition("\n## Genesis (Brassinne)\n")[2].partition("\n## ")[0]
    positions = re.findall(r"`([01] [rb] [^`]*)`", section)
    assert len(positions) == 2
    for text in positions:
        assert GAME.position(GAME.read_position(text)) == text
    state = GAME.read_position(positions[-1])
    assert (state.placed, state.to_move) == (((named("E5"),), ()), 1)
    moves = re.findall(r"^\| `([^`]+)` \|", section, re.MULTILINE)
    assert moves == ["C4", "xD5", "draw"]
    asked = [state, evolving_state("C5 D5 E5", "A1 A2 B1"), state]
    for each, move in zip(asked, moves, strict=True):
        assert str(GAME.parse(each, each.to_move, move)) == move
    assert str(GAME.parse(asked[1], asked[1].to_move, "d 5")) == "xD5"


def test_greedy_beats_random_in_nine_of_ten_games() -> None:
    won = 0
    for number in range(100):
        names = ["steady", "random"] if number % 2 else ["random", "steady"]
        game = playout(GAME, LifeOptions(), 2, names, match_seed(1, number))
        won += game.result.ranks[names.index("steady")] < game.result.ranks[names.index("random")]
    assert won >= 90


def test_most_games_of_greedy_players_last_beyond_the_placements() -> None:
    seeds = [match_seed(3, number) for number in range(40)]
    lasted = [playout(GAME, LifeOptions(), 2, ["steady", "steady"], seed).moves for seed in seeds]
    assert sum(moves > 20 for moves in lasted) > 20
    assert sum(moves <= 16 for moves in lasted) <= 8
