"""What one person gets unasked: the panel of each turn, and what is to be told where the place is lost."""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import Any

import discord

from cogs.answers import Page, words
from cogs.house import House, Reader, command_named, lost_note
from cogs.panels import panel_page
from cogs.posting import edit, is_refused, refusal_of, remove, send
from cogs.text import Markup, Text
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

    async def turn(
        self, notice: Notice, match: Match, seat: Seat, person: int, *, lost: bool = False
    ) -> bool:
        """The panel by direct message, silently: the thread's message has called already.

        Where the place is `lost` it comes with the board and calls, whatever the game. Returns whether it is
        there.
        """
        post = await self.matches.post(match.id, "hand", person)
        if not lost and not self.house.face(match.game).has_hand:
            if post is not None:
                await remove(self.bot.get_partial_messageable(post.channel), post.message)
                await self.matches.drop_post(match.id, "hand", person)
            return False
        if post is not None and post.number == notice.number:
            return True
        situation = await self.matches.situation(match.id, person)
        if situation.asked != notice.number:
            return True
        if notice.continues and situation.called is not None:
            run = min(situation.called, notice.number - 1)
            situation = await self.matches.situation(match.id, person, after=run)
        if not lost and situation.last[seat] and (await self.house.person(person)).dm_closed:
            return False  # the first question of a match tries whether the inbox is open again
        reader = await self.house.reader(person)
        page = await self._panel(situation, reader, board=lost)
        if post is not None and notice.continues and await self._changed(post, page):
            sent = post.channel, post.message
        else:
            if post is not None:
                await remove(self.bot.get_partial_messageable(post.channel), post.message)
            again = f"lt:{match.id}:{notice.number}:" if notice.attempts else None
            sent = await self.direct(
                reader,
                page,
                f"{notice.id}p",
                again=again,
                silent=not lost,
                plain=words(
                    reader.text("lost.turn", match=match.id, commands=self._commands(match, reader.text))
                ),
            )
        if sent is None:
            return False
        await self.matches.save_post(Post(match.id, "hand", person, *sent, notice.number))
        return True

    async def renew(self, match: Match, person: int) -> None:
        """Let the panel by direct message, if there is one, show the question as it is now."""
        situation = await self.matches.situation(match.id, person)
        post = await self.matches.post(match.id, "hand", person)
        if post is None or situation.asked is None:
            return
        reader = await self.house.reader(person)
        page = await self._panel(situation, reader, board=await self.house.is_lost(match))
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

    def _commands(self, match: Match, text: Text) -> Markup:
        """The commands that work in private, as one types them."""
        verbs = ("play", "board", "hand") if self.house.face(match.game).has_hand else ("play", "board")
        return text.list(command_named(text, match.game, verb) for verb in verbs)

    async def _panel(self, situation: Situation, reader: Reader, *, board: bool = False) -> Page:
        match = situation.match
        look = self.house.look(match, reader.text, reader.theme)
        where = await self.house.where(match, reader.text)
        news = self.house.news(situation, look, public=False)
        return await panel_page(self.house, situation, reader, heading=(where, news), board=board)

    async def _changed(self, post: Post, page: Page) -> bool:
        """Whether the message that is there shows the page now."""
        channel = self.bot.get_partial_messageable(post.channel)
        return await refusal_of(edit(self.bot, channel, post.message, page)) is None

    async def direct(
        self,
        reader: Reader,
        page: Page,
        nonce: str,
        *,
        again: str | None = None,
        silent: bool = True,
        plain: Page | None = None,
    ) -> tuple[int, int] | None:
        """Send a direct message; return channel and message, or `None` where Discord refuses it.

        A closed inbox is remembered. Where only the page is refused, `plain` is sent instead.
        """
        closed = (await self.house.person(reader.person)).dm_closed
        try:
            opened = await self.bot.http.start_private_message(str(reader.person))
            channel = self.bot.get_partial_messageable(int(opened["id"]))
            message = await send(self.bot, channel, page, nonce, again=again, silent=silent)
        except discord.HTTPException as error:
            if not is_refused(error):
                raise
            log.info("no direct message to %s: %s", reader.person, error)
            if not isinstance(error, discord.Forbidden):
                return await self.direct(reader, plain, f"{nonce}w", silent=silent) if plain else None
            if not closed:
                await self.house.remember(reader.person, dm_closed=True, dm_told=False)
            return None
        if closed:
            await self.house.remember(reader.person, dm_closed=False)
        return channel.id, message

    async def lost(self, notice: Notice, match: Match) -> None:
        """Tell the players once that nothing can be written where they play, and how the match goes on."""
        told = (await self.matches.note(lost_note(match)) or "").split()
        for person in match.persons:
            if str(person) in told:
                continue
            reader = await self.house.reader(person)
            lines = [reader.text("lost.player", match=match.id, commands=self._commands(match, reader.text))]
            if person == match.host:
                lines.append(reader.text("lost.host"))
            await self.direct(reader, words(*lines), f"l{notice.id:x}.{person:x}"[:25], silent=False)
            told.append(str(person))
            await self.matches.save_note(lost_note(match), " ".join(told))

    async def found(self, match: Match) -> None:
        """Something could be written there again: the next loss is told anew."""
        if await self.house.is_lost(match):
            await self.matches.save_note(lost_note(match), "")

    async def everybody(self, notice: Notice, match: Match, page: Page, again: str | None) -> bool:
        """What all would see, for the players whose place is lost; return whether anybody got it."""
        got = not match.persons
        for person in match.persons:
            reader = await self.house.reader(person)
            nonce = f"o{notice.id:x}.{person:x}"[:24]
            if await self.direct(reader, page, nonce, again=again, plain=_plain(page)) is not None:
                got = True
        return got

    async def clear(self, match: Match) -> None:
        """Delete the last panels: nothing can be answered any more."""
        for post in await self.matches.posts(match.id):
            if post.kind == "hand":
                await remove(self.bot.get_partial_messageable(post.channel), post.message)
                await self.matches.drop_post(match.id, "hand", post.person)


def _plain(page: Page) -> Page:
    """The page's text alone."""
    return words(*(item.content for item in page.items if isinstance(item, discord.ui.TextDisplay)))
