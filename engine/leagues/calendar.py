"""The calendar of leagues: seasons begin, tables open, results are gathered, seasons close.

All of it is worked out from rows, again and again: whatever was done already is not done twice. A league is
taken by moving its `due` on; whoever changes it at the same time begins anew.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable, Collection
from dataclasses import replace
from datetime import datetime, timedelta

from engine.game import Refusal
from engine.league.draws import table_seed
from engine.league.final import final_ranks, stewards_turns
from engine.league.lengths import PACE, SIGN_UP, season_length
from engine.league.season import begun, former_of
from engine.league.sizes import FEWEST
from engine.league.values import (
    Act,
    League,
    LeagueState,
    MemberState,
    Season,
    SeasonTable,
    Stage,
    TableResult,
)
from engine.leagues.changing import Decision, LeagueChanging
from engine.leagues.leagues import next_look
from engine.match.values import Occupant, Status, Venue
from engine.matches.core.alarm import Alarm
from engine.matches.core.loader import Loader
from engine.matches.core.rulebook import decode_options
from engine.matches.core.timekeeper import Timekeeper
from engine.matches.queries import Queries
from engine.matches.seats.departures import Departures
from engine.matches.seats.lobbies import Lobbies
from engine.matches.seats.moderation import Moderation
from engine.matches.seats.seat_clocks import SeatClocks
from engine.store import Conflict, Store, StoreError

__all__ = ["Calendar"]

_logger = logging.getLogger(__name__)

TAKEN = timedelta(seconds=90)
"""Time for which a league is taken."""
BETWEEN_TABLES = timedelta(seconds=10)
"""Time between the openings of two tables: Discord makes one thread in ten seconds gladly."""
LOOK = timedelta(minutes=5)
"""Time between two looks while tables are played."""
PUT_OFF_MOST = 3
"""Weeks by which a season is put off, before the league sleeps."""
"""Last turns of a seat; if a steward has played them all, its person is last."""
RETRY = timedelta(seconds=30)


class Calendar(LeagueChanging):
    """The loop that does what is due in leagues."""

    def __init__(
        self,
        store: Store,
        loader: Loader,
        lobbies: Lobbies,
        seat_clocks: SeatClocks,
        departures: Departures,
        moderation: Moderation,
        queries: Queries,
        now: Callable[[], datetime],
        seed: Callable[[], bytes],
        alarm: Alarm,
        timekeeper: Timekeeper,
    ) -> None:
        super().__init__(store, loader.locks)
        self._timekeeper = timekeeper
        self.alarm = alarm
        self._loader = loader
        self._lobbies = lobbies
        self._seat_clocks = seat_clocks
        self._departures = departures
        self._moderation = moderation
        self._queries = queries
        self._now = now
        self._seed = seed
        self._tell: Callable[[League], Awaitable[bool]] | None = None

    def tell(self, telling: Callable[[League], Awaitable[bool]]) -> None:
        """Call this with a league after each look at it, to show on Discord how it stands.

        It returns whether more of it can be told soon.
        """
        self._tell = telling

    async def run(self, pulse: Callable[[], None] = lambda: None) -> None:
        """Do what is due until cancelled; `pulse` is called at each turn."""
        while True:
            pulse()
            self.alarm.clear()
            seconds = RETRY.total_seconds()
            try:
                # An outage moves the calendar before anything is done by it.
                await self._timekeeper.beat()
                if not self._timekeeper.waiting_kinds:
                    if await self.look():
                        continue
                    due = await self._store.next_league(self._shards)
                    if due is not None:
                        seconds = (due - self._now()).total_seconds()
            except StoreError as error:
                _logger.error("leagues have to wait: %s", error)
            await self.alarm.sleep(max(0.0, seconds))

    @property
    def _shards(self) -> int:
        """The number of shards whose leagues wait while they have no session; 0 where there is one alone."""
        return self._timekeeper.shards if self._timekeeper.waiting_kinds_without_session else 0

    async def look(self) -> bool:
        """Do what is due in the league that has waited longest; return whether there was one."""
        self._store.look_anew()
        now = self._now()
        until = now + TAKEN
        league = await self._store.take_league(now, until, self._shards)
        if league is None:
            return False
        try:
            await self._work(league, until)
        except Conflict as error:
            _logger.info("league %d is looked at again: %s", league, error)
        except StoreError:
            raise
        except Refusal as refusal:
            _logger.error("league %d has to wait: %s", league, refusal)
        except Exception:
            _logger.exception("league %d: its calendar failed, and is tried again", league)
        return True

    async def _work(self, league: int, until: datetime) -> None:
        """Do all that is due in a league that is taken until then, and note when to look next."""
        found = await self.load(league)
        if found.at(Stage.PLAYING) is not None:
            await self._open_next(found)
            found = await self.load(league)
        await self._let_go(found)
        if found.at(Stage.PLAYING) is not None:
            found = await self._gather(found)
            found = await self._play_out(found)
        await self._warm(found)
        found = await self.change(league, self._turn)
        more = self._tell is not None and await self._tell(found)

        def put_off(told: League) -> Decision:
            # Whoever has done something meanwhile wants it looked at now.
            return (replace(told, due=self._next(told, more=more)) if told.due == until else told), ()

        # Not before it is told: until then nobody else takes the league.
        await self.change(league, put_off)

    async def _warm(self, league: League) -> None:
        """Search for the tables of a season that is about to begin in a thread: it can take half a second."""
        season = league.at(Stage.SIGN_UP)
        if season is not None and season.begins <= self._now() and len(season.active) >= FEWEST:
            await asyncio.to_thread(begun, season, {}, league.seats, self._most(league))

    def _next(self, league: League, *, more: bool) -> datetime | None:
        """Return the instant at which the league is to be looked at next; soon if there is `more` to tell."""
        now = self._now()
        is_busy = more or _unopened(league) is not None or _is_over_time(league, now)
        soon = now + (BETWEEN_TABLES if is_busy else LOOK)
        return next_look(league, now, soon)

    def _turn(self, league: League) -> Decision:
        """Return the league after what time alone decides."""
        now = self._now()
        acts: list[Act] = []
        playing = league.at(Stage.PLAYING)
        if playing is not None and playing.tables and all(each.is_done for each in playing.tables):
            before = next((each for each in league.seasons if each.number == playing.number - 1), None)
            closed = replace(playing, stage=Stage.CLOSED, former=former_of(playing, before))
            league = league.with_season(closed)
            acts.append(Act(now, None, "closed", {"season": playing.number}))
            playing = None
        league = self._with_sign_up(league, playing, now)
        season = league.at(Stage.SIGN_UP)
        if (
            playing is None
            and season is not None
            and league.state is LeagueState.OPEN
            and season.begins <= now
        ):
            league, more = self._begin(league, season, now)
            acts += more
        return league, acts

    def _with_sign_up(self, league: League, playing: Season | None, now: datetime) -> League:
        """Return the league with its next season, once people may sign up for it."""
        if league.state is LeagueState.ENDED or league.at(Stage.SIGN_UP) is not None:
            return league
        if playing is not None and (playing.ends is None or now < playing.ends - SIGN_UP):
            return league
        begins = now + SIGN_UP if playing is None or playing.ends is None else playing.ends
        last = max(each.number for each in league.seasons)
        return league.with_season(Season(0, last + 1, Stage.SIGN_UP, self._seed(), begins))

    def _begin(self, league: League, season: Season, now: datetime) -> tuple[League, list[Act]]:
        if len(season.active) < FEWEST:
            if season.put_off >= PUT_OFF_MOST:
                return replace(league, state=LeagueState.ASLEEP), [Act(now, None, "asleep", {})]
            later = replace(season, begins=now + SIGN_UP, put_off=season.put_off + 1)
            return league.with_season(later), [Act(now, None, "put_off", {"season": season.number})]
        closed = next((each for each in reversed(league.seasons) if each.stage is Stage.CLOSED), None)
        season = begun(season, {} if closed is None else closed.former, league.seats, self._most(league))
        largest = max(len(each.seats) for each in season.tables)
        season = replace(season, stage=Stage.PLAYING, ends=now + season_length(league.game, largest))
        return league.with_season(season), [Act(now, None, "begun", {"season": season.number})]

    def _most(self, league: League) -> int:
        """Return the most seats of a table where sizes are mixed."""
        rules = self._loader.rulebook.today(league.game)
        return max(each for each in rules.seats(decode_options(rules, league.options)) if each <= 5)

    async def _open_next(self, league: League) -> None:
        """Open the first table that is not open yet, and begin what was opened and has not begun."""
        season = league.at(Stage.PLAYING)
        assert season is not None
        for table in season.tables:
            if table.match is None or table.is_done:
                continue
            async with _one_by_one(table.match):
                if (await self._loader.get(table.match)).status is Status.LOBBY:
                    await self._lobbies.begin_seated(table.match, _number(season, table))
        table = _unopened(league)
        if table is None:
            return
        clicks = {each.person: (each.name, each.click) for each in season.members}
        occupants = tuple(
            Occupant(person, clicks[person][0], None, clicks[person][1]) for person in table.seats
        )
        number = _number(season, table)
        match = await self._lobbies.open_seated(
            league.game,
            league.options,
            Venue(league.guild, league.channel, league.locale),
            occupants,
            PACE,
            table_seed(season.seed, table.number),
            (season.id, table.number),
            number,
            season.ends or self._now(),
        )
        await self._lobbies.begin_seated(match.id, number)

    async def _let_go(self, league: League) -> None:
        """End annulled tables that still run, and let those resign who have withdrawn.

        A season that has closed meanwhile is looked at too: the last table of it may have been annulled.
        """
        season = league.at(Stage.PLAYING, Stage.CLOSED)
        if season is None:
            return
        gone = {each.person for each in season.members if each.state is not MemberState.IN}
        for table in season.tables:
            if table.match is None or table.result is not None:
                continue
            async with _one_by_one(table.match):
                await self._let_go_of(season, table, table.match, gone)

    async def _let_go_of(self, season: Season, table: SeasonTable, match: int, gone: Collection[int]) -> None:
        known = await self._loader.get(match)
        if known.status is not Status.RUNNING:
            return
        if table.annulled_by is not None:
            await self._moderation.call_off(match, _number(season, table))
            return
        for seat, one in enumerate(known.occupants):
            if one.person is not None and one.person > 0 and one.person in gone:
                await self._departures.resign(match, one.person, _number(season, table, 1 + seat))

    async def _gather(self, league: League) -> League:
        """Note the results of the tables that are over."""
        season = league.at(Stage.PLAYING)
        assert season is not None
        results: dict[int, TableResult | None] = {}
        for table in season.tables:
            if table.match is None or table.is_done:
                continue
            async with _one_by_one(table.match):
                match = await self._loader.get(table.match)
                if match.status is Status.OVER:
                    results[table.number] = await self._result(table.match)
                elif match.status is Status.CANCELLED:
                    results[table.number] = None
        if not results:
            return league

        def decide(before: League) -> Decision:
            playing = before.at(Stage.PLAYING)
            if playing is None:
                return before, ()
            for table in playing.tables:
                if table.number in results and not table.is_done:
                    result = results[table.number]
                    after = replace(table, annulled_by=0) if result is None else replace(table, result=result)
                    playing = playing.with_table(after)
            return before.with_season(playing), ()

        return await self.change(league.id, decide)

    async def _result(self, match: int) -> TableResult | None:
        """Return the result of a match that is over; `None` if it has no ranking."""
        cached, log = await self._loader.load_started(match)
        ranking = (await self._queries.situation(match, None)).result
        if ranking is None:
            return None
        ranks = final_ranks(log.entries, log.fold.gone, ranking)
        return TableResult(ranks, stewards_turns(log.entries, cached.stored.size))

    async def _play_out(self, league: League) -> League:
        """Let stewards play what still runs after the end of the season."""
        season = league.at(Stage.PLAYING)
        if season is None or not _is_over_time(league, self._now()):
            return league
        for table in season.tables:
            if table.match is not None and not table.is_done:
                async with _one_by_one(table.match):
                    await self._seat_clocks.play_out(table.match)
        return league


def _unopened(league: League) -> SeasonTable | None:
    season = league.at(Stage.PLAYING)
    tables = () if season is None else season.tables
    return next((each for each in tables if each.match is None and not each.is_done), None)


def _is_over_time(league: League, now: datetime) -> bool:
    season = league.at(Stage.PLAYING)
    return season is not None and season.ends is not None and season.ends <= now


def _number(season: Season, table: SeasonTable, deed: int = 0) -> int:
    """Return the number that stands for the clicks which open and start a match of people's own, or for
    another `deed` at it."""
    return deed << 56 | season.id << 16 | table.number


@contextlib.asynccontextmanager
async def _one_by_one(match: int) -> AsyncGenerator[None]:
    """Let a table that cannot be read, or refuses, hold up no other one: it is tried again later."""
    try:
        yield
    except StoreError:
        raise
    except Refusal as refusal:
        _logger.error("match %d, a table of a league, has to wait: %s", match, refusal)
