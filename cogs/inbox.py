"""What one person gets unasked: the panel of each turn, and what is to be told where the place is lost."""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import Any

import discord

from cogs.answers import Page, words
from cogs.errands import Errand, Unheard
from cogs.house import House, Reader, command_named
from cogs.panels import panel_page
from cogs.posting import Shelf, bounded, is_refused, refusal_of, remove
from cogs.text import Markup, Text
from engine.matches import Match, Post, Situation, Status

__all__ = ["LOST", "LOUD", "SETTLED", "Inboxes"]

log = logging.getLogger("longtable.inbox")

SETTLED = "settled"
"""What the post of a panel remembers when nothing is asked there any more."""
LOUD = "loud"
"""What the post of a panel remembers that has called, with the board: the place was lost."""
CANNOT_SEND = 50007
"""The person lets no direct message in. Any other refusal may mean the channel that is remembered."""
LOST = "lost"
"""Kind of the post that stands while nothing can be written where a match is played."""


class Inboxes:
    """Direct messages. One that is refused is remembered, and everything works without them."""

    def __init__(self, bot: Any, house: House, shelf: Shelf) -> None:
        self.bot = bot
        self.house = house
        self.matches = house.matches
        self.shelf = shelf

    async def turn(self, errand: Errand) -> None:
        """The panel by direct message, silently: the thread's message has called already.

        Where the place is lost it comes with the board and calls, whatever the game.
        """
        notice, match, person = errand.notice, errand.match, errand.notice.person
        if person is None or match.status is not Status.RUNNING or match.seat_of(person) is None:
            return
        situation = await self.matches.situation(match.id, person)
        if situation.asked != notice.number:
            return  # answered meanwhile
        lost = await self.house.is_lost(match)
        post = await errand.post("hand", person)
        if not lost and not self.house.face(match.game).has_hand:
            if post is not None:
                await self._clear(errand, post)
            return
        if post is not None and post.number == notice.number and (not lost or post.shown == LOUD):
            return
        if notice.continues and situation.called is not None:
            run = min(situation.called, notice.number - 1)
            situation = await self.matches.situation(match.id, person, after=run)
        seat = situation.seat
        if (
            not lost
            and seat is not None
            and situation.last[seat]
            and (await self.house.person(person)).dm_closed
        ):
            return  # the first question of a match tries whether the inbox is open again
        reader = await self.house.reader(person)
        page = await self._panel(situation, reader, board=lost)
        if post is not None and not lost and await self._in_place(post) and await self._changed(post, page):
            errand.shows(replace(post, number=notice.number, shown=""))
            return
        commands = self._commands(match, reader.text)
        plain = words(reader.text("lost.turn", match=match.id, commands=commands))
        sent = await self.direct(errand, reader, page, silent=not lost, plain=plain)
        if sent is None:
            if lost:
                raise Unheard
            return
        if post is not None and post.message != sent[1]:
            await remove(self.bot.get_partial_messageable(post.channel), post.message)
        errand.shows(Post(match.id, "hand", person, *sent, notice.number, LOUD if lost else ""))

    async def _in_place(self, post: Post) -> bool:
        """Whether the panel is the last thing the person sees there: then it is changed where it stands."""
        return await self.matches.newest_to(post.person) == post.message

    async def renew(self, errand: Errand) -> None:
        """Let the panel by direct message, if there is one, show the question as it is now."""
        match, person = errand.match, errand.notice.person
        if person is None or match.status is not Status.RUNNING or match.seat_of(person) is None:
            return
        post = await errand.post("hand", person)
        situation = await self.matches.situation(match.id, person)
        if post is None or situation.asked is None:
            return
        if errand.notice.kind == "chosen" and post.number >= errand.notice.number:
            return
        reader = await self.house.reader(person)
        page = await self._panel(situation, reader, board=await self.house.is_lost(match))
        if await self._changed(post, page):
            errand.shows(replace(post, number=situation.asked))

    async def settle(self, errand: Errand) -> None:
        """Take the controls off a panel whose question is closed, wherever and by whom it was answered."""
        match, person = errand.match, errand.notice.person
        post = await errand.post("hand", person) if person is not None else None
        if person is None or post is None:
            return
        if match.status is not Status.RUNNING or match.seat_of(person) is None:
            await self._clear(errand, post)
            return
        if post.shown == SETTLED:
            return
        situation = await self.matches.situation(match.id, person)
        if situation.asked is not None:
            return
        reader = await self.house.reader(person)
        look = self.house.look(match, reader.text, reader.theme)
        hand = self.house.face(match.game).hand(look, situation.view)
        news = self.house.news(situation, look, public=False)
        page = words(await self.house.where(match, reader.text), news, reader.text("inbox.idle"))
        if hand is not None:
            page.say(hand.words)
            await self.house.show(page, hand.drawing, f"hand-{match.id}")
        await self._changed(post, page)
        errand.shows(replace(post, shown=SETTLED))

    async def _clear(self, errand: Errand, post: Post) -> None:
        await remove(self.bot.get_partial_messageable(post.channel), post.message)
        errand.drops("hand", post.person)

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
        return await refusal_of(self.shelf.edit(channel, post.message, page)) is None

    async def direct(
        self,
        errand: Errand,
        reader: Reader,
        page: Page,
        *,
        silent: bool = True,
        plain: Page | None = None,
    ) -> tuple[int, int] | None:
        """Send a direct message; return channel and message, or `None` where Discord refuses it.

        A closed inbox is remembered. Where only the page is refused, `plain` is sent instead.
        """
        person = await self.house.person(reader.person)
        try:
            try:
                channel = await self._channel(reader.person, person.inbox)
                message, _ = await errand.send(channel, page, silent=silent)
            except (discord.NotFound, discord.Forbidden) as error:
                if person.inbox is None or error.code == CANNOT_SEND:
                    raise
                channel = await self._channel(reader.person, None)
                if channel.id == person.inbox:
                    raise
                message, _ = await errand.send(channel, page, silent=silent)
        except discord.HTTPException as error:
            if not is_refused(error):
                raise
            log.info("match %s: a direct message was refused: %s", errand.match.id, error)
            if not isinstance(error, discord.Forbidden):
                return await self.direct(errand, reader, plain, silent=silent) if plain else None
            if not person.dm_closed:
                await self.house.remember(reader.person, dm_closed=True, dm_told=False)
            return None
        if person.dm_closed or person.inbox != channel.id:
            await self.house.remember(reader.person, dm_closed=False, inbox=channel.id)
        return channel.id, message

    async def _channel(self, person: int, known: int | None) -> discord.PartialMessageable:
        if known is None:
            opened = await bounded(self.bot.http.start_private_message(str(person)))
            known = int(opened["id"])
        return self.bot.get_partial_messageable(known)

    async def lost(self, errand: Errand) -> None:
        """Tell a player that nothing can be written where they play, and how the match goes on."""
        match, person = errand.match, errand.notice.person
        if person is None or not await self.house.is_lost(match):
            return
        reader = await self.house.reader(person)
        lines = [reader.text("lost.player", match=match.id, commands=self._commands(match, reader.text))]
        if person == match.host:
            lines.append(reader.text("lost.host"))
        await self.direct(errand, reader, words(*lines), silent=False)

    async def tell(self, errand: Errand, page: Page) -> None:
        """What all would see, for a player whose place is lost. Raises `Unheard`."""
        person = errand.notice.person
        assert person is not None
        reader = await self.house.reader(person)
        if await self.direct(errand, reader, page, silent=False, plain=_plain(page)) is None:
            raise Unheard


def _plain(page: Page) -> Page:
    """The page's text alone."""
    return words(*(item.content for item in page.items if isinstance(item, discord.ui.TextDisplay)))
