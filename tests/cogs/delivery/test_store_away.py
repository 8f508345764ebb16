"""While the database is out of reach nothing is left out: it comes once it can be read again."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from bot import Longtable
from cogs.delivery.announcements import Announcer
from engine.store import Corrupt, StoreError, Unreachable


async def test_discord_is_told_of_the_commands_later(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[int] = []

    async def sync() -> None:
        tried.append(1)
        if len(tried) < 3:
            raise Unreachable("store_unreachable", path="x")

    monkeypatch.setattr("bot.LEAD", 0.0)
    bot: Any = SimpleNamespace(_leads=lambda: True, _sync_commands=sync)
    await Longtable._sync_in_turn(bot, lambda: None)  # pyright: ignore[reportPrivateUsage]
    assert len(tried) == 3


@pytest.mark.parametrize(("error", "waits"), [(Unreachable, True), (Corrupt, False)])
async def test_the_end_waits_for_its_record_unless_there_never_will_be_one(
    error: type[StoreError], waits: bool
) -> None:
    async def record(_: int) -> str:
        raise error("store_trouble", path="x")

    announcer: Any = SimpleNamespace(matches=SimpleNamespace(record=record))
    match: Any = SimpleNamespace(id=1)
    if waits:
        with pytest.raises(Unreachable):
            await Announcer._record(announcer, match)  # pyright: ignore[reportPrivateUsage]
    else:
        assert await Announcer._record(announcer, match) is None  # pyright: ignore[reportPrivateUsage]
