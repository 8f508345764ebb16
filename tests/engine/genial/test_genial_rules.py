"""The rulebook of Génial, clause by clause, with our readings of its gaps: one fact in each test."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.chance import SeededChance
from engine.game import Event, IllegalMove, Seat
from engine.genial import GENIAL
from engine.genial.board import SYMBOLS, Colour, cells, is_adjacent, name
from engine.genial.model import Asks, Form, GenialOptions, Keep, Place, Swap
from engine.genial.state import SUPPLY, TILES, State, sides
from tests.engine.genial.genial_tables import codes, move, play, points, rack, table

FULL = "RR OO YY GG BB PP"


def refusal_code(state: State, text: str) -> str:
    """Return the code of the refusal of a move, without the name of the game."""
    with pytest.raises(IllegalMove) as caught:
        move(state, text)
    return caught.value.code.removeprefix("genial.")


def setup(seats: int, form: Form = Form.FREE, seed: int = 0) -> State:
    """Return the first state of a game."""
    return GENIAL.setup(GenialOptions(form), seats, SeededChance(b"setup", seed))


def only(events: tuple[Event, ...], code: str) -> Event:
    """Return the event with this code, and check that there is exactly one."""
    found = [event for event in events if event.code == f"genial.{code}"]
    assert len(found) == 1
    return found[0]


# Contents.


@pytest.mark.parametrize(
    ("seats", "form", "number"),
    [
        (2, Form.FREE, 91),
        (3, Form.FREE, 127),
        (4, Form.FREE, 169),
        (4, Form.TEAM, 169),
        (1, Form.SOLO, 91),
    ],
)
def test_the_number_of_players_decides_the_size_of_the_board(seats: int, form: Form, number: int) -> None:
    assert len(cells(setup(seats, form).radius)) == number


def test_printed_symbols_stand_at_the_same_corners_on_every_board() -> None:
    for seats in (2, 3, 4):
        view = GENIAL.view(setup(seats), None)
        assert view.cells == SYMBOLS
    assert {at: colour.name for at, colour in SYMBOLS.items()} == {
        (5, 0): "RED",
        (5, -5): "GREEN",
        (0, -5): "BLUE",
        (-5, 0): "ORANGE",
        (-5, 5): "YELLOW",
        (0, 5): "PURPLE",
    }


def test_there_are_120_tiles_six_of_each_pair_and_five_of_each_double() -> None:
    assert sum(SUPPLY) == 120
    assert Counter(SUPPLY) == {6: 15, 5: 6}
    symbols = Counter[Colour]()
    for tile, count in zip(TILES, SUPPLY, strict=True):
        symbols.update({tile.first: count})
        symbols.update({tile.second: count})
    assert set(symbols.values()) == {40}


def test_everybody_starts_with_six_tiles_and_markers_at_zero() -> None:
    state = setup(3)
    assert [len(each) for each in state.racks] == [6, 6, 6]
    assert len(state.bag) == 120 - 18
    assert state.tracks == ((0,) * 6,) * 3


def test_the_first_player_is_drawn() -> None:
    assert {setup(4, seed=seed).first_seat for seed in range(40)} == {0, 1, 2, 3}


def test_turns_go_round_from_the_first_player() -> None:
    state = table(["RO " * 6, "RO " * 6, "RO " * 6], first=2, turn=0)
    order: list[int] = []
    for text in ("RO H12 H11", "RO H3 I4", "RO L11 K10"):
        order += GENIAL.pending(state)
        state, _ = play(state, text)
    assert order == [2, 0, 1]
    assert GENIAL.pending(state) == (Seat(2),)


# First tile.


def test_a_first_tile_must_touch_a_printed_symbol() -> None:
    assert refusal_code(table([FULL, FULL], turn=0), "RR F6 F7") == "first_tile"


def test_a_first_tile_may_not_touch_a_symbol_that_another_first_tile_touched() -> None:
    state, _ = play(table([FULL, FULL], turn=0), "YY F9 F10")
    assert refusal_code(state, "OO E9 E10") == "symbol_used"
    state, _ = play(state, "OO F2 F3")
    assert state.open_symbols == 0


def test_a_first_tile_need_not_match_the_symbol() -> None:
    state = table([FULL, FULL], turn=0)
    assert points(state, "YY F9 F10") == {}
    assert points(state, "RR F9 F10") == {"R": 1}


def test_the_rule_of_the_first_tile_holds_in_solo() -> None:
    state = table(["RB"], form=Form.SOLO, turn=0)
    assert refusal_code(state, "RB F6 F7") == "first_tile"
    state, _ = play(state, "RB F10 F9")
    assert refusal_code(state, f"{TILES[state.racks[0][0]]} F11 F10") in {"printed", "taken"}
    assert move(state, f"{TILES[state.racks[0][0]]} C3 C4")


def test_first_moves_are_exactly_the_pairs_beside_open_symbols() -> None:
    state, _ = play(table(["RB " * 6, "RB " * 6], turn=0), "RB F10 F9")
    free = [at for at in cells(5) if at not in GENIAL.view(state, None).cells]
    near = [at for at in free if any(is_adjacent(at, s) for s, c in SYMBOLS.items() if c is not Colour.RED)]
    pairs = {frozenset((a, b)) for a in near for b in free if is_adjacent(a, b)}
    listed = [each for each in GENIAL.moves(state, state.to_move) if isinstance(each, Place)]
    assert {frozenset((each.a, each.b)) for each in listed} == pairs
    assert len(listed) == 2 * len(pairs)


def test_later_tiles_go_anywhere_even_for_no_points() -> None:
    state = table([FULL, FULL])
    assert points(state, "RR E4 E5") == {}


def test_placing_is_mandatory() -> None:
    state = table([FULL, FULL])
    assert all(isinstance(each, Place) for each in GENIAL.moves(state, Seat(0)))
    assert refusal_code(state, "keep") == "keep_not_now"


def test_all_later_moves_are_exactly_the_free_pairs() -> None:
    state = table(["RB RB YY OO OO OO", FULL], {"F6": "R", "F7": "R", "E5": "B"})
    free = [at for at in cells(5) if at not in SYMBOLS and name(at, 5) not in {"F6", "F7", "E5"}]
    pairs = [(a, b) for a in free for b in free if is_adjacent(a, b)]
    listed = {str(each) for each in GENIAL.moves(state, Seat(0))}
    mixed = {f"RB {name(a, 5)} {name(b, 5)}" for a, b in pairs}
    doubles = {tuple(sorted((name(a, 5), name(b, 5)))) for a, b in pairs}
    assert {text for text in listed if text.startswith("RB")} == mixed
    assert {tuple(sorted(text.split()[1:])) for text in listed if text.startswith("YY")} == doubles
    assert len(listed) == len(mixed) + 2 * len(doubles)


# Scoring: the points of the rulebook's six pictures. Their boards are not legible in the source.


def test_a_tile_scores_1_for_blue() -> None:
    assert points(table(["BO " * 6, FULL], {"F8": "B"}), "BO F7 F6") == {"B": 1}


def test_a_tile_scores_2_for_blue_in_one_line() -> None:
    assert points(table(["BO " * 6, FULL], {"F8": "B", "F9": "B"}), "BO F7 F6") == {"B": 2}


def test_a_tile_of_two_colours_scores_1_for_red_and_2_for_blue() -> None:
    state = table(["RB " * 6, FULL], {"F8": "R", "E5": "B", "G6": "B"})
    assert points(state, "RB F7 F6") == {"R": 1, "B": 2}


def test_a_tile_scores_4_for_blue_in_several_lines() -> None:
    state = table(["BO " * 6, FULL], {"G7": "B", "H7": "B", "G8": "B", "E6": "B"})
    assert points(state, "BO F7 F6") == {"B": 4}


def test_a_tile_of_two_colours_scores_2_for_red_and_4_for_blue() -> None:
    shown = {"F8": "R", "F9": "R", "E5": "B", "D4": "B", "F5": "B", "G6": "B"}
    assert points(table(["RB " * 6, FULL], shown), "RB F7 F6") == {"R": 2, "B": 4}


def test_a_double_scores_12_for_green() -> None:
    """The symbol on G7 lies beside both halves and counts for each."""
    greens = ["F8", "F9", "G7", "E7", "D7", "F5", "F4", "E5", "D4", "G6", "H6"]
    state = table(["GG " * 6, FULL], {**dict.fromkeys(greens, "G"), "E6": "R"})
    assert points(state, "GG F6 F7") == {"G": 12}


def test_a_line_stops_at_a_gap_and_at_another_symbol() -> None:
    state = table(["BO " * 6, FULL], {"F9": "B", "G7": "R", "H7": "B", "E6": "B", "C4": "B"})
    assert points(state, "BO F7 F6") == {"B": 1}


def test_the_placed_tile_itself_counts_nothing() -> None:
    assert points(table(["GG " * 6, FULL]), "GG F6 F7") == {}


def test_the_line_through_the_other_half_does_not_count() -> None:
    assert points(table(["BO " * 6, FULL], {"F5": "B"}), "BO F7 F6") == {}
    assert points(table(["BB " * 6, FULL], {"F5": "B"}), "BB F7 F6") == {"B": 1}


def test_printed_symbols_count() -> None:
    assert points(table(["RO " * 6, FULL]), "RO F10 F9") == {"R": 1}


def test_a_double_counts_both_its_halves() -> None:
    state = table(["BB " * 6, FULL], {"G7": "B"})
    assert points(state, "BB F6 F7") == {"B": 2}


# Swap.

ALONE = {"F8": "B"}


def swap_table(mine: str, track: tuple[int, ...] = (0, 5, 5, 5, 5, 5), bag: str | None = None) -> State:
    """Return a position in which seat 0 has this rack and this track, with a blue symbol on F8."""
    return table([mine, FULL], ALONE, tracks=[track, (0,) * 6], bag=bag)


def test_swap_is_asked_when_the_rack_shows_none_of_the_lowest_colour() -> None:
    state, _ = play(swap_table("BO OO YY GG BB PP"), "BO E4 E5")
    assert state.asks is Asks.SWAP
    assert GENIAL.pending(state) == (Seat(0),)
    assert list(GENIAL.moves(state, Seat(0))) == [Swap(), Keep()]


def test_swap_is_not_asked_with_a_tile_of_the_lowest_colour() -> None:
    state, events = play(swap_table("BO RO YY GG BB PP"), "BO E4 E5")
    assert state.asks is Asks.PLACE
    assert GENIAL.pending(state) == (Seat(1),)
    assert codes(events) == ["placed", "drew"]


def test_swap_is_not_asked_with_a_tile_of_any_colour_tied_for_lowest() -> None:
    state, _ = play(swap_table("BO OO YY GG BB PP", (0, 5, 0, 5, 5, 5)), "BO E4 E5")
    assert state.asks is Asks.PLACE


def test_the_lowest_colour_is_judged_after_scoring() -> None:
    state = swap_table("BO OO YY GG YG PP", (1, 5, 5, 5, 0, 5))
    scored, _ = play(state, "BO F7 E6")
    assert scored.tracks[0] == (1, 5, 5, 5, 1, 5)
    assert scored.asks is Asks.SWAP, "red and blue are lowest, and neither is on the rack"
    state = swap_table("BO RO YY GG YG PP", (1, 5, 5, 5, 0, 5))
    assert play(state, "BO F7 E6")[0].asks is Asks.PLACE
    assert play(state, "BO E4 E5")[0].asks is Asks.SWAP


def test_the_tile_just_placed_is_not_on_the_rack_any_more() -> None:
    state, _ = play(swap_table("RO OO YY GG BB PP"), "RO E4 E5")
    assert state.asks is Asks.SWAP


def test_swapping_draws_six_before_the_old_tiles_go_back() -> None:
    state, _ = play(swap_table("BO OO YY GG BB PP", bag="RR RR RR RR RR RR"), "BO E4 E5")
    after, events = play(state, "swap")
    assert after.racks[0] == rack("RR RR RR RR RR RR")
    assert after.bag == table([FULL, FULL], bag="OO YY GG BB PP").bag
    assert codes(events) == ["swapped", "drew"]


def test_swapping_shows_the_old_rack_to_all_and_the_new_one_to_its_seat() -> None:
    state, _ = play(swap_table("BO OO YY GG BB PP"), "BO E4 E5")
    _, events = play(state, "swap")
    swapped, drew = only(events, "swapped"), only(events, "drew")
    assert swapped.to is None
    assert swapped.revealed
    assert swapped.inputs["rack"] == "OO YY GG BB PP"
    assert drew.to == {0}
    assert len(str(drew.inputs["tiles"]).split()) == 6


def test_swapping_is_optional_and_keeping_refills() -> None:
    state, _ = play(swap_table("BO OO YY GG BB PP"), "BO E4 E5")
    after, events = play(state, "keep")
    assert codes(events) == ["kept", "drew"]
    assert set(rack("OO YY GG BB PP")) <= set(after.racks[0])
    assert len(after.racks[0]) == 6
    assert GENIAL.pending(after) == (Seat(1),)


def test_swap_is_asked_at_most_once_a_turn() -> None:
    state, _ = play(swap_table("BO OO YY GG BB PP", bag="OO OO OO OO OO OO"), "BO E4 E5")
    after, _ = play(state, "swap")
    assert GENIAL.pending(after) == (Seat(1),)


def test_swap_comes_after_all_bonus_tiles() -> None:
    state = table(["BO OO YY GG BB PP", FULL], ALONE, tracks=[(0, 5, 5, 5, 17, 5), (0,) * 6])
    state, _ = play(state, "BO F7 E6")
    assert state.asks is Asks.BONUS
    assert refusal_code(state, "swap") == "swap_not_now"
    state, _ = play(state, "PP B4 B5")
    assert state.asks is Asks.SWAP
    after, events = play(state, "swap")
    assert only(events, "swapped").inputs["rack"] == "OO YY GG BB"
    assert len(after.racks[0]) == 6


def test_swap_cannot_be_asked_for_before_placing() -> None:
    assert refusal_code(swap_table("BO OO YY GG BB PP"), "swap") == "swap_not_now"


def test_placing_is_no_answer_to_the_swap_question() -> None:
    state, _ = play(swap_table("BO OO YY GG BB PP"), "BO E4 E5")
    assert refusal_code(state, "OO C3 C4") == "swap_or_keep"


# Bonus tiles.


def bonus_table(mine: str = FULL, **more: object) -> State:
    """Return a position with blue at 17 and red at 16. BR on F7 F6 scores one for blue and two for red."""
    shown = {"F8": "B", "E5": "R", "G6": "R"}
    tracks = [(16, 3, 3, 3, 17, 3), (0,) * 6]
    return table([f"RB {mine}"[:17], FULL], shown, tracks=tracks, **more)  # type: ignore[arg-type]


def test_a_marker_that_reaches_18_gives_a_tile_before_refilling() -> None:
    state = table(["RB OO YY GG BB PP", FULL], {"F8": "B"}, tracks=[(3, 3, 3, 3, 17, 3), (0,) * 6])
    after, events = play(state, "BR F7 F6")
    assert GENIAL.pending(after) == (Seat(0),)
    assert after.asks is Asks.BONUS
    assert after.bonus_left == 0
    assert len(after.racks[0]) == 5
    assert only(events, "bonus").inputs == {"colours": "B", "at": 18, "tiles": 1}
    assert "drew" not in codes(events)


def test_two_markers_give_two_tiles() -> None:
    after, events = play(bonus_table(), "BR F7 F6")
    assert after.tracks[0] == (18, 3, 3, 3, 18, 3)
    assert (after.asks, after.bonus_left) == (Asks.BONUS, 1)
    assert only(events, "bonus").inputs == {"colours": "RB", "at": 18, "tiles": 2}
    after, _ = play(after, "OO B3 B4")
    assert (after.asks, after.bonus_left) == (Asks.BONUS, 0)
    assert len(after.racks[0]) == 4
    after, events = play(after, "YY C3 C4")
    assert "drew" in codes(events)
    assert len(after.racks[0]) == 6
    assert GENIAL.pending(after) == (Seat(1),)


def test_a_bonus_tile_may_give_another() -> None:
    state = table(
        ["RB OO YY GG BB PP", FULL],
        {"F8": "B", "C5": "O"},
        tracks=[(3, 17, 3, 3, 17, 3), (0,) * 6],
    )
    state, _ = play(state, "BR F7 F6")
    state, events = play(state, "OO C4 C3")
    assert only(events, "bonus").inputs == {"colours": "O", "at": 18, "tiles": 1}
    assert (state.asks, state.bonus_left) == (Asks.BONUS, 0)


def test_points_past_18_are_lost() -> None:
    shown = {"F8": "B", "F9": "B", "G7": "B"}
    state = table(["RB OO YY GG BB PP", FULL], shown, tracks=[(3, 3, 3, 3, 17, 3), (0,) * 6])
    after, events = play(state, "BR F7 F6")
    assert after.tracks[0][Colour.BLUE] == 18
    assert after.placements[-1].points[Colour.BLUE] == 3
    gained = only(events, "placed").inputs["gained"]
    assert isinstance(gained, tuple)
    assert gained[Colour.BLUE] == 1


def test_a_marker_at_18_gives_nothing_more() -> None:
    state = table(["RB OO YY GG BB PP", FULL], {"F8": "B"}, tracks=[(3, 3, 3, 3, 18, 3), (0,) * 6])
    after, events = play(state, "BR F7 F6")
    assert GENIAL.pending(after) == (Seat(1),)
    assert "bonus" not in codes(events)


def test_single_bonus_gives_one_tile_for_two_markers() -> None:
    after, events = play(bonus_table(single_bonus=True), "BR F7 F6")
    assert only(events, "bonus").inputs == {"colours": "RB", "at": 18, "tiles": 1}
    after, _ = play(after, "OO B3 B4")
    assert GENIAL.pending(after) == (Seat(1),)


def test_single_bonus_gives_no_second_tile_for_the_first_ones_marker() -> None:
    state = table(
        ["RB OO YY GG BB PP", FULL],
        {"F8": "B", "C5": "O"},
        tracks=[(3, 17, 3, 3, 17, 3), (0,) * 6],
        single_bonus=True,
    )
    state, _ = play(state, "BR F7 F6")
    state, events = play(state, "OO C4 C3")
    assert only(events, "reached").inputs == {"colours": "O", "at": 18}
    assert GENIAL.pending(state) == (Seat(1),)


def test_a_bonus_with_an_empty_rack_is_lost() -> None:
    state = table(["RB", FULL], {"F8": "B"}, tracks=[(3, 3, 3, 3, 17, 3), (0,) * 6], asks=Asks.BONUS)
    after, events = play(state, "BR F7 F6")
    assert only(events, "bonus_lost").inputs == {"tiles": 1}
    assert GENIAL.pending(after) == (Seat(1),)
    assert len(after.racks[0]) == 6


def test_a_bonus_without_a_free_pair_is_lost() -> None:
    state = bonus_table(free="F6 F7 A1 B4 C3")
    after, events = play(state, "BR F7 F6")
    assert only(events, "bonus_lost").inputs == {"tiles": 2}
    assert GENIAL.result(after) is not None


def test_a_bonus_is_a_right_and_may_be_declined() -> None:
    """The rulebook says "Vous pouvez immédiatement rejouer". A seat that declines still may swap."""
    state, _ = play(bonus_table(), "BR F7 F6")
    assert (state.asks, state.bonus_left) == (Asks.BONUS, 1)
    assert GENIAL.moves(state, Seat(0))[-1] == Keep()
    after, events = play(state, "keep")
    assert only(events, "declined").inputs == {"tiles": 2}
    assert len(only(events, "drew").inputs["tiles"].split()) == 1  # type: ignore[union-attr]
    assert (len(after.racks[0]), after.bonus_left, GENIAL.pending(after)) == (6, 0, (Seat(1),))
    assert after.placements == state.placements


def test_the_second_of_two_bonus_tiles_may_be_declined() -> None:
    state, _ = play(bonus_table(), "BR F7 F6")
    state, _ = play(state, "OO B3 B4")
    after, events = play(state, "keep")
    assert only(events, "declined").inputs == {"tiles": 1}
    assert GENIAL.pending(after) == (Seat(1),)


def test_whoever_declines_a_bonus_may_still_swap() -> None:
    state = table(["BO OO YY GG BB PP", FULL], ALONE, tracks=[(0, 5, 5, 5, 17, 5), (0,) * 6])
    state, _ = play(state, "BO F7 E6")
    state, events = play(state, "keep")
    assert codes(events) == ["declined"]
    assert (state.asks, state.bonus_left, len(state.racks[0])) == (Asks.SWAP, 0, 5)
    after, _ = play(state, "swap")
    assert len(after.racks[0]) == 6
    assert codes(play(state, "keep")[1]) == ["kept", "drew"]


def test_greedy_places_its_bonus_tile() -> None:
    state, _ = play(bonus_table(), "BR F7 F6")
    moves = GENIAL.moves(state, Seat(0))
    chosen = GENIAL.players["steady"].choose(
        GENIAL.view(state, Seat(0)), moves, lambda _: state, SeededChance(b"steady", 0)
    )
    assert isinstance(chosen, Place)


# The end.


def test_the_game_ends_when_no_two_adjacent_cells_are_free() -> None:
    state = table([FULL, FULL], free="F6 F7 H7 D4 B5", tracks=[(5,) * 6, (4,) * 6])
    after, events = play(state, "RR F6 F7")
    assert GENIAL.pending(after) == ()
    result = GENIAL.result(after)
    assert result is not None
    assert result.reason == "genial.board_full"
    assert codes(events) == ["placed", "won"]
    assert len(after.racks[0]) == 5, "nothing is drawn any more"


def test_the_game_goes_on_while_a_pair_is_free() -> None:
    after, _ = play(table([FULL, FULL], free="F6 F7 H7 H8"), "RR F6 F7")
    assert GENIAL.result(after) is None


def test_ranking_compares_from_the_lowest_colour_upwards() -> None:
    """The rulebook's example has A with 10, B with 9, 12 and 14, C with 9, 12 and 13."""
    state = table(
        [FULL, FULL, FULL],
        free="F6 F7",
        tracks=[(10, 10, 18, 10, 18, 18), (14, 12, 9, 18, 18, 18), (18, 18, 13, 12, 9, 18)],
    )
    result = GENIAL.result(play(state, "RR F6 F7")[0])
    assert result is not None
    assert result.ranks == (1, 2, 3)
    assert [scores[0] for scores in result.scores] == [10, 9, 9]
    assert result.scores[1][:3] == (9, 12, 14)


def test_fully_equal_scores_share_the_rank() -> None:
    state = table(
        [FULL, FULL, FULL],
        free="F6 F7",
        tracks=[(1, 2, 3, 4, 5, 6), (6, 5, 4, 3, 2, 1), (0, 9, 9, 9, 9, 9)],
    )
    after, events = play(state, "OO F6 F7")
    result = GENIAL.result(after)
    assert result is not None
    assert result.ranks == (1, 1, 3)
    assert only(events, "won").inputs["winners"] == (0, 1)


def test_six_markers_at_18_win_at_once() -> None:
    state = table(["RB OO YY GG BB PP", FULL], {"F8": "B"}, tracks=[(18, 18, 18, 18, 17, 18), (0,) * 6])
    after, events = play(state, "BR F7 F6")
    result = GENIAL.result(after)
    assert result is not None
    assert result.reason == "genial.complete"
    assert result.ranks == (1, 2)
    assert codes(events) == ["placed", "bonus", "won"]


# Teams.


def team_table(mine: str, tracks: list[tuple[int, ...]], shown: dict[str, str] | None = None) -> State:
    """Return a position of the team game in which seat 0 has this rack."""
    return table([mine, FULL, FULL, FULL], shown or {"G8": "B"}, form=Form.TEAM, tracks=tracks)


def test_partners_sit_opposite_and_share_a_track() -> None:
    assert sides(GenialOptions(Form.TEAM), 4) == ((0, 2), (1, 3))
    state = team_table("RB OO YY GG BB PP", [(3,) * 6, (0,) * 6])
    state, _ = play(state, "BR G7 G6")
    assert state.tracks == ((3, 3, 3, 3, 4, 3), (0,) * 6)
    for text in ("OO B3 B4", "BB H8 I9"):
        state, _ = play(state, text)
    assert state.tracks[0][Colour.BLUE] > 4


def test_a_team_marker_stops_at_18_with_a_bonus_and_goes_on_next_turn() -> None:
    shown = {"G8": "B", "G9": "B", "H7": "B"}
    state = team_table("RB OO YY GG BB PP", [(9, 9, 9, 9, 16, 9), (0,) * 6], shown)
    after, events = play(state, "BR G7 G6")
    assert after.tracks[0][Colour.BLUE] == 18
    assert only(events, "bonus").inputs == {"colours": "B", "at": 18, "tiles": 1}
    for text in ("OO B3 B4", "YY B5 C6"):  # the bonus tile, and a rival's turn
        after, _ = play(after, text)
    assert (after.to_move, after.asks, after.tracks[0][Colour.BLUE]) == (2, Asks.PLACE, 18)
    later, events = play(after, "BB H8 I9")
    assert later.tracks[0][Colour.BLUE] > 18, "the partner's turn is another one"
    assert "bonus" not in codes(events)


def test_a_team_marker_that_reached_18_stands_still_for_the_rest_of_the_turn() -> None:
    state = team_table("RB OO YY GG BB PP", [(9, 9, 9, 9, 17, 9), (0,) * 6])
    state, _ = play(state, "BR G7 G6")
    state, _ = play(state, "BB H7 H8")
    assert state.placements[-1].points[Colour.BLUE] > 0
    assert state.tracks[0][Colour.BLUE] == 18


def test_a_team_marker_that_reaches_36_gives_a_bonus_again() -> None:
    state = team_table("RB OO YY GG BB PP", [(20, 20, 20, 20, 35, 20), (0,) * 6])
    after, events = play(state, "BR G7 G6")
    assert after.tracks[0][Colour.BLUE] == 36
    assert only(events, "bonus").inputs == {"colours": "B", "at": 36, "tiles": 1}


@pytest.mark.parametrize(("single", "second"), [(False, "bonus"), (True, "reached")])
def test_markers_that_reach_18_and_36_with_one_tile_are_told_apart(single: bool, second: str) -> None:
    shown = {"G8": "B", "F5": "R", "H6": "R"}
    state = table(
        ["RB OO YY GG BB PP", FULL, FULL, FULL],
        shown,
        form=Form.TEAM,
        single_bonus=single,
        tracks=[(17, 20, 20, 20, 35, 20), (0,) * 6],
    )
    after, events = play(state, "BR G7 G6")
    assert (after.tracks[0][Colour.RED], after.tracks[0][Colour.BLUE]) == (18, 36)
    assert codes(events) == ["placed", "bonus", second]
    told = [{key: event.inputs[key] for key in ("colours", "at")} for event in events[1:]]
    assert told == [{"colours": "R", "at": 18}, {"colours": "B", "at": 36}]
    assert after.bonus_left == (0 if single else 1)


def test_two_markers_reach_18_in_the_rulebooks_team_example() -> None:
    """The tile scores 2 for green and 4 for yellow: both markers reach 18 and give two bonus tiles."""
    shown = {"G8": "G", "G9": "G", "F5": "Y", "E4": "Y", "H6": "Y", "F6": "Y"}
    state = table(
        ["YG OO YY GG BB PP", FULL, FULL, FULL],
        shown,
        form=Form.TEAM,
        tracks=[(0, 0, 14, 16, 0, 0), (0,) * 6],
    )
    after, events = play(state, "GY G7 G6")
    assert after.tracks[0][Colour.GREEN] == after.tracks[0][Colour.YELLOW] == 18
    assert (after.asks, after.bonus_left) == (Asks.BONUS, 1)
    assert only(events, "bonus").inputs == {"colours": "YG", "at": 18, "tiles": 2}


def test_a_team_wins_at_once_with_six_markers_at_36_and_not_at_18() -> None:
    state = team_table("RB OO YY GG BB PP", [(18, 18, 18, 18, 17, 18), (0,) * 6])
    assert GENIAL.result(play(state, "BR G7 G6")[0]) is None
    state = team_table("RB OO YY GG BB PP", [(36, 36, 36, 36, 35, 36), (0,) * 6])
    result = GENIAL.result(play(state, "BR G7 G6")[0])
    assert result is not None
    assert result.reason == "genial.complete"
    assert result.ranks == (1, 3, 1, 3)


def test_a_swap_in_the_team_game_depends_on_the_markers_of_the_team() -> None:
    state = team_table("BO OO YY GG BB PP", [(0, 5, 5, 5, 5, 5), (5, 0, 0, 0, 0, 0)])
    assert play(state, "BO D4 D5")[0].asks is Asks.SWAP


# Solo.


def solo_table(tile: str, track: tuple[int, ...], shown: dict[str, str]) -> State:
    """Return a position of the solo game with this tile to place."""
    return table([tile], shown, form=Form.SOLO, tracks=[track])


def test_a_solo_player_places_one_tile_and_draws_one() -> None:
    state = setup(1, Form.SOLO)
    assert len(state.racks[0]) == 1
    state, events = play(state, str(GENIAL.moves(state, Seat(0))[0]))
    assert len(state.racks[0]) == 1
    assert codes(events) == ["placed", "drew"]
    assert only(events, "drew").to is None


def test_a_solo_marker_stops_at_18_without_a_bonus() -> None:
    shown = {"F8": "B", "F9": "B"}
    state, events = play(solo_table("RB", (0, 0, 0, 0, 17, 0), shown), "BR F7 F6")
    assert state.tracks[0][Colour.BLUE] == 18
    assert state.asks is Asks.PLACE
    assert codes(events) == ["placed", "reached", "drew"]
    state = solo_table("RB", (0, 0, 0, 0, 18, 0), shown)
    assert play(state, "BR F7 F6")[0].tracks[0][Colour.BLUE] == 20


def test_a_solo_player_never_swaps() -> None:
    state = solo_table("RB", (0, 5, 5, 5, 5, 5), {})
    assert play(state, "BR F7 F6")[0].asks is Asks.PLACE
    assert refusal_code(state, "swap") == "solo_swap"


def test_the_score_in_solo_is_the_lowest_marker() -> None:
    state = table(["OP"], form=Form.SOLO, free="F6 F7", tracks=[(20, 9, 30, 18, 18, 11)])
    after, events = play(state, "OP F6 F7")
    result = GENIAL.result(after)
    assert result is not None
    assert result.scores == ((9, 11, 18, 18, 20, 30),)
    assert only(events, "solo_over").inputs["lowest"] == 9


def test_everybody_knows_the_tile_in_solo() -> None:
    state = setup(1, Form.SOLO)
    assert GENIAL.view(state, None).rack == GENIAL.view(state, Seat(0)).rack != ()
