"""Abuses of leagues by people and moderators, which change nothing, and a broken table."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from engine.game import Refusal
from engine.league.season import former_of
from engine.league.values import LeagueState, MemberState, Season, Stage
from engine.match.values import Status
from harness.postgres import BOTH
from tests.engine.leagues.test_leagues import MOD, Club, club

__all__ = ["club"]

pytestmark = pytest.mark.parametrize("store", BOTH, indirect=True)


async def near_the_end(club: Club) -> int:
    """A league in the last week of its first season, nothing played yet but one table."""
    league = await club.begun(1, 2, 3, 4)
    season = await club.season(league)
    await club.finish(season.tables[0].match or 0)
    assert season.ends is not None
    club.clock.time = season.ends - timedelta(days=3)
    await club.look()
    return league


async def running(club: Club, season: Season, person: int) -> list[int]:
    """Return the person's matches of the season that run."""
    mine = [table.match or 0 for table in season.tables if person in table.seats]
    return [each for each in mine if (await club.matches.loader.get(each)).status is Status.RUNNING]


async def test_signing_off_from_the_next_season_leaves_the_tables_of_this_one(club: Club) -> None:
    league = await near_the_end(club)
    before = await running(club, await club.season(league), 1)
    assert before
    await club.leagues.sign_up(league, 1, "Ann", club.click)
    await club.leagues.withdraw(league, 1)
    await club.look()
    season = await club.season(league)
    assert await running(club, season, 1) == before
    own, coming = season.member(1), (await club.season(league, Stage.SIGN_UP)).member(1)
    assert own is not None
    assert own.state is MemberState.IN
    assert coming is not None
    assert coming.state is MemberState.WITHDRAWN


async def test_who_is_put_out_is_out_of_both_seasons(club: Club) -> None:
    league = await near_the_end(club)
    await club.leagues.sign_up(league, 1, "Ann", club.click)
    await club.leagues.put_out(league, 1, MOD)
    await club.look()
    for stage in (Stage.PLAYING, Stage.SIGN_UP):
        own = (await club.season(league, stage)).member(1)
        assert own is not None
        assert own.state is MemberState.OUT
    assert await running(club, await club.season(league), 1) == []
    with pytest.raises(Refusal, match="league_put_out"):
        await club.leagues.sign_up(league, 1, "Ann", club.click)


async def test_a_moderator_who_plays_puts_no_rival_out(club: Club) -> None:
    league = await club.begun(1, 2, 3, 4)
    before = await club.leagues.load(league)
    with pytest.raises(Refusal, match="own_division"):
        await club.leagues.put_out(league, 2, 1)
    assert await club.leagues.load(league) == before


async def test_no_host_command_ends_or_plays_at_a_league_table(club: Club) -> None:
    league = await club.begun(1, 2, 3, 4)
    match = (await club.season(league)).tables[0].match or 0
    moderation: Any = club.matches.moderation
    for doing in (
        moderation.end(match, MOD, club.click),
        moderation.give_time(match, MOD, 1, club.click),
        moderation.replace_by_robot(match, MOD, 0, club.click),
    ):
        with pytest.raises(Refusal, match="league_table"):
            await doing


async def test_a_table_that_cannot_be_read_holds_up_no_other(club: Club) -> None:
    league = await club.begun(1, 2, 3, 4)
    season = await club.season(league)
    broken, *others = [table.match or 0 for table in season.tables]
    for match in others:
        await club.finish(match)
    await club.store._write_one(  # pyright: ignore[reportPrivateUsage]
        "UPDATE matches SET options = 'broken' WHERE id = ?", (broken,)
    )
    club.matches = club.again()
    club.restart()
    await club.wait(timedelta(minutes=6))
    season = await club.season(league)
    assert [table.is_done for table in season.tables] == [False, *[True] * 5]
    await club.leagues.annul(league, broken, MOD)
    await club.wait(timedelta(minutes=6))
    assert (await club.leagues.load(league)).at(Stage.PLAYING) is None


async def test_two_who_have_withdrawn_from_one_table_both_leave_it(club: Club) -> None:
    league = await club.begun(*range(1, 7), seats=3)
    season = await club.season(league)
    table = season.tables[0]
    for person in table.seats[:2]:
        other = next(each for each in season.tables if person in each.seats)
        situation = await club.matches.queries.situation(other.match or 0, person)
        if situation.seat in situation.pending:
            await club.play(other.match or 0, person, str(situation.moves[0]))
    for person in table.seats[:2]:
        await club.leagues.withdraw(league, person)
    for _ in range(3):
        await club.wait(timedelta(minutes=6))
    known = await club.matches.loader.get(table.match or 0)
    seated = {one.person for one in known.occupants}
    assert known.status is not Status.RUNNING or not seated & set(table.seats[:2])


async def test_the_last_table_that_is_annulled_ends_though_its_season_has_closed(club: Club) -> None:
    league = await club.begun(1, 2, 3, 4)
    season = await club.season(league)
    last = season.tables[-1].match or 0
    for table in season.tables[:-1]:
        await club.finish(table.match or 0)
    await club.wait(timedelta(minutes=6))
    # The annulment came between two parts of a look: nobody has seen the match since.
    before = await club.leagues.load(league)
    season = await club.season(league)
    annulled = season.with_table(replace(season.tables[-1], annulled_by=MOD))
    closed = replace(annulled, stage=Stage.CLOSED, former=former_of(annulled, None))
    await club.store.commit_league(before, replace(before.with_season(closed), due=club.clock()))
    assert (await club.matches.loader.get(last)).status is Status.RUNNING
    await club.look()
    assert (await club.matches.loader.get(last)).status is Status.CANCELLED


async def test_a_forgotten_moderator_stands_nowhere(club: Club) -> None:
    somebody = 987_654_321
    league = await club.begun(1, 2, 3, 4)
    match = (await club.season(league)).tables[0].match or 0
    await club.leagues.annul(league, match, somebody)
    await club.leagues.put_out(league, 4, somebody)
    kept = await club.matches.forgetting.kept_of(somebody)
    assert [each["what"] for each in kept["leagues"]] == ["annulled", "put_out"]
    await club.matches.forgetting.forget(somebody)
    for table in ("leagues", "seasons", "members", "season_tables", "league_acts"):
        rows = await club.store._read(f"SELECT * FROM {table}")  # pyright: ignore[reportPrivateUsage]
        assert str(somebody) not in str(rows), table


async def test_a_league_that_ends_while_people_sign_up_has_no_season(club: Club) -> None:
    league = await club.opened(1, 2, 3, 4)
    await club.look()
    await club.leagues.end(league, MOD)
    after = await club.leagues.load(league)
    assert after.state is LeagueState.ENDED
    assert after.seasons == ()
    with pytest.raises(Refusal, match="no_member_yourself"):
        await club.leagues.withdraw(league, 1)


async def test_a_league_that_has_ended_is_listed_while_its_season_is_played(club: Club) -> None:
    league = await club.begun(1, 2, 3, 4)
    await club.leagues.end(league, MOD)
    assert [each.id for each in await club.leagues.of_guild(5)] == [league]
    await club.finish_all(league)
    await club.wait(timedelta(minutes=6))
    assert await club.leagues.of_guild(5) == []
    assert (await club.leagues.load(league)).at(Stage.SIGN_UP) is None


async def test_a_rematch_of_a_league_table_is_no_league_table(club: Club) -> None:
    league = await club.begun(1, 2, 3, 4)
    table = (await club.season(league)).tables[0]
    await club.finish(table.match or 0)
    again = await club.matches.lobbies.rematch(table.match or 0, table.seats[0], "Ann", club.click)
    assert not again.is_league
