"""Calls that were held back: until when nothing rings for somebody, and the one message that names them all.

A call that falls into its person's quiet hours is shown at the table, and rings nobody. A notice of its own,
due when they end, stands for it. The first of a person's that falls due says them all: it is claimed in a
transaction that sees no other one begun, in whichever process, and drops the others in the transaction that
ends it, so that each is said once, whatever is killed when. Clocks start with it, also where its person wants
nothing of the match to ring.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from weakref import WeakValueDictionary

import discord

from cogs.answering.answers import Page, classic_page
from cogs.answering.controls import Control, button
from cogs.delivery.attempts import Attempt, Resting, Undeliverable
from cogs.delivery.direct_messages import DirectMessages
from cogs.delivery.quiet import quiet_until
from cogs.pages.inbox import channel_link, next_button
from cogs.services.services import Reader, Services, names_of
from cogs.text.text import Markup
from engine.match.changes import NewNotice
from engine.match.values import SUMMARY
from engine.matches import Notice, Post, Situation, Status
from engine.store import CallOutcome

__all__ = ["Summaries"]

NAMED = 10
"""Matches that are named: of no more is the log read."""
ANOTHER = timedelta(seconds=10)
"""Time to wait before the next try while another process sends the person's summary."""


class Summaries:
    """The summaries: one direct message that names all calls that were held back for a person."""

    def __init__(self, services: Services, direct_messages: DirectMessages) -> None:
        self.services = services
        self.matches = services.matches
        self._direct_messages = direct_messages
        self._saying: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def say(self, attempt: Attempt) -> None:
        """Name all matches that wait for the person, in one direct message. Raises `Resting`.

        Where no direct message gets in, the match's own thread calls.
        """
        person = attempt.notice.person
        assert person is not None
        lock = self._saying.setdefault(person, asyncio.Lock())
        async with lock:
            await self._say(attempt, person)

    async def _say(self, attempt: Attempt, person: int) -> None:
        notice, match, now = attempt.notice, attempt.match, self.matches.now()
        if notice.id not in {row.id for row in await self.matches.outbox.notices_to(person, SUMMARY)}:
            attempt.call_ends(CallOutcome.PASSED_ON)  # another has said it
            return
        if not await self.matches.outbox.claim(notice):
            raise Resting(now + ANOTHER, ANOTHER.total_seconds())
        rows = await self.matches.outbox.notices_to(person, SUMMARY)
        waiting = await self.matches.queries.waiting_for(person)
        hours = await self.matches.hours.hours(person)
        noted = {notice.match, *(row.match for row in rows)}
        muted = {each for each in noted | {*waiting} if hours.has_no_calls_in(each)}
        if not await attempt.has_left():
            is_open = await self._is_open(notice, person)
            if not is_open and (match.id not in waiting or match.id in muted or notice.continues):
                if match.id in muted or not await self._has_chosen(notice, person):
                    attempt.call_ends(CallOutcome.VOID)
                    return
                # The table would see that all others are called.
                if (until := (await quiet_until(self.services, match, (person,))).get(person)) is not None:
                    raise Resting(until, 0)
                attempt.also(NewNotice(SUMMARY, notice.seat, notice.number, continues=True))
                attempt.call_ends(CallOutcome.PASSED_ON)
                return
            if (until := (await quiet_until(self.services, match, (person,))).get(person)) is not None:
                if await self.matches.hours.can_hold_call(person, match.id):
                    raise Resting(until, 0)
                # It rings later all the same.
                attempt.also(NewNotice(SUMMARY, notice.seat, notice.number, person=person, due=until))
                attempt.call_ends(CallOutcome.SILENCED)
                return
            if match.id not in waiting or match.id in muted:
                # Its person has a move on hold there, or wants no ring: the clock starts as with one.
                attempt.call_ends(CallOutcome.SILENCED)
                return
            if await self._needs_nobody(notice, person):
                # Its person has nothing to decide, and nobody may see it: the clock starts as with a ring.
                attempt.call_ends(CallOutcome.SILENCED)
                return
        # A call of this match for the next morning, such as of a question that may wait, is this one.
        again = [row for row in rows if row.id != notice.id and row.match == match.id]
        others = [row for row in rows if row.match != match.id and self._is_due(row, now)]
        others = [row for row in others if row.match in waiting - muted]
        others = [row for row in others if not await self._is_held(row.match, person)]
        named = {match.id, *(row.match for row in others)} & waiting
        was_closed = (await self.services.person(person)).dm_closed
        if await self._told(attempt, person, sorted(named) or [match.id]):
            for row in (notice, *others, *again):
                attempt.call_ends(CallOutcome.RUNG, row)
        elif await self.services.is_lost(match):
            raise Undeliverable
        else:
            attempt.also(NewNotice(SUMMARY, notice.seat, notice.number, continues=was_closed))
            attempt.call_ends(CallOutcome.PASSED_ON)

    def _is_due(self, notice: Notice, now: datetime) -> bool:
        return notice.due <= now.timestamp() * 1e6

    async def _is_held(self, match: int, person: int) -> bool:
        """Return true if nothing of that match may ring for the person now."""
        return bool(await quiet_until(self.services, await self.matches.loader.get(match), (person,)))

    async def _is_open(self, notice: Notice, person: int) -> bool:
        """Return true if the call's clock waits until its person has been told."""
        if notice.seat is None:
            return False
        situation = await self.matches.queries.situation(notice.match, person)
        times = situation.times if situation.seat == notice.seat else ()
        return bool(times) and times[notice.seat].expected is not None

    async def _needs_nobody(self, notice: Notice, person: int) -> bool:
        """Return true if the question calls in private, and its person has nothing to decide.

        Never for somebody whom no direct message reaches: the table sees that ring, whatever is in the hand.
        """
        if (await self.services.person(person)).dm_closed:
            return False
        situation = await self.matches.queries.situation(notice.match, person)
        is_private = situation.round is not None and situation.round.private
        return is_private and situation.calls_nobody

    async def _has_chosen(self, notice: Notice, person: int) -> bool:
        """Return true if the person's inbox is closed and their choice in a shared round is made."""
        if notice.seat is None or notice.continues or not (await self.services.person(person)).dm_closed:
            return False
        public = await self.matches.queries.situation(notice.match, None)
        asked = public.round
        if public.match.status is not Status.RUNNING or asked is None or len(asked.seats) < 2:
            return False
        return notice.seat in asked.seats and notice.seat not in public.pending

    async def _told(self, attempt: Attempt, person: int, matches: Sequence[int]) -> bool:
        """Send the summary, and return true if the message got in.

        A summary of one match has a button, which is removed once the call is answered.
        """
        if (await self.services.person(person)).dm_closed:
            return False
        reader = await self.services.reader(person)
        inactive = (await self.matches.hours.hours(person)).is_inactive
        sent = await self._direct_messages.direct(
            attempt, reader, await self._page(reader, matches), silent=inactive
        )
        if sent is None:
            return False
        if matches == [attempt.match.id]:
            await self._direct_messages.end_summary(attempt)
            called = (await self.matches.queries.situation(attempt.match.id, person)).call_number or 0
            attempt.shows(Post(attempt.match.id, SUMMARY, person, *sent, called))
        return True

    async def _page(self, reader: Reader, matches: Sequence[int]) -> Page:
        shown = [await self.matches.queries.situation(match, reader.person) for match in matches[:NAMED]]
        text = reader.text
        if len(matches) == 1:
            (situation,) = shown
            play = Control(situation.match.id, "play", asked=situation.call_number or 0, seat=situation.seat)
            page = classic_page(await self._alone(situation, reader))
            return page.row(button(play, text.plain("turn.play"), style=discord.ButtonStyle.primary))
        page = classic_page(text("summary.title", n=len(matches)))
        threads = {
            each.match: each.channel for each in await self.matches.posts.posts_of(matches[:NAMED], "thread")
        }
        page.say(*(self._line(each, threads, reader) for each in shown))
        if len(matches) > len(shown):
            page.say(text("summary.more", n=len(matches) - len(shown)))
        coming = await next_button(self.services, reader, 0, "further")
        return page if coming is None else page.row(coming)

    async def _alone(self, situation: Situation, reader: Reader) -> Markup:
        match, text, until = situation.match, reader.text, _until(situation)
        said = (
            text("summary.one") if until is None else text("summary.one_until", until=text.when(until, "f"))
        )
        line = self.services.about(match, text, said)
        thread = await self.matches.posts.post(match.id, "thread")
        if thread is None or await self.services.is_lost(match):
            return line
        return Markup(f"{line}\n{text('inbox.place', where=Markup(f'<#{thread.channel}>'))}")

    def _line(self, situation: Situation, threads: Mapping[int, int], reader: Reader) -> Markup:
        match, text, until = situation.match, reader.text, _until(situation)
        url = channel_link(match, threads.get(match.id, match.venue.channel))
        name = text("turns.match", game=self.services.face(match.game).game.title, match=match.id, url=url)
        others = [name for seat, name in enumerate(names_of(match, text)) if seat != situation.seat]
        if others:
            name = Markup(
                f"{name} {text('turns.with', who=text.list(text('name', who=who) for who in others))}"
            )
        if until is None:
            return Markup(f"- {name}")
        return Markup(f"- {name} · {text('turns.deadline', left=text.when(until))}")


def _until(situation: Situation) -> datetime | None:
    """Return when the viewer must answer once this message is delivered; `None` without a clock."""
    if situation.match.status is not Status.RUNNING or situation.seat is None:
        return None
    return situation.deadline or situation.times[situation.seat].expected
