"""A town: the bot in a simulated Discord."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import timedelta

import pytest
from simcord.env import Env

from engine.store.sqlite import SqliteStore
from tests.cogs.simulated import Calendar, Still, Town, announced, remember_announced, still_bot


@pytest.fixture
def calendar() -> Calendar:
    return Calendar()


@pytest.fixture
async def still(store: SqliteStore, luck: None, calendar: Calendar) -> Still:
    return still_bot(store, calendar)


@pytest.fixture
def first_start() -> bool:
    """Return True if Discord knows nothing of the commands yet."""
    return False


@pytest.fixture
async def env(still: Still, first_start: bool, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Env]:
    """Simcord's world. What a command raised is looked at by `place`."""
    # By their ids simcord's messages are as old as the year: the courier would let them rest.
    monkeypatch.setattr("cogs.delivery.courier.OLD", timedelta.max)
    world = Env(still, check_errors=False, settle_timeout=120.0)
    if not first_start:
        await announced(world, still)
    await world.start()
    await remember_announced(world, still)
    yield world
    await world.shutdown()


@pytest.fixture
async def place(env: Env, still: Still, store: SqliteStore, calendar: Calendar) -> AsyncIterator[Town]:
    town = Town(env, still, store, calendar)
    yield town
    await town.bot.matches.close()
    town.refusals()
