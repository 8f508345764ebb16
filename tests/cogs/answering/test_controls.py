"""The contents of a button's ``custom_id``."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogs.answering.controls import MARK, Control, Press, mark_of, with_mark, without_mark
from engine.game import Seat

controls = st.builds(
    Control,
    match=st.integers(0, 10**18 - 1),
    verb=st.text("abcdefghijklmnopqrstuvwxyz", min_size=1, max_size=12),
    argument=st.text(st.characters(blacklist_characters="\n\r~", codec="ascii"), max_size=60),
    asked=st.integers(0, 10**9 - 1),
    seat=st.none() | st.integers(0, 99).map(Seat),
)


@given(controls)
def test_round_trip(control: Control) -> None:
    text = str(control)
    assert Control.parse(text) == control
    assert Press.__discord_ui_compiled_template__.fullmatch(text)


@given(controls, st.text("0123456789abcdef", min_size=MARK, max_size=MARK))
def test_a_mark_means_nothing_to_a_press(control: Control, mark: str) -> None:
    text = with_mark(str(control), mark)
    assert len(text) <= 100
    assert Control.parse(text) == control
    assert Press.__discord_ui_compiled_template__.fullmatch(text)
    assert without_mark(text) == str(control)
    assert mark_of(str(control)) is None
    assert mark_of(text) == (mark if len(str(control)) <= 100 - 1 - MARK else None)


def test_a_control_fits_if_there_is_room_for_its_mark_too() -> None:
    widest = Control(10**17, "rematchrem", "x" * 47, 10**8, Seat(9))
    assert len(str(widest)) == 100 - 1 - MARK
    assert widest.fits
    assert not replace(widest, argument="x" * 48).fits


def test_the_longest_fits() -> None:
    longest = Control(10**15 - 1, "rematchrem", "0@" + "RB E11 F12"[:10], 10**6 - 1, Seat(9))
    assert len(str(longest)) <= 100


@pytest.mark.parametrize(
    "garbage",
    [
        "",
        "lt",
        "lt:::::",
        "lt:1:0:-:join",
        "lt:-1:0:-:join:",
        "lt:1:x:-:join:",
        "lt:1:0:100:join:",
        "lt:1:0:-:JOIN:",
        "lt:1:0:-:join:\n",
        "LT:1:0:-:join:",
        "xx:1:0:-:join:",
        "lt:1:0:-:go:" + "x" * 61,
        "lt:" + "9" * 19 + ":0:-:go:",
        "lt:١:0:-:go:",
    ],
)
def test_garbage_is_no_control(garbage: str) -> None:
    assert Control.parse(garbage) is None


@given(st.text(max_size=100))
def test_any_text_parses_or_not_and_never_raises(text: str) -> None:
    found = Control.parse(text)
    assert found is None or str(found) == text or text.startswith("lt:")
