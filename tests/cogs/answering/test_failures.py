"""The time for which Discord wants to be left alone is read, or assumed where it is not given."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest

from cogs.answering.failures import UNTOLD_RETRY_DELAY, retry_delay
from cogs.delivery.messenger import in_time


def limited(**headers: str) -> discord.HTTPException:
    reply: Any = SimpleNamespace(status=429, reason="", headers=headers)
    return discord.HTTPException(reply, {"code": 30046, "message": ""})


def refused(status: int) -> discord.HTTPException:
    reply: Any = SimpleNamespace(status=status, reason="", headers={"Retry-After": "9"})
    return discord.HTTPException(reply, "")


@pytest.mark.parametrize(
    ("error", "seconds"),
    [
        (discord.RateLimited(41.5), 41.5),
        (limited(**{"Retry-After": "12"}), 12.0),
        (limited(**{"Retry-After": "0.75"}), 0.75),
        (limited(**{"Retry-After": "Wed, 21 Oct 2026 07:28:00 GMT"}), UNTOLD_RETRY_DELAY),
        (limited(), UNTOLD_RETRY_DELAY),
        (refused(403), 0.0),
        (aiohttp.ClientError(), 0.0),
    ],
)
def test_the_pause_that_discord_wants(error: Exception, seconds: float) -> None:
    assert retry_delay(error) == seconds


async def test_a_limit_without_a_time_is_a_limit() -> None:
    """The library looks for a time in every answer 429."""

    async def edit() -> None:
        told: dict[str, Any] = {"message": "Maximum number of edits reached", "code": 30046}
        raise AssertionError(told["retry_after"])

    with pytest.raises(discord.RateLimited) as limit:
        await in_time(edit())
    assert limit.value.retry_after == UNTOLD_RETRY_DELAY
