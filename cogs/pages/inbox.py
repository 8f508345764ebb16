"""The page with all matches of a person: those that wait, for whom, since when, with buttons into them."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

import discord

from cogs.answering.answers import Page
from cogs.answering.controls import Control, Press, button
from cogs.pages.absence import stakes_in_words, ways_out
from cogs.pages.endings import own_end
from cogs.pages.held_moves import open_button
from cogs.services.services import Reader, Services, names_of
from cogs.text.text import Markup, Text
from engine.game import Refusal, Seat
from engine.matches import Inbox, Match, Situation, Status, Waiting
from engine.outcome import winners
from engine.store import StoreError

__all__ = ["channel_link", "inbox_page", "next_button"]

LISTED = 6
"""Matches on one page: of no more is the log read."""
NAMED = 60
"""Characters of the names on a button."""


@dataclass(frozen=True, slots=True)
class _Listed:
    """A line of the list: its part, its match, and the state of a running one."""

    part: str
    match: int
    known: Match | None = None
    waiting: Waiting | None = None


async def inbox_page(services: Services, reader: Reader, number: int = 0) -> Page:
    """Return one page of the list, `number` from 0 on, or the nearest there is.

    However many matches there are, the database is asked as often, and the logs of no more are read than
    are shown.
    """
    inbox = await services.matches.inboxes.inbox(reader.person)
    inbox = replace(
        inbox,
        invited=await _seen(services, reader, inbox.invited),
        wished=await _seen(services, reader, inbox.wished),
    )
    every = _in_order(inbox)
    if not every:
        return Page().say(reader.text("turns.none")).row(_way_to_games(reader.text))
    pages = -(-len(every) // LISTED)
    number = min(max(number, 0), pages - 1)
    shown = every[number * LISTED : (number + 1) * LISTED]
    matches = await services.matches.inboxes.public_matches(
        tuple(each.match for each in shown if each.known is None)
    )
    threads = await services.matches.posts.posts_of([each.match for each in shown], "thread")
    known = [match for each in shown if (match := each.known or matches.get(each.match)) is not None]
    leave_ends = await services.matches.hours.leave_ends(
        {person for match in known for person in match.persons}
    )
    lines = _Lines(services, reader, {thread.match: thread.channel for thread in threads}, leave_ends)
    page, part = Page(), ""
    if number == 0 and not inbox.mine:
        page.say(reader.text("turns.idle"))
    for each in shown:
        match = each.known or matches.get(each.match)
        if match is None:
            continue
        if each.part != part:
            part = each.part
            page.say(*_headings(inbox, part, reader.text))
        await lines.add(page, each, match)
    if number == 0 and not inbox.mine:
        page.row(_way_to_games(reader.text))
    return page.row(*_pages(number, pages, reader.text)) if pages > 1 else page


def _way_to_games(text: Text) -> Press:
    return button(Control(0, "door"), text.plain("door.button"), style=discord.ButtonStyle.primary)


async def _seen(services: Services, reader: Reader, tables: Sequence[Match]) -> tuple[Match, ...]:
    """Return the tables, among these, that the reader can still see."""
    person, found = discord.Object(reader.person), list[Match]()
    for match in tables:
        with contextlib.suppress(Refusal):
            if await services.access.may_view(person, match.venue):
                found.append(match)
    return tuple(found)


def _in_order(inbox: Inbox) -> list[_Listed]:
    return [
        *(_Listed("mine", each.match, waiting=each) for each in inbox.mine),
        *(_Listed("invited", each.id, each) for each in inbox.invited),
        *(_Listed("wished", each.id, each) for each in inbox.wished if each not in inbox.invited),
        *(_Listed("others", each.match, waiting=each) for each in inbox.others),
        *(_Listed("watched", each.match, waiting=each) for each in inbox.watched),
        *(_Listed("lobbies", each.id, each) for each in inbox.lobbies),
        *(_Listed("ended", each.id, each) for each in inbox.ended),
    ]


def _headings(inbox: Inbox, part: str, text: Text) -> Sequence[Markup]:
    sizes = {"mine": len(inbox.mine), "others": len(inbox.others)}
    if part in sizes:
        heading = text(f"turns.{part}", n=sizes[part])
        return (heading, text("turns.bold")) if part == "others" else (heading,)
    return (text(f"turns.{part}"),)


def _pages(number: int, pages: int, text: Text) -> list[Press]:
    controls: list[Press] = []
    if number > 0:
        controls.append(button(Control(0, "turns", str(number - 1)), text.plain("turns.earlier")))
    where = text.plain("turns.page", page=number + 1, pages=pages)
    controls.append(button(Control(0, "turns", f"{number}="), where, disabled=True))
    if number + 1 < pages:
        controls.append(button(Control(0, "turns", str(number + 1)), text.plain("turns.later")))
    return controls


class _Lines:
    """The lines of the list, one match at a time."""

    def __init__(
        self,
        services: Services,
        reader: Reader,
        threads: Mapping[int, int],
        leave_ends: Mapping[int, datetime],
    ) -> None:
        """`threads` has the thread of each match, `leave_ends` the return of each person who is on leave."""
        self._services = services
        self._reader = reader
        self._threads = threads
        self._leave_ends = leave_ends

    async def add(self, page: Page, listed: _Listed, match: Match) -> None:
        """Add a match to the page."""
        waiting = listed.waiting
        if match.id in self._services.matches.loader.damaged_matches:
            page.say(self._line(match, (), self._reader.text("turns.damaged")))
        elif listed.part == "lobbies":
            page.say(self._lobby(match))
        elif listed.part == "invited":
            self._invited(page, match)
        elif listed.part == "wished":
            self._wished(page, match)
        elif match.status is Status.CANCELLED:
            page.say(self._line(match, (), self._reader.text("turns.cancelled"), self._when(match)))
        elif match.is_asleep:
            self._with_way(page, match, self._line(match, (), self._reader.text("turns.asleep")))
        elif waiting is not None and listed.part in ("others", "watched") and waiting.asked is not None:
            self._with_way(page, match, self._others(match, waiting, waiting.asked))
        else:
            await self._add_by_log(page, match, waiting, mine=listed.part == "mine")

    async def _add_by_log(self, page: Page, match: Match, waiting: Waiting | None, *, mine: bool) -> None:
        text = self._reader.text
        try:
            situation = await self._services.matches.queries.situation(match.id, self._reader.person)
            if waiting is None:
                result = button(Control(match.id, "result"), text.plain("result.button"))
                page.section(self._ended(situation), result)
            elif mine:
                self._mine(page, situation, waiting)
            else:
                asked = situation.round.seats if situation.round is not None else ()
                self._with_way(page, match, self._others(match, waiting, asked))
        except StoreError:
            raise
        except Refusal:
            damaged = match.id in self._services.matches.loader.damaged_matches
            page.say(self._line(match, (), text("turns.damaged" if damaged else "turns.closed")))

    def _line(self, match: Match, bold: Sequence[Seat], *said: Markup) -> Markup:
        """Return a match in one line: a link to its channel, the others, and these sentences."""
        parts = [self._name(match)]
        if who := self._others_at(match, bold):
            parts.append(self._reader.text("turns.with", who=who))
        return Markup(" · ".join((" ".join(parts), *(each for each in said if each))))

    def _name(self, match: Match) -> Markup:
        text, faces = self._reader.text, self._services.faces
        title = faces[match.game].game.title if match.game in faces else match.game
        if match.is_private:
            return text("turns.private", game=title, match=match.id)
        channel = self._threads.get(match.id, match.venue.channel)
        return text("turns.match", game=title, match=match.id, url=channel_link(match, channel))

    def _others_at(self, match: Match, bold: Sequence[Seat]) -> Markup:
        """Return the other people and robots at the table, and until when they are on leave.

        Seats in `bold` are bold.
        """
        text, mine = self._reader.text, match.seat_of(self._reader.person)
        shown: list[Markup] = []
        for seat, name in enumerate(names_of(match, text)):
            if seat == mine:
                continue
            who = text("turns.asked" if seat in bold else "name", who=name)
            until = self._leave_ends.get(match.occupants[seat].person or 0)
            if until is not None and match.status is Status.RUNNING:
                who = text("turns.away", who=who, until=text.when(until, "d"))
            shown.append(who)
        return text.list(shown) if shown else Markup("")

    def _mine(self, page: Page, situation: Situation, waiting: Waiting) -> None:
        text, match = self._reader.text, situation.match
        face = self._services.face(match.game)
        ctx = self._services.context(match, text, self._reader.theme)
        task = face.task(ctx, situation.view)
        deadline = situation.deadline or waiting.deadline
        if deadline is not None:
            time = text("turns.deadline", left=text.when(deadline))
        else:
            time = text("turns.since", since=text.when(waiting.since))
        said = Markup(f"{self._line(match, ())}\n{text('turns.task', task=task, time=time)}")
        page.section(said, open_button(situation, text)).row(*ways_out(match, situation.seat, text))

    def _with_way(self, page: Page, match: Match, said: Markup) -> None:
        """Add a match's line, with the button that brings its reader back if there is one."""
        out = ways_out(match, match.seat_of(self._reader.person), self._reader.text)
        if not out and match.is_private and match.status is Status.RUNNING:
            out = [button(Control(match.id, "panel"), self._reader.text.plain("turns.play"))]
        if out:
            page.section(said, out[0])
        else:
            page.say(said)

    def _others(self, match: Match, waiting: Waiting, asked: Sequence[Seat]) -> Markup:
        text = self._reader.text
        return self._line(match, asked, text("turns.since", since=text.when(waiting.since)))

    def _invited(self, page: Page, match: Match) -> None:
        """Add a table at which a seat is kept for the reader."""
        text = self._reader.text
        accept = button(
            Control(match.id, "accept"), text.plain("lobby.accept"), style=discord.ButtonStyle.success
        )
        decline = button(Control(match.id, "decline"), text.plain("lobby.decline"))
        page.say(self._line(match, (), stakes_in_words(text, match))).row(accept, decline)

    def _wished(self, page: Page, match: Match) -> None:
        """Add an open table for which the reader has wished."""
        text = self._reader.text
        join = button(Control(match.id, "join"), text.plain("lobby.join"), style=discord.ButtonStyle.success)
        page.section(self._line(match, (), stakes_in_words(text, match)), join)

    def _lobby(self, match: Match) -> Markup:
        text = self._reader.text
        if free := match.size - len(match.occupants):
            return self._line(match, (), text("turns.free", n=free))
        if match.lobby.due is not None:
            return self._line(match, (), text("turns.begins", left=text.when(match.lobby.due)))
        return self._line(
            match, (), text("turns.ready" if match.host == self._reader.person else "turns.full")
        )

    def _ended(self, situation: Situation) -> Markup:
        """Return the line of a match that is over: how it ended for the reader, with the winners in bold."""
        match, best = situation.match, winners(situation.result)
        bold = () if len(best) == match.size else best
        return self._line(match, bold, own_end(situation, self._reader.text), self._when(match))

    def _when(self, match: Match) -> Markup:
        return Markup("") if match.ended_at is None else self._reader.text.when(match.ended_at)


def channel_link(match: Match, channel: int) -> Markup:
    """Return the address where a match is played, which clients follow without leaving Discord."""
    return Markup(f"https://discord.com/channels/{match.venue.guild or '@me'}/{channel}")


async def next_button(services: Services, reader: Reader, besides: int, verb: str) -> Press | None:
    """Return the button, with this verb, for the match to play next; `None` if no other waits."""
    coming = await services.matches.inboxes.next_for(reader.person, besides)
    if coming is None:
        return None
    match, text = await services.matches.loader.get(coming), reader.text
    title = services.faces[match.game].game.title if match.game in services.faces else match.game
    mine = match.seat_of(reader.person)
    others = [name for seat, name in enumerate(names_of(match, text)) if seat != mine]
    if not others:
        label = text.plain("turns.next_alone", game=title)
    else:
        who = str(text.list(others))
        if len(who) > NAMED:
            who = text.plain("turns.and_more", who=others[0], n=len(others) - 1)
        label = text.plain("turns.next", game=title, who=who)
    return button(Control(coming, verb), label, style=discord.ButtonStyle.success)
