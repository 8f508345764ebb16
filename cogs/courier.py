"""The courier: carries the outbox to Discord after the commit, at least once and in order within each match.

Whatever fails, the match is right: a message that cannot be sent is tried again; where the channel is lost,
the players are told in private that the match goes on by commands.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

import aiohttp
import discord

from cogs.answers import Page, words
from cogs.controls import Control, button
from cogs.house import House
from cogs.inbox import Inboxes
from cogs.panels import cancelled_page, lobby_page, over_page, turn_page
from cogs.posting import UNKNOWN_CHANNEL, UNKNOWN_MESSAGE, edit, is_gone, retire, send
from cogs.text import text_for
from engine.game import Refusal, Seat
from engine.matches import Match, Notice, Post, Status
from engine.store import StoreError

__all__ = ["Courier"]

log = logging.getLogger("longtable.courier")

WORKERS = 4
TRIES = 12
LONGEST_WAIT = 600.0
THREAD_EXISTS = 160004
WEEK = 10080
STORE_WAIT = 5.0
_LATER = (
    StoreError,
    discord.DiscordServerError,
    discord.RateLimited,
    aiohttp.ClientError,
    OSError,
    TimeoutError,
)


class Courier:
    """Takes notices from the outbox until cancelled."""

    def __init__(self, bot: Any, house: House, wait: float = 1.0) -> None:
        self.bot = bot
        self.house = house
        self.matches = house.matches
        self._inboxes = Inboxes(bot, house)
        self._wait = wait
        self._busy: set[asyncio.Task[None]] = set()
        self._kinds: dict[str, Callable[[Notice, Match], Awaitable[None]]] = {
            "lobby": self._lobby,
            "started": self._started,
            "turn": self._turn,
            "seat": self._seat,
            "vote": self._vote,
            "over": self._over,
            "cancelled": self._cancelled,
        }

    async def run(self) -> None:
        """Carry, several matches at once, until cancelled."""
        try:
            while True:
                await self._surely(self._take)
        finally:
            for task in self._busy:
                task.cancel()
            await asyncio.gather(*self._busy, return_exceptions=True)

    async def _take(self) -> None:
        """Begin to carry what is there, or wait until something is."""
        free = WORKERS - len(self._busy)
        notices = await self.matches.next_notices(free) if free else ()
        for notice in notices:
            task = asyncio.create_task(self.carry(notice), name=f"notice-{notice.id}")
            self._busy.add(task)
            task.add_done_callback(self._busy.discard)
        if not free:
            await asyncio.wait(self._busy, return_when=asyncio.FIRST_COMPLETED)
        elif not notices:
            await self.matches.wait_for_notices()

    async def _surely(self, work: Callable[[], Awaitable[None]]) -> None:
        """Do it, once the store can: a full disk or a busy database must not end the courier."""
        while True:
            try:
                return await work()
            except StoreError as error:
                log.error("the outbox has to wait: %s", error)
                await asyncio.sleep(self._wait * STORE_WAIT)

    async def carry(self, notice: Notice) -> None:
        """Say one thing, or see to it that it is tried again."""
        await self._surely(await self._said(notice))

    async def _said(self, notice: Notice) -> Callable[[], Awaitable[None]]:
        """Say it; return what is then to be noted in the outbox."""
        done, again = partial(self.matches.done, notice), partial(self._again, notice)
        try:
            match = await self.matches.get(notice.match)
            await self._kinds[notice.kind](notice, match)
        except _LATER as error:
            log.warning("match %s: %s has to wait: %s", notice.match, notice.kind, error)
            return again
        except Refusal as error:
            log.error("match %s: %s cannot be said: %s", notice.match, notice.kind, error)
        except Exception:
            log.exception("match %s: %s failed, try %s", notice.match, notice.kind, notice.attempts + 1)
            return done if notice.attempts + 1 >= TRIES else again
        return done

    async def _again(self, notice: Notice) -> None:
        seconds = min(self._wait * 2 ** min(notice.attempts, 16), LONGEST_WAIT)
        await self.matches.failed(notice, datetime.now(UTC) + timedelta(seconds=seconds))

    # What all see

    async def _lobby(self, notice: Notice, match: Match) -> None:
        await self._public(match, self._show_lobby(match, notice))

    async def _show_lobby(self, match: Match, notice: Notice) -> None:
        thread = await self.matches.post(match.id, "thread")
        page = lobby_page(self.house, match, thread.channel if thread else None)
        channel = self._channel(match, match.place.channel)
        post = await self.matches.post(match.id, "lobby")
        if post is not None:
            try:
                await edit(channel, post.message, page)
            except discord.NotFound as error:
                if not is_gone(error, UNKNOWN_MESSAGE):
                    raise
            else:
                return
            if match.status is not Status.LOBBY:
                return
        again = f"lt:{match.id}:" if notice.attempts else None
        message = await send(self.bot, channel, page, _nonce(notice), again=again)
        await self.matches.save_post(Post(match.id, "lobby", 0, match.place.channel, message))

    async def _started(self, notice: Notice, match: Match) -> None:
        async def show() -> None:
            await self._thread(match)  # the turns' mentions add the players: nobody is called twice
            await self._show_lobby(match, notice)

        await self._public(match, show())

    async def _turn(self, notice: Notice, match: Match) -> None:
        seat = notice.seat
        if match.status is not Status.RUNNING or seat is None:
            return
        person = match.occupants[seat].person
        if person is None:
            return
        situation = await self.matches.situation(match.id, person)
        if situation.asked != notice.number:
            return  # answered meanwhile: a later notice shows what came of it
        await self._public(match, self._show_turn(notice, match, seat))
        await self._inboxes.turn(notice, match, seat, person)

    async def _show_turn(self, notice: Notice, match: Match, seat: Seat) -> None:
        number = notice.number
        post = await self.matches.post(match.id, "turn")
        if post is not None and post.number == number:
            return
        own = await self.house.own_run(match, seat, number) if notice.continues else None
        public = await self.matches.situation(match.id, None, since=seat, after=own)
        news = self.house.news(public, self.house.public_look(match), public=True)
        seats = await self._asked(match, number) or [seat]
        page = await turn_page(self.house, public, seats, news, number)
        people = [person for each in seats if (person := match.occupants[each].person) is not None]
        if own is not None and post is not None and post.number >= own:
            try:
                await edit(self._channel(match, post.channel), post.message, page)
            except discord.NotFound as error:
                if not is_gone(error, UNKNOWN_MESSAGE):
                    raise
            else:
                await self.matches.save_post(Post(match.id, "turn", 0, post.channel, post.message, number))
                return
        if post is not None:
            await retire(self._channel(match, post.channel), post.message)
        again = f"lt:{match.id}:{number}:" if notice.attempts else None
        await self._say(match, page, notice, again=again, calls=people, kind="turn", number=number)

    async def _asked(self, match: Match, number: int) -> list[Seat]:
        """The seats of persons that were asked at that entry and still have to answer."""
        seats: list[Seat] = []
        for place, occupant in enumerate(match.occupants):
            if occupant.person is None:
                continue
            situation = await self.matches.situation(match.id, occupant.person)
            if situation.asked == number and Seat(place) in situation.pending:
                seats.append(Seat(place))
        return seats

    async def _seat(self, notice: Notice, match: Match) -> None:
        text = text_for(match.place.locale)
        if notice.seat is None or match.status is not Status.RUNNING:
            return
        look = self.house.public_look(match)
        page = words(text("event.replaced", who=look.names[notice.seat])).row(
            button(Control(match.id, "text", "seat", notice.number, notice.seat), text.plain("turn.text"))
        )
        again = f"lt:{match.id}:{notice.number}:{notice.seat}:text:seat" if notice.attempts else None
        await self._public(match, self._say(match, page, notice, again=again))
        await self._public(match, self._show_lobby(match, notice))

    async def _vote(self, notice: Notice, match: Match) -> None:
        text = text_for(match.place.locale)
        if match.status is not Status.RUNNING or not match.agreed:
            return
        missing = [each for each in match.occupants if each.person and each.person not in match.agreed]
        page = words(
            text(
                "vote.text",
                n=len(missing),
                who=text.list(text("name", who=each.name) for each in missing),
            )
        ).row(
            button(
                Control(match.id, "cancel", "", notice.number, notice.seat),
                text.plain("vote.agree"),
                style=discord.ButtonStyle.danger,
            )
        )
        again = f"lt:{match.id}:{notice.number}:{notice.seat}:cancel" if notice.attempts else None
        await self._public(match, self._say(match, page, notice, again=again))

    async def _over(self, notice: Notice, match: Match) -> None:
        again = f"lt:{match.id}:{match.entries}:-:rematch" if notice.attempts else None
        situation = await self.matches.situation(match.id, None)
        page = await over_page(self.house, situation, await self._record(match))

        async def show() -> None:
            await self._retire_turn(match)
            await self._say(match, page, notice, again=again)
            await self._show_lobby(match, notice)

        if not await self._public(match, show()):
            await self._inboxes.over(notice, match, page, again)
        await self._inboxes.clear(match)

    async def _record(self, match: Match) -> bytes | None:
        try:
            return (await self.matches.record(match.id)).encode()
        except Exception:
            log.exception("match %s: its record cannot be written", match.id)
            return None

    async def _cancelled(self, notice: Notice, match: Match) -> None:
        async def show() -> None:
            await self._retire_turn(match)
            if await self.matches.post(match.id, "thread") is not None:
                await self._say(match, cancelled_page(self.house, match), notice)
            await self._show_lobby(match, notice)

        await self._public(match, show())
        await self._inboxes.clear(match)

    async def _retire_turn(self, match: Match) -> None:
        post = await self.matches.post(match.id, "turn")
        if post is not None:
            await retire(self._channel(match, post.channel), post.message)

    async def _say(
        self,
        match: Match,
        page: Page,
        notice: Notice,
        *,
        again: str | None = None,
        calls: list[int] | None = None,
        kind: str | None = None,
        number: int = 0,
    ) -> None:
        """Send a page to the match's thread; one that was deleted is opened anew."""
        thread = await self._thread(match)
        try:
            message = await send(self.bot, thread, page, _nonce(notice), again=again, calls=calls or ())
        except discord.NotFound as error:
            if not is_gone(error, UNKNOWN_CHANNEL):
                raise
            thread = await self._new_thread(match)
            message = await send(self.bot, thread, page, _nonce(notice), again=None, calls=calls or ())
        if kind is not None:
            await self.matches.save_post(Post(match.id, kind, 0, thread.id, message, number))

    # Channels and threads

    def _channel(self, match: Match, channel: int) -> discord.PartialMessageable:
        return self.bot.get_partial_messageable(channel, guild_id=match.place.guild or None)

    async def _thread(self, match: Match) -> discord.PartialMessageable:
        """The match's thread, opened from its lobby message where there is none."""
        post = await self.matches.post(match.id, "thread")
        if post is not None:
            return self._channel(match, post.channel)
        lobby = await self.matches.post(match.id, "lobby")
        if lobby is None:
            return await self._new_thread(match)
        try:
            opened = await self.bot.http.start_thread_with_message(
                lobby.channel, lobby.message, name=self._thread_name(match), auto_archive_duration=WEEK
            )
            thread = int(opened["id"])
        except discord.HTTPException as error:
            if error.code == UNKNOWN_MESSAGE:
                return await self._new_thread(match)
            if error.code != THREAD_EXISTS:
                raise
            thread = lobby.message  # a thread has the id of the message it was opened from
        await self.matches.save_post(Post(match.id, "thread", 0, thread, 0))
        return self._channel(match, thread)

    async def _new_thread(self, match: Match) -> discord.PartialMessageable:
        opened = await self.bot.http.start_thread_without_message(
            match.place.channel,
            name=self._thread_name(match),
            auto_archive_duration=WEEK,
            type=discord.ChannelType.public_thread.value,
        )
        thread = int(opened["id"])
        await self.matches.save_post(Post(match.id, "thread", 0, thread, 0))
        return self._channel(match, thread)

    def _thread_name(self, match: Match) -> str:
        return self.house.label(match, text_for(match.place.locale))[:100]

    async def _public(self, match: Match, saying: Awaitable[None]) -> bool:
        """Say something where all see it; where that is impossible, tell the players once in private.

        Returns whether all could see it.
        """
        try:
            await saying
        except (discord.Forbidden, discord.NotFound) as error:
            log.info("match %s: its channel is lost: %s", match.id, error)
            await self._inboxes.lost(match)
            return False
        return True


def _nonce(notice: Notice) -> str:
    return f"n{notice.id}"
