"""Leagues on a real database: signing up, seasons that begin, play and close, withdrawing, annulling."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from datetime import datetime, timedelta
from typing import Any

import pytest

from engine.game import BadOptions, Refusal, Seat
from engine.league.lengths import SIGN_UP
from engine.league.remarks import champions_of
from engine.league.season import divisions_of
from engine.league.values import League, LeagueState, MemberState, Season, Stage
from engine.leagues import LeagueService
from engine.match.values import Status
from engine.store.sql import SqlStore
from harness.postgres import BOTH
from tests.engine.auction import AuctionOptions
from tests.engine.matches.test_matches import PLACE, Table

MOD = 99
pytestmark = pytest.mark.parametrize("store", BOTH, indirect=True)


class Club(Table):
    """A league of the auction, and its people."""

    def __init__(self, store: Any) -> None:
        super().__init__(store)
        self.restart()

    def restart(self) -> None:
        """Let another service of leagues go on, on the matches that there are now."""
        self.service = LeagueService(self.matches)
        self.leagues, self.calendar = self.service.leagues, self.service.calendar

    async def opened_by(self, click: int, seats: int = 2) -> int:
        return (await self.leagues.open("auction", AuctionOptions(1), seats, PLACE, MOD, click)).id

    async def opened(self, *people: int, seats: int = 2) -> int:
        league = await self.opened_by(self.click, seats)
        for person in people:
            await self.leagues.sign_up(league, person, f"Person {person}", self.click)
        return league

    async def look(self) -> None:
        while await self.calendar.look():
            pass

    async def wait(self, time: timedelta) -> None:
        self.clock.time += time
        await self.look()

    async def begun(self, *people: int, seats: int = 2) -> int:
        """A league whose first season has begun, all of its tables open."""
        league = await self.opened(*people, seats=seats)
        await self.look()
        await self.wait(SIGN_UP)
        await self.all_open(league)
        return league

    async def all_open(self, league: int) -> None:
        for _ in range(200):
            if all(table.match or table.is_done for table in (await self.season(league)).tables):
                return
            await self.wait(timedelta(seconds=10))
        raise AssertionError("tables that are never opened")

    async def season(self, league: int, *stages: Stage) -> Season:
        found = (await self.leagues.load(league)).at(*(stages or (Stage.PLAYING,)))
        assert found is not None
        return found

    async def finish(self, match: int) -> None:
        """Play the match to its end by the persons who sit there."""
        while (known := await self.matches.loader.get(match)).status is Status.RUNNING:
            for seat, one in enumerate(known.occupants):
                assert one.person is not None
                situation = await self.matches.queries.situation(match, one.person)
                if Seat(seat) in situation.pending:
                    await self.play(match, one.person, str(situation.moves[0]))
                    break

    async def finish_all(self, league: int) -> None:
        for table in (await self.season(league)).tables:
            if table.match is not None and not table.is_done:
                await self.finish(table.match)


@pytest.fixture
async def club(store: SqlStore) -> AsyncIterator[Club]:
    club = Club(store)
    yield club
    await club.matches.close()


async def test_a_season_begins_after_a_week_and_opens_its_tables_one_after_the_other(club: Club) -> None:
    league = await club.opened(1, 2, 3, 4)
    await club.look()
    assert (await club.leagues.load(league)).at(Stage.PLAYING) is None
    await club.wait(SIGN_UP - timedelta(seconds=1))
    assert (await club.leagues.load(league)).at(Stage.PLAYING) is None
    await club.wait(timedelta(seconds=1))
    season = await club.season(league)
    assert len(season.tables) == 6
    assert sum(table.match is not None for table in season.tables) <= 1
    await club.all_open(league)
    season = await club.season(league)
    matches = [await club.matches.loader.get(table.match or 0) for table in season.tables]
    assert {each.status for each in matches} == {Status.RUNNING}
    for match, table in zip(matches, season.tables, strict=True):
        assert tuple(one.person for one in match.occupants) == table.seats
        assert {one.click for one in match.occupants} <= {each.click for each in season.members}
    assert len({each.id for each in matches}) == 6


async def test_a_season_closes_once_all_tables_are_over_and_the_next_is_signed_up_for(club: Club) -> None:
    league = await club.begun(1, 2, 3, 4)
    await club.finish_all(league)
    await club.wait(timedelta(minutes=5))
    found = await club.leagues.load(league)
    assert found.at(Stage.PLAYING) is None
    closed = found.at(Stage.CLOSED)
    assert closed is not None
    (division,) = divisions_of(closed)
    assert sum(line.points for line in division.lines) == 6 * 24
    assert {each.place for each in closed.former.values()} == {1, 2, 3, 4}
    following = found.at(Stage.SIGN_UP)
    assert following is not None
    assert following.number == 2
    for person in (1, 2, 3, 4, 5):
        await club.leagues.sign_up(league, person, f"Person {person}", club.click)
    await club.wait(SIGN_UP)
    second = await club.season(league)
    assert second.number == 2
    assert len(second.tables) == 10


async def test_too_few_people_put_the_season_off_three_times_and_then_the_league_sleeps(club: Club) -> None:
    league = await club.opened(1, 2, 3)
    for weeks in range(1, 4):
        await club.wait(SIGN_UP)
        found = await club.leagues.load(league)
        assert (await club.season(league, Stage.SIGN_UP)).put_off == weeks
        assert found.state is LeagueState.OPEN
    await club.wait(SIGN_UP)
    assert (await club.leagues.load(league)).state is LeagueState.ASLEEP
    await club.wait(10 * SIGN_UP)
    assert (await club.leagues.load(league)).state is LeagueState.ASLEEP
    await club.leagues.sign_up(league, 4, "Person 4", club.click)
    assert (await club.leagues.load(league)).state is LeagueState.OPEN
    await club.wait(SIGN_UP)
    assert len((await club.season(league)).active) == 4


async def test_at_the_end_of_a_season_stewards_play_what_still_runs(club: Club) -> None:
    league = await club.begun(1, 2, 3, 4)
    season = await club.season(league)
    first = season.tables[0]
    assert first.match is not None
    await club.finish(first.match)
    assert season.ends is not None
    club.clock.time = season.ends
    for _ in range(400):
        await club.look()
        while await club.matches.timers.run_due_timers():
            pass
        club.clock.time += timedelta(seconds=10)
        if (await club.leagues.load(league)).at(Stage.PLAYING) is None:
            break
    closed = (await club.leagues.load(league)).at(Stage.CLOSED)
    assert closed is not None
    assert all(table.result is not None for table in closed.tables)
    assert sum(any(table.result.turns) for table in closed.tables if table.result is not None) == 5


async def test_withdrawing_before_the_first_move_calls_the_tables_off(club: Club) -> None:
    league = await club.begun(1, 2, 3, 4)
    await club.leagues.withdraw(league, 4)
    await club.look()
    season = await club.season(league)
    gone = [table for table in season.tables if 4 in table.seats]
    assert [table.annulled_by for table in gone] == [0, 0, 0]
    assert {(await club.matches.loader.get(table.match or 0)).status for table in gone} == {Status.CANCELLED}
    others = [table for table in season.tables if 4 not in table.seats]
    assert {(await club.matches.loader.get(table.match or 0)).status for table in others} == {Status.RUNNING}


async def test_who_withdraws_later_has_lost_and_no_result_of_others_vanishes(club: Club) -> None:
    league = await club.begun(1, 2, 3, 4)
    mine = [table for table in (await club.season(league)).tables if 4 in table.seats]
    assert mine[0].match is not None
    await club.finish(mine[0].match)
    await club.wait(timedelta(minutes=5))
    await club.leagues.withdraw(league, 4)
    await club.wait(timedelta(minutes=5))
    season = await club.season(league)
    mine = [table for table in season.tables if 4 in table.seats]
    assert all(table.result is not None for table in mine)
    for table in mine[1:]:
        assert table.result is not None
        assert table.result.ranks[table.seats.index(4)] == 2
    own = season.member(4)
    assert own is not None
    assert own.state is MemberState.WITHDRAWN


async def test_an_annulled_table_counts_for_nobody_and_everybody_sees_who_did_it(club: Club) -> None:
    league = await club.begun(1, 2, 3, 4)
    table = (await club.season(league)).tables[0]
    assert table.match is not None
    with pytest.raises(Refusal, match="own_division"):
        await club.leagues.annul(league, table.match, table.seats[0])
    await club.leagues.annul(league, table.match, MOD)
    with pytest.raises(Refusal, match="annulled"):
        await club.leagues.annul(league, table.match, MOD)
    await club.look()
    assert (await club.matches.loader.get(table.match)).status is Status.CANCELLED
    assert (await club.season(league)).tables[0].annulled_by == MOD
    acts = await club.leagues.acts(league)
    assert (acts[0].what, acts[0].by, acts[0].about) == ("annulled", MOD, {"match": table.match})


async def test_a_table_that_is_annulled_after_its_end_counts_for_nobody_either(club: Club) -> None:
    league = await club.begun(1, 2, 3, 4)
    table = (await club.season(league)).tables[0]
    await club.finish(table.match or 0)
    await club.wait(timedelta(minutes=5))
    assert sum(line.points for line in divisions_of(await club.season(league))[0].lines) == 24
    await club.leagues.annul(league, table.match or 0, MOD)
    assert sum(line.points for line in divisions_of(await club.season(league))[0].lines) == 0


async def test_seasons_of_any_age_can_be_read_and_champions_are_of_all_of_them(club: Club) -> None:
    league = await club.begun(1, 2, 3, 4)
    for number in range(1, 6):
        season = await club.season(league)
        assert season.number == number
        await club.finish_all(league)
        await club.wait(timedelta(minutes=5))
        for person in (1, 2, 3, 4):
            await club.leagues.sign_up(league, person, f"Person {person}", club.click)
        await club.wait(SIGN_UP)
        await club.all_open(league)
    tops = await club.leagues.top_divisions(league)
    assert [each.number for each in tops] == [5, 4, 3, 2, 1]
    first = await club.leagues.past_season(league, 1)
    assert champions_of(first) == champions_of(tops[-1]) != ()
    assert len(first.tables) == 6
    for number in (6, 7, 0, 10**30):
        with pytest.raises(Refusal, match="no_season"):
            await club.leagues.past_season(league, number)
    place = await club.store.league_place(first.tables[0].match or 0)
    assert place is not None
    assert (place.league, place.season, place.division, place.divisions) == (league, 1, 0, 1)
    assert await club.store.league_place(10**6) is None


async def test_league_tables_neither_pause_nor_wait_nor_end_by_agreement(club: Club) -> None:
    league = await club.begun(1, 2, 3, 4)
    table = (await club.season(league)).tables[0]
    match, person, other = table.match or 0, table.seats[0], Seat(1)
    matches = club.matches
    for doing in (
        matches.pauses.pause(match, person, club.clock() + timedelta(days=3), club.click),
        matches.seat_clocks.wait(match, person, other, club.click),
        matches.seat_clocks.give_day(match, person, other, club.click),
        matches.substitutes.offer_seat(match, person, club.click),
        matches.departures.cancel(match, person, club.click),
        matches.departures.end_absent(match, person, club.click, won=True),
    ):
        with pytest.raises(Refusal, match="league_table"):
            await doing
    club.clock.time += timedelta(days=40)
    await matches.upkeep.rest()
    assert not (await matches.loader.load(match)).stored.row_state.is_asleep


async def test_in_the_last_ten_days_a_new_call_has_half_a_day_and_none_already_shown_comes_nearer(
    club: Club,
) -> None:
    league = await club.begun(1, 2, 3, 4)
    season = await club.season(league)
    assert season.ends is not None
    table = season.tables[0]
    match, early = table.match or 0, season.tables[1].match or 0
    await delivered(club, early)
    shown = await deadlines(club, early)
    club.clock.time = season.ends - timedelta(days=9)
    await delivered(club, match)
    (due,) = await deadlines(club, match)
    assert due == club.clock() + timedelta(hours=12)
    assert await deadlines(club, early) == shown
    await club.wait(timedelta(hours=13))
    while await club.matches.timers.run_due_timers():
        pass
    log = await club.matches.loader.log(await club.matches.loader.load(match))
    assert "steward" in [entry.text for entry in log.entries], "no day more is given"


async def delivered(club: Club, match: int) -> None:
    """Note that whoever is asked at the match was told of it."""
    log = await club.matches.loader.log(await club.matches.loader.load(match))
    for seat in log.fold.pending:
        call = log.fold.seats[seat].call_entry
        assert call is not None
        await club.matches.seat_clocks.note_delivered(match, seat, call)


async def deadlines(club: Club, match: int) -> set[datetime | None]:
    situation = await club.matches.queries.situation(match, None)
    return {situation.times[seat].deadline for seat in situation.pending}


async def test_what_cannot_be_is_refused_and_changes_nothing(club: Club) -> None:
    with pytest.raises(BadOptions):
        await club.leagues.open("auction", AuctionOptions(1), 9, PLACE, MOD, club.click)
    league = await club.opened(1, 2)
    before = await club.leagues.load(league)
    with pytest.raises(Refusal, match="league_twice"):
        await club.leagues.open("auction", AuctionOptions(2), 2, PLACE, MOD, club.click)
    with pytest.raises(Refusal, match="signed_up"):
        await club.leagues.sign_up(league, 1, "Person 1", club.click)
    with pytest.raises(Refusal, match="no_member_yourself"):
        await club.leagues.withdraw(league, 7)
    with pytest.raises(Refusal, match="not_a_member"):
        await club.leagues.put_out(league, 7, MOD)
    with pytest.raises(Refusal, match="no_season_table"):
        await club.leagues.annul(league, 5, MOD)
    with pytest.raises(Refusal, match="no_league"):
        await club.leagues.sign_up(77, 1, "Person 1", club.click)
    assert await club.leagues.load(league) == before
    await club.leagues.end(league, MOD)
    with pytest.raises(Refusal, match="league_ended"):
        await club.leagues.sign_up(league, 5, "Person 5", club.click)
    assert await club.leagues.of_guild(PLACE.guild) == []


async def test_the_same_click_opens_one_league_and_signs_up_once(club: Club) -> None:
    click = club.click
    first = await club.leagues.open("auction", AuctionOptions(1), 2, PLACE, MOD, click)
    again = await club.leagues.open("auction", AuctionOptions(1), 2, PLACE, MOD, click)
    assert first.id == again.id
    click = club.click
    await club.leagues.sign_up(first.id, 1, "Person 1", click)
    await club.leagues.sign_up(first.id, 1, "Person 1", click)
    assert len((await club.season(first.id, Stage.SIGN_UP)).members) == 1


async def test_two_processes_open_each_table_once(club: Club) -> None:
    league = await club.opened(*range(1, 8))
    others = [LeagueService(club.again()).calendar for _ in range(2)]
    club.clock.time += SIGN_UP
    for _ in range(120):
        await asyncio.gather(club.calendar.look(), *(each.look() for each in others))
        club.clock.time += timedelta(seconds=10)
    season = await club.season(league)
    matches = [table.match for table in season.tables]
    assert None not in matches
    assert len(set(matches)) == 21
    seated = Counter(person for table in season.tables for person in table.seats)
    assert set(seated.values()) == {6}


async def test_a_forgotten_person_keeps_the_results_under_another_number(club: Club) -> None:
    league = await club.begun(1, 2, 3, 4)
    await club.finish_all(league)
    await club.wait(timedelta(minutes=5))
    before = divisions_of(await club.season(league, Stage.CLOSED))[0]
    kept = await club.matches.forgetting.kept_of(3)
    assert kept["leagues"][0]["name"] == "Person 3"
    assert kept["leagues"][0]["outcome"]["size"] == 4
    assert kept["leagues"][0]["messages"] == []
    await club.matches.forgetting.forget(3)
    after = divisions_of(await club.season(league, Stage.CLOSED))[0]
    assert sorted(line.points for line in before.lines) == sorted(line.points for line in after.lines)
    assert {line.member for line in after.lines} == {1, 2, 4, -1}
    assert (await club.matches.forgetting.kept_of(3))["leagues"] == []


async def test_a_table_that_is_over_is_seen_before_the_calendars_next_look(club: Club) -> None:
    league = await club.begun(1, 2, 3, 4)
    first, second, *_ = (await club.season(league)).tables
    assert first.match is not None
    assert second.match is not None
    await club.finish(first.match)
    await club.look()
    assert (await club.season(league)).tables[0].result is None
    await club.leagues.note_over(first.match)
    await club.look()
    assert (await club.season(league)).tables[0].result is not None
    await club.leagues.note_over(await club.started(2, target=1))


async def test_ratings_count_league_tables_that_are_over_and_are_shown_from_ten_on(club: Club) -> None:
    league = await club.begun(*range(1, 8))
    await club.finish_all(league)
    await club.wait(timedelta(minutes=5))
    assert len(await club.store.rated_tables("auction")) == 21
    assert await club.service.ratings.of_game("auction") == {}, "six matches each are too few"
    for person in range(1, 8):
        await club.leagues.sign_up(league, person, f"Person {person}", club.click)
    await club.wait(SIGN_UP)
    await club.all_open(league)
    await club.finish_all(league)
    await club.wait(timedelta(minutes=5))
    ratings = await club.service.ratings.of_game("auction")
    assert {person: each.matches for person, each in ratings.items()} == dict.fromkeys(range(1, 8), 12)
    assert all(each.low < each.high for each in ratings.values())
    await club.matches.forgetting.forget(3)
    assert all(3 not in table.ranks for table in await club.store.rated_tables("auction"))


async def test_three_at_a_table_sit_in_the_order_of_the_schedule(club: Club) -> None:
    league = await club.begun(*range(1, 7), seats=3)
    season = await club.season(league)
    assert Counter(person for table in season.tables for person in table.seats) == dict.fromkeys(
        range(1, 7), 3
    )
    first: League = await club.leagues.load(league)
    assert first.seats == 3
