"""Genesis (Knizia): the rulebook's example, our readings of the rules, refusals, notation."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.chance import Chance, DrawnChance, SeededChance
from engine.game import BadOptions, BadPosition, GameOver, IllegalMove, NotYourTurn, Seat
from engine.genesis import GENESIS
from engine.genesis.board import BOARD, Terrain, has_room, name, named, neighbours, squares
from engine.genesis.evaluation import Land, points_after
from engine.genesis.model import WILD, GenesisOptions, Move, Tile
from engine.genesis.scoring import Zone, herd_points, masks, score_zones, totals
from engine.genesis.state import State, terrain_pairs
from engine.selfplay import match_seed, playout

G, Y, M, B = Terrain
REPTILE, DINOSAUR, MAMMAL, HUMAN = range(4)
NEVER = DrawnChance(())


def zones_of(*tiles: tuple[int, Terrain, str], seats: int = 4) -> tuple[Zone, ...]:
    """Return the zones of a board with these tiles: a seat, a terrain and squares each."""
    placed = [(seat, terrain, named(square), 0) for seat, terrain, where in tiles for square in where.split()]
    return score_zones(*masks(placed, seats))


def first_turn(
    dice: str = "GY", seats: int = 2, free: str = "", left: tuple[int, ...] | None = None, tiles: int = 13
) -> State:
    """Return the first turn of seat 0 with this roll.

    `free` lists the only free squares, `left` has the tiles of each terrain that the seat still has.
    """
    state = GENESIS.read_position(f"{seats}/{tiles} 0 - {dice}")
    if free:
        state = state._replace(free=sum(1 << named(square) for square in free.split()))
    if left is not None:
        state = state._replace(left=(left, *state.left[1:]))
    return state


def refusal_of(state: State, text: str) -> IllegalMove:
    """Return the refusal of a move by the seat to move."""
    with pytest.raises(IllegalMove) as caught:
        GENESIS.parse(state, state.to_move, text)
    return caught.value


EXAMPLE = (
    (MAMMAL, G, "A1 B1 C1"),
    (DINOSAUR, G, "A2 B2"),
    (HUMAN, G, "C2"),
    (DINOSAUR, Y, "A10 B10 C10 A8"),
    (MAMMAL, Y, "A9"),
    (HUMAN, B, "E1 F1 I1 J1"),
    (DINOSAUR, B, "G1 H1"),
    (REPTILE, B, "K1 K2"),
    (HUMAN, Y, "E10"),
    (MAMMAL, Y, "F10"),
    (REPTILE, M, "I10 J10 K10"),
)


def test_the_rulebooks_example_has_these_zones_and_herds() -> None:
    found = [
        (zone.terrain, [(herd.seat, len(herd.squares)) for herd in zone.herds]) for zone in zones_of(*EXAMPLE)
    ]
    assert found == [
        (B, [(REPTILE, 2), (DINOSAUR, 2), (HUMAN, 2), (HUMAN, 2)]),
        (G, [(MAMMAL, 3), (DINOSAUR, 2), (HUMAN, 1)]),
        (Y, [(DINOSAUR, 3), (DINOSAUR, 1), (MAMMAL, 1)]),
        (M, [(REPTILE, 3)]),
        (Y, [(MAMMAL, 1), (HUMAN, 1)]),
    ]


@pytest.mark.parametrize(
    ("herds", "points"),
    [
        ([3, 2, 1], [4, 2, 0]),
        ([3, 1, 1], [4, 1, 1]),
        ([2, 2, 2, 2], [1, 1, 1, 1]),
        ([3], [6]),
    ],
    ids=["forest", "savanna", "marsh", "mountain"],
)
def test_the_herds_of_the_rulebooks_example_score_as_printed(herds: list[int], points: list[int]) -> None:
    assert herd_points(herds, 1) == points


def test_the_rulebooks_example_is_scored_with_its_bonuses() -> None:
    zones = zones_of(*EXAMPLE)
    assert [zone.multiplier for zone in zones] == [3, 2, 2, 2, 0]
    assert [[herd.points for herd in zone.herds] for zone in zones] == [
        [4, 4, 4, 4],
        [8, 4, 0],
        [8, 2, 2],
        [12],
        [0, 0],
    ]
    placed = [
        (seat, terrain, named(square), 0) for seat, terrain, where in EXAMPLE for square in where.split()
    ]
    assert totals(*masks(placed, 4)) == (16, 4 + 4 + 8 + 2, 8 + 2, 8)


@pytest.mark.parametrize(
    ("herds", "multiplier", "points"),
    [
        ([4, 3, 2], 3, [12, 6, 0]),
        ([5], 3, [18]),
        ([2, 2], 3, [9, 9]),
        ([2, 2, 1], 1, [3, 3, 0]),
        ([1, 1, 1, 1, 1], 3, [3, 3, 3, 3, 3]),
        ([1, 1, 1, 1, 1], 1, [1, 1, 1, 1, 1]),
        ([3, 1, 1, 1], 1, [4, 0, 0, 0]),
        ([3, 1, 1, 1], 2, [8, 1, 1, 1]),
        ([3, 2, 2, 1], 3, [12, 3, 3, 0]),
        ([4, 2, 1], 0, [0, 0, 0]),
    ],
)
def test_bonuses_multiply_the_pools_before_shares_are_floored(
    herds: list[int], multiplier: int, points: list[int]
) -> None:
    assert herd_points(herds, multiplier) == points


def test_a_zone_of_two_tiles_pays_nothing_even_as_the_largest() -> None:
    zones = zones_of((0, G, "A1 B1"))
    assert [(zone.multiplier, zone.herds[0].points) for zone in zones] == [(0, 0)]


def test_a_tie_for_the_largest_zone_of_all_triples_nothing_and_each_terrains_largest_doubles() -> None:
    zones = zones_of((0, G, "A1 A2 A3 A4"), (1, Y, "C1 D1 E1 F1"), (0, M, "A10 B10 C10"), (1, G, "K1 K2 K3"))
    assert [(zone.terrain, zone.size, zone.multiplier) for zone in zones] == [
        (G, 4, 2),
        (Y, 4, 2),
        (G, 3, 1),
        (M, 3, 2),
    ]


def test_a_tie_within_its_terrain_for_the_largest_of_all_gives_those_zones_no_bonus() -> None:
    zones = zones_of((0, G, "A1 A2 A3 A4"), (1, G, "C1 D1 E1 F1"), (0, M, "A10 B10 C10"))
    assert [(zone.terrain, zone.multiplier) for zone in zones] == [(G, 1), (G, 1), (M, 2)]


def test_a_tie_within_a_terrain_leaves_its_zones_single_while_the_largest_of_all_triples() -> None:
    zones = zones_of((0, G, "A1 A2 A3"), (1, G, "C1 D1 E1"), (0, M, "A10 B10 C10 D10"), (1, B, "K1 K2 K3"))
    assert [(zone.terrain, zone.multiplier) for zone in zones] == [(M, 3), (G, 1), (G, 1), (B, 2)]


def test_tiles_that_touch_by_corners_are_two_herds_of_one_zone() -> None:
    (zone,) = zones_of((0, G, "A1 B2"), (1, G, "A2"))
    assert [(herd.seat, len(herd.squares), herd.points) for herd in zone.herds] == [
        (0, 1, 6),
        (0, 1, 6),
        (1, 1, 6),
    ]


def test_two_players_play_left_of_the_river_and_more_on_the_whole_board() -> None:
    assert GENESIS.view(first_turn(), None).free.bit_count() == 93
    assert first_turn(seats=3).free.bit_count() == first_turn(seats=4).free.bit_count() == 118
    assert refusal_of(first_turn(), "g:l1 y:a1").code == "genesis.beyond_river"
    assert GENESIS.parse(first_turn(seats=3), Seat(0), "g:l1 y:a1") == Move(
        Tile(G, named("L1")), Tile(Y, named("A1"))
    )


def test_the_dice_have_every_terrain_once_and_two_wild_faces() -> None:
    rolled = [
        GENESIS.setup(GenesisOptions(), 2, DrawnChance((0, one, other))).dice
        for one in range(6)
        for other in range(6)
    ]
    faces = Counter(face for dice in rolled for face in dice)
    assert faces == {G: 12, Y: 12, M: 12, B: 12, WILD: 24}


def test_the_dice_are_rolled_when_the_turn_begins_and_seen_before_choosing() -> None:
    state = first_turn()
    after, events = GENESIS.play(
        state, Seat(0), GENESIS.parse(state, Seat(0), "G:A1 Y:B1"), DrawnChance((2, 5))
    )
    assert GENESIS.view(after, Seat(1)).dice == (M, WILD)
    assert [(event.code, event.seat, event.chance) for event in events] == [
        ("genesis.placed", 0, False),
        ("genesis.rolled", 1, True),
    ]
    assert events[1].inputs == {"dice": "M*"}


def test_the_seat_that_is_drawn_begins_and_turns_go_round() -> None:
    state = GENESIS.setup(GenesisOptions(), 3, DrawnChance((2, 0, 0)))
    order: list[Seat] = []
    for at in ("A1", "A2", "A3", "A4"):
        order.append(state.to_move)
        move = GENESIS.parse(state, state.to_move, f"M:{at}")
        state, _ = GENESIS.play(state, state.to_move, move, DrawnChance((0, 0)))
    assert order == [2, 0, 1, 2]


@pytest.mark.parametrize(("option", "each"), [(13, 52), (16, 64)])
def test_tiles_per_terrain_is_thirteen_or_sixteen(option: int, each: int) -> None:
    state = GENESIS.setup(GenesisOptions(tiles_per_terrain=option), 2, DrawnChance((0, 0, 0)))
    assert [sum(tiles) for tiles in state.left] == [each, each]


@pytest.mark.parametrize("tiles", [0, 12, 14, 15, 17, -1])
def test_other_numbers_of_tiles_are_refused(tiles: int) -> None:
    with pytest.raises(BadOptions) as caught:
        GENESIS.setup(GenesisOptions(tiles_per_terrain=tiles), 2, NEVER)
    assert caught.value.code == "genesis.tiles_per_terrain"


def test_two_tiles_are_placed_as_rolled_in_either_order() -> None:
    assert terrain_pairs((G, Y), (5, 5, 5, 5)) == ((G, Y), (Y, G))
    assert terrain_pairs((B, B), (5, 5, 5, 5)) == ((B, B),)


def test_a_wild_face_allows_any_terrain() -> None:
    assert terrain_pairs((G, WILD), (5, 5, 5, 5)) == ((G, G), (G, Y), (G, M), (G, B), (Y, G), (M, G), (B, G))
    assert len(terrain_pairs((WILD, WILD), (5, 5, 5, 5))) == 16


def test_a_rolled_terrain_of_which_no_tile_is_left_allows_any_other() -> None:
    assert terrain_pairs((G, Y), (0, 5, 5, 5)) == ((Y, Y), (Y, M), (Y, B), (M, Y), (B, Y))


def test_with_one_left_of_a_doubled_terrain_the_second_die_is_free() -> None:
    assert terrain_pairs((G, G), (1, 5, 5, 5)) == ((G, Y), (G, M), (G, B))


def test_with_none_left_of_a_doubled_terrain_both_dice_are_free() -> None:
    assert set(terrain_pairs((G, G), (0, 1, 1, 0))) == {(Y, M), (M, Y)}


def test_a_wild_face_that_takes_the_last_tile_frees_the_other_die() -> None:
    assert (G, Y) in terrain_pairs((G, WILD), (1, 5, 5, 5))
    assert (G, G) not in terrain_pairs((G, WILD), (1, 5, 5, 5))
    assert (Y, M) not in terrain_pairs((G, WILD), (1, 5, 5, 5))


def test_the_last_tile_of_all_is_placed_alone() -> None:
    state = first_turn("GY", left=(0, 0, 1, 0), free="A1 A2 A3 A4")
    assert [str(move) for move in GENESIS.moves(state, Seat(0))] == ["M:A1", "M:A2", "M:A3", "M:A4"]


def test_instead_of_the_dice_one_tile_of_any_terrain_goes_anywhere_free() -> None:
    moves = GENESIS.moves(first_turn("GG"), Seat(0))
    alone = {str(move) for move in moves if move.second is None}
    assert alone == {f"{letter}:{name(square)}" for letter in "GYMB" for square in squares(BOARD.left_bank)}


def test_nobody_can_pass() -> None:
    for text in ("pass", "", "-", "none"):
        assert refusal_of(first_turn(), text).code == "genesis.notation"


def test_a_seat_without_any_tile_is_passed_over() -> None:
    state = first_turn("GY", seats=3)._replace(left=((5, 5, 5, 5), (0, 0, 0, 0), (5, 5, 5, 5)))
    after, events = GENESIS.play(state, Seat(0), GENESIS.parse(state, Seat(0), "B:A1"), DrawnChance((0, 0)))
    assert after.to_move == 2
    assert [(event.code, event.seat) for event in events] == [
        ("genesis.chose", 0),
        ("genesis.skipped", 1),
        ("genesis.rolled", 2),
    ]


@pytest.mark.parametrize(
    ("free", "goes_on"),
    [
        ("A1 B1 C1", True),
        ("A1 A2 B2", True),
        ("A1 A2 A3", True),
        ("A1 B1 D1 E1", False),
        ("A1 B2 C1 D2", False),
        ("K10 L10 M10", True),
        ("N1 A2 B2", False),
        ("", False),
    ],
)
def test_the_game_goes_on_while_three_connected_squares_are_free(free: str, goes_on: bool) -> None:
    assert has_room(sum(1 << named(square) for square in free.split())) is goes_on


def test_the_game_ends_after_the_first_tile_and_the_second_is_not_placed() -> None:
    state = first_turn("GY", free="A1 B1 C1 K10")
    move = GENESIS.parse(state, Seat(0), "Y:B1 G:K10")
    after, events = GENESIS.play(state, Seat(0), move, NEVER)
    assert [(tile.terrain, name(tile.square)) for tile in after.placements] == [(Y, "B1")]
    assert after.left[0] == (13, 12, 13, 13)
    assert [event.code for event in events] == ["genesis.cut_short", "genesis.won"]
    assert GENESIS.pending(after) == ()
    assert GENESIS.view(after, None).to_move is None


def test_the_order_of_two_tiles_decides_whether_the_second_is_placed() -> None:
    state = first_turn("GY", free="A1 B1 C1 K10")
    after, _ = GENESIS.play(state, Seat(0), GENESIS.parse(state, Seat(0), "G:K10 Y:B1"), NEVER)
    assert len(after.placements) == 2
    assert after.result is not None


def test_equal_totals_share_the_win() -> None:
    state = first_turn("GG", free="A1 A2 B1")
    after, events = GENESIS.play(state, Seat(0), Move(Tile(G, named("A1"))), NEVER)
    assert after.result is not None
    assert after.result.ranks == (1, 1)
    assert after.result.scores == ((0,), (0,))
    assert events[-1].inputs == {"winners": (0, 1), "points": 0, "reason": "genesis.no_room"}


@pytest.mark.parametrize(
    ("text", "code", "inputs"),
    [
        ("G:A11 Y:A1", "genesis.off_board", {"square": "A11"}),
        ("G:O1 Y:A1", "genesis.off_board", {"square": "O1"}),
        ("G:A0 Y:A1", "genesis.off_board", {"square": "A0"}),
        ("G:C9 Y:A1", "genesis.volcano", {"square": "C9"}),
        ("G:A1 Y:J9", "genesis.pit", {"square": "J9"}),
        ("G:A1 Y:M8", "genesis.volcano", {"square": "M8"}),
        ("G:A1 Y:N1", "genesis.beyond_river", {"square": "N1"}),
        ("G:K1 Y:A1", "genesis.taken", {"square": "K1"}),
        ("M:K1", "genesis.taken", {"square": "K1"}),
        ("G:A1 Y:A1", "genesis.same_square", {"square": "A1"}),
        ("G:A1 M:A2", "genesis.not_rolled", {"terrain": "M", "dice": "GY"}),
        ("M:A1 G:A2", "genesis.not_rolled", {"terrain": "M", "dice": "GY"}),
        ("G:A1 G:A2", "genesis.rolled_once", {"terrain": "G", "dice": "Y"}),
        ("Y:A1 Y:A2", "genesis.rolled_once", {"terrain": "Y", "dice": "G"}),
        ("P:A1 G:A2", "genesis.terrain", {"letter": "P"}),
        ("*:A1", "genesis.notation", {"text": "*:A1"}),
        ("G:A1 Y:A2 M:A3", "genesis.notation", {"text": "G:A1 Y:A2 M:A3"}),
        ("A1", "genesis.notation", {"text": "A1"}),
    ],
)
def test_a_refusal_names_the_rule(text: str, code: str, inputs: dict[str, object]) -> None:
    state = GENESIS.read_position("2/13 1 MK1 GY")
    refusal = refusal_of(state, text)
    assert (refusal.code, refusal.inputs) == (code, inputs)


def test_a_terrain_used_up_is_named() -> None:
    state = first_turn("G*", left=(0, 1, 5, 5))
    assert refusal_of(state, "G:A1").code == "genesis.none_left"
    assert refusal_of(state, "G:A1 Y:A2").code == "genesis.none_left"
    refusal = refusal_of(state, "Y:A1 Y:A2")
    assert (refusal.code, refusal.inputs) == ("genesis.one_left", {"terrain": "Y"})


def test_only_the_seat_to_move_moves_and_nobody_after_the_end() -> None:
    with pytest.raises(NotYourTurn):
        GENESIS.parse(first_turn(), Seat(1), "G:A1")
    state = first_turn("GG", free="A1 A2 B1")
    after, _ = GENESIS.play(state, Seat(0), Move(Tile(G, named("A1"))), NEVER)
    with pytest.raises(GameOver):
        GENESIS.parse(after, Seat(1), "G:A2")


@pytest.mark.parametrize(
    "text", ["G:A1 Y:B2", "g:a1 y:b2", " ga1yb2 ", "G A1, Y B2", "G-A1/Y-B2", "g a 1 y b 2", "G:A01 Y:B02"]
)
def test_moves_are_read_in_every_way_to_type_them(text: str) -> None:
    assert str(GENESIS.parse(first_turn(), Seat(0), text)) == "G:A1 Y:B2"


@settings(max_examples=60, deadline=None)
@given(
    dice=st.tuples(st.integers(0, 4), st.integers(0, 4)),
    left=st.tuples(*[st.integers(0, 2)] * 4).filter(any),
    free=st.sets(st.sampled_from(squares(BOARD.left_bank)), min_size=2, max_size=4),
)
def test_the_listed_moves_are_exactly_those_that_parse_allows(
    dice: tuple[int, int], left: tuple[int, ...], free: set[int]
) -> None:
    state = first_turn()._replace(dice=dice, free=sum(1 << square for square in free))
    state = state._replace(left=(left, *state.left[1:]))
    moves = GENESIS.moves(state, Seat(0))
    listed = list(moves)
    assert listed == [moves[index] for index in range(len(moves))] == moves[:]
    assert [moves[-1]] == listed[-1:]
    tiles = [Tile(terrain, square) for terrain in Terrain for square in sorted(free)]
    for move in [Move(tile) for tile in tiles] + [Move(one, other) for one in tiles for other in tiles]:
        try:
            assert GENESIS.parse(state, Seat(0), str(move)) == move
        except IllegalMove:
            assert move not in moves
            assert move not in listed
        else:
            assert move in moves
            assert move in listed


@settings(max_examples=4, deadline=None)
@given(seed=st.integers(0, 2**32), seats=st.integers(2, 4), tiles=st.sampled_from([13, 16]))
def test_squares_and_tiles_are_accounted_for_throughout_a_game(seed: int, seats: int, tiles: int) -> None:
    def chance(number: int) -> Chance:
        return SeededChance(seed.to_bytes(32, "big"), number)

    state, number = GENESIS.setup(GenesisOptions(tiles), seats, chance(0)), 0
    before = -1
    while GENESIS.pending(state):
        moves = GENESIS.moves(state, state.to_move)
        number += 1
        picked = moves[SeededChance(b"p" * 32, number).below(len(moves))]
        state, _ = GENESIS.play(state, state.to_move, picked, chance(number))
        used = {placed.square for placed in state.placements}
        assert len(used) == len(state.placements) > before
        before = len(used)
        assert state.free == BOARD.playable(seats) & ~sum(1 << square for square in used)
        for seat in range(seats):
            for terrain in Terrain:
                own = sum(p.seat == seat and p.terrain == terrain for p in state.placements)
                assert state.left[seat][terrain] == tiles - own >= 0
        zones = GENESIS.view(state, None).zones
        herds = [herd for zone in zones for herd in zone.herds]
        points = tuple(sum(herd.points for herd in herds if herd.seat == seat) for seat in range(seats))
        assert points == GENESIS.view(state, None).points
        assert sorted(square for zone in zones for square in zone.squares) == sorted(used)
        assert all(sorted(s for h in zone.herds for s in h.squares) == list(zone.squares) for zone in zones)
        assert sum(zone.multiplier == 3 for zone in zones) <= 1
        assert has_room(state.free) == (state.result is None)
        assert state.result is None or tuple(score for (score,) in state.result.scores) == points


@pytest.mark.parametrize(
    "text",
    [
        "",
        "1/13 0 - GY",
        "5/13 0 - GY",
        "2/14 0 - GY",
        "2/13 2 - GY",
        "2/13 0 - -",
        "2/13 0 - GR",
        "2/13 0 GA1 G",
        "2/13 0 GC9 GY",
        "2/13 0 GL1 GY",
        "2/13 0 GA1/GA1 GY",
        "2/13 0 GA1GA1 GY",
        "2/13 0 GA1GA2GA3 GY",
        "2/13 0 GA01 GY",
        "2/13 0 GA1/ GY",
    ],
)
def test_a_text_that_is_no_position_is_refused(text: str) -> None:
    with pytest.raises(BadPosition):
        GENESIS.read_position(text)


def test_greedy_beats_random_in_nine_of_ten_games() -> None:
    won = 0
    for number in range(20):
        names = ["steady", "random"] if number % 2 else ["random", "steady"]
        game = playout(GENESIS, GenesisOptions(), 2, names, match_seed(1, number))
        won += game.result.ranks[names.index("steady")] < game.result.ranks[names.index("random")]
    assert won >= 18


def test_squares_are_ranked_by_gain_and_points_are_counted_as_if_the_game_ended() -> None:
    state = GENESIS.read_position("2/13 0 GA1GB1/BA3BB3 GB")
    view = GENESIS.view(state, Seat(0))
    ranked = Land(view, Seat(0)).ranking(G, view.free)
    assert {square for _, square in ranked} == set(squares(view.free))
    assert [gain for gain, _ in ranked] == sorted((gain for gain, _ in ranked), reverse=True)
    assert name(ranked[0][1]) in ("C1", "A2", "B2")
    assert points_after(view, Seat(0), []) == (0, 0)
    assert points_after(view, Seat(0), [Tile(G, named("C1"))]) == (18, 0)
    assert points_after(view, Seat(0), [Tile(B, named("C3"))]) == (6, 12)


def test_squares_with_room_come_first_among_those_of_the_same_gain() -> None:
    """The first squares are the same for every `count`: suggestions ask for a few squares, menus for all."""
    state = GENESIS.read_position("2/13 0 GA1GB1/BA3BB3 GB")
    view = GENESIS.view(state, Seat(0))
    land = Land(view, Seat(0))
    every = land.ranking_by_room(G, view.free)
    assert sorted(every) == sorted(land.ranking(G, view.free))
    by_gain: dict[float, list[int]] = {}
    for gain, square in every:
        room = (neighbours(1 << square) & view.free).bit_count()
        by_gain.setdefault(gain, []).append(-room)
    assert list(by_gain) == sorted(by_gain, reverse=True)
    assert all(rooms == sorted(rooms) for rooms in by_gain.values())
    for count in (1, 4, 8, 40):
        assert land.ranking_by_room(G, view.free, count)[:count] == every[:count]
