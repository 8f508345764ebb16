"""Send direct messages that nobody asked for: panels of turns, and notices whose public venue is lost."""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import Any

import discord

from cogs.answering.answers import Page, classic_page
from cogs.answering.failures import is_refused
from cogs.delivery.attempts import Attempt, Resting, Undeliverable
from cogs.delivery.breakers import InboxBreaker
from cogs.delivery.messenger import Messenger, in_time, refusal_of, remove
from cogs.delivery.quiet import has_no_calls, hushes, is_hushed, quiet_until
from cogs.pages.held_moves import plan_buttons, planned_lines
from cogs.pages.panel import panel_page
from cogs.services.posts import LEFT_SERVER, LOST, LOUD, SETTLED
from cogs.services.services import Reader, Services, command_named
from cogs.text.text import Markup, Text
from engine.match.changes import NewNotice
from engine.match.values import SUMMARY
from engine.matches import Match, Post, Situation, Status

__all__ = ["DirectMessages"]

log = logging.getLogger("longtable.inbox")

APART = 50278
"""No server in common: the person has left, or lets no member of that server write."""
CLOSED = (50007, APART)
"""The person lets no direct message in.

Any other refusal says nothing about the person: it may mean the channel that is remembered."""


class DirectMessages:
    """Direct messages. One that is refused is remembered, and everything works without them."""

    def __init__(self, bot: Any, services: Services, messenger: Messenger) -> None:
        self.bot = bot
        self.services = services
        self.matches = services.matches
        self.messenger = messenger
        self.breaker = InboxBreaker()

    async def turn(self, attempt: Attempt) -> None:
        """The panel by direct message, silently: the thread's message has called already.

        Where the venue is lost it comes with the board and calls, whatever the game. To a question that calls
        in private (`Calling.private`) it calls too, if its person has something to decide. Everybody asked
        gets it as a new message then, but for those whose own press has led there, and those whose inbox is
        known to be closed: nothing at the table hangs on whether it rings, and a closed inbox is found out
        whatever is in the hand.
        """
        notice, match, person = attempt.notice, attempt.match, attempt.notice.person
        if person is None or match.status is not Status.RUNNING or match.seat_of(person) is None:
            return
        situation = await self.matches.queries.situation(match.id, person)
        if situation.question_entry != notice.number:
            return  # answered meanwhile
        await self.end_summary(attempt, situation.call_number)
        lost = await self.services.is_lost(match)
        is_private = situation.round is not None and situation.round.private
        calls = is_private and not notice.continues
        post = await attempt.post("hand", person)
        if not lost and not calls and not self.services.face(match.game).has_hand:
            if post is not None:
                await self._clear(attempt, post)
            return
        if post is not None and post.number == notice.number and (not lost or post.shown == LOUD):
            return
        if notice.continues and situation.call_entry is not None:
            run = min(situation.call_entry, notice.number - 1)
            situation = await self.matches.queries.situation(match.id, person, after=run)
        seat = situation.seat
        if (
            not lost
            and seat is not None
            and situation.last_moves[seat]
            and (await self.services.person(person)).dm_closed
        ):
            return  # the first question of a match tries whether the inbox is open again
        reader = await self.services.reader(person)
        page = await self._panel(situation, reader, board=lost)
        if (
            post is not None
            and not lost
            and not calls
            and await self._in_place(post)
            and await self._changed(attempt, post, page)
        ):
            attempt.shows(replace(post, number=notice.number, shown=""))
            return
        commands = self._commands(match, reader.text)
        where = await self.services.where(situation, reader)
        plain = classic_page(where, reader.text("lost.turn", commands=commands))
        until = (await quiet_until(self.services, match, (person,))).get(person) if lost else None
        rings = (lost or calls) and not (is_private and situation.calls_nobody)
        silent = not rings or await self._is_quiet(situation, person) or situation.held is not None
        sent = await self.direct(attempt, reader, page, silent=silent, plain=plain)
        if sent is None:
            if lost:
                raise Undeliverable
            if calls:  # whatever its person has to decide: otherwise the table would learn of it
                number = notice.number if situation.call_entry is None else situation.call_entry
                attempt.also(NewNotice(SUMMARY, seat, number, continues=True))
            return
        if post is not None and post.message != sent[1]:
            await remove(self.bot.get_partial_messageable(post.channel), post.message)
        if until is not None and seat is not None:
            number = notice.number if situation.call_entry is None else situation.call_entry
            attempt.also(NewNotice(SUMMARY, seat, number, person=person, due=until))
        elif lost and seat is not None:
            await self.matches.seat_clocks.note_delivered(match.id, seat, notice.number, situation.at)
        attempt.shows(Post(match.id, "hand", person, *sent, notice.number, LOUD if lost else ""))

    async def _is_quiet(self, situation: Situation, person: int) -> bool:
        """Return true if a private message must not ring for the person now.

        A question that calls in private waits for the daily message where its person has chosen that.
        """
        if await is_hushed(self.services, situation.match, person):
            return True
        if await has_no_calls(self.services, situation.match, person):
            return True
        is_private = situation.round is not None and situation.round.private
        if not is_private or await self.services.is_lost(situation.match):
            return False
        return person in await hushes(self.services, situation, (person,))

    async def _in_place(self, post: Post) -> bool:
        """Return true if the panel is the newest message to the person: it is then changed in place."""
        return await self.matches.posts.newest_to(post.person) == post.message

    async def late(self, attempt: Attempt) -> None:
        """The panel for somebody who was answered too late where the match is played, once for each question.

        Not where it stands in the direct channel already, nor into a closed inbox.
        """
        notice, match, person = attempt.notice, attempt.match, attempt.notice.person
        if person is None or match.status is not Status.RUNNING or match.seat_of(person) is None:
            return
        situation = await self.matches.queries.situation(match.id, person)
        post = await attempt.post("hand", person)
        if situation.question_entry != notice.number or (post is not None and post.number >= notice.number):
            return
        if (await self.services.person(person)).dm_closed:
            return
        reader = await self.services.reader(person)
        page = await self._panel(situation, reader, why=reader.text("inbox.late"))
        sent = await self.direct(attempt, reader, page, silent=False)
        if sent is None:
            return
        if post is not None and post.message != sent[1]:
            await remove(self.bot.get_partial_messageable(post.channel), post.message)
        attempt.shows(Post(match.id, "hand", person, *sent, notice.number))

    async def renew(self, attempt: Attempt) -> None:
        """Let the panel by direct message, if there is one, show the question as it is now."""
        match, person = attempt.match, attempt.notice.person
        if person is None or match.status is not Status.RUNNING or match.seat_of(person) is None:
            return
        post = await attempt.post("hand", person)
        situation = await self.matches.queries.situation(match.id, person)
        if post is None or situation.question_entry is None:
            return
        if attempt.notice.kind == "chosen" and post.number >= attempt.notice.number:
            return
        reader = await self.services.reader(person)
        page = await self._panel(situation, reader, board=await self.services.is_lost(match))
        if await self._changed(attempt, post, page):
            shown = LOUD if post.shown == LOUD else ""
            attempt.shows(replace(post, number=situation.question_entry, shown=shown))

    async def settle(self, attempt: Attempt) -> None:
        """Take the controls off a panel whose question is closed, wherever and by whom it was answered."""
        match, person = attempt.match, attempt.notice.person
        if person is None:
            return
        post, over = await attempt.post("hand", person), match.status is not Status.RUNNING
        if post is None and await attempt.post(SUMMARY, person) is None:
            return
        if over or match.seat_of(person) is None:
            await self.end_summary(attempt)
            if post is not None:
                await self._clear(attempt, post)
            return
        situation = await self.matches.queries.situation(match.id, person)
        await self.end_summary(attempt, situation.call_number)
        if post is None or post.shown == SETTLED or situation.question_entry is not None:
            return
        reader = await self.services.reader(person)
        ctx = self.services.context(match, reader.text, reader.theme)
        hand = self.services.face(match.game).hand(ctx, situation.view)
        planned = await planned_lines(self.services, situation, ctx)
        last = Markup("\n".join((reader.text("inbox.idle"), *((hand.words,) if hand else ()), *planned)))
        page = classic_page(await self.services.where(situation, reader))
        news = self.services.news(situation, ctx, public=False, room=page.room - len(last) - 1)
        page.say(news, last)
        if plans := plan_buttons(situation, reader.text):
            page.row(*plans)
        await self.services.show(page, hand.drawing if hand else None, f"hand-{match.id}")
        await self._changed(attempt, post, page)
        attempt.shows(replace(post, shown=SETTLED))

    async def end_summary(self, attempt: Attempt, call: int | None = None) -> None:
        """Take the button off the message that said that this match waits, unless it names that `call`."""
        person = attempt.notice.person
        post = await attempt.post(SUMMARY, person) if person is not None else None
        if person is not None and post is not None and post.number != call:
            await self.messenger.retire(self.bot.get_partial_messageable(post.channel), post.message)
            attempt.drops(SUMMARY, person)

    async def _clear(self, attempt: Attempt, post: Post) -> None:
        await remove(self.bot.get_partial_messageable(post.channel), post.message)
        attempt.drops("hand", post.person)

    def _commands(self, match: Match, text: Text) -> Markup:
        """The commands that work in private, as one types them."""
        named = [(match.game, "play"), ("match", "board")]
        if self.services.face(match.game).has_hand:
            named.append((match.game, "hand"))
        return text.list(command_named(text, group, name) for group, name in named)

    async def _panel(
        self, situation: Situation, reader: Reader, *, board: bool = False, why: Markup | None = None
    ) -> Page:
        ctx = self.services.context(situation.match, reader.text, reader.theme)
        where = await self.services.where(situation, reader)

        def news(room: int) -> Markup:
            return self.services.news(situation, ctx, public=False, room=room)

        heading = (where, *((why,) if why else ()))
        return await panel_page(self.services, situation, reader, heading=heading, news=news, board=board)

    async def _changed(self, attempt: Attempt, post: Post, page: Page) -> bool:
        """Change the message to show the page; return true unless Discord refuses."""
        channel = self.bot.get_partial_messageable(post.channel)
        return await refusal_of(attempt.edit(channel, post.message, page, answered=True)) is None

    async def direct(
        self,
        attempt: Attempt,
        reader: Reader,
        page: Page,
        *,
        silent: bool = True,
        plain: Page | None = None,
    ) -> tuple[int, int] | None:
        """Send a direct message; return channel and message, or `None` where Discord refuses it.

        A closed inbox is remembered. Where only the page is refused, `plain` is sent instead.
        Raises `Resting` where nobody may be written to for now.
        """
        if (rest := self.breaker.back_off(self.matches.now())) is not None:
            raise Resting(*rest)
        try:
            sent = await self._sent(attempt, reader, page, silent=silent)
            if sent is None and plain is not None:
                sent = await self._sent(attempt, reader, plain, silent=silent)
        except discord.HTTPException as error:
            if error.code in self.breaker.codes:
                raise Resting(*self.breaker.fails(error.code, self.matches.now())) from error
            if not isinstance(error, discord.Forbidden) or not is_refused(error):
                raise
            await self._refused(attempt, reader.person, error)
            return None
        return sent

    async def _sent(
        self, attempt: Attempt, reader: Reader, page: Page, *, silent: bool
    ) -> tuple[int, int] | None:
        """Send this page; `None` where Discord refuses the page. Whatever else it answers is raised."""
        person = await self.services.person(reader.person)
        try:
            try:
                channel = await self._channel(reader.person, person.inbox)
                message, _ = await attempt.send(channel, page, silent=silent)
            except (discord.NotFound, discord.Forbidden) as error:
                if person.inbox is None or error.code in CLOSED or not is_refused(error):
                    raise
                channel = await self._channel(reader.person, None)
                if channel.id == person.inbox:
                    raise
                message, _ = await attempt.send(channel, page, silent=silent)
        except discord.HTTPException as error:
            if isinstance(error, discord.Forbidden) or not is_refused(error):
                raise
            log.info("match %s: a direct message was refused: %s", attempt.match.id, error)
            return None
        self.breaker.works()
        if person.dm_closed or person.inbox != channel.id:
            await self.services.remember(reader.person, dm_closed=False, inbox=channel.id)
        return channel.id, message

    async def _refused(self, attempt: Attempt, person: int, error: discord.Forbidden) -> None:
        """Remember what a refusal says about the person: mostly that the inbox is closed."""
        if error.code not in CLOSED:
            log.warning("match %s: a direct message was refused: %s", attempt.match.id, error)
            return
        log.info("match %s: an inbox is closed: %s", attempt.match.id, error)
        seat = attempt.match.seat_of(person)
        if error.code == APART and seat is not None and await attempt.post(LEFT_SERVER, person) is None:
            attempt.also(NewNotice("gone", seat, attempt.notice.number))
        if not (await self.services.person(person)).dm_closed:
            await self.services.remember(person, dm_closed=True, dm_told=False)

    async def _channel(self, person: int, known: int | None) -> discord.PartialMessageable:
        if known is None:
            opened = await in_time(self.bot.http.start_private_message(str(person)))
            known = int(opened["id"])
        return self.bot.get_partial_messageable(known)

    async def tell_lost(self, attempt: Attempt) -> None:
        """Tell a player that nothing can be written where they play, and how the match goes on."""
        match, person = attempt.match, attempt.notice.person
        if person is None or not await self.services.is_lost(match):
            return
        if await attempt.post(LOST, person) is not None:
            return  # what was said when it was lost before still stands
        reader = await self.services.reader(person)
        said = reader.text("lost.player", commands=self._commands(match, reader.text))
        lines = [self.services.about(match, reader.text, said)]
        if person == match.host:
            lines.append(reader.text("lost.host"))
        quiet = await is_hushed(self.services, match, person)
        sent = await self.direct(attempt, reader, classic_page(*lines), silent=quiet)
        if sent is not None:
            attempt.shows(Post(match.id, LOST, person, *sent))

    async def tell_found(self, attempt: Attempt) -> None:
        """Correct what the player was told when the venue was lost: something went through there again."""
        match, person = attempt.match, attempt.notice.person
        post = await attempt.post(LOST, person) if person is not None else None
        if post is None or await self.services.is_lost(match):
            return
        reader = await self.services.reader(post.person)
        thread = await self.matches.posts.post(match.id, "thread")
        where = Markup(f"<#{match.venue.channel if thread is None else thread.channel}>")
        found = self.services.about(match, reader.text, reader.text("lost.found", where=where))
        await self._changed(attempt, post, classic_page(found))
        attempt.drops(LOST, post.person)

    async def tell(self, attempt: Attempt, page: Page) -> None:
        """Send a player the page that all would see in the venue that is lost. Raises `Undeliverable`."""
        person = attempt.notice.person
        assert person is not None
        reader = await self.services.reader(person)
        quiet = await is_hushed(self.services, attempt.match, person)
        if await self.direct(attempt, reader, page, silent=quiet, plain=_plain(page)) is None:
            raise Undeliverable


def _plain(page: Page) -> Page:
    """The page's text alone."""
    return classic_page(page.lasting)
