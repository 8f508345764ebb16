"""The first messages after a start have their small pictures, unless Discord tells of them too late."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from engine.games import GAMES
from engine.matches import Matches
from engine.store.sqlite import SqliteStore
from sandbox import Sandbox
from sandbox.people import People
from tests.whole.playing import AT_ONCE, opened_table, running

ICON = "<:genial_"


@pytest.mark.parametrize("fault", ["none", "5xx", "silence"])
async def test_what_happened_while_the_bot_was_away_is_told_with_its_emojis(
    box: Sandbox, database: Path, luck: None, monkeypatch: pytest.MonkeyPatch, fault: str
) -> None:
    async with People(box.url) as people:
        async with running(box, database) as bot:
            await people.bot_online()
            await bot.icons_known()
            table = await opened_table(people, ("ada", "basile"), "2")
            turn = await table.next()
        async with await SqliteStore.open(database) as store:
            matches = Matches(store, GAMES, lambda: datetime.now(UTC), limits=AT_ONCE)
            person = int(table.person(turn).id)
            moves = (await matches.situation(1, person)).moves
            await matches.play(1, person, str(moves[0]), None, 77)
            await matches.close()
        if fault != "none":
            monkeypatch.setattr("bot.ICONS_WAIT", 0.5)
            how: dict[str, Any] = {"hang": True} if fault == "silence" else {"status": 503}
            await people.fault("GET", "/applications/*/emojis", times=0, **how)
        async with running(box, database):
            after = await table.next()
        assert table.person(after) is not table.person(turn)
        assert (ICON in after.text) is (fault == "none")
        await people.forget()
