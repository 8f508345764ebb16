"""A place that is limited, or hangs, delays itself alone, however long it takes."""

from __future__ import annotations

from typing import Any

import pytest

from harness.playing import Table, controls, opened_table
from sandbox.people import People

FOR_LONG = 3600.0


async def turns_over(table: Table) -> None:
    """Whoever's turn it is plays, typing."""
    turn = await table.next()
    person = table.person(turn)
    await table.settle(person, await table.type_a_move(person))


@pytest.mark.parametrize(
    "slow",
    [{"status": 429, "seconds": FOR_LONG, "scope": "shared"}, {"hang": True}],
    ids=["limited", "hanging"],
)
async def test_a_slow_thread_delays_nobody_else(
    people: People, monkeypatch: pytest.MonkeyPatch, slow: dict[str, Any]
) -> None:
    """Neither another server's call, nor what its own players are told in private."""
    monkeypatch.setattr("cogs.delivery.messenger.PATIENCE", FOR_LONG)
    stuck = await opened_table(people, ("ada", "basile"), "2")
    other = await opened_table(people, ("chloe", "dan"), "2", "salon")
    fault = await people.fault("POST", f"/channels/{stuck.thread}/messages", times=0, **slow)
    turn = await stuck.next()
    mover = stuck.person(turn)
    await stuck.settle(mover, await stuck.type_a_move(mover))
    called = next(each for each in stuck.people if each is not mover)
    await called.sees(lambda message: bool(controls(message, "menu")), "dm")
    for _ in range(2):
        await turns_over(other)
    assert other.person(await other.next())
    said = [each.id for each in await called.messages(stuck.thread) if not each.private]
    assert said[-1] == turn.id, "it is still slow"
    await people.forget(fault)
