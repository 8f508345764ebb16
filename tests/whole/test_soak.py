"""Samples of the long trials in ``soak/``: see docs/soak.md."""

from __future__ import annotations

import asyncio
import contextlib
import random
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import aiosqlite
import pytest

from harness.playing import WITHIN, controls
from harness.processes import held_port
from harness.waiting import until
from sandbox.people import Message, People
from soak import stops
from soak.cluster import Cluster
from soak.faults import Storm
from soak.hostile import Attack
from soak.kills import Soak
from soak.life import Life
from soak.passes import Fate
from soak.playing import FORMS, Bout, Unmoved
from soak.points import BotLives, one_pass
from soak.reading import FileReading
from soak.server import Server
from soak.tracing import Watching, trace_match

# A bot that dies closes nothing.
pytestmark = [
    pytest.mark.waits,
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
]

ROOT = Path(__file__).parents[2]
KILLS = 20
PATIENCE = 450.0
"""Seconds after which a machine is too slow for so many kills."""
CALLS, CLICKS = 2_000, 100
ROUNDS = 24
"""Things done in a match that has had some rounds of its draft."""
STORMY = ["genesis_life", "genial", "genesis", "genesis_life"]
ACTS = 8
LONG = 200
"""Things done in a match until its players are asked together."""
STEPS = {"genial": 5, "genesis": 8, "genesis_life": 10, "familienbande": 14, "genesia": 12}
"""The step after each act at which the bot dies, by game."""
SLEPT = 3
SLEEPS = (("genial", 21), ("genesia", 34))
"""Games, and the steps at which one of two bots stands still after everything that is done."""
USUAL = 6
"""The same for any other game."""


@pytest.mark.parametrize("game", FORMS)
async def test_death_at_a_step(game: str) -> None:
    passed = await one_pass(game, STEPS.get(game, USUAL), limit=ACTS)
    assert passed.sound, (passed.wrong, passed.orphans, passed.trace.missing)
    assert passed.strikes >= ACTS // 2, "it died after most of what was done"
    assert passed.trace.calls >= 2


async def test_standing_still_at_a_step() -> None:
    """One of two bots on a database sleeps beyond its lease, and then does what it was about to do."""
    server = Server()
    await server.start()
    try:
        for game, at in SLEEPS:
            passed = await stops.one_pass(game, Fate(at, random.Random(at)), server, limit=SLEPT)
            assert passed.sound, (passed.wrong, passed.orphans, passed.trace.missing)
            assert passed.strikes >= SLEPT - 1, "one of them stood still at most of what was done"
    finally:
        await server.end()


def test_what_is_sent_to_the_server_is_told_by_the_statement() -> None:
    """The bytes follow PostgreSQL's protocol: a kind, a length, and the contents."""

    def told(kind: bytes, *parts: bytes) -> bytes:
        body = b"".join(part + b"\0" for part in parts)
        return kind + (4 + len(body)).to_bytes(4, "big") + body

    line = stops.Statements()
    prepares = told(b"P", b"one", b"UPDATE matches", b"") + told(b"S")
    sends = told(b"B", b"", b"one", b"\0") + told(b"E", b"") + told(b"S")
    assert line.name((25).to_bytes(4, "big") + b"hello") == "what is no statement"
    assert line.name(told(b"Q", b"BEGIN;")) == "BEGIN;"
    assert line.name(prepares) == "what prepares"
    assert line.name(sends) == "UPDATE matches"
    assert line.name(told(b"Q", b"COMMIT;")) == "COMMIT; after UPDATE matches"


def test_standing_still_where_none_has_before_ends_once_all_is_known() -> None:
    tried = set[tuple[bool, str]]()
    steps = ("before a", "after a", "before b", "before a")
    stood: list[str] = []
    for number in range(1, 6):
        fate = stops.Novelty(tried, number, random.Random(1))
        fate.begin(False)
        stood += [name for name in steps if fate.step(name)]
    assert stood == ["before a", "after a", "before b"]


async def test_death_before_anything_is_done_does_not_keep_a_match_from_going_on() -> None:
    passed = await one_pass("genial", 1, limit=2 * ACTS)
    assert passed.sound, (passed.wrong, passed.orphans, passed.trace.missing)
    assert passed.strikes >= ACTS // 2, "it died at everything that was done for the first time"
    assert passed.moves >= ACTS // 2, "and not at the next try"


async def test_a_life_may_end_before_it_has_begun(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Both are known at the same instant: the next life begins all the same."""

    async def start(life: Life) -> None:
        life.kill()
        life.died.set()
        raise asyncio.CancelledError

    monkeypatch.setattr(Life, "start", start)
    nobody: Any = None
    lives = BotLives(nobody, nobody, FileReading(tmp_path / "longtable.db"), Fate(1, random.Random(1)))
    await lives.begin()
    assert lives.life.dead
    lives.life.loop.close()


async def test_a_thread_of_the_dead_may_answer_when_nobody_hears_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The thread of a database still works when the loop that waited for it is closed."""
    buried, workers = threading.Event(), list[threading.Thread]()
    failures: list[threading.ExceptHookArgs] = []

    def work() -> int:
        workers.append(threading.current_thread())
        life.kill()
        buried.wait(60)
        return 1

    async def run(_: Life) -> None:
        async with aiosqlite.connect(tmp_path / "longtable.db") as connection:
            await connection.create_function("work", 0, work)  # pyright: ignore[reportUnknownMemberType]
            await connection.execute("SELECT work()")

    monkeypatch.setattr(Life, "_run", run)
    monkeypatch.setattr(threading, "excepthook", failures.append)
    nobody: Any = None
    life = Life(nobody, tmp_path / "longtable.db", lambda _: False)
    with pytest.raises(asyncio.CancelledError):
        await life.start()
    await life.end()
    assert life.loop.is_closed()
    buried.set()
    for worker in workers:
        worker.join()
    assert workers
    assert not failures


async def test_whoever_has_sealed_a_step_in_a_round_is_still_called_by_its_message(
    people: People, database: Path
) -> None:
    """A step answers nothing: the message that called both is not old when the other one has finished."""
    bout = Bout(people, FileReading(database), "genesia", random.Random(1))
    for _ in range(LONG):
        await bout.step()
        kept = bout.stored_match()
        if kept is not None and len(kept.awaited_persons) == 2:
            first, second = bout.players
            try:
                offers = [await bout.offers(person) for person in (first, second)]
            except Unmoved:
                continue  # the house has ended a hand meanwhile
            steps = [each for each in offers[0] if each.startswith("discard ")]
            if steps and "end" in offers[1]:
                break
    else:
        pytest.fail("they were never asked together at the end of an Age")

    def calls_both(message: Message) -> bool:
        return bool(controls(message, "play")) and all(f"<@{one.id}>" in message.text for one in bout.players)

    await first.sees(calls_both, bout.thread, within=WITHIN)
    await first.command("genesia play", move=steps[0], channel=bout.thread)
    await second.command("genesia play", move="end", channel=bout.thread)

    def acted() -> int:
        return sum(each.by == int(first.id) for each in bout.seen)

    bout.compare(None)
    before = acted()
    # The house ends a hand with which nothing can be done: a step may see no more, or come too late.
    for _ in range(ROUNDS):
        with contextlib.suppress(Unmoved):
            await bout.step()
        if acted() > before:
            break
    assert acted() > before
    assert not bout.counts["uncalled"]


async def test_a_round_that_somebodys_own_move_began_is_no_second_call(
    people: People, database: Path
) -> None:
    """Both are named by the message of each round of a draft."""
    bout = Bout(people, FileReading(database), "genesia", random.Random(1))
    watching = Watching(people)
    for _ in range(ROUNDS):
        await bout.step()
        if bout.thread:
            await until(lambda: not bout.reading.unsaid())
    watching.listen()
    kept = bout.stored_match()
    assert kept is not None
    trace = trace_match(kept, bout.reading, watching, bout.thread)
    assert trace.calls >= 4
    assert trace.again == []


async def test_kills_at_random_instants(tmp_path: Path) -> None:
    with held_port() as port:
        soak = Soak(tmp_path, port, seed=1)
        await soak.run(KILLS, time.monotonic() + PATIENCE, moves=KILLS // 2)
    assert soak.sound, soak.report()
    assert soak.tally.kills >= KILLS, soak.report()
    assert soak.counts["moves"] >= KILLS // 2, soak.report()
    # Whoever is answering when the sandbox dies may say so at length.
    lost = ("aiohttp.client_exceptions.Client", "aiohttp.client_exceptions.Server")
    cut = ("ConnectionRefusedError", "ConnectionResetError", *lost)
    assert [each for each in soak.tracebacks if not each.startswith(cut)] == [], soak.report()


async def test_whole_matches_in_random_faults() -> None:
    storm = Storm(seed=1)
    await storm.run(list(STORMY), pause=0.25)
    assert storm.sound, storm.report()
    assert storm.counts["ended"] == len(STORMY), storm.report()
    assert storm.faults.total() >= 10, storm.report()


@pytest.mark.timeout(300)
async def test_whole_matches_on_three_bots(tmp_path: Path) -> None:
    """One is killed, one told to end, the server restarted. How long that may take the long trial says."""
    cluster = Cluster(tmp_path, seed=1, matches=1, games=("genial", "genesis_life"))
    await cluster.run(kills=1, troubles=1, upgrades=1)
    cluster.late.clear()
    assert cluster.sound, cluster.report()
    assert cluster.same == cluster.counts["ended"] >= 2, cluster.report()
    for kind in ("kill", "server restarted", "upgrade"):
        assert cluster.counts[kind] == 1, cluster.report()
    assert cluster.answering, cluster.report()
    assert cluster.well_again, cluster.report()


def test_hostile_records() -> None:
    """It forks, so that it wants a process without other threads."""
    command = (sys.executable, "-m", "soak.records", "150", "--seed", "7")
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    assert "150 records: 0 wrong" in run.stdout


async def test_hostile_inputs() -> None:
    attack = Attack(seed=1)
    attack.parsers(CALLS // 2)
    await attack.service(CALLS // 2)
    await attack.clicks(CLICKS)
    assert attack.sound, attack.report()
    assert attack.counts["refused"] > CALLS // 4, "most of it is refused in words"
    assert attack.counts["changes"], "and some of it is somebody's right"
