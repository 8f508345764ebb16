"""The courier: carries the outbox to Discord after the commit, at least once and in order within each match.

Whatever fails, the match is right: what fails for now is tried again. Where Discord refuses for good what
all shall see, the place is lost until a message goes through there again: the players are told so in private,
and get their turns by direct message. What nobody at all could be told stays in the outbox.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Sequence
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
from cogs.posting import (
    UNKNOWN_CHANNEL,
    UNKNOWN_MESSAGE,
    edit,
    is_gone,
    is_refused,
    refusal_of,
    retire,
    send,
)
from cogs.text import text_for
from cogs.threads import Threads
from engine.game import Refusal, Seat
from engine.matches import Match, Notice, Post, Status
from engine.store import StoreError

__all__ = ["Courier"]

log = logging.getLogger("longtable.courier")

WORKERS = 4
TRIES = 12
"""Of a notice with which something is wrong that is none of Discord's answers."""
TRIES_UNHEARD = 1000
"""Of a notice that nobody could be told: about a week."""
LONGEST_WAIT = 600.0
STORE_WAIT = 5.0
_LATER = (
    StoreError,
    discord.HTTPException,
    discord.RateLimited,
    aiohttp.ClientError,
    OSError,
    TimeoutError,
)


class Unheard(Exception):  # noqa: N818
    """Nobody whom it concerns could be told, neither where all see it nor in private."""


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
        except Unheard:
            log.info("match %s: %s has reached nobody", notice.match, notice.kind)
            return done if notice.attempts + 1 >= TRIES_UNHEARD else again
        except Exception as error:
            if isinstance(error, _LATER) and not is_refused(error):
                log.warning("match %s: %s has to wait: %s", notice.match, notice.kind, error)
                return again
            if isinstance(error, Refusal):
                log.error("match %s: %s cannot be said: %s", notice.match, notice.kind, error)
                return done
            log.exception("match %s: %s failed, try %s", notice.match, notice.kind, notice.attempts + 1)
            return done if notice.attempts + 1 >= TRIES else again
        return done

    async def _again(self, notice: Notice) -> None:
        seconds = min(self._wait * 2 ** min(notice.attempts, 16), LONGEST_WAIT)
        await self.matches.failed(notice, datetime.now(UTC) + timedelta(seconds=seconds))

    # What all see

    async def _lobby(self, notice: Notice, match: Match) -> None:
        shown = await self._public(notice, match, self._show_lobby(match, notice))
        if shown and match.status is Status.LOBBY:
            await self._inboxes.found(match)

    async def _show_lobby(self, match: Match, notice: Notice) -> None:
        thread = await self.matches.post(match.id, "thread")
        page = lobby_page(self.house, match, thread.channel if thread else None)
        channel = self._threads.channel(match, match.place.channel)
        post = await self.matches.post(match.id, "lobby")
        if post is not None:
            try:
                await edit(self.bot, channel, post.message, page)
            except discord.NotFound as error:
                if not is_gone(error, UNKNOWN_MESSAGE):
                    raise
            else:
                return
            if match.status is not Status.LOBBY:
                return
        again = f"lt:{match.id}:" if notice.attempts else None
        message = await send(self.bot, channel, page, f"{_nonce(notice)}l", again=again)
        await self.matches.save_post(Post(match.id, "lobby", 0, match.place.channel, message))

    async def _renew_lobby(self, match: Match, notice: Notice) -> None:
        """Show the table as it is now, if Discord lets us: the players have other news of it."""
        refused = await refusal_of(self._show_lobby(match, notice))
        if refused is not None:
            log.info("match %s: its table cannot be shown: %s", match.id, refused)

    async def _started(self, notice: Notice, match: Match) -> None:
        # The turns' mentions add the players to the thread: nobody is called twice.
        await self._public(notice, match, self._threads.of(match))
        await self._renew_lobby(match, notice)

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
        heard = await self._public(notice, match, self._show_round(notice, match))
        reached = await self._inboxes.turn(notice, match, seat, person, lost=not heard)
        await self._inboxes.settle(match)
        if not heard and not reached:
            await self._demand_somebody(match, person)

    async def _demand_somebody(self, match: Match, unheard: int | None = None) -> None:
        """Raise `Unheard` where none of those who are asked can be reached, `unheard` among them."""
        public = await self.matches.situation(match.id, None)
        asked = [match.occupants[seat].person for seat in public.pending]
        people = [person for person in asked if person is not None]
        if people and all([each == unheard or (await self.house.person(each)).dm_closed for each in people]):
            raise Unheard

    async def _chosen(self, notice: Notice, match: Match) -> None:
        if match.status is not Status.RUNNING or notice.seat is None:
            return
        heard = True
        if match.entries == notice.number + 1:  # else a later notice shows what came of it
            heard = await self._public(notice, match, self._show_round(notice, match))
        person = match.occupants[notice.seat].person
        post = await self.matches.post(match.id, "hand", person) if person is not None else None
        if person is not None and post is not None and post.number < notice.number:
            await self._inboxes.renew(match, person)
        if not heard:
            await self._demand_somebody(match)

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
        everybody = self._persons(match, asked.seats)
        if post is not None and shown:
            if post.shown == digest:
                return
            channel = self._threads.channel(match, post.channel)
            refused = await refusal_of(edit(self.bot, channel, post.message, page))
            if refused is None:
                await self.matches.save_post(replace(post, shown=digest))
                await self._inboxes.found(match)
                return
            if is_gone(refused, UNKNOWN_CHANNEL):
                calls = everybody
        again = None
        if notice.attempts:
            # What an earlier try has sent may have shown less.
            digest = ""
            alone = f"{everybody[0]}" if len(everybody) == 1 else "-"
            again = f"lt:{match.id}:{asked.number}:{alone}:play:"
        thread, message = await self._say(
            match,
            page,
            notice,
            again=again,
            calls=self._people(match, calls),
            anew=self._people(match, everybody),
            nonce=f"{_nonce(notice)}r",
        )
        if post is not None and post.message != message:
            await retire(self._threads.channel(match, post.channel), post.message)
        await self.matches.save_post(Post(match.id, "turn", 0, thread, message, asked.number, digest))

    def _people(self, match: Match, seats: Sequence[Seat]) -> list[int]:
        people = [match.occupants[seat].person for seat in seats]
        return [person for person in people if person is not None]

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
        await self._told(notice, match, page, again)
        await self._public(notice, match, self._show_round(notice, match))
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
        await self._told(notice, match, page, again)
        await self._public(notice, match, self._show_round(notice, match))
        await self._renew_lobby(match, notice)

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
        await self._told(notice, match, page, again)

    async def _over(self, notice: Notice, match: Match) -> None:
        again = f"lt:{match.id}:{match.entries}:-:rematch" if notice.attempts else None
        situation = await self.matches.situation(match.id, None)
        page = await over_page(self.house, situation, await self._record(match))

        told = await self._told(notice, match, page, again)
        await self._retire_turn(match)
        await self._renew_lobby(match, notice)
        await self._inboxes.clear(match)
        if not told:
            raise Unheard

    async def _record(self, match: Match) -> bytes | None:
        try:
            return (await self.matches.record(match.id)).encode()
        except Exception:
            log.exception("match %s: its record cannot be written", match.id)
            return None

    async def _cancelled(self, notice: Notice, match: Match) -> None:
        if await self.matches.post(match.id, "thread") is not None or await self.house.is_lost(match):
            record = await self._record(match) if match.entries else None
            await self._told(notice, match, cancelled_page(self.house, match, record))
        await self._retire_turn(match)
        await self._renew_lobby(match, notice)
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
        calls: Collection[int] = (),
        anew: Collection[int] = (),
        nonce: str | None = None,
    ) -> tuple[int, int]:
        """Send a page to the match's thread; return thread and message.

        A thread that was deleted is opened anew. Nobody is in there yet: it calls all of `anew`.
        """
        nonce = nonce or _nonce(notice)
        before = await self.matches.post(match.id, "thread")
        thread = await self._threads.of(match)
        try:
            message = await send(self.bot, thread, page, nonce, again=again, calls=calls)
        except discord.NotFound as error:
            if not is_gone(error, UNKNOWN_CHANNEL):
                raise
            thread = await self._threads.new(match)
            message = await send(self.bot, thread, page, nonce, again=None, calls=anew)
        await self._inboxes.found(match)
        if before is None or before.channel != thread.id:
            await self._renew_lobby(match, notice)  # it names the thread
        return thread.id, message

    async def _told(self, notice: Notice, match: Match, page: Page, again: str | None = None) -> bool:
        """Say it where all see it, or else to each player in private; return whether anybody was told."""
        if await self._public(notice, match, self._say(match, page, notice, again=again)):
            return True
        return await self._inboxes.everybody(notice, match, page, again)

    async def _public(self, notice: Notice, match: Match, saying: Awaitable[object]) -> bool:
        """Say something where all see it; where that is refused, the place is lost: tell the players once.

        Returns whether all could see it.
        """
        refused = await refusal_of(saying)
        if refused is None:
            return True
        log.info("match %s: its place is lost: %s", match.id, refused)
        await self._inboxes.lost(notice, match)
        return False


def _nonce(notice: Notice) -> str:
    return f"n{notice.id}"
