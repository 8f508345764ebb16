"""The tournament: its intervals, and that it goes on where it was stopped."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.genesis.rules import GENESIS
from tests.yardstick import tournament
from tests.yardstick.tournament import MARK, Bout, Outcome, bouts, interval, main, page, read


@pytest.mark.parametrize(
    ("share", "games", "low", "high"),
    [(0.5, 100, 0.404, 0.596), (1.0, 30, 0.886, 1.0), (0.0, 30, 0.0, 0.114)],
)
def test_intervals_are_wilsons(share: float, games: int, low: float, high: float) -> None:
    assert interval(share, games) == pytest.approx((low, high), abs=0.001)


def test_every_level_meets_the_one_below_and_the_yardstick() -> None:
    met = {(each.one, each.others) for each in bouts((2,)) if each.game == "genesia"}
    assert {("novice", "random"), ("casual", "novice"), ("steady", "casual"), ("expert", "strong")} <= met
    assert {one for one, others in met if others == tournament.YARDSTICK} == {
        "novice",
        "casual",
        "steady",
        "strong",
        "expert",
    }
    assert all(each.seats == 2 for each in bouts((2, 4)) if each.game == "genesis_life")


def test_results_of_an_older_player_do_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    bout = Bout("genesis", 2, "steady", "casual")
    before = bout.key
    monkeypatch.setattr(type(GENESIS.players["steady"]), "version", 99)
    assert bout.key != before
    assert "steady/99/0" in bout.key


def test_it_goes_on_where_it_was_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, sheet = tmp_path / "results.jsonl", tmp_path / "page.md"
    sheet.write_text(f"before\n{MARK}old tables\n")
    command = ["--only", "genesis", "--seats", "2", "--levels", "novice", "casual", "--results", str(file)]
    main([*command, "--games", "1"])
    first = file.read_text()
    file.write_text(first + '["genesis|2|no')
    real, played = tournament.played, list[int]()

    def play(bout: Bout, number: int) -> Outcome:
        played.append(number)
        return real(bout, number)

    monkeypatch.setattr(tournament, "played", play)
    main([*command, "--games", "2", "--write", str(sheet)])
    assert set(played) == {2}
    there = read(file)
    assert all(len(each) == 2 for each in there.values())
    told = sheet.read_text()
    assert told.startswith(f"before\n{MARK}Compiled cores: ")
    assert "old tables" not in told
    assert page({key: list(each.values()) for key, each in there.items()}, (2,)) in told
