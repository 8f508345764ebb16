"""Records from anywhere: those that are ours are watched, and of the others none does any harm."""

from __future__ import annotations

import random
import time
from pathlib import Path

import pytest

from engine.game import Refusal
from engine.guest_record import MAX_BYTES, check
from engine.matches import Viewpoint, guest_records
from engine.matches.guest_records import GuestRecords
from tests.contracts.cases import at_most

RECORDS = Path(__file__).parents[1] / "records"
SHORT = ("genesis_life-greedy", "genial-1-solo", "genesis-2", "familienbande-2", "genesia-1-beginner")
EACH = at_most(2000, 60)
"""Garbled copies of each of the short records."""
HUGE = ("9" * 5000, "-1", "99999999999999999999", "\0", "é" * 200, "{", "[" * 3000, "١٢", " ", "\x85", "1e9")


def given(name: str) -> bytes:
    return (RECORDS / f"{name}.txt").read_bytes()


def garbled(text: str, dice: random.Random) -> bytes:
    """Return the record with a few things changed, as somebody would who looks for a gap."""
    lines = text.split("\n")
    for _ in range(dice.randint(1, 3)):
        at = dice.randrange(len(lines))
        line = lines[at]
        match dice.randrange(10):
            case 0:
                lines[at] = line[: dice.randint(0, len(line))]
            case 1:
                lines[at] = dice.choice(HUGE)
            case 2:
                lines.insert(at, dice.choice(lines))
            case 3 if len(lines) > 2:
                del lines[at]
            case 4:
                words = line.split(" ")
                words[dice.randrange(len(words))] = dice.choice(HUGE)
                lines[at] = " ".join(words)
            case 5:
                words = line.split(" ")
                words[-1:] = dice.choice(lines).split(" ")[-2:]
                lines[at] = " ".join(words)
            case 6:
                other = dice.randrange(len(lines))
                lines[at], lines[other] = lines[other], lines[at]
            case 7 if line:
                place = dice.randrange(len(line))
                lines[at] = line[:place] + chr(dice.randint(1, 0x2FFF)) + line[place + 1 :]
            case 8:
                lines[at] = line.replace("move", dice.choice(("undo", "seat", "host", "end", "fresh")))
            case _:
                digits = [n for n, sign in enumerate(line) if sign.isdecimal()]
                if digits:
                    place = dice.choice(digits)
                    lines[at] = line[:place] + str(dice.randint(0, 99)) + line[place + 1 :]
    said = "\n".join(lines).encode("utf-8", "surrogatepass")
    if dice.random() < 0.05:
        said = said[: dice.randrange(len(said) + 1)] + dice.randbytes(3)
    return said


@pytest.mark.parametrize("name", SHORT)
def test_hostile_records_are_refused_and_raise_nothing_else(name: str) -> None:
    """Five times 2,000 of them; what does not change the record is taken as it is."""
    text, dice, refused = given(name).decode(), random.Random(name), 0
    for _ in range(EACH):
        began = time.process_time()
        try:
            check(garbled(text, dice))
        except Refusal:
            refused += 1
        assert time.process_time() - began < 2, "the bound of the process"
    assert refused > 0.9 * EACH


@pytest.mark.parametrize("name", SHORT)
def test_our_own_are_verified(name: str) -> None:
    assert check(given(name))
    secret = given(name).decode().splitlines()
    secret = ["seed: -" if line.startswith("seed: ") else line for line in secret]
    assert not check(("\n".join(secret) + "\n").encode())


async def test_a_record_is_watched_in_a_process_of_its_own() -> None:
    records = GuestRecords()
    found = await records.take(given("familienbande-2"), "Person {n}", "en")
    assert found.verified
    assert records.get(found.digest, "en") is found
    walk = await found.walk(Viewpoint.ALL)
    last = await found.at(Viewpoint.ALL, 10**6)
    assert last.is_last
    assert last.situation.result is not None
    assert len(last.hands) == 2
    assert last.position
    public = await found.at(Viewpoint.BLIND, 1)
    assert not public.hands
    assert len(public.walk.moments) <= len(walk.moments)
    assert await records.take(given("familienbande-2"), "Person {n}", "en") is found


@pytest.mark.parametrize(
    ("record", "code"),
    [
        (b"", "record_foreign"),
        (b"\xff\xfe\x00", "record_foreign"),
        (b"Longtable record 2\n", "record_damaged"),
        (b"Longtable record 9\n", "record_rules"),
        (b"x" * (MAX_BYTES + 1), "record_large"),
    ],
)
async def test_what_is_no_record_is_refused(record: bytes, code: str) -> None:
    with pytest.raises(Refusal) as refused:
        await GuestRecords().take(record, "{n}", "en")
    assert refused.value.code == code


async def test_a_record_that_is_checked_for_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guest_records, "PATIENCE", 0.0)
    with pytest.raises(Refusal) as refused:
        await GuestRecords().take(given("genial-4"), "{n}", "en")
    assert refused.value.code == "record_slow"
