"""Tell people about robots that play for them: once as it begins, then once a week about all matches.

Each match at which a robot plays has a notice of its own every week. The first one names all matches; the
others come too early then, and say nothing.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import datetime, timedelta
from weakref import WeakValueDictionary

import discord

from cogs.answering.answers import Page, classic_page
from cogs.answering.controls import Control, button
from cogs.delivery.attempts import Attempt, Resting
from cogs.delivery.direct_messages import DirectMessages
from cogs.delivery.quiet import is_muted, quiet_until
from cogs.pages.absence import in_place, ways_out
from cogs.pages.inbox import channel_link
from cogs.services.services import Reader, Services
from cogs.text.text import Markup, Text
from engine.game import Seat
from engine.match.changes import NewNotice
from engine.match.clock import Hours
from engine.match.values import ROBOT_REMINDER
from engine.matches import Match, Situation, Status
from engine.matches.core.consequences import WEEK

__all__ = ["RobotNews", "called_page"]

PATIENCE = timedelta(hours=12)
"""Time for which a notice waits that comes before the week is over; one that comes earlier is not said."""
NAMED = 10
"""Matches that are named at most."""
TOLD = 1200
"""Characters of what a robot has done."""
GREEN = discord.ButtonStyle.success
ANOTHER = timedelta(seconds=10)
"""Time after which one looks again where another is saying it."""


class RobotNews:
    """Tells persons that robots play for them."""

    def __init__(self, services: Services, direct_messages: DirectMessages) -> None:
        self._services = services
        self._matches = services.matches
        self._direct_messages = direct_messages
        self._saying: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def first(self, attempt: Attempt) -> None:
        """Say that a robot has begun to play; not to somebody who has heard that lately and is inactive."""
        await self._alone(attempt, first=True)

    async def again(self, attempt: Attempt) -> None:
        """Name all matches at which a robot plays for the person. Raises `Resting`."""
        await self._alone(attempt, first=False)

    async def _alone(self, attempt: Attempt, *, first: bool) -> None:
        """Say it to the person for one match at a time."""
        notice, match, person = attempt.notice, attempt.match, attempt.notice.person
        assert person is not None
        seat = match.seat_of(person)
        if match.status is not Status.RUNNING or seat is None or seat not in match.absent:
            return
        lock = self._saying.setdefault(person, asyncio.Lock())
        async with lock:
            now = self._matches.now()
            if not await self._matches.outbox.claim(notice):
                raise Resting(now + ANOTHER, ANOTHER.total_seconds())
            hours = await self._matches.hours.hours(person, uncached=True)
            due = None if await attempt.has_left() else _too_early(hours, now, first=first)
            if due is None:
                await self._say(attempt, person, quiet=first and _has_heard(hours, now), first=first)
            elif not first and due <= now + PATIENCE:
                attempt.also(NewNotice(ROBOT_REMINDER, seat, notice.number, person=person, due=due))

    async def _say(self, attempt: Attempt, person: int, *, quiet: bool, first: bool) -> None:
        match, matches = attempt.match, self._matches
        until = (await quiet_until(self._services, match, (person,))).get(person)
        if until is not None and not first and not await attempt.has_left():
            raise Resting(until, 0)
        page = await self._page(attempt, person, first=first)
        if page is None:
            return
        silent = quiet or until is not None or (first and await is_muted(self._services, match, person))
        reader = await self._services.reader(person)
        closed = (await self._services.person(person)).dm_closed
        if closed or await self._direct_messages.direct(attempt, reader, page, silent=silent) is None:
            attempt.also(NewNotice(ROBOT_REMINDER, match.seat_of(person), attempt.notice.number))
        await matches.hours.tell_of_robots(person)

    async def _page(self, attempt: Attempt, person: int, *, first: bool) -> Page | None:
        """Return the page for the person; `None` if nothing is to be told, as if all matches are muted."""
        matches, notice = self._matches, attempt.notice
        reader = await self._services.reader(person)
        if first:
            situation = await matches.queries.situation(attempt.match.id, person)
            return await _first_page(self._services, situation, notice.number, reader)
        muted = (await matches.hours.hours(person)).muted
        numbers = [each for each in await matches.queries.robot_matches(person) if each not in muted]
        shown: list[Situation] = [await matches.queries.situation(each, person) for each in numbers[:NAMED]]
        waiting = sorted(await matches.queries.waiting_for(person) - {*numbers, *muted})
        if not shown:
            return None
        calls = [await matches.queries.situation(each, person) for each in waiting[:NAMED]]
        return await _weekly_page(self._services, shown, len(numbers), calls, reader)


def _too_early(hours: Hours, now: datetime, *, first: bool) -> datetime | None:
    """Return when the week is over in which the person has heard of robots; `None` if it is.

    Everybody hears of a robot's first turn, except inactive people.
    """
    if hours.robots_told is None or (first and not hours.is_inactive):
        return None
    due = hours.robots_told + WEEK
    return due if now < due else None


def _has_heard(hours: Hours, now: datetime) -> bool:
    """Return true if the person heard of another robot this week, which rang, and has done nothing since."""
    told = hours.robots_told
    return told is not None and now < told + WEEK and (hours.seen is None or hours.seen < told)


async def _first_page(services: Services, situation: Situation, number: int, reader: Reader) -> Page | None:
    """Return the page that tells a person that a robot plays, with its moves until entry `number`."""
    match, seat, text = situation.match, situation.seat, reader.text
    if seat is None or not situation.times:
        return None
    said = [text("steward.private" if match.pace.is_timed else "steward.once")]
    ctx = services.context(match, text, reader.theme)
    log = [
        each
        for each in await services.matches.queries.log(match.id, reader.person)
        if each[0].number <= number
    ]
    last = max((entry.number for entry, _ in log if (entry.kind, entry.seat) in _begun(seat)), default=0)
    done = [each for each in log if each[0].number > last and each[0].seat == seat]
    if told := services.news_text(match, done, ctx, public=False, room=TOLD):
        said.append(told)
    if line := _seat_line(situation, text):
        said.append(line)
    return await in_place(services, match, text, Markup("\n".join(said)), ways_out(match, seat, text))


def _begun(seat: Seat) -> tuple[tuple[str, Seat], ...]:
    """Kinds and seat of the entries with which a robot begins to play."""
    return (("seat", seat), ("host", seat))


def _seat_line(situation: Situation, text: Text) -> Markup:
    """Return a line about somebody who may take the person's seat, or will; empty if nobody may."""
    assert situation.seat is not None
    time = situation.times[situation.seat]
    if time.request is not None:
        return text("seat.asked", by=time.request.name, until=text.when(time.request.due))
    return text("seat.open") if time.is_open else Markup("")


async def _weekly_page(
    services: Services, shown: Sequence[Situation], n: int, calls: Sequence[Situation], reader: Reader
) -> Page:
    """Return the weekly page: the matches in which robots play, `n` in all, and the calls that wait."""
    text = reader.text
    channels = await services.matches.posts.posts_of([each.match.id for each in (*shown, *calls)], "thread")
    threads = {each.match: each.channel for each in channels}

    def line(situation: Situation, *more: Markup) -> Markup:
        match = situation.match
        title, channel = services.face(match.game).game.title, threads.get(match.id, match.venue.channel)
        name = text("turns.match", game=title, match=match.id, url=channel_link(match, channel))
        return Markup(" · ".join([f"- {name}", *(each for each in more if each)]))

    page = classic_page(text("robots.title", n=n))
    page.say(*(line(each, _seat_line(each, text)) for each in shown))
    if n > len(shown):
        page.say(text("summary.more", n=n - len(shown)))
    if waiting := [each for each in calls if not each.match.is_asleep]:
        page.say(text("robots.waiting", n=len(waiting)))
        due = [each.deadline for each in waiting]
        page.say(
            *(
                line(each, Markup("") if until is None else text("turns.deadline", left=text.when(until)))
                for each, until in zip(waiting, due, strict=True)
            )
        )
    return page.row(
        *(
            button(
                Control(each.match.id, "back"),
                text.plain(
                    "robots.back", game=services.face(each.match.game).game.title, match=each.match.id
                ),
                style=GREEN,
            )
            for each in shown
        )
    )


def called_page(services: Services, match: Match, person: int) -> Page:
    """Return the message that calls at the table a person for whom a robot plays and no inbox is open."""
    ctx = services.public_context(match)
    back = button(Control(match.id, "back"), ctx.text.plain("steward.back"), style=GREEN)
    known = {"game": services.face(match.game).game.title, "match": match.id}
    return classic_page(ctx.text("robots.called", who=Markup(f"<@{person}>"), **known)).row(back)
