"""docs/fairness.md is all one needs to check the dice: `tests/stranger/` has read nothing else."""

from __future__ import annotations

import ast
import contextlib
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.contracts.test_fairness_contract import changed
from tests.stranger import program as stranger

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "fairness.md").read_text(encoding="utf-8")
STRANGER = Path(stranger.__file__)
RECORDS = sorted((ROOT / "tests" / "records").glob("*.txt"))


def test_the_stranger_knows_nothing_of_ours() -> None:
    """The games' files name the types of the program, for their readers alone."""
    for path in STRANGER.parent.glob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        found = [node for node in ast.walk(tree) if isinstance(node, ast.Import)]
        imported = {name.name for node in found for name in node.names}
        imported |= {node.module or "." for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
        ours = {name for name in imported if name.partition(".")[0] not in sys.stdlib_module_names}
        assert ours <= {"tests.stranger.program"}, path


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


def test_it_is_a_program_of_its_own(tmp_path: Path) -> None:
    good, bad = RECORDS[0], tmp_path / "bad.txt"
    bad.write_text(changed(good.read_text(encoding="utf-8"), lambda drawn: drawn[:-1], 1), encoding="utf-8")
    for path, code in ((good, 0), (bad, 1)):
        # Isolated: not even the folder it stands in is looked into.
        done = subprocess.run(
            [sys.executable, "-I", str(STRANGER), str(path)], capture_output=True, text=True, check=False
        )
        assert (done.returncode, done.stderr) == (code, "")


def bent(text: str, dice: random.Random) -> str:
    """The record with one word of one line changed."""
    head, _, body = text.partition("\n\n")
    rows = body.splitlines()
    at = dice.randrange(len(rows))
    words = rows[at].split(" ")
    which = dice.choice([each for each in range(len(words)) if each not in (4, 5)])
    other = dice.choice(dice.choice(rows).split(" "))
    strange = (
        "",
        "-",
        "0",
        "1",
        "7",
        "99",
        "x",
        "back",
        "card",
        "undo",
        "end",
        "won",
        "to",
        "with",
        "²",
        "-1",
    )
    words[which] = other if dice.random() < 0.5 else dice.choice(strange)
    rows[at] = " ".join(words) if dice.random() < 0.9 else " ".join(words[: dice.randrange(len(words))])
    return "\n".join([head, "", *rows, ""])


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_the_stranger_stumbles_over_no_line(path: Path) -> None:
    """A record is right or loaded, whatever a line says."""
    text, dice = path.read_text(encoding="utf-8"), random.Random(path.stem)
    for _ in range(150):
        with contextlib.suppress(stranger.LoadedError):
            stranger.check(bent(text, dice))
