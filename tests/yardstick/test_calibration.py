"""The measure of what robots say against what comes of it."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from engine.games import GAMES
from engine.robots import calibration as table
from engine.robots.estimate import Thinker
from tests.yardstick import calibration
from tests.yardstick.calibration import Said, binned, mapped, positions


def test_a_match_gives_what_was_said_and_what_came_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    game = GAMES["familienbande"]
    strong = game.players["strong"]
    assert isinstance(strong, Thinker)
    monkeypatch.setattr(strong, "_swift", None)
    monkeypatch.setattr(strong, "_slow", (strong._slow[0], 20))  # pyright: ignore[reportPrivateUsage]
    found = positions(game, 2, "strong", 1)
    assert 0 < len(found) <= calibration.EACH
    assert all(0 <= said <= 1 and won in (0.0, 0.5, 1.0) for said, won in found)
    assert positions(game, 2, "strong", 1) == found, "again, the same"


def test_bins_show_a_player_that_says_too_much_and_the_table_mends_it() -> None:
    dice = Random("calibration")
    true = [dice.random() for _ in range(20_000)]
    said = [Said(each**0.5, float(dice.random() < each)) for each in true]
    odd, even = said[::2], said[1::2]
    bins = binned(odd)
    assert len(bins) == calibration.BINS
    assert min(count for _, _, count in bins) >= calibration.BIN
    assert max(abs(one - other) for one, other, _ in bins) > 0.15
    mended = binned(Said(mapped(bins, each.said), each.won) for each in even)
    assert max(abs(one - other) for one, other, _ in mended) < 0.05


def test_the_command_goes_on_where_it_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    played: list[int] = []

    def quick(game: object, seats: int, level: str, number: int) -> list[Said]:
        played.append(number)
        return [Said(0.4, 0.0), Said(0.6, 1.0)]

    monkeypatch.setattr(calibration, "positions", quick)
    file = tmp_path / "kept.jsonl"
    command = ["familienbande", "--results", str(file), "--positions"]
    calibration.main([*command, "6"])
    with file.open("a") as more:
        more.write('["cut sho')
    calibration.main([*command, "10"])
    assert played == [1, 2, 3, 4, 5]
    assert "10 positions of 5 matches" in capsys.readouterr().out
    with pytest.raises(SystemExit):
        calibration.main([*command, "10", "--write"])


def test_a_hint_says_per_cent_only_where_that_was_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bins = [{"said": 0.2, "true": 0.3, "positions": 500}, {"said": 0.8, "true": 0.6, "positions": 500}]
    (tmp_path / "calibration.json").write_text(json.dumps({"genial/2/expert/3": bins}))
    monkeypatch.setattr(table, "files", lambda package: tmp_path)
    table._tables.cache_clear()  # pyright: ignore[reportPrivateUsage]
    try:
        assert table.true_share("genial", 2, "expert", 3, 0.5) == pytest.approx(0.45)
        assert table.true_share("genial", 2, "expert", 3, 0.1) == 0.3
        assert table.true_share("genial", 2, "expert", 3, 0.9) == 0.6
        assert table.true_share("genial", 2, "expert", 4, 0.5) is None, "another version"
        assert table.true_share("genial", 4, "expert", 3, 0.5) is None
    finally:
        table._tables.cache_clear()  # pyright: ignore[reportPrivateUsage]


@pytest.mark.parametrize("broken", ["", "{", "[]", '{"a": 1}'])
def test_a_broken_table_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, broken: str) -> None:
    (tmp_path / "calibration.json").write_text(broken)
    monkeypatch.setattr(table, "files", lambda package: tmp_path)
    table._tables.cache_clear()  # pyright: ignore[reportPrivateUsage]
    try:
        assert table.true_share("genial", 2, "expert", 3, 0.5) is None
    finally:
        table._tables.cache_clear()  # pyright: ignore[reportPrivateUsage]
