"""The sentence for the operator where Discord does not let the bot in, and what helps against it."""

from __future__ import annotations

import logging
from enum import Enum

import discord

from cogs.text.text import text_for

log = logging.getLogger("longtable.refusals")

BAD_TOKEN = 4004
"""The gateway's code for a token that it does not know."""
BAD_SHARDS = (4010, 4011)
"""The gateway's codes for a number of shards that it does not take, and for too many servers in one."""
PASSING = discord.DiscordServerError | discord.RateLimited | discord.GatewayNotFound
"""Errors that pass by themselves."""


class Cause(Enum):
    """The cause of a refusal, by what helps against it: another token, another setting, or another try."""

    TOKEN = "token"
    SETTING = "setting"
    PASSING = "passing"


def explain_refusal(error: discord.DiscordException, shards: int) -> tuple[str, Cause]:
    """Return the sentence for the operator, and the cause. `shards` is the number that was asked for."""
    text = text_for("en")
    refused = text.plain("start.refused", reason=_reason(error))
    match error:
        case discord.LoginFailure():
            return text.plain("start.bad_token"), Cause.TOKEN
        case discord.ConnectionClosed(code=code) if code == BAD_TOKEN:
            return text.plain("start.withdrawn"), Cause.TOKEN
        case discord.ConnectionClosed(code=code) if code in BAD_SHARDS:
            return text.plain("start.shards", known=shards), Cause.SETTING
        case discord.ConnectionClosed():
            return refused, Cause.SETTING
        case _:
            log.debug("Discord refused", exc_info=error)
            return refused, Cause.PASSING if isinstance(error, PASSING) else Cause.SETTING


def _reason(error: discord.DiscordException) -> str:
    """Return the reason on one line, without the page that a server in Discord's place may answer with."""
    if isinstance(error, discord.HTTPException):
        return f"HTTP {error.status} {error.response.reason}"
    return " ".join(str(error).split()) or type(error).__name__
