"""`python -m engine`: what it prints, and what it says when something is wrong."""

from __future__ import annotations

import errno
import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from bot import note_trouble
from engine.cli import main
from engine.game import Seat
from engine.games import GAMES
from engine.genial.rules import Genial
from ops.opening import open_matches
from settings import Settings
from tests.newcomers.hermits.rules import HERMITS, Reach

ROOT = Path(__file__).parents[2]
RECORD = ROOT / "tests" / "records" / "genial-2-keeps.txt"


@pytest.mark.parametrize("command", [[], ["games"], ["selfplay"], ["replay"], ["verify"]])
def test_there_is_help_on_every_level(command: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main([*command, "--help"])
    assert caught.value.code == 0
    assert "usage: python -m engine" in capsys.readouterr().out


@pytest.mark.parametrize(
    "command",
    [[], ["chess"], ["selfplay", "chess"], ["selfplay", "genial", "--seats", "0"], ["replay"]],
)
def test_wrong_arguments_are_code_2(command: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(command)
    assert caught.value.code == 2
    assert "usage: python -m engine" in capsys.readouterr().err


def test_games_lists_every_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games"]) == 0
    out = capsys.readouterr().out
    for game in GAMES.values():
        assert f"{game.key}: {game.title}" in out
    assert "form=free (free, team, solo)" in out


def test_position_writes_where_moves_lead_from_the_start_or_from_a_position(
    capsys: pytest.CaptureFixture[str],
) -> None:
    def printed(*arguments: str) -> str:
        assert main(["position", "genesis_life", "--seed", "3", *arguments]) == 0
        return capsys.readouterr().out.strip()

    once, twice = printed("--moves", "D4"), printed("--moves", "D4; c4")
    assert printed() != once != twice == printed("--after", once, "--moves", "C4")
    game = GAMES["genesis_life"]
    assert game.position(game.read_position(twice)) == twice


def test_position_takes_moves_by_seat_and_options_that_are_numbers(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("main", "playing"):
        monkeypatch.setattr(sys.modules[f"engine.cli.{module}"], "GAMES", {"hermits": HERMITS})

    def printed(*arguments: str) -> str:
        assert main(["position", "hermits", "--seats", "5", *arguments]) == 0
        return capsys.readouterr().out.strip()

    start = HERMITS.read_position(printed("--options", "reach=8", "--options", "rounds=1"))
    assert (start.reach, start.rounds) == (Reach.ALL, 1)
    first, second = (HERMITS.moves(start, Seat(seat))[1] for seat in (3, 1))
    options = ("--options", "reach=8", "--options", "rounds=1")
    state = HERMITS.read_position(printed(*options, "--moves", f"3:{first}; 1 : {second}"))
    assert state.chosen == (None, second.square, None, first.square, None)
    assert main(["position", "hermits", "--seats", "5", "--moves", f"9:{first}"]) == 1
    assert re.match(f"engine: move 1, 9:{first}: .*not_your_turn", capsys.readouterr().err)
    for wrong in ("rounds=5", "reach=6"):
        assert main(["position", "hermits", "--seats", "5", "--options", wrong]) == 1
        assert "engine: bad option: " in capsys.readouterr().err
    assert main(["games"]) == 0
    listed = capsys.readouterr().out
    assert "reach=4 (4, 8)" in listed
    assert "rounds=2 (1 to 4)" in listed


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--moves", "D4;D4"], r"move 2, D4: the rules refuse this: genesis_life\.\w+"),
        (["--after", "{}"], r"the rules refuse this: genesis_life\.position"),
        (["--seats", "7"], r"the rules refuse this: genesis_life\.seats"),
    ],
)
def test_position_says_which_move_is_none(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["position", "genesis_life", *arguments]) == 1
    assert re.match(f"engine: {said}", capsys.readouterr().err)


def test_selfplay_prints_speed_and_results(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["selfplay", "genial", "--games", "2", "--players", "random,steady"]) == 0
    out = capsys.readouterr().out
    assert "2 games of 2 seats" in out
    assert "moves per second" in out
    assert all(name in out for name in ("seat 0", "seat 1", "random", "steady"))


def test_selfplay_in_json_counts_every_seat_and_player(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["selfplay", "genial", "--seats", "3", "--games", "2", "--players", "random,steady", "--json"]
    assert main([*arguments, "--options", "single_bonus=true"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["options"] == {"form": "free", "single_bonus": True}
    assert [tally["games"] for tally in report["by_seat"]] == [2, 2, 2]
    assert sum(tally["games"] for tally in report["by_player"].values()) == 6
    assert sum(tally["share"] for tally in report["by_player"].values()) == pytest.approx(2)


def test_selfplays_records_are_the_same_for_the_same_seed_and_verify(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    texts: list[str] = []
    for folder in (tmp_path / "a", tmp_path / "b" / "c"):
        assert main(["selfplay", "genial", "--games", "1", "--seed", "3", "--records", str(folder)]) == 0
        (file,) = folder.iterdir()
        texts.append(file.read_text(encoding="utf-8"))
        assert main(["verify", str(file)]) == 0
    assert texts[0] == texts[1]
    assert "are right" in capsys.readouterr().out


def test_replay_shows_the_final_position_and_scores(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(RECORD)]) == 0
    out = capsys.readouterr().out
    assert "position free/2" in out
    assert "seat 0 (person 1): rank" in out
    assert main(["replay", "--moves", str(RECORD)]) == 0
    out = capsys.readouterr().out
    assert " move   0 RR F10 G11\n" in out
    assert " keep\n" in out


def test_a_damaged_record_is_code_1_with_the_first_bad_entry(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = RECORD.read_text(encoding="utf-8").split("\n")
    at = next(index for index, row in enumerate(rows) if row.startswith("9 move"))
    rows[at] = " ".join([*rows[at].split(" ")[:6], "RR F10 F11"])
    damaged = tmp_path / "damaged.txt"
    damaged.write_text("\n".join(rows), encoding="utf-8")
    assert main(["replay", str(damaged), str(RECORD)]) == 1
    captured = capsys.readouterr()
    assert "entry 9" in captured.err
    assert "position free/2" in captured.out, "the other file is replayed all the same"
    assert main(["verify", str(damaged)]) == 1


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (["selfplay", "genial", "--seats", "7"], "genial.free_seats"),
        (
            ["selfplay", "genial", "--players", "best"],
            "no automatic player 'best': random, novice, casual, steady",
        ),
        (["selfplay", "genial", "--options", "speed=9"], "form, single_bonus"),
        (["selfplay", "genial", "--options", "form=fast"], "bad option"),
        (["selfplay", "genial", "--records", str(RECORD)], "cannot write"),
        (["balance", "genesia", "--players", "9"], "genesia is not for 9 players, but for 1, 2, 3, 4, 5"),
        (["replay", "no such file"], "cannot be read"),
        (["verify", str(ROOT / "pyproject.toml")], "not a Longtable record"),
        (["verify", sys.executable], "not a Longtable record"),
    ],
)
def test_trouble_is_a_sentence_and_code_1(
    command: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(command) == 1
    captured = capsys.readouterr()
    assert said in captured.err
    assert "Traceback" not in captured.err


def cut(entries: int) -> str:
    """The kept record as somebody would have it who cut its end off with care."""
    head, _, body = RECORD.read_text(encoding="utf-8").partition("\n\n")
    rows = body.splitlines()[:entries]
    return "\n".join([re.sub("entries: [0-9]+", f"entries: {entries}", head), "", *rows, ""])


@pytest.mark.parametrize("entries", [1, 2, 20, 42])
def test_a_record_whose_end_was_cut_off_is_unfinished(
    entries: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "cut.txt"
    path.write_text(cut(entries), encoding="utf-8")
    assert main(["verify", str(path), str(RECORD)]) == 3
    first, second = capsys.readouterr().out.splitlines()
    assert first.startswith(f"{path}: unfinished: commitment, ")
    assert f"{entries} positions are right, but the match is not over after entry {entries - 1}" in first
    assert "unfinished" not in second
    assert main(["verify", str(path), "no such file"]) == 1, "what is wrong counts more"


def test_a_record_may_come_from_standard_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(RECORD.read_text(encoding="utf-8")))
    assert main(["verify", "-"]) == 0
    assert capsys.readouterr().out.startswith("-: commitment")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
@pytest.mark.parametrize("unbuffered", ["", "1"], ids=["at the end", "at once"])
@pytest.mark.parametrize(
    "command", [["games"], ["replay", str(RECORD)], ["selfplay", "genial", "--games", "1"]]
)
def test_output_that_cannot_be_written_is_a_sentence_and_code_1(command: list[str], unbuffered: str) -> None:
    with open("/dev/full", "w", encoding="utf-8") as full:
        done = subprocess.run(
            [sys.executable, "-m", "engine", *command],
            cwd=ROOT,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
        )
    assert done.stderr == f"engine: the output cannot be written: {os.strerror(errno.ENOSPC)}\n"
    assert done.returncode == 1


class Rules0(Genial):
    """Génial's rules before the first."""

    rules = 0


async def test_retired_rules_are_found_by_the_command_line_and_by_the_bot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    old = tmp_path / "old.txt"
    old.write_text(RECORD.read_text(encoding="utf-8").replace("rules: 1", "rules: 0"), encoding="utf-8")
    for command in ("replay", "verify"):
        assert main([command, str(old)]) == 1
        assert "does not know 'genial' with rules 0" in capsys.readouterr().err
    retired = Rules0()
    for module in ("engine.games", "ops.opening"):
        monkeypatch.setattr(f"{module}.RETIRED", (retired,))
    for command in ("replay", "verify"):
        assert main([command, str(old), str(RECORD)]) == 0
    async with open_matches(Settings(database=tmp_path / "longtable.db"), note_trouble) as matches:
        rulebook = matches.loader.rulebook
    assert rulebook.version("genial", 0) is retired
    assert rulebook.version("genial", 1) is GAMES["genial"]


def test_it_runs_as_a_module() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "engine", "games"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert "genial" in done.stdout
