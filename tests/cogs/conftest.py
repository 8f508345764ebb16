"""A town: the bot in a simulated Discord."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from simcord.env import Env

from engine.store.sqlite import SqliteStore
from tests.cogs.simulated import Still, Town, still_bot


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqliteStore]:
    async with await SqliteStore.open(tmp_path / "longtable.db") as opened:
        yield opened


@pytest.fixture
async def still(store: SqliteStore, luck: None) -> Still:
    return still_bot(store)


@pytest.fixture
async def env(still: Still) -> AsyncIterator[Env]:
    """Simcord's world. What a command raised is looked at by `place`."""
    world = Env(still, check_errors=False, settle_timeout=30.0)
    await world.start()
    yield world
    await world.shutdown()


@pytest.fixture
async def place(env: Env, still: Still, store: SqliteStore) -> AsyncIterator[Town]:
    town = Town(env, still, store)
    yield town
    town.refusals()
