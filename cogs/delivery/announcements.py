"""Send the notices of a match: to its table, to its thread, or in private if Discord refuses those.

If Discord refuses a public message for good, its venue counts as lost until a message goes through there
again. The players are told so in private, and get their turns by direct message.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import aiohttp
import discord

from cogs.answering.answers import Page, classic_page
from cogs.answering.controls import Control, button
from cogs.answering.interaction import Interaction
from cogs.delivery.attempts import RETIRE, Attempt, PassedOn, Resting, Undeliverable
from cogs.delivery.direct_messages import DirectMessages
from cogs.delivery.messenger import (
    UNKNOWN_CHANNEL,
    UNKNOWN_MESSAGE,
    Messenger,
    in_time,
    is_deleted,
    refusal_of,
    remove,
)
from cogs.delivery.quiet import Hush, has_no_calls, hushes, is_hushed, is_muted, quiet_until
from cogs.delivery.robot_news import RobotNews, called_page
from cogs.delivery.summaries import Summaries
from cogs.delivery.threads import Threads
from cogs.delivery.wish_letters import WishLetters
from cogs.pages import absence
from cogs.pages.endings import agreement, cancelled_page, end_in_words, over_page, own_end
from cogs.pages.inbox import channel_link
from cogs.pages.lobby import lobby_notice_page, lobby_page, lobby_private_text
from cogs.pages.turn import turn_page
from cogs.pages.undo import undo_declined_page, undo_wish_page
from cogs.services.posts import LEFT_SERVER, LOST
from cogs.services.services import Services, name_at
from cogs.text.text import Markup, Text, text_for
from engine.game import Seat
from engine.match.changes import EPOCH, NewNotice
from engine.match.values import ALONE, CALL_KINDS, ROBOT_REMINDER, SUMMARY, Call
from engine.matches import Match, Notice, Post, Round, Situation, Status
from engine.matches.people.wishes import WISH
from engine.matches.seats.paces import PACE
from engine.store import END_CODE_LEVEL, Busy, CallOutcome, Kinds, Unreachable

__all__ = ["Announcer"]

log = logging.getLogger("longtable.courier")

NO_ACCESS = 50001
ENTER = "enter"
"""Kind of the notice that lets a player into the thread."""
BESIDE_LOBBY = ("full", "offer", "invite")
"""Kinds of the notices and posts that call the host, or who is invited later, before the match begins."""
VOTE = "vote"
"""Kind of the notice and of the post that ask to agree to cancel."""
UNDO = "undo"
"""Kind of the notice and of the post that ask to agree that something is taken back."""
RESTLESS = 4
"""Changes of seats at a table, beyond one a seat, after which further ones do not ring for its host."""
SHOWN = timedelta(minutes=1)
"""Time within which a later question of a series is shown, and the calls to it are held back."""
RESULT = "result"
"""Kind of the notice that tells the end of a match in its channel, after its thread."""
GUEST = 1
"""Number of the notice that somebody was put out who was only invited."""
PAUSE = "pause"
"""Kind of the notice and of the post that ask for a pause, or tell of one that was agreed on."""


class Announcer:
    """Says notices. Whatever cannot be said now is raised."""

    def __init__(self, bot: Any, services: Services) -> None:
        self.bot = bot
        self.services = services
        self.matches = services.matches
        self.messenger = Messenger(bot, services)
        self.direct_messages = DirectMessages(bot, services, self.messenger)
        self._threads = Threads(bot)
        summaries = Summaries(services, self.direct_messages)
        self._closed: Callable[[int, bool], None] = lambda channel, closed: None
        self._public: dict[str, Callable[[Attempt], Awaitable[None]]] = {
            "lobby": self._lobby,
            "full": self._beside_lobby,
            "offer": self._beside_lobby,
            "invite": self._invite,
            "starting": self._starting,
            "rematch": self._rematch,
            "started": self._started,
            "turn": self._turn,
            "chosen": self._chosen,
            SUMMARY: self._recall,
            "clock": self._clock,
            "seat": self._word,
            "vote": self._word,
            UNDO: self._word,
            "kept": self._word,
            "gone": self._left_server,
            "over": self._over,
            RESULT: self._result,
            "cancelled": self._cancelled,
            RETIRE: self._retire,
        }
        self._public |= dict.fromkeys(absence.PUBLIC, self._of_absence)
        self._public[ROBOT_REMINDER] = self._call_absent
        self._private: dict[str, Callable[[Attempt], Awaitable[None]]] = {
            "turn": self.direct_messages.turn,
            "chosen": self.direct_messages.renew,
            ALONE: self._alone,
            "late": self.direct_messages.late,
            SUMMARY: summaries.say,
            ENTER: self._enter,
            "clock": self._clock_in_private,
            "settle": self.direct_messages.settle,
            "declined": self._letter,
            "putout": self._letter,
            "closed": self._letter,
            "overtaken": self._overtaken,
            "lost": self.direct_messages.tell_lost,
            "found": self.direct_messages.tell_found,
            "seat": self._in_private,
            "vote": self._in_private,
            UNDO: self._in_private,
            "kept": self._in_private,
            "gone": self._in_private,
            "over": self._over_in_private,
            "cancelled": self._in_private,
        }
        self._private |= dict.fromkeys(absence.PRIVATE, self._of_absence_in_private)
        self._private[WISH] = WishLetters(services, self.direct_messages).say
        robot_news = RobotNews(services, self.direct_messages)
        self._private |= {"steward": robot_news.first, ROBOT_REMINDER: robot_news.again}
        self.kinds = Kinds(frozenset(self._public), frozenset(self._private))
        """The kinds of notices that this version can send."""

    def watch_channels(self, closed: Callable[[int, bool], None]) -> None:
        """Be told of channels that let nothing in, and of those that do again."""
        self._closed = closed

    async def say(self, attempt: Attempt) -> None:
        """Say it. Raises `PassedOn`, `Undeliverable` where people cannot be told, or what fails for now."""
        notice = attempt.notice
        if attempt.match.is_private:
            # None is ever written of a private table; if one is there all the same, it is void.
            attempt.call_ends(CallOutcome.VOID)
            return
        if notice.person is not None:
            # Whoever has just pressed gets the answer to that, and sees nothing else in its place before.
            await self.services.panels.wait_until_answered(notice.match, notice.person)
        else:
            attempt.was_lost = await attempt.post(LOST) is not None
        if notice.person is None and notice.kind in ("over", "cancelled"):
            self._end_panels(attempt.match.id)
        await (self._public if notice.person is None else self._private)[notice.kind](attempt)
        await attempt.end()

    def _end_panels(self, match: int) -> None:
        """Let the private panels of a match that has ended say so, as far as they can still be changed."""

        async def page(interaction: Interaction, person: int) -> Page:
            return await self.bot.actions.end_page(interaction, match, person)

        self.services.open_panels.end(match, page)

    # What all see

    async def _lobby(self, attempt: Attempt) -> None:
        match = attempt.match
        if match.is_league and await attempt.post("lobby") is None:
            return  # the league's message leads to it
        if match.status is Status.LOBBY:
            await self._seen(attempt, self._show_lobby(attempt), or_wait=True)
            return
        refused = await refusal_of(self._show_lobby(attempt))
        if refused is not None:
            log.info("match %s: its table cannot be shown: %s", match.id, refused)

    async def _end_of(self, match: Match) -> Markup | None:
        """Return who has won, in words for everybody; `None` before the end, or if it is not told."""
        if match.status is not Status.OVER:
            return None
        return end_in_words(
            await self.matches.queries.situation(match.id, None), text_for(match.venue.locale)
        )

    async def _show_lobby(self, attempt: Attempt) -> None:
        match = attempt.match
        thread = await attempt.post("thread")
        page = lobby_page(self.services, match, thread.channel if thread else None, await self._end_of(match))
        channel = self._threads.channel(match, match.venue.channel)
        for kind in BESIDE_LOBBY:
            if lobby_notice_page(self.services, match, kind) is None:
                await self._take_down(attempt, kind)
        guests = [guest.person for guest in match.lobby.guests]
        post = await attempt.post("lobby")
        if post is not None:
            try:
                await attempt.edit(channel, post.message, page, names=guests)
            except discord.NotFound as error:
                if not is_deleted(error, UNKNOWN_MESSAGE):
                    raise
            else:
                attempt.changed = post.message
                return
            if match.status is not Status.LOBBY:
                return
        message, again = await attempt.send(channel, page, calls=await self._rung(attempt, guests))
        if again:
            await attempt.edit(channel, message, page, names=guests)
        attempt.shows(Post(match.id, "lobby", 0, match.venue.channel, message))

    async def _rung(self, attempt: Attempt, guests: Collection[int]) -> list[int]:
        """Those of the guests for whom the table's message rings; the others hear of it later."""
        rung: list[int] = []
        for guest in guests:
            named = await self._ring(attempt, guest)
            rung += [guest] if named else []
        return rung

    async def _ring(self, attempt: Attempt, guest: int, *, others: bool = False) -> tuple[int, ...]:
        """The tables for whose invitations a message of this attempt may ring for the guest now.

        None while the guest sleeps, or where another invitation has rung just before: a notice waits then.
        Nor ever for who takes none by now.
        """
        match = attempt.match
        if (await self.matches.hours.hours(guest)).reserved:
            return ()
        until = (await quiet_until(self.services, match, (guest,))).get(guest)
        if until is None:
            ring = await self.matches.lobbies.ring(match.id, guest, attempt.notice.id, others=others)
            if ring.until is None:
                return ring.matches
            until = ring.until
        attempt.also(NewNotice("invite", number=guest, due=until))
        return ()

    async def _take_down(self, attempt: Attempt, kind: str) -> None:
        """Delete what was said beside the table, which means nothing any more."""
        post = await attempt.post(kind)
        if post is not None:
            await remove(self._threads.channel(attempt.match, post.channel), post.message)
            attempt.drops(kind)

    async def _beside_lobby(self, attempt: Attempt) -> None:
        """The host is called: the table is full, or does not fill.

        In quiet hours nobody is rung, nor again and again by somebody who sits down and gets up. What is
        offered waits for the morning.
        """
        match, notice = attempt.match, attempt.notice
        page = lobby_notice_page(self.services, match, notice.kind)
        if page is None or (notice.kind == "full" and notice.number != match.lobby.changes):
            return
        night = await self.matches.hours.quiet_until(match.host, match.venue.guild, match=match.id)
        if notice.kind == "offer" and night is not None:
            attempt.also(NewNotice("offer", due=night))
            return
        restless = match.lobby.changes > match.size + RESTLESS
        calls = [] if night is not None or restless else [match.host]
        await self._seen(attempt, self._call_host(attempt, page, calls), or_wait=True)

    async def _invite(self, attempt: Attempt) -> None:
        """Call who was invited after the table was opened, or could not be called as it was.

        The message names all tables of the channel to which the guest was invited meanwhile.
        """
        match, person = attempt.match, attempt.notice.number
        if match.status is not Status.LOBBY or match.lobby.guest(person) is None:
            return
        named = await self._ring(attempt, person, others=True)
        if not named:
            return
        text, links = text_for(match.venue.locale), list[Markup]()
        for other in named:
            again = await self.matches.loader.get(other)
            if other != match.id and again.lobby.guest(person) is not None:
                links.append(Markup(f"- {await self._table_link(again, text)}"))
        more = (text("lobby.invited.more"), *links) if links else ()
        page = lobby_notice_page(self.services, match, "invite", *more)
        assert page is not None
        await self._seen(attempt, self._call_host(attempt, page, [person]), or_wait=True)

    async def _call_host(self, attempt: Attempt, page: Page, calls: Collection[int]) -> None:
        match, kind = attempt.match, attempt.notice.kind
        await self._take_down(attempt, kind)
        channel = self._threads.channel(match, match.venue.channel)
        message, _ = await attempt.send(channel, page, calls=calls)
        attempt.shows(Post(match.id, kind, 0, match.venue.channel, message))

    async def _starting(self, attempt: Attempt) -> None:
        """Announce that the match begins by itself: the announcement's id stands for the click on Start."""
        match, changes = attempt.match, attempt.notice.number
        page = lobby_notice_page(self.services, match, "starting")
        if page is not None and changes == match.lobby.changes:
            await self._seen(attempt, self._announce(attempt, page), or_wait=True)

    async def _announce(self, attempt: Attempt, page: Page) -> None:
        match = attempt.match
        channel = self._threads.channel(match, match.venue.channel)
        message, _ = await attempt.send(channel, page)
        if not await self.matches.lobbies.start_announced(match.id, message, attempt.notice.number):
            await remove(channel, message)

    async def _rematch(self, attempt: Attempt) -> None:
        """The thread leads to the table at which the same people play again."""
        old, text = attempt.match, text_for(attempt.match.venue.locale)
        if await attempt.post("thread") is None:
            return
        again = await self.matches.loader.get(attempt.notice.number)
        page = classic_page(await self._table_link(again, text, "over.again"))
        refused = await refusal_of(self._say(attempt, page))
        if refused is not None:
            log.info("match %s: its thread cannot lead on: %s", old.id, refused)

    async def _table_link(self, match: Match, text: Text, code: str = "lobby.link") -> Markup:
        """A sentence that leads to the table's message."""
        game, lobby = (
            self.services.face(match.game).game.title,
            await self.matches.posts.post(match.id, "lobby"),
        )
        url = channel_link(match, match.venue.channel)
        if lobby is not None:
            url = Markup(f"{url}/{lobby.message}")
        return text(code, game=game, match=match.id, url=url)

    async def _letter(self, attempt: Attempt) -> None:
        """Send a person a private message about a table; a closed inbox gets nothing.

        It does not ring at night, nor for a person who was only invited: taking an invitation back would be a
        way to ring.
        """
        notice, match = attempt.notice, attempt.match
        assert notice.person is not None
        reader = await self.services.reader(notice.person)
        said = lobby_private_text(match, notice.kind, notice.number, notice.person, reader.text)
        if said is not None:
            page = classic_page(self.services.about(match, reader.text, said))
            quiet = bool(await quiet_until(self.services, match, (notice.person,)))
            quiet |= notice.kind == "putout" and notice.number == GUEST
            await self.direct_messages.direct(attempt, reader, page, silent=quiet)

    async def _overtaken(self, attempt: Attempt) -> None:
        """A held move comes to nothing: only its person knows that there was one. Nothing rings at night."""
        notice, match = attempt.notice, attempt.match
        assert notice.person is not None
        reader = await self.services.reader(notice.person)
        page = classic_page(self.services.about(match, reader.text, reader.text("held.overtaken")))
        quiet = bool(await quiet_until(self.services, match, (notice.person,)))
        await self.direct_messages.direct(attempt, reader, page, silent=quiet)

    async def _started(self, attempt: Attempt) -> None:
        if await self._seen(attempt, self._threads.of(attempt)):
            attempt.also(*(NewNotice(ENTER, person=person) for _, person in _seated(attempt.match)))
        attempt.also(NewNotice("lobby"))

    async def _enter(self, attempt: Attempt) -> None:
        """Let a player into the thread, who has it in the list from then on; a mention would do so later.

        Nothing waits for it, and it is tried once: the first call that rings brings in who is not there yet.
        """
        person, thread = attempt.notice.person, await attempt.post("thread")
        if person is None or thread is None or attempt.match.seat_of(person) is None:
            return
        try:
            await in_time(self.bot.http.add_user_to_thread(thread.channel, person))
        except (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError) as error:
            log.info("match %s: a player could not be let into the thread: %s", attempt.match.id, error)

    async def _turn(self, attempt: Attempt) -> None:
        notice, match, seat = attempt.notice, attempt.match, attempt.notice.seat
        person = match.occupants[seat].person if seat is not None else None
        if match.status is not Status.RUNNING or person is None:
            return
        if not match.agreed:
            await self._end(attempt, VOTE)
        if match.undo is None:
            await self._end(attempt, UNDO)
        if notice.continues:
            # It is shown as it is now, whatever the seat has done in secret since.
            if await self._seen(attempt, self._show_round(attempt)):
                await self._goes_on_by_itself(attempt, seat)
            return
        public = await self.matches.queries.situation(match.id, None)
        if seat not in public.pending and not await self._called_others(attempt):
            return  # answered meanwhile: a later notice shows what came of it
        call = NewNotice("turn", seat, notice.number, person=person)
        await self._seen(attempt, self._show_round(attempt), call, or_wait=True)

    async def _goes_on_by_itself(self, attempt: Attempt, seat: Seat | None) -> None:
        """Start the clock of a seat whose own press has led from a question with a short clock to another.

        What is still to call it starts the clock otherwise.
        """
        notices = await self.matches.outbox.notices((attempt.match.id,))
        if seat is not None and not any(each.kind in CALL_KINDS and each.seat == seat for each in notices):
            await self.matches.seat_clocks.note_delivered(attempt.match.id, seat, attempt.notice.number)

    async def _called_others(self, attempt: Attempt) -> bool:
        """Return true if an earlier try has called this round and it is still open.

        That message is the round's.
        """
        asked = (await self.matches.queries.situation(attempt.match.id, None)).round
        return asked is not None and asked.number == attempt.notice.number and await attempt.has_left()

    async def _chosen(self, attempt: Attempt) -> None:
        if attempt.match.status is Status.RUNNING:
            await self._seen(attempt, self._show_round(attempt))

    async def _recall(self, attempt: Attempt) -> None:
        """Call somebody whose call was held back, and who gets no direct message, as long as it is open.

        Who has answered among several is called like the others: all can see whom a message calls. Who is in
        the middle of a turn, as all can see, is not called to go on: that would tell that a step was planned.
        A later question of a series calls those at the table of whom it was known that no direct message
        reaches them (`continues`), whether they have answered or not. Of others it would tell who is missing.
        So does every question that calls in private: others would learn who has something to decide.
        """
        notice, match = attempt.notice, attempt.match
        public = await self.matches.queries.situation(match.id, None) if match.entries else None
        asked = None if public is None else public.round
        attempt.call_ends(CallOutcome.VOID)
        if match.status is not Status.RUNNING or public is None or asked is None:
            return
        if notice.seat not in asked.seats or _goes_on(public, asked):
            return
        oldest = min((call.number for call in asked.calls), default=asked.number)
        is_called_there = (asked.ringing_entry is None and not asked.private) or notice.continues
        if oldest <= notice.number <= asked.number and is_called_there:
            await self._seen(attempt, self._show_round(attempt, notice.seat), or_wait=True)
            attempt.call_ends(CallOutcome.RUNG)

    async def _alone(self, attempt: Attempt) -> None:
        """Call the last one missing of a question that has called nobody, in private: all others have chosen.

        Whom no direct message reaches was called by a message of its own, whoever was missing.
        """
        notice, match, person = attempt.notice, attempt.match, attempt.notice.person
        assert person is not None
        situation = await self.matches.queries.situation(match.id, person)
        if situation.call_entry != notice.number or notice.seat not in situation.pending:
            attempt.call_ends(CallOutcome.VOID)
            return
        attempt.call_ends(CallOutcome.PASSED_ON)
        if await self.services.is_lost(match) or (await self.services.person(person)).dm_closed:
            return
        hush = (await hushes(self.services, situation, (person,))).get(person)
        if await self._was_called_daily(situation, notice, person):
            attempt.call_ends(CallOutcome.VOID)
        elif hush is not None and hush.until is None:
            attempt.call_ends(CallOutcome.SILENCED)
        else:
            due = EPOCH if hush is None or hush.until is None else hush.until
            attempt.also(NewNotice(SUMMARY, notice.seat, notice.number, person=person, due=due))

    async def _was_called_daily(self, situation: Situation, notice: Notice, person: int) -> bool:
        """Return true if the daily message has called the person to this question of a series already."""
        asked = situation.round
        if asked is None or not asked.daily:
            return False
        _, log = await self.matches.loader.load_started(notice.match)
        at = log.entries[notice.number].at + SHOWN
        hush = (await hushes(self.services, situation, (person,), at, daily=True)).get(person)
        if hush is None or hush.until is None or hush.until > self.matches.now():
            return False
        waiting = await self.matches.outbox.notices_to(person, SUMMARY)
        return not any((row.match, row.number) == (notice.match, notice.number) for row in waiting)

    async def _show_round(self, attempt: Attempt, recalled: Seat | None = None) -> bool:
        """Show in the thread what is asked there; `False` where there was nothing to change.

        One message a call: it is changed, and calls nobody, as long as the same is asked or a series of
        questions goes on. A private series calls nobody in its first message either. It is left alone where
        nothing would change, so that what a player does in secret leaves no trace. A seat that is `recalled`
        is called by a message of its own, even if there is one.
        """
        match, notice = attempt.match, attempt.notice
        public = await self.matches.queries.situation(match.id, None)
        asked = public.round
        if asked is None or public.forced or not _persons(match, public.pending):
            return False  # where the house moves at once, a later notice shows what came of it
        post = await attempt.post("turn")
        shown = post is not None and post.number >= asked.number and recalled is None
        if shown and notice.kind == "turn" and not notice.continues:
            return False  # the message that calls several seats came with the first one's notice
        page = await turn_page(self.services, public, asked)
        digest = page.digest
        new_calls = [call for call in asked.calls if post is None or call.number > post.number]
        rings = {call.seat: call.rings(len(match.persons)) for call in new_calls}
        calls = [seat for seat in rings if rings[seat]] if recalled is None else [recalled]
        calls = [seat for seat in calls if not public.times[seat].robot]
        led = [call for call in new_calls if not rings[call.seat]] if recalled is None else []
        everybody = [seat for seat in _persons(match, asked.seats) if not public.times[seat].robot]
        follows = post is not None and not shown and recalled is None and _follows(asked, post)
        if follows or (asked.private and recalled is None):
            calls = await self._unreached(match, calls)
            shown = shown or (follows and not calls)
        if post is not None and shown:
            if post.shown == digest:
                if follows:
                    await self._begun(attempt, public, new_calls, everybody)
                    attempt.shows(replace(post, number=max(post.number, asked.number)))
                return False
            channel = self._threads.channel(match, post.channel)
            names = _people(match, everybody)
            refused = await refusal_of(attempt.edit(channel, post.message, page, names=names))
            if refused is None:
                attempt.shows(replace(post, shown=digest, number=max(post.number, asked.number)))
                if follows:
                    await self._begun(attempt, public, new_calls, everybody)
                return True
            if is_deleted(refused, UNKNOWN_CHANNEL):
                calls = everybody
        asleep = _people(match, everybody if recalled is None else [])
        quiet = await hushes(self.services, public, asleep)
        thread, message, again = await self._say(
            attempt,
            page,
            calls=[person for person in _people(match, calls) if person not in quiet],
            anew=[person for person in _people(match, everybody) if person not in quiet],
        )
        if again and quiet:  # what counts is when it was sent
            quiet = await hushes(self.services, public, quiet, discord.utils.snowflake_time(message))
        await self._called(attempt, asked, calls, quiet, public.at)
        for call in led:  # who is there needs no ring, and hears of it by the answer to the press
            await self.matches.seat_clocks.note_delivered(match.id, call.seat, call.number, public.at)
        if follows or (asked.private and recalled is None):
            await self._begun(attempt, public, new_calls, [seat for seat in everybody if seat not in calls])
        if post is not None and post.message != message:
            await attempt.retire(post.channel, post.message)
        # What an earlier try has sent may have shown less.
        attempt.shows(Post(match.id, "turn", 0, thread, message, asked.number, "" if again else digest))
        return True

    async def _called(
        self,
        attempt: Attempt,
        asked: Round,
        calls: Collection[Seat],
        quiet: Mapping[int, Hush],
        at: datetime | None,
    ) -> None:
        """Those who were called have a clock from now on; the others hear later, and have one then."""
        match = attempt.match
        for call in asked.calls:
            person = match.occupants[call.seat].person
            if call.seat not in calls or person is None:
                continue
            hush = quiet.get(person)
            if hush is not None and hush.until is not None:
                attempt.also(NewNotice(SUMMARY, call.seat, call.number, person=person, due=hush.until))
            if hush is None or hush.runs:
                await self.matches.seat_clocks.note_delivered(match.id, call.seat, call.number, at)

    async def _unreached(self, match: Match, seats: Sequence[Seat]) -> list[Seat]:
        """Those of the seats' persons whom no direct message reaches: each question calls them."""
        persons = {seat: match.occupants[seat].person for seat in seats}
        return [
            seat
            for seat, person in persons.items()
            if person is not None and (await self.services.person(person)).dm_closed
        ]

    async def _begun(
        self, attempt: Attempt, public: Situation, new_calls: Collection[Call], seats: Collection[Seat]
    ) -> None:
        """Start the clocks of a later question of a series as it is shown: nobody is called to it at once.

        Those who are called by `new_calls` hear of it in their daily messages, where the game says so. To a
        question that calls in private people are called like to any other, whoever answers for them: who
        sleeps, or wants one message a day, hears of it later, and only a sleeper's clock waits for that.
        """
        asked, match = public.round, attempt.match
        assert asked is not None
        if asked.private:
            quiet = await hushes(self.services, public, _people(match, [*seats]))
            await self._called(attempt, asked, seats, quiet, public.at)
            return
        for seat in seats:
            await self.matches.seat_clocks.note_delivered(match.id, seat, asked.number, public.at)
        if not asked.daily:
            return
        called = {match.occupants[call.seat].person: call for call in new_calls if call.seat in seats}
        people = [person for person in called if person is not None]
        for person, hush in (await hushes(self.services, public, people, daily=True)).items():
            if hush.until is not None:
                call = called[person]
                attempt.also(NewNotice(SUMMARY, call.seat, call.number, person=person, due=hush.until))

    async def _clock(self, attempt: Attempt) -> None:
        """The clocks of a table stood still, or were moved: said once, whoever they belong to."""
        match = attempt.match
        page = await self._clock_page(match)
        if page is None:
            return
        clocks = [NewNotice("clock", seat, match.entries, person=person) for seat, person in _seated(match)]
        if await self._seen(attempt, self._say(attempt, page), *clocks):
            await self._seen(attempt, self._show_round(attempt))
            attempt.also(*clocks)

    async def _clock_page(self, match: Match) -> Page | None:
        if match.status is not Status.RUNNING:
            return None
        ctx = self.services.public_context(match)
        text = ctx.text
        lines: list[str] = []
        for seat, person in _seated(match):
            situation = await self.matches.queries.situation(match.id, person)
            robot = situation.times[seat].robot
            if not robot and seat in situation.pending and (until := situation.deadline) is not None:
                when = text.when(until, "f")
                lines.append(text("clock.stood", who=ctx.names[seat], until=when, left=text.when(until)))
        if not lines:
            return None
        said = self.services.about(match, text, Markup("\n".join(lines)))
        return classic_page(said).row(button(Control(match.id, "text", "clock"), text.plain("turn.text")))

    async def _clock_in_private(self, attempt: Attempt) -> None:
        page = await self._clock_page(attempt.match)
        if page is not None and await self.services.is_lost(attempt.match):
            await self.direct_messages.tell(attempt, page)
        elif page is not None:
            await self.direct_messages.renew(attempt)

    async def _word(self, attempt: Attempt) -> None:
        if attempt.notice.kind in (VOTE, UNDO, "kept"):
            await self._end(attempt, VOTE if attempt.notice.kind == VOTE else UNDO)
        page = await self._page(attempt)
        if page is None:
            return
        told = await self._told(attempt, page)
        if attempt.notice.kind == "seat":
            if told:
                await self._seen(attempt, self._show_round(attempt))
            attempt.also(NewNotice("lobby"))

    async def _over_in_private(self, attempt: Attempt) -> None:
        """A match was ended as won: both sides are told. Where its venue is lost, what all would see."""
        notice, match = attempt.notice, attempt.match
        if notice.seat is None:
            await self._in_private(attempt)
            return
        assert notice.person is not None
        reader = await self.services.reader(notice.person)
        situation = await self.matches.queries.situation(match.id, notice.person)
        said = own_end(situation, reader.text)
        page = classic_page(self.services.about(match, reader.text, reader.text("over.private", end=said)))
        thread = await self.matches.posts.post(match.id, "thread")
        if thread is not None and not await self.services.is_lost(match):
            page.say(reader.text("inbox.place", where=Markup(f"<#{thread.channel}>")))
        if not match.is_league:
            page.row(button(Control(match.id, "rematch"), reader.text.plain("over.rematch")))
        quiet = bool(await quiet_until(self.services, match, (notice.person,)))
        await self.direct_messages.direct(attempt, reader, page, silent=quiet)

    async def _in_private(self, attempt: Attempt) -> None:
        page = await self._page(attempt)
        if page is not None:
            await self.direct_messages.tell(attempt, page)

    async def _page(self, attempt: Attempt) -> Page | None:
        """Return the page that tells the notice in words; `None` if the notice has no meaning any more."""
        notice, match = attempt.notice, attempt.match
        if notice.kind == "over":
            situation = await self.matches.queries.situation(match.id, None)
            return await over_page(self.services, situation)
        if notice.kind == "cancelled":
            record = await self._record(match) if match.entries else None
            return await cancelled_page(self.services, match, record)
        if match.status is not Status.RUNNING or notice.seat is None:
            return None
        ctx = self.services.public_context(match)
        text = ctx.text
        if notice.kind == "seat":
            control = Control(match.id, "text", "seat", seat=notice.seat)
            said = text("event.replaced", who=name_at(match, notice.seat, text))
            page = classic_page(self.services.about(match, text, said))
            sit = Control(match.id, "sit", str(int(notice.seat)))
            taken = match.occupants[notice.seat].person is not None
            ways = [] if taken else [button(sit, text.plain("open.sit"), style=discord.ButtonStyle.success)]
            return page.row(*ways, button(control, text.plain("turn.text")))
        if notice.kind == UNDO:
            return undo_wish_page(self.services, match)
        if notice.kind == "kept":
            return undo_declined_page(self.services, match, notice.seat)
        if notice.kind == LEFT_SERVER:
            return await self._left_page(match, notice.seat)
        if not match.agreed:
            return None
        departed = await self.services.access.find_departed(match)
        said = self.services.about(match, text, text("vote.text"))
        page = classic_page(said).note(*agreement(match, departed, text, "vote.lacking"))
        agree = Control(match.id, "cancel", "", seat=notice.seat)
        return page.row(button(agree, text.plain("vote.agree"), style=discord.ButtonStyle.danger))

    async def _left_page(self, match: Match, seat: Seat) -> Page | None:
        person = match.occupants[seat].person
        if (
            person is None
            or len(match.persons) < 2
            or person not in await self.services.access.find_departed(match)
        ):
            return None
        text = text_for(match.venue.locale)
        said = text("gone.text", who=text("name", who=name_at(match, seat, text)))
        page = classic_page(self.services.about(match, text, said))
        return page.row(button(Control(match.id, "cancel", ""), text.plain("cancel.yes")))

    async def _left_server(self, attempt: Attempt) -> None:
        """Somebody could not be written to, having left: the others hear once how they may go on."""
        match, seat = attempt.match, attempt.notice.seat
        page = await self._page(attempt)
        person = None if seat is None else match.occupants[seat].person
        if page is None or person is None or await attempt.post(LEFT_SERVER, person) is not None:
            return
        await self._told(attempt, page)
        attempt.shows(Post(match.id, LEFT_SERVER, person, match.venue.channel, 0, attempt.notice.number))

    async def _of_absence(self, attempt: Attempt) -> None:
        """One more day, a robot, a free seat …: a line at the table, and its call as it is now."""
        page = absence.table_page(
            self.services, await self.matches.queries.situation(attempt.match.id, None), attempt.notice
        )
        agrees = attempt.notice.kind in (PAUSE, PACE)
        if page is None and agrees:
            await self._end(attempt, attempt.notice.kind)
        saying = None if page is None else self._show_agreement if agrees else self._say
        if page is None or saying is None or await self._seen(attempt, saying(attempt, page)):
            await self._seen(attempt, self._show_round(attempt))
        if attempt.notice.kind in ("substitute", "open"):
            attempt.also(NewNotice("lobby"))
        if attempt.notice.kind == "substitute" and attempt.notice.seat is not None:
            new = attempt.match.occupants[attempt.notice.seat].person
            attempt.also(*([] if new is None else [NewNotice(ENTER, person=new)]))

    async def _show_agreement(self, attempt: Attempt, page: Page) -> None:
        """One message for all pauses, or paces, that are asked for or agreed on before the match goes on.

        Another date changes it: whoever tries twelve dates has written once.
        """
        kind = attempt.notice.kind
        post, entries, digest = await attempt.post(kind), attempt.notice.number, page.digest
        if post is not None and post.number == entries:
            if post.shown == digest:
                return
            channel = self._threads.channel(attempt.match, post.channel)
            refused = await refusal_of(attempt.edit(channel, post.message, page))
            if refused is None:
                attempt.shows(replace(post, shown=digest))
                return
            if not is_deleted(refused, UNKNOWN_MESSAGE) and not is_deleted(refused, UNKNOWN_CHANNEL):
                raise refused
        await self._end(attempt, kind)
        thread, message, again = await self._say(attempt, page)
        shown = "" if again else digest
        attempt.shows(Post(attempt.match.id, kind, 0, thread, message, entries, shown))

    async def _of_absence_in_private(self, attempt: Attempt) -> None:
        person = attempt.notice.person
        assert person is not None
        situation = await self.matches.queries.situation(attempt.match.id, person)
        reader = await self.services.reader(person)
        page = await absence.private_page(self.services, situation, attempt.notice, reader)
        if page is None:
            return
        notice, until = (
            attempt.notice,
            (await quiet_until(self.services, attempt.match, (person,))).get(person),
        )
        muted = await is_muted(self.services, attempt.match, person)
        if until is not None and notice.kind == "reminder" and not muted:
            if await has_no_calls(self.services, attempt.match, person):
                raise Resting(until, 0)  # the reminder alone rings there: it waits itself
            attempt.also(NewNotice(SUMMARY, notice.seat, notice.number, person=person, due=until))
        else:
            quiet = await is_hushed(self.services, attempt.match, person)
            await self.direct_messages.direct(attempt, reader, page, silent=quiet)

    async def _call_absent(self, attempt: Attempt) -> None:
        """Call somebody for whom a robot plays, and whom no direct message reaches."""
        match, seat = attempt.match, attempt.notice.seat
        person = None if seat is None else match.occupants[seat].person
        if match.status is not Status.RUNNING or person is None or seat not in match.absent:
            return
        page = called_page(self.services, match, person)
        quiet = await is_muted(self.services, match, person) or await quiet_until(
            self.services, match, (person,)
        )
        await self._seen(attempt, self._say(attempt, page, calls=[] if quiet else [person]))

    async def _end(self, attempt: Attempt, kind: str) -> None:
        """The message that asks to agree asks no more: all have, or somebody has moved, or another asks."""
        post = await attempt.post(kind)
        if post is not None:
            await attempt.retire(post.channel, post.message)
            attempt.drops(kind)

    async def _over(self, attempt: Attempt) -> None:
        page = await self._page(attempt)
        assert page is not None
        await self._told(attempt, page)
        await self._after_the_end(attempt)
        if attempt.match.is_league:
            # The standings are looked at now, not at the calendar's next look.
            await self.services.leagues.leagues.note_over(attempt.match.id)
        # A league's channel holds one message, whose standings tell it.
        if self.matches.store.code_levels.lowest >= END_CODE_LEVEL and not attempt.match.is_league:
            attempt.also(NewNotice(RESULT))

    async def _result(self, attempt: Attempt) -> None:
        """Tell the end in the channel too, where the match was opened; nobody is called."""
        match = attempt.match
        if match.status is not Status.OVER or match.is_league or await attempt.post("thread") is None:
            return
        page = await over_page(self.services, await self.matches.queries.situation(match.id, None))
        channel = self._threads.channel(match, match.venue.channel)
        refused = await refusal_of(attempt.send(channel, page, silent=True))
        if refused is not None:
            log.info("match %s: its end cannot be told in its channel: %s", match.id, refused)

    async def _cancelled(self, attempt: Attempt) -> None:
        match = attempt.match
        if await attempt.post("thread") is not None or await self.services.is_lost(match):
            page = await self._page(attempt)
            assert page is not None
            await self._told(attempt, page)
        await self._after_the_end(attempt)

    async def _after_the_end(self, attempt: Attempt) -> None:
        """Nothing can be answered any more: controls and panels go."""
        match = attempt.match
        await self._end(attempt, VOTE)
        await self._end(attempt, UNDO)
        await self._end(attempt, PAUSE)
        await self._end(attempt, PACE)
        post = await attempt.post("turn")
        if post is not None:
            await attempt.retire(post.channel, post.message)
            attempt.drops("turn")
        attempt.also(NewNotice("lobby"))
        posts = await self.matches.posts.posts(match.id)
        people = {each.person for each in posts if each.kind in ("hand", SUMMARY)}
        attempt.also(*(NewNotice("settle", person=person) for person in sorted(people)))

    async def _retire(self, attempt: Attempt) -> None:
        """A message of the thread kept its controls, because the bot might not change it."""
        match, message = attempt.match, attempt.notice.number
        thread = await attempt.post("thread")
        if thread is None or any(
            post.message == message for post in await self.matches.posts.posts(match.id)
        ):
            return
        if not await self.messenger.retire(self._threads.channel(match, thread.channel), message):
            raise Undeliverable

    async def _record(self, match: Match) -> bytes | None:
        try:
            return (await self.matches.queries.record(match.id)).encode()
        except (Busy, Unreachable):
            raise  # the end is told once it can be told with its record
        except Exception:
            log.exception("match %s: its record cannot be written", match.id)
            return None

    async def _say(
        self, attempt: Attempt, page: Page, *, calls: Collection[int] = (), anew: Collection[int] = ()
    ) -> tuple[int, int, bool]:
        """Send a page to the match's thread; return thread, message, and whether it was there already.

        A thread that was deleted is opened anew. Nobody is in there yet: it calls all of `anew`.
        """
        before = await attempt.post("thread")
        thread = await self._threads.of(attempt)
        try:
            message, again = await attempt.send(thread, page, calls=calls)
        except discord.NotFound as error:
            if not is_deleted(error, UNKNOWN_CHANNEL):
                raise
            thread = await self._threads.new(attempt)
            message, again = await attempt.send(thread, page, calls=anew)
        if before is None or before.channel != thread.id:
            attempt.also(NewNotice("lobby"))  # it names the thread
        return thread.id, message, again

    async def _told(self, attempt: Attempt, page: Page) -> bool:
        """Say it where all see it, or else have it said to each player in private."""
        notice = attempt.notice
        words_ = [
            NewNotice(notice.kind, notice.seat, notice.number, person=person)
            for _, person in _seated(attempt.match)
        ]
        return await self._seen(attempt, self._say_word(attempt, page), *words_)

    async def _say_word(self, attempt: Attempt, page: Page) -> None:
        thread, message, _ = await self._say(attempt, page)
        if (kind := attempt.notice.kind) in (VOTE, UNDO):
            attempt.shows(Post(attempt.match.id, kind, 0, thread, message, attempt.notice.number))

    async def _seen(
        self, attempt: Attempt, saying: Awaitable[object], *instead: NewNotice, or_wait: bool = False
    ) -> bool:
        """Say something where all see it; return whether they could.

        Where that is refused, the venue is lost: the players are told once, and `instead` is said. With
        `or_wait`, it is tried again beside what comes later: `Undeliverable` is raised.
        """
        match = attempt.match
        done: list[object] = []

        async def doing() -> None:
            done.append(await saying)

        refused = await refusal_of(doing())
        if refused is None:
            if done != [False]:  # else nothing went through there
                self._closed(match.venue.channel, False)
                # What went through while the venue was being lost says nothing: the table's message, for one.
                if attempt.was_lost:
                    attempt.drops(LOST)
                    attempt.found = True
                    # Also those to whom the loss is being told at this moment: this comes after it.
                    told = {
                        each.person for each in await self.matches.posts.posts(match.id) if each.kind == LOST
                    }
                    people = (told | set(match.persons)) - {0}
                    attempt.also(*(NewNotice("found", person=one) for one in sorted(people)))
            return True
        log.info("match %s: its venue is lost: %s", match.id, refused)
        if refused.code in (UNKNOWN_CHANNEL, NO_ACCESS):
            self._closed(match.venue.channel, True)
        lost = Post(match.id, LOST, 0, match.venue.channel, 0, attempt.notice.number)
        told = (
            [] if await attempt.post(LOST) else [NewNotice("lost", person=one) for _, one in _seated(match)]
        )
        if or_wait:
            lost_now = told or not attempt.notice.beside
            if lost_now and not await self.matches.outbox.add_notices(
                match.id, *told, *instead, posts=(lost,)
            ):
                raise PassedOn
            raise Undeliverable
        attempt.shows(lost)
        attempt.also(*told, *instead)
        return False


def _goes_on(public: Situation, asked: Round) -> bool:
    """Return true if one seat alone is asked, was called, and has made a step since that all could see."""
    seat = asked.seats[0]
    if len(asked.seats) > 1:
        return False
    steps = (entry for entry, _ in public.news if entry.kind == "move" and entry.seat == seat)
    return public.times[seat].expected is None and any(entry.number > asked.number for entry in steps)


def _follows(asked: Round, post: Post) -> bool:
    """Return true if the message is as new as the one that last notified the seats that are asked."""
    return asked.ringing_entry is not None and post.number >= asked.ringing_entry


def _people(match: Match, seats: Sequence[Seat]) -> list[int]:
    people = [match.occupants[seat].person for seat in seats]
    return [person for person in people if person is not None]


def _persons(match: Match, seats: Sequence[Seat]) -> list[Seat]:
    return [seat for seat in seats if match.occupants[seat].person is not None]


def _seated(match: Match) -> list[tuple[Seat, int]]:
    """The persons at the table with their seats."""
    return [(Seat(seat), one.person) for seat, one in enumerate(match.occupants) if one.person is not None]
