"""What one person gets unasked: the panel of each turn by direct message, and the news of a lost channel."""

from __future__ import annotations

import logging
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import discord

from cogs.answers import Page, words
from cogs.house import House, Reader, command_named
from cogs.panels import panel_page
from cogs.posting import edit, remove, send
from engine.game import Seat
from engine.matches import Match, Notice, Post, Situation

__all__ = ["SETTLED", "Inboxes"]

log = logging.getLogger("longtable.inbox")

SETTLED = "settled"
"""What the post of a panel remembers when nothing is asked there any more."""


class Inboxes:
    """Direct messages. One that is refused is remembered, and everything works without them."""

    def __init__(self, bot: Any, house: House) -> None:
        self.bot = bot
        self.house = house
        self.matches = house.matches

    async def turn(self, notice: Notice, match: Match, seat: Seat, person: int) -> None:
        """The panel by direct message, silently: the thread's message has called already."""
        if not self.house.face(match.game).has_hand:
            return
        post = await self.matches.post(match.id, "hand", person)
        if post is not None and post.number == notice.number:
            return
        situation = await self.matches.situation(match.id, person)
        if situation.asked != notice.number:
            return
        if notice.continues and situation.called is not None:
            run = min(situation.called, notice.number - 1)
            situation = await self.matches.situation(match.id, person, after=run)
        if situation.last[seat] and (await self.house.person(person)).dm_closed:
            return  # the first question of a match tries whether the inbox is open again
        reader = await self.house.reader(person)
        page = await self._panel(situation, reader)
        if post is not None and notice.continues and await self._changed(post, page):
            sent = post.channel, post.message
        else:
            if post is not None:
                await remove(self.bot.get_partial_messageable(post.channel), post.message)
            again = f"lt:{match.id}:{notice.number}:" if notice.attempts else None
            sent = await self.direct(reader, page, f"{notice.id}p", again=again)
        if sent is not None:
            await self.matches.save_post(Post(match.id, "hand", person, *sent, notice.number))

    async def renew(self, match: Match, person: int) -> None:
        """Let the panel by direct message, if there is one, show the question as it is now."""
        situation = await self.matches.situation(match.id, person)
        post = await self.matches.post(match.id, "hand", person)
        if post is None or situation.asked is None:
            return
        page = await self._panel(situation, await self.house.reader(person))
        if await self._changed(post, page):
            await self.matches.save_post(replace(post, number=situation.asked, shown=""))

    async def settle(self, match: Match) -> None:
        """Take the controls off panels whose question is closed, wherever and by whom it was answered."""
        for post in await self.matches.posts(match.id):
            if post.kind != "hand" or post.shown == SETTLED:
                continue
            situation = await self.matches.situation(match.id, post.person)
            if situation.asked is not None:
                continue
            reader = await self.house.reader(post.person)
            look = self.house.look(match, reader.text, reader.theme)
            hand = self.house.face(match.game).hand(look, situation.view)
            news = self.house.news(situation, look, public=False)
            page = words(await self.house.where(match, reader.text), news, reader.text("inbox.idle"))
            if hand is not None:
                page.say(hand.words)
                await self.house.show(page, hand.drawing, f"hand-{match.id}")
            await self._changed(post, page)
            await self.matches.save_post(replace(post, shown=SETTLED))

    async def _panel(self, situation: Situation, reader: Reader) -> Page:
        match = situation.match
        look = self.house.look(match, reader.text, reader.theme)
        where = await self.house.where(match, reader.text)
        news = self.house.news(situation, look, public=False)
        return await panel_page(self.house, situation, reader, heading=(where, news))

    async def _changed(self, post: Post, page: Page) -> bool:
        """Whether the message that is there shows the page now."""
        try:
            await edit(self.bot.get_partial_messageable(post.channel), post.message, page)
        except (discord.NotFound, discord.Forbidden):
            return False
        return True

    async def direct(
        self, reader: Reader, page: Page, nonce: str, *, again: str | None = None
    ) -> tuple[int, int] | None:
        """Send a direct message without a sound; return channel and message. A closed inbox is remembered."""
        closed = (await self.house.person(reader.person)).dm_closed
        try:
            opened = await self.bot.http.start_private_message(str(reader.person))
            channel = self.bot.get_partial_messageable(int(opened["id"]))
            message = await send(self.bot, channel, page, nonce, again=again, silent=True)
        except discord.Forbidden as error:
            log.info("no direct message to %s: %s", reader.person, error)
            if not closed:
                await self.house.remember(reader.person, dm_closed=True, dm_told=False)
            return None
        if closed:
            await self.house.remember(reader.person, dm_closed=False)
        return channel.id, message

    async def lost(self, match: Match) -> None:
        """Tell the players once that nothing can be written where they play, and how the match goes on."""
        key = f"lost:{match.id}"
        if await self.matches.note(key) is not None:
            return
        verbs = ("play", "board", "hand") if self.house.face(match.game).has_hand else ("play", "board")
        for person in match.persons:
            reader = await self.house.reader(person)
            commands = [command_named(reader.text, match.game, verb) for verb in verbs]
            lines = [reader.text("lost.player", match=match.id, commands=reader.text.list(commands))]
            if person == match.host:
                lines.append(reader.text("lost.host"))
            await self.direct(reader, words(*lines), f"l{match.id:x}.{person:x}"[:25])
        await self.matches.save_note(key, datetime.now(UTC).isoformat())

    async def over(self, notice: Notice, match: Match, page: Page, again: str | None) -> None:
        """The end, with the record, for the players whose channel is lost."""
        for person in match.persons:
            reader = await self.house.reader(person)
            await self.direct(reader, page, f"o{notice.id:x}.{person:x}"[:25], again=again)

    async def clear(self, match: Match) -> None:
        """Delete the last panels: nothing can be answered any more."""
        for post in await self.matches.posts(match.id):
            if post.kind == "hand":
                await remove(self.bot.get_partial_messageable(post.channel), post.message)
                await self.matches.drop_post(match.id, "hand", post.person)
