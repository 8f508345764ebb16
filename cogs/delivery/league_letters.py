"""Direct messages to the members of leagues: a season has begun, or ends soon."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Awaitable, Mapping, Sequence
from datetime import timedelta
from typing import Any

import aiohttp
import discord

from cogs.answering.answers import Page
from cogs.answering.failures import is_refused
from cogs.delivery.messenger import Messenger, in_time, recent
from cogs.pages.league import begun_page, ending_page
from cogs.pages.league_tables import open_table, situation_of
from cogs.services.posts import LOST
from cogs.services.services import Services
from engine.league.values import League, Season, SeasonTable
from engine.match.values import Post
from engine.store import LEAGUE_CODE_LEVEL

__all__ = ["LeagueLetters", "league_nonce"]

AT_ONCE = 5
"""Members who are told in one look."""
NONCE = 24
"""Characters of a nonce; Discord takes 25."""
PATIENCE = timedelta(hours=1)
"""Time after the opening of a member's first table in which the message about all of them waits for the
threads of the others."""
LONGEST_NIGHT = timedelta(hours=14)
"""Time after that opening in which the message waits for the end of the member's quiet hours."""
EARLY, LATE = timedelta(days=5), timedelta(days=2)
"""Times before a season's end at which its members are told what they still play."""

_PASSING = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError, TimeoutError)

log = logging.getLogger(__name__)


def league_nonce(what: str) -> str:
    """Return the nonce of a message of a league, the same at every try."""
    return hashlib.sha256(what.encode("ascii")).hexdigest()[:NONCE]


class LeagueLetters:
    """The direct messages to members, each sent once: the season's row says who was told."""

    def __init__(self, bot: Any, services: Services, messenger: Messenger) -> None:
        self.bot = bot
        self.services = services
        self.messenger = messenger
        self._failed: dict[int, frozenset[int]] = {}
        """The members whom the last try has failed to tell, by league: they come after the others."""

    async def tell(self, league: League, season: Season) -> bool:
        """Tell some members what concerns them; return whether more can be told soon."""
        begun = await self._tell_of_begin(league, season)
        return await self._tell_of_end(league, season) or begun

    async def _told(self, league: League, person: int, telling: Awaitable[None]) -> bool:
        """Wait until a member is told; return False if Discord fails, which must hold up no other member."""
        failed = self._failed.get(league.id, frozenset()) - {person}
        try:
            await telling
        except _PASSING as error:
            log.info("league %d: a member could not be told: %s", league.id, type(error).__name__)
            self._failed[league.id] = failed | {person}
            return False
        self._failed[league.id] = failed
        return True

    # The beginning

    async def _tell_of_begin(self, league: League, season: Season) -> bool:
        """Tell members whose tables are all open that the season has begun: the one ring of its beginning."""
        untold = {each.person for each in season.untold}
        if not untold:
            return False
        mine = {person: [each for each in season.tables if person in each.seats] for person in untold}
        matches = [each.match for tables in mine.values() for each in tables if each.match is not None]
        threads = await self._posts(matches, "thread")
        shown = {*threads, *await self._posts(matches, LOST)}
        told, more, failed = 0, False, self._failed.get(league.id, frozenset())

        def turn(each: tuple[int, list[SeasonTable]]) -> tuple[bool, int]:
            return each[0] in failed, each[1][0].number if each[1] else 0

        for person, tables in sorted(mine.items(), key=turn):
            if told >= AT_ONCE:
                return True
            running = [each for each in tables if not each.is_done]
            complete = all(each.match in shown for each in running)
            waited = await self._waited(running)
            if not complete and waited < PATIENCE:
                more = True
            elif waited >= LONGEST_NIGHT or not await self._sleeps(person, league):
                told += 1
                telling = self._begun(league, season, person, running, threads, complete=complete)
                more |= not await self._told(league, person, telling)
        return more

    async def _begun(
        self,
        league: League,
        season: Season,
        person: int,
        running: Sequence[SeasonTable],
        threads: Mapping[int, Post],
        *,
        complete: bool,
    ) -> None:
        """Tell a member that the season has begun, and let the clocks of the first calls run.

        The first calls ring where the message cannot come, does not know all tables, or may not ring.
        """
        matches, rung = self.services.matches, complete and not await self._is_away(person, league, running)
        reader = await self.services.reader(person)
        tables = [await open_table(self.services, each, person, threads) for each in running]
        page = begun_page(self.services, league, season, person, tables, reader.text)
        rung = await self._sent(f"begun:{league.id}:{league.click}:{season.number}", person, page, rings=rung)
        for table in running:
            if table.match is None:
                continue
            if not rung:
                await matches.recovery.ring(table.match, person)
                continue
            if (situation := await situation_of(self.services, table.match, person)) is None:
                continue
            seat, call = situation.seat, situation.call_entry
            if seat is not None and seat in situation.pending and call is not None:
                await matches.seat_clocks.note_delivered(table.match, seat, call)
        await self.services.leagues.leagues.note_told(league.id, season.number, person, rung=rung)

    async def _waited(self, tables: Sequence[SeasonTable]) -> timedelta:
        """Return the time since the first of these tables was opened."""
        for table in tables:
            if table.match is not None:
                match = await self.services.matches.loader.get(table.match)
                return self.services.matches.now() - match.opened_at
        return timedelta()

    async def _sleeps(self, person: int, league: League) -> bool:
        return await self.services.matches.hours.quiet_until(person, league.guild) is not None

    async def _is_away(self, person: int, league: League, tables: Sequence[SeasonTable]) -> bool:
        """Return whether nothing may ring for the member now: quiet hours, or leave that counts."""
        match = next((each.match for each in tables if each.match is not None), 0)
        until = await self.services.matches.hours.quiet_until(person, league.guild, match=match)
        return until is not None or (await self.services.matches.hours.hours(person)).is_inactive

    # The end

    async def _tell_of_end(self, league: League, season: Season) -> bool:
        """Tell members who still play, five and two days before the season's end, each time once."""
        now, ends = self.services.matches.now(), season.ends
        if ends is None or not ends - EARLY <= now < ends or self._has_older_code:
            return False
        again = now >= ends - LATE
        known = season.warned_again if again else season.warned
        told, more, failed = 0, False, self._failed.get(league.id, frozenset())
        for member in sorted(season.active, key=lambda each: each.person in failed):
            tables = [each for each in season.tables if member.person in each.seats and not each.is_done]
            if member.person in known or not tables:
                continue
            if told >= AT_ONCE:
                return True
            if await self._sleeps(member.person, league):
                continue  # there is time until the morning
            told += 1
            telling = self._ends(league, season, member.person, tables, again=again)
            more |= not await self._told(league, member.person, telling)
        return more

    @property
    def _has_older_code(self) -> bool:
        """True while a process lives that would forget whom this one has told."""
        return self.services.matches.store.code_levels.lowest < LEAGUE_CODE_LEVEL

    async def _ends(
        self, league: League, season: Season, person: int, tables: Sequence[SeasonTable], *, again: bool
    ) -> None:
        """Tell a member what is still played. It rings where the member is asked somewhere."""
        threads = await self._posts([each.match for each in tables if each.match is not None], "thread")
        found = [await open_table(self.services, each, person, threads) for each in tables]
        found = [each for each in found if not each.is_over]
        if found:
            reader = await self.services.reader(person)
            page = ending_page(self.services, league, season, person, found, reader.text)
            asked = any(each.is_asked for each in found)
            rings = asked and not await self._is_away(person, league, tables)
            what = f"ends:{int(again)}:{league.id}:{league.click}:{season.number}"
            await self._sent(what, person, page, rings=rings)
        await self.services.leagues.leagues.note_warned(league.id, season.number, person, again=again)

    # What both need

    async def _posts(self, matches: Sequence[int], kind: str) -> Mapping[int, Post]:
        posts = await self.services.matches.posts.posts_of(matches, kind) if matches else ()
        return {each.match: each for each in posts}

    async def _sent(self, what: str, person: int, page: Page, *, rings: bool) -> bool:
        """Send a member the page, unless an earlier try has; return whether it came and `rings`."""
        if person <= 0:
            return False
        nonce = league_nonce(f"{what}:{person}")
        try:
            inbox = await in_time(self.bot.http.start_private_message(person))
            channel = self.bot.get_partial_messageable(int(inbox["id"]))
            if not any(left.is_of(nonce) for left in await recent(self.bot, channel) or ()):
                await self.messenger.send(channel, page, nonce, silent=not rings)
        except discord.HTTPException as error:
            if not is_refused(error):
                raise
            return False  # whose inbox is closed finds the same by `/league`
        return rings
