"""What is said of a match, kind by kind: at its table and in its thread, or in private where that is refused.

Where Discord refuses for good what all shall see, the place is lost until a message goes through there again:
the players are told so in private, and get their turns by direct message.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import replace
from typing import Any

import discord

from cogs.answers import Page, words
from cogs.controls import Control, button
from cogs.errands import Errand, Unheard
from cogs.house import House
from cogs.inbox import LOST, Inboxes
from cogs.panels import cancelled_page, lobby_page, over_page, turn_page
from cogs.posting import UNKNOWN_CHANNEL, UNKNOWN_MESSAGE, Shelf, is_gone, refusal_of
from cogs.threads import Threads
from engine.game import Seat
from engine.matches import Match, Post, Status
from engine.store import NewNotice

__all__ = ["Saying"]

log = logging.getLogger("longtable.courier")

NO_ACCESS = 50001
VOTE = "vote"
"""Kind of the notice and of the post that ask to agree to cancel."""


class Saying:
    """Says notices. Whatever cannot be said now is raised."""

    def __init__(self, bot: Any, house: House) -> None:
        self.bot = bot
        self.house = house
        self.matches = house.matches
        self.shelf = Shelf(bot)
        self._inboxes = Inboxes(bot, house, self.shelf)
        self._threads = Threads(bot)
        self._closed: Callable[[int, bool], None] = lambda channel, closed: None
        self._public: dict[str, Callable[[Errand], Awaitable[None]]] = {
            "lobby": self._lobby,
            "started": self._started,
            "turn": self._turn,
            "chosen": self._chosen,
            "clock": self._clock,
            "seat": self._word,
            "vote": self._word,
            "over": self._over,
            "cancelled": self._cancelled,
        }
        self._private: dict[str, Callable[[Errand], Awaitable[None]]] = {
            "turn": self._inboxes.turn,
            "chosen": self._inboxes.renew,
            "clock": self._clock_in_private,
            "settle": self._inboxes.settle,
            "lost": self._inboxes.lost,
            "seat": self._in_private,
            "vote": self._in_private,
            "over": self._in_private,
            "cancelled": self._in_private,
        }

    def watch_channels(self, closed: Callable[[int, bool], None]) -> None:
        """Be told of channels that let nothing in, and of those that do again."""
        self._closed = closed

    def knows(self, kind: str, person: int | None) -> bool:
        """Whether this version knows how to say that."""
        return kind in (self._public if person is None else self._private)

    async def say(self, errand: Errand) -> None:
        """Say it. Raises `Unheard` where those concerned cannot be told, or what fails for now."""
        notice = errand.notice
        await (self._public if notice.person is None else self._private)[notice.kind](errand)
        await errand.end()

    # What all see

    async def _lobby(self, errand: Errand) -> None:
        match = errand.match
        if match.status is Status.LOBBY:
            await self._seen(errand, self._show_lobby(errand), or_wait=True)
            return
        refused = await refusal_of(self._show_lobby(errand))
        if refused is not None:
            log.info("match %s: its table cannot be shown: %s", match.id, refused)

    async def _show_lobby(self, errand: Errand) -> None:
        match = errand.match
        thread = await errand.post("thread")
        page = lobby_page(self.house, match, thread.channel if thread else None)
        channel = self._threads.channel(match, match.place.channel)
        post = await errand.post("lobby")
        if post is not None:
            try:
                await self.shelf.edit(channel, post.message, page)
            except discord.NotFound as error:
                if not is_gone(error, UNKNOWN_MESSAGE):
                    raise
            else:
                return
            if match.status is not Status.LOBBY:
                return
        message, again = await errand.send(channel, page)
        if again:
            await self.shelf.edit(channel, message, page)
        errand.shows(Post(match.id, "lobby", 0, match.place.channel, message))

    async def _started(self, errand: Errand) -> None:
        # The turns' mentions add the players to the thread: nobody is called twice.
        await self._seen(errand, self._threads.of(errand))
        errand.also(NewNotice("lobby"))

    async def _turn(self, errand: Errand) -> None:
        notice, match, seat = errand.notice, errand.match, errand.notice.seat
        person = match.occupants[seat].person if seat is not None else None
        if match.status is not Status.RUNNING or person is None:
            return
        if not match.agreed:
            await self._end_vote(errand)
        if notice.continues:
            # It is shown as it is now, whatever the seat has done in secret since.
            await self._seen(errand, self._show_round(errand))
            return
        public = await self.matches.situation(match.id, None)
        if seat not in public.pending and not await self._called_others(errand):
            return  # answered meanwhile: a later notice shows what came of it
        call = NewNotice("turn", seat, notice.number, person=person)
        await self._seen(errand, self._show_round(errand), call, or_wait=True)

    async def _called_others(self, errand: Errand) -> bool:
        """Whether an earlier try has called a round that is still open: its message is the round's then."""
        asked = (await self.matches.situation(errand.match.id, None)).round
        return asked is not None and asked.number == errand.notice.number and await errand.has_left()

    async def _chosen(self, errand: Errand) -> None:
        if errand.match.status is Status.RUNNING:
            await self._seen(errand, self._show_round(errand))

    async def _show_round(self, errand: Errand) -> bool:
        """Show in the thread what is asked there; `False` where there was nothing to change.

        One message a call: it is changed, and calls nobody, as long as the same is asked, and left alone
        where nothing would change, so that what a player does in secret leaves no trace.
        """
        match, notice = errand.match, errand.notice
        public = await self.matches.situation(match.id, None)
        asked = public.round
        if asked is None or not _persons(match, public.pending):
            return False
        post = await errand.post("turn")
        shown = post is not None and post.number >= asked.number
        if shown and notice.kind == "turn" and not notice.continues:
            return False  # the message that calls several seats came with the first one's notice
        page = await turn_page(self.house, public, asked)
        digest = page.digest
        calls = [call.seat for call in asked.calls if post is None or call.number > post.number]
        everybody = _persons(match, asked.seats)
        if post is not None and shown:
            if post.shown == digest:
                return False
            channel = self._threads.channel(match, post.channel)
            refused = await refusal_of(self.shelf.edit(channel, post.message, page))
            if refused is None:
                errand.shows(replace(post, shown=digest))
                return True
            if is_gone(refused, UNKNOWN_CHANNEL):
                calls = everybody
        thread, message, again = await self._say(
            errand, page, calls=_people(match, calls), anew=_people(match, everybody)
        )
        if post is not None and post.message != message:
            await self.shelf.retire(self._threads.channel(match, post.channel), post.message)
        # What an earlier try has sent may have shown less.
        errand.shows(Post(match.id, "turn", 0, thread, message, asked.number, "" if again else digest))
        return True

    async def _clock(self, errand: Errand) -> None:
        """The clocks of a table stood still, or were moved: said once, whoever they belong to."""
        match = errand.match
        page = await self._clock_page(match)
        if page is None:
            return
        clocks = [NewNotice("clock", seat, match.entries, person=person) for seat, person in _seated(match)]
        if await self._seen(errand, self._say(errand, page), *clocks):
            await self._seen(errand, self._show_round(errand))
            errand.also(*clocks)

    async def _clock_page(self, match: Match) -> Page | None:
        if match.status is not Status.RUNNING:
            return None
        look = self.house.public_look(match)
        text = look.text
        lines: list[str] = []
        for seat, person in _seated(match):
            situation = await self.matches.situation(match.id, person)
            if seat in situation.pending and (until := situation.deadline) is not None:
                when = text.when(until, "f")
                lines.append(text("clock.stood", who=look.names[seat], until=when, left=text.when(until)))
        if not lines:
            return None
        return words(*lines).row(button(Control(match.id, "text", "clock"), text.plain("turn.text")))

    async def _clock_in_private(self, errand: Errand) -> None:
        page = await self._clock_page(errand.match)
        if page is not None and await self.house.is_lost(errand.match):
            await self._inboxes.tell(errand, page)
        elif page is not None:
            await self._inboxes.renew(errand)

    async def _word(self, errand: Errand) -> None:
        if errand.notice.kind == "vote":
            await self._end_vote(errand)
        page = await self._page(errand)
        if page is None:
            return
        told = await self._told(errand, page)
        if errand.notice.kind == "seat":
            if told:
                await self._seen(errand, self._show_round(errand))
            errand.also(NewNotice("lobby"))

    async def _in_private(self, errand: Errand) -> None:
        page = await self._page(errand)
        if page is not None:
            await self._inboxes.tell(errand, page)

    async def _page(self, errand: Errand) -> Page | None:
        """What is said in words at a table; `None` once it has no meaning any more."""
        notice, match = errand.notice, errand.match
        if notice.kind == "over":
            situation = await self.matches.situation(match.id, None)
            return await over_page(self.house, situation, await self._record(match))
        if notice.kind == "cancelled":
            return cancelled_page(self.house, match, await self._record(match) if match.entries else None)
        if match.status is not Status.RUNNING or notice.seat is None:
            return None
        look = self.house.public_look(match)
        text = look.text
        if notice.kind == "seat":
            control = Control(match.id, "text", "seat", seat=notice.seat)
            return words(text("event.replaced", who=look.names[notice.seat])).row(
                button(control, text.plain("turn.text"))
            )
        if not match.agreed:
            return None
        missing = [each for each in match.occupants if each.person and each.person not in match.agreed]
        who = text.list(text("name", who=each.name) for each in missing)
        return words(text("vote.text", n=len(missing), who=who)).row(
            button(
                Control(match.id, "cancel", "", seat=notice.seat),
                text.plain("vote.agree"),
                style=discord.ButtonStyle.danger,
            )
        )

    async def _end_vote(self, errand: Errand) -> None:
        """The message that asks to agree asks no more: all have, or somebody has moved, or another asks."""
        post = await errand.post(VOTE)
        if post is not None:
            await self.shelf.retire(self._threads.channel(errand.match, post.channel), post.message)
            errand.drops(VOTE)

    async def _over(self, errand: Errand) -> None:
        page = await self._page(errand)
        assert page is not None
        await self._told(errand, page)
        await self._after_the_end(errand)

    async def _cancelled(self, errand: Errand) -> None:
        match = errand.match
        if await errand.post("thread") is not None or await self.house.is_lost(match):
            page = await self._page(errand)
            assert page is not None
            await self._told(errand, page)
        await self._after_the_end(errand)

    async def _after_the_end(self, errand: Errand) -> None:
        """Nothing can be answered any more: controls and panels go."""
        match = errand.match
        await self._end_vote(errand)
        post = await errand.post("turn")
        if post is not None:
            await self.shelf.retire(self._threads.channel(match, post.channel), post.message)
            errand.drops("turn")
        errand.also(NewNotice("lobby"))
        panels = [each for each in await self.matches.posts(match.id) if each.kind == "hand"]
        errand.also(*(NewNotice("settle", person=each.person) for each in panels))

    async def _record(self, match: Match) -> bytes | None:
        try:
            return (await self.matches.record(match.id)).encode()
        except Exception:
            log.exception("match %s: its record cannot be written", match.id)
            return None

    async def _say(
        self, errand: Errand, page: Page, *, calls: Collection[int] = (), anew: Collection[int] = ()
    ) -> tuple[int, int, bool]:
        """Send a page to the match's thread; return thread, message, and whether it was there already.

        A thread that was deleted is opened anew. Nobody is in there yet: it calls all of `anew`.
        """
        before = await errand.post("thread")
        thread = await self._threads.of(errand)
        try:
            message, again = await errand.send(thread, page, calls=calls)
        except discord.NotFound as error:
            if not is_gone(error, UNKNOWN_CHANNEL):
                raise
            thread = await self._threads.new(errand)
            message, again = await errand.send(thread, page, calls=anew)
        if before is None or before.channel != thread.id:
            errand.also(NewNotice("lobby"))  # it names the thread
        return thread.id, message, again

    async def _told(self, errand: Errand, page: Page) -> bool:
        """Say it where all see it, or else have it said to each player in private."""
        notice = errand.notice
        words_ = [
            NewNotice(notice.kind, notice.seat, notice.number, person=person)
            for _, person in _seated(errand.match)
        ]
        return await self._seen(errand, self._say_word(errand, page), *words_)

    async def _say_word(self, errand: Errand, page: Page) -> None:
        thread, message, _ = await self._say(errand, page)
        if errand.notice.kind == VOTE:
            errand.shows(Post(errand.match.id, VOTE, 0, thread, message, errand.notice.number))

    async def _seen(
        self, errand: Errand, saying: Awaitable[object], *instead: NewNotice, or_wait: bool = False
    ) -> bool:
        """Say something where all see it; return whether they could.

        Where that is refused, the place is lost: the players are told once, and `instead` is said. With
        `or_wait`, it is tried again beside what comes later: `Unheard` is raised.
        """
        match = errand.match
        done: list[object] = []

        async def doing() -> None:
            done.append(await saying)

        refused = await refusal_of(doing())
        if refused is None:
            if done != [False]:  # else nothing went through there
                self._closed(match.place.channel, False)
                if await errand.post(LOST) is not None:
                    errand.drops(LOST)
                    errand.found = True
            return True
        log.info("match %s: its place is lost: %s", match.id, refused)
        if refused.code in (UNKNOWN_CHANNEL, NO_ACCESS):
            self._closed(match.place.channel, True)
        lost = Post(match.id, LOST, 0, match.place.channel, 0, errand.notice.number)
        told = [] if await errand.post(LOST) else [NewNotice("lost", person=one) for _, one in _seated(match)]
        if or_wait:
            if told or not errand.notice.beside:
                await self.matches.say(match.id, *told, *instead, posts=(lost,))
            raise Unheard
        errand.shows(lost)
        errand.also(*told, *instead)
        return False


def _people(match: Match, seats: Sequence[Seat]) -> list[int]:
    people = [match.occupants[seat].person for seat in seats]
    return [person for person in people if person is not None]


def _persons(match: Match, seats: Sequence[Seat]) -> list[Seat]:
    return [seat for seat in seats if match.occupants[seat].person is not None]


def _seated(match: Match) -> list[tuple[Seat, int]]:
    """The persons at the table with their seats."""
    return [(Seat(seat), one.person) for seat, one in enumerate(match.occupants) if one.person is not None]
