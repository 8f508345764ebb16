"""One notice on its way to Discord: what is sent for it and noted with it, what an earlier try has left."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import discord

from cogs.answers import Page
from cogs.house import House
from cogs.posting import Shelf, find, marker
from engine.matches import Match, Notice, Post
from engine.store import NewNotice, Said

__all__ = ["Errand", "Unheard"]


class Unheard(Exception):  # noqa: N818
    """Those whom it concerns cannot be told for now, because Discord refuses."""


class Errand:
    """A notice being said."""

    def __init__(self, bot: Any, house: House, shelf: Shelf, notice: Notice, match: Match) -> None:
        self.bot = bot
        self.house = house
        self.matches = house.matches
        self.shelf = shelf
        self.notice = notice
        self.match = match
        self._posts: dict[tuple[str, int], Post | None] = {}
        self._more: list[NewNotice] = []
        self._left: tuple[int, int] | None = None
        self._looked = False
        self.found = False
        """The place was lost, and something went through there."""

    def shows(self, post: Post) -> None:
        """It is shown there, once the notice is said."""
        self._posts[post.kind, post.person] = post

    def drops(self, kind: str, person: int = 0) -> None:
        """That is shown no more."""
        self._posts[kind, person] = None

    def also(self, *notices: NewNotice) -> None:
        """This is to be said because of it."""
        self._more += [notice for notice in notices if notice not in self._more]

    async def post(self, kind: str, person: int = 0) -> Post | None:
        """Where that is shown, also by this errand."""
        if (kind, person) in self._posts:
            return self._posts[kind, person]
        return await self.matches.post(self.match.id, kind, person)

    @property
    def said(self) -> Said:
        """All that is noted with the end of it."""
        return Said(
            self.notice,
            tuple(post for post in self._posts.values() if post is not None),
            tuple(key for key, post in self._posts.items() if post is None),
            tuple(self._more),
        )

    async def send(
        self,
        channel: discord.PartialMessageable,
        page: Page,
        *,
        calls: Collection[int] = (),
        silent: bool = False,
    ) -> tuple[int, bool]:
        """Send a page; return the message, and whether an earlier try has sent it: it may show less then."""
        await self._look()
        if self._left is not None and self._left[0] == channel.id:
            message = self._left[1]
            self._left = None
            return message, True
        await self.matches.intend(self.notice, str(channel.id))
        return await self.shelf.send(channel, page, self.notice.nonce, calls=calls, silent=silent), False

    async def has_left(self) -> bool:
        """Whether an earlier try has sent a message of which nothing was heard."""
        await self._look()
        return self._left is not None

    async def end(self) -> None:
        """Retire what an earlier try has left and this one had no use for."""
        await self._look()
        if self._left is not None:
            channel, message = self._left
            await self.shelf.retire(self.bot.get_partial_messageable(channel), message)
            self._left = None

    async def _look(self) -> None:
        """Find the message that an earlier try may have sent: what came of it was never heard."""
        if self._looked:
            return
        channel = self.notice.begun
        if channel.isdecimal():
            place = self.bot.get_partial_messageable(int(channel))
            message = await find(self.bot, place, marker(self.notice.nonce))
            if message is not None:
                self._left = int(channel), message
        self._looked = True
