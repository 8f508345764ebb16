"""Nothing is left out while the database is out of reach: it comes once it can be read again."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from cogs.delivery.announcements import Announcer
from cogs.gateway.command_sync import CommandSync
from engine.store import CODE_LEVEL, CodeLevels, Corrupt, StoreError, Unreachable


async def test_discord_is_told_of_the_commands_later(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[int] = []

    async def sync() -> None:
        tried.append(1)
        if len(tried) < 3:
            raise Unreachable("store_unreachable", path="x")

    monkeypatch.setattr("cogs.gateway.command_sync.LEAD", 0.0)
    matches = SimpleNamespace(store=SimpleNamespace(code_levels=CodeLevels()))
    client: Any = SimpleNamespace(leads=lambda: True)
    commands = CommandSync(client, cast(Any, matches))
    monkeypatch.setattr(commands, "sync", sync)
    await commands.sync_in_turn(lambda: None)
    assert len(tried) == 3


async def test_discord_is_told_of_the_commands_once_nobody_older_lives(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told: list[CodeLevels] = []
    matches = SimpleNamespace(
        store=SimpleNamespace(code_levels=CodeLevels(CODE_LEVEL, CODE_LEVEL - 1, CODE_LEVEL))
    )
    turns = 0

    async def sync() -> None:
        told.append(matches.store.code_levels)

    def pulse() -> None:
        nonlocal turns
        turns += 1
        if turns == 3:
            matches.store.code_levels = CodeLevels()

    monkeypatch.setattr("cogs.gateway.command_sync.LEAD", 0.0)
    client: Any = SimpleNamespace(leads=lambda: True)
    commands = CommandSync(client, cast(Any, matches))
    monkeypatch.setattr(commands, "sync", sync)
    await commands.sync_in_turn(pulse)
    assert told == [CodeLevels()]


@pytest.mark.parametrize(("error", "waits"), [(Unreachable, True), (Corrupt, False)])
async def test_the_end_waits_for_its_record_unless_there_never_will_be_one(
    error: type[StoreError], waits: bool
) -> None:
    async def record(_: int) -> str:
        raise error("store_trouble", path="x")

    announcer: Any = SimpleNamespace(matches=SimpleNamespace(queries=SimpleNamespace(record=record)))
    match: Any = SimpleNamespace(id=1)
    if waits:
        with pytest.raises(Unreachable):
            await Announcer._record(announcer, match)  # pyright: ignore[reportPrivateUsage]
    else:
        assert await Announcer._record(announcer, match) is None  # pyright: ignore[reportPrivateUsage]
