"""Genesia in text: moves as people type them, and the rules that refuse them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from engine.chance import SeededChance
from engine.game import BadNotation, GameOver, IllegalMove, NotYourTurn, Refusal, Seat
from engine.genesia.combat.resolution import is_pacifist, targets
from engine.genesia.model import (
    Assault,
    Back,
    Campaign,
    ChooseStance,
    Discard,
    Draft,
    End,
    GiveOrder,
    GiveWarOrder,
    KeepObjective,
    Lose,
    Move,
    Movement,
    Pass,
    Phase,
    Play,
    Recruit,
    Stance,
    StandingOrder,
    TakePlace,
    WarOrder,
)
from engine.genesia.rules import GENESIA
from engine.genesia.state import State
from engine.genesia.text.move_reading import read_move
from tests.engine.genesia.genesia_games import OPTIONS, first, one_game

# Moves


WRITTEN: list[tuple[Move, str]] = [
    (KeepObjective(4), "objective 4"),
    (Draft((12,)), "draft 12"),
    (Draft((12, 7, 30)), "draft 12 7 30"),
    (Recruit(3, "A0"), "recruit 3 A0"),
    (Movement(3, ("A0", "A1", "A3")), "move 3 A0-A1-A3"),
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
    (ChooseStance(Stance.WAR), "war"),
    (ChooseStance(Stance.PEACE), "peace"),
    (ChooseStance(Stance.TRUCE), "truce"),
    (Assault("A9", "G5"), "assault A9-G5"),
    (Pass(), "pass"),
    (Lose(2), "lose 2"),
    (Lose(2, True), "lose 2 siege"),
    (Lose(1, False, 3), "lose 1 enter 3"),
    (Lose(0, True, 1), "lose 0 siege enter 1"),
    (GiveOrder(StandingOrder.NEVER), "order never"),
    (TakePlace((2,)), "place 2"),
    (TakePlace((2, 1, 3)), "place 2 1 3"),
]


@pytest.mark.parametrize(("move", "text"), WRITTEN, ids=[text for _, text in WRITTEN])
def test_every_move_has_a_notation_that_reads_back(move: Move, text: str) -> None:
    assert str(move) == text
    assert read_move(text) == read_move(text.upper()) == read_move(f"  {text.replace(' ', '   ')} ") == move


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
        ("draft #12, #7 > 30", "draft 12 7 30"),
        ("discard # 7", "discard 7"),
        ("recruit 03 a0", "recruit 3 A0"),
        ("lose 2, siege, enter 1", "lose 2 siege enter 1"),
    ],
)
def test_case_spaces_dashes_and_number_signs_are_forgiven(typed: str, meant: str) -> None:
    assert str(read_move(typed)) == meant


@pytest.mark.parametrize(
    "typed",
    [
        *("", "anything", "card", "card twelve", "card 5 copy", "card 12 A0-A1-A2", "move 3", "move 3 A0"),
        *("move A0-A1", "recruit A0", "recruit 1000 A0", "order", "order maybe", "lose", "lose 2 enter"),
        *("lose 2 enter 1 siege", "assault A9", "war peace", "place", "draft ١٢", "discard -1", "objective"),
    ],
)
def test_text_that_is_no_move_is_bad_notation(typed: str) -> None:
    with pytest.raises(BadNotation) as raised:
        read_move(typed)
    assert raised.value.code == "genesia.notation"


def test_bad_notation_quotes_no_more_than_forty_letters() -> None:
    with pytest.raises(BadNotation) as raised:
        read_move(" x" * 500)
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
def test_a_seat_with_nothing_to_decide_is_refused_as_out_of_turn(phase: Phase) -> None:
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
        (Phase.STANCE, ["end", "card 5", "lose 1"]),
        (Phase.ASSAULT, ["draft 5", "lose 1", "end", "move 1 A0-A1"]),
        (Phase.LOSSES, ["pass", "order ask", "assault A1-A3"]),
        (Phase.END, ["recruit 1 A0", "order ask", "place 1", "pass"]),
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
def test_a_choice_that_all_have_made_is_over_for_every_seat(phase: Phase) -> None:
    state = first(phase)
    for seat in range(4):
        for text in ("draft 5", "objective 4"):
            refused = refusal(state, seat, text)
            assert (refused.code, refused.inputs["phase"]) == ("genesia.not_now", phase.value)
        code = "genesia.chosen" if phase in (Phase.ASSAULT, Phase.LOSSES) else "genesia.not_now"
        if code == "genesia.chosen" and is_pacifist(state, seat):
            code = "genesia.pacifist"  # whatever the others have chosen
        for text in ("war", "peace", "truce"):
            assert refusal(state, seat, text).code == code


@pytest.mark.parametrize("phase", [Phase.STANCE, Phase.ASSAULT, Phase.REACTION, Phase.LOSSES])
def test_a_people_bound_to_peace_is_refused_war_in_every_turn(phase: Phase) -> None:
    """Prix Nobel de la Paix: "il ne pourra participer à aucun Assaut"."""
    state = first(phase, age=3)
    bound = next(seat for seat in range(4) if seat not in GENESIA.pending(state)[:1])
    public = list(state.public)
    public[bound] = replace(public[bound], intents=(79,))
    state = replace(state, public=tuple(public))
    for text in ("war", "assault D1-D2"):
        assert refusal(state, bound, text).code == "genesia.pacifist"
    assert refusal(state, bound, "lose 1").code == "not_your_turn"
    assert refusal(state, bound, "nonsense").code == "not_your_turn"


def test_orders_are_refused_in_solo() -> None:
    assert refusal(one_game(1)[0], 0, "order never").code == "genesia.not_now"


def test_a_sealed_choice_is_changed_until_all_have_chosen_and_then_no_more() -> None:
    state = one_game(2)[0]
    mine, theirs = (GENESIA.moves(state, Seat(seat)) for seat in (0, 1))
    state, _ = GENESIA.play(state, Seat(0), mine[0], SeededChance(b"a", 1))
    assert GENESIA.pending(state) == (1,)
    assert GENESIA.parse(state, Seat(0), str(mine[1])) == mine[1]
    state, _ = GENESIA.play(state, Seat(1), theirs[0], SeededChance(b"a", 2))
    assert refusal(state, 0, str(mine[1])).code == "genesia.not_now"


# Lists of moves and readings of texts follow the same rules


def every_text(state: State, seat: Seat) -> Iterator[str]:
    """Yield every text that a seat could try in the attack phase."""
    codes = [region.code for region in GENESIA.view(state, seat).map.regions]
    yield from ("war", "peace", "truce", "pass", "end", "back")
    yield from (f"order {rest.value}" for rest in StandingOrder)
    yield from (f"stand {rest.value}" for rest in WarOrder)
    yield "campaign off"
    if state.phase is Phase.STANCE:
        yield from (f"campaign {codes[source]}-{codes[target]}" for source, target in targets(state, seat))
    ways = [f"lose {k}{s}{e}" for k in range(31) for s in ("", " siege") for e in enter_texts()]
    for source, target in ((source, target) for source in codes for target in codes):
        yield f"assault {source}-{target}"
        if _accepted(state, seat, f"assault {source}-{target}"):
            yield from (f"assault {source}-{target} {way}" for way in ways)
    yield from (f"lose {k}{s}{e}" for k in range(31) for s in ("", " siege") for e in enter_texts())
    for number in GENESIA.view(state, seat).hands[seat]:
        yield f"discard {number}"
        for copied in ("", *(f" copy {played.card}" for played in GENESIA.view(state, seat).played)):
            yield f"card {number}{copied}"
            yield from (f"card {number}{copied} {at}" for at in codes)
    yield from (f"recruit {clans} {at}" for clans in range(31) for at in codes)


def _accepted(state: State, seat: Seat, text: str) -> bool:
    try:
        GENESIA.parse(state, seat, text)
    except IllegalMove:
        return False
    return True


def enter_texts() -> list[str]:
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
    own = state.hidden[seat]
    kept: set[Move] = {GiveOrder(own.standing_order), GiveWarOrder(own.war_order), Campaign()}
    kept |= {move for move in accepted if isinstance(move, Campaign) and move.assaults}
    kept -= {Campaign()} & {*GENESIA.moves(state, seat)}
    leaps = {move for move in GENESIA.moves(state, seat) if isinstance(move, Play) and move.start}
    assert accepted - kept == set(GENESIA.moves(state, seat)) - leaps
