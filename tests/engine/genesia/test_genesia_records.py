"""Genesia's stored games: their contents and scores; and the page that explains their notation.

Their replay to the same hashes is tested with that of all games.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

import pytest

from engine.chance import SeededChance
from engine.game import Event, Seat
from engine.genesia.model import (
    MAPS,
    ChooseStance,
    CopyTiming,
    GenesiaOptions,
    Level,
    Line,
    Move,
    Phase,
    Play,
    Stance,
    StandingOrder,
    Timing,
)
from engine.genesia.rules import GENESIA
from engine.genesia.state import State
from engine.genesia.text.move_reading import read_move
from engine.record import read, steps, verify
from tests.stranger import program as stranger

ROOT = Path(__file__).parents[3]
STORED = {path.stem: path for path in sorted((ROOT / "tests" / "records").glob("genesia-*.txt"))}
PAGE = (ROOT / "docs" / "notation.md").read_text(encoding="utf-8").partition("\n## Genesia\n")[2]


class Played(NamedTuple):
    """A step of a stored game."""

    before: State | None
    seat: Seat | None
    move: Move | None
    state: State
    events: tuple[Event, ...]


@cache
def game(name: str) -> list[Played]:
    record = read(STORED[name].read_text(encoding="utf-8"))
    before: State | None = None
    found: list[Played] = []
    for step in steps(record, GENESIA):
        move = read_move(step.line.text) if step.line.kind == "move" else None
        found.append(Played(before, step.line.seat, move, step.state, step.events))
        before = step.state
    return found


@cache
def everything() -> list[Played]:
    return [step for name in STORED for step in game(name)]


def options(name: str) -> tuple[int, GenesiaOptions]:
    state = game(name)[0].state
    return state.seats, state.options


# The final scores. A position does not hold the result: it follows from the rules, and is kept here.


SCORES: dict[str, tuple[tuple[int, ...], ...]] = {
    "genesia-1-beginner": ((64, 124),),
    "genesia-1-expert": ((12, 27),),
    "genesia-1-heroic": ((63, 161),),
    "genesia-2-greedy": ((49, 0, 13), (102, 10, 11)),
    "genesia-2-mixed-recruits": ((16, 0, 4), (147, 11, 20)),
    "genesia-2-guard": ((32, 10, 3), (54, 0, 4)),
    "genesia-2-random": ((29, 0, 0), (29, 0, 8)),
    "genesia-3-bare-age": ((21, 0, 15), (171, 0, 3), (10, 0, 5)),
    "genesia-3-decks": ((77, 10, 24), (135, 10, 16), (14, 0, 7)),
    "genesia-3-taken-back": ((97, 10, 0), (71, 10, 24), (13, 0, 2)),
    "genesia-3": ((24, 0, 11), (15, 0, 4), (114, 10, 10)),
    "genesia-4-teams": ((13, 0, 0), (13, 0, 4), (13, 0, 0), (13, 0, 4)),
    "genesia-5": ((63, 0, 9), (25, 0, 3), (46, 0, 5), (13, 0, 0), (77, 12, 26)),
}


@pytest.mark.parametrize("name", sorted({*SCORES, *STORED}))
def test_a_stored_game_is_scored_as_it_was(name: str) -> None:
    result = GENESIA.result(game(name)[-1].state)
    assert result is not None
    assert result.scores == SCORES[name]
    assert result.reason == "genesia.complete"


# The contents of the stored games.


def test_every_number_of_players_and_every_option_has_a_stored_game() -> None:
    forms = [options(name) for name in STORED]
    assert {seats for seats, _ in forms} == {1, 2, 3, 4, 5}
    assert {given.level for seats, given in forms if seats == 1} == set(Level)
    assert {given.copy_timing for _, given in forms} == set(CopyTiming)
    assert {given.objectives for _, given in forms} == {True, False}
    assert {given.attack_recruits for _, given in forms} == {True, False}
    assert any(given.teams and given.lots for _, given in forms)


def test_every_phase_and_every_kind_of_move_is_in_stored_games() -> None:
    assert {step.state.phase for step in everything()} == set(Phase)
    # Of several steps at once each is an entry of its own.
    assert {type(step.move) for step in everything() if step.move} == {*Move.__args__} - {Line}
    words = {str(step.move) for step in everything()}
    assert words >= {*Stance, *(f"order {rest}" for rest in StandingOrder)}
    assert any(" siege enter " in word for word in words)
    plays = [step.move for step in everything() if isinstance(step.move, Play)]
    assert any(play.copy is not None for play in plays)
    assert any(play.at is not None and play.start is None for play in plays)
    assert any(play.start is not None for play in plays)


def test_cards_are_played_in_every_manner_in_stored_games() -> None:
    assert {played.timing for step in everything() for played, _ in step.state.played} == set(Timing)


def test_choices_are_changed_while_others_think_in_stored_games() -> None:
    sealed = [step for step in everything() if step.before and step.seat not in GENESIA.pending(step.before)]
    changed = {step.before.phase for step in sealed if step.before and step.move}
    assert changed == {Phase.OBJECTIVE, Phase.DRAFT, Phase.STANCE, Phase.END}


def test_defenders_with_and_without_cards_are_attacked_in_stored_games() -> None:
    """A defender without cards is not asked: the next question is the attacker's."""
    after = {step.state.phase for step in everything() if str(step.move).startswith("assault")}
    assert after >= {Phase.REACTION, Phase.LOSSES}


def test_routes_cost_tolls_and_free_movements_in_stored_games() -> None:
    moved = [event.inputs for step in everything() for event in step.events if event.code == "genesia.moved"]
    assert any(inputs["tolls"] for inputs in moved)
    assert any(inputs["free"] for inputs in moved)


# The page about the notation.


def test_the_pages_position_is_one() -> None:
    (text,) = re.findall(r"^`([0-9][^`]*@[^`]*)`$", PAGE, re.MULTILINE)
    state = GENESIA.read_position(text)
    assert GENESIA.position(state) == text
    table = re.findall(r"^\| [0-9, ]+ \| `([^`]*)` \|", PAGE, re.MULTILINE)
    words = text.split()
    shown = [words[0], words[1], words[2], words[3], words[4], words[6], *words[8:]]
    assert len(words) == 16
    for written, word in zip(table, shown, strict=True):
        assert word.startswith(written.rstrip("…")), "the table takes the position apart"
        assert word == written or written.endswith("…")


def test_the_pages_moves_are_read_as_they_are_written() -> None:
    rows = re.findall(r"^\| (`[a-z][^|]*) \|", PAGE, re.MULTILINE)
    moves = [text for row in rows for text in re.findall(r"`([^`]+)`", row)]
    assert {type(read_move(text)) for text in moves} == set(Move.__args__)
    for text in moves:
        assert str(read_move(text)) == text


@pytest.mark.parametrize("seats", [1, 2, 3, 4, 5])
def test_the_page_numbers_the_island_as_the_maps_do(seats: int) -> None:
    island = [region for region in MAPS[seats].regions if region.continent is None]
    values = (15, 12, 7, 5, 1)
    cells: list[str] = []
    for value in values:
        numbers = [int(region.code[1:]) for region in island if region.value == value]
        runs = groupby(enumerate(numbers), lambda each: each[1] - each[0])
        rows = [[number for _, number in run] for _, run in runs]
        told = [f"G{row[0]}" if len(row) == 1 else f"G{row[0]}–G{row[-1]}" for row in rows]
        cells.append(", ".join(told) or "–")
    assert f"| players | {' | '.join(f'worth {value}' for value in values)} |" in PAGE
    assert f"| {seats} | {' | '.join(cells)} |" in PAGE
    assert {region.value for region in island} <= {*values}


def test_the_page_values_the_continents_as_the_maps_do() -> None:
    values = [region.value for region in MAPS[5].regions if region.continent == 0]
    assert values == [0, 1, 1, 2, 2, 2, 3, 3, 4, 4]


@pytest.mark.parametrize("name", ["genesia-3-taken-back", "genesia-5"])
def test_picks_in_order_of_preference_are_replayed_and_checked_as_those_of_one_card(name: str) -> None:
    """The first card of each list is one of another Age, which nobody can have.

    A stranger can follow it by the page alone.
    """
    text = STORED[name].read_text(encoding="utf-8")
    drawn = stranger.check(text)

    def preferring(found: re.Match[str]) -> str:
        return f"draft {(int(found[1]) + 29) % 90 + 1} {found[1]}"

    ordered, number = re.subn(r"(?<= )draft (\d+)$", preferring, text, flags=re.MULTILINE)
    assert number >= 3 * 15
    verify(read(ordered), GENESIA)
    assert stranger.check(ordered) == drawn


@pytest.mark.parametrize(
    ("name", "entry", "hash_"),
    [
        ("genesia-3", 364, "fde261f278d0f8ec9487791b6a20d44a2c73b7432cfbb4f13d9c11b4e026644e"),
        ("genesia-2-greedy", 74, "bf38b987140fa2782d50156f27c09cb34bbd4d88c9743497de35bee98fa55bb9"),
    ],
)
def test_a_list_typed_behind_a_truce_leads_where_it_led_before_a_truce_could_follow(
    name: str, entry: int, hash_: str
) -> None:
    """The hashes are those of the rules before `Campaign.truce`, which logs of that time hold."""
    after = game(name)[entry]
    assert after.move == ChooseStance(Stance.TRUCE)
    assert after.seat is not None
    move = GENESIA.parse(after.state, after.seat, "campaign A9-G5 lose 2")
    state, _ = GENESIA.play(after.state, after.seat, move, SeededChance(b"genesia", 0))
    assert GENESIA.hash(state) == hash_
