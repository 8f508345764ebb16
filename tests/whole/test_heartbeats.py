"""The end of the time in which people could press is Discord's last sign of life, noticed late or not."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

from harness.playing import WITHIN, running, with_emojis
from harness.waiting import until
from sandbox import Sandbox
from sandbox.people import People

SECOND = timedelta(seconds=1)


@pytest.fixture
async def box() -> AsyncIterator[Sandbox]:
    async with Sandbox(first_response=WITHIN) as sandbox:
        with_emojis(sandbox)
        sandbox.heartbeat_ms = 100
        yield sandbox


async def test_a_line_that_has_fallen_silent_is_served_no_longer(
    box: Sandbox, database: Path, luck: None
) -> None:
    async with running(box, database) as bot, People(box.url) as people:
        await people.bot_online()
        matches = bot.matches
        await until(bot.is_ready)
        await matches.timekeeper.beat()
        await until(lambda: bot.sessions.longest_silence() < SECOND)
        await people.gateway_fault("silence")
        await until(lambda: bot.sessions.longest_silence() > 2 * SECOND)
        await matches.close()
        served = await matches.store.served_until(0)
        assert served is not None
        assert matches.now() - served > 2 * SECOND
