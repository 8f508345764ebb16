"""What people see of a move one after the other: an assault, a reveal, the end of an Age."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import pytest

from engine.chance import SeededChance
from engine.game import Seat, Stage
from engine.genesia.combat import attack_phase
from engine.genesia.model import GenesiaOptions, Line, Phase, Stance, View
from engine.genesia.phases import age_end
from engine.genesia.rules import GENESIA
from engine.genesia.state import State
from tests.engine.genesia.genesia_fights import SHIELD, begin_attack, laid_cards, war
from tests.engine.genesia.genesia_positions import act, acts, board, chance, lay_cards, position


def stages_of(state: State, text: str, seat: int | None = None) -> Sequence[Stage]:
    """Return the stages of a move as it is typed, by default by the first seat that must decide."""
    who = GENESIA.pending(state)[0] if seat is None else Seat(seat)
    return GENESIA.stages(state, who, GENESIA.parse(state, who, text), chance(state.ply))


def told(stages: Sequence[Stage]) -> list[str]:
    """Return, stage by stage, the codes of the events that all may know."""
    return [
        " ".join([event.code.removeprefix("genesia.") for event in stage.events if event.to is None])
        for stage in stages
    ]


def views(stages: Sequence[Stage], seat: int | None = None) -> list[View]:
    return [GENESIA.view(stage.state, None if seat is None else Seat(seat)) for stage in stages]


def test_an_assault_is_named_then_clans_fall_then_the_city_is_taken() -> None:
    stages = stages_of(war("A1:4", "A4:1+"), "assault A1-A4 lose 1 siege enter 1")
    assert told(stages)[:4] == ["assault", "fought", "besieged entered", "peace"]
    named, fought, taken = (stage.state for stage in stages[:3])
    assert [board(state, 1) for state in (named, fought)] == ["A4:1+", "A4:0+"]
    assert [board(state, 0) for state in (named, fought, taken)] == ["A1:4", "A1:3", "A1:1 A4:1+"]
    arrows = [view.combat and (view.combat.source, view.combat.target) for view in views(stages[:2])]
    assert arrows == [("A1", "A4")] * 2
    assert [view.pending for view in views(stages[:-1])] == [()] * (len(stages) - 1)


def test_a_card_in_defence_is_seen_before_what_it_does() -> None:
    with laid_cards():
        state = acts(war("A1:4", "A4:2", hands=[[], [SHIELD]]), "assault A1-A4")
        stages = stages_of(state, f"card {SHIELD}")
        assert (told(stages)[0], told(stages)[1].split()[0]) == ("played", "shielded")
        (combat,) = [view.combat for view in views(stages[:1])]
        assert combat is not None
        assert combat.defence_cards == (SHIELD,)
        assert views(stages)[0].pending == ()


def test_stances_are_seen_before_what_follows_from_them() -> None:
    stages = stages_of(begin_attack("A1:5", "A4:2 B1:2"), "peace")
    assert told(stages)[:2] == ["stances peace", "cities cities"]
    for seat in (None, 0, 1):
        assert views(stages, seat)[0].stances == (Stance.PEACE, Stance.PEACE)
    assert not views(stages)[0].cities[0]
    assert views(stages)[1].cities[0]
    warlike = stages_of(begin_attack("A1:5", "A4:2"), "war")
    assert told(warlike) == ["stances"], "who attacks is asked at once"


REVEALED = {1: "0 | 0 | end: coins 2", 2: "0 | 0 | end: coins 7", 3: "4 | 0 | end: progress 3"}


def test_each_card_of_a_reveal_is_seen_then_the_discards_then_the_count() -> None:
    with lay_cards(REVEALED):
        state = age_end.begin(position("", "", hands=[[1, 9], [2]]), chance())[0]
        state = acts(state, "card 1", "end", "card 2")
        stages = stages_of(state, "end")
        assert told(stages) == ["played gained_coins", "played gained_coins", "discarded", "counted counted"]
        assert [view.coins for view in views(stages)] == [(2, 0), (2, 7), (6, 7), (6, 7)]
        assert [view.hand_sizes for view in views(stages)] == [(1, 1), (1, 0), (0, 0), (0, 0)]
        assert all(not view.pending for view in views(stages[:-1]))


@pytest.mark.parametrize("seat", [None, 1])
def test_nobody_sees_in_a_reveal_which_cards_were_put_away_before_it(seat: int | None) -> None:
    """Whether a card was discarded as a step or left in hand looks the same in every stage."""
    seen = []
    with lay_cards(REVEALED):
        for steps in (("discard 8", "discard 9", "card 1"), ("card 1", "discard 8"), ("card 1",)):
            state = age_end.begin(position("", "", hands=[[1, 8, 9], [2]]), chance())[0]
            for text in (*steps, "end"):
                state, _ = act(state, text, 0)
            state, _ = act(state, "card 2", 1)
            shown = views(stages_of(state, "end", 1), seat)
            seen.append([(view.coins, view.hand_sizes, view.played) for view in shown])
    assert seen[0] == seen[1] == seen[2]
    assert len(seen[0]) == 4


def test_a_card_that_is_paid_for_with_discards_leaves_no_debt() -> None:
    with lay_cards(REVEALED):
        state = age_end.begin(position("", "", hands=[[3, 9], []]), chance())[0]
        state = acts(state, "discard 9", "card 3")
        stages = stages_of(state, "end")
        assert told(stages) == ["played progress", "discarded", "counted counted"]
        assert [view.coins[0] for view in views(stages)] == [0, 0, 0]
        assert views(stages, 0)[0].hands[0] == (9,), "it is still in hand"
        assert views(stages, 0)[1].discards == (9,)


def test_places_are_seen_before_the_next_age_deals() -> None:
    state = age_end.begin(position("A1:2", "B1:1"), chance())[0]
    stages = stages_of(state, "place 2")
    assert told(stages) == ["placed placed order", "age"]
    first, last = views(stages)
    assert (first.age, first.phase, first.pending, last.phase) == (1, Phase.PLACE, (), Phase.DRAFT)
    assert [after - before for before, after in zip(first.coins, last.coins, strict=True)] == [15, 15]


def test_the_last_count_is_seen_before_objectives_and_winners() -> None:
    state = age_end.begin(position("A1:1", "B1:1", age=3, hands=[[1], [2]]), chance())[0]
    stages = stages_of(acts(state, "end"), "end")
    assert told(stages) == ["discarded discarded", "counted counted", "scored scored won"]
    assert [view.result is not None for view in views(stages)] == [False, False, True]


def test_a_line_has_the_stages_of_its_steps() -> None:
    state = position("A0:2", "", coins=10, phase=Phase.EXPANSION)
    stages = stages_of(state, "recruit 1 A0; move 1 A0-A1; end")
    assert told(stages) == ["recruited", "moved", "turn_ended"]


@pytest.mark.parametrize(("seats", "options"), [(1, GenesiaOptions()), (3, GenesiaOptions())])
def test_nobody_must_decide_between_two_stages(seats: int, options: GenesiaOptions) -> None:
    found = 0
    for seed in range(2):
        state = GENESIA.setup(options, seats, SeededChance(b"stages" * 6, seed))
        number = 0
        while pending := GENESIA.pending(state):
            seat, number = pending[0], number + 1
            imagine = partial(GENESIA.redeal, state, seat)
            moves = GENESIA.moves(state, seat)
            move = GENESIA.players["steady"].choose(
                GENESIA.view(state, seat), moves, imagine, SeededChance(b"steady" * 6, 1000 * seed + number)
            )
            *between, last = GENESIA.stages(
                state, seat, move, SeededChance(b"stages" * 6, 1000 * seed + number)
            )
            for stage in () if isinstance(move, Line) else between:
                found += 1
                assert GENESIA.pending(stage.state) == ()
                for each in range(seats):
                    assert not len(GENESIA.moves(stage.state, Seat(each)))
                assert attack_phase.choosers(stage.state) == ()
            state = last.state
    assert found > 5
