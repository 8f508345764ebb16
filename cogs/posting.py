"""Sending to Discord so that a second try makes no second message, and changing what was sent."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

import discord

from cogs.answers import PASSING, Page
from cogs.wire import pings

__all__ = [
    "UNKNOWN_CHANNEL",
    "UNKNOWN_MESSAGE",
    "edit",
    "is_gone",
    "remove",
    "retire",
    "send",
]

UNKNOWN_CHANNEL = 10003
UNKNOWN_MESSAGE = 10008
SEARCHED = 30
"""How many messages back a message is looked for that may have been sent before a crash."""

Channel = discord.abc.Messageable


def is_gone(error: discord.HTTPException, *codes: int) -> bool:
    """Whether what was addressed is not there any more."""
    return isinstance(error, discord.NotFound) and (not codes or error.code in codes)


async def send(
    bot: Any,
    channel: Channel,
    page: Page,
    nonce: str,
    *,
    again: str | None = None,
    calls: Collection[int] = (),
    silent: bool = False,
) -> int:
    """Send a page and return the message's id.

    `again` begins a ``custom_id``: by it a message is recognised that an earlier try may have sent.
    """
    if again is not None:
        found = await _find(bot, channel, again)
        if found is not None:
            return found
    sent = await channel.send(
        view=page.layout(),
        files=page.files(),
        nonce=nonce,
        allowed_mentions=pings(calls),
        silent=silent,
    )
    return sent.id


async def _find(bot: Any, channel: Channel, beginning: str) -> int | None:
    try:
        async for message in channel.history(limit=SEARCHED):
            if message.author.id == bot.user.id and any(
                custom_id.startswith(beginning) for custom_id in custom_ids(message)
            ):
                return message.id
    except discord.Forbidden:
        return None
    return None


def custom_ids(message: discord.Message) -> Iterator[str]:
    """The ``custom_id`` of every button and menu of a message."""
    waiting: list[Any] = list(message.components)
    while waiting:
        component = waiting.pop(0)
        waiting.extend(getattr(component, "children", ()))
        custom_id = getattr(component, "custom_id", None)
        if isinstance(custom_id, str):
            yield custom_id


async def edit(
    channel: discord.PartialMessageable, message: int, page: Page, calls: Collection[int] = ()
) -> None:
    """Show another page in a message. Raises `discord.NotFound` when it is gone."""
    await channel.get_partial_message(message).edit(
        view=page.layout(), attachments=page.files(), allowed_mentions=pings(calls)
    )


async def retire(channel: discord.PartialMessageable, message: int) -> None:
    """Take the controls off a message, and what was noted beside them; the rest stays.

    One that is gone needs nothing.
    """
    try:
        old = await channel.fetch_message(message)
        view = discord.ui.LayoutView(timeout=None)
        for component in old.components:
            if isinstance(component, discord.TextDisplay):
                if component.id == PASSING:
                    continue
                view.add_item(discord.ui.TextDisplay(component.content))
            elif isinstance(component, discord.MediaGalleryComponent):
                view.add_item(_gallery(component))
        if len(view.children) < len(old.components) and view.children:
            await old.edit(view=view, allowed_mentions=discord.AllowedMentions.none())
    except (discord.NotFound, discord.Forbidden):
        return


def _gallery(component: discord.MediaGalleryComponent) -> discord.ui.MediaGallery[Any]:
    gallery: discord.ui.MediaGallery[Any] = discord.ui.MediaGallery()
    for item in component.items:
        name = item.media.url.partition("?")[0].rpartition("/")[2]
        gallery.add_item(media=f"attachment://{name}", description=item.description)
    return gallery


async def remove(channel: discord.PartialMessageable, message: int) -> None:
    """Delete a message of our own, if it is still there."""
    try:
        await channel.get_partial_message(message).delete()
    except (discord.NotFound, discord.Forbidden):
        return
