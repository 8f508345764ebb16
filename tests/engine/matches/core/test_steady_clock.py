"""The machine's clock is set by hand: nothing lapses that had time left, and due timers still fall due."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from engine.game import Seat
from engine.match.changes import NewTimer
from engine.matches import Limits, Matches
from engine.matches.core.steady_clock import SteadyClock
from engine.store.sqlite import SqliteStore
from tests.engine.matches.test_clocks import raided
from tests.engine.matches.test_matches import BOB
from tests.engine.matches.test_rounds import Bazaars

JUMPS = [
    sign * seconds
    for seconds in (1.5, 20, 59, 61, 3600, 13 * 3600, 40 * 86400, 50 * 365 * 86400)
    for sign in (1, -1)
]
NEAR = timedelta(seconds=2)
REACTION = timedelta(minutes=20)


class Machine:
    """A machine with a wall clock, which people set, and a clock that only counts."""

    def __init__(self) -> None:
        self.wall = datetime(2030, 6, 1, 12, tzinfo=UTC)
        self.elapsed = 1000.0

    def pass_(self, seconds: float) -> None:
        self.wall += timedelta(seconds=seconds)
        self.elapsed += seconds

    def set(self, seconds: float) -> None:
        """Set the wall clock."""
        self.wall += timedelta(seconds=seconds)

    def steady(self) -> SteadyClock:
        return SteadyClock(lambda: self.wall, lambda: self.elapsed)


class Timed(Bazaars):
    """Tables that go by a machine's clock."""

    def __init__(self, store: SqliteStore, **given: Any) -> None:
        self.machine = Machine()
        self.steady = self.machine.steady()
        super().__init__(store, **given)

    def again(self, **given: Any) -> Matches:
        return super().again(**({"now": self.steady, "limits": Limits(reaction=REACTION)} | given))

    async def restarted(self) -> None:
        self.steady = self.machine.steady()
        self.matches = self.again()
        await self.matches.timekeeper.beat()

    async def running(self, seconds: float) -> None:
        """Let time pass while the bot runs."""
        while seconds > 0:
            self.machine.pass_(min(seconds, 40))
            seconds -= 40
            await self.matches.timekeeper.beat()

    async def left(self, match: int) -> timedelta:
        """Return the time that Bob has left."""
        until = (await self.matches.queries.situation(match, BOB)).deadline
        assert until is not None
        return until - self.steady()


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Timed]:
    async with await SqliteStore.open(tmp_path / "longtable.db") as store:
        table = Timed(store)
        yield table
        await table.matches.close()


async def said(table: Timed) -> list[str]:
    """Return the public notices of the ten minutes over which notices are spread."""
    kinds = [kind for kind, _, _ in await table.notices()]
    await table.running(600)
    return [*kinds, *(kind for kind, _, _ in await table.notices())]


# The clock itself.


def test_it_counts_on_whatever_is_set() -> None:
    machine = Machine()
    steady, began = machine.steady(), machine.wall
    for by in JUMPS:
        machine.set(by)
        machine.pass_(10)
    assert steady() == began + timedelta(seconds=10 * len(JUMPS))


@pytest.mark.parametrize("by", JUMPS)
def test_it_tells_how_far_it_was_set_and_follows(by: float) -> None:
    machine = Machine()
    steady = machine.steady()
    assert steady.ahead() == timedelta()
    machine.set(by)
    machine.pass_(7)
    assert steady.ahead() == timedelta(seconds=by)
    steady.follow(steady.ahead())
    assert (steady(), steady.ahead()) == (machine.wall, timedelta())


def test_less_than_a_second_is_let_pass_until_it_adds_up() -> None:
    machine = Machine()
    steady = machine.steady()
    machine.set(0.6)
    assert steady.ahead() == timedelta()
    machine.set(0.6)
    assert steady.ahead() == timedelta(seconds=1.2)


# The bot runs


@pytest.mark.parametrize("by", JUMPS)
async def test_a_running_bot_takes_and_gives_no_time(table: Timed, by: float) -> None:
    match = await raided(table)
    await table.running(100)
    table.machine.pass_(7)
    before = await table.left(match)
    table.machine.set(by)
    assert await table.matches.timers.run_due_timers() == 0, "before anybody has noticed"
    await table.matches.timekeeper.beat()
    assert abs(table.steady() - table.machine.wall) <= NEAR, "it shows the machine's time again"
    assert abs(await table.left(match) - before) <= NEAR
    assert await table.matches.timers.run_due_timers() == 0
    assert (await said(table)).count("clock") == (abs(by) > 60), "who was told another time hears of it"
    await table.running((before - timedelta(seconds=600 + 30)).total_seconds() // 1)
    assert await table.matches.timers.run_due_timers() == 0
    await table.running(60)
    assert await table.matches.timers.run_due_timers() == 1, "it still runs out"


async def test_jump_after_jump_adds_up_to_nothing(table: Timed) -> None:
    match = await raided(table)
    await table.running(30)
    for by in JUMPS:
        table.machine.pass_(9)
        table.machine.set(by)
        await table.matches.timekeeper.beat()
    assert abs(REACTION - timedelta(seconds=30 + 9 * len(JUMPS)) - await table.left(match)) <= NEAR


@pytest.mark.parametrize("by", JUMPS)
async def test_a_move_sees_it_first(table: Timed, by: float) -> None:
    """A move's timers go by the new clock; those that were set before are moved with it."""
    match, other = await raided(table), await raided(table)
    await table.play(match, BOB, "guard")
    await table.running(60)
    table.machine.set(by)
    await table.play(match, 1, "raid 1")
    assert abs(await table.left(match) - REACTION) <= NEAR
    assert abs(await table.left(other) - (REACTION - timedelta(seconds=60))) <= NEAR
    assert abs(table.steady() - table.machine.wall) <= NEAR


@pytest.mark.parametrize("by", JUMPS)
async def test_due_timers_fall_due_all_the_same(table: Timed, by: float) -> None:
    """An automatic player's turn, a short clock that has run out, and a notice are due."""
    lapsed = await raided(table)
    await table.running(REACTION.total_seconds() + 15)
    automatic = await table.started("steady")
    assert await table.taken() == [automatic]
    lines = await table.store.notices((automatic,))
    for line in lines:
        await table.matches.outbox.put_off_notice(line, table.steady() + timedelta(seconds=20))
    await table.matches.outbox.release_lanes((automatic,), table.steady() + timedelta(seconds=20))
    table.machine.set(by)
    await table.matches.timekeeper.beat()
    assert await table.lines() == [], "twenty seconds are twenty seconds"
    assert await table.matches.timers.run_due_timers() == 2
    entries = [(await table.matches.loader.get(match)).entries for match in (lapsed, automatic)]
    assert entries == [6, 2]
    await table.running(20)
    assert {line.id for line in await table.store.notices((automatic,))} >= {line.id for line in lines}
    assert set(await table.taken()) >= {automatic}


@pytest.mark.parametrize("by", JUMPS)
async def test_leased_timers_and_lanes_come_again_when_the_lease_ends(table: Timed, by: float) -> None:
    match = await table.started("steady")
    table.matches = table.again()
    now = table.steady()
    minute = timedelta(minutes=1)
    assert await table.store.take_lane("gone", match, now + minute, now + minute)
    timers, _ = await table.store.take_timers("gone", now, now + minute, 9)
    assert len(timers) == 1
    await table.matches.timekeeper.beat()
    table.machine.set(by)
    await table.matches.timekeeper.beat()
    assert await table.matches.timers.run_due_timers() == 0
    assert await table.taken() == []
    await table.running(60)
    assert await table.matches.timers.run_due_timers() == 1
    assert await table.taken() == [match]


async def test_a_second_jump_while_the_first_is_written_is_seen_too(
    table: Timed, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await raided(table)
    await table.running(30)
    before, shift = await table.left(match), table.store.shift_clock

    async def slowly(*given: Any) -> None:
        await shift(*given)
        monkeypatch.undo()
        table.machine.set(13 * 3600)

    monkeypatch.setattr(table.store, "shift_clock", slowly)
    table.machine.set(3600)
    for _ in range(2):
        await table.matches.timekeeper.beat()
    assert await table.matches.timers.run_due_timers() == 0
    assert abs(await table.left(match) - before) <= NEAR
    assert abs(table.steady() - table.machine.wall) <= NEAR


async def test_time_without_people_is_the_time_that_passed_not_what_the_clock_says(table: Timed) -> None:
    match = await raided(table)
    up = True
    table.matches.timekeeper.attend(lambda: up)
    await table.running(30)
    before = await table.left(match)
    up = False
    for by in (86400, -7200, 30, -3 * 86400):
        table.machine.set(by)
        await table.running(200)
        assert await table.matches.timers.run_due_timers() == 0
    up = True
    await table.matches.timekeeper.beat()
    assert abs(await table.left(match) - before) <= NEAR
    assert await table.matches.timers.run_due_timers() == 0


# The bot is stopped


@pytest.mark.parametrize("by", JUMPS)
@pytest.mark.parametrize("away", [5, 7200])
async def test_a_stopped_bot_takes_no_time_beyond_a_minute_and_gives_none(
    table: Timed, by: float, away: float
) -> None:
    """Nobody knows then how long the bot was stopped: less than a minute, as it seems, counts as such."""
    match = await raided(table)
    await table.running(300)
    before = await table.left(match)
    await table.matches.close()
    table.machine.pass_(away)
    table.machine.set(by)
    await table.restarted()
    seems = timedelta(seconds=away + by)
    lost = seems if timedelta() < seems <= timedelta(minutes=1) else timedelta()
    assert abs(await table.left(match) - (before - lost)) <= NEAR
    assert await table.matches.timers.run_due_timers() == 0
    assert (await said(table)).count("clock") == (abs(seems) > timedelta(minutes=1))
    await table.running((await table.left(match)).total_seconds())
    assert await table.matches.timers.run_due_timers() == 1


@pytest.mark.parametrize("by", JUMPS)
async def test_a_timer_due_before_the_stop_falls_due_after_it(table: Timed, by: float) -> None:
    lapsed = await raided(table)
    order = NewTimer("order", Seat(1), 4, table.steady() + timedelta(minutes=5))
    await table.running(REACTION.total_seconds() + 15)
    automatic = await table.started("steady")
    await table.wrote(lapsed, timers=(order,))
    await table.matches.close()
    table.machine.set(by)
    await table.restarted()
    await table.automatic()
    assert [(await table.matches.loader.get(match)).entries for match in (lapsed, automatic)] == [6, 2]


async def test_a_clock_that_was_wrong_and_is_set_right_leaves_no_trace(table: Timed) -> None:
    """The clock is fifty years ahead at a start, as without a battery, and set back while the bot runs."""
    match = await raided(table)
    await table.running(300)
    before = await table.left(match)
    await table.matches.close()
    table.machine.set(50 * 365 * 86400)
    await table.restarted()
    assert await table.matches.timers.run_due_timers() == 0
    await table.running(90)
    table.machine.set(-50 * 365 * 86400)
    await table.running(90)
    assert await table.matches.timers.run_due_timers() == 0
    assert abs(await table.left(match) - (before - timedelta(seconds=180))) <= NEAR
    await table.matches.close()
    await table.restarted()
    assert abs(await table.left(match) - (before - timedelta(seconds=180))) <= NEAR
