"""Fair shares: order, not seconds."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable

import pytest

from cogs.answering.fair_limiter import REQUESTER, FairLimiter
from engine.game import Refusal

ADA, BASILE, CHLOE = 1, 2, 3
BOT = None


class Room:
    """Work that stays until it is told to go; it writes down who began."""

    def __init__(self, shares: FairLimiter) -> None:
        self.shares = shares
        self.began: list[int | None] = []
        self.inside: list[asyncio.Event] = []
        self.tasks: list[asyncio.Task[None]] = []

    async def asks(self, owner: int | None, times: int = 1) -> None:
        for _ in range(times):
            self.tasks.append(asyncio.create_task(self._work(owner)))
        await self.settled()

    async def _work(self, owner: int | None) -> None:
        REQUESTER.set(owner)
        async with self.shares.turn():
            leave = asyncio.Event()
            self.began.append(owner)
            self.inside.append(leave)
            await leave.wait()

    @staticmethod
    async def settled() -> None:
        for _ in range(20):
            await asyncio.sleep(0)

    async def all_done(self) -> list[int | None]:
        """Let one go after the other; who began, in order."""
        while self.inside:
            self.inside.pop(0).set()
            await self.settled()
        return self.began


async def test_whoever_asks_for_fifty_waits_for_them_alone() -> None:
    room = Room(FairLimiter(2))
    await room.asks(ADA, 50)
    await room.asks(BASILE)
    await room.asks(CHLOE, 2)
    assert room.began == [ADA, BASILE], "one place of two is always left for others"
    assert await room.all_done() == [ADA, BASILE, ADA, CHLOE, ADA, CHLOE] + [ADA] * 47


async def test_the_house_goes_first_but_not_twice_while_somebody_waits() -> None:
    room = Room(FairLimiter(1))
    await room.asks(ADA, 4)
    await room.asks(BOT, 3)
    assert await room.all_done() == [ADA, BOT, ADA, BOT, ADA, BOT, ADA]


async def test_persons_take_turns() -> None:
    room = Room(FairLimiter(1))
    for owner in (ADA, ADA, ADA, BASILE, BASILE, CHLOE):
        await room.asks(owner)
    assert await room.all_done() == [ADA, ADA, BASILE, CHLOE, ADA, BASILE]


async def test_too_many_of_one_person_are_refused_and_nobody_elses() -> None:
    room = Room(FairLimiter(2, waiting=3))
    await room.asks(ADA, 6)
    await room.asks(BASILE)
    assert isinstance(room.tasks[4].exception(), Refusal)
    assert isinstance(room.tasks[5].exception(), Refusal)
    assert room.began == [ADA, BASILE]
    assert (await room.all_done()).count(ADA) == 4


@pytest.mark.parametrize("called", [False, True])
async def test_who_gives_up_leaves_the_place_to_the_next(called: bool) -> None:
    room = Room(FairLimiter(1))
    for owner in (ADA, BASILE, CHLOE):
        await room.asks(owner)
    if called:
        room.inside.pop(0).set()
        await asyncio.wait({room.tasks[0]})  # its place has been given to the next, who may not know it yet
    room.tasks[1].cancel()
    await room.settled()
    began = await room.all_done()
    assert began[-1] == CHLOE
    await room.asks(BASILE)
    assert room.began[-1] == BASILE, "no place is lost"
    await room.all_done()


async def test_a_thread_keeps_its_place_until_it_is_done() -> None:
    """Cancelling whoever waits for it stops no thread: another one must not run beside it."""
    shares, begun, go = FairLimiter(1), threading.Event(), threading.Event()
    order: list[str] = []

    def first() -> None:
        begun.set()
        go.wait(60)
        order.append("first")

    def then(name: str) -> Callable[[], None]:
        return lambda: order.append(name)

    given_up = asyncio.create_task(shares.run(first))
    await asyncio.to_thread(begun.wait, 60)
    given_up.cancel()
    second = asyncio.create_task(shares.run(then("second")))
    await asyncio.wait({given_up})
    assert order == []
    go.set()
    await second
    assert order == ["first", "second"]
