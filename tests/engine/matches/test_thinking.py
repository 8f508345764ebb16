"""An automatic player that never ends holds up nobody: no other timer, not the match, not the process."""

from __future__ import annotations

import asyncio
import gc
import signal
import subprocess
import sys
import threading
from asyncio.subprocess import Process
from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any, cast

import msgspec
import pytest

from engine.chance import Chance
from engine.game import Player
from engine.genesia.model import Phase
from engine.genesia.rules import GENESIA, Genesia
from engine.matches import Limits, Matches
from engine.matches.play import workers
from engine.matches.play.thinking import Thinking
from engine.matches.play.workers import Workers
from engine.robots.choosing import Position, Thought, hint_key
from engine.robots.slots import Slots
from engine.robots.tasks import Answer, Task
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


class Full:
    """Workers that answer nothing until a test lets them, and keep what they were asked."""

    def __init__(self) -> None:
        self.keys: list[str] = []
        self.asked, self.ends = asyncio.Semaphore(0), asyncio.Event()

    async def ask(self, task: Task) -> Answer:
        self.keys.append(task.key)
        self.asked.release()
        await self.ends.wait()
        return Answer(error="none")

    async def close(self) -> None: ...


async def test_many_hints_hold_up_no_robots_move() -> None:
    full = Full()
    thinking, place = Thinking(1, 600, cast(Workers, full)), position()
    asked = [replace(place, after=number) for number in range(5, 11)]
    hints = [asyncio.create_task(thinking.hint(each, "expert", 7)) for each in asked]
    await full.asked.acquire()
    move = asyncio.create_task(thinking.move(place, "expert", 8))
    await full.asked.acquire()
    assert full.keys == [hint_key(KEY, 5, place.seat).hex(), place.key.hex()]
    full.ends.set()
    await asyncio.gather(move, *hints)
    assert len(full.keys) == 7


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


@pytest.fixture
async def thinking(tmp_path: Path) -> AsyncIterator[Thinking]:
    """Return a house's thinking, with places for workers of its own."""
    thinking = Thinking(1, 600, Workers(Slots(tmp_path / "slots")))
    yield thinking
    await thinking.close()


def position(phase: Phase = Phase.PLACE, seats: int = 3) -> Position:
    state = first(phase, seats=seats)
    return Position(GENESIA, state, GENESIA.pending(state)[0], 5, KEY)


def is_legal(asked: Position, text: str) -> bool:
    return asked.game.parse(asked.state, asked.seat, text) in asked.game.moves(asked.state, asked.seat)


async def test_a_player_that_thinks_long_has_a_process_that_is_kept(
    processes: list[Process], thinking: Thinking
) -> None:
    asked = position()
    first_thought = await thinking.move(asked, "expert", 7)
    made = first_thought.made
    assert (made.player, made.after, made.budget) == ("expert", 5, GENESIA.players["expert"].budget)
    assert is_legal(asked, first_thought.text)
    assert await thinking.move(asked, "expert", 8) == first_thought, "the same question, the same answer"
    assert [each.returncode for each in processes] == [None], "one process for both"
    await thinking.close()
    assert processes[0].returncode is not None


async def test_a_worker_that_is_killed_is_replaced_and_the_move_is_the_same(
    processes: list[Process], thinking: Thinking
) -> None:
    asked = position()
    thought = await thinking.move(asked, "expert", 7)
    processes[0].kill()  # while it has nothing to do; the bot may not know yet
    assert await thinking.move(asked, "expert", 7) == thought
    going_on = asyncio.create_task(thinking.move(asked, "expert", 7))
    while len(processes) < 2 or processes[1].returncode is None:
        processes[-1].send_signal(signal.SIGKILL)
        await asyncio.sleep(0)
    assert await going_on == thought
    assert thought.made.player == "expert"


def stand_in(monkeypatch: pytest.MonkeyPatch, folder: Path, program: str) -> None:
    """Let workers run this program instead."""
    (folder / "engine").mkdir()
    (folder / "engine" / "thinker.py").write_text(program)
    monkeypatch.setattr("engine.matches.core.children._ROOT", folder)


async def test_a_worker_that_takes_too_long_is_ended(
    processes: list[Process],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    tmp_path: Path,
) -> None:
    # It would never end. A busy machine takes a while to start it, and only what has started can be ended.
    stand_in(monkeypatch, tmp_path, "import threading\nthreading.Event().wait()\n")
    asked = position(Phase.STANCE, seats=5)
    thinking = Thinking(1, 0.5, Workers(Slots(tmp_path / "slots")))
    thought = await thinking.move(asked, "expert", 7)
    assert thought.made.player != "expert"
    assert is_legal(asked, thought.text)
    assert [each.returncode for each in processes] == [-signal.SIGKILL]
    assert "match 7: the automatic player expert thinks too long" in caplog.text
    await thinking.close()


async def test_the_quick_player_moves_where_a_player_fails(
    processes: list[Process],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    thinking: Thinking,
) -> None:
    monkeypatch.setattr(Genesia, "slow", frozenset({"nobody", "expert"}))
    thought = await thinking.move(position(), "nobody", 7)
    assert (thought.text, str(thought.made)) == ("place 1", "steady/1@5")
    assert "match 7: the automatic player nobody failed in seat" in caplog.text
    assert (await thinking.move(position(), "expert", 7)).made.player == "expert", "the worker goes on"
    assert len(processes) == 1


@pytest.mark.parametrize(
    ("program", "begun"),
    [
        (r"""input(); print('{"text": "peace", "made": "expert/1@5"}')""", 1),
        ("input(); print('nonsense')", 1),
        ("raise SystemExit(1)", 3),
    ],
    ids=["an illegal move", "nonsense", "it dies"],
)
async def test_the_quick_player_moves_where_a_worker_fails(
    processes: list[Process],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    tmp_path: Path,
    thinking: Thinking,
    program: str,
    begun: int,
) -> None:
    stand_in(monkeypatch, tmp_path, program)
    thought = await thinking.move(position(), "expert", 7)
    assert (thought.text, str(thought.made)) == ("place 1", "steady/1@5")
    assert len(processes) == begun, "one that has died is replaced, but not for ever"
    assert "match 7: the automatic player expert failed in seat" in caplog.text


async def test_all_bots_of_a_machine_share_two_workers(processes: list[Process], tmp_path: Path) -> None:
    """A bot that waits gets the place of another bot's idle worker."""
    asked, slots = position(), tmp_path / "slots"
    bots = [Thinking(1, 600, Workers(Slots(slots))) for _ in range(3)]

    def living() -> int:
        return sum(each.returncode is None for each in processes)

    async def think(bot: Thinking) -> Thought:
        thought = await bot.move(asked, "expert", 7)
        assert living() <= 2
        return thought

    try:
        thoughts = await asyncio.gather(*(think(bot) for bot in bots for _ in range(3)))
        assert len(set(thoughts)) == 1
        assert {each.made.player for each in thoughts} == {"expert"}
        assert len(processes) > 2, "one bot had to wait for a place"
    finally:
        for bot in bots:
            await bot.close()
    assert living() == 0
    assert Slots(slots).take() is not None


def test_a_bot_that_is_gone_unclosed_leaves_no_place_taken(tmp_path: Path) -> None:
    async def leave() -> None:
        workers._Worker(cast(Process, None), Slots(tmp_path, 1).take())  # pyright: ignore[reportPrivateUsage]

    asyncio.run(leave())
    gc.collect()
    assert Slots(tmp_path, 1).take() is not None


async def test_robots_think_where_no_place_can_be_written(
    processes: list[Process], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "slots").write_text("a file, no folder")
    bot = Thinking(1, 60, Workers(Slots(tmp_path / "slots")))
    assert (await bot.move(position(), "expert", 7)).made.player == "expert"
    assert "the workers of the machine's other bots cannot be counted" in caplog.text
    await bot.close()


async def test_an_idle_worker_ends_after_a_while(
    processes: list[Process], monkeypatch: pytest.MonkeyPatch, thinking: Thinking
) -> None:
    monkeypatch.setattr("engine.matches.play.workers._KEPT", -1)
    monkeypatch.setattr("engine.matches.play.workers._LOOK", 0)
    await thinking.move(position(), "expert", 7)
    async with asyncio.timeout(120):
        await processes[0].wait()


async def test_a_worker_ends_with_its_bot(processes: list[Process], thinking: Thinking) -> None:
    await thinking.move(position(), "expert", 7)
    assert processes[0].stdin is not None
    processes[0].stdin.close()  # as the system does when the bot is killed
    async with asyncio.timeout(120):
        await processes[0].wait()


def test_what_a_worker_is_given_is_what_its_seat_may_know() -> None:
    asked = position(Phase.DRAFT, seats=3)
    given = msgspec.to_builtins(Task.of(asked.question(), "expert", 30))
    assert given.keys() == {"game", "player", "seat", "after", "key", "position", "seconds"}
    assert given["key"] != KEY.hex(), "the match's key would tell what is drawn"
    assert given["position"] != GENESIA.position(asked.state), "the others' cards are dealt anew"


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
