"""The reading of typed text, positions as JSON, lesson files, and positions made by playing moves."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path
from typing import Annotated

import msgspec
import pytest

from engine.game import BadPosition, GameOver, IllegalStep, NotYourTurn, Options, Seat
from engine.kit.lessons import event_goal, read
from engine.kit.options import fields_of
from engine.kit.played import play_moves
from engine.kit.positions import PositionCodec
from engine.kit.reading import no_move, words_of
from tests.newcomers.heirs.rules import HEIRS


def test_words_of_a_pending_seat_are_stripped_and_in_capitals() -> None:
    assert words_of("  take 2\n", Seat(1), (Seat(1),)) == "TAKE 2"
    assert words_of("", Seat(0), (Seat(0), Seat(2))) == ""


def test_a_seat_with_nothing_to_decide_is_refused_whatever_it_typed() -> None:
    with pytest.raises(NotYourTurn, match="not_your_turn"):
        words_of("take 2", Seat(0), (Seat(1),))
    with pytest.raises(GameOver, match="game_over"):
        words_of("take 2", Seat(0), ())


def test_the_refusal_of_a_text_repeats_its_first_forty_characters() -> None:
    refusal = no_move("duel.notation", "  " + 99 * "x")
    assert (refusal.code, refusal.inputs) == ("duel.notation", {"text": 40 * "x"})


class Phase(Enum):
    DAY = "day"
    NIGHT = "night"


@dataclass(frozen=True)
class Piece:
    seat: Seat
    square: int


@dataclass(frozen=True)
class State:
    phase: Phase
    last: Seat | None
    pieces: tuple[Piece, ...]
    hidden: frozenset[str]


STATE = State(Phase.NIGHT, None, (Piece(Seat(1), 7),), frozenset(("é", "b", "c")))
CODEC = PositionCodec(State, "toy.position", lambda state: len(state.pieces) < 3)


def test_a_written_state_is_read_as_the_same_state() -> None:
    text = CODEC.write(STATE)
    assert text == ('{"phase":"night","last":null,"pieces":[{"seat":1,"square":7}],"hidden":["b","c","é"]}')
    assert CODEC.read(text) == STATE
    other = replace(STATE, hidden=frozenset(("c", "é", "b")))
    assert CODEC.write(other) == text, "equal states give equal text"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "night",
        "{}",
        f" {CODEC.write(STATE)}",
        f"{CODEC.write(STATE)}\n",
        "[" * 100_000,
        '{"a":' * 100_000,
        "\ud800",
        CODEC.write(STATE).replace(":7", ": 7"),
        CODEC.write(STATE).replace(":7", ":7.0"),
        CODEC.write(STATE).replace(":7", ":07"),
        CODEC.write(STATE).replace(":7", ':"7"'),
        CODEC.write(STATE).replace(":7", ':7,"more":1'),
        CODEC.write(STATE).replace("night", "dusk"),
        CODEC.write(STATE).replace('"b","c"', '"c","b"'),
        CODEC.write(replace(STATE, pieces=3 * STATE.pieces)),
    ],
    ids=range(16),
)
def test_a_text_that_the_codec_would_not_write_is_refused(text: str) -> None:
    with pytest.raises(BadPosition, match=r"toy\.position"):
        CODEC.read(text)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "one | D4 | {}\ntwo | D4 | {}\n",
            r"has the lessons \['one', 'two'\], and there are goals for \['one'\]",
        ),
        ("one | D4\n", r"a line that is not: key \| example \| position"),
    ],
)
def test_a_lesson_file_that_does_not_match_its_goals_is_refused(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "lessons.txt"
    file.write_text(text)
    with pytest.raises(ValueError, match=said):
        read(file, {"one": event_goal("toy.dug")})


def test_moves_are_played_by_the_seat_that_must_decide() -> None:
    named = play_moves(HEIRS, "heir C1; heir F6;")
    assert HEIRS.pending(play_moves(HEIRS, "heir C1")) == (Seat(1),)
    assert play_moves(HEIRS, "HEIR f6", after=play_moves(HEIRS, "heir C1")) == named
    assert {play_moves(HEIRS, "", seed=seed).turn for seed in range(1, 20)} == {0, 1}
    with pytest.raises(IllegalStep, match=r"heirs\.not_yours") as refused:
        play_moves(HEIRS, "heir C1; heir C1")
    assert (refused.value.number, refused.value.step) == (2, "heir C1")


class Loose(Options, frozen=True):
    """Options with a bound on one side, and without any."""

    many: Annotated[int, msgspec.Meta(gt=0)] = 5
    few: Annotated[int, msgspec.Meta(lt=10)] = 5
    any: int = 5
    on: bool = True


def test_the_fields_of_options_have_their_bounds() -> None:
    assert [(each.name, each.least, each.most, each.kind) for each in fields_of(Loose)] == [
        ("many", 1, None, int),
        ("few", None, 9, int),
        ("any", None, None, int),
        ("on", None, None, bool),
    ]
