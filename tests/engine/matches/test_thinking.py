"""An automatic player that never ends holds up nobody: no other timer, not the match, not the process."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
import threading
from asyncio.subprocess import Process
from collections.abc import Iterator, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from engine.chance import Chance
from engine.game import Player
from engine.genesia.model import Phase
from engine.genesia.rules import GENESIA, Genesia
from engine.matches import Limits, Matches
from engine.matches.play.thinking import Thinking
from engine.robots.choosing import Position
from engine.store.sqlite import SqliteStore
from tests.engine.auction import AUCTION
from tests.engine.bazaar import BAZAAR
from tests.engine.genesia.genesia_games import first
from tests.engine.matches.test_matches import BOB, Table

ROOT = Path(__file__).resolve().parents[3]
KEY = bytes(range(32))
LONG = Limits(thinking=timedelta(hours=1))


class Hanging(Player):
    """A player that thinks until a test lets it go."""

    def __init__(self) -> None:
        self.ends = threading.Event()

    def choose(self, view: Any, moves: Sequence[Any], imagine: Any, chance: Chance) -> Any:
        self.ends.wait()
        return moves[0]


@pytest.fixture
def hanging(monkeypatch: pytest.MonkeyPatch) -> Iterator[Hanging]:
    player = Hanging()
    for game in (AUCTION, BAZAAR):
        monkeypatch.setitem(game.players, "hanging", player)  # pyright: ignore[reportArgumentType]
    yield player
    player.ends.set()


async def until(matches: Matches, match: int, entries: int) -> None:
    async with asyncio.timeout(20):
        while (await matches.loader.get(match)).entries < entries:  # noqa: ASYNC110
            await asyncio.sleep(0.001)


async def test_it_holds_up_no_other_timer_and_no_other_move(store: SqliteStore, hanging: Hanging) -> None:
    table = Table(store, limits=LONG)
    stuck = await table.started("hanging", BOB)
    running = asyncio.create_task(table.matches.timers.run())
    try:
        for _ in range(3):
            other = await table.started("steady", BOB)
            await until(table.matches, other, 2)
        await table.play(stuck, BOB, "bid 1")
        assert (await table.matches.loader.get(stuck)).entries == 2
        hanging.ends.set()
        await until(table.matches, stuck, 3)
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        await table.matches.close()


async def test_many_of_them_hold_up_no_short_clock(store: SqliteStore, hanging: Hanging) -> None:
    from tests.engine.matches.test_clocks import raided
    from tests.engine.matches.test_rounds import Bazaars

    table = Bazaars(store, limits=LONG)
    match = await raided(table)
    for _ in range(4):
        await table.started("hanging")
    await table.matches.timekeeper.beat()
    running = asyncio.create_task(table.matches.timers.run())
    try:
        for _ in range(12 * 60 + 1):
            table.clock.pass_(60)
            await table.matches.timekeeper.beat()
        await table.play(await table.started(BOB), BOB, "pick 1")
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        running = asyncio.create_task(table.matches.timers.run())
        await until(table.matches, match, 6)
        assert (await table.store.entries(match))[-1].text == "pass"
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        await table.matches.close()


async def test_a_player_that_thinks_too_long_moves_at_random(
    store: SqliteStore, hanging: Hanging, caplog: pytest.LogCaptureFixture
) -> None:
    table = Table(store, limits=Limits(thinking=timedelta(milliseconds=20)))
    match = await table.started("hanging", BOB)
    await table.automatic()
    assert (await table.matches.loader.get(match)).entries == 2
    assert f"match {match}: the automatic player hanging thinks too long in seat 1" in caplog.text
    hanging.ends.set()
    await table.play(match, BOB, "bid 1")
    assert (await table.matches.loader.get(match)).entries == 3, "what it says too late is not heard"
    await table.matches.close()


@pytest.fixture
def processes(monkeypatch: pytest.MonkeyPatch) -> list[Process]:
    """Collect all processes that are started."""
    started: list[Process] = []
    monkeypatch.setenv("DISCORD_TOKEN", "secret")
    real = asyncio.create_subprocess_exec

    async def start(*command: Any, **rest: Any) -> Process:
        assert "secret" not in rest["env"].values()
        started.append(await real(*command, **rest))
        return started[-1]

    monkeypatch.setattr(asyncio, "create_subprocess_exec", start)
    return started


async def test_a_player_that_thinks_for_seconds_has_a_process_of_its_own(processes: list[Process]) -> None:
    state = first(Phase.PLACE, seats=3)
    seat = GENESIA.pending(state)[0]
    thought = await Thinking(1, 60).move(Position(GENESIA, state, seat, 5, KEY), "expert", 7)
    text, made = thought.text, thought.made
    assert (made.player, made.after, made.budget) == ("expert", 5, GENESIA.players["expert"].budget)
    assert GENESIA.parse(state, seat, text) in GENESIA.moves(state, seat)
    assert [each.returncode for each in processes] == [0]


async def test_a_process_that_takes_too_long_is_ended(
    processes: list[Process],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    tmp_path: Path,
) -> None:
    # It would never end. A busy machine takes a while to start it, and only what has started can be ended.
    (tmp_path / "engine").mkdir()
    (tmp_path / "engine" / "thinker.py").write_text("import threading\nthreading.Event().wait()\n")
    monkeypatch.setattr("engine.matches.play.thinking._ROOT", tmp_path)
    state = first(Phase.STANCE, seats=5)
    seat = GENESIA.pending(state)[0]
    thought = await Thinking(1, 0.5).move(Position(GENESIA, state, seat, 5, KEY), "expert", 7)
    assert thought.made.player != "expert"
    text = thought.text
    assert GENESIA.parse(state, seat, text) in GENESIA.moves(state, seat)
    assert [each.returncode for each in processes] == [-signal.SIGKILL]
    assert "match 7: the automatic player expert thinks too long" in caplog.text


async def test_the_quick_player_moves_where_a_process_fails(
    processes: list[Process], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(Genesia, "slow", frozenset({"nobody"}))
    state = first(Phase.PLACE, seats=3)
    seat = GENESIA.pending(state)[0]
    thought = await Thinking(1, 60).move(Position(GENESIA, state, seat, 5, KEY), "nobody", 7)
    assert (thought.text, str(thought.made)) == ("place 1", "steady/1@5")
    assert [each.returncode for each in processes] == [1]
    assert "match 7: the automatic player nobody failed in seat" in caplog.text


async def test_the_quick_player_moves_where_a_process_chooses_no_legal_move(
    processes: list[Process],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    tmp_path: Path,
) -> None:
    (tmp_path / "engine").mkdir()
    (tmp_path / "engine" / "thinker.py").write_text(r'print("peace\nexpert/1@5")')
    monkeypatch.setattr("engine.matches.play.thinking._ROOT", tmp_path)
    state = first(Phase.PLACE, seats=3)
    seat = GENESIA.pending(state)[0]
    thought = await Thinking(1, 60).move(Position(GENESIA, state, seat, 5, KEY), "expert", 7)
    assert (thought.text, str(thought.made)) == ("place 1", "steady/1@5")
    assert [each.returncode for each in processes] == [0]
    assert "match 7: the automatic player expert failed in seat" in caplog.text


async def test_it_does_not_keep_the_process(tmp_path: Path) -> None:
    program = """
import asyncio, pathlib, sys, threading
from tests.engine import auction
from tests.engine.matches.test_matches import Table
from engine.store.sqlite import SqliteStore
from engine.game import Player

class Hanging(Player):
    def choose(self, view, moves, imagine, chance):
        thinking.set()
        threading.Event().wait()

thinking = threading.Event()
auction.Flawed.players = {"hanging": Hanging()}

async def main():
    async with await SqliteStore.open(pathlib.Path(sys.argv[1])) as store:
        table = Table(store)
        await table.started("hanging")
        running = asyncio.create_task(table.matches.timers.run())
        await asyncio.to_thread(thinking.wait)
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        await table.matches.close()
    print("ended")

asyncio.run(main())
"""
    bot = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        program,
        str(tmp_path / "longtable.db"),
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    try:
        async with asyncio.timeout(60):
            out, errors = await bot.communicate()
    finally:
        if bot.returncode is None:
            bot.kill()
            await bot.wait()
    assert (bot.returncode, out) == (0, b"ended\n"), errors.decode()
