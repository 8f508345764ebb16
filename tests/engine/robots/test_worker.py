"""A worker and what it is given: whatever comes, it answers and goes on."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine import thinker
from engine.chance import SeededChance
from engine.games import GAMES
from engine.robots.choosing import Position
from engine.robots.slots import Slots
from engine.robots.tasks import Answer, Task

ROOT = Path(__file__).resolve().parents[3]


def task(**changed: Any) -> dict[str, Any]:
    game = GAMES["familienbande"]
    state = game.setup(game.Options(), 2, SeededChance(bytes(32), 0))
    position = Position(game, state, game.pending(state)[0], 0, bytes(32))
    return {**msgspec.to_builtins(Task.of(position.question(), "steady", 30)), **changed}


def answers(*lines: str | dict[str, Any]) -> list[Answer]:
    given = "".join(f"{each if isinstance(each, str) else json.dumps(each)}\n" for each in lines)
    done = subprocess.run(
        [sys.executable, "-m", "engine.thinker"],
        input=given.encode(),
        capture_output=True,
        cwd=ROOT,
        timeout=60,
        check=True,
    )
    assert done.stderr == b""
    return [msgspec.json.decode(line, type=Answer) for line in done.stdout.splitlines()]


def test_whatever_it_is_given_it_answers_and_goes_on() -> None:
    wrong = [
        "",
        "nonsense",
        "{}",
        "[1, 2]",
        "\0\0",
        task(game="chess"),
        task(player="world champion"),
        task(position="nowhere"),
        task(key="zz"),
        task(seat=9),
        task(seconds="soon"),
    ]
    found = answers(*wrong, task())
    assert len(found) == len(wrong) + 1
    assert all(each.error and not each.text for each in found[:-1])
    assert found[-1].thought().made.player == "steady"
    for each in found[:-1]:
        with pytest.raises(ValueError, match=":"):
            each.thought()


def test_the_same_task_has_the_same_answer_whatever_came_before() -> None:
    alone = answers(task(player="strong"))
    assert answers(task(player="expert"), task(player="strong"))[1:] == alone


def test_it_ends_when_nothing_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinker, "IDLE", 0)
    monkeypatch.setattr("os.nice", lambda by: 0)
    monkeypatch.setattr("resource.setrlimit", lambda *given: None)
    monkeypatch.setattr("select.select", lambda *given: ([], [], []))
    thinker.main()


def test_it_knows_its_own_size() -> None:
    assert 1 << 20 < thinker._resident() < 1 << 33  # pyright: ignore[reportPrivateUsage]


def test_places_are_as_many_as_were_agreed_and_a_wish_is_seen(tmp_path: Path) -> None:
    one, other = Slots(tmp_path / "slots"), Slots(tmp_path / "slots")
    assert (one.take(), other.take()) != (None, None)
    assert one.take() is None
    assert not one.is_wanted()
    with other.wish(), one.wish():
        assert one.is_wanted()
        assert other.is_wanted()
    assert not one.is_wanted()


def test_places_of_somebody_else_are_not_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    slots = Slots(tmp_path / "slots")
    assert slots.take() is not None
    monkeypatch.setattr("os.getuid", lambda: 12345)
    with pytest.raises(PermissionError):
        slots.take()
    (tmp_path / "link").symlink_to(tmp_path / "slots")
    with pytest.raises(OSError, match="link"):
        Slots(tmp_path / "link").take()
