"""Acts on leagues: opening one, signing up, withdrawing, and the decisions of moderators."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime

from engine.game import BadOptions, Refusal
from engine.league.favours import Favour, favours
from engine.league.lengths import SIGN_UP
from engine.league.values import (
    Act,
    League,
    LeagueState,
    Member,
    MemberState,
    Season,
    SeasonTable,
    Stage,
)
from engine.leagues.changing import Decision, LeagueChanging
from engine.match import seating
from engine.match.terms import encoded
from engine.match.values import Venue
from engine.matches.core.loader import Loader
from engine.matches.core.rulebook import decode_options
from engine.store import Store, StoreError

__all__ = ["MOST_SEATS", "Leagues", "next_look"]

MOST_SEATS = 5
FEWEST_SEATS = 2
MOST_LEAGUES = 10
"""Leagues of a server that have not ended."""


class Leagues(LeagueChanging):
    """Leagues as people see and change them. The caller checks who is a moderator."""

    def __init__(
        self,
        store: Store,
        loader: Loader,
        now: Callable[[], datetime],
        seed: Callable[[], bytes],
        wake: Callable[[], None],
    ) -> None:
        """`seed` draws the seeds of seasons: 32 bytes. `wake` tells the calendar to look."""
        super().__init__(store, loader.locks)
        self._loader = loader
        self._now = now
        self._seed = seed
        self._wake = wake

    # Moderators

    async def open(
        self, game: str, options: object, seats: int, venue: Venue, person: int, click: int
    ) -> League:
        """Open a league, whose first season begins after a week of signing up.

        Raises `BadOptions`, `Refusal` ``unknown_game``, ``league_twice``, ``too_many_leagues``.
        """
        await self.check_opening(game, options, seats, venue, click)
        now = self._now()
        league = League(
            *(0, venue.guild, venue.channel, venue.locale, game, encoded(options), seats, person, now, click),
            due=now,
            seasons=(Season(0, 1, Stage.SIGN_UP, self._seed(), now + SIGN_UP),),
        )
        opened = await self._store.open_league(league, Act(now, person, "opened", {}))
        self._wake()
        return await self.load(opened)

    async def check_opening(
        self, game: str, options: object, seats: int, venue: Venue, click: int | None = None
    ) -> None:
        """Check that such a league could be opened, or that this `click` has opened it. Raises as `open`."""
        rules = self._loader.rulebook.today(game)
        kept = encoded(options)
        possible = [
            each for each in rules.seats(decode_options(rules, kept)) if FEWEST_SEATS <= each <= MOST_SEATS
        ]
        if seats not in possible:
            raise BadOptions("seats", seats=seats, possible=tuple(possible))
        sides = rules.sides(decode_options(rules, kept), seats)
        if any(len(side) > 1 for side in sides):
            raise Refusal("league_teams")
        # Sizes are mixed: five people are a table of three and one of two.
        if seats > 2 and (wrong := {2, 3, 4} - set(possible)):
            raise BadOptions("seats", seats=min(wrong), possible=tuple(possible))
        others = [await self._store.league(each) for each in await self._store.leagues_of(venue.guild)]
        there = [each for each in others if each is not None and each.click != click]
        if any((each.channel, each.game) == (venue.channel, game) for each in there):
            raise Refusal("league_twice")
        if len(there) >= MOST_LEAGUES:
            raise Refusal("too_many_leagues", most=MOST_LEAGUES)

    async def annul(self, league: int, match: int, person: int) -> League:
        """Annul a table: it counts for nobody, and the calendar ends its match, if it runs, without result.

        Raises `Refusal` ``no_season_table``, ``annulled``, ``own_division``, ``league_season_over``.
        """
        now = self._now()

        def decide(before: League) -> Decision:
            season, table = _table_of(before, match)
            if season.stage is Stage.CLOSED:
                raise Refusal("league_season_over")
            if table.annulled_by is not None:
                raise Refusal("annulled", match=match)
            own = season.member(person)
            if own is not None and own.division == table.division:
                raise Refusal("own_division")
            after = replace(table, annulled_by=person)
            act = Act(now, person, "annulled", {"match": match})
            return replace(before.with_season(season.with_table(after)), due=now), [act]

        return await self._woken(await self.change(league, decide))

    async def put_out(self, league: int, whom: int, person: int) -> League:
        """Put somebody out of all seasons that are not over, as if that person had withdrawn.

        Raises `Refusal` ``not_a_member``, ``own_division``.
        """
        return await self._leave(league, whom, MemberState.OUT, person)

    async def end(self, league: int, person: int) -> League:
        """End the league: tables that run play on and count; no further season begins.

        Raises `Refusal` ``league_ended``.
        """
        now = self._now()

        def decide(before: League) -> Decision:
            _require_open(before)
            left = tuple(each for each in before.seasons if each.stage is not Stage.SIGN_UP)
            after = replace(before, state=LeagueState.ENDED, seasons=left, due=now)
            return after, [Act(now, person, "ended", {})]

        return await self._woken(await self.change(league, decide))

    async def let_sleep(self, league: int, person: int) -> League:
        """Let the league begin no season until somebody signs up. Raises `Refusal` ``league_ended``."""
        now = self._now()

        def decide(before: League) -> Decision:
            _require_open(before)
            return replace(before, state=LeagueState.ASLEEP, due=now), [Act(now, person, "asleep", {})]

        return await self._woken(await self.change(league, decide))

    async def wake(self, league: int, person: int) -> League:
        """Let a league that sleeps begin its next season after a week. Raises `Refusal` ``league_ended``."""
        now = self._now()

        def decide(before: League) -> Decision:
            _require_open(before)
            if before.state is not LeagueState.ASLEEP:
                return before, []
            return _woken_up(before, now), [Act(now, person, "woken", {})]

        return await self._woken(await self.change(league, decide))

    # Members

    async def sign_up(self, league: int, person: int, name: str, click: int) -> League:
        """Sign up for the season that comes next. A league that sleeps wakes.

        Raises `Refusal` ``league_ended``, ``signed_up``, ``no_sign_up``, ``league_put_out``.
        """
        now = self._now()

        def decide(before: League) -> Decision:
            _require_open(before)
            if any(_was_put_out(each, person) for each in before.seasons[-2:]):
                raise Refusal("league_put_out")
            season = before.at(Stage.SIGN_UP)
            if season is None:
                raise Refusal("no_sign_up")
            own = season.member(person)
            if own is not None and own.click == click:
                return before, []
            if own is not None and own.state is MemberState.IN:
                raise Refusal("signed_up")
            after = before.with_season(season.with_member(Member(person, seating.clean_name(name), click)))
            if before.state is LeagueState.ASLEEP:
                return _woken_up(after, now), [Act(now, None, "woken", {})]
            return replace(after, due=now), []

        return await self._woken(await self.change(league, decide))

    async def withdraw(self, league: int, person: int) -> League:
        """Withdraw from the season: the next one before it has begun, otherwise the one that is played.

        Before the person's first move the tables are called off; later the person is last at each of them and
        stewards play on. Raises `Refusal` ``no_member_yourself``.
        """
        return await self._leave(league, person, MemberState.WITHDRAWN, person)

    async def _leave(self, league: int, whom: int, state: MemberState, by: int) -> League:
        now = self._now()
        moved = await self._has_moved(await self.load(league), whom)

        def decide(before: League) -> Decision:
            seasons = [each for each in before.seasons if _takes_part(each, whom)]
            if not seasons:
                raise Refusal("no_member_yourself" if by == whom else "not_a_member")
            # A moderator puts out of all of them; whoever withdraws does so from the last one signed up for.
            seasons = seasons if state is MemberState.OUT else seasons[-1:]
            after = before
            for season in seasons:
                if by != whom and _share_division(season, by, whom):
                    raise Refusal("own_division")
                after = after.with_season(_without(season, whom, state, moved=moved))
            what = "put_out" if state is MemberState.OUT else "withdrawn"
            return replace(after, due=now), [Act(now, by, what, {"person": whom})]

        return await self._woken(await self.change(league, decide))

    async def _has_moved(self, league: League, whom: int) -> bool:
        season = league.at(Stage.PLAYING)
        for table in () if season is None else season.tables:
            if whom in table.seats and table.match is not None:
                if table.result is not None:
                    return True
                try:
                    _, log = await self._loader.load_started(table.match)
                except StoreError:
                    raise
                except Refusal:  # a log that cannot be read
                    continue
                if any(entry.kind == "move" and entry.by == whom for entry in log.entries):
                    return True
        return False

    async def note_over(self, match: int) -> None:
        """Let the calendar look at the league of a table that is over; nothing for any other match."""
        number = await self._store.league_of(match)
        if number is not None:
            now = self._now()
            await self._woken(await self.change(number, lambda before: (replace(before, due=now), ())))

    async def note_post(self, league: int, post: int, shown: str) -> None:
        """Note the league's message, and a digest of what it shows."""
        await self.change(league, lambda before: (replace(before, post=post, shown=shown), ()))

    async def note_told(self, league: int, season: int, person: int, *, rung: bool) -> None:
        """Note that a member was told that the season has begun, by a message that has `rung` or not."""

        def told(found: Season) -> Season:
            unrung = found.unrung if rung else found.unrung | {person}
            return replace(found, told=found.told | {person}, unrung=unrung)

        await self._note(league, season, told)

    async def note_warned(self, league: int, season: int, person: int, *, again: bool) -> None:
        """Note that a member was told that the season ends in five days, or `again` in two."""

        def warned(found: Season) -> Season:
            if again:
                return replace(found, warned_again=found.warned_again | {person})
            return replace(found, warned=found.warned | {person})

        await self._note(league, season, warned)

    async def _note(self, league: int, season: int, noted: Callable[[Season], Season]) -> None:
        def decide(before: League) -> Decision:
            found = next((each for each in before.seasons if each.number == season), None)
            return (before if found is None else before.with_season(noted(found))), ()

        await self.change(league, decide)

    # The calendar is told

    async def _woken(self, league: League) -> League:
        self._wake()
        return league

    # To read

    async def of_guild(self, guild: int) -> list[League]:
        """Return the server's leagues that have not ended and can be read."""
        found = [await self._store.league(each) for each in await self._store.leagues_of(guild)]
        return [each for each in found if each is not None]

    async def past_season(self, league: int, number: int) -> Season:
        """Return a season that is closed. Raises `Refusal` ``no_season``."""
        season = await self._store.season(league, number)
        if season is None or season.stage is not Stage.CLOSED:
            raise Refusal("no_season")
        return season

    async def top_divisions(self, league: int) -> Sequence[Season]:
        """Return the closed seasons, newest first, each with its first division alone."""
        return await self._store.top_divisions(league)

    async def favours(self, league: int) -> Sequence[Favour]:
        """Return the pairs whose results look as if they gave each other points, over all seasons."""
        ranks = await self._store.league_ranks(league)
        return await asyncio.to_thread(favours, ranks)

    async def season_of(self, match: int) -> Season | None:
        """Return the season whose table the match is; `None` for other matches, and for old seasons."""
        number = await self._store.league_of(match)
        league = None if number is None else await self._store.league(number)
        for season in () if league is None else league.seasons:
            if any(table.match == match for table in season.tables):
                return season
        return None

    async def acts(self, league: int, limit: int = 20) -> Sequence[Act]:
        """Return the latest lines of the league's log, newest first."""
        return await self._store.acts_of(league, limit)


def next_look(league: League, now: datetime, soon: datetime) -> datetime | None:
    """Return the instant at which the calendar looks at the league next; `soon` while tables are played."""
    if league.at(Stage.PLAYING) is not None:
        return soon
    season = league.at(Stage.SIGN_UP)
    if season is None or league.state is not LeagueState.OPEN:
        return None
    return max(now, season.begins)


def _require_open(league: League) -> None:
    if league.state is LeagueState.ENDED:
        raise Refusal("league_ended")


def _was_put_out(season: Season, person: int) -> bool:
    own = season.member(person)
    return own is not None and own.state is MemberState.OUT


def _woken_up(league: League, now: datetime) -> League:
    """Return the league awake: its next season begins after a week."""
    season = league.at(Stage.SIGN_UP)
    if season is not None:
        league = league.with_season(replace(season, begins=now + SIGN_UP, put_off=0))
    return replace(league, state=LeagueState.OPEN, due=now)


def _takes_part(season: Season, person: int) -> bool:
    own = season.member(person)
    return season.stage is not Stage.CLOSED and own is not None and own.state is MemberState.IN


def _share_division(season: Season, one: int, other: int) -> bool:
    members = season.member(one), season.member(other)
    return (
        None not in members
        and len({each and each.division for each in members}) == 1
        and (season.stage is Stage.PLAYING)
    )


def _without(season: Season, person: int, state: MemberState, *, moved: bool) -> Season:
    """Return the season after somebody has left it, who has `moved` at one of its tables or not."""
    member = season.member(person)
    assert member is not None
    season = season.with_member(replace(member, state=state))
    for table in season.tables:
        if person in table.seats and not table.is_done and (table.match is None or not moved):
            season = season.with_table(replace(table, annulled_by=0))
    return season


def _table_of(league: League, match: int) -> tuple[Season, SeasonTable]:
    for season in reversed(league.seasons):
        for table in season.tables:
            if table.match == match:
                return season, table
    raise Refusal("no_season_table", match=match)
