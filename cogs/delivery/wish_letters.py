"""The message that a table has opened for which somebody has wished: once, also where two open at a time.

A wish is claimed by one notice before anything is sent, in the database, so that no other process tells it
too. It ends in the transaction that notes that the message was sent. Who wants no message, or gets none in,
finds the table in `/turns`.
"""

from __future__ import annotations

from datetime import timedelta

import discord

from cogs.answering.answers import classic_page
from cogs.answering.controls import Control, button
from cogs.delivery.attempts import Attempt, Resting
from cogs.delivery.direct_messages import DirectMessages
from cogs.delivery.quiet import quiet_until
from cogs.pages.absence import stakes_in_words
from cogs.pages.club import match_link
from cogs.services.services import Services, names_of
from engine.matches import Match, Status

__all__ = ["WishLetters"]

ANOTHER = timedelta(seconds=10)
"""Time to wait before the next try while another notice tells the person's wish."""


class WishLetters:
    """Tells people that a table has opened."""

    def __init__(self, services: Services, direct_messages: DirectMessages) -> None:
        self.services = services
        self._direct_messages = direct_messages

    async def say(self, attempt: Attempt) -> None:
        """Tell the person that the table has opened. Raises `Resting`, `Refusal` where Discord cannot answer.

        It is void where the person has no such wish any more, may not see the table, or could not sit down.
        """
        match, person = attempt.match, attempt.notice.person
        assert person is not None
        matches = self.services.matches
        waiting = {
            each.id: each
            for each in await matches.wishes.of(person)
            if (each.guild, each.game) == (match.venue.guild, match.game)
            and each.pace in ("", str(match.pace))
            and each.match is None
        }
        if not waiting:
            return
        if not await attempt.has_left():
            if not _may_sit(match, person):
                return
            if not await self.services.access.may_view(discord.Object(person), match.venue):
                return
        claimed = await matches.wishes.claim(person, list(waiting), attempt.notice.id)
        if not claimed:
            raise Resting(matches.now() + ANOTHER, ANOTHER.total_seconds())
        told = [each for each in claimed if not waiting[each].is_listed]
        if told and not await self._told(attempt, person):
            told = []
        attempt.fulfils(told, [each for each in claimed if each not in told])

    async def _told(self, attempt: Attempt, person: int) -> bool:
        """Send the message; return whether it got in. It is silent in the person's night."""
        if (await self.services.person(person)).dm_closed:
            return False
        reader, match = await self.services.reader(person), attempt.match
        text, link = reader.text, await match_link(self.services, match, reader.text)
        who = text.list(text("name", who=each) for each in names_of(match, text))
        page = classic_page(
            text("wish.opened", match=link, who=who, free=text("turns.free", n=match.free)),
            stakes_in_words(text, match),
        )
        join = button(Control(match.id, "join"), text.plain("lobby.join"), style=discord.ButtonStyle.success)
        more = button(Control(0, "wish"), text.plain("wish.button"))
        page.row(join, more)
        silent = bool(await quiet_until(self.services, match, (person,)))
        return await self._direct_messages.direct(attempt, reader, page, silent=silent) is not None


def _may_sit(match: Match, person: int) -> bool:
    return match.status is Status.LOBBY and not match.lobby.guests_only and match.has_seat_for(person)
