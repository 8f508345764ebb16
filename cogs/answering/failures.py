"""Discord's failures: those that last, and those that pass by themselves."""

from __future__ import annotations

import contextlib
from collections.abc import Generator

import discord

__all__ = ["FLAGGED", "OPENING_TOO_FAST", "is_refused", "reading_limits", "retry_delay"]

OPENING_TOO_FAST = 40003
"""Direct channels were opened too fast: it says nothing about the person."""
FLAGGED = 20026
"""The bot itself is in quarantine, until Discord's people lift it."""
UNTOLD_RETRY_DELAY = 6.0
"""Seconds to wait where Discord limits and does not say for how long: for edits of old messages (30046)."""
_NOT_NOW = {401, 408, 425, 429}
"""Statuses below 500 that say nothing about the request itself, but of the token, the line, the pace."""
_PASSING_CODES = {FLAGGED, OPENING_TOO_FAST, 40006, 40333, 130000}
"""Error codes that pass: quarantine, too fast, switched off for a while, stopped on the way, overloaded."""


def is_refused(error: BaseException) -> bool:
    """Return whether Discord refused for good: the same request would be refused again."""
    return (
        isinstance(error, discord.HTTPException)
        and 400 <= error.status < 500
        and error.status not in _NOT_NOW
        and error.code not in _PASSING_CODES
        and (error.status != 403 or error.code != 0)  # a server before Discord refuses without a reason
    )


@contextlib.contextmanager
def reading_limits() -> Generator[None]:
    """Read rate limits without a length, which the library cannot, around requests.

    Raises `discord.RateLimited` for one that does not.
    """
    try:
        yield
    except KeyError as error:
        if error.args != ("retry_after",):
            raise
        raise discord.RateLimited(UNTOLD_RETRY_DELAY) from error


def retry_delay(error: BaseException) -> float:
    """Return the seconds for which Discord wants no such request; 0 if it says nothing about that."""
    if isinstance(error, discord.RateLimited):
        return error.retry_after
    if not isinstance(error, discord.HTTPException) or error.status != 429:
        return 0.0
    told = str(getattr(error.response, "headers", {}).get("Retry-After", ""))
    return float(told) if told.replace(".", "", 1).isdecimal() else UNTOLD_RETRY_DELAY
