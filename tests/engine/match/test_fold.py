"""The effect of a move on each seat's question: a table of cases."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import UTC, datetime
from operator import attrgetter
from typing import Any, ClassVar, NamedTuple

import pytest

from engine.chance import Chance, DrawnChance
from engine.game import Calling, Event, Game, Options, Player, Result, Seat
from engine.match.fold import (
    Fold,
    apply_move,
    apply_restore,
    apply_seat_change,
    apply_takeover,
    apply_undo,
    current_round,
    start_fold,
)
from engine.match.values import Entry

CASES = """
                asked called first last heard news call questions

at the start all who may decide are called
    Ab
    A               0      0     0    0     0    0    1         1
    B               0      0     0    0     0    0    1         1
    C               -      -     -    0     0    0    0         0

a turn passes on: the next seat is called, and hears all since its own last question
    A / A: B
    A               -      0     0    1     1    0    1         1
    B               1      1     1    0     0    0    2         1
    C               -      -     -    0     0    0    0         0

a turn goes on step by step: each step is a question of its own, but no call
    A / A: A / A: A
    A               2      0     0    2     0    0    1         3
    B               -      -     -    0     0    0    0         0
    C               -      -     -    0     0    0    0         0

whoever had a turn in steps has heard all of it, and hears the next one's
    A / A: A / A: B / B: A
    A               3      3     3    2     2    2    3         3
    B               -      2     2    3     3    0    2         1
    C               -      -     -    0     0    0    0         0

a turn that is interrupted is called again
    A / A: B / B: A
    A               2      2     2    1     1    1    3         2
    B               -      1     1    2     2    0    2         1
    C               -      -     -    0     0    0    0         0

of several one seals its choice: it may change it, the others' questions stay open
    ABC / B~ AbC
    A               0      0     0    0     0    0    1         1
    B               1      0     0    1     0    0    1         2
    C               0      0     0    0     0    0    1         1

a sealed choice is changed: nobody is called, nobody else sees a number change
    ABC / B~ AbC / B~ AbC
    A               0      0     0    0     0    0    1         1
    B               2      0     0    2     0    0    1         3
    C               0      0     0    0     0    0    1         1

a sealed choice is taken back: the same
    ABC / B~ AbC / B~ ABC
    A               0      0     0    0     0    0    1         1
    B               2      0     0    2     0    0    1         3
    C               0      0     0    0     0    0    1         1

of several one has answered for good: the others' questions stay open
    ABC / B: AC
    A               0      0     0    0     0    0    1         1
    B               -      0     0    1     0    0    1         1
    C               0      0     0    0     0    0    1         1

the last of several reveals all: who sealed when makes no difference to what is news
    ABC / B~ AbC / A~ abC / C: A
    A               3      3     3    2     2    2    2         3
    B               -      0     0    1     2    0    1         2
    C               -      0     0    3     2    0    1         1

the last of several opens the next round: all are called
    AB / A~ aB / B: AB
    A               2      2     2    1     1    1    2         3
    B               2      2     2    2     1    1    2         2
    C               -      -     -    0     0    0    0         0

the last of several goes on alone: that is a call, for others cannot tell whether it is the same question
    AB / A: B / B: B
    A               -      0     0    1     0    0    1         1
    B               2      2     2    2     1    1    2         2
    C               -      -     -    0     0    0    0         0

unless nobody can see that it did anything
    AB / A: B / B~ B
    A               -      0     0    1     0    0    1         1
    B               2      0     0    2     0    0    1         2
    C               -      -     -    0     0    0    0         0

the questions of all others end while one goes on: that is a call
    AB / B: B
    A               -      0     0    0     0    0    1         1
    B               1      1     1    1     0    0    2         2
    C               -      -     -    0     0    0    0         0

one more is asked beside those who are asked already: it alone is called
    AB / A: BC
    A               -      0     0    1     0    0    1         1
    B               0      0     0    0     0    0    1         1
    C               1      1     1    0     0    0    2         1

another is waited for, none of those before: who may still change a choice is called anew
    AB / A~ aB / B: aC
    A               2      2     2    1     1    1    2         3
    B               -      0     0    2     1    0    1         1
    C               2      2     2    0     0    0    2         1

a seat is no longer waited for, but may still decide: it is called anew
    ABC / A: bC
    A               -      0     0    1     0    0    1         1
    B               1      1     1    0     0    0    2         2
    C               0      0     0    0     0    0    1         1

the game is over: nothing is asked
    AB / A: B / B:
    A               -      0     0    1     0    0    1         1
    B               -      0     0    2     1    0    1         1
    C               -      -     -    0     0    0    0         0

an automatic player takes a seat: its question is asked anew, without a call
    AB / A leaves
    A               1      0     0    0     0    0    1         2
    B               0      0     0    0     0    0    1         1
    C               -      -     -    0     0    0    0         0

an automatic player takes a seat that is asked nothing
    AB / C leaves
    A               0      0     0    0     0    0    1         1
    B               0      0     0    0     0    0    1         1
    C               -      -     -    0     0    0    0         0

a backup is put back: all that is open is asked anew, with numbers that no button of before carries
    ABC / A~ aBC / B: aC / restored
    A               3      3     0    1     0    0 1000001 1000001
    B               -      3     0    2     1    0 1000001 1000000
    C               3      3     0    0     0    0 1000001 1000001
"""
"""Each case: its rule, its entries, and what is expected of each seat after the last of them.

The first entry is the start. ``A: bC`` is a move of seat A, after which C must decide and B may; with ``~``
for ``:`` nobody else is told anything of it.
"""
COLUMNS = attrgetter(
    "question_entry",
    "call_entry",
    "original_call_entry",
    "last_move",
    "known_until",
    "news_since",
    "call_number",
    "question_number",
)
SEATS = "ABC"


class Case(NamedTuple):
    rule: str
    entries: Sequence[str]
    expected: Mapping[str, tuple[int | None, ...]]


def read_cases(text: str) -> list[Case]:
    _, *blocks = text.strip().split("\n\n")
    cases: list[Case] = []
    for block in blocks:
        rule, entries, *rows = block.splitlines()
        expected = {
            seat: tuple(None if value == "-" else int(value) for value in values)
            for seat, *values in map(str.split, rows)
        }
        cases.append(Case(rule, [entry.strip() for entry in entries.split("/")], expected))
    return cases


class ScriptOptions(Options, frozen=True):
    start: str = ""


class Move(NamedTuple):
    after: str
    told: bool


class Script(Game[ScriptOptions, str, Move, str]):
    """A game that goes as it is told. In its states capitals must decide, small letters may."""

    key = "script"
    title = "Script"
    rules = 1
    Options = ScriptOptions
    players: ClassVar[Mapping[str, Player]] = {}

    def seats(self, options: ScriptOptions) -> Collection[int]:
        return (len(SEATS),)

    def setup(self, options: ScriptOptions, seats: int, chance: Chance) -> str:
        return options.start

    def pending(self, state: str) -> tuple[Seat, ...]:
        return tuple(Seat(number) for number, letter in enumerate(SEATS) if letter in state)

    def moves(self, state: str, seat: Seat) -> Sequence[Move]:
        return (Move("", True),) if SEATS[seat] in state.upper() else ()

    def parse(self, state: str, seat: Seat, text: str) -> Move:
        return Move(text[1:].strip(), text[0] == ":")

    def play(self, state: str, seat: Seat, move: Move, chance: Chance) -> tuple[str, tuple[Event, ...]]:
        return move.after, (Event("script.moved", seat, to=None if move.told else frozenset({seat})),)

    def view(self, state: str, seat: Seat | None) -> str:
        return state

    def redeal(self, state: str, seat: Seat | None, chance: Chance) -> str:
        return state

    def result(self, state: str) -> Result | None:
        return None if state else Result((1,) * len(SEATS), ((0,),) * len(SEATS), "script.end")

    def position(self, state: str) -> str:
        return state

    def read_position(self, text: str) -> str:
        return text


class Serial(Script):
    """The same where all questions of states with the same digit are a series."""

    def calling(self, state: str) -> Calling:
        return Calling(state.strip(SEATS + SEATS.lower()) or None)


SCRIPT = Script()
SERIAL = Serial()


def folded(entries: Sequence[str], game: Script = SCRIPT) -> Fold:
    start, *later = entries
    chance: Any = DrawnChance(())
    fold, _ = start_fold(game, ScriptOptions(start), len(SEATS), chance)
    for number, entry in enumerate(later, 1):
        seat = Seat(SEATS.find(entry[0]))
        if entry == "restored":
            fold, _ = apply_restore(fold, number)
        elif entry.endswith("leaves"):
            fold, _ = apply_takeover(fold, number, seat, "steady")
        else:
            fold, _ = apply_move(game, fold, number, seat, game.parse(fold.state, seat, entry[1:]), chance)
    return fold


@pytest.mark.parametrize("case", [pytest.param(case, id=case.rule) for case in read_cases(CASES)])
def test_the_table_of_cases(case: Case) -> None:
    fold = folded(case.entries)
    assert dict(zip(SEATS, map(COLUMNS, fold.seats), strict=True)) == case.expected
    assert fold.call_number == max(own.call_number for own in fold.seats)


def test_of_each_call_the_first_answer_is_remembered_and_of_many_the_latest() -> None:
    """Somebody's answer time lasts to the first step: the others follow at once."""
    assert folded(["A", "A: A", "A: A", "A: B"]).seats[0].answered_calls == ((0, 1),)
    assert folded(["A", "A: B", "B: A", "A: A", "A: B"]).seats[0].answered_calls == ((0, 1), (2, 3))
    assert folded(["AB", "A: B", "B: B", "B: A"]).seats[1].answered_calls == ((0, 2), (2, 3))
    answers = folded(["A", *["A: B", "B: A"] * 60]).seats[0].answered_calls
    assert answers[-1] == (118, 119)
    assert 8 <= len(answers) < 60


def test_who_has_led_to_its_own_call_has_not_answered_it() -> None:
    """B has opened a round in which it need not choose: nobody sees an answer of it."""
    found = current_round(folded(["AB", "A~ aB", "B: bC"]))
    assert found is not None
    assert (found.seats, found.chosen) == ((1, 2), 0)


@pytest.mark.parametrize("to", [-1, 2, 3])
def test_nothing_leads_back_to_what_has_not_been(to: int) -> None:
    fold = folded(["A", "A: A"])
    with pytest.raises(ValueError, match="leads nowhere"):
        apply_undo(SCRIPT, fold, fold, 2, Seat(0), to, (), (), ())


def test_a_step_taken_back_leaves_one_number_of_its_seats_questions_out() -> None:
    """A button of what was done before takes back nothing more; nobody is called, and no number is wasted."""
    at = datetime(2026, 11, 23, tzinfo=UTC)
    entries = [
        Entry(number, kind, Seat(0), "", (), at, 1, "") for number, kind in enumerate(("start", "move"))
    ]
    fold, then = folded(["A", "A: A"]), folded(["A"])
    after, _ = apply_undo(SCRIPT, fold, then, 2, Seat(0), 0, (), entries, ((), ()))
    assert (fold.seats[0].question_number, after.seats[0].question_number) == (2, 4)
    assert (
        after.call_number,
        after.undone_entries,
        after.seats[0].question_entry,
        after.seats[0].call_entry,
    ) == (1, {1}, 2, 0)


def test_somebody_new_in_a_seat_is_called_to_one_more_question() -> None:
    after, _ = apply_seat_change(SCRIPT, folded(["AB"]), 1, Seat(0), "substitute")
    assert COLUMNS(after.seats[0]) == (1, 1, 1, 0, 0, 0, 2, 2)
    assert (after.call_number, after.seats[1].question_number) == (2, 1)
    after, _ = apply_seat_change(SCRIPT, folded(["A"]), 1, Seat(1), "substitute")
    assert (after.call_number, after.seats[1].question_number) == (1, 0), "nothing is asked"


def test_after_a_restore_no_button_of_an_ended_game_is_of_what_was_lost() -> None:
    after, _ = apply_restore(folded(["A", "A:"]), 2)
    assert after.lost_calls == (range(2, 1_000_000),)


@pytest.mark.parametrize(("after", "rung"), [("AB1", 0), ("AB2", 2), ("AB", 2)])
def test_a_later_question_of_a_series_rings_nobody(after: str, rung: int) -> None:
    fold = folded(["AB1", "A~ aB1", f"B: {after}"], SERIAL)
    assert [own.call_entry for own in fold.seats[:2]] == [2, 2]
    assert [own.ringing_entry for own in fold.seats[:2]] == [rung, rung]
