"""Sending to Discord so that a second try makes no second message, and changing what was sent.

What is sent unasked are classic messages: a phone is told the text of those, and nothing of one that consists
of components alone.

What Discord answers is of three kinds: it is done; it fails for now (5xx, limits, broken or slow lines), and
the same is tried again later; or it is refused for good (`is_refused`), and only people at Discord can change
that. No request takes longer than `PATIENCE`.
"""

from __future__ import annotations

import asyncio
import secrets
import zlib
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Collection, Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

import discord

from cogs.answering.answers import SUBTEXT, Page
from cogs.answering.controls import MARK, mark_of, without_mark
from cogs.answering.failures import is_refused, reading_limits
from cogs.answering.wire import pings
from cogs.services.services import Services
from cogs.text.text import without_icons

__all__ = [
    "UNKNOWN_CHANNEL",
    "UNKNOWN_MESSAGE",
    "Left",
    "Messenger",
    "custom_ids",
    "in_time",
    "is_deleted",
    "marker",
    "recent",
    "refusal_of",
    "remove",
]

T = TypeVar("T")

UNKNOWN_CHANNEL = 10003
UNKNOWN_MESSAGE = 10008
THREAD_ARCHIVED = 50083
PATIENCE = 20.0
"""Seconds for one request, waiting for Discord's limits included."""
SEARCHED = 50
"""Latest messages of a channel among which one is looked for that may have been sent before a crash."""
_KEPT = 4096
"""Messages of which is remembered what they show, so that they can be changed without being read first."""


async def refusal_of(doing: Awaitable[object]) -> discord.HTTPException | None:
    """Do it; return Discord's lasting refusal, if that was the answer. What fails for now is raised."""
    try:
        await doing
    except discord.HTTPException as error:
        if not is_refused(error):
            raise
        return error
    return None


def is_deleted(error: discord.HTTPException, *codes: int) -> bool:
    """Return true if the error, of one of these codes if given, says that something is gone."""
    return isinstance(error, discord.NotFound) and (not codes or error.code in codes)


async def in_time(request: Awaitable[T]) -> T:
    """Make the request, within `PATIENCE`. Raises `TimeoutError`."""
    with reading_limits():
        async with asyncio.timeout(PATIENCE):
            return await request


def marker(nonce: str) -> str:
    """The mark by which a message is recognised that was sent for the notice with this nonce."""
    return nonce[:MARK]


@dataclass(frozen=True, slots=True)
class Left:
    """A message of ours that is there, as far as one is told from another."""

    message: int
    content: str
    controls: tuple[str, ...]

    def is_of(self, nonce: str) -> bool:
        """Return true if the message carries the mark of the notice with this nonce."""
        return any(mark_of(each) == marker(nonce) for each in self.controls)

    def shows(self, page: Page) -> bool:
        """Return true if the message has the page's text and controls.

        A message without controls has no mark.
        """
        same = tuple(map(without_mark, self.controls)) == tuple(page.custom_ids)
        return same and without_icons(self.content) == without_icons(page.content).strip()


async def recent(bot: Any, channel: discord.abc.Messageable) -> list[Left] | None:
    """Our own among the last messages there, the newest first; `None` where the bot may not read them."""

    async def read() -> list[Left]:
        return [
            Left(message.id, message.content, tuple(custom_ids(message)))
            async for message in channel.history(limit=SEARCHED)
            if message.author.id == bot.user.id
        ]

    try:
        return await in_time(read())
    except discord.HTTPException as error:
        if not is_refused(error):
            raise
        return None if isinstance(error, discord.Forbidden) else []


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


@dataclass(frozen=True, slots=True)
class _Kept:
    """The remembered facts about one of our messages."""

    mark: str
    """Its first control keeps it: who presses just then presses what is there."""
    composed: bool = False
    """It is one of components, which an older version has sent, and takes no content."""
    lasting: bytes | None = None
    """Its content without its notes, compressed, empty where nothing is to be taken off; `None`: unknown."""


class Messenger:
    """Messages of ours: sends and changes them, and remembers what they show without their controls."""

    def __init__(self, bot: Any, services: Services) -> None:
        self.bot = bot
        self.services = services
        self._kept: OrderedDict[int, _Kept] = OrderedDict()

    async def send(
        self,
        channel: discord.abc.Messageable,
        page: Page,
        nonce: str,
        *,
        calls: Collection[int] = (),
        silent: bool | None = None,
    ) -> int:
        """Send a page, marked with the nonce; return the message's id.

        `silent` says of a direct message whether phones leave it out; in a thread those are told who are
        called. A phone spells the application's emojis, ``:genial_RB_849bb7:``, so that what it is told goes
        without: the names beside them say the same, and the next change of the message brings them.

        Nonces are random, so that no other database's are the same. Discord holds one for some minutes, also
        where its message was deleted meanwhile: then another one is taken.
        """
        mark = marker(nonce)
        told = bool(calls) if silent is None else not silent

        async def create(nonce: str) -> discord.Message:
            rows = page.rows(mark)
            return await in_time(
                channel.send(
                    content=without_icons(page.content) if told else page.content,
                    view=discord.utils.MISSING if rows is None else rows,
                    files=page.files(),
                    nonce=nonce,
                    allowed_mentions=pings(calls),
                    silent=bool(silent),
                )
            )

        try:
            sent = await create(nonce)
        except discord.NotFound as error:
            if not is_deleted(error, UNKNOWN_MESSAGE):
                raise
            sent = await create(f"{nonce[:16]}{secrets.token_hex(4)}")
        self._keep(sent.id, page, mark)
        self.services.carried.sent(sent.id, page.pictures_key)
        return sent.id

    async def edit(
        self,
        channel: discord.PartialMessageable,
        message: int,
        page: Page,
        *,
        names: Collection[int] = (),
        answered: bool = False,
    ) -> None:
        """Show another page in a message; an archived thread is woken. Raises `discord.HTTPException`.

        An edit makes the mentions anew, and rings nobody: `names` are all who are highlighted from now on.
        Files are sent again only where they change, or where other processes may have answered presses on the
        message (`answered`).
        """
        # Should nothing be heard of it, what is there has to be read.
        kept = self._kept.pop(message, None) or await _found(channel, message)
        partial, mentions = channel.get_partial_message(message), pings(names)
        carried = self.services.carried
        same = not kept.composed and carried.shows(message, page.pictures_key, answered=answered)

        def shown() -> dict[str, Any]:
            if kept.composed:
                return {"view": page.layout(), "attachments": page.files(), "allowed_mentions": mentions}
            files = {} if same else {"attachments": page.files()}
            return {
                "content": page.content,
                "view": page.rows(kept.mark),
                **files,
                "allowed_mentions": mentions,
            }

        async def change() -> None:
            await partial.edit(**shown())

        with carried.changing(message, page.pictures_key):
            if not await self._by_press(message, **shown()):
                await self._awake(channel, change)
        self._keep(message, page, kept.mark, composed=kept.composed)

    async def _by_press(self, message: int, **shown: Any) -> bool:
        """Change the message by the token of its last press; return whether that was possible."""
        return await in_time(self.services.presses.edit(self.bot.http, message, **shown))

    async def _awake(
        self, channel: discord.PartialMessageable, change: Callable[[], Awaitable[object]]
    ) -> None:
        """Change something in a thread. A new message wakes an archived one by itself, a change does not."""
        try:
            await in_time(change())
        except discord.HTTPException as error:
            if error.code != THREAD_ARCHIVED:
                raise
            await in_time(self.bot.http.edit_channel(channel.id, archived=False))
            await in_time(change())

    def _keep(self, message: int, page: Page, mark: str, *, composed: bool = False) -> None:
        lasting = page.lasting
        bare = page.rows() is None and page.content == lasting
        content = b"" if bare else zlib.compress(lasting.encode())
        self._kept[message] = _Kept(mark, composed, None if composed else content)
        self._kept.move_to_end(message)
        while len(self._kept) > _KEPT:
            self._kept.popitem(last=False)

    async def retire(self, channel: discord.PartialMessageable, message: int) -> bool:
        """Take the controls off a message, and what was noted beside them; the rest stays.

        Nothing else depends on it: `False` where the bot may not do so for now, and the controls stay.
        """
        kept = self._kept.pop(message, None)
        refused = await refusal_of(self._bare(channel, message, kept))
        return not isinstance(refused, discord.Forbidden) and getattr(refused, "code", 0) != THREAD_ARCHIVED

    async def _bare(self, channel: discord.PartialMessageable, message: int, kept: _Kept | None) -> None:
        if kept is None or kept.lasting is None:
            lasting = _lasting(await in_time(channel.fetch_message(message)))
        else:
            lasting = zlib.decompress(kept.lasting).decode() if kept.lasting else None
        if lasting is None:
            return
        bare: dict[str, Any] = {
            "content": lasting,
            "view": None,
            "allowed_mentions": discord.AllowedMentions.none(),
        }
        if not await self._by_press(message, **bare):
            await in_time(channel.get_partial_message(message).edit(**bare))


async def _found(channel: discord.PartialMessageable, message: int) -> _Kept:
    """Fetch the facts that are needed to change a message that is not remembered."""
    found: list[discord.Message] = []

    async def read() -> None:
        found.append(await in_time(channel.fetch_message(message)))

    if await refusal_of(read()) is not None:
        return _Kept("")  # whoever changes it is told the same
    marks = filter(None, map(mark_of, custom_ids(found[0])))
    return _Kept(next(marks, ""), composed=found[0].flags.components_v2)


def _lasting(message: discord.Message) -> str | None:
    """Return the text that stays of a message that is not remembered; `None` if nothing is to be taken off.

    Notes are the small lines at its end. A message of components, of an older version, stays as it is: its
    controls say themselves that they are answered.
    """
    if not message.components or message.flags.components_v2:
        return None
    lines = message.content.split("\n")
    while len(lines) > 1 and lines[-1].startswith(SUBTEXT):
        lines.pop()
    return "\n".join(lines)


async def remove(channel: discord.PartialMessageable, message: int) -> None:
    """Delete a message of our own, if it is still there."""
    await refusal_of(in_time(channel.get_partial_message(message).delete()))
