"""The application's emojis are synchronised in the end, whatever fails at first."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import aiohttp
import discord
import pytest

from cogs.emojis import synchronise
from cogs.face import Icons
from render.canvas import Picture


class Application:
    """Holds emojis; its first answers are failures."""

    def __init__(self, *failures: Exception) -> None:
        self._failures = list(failures)
        self.emojis: list[str] = []

    async def fetch_application_emojis(self) -> list[Any]:
        if self._failures:
            raise self._failures.pop(0)
        return []

    async def create_application_emoji(self, *, name: str, image: bytes) -> Any:
        self.emojis.append(name)
        return SimpleNamespace(id=len(self.emojis))


def failed(status: int) -> discord.HTTPException:
    reply: Any = SimpleNamespace(status=status, reason="")
    return discord.HTTPException(reply, {"code": 0, "message": ""})


async def test_a_passing_failure_does_not_end_it(caplog: pytest.LogCaptureFixture) -> None:
    failures = (failed(503), discord.RateLimited(40.0), aiohttp.ClientError(), TimeoutError())
    application, icons = Application(*failures), Icons()
    face = SimpleNamespace(emojis={"game_A": lambda: cast(Picture, SimpleNamespace(data=b"x"))})
    house: Any = SimpleNamespace(faces={"game": face}, icons=icons)
    await synchronise(application, house, wait=0)
    assert [name.rpartition("_")[0] for name in application.emojis] == ["game_A"]
    assert icons.get("game_A") is not None
    assert len(caplog.records) == len(failures)
    assert not [record for record in caplog.records if record.exc_info]
