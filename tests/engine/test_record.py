"""Records: text and back, replay, verification, and every kind of damage. Stored games replay for ever."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.chance import DrawnChance
from engine.game import AnyGame, Seat
from engine.games import GAMES
from engine.genial import GENIAL
from engine.genial.model import GenialOptions
from engine.record import BadRecord, Line, Record, read, replay, steps, verify, write
from engine.selfplay import playout
from tests.contracts.cases import CASES, EVERY, REGISTERED, Case
from tests.kept import KEPT

STORED = sorted((Path(__file__).parents[1] / "records").glob("*.txt"))


def recorded(case: Case = CASES[0], players: str = "random", seed: int = 5) -> Record:
    names = [players] * case.seats
    played = playout(case.game, case.options, case.seats, names, bytes([seed]) * 32, record=True)
    assert played.record is not None
    return played.record


RECORD = recorded()
TEXT = write(RECORD)


def wrong(text: str, check: Callable[[Record, AnyGame], Any] = replay) -> BadRecord:
    def checked() -> None:
        check(read(text), GENIAL)

    with pytest.raises(BadRecord) as caught:
        checked()
    return caught.value


# Stored games. They were played once and stay as they are: their hashes are what rules version 1 means.


@pytest.mark.parametrize("path", STORED, ids=lambda path: path.stem)
def test_stored_games_replay_to_the_same_hashes_for_ever(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    record = read(text)
    game = GAMES[record.game]
    final = replay(record, game)
    assert game.result(final) is not None
    assert verify(record, game) == final
    assert write(record).partition("\n")[2] == text.partition("\n")[2], "but for the version of the format"


KEPT_BY = "`kept` in tests/games/<key>.py names them, `python -m tests.kept <key>` plays and writes them"


def test_every_form_of_every_game_has_a_stored_game() -> None:
    stored = [read(path.read_text(encoding="utf-8")) for path in STORED]
    forms = {(record.game, len(record.seats), str(record.options.get("form"))) for record in stored}
    cases = [case for game in REGISTERED for case in game.cases]
    wanted = {(each.key, each.seats, str(getattr(each.options, "form", None))) for each in cases}
    assert wanted - forms == set(), f"no game of these forms is kept: {KEPT_BY}"
    texts = {line.text for record in stored for line in record.lines}
    assert {"swap", "keep"} <= texts
    kinds = {line.kind for record in stored for line in record.lines}
    assert kinds == {"start", "move", "seat", "host", "undo", "fresh"}


def test_the_stored_games_are_those_that_can_be_played_anew() -> None:
    assert {kept.name for kept in KEPT} == {path.stem for path in STORED}, KEPT_BY
    for kept in KEPT:
        record = read((STORED[0].parent / f"{kept.name}.txt").read_text(encoding="utf-8"))
        assert record.game == kept.key
        assert record.options == msgspec.to_builtins(kept.options)


# Writing and reading.


@EVERY
def test_a_record_is_read_as_it_is_written(case: Case) -> None:
    record = recorded(case, "steady")
    assert read(write(record)) == record
    game = case.game
    assert game.result(verify(record, game)) == game.result(replay(record, game)) is not None


def test_line_ends_and_marks_of_other_systems_do_not_matter() -> None:
    assert read("\ufeff" + TEXT.replace("\n", "\r\n")) == RECORD


def test_a_change_of_seat_is_an_entry_that_leaves_the_position() -> None:
    at = datetime(2026, 1, 1, tzinfo=UTC)
    last = RECORD.lines[3]
    line = Line(4, "seat", Seat(1), "steady", (), at, last.hash)
    record = replace(RECORD, lines=(*RECORD.lines[:4], line))
    assert read(write(record)) == record
    assert GENIAL.hash(replay(record, GENIAL)) == last.hash


def with_line(kind: str, seat: int | None, text: str, drawn: tuple[int, ...] = ()) -> Record:
    """The first entries of the record, and one more that leaves the position as it is."""
    at, last = datetime(2026, 1, 1, tzinfo=UTC), RECORD.lines[3]
    line = Line(4, kind, None if seat is None else Seat(seat), text, drawn, at, last.hash)
    return replace(RECORD, lines=(*RECORD.lines[:4], line))


@pytest.mark.parametrize(
    ("kind", "seat", "text"),
    [
        ("seat", 1, "steward"),
        ("seat", 1, "return"),
        ("seat", 0, "substitute"),
        ("seat", 1, "resigned"),
        ("host", None, "time"),
        ("host", 1, "replace"),
        ("host", None, "end"),
        ("end", None, "won 1"),
        ("end", None, "won 0,1"),
    ],
)
def test_what_happens_to_the_table_is_an_entry_that_leaves_the_position(
    kind: str, seat: int | None, text: str
) -> None:
    record = with_line(kind, seat, text)
    assert read(write(record)) == record
    assert GENIAL.hash(replay(record, GENIAL)) == RECORD.lines[3].hash


@pytest.mark.parametrize(
    ("kind", "seat", "text"),
    [
        ("host", None, "replace"),
        ("host", 1, "time"),
        ("host", None, "loaded"),
        ("host", 1, "undo to 2"),
        ("host", None, "undo to 02"),
        ("host", None, "undo to 2 with 1"),
        ("host", None, "undo"),
        ("end", None, "won"),
        ("end", None, "won everything"),
        ("end", 1, "won 1"),
        ("seat", None, "steward"),
    ],
)
def test_what_cannot_happen_to_a_table_is_no_record(kind: str, seat: int | None, text: str) -> None:
    assert wrong(write(with_line(kind, seat, text)), replay).code == "record_damaged"


@pytest.mark.parametrize(("kind", "seat", "text"), [("end", None, "won 1"), ("host", None, "end")])
def test_nothing_follows_an_end(kind: str, seat: int | None, text: str) -> None:
    record = with_line(kind, seat, text)
    after = replace(RECORD.lines[4], number=5)
    assert wrong(write(replace(record, lines=(*record.lines, after))), replay).code == "record_move"


def test_who_has_won_sits_there_and_nobody_draws() -> None:
    assert wrong(write(with_line("end", None, "won 2")), replay).code == "record_move"
    for kind, seat, text in (("seat", 1, "steward"), ("host", None, "time"), ("end", None, "won 1")):
        assert wrong(write(with_line(kind, seat, text, (1,))), replay).code == "record_chance"


def test_labels_cannot_forge_lines() -> None:
    record = replace(RECORD, seats=("person 1\ncommitment: 0", "\u202e  "))
    assert read(write(record)).seats == ("person 1 commitment: 0", "?")


def test_steps_give_every_entry_with_its_state_and_events() -> None:
    every = list(steps(RECORD, GENIAL))
    assert [step.line for step in every] == list(RECORD.lines)
    assert [GENIAL.hash(step.state) for step in every] == [line.hash for line in RECORD.lines]
    assert all(step.events for step in every[1:])


def test_a_match_under_way_replays_but_cannot_be_verified() -> None:
    record = replace(RECORD, seed=None, lines=RECORD.lines[:5])
    assert read(write(record)) == record
    assert GENIAL.result(replay(record, GENIAL)) is None
    assert wrong(write(record), verify).code == "record_seed_secret"


# Damage.


@pytest.mark.parametrize("text", ["", "x", "\n" * 9, "Longtable", "\x00\x01", TEXT[1:], "PNG" + TEXT])
def test_another_kind_of_file_is_refused(text: str) -> None:
    assert wrong(text).code == "record_foreign"


def test_a_later_format_is_refused() -> None:
    refusal = wrong(TEXT.replace("record 2", "record 3", 1))
    assert (refusal.code, refusal.inputs) == ("record_format", {"format": 3})


@pytest.mark.parametrize("row", range(1, 12))
def test_a_damaged_header_is_named_by_its_line(row: int) -> None:
    rows = TEXT.split("\n")
    rows[row] = "x" + rows[row]
    refusal = wrong("\n".join(rows))
    assert (refusal.code, refusal.inputs) == ("record_damaged", {"line": row + 1})


def test_a_cut_file_is_refused() -> None:
    rows = TEXT.split("\n")
    refusal = wrong("\n".join(rows[:20]))
    assert (refusal.code, refusal.inputs) == ("record_cut_short", {"line": 20})


def test_anything_after_the_end_is_refused() -> None:
    assert wrong(TEXT + "more").code == "record_damaged"


def entry(number: int, pattern: str, by: str) -> str:
    """The record's text with one entry changed."""
    rows = TEXT.split("\n")
    at = next(index for index, row in enumerate(rows) if row.startswith(f"{number} "))
    changed = re.sub(pattern, by, rows[at])
    assert changed != rows[at]
    rows[at] = changed
    return "\n".join(rows)


@pytest.mark.parametrize(
    ("pattern", "by", "code"),
    [
        (r" \S+ \S+$", " F11 F10", "record_move"),
        (r"[ROYGBP]{2} \S+ \S+$", "nonsense", "record_move"),
        (r"move (\d)", "move 7", "record_move"),
        (r"move 0", "move 1", "record_move"),
        (r"move (\d) \d+", r"move \1 119", "record_chance"),
        (r"move (\d) \d+", r"move \1 -", "record_chance"),
        (r"move (\d) (\d+)", r"move \1 \2,0", "record_chance"),
        (r"move (\d) \d+", r"move \1 3", "record_hash"),
        (r"Z [0-9a-f]{64}", "Z " + "0" * 64, "record_hash"),
    ],
)
def test_the_first_bad_entry_is_named(pattern: str, by: str, code: str) -> None:
    number = next(
        line.number for line in RECORD.lines[4:] if line.seat == 0 and line.drawn and line.drawn[0] > 60
    )
    refusal = wrong(entry(number, pattern, by))
    assert refusal.code == code
    assert refusal.inputs["number"] == number


@pytest.mark.parametrize(
    ("pattern", "by"),
    [
        ("^3 ", "4 "),
        ("move", "jump"),
        ("Z ", " "),
        (r"T\d\d", "T77"),
        ("move", "start"),
        (r" [ROYGBP]{2} .*$", ""),
    ],
)
def test_a_damaged_entry_is_named_by_its_line(pattern: str, by: str) -> None:
    refusal = wrong(entry(3, pattern, by))
    assert refusal.code == "record_damaged"
    assert TEXT.split("\n")[int(str(refusal.inputs["line"])) - 1].startswith("3 ")


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("game: genial", "game: chess", "record_rules"),
        ("rules: 1", "rules: 2", "record_rules"),
        ('"form":"free"', '"form":"fast"', "record_options"),
        ('"form":"free"', '"depth":3', "record_options"),
        ('"form":"free"', '"form":"team"', "record_move"),
        ('"form":"free"', '"form"', "record_damaged"),
    ],
)
def test_another_game_rules_or_options_are_refused(old: str, new: str, code: str) -> None:
    assert wrong(TEXT.replace(old, new)).code == code


def test_an_entry_after_the_end_is_refused() -> None:
    final = RECORD.lines[-1]
    more = replace(final, number=final.number + 1)
    refusal = wrong(write(replace(RECORD, lines=(*RECORD.lines, more))))
    assert refusal.code == "record_move"
    assert refusal.inputs["number"] == final.number + 1


# Verification.


def test_a_seed_that_was_not_committed_to_is_found() -> None:
    assert wrong(write(replace(RECORD, seed=bytes(32))), verify).code == "record_commitment"


def test_other_clicks_are_found() -> None:
    refusal = wrong(write(replace(RECORD, clicks=(1, 2, 4))), verify)
    assert (refusal.code, refusal.inputs["number"]) == ("record_loaded", 0)
    for clicks in ((1,), (1, 2), (1, 2, 3, 4)):
        assert wrong(write(replace(RECORD, clicks=clicks)), verify).code == "record_clicks"


def test_loaded_dice_are_found_even_when_the_game_replays() -> None:
    """Somebody changes what is drawn in one entry and plays on honestly from there."""
    chosen = RECORD.lines[1]
    state = replay(replace(RECORD, lines=RECORD.lines[:1]), GENIAL)
    other = (chosen.drawn[0] + 1,)
    assert chosen.seat is not None
    move = GENIAL.parse(state, chosen.seat, chosen.text)
    state, _ = GENIAL.play(state, chosen.seat, move, DrawnChance(other))
    loaded = replace(chosen, drawn=other, hash=GENIAL.hash(state))
    record = replace(RECORD, lines=(RECORD.lines[0], loaded))
    assert replay(record, GENIAL) == state
    refusal = wrong(write(record), verify)
    assert (refusal.code, refusal.inputs) == ("record_loaded", {"number": 1})


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_no_damage_goes_unnoticed_or_crashes(data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(TEXT) - 2))
    letter = data.draw(st.sampled_from("0123456789abRGxZ -:,\n\t{é"))
    damaged = TEXT[:at] + letter + TEXT[at + data.draw(st.integers(0, 1)) :]
    try:
        record = read(damaged)
        verify(record, GENIAL)
    except BadRecord:
        return
    same = replace(RECORD, seats=record.seats, lines=record.lines)
    assert record == same, "only labels and times can change unnoticed"
    assert [line.hash for line in record.lines] == [line.hash for line in RECORD.lines]


def test_options_are_the_games_own() -> None:
    assert RECORD.options == {"form": "free", "single_bonus": False}
    assert recorded(CASES[3]).options["single_bonus"] is True
    assert GenialOptions(single_bonus=True) == CASES[3].options


def test_a_moderator_takes_back_as_a_seat_does() -> None:
    record = with_line("host", None, "undo to 2")
    back = replace(record.lines[4], hash=RECORD.lines[2].hash)
    record = replace(record, lines=(*record.lines[:4], back))
    assert read(write(record)) == record
    assert GENIAL.hash(verify(record, GENIAL)) == RECORD.lines[2].hash
    assert wrong(write(with_line("host", None, "undo to 2")), verify).code == "record_hash"
    assert wrong(write(with_line("host", None, "undo to 9")), verify).code == "record_move"
