"""Killed between any two statements, a match loses no acknowledged move, repeats none, sends all notices."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path

import pytest

from engine.chance import SeededChance, match_key
from engine.match.changes import StoredMatch
from engine.match.fold import apply_move, start_fold
from engine.match.values import ALONE, Entry, Status
from engine.store.sqlite import SqliteStore
from tests.engine.matches.killed import ANN, BOB, GAMES

PERSONS = (ANN, BOB)
ROOT = Path(__file__).resolve().parents[3]
KILLS = 24


@pytest.mark.parametrize(
    ("key", "seed"),
    [
        ("auction", 1),
        ("auction", 2),
        ("bazaar", 3),
        ("bazaar", 4),
        ("auction+hold", 5),
        ("bazaar+hold", 6),
        ("bazaar+plan", 7),
        ("bazaar+plan", 8),
    ],
)
async def test_killed_at_any_step(tmp_path: Path, key: str, seed: int) -> None:
    path = tmp_path / "longtable.db"
    told, kills = _played_to_the_end(key, path, random.Random(seed))
    assert kills == KILLS
    async with await SqliteStore.open(path) as store:
        table, entries, clicks = await store.match(1), await store.entries(1), await store.clicks(1)
        assert table is not None
        assert table.status is Status.OVER
        assert await store.next_timer(datetime.now(UTC)) is None
        assert await store.next_lane() is None
        assert await store.match(2) is None
    held = {int(words[1]) for words in told if words[0] == "held"}
    assert len(held) > 10 if key.endswith("+hold") else not held
    assert all(clicks[click, "hold"] is None and clicks[click, "play"] for click in held)
    planned = {int(words[1]) for words in told if words[0] == "planned"}
    assert len(planned) > 2 if key.endswith("+plan") else not planned
    raids = sum(entry.text == "raid 1" for entry in entries)  # they ask the planner something else
    assert all((click, "plan") in clicks for click in planned)
    made_so = {click for click in planned if (click, "play") in clicks}
    assert len(planned - made_so) <= raids
    assert made_so or not planned
    acknowledged = {int(words[1]): int(words[2]) for words in told if words[0] == "ack"}
    # No acknowledged move is lost or moved, and no click has made two.
    assert len({*acknowledged, *held}) > 10
    assert {click: clicks[click, "play"] for click in acknowledged} == acknowledged
    made = [number for number in clicks.values() if number is not None]
    assert sorted(made) == [entry.number for entry in entries if entry.by is not None]
    # Nothing is forgotten, nothing is said out of order, and only what may have been lost is said twice.
    expected = _expected(key.partition("+")[0], table, entries)
    if key == "bazaar":
        lapsed = [entry for entry in entries if entry.seat in (0, 1) and entry.by is None]
        words = {entry.text.partition(" ")[0] for entry in lapsed}
        assert words == {"pass", "pick"}, "nobody answered in time, or an order did"
    said = [words[1:] for words in told if words[0] == "say"]
    once = [one for number, one in enumerate(said) if number == 0 or said[number - 1][0] != one[0]]
    on = [one for one in once if one[3] != ALONE]
    assert bool(planned) or on == once, "only whose plan has led on is called to that"
    assert [tuple(one[2:]) for one in on] == expected
    assert all(one[1] == "begun" for before, one in pairwise(said) if one[0] == before[0])


def _played_to_the_end(key: str, path: Path, dice: random.Random) -> tuple[list[list[str]], int]:
    """Kill bots until one comes to the end; return all their output, and how many were killed."""
    told: list[list[str]] = []
    with subprocess.Popen(
        [sys.executable, "-m", "tests.engine.matches.killed"],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as bots:
        assert bots.stdin is not None
        assert bots.stdout is not None
        for kill in range(KILLS + 1):
            step = dice.randrange(1, 120) if kill < KILLS else 0
            tried = [words for words in told if words[0] == "try"]
            life = [key, str(path), str(step), *(tried[-1][1:] if tried else ())]
            print(*life, sep="\t", file=bots.stdin, flush=True)
            code = None
            for words in (line.rstrip("\n").split(" ") for line in bots.stdout):
                if words[0] == "dead":
                    code = int(words[1])
                    break
                told.append(words)
            if code == 0:
                assert told[-1] == ["end"]
                return told, kill
            assert code == -signal.SIGKILL
    raise AssertionError("the last bot was not to be killed")


def _expected(name: str, table: StoredMatch, entries: Sequence[Entry]) -> list[tuple[str, str, str, str]]:
    """Return the notices that the match's log requires, with their persons. Every move in it was asked."""
    key = match_key(table.seed, [*(one.click for one in table.occupants), int(entries[0].text)])
    expected = [("None", "lobby", "None", "0")] * 3 + [("None", "started", "None", "0")]
    game, options = GAMES[name]
    fold, _ = start_fold(game, options, 3, SeededChance(key, 0))
    for entry in entries:
        before, told = fold.seats, True
        if entry.seat is not None:
            assert entry.seat in fold.pending
            chance = SeededChance(key, entry.number)
            move = game.parse(fold.state, entry.seat, entry.text)
            fold, events = apply_move(game, fold, entry.number, entry.seat, move, chance)
            told = any(event.to is None for event in events)
            assert chance.draws == entry.drawn
        assert game.hash(fold.state) == entry.hash
        number = str(entry.number)
        asked = [
            seat for seat in fold.pending if fold.seats[seat].question_entry == entry.number and seat < 2
        ]
        # A secret step within a turn is followed by no public notice.
        shown = [
            seat
            for seat in asked
            if told or seat != entry.seat or fold.seats[seat].call_entry == entry.number
        ]
        expected += [("None", "turn", str(seat), number) for seat in shown]
        expected += [(str(PERSONS[seat]), "turn", str(seat), number) for seat in asked]
        if entry.seat is not None and not asked and any(seat < 2 for seat in fold.pending):
            expected.append(("None", "chosen", str(entry.seat), number))
            if entry.seat < 2 and fold.seats[entry.seat].question_entry is not None:
                expected.append((str(PERSONS[entry.seat]), "chosen", str(entry.seat), number))
        settled = [
            seat
            for seat in range(2)
            if before[seat].question_entry is not None and fold.seats[seat].question_entry is None
        ]
        if entry is not entries[-1]:
            expected += [(str(PERSONS[seat]), "settle", str(seat), number) for seat in settled]
    return [*expected, ("None", "over", "None", str(entries[-1].number))]
