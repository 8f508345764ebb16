"""Genesia's turn in one line: it equals its steps, all or nothing, and is previewed before it counts."""

from __future__ import annotations

from typing import Any

import pytest

from engine.chance import SeededChance
from engine.game import IllegalMove, IllegalStep, Seat
from engine.genesia.model import Line, Phase
from engine.genesia.rules import GENESIA
from engine.genesia.state import State
from engine.genesia.text.move_reading import pack_line, read_move
from tests.engine.genesia.genesia_positions import act, acts, lay_cards, position

FIRST = Seat(0)


def expansion(*boards: str, **rest: Any) -> State:
    return position(*boards, phase=Phase.EXPANSION, **rest)


def refused_step(state: State, text: str) -> tuple[str, int, str]:
    """Return the step that is refused, and the reason."""
    with pytest.raises(IllegalStep) as caught:
        GENESIA.parse(state, FIRST, text)
    return caught.value.code, caught.value.number, caught.value.step


@pytest.mark.parametrize("end", ["", "; end"])
def test_a_line_leads_where_its_steps_lead(end: str) -> None:
    state = expansion("A0:3", "A3:1", coins=(30, 0), hands=((3, 5), ()))
    line = f"recruit 2 A0; move 2 A0-A1; move 3 A0-A1-A3-A6; discard 5{end}"
    with lay_cards({3: "0 | 0 | expansion: moves 2"}):
        after, events = act(state, f"card 3; {line}")
        steps = acts(state, "card 3", *line.split("; "))
    assert after == steps
    assert [each.code for each in events if each.to is None][-1] == (
        "genesia.turn_ended" if end else "genesia.discarded"
    )


def test_after_a_line_its_steps_can_be_taken_back_one_by_one() -> None:
    state = acts(expansion("A0:3", "", coins=15), "recruit 2 A0; move 2 A0-A1", "back")
    assert state.public[0].coins == 11
    assert acts(state, "back").public[0].coins == 15


@pytest.mark.parametrize(
    ("line", "code", "number", "step"),
    [
        ("recruit 2 A0; move 9 A0-A1; end", "genesia.no_clans", 2, "move 9 A0-A1"),
        ("recruit 7 A0; recruit 2 A0", "genesia.coins", 2, "recruit 2 A0"),
        ("end; recruit 1 A0", "genesia.line_ended", 2, "recruit 1 A0"),
        ("recruit 1 A0; hop", "genesia.notation", 2, "hop"),
        ("recruit 1 A0; back", "genesia.not_in_line", 2, "back"),
        ("order never; end", "genesia.not_in_line", 1, "order never"),
        ("card 7; end", "genesia.not_in_hand", 1, "card 7"),
    ],
)
def test_one_wrong_step_refuses_the_line_and_is_named(line: str, code: str, number: int, step: str) -> None:
    assert refused_step(expansion("A0:3", "", coins=15), line) == (code, number, step)


def test_a_line_belongs_to_growth_and_expansion() -> None:
    with pytest.raises(IllegalMove) as caught:
        GENESIA.parse(position("A0:3", "", phase=Phase.END, hands=((3,), (4,))), FIRST, "discard 3; end")
    assert caught.value.code == "genesia.not_now"
    assert refused_step(position("A0:3", "", coins=9), "recruit 1 A0; move 1 A0-A1")[0] == "genesia.not_now"


def test_lines_are_as_long_as_twelve_steps() -> None:
    with pytest.raises(IllegalMove) as caught:
        read_move("; ".join(["recruit 1 A0"] * 13))
    assert caught.value.code == "genesia.line_long"


@pytest.mark.parametrize(
    ("typed", "packed"),
    [
        ("card 3; recruit 2 A0; move 2 A0-A1; end", "c3;r2A0;m2A0-A1;e"),
        ("C 3 ;R2 a0;\nM 2 a0 a1;E;", "c3;r2A0;m2A0-A1;e"),
        ("card 14 A2-G7 x1; card 24 copy 5 A3; discard 12", "c14 A2-G7 x1;c24 copy 5 A3;d12"),
    ],
)
def test_a_line_goes_into_a_button_and_out_of_it(typed: str, packed: str) -> None:
    move = read_move(typed)
    assert isinstance(move, Line)
    assert pack_line(move) == packed
    assert read_move(packed) == read_move(str(move)) == move


@pytest.mark.parametrize("typed", ["C3", "e", "r2A0", "d5"])
def test_a_letter_alone_is_no_move(typed: str) -> None:
    with pytest.raises(IllegalMove) as caught:
        read_move(typed)
    assert caught.value.code == "genesia.notation"


def test_a_line_is_foreseen_up_to_its_end() -> None:
    state = expansion("A0:3", "A3:1", coins=(15, 0), order="BA", turn=1)
    move = GENESIA.parse(state, FIRST, "recruit 1 A0; move 1 A0-A1-A3-A6; end")
    ahead = GENESIA.foresee(state, FIRST, move)
    assert [each.step for each in ahead] == ["recruit 1 A0", "move 1 A0-A1-A3-A6"]
    assert [each.state.public[0].coins for each in ahead] == [13, 9]
    assert ahead[-1].state.phase is Phase.EXPANSION, "the attack phase that follows is not foreseen"


def test_foreseen_steps_show_no_secret() -> None:
    state = expansion("A0:3", "A3:1", coins=(15, 9), hands=((3, 5), (7, 9)))
    with lay_cards({3: "0 | 0 | expansion: coins 2, tribute 2"}):
        move = GENESIA.parse(state, FIRST, "card 3; move 1 A0-A1; end")
        twin = GENESIA.redeal(state, FIRST, SeededChance(b"twin", 1))
        assert twin.hidden != state.hidden
        for real, other in zip(
            GENESIA.foresee(state, FIRST, move), GENESIA.foresee(twin, FIRST, move), strict=True
        ):
            assert repr(GENESIA.view(real.state, FIRST)) == repr(GENESIA.view(other.state, FIRST))
            assert real.events == other.events
