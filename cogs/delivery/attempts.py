"""One notice on its way to Discord: what is sent for it and noted with it, what an earlier try has left."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from typing import Any

import discord

from cogs.answering.answers import Page
from cogs.delivery.messenger import Left, Messenger, recent
from cogs.services.services import Services
from engine.match.changes import NewNotice
from engine.matches import Match, Notice, Post
from engine.store import CallOutcome, Said, StoreError

__all__ = ["RETIRE", "Attempt", "PassedOn", "Resting", "Undeliverable"]

RETIRE = "retire"
"""Kind of the notice that takes the controls off the message `number`, where that was not allowed."""
RETIRED_AGAIN = timedelta(minutes=10)
LOOKS = 120
"""Times that a process checks whether another one has noted the message that it sent too: two minutes."""


class Undeliverable(Exception):  # noqa: N818
    """Those whom it concerns cannot be told for now, because Discord refuses."""


class PassedOn(Exception):  # noqa: N818
    """The lane is somebody else's now: nothing more is begun."""


class Resting(Exception):  # noqa: N818
    """Nobody is written to in private until `until`; those who wait are then spread over `seconds`."""

    def __init__(self, until: datetime, seconds: float) -> None:
        super().__init__(until, seconds)
        self.until = until
        self.seconds = seconds


class Attempt:
    """One attempt to say a notice."""

    def __init__(
        self, bot: Any, services: Services, messenger: Messenger, notice: Notice, match: Match
    ) -> None:
        self.bot = bot
        self.services = services
        self.matches = services.matches
        self.messenger = messenger
        self.notice = notice
        self.match = match
        self._posts: dict[tuple[str, int], Post | None] = {}
        self._more: list[NewNotice] = []
        self._sent: list[tuple[int, int]] = []
        """Channel and message of what this attempt has sent."""
        self._edited: list[tuple[int, int]] = []
        """Channel and message of what this attempt has changed."""
        self._left: tuple[int, int] | None = None
        self._doubled: list[tuple[int, int]] = []
        """Further messages with this notice's mark, besides `_left`: several processes have sent one."""
        self._there: Sequence[Left] | None = None
        self._unseen = False
        """An earlier try may have left a message where the bot may not look for it now."""
        self.changed: int | None = None
        """The table's message, where that was changed."""
        self._others: list[Notice] = []
        self._outcomes: dict[int, CallOutcome] = {}
        self._wishes: tuple[int, ...] = ()
        self._listed_wishes: tuple[int, ...] = ()
        self.was_lost = False
        """The venue was lost before this attempt began."""
        self.found = False
        """The venue was lost, and something went through there."""

    def shows(self, post: Post) -> None:
        """Note that `post` shows something from now on; written once the notice is said."""
        self._posts[post.kind, post.person] = post

    def drops(self, kind: str, person: int = 0) -> None:
        """Note that nothing of this kind is shown any more; written once the notice is said."""
        self._posts[kind, person] = None

    def also(self, *notices: NewNotice) -> None:
        """Add notices that follow from this one; written once it is said."""
        self._more += [notice for notice in notices if notice not in self._more]

    def call_ends(self, outcome: CallOutcome, other: Notice | None = None) -> None:
        """Note the outcome of the notice's call, or of the call of an `other` notice that goes with it."""
        if other is not None and other.id != self.notice.id:
            self._others.append(other)
        self._outcomes[(other or self.notice).id] = outcome

    def fulfils(self, told: Collection[int], listed: Collection[int]) -> None:
        """Note that these wishes of the notice's person were told, and that those are told in the list."""
        self._wishes, self._listed_wishes = tuple(told), tuple(listed)

    async def post(self, kind: str, person: int = 0) -> Post | None:
        """Return the post of that kind, also one of this attempt; `None` if there is none."""
        if (kind, person) in self._posts:
            return self._posts[kind, person]
        return await self.matches.posts.post(self.match.id, kind, person)

    @property
    def result(self) -> Said:
        """All that is noted with the end of it."""
        return Said(
            self.notice,
            tuple(post for post in self._posts.values() if post is not None),
            tuple(key for key, post in self._posts.items() if post is None),
            tuple(self._more),
            tuple(self._others),
            self._outcomes,
            self._wishes,
            self._listed_wishes,
        )

    async def send(
        self,
        channel: discord.PartialMessageable,
        page: Page,
        *,
        calls: Collection[int] = (),
        silent: bool | None = None,
    ) -> tuple[int, bool]:
        """Send a page; return the message, and whether an earlier try has sent it: it may show less then."""
        await self._look()
        if self._left is None:
            await self._look_for(page)
        if self._left is not None and self._left[0] == channel.id:
            message = self._left[1]
            self._left, self._there = None, ()
            return message, True
        await self.begin(str(channel.id))
        message = await self.messenger.send(channel, page, self.notice.nonce, calls=calls, silent=silent)
        self._sent.append((channel.id, message))
        return message, False

    async def edit(
        self,
        channel: discord.PartialMessageable,
        message: int,
        page: Page,
        *,
        names: Collection[int] = (),
        answered: bool = False,
    ) -> None:
        """Show another page in a message, as `Messenger.edit` does. Raises what that raises."""
        self._edited.append((channel.id, message))
        await self.messenger.edit(channel, message, page, names=names, answered=answered)

    async def retire(self, channel: int, message: int) -> None:
        """Take the controls off a message; where the bot may not, in the thread, it tries again later."""
        retired = await self.messenger.retire(self.bot.get_partial_messageable(channel), message)
        thread = await self.post("thread")
        if not retired and thread is not None and thread.channel == channel:
            self.also(NewNotice(RETIRE, number=message, due=self.matches.now() + RETIRED_AGAIN))

    async def take_back(self, wait: float) -> None:
        """Retire the messages of this attempt, once another process has said the notice or found it void.

        This process was stopped after it had begun, and another one leases the lane. Every `wait` seconds
        this method looks whether the notice still stands. Once it does not, messages that no post knows lose
        their controls, and messages that this attempt has edited too late are shown anew as they are now.
        """
        match = self.match.id
        for _ in range(LOOKS if self._sent or self._edited else 0):
            with contextlib.suppress(StoreError):
                if all(each.id != self.notice.id for each in await self.matches.outbox.notices((match,))):
                    known = {post.message for post in await self.matches.posts.posts(match)}
                    for channel, message in dict.fromkeys((*self._sent, *self._edited)):
                        if message not in known:
                            await self.messenger.retire(self.bot.get_partial_messageable(channel), message)
                        elif (channel, message) in self._edited:
                            await self.matches.recovery.show_again(match, message)
                    return
            await asyncio.sleep(wait)

    async def begin(self, begun: str) -> None:
        """Note the step that is about to begin. Raises `PassedOn` if another process leases the lane."""
        if not await self.matches.outbox.note_begun(self.notice, begun):
            raise PassedOn

    async def has_left(self) -> bool:
        """Return true if an earlier try has sent a message and never heard Discord's answer."""
        await self._look()
        return self._left is not None

    async def end(self) -> None:
        """Retire the messages of earlier tries that this attempt had no use for.

        Raises `Undeliverable` if this attempt says nothing and Discord does not show for now whether an
        earlier try has left a message.
        """
        await self._look()
        if self._unseen and not (self._sent or self._posts or self._more):
            raise Undeliverable
        if self._left is not None:
            channel, message = self._left
            await self.retire(channel, message)
            self._left = None
        for channel, message in self._doubled:
            await self.retire(channel, message)
        self._doubled.clear()

    async def _look(self) -> Sequence[Left]:
        """Find the message that an earlier try may have sent: what came of it was never heard.

        Returns our last messages there.
        """
        if self._there is None:
            channel, there = self.notice.begun_in, list[Left]()
            if channel.isdecimal():
                seen = await recent(self.bot, self.bot.get_partial_messageable(int(channel)))
                self._unseen, there = seen is None, seen or []
                marked = [each.message for each in there if each.is_of(self.notice.nonce)]
                if marked:
                    self._left = int(channel), marked[0]
                    self._doubled = [(int(channel), message) for message in marked[1:]]
            self._there = there
        return self._there

    async def _look_for(self, page: Page) -> None:
        """Find it by what it shows, where it carries no mark; what is noted already is something else."""
        there = await self._look()
        if there:
            known = {post.message for post in await self.matches.posts.posts(self.match.id)}
            same = (each.message for each in there if each.message not in known and each.shows(page))
            message = next(same, None)
            if message is not None:
                self._left = int(self.notice.begun_in), message
