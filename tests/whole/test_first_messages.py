"""The first messages after a start have their small pictures, unless Discord tells of them too late."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from engine.games import GAMES
from engine.matches import Matches
from engine.store.sqlite import SqliteStore
from harness.playing import AT_ONCE, WITHIN, controls, opened_table, running
from sandbox import Sandbox
from sandbox.people import People

ICON = "<:genial_"


@pytest.mark.parametrize("fault", ["none", "5xx", "silence"])
async def test_what_was_asked_while_the_bot_was_away_has_its_emojis(
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
            moves = (await matches.queries.situation(1, person)).moves
            await matches.moves.play(1, person, str(moves[0]), None, 77)
            await matches.close()
        monkeypatch.setattr("bot.ICONS_WAIT", WITHIN if fault == "none" else 0.5)
        if fault != "none":
            how: dict[str, Any] = {"hang": True} if fault == "silence" else {"status": 503}
            await people.fault("GET", "/applications/*/emojis", times=0, **how)
        async with running(box, database):
            after = await table.next()
            called = table.person(after)
            panel = await called.sees(lambda message: bool(controls(message, "menu")), "dm", within=WITHIN)
        assert called is not table.person(turn)
        assert any(each.emoji for each in panel.buttons) is (fault == "none")
        assert ICON not in after.text, "a phone would spell them"
        await people.forget()
