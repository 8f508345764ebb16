"""Whole matches with none of the emojis, with the first sixty, and with all: words stand beside them."""

from __future__ import annotations

from pathlib import Path

import pytest

from cogs.face.registry import load_faces
from engine.matches import Status
from harness.playing import WITHIN, opened_table, running
from harness.waiting import until
from render.cards.robots import EMOJIS as ROBOTS
from sandbox import Sandbox
from sandbox.people import People

EVERY = len(ROBOTS) + sum(len(face.emojis) for face in load_faces().values())


@pytest.mark.usefixtures("luck")
@pytest.mark.parametrize(("most", "game"), [(0, "genesis"), (60, "genial"), (EVERY, "genesis")])
async def test_a_whole_match_with_so_many_emojis(
    box: Sandbox, database: Path, most: int, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Uploads beyond `most` are limited for ever. The emojis of the running match come first."""
    monkeypatch.setattr("cogs.answering.answers.PATIENCE", WITHIN)
    async with People(box.url) as people:
        await people.fault(
            "POST", "/applications/*/emojis", times=0, skip=most, status=429, retry_after=3600.0
        )
        async with running(box, database) as bot:
            await people.bot_online()
            await until(lambda: len(box.world.emojis) >= most, 5 * WITHIN, 0.05)
            table = await opened_table(people, ("ada", "basile"), "2", game=game)
            assert table.over(await table.play_out(taps=True))
            assert (await bot.matches.loader.get(int(table.match))).status is Status.OVER
            assert len(box.world.emojis) == most
            assert bot.small_pictures.complete.is_set() is (most == EVERY)
            said = [message.text for message in await people["ada"].messages(table.thread, 500)]
            assert any("<:" in each for each in said) is (most > 0)
