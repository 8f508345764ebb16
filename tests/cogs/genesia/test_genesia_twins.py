"""Nobody at a table of Genesia can tell the position from a redealt twin, by one byte of anything.

``python -m tests.contracts.leak_search`` looks through as many games as one likes, at every position.
"""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace as replaced

from cogs.genesia.face import GenesiaFace
from engine.game import Event, Seat
from engine.genesia import view as viewing
from engine.genesia.model import Phase, StandingOrder, View
from engine.genesia.phases import turns
from engine.genesia.state import State
from tests.cogs.genesia.genesia_twins import SECRETS, Tally, digest, look_through

GAMES = (0, 1, 3)
EVERY = 17
DRAWN = 0
"""The game whose pictures are drawn: between two, on the smallest map."""


@cache
def looked() -> Tally:
    tally = Tally()
    for number in GAMES:
        look_through(number, tally, EVERY)
    return tally


def test_nobody_can_tell_twins_apart_by_what_is_said() -> None:
    tally = looked()
    assert tally.texts > 5000
    assert tally.differ.total() > 0.95 * tally.looks.total(), "twins must differ for it to mean anything"


def test_every_phase_and_every_secret_was_looked_at() -> None:
    tally = looked()
    assert set(tally.positions) == {phase.value for phase in Phase}
    assert min(tally.looks.values()) >= 5
    assert set(tally.secrets) == SECRETS
    assert min(tally.secrets.values()) >= 5


def test_moves_tell_nothing_but_what_they_reveal() -> None:
    tally = looked()
    assert tally.told.total() > 300
    assert tally.untold.total() < 0.05 * tally.told.total()
    secret = {"keepobjective", "draft", "choosestance", "giveorder", "discard"}
    assert min(tally.told[kind] for kind in secret) >= 5


def test_nobody_can_tell_twins_apart_by_a_picture() -> None:
    tally = Tally()
    look_through(DRAWN, tally, every=1000, drawn=1000)
    assert set(tally.pictures) >= {
        "objective",
        "draft",
        "growth",
        "expansion",
        "stance",
        "end",
        "place",
        "over",
    }


def test_all_is_told_alike_in_every_process() -> None:
    """No text depends on the order of a set of words, which changes from process to process."""
    program = f"from tests.cogs.genesia.genesia_twins import digest; print(digest({DRAWN}, {EVERY}))"
    told = subprocess.run(
        [sys.executable, "-c", program],
        cwd=Path(__file__).parents[3],
        env={**os.environ, "PYTHONHASHSEED": "1" if os.environ.get("PYTHONHASHSEED") == "2" else "2"},
        capture_output=True,
        check=True,
        text=True,
    ).stdout
    assert told.strip() == digest(DRAWN, EVERY)


@pytest.mark.parametrize("secret", ["hand", "rest"])
def test_a_secret_in_a_view_is_found(secret: str, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = viewing.view

    def leaking(state: State, seat: Seat | None) -> View:
        other, view = state.hidden[-1], honest(state, seat)
        if secret == "hand":
            return replace(view, coins=(*view.coins[:-1], other.hand % 97))
        return replace(view, can_take_back=other.standing_order is StandingOrder.ASK)

    monkeypatch.setattr(viewing, "view", leaking)
    with pytest.raises(AssertionError, match="seat"):
        look_through(1, Tally(), EVERY)


def test_an_order_of_a_set_in_a_text_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def disordered(face: object, mine: object, view: View) -> str:
        return f"{list(view.cities[0])}"

    monkeypatch.setattr(GenesiaFace, "announce", disordered)
    with pytest.raises(AssertionError, match="order of a set"):
        look_through(1, Tally(), EVERY)


def test_a_secret_in_the_news_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """An event that only its owner may know is told to all."""
    honest = turns.own_event

    def aloud(state: State, code: str, people: int, **inputs: Any) -> Event:
        return replaced(honest(state, code, people, **inputs), to=None)

    monkeypatch.setattr(turns, "own_event", aloud)
    with pytest.raises(AssertionError, match="news of"):
        look_through(1, Tally(), 5)
