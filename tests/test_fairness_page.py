"""docs/fairness.md is all one needs to check the dice: `tests/stranger.py` has read nothing else."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from engine.chance import SeededChance
from engine.games import GAMES
from engine.matches import Matches, Place, Status
from engine.store.sqlite import SqliteStore
from tests import stranger

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "fairness.md").read_text(encoding="utf-8")
STRANGER = ROOT / "tests" / "stranger.py"
RECORDS = sorted((ROOT / "tests" / "records").glob("*.txt"))
KEPT = pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)


def test_the_stranger_knows_nothing_of_ours() -> None:
    tree = ast.parse(STRANGER.read_text(encoding="utf-8"))
    imported = {name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names}
    imported |= {node.module or "." for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert {name.partition(".")[0] for name in imported} <= sys.stdlib_module_names


def test_every_game_is_on_the_page_and_known_to_the_stranger() -> None:
    described = re.findall(r"^### (.+)$", PAGE, re.MULTILINE)
    assert len(described) == len(GAMES) == len(stranger.GAMES)
    assert set(stranger.GAMES) == set(GAMES)
    for game in GAMES.values():
        assert any(title.startswith(game.title.partition(" (")[0]) for title in described), game.title
    assert {stranger.read(path.read_text()).game for path in RECORDS} == set(GAMES)


def test_the_pages_known_answers() -> None:
    shown = {
        name: value.strip("`") for name, value in re.findall(r"^\| ([^|]+?) \| ([^|]+?) \|$", PAGE, re.M)
    }
    seed = bytes.fromhex(shown["seed"])
    assert stranger.commitment(seed) == shown["commitment"]
    key = stranger.match_key(seed, shown["ids of the clicks, the last one that of Start"])
    assert key.hex() == shown["key of the match"]
    blocks = [(name, re.fullmatch(r"entry (\d+), block (\d+)", name)) for name in shown]
    found = [(name, int(match[1]), int(match[2])) for name, match in blocks if match]
    assert len(found) == 2
    for name, entry, number in found:
        assert stranger.block(key, entry, number).hex() == shown[name]
    stream = stranger.Stream(key, 0)
    answers = ", ".join(str(stream.below(n)) for n in (2, 120, 119, 118, 117, 116))
    assert answers == shown["entry 0, draws below 2, 120, 119, 118, 117, 116"]
    assert " ".join(stranger.Stream(key, 3).shuffled([*"ABCDE"])) in shown.values()
    fresh = stranger.fresh_key(key, "ab" * 32)
    assert fresh.hex() == shown["key after a `fresh` line with 32 times `ab`"]
    stream = stranger.Stream(fresh, 7)
    assert (
        ", ".join(str(stream.below(6)) for _ in range(5)) == shown["entry 7 after that, five draws below 6"]
    )


@KEPT
def test_the_kept_records_are_as_the_page_says(path: Path) -> None:
    assert stranger.check(path.read_text(encoding="utf-8")) > 0


# What the page promises to find out


def changed(text: str, change: Callable[[list[int]], list[int]], which: int) -> str:
    """The record with what its `which`-th line that draws anything has drawn changed."""
    rows = text.split("\n")
    drawing = [at for at, row in enumerate(rows) if re.match(r"\d+ \w+ \S+ \d", row)]
    at = drawing[which % len(drawing)]
    words = rows[at].split(" ")
    words[3] = ",".join(map(str, change([int(each) for each in words[3].split(",")]))) or "-"
    rows[at] = " ".join(words)
    return "\n".join(rows)


@KEPT
@pytest.mark.parametrize("which", [0, 1, -1])
@pytest.mark.parametrize(
    "change",
    [
        lambda drawn: [*drawn[:-1], drawn[-1] + 1],
        lambda drawn: drawn[:-1],
        lambda drawn: [*drawn, 0],
        lambda drawn: [],
    ],
    ids=["another number", "one too few", "one too many", "none"],
)
def test_other_draws_are_found_out(path: Path, which: int, change: Callable[[list[int]], list[int]]) -> None:
    loaded = changed(path.read_text(encoding="utf-8"), change, which)
    with pytest.raises(stranger.LoadedError):
        stranger.check(loaded)


@KEPT
def test_another_seed_click_or_commitment_is_found_out(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    record = stranger.read(text)
    assert stranger.check(text, record.commitment, record.clicks) > 0
    other = "0" * 64
    seed = record.seed.hex()
    for loaded in (
        text.replace(seed, other),
        text.replace(record.commitment, other),
        text.replace(seed, other).replace(record.commitment, stranger.commitment(bytes(32))),
        text.replace("clicks: ", "clicks: 9"),
        re.sub("(clicks: .*)", r"\g<1>0", text),
        re.sub("(clicks: .*),[0-9]+", r"\1", text),
    ):
        with pytest.raises(stranger.LoadedError):
            stranger.check(loaded, record.commitment, record.clicks)
    with pytest.raises(stranger.LoadedError, match="another commitment"):
        stranger.check(text, other, record.clicks)
    with pytest.raises(stranger.LoadedError, match="other clicks"):
        stranger.check(text, record.commitment, f"{record.clicks}1")


def test_it_is_a_program_of_its_own(tmp_path: Path) -> None:
    good, bad = RECORDS[0], tmp_path / "bad.txt"
    bad.write_text(changed(good.read_text(encoding="utf-8"), lambda drawn: drawn[:-1], 1), encoding="utf-8")
    for path, code in ((good, 0), (bad, 1)):
        # Isolated: not even the folder it stands in is looked into.
        done = subprocess.run(
            [sys.executable, "-I", str(STRANGER), str(path)], capture_output=True, text=True, check=False
        )
        assert (done.returncode, done.stderr) == (code, "")


# A match of the bot


@pytest.mark.parametrize(
    "form", ["genial 3", "genial 1", "genesis 2", "genesis_life 2", "familienbande 4", "genesia 2"]
)
async def test_a_match_is_checked_with_what_was_shown_of_it(tmp_path: Path, form: str) -> None:
    """Shown were the commitment when the table opened, the clicks at the start, the record at the end."""
    key, _, size = form.partition(" ")
    game, seats = GAMES[key], int(size)
    options = game.Options() if seats > 1 else game.Options(form="solo")  # type: ignore[call-arg]
    clicks = iter(range(1180000000000000001, 1190000000000000000, 7))
    time = datetime(2026, 11, 21, tzinfo=UTC)
    async with await SqliteStore.open(tmp_path / "longtable.db") as store:
        matches = Matches(store, GAMES, lambda: time)
        match = await matches.open(key, options, seats, 1, "Ann", Place(5, 6, "en"), next(clicks))
        shown = match.commitment
        for robot in range(1, seats):
            if robot == 1:
                await matches.join(match.id, 2, "Bob", next(clicks))
            else:
                await matches.add_player(match.id, 1, "random", next(clicks))
        match = await matches.start(match.id, 1, next(clicks))
        ids = ",".join(map(str, match.clicks))
        pick = SeededChance(b"pick", 0)
        while match.status is Status.RUNNING:
            time += timedelta(seconds=1)
            while await matches.run_due_timers():
                pass
            for person in match.persons:
                situation = await matches.situation(match.id, person)
                if situation.seat in situation.pending:
                    move = str(pick.choice(situation.moves))
                    await matches.play(match.id, person, move, situation.question, next(clicks))
            match = await matches.get(match.id)
            if match.entries > 20 and match.seat_of(2) is not None and seats > 2:
                await matches.leave(match.id, 2, next(clicks))  # an automatic player takes the seat over
        text = await matches.record(match.id)
        await matches.close()
    assert stranger.check(text, shown, ids, str(match.entries)) > 0
    head, _, body = text.partition("\n\n")
    shorter = "\n".join(body.splitlines()[:-1])
    cut = re.sub("entries: .*", f"entries: {match.entries - 1}", head) + f"\n\n{shorter}\n"
    with pytest.raises(stranger.LoadedError, match="number of entries"):
        stranger.check(cut, shown, ids, str(match.entries))
    with pytest.raises(stranger.LoadedError, match="line is missing"):
        stranger.check(f"{head}\n\n{shorter}\n", shown, ids)
    assert (" seat 1 " in text) == (seats > 2)
