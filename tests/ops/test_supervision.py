"""Loops that fail are started again, and given up after too many failures."""

from __future__ import annotations

import asyncio

import pytest

from ops.supervision import TRIES, WITHIN, Pulse, Supervisor


class Clock:
    """Time that passes only while somebody sleeps."""

    def __init__(self) -> None:
        self.now = 0.0
        self.slept: list[float] = []

    def __call__(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds
        await asyncio.sleep(0)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def supervisor(clock: Clock) -> Supervisor:
    return Supervisor(clock, clock.sleep)


async def test_a_loop_that_fails_is_begun_again_after_ever_longer_waits(
    supervisor: Supervisor, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    begun = 0
    well = asyncio.Event()

    async def work(pulse: Pulse) -> None:
        nonlocal begun
        begun += 1
        if begun < 5:
            raise ValueError("a bad row")
        well.set()
        await asyncio.Event().wait()

    task = supervisor.begin("courier", work)
    await well.wait()
    assert clock.slept == [1.0, 2.0, 4.0, 8.0]
    assert [record.getMessage() for record in caplog.records] == ["the loop courier has failed"] * 4
    assert all(record.exc_info for record in caplog.records)
    assert supervisor.stalled_loops() == []
    await supervisor.close()
    assert task.done()


async def test_a_loop_that_keeps_failing_is_given_up(supervisor: Supervisor, clock: Clock) -> None:
    async def work(pulse: Pulse) -> None:
        raise ValueError("a bad row")

    supervisor.begin("timers", work)
    assert await supervisor.given_up() == "timers"
    assert len(clock.slept) == TRIES - 1
    assert clock.now < WITHIN
    assert supervisor.stalled_loops() == ["timers"]


async def test_a_loop_that_fails_now_and_then_is_not(supervisor: Supervisor, clock: Clock) -> None:
    begun = 0
    well = asyncio.Event()

    async def work(pulse: Pulse) -> None:
        nonlocal begun
        begun += 1
        clock.now += WITHIN / 5
        if begun > 3 * TRIES:
            well.set()
            await asyncio.Event().wait()
        raise ValueError("now and then")

    supervisor.begin("timers", work)
    await well.wait()
    assert supervisor.stalled_loops() == []
    await supervisor.close()


async def test_a_loop_that_returns_has_failed_unless_it_may_end(supervisor: Supervisor, clock: Clock) -> None:
    async def work(pulse: Pulse) -> None:
        return

    ending = supervisor.begin("emojis", work, ends=True, stalls_after=1.0)
    await ending
    clock.now += 999.0
    assert supervisor.stalled_loops() == []
    supervisor.begin("courier", work)
    assert await supervisor.given_up() == "courier"


async def test_a_loop_that_takes_no_turn_has_stalled(supervisor: Supervisor, clock: Clock) -> None:
    turn = asyncio.Event()

    async def work(pulse: Pulse) -> None:
        while True:
            await turn.wait()
            turn.clear()
            pulse()

    supervisor.begin("timers", work, stalls_after=300.0)
    supervisor.begin("untold", work)
    clock.now += 301.0
    assert supervisor.age("timers") == 301.0
    assert supervisor.stalled_loops() == ["timers"]
    turn.set()
    for _ in range(5):
        await asyncio.sleep(0)
    assert supervisor.stalled_loops() == []
    await supervisor.close()


async def test_a_loop_in_which_something_was_cancelled_is_begun_again(
    supervisor: Supervisor, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    """A task that the loop awaited was cancelled, not the loop itself, which must go on."""
    begun = 0
    well = asyncio.Event()

    async def work(pulse: Pulse) -> None:
        nonlocal begun
        begun += 1
        if begun == 1:
            within = asyncio.create_task(asyncio.Event().wait())
            asyncio.get_running_loop().call_soon(within.cancel)
            await within
        well.set()
        await asyncio.Event().wait()

    task = supervisor.begin("courier", work)
    await asyncio.wait([task, asyncio.ensure_future(well.wait())], return_when=asyncio.FIRST_COMPLETED)
    assert (begun, task.done(), clock.slept) == (2, False, [1.0])
    assert [record.getMessage() for record in caplog.records] == ["the loop courier has failed"]
    await supervisor.close()
    assert task.cancelled()
    assert begun == 2
