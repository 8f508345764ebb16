"""Sending to Discord so that a second try makes no second message, and changing what was sent.

What Discord answers is of three kinds: it is done; it fails for now (5xx, limits, broken lines), and the same
is tried again later; or it is refused for good (`is_refused`), and only people at Discord can change that.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Iterator
from typing import Any

import discord

from cogs.answers import PASSING, Page
from cogs.wire import Kept, pings

__all__ = [
    "UNKNOWN_CHANNEL",
    "UNKNOWN_MESSAGE",
    "edit",
    "is_gone",
    "is_refused",
    "refusal_of",
    "remove",
    "retire",
    "send",
]

UNKNOWN_CHANNEL = 10003
UNKNOWN_MESSAGE = 10008
THREAD_ARCHIVED = 50083
_NOT_NOW = {401, 408, 425, 429}
"""Statuses below 500 that say nothing about what was asked: the token, the line, the pace."""
_PASSING_CODES = {40006, 40333, 130000}
"""Switched off for a while, stopped on the way, overloaded: whatever their status."""
SEARCHED = 30
"""How many messages back a message is looked for that may have been sent before a crash."""

Channel = discord.abc.Messageable


def is_refused(error: BaseException) -> bool:
    """Whether Discord refused for good: the very same would be refused again."""
    return (
        isinstance(error, discord.HTTPException)
        and 400 <= error.status < 500
        and error.status not in _NOT_NOW
        and error.code not in _PASSING_CODES
    )


async def refusal_of(doing: Awaitable[object]) -> discord.HTTPException | None:
    """Do it; return Discord's lasting refusal, if that was the answer. What fails for now is raised."""
    try:
        await doing
    except discord.HTTPException as error:
        if not is_refused(error):
            raise
        return error
    return None


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
    except discord.HTTPException as error:
        if not is_refused(error) or is_gone(error, UNKNOWN_CHANNEL):
            raise
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
    bot: Any, channel: discord.PartialMessageable, message: int, page: Page, calls: Collection[int] = ()
) -> None:
    """Show another page in a message; an archived thread is woken. Raises `discord.HTTPException`."""

    async def change() -> None:
        await channel.get_partial_message(message).edit(
            view=page.layout(), attachments=page.files(), allowed_mentions=pings(calls)
        )

    await _awake(bot, channel, change)


async def _awake(
    bot: Any, channel: discord.PartialMessageable, change: Callable[[], Awaitable[object]]
) -> None:
    """Change something in a thread. A new message wakes an archived one by itself, a change does not."""
    try:
        await change()
    except discord.HTTPException as error:
        if error.code != THREAD_ARCHIVED:
            raise
        await bot.http.edit_channel(channel.id, archived=False)
        await change()


async def retire(channel: discord.PartialMessageable, message: int) -> None:
    """Take the controls off a message, and what was noted beside them; the rest stays.

    Where Discord will not have it, the controls stay: nothing else depends on it.
    """
    await refusal_of(_retired(channel, message))


async def _retired(channel: discord.PartialMessageable, message: int) -> None:
    old = await channel.fetch_message(message)
    view = discord.ui.LayoutView(timeout=None)
    kept = {each.id for each in old.attachments}
    for component in old.components:
        if isinstance(component, discord.TextDisplay):
            if component.id == PASSING:
                continue
            view.add_item(discord.ui.TextDisplay(component.content))
        elif isinstance(component, discord.MediaGalleryComponent):
            view.add_item(_gallery(component))
            files = [item.media.attachment_id for item in component.items]
            kept.update(key for key in files if key is not None)
    if len(view.children) < len(old.components) and view.children:
        await old.edit(
            view=view,
            attachments=[Kept(key) for key in sorted(kept)],
            allowed_mentions=discord.AllowedMentions.none(),
        )


def _gallery(component: discord.MediaGalleryComponent) -> discord.ui.MediaGallery[Any]:
    gallery: discord.ui.MediaGallery[Any] = discord.ui.MediaGallery()
    for item in component.items:
        name = item.media.url.partition("?")[0].rpartition("/")[2]
        gallery.add_item(media=f"attachment://{name}", description=item.description)
    return gallery


async def remove(channel: discord.PartialMessageable, message: int) -> None:
    """Delete a message of our own, if it is still there."""
    await refusal_of(channel.get_partial_message(message).delete())
