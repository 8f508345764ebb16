"""Genesia in text: moves as people type them, positions read and refused."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import chain

import pytest
from msgspec.structs import replace

from engine.chance import SeededChance
from engine.game import BadNotation, BadPosition, GameOver, IllegalMove, NotYourTurn, Refusal, Seat
from engine.genesia.model import (
    Aim,
    Assault,
    Back,
    CopyTiming,
    Discard,
    Draft,
    End,
    GenesiaOptions,
    Level,
    Lose,
    March,
    Move,
    Order,
    Pass,
    Phase,
    Play,
    Recruit,
    Rest,
    Seek,
    Stance,
    Stand,
)
from engine.genesia.rules import GENESIA
from engine.genesia.spelling import read
from engine.genesia.state import State

OPTIONS = {
    1: GenesiaOptions(level=Level.HEROIC),
    2: GenesiaOptions(lots="RB/VG/YR", attack_recruits=True),
    3: GenesiaOptions(teams="ABA", copy_timing=CopyTiming.AGE),
    4: GenesiaOptions(objectives=False, attack_recruits=True),
    5: GenesiaOptions(),
}


def game_from(seats: int, seed: int = 1) -> Iterator[tuple[State, Seat | None, Move | None]]:
    """Every state of a random game, with the move that led to it; now and then a sealed choice is changed."""
    picks = random.Random(seed)
    state = GENESIA.setup(OPTIONS[seats], seats, SeededChance(b"text", 0))
    yield state, None, None
    while pending := GENESIA.pending(state):
        seat = picks.choice(pending)
        if state.phase in (Phase.OBJECTIVE, Phase.DRAFT, Phase.STANCE) and picks.random() < 0.1:
            seat = picks.choice([Seat(s) for s in range(seats) if GENESIA.moves(state, Seat(s))])
        moves = GENESIA.moves(state, seat)
        move = moves[picks.randrange(len(moves))]
        state, _ = GENESIA.play(state, seat, move, SeededChance(b"text", state.step + 1))
        yield state, seat, move


@cache
def one_game(seats: int) -> list[State]:
    return [state for state, *_ in game_from(seats)]


@cache
def first(phase: Phase, *, age: int = 1, seats: int = 4) -> State:
    """The first position of that phase in random games."""
    games = chain.from_iterable(game_from(seats, seed) for seed in range(1, 60))
    return next(state for state, *_ in games if state.phase is phase and state.age >= age)


# Moves


WRITTEN: list[tuple[Move, str]] = [
    (Aim(4), "objective 4"),
    (Draft(12), "draft 12"),
    (Recruit(3, "A0"), "recruit 3 A0"),
    (March(3, ("A0", "A1", "A3")), "move 3 A0-A1-A3"),
    (Play(12), "card 12"),
    (Play(12, at="A3"), "card 12 A3"),
    (Play(69, at="G3", start="A0"), "card 69 A0-G3"),
    (Play(69, at="G3", start="A0", clans=2), "card 69 A0-G3 x2"),
    (Play(17, copy=69, at="A3", start="G12", clans=10), "card 17 copy 69 G12-A3 x10"),
    (Play(17, copy=5), "card 17 copy 5"),
    (Play(17, copy=5, at="A3"), "card 17 copy 5 A3"),
    (Play(17, copy=69, at="A3", start="G12"), "card 17 copy 69 G12-A3"),
    (Discard(12), "discard 12"),
    (Back(), "back"),
    (End(), "end"),
    (Stance(Stand.WAR), "war"),
    (Stance(Stand.PEACE), "peace"),
    (Stance(Stand.TRUCE), "truce"),
    (Assault("A9", "G5"), "assault A9-G5"),
    (Pass(), "pass"),
    (Lose(2), "lose 2"),
    (Lose(2, True), "lose 2 siege"),
    (Lose(1, False, 3), "lose 1 enter 3"),
    (Lose(0, True, 1), "lose 0 siege enter 1"),
    (Order(Rest.NEVER), "order never"),
    (Seek(2), "place 2"),
]


@pytest.mark.parametrize(("move", "text"), WRITTEN, ids=[text for _, text in WRITTEN])
def test_every_move_has_a_notation_that_reads_back(move: Move, text: str) -> None:
    assert str(move) == text
    assert read(text) == read(text.upper()) == read(f"  {text.replace(' ', '   ')} ") == move


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("move 3 a0 a1 a3", "move 3 A0-A1-A3"),
        ("MOVE 3: A0>A1>A3", "move 3 A0-A1-A3"),
        ("move 3 A0 -> A1 → A3", "move 3 A0-A1-A3"),
        ("move3 a0,a1", "move 3 A0-A1"),
        ("move 2 A00-G05", "move 2 A0-G5"),
        ("assault a9 g5", "assault A9-G5"),
        ("assault A9>G5", "assault A9-G5"),
        ("assault A9 – G5", "assault A9-G5"),
        ("card #12", "card 12"),
        ("card #12 copy #5 a3", "card 12 copy 5 A3"),
        ("card 69 a0>g3", "card 69 A0-G3"),
        ("card 69 a0 g3 X 2", "card 69 A0-G3 x2"),
        ("card 69 a0→g3, ×02", "card 69 A0-G3 x2"),
        ("draft#7", "draft 7"),
        ("discard # 7", "discard 7"),
        ("recruit 03 a0", "recruit 3 A0"),
        ("lose 2, siege, enter 1", "lose 2 siege enter 1"),
    ],
)
def test_case_spaces_dashes_and_number_signs_are_forgiven(typed: str, meant: str) -> None:
    assert str(read(typed)) == meant


@pytest.mark.parametrize(
    "typed",
    [
        *("", "anything", "card", "card twelve", "card 5 copy", "card 12 A0-A1-A2", "move 3", "move 3 A0"),
        *("move A0-A1", "recruit A0", "recruit 1000 A0", "order", "order maybe", "lose", "lose 2 enter"),
        *("lose 2 enter 1 siege", "assault A9", "war peace", "place", "draft ١٢", "discard -1", "objective"),
    ],
)
def test_what_is_no_move_is_bad_notation(typed: str) -> None:
    with pytest.raises(BadNotation) as raised:
        read(typed)
    assert raised.value.code == "genesia.notation"


def test_bad_notation_quotes_no_more_than_forty_letters() -> None:
    with pytest.raises(BadNotation) as raised:
        read(" x" * 500)
    assert len(str(raised.value.inputs["text"])) <= 40


@pytest.mark.parametrize("seats", OPTIONS)
def test_every_legal_move_of_a_game_reads_as_it_is_written(seats: int) -> None:
    for number, state in enumerate(one_game(seats)):
        for seat in GENESIA.pending(state):
            moves = GENESIA.moves(state, seat)
            for move in {moves[0], moves[number % len(moves)], moves[-1]}:
                assert GENESIA.parse(state, seat, str(move)) == move
                assert GENESIA.parse(state, seat, f" {str(move).lower()} ") == move


def refusal(state: State, seat: int, text: str) -> Refusal:
    with pytest.raises(Refusal) as raised:
        GENESIA.parse(state, Seat(seat), text)
    return raised.value


def test_nobody_moves_when_the_game_is_over() -> None:
    over = one_game(2)[-1]
    assert isinstance(refusal(over, 0, "end"), GameOver)


@pytest.mark.parametrize("phase", [Phase.GROWTH, Phase.EXPANSION, Phase.ASSAULT, Phase.LOSSES, Phase.PLACE])
def test_who_has_nothing_to_decide_is_told_so(phase: Phase) -> None:
    state = first(phase)
    (seat,) = GENESIA.pending(state)
    for other in {0, 1, 2, 3} - {seat}:
        assert isinstance(refusal(state, other, "end"), NotYourTurn)


@pytest.mark.parametrize(
    ("phase", "texts"),
    [
        (Phase.OBJECTIVE, ["draft 5", "war", "end", "order never"]),
        (Phase.DRAFT, ["objective 4", "card 5", "order city"]),
        (Phase.GROWTH, ["move 1 A0-A1", "war", "pass", "assault A1-A3", "lose 1", "place 1"]),
        (Phase.EXPANSION, ["draft 5", "peace", "pass"]),
        (Phase.STANCE, ["end", "card 5", "assault A1-A3"]),
        (Phase.ASSAULT, ["draft 5", "lose 1", "end", "move 1 A0-A1"]),
        (Phase.LOSSES, ["pass", "order ask", "assault A1-A3"]),
        (Phase.END, ["recruit 1 A0", "order ask", "back", "pass"]),
        (Phase.PLACE, ["end", "discard 5"]),
    ],
)
def test_a_move_of_another_phase_is_refused_by_name(phase: Phase, texts: list[str]) -> None:
    state = first(phase, seats=2 if phase is Phase.OBJECTIVE else 4)
    for text in texts:
        refused = refusal(state, GENESIA.pending(state)[0], text)
        assert isinstance(refused, IllegalMove)
        assert refused.code == "genesia.not_now"
        assert refused.inputs == {"what": text.split()[0], "phase": phase.value}


@pytest.mark.parametrize("phase", [Phase.GROWTH, Phase.EXPANSION, Phase.ASSAULT, Phase.LOSSES, Phase.PLACE])
def test_a_choice_that_all_have_made_is_over_for_everybody_whoevers_turn_it_is(phase: Phase) -> None:
    state = first(phase)
    for seat in range(4):
        for text in ("draft 5", "objective 4"):
            refused = refusal(state, seat, text)
            assert (refused.code, refused.inputs["phase"]) == ("genesia.not_now", phase.value)
        code = "genesia.chosen" if phase in (Phase.ASSAULT, Phase.LOSSES) else "genesia.not_now"
        for text in ("war", "peace", "truce"):
            assert refusal(state, seat, text).code == code


@pytest.mark.parametrize("phase", [Phase.STANCE, Phase.ASSAULT, Phase.REACTION, Phase.LOSSES])
def test_who_is_bound_to_peace_is_told_so_whoevers_turn_it_is(phase: Phase) -> None:
    """Prix Nobel de la Paix: "il ne pourra participer à aucun Assaut"."""
    state = first(phase, age=3)
    bound = next(seat for seat in range(4) if seat not in GENESIA.pending(state)[:1])
    goods = list(state.goods)
    goods[bound] = replace(goods[bound], intents=(79,))
    state = replace(state, goods=tuple(goods))
    for text in ("war", "assault D1-D2"):
        assert refusal(state, bound, text).code == "genesia.pacifist"
    assert refusal(state, bound, "lose 1").code == "not_your_turn"
    assert refusal(state, bound, "nonsense").code == "not_your_turn"


def test_in_solo_there_is_nobody_to_give_orders_about() -> None:
    assert refusal(one_game(1)[0], 0, "order never").code == "genesia.not_now"


def test_a_sealed_choice_is_changed_until_all_have_chosen_and_then_no_more() -> None:
    state = one_game(2)[0]
    mine, theirs = (GENESIA.moves(state, Seat(seat)) for seat in (0, 1))
    state, _ = GENESIA.play(state, Seat(0), mine[0], SeededChance(b"a", 1))
    assert GENESIA.pending(state) == (1,)
    assert GENESIA.parse(state, Seat(0), str(mine[1])) == mine[1]
    state, _ = GENESIA.play(state, Seat(1), theirs[0], SeededChance(b"a", 2))
    assert refusal(state, 0, str(mine[1])).code == "genesia.not_now"


# Positions


@pytest.mark.parametrize("seats", OPTIONS)
def test_every_position_of_a_game_reads_as_it_is_written(seats: int) -> None:
    texts: set[str] = set()
    for state in one_game(seats):
        text = GENESIA.position(state)
        assert "\n" not in text
        again = GENESIA.read_position(f" {text}\n")
        assert again == state
        assert hash(again) == hash(state)
        texts.add(text)
    assert len(texts) == len(one_game(seats)), "every move changes the position"


def test_a_solo_game_has_no_attack_phase() -> None:
    phases = {state.phase for state in one_game(1)}
    assert phases == {Phase.GROWTH, Phase.EXPANSION, Phase.END, Phase.OVER}


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_redealt_twins_are_positions_too(seats: int) -> None:
    for state in one_game(seats)[::7]:
        for viewer in (None, Seat(0)):
            twin = GENESIA.redeal(state, viewer, SeededChance(b"twin", state.step))
            assert GENESIA.read_position(GENESIA.position(twin)) == twin


def refused(text: str) -> bool:
    try:
        GENESIA.read_position(text)
    except BadPosition as raised:
        return raised.code == "genesia.position" and all(len(str(v)) <= 60 for v in raised.inputs.values())
    return False


@pytest.mark.parametrize(
    "text",
    [
        *("", "-", "nonsense", "2", "0 1:growth", "2:lots=RB/VG 1:growth", "\x00", "é" * 30),
        *("9 " * 40, "2 " * 5000, "2 1:growth AB@0 0 " + "-/0/0,2,0/-/-/-/0/0/0 " * 2 + "- - 0,0 -"),
    ],
)
def test_text_that_is_no_position_is_refused(text: str) -> None:
    assert refused(text)


def growth() -> list[str]:
    """The words of a position in growth of Age II, for two."""
    state = first(Phase.GROWTH, age=2, seats=2)
    return GENESIA.position(state).split(" ")


SEATS, AGE, ORDER, STEP, GOODS, HIDDEN, FRAY, PLAYED, TURNS, UNDO, DONE, PLACES, ASIDE, STAMPS = (
    *(0, 1, 2, 3, 4, 6),
    *(8, 9, 10, 11, 12, 13, 14, 15),
)


def test_words_are_where_these_tests_look_for_them() -> None:
    assert not refused(" ".join(growth()))
    assert len(growth()) == STAMPS + 1


def with_part(words: list[str], word: int, part: int, text: str) -> str:
    parts = words[word].split("/")
    parts[part] = text
    return " ".join([*words[:word], "/".join(parts), *words[word + 1 :]])


@pytest.mark.parametrize(
    ("word", "part", "text"),
    [
        (GOODS, 0, "A0:31"),
        (GOODS, 0, "A0:16,A1:15"),
        (GOODS, 0, "A0:-1"),
        (GOODS, 0, "A0:0"),
        (GOODS, 0, "Z0:1"),
        (GOODS, 0, "A1:1,A0:1"),
        (GOODS, 0, "A0:1,A0:2"),
        (GOODS, 0, ",".join(f"{a}{n}:0+" for a in "AB" for n in range(10)) + ",G0:0+"),
        (GOODS, 1, "-1"),
        (GOODS, 1, "1000000"),
        (GOODS, 1, "1.5"),
        (GOODS, 2, "0,7,0"),
        (GOODS, 2, "-1,2,0"),
        (GOODS, 2, "0,2,2"),
        (GOODS, 2, "0,2"),
        (GOODS, 3, "91"),
        (GOODS, 3, "3"),
        (GOODS, 3, "5,5"),
        (GOODS, 4, "79"),
        (GOODS, 5, "-"),
        (GOODS, 5, "1,2"),
        (GOODS, 5, "-3"),
        (GOODS, 7, "1"),
        (GOODS, 8, "99999"),
        (HIDDEN, 0, "-"),
        (HIDDEN, 0, "31,31"),
        (HIDDEN, 0, "1,2,3,4,5"),
        (HIDDEN, 0, "91"),
        (HIDDEN, 1, "31"),
        (HIDDEN, 2, "31"),
        (HIDDEN, 3, "-"),
        (HIDDEN, 4, "1,2"),
        (HIDDEN, 5, "-"),
        (HIDDEN, 5, "13"),
        (HIDDEN, 6, "war"),
        (HIDDEN, 7, "1"),
        (HIDDEN, 8, "perhaps"),
    ],
)
def test_broken_sums_and_cards_are_refused(word: int, part: int, text: str) -> None:
    assert refused(with_part(growth(), word, part, text))


@pytest.mark.parametrize(
    ("word", "text"),
    [
        (SEATS, "3"),
        (SEATS, "6"),
        (SEATS, "2:teams=AB,teams=AB"),
        (SEATS, "2:level=easy"),
        (SEATS, "2:lots=XX/XX/XX"),
        (SEATS, "2:nonsense=1"),
        (AGE, "0:growth"),
        (AGE, "4:growth"),
        (AGE, "3:growth"),
        (AGE, "2:draft"),
        (AGE, "2:objective"),
        (AGE, "2:stance"),
        (AGE, "2:assault"),
        (AGE, "2:reaction"),
        (AGE, "2:losses"),
        (AGE, "2:end"),
        (AGE, "2:place"),
        (AGE, "2:over"),
        (AGE, "2:winter"),
        (ORDER, "AA@0"),
        (ORDER, "A@0"),
        (ORDER, "ABC@0"),
        (ORDER, "AB@2"),
        (STEP, "-1"),
        (STEP, "3"),
        (FRAY, "1:1:--/-/-"),
        (FRAY, "1:1:WP/A/A:--:-:-:0"),
        (PLAYED, "31A:growth:growth@1"),
        (PLAYED, "31A:defence:growth@1"),
        (TURNS, "0"),
        (TURNS, "0,99999"),
        (UNDO, "recruit_1_A0:2:0:A0@0"),
        (UNDO, "end:0:0:-"),
        (UNDO, "discard_99:-4:0:-"),
        (UNDO, "move_1_A0-Q1:1:0:A0@0"),
        (UNDO, "recruit_x:2:0:-"),
        (DONE, "A"),
        (PLACES, "AB/.."),
        (ASIDE, "-"),
        (ASIDE, "1,2,3,4,5,6,7,8,9,10,11,12"),
        (STAMPS, "A0@99999"),
        (STAMPS, "A0@0"),
        (STAMPS, "-"),
    ],
)
def test_what_does_not_fit_the_phase_is_refused(word: int, text: str) -> None:
    words = growth()
    words[word] = text
    assert refused(" ".join(words))


def test_two_holders_of_a_region_are_refused_but_in_a_home_land() -> None:
    words = growth()
    words[GOODS + 1] = words[GOODS + 1].replace(words[GOODS + 1].split("/")[0], "B0:1", 1)
    words[STAMPS] = "A0@1,A1@1,B0@1"
    assert not refused(with_part(words, GOODS, 0, "A0:2,B0:1"))
    words[GOODS + 1] = words[GOODS + 1].replace("B0:1", "A1:1,B0:1")
    assert refused(with_part(words, GOODS, 0, "A1:2"))


def test_words_left_over_are_refused() -> None:
    assert refused(" ".join([*growth(), "-"]))
    assert refused(" ".join(growth()[:-1]))


def test_a_result_is_counted_not_written() -> None:
    over = one_game(3)[-1]
    again = GENESIA.read_position(GENESIA.position(over))
    assert again.result == over.result
    assert over.result is not None


def reaction() -> list[str]:
    """The words of a position in which the defender is asked, for two."""
    return GENESIA.position(first(Phase.REACTION, seats=2)).split(" ")


def fight(words: list[str]) -> list[str]:
    """Stances, who still attacks, attacker, regions, its cards, the defender's, whether that has reacted."""
    stances, waiting, fighting = words[FRAY].split("/")
    return [stances, waiting, *fighting.split(":")]


def with_fight(words: list[str], part: int, text: str) -> str:
    parts = fight(words)
    parts[part] = text
    words[FRAY] = "/".join([*parts[:2], ":".join(parts[2:])])
    return " ".join(words)


def test_an_assault_under_way_is_read_back() -> None:
    words = reaction()
    assert not refused(with_fight(words, 0, fight(words)[0]))


@pytest.mark.parametrize(
    ("part", "text"),
    [
        (0, "1:1:PP"),
        (0, "1:1:--"),
        (0, "0:0:WW"),
        (0, "1:1:WWW"),
        (0, "1:WW"),
        (0, "99999:1:WW"),
        (0, "1:2:WW"),
        (0, "40:31:WW"),
        (0, "1:-1:WW"),
        (1, "-"),
        (1, "AA"),
        (1, "C"),
        (2, "C"),
        (2, "-"),
        (3, "--"),
        (3, "A0-B0-A"),
        (3, "A0-B0-B"),
        (3, "A0-A0-A"),
        (3, "Q1-B1-B"),
        (3, "G0-G1-E"),
        (4, "91"),
        (4, "5"),
        (5, "5"),
        (6, "1"),
        (6, "2"),
    ],
)
def test_a_broken_assault_is_refused(part: int, text: str) -> None:
    assert refused(with_fight(reaction(), part, text))


def test_a_round_without_losses_so_far_is_one_and_a_first_assault_has_lost_nothing() -> None:
    words = with_fight(reaction(), 0, "1:1:WW").split(" ")
    both = fight(words)[2] + "AB".replace(fight(words)[2], "")
    words[ORDER] = f"{both}@0"
    assert not refused(with_fight(words, 1, both))
    assert refused(with_fight(words, 0, "1:0:WW"))
    stance = GENESIA.position(first(Phase.STANCE, seats=2)).split(" ")
    assert refused(" ".join([*stance[:FRAY], stance[FRAY].replace(":1:", ":0:"), *stance[FRAY + 1 :]]))


def test_the_attacker_is_another_than_the_defender() -> None:
    words = reaction()
    _, waiting, attacker, *_ = fight(words)
    other = "AB".replace(attacker, "")
    assert waiting.startswith(attacker)
    assert refused(with_fight(words, 2, other))


# Listing and reading follow the same rules


def every_text(state: State, seat: Seat) -> Iterator[str]:
    """Whatever somebody could try in the attack phase."""
    codes = [region.code for region in GENESIA.view(state, seat).map.regions]
    yield from ("war", "peace", "truce", "pass", "end", "back")
    yield from (f"order {rest.value}" for rest in Rest)
    yield from (f"assault {source}-{target}" for source in codes for target in codes)
    yield from (f"lose {k}{s}{e}" for k in range(31) for s in ("", " siege") for e in enters())
    for number in GENESIA.view(state, seat).hands[seat]:
        yield f"discard {number}"
        for copied in ("", *(f" copy {pick.card}" for pick in GENESIA.view(state, seat).played)):
            yield f"card {number}{copied}"
            yield from (f"card {number}{copied} {at}" for at in codes)
    yield from (f"recruit {clans} {at}" for clans in range(31) for at in codes)


def enters() -> list[str]:
    return ["", *(f" enter {clans}" for clans in range(1, 31))]


@pytest.mark.parametrize("phase", [Phase.STANCE, Phase.ASSAULT, Phase.REACTION, Phase.LOSSES])
@pytest.mark.parametrize("seats", [2, 4])
def test_listed_moves_are_exactly_those_the_rules_accept(phase: Phase, seats: int) -> None:
    state = first(phase, seats=seats)
    seat = GENESIA.pending(state)[0]
    accepted: set[Move] = set()
    for text in every_text(state, seat):
        try:
            accepted.add(GENESIA.parse(state, seat, text))
        except IllegalMove:
            continue
    kept = Order(state.hidden[seat].rest)
    leaps = {move for move in GENESIA.moves(state, seat) if isinstance(move, Play) and move.start}
    assert accepted - {kept} == set(GENESIA.moves(state, seat)) - leaps
