"""The courier: carries the outbox to Discord after the commit, at least once and in order within each match.

Whatever fails, the match is right: a message that cannot be sent is tried again; where the channel is lost,
the players are told in private that the match goes on by commands.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
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
from cogs.threads import Threads
from engine.game import Refusal, Seat
from engine.matches import Match, Notice, Post, Status
from engine.store import StoreError

__all__ = ["Courier"]

log = logging.getLogger("longtable.courier")

WORKERS = 4
TRIES = 12
LONGEST_WAIT = 600.0
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
        self._threads = Threads(bot, house)
        self._wait = wait
        self._busy: set[asyncio.Task[None]] = set()
        self._kinds: dict[str, Callable[[Notice, Match], Awaitable[None]]] = {
            "lobby": self._lobby,
            "started": self._started,
            "turn": self._turn,
            "chosen": self._chosen,
            "clock": self._clock,
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
        channel = self._threads.channel(match, match.place.channel)
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
            await self._threads.of(match)  # the turns' mentions add the players: nobody is called twice
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
        await self._public(match, self._show_round(notice, match))
        await self._inboxes.turn(notice, match, seat, person)
        await self._inboxes.settle(match)

    async def _chosen(self, notice: Notice, match: Match) -> None:
        if match.status is not Status.RUNNING or notice.seat is None:
            return
        if match.entries == notice.number + 1:  # else a later notice shows what came of it
            await self._public(match, self._show_round(notice, match))
        person = match.occupants[notice.seat].person
        if person is None:
            return
        post = await self.matches.post(match.id, "hand", person)
        if post is not None and post.number < notice.number:
            await self._inboxes.renew(match, person)

    async def _show_round(self, notice: Notice, match: Match) -> None:
        """Show in the thread what is asked there.

        One message a call: it is changed, and calls nobody, as long as the same is asked, and left alone
        where nothing would change, so that what a player does in secret leaves no trace.
        """
        public = await self.matches.situation(match.id, None)
        asked = public.round
        if asked is None or not self._persons(match, public.pending):
            return
        post = await self.matches.post(match.id, "turn")
        shown = post is not None and post.number >= asked.number
        if shown and notice.kind == "turn" and not notice.continues:
            return  # the message that calls several seats came with the first one's notice
        page = await turn_page(self.house, public, asked)
        digest = page.digest
        calls = [call.seat for call in asked.calls if post is None or call.number > post.number]
        if post is not None and shown:
            if post.shown == digest:
                return
            try:
                await edit(self._threads.channel(match, post.channel), post.message, page)
            except discord.NotFound as error:
                if not is_gone(error, UNKNOWN_MESSAGE):
                    raise
            else:
                await self.matches.save_post(replace(post, shown=digest))
                return
        if post is not None:
            await retire(self._threads.channel(match, post.channel), post.message)
        again = None
        if notice.attempts:
            # What an earlier try has sent may have shown less.
            digest = ""
            seats = self._persons(match, asked.seats)
            alone = f"{seats[0]}" if len(seats) == 1 else "-"
            again = f"lt:{match.id}:{asked.number}:{alone}:play:"
        people = [match.occupants[seat].person for seat in calls]
        await self._say(
            match,
            page,
            notice,
            again=again,
            calls=[person for person in people if person is not None],
            post=Post(match.id, "turn", 0, 0, 0, asked.number, digest),
            nonce=f"{_nonce(notice)}r",
        )

    def _persons(self, match: Match, seats: Sequence[Seat]) -> list[Seat]:
        return [seat for seat in seats if match.occupants[seat].person is not None]

    async def _clock(self, notice: Notice, match: Match) -> None:
        if notice.seat is None or match.status is not Status.RUNNING:
            return
        person = match.occupants[notice.seat].person
        if person is None:
            return
        situation = await self.matches.situation(match.id, person)
        if situation.asked != notice.number or situation.deadline is None:
            return
        look = self.house.public_look(match)
        text, until = look.text, situation.deadline
        page = words(
            text(
                "clock.stood",
                who=look.names[notice.seat],
                until=text.when(until, "f"),
                left=text.when(until),
            )
        )
        control = Control(match.id, "text", f"clock-{notice.id}", notice.number, notice.seat)
        page.row(button(control, text.plain("turn.text")))
        again = str(control) if notice.attempts else None
        await self._public(match, self._say(match, page, notice, again=again))
        await self._public(match, self._show_round(notice, match))
        await self._inboxes.renew(match, person)

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
        await self._public(match, self._show_round(notice, match))
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
            await retire(self._threads.channel(match, post.channel), post.message)

    async def _say(
        self,
        match: Match,
        page: Page,
        notice: Notice,
        *,
        again: str | None = None,
        calls: list[int] | None = None,
        post: Post | None = None,
        nonce: str | None = None,
    ) -> None:
        """Send a page to the match's thread; one that was deleted is opened anew. `post` remembers it."""
        nonce = nonce or _nonce(notice)
        thread = await self._threads.of(match)
        try:
            message = await send(self.bot, thread, page, nonce, again=again, calls=calls or ())
        except discord.NotFound as error:
            if not is_gone(error, UNKNOWN_CHANNEL):
                raise
            thread = await self._threads.new(match)
            message = await send(self.bot, thread, page, nonce, again=None, calls=calls or ())
        if post is not None:
            await self.matches.save_post(replace(post, channel=thread.id, message=message))

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
