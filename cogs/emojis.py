"""The application's own emojis: uploaded once, found again by name and content."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import re
from typing import Any

import aiohttp
import discord

from cogs.house import House
from cogs.wire import Icon

__all__ = ["synchronise"]

log = logging.getLogger("longtable.emojis")

LONGEST_WAIT = 3600.0
_PASSING = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError, TimeoutError)
_OURS = re.compile(r"(?P<name>[a-z]+(?:_[A-Za-z0-9]+)+)_(?P<hash>[0-9a-f]{6})")


async def synchronise(bot: Any, house: House, wait: float = 60.0) -> None:
    """Learn the emojis that are there, upload the missing ones, delete those with another content.

    A name ends in a hash of the content: ``genial_RB_3f9c2a``. Until it has succeeded, which is tried again
    after a failure, `wait` seconds later and then ever more rarely, text stands in for emojis.
    """
    wanted = await _wanted(house)
    while True:
        try:
            return await _synchronise(bot, house, wanted)
        except _PASSING as error:
            log.warning(
                "the application's emojis could not be synchronised: %s", error or type(error).__name__
            )
        await asyncio.sleep(wait)
        wait = min(2 * wait, LONGEST_WAIT)


async def _synchronise(bot: Any, house: House, wanted: dict[str, tuple[str, bytes]]) -> None:
    there: dict[str, discord.Emoji] = {emoji.name: emoji for emoji in await bot.fetch_application_emojis()}
    for name, (full, data) in wanted.items():
        emoji = there.get(full) or await bot.create_application_emoji(name=full, image=data)
        house.icons.learn(name, Icon(name=full, id=emoji.id))
    names = {full for full, _ in wanted.values()}
    for full, emoji in there.items():
        ours = _OURS.fullmatch(full)
        if ours is not None and ours["name"] in wanted and full not in names:
            await emoji.delete()


async def _wanted(house: House) -> dict[str, tuple[str, bytes]]:
    wanted: dict[str, tuple[str, bytes]] = {}
    for face in house.faces.values():
        for name, draw in face.emojis.items():
            drawn = await asyncio.to_thread(draw)
            digest = hashlib.sha256(drawn.data).hexdigest()[:6]
            wanted[name] = (f"{name}_{digest}", drawn.data)
    return wanted
