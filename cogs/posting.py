"""Sending to Discord so that a second try makes no second message, and changing what was sent.

What Discord answers is of three kinds: it is done; it fails for now (5xx, limits, broken or slow lines), and
the same is tried again later; or it is refused for good (`is_refused`), and only people at Discord can change
that. No request takes longer than `PATIENCE`.
"""

from __future__ import annotations

import asyncio
import json
import zlib
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Collection, Iterator, Sequence
from typing import Any, TypeVar

import discord

from cogs.answers import PASSING, Page
from cogs.wire import Kept, pings

__all__ = [
    "UNKNOWN_CHANNEL",
    "UNKNOWN_MESSAGE",
    "Shelf",
    "bounded",
    "custom_ids",
    "find",
    "is_gone",
    "is_refused",
    "marker",
    "refusal_of",
    "remove",
]

T = TypeVar("T")

UNKNOWN_CHANNEL = 10003
UNKNOWN_MESSAGE = 10008
THREAD_ARCHIVED = 50083
_NOT_NOW = {401, 408, 425, 429}
"""Statuses below 500 that say nothing about what was asked: the token, the line, the pace."""
_PASSING_CODES = {40006, 40333, 130000}
"""Switched off for a while, stopped on the way, overloaded: whatever their status."""
PATIENCE = 20.0
"""Seconds for one request, waiting for Discord's limits included."""
SEARCHED = 50
"""How many messages back a message is looked for that may have been sent before a crash."""
_KEPT = 4096
"""Messages of which is remembered what they show, so that they can be changed without being read first."""
_MARKS = 1_000_000
"""Ids of components from here on are marks."""


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


async def bounded(request: Awaitable[T]) -> T:
    """Make the request, within `PATIENCE`. Raises `TimeoutError`."""
    async with asyncio.timeout(PATIENCE):
        return await request


def marker(nonce: str) -> int:
    """The id of a component by which a message is recognised that was sent for the notice with this nonce."""
    return _MARKS + int(nonce[:7], 16)


async def find(bot: Any, channel: discord.abc.Messageable, mark: int) -> int | None:
    """The message with this mark, if it is among the last ones there."""

    async def look() -> int | None:
        async for message in channel.history(limit=SEARCHED):
            if message.author.id == bot.user.id and any(each.id == mark for each in _components(message)):
                return message.id
        return None

    try:
        return await bounded(look())
    except discord.HTTPException as error:
        if not is_refused(error):
            raise
    return None


def _components(message: discord.Message) -> Iterator[Any]:
    waiting: list[Any] = list(message.components)
    while waiting:
        component = waiting.pop(0)
        waiting.extend(getattr(component, "children", ()))
        yield component


def custom_ids(message: discord.Message) -> Iterator[str]:
    """The ``custom_id`` of every button and menu of a message."""
    for component in _components(message):
        custom_id = getattr(component, "custom_id", None)
        if isinstance(custom_id, str):
            yield custom_id


class Shelf:
    """Messages of ours: sends and changes them, and remembers what they show without their controls."""

    def __init__(self, bot: Any) -> None:
        self.bot = bot
        self._kept: OrderedDict[int, bytes] = OrderedDict()

    async def send(
        self,
        channel: discord.abc.Messageable,
        page: Page,
        nonce: str,
        *,
        calls: Collection[int] = (),
        silent: bool = False,
    ) -> int:
        """Send a page, marked with the nonce; return the message's id."""
        layout = page.layout()
        layout.children[0].id = marker(nonce)
        sent = await bounded(
            channel.send(
                view=layout,
                files=page.files(),
                nonce=nonce,
                allowed_mentions=pings(calls),
                silent=silent,
            )
        )
        self._keep(sent, page)
        return sent.id

    async def edit(
        self,
        channel: discord.PartialMessageable,
        message: int,
        page: Page,
        calls: Collection[int] = (),
    ) -> None:
        """Show another page in a message; an archived thread is woken. Raises `discord.HTTPException`."""

        async def change() -> None:
            changed = await channel.get_partial_message(message).edit(
                view=page.layout(), attachments=page.files(), allowed_mentions=pings(calls)
            )
            self._keep(changed, page)

        await self._awake(channel, change)

    async def _awake(
        self, channel: discord.PartialMessageable, change: Callable[[], Awaitable[object]]
    ) -> None:
        """Change something in a thread. A new message wakes an archived one by itself, a change does not."""
        try:
            await bounded(change())
        except discord.HTTPException as error:
            if error.code != THREAD_ARCHIVED:
                raise
            await bounded(self.bot.http.edit_channel(channel.id, archived=False))
            await bounded(change())

    def _keep(self, message: discord.Message, page: Page) -> None:
        files = [each.id for each in message.attachments]
        lasting = json.dumps([files, [shown for item in page.items if (shown := _lasting(item))]])
        self._kept[message.id] = zlib.compress(lasting.encode())
        self._kept.move_to_end(message.id)
        while len(self._kept) > _KEPT:
            self._kept.popitem(last=False)

    async def retire(self, channel: discord.PartialMessageable, message: int) -> None:
        """Take the controls off a message, and what was noted beside them; the rest stays.

        Where Discord will not have it, the controls stay: nothing else depends on it.
        """
        kept = self._kept.pop(message, None)
        await refusal_of(self._bare(channel, message, kept))

    async def _bare(self, channel: discord.PartialMessageable, message: int, kept: bytes | None) -> None:
        if kept is None:
            read = await _read(channel, message)
            if read is None:
                return
            files, shown = read
        else:
            files, shown = json.loads(zlib.decompress(kept))
        if not shown:
            return
        view = discord.ui.LayoutView(timeout=None)
        for kind, value in shown:
            view.add_item(discord.ui.TextDisplay(value) if kind == "text" else _gallery(value))
        await bounded(
            channel.get_partial_message(message).edit(
                view=view,
                attachments=[Kept(key) for key in files],
                allowed_mentions=discord.AllowedMentions.none(),
            )
        )


Lasting = tuple[str, Any]


def _lasting(item: discord.ui.Item[Any]) -> Lasting | None:
    """What of an item stays when its message is retired."""
    if isinstance(item, discord.ui.TextDisplay):
        return None if item.id == PASSING else ("text", item.content)
    if isinstance(item, discord.ui.MediaGallery):
        return "pictures", [(_name(each.media.url), each.description) for each in item.items]
    return None


def _name(url: str) -> str:
    return url.partition("?")[0].rpartition("/")[2]


async def _read(
    channel: discord.PartialMessageable, message: int
) -> tuple[Sequence[int], Sequence[Lasting]] | None:
    """What a message shows that is not remembered; `None` where nothing is to be taken off."""
    old = await bounded(channel.fetch_message(message))
    shown: list[Lasting] = []
    files = {each.id for each in old.attachments}
    for component in old.components:
        if isinstance(component, discord.TextDisplay):
            if component.id != PASSING:
                shown.append(("text", component.content))
        elif isinstance(component, discord.MediaGalleryComponent):
            shown.append(
                ("pictures", [(_name(item.media.url), item.description) for item in component.items])
            )
            keys = [item.media.attachment_id for item in component.items]
            files.update(key for key in keys if key is not None)
    return (sorted(files), shown) if len(shown) < len(old.components) else None


def _gallery(pictures: Sequence[tuple[str, str | None]]) -> discord.ui.MediaGallery[Any]:
    gallery: discord.ui.MediaGallery[Any] = discord.ui.MediaGallery()
    for name, description in pictures:
        gallery.add_item(media=f"attachment://{name}", description=description)
    return gallery


async def remove(channel: discord.PartialMessageable, message: int) -> None:
    """Delete a message of our own, if it is still there."""
    await refusal_of(bounded(channel.get_partial_message(message).delete()))
